//! Opening a repository, and how much of it is here.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use gix::ObjectId;

use super::error::{Doing, HistoryError, Result};
use crate::model::CommitId;
use crate::model::safe::one_line;

/// A git repository, opened for reading. Clone it once per thread: a clone is cheap and `Send`.
#[derive(Clone)]
pub struct Repo {
    /// Where objects are read.
    pub(crate) gix: gix::Repository,
    /// Where refs, settings and the worktree are, if elsewhere.
    home: Option<gix::Repository>,
    shared: Arc<Shared>,
}

/// What is read once and shared by all clones.
#[derive(Default)]
struct Shared {
    mailmap: OnceLock<gix::mailmap::Snapshot>,
    boundary: OnceLock<Vec<ObjectId>>,
}

/// How much of the history the clone holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// All of it.
    Full,
    /// A shallow clone: older commits than these are not here.
    Truncated {
        /// The oldest commits that are here; their parents are not.
        boundary: Vec<CommitId>,
    },
    /// A partial clone: commits are here, file contents may be missing.
    MissingObjects {
        /// The remote that promised them.
        remote: String,
    },
}

impl Repo {
    /// Opens the repository at `dir` or above it; bare repositories and linked worktrees too.
    ///
    /// # Errors
    /// [`HistoryError::NotARepository`], and [`HistoryError::Untrusted`] where another user owns it.
    pub fn open(dir: impl AsRef<Path>) -> Result<Self> {
        let dir = dir.as_ref();
        let gix = gix::discover_opts(dir, Default::default(), gix::open::Options::default())
            .map_err(|e| {
                if e.is_permission_denied() {
                    HistoryError::Untrusted {
                        dir: dir.to_owned(),
                    }
                } else if e.is_not_found() {
                    HistoryError::NotARepository {
                        dir: dir.to_owned(),
                    }
                } else {
                    HistoryError::Git {
                        doing: format!("open the repository at {}", dir.display()),
                        detail: one_line(&e.to_string()),
                    }
                }
            })?;
        if gix.git_dir_trust() != gix::sec::Trust::Full {
            return Err(HistoryError::Untrusted {
                dir: gix.workdir().unwrap_or(gix.git_dir()).to_owned(),
            });
        }
        Ok(Self {
            gix,
            home: None,
            shared: Arc::default(),
        })
    }

    /// The same clone, with the objects of another repository that borrows this one's (the cache
    /// repository into which a pull request was fetched). Refs, settings and the worktree stay
    /// those of the clone.
    pub(crate) fn with_objects_of(&self, other: &Path) -> Result<Self> {
        let other = Self::open(other)?;
        Ok(Self {
            gix: other.gix,
            home: Some(self.home().clone()),
            shared: Arc::default(),
        })
    }

    /// The commit of a ref of the objects' own repository.
    pub(crate) fn fetched(&self, full: &str) -> Result<CommitId> {
        let mut reference = self
            .gix
            .find_reference(full)
            .doing("find what was fetched")?;
        let commit = reference.peel_to_commit().doing("read what was fetched")?;
        Ok(commit_id(commit.id))
    }

    /// Whether objects are read from another repository than the clone.
    pub(crate) fn borrows(&self) -> bool {
        self.home.is_some()
    }

    /// Where refs, settings and the worktree are.
    pub(crate) fn home(&self) -> &gix::Repository {
        self.home.as_ref().unwrap_or(&self.gix)
    }

    /// The repository's git directory (`.git`, or `.git/worktrees/<name>` in a linked worktree).
    pub fn git_dir(&self) -> &Path {
        self.home().git_dir()
    }

    /// The git directory that holds objects and refs; of the main worktree, seen from a linked one.
    pub fn common_dir(&self) -> &Path {
        self.home().common_dir()
    }

    /// The worktree's folder; `None` in a bare repository.
    pub fn workdir(&self) -> Option<&Path> {
        self.home().workdir()
    }

    /// The folder that people name: the worktree, or the bare repository itself.
    pub fn root_dir(&self) -> PathBuf {
        self.workdir().unwrap_or_else(|| self.git_dir()).to_owned()
    }

