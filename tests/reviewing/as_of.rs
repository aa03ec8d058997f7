//! Each change is held against what was live at its own base.

use rguard::model::{Review, SinceKind};

use crate::testkit::gauge::{GaugeRepo, MAIL, UPLOAD, WAITING};
use crate::testkit::run::Home;

fn cited(review: &Review) -> Vec<&str> {
    let findings = review.findings.iter().filter(|f| f.nearest.is_none());
    findings.map(|f| f.decision.id.as_str()).collect()
}

/// The findings as JSON, to compare two reviews by.
fn findings(review: &Review) -> String {
    serde_json::to_string_pretty(&review.findings).unwrap()
}

#[test]
fn a_record_from_after_the_base_is_not_cited() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let commit = g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    let patch = g.patch("undo.patch", &g.tip, &commit);
    let (_, now) = home.review(dir, &[&patch]);
    assert!(cited(&now).contains(&WAITING));
    let (_, then) = home.review(dir, &[&patch, "--base", &g.slow]);
    assert_eq!(then.as_of.commit.as_str(), g.slow);
    assert!(!cited(&then).contains(&WAITING), "{:?}", cited(&then));
    // What was decided since then is told apart from the findings.
    let since: Vec<(SinceKind, &str)> = then
        .since
        .iter()
        .map(|s| (s.what, s.decision.id.as_str()))
        .collect();
    assert!(since.contains(&(SinceKind::New, WAITING)), "{since:?}");
    assert!(since.iter().any(|(_, id)| *id == UPLOAD), "{since:?}");
    assert!(now.since.is_empty());
}

#[test]
fn what_the_target_superseded_since_the_base_is_said_and_touches_its_finding() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    g.branch("post", &g.mail, &[g.upload_now()], "Post the levels");
    let (code, review) = home.review(dir, &["post"]);
    assert_eq!(code, 1, "{:?}", cited(&review));
    assert_eq!(cited(&review)[0], MAIL);
    let newer = review
        .since
        .iter()
        .find(|s| s.decision.id.as_str() == UPLOAD)
        .unwrap();
    assert_eq!(newer.what, SinceKind::Supersedes);
    assert_eq!(newer.supersedes, [MAIL.into()]);
    assert_eq!(newer.touches, [review.findings[0].id.clone()]);
    assert!(newer.quote.is_some());
    // As of the target's tip the older record is no more held against it.
    let (_, tip) = home.review(dir, &["post", "--as-of", "target"]);
    assert_eq!(tip.as_of.commit.as_str(), g.tip);
    assert!(!cited(&tip).contains(&MAIL));
}

#[test]
fn two_bases_after_one_sync_each_get_what_was_live_there_in_both_orders() {
    let g = GaugeRepo::new();
    let dir = g.repo.path();
    g.branch("early", &g.mail, &[g.upload_now()], "Post the levels");
    g.branch("late", &g.tip, &[g.mail_again()], "Mail the levels");
    let run = |order: [&str; 2]| {
        let home = Home::new();
        assert_eq!(home.lingering(dir, &["sync"]).code, 0);
        let [a, b] = order.map(|word| home.review(dir, &[word]).1);
        (a, b)
    };
    let (early, late) = run(["early", "late"]);
    let (late_first, early_second) = run(["late", "early"]);
    assert!(cited(&early).contains(&MAIL) && !cited(&early).contains(&UPLOAD));
    assert!(cited(&late).contains(&UPLOAD) && !cited(&late).contains(&MAIL));
    assert_eq!(findings(&early), findings(&early_second));
    assert_eq!(findings(&late), findings(&late_first));
    assert_eq!(early.live, 2);
    assert_eq!(late.live, 3);
}

#[test]
fn a_root_commit_is_reviewed_and_nothing_was_recorded_before_it() {
    let g = GaugeRepo::new();
    let root = g.repo.git(&["rev-list", "--max-parents=0", "HEAD"]);
    let home = Home::new();
    let (code, review) = home.review(g.repo.path(), &[root.trim()]);
    assert_eq!(code, 0);
    assert!(review.findings.is_empty() && review.live == 0);
    assert!(!review.change.files.is_empty());
    assert!(review.change.notes[0].contains("root commit"));
}
