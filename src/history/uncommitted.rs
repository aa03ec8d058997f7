//! What is staged, and what stands in the worktree, against HEAD. Nothing is written: not even
//! the index's file times are refreshed.

use std::collections::BTreeMap;

use gix::bstr::ByteSlice;
use gix::diff::blob::ResourceKind;
use gix::diff::index::ChangeRef;
use gix::status::index_worktree::Item;
use gix::status::plumbing::index_as_worktree::{Change, EntryStatus};

use super::diff::{MAX_DIFF_BYTES, changed_file};
use super::error::{Doing, HistoryError, Result};
use super::file_changes::FileChange;
use super::hunks::{self, FileHunks};
use super::repo::Repo;
use crate::model::safe::printable;
use crate::model::{BlobId, ChangedFile, FileStatus, RepoPath};

/// Files that differ from HEAD, and what was not looked into.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Uncommitted {
    /// The files with their hunks, by path.
    pub files: Vec<ChangedFile>,
    /// Full sentences: untracked files, dirty submodules.
    pub notes: Vec<String>,
    /// Set where tracked files were left out (conflicts), so that the review is partial.
    pub incomplete: bool,
}

/// A tracked path whose file differs from the index: the path, the mode on disk (0 where the file
/// is gone), and the index's content and mode (none for a file that was only announced).
type OnDisk = (RepoPath, u16, Option<(BlobId, u16)>);

/// How many untracked paths a note names.
const NAMED: usize = 5;

impl Repo {
    /// The index against HEAD (against nothing before the first commit).
    ///
    /// # Errors
    /// [`HistoryError::Bare`].
    pub fn staged(&self) -> Result<Uncommitted> {
        let mut found = Uncommitted::default();
        let changes = self.staged_changes(&mut found)?;
        let mut cache = self
            .home()
            .diff_resource_cache_for_tree_diff()
            .doing("prepare a comparison")?;
        for file in changes.into_values() {
            let hunks = self.file_hunks(&mut cache, &file)?;
            found.files.push(changed_file(file, hunks));
        }
        Ok(found)
    }

    /// The worktree against HEAD: what is staged and what is not, together. Untracked files are
    /// named in a note and not reviewed, unless `git add --intent-to-add` announced them.
    ///
    /// # Errors
    /// [`HistoryError::Bare`].
    pub fn worktree(&self) -> Result<Uncommitted> {
        let mut found = Uncommitted::default();
        let staged = self.staged_changes(&mut found)?;
        let unstaged = self.unstaged(&mut found)?;
        let workdir = self.workdir().ok_or(HistoryError::Bare)?;
        let roots = gix::diff::blob::pipeline::WorktreeRoots {
            old_root: None,
            new_root: Some(workdir.to_owned()),
        };
        let mode = gix::diff::blob::pipeline::Mode::ToGit;
        let mut cache = self
            .home()
            .diff_resource_cache(mode, roots)
            .doing("prepare a comparison")?;
        let mut todo: BTreeMap<RepoPath, (FileChange, bool)> = staged
            .into_iter()
            .map(|(path, file)| (path, (file, false)))
            .collect();
        for (path, mode, base) in unstaged {
            let known = todo.remove(&path).map(|(file, _)| file);
            if let Some(file) = overlay(path, mode, base, known) {
                todo.insert(file.path.clone(), (file, true));
            }
        }
        for (file, on_disk) in todo.into_values() {
            let hunks = if on_disk && file.status != FileStatus::Deleted {
                self.worktree_hunks(&mut cache, &file, workdir)?
            } else {
                self.file_hunks(&mut cache, &file)?
            };
            let plain = hunks.hunks.is_empty() && hunks.note.is_none();
            if plain && file.status == FileStatus::Modified && file.modes.0 == file.modes.1 {
                // Staged, and taken back in the worktree.
                continue;
            }
            found.files.push(changed_file(file, hunks));
        }
        Ok(found)
    }

