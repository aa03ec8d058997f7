//! What changed between two commits, file by file, with hunks.

use gix::diff::blob::ResourceKind;
use gix::objs::tree::EntryKind;

use super::error::{Doing, Result};
use super::file_changes::{FileChange, TreeDiffer};
use super::hunks::{self, FileHunks};
use super::repo::{Repo, hex};
use crate::model::{BlobId, ChangedFile, CommitId, FileStatus, RepoPath};

/// The largest content, in bytes, whose lines are compared.
pub const MAX_DIFF_BYTES: u64 = 2 << 20;

impl Repo {
    /// The files that differ between two commits, with renames, without reading their lines.
    /// `None` for the old side means the empty tree.
    pub fn changed(&self, old: Option<&CommitId>, new: &CommitId) -> Result<Vec<FileChange>> {
        let old = old.map(|c| self.tree_id(c)).transpose()?;
        TreeDiffer::new(self)?.files(old, self.tree_id(new)?)
    }

    /// The files that differ between two commits, with hunks that equal git's (Myers, three lines
    /// of context, renames at 50 %). `None` for the old side means the empty tree. With `paths`,
    /// only files at or under one of them, on either side.
    ///
    /// A file whose lines are not compared (binary, larger than [`MAX_DIFF_BYTES`], a submodule,
    /// content that is missing from a partial clone) says so in its note and has no hunks.
    pub fn diff(
        &self,
        old: Option<&CommitId>,
        new: &CommitId,
        paths: Option<&[RepoPath]>,
    ) -> Result<Vec<ChangedFile>> {
        let old = old.map(|c| self.tree_id(c)).transpose()?;
        let new = self.tree_id(new)?;
        let changes = TreeDiffer::new(self)?.files(old, new)?;
        let mut cache = self
            .gix
            .diff_resource_cache_for_tree_diff()
            .doing("prepare a comparison")?;
        let mut files = Vec::with_capacity(changes.len());
        for file in changes {
            if paths.is_none_or(|p| wanted(&file, p)) {
                let found = self.file_hunks(&mut cache, &file)?;
                files.push(changed_file(file, found));
            }
        }
        Ok(files)
    }

    pub(crate) fn file_hunks(
        &self,
        cache: &mut gix::diff::blob::Platform,
        file: &FileChange,
    ) -> Result<FileHunks> {
        if file.blob == file.old_blob && !file.is_submodule() {
            return Ok(FileHunks::default());
        }
        if let Some(note) = self.unreadable(file)? {
            return Ok(FileHunks {
                note: Some(note),
                ..FileHunks::default()
            });
        }
        let base_path = file.old_path.as_ref().unwrap_or(&file.path);
        self.set_side(
            cache,
            &file.old_blob,
            file.modes.0,
            base_path,
            ResourceKind::OldOrSource,
        )?;
        self.set_side(
            cache,
            &file.blob,
            file.modes.1,
            &file.path,
            ResourceKind::NewOrDestination,
        )?;
        let found = hunks::between(cache, base_path);
        cache.clear_resource_cache_keep_allocation();
        found
    }

    /// Sets one side of a comparison; without an id it is absent, or the worktree's file where the
    /// cache knows the worktree.
    pub(crate) fn set_side(
        &self,
        cache: &mut gix::diff::blob::Platform,
        id: &Option<BlobId>,
        mode: u16,
        path: &RepoPath,
        side: ResourceKind,
    ) -> Result<()> {
        let id = match id {
            Some(id) => hex(id.as_str())?,
            None => self.gix.object_hash().null(),
        };
        let kind = match mode {
            0o120000 => EntryKind::Link,
            0o100755 => EntryKind::BlobExecutable,
            _ => EntryKind::Blob,
        };
        cache
            .set_resource(id, kind, path.as_bytes().into(), side, &self.gix.objects)
            .doing("read one side of a comparison")
    }

    /// Why the lines of the file are not compared, where they are not.
    pub(crate) fn unreadable(&self, file: &FileChange) -> Result<Option<String>> {
        if file.is_submodule() {
            let short = |id: &Option<BlobId>| {
                id.as_ref()
                    .map_or("none".to_owned(), |i| i.as_str().chars().take(12).collect())
            };
            return Ok(Some(format!(
                "Submodule: from {} to {}.",
                short(&file.old_blob),
                short(&file.blob)
            )));
        }
        for id in [&file.old_blob, &file.blob].into_iter().flatten() {
            if !self.gix.has_object(hex(id.as_str())?) {
                return Ok(Some(
                    "Its content is not in this partial clone, so its lines are not compared."
                        .to_owned(),
                ));
            }
            let size = self.blob_size(id)?;
            if size > MAX_DIFF_BYTES {
                return Ok(Some(format!(
                    "Too large to compare: {} KiB, the limit is {} KiB.",
                    size / 1024,
                    MAX_DIFF_BYTES / 1024
                )));
            }
        }
        Ok(None)
    }
}

/// Whether the file stands at or under one of the paths on either side.
pub(crate) fn wanted(file: &FileChange, paths: &[RepoPath]) -> bool {
    let at = |path: &RepoPath, wanted: &RepoPath| {
        let rest = path.as_bytes().strip_prefix(wanted.as_bytes());
        rest.is_some_and(|r| r.is_empty() || r[0] == b'/' || wanted.as_bytes().ends_with(b"/"))
    };
    paths
        .iter()
        .any(|p| at(&file.path, p) || file.old_path.as_ref().is_some_and(|old| at(old, p)))
}

/// Joins a file's status with its hunks; says in a note what hunks cannot show.
pub(crate) fn changed_file(file: FileChange, found: FileHunks) -> ChangedFile {
    let (old, new) = file.modes;
    let note = found.note.or_else(|| match file.status {
        FileStatus::Added | FileStatus::Deleted => found
            .hunks
            .is_empty()
            .then(|| "The file is empty.".to_owned()),
        _ if old != new => Some(format!("Mode {old:06o} became {new:06o}.")),
        _ => None,
    });
    ChangedFile {
        path: file.path,
        old_path: file.old_path,
        status: file.status,
        additions: found.additions,
        deletions: found.deletions,
        hunks: found.hunks,
        note,
    }
}
