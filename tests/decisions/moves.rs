//! Keys of decisions that move: to another number, file, folder, language, or branch and back.

use super::support::*;

fn key(view: &LogView, id: &str) -> String {
    find(view, id).key.to_string()
}

fn record(number: u32, title: &str, words: &str) -> String {
    format!("# {number}. {title}\n\n## Status\n\nAccepted\n\n## Decision\n\n{words}\n")
}

#[test]
fn a_record_that_takes_the_number_of_a_renumbered_one_is_another_decision() {
    let repo = TestRepo::new();
    let queue = record(
        5,
        "Keep the queue in memory",
        "The queue stays in memory because the table locked under load.",
    );
    repo.commit(&[("docs/adr/0005.md", &queue)], "Five");
    let lamps = record(
        5,
        "Paint the lamps",
        "Lamps are green on the first floor, as the eye finds green first.",
    );
    let renumbered = queue
        .replace("# 5.", "# 6.")
        .replace("under load", "under heavy load");
    repo.commit(
        &[
            ("docs/adr/0005.md", &lamps),
            ("docs/adr/0006.md", &renumbered),
        ],
        "Renumber, edit, and put another in its place",
    );
    let (git, log, past) = past_of(&repo);
    let (before, after) = (
        at(&git, &log, &past, "HEAD~1"),
        at(&git, &log, &past, "HEAD"),
    );
    // The file kept its name, and that is all that is known of it: words decide only where the
    // file of one record did not stay.
    let keys = [
        key(&after, "docs/adr/0005.md"),
        key(&after, "docs/adr/0006.md"),
    ];
    assert_ne!(keys[0], keys[1]);
    assert!(keys.contains(&key(&before, "docs/adr/0005.md")));

    let repo = TestRepo::new();
    repo.commit(&[("docs/adr/0005.md", &queue)], "Five");
    let renumbered = queue.replace("# 5.", "# 6.");
    repo.commit(
        &[
            ("docs/adr/0005.md", &lamps),
            ("docs/adr/0006.md", &renumbered),
        ],
        "Renumber and put another in its place",
    );
    let (git, log, past) = past_of(&repo);
    let (before, after) = (
        at(&git, &log, &past, "HEAD~1"),
        at(&git, &log, &past, "HEAD"),
    );
    assert_eq!(
        key(&before, "docs/adr/0005.md"),
        key(&after, "docs/adr/0006.md")
    );
    assert_ne!(
        key(&before, "docs/adr/0005.md"),
        key(&after, "docs/adr/0005.md")
    );
}

#[test]
fn a_folder_that_moves_keeps_every_key_and_old_paths_lead_to_the_new() {
    let repo = TestRepo::new();
    repo.commit(
        &[
            (
                "doc/adr/0001-a.md",
                &record(1, "Keep the queue", "The queue stays in memory."),
            ),
            (
                "doc/adr/0002-b.md",
                &record(2, "Gate the cache", "The cache is gated by turns."),
            ),
        ],
        "Two",
    );
    std::fs::create_dir_all(repo.path().join("docs")).unwrap();
    repo.git(&["mv", "doc/adr", "docs/decisions"]);
    repo.commit(
        &[(
            "docs/decisions/0003-c.md",
            "# 3. Name the file\n\n## Status\n\nAccepted\n\nSupersedes [two](../../doc/adr/0002-b.md)\n",
        )],
        "Move the folder",
    );
    let (git, log, past) = past_of(&repo);
    let (before, after) = (
        at(&git, &log, &past, "HEAD~1"),
        at(&git, &log, &past, "HEAD"),
    );
    for name in ["0001-a.md", "0002-b.md"] {
        let (old, new) = (format!("doc/adr/{name}"), format!("docs/decisions/{name}"));
        assert_eq!(key(&before, &old), key(&after, &new));
        assert_eq!(find(&after, &new).aliases[0].as_str(), old);
    }
    let two = find(&after, "docs/decisions/0002-b.md");
    assert_eq!(two.superseded_by[0].id.as_str(), "docs/decisions/0003-c.md");
}

