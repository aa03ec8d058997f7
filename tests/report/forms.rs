//! The forms as a reader sees them.

use rguard::model::{CorrectionKind, Review};
use rguard::report::{Format, Look, render};

use crate::testkit::reviews;

fn text(review: &Review, width: usize) -> String {
    render(
        review,
        Format::Text,
        Look {
            color: false,
            width,
        },
    )
    .unwrap()
}

#[test]
fn a_contradiction_is_shown_with_its_words_first() {
    insta::assert_snapshot!(text(&reviews::full(), 100));
}

#[test]
fn an_empty_result_says_what_was_looked_at() {
    insta::assert_snapshot!(text(&reviews::empty(), 100));
}

#[test]
fn a_file_with_several_lines_of_coverage_is_one_place() {
    let mut review = reviews::full();
    assert_eq!(rguard::report::words::places(&review), (0, 1));
    review.coverage.pop();
    review.coverage.push(review.coverage[0].clone());
    assert_eq!(rguard::report::words::places(&review), (1, 1));
}

#[test]
fn a_partial_review_says_so_on_top() {
    insta::assert_snapshot!(text(&reviews::partial(), 100));
}

#[test]
fn an_acknowledged_finding_stays_and_leaves_the_headline() {
    let mut review = reviews::full();
    review.findings[0]
        .corrections
        .push(reviews::correction(CorrectionKind::Ack, true));
    let text = text(&review, 100);
    assert!(
        text.contains("No decision stands against this change."),
        "{text}"
    );
    assert!(text.contains("acknowledged by Ines Prado"), "{text}");
    assert!(text.contains("agreed with the growers"), "{text}");
}

#[test]
fn text_keeps_to_the_width_but_for_words_that_are_longer() {
    for width in [40, 60, 80, 132] {
        for line in text(&reviews::full(), width).lines() {
            let columns = unicode_width::UnicodeWidthStr::width(line);
            let one_word = line.split_whitespace().count() <= 2;
            assert!(
                columns <= width || one_word,
                "{columns} columns at {width}: {line}"
            );
        }
    }
}

#[test]
fn colour_only_paints() {
    let plain = text(&reviews::full(), 100);
    let painted = render(
        &reviews::full(),
        Format::Text,
        Look {
            color: true,
            width: 100,
        },
    )
    .unwrap();
    assert!(painted.contains("\x1b[1;31m"));
    let codes = regex::Regex::new("\x1b\\[[0-9;]*m").unwrap();
    assert_eq!(codes.replace_all(&painted, ""), plain);
}

#[test]
fn more_related_decisions_than_fit_are_folded_and_counted() {
    let mut review = reviews::empty();
    review.findings = (1..=9)
        .map(|n| reviews::related(&format!("F{n}"), &format!("Rule {n}"), 0.3))
        .collect();
    let text = text(&review, 100);
    assert!(
        text.contains("Rule 5") && !text.contains("Rule 6"),
        "{text}"
    );
    assert!(text.contains("4 more folded"), "{text}");
}

#[test]
fn the_quiet_form_says_only_what_stands_against_the_change() {
    let quiet = |review: &Review| rguard::report::text::quiet(review, Look::default());
    insta::assert_snapshot!(quiet(&reviews::full()));
    assert_eq!(quiet(&reviews::empty()), "");
    assert_eq!(quiet(&reviews::partial()), "");
    let mut acknowledged = reviews::full();
    acknowledged.findings[0]
        .corrections
        .push(reviews::correction(CorrectionKind::Ack, true));
    assert_eq!(quiet(&acknowledged), "");
}

#[test]
fn markdown_is_a_comment_that_can_be_read() {
    insta::assert_snapshot!(render(&reviews::full(), Format::Markdown, Look::default()).unwrap());
}

#[test]
fn markdown_stays_below_the_size_of_a_comment_and_says_that_it_was_cut() {
    let mut review = reviews::full();
    let long = "a wall of evidence ".repeat(2_000);
    for n in 0..9 {
        let mut finding = reviews::contradiction();
        finding.id = format!("F{n}");
        finding.evidence[0].text = long.clone();
        review.findings.push(finding);
    }
    let text = render(&review, Format::Markdown, Look::default()).unwrap();
    assert!(
        text.len() <= rguard::report::markdown::MARKDOWN_MAX,
        "{}",
        text.len()
    );
    assert!(text.contains("does not fit into a comment"));
}

#[test]
fn json_reads_back_as_the_same_review() {
    let text = render(&reviews::full(), Format::Json, Look::default()).unwrap();
    assert_eq!(
        serde_json::from_str::<Review>(&text).unwrap(),
        reviews::full()
    );
    let line = rguard::report::json::compact(&reviews::full()).unwrap();
    assert_eq!(line.lines().count(), 1);
}