    /// How much of the history this clone holds.
    pub fn completeness(&self) -> Completeness {
        let boundary = self.boundary();
        if !boundary.is_empty() {
            let boundary = boundary.iter().map(|id| commit_id(*id)).collect();
            return Completeness::Truncated { boundary };
        }
        match self.promisor_remote() {
            Some(remote) => Completeness::MissingObjects { remote },
            None => Completeness::Full,
        }
    }

    /// What the user should know about this clone before trusting an absence, in full sentences.
    pub fn notices(&self) -> Vec<String> {
        let mut notices = Vec::new();
        match self.completeness() {
            Completeness::Full => {}
            Completeness::Truncated { boundary } => notices.push(format!(
                "This clone is shallow: what is older than {} is not here. Run git fetch --unshallow for the whole record.",
                boundary.iter().take(3).map(CommitId::short).collect::<Vec<_>>().join(", ")
            )),
            Completeness::MissingObjects { remote } => notices.push(format!(
                "This clone is partial: file contents that were never fetched from {} are not read.",
                one_line(&remote)
            )),
        }
        if self.common_dir().join("info/grafts").exists() {
            notices.push(
                "The repository has an info/grafts file. It is not applied; git itself shows another history. Use git replace --convert-graft-file.".to_owned(),
            );
        }
        notices
    }

    pub(crate) fn promisor_remote(&self) -> Option<String> {
        let config = self.home().config_snapshot();
        let sections = config.plumbing().sections_by_name("remote")?;
        for section in sections {
            let promised = section
                .value("promisor")
                .is_some_and(|v| v.as_slice() != b"false")
                || section.value("partialclonefilter").is_some();
            if promised {
                let name = section.header().subsection_name();
                return Some(name.map_or_else(|| "the remote".to_owned(), |n| n.to_string()));
            }
        }
        None
    }

    /// The mailmap as bytes: two that map alike are the same.
    pub(crate) fn mailmap_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for e in self.mailmap().iter() {
            for part in [
                e.new_name(),
                e.new_email(),
                e.old_name(),
                Some(e.old_email()),
            ] {
                out.extend_from_slice(part.map_or(&b"-"[..], |p| p.as_ref()));
                out.push(0);
            }
        }
        out
    }

    pub(crate) fn mailmap(&self) -> &gix::mailmap::Snapshot {
        self.shared
            .mailmap
            .get_or_init(|| self.home().open_mailmap())
    }

    pub(crate) fn boundary(&self) -> &[ObjectId] {
        self.shared.boundary.get_or_init(|| {
            let commits = self.gix.shallow_commits().ok().flatten();
            commits
                .map(|c| c.iter().copied().collect())
                .unwrap_or_default()
        })
    }

    /// Whether the commit stands at the end of a shallow clone, so that its parents are not here.
    pub(crate) fn is_boundary(&self, id: &ObjectId) -> bool {
        self.boundary().contains(id)
    }

    pub(crate) fn find_commit(&self, id: ObjectId) -> Result<gix::Commit<'_>> {
        match self.gix.try_find_object(id).doing("read a commit")? {
            None => Err(self.missing(id)),
            Some(object) => object.try_into_commit().doing("read a commit"),
        }
    }

    pub(crate) fn missing(&self, id: ObjectId) -> HistoryError {
        self.missing_named(&id.to_string())
    }

    pub(crate) fn missing_named(&self, id: &str) -> HistoryError {
        let hint = match self.promisor_remote() {
            Some(_) => ": it is a partial clone. git fetch --refetch --no-filter brings the rest.",
            None => ". git fsck tells more.",
        };
        HistoryError::MissingObject {
            id: id.to_owned(),
            hint: hint.to_owned(),
        }
    }
}

/// The library's form of a commit id.
pub(crate) fn object_id(id: &CommitId) -> Result<ObjectId> {
    hex(id.as_str())
}

/// The library's form of any id in hex.
pub(crate) fn hex(id: &str) -> Result<ObjectId> {
    ObjectId::from_hex(id.as_bytes()).map_err(|_| HistoryError::UnknownRevision {
        rev: one_line(id),
        hint: ": a full commit id was expected.".to_owned(),
    })
}

pub(crate) fn commit_id(id: ObjectId) -> CommitId {
    CommitId(id.to_string())
}
