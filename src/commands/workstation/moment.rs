//! Points in the record: what the user's words mean, and where one can travel to.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::super::UserError;
use crate::change::Resolved;
use crate::guard::{AsOfRequest as Moment, RecordEvent};
use crate::history::Repo;
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
    if let Ok(commit) = repo.resolve(rev) {
        return Ok(Moment::Commit(commit));
    }
    let Some(end) = end_of(rev) else {
        return Err(
            UserError::user(format!("There is no commit or date “{rev}” here."))
                .hint("A date is written 2025-06-02."),
        );
    };
    match last_until(&resolved.repo, &tip(resolved), end)? {
        Some(commit) => Ok(Moment::Commit(commit)),
        None => Err(UserError::user(format!(
            "The target branch has no commit as old as {rev}."
        ))),
    }
}

/// The first second after a day, in UTC.
fn end_of(text: &str) -> Option<i64> {
    let day: Date = text.parse().ok()?;
    let next = day.tomorrow().ok()?;
    Some(next.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second())
}

/// The last commit of a first-parent line before a second of time.
fn last_until(repo: &Repo, tip: &CommitId, end: i64) -> Result<Option<CommitId>, UserError> {
    for commit in repo.first_parents(tip)? {
        if repo.commit(&commit)?.committer_time < end {
            return Ok(Some(commit));
        }
    }
    Ok(None)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_ends_when_the_next_begins() {
        assert_eq!(end_of("1970-01-01"), Some(86_400));
        assert_eq!(end_of("2024-02-29"), Some(1_709_251_200));
        assert_eq!(end_of("main"), None);
        assert_eq!(end_of("2025-13-01"), None);
    }
}
