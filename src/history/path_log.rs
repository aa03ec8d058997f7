//! The commits that changed one path, as git's default simplification has them.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use gix::ObjectId;
use gix::objs::tree::EntryKind;

use super::error::{Doing, Result};
use super::file_changes::TreeDiffer;
use super::repo::{Repo, commit_id, object_id};
use crate::model::{CommitId, RepoPath};

type Entry = Option<(ObjectId, EntryKind)>;

/// One commit in the history of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathCommit {
    /// The commit.
    pub commit: CommitId,
    /// The file's path in it.
    pub path: RepoPath,
}

struct Node {
    tree: ObjectId,
    parents: Vec<ObjectId>,
    time: i64,
}

impl Repo {
    /// The commits that changed the path (a file or a folder), newest first, as `git log -- path`
    /// lists them: where a merge took the path unchanged from one parent, only that one is followed.
    pub fn path_log(&self, path: &RepoPath, from: &CommitId) -> Result<Vec<CommitId>> {
        let start = object_id(from)?;
        let mut walk = Walk {
            repo: self,
            path,
            nodes: HashMap::new(),
            entries: HashMap::new(),
        };
        let mut heap = BinaryHeap::new();
        let mut seen = HashSet::from([start]);
        heap.push((walk.node(start)?.time, Reverse(0usize), start));
        let mut found = Vec::new();
        let mut count = 0usize;
        while let Some((_, _, id)) = heap.pop() {
            let node = walk.node(id)?;
            let (tree, parents) = (node.tree, node.parents.clone());
            let current = walk.entry(tree)?;
            let mut same = None;
            for parent in &parents {
                let tree = walk.node(*parent)?.tree;
                if walk.entry(tree)? == current {
                    same = Some(*parent);
                    break;
                }
            }
            let next = match same {
                Some(parent) => vec![parent],
                None => {
                    if !parents.is_empty() || current.is_some() {
                        found.push(commit_id(id));
                    }
                    parents
                }
            };
            for parent in next {
                if seen.insert(parent) {
                    count += 1;
                    heap.push((walk.node(parent)?.time, Reverse(count), parent));
                }
            }
        }
        Ok(found)
    }

    /// As [`Repo::path_log`], and where the file was moved, on under its older name.
    pub fn path_log_following(&self, path: &RepoPath, from: &CommitId) -> Result<Vec<PathCommit>> {
        let mut found = Vec::new();
        let (mut path, mut from) = (path.clone(), from.clone());
        let mut differ = TreeDiffer::new(self)?;
        loop {
            let commits = self.path_log(&path, &from)?;
            found.extend(commits.iter().map(|c| PathCommit {
                commit: c.clone(),
                path: path.clone(),
            }));
            let Some(first) = commits.last() else {
                return Ok(found);
            };
            let id = object_id(first)?;
            let node = self.node(id)?;
            let Some(parent) = node.parents.first().copied() else {
                return Ok(found);
            };
            let before = self.node(parent)?;
            if self.entry_in(before.tree, &path)?.is_some() {
                return Ok(found);
            }
            let moved = differ.files(Some(before.tree), node.tree)?;
            let source = moved
                .into_iter()
                .find(|f| f.path == path)
                .and_then(|f| f.old_path);
            match source {
                Some(older) => (path, from) = (older, commit_id(parent)),
                None => return Ok(found),
            }
        }
    }

    /// The last commit at or before `from` that changed the path.
    pub fn last_touch(&self, path: &RepoPath, from: &CommitId) -> Result<Option<CommitId>> {
        let mut walk = Walk {
            repo: self,
            path,
            nodes: HashMap::new(),
            entries: HashMap::new(),
        };
        let mut id = object_id(from)?;
        loop {
            let node = walk.node(id)?;
            let (tree, parents) = (node.tree, node.parents.clone());
            let current = walk.entry(tree)?;
            let mut same = None;
            for parent in &parents {
                let tree = walk.node(*parent)?.tree;
                if walk.entry(tree)? == current {
                    same = Some(*parent);
                    break;
                }
            }
            match same {
                Some(parent) => id = parent,
                None => return Ok(current.is_some().then(|| commit_id(id))),
            }
        }
    }

    fn node(&self, id: ObjectId) -> Result<Node> {
        let commit = self.find_commit(id)?;
        let decoded = commit.decode().doing("read a commit")?;
        let parents = if self.is_boundary(&id) {
            Vec::new()
        } else {
            decoded.parents().collect()
        };
        let time = decoded.time().map(|t| t.seconds).unwrap_or(0);
        Ok(Node {
            tree: decoded.tree(),
            parents,
            time,
        })
    }
}

struct Walk<'a> {
    repo: &'a Repo,
    path: &'a RepoPath,
    nodes: HashMap<ObjectId, Node>,
    entries: HashMap<ObjectId, Entry>,
}

impl Walk<'_> {
    fn node(&mut self, id: ObjectId) -> Result<&Node> {
        Ok(match self.nodes.entry(id) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(free) => free.insert(self.repo.node(id)?),
        })
    }

    fn entry(&mut self, tree: ObjectId) -> Result<Entry> {
        if let Some(known) = self.entries.get(&tree) {
            return Ok(*known);
        }
        let found = self.repo.entry_in(tree, self.path)?;
        self.entries.insert(tree, found);
        Ok(found)
    }
}