#[test]
fn an_entry_that_leaves_a_log_for_another_log_or_a_file_of_its_own_keeps_its_key() {
    let repo = TestRepo::new();
    let lamps = "## Lamps (July 2026)\n\nLamps are green on the first floor, as the eye finds green first.\n";
    repo.commit(
        &[(
            "DECISIONS.md",
            &format!("# Log\n\n{QUEUE}\n{CACHE}\n{lamps}"),
        )],
        "Record",
    );
    repo.commit(
        &[
            ("DECISIONS.md", &format!("# Log\n\n{QUEUE}\n{lamps}")),
            ("web/DECISIONS.md", &format!("# The web's log\n\n{CACHE}")),
        ],
        "Split the log",
    );
    let body = lamps.split_once("\n\n").unwrap().1;
    repo.commit(
        &[
            ("DECISIONS.md", &format!("# Log\n\n{QUEUE}")),
            (
                "docs/adr/0001-lamps.md",
                &format!("# 1. Lamps\n\nDate: 2026-07-01\n\n{body}"),
            ),
        ],
        "Give the lamps a file",
    );
    let (git, log, past) = past_of(&repo);
    let first = at(&git, &log, &past, "HEAD~2");
    let split = at(&git, &log, &past, "HEAD~1");
    let last = at(&git, &log, &past, "HEAD");
    let cache = key(&first, "DECISIONS.md#Cache (June 2026)");
    assert_eq!(key(&split, "web/DECISIONS.md#Cache (June 2026)"), cache);
    assert_eq!(
        key(&last, "docs/adr/0001-lamps.md"),
        key(&first, "DECISIONS.md#Lamps (July 2026)")
    );
    assert_eq!(
        key(&last, "DECISIONS.md#Queue (May 2026)"),
        key(&first, "DECISIONS.md#Queue (May 2026)")
    );
    let tracked = past
        .index
        .decisions()
        .iter()
        .find(|t| t.key.to_string() == cache)
        .unwrap();
    assert_eq!(tracked.revisions[0].until, [], "it moved, and did not end");
}

#[test]
fn what_comes_back_has_its_key_again() {
    let repo = TestRepo::new();
    let path = "docs/adr/0001-queue.md";
    let text = record(
        1,
        "Keep the queue in memory",
        "The queue stays in memory because the table locked under load.",
    );
    repo.commit(&[(path, &text)], "Record");
    repo.git(&["rm", "-q", path]);
    repo.commit(
        &[("DECISIONS.md", &format!("# Log\n\n{QUEUE}\n{CACHE}"))],
        "Remove",
    );
    repo.commit(
        &[
            (path, &text.replace("under load", "under any load")),
            ("DECISIONS.md", &format!("# Log\n\n{QUEUE}")),
        ],
        "Bring it back, edited",
    );
    repo.commit(
        &[("DECISIONS.md", &format!("# Log\n\n{QUEUE}\n{CACHE}"))],
        "And the cache",
    );
    let (git, log, past) = past_of(&repo);
    let first = at(&git, &log, &past, "HEAD~3");
    let gone = at(&git, &log, &past, "HEAD~2");
    let last = at(&git, &log, &past, "HEAD");
    assert!(!ids(&gone).contains(&path));
    assert_eq!(key(&last, path), key(&first, path));
    let cache = "DECISIONS.md#Cache (June 2026)";
    assert_eq!(key(&last, cache), key(&gone, cache));
}

#[test]
fn a_copy_of_a_file_is_a_decision_of_its_own() {
    let repo = TestRepo::new();
    let text = record(
        1,
        "Keep the queue in memory",
        "The queue stays in memory because the table locked under load.",
    );
    repo.commit(&[("docs/adr/0001-queue.md", &text)], "Record");
    repo.commit(&[("web/docs/adr/0001-queue.md", &text)], "Copy");
    let (git, log, past) = past_of(&repo);
    let view = at(&git, &log, &past, "HEAD");
    let keys: Vec<String> = view.decisions.iter().map(|d| d.key.to_string()).collect();
    assert_eq!(keys.len(), 2);
    assert_ne!(keys[0], keys[1]);
    assert_eq!(
        key(&view, "docs/adr/0001-queue.md"),
        key(&at(&git, &log, &past, "HEAD~1"), "docs/adr/0001-queue.md")
    );
}

