//! A candidate with all that a judge may read, and what a judge answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::change::{Change, Hunk};
use super::decision::{Alternative, Decision, Experiment, Limit, Quote};
use super::ids::{CommitId, LineRange, RepoPath};
use super::review::{Evidence, Signal, VerdictKind, Via};

/// A candidate decision with the change, the lines that connect them and the hops that found it.
/// A judge reads nothing else.
#[derive(Clone, Debug)]
pub struct Dossier {
    /// The change under review.
    pub change: Arc<Change>,
    /// The candidate, as the base has it.
    pub decision: Arc<Decision>,
    /// The entry that it belongs to.
    pub entry: Option<Arc<Decision>>,
    /// Changed lines whose last writer is a commit of this decision.
    pub links: Vec<LineLink>,
    /// What the decision's own commits did to the changed files.
    pub deciding: Vec<DecidingHunks>,
    /// The hops that led here.
    pub via: Vec<Via>,
    /// How strongly each kind of hop points here, 0 to 1.
    pub hops: BTreeMap<String, f64>,
    /// Whether the decision names a changed file, or explains a changed line.
    pub governs: bool,
    /// The lines that it stands over, for a comment in code. The change is then judged by them alone.
    pub guarded: Option<Guarded>,
}

/// The lines that a comment stands over, as the base has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarded {
    /// The lines.
    pub lines: LineRange,
    /// The first of them that holds code: what the comment stands over above all.
    pub head: u32,
    /// How many of them hold code.
    pub code: usize,
    /// How many lines they and the comment are, without blank ones.
    pub own: usize,
    /// How many neighbouring lines the change removes together with them, themselves included.
    pub run: usize,
}

impl Guarded {
    /// Whether they go with all that is around them: such a guard was not taken away from anything.
    pub fn goes_with_more(&self) -> bool {
        const BESIDE: usize = 3;
        self.run > self.own + BESIDE
    }
}

/// Lines of one changed file that a commit of the decision wrote last.
#[derive(Clone, Debug, PartialEq)]
pub struct LineLink {
    /// The file at the base.
    pub path: RepoPath,
    /// The lines at the base that the change removes or alters.
    pub lines: Vec<LineRange>,
    /// The commit that wrote them.
    pub commit: CommitId,
    /// How that commit is bound to the decision.
    pub how: LinkHow,
}

/// How a commit is bound to a decision, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkHow {
    /// The commit's message is the decision.
    Own,
    /// The commit recorded the decision's text.
    Recorded,
    /// The decision names the commit or its pull request, or the commit names the decision.
    Cited,
    /// The commit's message speaks of the same thing in the same rare words.
    Explains,
}

impl LinkHow {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Own => "own",
            Self::Recorded => "recorded",
            Self::Cited => "cited",
            Self::Explains => "explains",
        }
    }
}

/// What one commit of the decision did to one of the changed files.
#[derive(Clone, Debug, PartialEq)]
pub struct DecidingHunks {
    /// The commit.
    pub commit: CommitId,
    /// Its subject.
    pub subject: String,
    /// How it is bound to the decision.
    pub how: LinkHow,
    /// The file as the change's base has it.
    pub path: RepoPath,
    /// What it did there.
    pub hunks: Arc<Vec<Hunk>>,
    /// How many files it touched in all.
    pub width: usize,
}

/// What a judge says about one dossier.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The label.
    pub kind: VerdictKind,
    /// 0 to 1.
    pub score: f64,
    /// Typed reasons, strongest first.
    pub signals: Vec<Signal>,
    /// The decision's words that bear on the change, best first.
    pub quotes: Vec<Quote>,
    /// The lines of the change that meet them.
    pub evidence: Vec<Evidence>,
    /// Rejected alternatives that the change brings in.
    pub alternatives: Vec<Alternative>,
    /// Experiments that it would repeat.
    pub experiments: Vec<Experiment>,
    /// Limits that it meets.
    pub limits: Vec<Limit>,
}

impl Verdict {
    /// That the decision has nothing to do with the change.
    pub fn unrelated(score: f64) -> Self {
        Self {
            kind: VerdictKind::Unrelated,
            score,
            signals: Vec::new(),
            quotes: Vec::new(),
            evidence: Vec::new(),
            alternatives: Vec::new(),
            experiments: Vec::new(),
            limits: Vec::new(),
        }
    }
}
