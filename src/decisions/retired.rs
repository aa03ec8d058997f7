//! What of a history is no longer in force: deleted, superseded, rejected, deprecated. Deleted is
//! history, not gone.

use std::collections::HashMap;

use super::past::Past;
use super::track::{Time, Tracked};
use crate::history::Repo;
use crate::model::{
    CommitId, Decision, DecisionKey, Ending, LogCommit, LogView, RetiredDecision, Source, Standing,
};

/// The retired decisions of a log, the latest ending first.
pub fn retired(repo: &Repo, past: &Past, view: &LogView) -> Vec<RetiredDecision> {
    let live: HashMap<&DecisionKey, &Decision> =
        view.decisions.iter().map(|d| (&d.key, d)).collect();
    let tracked: HashMap<&DecisionKey, &Tracked> =
        past.index.decisions().iter().map(|t| (&t.key, t)).collect();
    let mut out: Vec<RetiredDecision> = view
        .decisions
        .iter()
        .filter_map(|d| ended(repo, d, tracked.get(&d.key).copied()))
        .collect();
    out.extend(
        past.index
            .decisions()
            .iter()
            .filter(|t| !live.contains_key(&t.key))
            .filter_map(|t| deleted(repo, past, t)),
    );
    out.sort_by(|a, b| when(b).cmp(&when(a)).then_with(|| a.id.cmp(&b.id)));
    out
}

fn when(r: &RetiredDecision) -> Option<i64> {
    r.removed_in.iter().map(|c| c.time).max()
}

/// A deleted decision, as it stood last.
pub fn deleted(repo: &Repo, past: &Past, tracked: &Tracked) -> Option<RetiredDecision> {
    let time = last(tracked)?;
    let last = time.revision;
    let (id, _) = tracked.ids.last()?;
    let has = |c: &CommitId| past.commits.ord(c).is_some();
    let removed = time.until.iter().filter(|c| has(c));
    Some(RetiredDecision {
        id: id.clone(),
        key: tracked.key.clone(),
        title: last.title.clone(),
        standing: last.standing,
        ending: Ending::Deleted,
        removed_in: removed.filter_map(|c| log_commit(repo, c)).collect(),
        last: Source {
            path: Some(last.path.clone()),
            lines: Some(last.lines),
            commit: Some(last.from.clone()),
            url: None,
        },
        superseded_by: Vec::new(),
    })
}

/// The time in which a revision of it was in force last.
pub(super) fn last(tracked: &Tracked) -> Option<Time<'_>> {
    let times = tracked.times();
    let open = times.iter().rev().find(|t| t.until.is_empty()).copied();
    open.or(times.last().copied())
}

/// A decision whose own standing, or another record, says that it is in force no more.
pub(super) fn ended(repo: &Repo, d: &Decision, t: Option<&Tracked>) -> Option<RetiredDecision> {
    let ending = match d.standing {
        Standing::Superseded => Ending::Superseded,
        Standing::Rejected => Ending::Rejected,
        Standing::Deprecated => Ending::Deprecated,
        Standing::Accepted | Standing::Proposed | Standing::Unknown => return None,
    };
    // The record may say so itself from some commit on; else its successor does.
    let own = t.and_then(|t| {
        // From when on it says so without a break.
        let times = t.times();
        let says = times.iter().rev();
        let run = says.take_while(|t| t.revision.standing == d.standing);
        Some(run.last()?.from.clone())
    });
    let by_other = d.superseded_by.iter().find_map(|s| s.commit.clone());
    let commit = own.or(by_other).or_else(|| d.revised_in.clone());
    Some(RetiredDecision {
        id: d.id.clone(),
        key: d.key.clone(),
        title: d.title.clone(),
        standing: d.standing,
        ending,
        removed_in: commit.iter().filter_map(|c| log_commit(repo, c)).collect(),
        last: d.source.clone(),
        superseded_by: d.superseded_by.iter().map(|s| s.id.clone()).collect(),
    })
}

/// A commit as the log names it; `None` where it cannot be read.
pub fn log_commit(repo: &Repo, commit: &CommitId) -> Option<LogCommit> {
    let info = repo.commit(commit).ok()?;
    Some(LogCommit {
        commit: commit.clone(),
        time: info.committer_time,
        subject: info.subject,
        author: info.author.name,
    })
}
