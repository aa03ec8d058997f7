//! A moment in words: a revision as git writes it, a date, or a date with a time.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

use super::error::{HistoryError, Result};
use super::naming::Branch;
use super::repo::Repo;
use crate::model::safe::one_line;
use crate::model::{CommitId, LogMoment};

impl Repo {
    /// The commit that a revision names, or the last commit of the default branch's first-parent
    /// line by a date, by committer time: by the end of a day (`2026-08-01`) or month (`2026-08`) in
    /// UTC, or by a time as RFC 3339 writes it, with a space or a `T`, with or without seconds. A
    /// time without a zone is one of this machine's.
    ///
    /// # Errors
    /// [`HistoryError::NoMoment`], [`HistoryError::UnknownRevision`] where git can say why,
    /// [`HistoryError::NothingSoOld`], and [`HistoryError::NoCommits`] on an unborn branch.
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
            Ok(commit) => return self.found(asked, commit, None, None),
            Err(e) => e,
        };
        if line.is_none() && self.head().is_err() {
            return Err(HistoryError::NoCommits);
        }
        let Some(until) = until(asked, &TimeZone::system()) else {
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
            if self.commit(&commit)?.committer_time < until.end {
                return self.found(asked, commit, Some(line.name.clone()), Some(until.words));
            }
        }
        Err(HistoryError::NothingSoOld {
            branch: one_line(&line.name),
            date: one_line(asked),
        })
    }

    fn found(
        &self,
        asked: &str,
        commit: CommitId,
        branch: Option<String>,
        until: Option<String>,
    ) -> Result<LogMoment> {
        let info = self.commit(&commit)?;
        Ok(LogMoment {
            asked: asked.to_owned(),
            commit,
            time: info.committer_time,
            subject: info.subject,
            branch,
            until,
        })
    }
}

/// The end of what a date or a time names.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Until {
    /// The first second after it, since 1970.
    end: i64,
    /// It in words, with its zone.
    words: String,
}

/// Reads a month, a day, or a time; one without a zone is of `local`.
fn until(text: &str, local: &TimeZone) -> Option<Until> {
    if text.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
        // A month is written with a hyphen; jiff knows no text of a month alone.
        let month = (text.len() == 7).then(|| format!("{text}-01").parse::<Date>().ok());
        let last: Date = match month.flatten() {
            Some(first) => first.last_of_month(),
            None => text.parse().ok()?,
        };
        let next = last.tomorrow().ok()?.to_zoned(TimeZone::UTC).ok()?;
        let what = if month.is_some() { "the end of " } else { "" };
        return Some(Until {
            end: next.timestamp().as_second(),
            words: format!("{what}{text} (UTC)"),
        });
    }
    if let Some(at) = with_offset(text) {
        return Some(Until {
            end: second_after(at)?,
            words: text.to_owned(),
        });
    }
    let (_, time) = text.split_once(['T', 't', ' '])?;
    // Anything else there, as a zone that cannot be read, would be passed over in silence.
    let is_time = |b: u8| b.is_ascii_digit() || matches!(b, b':' | b'.');
    if time.is_empty() || !time.bytes().all(is_time) {
        return None;
    }
    let zoned = text.parse::<DateTime>().ok()?.to_zoned(local.clone());
    let zoned = zoned.ok()?;
    Some(Until {
        end: second_after(zoned.timestamp())?,
        words: format!("{text} (local time, UTC{})", zoned.strftime("%:z")),
    })
}

/// A time with a zone of its own, `… 11:00 +0000` with a space before it among them.
fn with_offset(text: &str) -> Option<Timestamp> {
    let joined = text.rsplit_once(' ').and_then(|(time, zone)| {
        let is_zone = zone.starts_with(['+', '-']) || zone.eq_ignore_ascii_case("z");
        is_zone.then(|| format!("{}{zone}", time.trim_end()))
    });
    joined.as_deref().unwrap_or(text).parse().ok()
}

/// The second after the one in which a time lies: commits count in whole seconds.
fn second_after(at: Timestamp) -> Option<i64> {
    let next = at.checked_add(SignedDuration::from_secs(1)).ok()?;
    Some(next.as_second())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(text: &str) -> Option<i64> {
        let local = TimeZone::fixed(jiff::tz::offset(2));
        until(text, &local).map(|u| u.end)
    }

    #[test]
    fn a_day_ends_when_the_next_begins() {
        assert_eq!(end("1970-01-01"), Some(86_400));
        assert_eq!(end("2024-02-29"), Some(1_709_251_200));
        assert_eq!(end("main"), None);
        assert_eq!(end("2025-13-01"), None);
    }

    #[test]
    fn a_month_ends_when_the_next_begins() {
        assert_eq!(end("2024-02"), Some(1_709_251_200));
        assert_eq!(end("2024-13"), None);
    }

    #[test]
    fn a_time_counts_to_its_second_in_its_zone_or_the_local_one() {
        let noon = 1_704_456_000 + 1;
        for text in [
            "2024-01-05T12:00:00Z",
            "2024-01-05t12:00z",
            "2024-01-05 12:00:00+00:00",
            "2024-01-05 12:00 +0000",
            "2024-01-05 13:00 +01:00",
            "2024-01-05 07:00:00 -0500",
            "2024-01-05 14:00",
            "2024-01-05T14:00:00",
        ] {
            assert_eq!(end(text), Some(noon), "{text}");
        }
        for wrong in [
            "2024-01-05 25:00",
            "2024-01-05 11:00 CET",
            "2024-01-05 +01:00",
        ] {
            assert_eq!(end(wrong), None, "{wrong}");
        }
        let local = TimeZone::fixed(jiff::tz::offset(2));
        let words = until("2024-01-05 14:00", &local).unwrap().words;
        assert_eq!(words, "2024-01-05 14:00 (local time, UTC+02:00)");
    }
}
