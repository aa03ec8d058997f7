//! What the workstation asks of the application, as one trait of blocking calls.
//!
//! The workstation never reads git, the graph or a journal itself: it draws what a [`Backend`]
//! returns. Every call may block and runs on a blocking thread.

use std::collections::BTreeSet;

use tokio_util::sync::CancellationToken;

use crate::model::{
    CommitId, Correction, CorrectionKind, DecisionId, DecisionKey, Instruction, LogDetail,
    Progress, RepoPath, ReviewEvent, Side,
};

/// The application behind the workstation.
pub trait Backend: Send + Sync + 'static {
    /// Runs one review and reports it as it grows; `Done` is the last event of a good run.
    fn review(
        &self,
        request: ReviewRequest,
        events: &mut (dyn FnMut(ReviewEvent) + Send),
        cancel: &CancellationToken,
    ) -> Result<(), BackendError>;

    /// Brings the graph up to date. What was done before a cancel stays done.
    fn sync(
        &self,
        progress: &mut (dyn FnMut(Progress) + Send),
        cancel: &CancellationToken,
    ) -> Result<SyncSummary, BackendError>;

    /// Records one correction, durably before it returns.
    fn correct(&self, correction: NewCorrection) -> Result<Correction, BackendError>;

    /// Takes back one correction, or the latest one of this change. `None`: there was nothing.
    fn undo(&self, ulid: Option<String>) -> Result<Option<Correction>, BackendError>;

    /// The whole text of a file on one side of the change.
    fn file(&self, path: &RepoPath, side: Side) -> Result<String, BackendError>;

    /// The events of the record, oldest first, for travelling.
    fn timeline(&self) -> Result<Vec<TimelineEvent>, BackendError>;

    /// One decision's whole story as of a commit, by its key or else by its id.
    fn story(
        &self,
        key: &DecisionKey,
        id: &DecisionId,
        as_of: &CommitId,
    ) -> Result<LogDetail, BackendError>;

    /// What coding agents were told at a commit.
    fn told(&self, as_of: &CommitId) -> Result<Vec<Instruction>, BackendError>;

    /// The files that were marked as viewed, each with the hash of the patch that was viewed.
    fn viewed(&self) -> Result<BTreeSet<Viewed>, BackendError>;

    /// Sets or clears one mark.
    fn set_viewed(&self, mark: Viewed, on: bool) -> Result<(), BackendError>;
}

/// As of when a review is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewRequest {
    /// The point in the record.
    pub as_of: AsOfRequest,
    /// Whether the change itself is looked up again: the user asked for it.
    pub afresh: bool,
}

/// A point in the record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AsOfRequest {
    /// The change's own base.
    #[default]
    Base,
    /// The tip of the target branch.
    Target,
    /// A commit or a date, in the words of the user or of the timeline.
    Rev(String),
}

/// A correction that is to be recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCorrection {
    /// What is said.
    pub kind: CorrectionKind,
    /// The decision it is about.
    pub decision: DecisionKey,
    /// That decision's id now.
    pub decision_id: DecisionId,
    /// The reason typed; empty only for an `ack`.
    pub reason: String,
    /// The title of the change under review.
    pub change: String,
    /// The commit as of which the record is on the screen.
    pub base: CommitId,
}

/// What a sync did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SyncSummary {
    /// One line for each thing that happened.
    pub lines: Vec<SyncLine>,
}

/// One line of what a sync did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncLine {
    /// What kind of thing.
    pub kind: SyncKind,
    /// What, in words.
    pub text: String,
    /// Where or by whom.
    pub detail: String,
}

/// The kinds of things that a sync reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncKind {
    /// A new decision.
    New,
    /// A decision whose text changed.
    Changed,
    /// A decision that is no longer in force.
    Retired,
    /// A supersession that is proposed.
    Proposed,
    /// A supersession that was confirmed.
    Confirmed,
    /// A limit of an older decision that still holds.
    StillHolds,
    /// Something that could not be read.
    Skipped,
    /// Anything else worth a line.
    Note,
}

/// One event of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineEvent {
    /// The commit that recorded it.
    pub commit: CommitId,
    /// Its committer time in seconds since 1970.
    pub time: i64,
    /// What happened, short (`ADR 7 replaces ADR 3`).
    pub label: String,
}

/// The mark on a viewed file: it holds as long as the file's patch is the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Viewed {
    /// The file.
    pub path: RepoPath,
    /// The hash of its patch, in hex.
    pub patch: String,
}

/// Why a call failed, and what to do about it.
#[derive(Clone, Debug, Default, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BackendError {
    /// What went wrong, a full sentence.
    pub message: String,
    /// What to do, each a full sentence.
    pub hints: Vec<String>,
}

impl BackendError {
    /// An error without hints.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hints: Vec::new(),
        }
    }
}
