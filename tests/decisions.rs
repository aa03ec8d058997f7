//! Parsing of records: each fault that other tools were reported for, and hostile input.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

use rguard::decisions::{
    Cue, DecisionLog, Folders, Moment, Parsed, Place, Record, SourceKind, Strength, TreeReader,
    parse,
};
use rguard::decisions::{Mining, RevisionIndex};
use rguard::extract::{Known, Passage, best_quotes, facts};
use rguard::history::{EntryKind, HistoryError, TreeEntry};
use rguard::model::{
    BlobId, CommitId, CoverageState, Decision, QUOTE_MAX, RepoPath, Standing, SupersessionState,
};

/// A tree in memory: paths and bytes.
struct Files(Vec<(String, Vec<u8>)>);

impl Files {
    fn of(files: &[(&str, &str)]) -> Self {
        Self(
            files
                .iter()
                .map(|(p, t)| ((*p).to_owned(), t.as_bytes().to_vec()))
                .collect(),
        )
    }
}

impl TreeReader for Files {
    fn files(&self) -> Result<Vec<TreeEntry>, HistoryError> {
        let entry = |(i, (path, _)): (usize, &(String, Vec<u8>))| TreeEntry {
            path: RepoPath::from(path.as_str()),
            blob: BlobId(format!("{i:040x}")),
            kind: EntryKind::File,
        };
        Ok(self.0.iter().enumerate().map(entry).collect())
    }

    fn blob(&self, id: &BlobId) -> Result<Vec<u8>, HistoryError> {
        let i = usize::from_str_radix(id.as_str(), 16).unwrap();
        Ok(self.0[i].1.clone())
    }
}

fn log(files: &[(&str, &str)]) -> rguard::model::LogView {
    log_of(&Files::of(files))
}

fn log_of(files: &Files) -> rguard::model::LogView {
    let commit = CommitId("c".repeat(40));
    let moment = Moment {
        commit: &commit,
        contains: &|_| true,
        least: Strength::Reasoned,
    };
    let index = RevisionIndex::new(commit.clone(), false);
    DecisionLog::new()
        .as_of(files, &index, &Mining::default(), &moment)
        .unwrap()
        .view
}

fn adr(text: &str) -> Record {
    adr_at("docs/adr/0001-x.md", text).records.remove(0)
}

fn adr_at(path: &str, text: &str) -> Parsed {
    parse(SourceKind::Adr, &RepoPath::from(path), text.as_bytes())
}

fn section_log(text: &str) -> Parsed {
    parse(
        SourceKind::Log,
        &RepoPath::from("DECISIONS.md"),
        text.as_bytes(),
    )
}

fn find<'a>(view: &'a rguard::model::LogView, id: &str) -> &'a Decision {
    view.decisions
        .iter()
        .find(|d| d.id.as_str() == id)
        .unwrap_or_else(|| {
            panic!(
                "{id} is not among {:?}",
                view.decisions
                    .iter()
                    .map(|d| d.id.as_str())
                    .collect::<Vec<_>>()
            )
        })
}

#[test]
fn adrs_376_the_first_status_word_of_the_first_line_decides() {
    let with = |body: &str| {
        adr(&format!(
            "# 1. X\n\n## Context\n\nC.\n\n## Decision\n\nD.\n\n## Status\n\n{body}\n"
        ))
    };
    assert_eq!(with("Accepted.").standing, Standing::Accepted);
    let amended = with("Accepted\n\nAmended by [0005](0005-y.md)");
    assert_eq!(amended.standing, Standing::Accepted);
    assert_eq!(
        amended
            .links
            .iter()
            .map(|l| (l.cue, l.target.as_str()))
            .collect::<Vec<_>>(),
        [(Cue::AmendedBy, "0005-y.md")]
    );
    let wrapped = adr_at(
        "docs/adr/1-x.md",
        "# X\n\n## Status\n\nAccepted for the core, and\nsuperseded for this layer only\n",
    );
    assert_eq!(wrapped.records[0].standing, Standing::Accepted);
    assert!(
        wrapped
            .coverage
            .iter()
            .any(|c| c.reason.contains("partial supersession?") && c.line == Some(6))
    );
    let replaced = with("Superseded by [4. X](0004-x.md)");
    assert_eq!(
        (replaced.standing, replaced.links[0].cue),
        (Standing::Superseded, Cue::SupersededBy)
    );
    assert_eq!(with("Accepted (see 0009)").standing, Standing::Accepted);
}

