//! What was read of a repository's discussions so far, beside the graph: from it the graph can be built
//! anew without asking the code host, and reviews of local changes know what was said.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::decisions::discussion::{Discussed, Reader};
use crate::dirs::write_whole;
use crate::model::ForgeHome;
use crate::model::{Discussion, ForgeRef, Issue, Pull};
use crate::sync::StateFiles;

/// Raised when another reading of the same texts is wanted.
const VERSION: u32 = 1;

/// All pull requests and issues that were read of one repository.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Discussions {
    version: u32,
    /// The repository that the pages belong to.
    pub home: ForgeHome,
    /// Its pull requests, by number.
    pub pulls: BTreeMap<u64, Pull>,
    /// Issues, by their key; those of other repositories too.
    pub issues: BTreeMap<String, Issue>,
    /// Keys of pages that are named and do not exist, or may not be seen.
    pub missing: BTreeSet<String>,
    /// When something was read last.
    pub read_at: i64,
    /// What of it states a decision.
    pub decided: Vec<Discussed>,
    /// See [`Discussions::digest`].
    digest: String,
}

/// At most so many pull requests are kept; those that were changed longest ago go first.
const PULLS_MAX: usize = 1_000;

impl Discussions {
    /// What was kept; `None` where nothing was, or it cannot be read: then it is asked for again.
    pub fn load(files: &StateFiles) -> Option<Self> {
        let bytes = fs::read(files.discussion()).ok()?;
        let read: Self = serde_json::from_slice(&bytes).ok()?;
        (read.version == VERSION).then_some(read)
    }

    /// Keeps it.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn save(&self, files: &StateFiles) -> io::Result<()> {
        write_whole(&files.discussion(), &serde_json::to_vec(self)?)
    }

    /// Takes in what was read now; a page that was read before is replaced unless it was newer then.
    /// Pull requests of other repositories are left out. Says whether anything is new.
    pub fn add(&mut self, read: &Discussion, templates: &[String]) -> bool {
        self.version = VERSION;
        let pulls = || read.pull.iter().chain(&read.pulls);
        if let Some(first) = pulls().next() {
            self.home = ForgeHome::of(&first.at);
        }
        for pull in pulls().filter(|p| self.home.holds(&p.at)) {
            let known = self.pulls.get(&pull.at.number);
            if known.is_none_or(|k| k.updated_at <= pull.updated_at) {
                self.pulls.insert(pull.at.number, pull.clone());
            }
        }
        for issue in &read.issues {
            let known = self.issues.contains_key(&issue.at.key());
            if !known || read.read_at >= self.read_at {
                self.issues.insert(issue.at.key(), issue.clone());
            }
        }
        self.missing.extend(read.missing.iter().map(ForgeRef::key));
        self.missing.retain(|k| !self.issues.contains_key(k));
        self.read_at = self.read_at.max(read.read_at);
        while self.pulls.len() > PULLS_MAX {
            let oldest = self
                .pulls
                .values()
                .min_by_key(|p| (p.updated_at, p.at.number));
            let Some(number) = oldest.map(|p| p.at.number) else {
                break;
            };
            self.pulls.remove(&number);
        }
        self.decide(templates);
        let digest = mark(&(&self.home, &self.pulls, &self.issues, &self.decided));
        let is_new = digest != self.digest;
        self.digest = digest;
        is_new
    }

    fn decide(&mut self, templates: &[String]) {
        let own = |i: &&Issue| self.home.holds(&i.at);
        let issues: Vec<&Issue> = self.issues.values().filter(own).collect();
        let reader = Reader::of(self.pulls.values(), issues.iter().copied(), templates);
        let mut decided: Vec<Discussed> = self
            .pulls
            .values()
            .flat_map(|p| reader.of_pull(p))
            .collect();
        decided.extend(issues.into_iter().flat_map(|i| reader.of_issue(i)));
        self.decided = decided;
    }

    /// The pull request of this key.
    pub fn pull(&self, key: &str) -> Option<&Pull> {
        let number = key.rsplit_once('#')?.1.parse().ok()?;
        let pull: &Pull = self.pulls.get(&number)?;
        (pull.at.key() == key).then_some(pull)
    }

    /// A number that moves with every change of what is kept, but not with the time of reading.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

/// A hash of a value.
pub(super) fn mark(value: &impl Serialize) -> String {
    let bytes = serde_json::to_vec(value).unwrap_or_default();
    let hash = Sha256::digest(&bytes);
    hash.iter().take(8).map(|b| format!("{b:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pull(number: u64, title: &str, updated: i64) -> Pull {
        Pull {
            at: ForgeRef {
                host: "github.com".into(),
                owner: "acme".into(),
                name: "shop".into(),
                number,
            },
            title: title.into(),
            updated_at: Some(updated),
            ..Pull::default()
        }
    }

    #[test]
    fn what_is_read_again_replaces_what_was_older_and_nothing_foreign_comes_in() {
        let mut archive = Discussions::default();
        let read = |pulls: Vec<Pull>, read_at| Discussion {
            pulls,
            read_at,
            ..Discussion::default()
        };
        assert!(archive.add(&read(vec![pull(1, "a", 5)], 10), &[]));
        assert!(!archive.add(&read(vec![pull(1, "a", 5)], 11), &[]));
        assert!(!archive.add(&read(vec![pull(1, "old", 4)], 12), &[]));
        assert!(archive.add(&read(vec![pull(1, "b", 6)], 13), &[]));
        let mut foreign = pull(2, "c", 1);
        foreign.at.owner = "other".into();
        archive.add(&read(vec![pull(1, "b", 6), foreign], 14), &[]);
        assert_eq!(archive.pulls.len(), 1);
        assert_eq!(archive.read_at, 14);
        assert!(archive.pull("github.com/acme/shop#1").is_some());
        assert!(archive.pull("github.com/other/shop#1").is_none());
    }

    #[test]
    fn the_oldest_pages_go_first_where_there_are_too_many() {
        let mut kept = Discussions::default();
        let read = Discussion {
            pulls: (1..=PULLS_MAX as u64 + 2)
                .map(|n| pull(n, "a", n as i64))
                .collect(),
            ..Discussion::default()
        };
        kept.add(&read, &[]);
        assert_eq!(kept.pulls.len(), PULLS_MAX);
        assert_eq!(kept.pulls.keys().next(), Some(&3));
    }

    #[test]
    fn what_is_kept_is_read_again_and_damage_is_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let files = StateFiles::in_dir(dir.path());
        assert!(Discussions::load(&files).is_none());
        let mut archive = Discussions::default();
        let read = Discussion {
            pulls: vec![pull(1, "a\u{0}b", 5)],
            ..Discussion::default()
        };
        archive.add(&read, &[]);
        archive.save(&files).unwrap();
        assert_eq!(Discussions::load(&files), Some(archive));
        fs::write(files.discussion(), "{").unwrap();
        assert!(Discussions::load(&files).is_none());
    }
}
