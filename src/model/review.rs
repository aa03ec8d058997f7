//! The Review: one plain value that every surface shows, and the events that build it up.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::change::{Change, Side};
use super::correction::Correction;
use super::decision::{
    Alternative, Authority, Coverage, Decision, Experiment, Limit, Quote, Source, Standing,
    Supersession,
};
use super::ids::{CommitId, DecisionId, DecisionKey, LineRange, RepoPath};

/// The version of the Review's shape, in its `schema` field.
pub const REVIEW_SCHEMA: &str = "rguard/review/1";

/// Everything that any surface shows about one change. Computed once.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Review {
    /// [`REVIEW_SCHEMA`].
    pub schema: String,
    /// The repository as people name it (`owner/repo`, or a folder's name).
    pub repository: String,
    /// What is under review.
    pub change: Change,
    /// As of when the record was read.
    pub as_of: AsOf,
    /// Who judged.
    pub judge: JudgeInfo,
    /// Contradictions first, then related, by weight.
    pub findings: Vec<Finding>,
    /// What the target branch decided between the base and its tip.
    pub since: Vec<SinceEntry>,
    /// What the change itself adds to the record.
    pub proposed: Vec<DecisionRef>,
    /// Whom to ask, best first.
    pub people: Vec<PersonScore>,
    /// How many people would have to leave for the knowledge of these files to be gone.
    pub bus_factor: Option<BusFactor>,
    /// Every Cypher statement that ran.
    pub queries: Vec<QueryRun>,
    /// How many decisions the record held at the base, those that were replaced included.
    pub live: usize,
    /// What was read and what was not.
    pub coverage: Vec<Coverage>,
    /// Candidates that were judged unrelated.
    pub dropped: Dropped,
    /// Not empty: the review is partial, and why (full sentences).
    pub partial: Vec<String>,
}

/// As of which commit the record was read.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct AsOf {
    /// The commit.
    pub commit: CommitId,
    /// Its committer time in seconds since 1970, where known.
    pub time: Option<i64>,
    /// Why this commit.
    pub mode: AsOfMode,
}

/// Why a review reads the record as of its commit.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum AsOfMode {
    /// The change's own base: the rule.
    #[default]
    Base,
    /// The tip of the target branch.
    Target,
    /// Another commit, by travel.
    Travel,
}

/// Who judged.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct JudgeInfo {
    /// `offline` or `model`.
    pub name: String,
    /// The model, for `model`.
    pub model: Option<String>,
}

/// A candidate with its verdict and evidence.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Finding {
    /// `F1`, `F2`, … in the review's order.
    pub id: String,
    /// What the judge says.
    pub verdict: VerdictKind,
    /// 0 to 1.
    pub score: f64,
    /// The change itself cites, amends or supersedes the decision: shown, ranked last, outside exit
    /// code and headline.
    pub declared: bool,
    /// Why it is held declared, where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub declared_by: Option<String>,
    /// Its place among the recorded decisions nearest to the change, from 1, where the judge found
    /// nothing that binds the two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<u32>,
    /// The decision.
    pub decision: DecisionRef,
    /// Its words, best first. Never empty.
    pub quotes: Vec<Quote>,
    /// The lines of the change that meet it.
    pub evidence: Vec<Evidence>,
    /// Typed reasons, strongest first.
    pub signals: Vec<Signal>,
    /// What it rests on.
    pub premises: Vec<Premise>,
    /// Rejected alternatives that the change brings in.
    pub alternatives: Vec<Alternative>,
    /// Experiments that the change would repeat.
    pub experiments: Vec<Experiment>,
    /// Limits of older decisions that it keeps and the change meets.
    pub limits: Vec<Limit>,
    /// Older decisions that it replaces or may replace, for context only.
    pub superseded: Vec<Supersession>,
    /// Other records of the same decision (a section, an agent file, the commit).
    #[serde(default)]
    pub also: Vec<DecisionRef>,
    /// Whom to ask about this decision: who recorded it, who wrote the lines.
    #[serde(default)]
    pub ask: Vec<PersonScore>,
    /// What people said about it.
    pub corrections: Vec<Correction>,
    /// What time and authorship say for it, where they were looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weighing: Option<Weighing>,
    /// What a reader must know of its words, in full sentences (they were edited after the base, …).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Every hop that led to it.
    pub via: Vec<Via>,
    /// The same as a graph, from the change to the decision.
    pub path: PathGraph,
}

