//! What can go wrong when the repository is read.

use std::path::PathBuf;

/// An error of reading the git repository. Its text says what to do where there is something to do.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// No repository at the folder or above it.
    #[error(
        "{} is not inside a git repository. Run rguard inside a clone, or name one with --repo DIR.",
        dir.display()
    )]
    NotARepository {
        /// Where the search began.
        dir: PathBuf,
    },
    /// The repository belongs to another user; git refuses it too.
    #[error(
        "{} belongs to another user, so it is not read. If you trust it: git config --global --add safe.directory {}",
        dir.display(), dir.display()
    )]
    Untrusted {
        /// The git directory.
        dir: PathBuf,
    },
    /// The repository has no commit yet.
    #[error("The repository has no commit yet, so there is no history to read.")]
    NoCommits,
    /// A revision that does not name a commit.
    #[error("“{rev}” does not name a commit here{hint}")]
    UnknownRevision {
        /// The revision as it was given, made printable.
        rev: String,
        /// A full stop, or the reason and what to try.
        hint: String,
    },
    /// Words that are neither a revision nor a date.
    #[error(
        "There is no commit or date “{asked}” here. Name a commit, a branch, a tag, or a date like 2025-06-02."
    )]
    NoMoment {
        /// The words as they were given, made printable.
        asked: String,
    },
    /// A date before the first commit of a branch.
    #[error("The branch {branch} has no commit as old as {date}.")]
    NothingSoOld {
        /// The branch, made printable.
        branch: String,
        /// The date as it was given, made printable.
        date: String,
    },
    /// A path that the commit does not have.
    #[error("There is no file {path} at commit {commit}.")]
    NoSuchFile {
        /// The path, made printable.
        path: String,
        /// The commit, shortened.
        commit: String,
    },
    /// An object that the clone does not hold (a partial clone, or damage).
    #[error("The object {id} is not in this clone{hint}")]
    MissingObject {
        /// The object id.
        id: String,
        /// A full stop, or what to do.
        hint: String,
    },
    /// A file above the size limit.
    #[error("{what} has {size} bytes, more than the limit of {limit}, and was not read.")]
    TooLarge {
        /// What was to be read.
        what: String,
        /// Its size in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The repository has no worktree.
    #[error(
        "This repository is bare: it has no worktree and no index to review. Name a branch, a commit or a range."
    )]
    Bare,
    /// The caller asked to stop.
    #[error("The work was cancelled.")]
    Cancelled,
    /// git (the program) could not be run or failed.
    #[error("git {command} failed: {detail}")]
    GitProgram {
        /// The subcommand.
        command: String,
        /// What git said, made printable, or why it could not be started.
        detail: String,
    },
    /// Reading or writing a cache file of rguard's own.
    #[error("{}: {source}", path.display())]
    Cache {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: std::io::Error,
    },
    /// The repository's own settings for rguard cannot be used.
    #[error("{detail}. Nothing is read by settings that cannot be understood: mend the file.")]
    Settings {
        /// File, line and reason, made printable.
        detail: String,
    },
    /// The git library failed.
    #[error("Could not {doing}: {detail}")]
    Git {
        /// What was being done.
        doing: String,
        /// The library's own words, made printable.
        detail: String,
    },
}

/// The result of reading the repository.
pub type Result<T> = std::result::Result<T, HistoryError>;

/// Turns a failure of the git library into [`HistoryError::Git`], with what was being done.
pub(crate) trait Doing<T> {
    fn doing(self, doing: &str) -> Result<T>;
}

impl<T, E: std::fmt::Display> Doing<T> for std::result::Result<T, E> {
    fn doing(self, doing: &str) -> Result<T> {
        self.map_err(|e| HistoryError::Git {
            doing: doing.to_owned(),
            detail: crate::model::safe::one_line(&e.to_string()),
        })
    }
}
