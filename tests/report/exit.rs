//! The exit code over all kinds of Reviews.

use rguard::model::{CorrectionKind, Review, VerdictKind};
use rguard::report::exit_code;

use crate::testkit::reviews::{self, correction};

fn with(change: impl FnOnce(&mut Review)) -> u8 {
    let mut review = reviews::full();
    change(&mut review);
    exit_code(&review)
}

#[test]
fn only_a_contradiction_that_stands_exits_1() {
    assert_eq!(with(|_| {}), 1);
    assert_eq!(with(|r| r.findings[0].verdict = VerdictKind::Related), 0);
    assert_eq!(with(|r| r.findings[0].declared = true), 0);
    for (kind, applied, code) in [
        (CorrectionKind::Ack, true, 0),
        (CorrectionKind::Override, true, 0),
        (CorrectionKind::Ack, false, 1),
        (CorrectionKind::Wrong, true, 1),
    ] {
        let found = with(|r| r.findings[0].corrections.push(correction(kind, applied)));
        assert_eq!(found, code, "{kind:?} applied: {applied}");
    }
}

#[test]
fn a_partial_review_never_exits_0_and_a_contradiction_in_it_still_exits_1() {
    assert_eq!(exit_code(&reviews::empty()), 0);
    assert_eq!(exit_code(&reviews::partial()), 2);
    assert_eq!(
        with(|r| r.partial.push("The log could not be read.".into())),
        1
    );
    let mut unread = reviews::empty();
    unread.change.incomplete = true;
    assert_eq!(exit_code(&unread), 2);
}

#[test]
fn a_place_that_could_not_be_read_is_named_and_does_not_make_the_review_partial() {
    assert_eq!(with(|r| r.findings.clear()), 0);
}
