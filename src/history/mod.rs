//! The git repository as it was at a commit: walk, read, blame, diff, trailers, people.
//!
//! Everything goes through [`Repo`], a cheap clone per thread. The library `gix` answers; the git
//! program answers only the named cases of `git_cli` (blame in a shallow clone, fetching a pull
//! request's head). The user's clone is only ever read.
//!
//! Diffs and blame always use Myers and renames, whatever the user's configuration says, so that
//! the same review comes out on every machine. A `.git-blame-ignore-revs` file is not applied:
//! a line belongs to the commit that last wrote it, formatting commits included.
//!
//! This room knows nothing of decisions, of GitHub's API or of the graph, and it never prints.

mod access;
mod ancestry;
mod automatic;
mod blame;
mod blame_cache;
mod cloning;
mod commit;
mod diff;
mod error;
mod file_changes;
pub(crate) mod git_cli;
mod hunks;
mod identity;
mod index;
mod last_touches;
mod merged;
mod moment;
mod naming;
mod path_log;
mod people;
mod place;
mod pull_head;
mod repo;
mod scope;
mod shared_branch;
mod trailers;
mod tree;
mod uncommitted;
mod user;
mod walk;

pub use access::Access;
pub use blame::BlameSpan;
pub use blame_cache::BlameCache;
pub use cloning::LARGE_KB;
pub use commit::{CommitInfo, Signature};
pub use diff::MAX_DIFF_BYTES;
pub use error::{HistoryError, Result};
pub use file_changes::FileChange;
pub use hunks::{fill_scopes, numbered_line};
pub use identity::RepoIdentity;
pub use index::{Ancestors, CommitIndex, IndexedCommit};
pub use merged::MergedFile;
pub use naming::Branch;
pub use path_log::PathCommit;
pub use people::{PersonMention, Role, is_program};
pub use place::lies_in;
pub use pull_head::FetchedPull;
pub use repo::{Completeness, Repo};
pub use scope::scope_at;
pub use shared_branch::SharedBranch;
pub use trailers::trailers;
pub use tree::{EntryKind, TreeEntry};
pub use uncommitted::Uncommitted;
pub use walk::{Merges, WalkOptions, WalkReport, WalkedCommit, walk};
