//! What sync keeps beside the graph, one folder a repository: how far the walk came, which versions
//! of decision files it saw, and which commit messages state a decision.
//!
//! The commit index is the commit point of the walk: it is written last, and whatever the walk's file
//! holds beyond it is forgotten on loading. What the decisions were told lies in one file with the
//! revisions that came of it, so that the two always fit. All of it can be rebuilt from the
//! repository.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::decisions::{Mining, RevisionIndex};
use crate::dirs::write_whole;
use crate::history::CommitIndex;
use crate::model::{BlobId, CommitId, RepoPath};

/// The version of the state's shape; another one is thrown away and rebuilt.
const VERSION: u32 = 3;

/// The files of one repository's state.
#[derive(Clone, Debug)]
pub struct StateFiles {
    dir: PathBuf,
}

/// One version of a file that may hold decisions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileVersion {
    /// Position of the commit that made it.
    pub ord: u32,
    /// Path after the commit.
    pub path: RepoPath,
    /// Path before, where that is another.
    pub old_path: Option<RepoPath>,
    /// Content after; `None` where it was deleted.
    pub blob: Option<BlobId>,
    /// Content before, against the first parent.
    pub old_blob: Option<BlobId>,
    /// For what a merge made itself: the path and content in each parent that has it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<(RepoPath, BlobId)>,
}

/// A commit that cites a record by number or path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// Its position.
    pub ord: u32,
    /// Its id.
    pub sha: CommitId,
    /// What it cites, as written: `ADR 13`, `docs/adr/0013-x.md`.
    pub target: String,
}

impl Citation {
    /// Whether the citation names the record with this id.
    pub fn names(&self, id: &str) -> bool {
        if let Some(words) = self.target.strip_prefix('§') {
            return is_heading_of(words, id);
        }
        let Some(name) = id.rsplit('/').next().filter(|_| !id.contains('#')) else {
            return false;
        };
        let cited = self.target.rsplit('/').next().unwrap_or(&self.target);
        if cited.ends_with(".md") {
            return cited == name && (cited == self.target || id.ends_with(self.target.as_str()));
        }
        let digits = |s: &str| -> String {
            s.chars()
                .skip_while(|c| !c.is_ascii_digit())
                .take_while(char::is_ascii_digit)
                .collect()
        };
        let (a, b) = (digits(cited), digits(name));
        let numbered = name.starts_with(|c: char| c.is_ascii_digit())
            || name.to_lowercase().starts_with("adr");
        numbered
            && !a.is_empty()
            && b.len() <= 5
            && a.trim_start_matches('0') == b.trim_start_matches('0')
    }
}

/// Whether words are those of the heading in an id, with or without what its last brackets hold.
fn is_heading_of(words: &str, id: &str) -> bool {
    let Some(heading) = id.split_once('#').and_then(|(_, h)| h.rsplit(" > ").next()) else {
        return false;
    };
    let plain = |s: &str| -> String {
        let words = s
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty());
        words.collect::<Vec<_>>().join(" ").to_lowercase()
    };
    let short = heading
        .trim_end()
        .strip_suffix(')')
        .and_then(|h| h.rsplit_once('('));
    let cited = plain(words);
    cited == plain(heading) || short.is_some_and(|(h, _)| cited == plain(h))
}

/// What the walk found, beside the commits themselves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Walked {
    version: u32,
    /// How often the graph was written; a graph that counts less has lost something.
    pub steps: u64,
    /// The epoch of the commit index that the positions belong to.
    pub epoch: u64,
    /// Versions of files that may hold decisions, by position.
    pub versions: Vec<FileVersion>,
    /// What commit messages state and take back.
    pub mining: Mining,
    /// Commits that cite records, by position.
    pub citing: Vec<Citation>,
    /// Commits that could not be read, with the reason.
    pub errors: BTreeMap<String, String>,
}

/// What the graph's decisions were told so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Told {
    version: u32,
    /// The epoch of the commit index that the positions belong to.
    pub epoch: u64,
    /// How many versions, stated decisions and citations.
    pub counts: (usize, usize, usize),
    /// As [`Walked::steps`].
    pub steps: u64,
    /// Which record of which version is which decision.
    pub revisions: RevisionIndex,
}

impl Told {
    /// Nothing told yet, of the commits of this index.
    pub fn nothing(index: &CommitIndex, root: CommitId, provisional: bool) -> Self {
        Self {
            version: VERSION,
            epoch: index.epoch(),
            counts: (0, 0, 0),
            steps: 0,
            revisions: RevisionIndex::new(root, provisional),
        }
    }
}

/// What the files hold.
#[derive(Clone, Debug)]
pub struct State {
    /// The commits walked.
    pub index: CommitIndex,
    /// What the walk found.
    pub walked: Walked,
    /// What the decisions were told, if anything.
    pub told: Option<Told>,
}