#[test]
fn a_merge_that_changes_a_record_is_read_as_of_it_and_after() {
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
            &base.replace("reads it once", "reads it twice"),
        )],
        "Main",
    );
    repo.git(&["merge", "-q", "--no-commit", "--no-ff", "side"]);
    let slipped = "## Slipped in (July 2026)\n\nThe merge alone says that lamps are green on the first floor.\n";
    let merged = std::fs::read_to_string(repo.path().join("DECISIONS.md")).unwrap();
    let merge = repo.commit(
        &[(
            "DECISIONS.md",
            &format!(
                "{}\n{slipped}",
                merged.replace("Every worker", "Each worker")
            ),
        )],
        "Merge side, and slip something in",
    );
    assert_eq!(
        repo.git(&["rev-list", "--parents", "-n1", "HEAD"])
            .split(' ')
            .count(),
        3
    );
    let text = std::fs::read_to_string(repo.path().join("DECISIONS.md")).unwrap();
    repo.commit(
        &[(
            "DECISIONS.md",
            &text.replace("lamps are green", "lamps are blue"),
        )],
        "After",
    );
    let (git, log, past) = past_of(&repo);
    let (base, merged, after) = (
        at(&git, &log, &past, "HEAD~2"),
        at(&git, &log, &past, &merge),
        at(&git, &log, &past, "HEAD"),
    );
    let queue = "DECISIONS.md#Queue (May 2026)";
    let new = "DECISIONS.md#Slipped in (July 2026)";
    for view in [&merged, &after] {
        assert_eq!(key(view, queue), key(&base, queue));
        assert!(!find(view, queue).provisional);
        assert_eq!(
            find(view, queue).revised_in.as_ref().unwrap().as_str(),
            merge
        );
    }
    assert_eq!(key(&merged, new), key(&after, new));
    assert_eq!(
        find(&after, new).source.commit.as_ref().unwrap().as_str(),
        merge
    );
}

#[test]
fn an_entry_of_one_side_stays_itself_where_the_other_side_moved_the_file() {
    let repo = TestRepo::new();
    let base = format!("# Log\n\n{QUEUE}\n{CACHE}");
    repo.commit(&[("DECISIONS.md", &base)], "Record");
    repo.git(&["checkout", "-q", "-b", "side"]);
    let lamps = "## Lamps (July 2026)\n\nLamps are green on the first floor, as the eye finds green first.\n";
    let side = repo.commit(&[("DECISIONS.md", &format!("{base}\n{lamps}"))], "Side");
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["mv", "DECISIONS.md", "decision-log.md"]);
    repo.commit(
        &[(
            "decision-log.md",
            &base.replace("reads it once", "reads it twice"),
        )],
        "Move",
    );
    repo.git(&["merge", "-q", "--no-edit", "side"]);
    let (git, log, past) = past_of(&repo);
    let (on_side, merged) = (at(&git, &log, &past, &side), at(&git, &log, &past, "HEAD"));
    assert_eq!(
        key(&merged, "decision-log.md#Lamps (July 2026)"),
        key(&on_side, "DECISIONS.md#Lamps (July 2026)")
    );
}

#[test]
fn two_branches_that_give_one_number_keep_two_decisions() {
    let repo = TestRepo::new();
    repo.commit(&[("README.md", "x")], "Start");
    repo.git(&["checkout", "-q", "-b", "side"]);
    let side = repo.commit(
        &[(
            "docs/adr/0112-queue.md",
            &record(112, "Queue", "The queue stays in memory."),
        )],
        "Queue",
    );
    repo.git(&["checkout", "-q", "main"]);
    let main = repo.commit(
        &[(
            "docs/adr/0112-cache.md",
            &record(112, "Cache", "The cache is gated by turns."),
        )],
        "Cache",
    );
    repo.git(&["merge", "-q", "--no-edit", "side"]);
    let (git, log, past) = past_of(&repo);
    let merged = at(&git, &log, &past, "HEAD");
    assert_eq!(
        ids(&merged),
        ["docs/adr/0112-cache.md", "docs/adr/0112-queue.md"]
    );
    for (rev, id) in [
        (&main, "docs/adr/0112-cache.md"),
        (&side, "docs/adr/0112-queue.md"),
    ] {
        assert_eq!(key(&merged, id), key(&at(&git, &log, &past, rev), id));
    }
    let both = merged
        .coverage
        .iter()
        .filter(|c| c.reason.contains("“ADR 112” is ambiguous"));
    assert_eq!(both.count(), 2);
}