#[test]
fn adrs_163_a_record_without_a_number_is_kept() {
    let view = log(&[
        ("docs/adr/0001-a.md", "# 1. A\n\nText.\n"),
        ("docs/adr/0003-b.md", "# 3. B\n\nText.\n"),
        ("docs/adr/use-redis.md", "# Use Redis\n\nText.\n"),
    ]);
    assert_eq!(view.decisions.len(), 3);
    assert_eq!(find(&view, "docs/adr/use-redis.md").title, "Use Redis");
}

#[test]
fn adrs_216_deciders_as_string_list_empty_null_or_mapping_never_drop_the_record() {
    for (value, people, noted) in [
        ("ada", 1, false),
        ("[ada, bob]", 2, false),
        ("[]", 0, false),
        ("null", 0, false),
        ("{lead: ada}", 0, true),
    ] {
        let p = adr_at(
            "docs/adr/0001-x.md",
            &format!("---\nstatus: accepted\ndecision-makers: {value}\n---\n# X\n\nText.\n"),
        );
        assert_eq!(p.records[0].people.len(), people, "{value}");
        assert_eq!(!p.coverage.is_empty(), noted, "{value}");
        assert_eq!(p.records[0].standing, Standing::Accepted);
    }
}

#[test]
fn adrs_197_a_link_on_a_later_line_of_the_status_counts() {
    let view = log(&[
        (
            "docs/adr/0001-x.md",
            "# 1. X\n\n## Status\n\nSuperseded\n\nSuperseded by [3. Y](0003-y.md)\n",
        ),
        ("docs/adr/0003-y.md", "# 3. Y\n\n## Status\n\nAccepted\n"),
    ]);
    let old = find(&view, "docs/adr/0001-x.md");
    assert_eq!(old.standing, Standing::Superseded);
    assert_eq!(old.superseded_by[0].id.as_str(), "docs/adr/0003-y.md");
    assert_eq!(old.superseded_by[0].state, SupersessionState::Confirmed);
}

#[test]
fn ai_agents_3783_each_spelling_of_superseded_is_read() {
    for text in [
        "# 1. X\n\n**Status**: Superseded by ADR-086\n",
        "---\nstatus: superseded\nsuperseded-by: ADR-086\n---\n# X\n\nText.\n",
        "# 1. X\n\n## Status\n\nSuperseded by\n[ADR-086](ADR-086-y.md) on 2026-07-20\n",
        "# 1. X\n\n## Status\n\nSuperceded by [86. Y](ADR-086-y.md)\n",
    ] {
        let view = log(&[
            ("docs/adr/0001-x.md", text),
            (
                "docs/adr/ADR-086-y.md",
                "# ADR-086: Y\n\n**Status:** Accepted\n",
            ),
        ]);
        let old = find(&view, "docs/adr/0001-x.md");
        assert_eq!(old.standing, Standing::Superseded, "{text}");
        assert_eq!(
            old.superseded_by[0].id.as_str(),
            "docs/adr/ADR-086-y.md",
            "{text}"
        );
    }
}

#[test]
fn ai_agents_5189_a_status_inside_a_fence_is_no_status() {
    let r =
        adr("# X\n\nText.\n\n```yaml\nstatus: rejected\n```\n\n~~~\n## Status\n\nRejected\n~~~\n");
    assert_eq!((r.standing, r.standing_words), (Standing::Unknown, None));
}

#[test]
fn backstage_15475_one_broken_record_never_hides_the_others() {
    let mut files: Vec<(String, Vec<u8>)> = (1..10)
        .map(|n| {
            (
                format!("docs/adr/000{n}-a.md"),
                format!("# {n}. A{n}\n\nText.\n").into_bytes(),
            )
        })
        .collect();
    files.push((
        "docs/adr/0010-bad.md".to_owned(),
        b"---\nstatus: [\n---\n# \xff\xfe\n".to_vec(),
    ));
    let view = log_of(&Files(files));
    assert_eq!(view.decisions.len(), 9);
    let line = view
        .coverage
        .iter()
        .find(|c| c.path.to_string() == "docs/adr/0010-bad.md")
        .unwrap();
    assert_eq!((line.state, line.line), (CoverageState::Skipped, Some(4)));
    assert!(line.reason.contains("UTF-8"));
}

