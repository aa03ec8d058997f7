//! What a repository's history says about its decisions: every version of every source, and what
//! messages state. The shell around the pure parts: it reads git, and nothing else.

use std::sync::Arc;

use super::as_of::{DecisionLog, Log, Moment, ReadSource, RepoTree, SETTING_MAX};
use super::commits::Strength;
use super::merging::FormerPaths;
use super::mining::Mining;
use super::settings::{self, Settings};
use super::sources::{FILE_CAP, Folders, Place, could_hold};
use super::track::{RevisionIndex, Row, Version};
use crate::history::{
    CommitIndex, Completeness, HistoryError, Merges, Repo, Result, WalkOptions, WalkedCommit, walk,
};
use crate::model::{BlobId, CommitId, Progress, RepoPath, safe};

/// Gathers, from a walk, the versions of decision files and what messages state.
pub struct Collector<'a> {
    repo: &'a Repo,
    folders: Folders,
    pub(super) candidates: Vec<Candidate>,
    /// What messages state.
    pub mining: Mining,
}

/// A version of a file that some commit's settings may make a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    pub ord: u32,
    pub commit: CommitId,
    pub path: RepoPath,
    pub old_path: RepoPath,
    pub blob: Option<BlobId>,
    pub old_blob: Option<BlobId>,
    /// For what a merge made itself: its parents, with what each has at the path.
    pub merged: Vec<(CommitId, Option<BlobId>)>,
}

impl<'a> Collector<'a> {
    /// A collector that knows the record folders of the tip.
    pub fn new(repo: &'a Repo, folders: Folders) -> Self {
        Self {
            repo,
            folders,
            candidates: Vec::new(),
            mining: Mining::default(),
        }
    }

    /// The folders by which it knows a source: those of the tip, and those that any commit which it
    /// took in declares, for folders move.
    pub fn folders(&self) -> &Folders {
        &self.folders
    }

    /// Takes one commit of the walk in. Merges are best walked with what they made themselves
    /// ([`Merges::Combined`]); without, a version that a merge made is found again by its text.
    pub fn add(&mut self, commit: &WalkedCommit) {
        self.mining.add(commit.ord, &commit.info);
        for f in &commit.files {
            let old_path = f.old_path.as_ref().unwrap_or(&f.path);
            if f.is_submodule() || !(could_hold(&f.path) || could_hold(old_path)) {
                continue;
            }
            self.folders.learn(&f.path, || {
                f.blob.as_ref().and_then(|b| blob_of(self.repo, b))
            });
            self.candidates.push(Candidate {
                ord: commit.ord,
                commit: commit.info.id.clone(),
                path: f.path.clone(),
                old_path: old_path.clone(),
                blob: f.blob.clone(),
                old_blob: f.old_blob.clone(),
                merged: Vec::new(),
            });
        }
        for f in commit.merged.iter().filter(|f| could_hold(&f.path)) {
            let parents = commit.info.parents.iter().cloned();
            self.candidates.push(Candidate {
                ord: commit.ord,
                commit: commit.info.id.clone(),
                path: f.path.clone(),
                old_path: f.path.clone(),
                blob: f.blob.clone(),
                old_blob: None,
                merged: parents.zip(f.parents.iter().cloned()).collect(),
            });
        }
    }

    /// The versions of decision files of all commits that it took in, in walk order.
    pub fn versions(&self) -> Vec<Version> {
        versions(self.repo, &self.candidates, &self.folders)
    }
}

/// Those of the candidates, which are in walk order, that are versions of decision files.
pub(super) fn versions(repo: &Repo, candidates: &[Candidate], folders: &Folders) -> Vec<Version> {
    let mut former = FormerPaths::default();
    let mut out = Vec::new();
    for c in candidates {
        if c.old_path != c.path {
            former.note(&c.path, &c.old_path);
        }
        out.extend(c.version(repo, folders, &former));
    }
    out
}

impl Candidate {
    fn version(&self, repo: &Repo, folders: &Folders, former: &FormerPaths) -> Option<Version> {
        let is_source = |path: &RepoPath| matches!(folders.place(path), Place::Source(_));
        let (is_now, was) = (is_source(&self.path), is_source(&self.old_path));
        if !is_now && !was {
            return None;
        }
        let mut before: Vec<(RepoPath, BlobId)> = Vec::new();
        if was && let Some(blob) = &self.old_blob {
            before.push((self.old_path.clone(), blob.clone()));
        }
        let sides = former.sides(repo, &self.path, &self.merged);
        before.extend(sides.into_iter().filter(|(path, _)| is_source(path)));
        let path = if is_now { &self.path } else { &self.old_path };
        Some(Version {
            ord: self.ord,
            commit: self.commit.clone(),
            path: path.clone(),
            blob: self.blob.clone().filter(|_| is_now),
            before,
        })
    }
}

/// A history read whole, in memory: what `rguard log` needs without a graph.
pub struct Past {
    /// Positions and ancestry of commits.
    pub commits: CommitIndex,
    /// Keys and revisions.
    pub index: RevisionIndex,
    /// What messages state.
    pub mining: Mining,
    /// The folders by which a source is known.
    pub folders: Folders,
}

