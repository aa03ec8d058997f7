//! The records that come with rguard, read by rguard: its own, and the demo's.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

use rguard::commands::demo::build::{build_demo, next_act};
use rguard::decisions::{Cue, LinkPlace, Record, SourceKind, parse};
use rguard::extract::{Facts, Passage, facts, mentions::Known};
use rguard::model::{Outcome, Standing};
use testkit::run::Home;

fn read(kind: SourceKind, path: &str, bytes: &[u8]) -> Vec<Record> {
    let parsed = parse(kind, &path.into(), bytes);
    assert_eq!(parsed.coverage, [], "{path}");
    parsed.records
}

fn one<'a>(records: &'a [Record], title: &str) -> &'a Record {
    let titles: Vec<&str> = records.iter().map(|r| r.title.as_str()).collect();
    records
        .iter()
        .find(|r| r.title == title)
        .unwrap_or_else(|| panic!("{title}: {titles:?}"))
}

fn facts_of(record: &Record) -> Facts {
    facts(&Passage::of(&record.text), &Known::anything()).0
}

#[test]
fn rguards_own_record_is_read_whole() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/.github/DECISIONS.md");
    let records = read(
        SourceKind::Log,
        ".github/DECISIONS.md",
        &std::fs::read(path).unwrap(),
    );
    let entries: Vec<&Record> = records.iter().filter(|r| r.part_of.is_none()).collect();
    assert!(entries.len() >= 7, "{}", entries.len());
    for record in &records {
        assert_ne!(record.standing, Standing::Unknown, "{}", record.title);
        assert!(record.date.is_some(), "{}", record.title);
    }
    let engine = one(&records, "Start the graph engine ourselves");
    assert!(!facts_of(engine).alternatives.is_empty());
    assert!(
        !facts_of(one(&records, "What was measured"))
            .measurements
            .is_empty()
    );
}

#[test]
fn the_demos_log_says_what_the_story_needs() {
    let home = Home::new();
    let dir = home.path().join("demo");
    build_demo(&dir).unwrap();
    let log = || {
        read(
            SourceKind::Log,
            "DECISIONS.md",
            &std::fs::read(dir.join("DECISIONS.md")).unwrap(),
        )
    };
    let adr = |name: &str| {
        let path = format!("docs/adr/{name}.md");
        read(
            SourceKind::Adr,
            &path,
            &std::fs::read(dir.join(&path)).unwrap(),
        )
        .remove(0)
    };

    let one_after_another = "Open the doors of one column one after another";
    let first = log();
    let older = one(&first, one_after_another);
    assert_eq!(
        (older.standing, older.date.as_deref()),
        (Standing::Accepted, Some("2025-03-04"))
    );
    let tried = facts_of(one(&first, "A bigger capacitor did not help")).experiments;
    assert!(
        tried.iter().any(|e| e.outcome == Outcome::Disproven),
        "{tried:?}"
    );
    let codes = facts_of(one(
        &first,
        "Codes have six digits and never start with zero",
    ));
    assert_eq!(codes.alternatives.len(), 2, "{:?}", codes.alternatives);

    let poll = adr("0002-poll-the-cloud");
    assert_eq!(poll.standing, Standing::Superseded);
    let hold = adr("0003-hold-one-connection");
    assert_eq!(hold.standing, Standing::Accepted);
    assert!(
        hold.links
            .iter()
            .any(|l| l.cue == Cue::Supersedes && l.place == LinkPlace::Field)
    );

    next_act(&dir).unwrap();
    let second = log();
    assert_eq!(
        one(&second, one_after_another).standing,
        Standing::Superseded
    );
    let newer = one(&second, "Open the doors of revision C 40 ms apart");
    assert_eq!(newer.standing, Standing::Accepted);
    assert!(
        newer
            .links
            .iter()
            .any(|l| l.cue == Cue::Supersedes && l.place == LinkPlace::Field),
        "{:?}",
        newer.links
    );
    let limits = facts_of(newer).limits;
    assert_eq!(limits.len(), 1, "{limits:?}");
    assert_eq!(limits[0].scope, "for cabinets of revision A and B");
}
