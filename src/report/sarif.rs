//! A Review as SARIF 2.1.0, for code scanning and editors.
//!
//! One result for each contradiction that has a line at the head. What has none is told in the
//! run's notifications, so that the file never says less than the review.

use serde_json::{Value, json};

use super::annotations::{clip, message, places};
use super::web::encoded;
use super::words;
use crate::model::safe::one_line;
use crate::model::{Finding, LineRange, RepoPath, Review};

/// Where the format is described.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";
/// The longest text of a rule, in characters.
const TEXT: usize = 1_000;

/// A file at the head, and lines in it.
type Place = (RepoPath, LineRange);

/// The log with one run.
pub fn log(review: &Review) -> Value {
    let placed: Vec<(&Finding, Vec<Place>)> = review
        .findings
        .iter()
        .filter(|f| words::is_full(f))
        .map(|f| (f, places(&review.change, f)))
        .collect();
    let with_line: Vec<_> = placed.iter().filter(|(_, p)| !p.is_empty()).collect();
    let rules: Vec<Value> = with_line.iter().map(|(f, _)| rule(f)).collect();
    let results: Vec<Value> = with_line
        .iter()
        .enumerate()
        .map(|(i, (f, places))| result(i, f, places))
        .collect();
    let mut run = json!({
        "tool": {"driver": {
            "name": "rguard",
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        }},
        "automationDetails": {"id": "rguard/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The top of the repository."}}},
        "results": results,
        "invocations": [{
            "executionSuccessful": !words::is_partial(review),
            "toolExecutionNotifications": notifications(review, placed.len() - with_line.len()),
        }],
        "properties": {
            "repository": one_line(&review.repository),
            "asOf": one_line(review.as_of.commit.as_str()),
            "headline": words::headline(review),
        },
    });
    if let (Some(head), Some(run)) = (&review.change.head, run.as_object_mut()) {
        run.insert("properties".to_owned(), {
            let mut p = run.get("properties").cloned().unwrap_or_default();
            if let Some(p) = p.as_object_mut() {
                p.insert("head".to_owned(), one_line(head.as_str()).into());
            }
            p
        });
    }
    json!({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})
}

fn rule(finding: &Finding) -> Value {
    let decision = &finding.decision;
    let quote = finding.quotes.first();
    let words = quote.map_or_else(|| one_line(&decision.title), |q| one_line(&q.text));
    let mut rule = json!({
        "id": one_line(decision.key.as_str()),
        "name": clip(&one_line(decision.id.as_str()), TEXT),
        "shortDescription": {"text": clip(&one_line(&decision.title), TEXT)},
        "fullDescription": {"text": clip(&words, TEXT)},
        "defaultConfiguration": {"level": "warning"},
        "properties": {
            "authority": decision.authority.word(),
            "standing": decision.standing.word(),
        },
    });
    let url = decision.source.url.as_deref().filter(|u| is_address(u));
    if let (Some(url), Some(rule)) = (url, rule.as_object_mut()) {
        rule.insert("helpUri".to_owned(), url.into());
    }
    rule
}

fn result(index: usize, finding: &Finding, places: &[Place]) -> Value {
    let decision = &finding.decision;
    let source = decision.source.path.iter();
    let source = source.map(|p| (p, decision.source.lines));
    let mut related: Vec<Value> = places
        .iter()
        .skip(1)
        .map(|(path, lines)| location(path, Some(*lines)))
        .collect();
    // The standard wants them to differ.
    for place in source.map(|(path, lines)| location(path, lines)) {
        if !related.contains(&place) {
            related.push(place);
        }
    }
    let suppressions: Vec<Value> = finding
        .corrections
        .iter()
        .filter(|c| c.applied && c.silences())
        .map(|c| {
            let why = format!("{} by {}: {}", c.kind.word(), c.author, c.reason);
            json!({"kind": "external", "status": "accepted", "justification": one_line(&why)})
        })
        .collect();
    let first = places
        .first()
        .map(|(path, lines)| location(path, Some(*lines)));
    let path = places.first().map(|(path, _)| path.to_string());
    json!({
        "ruleId": one_line(decision.key.as_str()),
        "ruleIndex": index,
        "level": if finding.stands() { "warning" } else { "note" },
        "kind": "fail",
        "message": {"text": format!("{}\n{}", super::annotations::title(finding), message(finding))},
        "locations": first.into_iter().collect::<Vec<_>>(),
        "relatedLocations": related,
        "suppressions": suppressions,
        "rank": (finding.score.clamp(0.0, 1.0) * 100.0).round(),
        "partialFingerprints": {
            "rguardDecision/v1": one_line(&format!("{} {}", decision.key, path.unwrap_or_default())),
        },
    })
}

fn location(path: &RepoPath, lines: Option<LineRange>) -> Value {
    let mut physical = json!({
        "artifactLocation": {"uri": encoded(path.as_bytes()), "uriBaseId": "%SRCROOT%"},
    });
    if let (Some(lines), Some(physical)) = (lines, physical.as_object_mut()) {
        let region = json!({"startLine": lines.start.max(1), "endLine": lines.end.max(1)});
        physical.insert("region".to_owned(), region);
    }
    json!({"physicalLocation": physical})
}

fn notifications(review: &Review, without_line: usize) -> Vec<Value> {
    let note = |level: &str, text: &str| json!({"level": level, "message": {"text": text}});
    let mut out: Vec<Value> = words::partial_reasons(review)
        .iter()
        .map(|r| note("warning", &format!("Partial: {r}")))
        .collect();
    if without_line > 0 {
        let n = words::count(without_line, "decision");
        out.push(note(
            "note",
            &format!("{n} that the change meets without a line left at its head; `rguard review` shows them."),
        ));
    }
    let related = review
        .findings
        .iter()
        .filter(|f| !words::is_full(f))
        .count();
    if related > 0 {
        let n = words::count(related, "decision");
        out.push(note(
            "note",
            &format!("{n} related; `rguard review` shows them."),
        ));
    }
    out
}

fn is_address(url: &str) -> bool {
    url.starts_with("https://") && url::Url::parse(url).is_ok()
}
