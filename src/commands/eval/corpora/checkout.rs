//! The other way to read a log: from the files of a checkout, without any history.

use std::collections::HashMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::decisions::{DecisionLog, Mining, Moment, RevisionIndex, Strength, TreeReader};
use crate::history::{EntryKind, HistoryError, Result, TreeEntry};
use crate::model::{BlobId, CommitId, LogView, RepoPath};

/// The files of a folder, read from the disk.
struct Folder {
    files: Vec<TreeEntry>,
    paths: HashMap<BlobId, PathBuf>,
}

impl Folder {
    fn read(root: &Path) -> Result<Self> {
        let mut found: Vec<(RepoPath, PathBuf, EntryKind)> = Vec::new();
        let mut open = vec![root.to_owned()];
        while let Some(dir) = open.pop() {
            for entry in fs::read_dir(&dir).map_err(|e| failed(&dir, &e))? {
                let entry = entry.map_err(|e| failed(&dir, &e))?;
                let path = entry.path();
                let meta = fs::symlink_metadata(&path).map_err(|e| failed(&path, &e))?;
                if meta.is_dir() {
                    open.push(path);
                    continue;
                }
                let kind = if meta.is_symlink() {
                    EntryKind::Symlink
                } else if meta.permissions().mode() & 0o111 != 0 {
                    EntryKind::Executable
                } else {
                    EntryKind::File
                };
                let relative = path.strip_prefix(root).unwrap_or(&path);
                let name = RepoPath::new(relative.as_os_str().as_bytes());
                found.push((name, path, kind));
            }
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let mut folder = Self {
            files: Vec::with_capacity(found.len()),
            paths: HashMap::new(),
        };
        for (n, (path, file, kind)) in found.into_iter().enumerate() {
            // A checkout has no ids of contents: a number in their form stands for each file.
            let blob = BlobId(format!("{n:040x}"));
            folder.paths.insert(blob.clone(), file);
            folder.files.push(TreeEntry { path, blob, kind });
        }
        Ok(folder)
    }
}

impl TreeReader for Folder {
    fn files(&self) -> Result<Vec<TreeEntry>> {
        Ok(self.files.clone())
    }

    fn blob(&self, id: &BlobId) -> Result<Vec<u8>> {
        let path = self.paths.get(id).map_or(Path::new(""), PathBuf::as_path);
        fs::read(path).map_err(|e| failed(path, &e))
    }
}

fn failed(path: &Path, e: &std::io::Error) -> HistoryError {
    HistoryError::Git {
        doing: format!("read {}", path.display()),
        detail: e.to_string(),
    }
}

/// The log of a folder that holds the files of a commit, as if that commit were all of history.
///
/// # Errors
/// If the folder cannot be listed.
pub fn log_of(folder: &Path, commit: &CommitId) -> Result<LogView> {
    let tree = Folder::read(folder)?;
    let index = RevisionIndex::new(commit.clone(), true);
    let moment = Moment {
        commit,
        contains: &|_| true,
        least: Strength::Reasoned,
    };
    let log = DecisionLog::new().as_of(&tree, &index, &Mining::default(), &moment)?;
    Ok(log.view)
}
