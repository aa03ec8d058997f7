//! How a printed review exits, and what it says when it could not tell or could not start.

use crate::testkit::gauge::GaugeRepo;
use crate::testkit::git;
use crate::testkit::run::Home;

#[test]
fn a_shallow_clone_that_finds_nothing_could_not_tell() {
    let g = GaugeRepo::new();
    let home = Home::new();
    let clone = g.repo.beside("shallow");
    let url = format!("file://{}", g.repo.path().display());
    let to = clone.to_str().unwrap();
    git(g.repo.path(), &["clone", "-q", "--depth", "1", &url, to]);
    std::fs::write(
        clone.join("src/log.rs"),
        "//! Writes what has happened.\n\nfn log() {}\n",
    )
    .unwrap();
    let ran = home.lingering(&clone, &["review", "--worktree", "--format", "json"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(
        ran.err.contains("Partial:") && ran.err.contains("shallow"),
        "{ran:?}"
    );
    let text = home.lingering(&clone, &["review", "--worktree", "--format", "text"]);
    assert_eq!(text.code, 2);
    assert!(text.out.contains("shallow"), "{text:?}");
    // The same change in the whole clone is fine.
    std::fs::write(
        g.repo.path().join("src/log.rs"),
        "//! Writes what has happened.\n\nfn log() {}\n",
    )
    .unwrap();
    assert_eq!(home.review(g.repo.path(), &["--worktree"]).0, 0);
}

#[test]
fn a_patch_that_breaks_off_is_partial_and_what_was_found_still_counts() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let typo = "# Tide gauge\n\nReads the float, sends the levels.\n\nStart it with `gauge run`.\n";
    let log = "//! Writes what happened.\n\n/// Opens the log.\npub fn open() {}\n";
    let readme = g.branch("typo", &g.tip, &[("README.md", typo)], "Tidy");
    let begun = g.branch("log", &g.tip, &[("src/log.rs", log)], "Begin the log");
    let undo = g.branch("undo", &g.tip, &[g.fast_again()], "Undo");
    let diff = |commit: &str| g.repo.git(&["diff", &g.tip, commit]);
    let cut = diff(&begun);
    let cut = cut.rsplit_once('\n').unwrap().0;
    let patch = g.repo.beside("cut.patch");
    // What was found in the whole part stands; where nothing was, nobody can tell.
    for (whole, code) in [(readme, 2), (undo, 1)] {
        std::fs::write(&patch, format!("{}\n{cut}", diff(&whole))).unwrap();
        let patch = patch.to_str().unwrap();
        let ran = home.lingering(
            dir,
            &["review", patch, "--base", "main", "--format", "json"],
        );
        assert_eq!(ran.code, code, "{ran:?}");
        assert!(
            ran.err.contains("Partial:") && ran.err.contains("1 of 2"),
            "{ran:?}"
        );
    }
    // One of which nothing can be read is no change at all.
    std::fs::write(&patch, cut).unwrap();
    let ran = home.lingering(
        dir,
        &["review", patch.to_str().unwrap(), "--format", "json"],
    );
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.err.contains("cannot be read (line 1)"), "{ran:?}");
}

#[test]
fn outside_a_repository_it_could_not_start() {
    let home = Home::new();
    let dir = home.path().join("empty");
    std::fs::create_dir(&dir).unwrap();
    for args in [
        &["review", "HEAD", "--format", "json"][..],
        &["guard"],
        &["sync"],
    ] {
        let ran = home.run_with_engine(&dir, args);
        assert_eq!(ran.code, 3, "{args:?}: {ran:?}");
        assert!(ran.out.is_empty() && ran.err.contains("--repo"), "{ran:?}");
    }
}

#[test]
fn usage_that_means_nothing_exits_64() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    for args in [
        &["review"][..],
        &["review", "main", "--staged"],
        &["review", "--staged", "--worktree"],
        &["review", "main", "--format", "xml"],
    ] {
        let ran = home.run_with_engine(dir, args);
        assert_eq!(ran.code, 64, "{args:?}: {ran:?}");
    }
}

#[test]
fn without_a_sync_the_last_one_is_used_and_one_that_never_was_is_said() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    let never = home.lingering(dir, &["review", "undo", "--no-sync", "--format", "json"]);
    assert_eq!(never.code, 3, "{never:?}");
    assert!(never.err.contains("rguard sync"), "{never:?}");
    assert_eq!(home.lingering(dir, &["sync"]).code, 0);
    let (code, review) = home.review(dir, &["undo", "--no-sync"]);
    assert_eq!((code, review.findings.is_empty()), (1, false));
}

#[test]
fn the_quiet_form_exits_like_the_review() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let (path, text) = g.fast_again();
    g.repo.write(path, text);
    assert_eq!(home.lingering(dir, &["guard", "--worktree"]).code, 1);
    g.repo.git(&["checkout", "-q", "--", "."]);
    g.repo
        .write("README.md", "# Tide gauge\n\nReads the float.\n");
    let quiet = home.lingering(dir, &["guard", "--worktree"]);
    assert_eq!((quiet.code, quiet.out.as_str()), (0, ""), "{quiet:?}");
}

#[test]
fn where_there_is_no_change_a_program_still_gets_its_review() {
    let g = GaugeRepo::new();
    let home = Home::new();
    for command in ["review", "guard"] {
        let args = [command, "--worktree", "--format", "json"];
        let ran = home.lingering(g.repo.path(), &args);
        assert_eq!(ran.code, 0, "{ran:?}");
        let review: rguard::model::Review = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(review.schema, rguard::model::REVIEW_SCHEMA);
        assert!(review.findings.is_empty() && review.change.files.is_empty());
        assert_eq!(review.change.notes.len(), 1, "{ran:?}");
        assert!(ran.err.contains(&review.change.notes[0]), "{ran:?}");
    }
}
