//! The two enums between the loop and the model: what happened, and what is to be done.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::backend::{
    BackendError, NewCorrection, ReviewRequest, SyncSummary, TimelineEvent, Viewed,
};
use super::doc::Doc;
use super::highlight::HunkSpans;
use super::keys::Key;
use super::widget::dag::{PathKey, Scene};
use crate::model::{
    CommitId, Correction, DecisionId, DecisionKey, Instruction, LogDetail, PathGraph, Progress,
    RepoPath, ReviewEvent, Side,
};

/// Counts requests; a result whose ticket is not the current one is dropped.
pub type Ticket = u64;

/// Something that happened.
#[derive(Debug)]
#[allow(missing_docs)] // each field is what its name says
pub enum Msg {
    /// A key was pressed.
    Key(Key),
    /// Text was pasted.
    Paste(String),
    /// The mouse was pressed at a column and row.
    Click(u16, u16),
    /// The wheel was turned over a column and row, by lines (down is positive).
    Wheel(u16, u16, i32),
    /// The terminal has another size: columns and rows.
    Resize(u16, u16),
    /// Time to turn the spinner.
    Tick,
    /// A running review reports.
    Review { ticket: Ticket, event: ReviewEvent },
    /// A review ended.
    ReviewEnd {
        ticket: Ticket,
        result: Result<(), BackendError>,
    },
    /// A running sync reports.
    Sync { ticket: Ticket, progress: Progress },
    /// A sync ended.
    SyncEnd {
        ticket: Ticket,
        result: Result<SyncSummary, BackendError>,
    },
    /// A correction was recorded, or not.
    Corrected(Result<Correction, BackendError>),
    /// A correction was taken back, or not.
    Undone {
        ulid: Option<String>,
        result: Result<Option<Correction>, BackendError>,
    },
    /// A file's text is here.
    FileText {
        ticket: Ticket,
        path: RepoPath,
        side: Side,
        result: Result<String, BackendError>,
    },
    /// The record's events are here.
    Timeline {
        ticket: Ticket,
        result: Result<Vec<TimelineEvent>, BackendError>,
    },
    /// A decision's story is here, as of this commit.
    Story {
        key: DecisionKey,
        as_of: CommitId,
        result: Result<Box<LogDetail>, BackendError>,
    },
    /// What agents were told at this commit is here.
    Told {
        as_of: CommitId,
        result: Result<Vec<Instruction>, BackendError>,
    },
    /// The colours of a hunk are here.
    Highlighted {
        ticket: Ticket,
        file: usize,
        hunk: usize,
        spans: Arc<HunkSpans>,
    },
    /// A path is laid out.
    PathLaid { key: PathKey, scene: Arc<Scene> },
    /// The viewed marks are here.
    ViewedMarks(Result<BTreeSet<Viewed>, BackendError>),
    /// A viewed mark could not be kept.
    ViewedFailed(BackendError),
    /// Something for the status line, from outside.
    Note { text: String, error: bool },
}

/// Something to be done outside the model.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)] // each field is what its name says
pub enum Cmd {
    /// Start a review; one that still runs is cancelled.
    Review {
        ticket: Ticket,
        request: ReviewRequest,
    },
    /// Start a sync.
    Sync { ticket: Ticket },
    /// Stop the sync.
    CancelSync,
    /// Record a correction.
    Correct(NewCorrection),
    /// Take a correction back.
    Undo(Option<String>),
    /// Read a file.
    File {
        ticket: Ticket,
        path: RepoPath,
        side: Side,
    },
    /// Read the record's events.
    Timeline { ticket: Ticket },
    /// Read a decision's story.
    Story {
        key: DecisionKey,
        id: DecisionId,
        as_of: CommitId,
    },
    /// Read what agents were told.
    Told { as_of: CommitId },
    /// Read the viewed marks.
    LoadViewed,
    /// Set or clear a viewed mark.
    SetViewed { mark: Viewed, on: bool },
    /// Colour a diff, from a file on.
    Highlight {
        ticket: Ticket,
        doc: DocHandle,
        from: usize,
    },
    /// Lay a path out.
    LayPath { key: PathKey, graph: PathGraph },
    /// Put text on the clipboard.
    Copy(String),
    /// Open an address in the browser.
    OpenUrl(String),
    /// Open the editor.
    Edit {
        path: RepoPath,
        line: u32,
        side: Side,
    },
    /// Suspend to the shell.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// Leave.
    Quit,
}

/// A shared diff; two are equal when they are the same one.
#[derive(Clone, Debug)]
pub struct DocHandle(pub Arc<Doc>);

impl PartialEq for DocHandle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
