//! What stands against a change, and what is ordinary work.

use rguard::model::{
    CommitId, DecisionId, Finding, Quote, Review, Standing, SupersessionState, VerdictKind,
};

use crate::testkit::gauge::{GaugeRepo, MAIL, UPLOAD, WAITING};
use crate::testkit::run::Home;

/// What the judge found, without what only stands near.
fn ids(review: &Review) -> Vec<(VerdictKind, &str)> {
    review
        .findings
        .iter()
        .filter(|f| f.nearest.is_none())
        .map(|f| (f.verdict, f.decision.id.as_str()))
        .collect()
}

fn finding<'r>(review: &'r Review, id: &str) -> &'r Finding {
    let found = review
        .findings
        .iter()
        .find(|f| f.decision.id.as_str() == id);
    found.unwrap_or_else(|| panic!("{id} is not among {:?}", ids(review)))
}

/// The words stand at these lines of the source, at the commit that the quote names.
fn stands_verbatim(g: &GaugeRepo, quote: &Quote, message_of: Option<&str>) {
    let lines = quote.lines.unwrap();
    let source = match (&quote.path, message_of) {
        (Some(path), _) => {
            let commit = quote.commit.as_ref().unwrap();
            g.repo.git(&["show", &format!("{commit}:{path}")])
        }
        (None, Some(sha)) => g.repo.git(&["log", "-1", "--format=%B", sha]),
        // A message that was folded under the record is quoted at its own commit.
        (None, None) => {
            let commit = quote.commit.as_ref().unwrap();
            g.repo.git(&["log", "-1", "--format=%B", commit.as_str()])
        }
    };
    let (first, last) = (lines.start as usize, lines.end as usize);
    let there: Vec<&str> = source
        .lines()
        .skip(first - 1)
        .take(last + 1 - first)
        .collect();
    let words = |s: &str| s.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words(&there.join("\n")).contains(&words(&quote.text)),
        "{quote:?} does not stand in {there:?}"
    );
    assert!(quote.text.chars().count() <= 300, "{quote:?}");
}

#[test]
fn a_revert_of_what_a_record_explains_contradicts_it_and_quotes_it_word_for_word() {
    let g = GaugeRepo::new();
    let home = Home::new();
    g.repo.git(&["checkout", "-q", "-b", "undo"]);
    g.repo.git(&["revert", "--no-edit", &g.slow]);
    g.repo.git(&["checkout", "-q", "main"]);
    let (code, review) = home.review(g.repo.path(), &["undo"]);
    assert_eq!(code, 1);
    let first = finding(&review, WAITING);
    assert_eq!(first.verdict, VerdictKind::Contradicts);
    assert!(!first.declared);
    assert!(first.score > 0.5);
    assert_eq!(first.decision.standing, Standing::Accepted);
    assert!(!first.signals.is_empty() && !first.evidence.is_empty() && !first.via.is_empty());
    assert!(!first.path.nodes.is_empty());
    for f in &review.findings {
        assert!(!f.quotes.is_empty());
        let sha = f.decision.id.as_str().strip_prefix("commit:");
        for quote in &f.quotes {
            stands_verbatim(&g, quote, sha);
        }
        for e in &f.evidence {
            let at = match e.side {
                rguard::model::Side::Old => &g.tip,
                rguard::model::Side::New => "undo",
            };
            let text = g.repo.git(&["show", &format!("{at}:{}", e.path)]);
            let first = text.lines().nth(e.lines.start as usize - 1).unwrap();
            assert!(e.text.contains(first.trim()), "{e:?}: {first}");
        }
    }
}

#[test]
fn where_only_a_commit_message_decided_the_message_is_quoted() {
    let g = GaugeRepo::new();
    let home = Home::new();
    g.branch("undo", &g.slow, &[g.fast_again()], "Read more often");
    let (code, review) = home.review(g.repo.path(), &["undo"]);
    let own = format!("commit:{}", g.slow);
    assert_eq!(ids(&review), [(VerdictKind::Contradicts, own.as_str())]);
    assert_eq!(code, 1);
    for quote in &review.findings[0].quotes {
        stands_verbatim(&g, quote, Some(&g.slow));
    }
}

