//! Opening a repository and naming commits in it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use gix::ObjectId;
use gix::bstr::ByteSlice;

use super::error::{Doing, HistoryError, Result};
use super::identity::RepoIdentity;
use crate::model::safe::one_line;
use crate::model::{CommitId, GraphName};

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

/// A branch and the commit at its tip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The short name: `main`, or `origin/main` where only the remote's branch is here.
    pub name: String,
    /// Its tip.
    pub commit: CommitId,
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

    /// The commit that a revision names, in git's own language (`main~2`, `v1.0`, `HEAD@{1}`, a
    /// short id). It is parsed here and never handed to a program.
    ///
    /// # Errors
    /// [`HistoryError::UnknownRevision`].
    pub fn resolve(&self, rev: &str) -> Result<CommitId> {
        let unknown = |hint: String| HistoryError::UnknownRevision {
            rev: one_line(rev),
            hint,
        };
        if rev.trim().is_empty() || rev.contains('\0') {
            return Err(unknown(": it is empty.".into()));
        }
        let spec = rev.as_bytes().as_bstr();
        let parsed = self
            .home()
            .rev_parse_single(spec)
            .or_else(|e| match &self.home {
                Some(_) => self.gix.rev_parse_single(spec).map_err(|_| e),
                None => Err(e),
            });
        let id = parsed.map_err(|e| {
            let text = one_line(&e.to_string());
            unknown(if text.to_lowercase().contains("ambiguous") {
                ": the short id fits several objects, give more digits.".to_owned()
            } else if !self.boundary().is_empty() {
                ". This clone is shallow: git fetch --unshallow brings the rest.".to_owned()
            } else {
                ".".to_owned()
            })
        })?;
        let object = id
            .object()
            .doing("read the object that the revision names")?;
        let commit = object
            .peel_to_kind(gix::objs::Kind::Commit)
            .map_err(|_| unknown(": it names a file or a tree, not a commit.".into()))?;
        Ok(commit_id(commit.id))
    }

    /// The commit of HEAD.
    ///
    /// # Errors
    /// [`HistoryError::NoCommits`] on an unborn branch.
    pub fn head(&self) -> Result<CommitId> {
        self.home()
            .head_commit()
            .map(|c| commit_id(c.id))
            .map_err(|_| HistoryError::NoCommits)
    }

    /// The short name of the branch that HEAD is on; `None` where it is detached.
    pub fn head_branch(&self) -> Option<String> {
        let name = self.home().head_name().ok()??;
        Some(name.shorten().to_string())
    }

    /// The branch that changes are meant for: the remote's HEAD, else a local `main`, `master` or
    /// `trunk` (or the same on the remote), else the branch of HEAD. Where a local branch of the
    /// remote's name is ahead of the remote's, it is still the remote's that counts.
    pub fn default_branch(&self) -> Option<Branch> {
        let remote = self.remote_name().unwrap_or_else(|| "origin".to_owned());
        if let Ok(mut reference) = self
            .home()
            .find_reference(&format!("refs/remotes/{remote}/HEAD"))
        {
            let target = match reference.target() {
                gix::refs::TargetRef::Symbolic(name) => Some(name.shorten().to_string()),
                gix::refs::TargetRef::Object(_) => None,
            };
            if let (Some(name), Ok(commit)) = (target, reference.peel_to_commit()) {
                return Some(Branch {
                    name,
                    commit: commit_id(commit.id),
                });
            }
        }
        for name in ["main", "master", "trunk"] {
            if let Some(branch) = self.branch(name) {
                return Some(branch);
            }
        }
        for name in ["main", "master", "trunk"] {
            if let Some(branch) = self.branch(&format!("{remote}/{name}")) {
                return Some(branch);
            }
        }
        let name = self.head_branch()?;
        Some(Branch {
            name,
            commit: self.head().ok()?,
        })
    }

    /// A local branch, or a remote's by `remote/name`.
    pub fn branch(&self, name: &str) -> Option<Branch> {
        for full in [format!("refs/heads/{name}"), format!("refs/remotes/{name}")] {
            if let Ok(mut reference) = self.home().find_reference(full.as_str())
                && let Ok(commit) = reference.peel_to_commit()
            {
                return Some(Branch {
                    name: name.to_owned(),
                    commit: commit_id(commit.id),
                });
            }
        }
        None
    }

    /// A tag's commit.
    pub fn tag(&self, name: &str) -> Option<CommitId> {
        let mut reference = self
            .home()
            .find_reference(&format!("refs/tags/{name}"))
            .ok()?;
        reference.peel_to_commit().ok().map(|c| commit_id(c.id))
    }

    /// The local branches, most recently committed first.
    pub fn branches(&self) -> Result<Vec<Branch>> {
        let refs = self.home().references().doing("list the branches")?;
        let mut found = Vec::new();
        for reference in refs.local_branches().doing("list the branches")?.flatten() {
            let name = reference.name().shorten().to_string();
            let mut reference = reference;
            if let Ok(commit) = reference.peel_to_commit() {
                let time = commit.time().map(|t| t.seconds).unwrap_or(0);
                found.push((
                    time,
                    Branch {
                        name,
                        commit: commit_id(commit.id),
                    },
                ));
            }
        }
        found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.name.cmp(&b.1.name)));
        Ok(found.into_iter().map(|(_, b)| b).collect())
    }

    /// The name of the remote that fetches come from by default.
    pub fn remote_name(&self) -> Option<String> {
        self.home()
            .remote_default_name(gix::remote::Direction::Fetch)
            .map(|n| n.as_bstr().to_string())
    }

    /// The URL of the default remote, as configured (before `insteadOf`).
    pub fn remote_url(&self) -> Option<String> {
        let name = self.remote_name()?;
        let key = format!("remote.{name}.url");
        self.home()
            .config_snapshot()
            .string(key.as_str())
            .map(|v| v.to_string())
    }

    /// The names and URLs of all remotes.
    pub fn remotes(&self) -> Vec<(String, String)> {
        let config = self.home().config_snapshot();
        let names = self.home().remote_names();
        let urls = names.into_iter().filter_map(|name| {
            let url = config.string(format!("remote.{name}.url").as_str())?;
            Some((name.to_string(), url.to_string()))
        });
        urls.collect()
    }

    /// The commit and its first parents, newest first, down to a root or the end of the clone.
    pub fn first_parents(&self, from: &CommitId) -> Result<Vec<CommitId>> {
        let walk = self.gix.rev_walk([object_id(from)?]).first_parent_only();
        let mut found = Vec::new();
        for commit in walk.all().doing("list the commits")? {
            found.push(commit_id(commit.doing("list the commits")?.id));
        }
        Ok(found)
    }

    /// The commits that `head` has and `base` has not (all of `head`'s where there is no base),
    /// newest first, at most `limit`.
    pub fn commits_between(
        &self,
        base: Option<&CommitId>,
        head: &CommitId,
        limit: usize,
    ) -> Result<Vec<CommitId>> {
        let sorting = gix::revision::walk::Sorting::ByCommitTime(Default::default());
        let walk = self.gix.rev_walk([object_id(head)?]).sorting(sorting);
        let hidden = base.map(object_id).transpose()?;
        let walk = walk.with_hidden(hidden).all().doing("list the commits")?;
        let mut found = Vec::new();
        for commit in walk.take(limit) {
            found.push(commit_id(commit.doing("list the commits")?.id));
        }
        Ok(found)
    }

    /// Who the repository is: from its remote's URL, or its folder's name.
    pub fn identity(&self) -> RepoIdentity {
        match self
            .remote_url()
            .and_then(|url| RepoIdentity::from_url(&url))
        {
            Some(identity) => identity,
            None => {
                // A linked worktree writes it as `.git/worktrees/x/../..`.
                let dir = self.common_dir();
                let dir = std::fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned());
                let inner = dir.file_name().is_some_and(|n| n == ".git");
                let named = if inner {
                    dir.parent()
                } else {
                    Some(dir.as_path())
                };
                let name = named
                    .and_then(|d| d.file_name().map(|n| n.to_string_lossy().into_owned()))
                    .unwrap_or_else(|| "repository".to_owned());
                RepoIdentity::local(name.trim_end_matches(".git"))
            }
        }
    }

    /// The name of this repository's graph; `root` is the first root commit of its history.
    pub fn graph_name(&self, root: &CommitId) -> GraphName {
        self.identity().graph_name(root)
    }

    /// The oldest root commit that the commit's first parents lead to: it names the repository
    /// for good. In a shallow clone it is a boundary commit, and provisional.
    pub fn root_commit(&self, from: &CommitId) -> Result<CommitId> {
        let mut id = object_id(from)?;
        loop {
            if self.is_boundary(&id) {
                return Ok(commit_id(id));
            }
            let commit = self.find_commit(id)?;
            match commit.parent_ids().next() {
                Some(parent) => id = parent.detach(),
                None => return Ok(commit_id(id)),
            }
        }
    }

    /// The best common ancestor; `None` where the two share no history.
    pub fn merge_base(&self, a: &CommitId, b: &CommitId) -> Result<Option<CommitId>> {
        let (a, b) = (object_id(a)?, object_id(b)?);
        let base = self.gix.merge_base(a, b).doing("find the merge base")?;
        Ok(base.map(|id| commit_id(id.detach())))
    }

    /// Whether `a` is an ancestor of `b`, or `b` itself.
    pub fn is_ancestor(&self, a: &CommitId, b: &CommitId) -> Result<bool> {
        Ok(self.merge_base(a, b)?.as_ref() == Some(a))
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
        let hint = match self.promisor_remote() {
            Some(_) => ": it is a partial clone. git fetch --refetch --no-filter brings the rest.",
            None => ". git fsck tells more.",
        };
        HistoryError::MissingObject {
            id: id.to_string(),
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
