//! What lies over the panes: a stack whose top layer gets the keys first.

use super::backend::{NewCorrection, SyncLine, TimelineEvent};
use super::msg::Ticket;
use crate::model::{CorrectionKind, DecisionKey, Progress};

/// One layer.
#[derive(Clone, Debug, PartialEq)]
pub enum Overlay {
    /// A text over the whole screen, scrolled by lines.
    Text(TextKind, usize),
    /// One line of input.
    Input(Input),
    /// The reasons why a finding can be wrong; the selected one.
    WrongMenu(DecisionKey, usize),
    /// A question about a correction made in the past.
    Confirm(Box<NewCorrection>),
    /// The sync and its progress.
    Sync,
    /// The timeline.
    Travel,
}

/// The texts that an overlay can show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextKind {
    /// The keys.
    Help,
    /// A Cypher statement, by its place.
    Statement(usize),
    /// A decision of the log, by its key.
    Decision(DecisionKey),
    /// A message of this session, by its place.
    Message(usize),
    /// What agents were told.
    Told,
}

/// What a line of input is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The reason of a correction.
    Reason(CorrectionKind, DecisionKey),
    /// A search in the diff.
    Search,
    /// The filter of the files.
    FilterFiles,
    /// The filter of the log.
    FilterLog,
    /// A date or commit to travel to.
    TravelTo,
}

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// What for.
    pub purpose: Purpose,
    /// The text.
    pub text: String,
    /// What stood there before, restored by Esc.
    pub before: String,
}

impl Input {
    /// An input that starts with a text.
    pub fn new(purpose: Purpose, text: String) -> Self {
        Self {
            purpose,
            before: text.clone(),
            text,
        }
    }
}

/// The reasons that the menu of `wrong` offers; the last one asks for words.
pub const WRONG_REASONS: [&str; 5] = [
    "wrong premise",
    "wrong quote",
    "out of date",
    "not applicable",
    "another reason…",
];

/// A sync.
#[derive(Clone, Debug, Default)]
pub struct SyncState {
    /// Its ticket.
    pub ticket: Ticket,
    /// Whether it runs.
    pub running: bool,
    /// Whether it was asked to stop.
    pub stopping: bool,
    /// Its phases, in the order in which they began.
    pub phases: Vec<Progress>,
    /// What it did.
    pub lines: Vec<SyncLine>,
    /// Why it failed.
    pub error: Option<String>,
}

/// Travelling.
#[derive(Clone, Debug, Default)]
pub struct TravelState {
    /// The events, once read.
    pub events: Option<Vec<TimelineEvent>>,
    /// The ticket of the read.
    pub ticket: Ticket,
    /// The selected event.
    pub at: usize,
}
