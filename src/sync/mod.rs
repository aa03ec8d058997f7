//! History and decisions into the graph, incrementally.
//!
//! A sync is a list of tasks with stable ids. It walks only commits that are new, reads only
//! versions of decision files that are new, and writes by merging on keys, so that a second sync
//! changes nothing and a killed one is gone on with. It prints nothing: progress is reported by a
//! callback and the outcome is a [`SyncReport`].

mod decide;
mod discussion;
mod error;
mod history;
mod instructions;
mod links;
mod people;
mod rationale;
mod record;
mod report;
mod run;
mod state;
mod walk;

pub use discussion::{Discussions, WeaveInput, Woven, weave};
pub use error::SyncError;
pub use history::RefNames;
pub use report::{NewsItem, SyncReport, Task};
pub use run::{SyncInput, Synced, last, run};
pub use state::{State, StateFiles, Told, Walked};

use crate::model::Progress;

/// Told how far a sync is.
pub type ProgressFn<'a> = dyn FnMut(Progress) + Send + 'a;
