//! Which pull requests changed the files under review, by git: the numbers in the subjects of the
//! commits on the first-parent line of the base. A subject is written by its author, so a number is
//! only a claim until the host confirms it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::history::{Repo, Result};
use crate::model::{Change, CommitId, RepoPath};

/// How far back and how wide the history of the changed files is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Of how many changed files.
    pub files: usize,
    /// How many months before the base.
    pub months: u32,
    /// How many pull requests.
    pub pulls: usize,
}

impl Default for Reach {
    fn default() -> Self {
        Self {
            files: 20,
            months: 18,
            pulls: 30,
        }
    }
}

/// A pull request that a commit's subject names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The number.
    pub number: u64,
    /// The commits that name it, newest first.
    pub commits: Vec<CommitId>,
}

/// The history of the changed files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileHistory {
    /// Pull requests by their own words, newest first.
    pub claims: Vec<Claim>,
    /// Commits that name none, newest first.
    pub unnamed: Vec<CommitId>,
    /// The files, under all the names that they had.
    pub paths: BTreeSet<RepoPath>,
    /// What was not read, in full sentences.
    pub cut: Vec<String>,
}

/// Seconds of a month, the thirtieth part of a year's twelve left fuzzy on purpose.
const MONTH: i64 = 2_629_746;

/// How many commits of the line are looked at, however young they are.
const MAX_COMMITS: usize = 20_000;

/// Reads the history of the files that the change touches and that are at its base.
///
/// # Errors
/// The repository cannot be read.
pub fn file_history(repo: &Repo, change: &Change, reach: &Reach) -> Result<FileHistory> {
    let mut found = FileHistory::default();
    if change.base.as_str().is_empty() {
        return Ok(found);
    }
    let mut files: Vec<(u32, RepoPath)> = Vec::new();
    for file in &change.files {
        let path = file.old_path.as_ref().unwrap_or(&file.path);
        if repo.kind_at(&change.base, path)?.is_some() {
            files.push((file.additions + file.deletions, path.clone()));
        }
    }
    if files.len() > reach.files {
        // The files with the most changed lines are the ones that matter most.
        files.sort_by_key(|(lines, _)| std::cmp::Reverse(*lines));
        found.cut.push(format!(
            "The history of {} of the {} changed files was read; --pr-files reads more.",
            reach.files,
            files.len()
        ));
        files.truncate(reach.files);
    }
    let mut live: Vec<RepoPath> = files.into_iter().map(|(_, path)| path).collect();
    found.paths.extend(live.iter().cloned());
    let line = repo.first_parents(&change.base)?;
    let since = repo.commit(&change.base)?.committer_time - i64::from(reach.months) * MONTH;
    for pair in line.windows(2).take(MAX_COMMITS) {
        let [commit, parent] = pair else { continue };
        if live.is_empty() {
            break;
        }
        let (after, before) = (repo.tree_id(commit)?, repo.tree_id(parent)?);
        if after == before {
            continue;
        }
        let mut touched = false;
        let mut moved = Vec::new();
        for path in &live {
            let (new, old) = (repo.entry_in(after, path)?, repo.entry_in(before, path)?);
            touched |= new != old;
            if old.is_none() {
                moved.push(path.clone());
            }
        }
        let info = match touched {
            true => repo.commit(commit)?,
            false => continue,
        };
        if info.committer_time < since {
            break;
        }
        match number_in(&info.subject) {
            Some(number) => found.claim(number, commit),
            None => found.unnamed.push(commit.clone()),
        }
        if !moved.is_empty() {
            let changes = repo.changed(Some(parent), commit)?;
            live.retain(|path| !moved.contains(path));
            for path in moved {
                let old = changes.iter().find(|c| c.path == path);
                if let Some(old) = old.and_then(|c| c.old_path.clone()) {
                    found.paths.insert(old.clone());
                    live.push(old);
                }
            }
        }
    }
    if found.claims.len() > reach.pulls {
        found.cut.push(format!(
            "{} pull requests changed these files in {} months; the newest {} were read. --pr-count reads more.",
            found.claims.len(),
            reach.months,
            reach.pulls
        ));
        found.claims.truncate(reach.pulls);
    }
    Ok(found)
}

impl FileHistory {
    fn claim(&mut self, number: u64, commit: &CommitId) {
        match self.claims.iter_mut().find(|c| c.number == number) {
            Some(claim) => claim.commits.push(commit.clone()),
            None => self.claims.push(Claim {
                number,
                commits: vec![commit.clone()],
            }),
        }
    }
}

/// The pull request that a subject names: `Title (#12)` (a squash), `Merge pull request #12 from …`,
/// and the words of the usual merge bots.
fn number_in(subject: &str) -> Option<u64> {
    static FORMS: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^(?:Merge pull request|Auto merge of|Merge) #(\d{1,9})\b|\(#(\d{1,9})\)\s*$")
            .ok()
    });
    let found = FORMS.as_ref()?.captures(subject)?;
    let digits = found.get(1).or_else(|| found.get(2))?;
    digits.as_str().parse().ok().filter(|n| *n > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_names_its_pull_request_in_the_usual_forms_only() {
        for (subject, want) in [
            ("Keep the order (#12)", Some(12)),
            ("Revert \"Keep the order (#12)\" (#15)", Some(15)),
            ("Merge pull request #7 from ada/topic", Some(7)),
            ("Auto merge of #9 - ada:topic, r=bob", Some(9)),
            ("Merge #10: title", Some(10)),
            ("Fix #12", None),
            ("Keep (#12) the order", None),
            ("Merge branch 'main' into topic", None),
            ("Title (#0)", None),
        ] {
            assert_eq!(number_in(subject), want, "{subject}");
        }
    }
}