    fn worktree_hunks(
        &self,
        cache: &mut gix::diff::blob::Platform,
        file: &FileChange,
        workdir: &std::path::Path,
    ) -> Result<FileHunks> {
        let note = |text: String| {
            Ok(FileHunks {
                note: Some(text),
                ..FileHunks::default()
            })
        };
        let old = FileChange {
            blob: None,
            ..file.clone()
        };
        if let Some(text) = self.unreadable(&old)? {
            return note(text);
        }
        let name = gix::path::from_byte_slice(file.path.as_bytes()).doing("name a file")?;
        let on_disk = workdir.join(name);
        let size = std::fs::symlink_metadata(&on_disk).map_or(0, |m| m.len());
        if size > MAX_DIFF_BYTES {
            return note(format!(
                "Too large to compare: {} KiB, the limit is {} KiB.",
                size / 1024,
                MAX_DIFF_BYTES / 1024
            ));
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
            &None,
            file.modes.1,
            &file.path,
            ResourceKind::NewOrDestination,
        )?;
        let hunks = hunks::between(cache, base_path);
        cache.clear_resource_cache();
        hunks
    }

    fn staged_changes(&self, found: &mut Uncommitted) -> Result<BTreeMap<RepoPath, FileChange>> {
        if self.workdir().is_none() {
            return Err(HistoryError::Bare);
        }
        let index = self.home().index_or_empty().doing("read the index")?;
        let tree = self.home().head_tree_id_or_empty().doing("read HEAD")?;
        let renames = gix::diff::Rewrites {
            track_empty: true,
            ..Default::default()
        };
        let renames = gix::status::tree_index::TrackRenames::Given(renames);
        let mut changes = BTreeMap::new();
        self.home()
            .tree_index_status(&tree, &index, None, renames, |change, _, _| {
                let file = staged_change(change);
                changes.insert(file.path.clone(), file);
                Ok(std::ops::ControlFlow::Continue(()))
            })
            .doing("compare the index with HEAD")?;
        let mut conflicts: Vec<String> = Vec::new();
        for entry in index.entries() {
            let path = RepoPath::new(entry.path(&index).to_vec());
            if entry.stage() != gix::index::entry::Stage::Unconflicted {
                changes.remove(&path);
                let shown = printable(&path.to_string()).into_owned();
                if conflicts.last() != Some(&shown) {
                    conflicts.push(shown);
                }
            } else if entry
                .flags
                .contains(gix::index::entry::Flags::INTENT_TO_ADD)
            {
                changes.remove(&path);
            }
        }
        if !conflicts.is_empty() {
            found.incomplete = true;
            found.notes.push(format!(
                "Not reviewed, because of unresolved conflicts: {}.",
                listed(&conflicts)
            ));
        }
        Ok(changes)
    }

    /// The tracked paths whose files differ from the index.
    fn unstaged(&self, found: &mut Uncommitted) -> Result<Vec<OnDisk>> {
        let items = self
            .home()
            .status(gix::progress::Discard)
            .doing("read the worktree")?
            .untracked_files(gix::status::UntrackedFiles::Collapsed)
            .index_worktree_rewrites(None)
            .into_index_worktree_iter(None)
            .doing("read the worktree")?;
        let (mut changed, mut untracked, mut submodules) = (Vec::new(), Vec::new(), Vec::new());
        for item in items {
            match item.doing("read the worktree")? {
                Item::Modification {
                    entry,
                    rela_path,
                    status,
                    ..
                } => {
                    let path = RepoPath::new(Vec::from(rela_path));
                    let old = entry.mode.bits() as u16;
                    let base = Some((BlobId(entry.id.to_string()), old));
                    let on_disk = match status {
                        EntryStatus::Conflict { .. } | EntryStatus::NeedsUpdate(_) => continue,
                        EntryStatus::IntentToAdd => {
                            changed.push((path, old, None));
                            continue;
                        }
                        EntryStatus::Change(Change::Removed) => 0,
                        EntryStatus::Change(Change::Type { worktree_mode }) => {
                            worktree_mode.bits() as u16
                        }
                        EntryStatus::Change(Change::Modification {
                            executable_bit_changed,
                            ..
                        }) => {
                            if executable_bit_changed {
                                old ^ 0o111
                            } else {
                                old
                            }
                        }
                        EntryStatus::Change(Change::SubmoduleModification(_)) => {
                            submodules.push(printable(&path.to_string()).into_owned());
                            continue;
                        }
                    };
                    changed.push((path, on_disk, base));
                }
                Item::DirectoryContents { entry, .. } => {
                    if entry.status == gix::dir::entry::Status::Untracked {
                        untracked.push(printable(&entry.rela_path.to_str_lossy()).into_owned());
                    }
                }
                Item::Rewrite { .. } => {}
            }
        }
        if !untracked.is_empty() {
            untracked.sort();
            found.notes.push(format!(
                "Untracked and not reviewed: {}. git add --intent-to-add brings a file in.",
                listed(&untracked)
            ));
        }
        if !submodules.is_empty() {
            submodules.sort();
            found.notes.push(format!(
                "Changes inside submodules are not reviewed: {}.",
                listed(&submodules)
            ));
        }
        changed.sort();
        Ok(changed)
    }
}

