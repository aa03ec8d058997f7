//! Which commits a merged pull request brought in, by what the host says and not by what a subject
//! claims: for a merge the commits of its branch, for a squash the one commit, for a rebase the copies
//! of its own commits.

use std::collections::{BTreeMap, BTreeSet};

use crate::history::CommitIndex;
use crate::model::{CommitId, Pull, PullState};

/// A pull request of more commits than this is taken for a merge of branches.
const COMMITS_MAX: usize = 500;

/// What is known of commits on the default branch.
pub(super) struct Seen<'a> {
    /// All commits.
    pub index: &'a CommitIndex,
    /// The files that each touched, of those that were asked for.
    pub files: &'a BTreeMap<String, BTreeSet<String>>,
    /// The number of the pull request that a commit's subject claims.
    pub claims: &'a dyn Fn(&CommitId) -> Option<u64>,
}

/// What a merge brought in.
pub(super) struct Brought {
    /// The position of the merge.
    pub ord: u32,
    /// All commits that came with it.
    pub commits: Vec<CommitId>,
    /// The commit of the target branch before them; none where the first of them is a root.
    pub before: Option<CommitId>,
}

/// What a pull request brought in. `None` where it was not merged, or its merge is not walked yet.
pub(super) fn members(pull: &Pull, seen: &Seen<'_>) -> Option<Brought> {
    let index = seen.index;
    let merge = merged(pull)?;
    let ord = index.ord(merge)?;
    let ancestors = index.ancestors(merge)?;
    let mut out: BTreeSet<CommitId> = BTreeSet::from([merge.clone()]);
    let own = pull.commits.iter().filter(|c| ancestors.contains_sha(c));
    let known = out.len();
    out.extend(own.cloned());
    let parents = &index.get(ord)?.parents;
    if let [first, second, ..] = parents.as_slice() {
        let before = index.id(*first).and_then(|c| index.ancestors(&c));
        let branch = index.id(*second).and_then(|c| index.ancestors(&c));
        if let (Some(before), Some(branch)) = (before, branch) {
            let new: Vec<u32> = (0..=branch.tip())
                .filter(|&o| branch.contains(o) && !before.contains(o))
                .collect();
            if new.len() <= COMMITS_MAX {
                out.extend(new.into_iter().filter_map(|o| index.id(o)));
            }
        }
    } else if out.len() == known {
        out.extend(rebased(pull, seen).unwrap_or_default());
    }
    // The first of those on the line of the target branch stands on what was there before.
    let mut before = Some(ord);
    while let Some(at) = before.and_then(|o| index.get(o)) {
        if !out.contains(&at.id()) {
            break;
        }
        before = at.parents.first().copied();
    }
    Some(Brought {
        ord,
        commits: out.into_iter().collect(),
        before: before.and_then(|o| index.id(o)),
    })
}

/// Whether all files of the pull request were read.
pub(super) fn is_whole(pull: &Pull) -> bool {
    pull.changed_files > 0 && pull.files.len() as u64 >= pull.changed_files
}

/// The commits whose files must be known to tell a squash from a rebase.
pub(super) fn asked(pull: &Pull, index: &CommitIndex) -> Vec<CommitId> {
    match merged(pull) {
        Some(merge) if pull.commits.len() > 1 => line(merge, pull.commits.len(), index),
        _ => Vec::new(),
    }
}

fn merged(pull: &Pull) -> Option<&CommitId> {
    let merge = pull.merge_commit.as_ref();
    merge.filter(|_| pull.state == PullState::Merged)
}

/// The commit and those before it on the line of first parents, as many as asked for; fewer where a
/// merge or the root comes before.
fn line(from: &CommitId, count: usize, index: &CommitIndex) -> Vec<CommitId> {
    let mut out = Vec::new();
    let mut at = index.ord(from);
    while let Some(commit) = at.and_then(|o| index.get(o)) {
        if out.len() >= count.min(COMMITS_MAX) || commit.parents.len() > 1 {
            break;
        }
        out.push(commit.id());
        at = commit.parents.first().copied();
    }
    out
}

/// The copies that a rebase made. They touch the pull request's files and nothing else, all of them
/// together, and none says to be of another pull request. A last commit that touches all of it alone
/// is a squash: a missed one is better than a foreign one.
fn rebased(pull: &Pull, seen: &Seen<'_>) -> Option<Vec<CommitId>> {
    let merge = merged(pull)?;
    if pull.commits.len() < 2 || !is_whole(pull) || (seen.claims)(merge) == Some(pull.at.number) {
        return None;
    }
    let all: BTreeSet<String> = pull
        .files
        .iter()
        .flat_map(|f| [Some(&f.path), f.old_path.as_ref()])
        .flatten()
        .map(ToString::to_string)
        .collect();
    let new: BTreeSet<String> = pull.files.iter().map(|f| f.path.to_string()).collect();
    let copies = line(merge, pull.commits.len(), seen.index);
    if copies.len() < pull.commits.len() {
        return None;
    }
    let mut touched = BTreeSet::new();
    for c in &copies {
        let files = seen.files.get(c.as_str())?;
        let foreign = (seen.claims)(c).is_some_and(|n| n != pull.at.number);
        if foreign || files.is_empty() || !files.is_subset(&all) {
            return None;
        }
        touched.extend(files.iter().cloned());
    }
    let alone = seen.files.get(merge.as_str())?.is_superset(&new);
    (!alone && touched.is_superset(&new)).then_some(copies)
}
