//! A decision, its facts and its links, as they stand at one commit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::{BlobId, CommitId, DecisionId, DecisionKey, LineRange, RepoPath};

/// Longest quote that is shown anywhere, in characters.
pub const QUOTE_MAX: usize = 300;

/// One recorded choice with its reason, as the revision that is live at some commit has it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Decision {
    /// Locator as of that commit.
    pub id: DecisionId,
    /// Stable key.
    pub key: DecisionKey,
    /// Former and other ids that resolve to it.
    pub aliases: Vec<DecisionId>,
    /// Its title without number, date and standing.
    pub title: String,
    /// The date it gives itself, with its own precision: `2026-08-16`, `2026-06`, `2026-08-11..12`.
    pub date: Option<String>,
    /// Its standing.
    pub standing: Standing,
    /// The raw words from which the standing was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing_words: Option<String>,
    /// Who says that it is a decision.
    pub authority: Authority,
    /// The entry that this section belongs to.
    pub part_of: Option<DecisionId>,
    /// Where it stands.
    pub source: Source,
    /// Decisions that replaced it.
    pub superseded_by: Vec<Supersession>,
    /// Decisions that it replaced.
    pub supersedes: Vec<Supersession>,
    /// Decisions that changed a part of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amended_by: Vec<Amendment>,
    /// Decisions of which it changed a part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub amends: Vec<Amendment>,
    /// Who decided, where the source says so.
    pub people: Vec<String>,
    /// Options that were turned down.
    pub alternatives: Vec<Alternative>,
    /// Numbers that were measured.
    pub measurements: Vec<Measurement>,
    /// What was tried, with its outcome.
    pub experiments: Vec<Experiment>,
    /// Constraints of older decisions that still hold.
    pub limits: Vec<Limit>,
    /// What it obliges to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub constraints: Vec<Constraint>,
    /// Files, identifiers, issues and commits that it names.
    pub mentions: Vec<Mention>,
    /// The files that it speaks for, as far as somebody looked: strongest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub code_links: Vec<CodeLink>,
    /// Its own text, verbatim, without the text of its children. Not part of the log's JSON.
    #[serde(skip)]
    #[schemars(skip)]
    pub text: String,
    /// The blob it was read from, for a file source. Not part of the log's JSON.
    #[serde(skip)]
    #[schemars(skip)]
    pub blob: Option<BlobId>,
    /// The commit in which the live revision's text was recorded (its `from`).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub revised_in: Option<CommitId>,
    /// Whether the key may change once more history is fetched (a shallow clone).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
}

/// What a source says about a decision's being in force. Never guessed.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// In force.
    Accepted,
    /// Put forward.
    Proposed,
    /// Turned down.
    Rejected,
    /// No longer advised, without a successor.
    Deprecated,
    /// Replaced by another.
    Superseded,
    /// Nothing is written about it.
    #[default]
    Unknown,
}

impl Standing {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Proposed => "proposed",
            Self::Rejected => "rejected",
            Self::Deprecated => "deprecated",
            Self::Superseded => "superseded",
            Self::Unknown => "unknown",
        }
    }

    /// Whether a decision of this standing is in force no more.
    pub fn is_ended(self) -> bool {
        matches!(self, Self::Rejected | Self::Deprecated | Self::Superseded)
    }

    /// Whether a decision of this standing can be undone by a change.
    pub fn binds(self) -> bool {
        matches!(self, Self::Accepted | Self::Unknown)
    }
}

/// Who says that something is a decision.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
)]
#[serde(rename_all = "lowercase")]
pub enum Authority {
    /// People wrote it down as one.
    #[default]
    Recorded,
    /// Mined from a commit, a PR or a comment.
    Inferred,
    /// Made by an override.
    Corrected,
}

impl Authority {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Recorded => "recorded",
            Self::Inferred => "inferred",
            Self::Corrected => "corrected",
        }
    }
}

/// Where a decision stands.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Source {
    /// Its file, where it has one.
    pub path: Option<RepoPath>,
    /// Its lines there.
    pub lines: Option<LineRange>,
    /// The commit that recorded it first.
    pub commit: Option<CommitId>,
    /// Its address, for a PR, an issue or a thread.
    pub url: Option<String>,
}

/// Words that stand verbatim in a source, at most [`QUOTE_MAX`] characters.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Quote {
    /// The words.
    pub text: String,
    /// Their file.
    pub path: Option<RepoPath>,
    /// Their lines.
    pub lines: Option<LineRange>,
    /// The commit at which they stand there; for a commit message, that commit.
    pub commit: Option<CommitId>,
    /// Their address.
    pub url: Option<String>,
}

/// An option that was turned down.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Alternative {
    /// The option in the source's words, short.
    pub name: String,
    /// Why not, where it is said.
    pub reason: Option<String>,
    /// The words.
    pub quote: Quote,
    /// The words that give the reason, where they stand apart from the option's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_quote: Option<Quote>,
}

/// A number that was measured.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Measurement {
    /// The number as written (`16/20`, `4096`, `14`).
    pub value: String,
    /// Its unit, empty if none is written.
    pub unit: String,
    /// What was measured: the words near it.
    pub what: String,
    /// The number that it stands against, as written: what it was before, or the other side's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// The words.
    pub quote: Quote,
}

/// Something that was tried.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Experiment {
    /// What was tried or claimed.
    pub claim: String,
    /// How it went.
    pub outcome: Outcome,
    /// The words.
    pub quote: Quote,
}

/// How an experiment went.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It held.
    Confirmed,
    /// It did not.
    Disproven,
    /// It could not be told.
    Inconclusive,
}

