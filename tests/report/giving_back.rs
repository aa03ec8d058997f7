//! What goes back to a pull request: the sticky comment, the check run, SARIF.

use rguard::model::{CommitId, CorrectionKind, LineRange, Reach, Review, Side};
use rguard::report::{Web, check_run, markdown::MARKDOWN_MAX, sarif, sticky};
use serde_json::{Value, json};

use crate::testkit::reviews;

fn web() -> Web {
    Web::at("https://github.com/acme/greenhouse")
}

fn head() -> CommitId {
    "77aa00000000000000000000000000000000beef".into()
}

#[test]
fn the_comment_is_short_and_begins_with_its_marker() {
    insta::assert_snapshot!(sticky::comment(&reviews::full(), &web()));
}

#[test]
fn a_comment_without_findings_asks_for_no_answer() {
    let text = sticky::comment(&reviews::empty(), &web());
    assert!(
        text.contains("No decision stands against this change."),
        "{text}"
    );
    assert!(!text.contains("/rationale"), "{text}");
}

#[test]
fn a_partial_review_is_not_posted_as_a_clean_one() {
    let text = sticky::comment(&reviews::partial(), &web());
    assert!(
        text.contains("Partial: The graph engine did not start"),
        "{text}"
    );
    assert!(text.contains("not all could be looked at"), "{text}");
}

#[test]
fn the_numbers_of_a_comment_read_back_as_the_decisions_they_stood_for() {
    let review = reviews::full();
    let numbers = sticky::read_numbers(&sticky::comment(&review, &web())).unwrap();
    assert_eq!(numbers.head, head().as_str());
    for f in &review.findings {
        assert_eq!(numbers.key(&f.id.to_lowercase()), Some(&f.decision.key));
    }
    assert_eq!(numbers.key("F9"), None);
    for foreign in [
        "",
        "hello",
        "<!-- rguard:findings head=1 F1=k -->",
        "quoted:\n<!-- rguard:sticky v1 key=default -->\n<!-- rguard:findings head=1 F1=k -->",
        "<!-- rguard:sticky v1 key=default -->\nno numbers",
    ] {
        assert_eq!(sticky::read_numbers(foreign), None, "{foreign:?}");
    }
}

#[test]
fn a_key_that_is_not_plain_cannot_end_the_hidden_line() {
    let mut review = reviews::full();
    review.findings[0].decision.key = "x --> <img src=x> <!--".into();
    let text = sticky::comment(&review, &web());
    assert!(!text.contains("<img"), "{text}");
    assert_eq!(sticky::read_numbers(&text).unwrap().key("F1"), None);
}

#[test]
fn the_comment_stays_below_the_limit_and_counts_the_rest() {
    let mut review = reviews::full();
    review.findings = (1..=30)
        .map(|n| {
            let mut f = reviews::contradiction();
            f.id = format!("F{n}");
            let long = "@everyone [x](https://evil.example) ".repeat(40_000);
            f.quotes[0].text = long.clone();
            f.decision.title = long.clone();
            f.signals[0].why = long.clone();
            f.premises[0].why = long.clone();
            f.corrections
                .push(reviews::correction(CorrectionKind::Wrong, true));
            f.corrections[0].reason = long;
            f
        })
        .collect();
    let text = sticky::comment(&review, &web());
    assert!(text.len() <= MARKDOWN_MAX, "{}", text.len());
    let shown = text.matches("\n#### ").count();
    assert!((1..=5).contains(&shown), "{shown}");
    assert!(
        text.contains(&format!("and {} decisions more", 30 - shown)),
        "{text}"
    );
}

#[test]
fn a_card_says_how_far_each_correction_reaches() {
    let mut review = reviews::full();
    let mut older = reviews::correction(CorrectionKind::Override, false);
    older.yields_to = Some("01JA0000000000000000000000".into());
    let mut newer = reviews::correction(CorrectionKind::Override, true);
    newer.reach = Reach::Shared;
    newer.reason = "seedlings go elsewhere".into();
    review.findings[0].corrections = vec![older, newer];
    let text = sticky::comment(&review, &web());
    assert!(
        text.contains("here only; a newer override counts instead"),
        "{text}"
    );
    let shared = text
        .lines()
        .find(|l| l.contains("seedlings go elsewhere"))
        .unwrap();
    assert!(shared.contains("(shared)"), "{shared}");
}

#[test]
fn the_check_run_is_neutral_and_remarks_on_the_lines_of_the_head() {
    let run = check_run::check_run(&reviews::full(), &head());
    assert_eq!(run.create["conclusion"], "neutral");
    assert_eq!(run.create["status"], "completed");
    assert_eq!(run.create["head_sha"], head().as_str());
    let remarks = run.create["output"]["annotations"].as_array().unwrap();
    assert_eq!(remarks.len(), 1);
    assert_eq!(remarks[0]["path"], "src/setback.rs");
    assert_eq!(
        (&remarks[0]["start_line"], &remarks[0]["end_line"]),
        (&json!(12), &json!(12))
    );
    assert_eq!(remarks[0]["annotation_level"], "warning");
    let message = remarks[0]["message"].as_str().unwrap();
    assert!(
        message.contains("the floor is four") && message.contains("R3 holds"),
        "{message}"
    );
    assert!(run.more.is_empty());
}