impl StateFiles {
    /// The state's files in this folder.
    pub fn in_dir(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into() }
    }

    /// The folder.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The commit index.
    pub fn index(&self) -> PathBuf {
        self.dir.join("commits.idx")
    }

    /// The revision index of the decisions.
    pub fn revisions(&self) -> PathBuf {
        self.dir.join("revisions.json")
    }

    /// The lock that one sync holds.
    pub fn lock(&self) -> PathBuf {
        self.dir.join("sync.lock")
    }

    /// What was read of the discussions.
    pub fn discussion(&self) -> PathBuf {
        self.dir.join("discussion.json")
    }

    /// The lock that is held while discussions are woven in.
    pub fn discussion_lock(&self) -> PathBuf {
        self.dir.join("discussion.lock")
    }

    fn walked(&self) -> PathBuf {
        self.dir.join("walked.json")
    }

    /// Reads all; what does not fit together is begun anew.
    pub fn load(&self) -> State {
        let index = CommitIndex::load(&self.index());
        let walked = fs::read(self.walked())
            .ok()
            .and_then(|b| serde_json::from_slice::<Walked>(&b).ok())
            .filter(|w| w.version == VERSION && w.epoch == index.epoch());
        let Some(mut walked) = walked else {
            return Self::fresh();
        };
        walked.cut(u32::try_from(index.len()).unwrap_or(u32::MAX));
        let counts = walked.counts();
        let told = fs::read(self.revisions())
            .ok()
            .and_then(|b| serde_json::from_slice::<Told>(&b).ok())
            .filter(|t| t.version == VERSION && t.epoch == index.epoch())
            // Told more than was walked: the two are of different times.
            .filter(|t| t.counts.0 <= counts.0 && t.counts.1 <= counts.1 && t.counts.2 <= counts.2);
        State {
            index,
            walked,
            told,
        }
    }

    /// Nothing at all, in parts that belong together.
    pub fn fresh() -> State {
        let index = CommitIndex::new();
        State {
            walked: Walked::of(&index),
            index,
            told: None,
        }
    }

    /// Writes the walk, then the index that makes it count.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn save(&self, index: &CommitIndex, walked: &Walked) -> io::Result<()> {
        fs::create_dir_all(&self.dir)?;
        write_whole(&self.walked(), &serde_json::to_vec(walked)?)?;
        index.save(&self.index()).map_err(io::Error::other)
    }

    /// Writes what the decisions were told.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn save_told(&self, told: &Told) -> io::Result<()> {
        write_whole(&self.revisions(), &serde_json::to_vec(told)?)
    }
}

impl Walked {
    /// An empty walk that belongs to this index.
    pub fn of(index: &CommitIndex) -> Self {
        Self {
            version: VERSION,
            epoch: index.epoch(),
            ..Self::default()
        }
    }

    /// How many versions, stated decisions and citations there are.
    pub fn counts(&self) -> (usize, usize, usize) {
        (
            self.versions.len(),
            self.mining.stated.len(),
            self.citing.len(),
        )
    }

    /// Forgets what lies at this position or beyond.
    fn cut(&mut self, len: u32) {
        self.versions.retain(|v| v.ord < len);
        self.mining.stated.retain(|d| d.ord < len);
        self.mining.reverts.retain(|d| d.ord < len);
        self.mining.dropped.retain(|ord| *ord < len);
        self.citing.retain(|d| d.ord < len);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_beyond_the_index_is_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let files = StateFiles::in_dir(dir.path());
        let State {
            index, mut walked, ..
        } = StateFiles::fresh();
        walked.citing.push(Citation {
            ord: 3,
            sha: "ab".into(),
            target: "ADR 1".into(),
        });
        files.save(&index, &walked).unwrap();
        let again = files.load();
        assert_eq!(again.index.epoch(), index.epoch());
        assert!(again.walked.citing.is_empty());
    }

    #[test]
    fn a_damaged_state_is_begun_anew() {
        let dir = tempfile::tempdir().unwrap();
        let files = StateFiles::in_dir(dir.path());
        let State { index, walked, .. } = StateFiles::fresh();
        files.save(&index, &walked).unwrap();
        fs::write(dir.path().join("walked.json"), "{").unwrap();
        assert_ne!(files.load().index.epoch(), index.epoch());
    }

    #[test]
    fn what_was_told_counts_only_beside_the_walk_that_it_was_told_from() {
        let dir = tempfile::tempdir().unwrap();
        let files = StateFiles::in_dir(dir.path());
        let State { index, walked, .. } = StateFiles::fresh();
        files.save(&index, &walked).unwrap();
        let mut told = Told::nothing(&index, "ab".into(), false);
        files.save_told(&told).unwrap();
        assert!(files.load().told.is_some());
        told.counts.0 = 1;
        files.save_told(&told).unwrap();
        assert!(files.load().told.is_none());
        let other = Told::nothing(&CommitIndex::new(), "ab".into(), false);
        files.save_told(&other).unwrap();
        assert!(files.load().told.is_none());
    }

    #[test]
    fn a_citation_names_a_record_by_number_or_path() {
        let c = |target: &str| Citation {
            ord: 0,
            sha: "a".into(),
            target: target.into(),
        };
        assert!(c("ADR-13").names("docs/adr/0013-permitted.md"));
        assert!(c("docs/adr/0013-permitted.md").names("docs/adr/0013-permitted.md"));
        assert!(!c("ADR 1").names("docs/adr/0013-permitted.md"));
        assert!(!c("ADR 20200101").names("docs/adr/20200101-x.md"));
        assert!(!c("ADR 13").names("DECISIONS.md#13 things"));
        let heading = "DECISIONS.md#Storage > One queue for all (June 2026)";
        assert!(c("§One queue for all").names(heading));
        assert!(c("§one Queue for all (June 2026)").names(heading));
        assert!(!c("§Storage").names(heading) && !c("§One queue").names(heading));
    }
}
