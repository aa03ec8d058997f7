//! What coding agents are told: one version of one of their files, with the span in which it was in
//! force and the files that it speaks about.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::{BlobId, CommitId, RepoPath};

/// One version of an agent file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct Instruction {
    /// Its file.
    pub path: RepoPath,
    /// The file's content at that version; a link's own.
    pub blob: BlobId,
    /// Whose file it is.
    pub agent: InstructionAgent,
    /// Which files it speaks about.
    pub scope: InstructionScope,
    /// The commit since which it says this; unknown where the clone does not reach so far.
    pub from: Option<CommitId>,
    /// The commits that changed or removed it. Empty while it is in force.
    #[serde(default)]
    pub until: Vec<CommitId>,
    /// The file that it is a symbolic link to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link_to: Option<RepoPath>,
    /// Files that it takes in (`@docs/rules.md`), as far as they stand in the repository.
    #[serde(default)]
    pub imports: Vec<RepoPath>,
    /// The agent files that take it in or link to it.
    #[serde(default)]
    pub imported_by: Vec<RepoPath>,
    /// Its words, those of the linked file for a link; empty where they could not be read.
    pub text: String,
    /// Why it could not be read, or not whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Which files an instruction speaks about.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct InstructionScope {
    /// The folder below which it holds; empty for the whole repository.
    pub directory: String,
    /// Patterns that narrow it down; none for everything there.
    #[serde(default)]
    pub globs: Vec<String>,
    /// When an agent reads it.
    pub when: InstructionWhen,
    /// What it says about itself, by which an agent picks it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// When an agent reads an instruction.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum InstructionWhen {
    /// With everything that it does in the scope.
    #[default]
    Always,
    /// When a file that the patterns match is at hand.
    Matching,
    /// When the agent or a person asks for it.
    OnRequest,
}

impl InstructionWhen {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Matching => "matching",
            Self::OnRequest => "on request",
        }
    }
}

/// Whose file an instruction is.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(rename_all = "lowercase")]
pub enum InstructionAgent {
    /// `AGENTS.md`, which many agents read.
    Any,
    /// `CLAUDE.md`.
    Claude,
    /// `GEMINI.md`.
    Gemini,
    /// `.cursorrules` and `.cursor/rules/*.mdc`.
    Cursor,
    /// `.github/copilot-instructions.md` and `.github/instructions/*.instructions.md`.
    Copilot,
    /// `.windsurfrules` and `.windsurf/rules/*.md`.
    Windsurf,
    /// `.clinerules`, a file or a folder.
    Cline,
}

impl InstructionAgent {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Claude => "claude",
            Self::Gemini => "gemini",
            Self::Cursor => "cursor",
            Self::Copilot => "copilot",
            Self::Windsurf => "windsurf",
            Self::Cline => "cline",
        }
    }
}