impl Finding {
    /// Whether it stands against the change: contradicts, is not declared and not acknowledged.
    pub fn stands(&self) -> bool {
        self.verdict == VerdictKind::Contradicts
            && !self.declared
            && !self.corrections.iter().any(|c| c.applied && c.silences())
    }
}

impl Review {
    /// The findings that stand against the change.
    pub fn standing_against(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|f| f.stands())
    }
}

/// What time and authorship say for a candidate: recent before old, people who are still here before
/// those who left, recorded before inferred. It orders candidates and decides no verdict.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Weighing {
    /// By what a candidate's rank is multiplied, 0 to 1.
    pub factor: f64,
    /// The same in words: `recorded · 14 months old · its people are active here`.
    pub words: String,
}

/// What a judge says about a candidate.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// The change undoes it.
    Contradicts,
    /// The change touches what it is about.
    Related,
    /// Neither; dropped and counted.
    Unrelated,
}

impl VerdictKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Contradicts => "contradicts",
            Self::Related => "related",
            Self::Unrelated => "unrelated",
        }
    }
}

/// A decision as far as a finding shows it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct DecisionRef {
    /// Locator as of the base.
    pub id: DecisionId,
    /// Stable key.
    pub key: DecisionKey,
    /// Title.
    pub title: String,
    /// The date it gives itself.
    #[serde(default)]
    pub date: Option<String>,
    /// Standing.
    pub standing: Standing,
    /// Authority.
    pub authority: Authority,
    /// Where it stands.
    pub source: Source,
}

impl From<&Decision> for DecisionRef {
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

/// Lines of the change that meet a decision.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Evidence {
    /// The file as the change names it.
    pub path: RepoPath,
    /// On which side the lines stand.
    pub side: Side,
    /// The lines.
    pub lines: LineRange,
    /// Their text.
    pub text: String,
}

/// One typed, explained reason behind a verdict.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Signal {
    /// Its type: `inverse-hunk`, `undoes-lines`, `value-moved`, …
    pub name: String,
    /// 0 to 1.
    pub strength: f64,
    /// One sentence for a person.
    pub why: String,
}

/// Something that a decision rests on.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Premise {
    /// `R1` … `R8`.
    pub rule: String,
    /// The state that decides (`now` for an open change, `at_base` for a merged one).
    pub state: PremiseState,
    /// As of the base.
    pub at_base: PremiseState,
    /// As of now.
    pub now: PremiseState,
    /// One sentence.
    pub why: String,
    /// The nodes that show it (`Decision docs/adr/0008-x.md`, `Commit 1a2b3c4d`).
    pub nodes: Vec<String>,
}

/// The state of a premise.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord,
)]
#[serde(rename_all = "lowercase")]
pub enum PremiseState {
    /// It still holds.
    Holds,
    /// It no longer does.
    Stale,
    /// It is not known.
    Unknown,
}

impl PremiseState {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Stale => "stale",
            Self::Unknown => "unknown",
        }
    }
}

/// One hop that led to a decision.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Via {
    /// `file`, `pr`, `commit`, `symbol`, `line`, `text`, …
    pub hop: String,
    /// The name of its query run (the `.cypher` file without its ending).
    pub query: String,
    /// What the row said, for a person.
    pub row: String,
}

/// The nodes and edges from the change to a decision.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct PathGraph {
    /// Nodes; an edge names them by their place in this list.
    pub nodes: Vec<PathNode>,
    /// Edges.
    pub edges: Vec<PathEdge>,
}