#[test]
fn structurizr_231_and_103_file_names_give_ids_numbers_and_dates() {
    let view = log(&[
        ("docs/adr/20230531-a.md", "# A\n\nT.\n"),
        ("docs/adr/20230601-b.md", "# B\n\nT.\n"),
        ("docs/adr/20230601-c.md", "# C\n\nT.\n"),
    ]);
    let dates: Vec<_> = view
        .decisions
        .iter()
        .map(|d| d.date.as_deref().unwrap())
        .collect();
    assert_eq!(dates, ["2023-05-31", "2023-06-01", "2023-06-01"]);
    for (name, number) in [
        ("001-x.md", Some("1")),
        ("00012-y.md", Some("12")),
        ("ADR-7_z.md", Some("7")),
        ("notes-on-cache.md", None),
        ("20230531-a.md", None),
    ] {
        let r = adr_at(&format!("docs/adr/{name}"), "# Some title\n\nText.\n")
            .records
            .remove(0);
        assert_eq!(r.number.as_deref(), number, "{name}");
    }
}

#[test]
fn dotnet_adr_190_a_one_sided_supersession_holds_only_if_the_newer_is_accepted() {
    let old = (
        "docs/adr/0002-x.md",
        "# 2. X\n\n## Status\n\nAccepted\n\n## Decision\n\nWe do x.\n",
    );
    let newer = |status: &str| {
        format!(
            "# 5. Y\n\n## Status\n\n{status}\n\nSupersedes [2. X](0002-x.md)\n\n## Decision\n\nWe do y.\n"
        )
    };
    let accepted = newer("Accepted");
    let view = log(&[old, ("docs/adr/0005-y.md", &accepted)]);
    let x = find(&view, "docs/adr/0002-x.md");
    assert_eq!(
        (x.standing, x.standing_words.as_deref()),
        (Standing::Superseded, Some("Accepted"))
    );
    assert_eq!(x.superseded_by[0].why, "one-sided: 2 does not say so");
    assert_eq!(x.superseded_by[0].state, SupersessionState::Confirmed);
    let proposed = newer("Proposed");
    let view = log(&[old, ("docs/adr/0005-y.md", &proposed)]);
    let x = find(&view, "docs/adr/0002-x.md");
    assert_eq!(x.standing, Standing::Accepted);
    assert_eq!(x.superseded_by[0].state, SupersessionState::Proposed);
    assert!(x.superseded_by[0].why.contains("would be superseded by 5"));
}

#[test]
fn ruflo_2474_and_2475_a_dash_in_the_title_and_zeros_in_citations_do_no_harm() {
    let text = "# ADR-001 — Use X\n\n**Status:** Accepted\n\nText.\n";
    let view = log(&[
        ("docs/adr/ADR-001-use-x.md", text),
        (".claude/worktrees/w/docs/adr/ADR-001-use-x.md", text),
        (
            "docs/adr/ADR-002-y.md",
            "# ADR-002: Y\n\n**Status:** Accepted\n\nAs ADR-0001 says.\n",
        ),
    ]);
    assert_eq!(view.decisions.len(), 2);
    let x = find(&view, "docs/adr/ADR-001-use-x.md");
    assert_eq!(
        (x.title.as_str(), x.standing),
        ("Use X", Standing::Accepted)
    );
    assert!(
        find(&view, "docs/adr/ADR-002-y.md")
            .mentions
            .iter()
            .any(|m| m.name == "docs/adr/ADR-001-use-x.md")
    );
    assert!(view.coverage.iter().any(|c| c.path.to_string().starts_with(".claude") && c.state == CoverageState::Skipped));
}

#[test]
fn curie_1949_a_number_that_two_records_bear_is_ambiguous_and_resolved_to_neither() {
    let view = log(&[
        ("docs/adr/0112-cache.md", "# 112. Cache\n\nText.\n"),
        ("docs/adr/0112-queue.md", "# 112. Queue\n\nText.\n"),
        (
            "docs/adr/0113-z.md",
            "# 113. Z\n\n## Status\n\nAccepted\n\nSupersedes ADR 112\n",
        ),
    ]);
    assert_eq!(view.decisions.len(), 3);
    assert!(
        view.decisions
            .iter()
            .all(|d| d.superseded_by.is_empty() && d.supersedes.is_empty())
    );
    assert!(view.coverage.iter().any(|c| {
        c.reason
            .contains("is ambiguous: docs/adr/0112-cache.md, docs/adr/0112-queue.md")
    }));
}

