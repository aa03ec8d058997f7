//! The walk over new commits, parents first, with what each of them changed.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use gix::ObjectId;
use gix::objs::CommitRef;

use super::commit::{CommitInfo, info};
use super::error::{Doing, HistoryError, Result};
use super::file_changes::{FileChange, TreeDiffer};
use super::index::CommitIndex;
use super::merged::{MergedFile, merged_files};
use super::repo::{Repo, commit_id, object_id};
use crate::model::CommitId;

/// What is told of a merge's files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merges {
    /// Nothing: a merge makes nobody an editor.
    #[default]
    NoFiles,
    /// What it changed against its first parent.
    FirstParent,
    /// Nothing but the files that are as no parent has them, in [`WalkedCommit::merged`].
    Combined,
}

/// How a walk is done.
#[derive(Clone, Copy, Debug, Default)]
pub struct WalkOptions<'a> {
    /// What is told of a merge's files.
    pub merges: Merges,
    /// Set by another thread to end the walk early.
    pub cancel: Option<&'a AtomicBool>,
}

/// One commit, as the walk tells it.
#[derive(Clone, Debug)]
pub struct WalkedCommit {
    /// Its position in the index: greater than those of its parents.
    pub ord: u32,
    /// What it says about itself.
    pub info: CommitInfo,
    /// The files it changed against its first parent (against nothing for a root); empty for a
    /// merge unless asked for, and for the oldest commits of a shallow clone.
    pub files: Vec<FileChange>,
    /// The files that a merge left as none of its parents has them; empty unless asked for.
    pub merged: Vec<MergedFile>,
    /// Whether it has more than one parent.
    pub is_merge: bool,
    /// Whether it stands at the end of a shallow clone: what it changed is not known.
    pub is_boundary: bool,
    /// Why its files are not known, where they could not be read.
    pub error: Option<String>,
}

/// What a walk did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WalkReport {
    /// Commits that were new.
    pub commits: usize,
    /// Commits that could not be read (or whose files could not), with the reason.
    pub errors: Vec<(CommitId, String)>,
    /// The oldest commits of a shallow clone among the new ones.
    pub boundary: Vec<CommitId>,
}

/// A new commit that waits for its turn.
struct Pending {
    raw: Vec<u8>,
    parents: Vec<ObjectId>,
    time: i64,
}

/// Object cache of a walk in bytes; a fifth of the time is saved by it.
const OBJECT_CACHE: usize = 32 << 20;

/// Walks all commits that the tips lead to and the index does not hold yet, parents first and
/// else by committer time. Each is appended to the index and given to `on_commit`, with the index as
/// it stands then (so that it can be kept at a stage) and the number of new commits in all.
///
/// An object that is missing costs the commit its files (or itself), not the walk: see
/// [`WalkReport::errors`].
///
/// Where the clone was deepened since the last walk, the index is begun anew, under a new
/// [`CommitIndex::epoch`].
///
/// # Errors
/// [`HistoryError::Cancelled`]: the index holds what was told until then, and a later walk goes on
/// from there.
pub fn walk(
    repo: &Repo,
    tips: &[CommitId],
    index: &mut CommitIndex,
    options: WalkOptions<'_>,
    mut on_commit: impl FnMut(WalkedCommit, &CommitIndex, usize),
) -> Result<WalkReport> {
    let mut repo = repo.clone();
    repo.gix.object_cache_size(OBJECT_CACHE);
    let mut report = WalkReport::default();
    // A clone that was deepened since has parents that the index does not know.
    let deepened = index
        .iter()
        .any(|(_, c)| c.boundary && !repo.is_boundary(&c.id));
    if deepened {
        *index = CommitIndex::new();
    }
    let pending = gather(&repo, tips, index, &options, &mut report)?;
    let order = order(&pending, index);
    let total = order.len();
    let mut differ = TreeDiffer::new(&repo)?;
    let mut trees: HashMap<ObjectId, ObjectId> = HashMap::new();
    for id in order {
        check(&options)?;
        let Some(commit) = pending.get(&id) else {
            continue;
        };
        let decoded =
            CommitRef::from_bytes(&commit.raw, repo.gix.object_hash()).doing("read a commit")?;
        let tree = decoded.tree();
        trees.insert(id, tree);
        let is_boundary = repo.is_boundary(&id);
        let is_merge = commit.parents.len() > 1;
        let wanted = !is_boundary && (!is_merge || options.merges == Merges::FirstParent);
        let (files, error) = if wanted {
            match changes(&repo, &mut differ, &trees, commit, tree) {
                Ok(files) => (files, None),
                Err(e) => (Vec::new(), Some(e.to_string())),
            }
        } else {
            (Vec::new(), None)
        };
        let mut error = error;
        let mut merged = Vec::new();
        if is_merge && !is_boundary && options.merges == Merges::Combined {
            match combined(&repo, &trees, commit, tree) {
                Ok(files) => merged = files,
                Err(e) => error = Some(e.to_string()),
            }
        }
        if let Some(e) = &error {
            report.errors.push((commit_id(id), e.clone()));
        }
        if is_boundary {
            report.boundary.push(commit_id(id));
        }
        let info = info(id, &decoded, repo.mailmap());
        let ord = index.push(id, &commit.parents, commit.time, is_boundary);
        report.commits += 1;
        on_commit(
            WalkedCommit {
                ord,
                info,
                files,
                merged,
                is_merge,
                is_boundary,
                error,
            },
            index,
            total,
        );
    }
    Ok(report)
}