/// An older decision's constraint that the newer one keeps.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Limit {
    /// Where it still holds, in the source's words (`for the 7B model only`).
    pub scope: String,
    /// The older decision.
    pub from: Option<DecisionId>,
    /// The words of the newer decision that keep it.
    pub quote: Quote,
}

/// What a decision obliges to.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Constraint {
    /// What kind of obligation.
    pub duty: Duty,
    /// The words that oblige, as written (`must never`).
    pub cue: String,
    /// Who or what is obliged, where it is said before those words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// What is asked for, in the source's words.
    pub object: String,
    /// When it holds (`when the queue is full`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Where it holds (`for uploads only`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The words.
    pub quote: Quote,
}

/// Kinds of obligation.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(rename_all = "kebab-case")]
pub enum Duty {
    /// It must be so.
    Must,
    /// It must not be so.
    Never,
    /// It is always so.
    Always,
    /// Nothing else.
    Only,
    /// No more than.
    AtMost,
    /// No less than.
    AtLeast,
    /// It stays as it is.
    Keep,
}

impl Duty {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Never => "never",
            Self::Always => "always",
            Self::Only => "only",
            Self::AtMost => "at most",
            Self::AtLeast => "at least",
            Self::Keep => "keep",
        }
    }
}

/// A file that a decision speaks for, with the right by which it does.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct CodeLink {
    /// Where the file stands now, or stood last.
    pub path: RepoPath,
    /// The lines that are named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<LineRange>,
    /// What the link rests on.
    pub origin: LinkOrigin,
    /// 0 to 1.
    pub weight: f64,
    /// The same in words: `names models/edition`, `cites 1a2b3c4d`.
    pub via: String,
    /// Whether the file is still there, and what became of it.
    pub state: LinkedFile,
    /// The commit that makes the link, where one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<CommitId>,
}

/// What a link to a file rests on, strongest first.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(rename_all = "kebab-case")]
pub enum LinkOrigin {
    /// The decision names the path, a folder or a pattern of it.
    NamedPath,
    /// The decision cites a commit or a pull request that changed the file.
    CitedCommit,
    /// A commit that cites the decision changed the file.
    CitingCommit,
    /// An identifier that the decision names stands in the file.
    Identifier,
    /// The commit that recorded the decision changed the file as well.
    RecordingCommit,
}

impl LinkOrigin {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::NamedPath => "named path",
            Self::CitedCommit => "cited commit",
            Self::CitingCommit => "citing commit",
            Self::Identifier => "identifier",
            Self::RecordingCommit => "recording commit",
        }
    }
}

/// What became of a linked file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase", tag = "is")]
pub enum LinkedFile {
    /// It stands there.
    Present,
    /// It was called otherwise when it was named.
    Moved {
        /// The older name.
        from: RepoPath,
    },
    /// It was deleted.
    Deleted {
        /// The commit that deleted it, where that is known.
        by: Option<CommitId>,
    },
}

/// Something that a decision names.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention {
    /// What kind of thing.
    pub kind: MentionKind,
    /// Its name as the source writes it.
    pub name: String,
    /// The line of the source on which it stands, from 1.
    pub line: Option<u32>,
}

/// Kinds of things that a decision names.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(rename_all = "lowercase")]
pub enum MentionKind {
    /// A path.
    File,
    /// An identifier in a code span.
    Symbol,
    /// A commit id.
    Commit,
    /// `#12` or a URL of an issue or pull request.
    Issue,
    /// Another decision (`ADR 13`, a link to a record).
    Decision,
    /// A term that it sets apart (`**optimistic locking**`, `JWT`).
    Concept,
}

/// That one decision replaces another.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Supersession {
    /// The other decision.
    pub id: DecisionId,
    /// Its key.
    pub key: DecisionKey,
    /// Confirmed by the record itself, or proposed by structure.
    pub state: SupersessionState,
    /// The commit that recorded it.
    pub commit: Option<CommitId>,
    /// The day that the words give for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The words that say so.
    pub quote: Option<Quote>,
    /// Why it is held so: `status`, `link`, `one-sided: 0002 does not say so`, …
    pub why: String,
}

/// That one decision changes another in part: the other stands as it did.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Amendment {
    /// The other decision.
    pub id: DecisionId,
    /// Its key.
    pub key: DecisionKey,
    /// The commit that recorded it.
    pub commit: Option<CommitId>,
    /// The words that say so.
    pub quote: Option<Quote>,
    /// What they say: `amended` or `superseded in part`.
    pub why: String,
}

/// How sure a supersession is.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord,
)]
#[serde(rename_all = "lowercase")]
pub enum SupersessionState {
    /// An explicit link with a cue, where the older one still says accepted: standing unchanged.
    Proposed,
    /// The record says so.
    Confirmed,
}

/// What became of one place that could hold a decision.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
pub struct Coverage {
    /// The file (or `commit:<sha>`).
    pub path: RepoPath,
    /// The line, where it is about one.
    pub line: Option<u32>,
    /// Read, partly read, or skipped.
    pub state: CoverageState,
    /// Why, for all but `read`.
    pub reason: String,
}

/// How much of a place was read.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord,
)]
#[serde(rename_all = "lowercase")]
pub enum CoverageState {
    /// All of it.
    Read,
    /// Some of it.
    Partly,
    /// None of it.
    Skipped,
}

/// The decision log as of one commit: the value behind `rguard log`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct LogView {
    /// The commit.
    pub as_of: CommitId,
    /// What was live there, in the order of sources and lines.
    pub decisions: Vec<Decision>,
    /// What was read and what was not.
    pub coverage: Vec<Coverage>,
}
