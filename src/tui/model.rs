//! All that the workstation knows. Only `update` changes it; `view` only reads it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::backend::{AsOfRequest, Viewed};
use super::data::Data;
use super::doc::Marks;
use super::files::Files;
use super::highlight::HunkSpans;
use super::keys::{Key, Keymap};
use super::msg::Ticket;
use super::overlay::{Overlay, SyncState, TravelState};
use super::rows::{Expanded, Row, Rows};
use super::theme::Theme;
use super::widget::dag::{PathKey, Scene};
use crate::model::{AsOf, AsOfMode, DecisionKey, Finding, Progress, RepoPath, VerdictKind};

/// The panes, in the order of their digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(usize)]
#[allow(missing_docs)] // named after what they show
pub enum Pane {
    Findings,
    Files,
    Diff,
    Card,
    Path,
    Cypher,
    Log,
    People,
    Since,
    Activity,
}

impl Pane {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Findings,
        Self::Files,
        Self::Diff,
        Self::Card,
        Self::Path,
        Self::Cypher,
        Self::Log,
        Self::People,
        Self::Since,
        Self::Activity,
    ];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Self::Findings => "Findings",
            Self::Files => "Files",
            Self::Diff => "Diff",
            Self::Card => "Card",
            Self::Path => "Path",
            Self::Cypher => "Cypher",
            Self::Log => "Decision log",
            Self::People => "People",
            Self::Since => "Since the base",
            Self::Activity => "Sync and messages",
        }
    }

    /// Its digit.
    pub fn digit(self) -> char {
        char::from_digit((self as u32 + 1) % 10, 10).unwrap_or(' ')
    }
}

/// Where a list or text stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct ListState {
    /// The selected item.
    pub selected: usize,
    /// The first screen line that is shown.
    pub top: usize,
}

/// How far the review is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Load {
    /// It runs; what it does now.
    Running(Option<Progress>),
    /// It is done.
    Ready,
    /// It failed: message and hints.
    Failed(String, Vec<String>),
}

/// The diff pane.
#[derive(Debug, Default)]
pub struct DiffState {
    /// The rows at the present width.
    pub rows: Rows,
    /// What the rows were made from; `None`: they must be made again.
    pub shape: Option<super::rows::Shape>,
    /// The row of the cursor.
    pub cursor: usize,
    /// The row on which the cursor was put, as it was in the form of that time: a change of form and
    /// back leads to the same line.
    pub anchor: Option<Row>,
    /// The first screen line that is shown.
    pub top: usize,
    /// Columns scrolled to the right.
    pub left: usize,
    /// Two columns instead of one.
    pub split: bool,
    /// Whether long lines wrap.
    pub wrap: bool,
    /// Folded files.
    pub folded: Vec<bool>,
    /// Context asked for.
    pub expanded: Expanded,
    /// Texts of files at the head, for context; drawable lines.
    pub texts: HashMap<RepoPath, Arc<Vec<String>>>,
    /// Hunks that wait for their file's text: file, hunk.
    pub waiting: Vec<(usize, usize)>,
    /// Colours that are ready.
    pub spans: HashMap<(usize, usize), Arc<HunkSpans>>,
    /// The search that is on.
    pub search: Option<Search>,
}

impl DiffState {
    /// The row of the cursor.
    pub fn row(&self) -> Option<Row> {
        self.rows.get(self.cursor)
    }
}

/// A search in the diff.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The words.
    pub query: String,
    /// File, hunk, line, and bytes of the line.
    pub hits: Vec<(usize, usize, usize, std::ops::Range<usize>)>,
    /// Which of them.
    pub at: usize,
}

/// A message of this session.
#[derive(Clone, Debug)]
pub struct Note {
    /// What.
    pub text: String,
    /// More lines about it.
    pub more: Vec<String>,
    /// Whether something failed.
    pub error: bool,
}

/// All that the workstation knows.
#[derive(Debug)]
pub struct Model {
    /// Columns and rows of the terminal.
    pub size: (u16, u16),
    /// The styles.
    pub theme: Theme,
    /// The keys.
    pub keymap: Keymap,
    /// Whether times are hidden (recordings).
    pub mask: bool,
    /// The time at the start in seconds since 1970, for words like "2 days ago".
    pub now: Option<i64>,
    /// What the review has told.
    pub data: Data,
    /// A later review (travel, reload) until it is done.
    pub next: Option<Box<Data>>,
    /// How far the review is.
    pub load: Load,
    /// The current review's ticket.
    pub ticket: Ticket,
    /// The ticket of the diff on the screen: its colours and texts stay good when the review is
    /// renewed.
    pub doc_ticket: Ticket,
    /// What the current review was asked for.
    pub request: AsOfRequest,
    /// What the review on the screen was asked for.
    pub shown: AsOfRequest,
    /// The base as of which the change is reviewed by rule.
    pub home: Option<AsOf>,
    /// The pane that has the keys.
    pub focus: Pane,
    /// What the main slot shows.
    pub main: Pane,
    /// What the slot under it shows.
    pub lower: Pane,
    /// What the dock's right side shows.
    pub dock: Pane,
    /// Whether the focused pane has the whole screen.
    pub maximised: bool,
    /// The decision whose finding is in hand.
    pub in_hand: Option<DecisionKey>,
    /// Whether the decisions that only stand near are listed too.
    pub nearest_shown: bool,
    /// Lists and texts, by pane.
    pub lists: [ListState; 10],
    /// The diff.
    pub diff: DiffState,
    /// The file tree.
    pub files: Files,
    /// Marks of the findings in the diff.
    pub marks: Marks,
    /// The filter of the log.
    pub log_filter: String,
    /// The viewed marks.
    pub viewed: BTreeSet<Viewed>,
    /// The laid-out path.
    pub path: Option<(PathKey, Arc<Scene>)>,
    /// The layout that was asked for last.
    pub path_asked: Option<PathKey>,
    /// The selected node of the path.
    pub node: usize,
    /// Overlays, the top one last.
    pub overlays: Vec<Overlay>,
    /// The sync that runs or ran last.
    pub sync: Option<SyncState>,
    /// Where one travels.
    pub travel: TravelState,
    /// Keys of a run that is not complete.
    pub pending: Vec<Key>,
    /// One line for the status line, until the next key.
    pub toast: Option<(String, bool)>,
    /// The messages of this session.
    pub notes: Vec<Note>,
    /// Turns while something runs.
    pub spinner: usize,
    /// Whether the user has pressed a key or the mouse yet; until then the diff follows the finding.
    pub touched: bool,
    /// Whether the screen must be drawn again.
    pub dirty: bool,
}