impl Past {
    /// Walks everything that a commit descends from.
    ///
    /// # Errors
    /// If the commit or its history cannot be read.
    pub fn read(
        repo: &Repo,
        log: &DecisionLog,
        tips: &[CommitId],
        mut progress: impl FnMut(Progress),
    ) -> Result<Self> {
        let Some(tip) = tips.first() else {
            return Err(HistoryError::NoCommits);
        };
        let tree = RepoTree { repo, commit: tip };
        let folders = DecisionLog::folders(&tree, &repo.tree(tip)?)?;
        let mut commits = CommitIndex::new();
        let mut collector = Collector::new(repo, folders);
        let options = WalkOptions {
            merges: Merges::Combined,
            ..WalkOptions::default()
        };
        let mut seen = 0u64;
        walk(repo, tips, &mut commits, options, |commit, _, total| {
            collector.add(&commit);
            seen += 1;
            progress(Progress {
                phase: "history".to_owned(),
                done: seen,
                total: total as u64,
                note: String::new(),
            });
        })?;
        let folders = collector.folders().clone();
        let root = repo.root_commit(tip)?;
        let mut index = RevisionIndex::new(root, is_provisional(repo)).by(folders.words());
        let versions = collector.versions();
        follow(
            log,
            &mut index,
            &versions,
            &folders,
            &mut progress,
            |blob| blob_of(repo, blob),
        );
        Ok(Self {
            commits,
            index,
            mining: collector.mining,
            folders,
        })
    }

    /// As [`Past::as_of`], without the facts of the decisions.
    ///
    /// # Errors
    /// As there.
    pub fn outline(
        &self,
        repo: &Repo,
        log: &DecisionLog,
        commit: &CommitId,
        least: Strength,
    ) -> Result<Log> {
        self.at(repo, commit, least, |tree, moment| {
            log.outline(tree, &self.index, &self.mining, moment)
        })
    }

    /// The log as of a commit of this history.
    ///
    /// # Errors
    /// If its tree cannot be read.
    pub fn as_of(
        &self,
        repo: &Repo,
        log: &DecisionLog,
        commit: &CommitId,
        least: Strength,
    ) -> Result<Log> {
        self.at(repo, commit, least, |tree, moment| {
            log.as_of(tree, &self.index, &self.mining, moment)
        })
    }

    /// Reads something of the log as of a commit: given its tree, and what of history is before it.
    fn at(
        &self,
        repo: &Repo,
        commit: &CommitId,
        least: Strength,
        read: impl FnOnce(&RepoTree<'_>, &Moment<'_>) -> Result<Log>,
    ) -> Result<Log> {
        let ancestors = self.commits.ancestors(commit);
        let contains = |ord: u32| ancestors.as_ref().is_some_and(|a| a.contains(ord));
        let moment = Moment {
            commit,
            contains: &contains,
            least,
        };
        read(&RepoTree { repo, commit }, &moment)
    }
}

impl Past {
    /// The records of a version of a source, with the row of each in the index.
    pub fn version(
        &self,
        repo: &Repo,
        log: &DecisionLog,
        path: &RepoPath,
        blob: &BlobId,
    ) -> Option<(Arc<ReadSource>, &[Row])> {
        let Place::Source(kind) = self.folders.place(path) else {
            return None;
        };
        let rows = self.index.rows(path, blob)?;
        let reading = self.folders.reading(kind);
        let source = log.read(reading, path, blob, || blob_of(repo, blob))?;
        (source.records.len() == rows.len()).then_some((source, rows))
    }
}

/// What a commit's `rguard.toml` says; without one, what a repository says that has none.
///
/// # Errors
/// The tree or the file cannot be read, or the file cannot be used.
pub fn settings_at(repo: &Repo, commit: &CommitId) -> Result<Settings> {
    let path = RepoPath::from(settings::FILE);
    let Some(bytes) = repo.blob_at_capped(commit, &path, SETTING_MAX as u64)? else {
        return Ok(Settings::default());
    };
    Settings::read(&String::from_utf8_lossy(&bytes)).map_err(|e| HistoryError::Settings {
        detail: safe::one_line(&e.to_string()),
    })
}

/// Whether keys may change once more history is fetched.
pub(super) fn is_provisional(repo: &Repo) -> bool {
    matches!(repo.completeness(), Completeness::Truncated { .. })
}

/// Versions in one step: each step costs a look over all that is known.
const STEP: usize = 256;

/// Takes versions into the index in steps, so that a long log can say how far it is; a step never
/// splits a commit.
pub(super) fn follow(
    log: &DecisionLog,
    index: &mut RevisionIndex,
    versions: &[Version],
    folders: &Folders,
    progress: &mut impl FnMut(Progress),
    bytes: impl Fn(&BlobId) -> Option<Vec<u8>>,
) {
    let total = versions.len();
    let mut at = 0;
    while at < total {
        let mut end = (at + STEP).min(total);
        while end < total && versions[end].ord == versions[end - 1].ord {
            end += 1;
        }
        log.track(index, &versions[at..end], folders, &bytes);
        at = end;
        progress(Progress {
            phase: "decisions".to_owned(),
            done: at as u64,
            total: total as u64,
            note: String::new(),
        });
    }
}

/// A blob's content, unless it is missing or larger than any source may be.
pub fn blob_of(repo: &Repo, blob: &BlobId) -> Option<Vec<u8>> {
    let size = repo.blob_size(blob).ok()?;
    (size <= FILE_CAP as u64)
        .then(|| repo.blob(blob).ok())
        .flatten()
}
