//! A Review as a neutral check run with remarks on the lines of the head.

use serde::Serialize;
use serde_json::{Value, json};

use super::annotations::{Annotation, annotations, clip};
use super::{markdown, words};
use crate::model::{CommitId, Review};

/// How many annotations GitHub takes in one request.
pub const CHUNK: usize = 50;
/// Annotations that are posted before the others are counted.
const ANNOTATIONS: usize = 200;
/// The longest summary, in characters; GitHub takes 65,535.
const SUMMARY: usize = 65_000;

/// A check run as it is sent: one request that creates it, and one for each further chunk of
/// annotations, each of which GitHub appends.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckRun {
    /// The body that creates it.
    pub create: Value,
    /// Bodies that add annotations.
    pub more: Vec<Value>,
}

#[derive(Serialize)]
struct Remark {
    path: String,
    start_line: u32,
    end_line: u32,
    annotation_level: &'static str,
    title: String,
    message: String,
}

impl From<Annotation> for Remark {
    fn from(a: Annotation) -> Self {
        Self {
            path: a.path.to_string(),
            start_line: a.lines.start.max(1),
            end_line: a.lines.end.max(1),
            annotation_level: if a.stands { "warning" } else { "notice" },
            title: a.title,
            message: a.message,
        }
    }
}

/// The check run for this head. It is neutral whatever was found: the review informs, and whoever
/// wants to stop a merge decides that for themselves.
pub fn check_run(review: &Review, head: &CommitId) -> CheckRun {
    let mut remarks: Vec<Remark> = annotations(review).into_iter().map(Into::into).collect();
    let all = remarks.len();
    remarks.truncate(ANNOTATIONS);
    let mut summary = markdown::review(review);
    if all > remarks.len() {
        let rest = words::count(all - remarks.len(), "remark");
        summary.push_str(&format!("\n… and {rest} more on lines.\n"));
    }
    let title = clip(&words::headline(review), 200);
    let summary = clip(&summary, SUMMARY);
    let output =
        |chunk: &[Remark]| json!({"title": title, "summary": summary, "annotations": chunk});
    let mut chunks = remarks.chunks(CHUNK);
    let first = chunks.next().unwrap_or_default();
    CheckRun {
        create: json!({
            "name": "rguard",
            "head_sha": head.as_str(),
            "status": "completed",
            "conclusion": "neutral",
            "output": output(first),
        }),
        more: chunks.map(|c| json!({"output": output(c)})).collect(),
    }
}
