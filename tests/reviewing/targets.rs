//! Every kind of target, from the word on the command line to what is reviewed.

use std::io::Write;
use std::process::Stdio;

use rguard::model::{Review, TargetKind};

use crate::testkit::gauge::{GaugeRepo, WAITING};
use crate::testkit::git;
use crate::testkit::run::{Home, Ran};

/// Whether the record is contradicted.
fn cited(review: &Review, id: &str) -> bool {
    let mut against = review.standing_against();
    against.any(|f| f.decision.id.as_str() == id)
}

/// The same undoing, reached in every way.
fn undone(review: &Review, code: i32, base: &str, kind: TargetKind) {
    assert_eq!(review.change.kind, kind, "{kind:?}");
    assert_eq!(review.change.base.as_str(), base, "{kind:?}");
    let files: Vec<String> = review
        .change
        .files
        .iter()
        .map(|f| f.path.to_string())
        .collect();
    assert_eq!(files, ["src/poll.rs"], "{kind:?}");
    assert!(cited(review, WAITING), "{kind:?}");
    assert_eq!(code, 1, "{kind:?}");
}

#[test]
fn every_kind_of_target_reaches_the_same_answer() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let commit = g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    let patch = g.patch("undo.patch", &g.tip, &commit);

    for (word, kind) in [
        ("undo", TargetKind::Branch),
        (&commit, TargetKind::Commit),
        ("main..undo", TargetKind::Range),
        ("main...undo", TargetKind::Range),
        (&patch, TargetKind::Patch),
    ] {
        let (code, review) = home.review(dir, &[word]);
        undone(&review, code, &g.tip, kind);
    }

    let mut child = home
        .command_with_engine(dir, &["review", "-", "--base", "main", "--format", "json"])
        .env("RGUARD_ENGINE_LINGER", "120")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&std::fs::read(&patch).unwrap()).unwrap();
    drop(stdin);
    let ran = Ran::from(child.wait_with_output().unwrap());
    undone(
        &serde_json::from_str(&ran.out).unwrap(),
        ran.code,
        &g.tip,
        TargetKind::Patch,
    );

    let (path, text) = g.fast_again();
    g.repo.write(path, text);
    let (code, review) = home.review(dir, &["--worktree"]);
    undone(&review, code, &g.tip, TargetKind::Worktree);
    g.repo.git(&["add", "-A"]);
    let (code, review) = home.review(dir, &["--staged"]);
    undone(&review, code, &g.tip, TargetKind::Staged);
}

#[test]
fn a_pull_request_is_reviewed_over_a_file_url_and_says_what_it_does_not_know() {
    let g = GaugeRepo::new();
    let home = Home::new();
    let commit = g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    g.repo.git(&["update-ref", "refs/pull/7/head", &commit]);
    g.repo.git(&["branch", "-q", "-D", "undo"]);
    let url = format!("file://{}", g.repo.path().display());
    let clone = g.repo.beside("clone");
    git(
        g.repo.path(),
        &["clone", "-q", &url, clone.to_str().unwrap()],
    );
    let before = git(&clone, &["for-each-ref"]);
    for args in [&["7"][..], &["#7", "--remote", &url]] {
        let (code, review) = home.review(&clone, args);
        undone(&review, code, &g.tip, TargetKind::PullRequest);
        assert!(review.change.notes.iter().any(|n| n.contains("unknown")));
    }
    assert_eq!(git(&clone, &["for-each-ref"]), before);
}

#[test]
fn a_range_is_read_against_the_merge_base_and_two_dots_say_so() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    g.branch("undo", &g.mail, &[g.fast_again()], "Read more often");
    for (word, told) in [("main...undo", false), ("main..undo", true)] {
        let (code, review) = home.review(dir, &[word]);
        undone(&review, code, &g.mail, TargetKind::Range);
        let says = |n: &String| n.contains("merge-base");
        assert_eq!(review.change.notes.iter().any(says), told, "{word}");
    }
}