/// The change of one path against HEAD: what is on disk, over what was staged for it.
fn overlay(
    path: RepoPath,
    on_disk: u16,
    index: Option<(BlobId, u16)>,
    staged: Option<FileChange>,
) -> Option<FileChange> {
    let (old_path, old_blob, old_mode) = match staged {
        Some(file) => (file.old_path, file.old_blob, file.modes.0),
        None => match index {
            Some((blob, mode)) => (None, Some(blob), mode),
            None => (None, None, 0),
        },
    };
    let modes = (old_mode, on_disk);
    let change = |path, old_path, status| FileChange {
        path,
        old_path,
        status,
        blob: None,
        old_blob: old_blob.clone(),
        modes,
    };
    if on_disk == 0 {
        old_blob.as_ref()?;
        let path = old_path.unwrap_or(path);
        return Some(change(path, None, FileStatus::Deleted));
    }
    let status = if old_blob.is_none() {
        FileStatus::Added
    } else if old_path.is_some() {
        FileStatus::Renamed
    } else if old_mode & 0o170000 != on_disk & 0o170000 {
        FileStatus::Mode
    } else {
        FileStatus::Modified
    };
    Some(change(path, old_path, status))
}

fn staged_change(change: ChangeRef<'_, '_>) -> FileChange {
    let path = |p: &[u8]| RepoPath::new(p.to_vec());
    let blob = |id: &gix::oid| Some(BlobId(id.to_string()));
    let bits = |mode: gix::index::entry::Mode| mode.bits() as u16;
    match change {
        ChangeRef::Addition {
            location,
            entry_mode,
            id,
            ..
        } => FileChange {
            path: path(&location),
            old_path: None,
            status: FileStatus::Added,
            blob: blob(&id),
            old_blob: None,
            modes: (0, bits(entry_mode)),
        },
        ChangeRef::Deletion {
            location,
            entry_mode,
            id,
            ..
        } => FileChange {
            path: path(&location),
            old_path: None,
            status: FileStatus::Deleted,
            blob: None,
            old_blob: blob(&id),
            modes: (bits(entry_mode), 0),
        },
        ChangeRef::Modification {
            location,
            previous_entry_mode,
            previous_id,
            entry_mode,
            id,
            ..
        } => {
            let modes = (bits(previous_entry_mode), bits(entry_mode));
            let typed = modes.0 & 0o170000 != modes.1 & 0o170000;
            let same = previous_id == id;
            FileChange {
                path: path(&location),
                old_path: None,
                status: if typed || same {
                    FileStatus::Mode
                } else {
                    FileStatus::Modified
                },
                blob: blob(&id),
                old_blob: blob(&previous_id),
                modes,
            }
        }
        ChangeRef::Rewrite {
            source_location,
            source_entry_mode,
            source_id,
            location,
            entry_mode,
            id,
            copy,
            ..
        } => FileChange {
            path: path(&location),
            old_path: Some(path(&source_location)),
            status: if copy {
                FileStatus::Copied
            } else {
                FileStatus::Renamed
            },
            blob: blob(&id),
            old_blob: blob(&source_id),
            modes: (bits(source_entry_mode), bits(entry_mode)),
        },
    }
}

fn listed(names: &[String]) -> String {
    let shown = names
        .iter()
        .take(NAMED)
        .map(String::as_str)
        .collect::<Vec<_>>()
        .join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
