//! What can stop a review.

use thiserror::Error;

use crate::graph::GraphError;
use crate::history::HistoryError;
use crate::sync::SyncError;

/// Why there is no review.
#[derive(Debug, Error)]
pub enum GuardError {
    /// The repository.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The sync before it.
    #[error(transparent)]
    Sync(#[from] SyncError),
    /// The corrections cannot be read or written.
    #[error("The corrections in {path} cannot be read or written")]
    Journal {
        /// The journal.
        path: String,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// There is nothing to undo, or what was named does not exist.
    #[error("{0}")]
    NoCorrection(String),
    /// The graph does not reach the base, and a sync was not wanted.
    #[error("The graph does not hold {0} yet; run `rguard sync` or leave out --no-sync")]
    NotSynced(String),
    /// Stopped by the user.
    #[error("The review was stopped")]
    Cancelled,
    /// A thread of it died.
    #[error("A part of the review ended unexpectedly: {0}")]
    Broken(String),
}
