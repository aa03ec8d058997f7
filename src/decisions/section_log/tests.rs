use super::super::parse;
use super::*;
use crate::model::Standing;

fn read(text: &str) -> Parsed {
    parse(
        SourceKind::Log,
        &RepoPath::from("DECISIONS.md"),
        text.as_bytes(),
    )
}

type Row = (String, String, Option<String>, Option<String>, Standing);

/// Id after the `#`, title, number, date and standing of each record.
fn rows(text: &str) -> Vec<Row> {
    read(text)
        .records
        .into_iter()
        .map(|r| {
            let id =
                r.id.as_str()
                    .split_once('#')
                    .map_or("", |(_, i)| i)
                    .to_owned();
            (id, r.title, r.number, r.date, r.standing)
        })
        .collect()
}

fn ids(text: &str) -> Vec<String> {
    rows(text).into_iter().map(|r| r.0).collect()
}

fn skipped(text: &str) -> Vec<(u32, String)> {
    let all = read(text).coverage.into_iter();
    all.filter(|c| c.state == CoverageState::Skipped)
        .map(|c| (c.line.unwrap_or(0), c.reason))
        .collect()
}

fn s(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[test]
fn each_row_of_a_table_of_decisions_is_one_in_any_language() {
    for head in [
        "| Topic | Decision | Reason |",
        "| Thema | Entscheidung | Grund |",
        "| Sujet | Décision | Raison |",
        "| Tema | Decisión | Motivo |",
        "| Tema | Decisão | Justificativa |",
        "| 項目 | 決定 | 理由 |",
        "| 主题 | 决策 | 理由 |",
        "| Area | Choice | Why |",
        "| Decision | Choice | Rationale |",
    ] {
        let text = format!(
            "# Log\n\n## All\n\n{head}\n|---|---|---|\n| Store | One file | Copies easily |\n| Wire | Plain text | Read by eye |\n"
        );
        assert_eq!(ids(&text), ["All > Store", "All > Wire"], "{head}");
    }
}

#[test]
fn a_row_has_its_own_line_number_date_standing_and_people() {
    let text = "# Log\n\n| ID | Date | Decision | Status | Owner |\n|---|---|---|---|---|\n| D-07 | 2026-03-01 | Keep one<br>queue \\| no more | ✅ Accepted | Ada |\n| D-08 | TBD | Two queues | Superseded by D-07 | Bob |\n";
    let p = read(text);
    let (a, b) = (&p.records[0], &p.records[1]);
    assert_eq!(a.id.as_str(), "DECISIONS.md#D-07");
    assert_eq!(a.title, "Keep one queue | no more");
    assert_eq!(a.lines, LineRange::new(5, 5));
    assert!(
        a.text
            .starts_with("| D-07 | 2026-03-01 | Keep one<br>queue \\| no more")
    );
    assert_eq!(
        (a.number.as_deref(), a.date.as_deref()),
        (Some("d-7"), Some("2026-03-01"))
    );
    assert_eq!(
        (a.standing, a.people.as_slice()),
        (Standing::Accepted, ["Ada".to_owned()].as_slice())
    );
    assert_eq!(
        (b.standing, b.date.as_deref()),
        (Standing::Superseded, None)
    );
    assert_eq!(b.links.iter().filter(|l| l.target == "D-07").count(), 1);
    assert!(
        p.coverage
            .iter()
            .any(|c| c.line == Some(6) && c.reason.contains("TBD"))
    );
}

#[test]
fn a_row_added_above_changes_no_id() {
    let table = |rows: &str| format!("# L\n\n| # | Topic | Decision |\n|---|---|---|\n{rows}");
    let old = ids(&table("| 1 | Store | File |\n| 2 | Wire | Text |\n"));
    let new = ids(&table(
        "| 1 | Shape | Round |\n| 2 | Store | File |\n| 3 | Wire | Text |\n",
    ));
    assert_eq!(old, ["Store", "Wire"]);
    assert_eq!(new, ["Shape", "Store", "Wire"]);
}

#[test]
fn a_topic_that_repeats_names_no_row() {
    let text = "# L\n\n| Area | Decision | Why |\n|---|---|---|\n| UI | Grey buttons. Always. | calm |\n| UI | No sound | calm |\n";
    assert_eq!(ids(text), ["Grey buttons. Always.", "No sound"]);
    assert_eq!(rows(text)[0].1, "Grey buttons");
}

#[test]
fn tables_that_compare_list_or_wait_record_nothing() {
    for table in [
        "| Option | Pros | Cons | Decision |\n|---|---|---|---|\n| A | fast | big | no |\n| B | small | slow | yes |\n",
        "| ID | Title | Status |\n|---|---|---|\n| [1](adr/0001-a.md) | A | Accepted |\n",
        "| ID | Title | Status |\n|---|---|---|\n| 1 | [Use A](#use-a) | Accepted |\n",
        "| Decision | Rationale | Date |\n|---|---|---|\n| [what] | [why] | [date] |\n",
        "| Decision | Rationale | Date |\n|---|---|---|\n|  |  |  |\n",
        "| Model | Speed |\n|---|---|\n| A | 9 s |\n",
    ] {
        let text = format!("# L\n\n## Use B\n\nWe use B.\n\n## Facts\n\n{table}\n");
        let found = rows(&text);
        assert!(
            found.iter().all(|r| r.0 == "Use B" || r.0 == "Facts"),
            "{table}: {found:?}"
        );
    }
    let index = "# L\n\n| ID | Title | Status |\n|---|---|---|\n| D-1 | Use B | Accepted |\n\n## D-1: Use B\n\nWe do.\n";
    assert_eq!(ids(index), ["D-1: Use B"]);
    assert_eq!(
        skipped(index),
        [(3, "the table lists records that stand elsewhere".to_owned())]
    );
}

#[test]
fn rows_inherit_from_their_heading_which_gathers_or_is_their_entry() {
    let text = "# L\n\n## Sprint (May 2026)\n\n| Topic | Decision |\n|---|---|\n| A | B |\n\n## Rejected decisions\n\nThese did not make it.\n\n| Topic | Decision |\n|---|---|\n| C | D |\n\n## Cache (June 2026)\n\nWe cache what is slow.\n\n| Topic | Decision |\n|---|---|\n| E | F |\n";
    let p = read(text);
    let got: Vec<(&str, Option<&str>, Standing, Option<usize>)> = p
        .records
        .iter()
        .map(|r| (r.title.as_str(), r.date.as_deref(), r.standing, r.part_of))
        .collect();
    assert_eq!(
        got,
        [
            ("A", Some("2026-05"), Standing::Unknown, None),
            ("C", None, Standing::Rejected, None),
            ("Cache", Some("2026-06"), Standing::Unknown, None),
            ("E", Some("2026-06"), Standing::Unknown, Some(2)),
        ]
    );
    assert_eq!(p.gathers.len(), 3);
}

#[test]
fn a_list_of_dated_items_is_a_log() {
    let text = "# Decisions\n\n- **2026-05-01**: We chose plain files. They copy.\n- **2026-05-01 — No daemon.** It would outlive us.\n  More of it.\n- 2026-05-03: Dropped the cache (superseded by D-4)\n";
    assert_eq!(
        rows(text),
        [
            (
                "2026-05-01: We chose plain files. They copy.".to_owned(),
                "We chose plain files".to_owned(),
                None,
                s("2026-05-01"),
                Standing::Unknown
            ),
            (
                "2026-05-01 — No daemon. It would outlive us.".to_owned(),
                "No daemon".to_owned(),
                None,
                s("2026-05-01"),
                Standing::Unknown
            ),
            (
                "2026-05-03: Dropped the cache (superseded by D-4)".to_owned(),
                "Dropped the cache".to_owned(),
                None,
                s("2026-05-03"),
                Standing::Superseded
            ),
        ]
    );
    assert_eq!(read(text).records[1].lines, LineRange::new(4, 5));
}

#[test]
fn bold_paragraphs_with_an_id_or_a_date_are_entries_to_the_next_one() {
    let text = "# Log\n\n**D-1: One file** (2026-02-01)\n\nBecause it copies.\n\n- Status: accepted\n\n**D-2: No index**\n\nIt is small.\n";
    assert_eq!(
        rows(text),
        [
            (
                "D-1: One file (2026-02-01)".to_owned(),
                "One file".to_owned(),
                s("d-1"),
                None,
                Standing::Accepted
            ),
            (
                "D-2: No index".to_owned(),
                "No index".to_owned(),
                s("d-2"),
                None,
                Standing::Unknown
            ),
        ]
    );
    let text = "# Log\n\n## 2026-02-01\n\n**Decision:** Keep it flat.\n**Why:** It reads.\n\n**Decision:** Keep it short. Very.\n**Why:** It reads.\n";
    let got: Vec<(String, Option<String>)> = rows(text).into_iter().map(|r| (r.1, r.3)).collect();
    assert_eq!(
        got,
        [
            ("Keep it flat".to_owned(), s("2026-02-01")),
            ("Keep it short".to_owned(), s("2026-02-01"))
        ]
    );
}

#[test]
fn entries_under_a_bare_date_are_named_by_what_they_decide() {
    let text = "# D\n\n# 2026-06-17\n\nDecision:\n\nUse the small board. It is cheap.\n\nStatus:\n\nAccepted\n\n# 2026-06-17\n\n**Decision:** Use the phone.\n\n# Decisions — index\n\nSee below.\n";
    let got: Vec<(String, String, Option<String>, Standing)> = rows(text)
        .into_iter()
        .map(|r| (r.0, r.1, r.3, r.4))
        .collect();
    let day = || s("2026-06-17");
    assert_eq!(
        got,
        [
            (
                "2026-06-17".to_owned(),
                "Use the small board".to_owned(),
                day(),
                Standing::Accepted
            ),
            (
                "2026-06-17 (2)".to_owned(),
                "Use the phone".to_owned(),
                day(),
                Standing::Unknown
            ),
        ]
    );
}

#[test]
fn a_summary_of_the_entries_above_repeats_none_of_them() {
    let text = "# D\n\n## T1-01: Names\n\nShort.\n\n## T1-02: Forms\n\nFlat.\n\n## Summary\n\n| # | Decision | Answer |\n|---|---|---|\n| T1-01 | Names | short |\n| T1-02 | Forms | flat |\n";
    assert_eq!(ids(text), ["T1-01: Names", "T1-02: Forms"]);
}

#[test]
fn a_timeline_inside_an_entry_and_ordinary_lists_stay_parts_of_it() {
    for text in [
        "# L\n\n## Queue (May 2026)\n\nIt stays.\n\n- 2026-05-02: built\n- 2026-05-03: measured\n",
        "# L\n\n## Queue\n\nIt stays since June 2026, as agreed.\n\n- one\n- two\n",
        "# L\n\n## Queue\n\n1. First we looked.\n2. Then we chose.\n",
    ] {
        assert_eq!(rows(text).len(), 1, "{text}");
    }
}

#[test]
fn a_date_heading_gathers_what_stands_below_and_a_bare_one_is_named_by_its_words() {
    let text = "# D\n\n**Format:** `[YYYY-MM-DD] Title`\n\n---\n\n## 2025-09-30\n\n### Layout\n**Decision:** One folder.\n**Rationale:** Near.\n\n### Names\n**Decision:** Short.\n\n## 2025-10-01\n\nWe dropped the second store. It cost too much.\n";
    assert_eq!(
        rows(text),
        [
            (
                "2025-09-30 > Layout".to_owned(),
                "Layout".to_owned(),
                None,
                s("2025-09-30"),
                Standing::Unknown
            ),
            (
                "2025-09-30 > Names".to_owned(),
                "Names".to_owned(),
                None,
                s("2025-09-30"),
                Standing::Unknown
            ),
            (
                "2025-10-01".to_owned(),
                "We dropped the second store".to_owned(),
                None,
                s("2025-10-01"),
                Standing::Unknown
            ),
        ]
    );
}

#[test]
fn several_entries_of_one_day_never_share_an_id() {
    let text = "# D\n\n## 2026-07-07\n\nOne thing was chosen.\n\n## 2026-07-07\n\nAnother thing was chosen.\n\n| Topic | Decision |\n|---|---|\n| A | b |\n| A | c |\n";
    let all = ids(text);
    let unique: HashSet<&String> = all.iter().collect();
    assert_eq!((all.len(), unique.len()), (4, 4), "{all:?}");
}

#[test]
fn chinese_fields_are_read_and_what_would_overturn_it_overturns_nothing() {
    let text = "# 决策\n\n## ADR-001：先求准\n- 状态：已决定\n- 日期：2026-03-20\n- 推翻条件：若 ADR-002 更好。\n- 影响范围：services/a.py\n\n## ADR-002：后求快\n- 状态：已被 ADR-001 取代\n";
    let p = read(text);
    let (a, b) = (&p.records[0], &p.records[1]);
    assert_eq!(
        (a.title.as_str(), a.number.as_deref()),
        ("先求准", Some("1"))
    );
    assert_eq!(
        (a.standing, a.date.as_deref()),
        (Standing::Accepted, Some("2026-03-20"))
    );
    assert!(
        a.links.iter().all(|l| l.cue == super::super::Cue::Mentions),
        "{:?}",
        a.links
    );
    assert_eq!(b.number.as_deref(), Some("2"));
    assert_eq!(b.standing, Standing::Superseded);
}

#[test]
fn what_tells_of_the_log_is_skipped_with_its_line_and_reason() {
    let text = "# D\n\n## How to use this file\n\nAdd one.\n\n### Details\n\nMore.\n\n## Inhaltsverzeichnis\n\n- [A](#a)\n\n## Template (copy this)\n\n### Context\n\nWhy.\n\n## ADR-XXX: <title>\n\n### Status\n\nProposed\n\n## Records\n\n- [A](docs/a.md)\n- [B](docs/b.md): old\n\n## Nothing here\n\n## A\n\nWe do.\n";
    assert_eq!(ids(text), ["A"]);
    let lines: Vec<u32> = skipped(text).into_iter().map(|c| c.0).collect();
    assert_eq!(lines, [3, 7, 11, 15, 17, 21, 23, 27, 32]);
}

#[test]
fn rules_without_time_are_no_decisions() {
    let text = "# Baseline\n\n## Keep\n\n### Proof\n\n- Truth.\n\n## Reject\n\n- Hooks.\n";
    assert!(read(text).records.is_empty());
    assert_eq!(skipped(text).len(), 4);
    let dated = "# Baseline\n\n## Keep\n\n- Truth.\n\n## Reject\n\n- Hooks.\n\n## Use A (May 2026)\n\nWe do.\n";
    assert_eq!(ids(dated).len(), 3);
}

#[test]
fn headings_that_only_gather_are_no_decisions() {
    let text = "# L\n\n## Known issues\n\n### Slow start\n\nIt is slow.\n\n### Late stop\n\nIt is late.\n\n## Use A\n\n### Context\n\nIt hurt.\n\n### Decision\n\nA it is.\n\n### Status\n\nAccepted\n";
    let got: Vec<(String, Standing)> = rows(text).into_iter().map(|r| (r.0, r.4)).collect();
    assert_eq!(
        got,
        [
            ("Known issues > Slow start".to_owned(), Standing::Unknown),
            ("Known issues > Late stop".to_owned(), Standing::Unknown),
            ("Use A".to_owned(), Standing::Accepted),
            ("Use A > Context".to_owned(), Standing::Accepted),
            ("Use A > Decision".to_owned(), Standing::Accepted),
            ("Use A > Status".to_owned(), Standing::Accepted),
        ]
    );
}

#[test]
fn groups_by_standing_give_it_to_their_entries() {
    for (heading, standing) in [
        ("Superseded decisions", Standing::Superseded),
        ("✅ Accepted (2)", Standing::Accepted),
        ("Decisions: rejected", Standing::Rejected),
        ("Abgelehnte", Standing::Unknown),
        ("已废弃的决策", Standing::Deprecated),
        ("提案中", Standing::Proposed),
    ] {
        let text = format!("# L\n\n## {heading}\n\n### One\n\nText.\n\n### Two\n\nStatus: draft\n");
        let got = rows(&text);
        assert_eq!(
            (got.len(), got[0].4, got[1].4),
            (2, standing, Standing::Proposed),
            "{heading}"
        );
    }
}

#[test]
fn a_date_that_cannot_be_or_cannot_be_told_is_noted_with_its_line() {
    let text = "# L\n\n## One (2026-02-30)\n\nText.\n\n## Two (03/04/2026)\n\nText.\n\n## Three\n\n**Date:** soon\n\nText.\n";
    let p = read(text);
    let dates: Vec<Option<&str>> = p.records.iter().map(|r| r.date.as_deref()).collect();
    assert_eq!(dates, [None, Some("2026"), None]);
    let lines: Vec<Option<u32>> = p.coverage.iter().map(|c| c.line).collect();
    assert_eq!(lines.len(), 3, "{:?}", p.coverage);
    assert!(lines.contains(&Some(3)) && lines.contains(&Some(7)) && lines.contains(&Some(13)));
}

#[test]
fn fake_headings_comments_and_fences_hold_no_fields() {
    let text = "# L\n\n## A\n\nText.\n\n````md\n```\n## B\n**Status:** Rejected\n```\n````\n\n~~~\n## C\n~~~\n\n<!--\n## D\nStatus: rejected\n-->\n\n> ## E\n\n- ## F\n";
    let got = rows(text);
    assert_eq!(got.len(), 1);
    assert_eq!(got[0].4, Standing::Unknown);
}

#[test]
fn every_place_that_was_read_can_be_listed_in_the_order_of_lines() {
    let text = "# L\n\nIntro.\n\n## Group\n\n### A\n\nText.\n\n### B\n\nText.\n\n## Template\n\nx\n\n## Rows\n\n| Topic | Decision |\n|---|---|\n| C | d |\n";
    let path = RepoPath::from("DECISIONS.md");
    let all: Vec<(u32, CoverageState, String)> = read(text)
        .by_section(&path)
        .into_iter()
        .map(|c| (c.line.unwrap_or(0), c.state, c.reason))
        .collect();
    let states: Vec<(u32, CoverageState)> = all.iter().map(|c| (c.0, c.1)).collect();
    let read = CoverageState::Read;
    assert_eq!(
        states,
        [
            (1, read),
            (5, read),
            (7, read),
            (11, read),
            (15, CoverageState::Skipped),
            (19, read),
            (23, read)
        ]
    );
    assert_eq!(all[2].2, "“A” is a decision");
}

#[test]
fn the_words_of_a_repository_are_used_everywhere_in_a_log() {
    let settings = super::super::settings::Settings::read(
        "[words.standing]\naccepted = [\"in kraft getreten\"]\n[words.columns]\ndecision = [\"besluit\"]\n[words.months]\n5 = [\"mei\"]\n[words.headings]\nabout = [\"leeswijzer\"]\n",
    )
    .unwrap();
    let text = "# L\n\n## Leeswijzer\n\nx\n\n## A (3 mei 2026)\n\nStatus: In Kraft getreten\n\n## Lijst\n\n| Topic | Besluit |\n|---|---|\n| B | c |\n";
    let reading = Reading {
        kind: SourceKind::Log,
        words: settings.words(),
        memory: None,
    };
    let p = super::super::parse_by(reading, &RepoPath::from("DECISIONS.md"), text.as_bytes());
    let got: Vec<(&str, Option<&str>, Standing)> = p
        .records
        .iter()
        .map(|r| (r.title.as_str(), r.date.as_deref(), r.standing))
        .collect();
    assert_eq!(
        got,
        [
            ("A", Some("2026-05-03"), Standing::Accepted),
            ("B", None, Standing::Unknown)
        ]
    );
}