#[test]
fn remarks_go_in_chunks_of_fifty_and_the_rest_is_counted() {
    let mut review = reviews::full();
    let one = review.findings[0].evidence[0].clone();
    let apart = (0..230).map(|n| {
        let mut e = one.clone();
        e.lines = LineRange::new(12 + 2 * n, 12 + 2 * n);
        e
    });
    review.findings[0].evidence = apart.collect();
    let run = check_run::check_run(&review, &head());
    let count = |v: &Value| v["output"]["annotations"].as_array().unwrap().len();
    let chunks: Vec<usize> = std::iter::once(&run.create)
        .chain(&run.more)
        .map(count)
        .collect();
    assert_eq!(chunks, [50, 50, 50, 50]);
    for body in std::iter::once(&run.create).chain(&run.more) {
        let summary = body["output"]["summary"].as_str().unwrap();
        assert!(summary.contains("30 remarks more"), "{summary}");
        assert!(summary.chars().count() < 65_535);
        assert!(!body["output"]["title"].as_str().unwrap().is_empty());
    }
}

#[test]
fn evidence_that_touches_is_remarked_on_once() {
    let mut review = reviews::full();
    let one = review.findings[0].evidence[0].clone();
    let lines = [(14, 14), (12, 12), (13, 13), (12, 13), (20, 21)];
    let pieces = lines.map(|(a, b)| {
        let mut e = one.clone();
        e.lines = LineRange::new(a, b);
        e
    });
    review.findings[0].evidence = pieces.to_vec();
    let run = check_run::check_run(&review, &head());
    let remarks = run.create["output"]["annotations"].as_array().unwrap();
    let places: Vec<_> = remarks
        .iter()
        .map(|r| (&r["start_line"], &r["end_line"]))
        .collect();
    assert_eq!(places, [(&json!(12), &json!(14)), (&json!(20), &json!(21))]);
}

#[test]
fn an_acknowledged_finding_is_a_notice_and_a_suppressed_result() {
    let mut review = reviews::full();
    review.findings[0].corrections = vec![reviews::correction(CorrectionKind::Ack, true)];
    let run = check_run::check_run(&review, &head());
    assert_eq!(
        run.create["output"]["annotations"][0]["annotation_level"],
        "notice"
    );
    let log = sarif::log(&review);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["level"], "note");
    assert_eq!(result["suppressions"][0]["kind"], "external");
}

#[test]
fn sarif_says_what_has_no_line_and_what_is_partial() {
    let mut review = reviews::full();
    review.partial = vec!["Half of it could not be read.".into()];
    review.findings[0].evidence[0].side = Side::Old;
    review.findings[0].evidence[0].lines = LineRange::new(400, 400);
    let run = &sarif::log(&review)["runs"][0];
    assert_eq!(run["results"], json!([]));
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let said = invocation["toolExecutionNotifications"].to_string();
    for part in [
        "Half of it",
        "1 decision that the change meets without a line",
        "1 decision related",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// The parts of the SARIF 2.1.0 schema that matter for what is written, by hand; the published schema
/// itself is asked in the tests with peers.
#[test]
fn sarif_has_the_shape_that_the_standard_asks_for() {
    let mut twice = reviews::full();
    let mut again = twice.findings[0].evidence.clone();
    again.extend(again.clone());
    again
        .iter_mut()
        .for_each(|e| e.lines = LineRange::new(40, 40));
    twice.findings[0].evidence.extend(again);
    for review in [
        twice,
        reviews::full(),
        reviews::empty(),
        reviews::hostile("\u{1b}[2J <b> %2e %"),
        Review::default(),
    ] {
        let log = sarif::log(&review);
        assert_eq!(log["version"], "2.1.0");
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        for result in run["results"].as_array().unwrap() {
            let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[rule]["id"], result["ruleId"]);
            assert!(
                ["none", "note", "warning", "error"].contains(&result["level"].as_str().unwrap())
            );
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let rank = result["rank"].as_f64().unwrap();
            assert!((0.0..=100.0).contains(&rank));
            let related = result["relatedLocations"].as_array().unwrap();
            for (i, place) in related.iter().enumerate() {
                assert!(!related[..i].contains(place), "{place} twice");
            }
            let places = result["locations"].as_array().unwrap();
            assert_eq!(places.len(), 1);
            for place in places
                .iter()
                .chain(result["relatedLocations"].as_array().unwrap())
            {
                let physical = &place["physicalLocation"];
                let uri = physical["artifactLocation"]["uri"].as_str().unwrap();
                assert!(
                    !uri.contains([' ', '\\', '<', '\u{1b}']) && !uri.starts_with('/'),
                    "{uri}"
                );
                if let Some(start) = physical["region"]["startLine"].as_u64() {
                    assert!(start >= 1 && physical["region"]["endLine"].as_u64().unwrap() >= start);
                }
            }
        }
    }
}
