//! Findings that say the same, and how many of them are shown.

use std::collections::{BTreeSet, HashMap};

use super::candidates::Candidate;
use super::explains::EXPLAINS;
use super::hops::Hop;
use crate::decisions::Record;
use crate::model::{
    Authority, CommitId, DecisionKey, DecisionRef, Finding, RepoPath, Source, VerdictKind,
};

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

/// Folds findings that say the same: a decision that a newer one may replace under the newer; a
/// message under the record that its commit recorded or that cites it; a section under its stronger
/// sibling of the same entry. One decision, several sources. A record that only speaks of the same
/// as a message explains it if it was written later; one that stood there before does not take the
/// message's place: the message keeps the headline. `ord` is the position of a commit in history.
pub fn fold(
    findings: Vec<Finding>,
    candidates: &[&Candidate],
    ord: &dyn Fn(&CommitId) -> Option<u32>,
) -> Vec<Finding> {
    let mut findings = under_newer(findings, candidates);
    findings.sort_by(|a, b| {
        a.verdict
            .cmp(&b.verdict)
            .then(b.score.total_cmp(&a.score))
            .then_with(|| a.decision.id.cmp(&b.decision.id))
    });
    let (messages, records): (Vec<Finding>, Vec<Finding>) = findings
        .into_iter()
        .partition(|f| f.decision.authority == Authority::Inferred);
    let by_key: HashMap<&DecisionKey, &Candidate> =
        candidates.iter().map(|c| (&c.decision.key, *c)).collect();
    let entry = |f: &Finding| {
        by_key
            .get(&f.decision.key)
            .and_then(|c| c.decision.part_of.clone())
    };
    let mut out: Vec<Finding> = Vec::new();
    for f in records {
        let parent = entry(&f);
        let twin = out.iter_mut().find(|o| {
            o.verdict == VerdictKind::Contradicts
                && (parent.as_ref() == Some(&o.decision.id)
                    || entry(o).as_ref() == Some(&f.decision.id)
                    || (parent.is_some() && entry(o) == parent))
        });
        match twin {
            Some(o) => merge(o, f),
            None => out.push(f),
        }
    }
    let tied = |f: &Finding, sha: &str| {
        by_key.get(&f.decision.key).map_or(Tie::None, |c| {
            let ties = c
                .hits
                .iter()
                .filter(|h| h.hop == Hop::Line && h.through.as_deref() == Some(sha));
            ties.map(|h| {
                if h.note == EXPLAINS {
                    Tie::Likeness
                } else {
                    Tie::Said
                }
            })
            .max()
            .unwrap_or(Tie::None)
        })
    };
    for f in messages {
        let own = f.decision.id.as_str().strip_prefix("commit:");
        // A record that came with the merge of a page says it in its own words.
        let merged = f.decision.source.commit.as_ref().filter(|_| is_page(&f));
        let sha = own
            .or(merged.map(CommitId::as_str))
            .unwrap_or_default()
            .to_owned();
        let at = |tie: Tie| {
            out.iter().position(|o| {
                o.decision.authority == Authority::Recorded
                    && o.verdict <= f.verdict
                    && tied(o, &sha) == tie
            })
        };
        // A comment and the message of the commit that wrote it say the same of the same lines.
        let wrote = f.decision.source.commit.clone();
        let comment = out.iter().position(|o| {
            o.decision.authority == Authority::Inferred
                && (is_comment(o) || is_comment(&f))
                && wrote.is_some()
                && o.decision.source.commit == wrote
                && !(is_comment(o) && is_comment(&f))
                && o.verdict <= f.verdict
        });
        let written = |o: &Finding| {
            let decision = &by_key.get(&o.decision.key)?.decision;
            ord(decision
                .revised_in
                .as_ref()
                .or(decision.source.commit.as_ref())?)
        };
        let stated = ord(&CommitId(sha.clone()));
        let alike = at(Tie::Likeness);
        let before = alike.is_some_and(|i| match (written(&out[i]), stated) {
            (Some(record), Some(message)) => record < message,
            _ => false,
        });
        if let Some(i) = out.iter().position(|o| is_same_merge(o, &f)) {
            // The page says more than the message that was made of it: address, people, premises.
            if is_page(&f) && out[i].verdict == f.verdict {
                let message = std::mem::replace(&mut out[i], f);
                merge(&mut out[i], message);
            } else {
                merge(&mut out[i], f);
            }
            continue;
        }
        match (at(Tie::Said).or(comment), alike) {
            (Some(i), _) => merge(&mut out[i], f),
            (None, Some(i)) if !before => merge(&mut out[i], f),
            (None, Some(i)) => {
                let record = std::mem::replace(&mut out[i], f);
                let words = record.quotes.first().cloned();
                merge(&mut out[i], record);
                // What was written down as the decision is read beside the message.
                if let Some(words) = words {
                    let quotes = &mut out[i].quotes;
                    quotes.retain(|q| *q != words);
                    quotes.insert(quotes.len().min(1), words);
                }
            }
            (None, None) => out.push(f),
        }
    }
    out
}

