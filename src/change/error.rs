//! Why a target does not become a Change.

use crate::history::HistoryError;

/// An error of making a Change out of a target. Its text says what to do.
#[derive(Debug, thiserror::Error)]
pub enum ChangeError {
    /// The target is understood and holds no change. Not a failure: say it and end well.
    #[error("{0}")]
    Nothing(String),
    /// The target means several things.
    #[error("“{word}” is {first} and also {second}. {hint}")]
    Ambiguous {
        /// The word, printable.
        word: String,
        /// What it is.
        first: String,
        /// What it is, too.
        second: String,
        /// How to write which one is meant.
        hint: String,
    },
    /// The target means nothing here.
    #[error("“{word}” is no branch, commit, range, pull request or patch file here. {hint}")]
    Unknown {
        /// The word, printable.
        word: String,
        /// What to try.
        hint: String,
    },
    /// The command line does not fit together.
    #[error("{0}")]
    Usage(String),
    /// The text is no patch, or none that can be read.
    #[error("{0}")]
    Patch(String),
    /// The two sides share no history.
    #[error("{a} and {b} share no history, so there is no base to compare with. {hint}")]
    Unrelated {
        /// One side.
        a: String,
        /// The other.
        b: String,
        /// What to do.
        hint: String,
    },
    /// The pull request cannot be fetched.
    #[error("{0}")]
    PullRequest(String),
    /// A file of the user's cannot be read.
    #[error("{path} cannot be read: {source}")]
    File {
        /// The file, printable.
        path: String,
        /// The cause.
        source: std::io::Error,
    },
    /// The repository cannot be read.
    #[error(transparent)]
    History(#[from] HistoryError),
}

/// The result of making a Change.
pub type Result<T> = std::result::Result<T, ChangeError>;