/// A node of a path.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct PathNode {
    /// The graph's label: `File`, `Commit`, `PR`, `Issue`, `Decision`, `Person`, `Symbol`, `Hunk`.
    pub label: String,
    /// Its merge key (path, sha, key, …).
    pub key: String,
    /// What to show.
    pub title: String,
}

/// An edge of a path.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct PathEdge {
    /// Index of the node it leaves.
    pub from: usize,
    /// Index of the node it enters.
    pub to: usize,
    /// Its type: `TOUCHES`, `RATIONALE`, `BLAME`, …
    pub kind: String,
}

/// One executed Cypher statement.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct QueryRun {
    /// The `.cypher` file's name without its ending.
    pub name: String,
    /// The statement as it ran.
    pub cypher: String,
    /// Its parameters.
    pub params: serde_json::Map<String, serde_json::Value>,
    /// Rows that came back.
    pub rows: usize,
    /// The server's own time, milliseconds.
    pub server_ms: f64,
    /// From sending to the last row, milliseconds.
    pub client_ms: f64,
}

/// Something that the target branch decided after the base.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct SinceEntry {
    /// What happened.
    pub what: SinceKind,
    /// The decision.
    pub decision: DecisionRef,
    /// Decisions it replaces.
    pub supersedes: Vec<DecisionId>,
    /// Ids of the findings (`F1`) that it touches.
    pub touches: Vec<String>,
    /// Its words.
    pub quote: Option<Quote>,
    /// Limits of the older decisions that it keeps.
    #[serde(default)]
    pub limits: Vec<Limit>,
}

/// What the target branch did to its record.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum SinceKind {
    /// A new decision.
    New,
    /// One that supersedes others.
    Supersedes,
    /// One that is no longer in force or gone.
    Retires,
    /// One whose text changed.
    Changed,
}

/// A person with a rank.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct PersonScore {
    /// The name; never the address.
    pub name: String,
    /// Human, agent or bot.
    pub kind: PersonKind,
    /// 0 to 1.
    pub score: f64,
    /// One sentence.
    pub why: String,
}

/// What kind of author somebody is.
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
pub enum PersonKind {
    /// A person.
    #[default]
    Human,
    /// A coding agent.
    Agent,
    /// An automatic account.
    Bot,
}

/// The bus factor of the changed files.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct BusFactor {
    /// People who together made more than half of the edits.
    pub count: usize,
    /// One sentence.
    pub why: String,
    /// Where one person knows it all: who could learn it, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learn: Vec<PersonScore>,
}

impl BusFactor {
    /// The reason, with who could learn it.
    pub fn words(&self) -> String {
        if self.learn.is_empty() {
            return self.why.clone();
        }
        let learn: Vec<String> = self
            .learn
            .iter()
            .map(|p| format!("{} ({})", p.name, p.why))
            .collect();
        format!("{}; could learn it: {}", self.why, learn.join(", "))
    }
}

/// What was judged unrelated.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Dropped {
    /// How many candidates.
    pub count: usize,
}

/// What a running review reports, in this order; the last is `Done` or an error of the call.
#[derive(Clone, Debug)]
pub enum ReviewEvent {
    /// The change is known: the diff can be drawn.
    Change(Box<Change>),
    /// Something slow is going on.
    Progress(Progress),
    /// The record as of the base is known.
    Log {
        /// As of when.
        as_of: AsOf,
        /// What was live.
        decisions: Vec<Decision>,
        /// What was read and what was not.
        coverage: Vec<Coverage>,
    },
    /// A finding, before the final order; a later one with the same decision key replaces it.
    Finding(Box<Finding>),
    /// The whole.
    Done(Box<Review>),
}

/// How far something slow is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is going on (`history`, `decisions`, `graph`, `blame`).
    pub phase: String,
    /// How much is done.
    pub done: u64,
    /// How much there is, 0 if that is not known.
    pub total: u64,
    /// One more word about it.
    pub note: String,
}
