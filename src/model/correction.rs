//! What people say about findings: append-only, undone by another correction.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::{CommitId, DecisionId, DecisionKey};

/// One correction as the journal keeps it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Correction {
    /// A ulid: its id and its order in time.
    pub ulid: String,
    /// What is said.
    pub kind: CorrectionKind,
    /// The decision it is about.
    pub decision: DecisionKey,
    /// That decision's id when it was made.
    pub decision_id: DecisionId,
    /// The reason typed.
    pub reason: String,
    /// Who made it.
    pub author: String,
    /// When, in seconds since 1970.
    pub time: i64,
    /// The change's identity: its title and patch hash, so that an `ack` keeps to its change.
    pub change: String,
    /// The base at which it was made.
    pub base: CommitId,
    /// For an undo: the ulid of what it undoes.
    pub undoes: Option<String>,
    /// Whether this review applies it (a later one is only listed when travelling).
    #[serde(default)]
    pub applied: bool,
    /// How far it reaches: known when it is read, by where it was found.
    #[serde(default)]
    pub reach: Reach,
    /// The ulid of a newer override of the same decision with another reason, which wins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yields_to: Option<String>,
}

/// How far a correction reaches.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq, Hash)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// Only this machine knows it.
    #[default]
    Here,
    /// It stands on the branch that everybody's reviews read.
    Shared,
}

impl Reach {
    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Here => "here only",
            Self::Shared => "shared",
        }
    }
}

impl Correction {
    /// Whether an applied correction of this kind takes the finding out of exit code and headline.
    pub fn silences(&self) -> bool {
        matches!(self.kind, CorrectionKind::Ack | CorrectionKind::Override)
    }
}

/// What a correction says.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(rename_all = "lowercase")]
pub enum CorrectionKind {
    /// Seen and accepted: the finding stays and stands against nothing.
    Ack,
    /// The finding is wrong: the decision's score is multiplied by 0.25.
    Wrong,
    /// The decision is superseded by a new one made from the reason.
    Override,
    /// An earlier correction is taken back.
    Undo,
}

impl CorrectionKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Ack => "ack",
            Self::Wrong => "wrong",
            Self::Override => "override",
            Self::Undo => "undo",
        }
    }
}
