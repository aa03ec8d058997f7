//! Reading files and trees as they stood at a commit.

use gix::ObjectId;
use gix::objs::tree::EntryKind as GitKind;

use super::error::{Doing, HistoryError, Result};
use super::repo::{Repo, hex, object_id};
use crate::model::{BlobId, CommitId, RepoPath};

/// The kind of a file in a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A regular file.
    File,
    /// A file that may be run.
    Executable,
    /// A symbolic link; its content is the target's path.
    Symlink,
}

/// One file of a commit's tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeEntry {
    /// Its path from the top.
    pub path: RepoPath,
    /// Its content's id.
    pub blob: BlobId,
    /// Regular, executable or a link. Submodules are not listed.
    pub kind: EntryKind,
}

impl Repo {
    /// All files of the commit, in git's order, without submodules.
    pub fn tree(&self, commit: &CommitId) -> Result<Vec<TreeEntry>> {
        let tree = self.tree_id(commit)?;
        // git knows the empty tree by heart and need not hold it.
        if tree.is_empty_tree() {
            return Ok(Vec::new());
        }
        let tree = self.gix.find_tree(tree).doing("read the commit's tree")?;
        let mut recorder = gix::traverse::tree::Recorder::default();
        tree.traverse()
            .depthfirst(&mut recorder)
            .doing("list the commit's files")?;
        let files = recorder.records.into_iter().filter_map(|entry| {
            let kind = file_kind(entry.mode.kind())?;
            let path = RepoPath::new(Vec::from(entry.filepath));
            Some(TreeEntry {
                path,
                blob: BlobId(entry.oid.to_string()),
                kind,
            })
        });
        Ok(files.collect())
    }

    /// The paths of the commit's submodules, in git's order.
    ///
    /// # Errors
    /// If a tree cannot be read.
    pub fn submodules(&self, commit: &CommitId) -> Result<Vec<RepoPath>> {
        let tree = self.tree_id(commit)?;
        if tree.is_empty_tree() {
            return Ok(Vec::new());
        }
        let tree = self.gix.find_tree(tree).doing("read the commit's tree")?;
        let mut recorder = gix::traverse::tree::Recorder::default();
        tree.traverse()
            .depthfirst(&mut recorder)
            .doing("list the commit's files")?;
        let links = recorder.records.into_iter();
        let links = links.filter(|entry| entry.mode.kind() == GitKind::Commit);
        Ok(links
            .map(|entry| RepoPath::new(Vec::from(entry.filepath)))
            .collect())
    }

    /// The file's content at the commit; `None` where it is not a file there.
    pub fn blob_at(&self, commit: &CommitId, path: &RepoPath) -> Result<Option<Vec<u8>>> {
        match self.entry_at(commit, path)? {
            Some((id, kind)) if file_kind(kind).is_some() => self.read_blob(id, None).map(Some),
            _ => Ok(None),
        }
    }

    /// As [`Repo::blob_at`], refusing content of more than `limit` bytes before it is read.
    ///
    /// # Errors
    /// [`HistoryError::TooLarge`].
    pub fn blob_at_capped(
        &self,
        commit: &CommitId,
        path: &RepoPath,
        limit: u64,
    ) -> Result<Option<Vec<u8>>> {
        match self.entry_at(commit, path)? {
            Some((id, kind)) if file_kind(kind).is_some() => self
                .read_blob(id, Some((limit, path.to_string())))
                .map(Some),
            _ => Ok(None),
        }
    }

    /// The id of the file's content at the commit; `None` where it is not a file there.
    pub fn blob_id_at(&self, commit: &CommitId, path: &RepoPath) -> Result<Option<BlobId>> {
        let entry = self.entry_at(commit, path)?;
        Ok(entry
            .filter(|(_, kind)| file_kind(*kind).is_some())
            .map(|(id, _)| BlobId(id.to_string())))
    }

    /// The kind of the file at the commit; `None` where it is not a file there.
    pub fn kind_at(&self, commit: &CommitId, path: &RepoPath) -> Result<Option<EntryKind>> {
        Ok(self
            .entry_at(commit, path)?
            .and_then(|(_, kind)| file_kind(kind)))
    }

    /// A blob's content.
    pub fn blob(&self, id: &BlobId) -> Result<Vec<u8>> {
        self.read_blob(hex(id.as_str())?, None)
    }

    /// A blob's size in bytes, without reading it.
    pub fn blob_size(&self, id: &BlobId) -> Result<u64> {
        let id = hex(id.as_str())?;
        if !self.gix.has_object(id) {
            return Err(self.missing(id));
        }
        Ok(self
            .gix
            .find_header(id)
            .doing("read an object's size")?
            .size())
    }

    pub(crate) fn tree_id(&self, commit: &CommitId) -> Result<ObjectId> {
        let commit = self.find_commit(object_id(commit)?)?;
        Ok(commit.tree_id().doing("read a commit's tree id")?.detach())
    }

    pub(crate) fn entry_at(
        &self,
        commit: &CommitId,
        path: &RepoPath,
    ) -> Result<Option<(ObjectId, GitKind)>> {
        let tree = self.tree_id(commit)?;
        self.entry_in(tree, path)
    }

    pub(crate) fn entry_in(
        &self,
        tree: ObjectId,
        path: &RepoPath,
    ) -> Result<Option<(ObjectId, GitKind)>> {
        if path.as_bytes().is_empty() {
            return Ok(None);
        }
        let tree = self.gix.find_tree(tree).doing("read a tree")?;
        let parts = path.as_bytes().split(|b| *b == b'/');
        let entry = tree.lookup_entry(parts).doing("look a file up")?;
        Ok(entry.map(|e| (e.object_id(), e.mode().kind())))
    }

    fn read_blob(&self, id: ObjectId, cap: Option<(u64, String)>) -> Result<Vec<u8>> {
        if let Some((limit, what)) = cap
            && self.gix.has_object(id)
        {
            let size = self
                .gix
                .find_header(id)
                .doing("read an object's size")?
                .size();
            if size > limit {
                return Err(HistoryError::TooLarge { what, size, limit });
            }
        }
        match self.gix.try_find_object(id).doing("read an object")? {
            Some(object) => Ok(object.detach().data),
            None => Err(self.missing(id)),
        }
    }
}

pub(crate) fn file_kind(kind: GitKind) -> Option<EntryKind> {
    match kind {
        GitKind::Blob => Some(EntryKind::File),
        GitKind::BlobExecutable => Some(EntryKind::Executable),
        GitKind::Link => Some(EntryKind::Symlink),
        GitKind::Tree | GitKind::Commit => None,
    }
}
