//! What a merge made itself: files that are as none of its parents has them.
//!
//! These are the files that git's combined diff names: merged texts, conflicts that were settled,
//! and changes that slipped in with a merge. Folders that equal a parent's are never opened.

use std::collections::BTreeMap;

use gix::ObjectId;
use gix::bstr::BString;
use gix::objs::TreeRefIter;
use gix::objs::tree::EntryMode;

use super::error::{Doing, Result};
use crate::model::{BlobId, RepoPath};

/// A file that a merge left as none of its parents has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedFile {
    /// Its path.
    pub path: RepoPath,
    /// Its content after the merge; `None` where the merge took it away from all.
    pub blob: Option<BlobId>,
    /// Its content in each parent, in their order; `None` where that parent has no such file.
    pub parents: Vec<Option<BlobId>>,
}

type Entry = Option<(EntryMode, ObjectId)>;

/// The files of the tree that differ from those of every parent's tree, in git's order.
pub(super) fn merged_files(
    repo: &gix::Repository,
    tree: ObjectId,
    parents: &[ObjectId],
) -> Result<Vec<MergedFile>> {
    let mut out = Vec::new();
    let parents: Vec<Option<ObjectId>> = parents.iter().copied().map(Some).collect();
    compare(repo, &mut Vec::new(), Some(tree), &parents, &mut out)?;
    Ok(out)
}

fn compare(
    repo: &gix::Repository,
    path: &mut Vec<u8>,
    tree: Option<ObjectId>,
    parents: &[Option<ObjectId>],
    out: &mut Vec<MergedFile>,
) -> Result<()> {
    let mut names: BTreeMap<BString, Vec<Entry>> = BTreeMap::new();
    for (at, id) in std::iter::once(&tree).chain(parents).enumerate() {
        let Some(id) = id else { continue };
        let data = repo.find_tree(*id).doing("read a tree")?.detach().data;
        for entry in TreeRefIter::from_bytes(&data, repo.object_hash()) {
            let entry = entry.doing("read a tree")?;
            let all = names
                .entry(entry.filename.to_owned())
                .or_insert_with(|| vec![None; parents.len() + 1]);
            all[at] = Some((entry.mode, entry.oid.to_owned()));
        }
    }
    for (name, entries) in names {
        let Some((now, before)) = entries.split_first() else {
            continue;
        };
        if before.contains(now) {
            continue;
        }
        let len = path.len();
        if len > 0 {
            path.push(b'/');
        }
        path.extend_from_slice(&name);
        let folder = |e: &Entry| e.filter(|(mode, _)| mode.is_tree()).map(|(_, id)| id);
        let file = |e: &Entry| {
            e.filter(|(mode, _)| mode.is_blob_or_symlink())
                .map(|(_, id)| BlobId(id.to_string()))
        };
        let folders: Vec<Option<ObjectId>> = before.iter().map(folder).collect();
        if folder(now).is_some() || folders.iter().any(Option::is_some) {
            compare(repo, path, folder(now), &folders, out)?;
        }
        let (blob, parents): (_, Vec<_>) = (file(now), before.iter().map(file).collect());
        if (blob.is_some() || parents.iter().any(Option::is_some)) && !parents.contains(&blob) {
            out.push(MergedFile {
                path: RepoPath::new(path.clone()),
                blob,
                parents,
            });
        }
        path.truncate(len);
    }
    Ok(())
}
