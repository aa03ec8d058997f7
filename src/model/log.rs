//! The decision log as a person asks for it: as of when, what of it, one decision's whole story, and
//! what changed between two moments.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::decision::{
    Authority, CodeLink, Coverage, CoverageState, Decision, Quote, Source, Standing,
    SupersessionState,
};
use super::ids::{CommitId, DecisionId, DecisionKey, RepoPath};
use super::instruction::Instruction;

/// The commit as of which a log is read, and how it was found.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct LogMoment {
    /// What was asked for: a revision, or a date.
    pub asked: String,
    /// The commit that it means.
    pub commit: CommitId,
    /// Its committer time in seconds since 1970.
    pub time: i64,
    /// The first line of its message.
    pub subject: String,
    /// For a date: the branch on whose first-parent line it is the last commit of that day or before.
    pub branch: Option<String>,
    /// For a date: it in words, with the time zone in which it was taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// A commit, as far as the log names one.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct LogCommit {
    /// Its id.
    pub commit: CommitId,
    /// Its committer time in seconds since 1970.
    pub time: i64,
    /// The first line of its message.
    pub subject: String,
    /// Who wrote it.
    pub author: String,
}

/// The decision log as of a moment: `rguard log --format json`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct LogPage {
    /// The commit.
    pub as_of: CommitId,
    /// How it was found.
    pub moment: LogMoment,
    /// The decisions that were live there and that the filters let through, by source and line.
    pub decisions: Vec<Decision>,
    /// How many were live there in all, before any filter.
    pub live: usize,
    /// What is history there; only where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retired: Option<Vec<RetiredDecision>>,
    /// What coding agents were told there; only where it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Vec<Instruction>>,
    /// What was read and what was not, by file and line.
    pub coverage: Vec<Coverage>,
    /// The coverage in numbers.
    pub totals: CoverageTotals,
}

/// How many files and sections were read, and how many not.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct CoverageTotals {
    /// Files, each by the worst that is said of it as a whole.
    pub files: CoverageCount,
    /// Places inside of files: sections and lines.
    pub sections: CoverageCount,
}

/// Numbers of one kind of place.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct CoverageCount {
    /// Read whole.
    pub read: usize,
    /// Read in part.
    pub partly: usize,
    /// Not read.
    pub skipped: usize,
}

impl CoverageTotals {
    /// Counts a coverage. A file's lines are of its sections where something is said of it as a
    /// whole; else they are all that is said of it, and the worst of them is the file's.
    pub fn of(coverage: &[Coverage]) -> Self {
        let mut out = Self::default();
        let mut whole: BTreeMap<&RepoPath, CoverageState> = BTreeMap::new();
        for c in coverage.iter().filter(|c| c.line.is_none()) {
            let worst = whole.entry(&c.path).or_insert(c.state);
            *worst = c.state.max(*worst);
        }
        let mut only: BTreeMap<&RepoPath, CoverageState> = BTreeMap::new();
        for c in coverage.iter().filter(|c| c.line.is_some()) {
            if whole.contains_key(&c.path) {
                out.sections.add(c.state);
            } else {
                let worst = only.entry(&c.path).or_insert(c.state);
                *worst = c.state.max(*worst);
            }
        }
        whole
            .values()
            .chain(only.values())
            .for_each(|s| out.files.add(*s));
        out
    }
}

impl CoverageCount {
    fn add(&mut self, state: CoverageState) {
        match state {
            CoverageState::Read => self.read += 1,
            CoverageState::Partly => self.partly += 1,
            CoverageState::Skipped => self.skipped += 1,
        }
    }
}

/// How a decision ceased to be in force.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord,
)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// Its text no longer stands in the tree.
    Deleted,
    /// It stands there, replaced by another.
    Superseded,
    /// It stands there, turned down.
    Rejected,
    /// It stands there, no longer advised.
    Deprecated,
}

impl Ending {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Deleted => "deleted",
            Self::Superseded => "superseded",
            Self::Rejected => "rejected",
            Self::Deprecated => "deprecated",
        }
    }
}

/// A decision that is history: deleted, or no longer in force.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct RetiredDecision {
    /// Its last id.
    pub id: DecisionId,
    /// Its key.
    pub key: DecisionKey,
    /// Its last title.
    pub title: String,
    /// Its last standing.
    pub standing: Standing,
    /// How it ended.
    pub ending: Ending,
    /// The commits that ended it, one for each line of history; empty where that is not known.
    pub removed_in: Vec<LogCommit>,
    /// Where its text stood last: path, lines, and a commit that has it.
    pub last: Source,
    /// What replaced it, where that is said.
    pub superseded_by: Vec<DecisionId>,
}

