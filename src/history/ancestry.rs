//! How commits descend from each other.

use super::error::{Doing, Result};
use super::repo::{Repo, commit_id, object_id};
use crate::model::CommitId;

impl Repo {
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
}
