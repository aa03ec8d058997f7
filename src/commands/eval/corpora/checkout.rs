//! The other way to read a log: from the files of a checkout. All that it is told of history is in
//! which order git's own log says that the files came, since that says which of two is newer.

use std::collections::HashMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::decisions::{DecisionLog, Mining, Moment, RevisionIndex, Strength, TreeReader, Version};
use crate::history::git_cli::unquote;
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

/// A file's first commit, by its place in git's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Added {
    /// The place: parents come before children.
    pub ord: u32,
    /// The commit.
    pub commit: CommitId,
}

/// Reads `git log --reverse --name-status --diff-filter=AR --format=%x01%H`: the first commit of
/// each path. A file that moved keeps that of its old path.
pub fn added(log: &[u8]) -> HashMap<RepoPath, Added> {
    let mut out: HashMap<RepoPath, Added> = HashMap::new();
    let mut at = Added {
        ord: 0,
        commit: CommitId::default(),
    };
    for line in log.split(|b| *b == b'\n') {
        if let Some(id) = line.strip_prefix(b"\x01") {
            at.ord += 1;
            at.commit = CommitId(String::from_utf8_lossy(id).into_owned());
            continue;
        }
        let mut fields = line.split(|b| *b == b'\t').skip(1);
        let mut path = || fields.next().map(|f| RepoPath::new(unquote(f)));
        match (path(), path()) {
            (Some(old), Some(new)) => {
                let from = out.get(&old).unwrap_or(&at).clone();
                out.insert(new, from);
            }
            (Some(new), None) => {
                out.entry(new).or_insert_with(|| at.clone());
            }
            _ => {}
        }
    }
    out
}

/// The log of a folder that holds the files of a commit. `added` says when each file came.
///
/// # Errors
/// If the folder cannot be listed.
pub fn log_of(
    folder: &Path,
    commit: &CommitId,
    added: &HashMap<RepoPath, Added>,
) -> Result<LogView> {
    let tree = Folder::read(folder)?;
    let reader = DecisionLog::new();
    let folders = DecisionLog::folders(&tree, &tree.files)?;
    let mut versions: Vec<Version> = tree
        .files
        .iter()
        .filter_map(|f| {
            let first = added.get(&f.path)?;
            Some(Version {
                ord: first.ord,
                commit: first.commit.clone(),
                path: f.path.clone(),
                blob: Some(f.blob.clone()),
                before: Vec::new(),
            })
        })
        .collect();
    versions.sort_by_key(|v| v.ord);
    let mut index = RevisionIndex::new(commit.clone(), true);
    reader.track(&mut index, &versions, &folders, |id| tree.blob(id).ok());
    let moment = Moment {
        commit,
        contains: &|_| true,
        least: Strength::Reasoned,
    };
    let log = reader.as_of(&tree, &index, &Mining::default(), &moment)?;
    Ok(log.view)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_moved_is_as_old_as_its_first_path() {
        let log = b"\x01aa\n\nA\told.md\nA\tb.md\n\x01bb\n\nR090\told.md\tnew.md\nA\t\"caf\\303\\251.md\"\n";
        let added = added(log);
        let of = |path: &str| added[&RepoPath::from(path)].ord;
        assert_eq!((of("new.md"), of("b.md"), of("café.md")), (1, 1, 2));
    }
}
