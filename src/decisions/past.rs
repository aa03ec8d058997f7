//! What a repository's history says about its decisions: every version of every source, and what
//! messages state. The shell around the pure parts: it reads git, and nothing else.

use super::as_of::{DecisionLog, Log, Moment, RepoTree};
use super::commits::Strength;
use super::mining::Mining;
use super::sources::{FILE_CAP, Folders, Place};
use super::track::{RevisionIndex, Version};
use crate::history::{
    CommitIndex, Completeness, HistoryError, Merges, Repo, Result, WalkOptions, WalkedCommit, walk,
};
use crate::model::{BlobId, CommitId, Progress, RepoPath};

/// Gathers, from a walk, the versions of decision files and what messages state.
pub struct Collector<'a> {
    repo: &'a Repo,
    folders: Folders,
    /// Versions of decision files, in walk order.
    pub versions: Vec<Version>,
    /// What messages state.
    pub mining: Mining,
}

impl<'a> Collector<'a> {
    /// A collector that knows the record folders of the tip.
    pub fn new(repo: &'a Repo, folders: Folders) -> Self {
        Self {
            repo,
            folders,
            versions: Vec::new(),
            mining: Mining::default(),
        }
    }

    /// The folders by which it knows a source.
    pub fn folders(&self) -> &Folders {
        &self.folders
    }

    /// Takes one commit of the walk in. Merges are best walked with their files
    /// ([`Merges::FirstParent`]); without, a version that a merge combined is found again by its
    /// text.
    pub fn add(&mut self, commit: &WalkedCommit) {
        self.mining.add(commit.ord, &commit.info);
        for f in &commit.files {
            if f.is_submodule() {
                continue;
            }
            let old_path = f.old_path.as_ref().unwrap_or(&f.path);
            let (is_now, was) = (self.is_source(&f.path), self.is_source(old_path));
            if !is_now && !was {
                continue;
            }
            let mut before: Vec<(RepoPath, BlobId)> = Vec::new();
            if was && let Some(blob) = &f.old_blob {
                before.push((old_path.clone(), blob.clone()));
            }
            for parent in commit.info.parents.iter().skip(1) {
                if let Ok(Some(blob)) = self.repo.blob_id_at(parent, &f.path) {
                    before.push((f.path.clone(), blob));
                }
            }
            self.versions.push(Version {
                ord: commit.ord,
                commit: commit.info.id.clone(),
                path: if is_now {
                    f.path.clone()
                } else {
                    old_path.clone()
                },
                blob: f.blob.clone().filter(|_| is_now),
                before,
            });
        }
    }

    fn is_source(&self, path: &RepoPath) -> bool {
        matches!(self.folders.place(path), Place::Source(_))
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
            merges: Merges::FirstParent,
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
        let root = repo.root_commit(tip)?;
        let provisional = matches!(repo.completeness(), Completeness::Truncated { .. });
        let mut index = RevisionIndex::new(root, provisional);
        let folders = collector.folders().clone();
        let total = collector.versions.len();
        // In steps, so that a long log can say how far it is; a step never splits a commit.
        let mut at = 0;
        while at < total {
            let ord = collector.versions[at].ord;
            let n = collector.versions[at..]
                .iter()
                .take_while(|v| v.ord == ord)
                .count();
            log.track(
                &mut index,
                &collector.versions[at..at + n],
                &folders,
                |blob| blob_of(repo, blob),
            );
            at += n;
            progress(Progress {
                phase: "decisions".to_owned(),
                done: at as u64,
                total: total as u64,
                note: String::new(),
            });
        }
        Ok(Self {
            commits,
            index,
            mining: collector.mining,
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
        let ancestors = self.commits.ancestors(commit);
        let contains = |ord: u32| ancestors.as_ref().is_some_and(|a| a.contains(ord));
        let moment = Moment {
            commit,
            contains: &contains,
            least,
        };
        log.as_of(
            &RepoTree { repo, commit },
            &self.index,
            &self.mining,
            &moment,
        )
    }
}

/// A blob's content, unless it is missing or larger than any source may be.
pub fn blob_of(repo: &Repo, blob: &BlobId) -> Option<Vec<u8>> {
    let size = repo.blob_size(blob).ok()?;
    (size <= FILE_CAP as u64)
        .then(|| repo.blob(blob).ok())
        .flatten()
}
