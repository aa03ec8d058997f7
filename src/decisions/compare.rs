//! What became of a log between two moments.

use std::collections::{HashMap, HashSet};

use super::past::Past;
use super::retired::{deleted, ended};
use super::word_diff::word_diff;
use crate::history::Repo;
use crate::model::{
    ChangedDecision, Decision, DecisionId, DecisionKey, Ending, LogDiff, LogEntry, LogMoment,
    LogView, MovedDecision, RetiredDecision, StandingChange,
};

/// One side of a comparison.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The moment.
    pub moment: &'a LogMoment,
    /// The log then.
    pub view: &'a LogView,
    /// The history up to then.
    pub past: &'a Past,
}

/// Compares two logs. Decisions are the same by their key, else (where the two lie on different lines
/// of history) by their id.
pub fn compare(repo: &Repo, from: Side<'_>, to: Side<'_>) -> LogDiff {
    let before: HashMap<&DecisionKey, &Decision> =
        from.view.decisions.iter().map(|d| (&d.key, d)).collect();
    let after: HashSet<&DecisionKey> = to.view.decisions.iter().map(|d| &d.key).collect();
    let by_id: HashMap<&DecisionId, &Decision> = from
        .view
        .decisions
        .iter()
        .filter(|d| !after.contains(&d.key))
        .map(|d| (&d.id, d))
        .collect();
    let mut out = LogDiff {
        from: from.moment.clone(),
        to: to.moment.clone(),
        ..LogDiff::default()
    };
    let mut met: HashSet<&DecisionKey> = HashSet::new();
    for d in &to.view.decisions {
        let old = before.get(&d.key).or_else(|| by_id.get(&d.id)).copied();
        match old {
            None => out.new.push(d.into()),
            Some(old) => {
                met.insert(&old.key);
                if !both(repo, to.past, old, d, &mut out) {
                    out.same += 1;
                }
            }
        }
    }
    for d in from.view.decisions.iter().filter(|d| !met.contains(&d.key)) {
        out.retired.push(gone(repo, to.past, d));
    }
    out
}

/// Notes what is different of a decision that both sides have; whether anything is.
fn both(repo: &Repo, past: &Past, old: &Decision, new: &Decision, out: &mut LogDiff) -> bool {
    let words = word_diff(&old.text, &new.text);
    let retitled = old.title != new.title;
    let mut differs = false;
    if !words.is_empty() || retitled {
        differs = true;
        out.changed.push(ChangedDecision {
            decision: new.into(),
            old_title: retitled.then(|| old.title.clone()),
            words,
        });
    }
    if old.id != new.id {
        differs = true;
        out.moved.push(MovedDecision {
            decision: new.into(),
            old_id: old.id.clone(),
        });
    }
    if old.standing != new.standing {
        differs = true;
        out.standing.push(StandingChange {
            decision: new.into(),
            old_standing: old.standing,
            words: new.standing_words.clone(),
        });
        if !old.standing.is_ended() {
            let tracked = past.index.decisions().iter().find(|t| t.key == new.key);
            out.retired.extend(ended(repo, new, tracked));
        }
    }
    differs
}

/// A decision that the later side does not have.
fn gone(repo: &Repo, past: &Past, d: &Decision) -> RetiredDecision {
    let tracked = past.index.decisions().iter().find(|t| t.key == d.key);
    let told = tracked.and_then(|t| deleted(repo, past, t));
    RetiredDecision {
        removed_in: told.map(|t| t.removed_in).unwrap_or_default(),
        superseded_by: d.superseded_by.iter().map(|s| s.id.clone()).collect(),
        ..entry(d.into())
    }
}

fn entry(e: LogEntry) -> RetiredDecision {
    RetiredDecision {
        id: e.id,
        key: e.key,
        title: e.title,
        standing: e.standing,
        ending: Ending::Deleted,
        removed_in: Vec::new(),
        last: e.source,
        superseded_by: Vec::new(),
    }
}