fn changes(
    repo: &Repo,
    differ: &mut TreeDiffer,
    trees: &HashMap<ObjectId, ObjectId>,
    commit: &Pending,
    tree: ObjectId,
) -> Result<Vec<FileChange>> {
    let old = match commit.parents.first() {
        None => None,
        Some(parent) => Some(match trees.get(parent) {
            Some(tree) => *tree,
            None => repo.tree_id(&commit_id(*parent))?,
        }),
    };
    if old == Some(tree) {
        Ok(Vec::new())
    } else {
        differ.files(old, tree)
    }
}

/// What a merge left as none of its parents has it.
fn combined(
    repo: &Repo,
    trees: &HashMap<ObjectId, ObjectId>,
    commit: &Pending,
    tree: ObjectId,
) -> Result<Vec<MergedFile>> {
    let mut parents = Vec::with_capacity(commit.parents.len());
    for parent in &commit.parents {
        parents.push(match trees.get(parent) {
            Some(tree) => *tree,
            None => repo.tree_id(&commit_id(*parent))?,
        });
    }
    if parents.contains(&tree) {
        return Ok(Vec::new());
    }
    merged_files(&repo.gix, tree, &parents)
}

/// Reads every new commit once.
fn gather(
    repo: &Repo,
    tips: &[CommitId],
    index: &CommitIndex,
    options: &WalkOptions<'_>,
    report: &mut WalkReport,
) -> Result<HashMap<ObjectId, Pending>> {
    let mut pending = HashMap::new();
    let mut seen = HashSet::new();
    let mut todo = Vec::new();
    for tip in tips {
        todo.push(object_id(tip)?);
    }
    while let Some(id) = todo.pop() {
        if index.contains(&id) || !seen.insert(id) {
            continue;
        }
        check(options)?;
        let read = repo.find_commit(id).and_then(|commit| {
            let raw = commit.detach().data;
            let (parents, time) = {
                let decoded =
                    CommitRef::from_bytes(&raw, repo.gix.object_hash()).doing("read a commit")?;
                let time = decoded.time().map(|t| t.seconds).unwrap_or(0);
                (decoded.parents().collect::<Vec<_>>(), time)
            };
            Ok(Pending { raw, parents, time })
        });
        match read {
            Err(e) => report.errors.push((commit_id(id), e.to_string())),
            Ok(commit) => {
                if !repo.is_boundary(&id) {
                    todo.extend(commit.parents.iter().copied());
                }
                pending.insert(id, commit);
            }
        }
    }
    Ok(pending)
}

/// Parents before children; among those that are free, the earliest committer time first.
fn order(pending: &HashMap<ObjectId, Pending>, index: &CommitIndex) -> Vec<ObjectId> {
    let mut waits: HashMap<ObjectId, usize> = HashMap::with_capacity(pending.len());
    let mut children: HashMap<ObjectId, Vec<ObjectId>> = HashMap::with_capacity(pending.len());
    let mut free = BinaryHeap::new();
    for (id, commit) in pending {
        let mut parents: Vec<_> = commit
            .parents
            .iter()
            .filter(|p| pending.contains_key(*p) && !index.contains(p))
            .collect();
        parents.sort_unstable();
        parents.dedup();
        waits.insert(*id, parents.len());
        if parents.is_empty() {
            free.push(Reverse((commit.time, *id)));
        }
        for parent in parents {
            children.entry(*parent).or_default().push(*id);
        }
    }
    let mut order = Vec::with_capacity(pending.len());
    while let Some(Reverse((_, id))) = free.pop() {
        order.push(id);
        for child in children.remove(&id).unwrap_or_default() {
            if let Some(n) = waits.get_mut(&child) {
                *n -= 1;
                if *n == 0 {
                    let time = pending.get(&child).map_or(0, |c| c.time);
                    free.push(Reverse((time, child)));
                }
            }
        }
    }
    order
}

fn check(options: &WalkOptions<'_>) -> Result<()> {
    match options.cancel {
        Some(flag) if flag.load(Ordering::Relaxed) => Err(HistoryError::Cancelled),
        _ => Ok(()),
    }
}