/// How a record is tied to a commit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tie {
    None,
    /// Both speak of the same in the same rare words.
    Likeness,
    /// The commit recorded it, or one cites the other.
    Said,
}

/// Whether a finding is of the description of a pull request.
fn is_page(f: &Finding) -> bool {
    let id = f.decision.id.as_str();
    id.starts_with("pr:") && !id.contains('#')
}

/// Whether one is the description of a pull request and the other the message of its merge.
fn is_same_merge(a: &Finding, b: &Finding) -> bool {
    let of_message = |f: &Finding| {
        let sha = f.decision.id.as_str().strip_prefix("commit:");
        sha.map(CommitId::from)
    };
    let (page, message) = if is_page(a) { (a, b) } else { (b, a) };
    is_page(page) && of_message(message).is_some_and(|c| page.decision.source.commit == Some(c))
}

/// Whether a finding is of a comment in code.
fn is_comment(f: &Finding) -> bool {
    f.decision.authority == Authority::Inferred && f.decision.source.path.is_some()
}

/// Most quotes that a finding keeps from all its sources.
const QUOTES_MAX: usize = 6;

/// Adds another source of the same decision: the first keeps its place, what the other saw is added.
fn merge(kept: &mut Finding, other: Finding) {
    kept.score = kept.score.max(other.score);
    for signal in other.signals {
        if !kept.signals.iter().any(|s| s.name == signal.name) {
            kept.signals.push(signal);
        }
    }
    kept.signals
        .sort_by(|a, b| b.strength.total_cmp(&a.strength));
    let quotes = other.quotes.into_iter().take(1);
    extend(&mut kept.quotes, quotes);
    kept.quotes.truncate(QUOTES_MAX);
    extend(&mut kept.alternatives, other.alternatives);
    extend(&mut kept.experiments, other.experiments);
    extend(&mut kept.limits, other.limits);
    extend(&mut kept.superseded, other.superseded);
    extend(&mut kept.via, other.via);
    kept.also.push(other.decision);
    kept.also.extend(other.also);
}

/// Adds what is not there yet.
fn extend<T: PartialEq>(list: &mut Vec<T>, more: impl IntoIterator<Item = T>) {
    for item in more {
        if !list.contains(&item) {
            list.push(item);
        }
    }
}

/// A decision that a newer live one may replace does not warn: it is shown under the newer one where
/// that is a finding, and else as related.
fn under_newer(findings: Vec<Finding>, candidates: &[&Candidate]) -> Vec<Finding> {
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::super::hops::Hit;
    use super::*;
    use crate::model::Decision;

    const SHA: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

    fn finding(id: &str, authority: &str, score: f64) -> Finding {
        serde_json::from_value(json!({
            "id": "", "verdict": "contradicts", "score": score, "declared": false,
            "decision": {
                "id": id, "key": id, "title": id, "standing": "accepted", "authority": authority,
                "source": {"path": null, "lines": null, "commit": null, "url": null},
            },
            "quotes": [{"text": id, "path": null, "lines": null, "commit": null, "url": null}],
            "evidence": [], "signals": [], "premises": [], "alternatives": [], "experiments": [],
            "limits": [], "superseded": [], "corrections": [], "via": [],
            "path": {"nodes": [], "edges": []},
        }))
        .unwrap()
    }

    fn record(note: &str) -> Candidate {
        Candidate {
            decision: Arc::new(Decision {
                id: "docs/adr/1.md".into(),
                key: "docs/adr/1.md".into(),
                revised_in: Some("record".into()),
                ..Decision::default()
            }),
            hits: vec![Hit {
                key: "docs/adr/1.md".into(),
                hop: Hop::Line,
                query: "q",
                from: SHA.into(),
                through: Some(SHA.into()),
                over: None,
                ord: None,
                weight: 0.9,
                note: note.into(),
            }],
            rank: 0.0,
        }
    }

    /// The ids of what is left, the headline first, after a record and the message of a commit at
    /// position 5 met.
    fn folded(note: &str, record_at: u32) -> Vec<String> {
        let message = format!("commit:{SHA}");
        let both = vec![
            finding("docs/adr/1.md", "recorded", 1.0),
            finding(&message, "inferred", 0.9),
        ];
        let ord = |c: &CommitId| Some(if c.as_str() == SHA { 5 } else { record_at });
        let out = fold(both, &[&record(note)], &ord);
        assert_eq!(out.len(), 1);
        assert_eq!((out[0].also.len(), out[0].quotes.len()), (1, 2));
        let also = out[0].also.iter().map(|a| a.id.to_string());
        std::iter::once(out[0].decision.id.to_string())
            .chain(also)
            .collect()
    }

    #[test]
    fn an_older_record_in_the_same_words_does_not_head_the_message() {
        let message = format!("commit:{SHA}");
        assert_eq!(folded(EXPLAINS, 2), [message.as_str(), "docs/adr/1.md"]);
        assert_eq!(folded(EXPLAINS, 7), ["docs/adr/1.md", message.as_str()]);
        assert_eq!(folded("recorded", 2), ["docs/adr/1.md", message.as_str()]);
    }
}
