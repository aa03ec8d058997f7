//! What can stop a sync.

use std::io;

use thiserror::Error;

use crate::graph::GraphError;
use crate::history::HistoryError;

/// Why a sync did not end well. What was written until then stays, and the next one goes on.
#[derive(Debug, Error)]
pub enum SyncError {
    /// The repository.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The state beside the graph.
    #[error("The state of the last sync cannot be kept")]
    State(#[source] io::Error),
    /// Stopped by the user; what is done stays.
    #[error("The sync was stopped; what is done stays")]
    Cancelled,
    /// A thread of it died.
    #[error("A part of the sync ended unexpectedly: {0}")]
    Broken(String),
}
