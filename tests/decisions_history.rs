//! Decisions over real history: keys, revisions, as of a commit, blame.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

use rguard::decisions::{
    Collector, DecisionLog, Mining, Moment, Past, RevisionIndex, Strength, past,
};
use rguard::history::{CommitIndex, Merges, Repo, WalkOptions, walk};
use rguard::model::{CommitId, Decision, LogView, Standing, SupersessionState};
use testkit::TestRepo;

fn past_of(repo: &TestRepo) -> (Repo, DecisionLog, Past) {
    let git = Repo::open(repo.path()).unwrap();
    let log = DecisionLog::new();
    let tips: Vec<CommitId> = repo
        .git(&["for-each-ref", "--format=%(objectname)", "refs/heads"])
        .lines()
        .map(CommitId::from)
        .collect();
    let head = git.head().unwrap();
    let mut all = vec![head];
    all.extend(tips);
    let past = Past::read(&git, &log, &all, |_| {}).unwrap();
    (git, log, past)
}

fn at(git: &Repo, log: &DecisionLog, past: &Past, rev: &str) -> LogView {
    let commit = git.resolve(rev).unwrap();
    past.as_of(git, log, &commit, Strength::Stated)
        .unwrap()
        .view
}

fn find<'a>(view: &'a LogView, id: &str) -> &'a Decision {
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

const QUEUE: &str = "## Queue (May 2026)\n\nThe queue stays in memory because the table locked under load.\nEvery worker reads it once.\n";
const CACHE: &str = "## Cache (June 2026)\n\nThe cache is gated by turns, never by time, since time drifts on small hosts.\n";

#[test]
fn a_key_survives_edit_retitle_move_and_deletion_and_old_ids_are_aliases() {
    let repo = TestRepo::new();
    let first = repo.commit(
        &[("DECISIONS.md", &format!("# Log\n\n{QUEUE}\n{CACHE}"))],
        "Record",
    );
    let edited = QUEUE.replace("under load", "under heavy load");
    repo.commit(
        &[("DECISIONS.md", &format!("# Log\n\n{edited}\n{CACHE}"))],
        "Edit",
    );
    let retitled = edited.replace("## Queue (May 2026)", "## The work list stays small");
    repo.commit(
        &[("DECISIONS.md", &format!("# Log\n\n{CACHE}\n{retitled}"))],
        "Retitle and reorder",
    );
    repo.git(&["mv", "DECISIONS.md", "decision_log.md"]);
    repo.commit(&[], "Move");
    repo.commit(
        &[("decision_log.md", &format!("# Log\n\n{CACHE}"))],
        "Drop the queue",
    );
    let (git, log, past) = past_of(&repo);
    let old = at(&git, &log, &past, &first);
    let key = find(&old, "DECISIONS.md#Queue (May 2026)").key.clone();
    let moved = at(&git, &log, &past, "HEAD~1");
    let d = find(&moved, "decision_log.md#The work list stays small");
    assert_eq!(d.key, key);
    let aliases: Vec<&str> = d.aliases.iter().map(|a| a.as_str()).collect();
    assert_eq!(
        aliases,
        [
            "DECISIONS.md#Queue (May 2026)",
            "DECISIONS.md#The work list stays small"
        ]
    );
    assert_eq!(
        d.source.commit.as_ref().map(|c| c.as_str()),
        Some(first.as_str())
    );
    assert!(!d.provisional);
    // As of the first commit it has none of its later names.
    assert!(
        find(&old, "DECISIONS.md#Queue (May 2026)")
            .aliases
            .is_empty()
    );
    let now = at(&git, &log, &past, "HEAD");
    assert!(now.decisions.iter().all(|d| d.key != key));
    let gone = past
        .index
        .decisions()
        .iter()
        .find(|t| t.key == key)
        .unwrap();
    let last = gone.revisions.last().unwrap();
    assert_eq!(last.until, [git.head().unwrap()]);
    assert_eq!(gone.revisions.len(), 3);
}

#[test]
fn a_renumbered_record_keeps_its_key_even_when_git_sees_no_rename() {
    let repo = TestRepo::new();
    let text =
        "# 0. Use services\n\n## Status\n\nProposed\n\n## Decision\n\nControllers call services.\n";
    repo.commit(&[("docs/adr/0000-services.md", text)], "ADR");
    repo.git(&["rm", "-q", "docs/adr/0000-services.md"]);
    let much = format!(
        "{}\n## Consequences\n\n{}",
        text.replace("# 0.", "# 11.")
            .replace("Proposed", "Accepted"),
        "More words here now. ".repeat(60)
    );
    repo.commit(&[("docs/adr/0011-services.md", &much)], "Number it");
    let (git, log, past) = past_of(&repo);
    let before = at(&git, &log, &past, "HEAD~1");
    let after = at(&git, &log, &past, "HEAD");
    let (a, b) = (
        find(&before, "docs/adr/0000-services.md"),
        find(&after, "docs/adr/0011-services.md"),
    );
    assert_eq!(a.key, b.key);
    assert_eq!(
        (a.standing, b.standing),
        (Standing::Proposed, Standing::Accepted)
    );
    assert_eq!(b.aliases[0].as_str(), "docs/adr/0000-services.md");
}

