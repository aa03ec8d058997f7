//! Points in the record: what the user's words mean, and where one can travel to.

use super::super::UserError;
use crate::change::Resolved;
use crate::guard::{AsOfRequest as Moment, RecordEvent};
use crate::history::{Branch, Repo};
use crate::model::CommitId;
use crate::tui::backend::{AsOfRequest, TimelineEvent};

/// The tip of the branch that the change is meant for; without one, its base.
pub fn tip(resolved: &Resolved) -> CommitId {
    resolved
        .target
        .as_ref()
        .map_or_else(|| resolved.change.base.clone(), |b| b.commit.clone())
}

/// What the user's words mean here: a revision as git writes it, or a date.
///
/// # Errors
/// There is no such commit, or none as old as that.
pub fn commit(repo: &Repo, resolved: &Resolved, as_of: &AsOfRequest) -> Result<Moment, UserError> {
    let rev = match as_of {
        AsOfRequest::Base => return Ok(Moment::Base),
        AsOfRequest::Target => return Ok(Moment::Target),
        AsOfRequest::Rev(rev) => rev.trim(),
    };
    let line = resolved.target.clone().unwrap_or_else(|| Branch {
        name: "of the change".to_owned(),
        commit: tip(resolved),
    });
    // What was fetched for the change is known to its own repository only.
    let found = repo
        .moment_on(rev, Some(&line))
        .or_else(|e| resolved.repo.moment_on(rev, Some(&line)).map_err(|_| e));
    Ok(Moment::Commit(found?.commit))
}

/// The record's events up to the target's tip, with the change's base and the tip itself.
pub fn events(resolved: &Resolved, told: Vec<RecordEvent>) -> Vec<TimelineEvent> {
    let mut out: Vec<TimelineEvent> = told
        .into_iter()
        .map(|e| TimelineEvent {
            commit: e.commit,
            time: e.time,
            label: e.label,
        })
        .collect();
    let target = resolved.target.as_ref();
    let tip = target.map(|b| (b.commit.clone(), format!("the tip of {}", b.name)));
    let base = (resolved.change.base.clone(), "the change's base".to_owned());
    for (commit, label) in std::iter::once(base).chain(tip) {
        if let Some(known) = out.iter_mut().find(|e| e.commit == commit) {
            known.label = format!("{} · {label}", known.label);
            continue;
        }
        let Ok(info) = resolved.repo.commit(&commit) else {
            continue;
        };
        let time = info.committer_time;
        let at = out.iter().take_while(|e| e.time <= time).count();
        out.insert(
            at,
            TimelineEvent {
                commit,
                time,
                label,
            },
        );
    }
    out
}