#[test]
fn repowise_1293_likeness_alone_never_retires_anything() {
    let files: Vec<(String, String)> = (1..=20)
        .map(|n| (format!("docs/adr/{n:04}-cache-{n}.md"), format!("# {n}. Cache rule {n}\n\n## Status\n\nAccepted\n\n## Decision\n\nThe cache of part {n} is no longer shared; we replace it by a cache of its own.\n")))
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    let view = log(&files);
    assert!(
        view.decisions
            .iter()
            .all(|d| d.superseded_by.is_empty() && d.standing == Standing::Accepted)
    );
}

#[test]
fn prose_that_names_an_older_record_of_the_same_subject_and_ends_it_only_proposes() {
    let old = "# 8. Restricted deletion\n\n## Status\n\nAccepted\n\n## Decision\n\nEvery foreign key restricts deletion of its parent row.\n";
    let new = "# 13. Permitted deletion\n\n## Context\n\n[ADR 8][ADR-8] explained the rule.\n\n## Status\n\nAccepted\n\n## Decision\n\nRows of one owner go with it.\n\n## Consequences\n\nWe no longer hold that a foreign key must always restrict deletion.\n\n[ADR-8]: https://example.org/o/r/blob/main/docs/adr/0008-restricted-deletion.md\n";
    let view = log(&[
        ("docs/adr/0008-restricted-deletion.md", old),
        ("docs/adr/0013-permitted-deletion.md", new),
    ]);
    // Both were recorded by the same unknown commit here, so neither is newer.
    assert!(
        find(&view, "docs/adr/0008-restricted-deletion.md")
            .superseded_by
            .is_empty()
    );
}

#[test]
fn a_log_gives_each_heading_with_prose_and_children_inherit() {
    let text = "# Decisions\n\nIntro.\n\n## Pick the queue (August 16 2026, afternoon)\n\n### The decision\n\nThe queue stays in memory.\n\n### Status\n\nActive. Watched.\n\n## Two stores (June 2026) — superseded by the queue pick above\n\n### Why\n\nIt was faster. Words like superseded in prose change nothing.\n\n## Group\n\n### One (May 2026)\n\nText.\n\n### Two (April 2026)\n\n**Status:** Rejected because of cost.\n\n## Empty\n";
    let view = log(&[("DECISIONS.md", text)]);
    let ids: Vec<&str> = view.decisions.iter().map(|d| d.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "DECISIONS.md#Pick the queue (August 16 2026, afternoon)",
            "DECISIONS.md#The decision",
            "DECISIONS.md#Status",
            "DECISIONS.md#Two stores (June 2026) — superseded by the queue pick above",
            "DECISIONS.md#Why",
            "DECISIONS.md#One (May 2026)",
            "DECISIONS.md#Two (April 2026)",
        ]
    );
    let child = find(&view, "DECISIONS.md#The decision");
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
    assert_eq!(
        find(&view, "DECISIONS.md#Why").superseded_by[0].id.as_str(),
        ids[0]
    );
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
            "Use A",
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
fn a_table_of_decisions_is_named_in_the_coverage() {
    let p = section_log(
        "# L\n\n## All\n\n| Topic | Decision | Reason |\n| --- | --- | --- |\n| a | b | c |\n| d | e | f |\n",
    );
    assert!(p.coverage.iter().any(|c| c.state == CoverageState::Partly
        && c.reason.contains("a table of 2 decisions")
        && c.line == Some(5)));
    assert_eq!(p.records.len(), 1);
}

#[test]
fn front_matter_and_body_that_disagree_are_both_shown() {
    let p = adr_at(
        "docs/adr/0068-x.md",
        "---\nstatus: accepted\n---\n# X\n\n## Status\n\nDeprecated\n",
    );
    assert_eq!(p.records[0].standing, Standing::Accepted);
    assert!(
        p.coverage
            .iter()
            .any(|c| c.reason.contains("“accepted”") && c.reason.contains("“Deprecated”"))
    );
}

