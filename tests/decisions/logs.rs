//! Logs and rules: many decisions in one file.

use super::support::*;

#[test]
fn a_log_gives_each_heading_with_prose_and_children_inherit() {
    let text = "# Decisions\n\nIntro.\n\n## Pick the queue (August 16 2026, afternoon)\n\n### The decision\n\nThe queue stays in memory.\n\n### Status\n\nActive. Watched.\n\n## Two stores (June 2026) — superseded by the queue pick above\n\n### Why\n\nIt was faster. Words like superseded in prose change nothing.\n\n## Group\n\n### One (May 2026)\n\nText.\n\n### Two (April 2026)\n\n**Status:** Rejected because of cost.\n\n## Empty\n";
    let view = log(&[("DECISIONS.md", text)]);
    let ids: Vec<&str> = view.decisions.iter().map(|d| d.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "DECISIONS.md#Pick the queue (August 16 2026, afternoon)",
            "DECISIONS.md#Pick the queue (August 16 2026, afternoon) > The decision",
            "DECISIONS.md#Pick the queue (August 16 2026, afternoon) > Status",
            "DECISIONS.md#Two stores (June 2026) — superseded by the queue pick above",
            "DECISIONS.md#Two stores (June 2026) — superseded by the queue pick above > Why",
            "DECISIONS.md#Group > One (May 2026)",
            "DECISIONS.md#Group > Two (April 2026)",
        ]
    );
    let child = find(&view, ids[1]);
    assert_eq!(child.date.as_deref(), Some("2026-08-16"));
    assert_eq!(child.standing, Standing::Accepted);
    assert_eq!(child.part_of.as_ref().map(|p| p.as_str()), Some(ids[0]));
    let old = find(&view, ids[3]);
    assert_eq!(old.standing, Standing::Superseded);
    assert_eq!(
        old.standing_words.as_deref(),
        Some("superseded by the queue pick above")
    );
    assert_eq!(old.superseded_by[0].id.as_str(), ids[0]);
    assert_eq!(find(&view, ids[4]).superseded_by[0].id.as_str(), ids[0]);
    assert_eq!(find(&view, ids[6]).standing, Standing::Rejected);
}

#[test]
fn repeated_headings_get_their_parent_in_the_id_and_ids_are_unique() {
    let text =
        "# L\n\n## A\n\n### Fix\n\nOne.\n\n## B\n\n### Fix\n\nTwo.\n\n## B\n\n### Fix\n\nThree.\n";
    let ids: Vec<String> = section_log(text)
        .records
        .iter()
        .map(|r| r.id.as_str().to_owned())
        .collect();
    assert_eq!(ids.len(), 6);
    assert!(
        ids.contains(&"DECISIONS.md#A > Fix".to_owned())
            && ids.contains(&"DECISIONS.md#B > Fix".to_owned())
    );
    let unique: std::collections::HashSet<&String> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len());
}

#[test]
fn other_shapes_of_logs_are_read() {
    for (text, id, title, number, date, standing) in [
        (
            "## 2026-01-02\n\n### Use A\n\n**Decision:** A it is.\n",
            "2026-01-02 > Use A",
            "Use A",
            None,
            Some("2026-01-02"),
            Standing::Unknown,
        ),
        (
            "## D001: Pin it (2026-02-03)\n\n- Status: superseded by D002\n\nText.\n\n## D002: Unpin\n\nText.\n",
            "D001: Pin it (2026-02-03)",
            "Pin it",
            Some("d-1"),
            Some("2026-02-03"),
            Standing::Superseded,
        ),
        (
            "## ADR-001：选择数据库\n\n- 状态：已决定\n\n因为简单。\n",
            "ADR-001：选择数据库",
            "选择数据库",
            Some("1"),
            None,
            Standing::Accepted,
        ),
        (
            "Title\n=====\n\nUse B\n-----\n\nText.\n",
            "Use B",
            "Use B",
            None,
            None,
            Standing::Unknown,
        ),
        (
            "# Only one\n\nText.\n",
            "Only one",
            "Only one",
            None,
            None,
            Standing::Unknown,
        ),
    ] {
        let p = section_log(text);
        let r = p
            .records
            .iter()
            .find(|r| r.id.as_str() == format!("DECISIONS.md#{id}"))
            .unwrap_or_else(|| {
                panic!(
                    "{id}: {:?}",
                    p.records.iter().map(|r| r.id.as_str()).collect::<Vec<_>>()
                )
            });
        assert_eq!(
            (
                r.title.as_str(),
                r.number.as_deref(),
                r.date.as_deref(),
                r.standing
            ),
            (title, number, date, standing),
            "{text}"
        );
    }
}

