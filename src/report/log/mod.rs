//! The decision log as text: the list, one decision's story, and what changed between two moments.

mod detail;
mod diff;
mod edits;
mod list;
mod page;

use crate::model::safe::one_line;
use crate::model::{LogCommit, LogMoment, Source};

pub use detail::detail;
pub use diff::diff;
pub use list::{Shown, page};

/// A second of time as a day in UTC.
pub(super) fn day(seconds: i64) -> String {
    jiff::Timestamp::from_second(seconds)
        .map(|t| t.strftime("%Y-%m-%d").to_string())
        .unwrap_or_default()
}

/// `1a2b3c4d`, and for a date which commit that is.
pub(super) fn moment(m: &LogMoment) -> String {
    let at = format!("{} of {}", m.commit.short(), day(m.time));
    match &m.branch {
        Some(branch) => format!(
            "{at}, the last commit of {} by {}: {}",
            one_line(branch),
            one_line(m.until.as_ref().unwrap_or(&m.asked)),
            one_line(&m.subject)
        ),
        None => at,
    }
}

/// `1a2b3c4d  2026-03-01  Ada Lovelace  Use the queue`.
pub(super) fn commit(c: &LogCommit) -> String {
    let text = format!(
        "{} {} {}: {}",
        c.commit.short(),
        day(c.time),
        c.author,
        c.subject
    );
    one_line(&text)
}

/// `docs/adr/0007-x.md:1–40`.
pub(super) fn place(source: &Source) -> String {
    crate::report::words::place(&Source {
        commit: None,
        ..source.clone()
    })
}
