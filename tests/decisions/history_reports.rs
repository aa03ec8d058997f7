//! Reports of other tools that need a history.

use super::support::*;

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
        [CommitId(gone.clone())]
    );
    // What still names it is told what became of it.
    repo.commit(
        &[(
            "docs/adr/0002-b.md",
            "# 2. B\n\n## Status\n\nAccepted\n\nSupersedes [1. A](0001-a.md)\n",
        )],
        "B",
    );
    let (git, log, past) = past_of(&repo);
    let view = at(&git, &log, &past, "HEAD");
    let words = format!("names docs/adr/0001-a.md, which {} took out", &gone[..10]);
    assert!(
        covered(&view, "docs/adr/0002-b.md", &words),
        "{:?}",
        view.coverage
    );
}

#[test]
fn backstage_15475_the_log_of_a_repository_with_an_unreadable_record_exits_with_zero() {
    let repo = TestRepo::new();
    for n in 1..10 {
        repo.write(
            &format!("docs/adr/000{n}-a.md"),
            format!("# {n}. A{n}\n\nText.\n"),
        );
    }
    repo.write("docs/adr/0010-bad.md", b"---\nstatus: [\n---\n# \xff\xfe\n");
    repo.commit(&[], "Ten, of which one cannot be read");
    let ran = testkit::run::Home::new().run(repo.path(), &["log", "--format", "json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["decisions"].as_array().unwrap().len(), 9);
    let bad = json["coverage"].as_array().unwrap().iter();
    let mut bad = bad.filter(|c| c["path"] == "docs/adr/0010-bad.md");
    let line = bad.next().unwrap();
    assert_eq!(
        (&line["state"], &line["line"]),
        (&"skipped".into(), &4.into())
    );
}

#[test]
fn gitui_271_2713_a_lock_or_a_missing_object_costs_one_file_and_not_the_log() {
    let repo = TestRepo::new();
    let lost = "# 2. Y\n\n## Status\n\nAccepted\n";
    repo.commit(
        &[
            ("docs/adr/0001-x.md", "# 1. X\n\n## Status\n\nAccepted\n"),
            ("docs/adr/0002-y.md", lost),
        ],
        "Two",
    );
    repo.commit(
        &[("docs/adr/0003-z.md", "# 3. Z\n\n## Status\n\nAccepted\n")],
        "Three",
    );
    let blob = repo.git(&["rev-parse", "HEAD:docs/adr/0002-y.md"]);
    let object = repo
        .path()
        .join(".git/objects")
        .join(&blob[..2])
        .join(&blob[2..]);
    std::fs::remove_file(object).unwrap();
    std::fs::write(repo.path().join(".git/index.lock"), "").unwrap();
    let (git, log, past) = past_of(&repo);
    let view = at(&git, &log, &past, "HEAD");
    assert_eq!(ids(&view), ["docs/adr/0001-x.md", "docs/adr/0003-z.md"]);
    let line = view
        .coverage
        .iter()
        .find(|c| c.path.to_string() == "docs/adr/0002-y.md")
        .unwrap();
    assert_eq!(line.state, CoverageState::Skipped);
    assert!(line.reason.contains(&blob[..7]), "{}", line.reason);
    assert!(repo.path().join(".git/index.lock").exists());
}

#[test]
fn repowise_605_trace_mcp_231_a_title_or_half_a_sentence_is_no_decision() {
    let repo = TestRepo::new();
    repo.commit(&[("a.rs", "1")], "Use Redis");
    repo.commit(&[("a.rs", "2")], "because of the");
    repo.commit(&[("a.rs", "3")], "Tidy\n\nbecause of the");
    let said = repo.commit(
        &[("a.rs", "4")],
        "Keep the queue in memory\n\nWe decided against a table because it locked under load.\n",
    );
    let (git, log, past) = past_of(&repo);
    let view = at(&git, &log, &past, "HEAD");
    assert_eq!(ids(&view), [format!("commit:{said}")]);
    assert!(view.decisions[0].text.contains("because it locked"));
}

#[test]
fn ariakit_7331_hive_6606_trailers_are_those_that_git_itself_finds() {
    let repo = TestRepo::new();
    for message in [
        "One\n\nProse.\n\nConstraint: keep it small\nRejected: a table | it locks\n",
        "Two\n\nConstraint: keep it small\n\nProse after it.\n",
        "Three\n\nProse.\n\n---\n\nConstraint: below a rule\n",
        "Four\n\nProse.\n\nConstraint: folded\n over two lines\n",
        "Five\n\nProse.\n\nconstraint: lower\nConstraint: upper\nCONSTRAINT: again\n",
        "Fix: x\n",
        "Title alone\n",
    ] {
        let id = CommitId(repo.commit(&[("a", message)], message));
        let git = Repo::open(repo.path()).unwrap();
        let own: Vec<String> = git
            .commit(&id)
            .unwrap()
            .trailers
            .iter()
            .map(|(k, v)| format!("{k}: {v}"))
            .collect();
        let theirs = repo.git(&["log", "-1", "--format=%(trailers:only,unfold)"]);
        assert_eq!(
            own,
            theirs.lines().filter(|l| !l.is_empty()).collect::<Vec<_>>(),
            "{message}"
        );
    }
}
