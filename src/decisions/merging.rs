//! Versions that a merge made itself, with the versions of all its sides.

use std::collections::HashMap;

use super::track::Version;
use crate::history::{CommitInfo, MergedFile, Repo};
use crate::model::{BlobId, CommitId, RepoPath};

/// Most former paths of one file that are tried.
const FORMER: usize = 8;

/// Where files stood before they were renamed, for a side of a merge that still has them there.
#[derive(Clone, Debug, Default)]
pub struct FormerPaths(HashMap<RepoPath, Vec<RepoPath>>);

impl FormerPaths {
    /// Notes a rename.
    pub fn note(&mut self, path: &RepoPath, old: &RepoPath) {
        let mut all = vec![old.clone()];
        all.extend(self.0.get(old).into_iter().flatten().cloned());
        let known = self.0.entry(path.clone()).or_default();
        for p in all.into_iter().filter(|p| p != path) {
            if !known.contains(&p) && known.len() < FORMER {
                known.push(p);
            }
        }
    }

    /// Path and content of a file on each side of a merge: where the side still has it under a former
    /// path, there.
    pub(super) fn sides(
        &self,
        repo: &Repo,
        path: &RepoPath,
        parents: &[(CommitId, Option<BlobId>)],
    ) -> Vec<(RepoPath, BlobId)> {
        let side = |(parent, blob): &(CommitId, Option<BlobId>)| match blob {
            Some(blob) => Some((path.clone(), blob.clone())),
            None => self.0.get(path)?.iter().find_map(|old| {
                let blob = repo.blob_id_at(parent, old).ok()??;
                Some((old.clone(), blob))
            }),
        };
        parents.iter().filter_map(side).collect()
    }

    /// The versions that a merge made itself, of files that `is_source` takes.
    pub fn versions(
        &self,
        repo: &Repo,
        ord: u32,
        merge: &CommitInfo,
        merged: &[MergedFile],
        is_source: impl Fn(&RepoPath) -> bool,
    ) -> Vec<Version> {
        let version = |f: &MergedFile| {
            let parents = merge.parents.iter().cloned();
            let sides: Vec<_> = parents.zip(f.parents.iter().cloned()).collect();
            Version {
                ord,
                commit: merge.id.clone(),
                path: f.path.clone(),
                blob: f.blob.clone(),
                before: self.sides(repo, &f.path, &sides),
            }
        };
        merged
            .iter()
            .filter(|f| is_source(&f.path))
            .map(version)
            .collect()
    }
}
