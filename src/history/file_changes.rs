//! The files that one commit changed, against one parent.

use gix::ObjectId;
use gix::diff::tree_with_rewrites::Change;
use gix::objs::tree::EntryMode;
use gix::prelude::FindExt;

use super::error::{Doing, Result};
use super::repo::Repo;
use crate::model::{BlobId, FileStatus, RepoPath};

/// One file's part of a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// Its path after the commit (before it for a deleted file).
    pub path: RepoPath,
    /// Its path before, where that is another.
    pub old_path: Option<RepoPath>,
    /// What happened to it. A changed type (file to link) is [`FileStatus::Mode`]; so is a changed
    /// mode without changed content.
    pub status: FileStatus,
    /// Its content after; `None` for a deleted file. For a submodule: its commit.
    pub blob: Option<BlobId>,
    /// Its content before; `None` for an added file.
    pub old_blob: Option<BlobId>,
    /// Its mode before and after in git's octal (0 where it does not exist).
    pub modes: (u16, u16),
}

impl FileChange {
    /// Whether one side is a submodule, so that the ids name commits of another repository.
    pub fn is_submodule(&self) -> bool {
        self.modes.0 == 0o160000 || self.modes.1 == 0o160000
    }
}

/// Whether and how renames are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Renames {
    /// As git does by default, at 50 % likeness.
    #[default]
    Like,
    /// Identical content only: all that a partial clone can tell.
    Exact,
}

/// Compares trees; one per thread, reused for all commits.
pub(crate) struct TreeDiffer {
    repo: gix::Repository,
    cache: gix::diff::blob::Platform,
    state: gix::diff::tree::State,
    old: Vec<u8>,
    new: Vec<u8>,
    renames: Renames,
}

impl TreeDiffer {
    pub(crate) fn new(repo: &Repo) -> Result<Self> {
        let renames = match repo.promisor_remote() {
            Some(_) => Renames::Exact,
            None => Renames::Like,
        };
        let cache = repo
            .gix
            .diff_resource_cache_for_tree_diff()
            .doing("prepare a comparison")?;
        Ok(Self {
            repo: repo.gix.clone(),
            cache,
            state: gix::diff::tree::State::default(),
            old: Vec::new(),
            new: Vec::new(),
            renames,
        })
    }

    /// The changes between two trees, folders left out, in git's order; `None` is the empty tree.
    fn raw(&mut self, old: Option<ObjectId>, new: ObjectId) -> Result<Vec<Change>> {
        let empty = gix::objs::TreeRefIter::from_bytes(&[], self.repo.object_hash());
        let objects = &self.repo.objects;
        // git knows the empty tree by heart and need not hold it.
        let new = match new.is_empty_tree() {
            false => objects
                .find_tree_iter(&new, &mut self.new)
                .doing("read a tree")?,
            true => empty,
        };
        let old = match old.filter(|id| !id.is_empty_tree()) {
            Some(id) => objects
                .find_tree_iter(&id, &mut self.old)
                .doing("read a tree")?,
            None => empty,
        };
        let rewrites = gix::diff::Rewrites {
            percentage: match self.renames {
                Renames::Like => Some(0.5),
                Renames::Exact => None,
            },
            track_empty: true,
            ..Default::default()
        };
        let mut changes = Vec::new();
        let outcome = gix::diff::tree_with_rewrites(
            old,
            new,
            &mut self.cache,
            &mut self.state,
            objects,
            |change| -> gix::Result<_> {
                if !change.entry_mode().is_tree() {
                    changes.push(change.into_owned());
                }
                Ok(std::ops::ControlFlow::Continue(()))
            },
            gix::diff::tree_with_rewrites::Options {
                location: Some(gix::diff::tree::recorder::Location::Path),
                rewrites: Some(rewrites),
            },
        );
        // The cache only grows, so it is emptied after each pair of trees.
        self.cache.clear_resource_cache_keep_allocation();
        outcome.doing("compare two trees")?;
        changes.sort_by(|a, b| a.location().cmp(b.location()));
        Ok(changes)
    }

    /// As [`TreeDiffer::raw`], in our own words.
    pub(crate) fn files(
        &mut self,
        old: Option<ObjectId>,
        new: ObjectId,
    ) -> Result<Vec<FileChange>> {
        Ok(self.raw(old, new)?.into_iter().map(file_change).collect())
    }
}

/// One change of the library's in our own words.
fn file_change(change: Change) -> FileChange {
    let blob = |id: ObjectId| Some(BlobId(id.to_string()));
    let path = |p: gix::bstr::BString| RepoPath::new(Vec::from(p));
    match change {
        Change::Addition {
            location,
            entry_mode,
            id,
            ..
        } => FileChange {
            path: path(location),
            old_path: None,
            status: FileStatus::Added,
            blob: blob(id),
            old_blob: None,
            modes: (0, entry_mode.value()),
        },
        Change::Deletion {
            location,
            entry_mode,
            id,
            ..
        } => FileChange {
            path: path(location),
            old_path: None,
            status: FileStatus::Deleted,
            blob: None,
            old_blob: blob(id),
            modes: (entry_mode.value(), 0),
        },
        Change::Modification {
            location,
            previous_entry_mode,
            previous_id,
            entry_mode,
            id,
        } => FileChange {
            path: path(location),
            old_path: None,
            status: modified(previous_entry_mode, entry_mode, previous_id == id),
            blob: blob(id),
            old_blob: blob(previous_id),
            modes: (previous_entry_mode.value(), entry_mode.value()),
        },
        Change::Rewrite {
            source_location,
            source_entry_mode,
            source_id,
            entry_mode,
            id,
            location,
            copy,
            ..
        } => FileChange {
            path: path(location),
            old_path: Some(path(source_location)),
            status: if copy {
                FileStatus::Copied
            } else {
                FileStatus::Renamed
            },
            blob: blob(id),
            old_blob: blob(source_id),
            modes: (source_entry_mode.value(), entry_mode.value()),
        },
    }
}

/// git says `T` where the type changed; a changed mode alone has no letter of its own there.
fn modified(old: EntryMode, new: EntryMode, same: bool) -> FileStatus {
    let kind = |m: EntryMode| (m.is_link(), m.is_commit());
    if kind(old) != kind(new) || same {
        FileStatus::Mode
    } else {
        FileStatus::Modified
    }
}