#[test]
fn hostile_input_never_panics_and_is_named() {
    let long = format!("# {}\n", "a [b](c) `d` ".repeat(400_000));
    let nested = format!("{}text\n", "> ".repeat(5_000));
    let fences = "````\n```\n# x\n~~~\n".repeat(500);
    let marks = "[".repeat(20_000);
    let cases: Vec<Vec<u8>> = vec![
        long.into_bytes(),
        b"# X\n\n\0binary\0".to_vec(),
        b"# X\n\nbad \xc3\x28 bytes".to_vec(),
        b"\xff\xfeU\x00T\x00F\x00".to_vec(),
        nested.into_bytes(),
        fences.into_bytes(),
        marks.into_bytes(),
        b"\xef\xbb\xbf# X\r\n\r\nStatus: Accepted\r\n".to_vec(),
        b"".to_vec(),
        b"---\n---\n".to_vec(),
    ];
    for bytes in cases {
        for kind in [SourceKind::Adr, SourceKind::Log, SourceKind::Instructions] {
            let p = parse(kind, &RepoPath::from("docs/adr/0001-x.md"), &bytes);
            assert!(
                !p.records.is_empty() || !p.coverage.is_empty(),
                "{:?}",
                &bytes[..bytes.len().min(40)]
            );
        }
    }
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
fn declared_folders_hold_records_and_settings_files_are_read_at_the_commit() {
    let view = log(&[
        (".adr-dir", "why\n"),
        ("why/0001-a.md", "# 1. A\n\nText.\n"),
    ]);
    assert_eq!(view.decisions.len(), 1);
    assert_eq!(
        log(&[("why/0001-a.md", "# 1. A\n\nText.\n")])
            .decisions
            .len(),
        0
    );
    assert_eq!(
        Folders::default().place(&RepoPath::from("why/0001-a.md")),
        Place::Other
    );
}

mod any_text {
    use super::*;
    use proptest::prelude::*;

    fn markdown() -> impl Strategy<Value = String> {
        let line = prop_oneof![
            "#{1,4} [A-Za-z0-9 `*:—()\\[\\]-]{0,30}",
            "(- |\\* |> |1\\. )?[a-zA-Z0-9 .,;:!?`*_\\[\\]()#/—容é-]{0,80}",
            "(\\*\\*)?(Status|Date|Supersedes|Deciders)(\\*\\*)?: [A-Za-z0-9 .|{}\\[\\]()-]{0,40}",
            "(```|~~~|---|===|\\| a \\| b \\||<!-- x -->|\t)",
            "We (must|never|use|tried) [a-z ]{1,30}(instead of|because|which did not help) [a-z0-9 ]{1,20}\\.",
        ];
        proptest::collection::vec(line, 0..40).prop_map(|l| l.join("\n"))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn parsing_never_panics_and_every_quote_stands_verbatim(text in markdown()) {
            for (kind, path) in [(SourceKind::Adr, "docs/adr/0001-x.md"), (SourceKind::Log, "DECISIONS.md")] {
                let parsed = parse(kind, &RepoPath::from(path), text.as_bytes());
                let mut ids = std::collections::HashSet::new();
                for r in &parsed.records {
                    prop_assert!(ids.insert(r.id.clone()), "{} twice", r.id);
                    prop_assert!(text.contains(&r.text));
                    let lines: Vec<&str> = text.lines().collect();
                    let own = r.text.lines().count().max(1);
                    prop_assert_eq!(r.lines.end - r.lines.start + 1, u32::try_from(own).unwrap());
                    prop_assert_eq!(lines.get(r.lines.start as usize - 1).copied().unwrap_or(""), r.text.lines().next().unwrap_or(""));
                    let passage = Passage { text: &r.text, first_line: r.lines.start, ..Passage::default() };
                    let (facts, _) = facts(&passage, &Known::anything());
                    let quotes = facts.alternatives.iter().map(|a| &a.quote)
                        .chain(facts.measurements.iter().map(|m| &m.quote))
                        .chain(facts.experiments.iter().map(|e| &e.quote))
                        .chain(facts.limits.iter().map(|l| &l.quote))
                        .cloned()
                        .chain(best_quotes(&passage, &["never", "40"]));
                    for q in quotes {
                        prop_assert!(r.text.contains(&q.text) && q.text.chars().count() <= QUOTE_MAX);
                        let at = q.lines.unwrap();
                        let whole: Vec<&str> = lines[at.start as usize - 1..at.end as usize].to_vec();
                        prop_assert!(whole.join("\n").contains(&q.text), "{:?} not in lines {:?}", q.text, at);
                    }
                    for l in &r.links {
                        prop_assert!(text.contains(&l.quote) && l.quote.chars().count() <= QUOTE_MAX);
                    }
                }
            }
        }

        #[test]
        fn any_bytes_are_read_or_named(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            for kind in [SourceKind::Adr, SourceKind::Log] {
                let p = parse(kind, &RepoPath::from("docs/adr/0001-x.md"), &bytes);
                prop_assert!(!p.records.is_empty() || !p.coverage.is_empty());
            }
        }
    }
}
