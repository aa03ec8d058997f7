//! The log as of a commit of a real history.

use super::support::*;

#[test]
fn prose_that_ends_an_older_record_proposes_and_the_standing_stays() {
    let repo = TestRepo::new();
    repo.commit(&[("docs/adr/0008-restricted-deletion.md", "# 8. Restricted deletion\n\n## Status\n\nAccepted\n\n## Decision\n\nEvery foreign key restricts deletion of its parent row.\n")], "ADR 8");
    repo.commit(&[("docs/adr/0013-permitted-deletion.md", "# 13. Permitted deletion\n\n## Context\n\n[ADR 8][ADR-8] explained the rule.\n\n## Status\n\nAccepted\n\n## Consequences\n\nWe no longer hold that a foreign key must always restrict deletion.\n\n[ADR-8]: https://example.org/o/r/blob/main/docs/adr/0008-restricted-deletion.md\n")], "ADR 13");
    repo.commit(&[("docs/adr/0014-other.md", "# 14. Other\n\n## Status\n\nAccepted\n\nAs in ADR 8, a foreign key restricts deletion here too.\n")], "ADR 14");
    let (git, log, past) = past_of(&repo);
    let view = at(&git, &log, &past, "HEAD");
    let old = find(&view, "docs/adr/0008-restricted-deletion.md");
    assert_eq!(old.standing, Standing::Accepted);
    assert_eq!(old.superseded_by.len(), 1);
    let s = &old.superseded_by[0];
    assert_eq!(
        (s.state, s.id.as_str()),
        (
            SupersessionState::Proposed,
            "docs/adr/0013-permitted-deletion.md"
        )
    );
    assert_eq!(
        s.quote.as_ref().unwrap().text,
        "We no longer hold that a foreign key must always restrict deletion."
    );
    assert_eq!(s.quote.as_ref().unwrap().lines.unwrap().start, 13);
}

#[test]
fn a_message_that_decides_is_inferred_and_its_revert_takes_it_back_from_then_on() {
    let repo = TestRepo::new();
    let said = repo.commit(&[("a.rs", "1")], "Keep the queue in memory\n\nWe tried a table, which caused lock waits, so that every worker stalled.\n");
    repo.commit(
        &[("a.rs", "2")],
        &format!("Revert \"Keep the queue in memory\"\n\nThis reverts commit {said}.\n"),
    );
    let (git, log, past) = past_of(&repo);
    let id = format!("commit:{said}");
    let before = at(&git, &log, &past, &said);
    assert_eq!(find(&before, &id).standing, Standing::Unknown);
    let after = at(&git, &log, &past, "HEAD");
    let d = find(&after, &id);
    assert_eq!(
        (d.standing, d.superseded_by.len()),
        (Standing::Superseded, 1)
    );
    assert!(d.text.starts_with("Keep the queue in memory\n\nWe tried"));
}

#[test]
fn facts_of_a_message_that_are_read_late_are_those_that_the_log_has() {
    let repo = TestRepo::new();
    repo.commit(
        &[("notes.txt", "1")],
        "Keep the queue in memory\n\nWe decided to use a ring buffer instead of a table because the table waited\n340 ms for its lock. `drain_queue` must stay. We tried two tables, which did not help.\n",
    );
    let second = repo.commit(
        &[("notes.txt", "2")],
        "Write the log in one piece\n\nWe chose one write rather than a journal, so that a crash leaves a whole line.\n",
    );
    let (git, log, past) = past_of(&repo);
    let head = git.resolve(&second).unwrap();
    // The tree holds no source: the log is what the messages state.
    let whole = at(&git, &log, &past, "HEAD").decisions;
    let ancestors = past.commits.ancestors(&head).unwrap();
    let contains = |ord: u32| ancestors.contains(ord);
    let moment = Moment {
        commit: &head,
        contains: &contains,
        least: Strength::Stated,
    };
    let fresh = DecisionLog::new();
    let mut late = fresh.stated(&past.index, &past.mining, &moment).decisions;
    assert!(late.iter().all(|d| d.alternatives.is_empty()));
    late.iter_mut().for_each(|d| fresh.add_facts(d));
    assert_eq!(late, whole);
    assert!(whole.len() == 2 && whole.iter().all(|d| !d.alternatives.is_empty()));
    assert!(whole.iter().any(|d| !d.measurements.is_empty()));
}

#[test]
fn the_log_prints_text_and_json_as_of_a_commit_without_any_engine() {
    let repo = TestRepo::new();
    let first = repo.commit(&[("DECISIONS.md", &format!("# Log\n\n{QUEUE}"))], "Record");
    repo.commit(
        &[
            ("DECISIONS.md", &format!("# Log\n\n{QUEUE}\n{CACHE}")),
            ("docs/adr/0001-bad.md", "\u{1b}]0;owned\u{7}\u{0}"),
        ],
        "More",
    );
    let home = testkit::run::Home::new();
    let ran = home.run(repo.path(), &["log", "--coverage"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    assert!(ran.out.starts_with("2 decisions as of "), "{}", ran.out);
    assert!(
        ran.out.contains("2026-05        unknown     Queue\n"),
        "{}",
        ran.out
    );
    assert!(
        ran.out
            .contains("skipped  docs/adr/0001-bad.md:1  it holds a NUL byte"),
        "{}",
        ran.out
    );
    let ran = home.run(repo.path(), &["log", "--as-of", &first, "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["as_of"], first.as_str());
    let list = json["decisions"].as_array().unwrap();
    assert_eq!(list.len(), 1);
    assert_eq!(list[0]["id"], "DECISIONS.md#Queue (May 2026)");
    assert_eq!(list[0]["source"]["lines"], serde_json::json!([3, 6]));
    let ran = home.run(repo.path(), &["log", "--as-of", "nowhere"]);
    assert_eq!(ran.code, 3);
    assert!(
        ran.err.contains("There is no commit or date “nowhere”"),
        "{}",
        ran.err
    );
}