#[test]
fn another_record_in_place_of_a_removed_one_is_another_decision() {
    let repo = TestRepo::new();
    repo.commit(
        &[(
            "docs/adr/0001-a.md",
            "# 1. Paint it green\n\nThe roof is green.\n",
        )],
        "A",
    );
    repo.git(&["rm", "-q", "docs/adr/0001-a.md"]);
    repo.commit(
        &[(
            "docs/adr/0002-b.md",
            "# 2. Call services\n\nControllers call services instead.\n",
        )],
        "B",
    );
    let (git, log, past) = past_of(&repo);
    let (a, b) = (
        at(&git, &log, &past, "HEAD~1"),
        at(&git, &log, &past, "HEAD"),
    );
    assert_ne!(a.decisions[0].key, b.decisions[0].key);
}

#[test]
fn branches_keep_their_own_lines_and_a_merge_combines_them() {
    let repo = TestRepo::new();
    let base = format!("# Log\n\n{QUEUE}\n{CACHE}");
    repo.commit(&[("DECISIONS.md", &base)], "Record");
    repo.git(&["checkout", "-q", "-b", "side"]);
    let side = base.replace(
        "since time drifts on small hosts",
        "since time drifts on all hosts",
    );
    let side_commit = repo.commit(&[("DECISIONS.md", &side)], "Side edit");
    repo.git(&["checkout", "-q", "main"]);
    let main = base.replace(
        "# Log\n",
        "# Log\n\n## New on main\n\nThis stands on main only, and says so.\n",
    );
    let main_commit = repo.commit(&[("DECISIONS.md", &main)], "Main edit");
    repo.git(&["merge", "-q", "--no-edit", "side"]);
    let after = repo.git(&["show", "HEAD:DECISIONS.md"]);
    repo.commit(
        &[(
            "DECISIONS.md",
            &after.replace("reads it once", "reads it twice"),
        )],
        "After the merge",
    );
    let (git, log, past) = past_of(&repo);
    let (m, s, merged, last) = (
        at(&git, &log, &past, &main_commit),
        at(&git, &log, &past, &side_commit),
        at(&git, &log, &past, "HEAD~1"),
        at(&git, &log, &past, "HEAD"),
    );
    let cache = "DECISIONS.md#Cache (June 2026)";
    let key = &find(&m, cache).key;
    for view in [&s, &merged, &last] {
        assert_eq!(&find(view, cache).key, key);
    }
    assert_eq!(
        find(&merged, cache).revised_in.as_ref().map(|c| c.as_str()),
        Some(side_commit.as_str())
    );
    assert_eq!(
        find(&merged, "DECISIONS.md#New on main")
            .revised_in
            .as_ref()
            .map(|c| c.as_str()),
        Some(main_commit.as_str())
    );
    assert!(
        s.decisions
            .iter()
            .all(|d| d.id.as_str() != "DECISIONS.md#New on main")
    );
    assert_eq!(last.decisions.len(), 3);
    assert_eq!(
        find(&last, "DECISIONS.md#Queue (May 2026)").key,
        find(&m, "DECISIONS.md#Queue (May 2026)").key
    );
}

#[test]
fn a_walk_that_tells_no_files_of_merges_gives_the_same_keys() {
    let repo = TestRepo::new();
    let base = format!("# Log\n\n{QUEUE}\n{CACHE}");
    repo.commit(&[("DECISIONS.md", &base)], "Record");
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.commit(
        &[("DECISIONS.md", &base.replace("small hosts", "all hosts"))],
        "Side",
    );
    repo.git(&["checkout", "-q", "main"]);
    repo.commit(
        &[(
            "DECISIONS.md",
            &base.replace(
                "# Log\n",
                "# Log\n\n## Top\n\nSomething new stands on top of the log.\n",
            ),
        )],
        "Main",
    );
    repo.git(&["merge", "-q", "--no-edit", "side"]);
    let after = repo.git(&["show", "HEAD:DECISIONS.md"]);
    repo.commit(
        &[(
            "DECISIONS.md",
            &after.replace("reads it once", "reads it twice, at most"),
        )],
        "After",
    );
    let (git, log, full) = past_of(&repo);
    let head = git.head().unwrap();
    let mut commits = CommitIndex::new();
    let mut collector = Collector::new(&git, rguard::decisions::Folders::default());
    let options = WalkOptions {
        merges: Merges::NoFiles,
        ..WalkOptions::default()
    };
    walk(
        &git,
        std::slice::from_ref(&head),
        &mut commits,
        options,
        |c, _, _| collector.add(&c),
    )
    .unwrap();
    let folders = collector.folders().clone();
    let mut index = RevisionIndex::new(git.root_commit(&head).unwrap(), false);
    log.track(&mut index, &collector.versions, &folders, |b| {
        past::blob_of(&git, b)
    });
    let bare = Past {
        commits,
        index,
        mining: Mining::default(),
    };
    let keys = |p: &Past| -> Vec<String> {
        at(&git, &log, p, "HEAD")
            .decisions
            .iter()
            .filter(|d| d.source.path.is_some())
            .map(|d| d.key.to_string())
            .collect()
    };
    assert_eq!(keys(&full), keys(&bare));
}

