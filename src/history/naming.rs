//! The names of commits: revisions, HEAD, branches, tags.

use gix::bstr::ByteSlice;

use super::error::{Doing, HistoryError, Result};
use super::repo::{Repo, commit_id};
use crate::model::CommitId;
use crate::model::safe::one_line;

/// A branch and the commit at its tip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The short name: `main`, or `origin/main` where only the remote's branch is here.
    pub name: String,
    /// Its tip.
    pub commit: CommitId,
}

impl Repo {
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
            .or_else(|e| match self.borrows() {
                true => self.gix.rev_parse_single(spec).map_err(|_| e),
                false => Err(e),
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
}
