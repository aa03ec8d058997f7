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