#[test]
fn keys_and_ids_stay_when_a_heading_a_file_or_a_date_is_added_elsewhere() {
    let repo = TestRepo::new();
    let parts = "### Why\n\nTime drifts on small hosts.\n";
    repo.commit(
        &[
            ("DECISIONS.md", &format!("# Log\n\n{CACHE}\n{parts}")),
            (
                "docs/adr/20260601-a.md",
                "# A\n\nThe queue stays in memory.\n",
            ),
        ],
        "Record",
    );
    let more = "### Why\n\nThe table locked under load.\n";
    repo.commit(
        &[
            (
                "DECISIONS.md",
                &format!("# Log\n\n{QUEUE}\n{more}\n{CACHE}\n{parts}"),
            ),
            (
                "docs/adr/20260601-0.md",
                "# Zero\n\nThe cache is gated by turns.\n",
            ),
        ],
        "Add before each of them",
    );
    let (git, log, past) = past_of(&repo);
    let (before, after) = (
        at(&git, &log, &past, "HEAD~1"),
        at(&git, &log, &past, "HEAD"),
    );
    assert_eq!(before.decisions.len(), 3);
    for d in &before.decisions {
        assert_eq!(find(&after, d.id.as_str()).key, d.key, "{}", d.id);
    }
    assert_eq!(after.decisions.len(), 6);
}

#[test]
fn keys_are_provisional_in_a_shallow_clone_and_the_same_as_of_each_of_its_commits() {
    let repo = TestRepo::new();
    repo.commit(
        &[("DECISIONS.md", &format!("# Log\n\n{QUEUE}\n{CACHE}"))],
        "Record",
    );
    repo.commit(&[("a.txt", "1")], "Other");
    repo.commit(&[("a.txt", "2")], "Other");
    repo.commit(
        &[(
            "DECISIONS.md",
            &format!("# Log\n\n{QUEUE}\n{}", CACHE.replace("small", "all")),
        )],
        "Edit",
    );
    let clone = repo.beside("shallow");
    let url = format!("file://{}", repo.path().display());
    testkit::git(
        repo.path(),
        &["clone", "-q", "--depth", "3", &url, clone.to_str().unwrap()],
    );
    let git = Repo::open(&clone).unwrap();
    let log = DecisionLog::new();
    let past = Past::read(&git, &log, &[git.head().unwrap()], |_| {}).unwrap();
    let mut seen = std::collections::HashSet::new();
    for rev in ["HEAD~2", "HEAD~1", "HEAD"] {
        let view = at(&git, &log, &past, rev);
        assert_eq!(view.decisions.len(), 2, "{rev}");
        assert!(view.decisions.iter().all(|d| d.provisional), "{rev}");
        seen.insert(
            view.decisions
                .iter()
                .map(|d| d.key.to_string())
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!(seen.len(), 1);
}

#[test]
fn a_record_that_is_translated_in_place_stays_itself() {
    let repo = TestRepo::new();
    let english = format!("# Log\n\n{QUEUE}\n{CACHE}");
    repo.commit(
        &[
            (
                "docs/adr/0001-queue.md",
                &record(1, "Keep the queue", "The queue stays in memory."),
            ),
            ("DECISIONS.md", &english),
        ],
        "Record",
    );
    let german = "# Protokoll\n\n## Warteschlange (Mai 2026)\n\nDie Warteschlange bleibt im Speicher, weil die Tabelle unter Last gesperrt war.\nJeder liest sie nur ein Mal.\n\n## Zwischenspeicher (Juni 2026)\n\nDer Zwischenspeicher hängt an den Runden und nicht an der Zeit, weil die Uhr auf kleinen Rechnern driftet.\n";
    repo.commit(
        &[
            ("docs/adr/0001-queue.md", "# 1. Die Warteschlange bleibt\n\n## Status\n\nAkzeptiert\n\n## Entscheidung\n\nDie Warteschlange bleibt im Speicher.\n"),
            ("DECISIONS.md", german),
        ],
        "Translate",
    );
    let (git, log, past) = past_of(&repo);
    let (before, after) = (
        at(&git, &log, &past, "HEAD~1"),
        at(&git, &log, &past, "HEAD"),
    );
    let keys = |v: &LogView| {
        v.decisions
            .iter()
            .map(|d| d.key.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&before), keys(&after));
    assert_eq!(
        find(&after, "docs/adr/0001-queue.md").standing,
        Standing::Accepted
    );
}