#[test]
fn ordinary_work_is_left_alone() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let show = |path: &str| g.repo.git(&["show", &format!("main:{path}")]) + "\n";
    let typo = show("README.md").replace("levels", "levles");
    let wider = show("src/poll.rs").replace("    ", "        ");
    let remark =
        show("src/poll.rs").replace("    loop {", "    // Until the power goes.\n    loop {");
    for (name, path, text) in [
        ("typo", "README.md", &typo),
        ("format", "src/poll.rs", &wider),
        ("comment", "src/poll.rs", &remark),
    ] {
        g.branch(name, &g.tip, &[(path, text)], "Tidy");
    }
    g.repo.git(&["checkout", "-q", "-b", "rename", "main"]);
    g.repo.git(&["mv", "src/poll.rs", "src/polling.rs"]);
    g.repo.commit(&[], "Name it after what it does");
    g.repo.git(&["checkout", "-q", "main"]);
    for branch in ["typo", "format", "comment", "rename"] {
        let (code, review) = home.review(dir, &[branch]);
        assert_eq!((code, ids(&review)), (0, vec![]), "{branch}");
        assert_eq!(review.change.files.len(), 1, "{branch}");
    }
}

#[test]
fn a_change_after_a_rename_still_meets_the_record_of_the_old_name() {
    let g = GaugeRepo::new();
    let home = Home::new();
    g.repo.git(&["mv", "src/poll.rs", "src/polling.rs"]);
    g.repo.commit(&[], "Name it after what it does");
    let (_, text) = g.fast_again();
    g.branch(
        "undo",
        "main",
        &[("src/polling.rs", text)],
        "Read more often",
    );
    let (code, review) = home.review(g.repo.path(), &["undo"]);
    assert_eq!(code, 1);
    assert_eq!(finding(&review, WAITING).verdict, VerdictKind::Contradicts);
}

#[test]
fn a_change_that_records_what_supersedes_the_decision_is_declared() {
    let g = GaugeRepo::new();
    let home = Home::new();
    let record = "\
# 4. Read every five seconds again

Date: 2024-03-01

## Status

Accepted

Supersedes [1. Wait forty seconds between two readings](0001-wait-forty-seconds.md)

## Context

The stilling well was made narrower, and the float settles at once.

## Decision

`src/poll.rs` reads every 5 seconds.
";
    let new = "docs/adr/0004-read-every-five-seconds.md";
    g.branch(
        "again",
        &g.tip,
        &[g.fast_again(), (new, record)],
        "Read every five seconds again",
    );
    let (code, review) = home.review(g.repo.path(), &["again"]);
    assert_eq!(code, 0, "{:?}", ids(&review));
    let found = finding(&review, WAITING);
    assert!(found.declared);
    assert!(found.declared_by.as_ref().unwrap().contains("Supersedes"));
    let proposed: Vec<&DecisionId> = review.proposed.iter().map(|p| &p.id).collect();
    assert_eq!(proposed, [&DecisionId::from(new)]);
    // What the change proposes does not guard it.
    assert!(ids(&review).iter().all(|(_, id)| *id != new));
}

#[test]
fn a_superseded_decision_is_cited_under_the_one_that_replaced_it_and_never_alone() {
    let g = GaugeRepo::new();
    let home = Home::new();
    g.branch("mail", &g.tip, &[g.mail_again()], "Mail the levels");
    let (code, review) = home.review(g.repo.path(), &["mail"]);
    assert_eq!(code, 1);
    let newer = finding(&review, UPLOAD);
    assert_eq!(newer.verdict, VerdictKind::Contradicts);
    assert!(ids(&review).iter().all(|(_, id)| *id != MAIL));
    let under = &newer.superseded;
    assert_eq!(under.len(), 1, "{under:?}");
    assert_eq!(under[0].id.as_str(), MAIL);
    assert_eq!(under[0].state, SupersessionState::Confirmed);
    assert_eq!(
        under[0].commit,
        Some(CommitId::from(g.upload.as_str())),
        "{under:?}"
    );
}