/// A decision in one line.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct LogEntry {
    /// Its id.
    pub id: DecisionId,
    /// Its key.
    pub key: DecisionKey,
    /// Its title.
    pub title: String,
    /// Its date.
    pub date: Option<String>,
    /// Its standing.
    pub standing: Standing,
    /// Who says that it is one.
    pub authority: Authority,
    /// Where it stands.
    pub source: Source,
}

impl From<&Decision> for LogEntry {
    fn from(d: &Decision) -> Self {
        Self {
            id: d.id.clone(),
            key: d.key.clone(),
            title: d.title.clone(),
            date: d.date.clone(),
            standing: d.standing,
            authority: d.authority,
            source: d.source.clone(),
        }
    }
}

/// Words that two texts share, or that only one of them has.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct WordChange {
    /// What became of them.
    pub change: WordChangeKind,
    /// The words with the space between them, verbatim.
    pub text: String,
}

/// What became of words.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum WordChangeKind {
    /// They stayed.
    Same,
    /// They came.
    Added,
    /// They went.
    Removed,
}

/// Text, title and standing of a decision from one commit on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct LogRevision {
    /// 16 hex digits over text, title and standing.
    pub hash: String,
    /// The commit from which it was in force.
    pub from: LogCommit,
    /// The commits that ended it; empty for the one that is live.
    pub until: Vec<CommitId>,
    /// Whether it had been in force before, and came back with this commit.
    #[serde(default)]
    pub again: bool,
    /// Its title.
    pub title: String,
    /// Its standing.
    pub standing: Standing,
    /// Where it stood.
    pub source: Source,
    /// What of the text changed against the revision before it; the first is all added. Empty where
    /// the text is the same, and where it cannot be read.
    pub words: Vec<WordChange>,
    /// Why its text is not here, where it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unread: Option<String>,
}

/// One link of a chain of supersessions.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct ChainLink {
    /// What was replaced.
    pub older: LogEntry,
    /// What replaced it.
    pub newer: LogEntry,
    /// Confirmed by the record, or proposed by its structure.
    pub state: SupersessionState,
    /// Why it is held so.
    pub why: String,
    /// The words of the older one that say so.
    pub older_quote: Option<Quote>,
    /// The words of the newer one that say so.
    pub newer_quote: Option<Quote>,
    /// The commit that recorded it.
    pub commit: Option<CommitId>,
}

/// One decision's whole story: `rguard log show ID --format json`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct LogDetail {
    /// The commit.
    pub as_of: CommitId,
    /// How it was found.
    pub moment: LogMoment,
    /// The decision with all its facts; of one that was deleted, as it stood last.
    pub decision: Decision,
    /// Its own text, verbatim.
    pub text: String,
    /// How it ended, where it is no longer there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted: Option<RetiredDecision>,
    /// The commit that recorded it first.
    pub recorded: Option<LogCommit>,
    /// The entry that it belongs to.
    pub entry: Option<LogEntry>,
    /// The sections that belong to it.
    pub children: Vec<LogEntry>,
    /// What it speaks about in the code.
    pub links: Vec<CodeLink>,
    /// Its revisions, oldest first.
    pub revisions: Vec<LogRevision>,
    /// What it replaced and what replaced it, oldest first.
    pub chain: Vec<ChainLink>,
}

/// What became of the log between two moments: `rguard log diff A..B --format json`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct LogDiff {
    /// The earlier moment.
    pub from: LogMoment,
    /// The later one.
    pub to: LogMoment,
    /// Decisions that came.
    pub new: Vec<LogEntry>,
    /// Decisions whose text or title is another.
    pub changed: Vec<ChangedDecision>,
    /// Decisions that are in force no more: deleted, superseded, rejected or deprecated since.
    pub retired: Vec<RetiredDecision>,
    /// Decisions that have another id: moved, renamed or renumbered.
    pub moved: Vec<MovedDecision>,
    /// Decisions whose standing changed.
    pub standing: Vec<StandingChange>,
    /// How many are as they were.
    pub same: usize,
}

/// A decision whose words changed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct ChangedDecision {
    /// The decision as it is now.
    pub decision: LogEntry,
    /// Its title before, where that was another.
    pub old_title: Option<String>,
    /// What of its text changed.
    pub words: Vec<WordChange>,
}

/// A decision with another id.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct MovedDecision {
    /// The decision as it is now.
    pub decision: LogEntry,
    /// Its id before.
    pub old_id: DecisionId,
}

/// A decision with another standing.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct StandingChange {
    /// The decision as it is now.
    pub decision: LogEntry,
    /// Its standing before.
    pub old_standing: Standing,
    /// The words behind the standing now.
    pub words: Option<String>,
}