#[test]
fn an_index_extended_step_by_step_and_stored_between_equals_one_made_at_once() {
    let repo = TestRepo::new();
    let mut text = "# Log\n".to_owned();
    for n in 0..6 {
        text = text.replace("# Log\n", &format!("# Log\n\n## Entry {n} about topic{n}\n\nWe keep part{n} apart because of reason{n}.\n"));
        repo.commit(&[("DECISIONS.md", &text)], "More");
    }
    let (git, log, past) = past_of(&repo);
    let head = git.head().unwrap();
    let mut commits = CommitIndex::new();
    let mut collector = Collector::new(&git, rguard::decisions::Folders::default());
    walk(
        &git,
        &[head],
        &mut commits,
        WalkOptions::default(),
        |c, _, _| collector.add(&c),
    )
    .unwrap();
    let folders = collector.folders().clone();
    let mut index = RevisionIndex::new(past.index.root().clone(), false);
    for v in &collector.versions {
        log.track(&mut index, std::slice::from_ref(v), &folders, |b| {
            past::blob_of(&git, b)
        });
        let stored = serde_json::to_string(&index).unwrap();
        index = serde_json::from_str(&stored).unwrap();
    }
    assert_eq!(index, past.index);
    assert_eq!(index.decisions().len(), 6);
}

#[test]
fn the_recording_commit_agrees_with_git_blame_of_the_lines() {
    let repo = TestRepo::new();
    repo.commit(&[("DECISIONS.md", &format!("# Log\n\n{QUEUE}"))], "One");
    repo.commit(
        &[("DECISIONS.md", &format!("# Log\n\n{QUEUE}\n{CACHE}"))],
        "Two",
    );
    repo.commit(
        &[(
            "DECISIONS.md",
            &format!("# Log\n\n## Top\n\nA new one is on top of all now.\n\n{QUEUE}\n{CACHE}"),
        )],
        "Three",
    );
    repo.commit(
        &[(
            "DECISIONS.md",
            &format!(
                "# Log\n\n## Top\n\nA new one is on top of all now.\n\n{}\n{CACHE}",
                QUEUE.replace("once", "twice")
            ),
        )],
        "Four",
    );
    let (git, log, past) = past_of(&repo);
    let view = at(&git, &log, &past, "HEAD");
    assert_eq!(view.decisions.len(), 3);
    for d in &view.decisions {
        let lines = d.source.lines.unwrap();
        let range = format!("-L{},{}", lines.start, lines.end);
        let blamed = repo.git(&[
            "blame",
            "-s",
            "--abbrev=39",
            &range,
            "HEAD",
            "--",
            "DECISIONS.md",
        ]);
        let ord = |sha: &str| past.commits.ord(&CommitId::from(sha)).unwrap();
        let newest = blamed
            .lines()
            .map(|l| l.split_whitespace().next().unwrap().trim_start_matches('^'))
            .map(|sha| git.resolve(sha).unwrap())
            .max_by_key(|sha| ord(sha.as_str()))
            .unwrap();
        assert_eq!(d.revised_in.as_ref(), Some(&newest), "{}", d.id);
    }
}

#[test]
fn mempalace_224_a_deleted_record_is_history_and_not_live() {
    let repo = TestRepo::new();
    let first = repo.commit(
        &[("docs/adr/0001-a.md", "# 1. A\n\n## Status\n\nAccepted\n")],
        "A",
    );
    repo.git(&["rm", "-q", "docs/adr/0001-a.md"]);
    let gone = repo.commit(&[], "Remove");
    let (git, log, past) = past_of(&repo);
    assert_eq!(at(&git, &log, &past, "HEAD").decisions, []);
    assert_eq!(at(&git, &log, &past, &first).decisions.len(), 1);
    assert_eq!(
        past.index.decisions()[0].revisions[0].until,
        [CommitId(gone)]
    );
}

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
        "Write the log in one piece\n\nWe chose one write rather than many, so that a crash leaves a whole line.\n",
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
        ran.err.contains("“nowhere” does not name a commit"),
        "{}",
        ran.err
    );
}
