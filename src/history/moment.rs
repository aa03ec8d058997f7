//! A moment in words: a revision as git writes it, or a date.

use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::error::{HistoryError, Result};
use super::naming::Branch;
use super::repo::Repo;
use crate::model::safe::one_line;
use crate::model::{CommitId, LogMoment};

impl Repo {
    /// The commit that a revision names, or for a date (`2026-08-01`) the last commit of the default
    /// branch's first-parent line by the end of that day (UTC, committer time).
    ///
    /// # Errors
    /// [`HistoryError::NoMoment`], [`HistoryError::UnknownRevision`] where git can say why, and
    /// [`HistoryError::NothingSoOld`].
    pub fn moment(&self, asked: &str) -> Result<LogMoment> {
        let line = self.default_branch();
        self.moment_on(asked, line.as_ref())
    }

    /// As [`Repo::moment`], with dates on this branch's line.
    ///
    /// # Errors
    /// As there.
    pub fn moment_on(&self, asked: &str, line: Option<&Branch>) -> Result<LogMoment> {
        let asked = asked.trim();
        let unknown = match self.resolve(asked) {
            Ok(commit) => return self.found(asked, commit, None),
            Err(e) => e,
        };
        let Some(end) = end_of(asked) else {
            return Err(match unknown {
                HistoryError::UnknownRevision { rev, hint } if hint == "." => {
                    HistoryError::NoMoment { asked: rev }
                }
                other => other,
            });
        };
        let Some(line) = line else {
            return Err(unknown);
        };
        for commit in self.first_parents(&line.commit)? {
            if self.commit(&commit)?.committer_time < end {
                return self.found(asked, commit, Some(line.name.clone()));
            }
        }
        Err(HistoryError::NothingSoOld {
            branch: one_line(&line.name),
            date: one_line(asked),
        })
    }

    fn found(&self, asked: &str, commit: CommitId, branch: Option<String>) -> Result<LogMoment> {
        let info = self.commit(&commit)?;
        Ok(LogMoment {
            asked: asked.to_owned(),
            commit,
            time: info.committer_time,
            subject: info.subject,
            branch,
        })
    }
}

/// The first second after a day, in UTC.
fn end_of(text: &str) -> Option<i64> {
    let day: Date = text.parse().ok()?;
    let next = day.tomorrow().ok()?;
    Some(next.to_zoned(TimeZone::UTC).ok()?.timestamp().as_second())
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
