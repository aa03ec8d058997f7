//! What is under review: base, head, files, hunks and lines.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::{CommitId, RepoPath};

/// The whole thing under review.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Change {
    /// The commit against which the change is read: a merge-base, a first parent, or HEAD.
    pub base: CommitId,
    /// The commit that holds the change, where it is committed.
    pub head: Option<CommitId>,
    /// The words by which the user named it (`main..topic`, `--staged`, a URL).
    pub target: String,
    /// What kind of target it is.
    pub kind: TargetKind,
    /// One line that says what it is.
    pub title: String,
    /// The description under the title: a commit's body, or empty.
    #[serde(default)]
    pub description: String,
    /// Who made it, as the mailmap has it.
    pub author: Option<String>,
    /// When, in seconds since 1970.
    pub time: Option<i64>,
    /// The files it touches, in git's order.
    pub files: Vec<ChangedFile>,
    /// What could not be read or is not known, in full sentences. Not empty: the review is partial
    /// or some facts are `unknown`.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Set when part of the input could not be read, so that "nothing found" may not be said.
    #[serde(default)]
    pub incomplete: bool,
}

/// The kinds of target that `rguard review` takes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    /// A branch against its merge-base with the default branch.
    #[default]
    Branch,
    /// One commit against its first parent.
    Commit,
    /// `A..B` or `A...B`.
    Range,
    /// The index against HEAD.
    Staged,
    /// The worktree against HEAD.
    Worktree,
    /// A patch as text, against a given base.
    Patch,
    /// A pull request.
    PullRequest,
}

/// One file's part of a change.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct ChangedFile {
    /// Its path at the head (at the base for a deleted file).
    pub path: RepoPath,
    /// Its path at the base, where that is another.
    pub old_path: Option<RepoPath>,
    /// What happened to it.
    pub status: FileStatus,
    /// Added lines.
    pub additions: u32,
    /// Deleted lines.
    pub deletions: u32,
    /// Its hunks, with three lines of context.
    #[serde(default)]
    pub hunks: Vec<Hunk>,
    /// Why there are no hunks (binary, too large, a submodule, a mode), where that is so.
    #[serde(default)]
    pub note: Option<String>,
}

impl ChangedFile {
    /// The path that the file has at the base.
    pub fn base_path(&self) -> &RepoPath {
        self.old_path.as_ref().unwrap_or(&self.path)
    }
}

/// What happened to a file.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(rename_all = "kebab-case")]
pub enum FileStatus {
    /// New in the change.
    Added,
    /// Gone with the change.
    Deleted,
    /// Changed in place.
    Modified,
    /// Moved, maybe also changed.
    Renamed,
    /// Copied from another file.
    Copied,
    /// Only its mode or type changed.
    Mode,
}

impl FileStatus {
    /// git's letter for it.
    pub fn letter(self) -> char {
        match self {
            Self::Added => 'A',
            Self::Deleted => 'D',
            Self::Modified => 'M',
            Self::Renamed => 'R',
            Self::Copied => 'C',
            Self::Mode => 'T',
        }
    }
}

/// A run of changed lines with its context, as git prints it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
pub struct Hunk {
    /// First line at the base, from 1 (git's number: one less where the side is empty).
    pub old_start: u32,
    /// Lines at the base.
    pub old_lines: u32,
    /// First line at the head.
    pub new_start: u32,
    /// Lines at the head.
    pub new_lines: u32,
    /// The enclosing scope at the base (the nearest line above that opens one), where it is known.
    #[serde(default)]
    pub scope: String,
    /// The lines.
    pub lines: Vec<Line>,
}

impl Hunk {
    /// The hunk's header as git prints it, without the scope.
    pub fn header(&self) -> String {
        fn span(start: u32, len: u32) -> String {
            if len == 1 {
                start.to_string()
            } else {
                format!("{start},{len}")
            }
        }
        format!(
            "@@ -{} +{} @@",
            span(self.old_start, self.old_lines),
            span(self.new_start, self.new_lines)
        )
    }

    /// The lines of one kind.
    pub fn of(&self, kind: LineKind) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |l| l.kind == kind)
    }
}

/// One line of a hunk.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct Line {
    /// Context, added or deleted.
    pub kind: LineKind,
    /// Its number at the base, where it stands there.
    pub old: Option<u32>,
    /// Its number at the head, where it stands there.
    pub new: Option<u32>,
    /// Its text without the line end (a carriage return is kept).
    pub text: String,
    /// Whether the file ends here without a line end.
    #[serde(default)]
    pub no_newline: bool,
}

/// The three kinds of a hunk's lines.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(rename_all = "lowercase")]
pub enum LineKind {
    /// On both sides.
    Context,
    /// Only at the head.
    Added,
    /// Only at the base.
    Deleted,
}

/// The two sides of a change.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash,
)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// At the base.
    Old,
    /// At the head.
    New,
}
