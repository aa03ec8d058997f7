//! The published schema: what we write fits it, and the names that others rely on are in it.

use rguard::model::{LogDiff, LogPage, Review};
use rguard::report::schema;
use serde_json::json;

use crate::testkit::json_schema::check;
use crate::testkit::reviews;

#[test]
fn what_is_written_fits_the_published_schema() {
    let root = serde_json::to_value(schema::review()).unwrap();
    for review in [
        reviews::full(),
        reviews::empty(),
        reviews::partial(),
        reviews::hostile("x"),
    ] {
        let value = serde_json::to_value(&review).unwrap();
        check(&root, &root, &value, "$").unwrap();
    }
    let log = serde_json::to_value(schema::log()).unwrap();
    let page = serde_json::to_value(LogPage::default()).unwrap();
    check(&log, &log, &page, "$").unwrap();
    let diff = serde_json::to_value(schema::log_diff()).unwrap();
    let none = serde_json::to_value(LogDiff::default()).unwrap();
    check(&diff, &diff, &none, "$").unwrap();
}

#[test]
fn the_schema_refuses_what_is_not_a_review() {
    let root = serde_json::to_value(schema::review()).unwrap();
    let mut value = serde_json::to_value(reviews::full()).unwrap();
    value["findings"][0]["verdict"] = json!("maybe");
    assert!(check(&root, &root, &value, "$").is_err());
    let mut value = serde_json::to_value(reviews::full()).unwrap();
    value.as_object_mut().unwrap().remove("as_of");
    assert!(check(&root, &root, &value, "$").is_err());
    let mut value = serde_json::to_value(reviews::full()).unwrap();
    value["dropped"]["count"] = json!("three");
    assert!(check(&root, &root, &value, "$").is_err());
}

#[test]
fn the_names_that_other_programs_read_are_there() {
    let mut review = reviews::hostile("x");
    review.findings[0].corrections.push(reviews::correction(
        rguard::model::CorrectionKind::Ack,
        true,
    ));
    let value = serde_json::to_value::<Review>(review).unwrap();
    for pointer in [
        "/schema",
        "/change/base",
        "/change/head",
        "/change/title",
        "/change/author",
        "/change/files/0/path",
        "/change/files/0/old_path",
        "/change/files/0/status",
        "/change/files/0/additions",
        "/change/files/0/deletions",
        "/as_of/commit",
        "/as_of/mode",
        "/judge/name",
        "/judge/model",
        "/findings/0/id",
        "/findings/0/verdict",
        "/findings/0/score",
        "/findings/0/declared",
        "/findings/0/decision/id",
        "/findings/0/decision/key",
        "/findings/0/decision/title",
        "/findings/0/decision/standing",
        "/findings/0/decision/authority",
        "/findings/0/decision/source/path",
        "/findings/0/decision/source/lines",
        "/findings/0/decision/source/commit",
        "/findings/0/decision/source/url",
        "/findings/0/quotes/0/text",
        "/findings/0/quotes/0/path",
        "/findings/0/quotes/0/lines",
        "/findings/0/quotes/0/commit",
        "/findings/0/quotes/0/url",
        "/findings/0/evidence/0/path",
        "/findings/0/evidence/0/side",
        "/findings/0/evidence/0/lines",
        "/findings/0/evidence/0/text",
        "/findings/0/signals/0/name",
        "/findings/0/signals/0/strength",
        "/findings/0/signals/0/why",
        "/findings/0/premises/0/rule",
        "/findings/0/premises/0/state",
        "/findings/0/premises/0/at_base",
        "/findings/0/premises/0/now",
        "/findings/0/premises/0/why",
        "/findings/0/premises/0/nodes",
        "/findings/0/alternatives/0",
        "/findings/0/experiments/0",
        "/findings/0/limits/0",
        "/findings/0/superseded/0",
        "/findings/0/corrections/0",
        "/findings/0/via/0/hop",
        "/findings/0/via/0/query",
        "/findings/0/via/0/row",
        "/findings/0/path/nodes/0",
        "/findings/0/path/edges/0",
        "/since/0",
        "/proposed/0",
        "/people/0/name",
        "/people/0/kind",
        "/people/0/score",
        "/people/0/why",
        "/queries/0/name",
        "/queries/0/cypher",
        "/queries/0/params",
        "/queries/0/rows",
        "/queries/0/server_ms",
        "/queries/0/client_ms",
        "/coverage/0/path",
        "/coverage/0/line",
        "/coverage/0/state",
        "/coverage/0/reason",
        "/dropped/count",
    ] {
        assert!(value.pointer(pointer).is_some(), "{pointer} is missing");
    }
    let log = serde_json::to_value(schema::log()).unwrap();
    let decision = log.pointer("/$defs/Decision/properties").unwrap();
    for name in [
        "id",
        "key",
        "aliases",
        "title",
        "date",
        "standing",
        "authority",
        "part_of",
        "source",
        "superseded_by",
        "supersedes",
        "people",
        "alternatives",
        "measurements",
        "experiments",
        "limits",
        "mentions",
    ] {
        assert!(
            decision.get(name).is_some(),
            "decisions[].{name} is missing"
        );
    }
}
