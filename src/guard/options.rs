//! How a change is to be reviewed, and who is told meanwhile.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::judge::Features;
use crate::model::{CommitId, Discussion, Dossier, ReviewEvent, Verdict};

/// How a change is reviewed.
#[derive(Clone, Default)]
pub struct ReviewOptions {
    /// As of when the record is read.
    pub as_of: AsOfRequest,
    /// Do not bring the graph up to date first.
    pub no_sync: bool,
    /// Set to stop early.
    pub cancel: Arc<AtomicBool>,
    /// Shown every judged dossier with its numbers, for evaluation.
    pub observe: Option<Observer>,
    /// What was read of pull requests and issues for this review. Without it, what was kept of earlier
    /// ones is used.
    pub discussion: Option<Arc<Discussion>>,
}

/// Shown every judged dossier with its numbers.
pub type Observer = Arc<dyn Fn(&Dossier, &Features, &Verdict) + Send + Sync>;

/// As of when the record is to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AsOfRequest {
    /// The change's own base.
    #[default]
    Base,
    /// The tip of the target branch.
    Target,
    /// Another commit, already resolved.
    Commit(CommitId),
}

/// Told of each event of a review.
pub type EventFn<'a> = dyn FnMut(ReviewEvent) + Send + 'a;
