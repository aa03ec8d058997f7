//! Findings that say the same, and how many of them are shown.

use std::collections::BTreeSet;

use super::candidates::Candidate;
use super::hops::Hop;
use crate::decisions::Record;
use crate::model::{Authority, DecisionKey, DecisionRef, Finding, RepoPath, Source, VerdictKind};

/// At most so many related findings are shown beside contradictions.
const RELATED_MAX: usize = 4;
/// At most so many contradictions: a change that undoes more is told by its strongest.
const CONTRADICTS_MAX: usize = 5;

/// A record that the change itself adds, for the list of what it proposes.
pub fn proposed_ref(path: &RepoPath, record: &Record) -> DecisionRef {
    DecisionRef {
        id: record.id.clone(),
        key: DecisionKey::from(""),
        title: record.title.clone(),
        date: record.date.clone(),
        standing: record.standing,
        authority: Authority::Recorded,
        source: Source {
            path: Some(path.clone()),
            lines: Some(record.lines),
            commit: None,
            url: None,
        },
    }
}

/// Folds a message's finding into that of the record which explains its commit: one decision, two
/// sources. Also an entry into its own section, where both were found. Returns how many were folded.
pub fn fold(mut findings: Vec<Finding>, candidates: &[Candidate]) -> (Vec<Finding>, usize) {
    findings.sort_by(|a, b| {
        (a.verdict, b.score, &a.decision.id)
            .partial_cmp(&(b.verdict, a.score, &b.decision.id))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    let commits = |f: &Finding| -> BTreeSet<String> {
        let hits = candidates
            .iter()
            .filter(|c| c.decision.key == f.decision.key)
            .flat_map(|c| &c.hits);
        hits.filter(|h| h.hop == Hop::Line)
            .filter_map(|h| h.through.clone())
            .collect()
    };
    let before = findings.len();
    let mut findings = under_newer(findings, candidates);
    let mut folded = before - findings.len();
    let mut out: Vec<Finding> = Vec::new();
    for f in findings.drain(..) {
        let own = f
            .decision
            .id
            .as_str()
            .strip_prefix("commit:")
            .map(str::to_owned);
        let twin = own.and_then(|sha| {
            out.iter_mut().find(|o| {
                o.decision.authority == Authority::Recorded
                    && o.verdict <= f.verdict
                    && commits(o).contains(&sha)
            })
        });
        match twin {
            Some(o) => {
                o.also.push(f.decision);
                folded += 1;
            }
            None => out.push(f),
        }
    }
    (out, folded)
}

/// A decision that a newer live one may replace does not warn: it is shown under the newer one where
/// that is a finding, and else as related.
fn under_newer(findings: Vec<Finding>, candidates: &[Candidate]) -> Vec<Finding> {
    let found: BTreeSet<DecisionKey> = findings.iter().map(|f| f.decision.key.clone()).collect();
    let newer = |f: &Finding| -> Vec<DecisionKey> {
        let decision = candidates.iter().find(|c| c.decision.key == f.decision.key);
        decision
            .map(|c| {
                c.decision
                    .superseded_by
                    .iter()
                    .map(|s| s.key.clone())
                    .collect()
            })
            .unwrap_or_default()
    };
    findings
        .into_iter()
        .filter_map(|mut f| {
            let newer = newer(&f);
            if newer.iter().any(|k| found.contains(k)) {
                return None;
            }
            if !newer.is_empty() && f.verdict == VerdictKind::Contradicts {
                f.verdict = VerdictKind::Related;
            }
            Some(f)
        })
        .collect()
}

/// Keeps the strongest findings of each kind; the rest is counted by the caller's totals.
pub fn limit(findings: &mut Vec<Finding>) {
    super::findings::sort(findings);
    let (mut contradicts, mut related) = (0, 0);
    findings.retain(|f| {
        let spoken = !f.corrections.is_empty();
        let (n, max) = match f.verdict {
            VerdictKind::Contradicts => (&mut contradicts, CONTRADICTS_MAX),
            _ => (&mut related, RELATED_MAX),
        };
        *n += 1;
        *n <= max || spoken
    });
}
