//! Versions that a merge made itself, with the versions of all its sides.

use std::collections::HashMap;

use super::track::Version;
use crate::history::{CommitInfo, MergedFile, Repo};
use crate::model::RepoPath;

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
            let sides = f.parents.iter().zip(&merge.parents);
            let before = sides.filter_map(|(blob, parent)| match blob {
                Some(blob) => Some((f.path.clone(), blob.clone())),
                None => self.0.get(&f.path)?.iter().find_map(|old| {
                    let blob = repo.blob_id_at(parent, old).ok()??;
                    Some((old.clone(), blob))
                }),
            });
            Version {
                ord,
                commit: merge.id.clone(),
                path: f.path.clone(),
                blob: f.blob.clone(),
                before: before.collect(),
            }
        };
        merged
            .iter()
            .filter(|f| is_source(&f.path))
            .map(version)
            .collect()
    }
}
