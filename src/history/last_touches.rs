//! The commits since which many files are what they are, found in one walk.

use std::collections::{BTreeMap, BinaryHeap, HashMap};

use gix::ObjectId;
use gix::bstr::BString;
use gix::objs::tree::EntryMode;

use super::error::{Doing, Result};
use super::repo::{Repo, commit_id, object_id};
use crate::model::{CommitId, RepoPath};

type Entries = HashMap<BString, (ObjectId, EntryMode)>;

struct Node {
    tree: ObjectId,
    parents: Vec<ObjectId>,
    time: i64,
}

impl Repo {
    /// For each path that is a file at `from`: the last commit at or before it that changed the
    /// path, by the rule of [`Repo::last_touch`]. Folders that two commits have in common are not
    /// read, so that a hundred paths cost little more than one.
    ///
    /// # Errors
    /// If a commit or a tree on the way cannot be read.
    pub fn last_touches(
        &self,
        paths: &[RepoPath],
        from: &CommitId,
    ) -> Result<BTreeMap<RepoPath, CommitId>> {
        let parts: Vec<Vec<&[u8]>> = paths
            .iter()
            .map(|p| p.as_bytes().split(|b| *b == b'/').collect())
            .collect();
        let start = object_id(from)?;
        let first = self.node_of(start)?;
        let mut there = Vec::new();
        let all: Vec<usize> = (0..paths.len()).collect();
        self.differing(None, Some(first.tree), 0, &all, &parts, &mut there)?;
        let mut waiting: HashMap<ObjectId, Vec<usize>> = HashMap::from([(start, there)]);
        let mut heap = BinaryHeap::from([(first.time, start)]);
        let mut found = BTreeMap::new();
        while let Some((_, id)) = heap.pop() {
            let Some(mut left) = waiting.remove(&id) else {
                continue;
            };
            let node = self.node_of(id)?;
            for parent in &node.parents {
                if left.is_empty() {
                    break;
                }
                let before = self.node_of(*parent)?;
                let mut changed = Vec::new();
                let (old, new) = (Some(before.tree), Some(node.tree));
                self.differing(old, new, 0, &left, &parts, &mut changed)?;
                let same: Vec<usize> = left
                    .iter()
                    .filter(|i| !changed.contains(i))
                    .copied()
                    .collect();
                if !same.is_empty() {
                    waiting.entry(*parent).or_default().extend(same);
                    heap.push((before.time, *parent));
                }
                left = changed;
            }
            for i in left {
                found.insert(paths[i].clone(), commit_id(id));
            }
        }
        Ok(found)
    }

    fn node_of(&self, id: ObjectId) -> Result<Node> {
        let commit = self.find_commit(id)?;
        let decoded = commit.decode().doing("read a commit")?;
        let parents = if self.is_boundary(&id) {
            Vec::new()
        } else {
            decoded.parents().collect()
        };
        Ok(Node {
            tree: decoded.tree(),
            parents,
            time: decoded.time().map_or(0, |t| t.seconds),
        })
    }

    /// Which of the `wanted` paths are not the same in two trees, compared from the part at `depth`.
    fn differing(
        &self,
        old: Option<ObjectId>,
        new: Option<ObjectId>,
        depth: usize,
        wanted: &[usize],
        parts: &[Vec<&[u8]>],
        out: &mut Vec<usize>,
    ) -> Result<()> {
        if old == new || wanted.is_empty() {
            return Ok(());
        }
        let (old, new) = (self.entries(old)?, self.entries(new)?);
        let mut by_part: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
        for &i in wanted {
            if let Some(part) = parts[i].get(depth) {
                by_part.entry(part).or_default().push(i);
            }
        }
        for (part, list) in by_part {
            let (a, b) = (old.get(part), new.get(part));
            if a == b {
                continue;
            }
            let folder = |e: Option<&(ObjectId, EntryMode)>| {
                e.filter(|(_, mode)| mode.is_tree()).map(|(id, _)| *id)
            };
            let (files, below): (Vec<usize>, Vec<usize>) =
                list.iter().partition(|&&i| parts[i].len() == depth + 1);
            let file = |e: Option<&(ObjectId, EntryMode)>| e.filter(|(_, m)| !m.is_tree()).copied();
            if file(a) != file(b) {
                out.extend(files);
            }
            self.differing(folder(a), folder(b), depth + 1, &below, parts, out)?;
        }
        Ok(())
    }

    fn entries(&self, tree: Option<ObjectId>) -> Result<Entries> {
        let Some(id) = tree else {
            return Ok(Entries::new());
        };
        let tree = self.gix.find_tree(id).doing("read a tree")?;
        let mut out = Entries::new();
        for entry in tree.iter() {
            let entry = entry.doing("read a tree")?;
            out.insert(
                entry.filename().to_owned(),
                (entry.object_id(), entry.mode()),
            );
        }
        Ok(out)
    }
}
