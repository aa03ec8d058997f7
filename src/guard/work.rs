//! What commits did to files. Git is read only at commits that the graph or blame named, each once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::history::Repo;
use crate::model::{CommitId, Hunk, RepoPath};

/// What commits did to files, read once for a session: a commit never changes.
#[derive(Default)]
pub struct Work {
    files: Mutex<HashMap<CommitId, Arc<CommitWork>>>,
}

/// One commit's work.
#[derive(Debug)]
pub struct CommitWork {
    /// Its subject.
    pub subject: String,
    /// Its whole message.
    pub message: String,
    /// How many files it touched.
    pub width: usize,
    /// Its hunks, by path after the commit and, for a moved file, also before.
    pub hunks: BTreeMap<RepoPath, Arc<Vec<Hunk>>>,
}

/// Files of a commit wider than this are read only as far as they are asked for.
const READ_WHOLE: usize = 40;

impl Work {
    /// The commit's work on these paths (and on all its files, where it is narrow).
    pub fn of(
        &self,
        repo: &Repo,
        commit: &CommitId,
        paths: &HashSet<RepoPath>,
    ) -> Option<Arc<CommitWork>> {
        let known = self
            .files
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(commit)
            .cloned();
        if let Some(w) =
            known.filter(|w| w.width <= READ_WHOLE || paths.iter().all(|p| w.hunks.contains_key(p)))
        {
            return Some(w);
        }
        let read = Arc::new(read(repo, commit, paths)?);
        self.files
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(commit.clone(), Arc::clone(&read));
        Some(read)
    }
}

impl Work {
    /// The commit's whole message.
    pub fn message(&self, repo: &Repo, commit: &CommitId) -> Option<String> {
        let known = self
            .files
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(commit)
            .cloned();
        known
            .map(|w| w.message.clone())
            .or_else(|| repo.commit(commit).ok().map(|c| c.message()))
    }
}

fn read(repo: &Repo, commit: &CommitId, paths: &HashSet<RepoPath>) -> Option<CommitWork> {
    let info = repo.commit(commit).ok()?;
    let parent = info.parents.first();
    let changed = repo.changed(parent, commit).ok()?;
    let width = changed.len();
    let wanted: Vec<RepoPath> = changed
        .iter()
        .filter(|f| {
            width <= READ_WHOLE
                || paths.contains(&f.path)
                || f.old_path.as_ref().is_some_and(|p| paths.contains(p))
        })
        .map(|f| f.path.clone())
        .collect();
    let mut hunks = BTreeMap::new();
    // An asked-for path that the commit did not touch is known to be untouched.
    hunks.extend(paths.iter().map(|p| (p.clone(), Arc::default())));
    for file in repo.diff(parent, commit, Some(&wanted)).ok()? {
        let all = Arc::new(file.hunks);
        if let Some(old) = file.old_path {
            hunks.insert(old, Arc::clone(&all));
        }
        hunks.insert(file.path, all);
    }
    let message = info.message();
    Some(CommitWork {
        subject: info.subject,
        message,
        width,
        hunks,
    })
}