impl Model {
    /// A model before anything is known.
    pub fn new(size: (u16, u16), theme: Theme, keymap: Keymap) -> Self {
        Self {
            size,
            theme,
            keymap,
            mask: false,
            now: None,
            data: Data::default(),
            next: None,
            load: Load::Running(None),
            ticket: 0,
            doc_ticket: 0,
            request: AsOfRequest::Base,
            shown: AsOfRequest::Base,
            home: None,
            // Where one pane is shown at a time, the card says most.
            focus: if size.0 < super::layout::STACKED {
                Pane::Card
            } else {
                Pane::Findings
            },
            main: Pane::Diff,
            lower: Pane::Card,
            dock: Pane::Cypher,
            maximised: false,
            in_hand: None,
            nearest_shown: false,
            lists: [ListState::default(); 10],
            diff: DiffState::default(),
            files: Files::default(),
            marks: Marks::new(),
            log_filter: String::new(),
            viewed: BTreeSet::new(),
            path: None,
            path_asked: None,
            node: 0,
            overlays: Vec::new(),
            sync: None,
            travel: TravelState::default(),
            pending: Vec::new(),
            toast: None,
            notes: Vec::new(),
            spinner: 0,
            touched: false,
            dirty: true,
        }
    }

    /// The place of the finding in hand.
    pub fn finding_index(&self) -> Option<usize> {
        let key = self.in_hand.as_ref()?;
        self.data
            .findings
            .iter()
            .position(|f| f.decision.key == *key)
    }

    /// The finding in hand.
    pub fn finding(&self) -> Option<&Finding> {
        self.data.findings.get(self.finding_index()?)
    }

    /// What a finding is called on the screen: its id, or its place while findings still come in.
    pub fn finding_id(&self, i: usize) -> String {
        match self.data.findings.get(i) {
            Some(f) if self.data.done && !f.id.is_empty() => super::text::one_line(&f.id),
            _ => format!("F{}", i + 1),
        }
    }

    /// Whether the record on the screen is that of another commit than the base by rule.
    pub fn in_past(&self) -> bool {
        self.data
            .as_of
            .as_ref()
            .is_some_and(|a| a.mode == AsOfMode::Travel)
    }

    /// Whether something runs that a spinner should show.
    pub fn busy(&self) -> bool {
        matches!(self.load, Load::Running(_))
            || self.next.is_some()
            || self.sync.as_ref().is_some_and(|s| s.running)
    }

    /// Whether a file is marked as viewed and has not changed since.
    pub fn is_viewed(&self, file: usize) -> bool {
        self.data.doc.files.get(file).is_some_and(|f| {
            self.viewed.contains(&Viewed {
                path: f.path.clone(),
                patch: f.patch.clone(),
            })
        })
    }

    /// How many findings the list shows, from the first: what only stands near is last in the review,
    /// and folded until it is asked for.
    pub fn listed(&self) -> usize {
        self.data.findings.len()
            - if self.nearest_shown {
                0
            } else {
                self.nearest()
            }
    }

    /// How many of the review's findings only stand near.
    pub fn nearest(&self) -> usize {
        let near = self.data.findings.iter().rev();
        near.take_while(|f| f.nearest.is_some()).count()
    }

    /// Findings that stand against the change, and those that are only related.
    pub fn counts(&self) -> (usize, usize) {
        let against = self.data.findings.iter().filter(|f| f.stands()).count();
        let related = self
            .data
            .findings
            .iter()
            .filter(|f| f.verdict == VerdictKind::Related && f.nearest.is_none())
            .count();
        (against, related)
    }

    /// Says something in the status line and keeps it among the messages.
    pub fn say(&mut self, text: impl Into<String>, error: bool) {
        self.say_more(text, Vec::new(), error);
    }

    /// Says something with more lines about it.
    pub fn say_more(&mut self, text: impl Into<String>, more: Vec<String>, error: bool) {
        let text = super::text::one_line(&text.into());
        self.notes.push(Note {
            text: text.clone(),
            more: more.iter().map(|l| super::text::one_line(l)).collect(),
            error,
        });
        self.toast = Some((text, error));
    }

    /// The list of a pane.
    pub fn list(&self, pane: Pane) -> ListState {
        self.lists[pane as usize]
    }

    /// The list of a pane, to change.
    pub fn list_mut(&mut self, pane: Pane) -> &mut ListState {
        &mut self.lists[pane as usize]
    }
}