#[test]
fn the_rows_of_a_table_of_decisions_are_decisions_of_their_own() {
    let view = log(&[(
        "DECISIONS.md",
        "# L\n\n## All (May 2026)\n\n| Topic | Decision | Reason |\n| --- | --- | --- |\n| Store | One file | It copies |\n| Wire | Plain text | It reads |\n",
    )]);
    assert_eq!(view.decisions.len(), 2);
    let store = find(&view, "DECISIONS.md#All (May 2026) > Store");
    assert_eq!(store.text, "| Store | One file | It copies |");
    assert_eq!(store.date.as_deref(), Some("2026-05"));
    assert_eq!(
        store.source.lines,
        Some(rguard::model::LineRange::new(7, 7))
    );
}

#[test]
fn rules_for_agents_are_read_like_a_log_and_keep_their_kind() {
    let view = log(&[
        (
            "CLAUDE.md",
            "# CLAUDE.md\n\nIntro.\n\n## Errors\n\nNever throw raw errors.\n",
        ),
        ("AGENTS.md", "CLAUDE.md"),
    ]);
    let d = find(&view, "CLAUDE.md#Errors");
    assert_eq!(rguard::decisions::kind_of(d), SourceKind::Instructions);
    assert_eq!(view.decisions.len(), 1);
    assert!(
        view.coverage
            .iter()
            .any(|c| c.path.to_string() == "AGENTS.md" && c.reason.contains("link"))
    );
}

#[test]
fn a_repository_s_own_words_are_read_from_its_tree_in_every_format() {
    let words =
        "[words.standing]\naccepted = [\"ratifikuota\"]\n[words.fields]\nstatus = [\"büsena\"]\n";
    let record = "# 1. Use A\n\n## Büsena\n\nRatifikuota.\n\n## Context\n\nText.\n";
    let entry = "# L\n\n## Use B\n\n**Büsena:** ratifikuota\n\nText.\n";
    let files = [("docs/adr/0001-a.md", record), ("DECISIONS.md", entry)];
    let standing = |view: &LogView| -> Vec<Standing> {
        let all = view.decisions.iter();
        all.filter(|d| !d.id.as_str().contains(" > "))
            .map(|d| d.standing)
            .collect()
    };
    assert_eq!(standing(&log(&files)), [Standing::Unknown; 2]);
    let mut with = files.to_vec();
    with.push(("rguard.toml", words));
    assert_eq!(standing(&log(&with)), [Standing::Accepted; 2]);
    // Only the file at the top of the tree speaks for the repository.
    with[2].0 = "sub/rguard.toml";
    assert_eq!(standing(&log(&with)), [Standing::Unknown; 2]);
}

#[test]
fn settings_that_cannot_be_used_are_an_error_with_their_line_and_never_a_fallback() {
    for (text, place) in [
        ("[words.standing]\n\nacepted = [\"x\"]\n", "rguard.toml:3:"),
        ("[words\n", "rguard.toml:1:"),
        ("[words.standing]\naccepted = [\"…\"]\n", "rguard.toml:2:"),
    ] {
        let files = Files::of(&[("DECISIONS.md", QUEUE), ("rguard.toml", text)]);
        let error = DecisionLog::folders(&files, &files.files().unwrap()).unwrap_err();
        assert!(error.to_string().starts_with(place), "{error}");
        assert!(matches!(error, HistoryError::Settings { .. }));
    }
}

#[test]
fn a_date_after_the_commit_is_noted_and_every_place_can_be_listed() {
    let repo = TestRepo::new();
    let text = "# L\n\n## Table of contents\n\n- x\n\n## Late (May 2099)\n\nText.\n\n### Part\n\nText.\n\n## Early (May 1999)\n\nText.\n";
    repo.commit(&[("DECISIONS.md", text)], "Record");
    let (git, reader, past) = past_of(&repo);
    let head = git.head().unwrap();
    let found = past.as_of(&git, &reader, &head, Strength::Stated).unwrap();
    let late: Vec<Option<u32>> = found
        .view
        .coverage
        .iter()
        .filter(|c| c.reason.contains("later than the commit"))
        .map(|c| c.line)
        .collect();
    assert_eq!(late, [Some(7)]);
    let places: Vec<(Option<u32>, CoverageState)> = found
        .by_section()
        .iter()
        .filter(|c| !c.reason.contains("later than"))
        .map(|c| (c.line, c.state))
        .collect();
    let read = CoverageState::Read;
    assert_eq!(
        places,
        [
            (None, read),
            (Some(1), read),
            (Some(3), CoverageState::Skipped),
            (Some(7), read),
            (Some(11), read),
            (Some(15), read),
        ]
    );
}
