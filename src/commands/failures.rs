//! Errors of the rooms as a person sees them, with what to do about each.

use super::UserError;
use crate::change::ChangeError;
use crate::github::GithubError;
use crate::guard::GuardError;
use crate::history::HistoryError;
use crate::sync::SyncError;

impl From<HistoryError> for UserError {
    fn from(e: HistoryError) -> Self {
        match e {
            HistoryError::NotARepository { .. } => {
                Self::config(e.to_string()).hint("Go into a clone, or name one with `--repo DIR`.")
            }
            HistoryError::Git { .. } | HistoryError::Cache { .. } => Self::internal(e),
            HistoryError::Settings { .. } => Self::settings(e.to_string()),
            other => Self::user(other.to_string()),
        }
    }
}

impl From<ChangeError> for UserError {
    fn from(e: ChangeError) -> Self {
        match e {
            ChangeError::Nothing(sentence) => Self::nothing(sentence),
            ChangeError::Usage(message) => Self::usage(message),
            ChangeError::History(e) => e.into(),
            other => Self::user(other.to_string()),
        }
    }
}

impl From<SyncError> for UserError {
    fn from(e: SyncError) -> Self {
        match e {
            SyncError::History(e) => e.into(),
            SyncError::Graph(e) => e.into(),
            SyncError::State(_) => Self::config(e.to_string())
                .caused_by(e)
                .hint("See that the data folder can be written: `rguard doctor` names it."),
            SyncError::Cancelled => Self::user(e.to_string()),
            SyncError::Broken(_) => Self::internal(e),
        }
    }
}

impl From<GuardError> for UserError {
    fn from(e: GuardError) -> Self {
        match e {
            GuardError::History(e) => e.into(),
            GuardError::Graph(e) => e.into(),
            GuardError::Sync(e) => e.into(),
            GuardError::Journal { .. } => Self::config(e.to_string())
                .caused_by(e)
                .hint("Nothing was lost: free the file or its folder and say it again."),
            GuardError::Broken(_) => Self::internal(e),
            other => Self::user(other.to_string()),
        }
    }
}

impl From<GithubError> for UserError {
    fn from(e: GithubError) -> Self {
        // Its texts say what to do.
        Self::config(e.to_string())
    }
}
