//! Keys and revisions over history.

use super::support::*;

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
    log.track(&mut index, &collector.versions(), &folders, |b| {
        past::blob_of(&git, b)
    });
    let bare = Past {
        commits,
        index,
        mining: Mining::default(),
        folders,
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
    for v in &collector.versions() {
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
