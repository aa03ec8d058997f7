//! One opened repository with its graph: what every command that reviews, syncs or corrects works
//! on.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;

use super::error::GuardError;
use super::journal::{Corrections, Journal};
use super::shared;
use super::work::Work;
use crate::decisions::DecisionLog;
use crate::graph::{GraphConfig, Params, Store, queries};
use crate::history::{BlameCache, Branch, Repo, RepoIdentity};
use crate::model::{
    CommitId, Correction, CorrectionKind, DecisionId, DecisionKey, GraphName, Progress, Reach,
};
use crate::sync::{self, StateFiles, SyncInput, SyncReport, Synced};

/// One opened repository with its graph.
pub struct Session {
    pub(super) repo: Repo,
    pub(super) store: Store,
    pub(super) identity: RepoIdentity,
    pub(super) name: GraphName,
    pub(super) log: DecisionLog,
    pub(super) work: Work,
    pub(super) blames: BlameCache,
    files: StateFiles,
    journal: Journal,
    cache: PathBuf,
    synced: Mutex<Option<Synced>>,
}

#[derive(Deserialize)]
struct About {
    ulid: String,
}

/// What a person wants to say about a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCorrection {
    /// What is said: `ack`, `wrong` or `override`.
    pub kind: CorrectionKind,
    /// About which decision.
    pub decision: DecisionKey,
    /// That decision's id as of the base.
    pub decision_id: DecisionId,
    /// Why.
    pub reason: String,
    /// The identity of the change under review, see [`super::change_id`].
    pub change: String,
    /// The base at which it is said.
    pub base: CommitId,
}

impl Session {
    /// Opens the graph of a repository: attaches to the engine or starts it.
    ///
    /// # Errors
    /// The repository has no commit, or the engine cannot be reached.
    pub async fn open(repo: Repo, config: &GraphConfig) -> Result<Self, GuardError> {
        let identity = repo.identity();
        let name = graph_name(&repo)?;
        let store = Store::open(config, &name).await?;
        let dir = config.dirs.data.join("repos").join(name.as_str());
        Ok(Self {
            journal: Journal::at(
                config
                    .dirs
                    .data
                    .join("corrections")
                    .join(format!("{name}.jsonl")),
            ),
            blames: BlameCache::new(config.dirs.cache.join("blame").join(name.as_str())),
            files: StateFiles::in_dir(dir),
            cache: config.dirs.cache.clone(),
            log: DecisionLog::new(),
            work: Work::default(),
            synced: Mutex::new(None),
            repo,
            store,
            identity,
            name,
        })
    }

    /// The repository.
    pub fn repo(&self) -> &Repo {
        &self.repo
    }

    /// Its graph.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// What is kept beside its graph.
    pub(super) fn files(&self) -> &StateFiles {
        &self.files
    }

    /// The graph's name.
    pub fn name(&self) -> &GraphName {
        &self.name
    }

    /// The branch that changes are meant for, unless a change says otherwise.
    pub fn target_branch(&self) -> Option<Branch> {
        self.repo.default_branch()
    }

    /// Brings the graph up to these commits; the first one is the target branch's tip.
    ///
    /// # Errors
    /// See [`sync::run`].
    pub async fn sync(
        &self,
        repo: &Repo,
        tips: &[CommitId],
        cancel: Arc<AtomicBool>,
        progress: &mut sync::ProgressFn<'_>,
    ) -> Result<SyncReport, GuardError> {
        let known = self.known();
        let current = |s: &Synced| tips.iter().all(|t| s.index.ord(t).is_some());
        if let Some(synced) = known.filter(current) {
            return Ok(SyncReport {
                total: synced.index.len(),
                unchanged: true,
                ..SyncReport::default()
            });
        }
        let input = SyncInput {
            repo,
            store: &self.store,
            files: &self.files,
            tips,
            log: &self.log,
            cancel,
        };
        let synced = sync::run(input, progress).await?;
        let report = synced.report.clone();
        self.project_missing().await?;
        *self.synced.lock().unwrap_or_else(PoisonError::into_inner) = Some(synced);
        Ok(report)
    }

    /// What the last sync left, in this process or an earlier one.
    pub(super) fn last(&self) -> Option<Synced> {
        let mut synced = self.synced.lock().unwrap_or_else(PoisonError::into_inner);
        if synced.is_none() {
            *synced = sync::last(&self.files);
        }
        synced.clone()
    }

    /// What the last sync left, in this process.
    fn known(&self) -> Option<Synced> {
        self.synced
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Forgets what the last sync left, so that the next one looks again.
    pub fn forget(&self) {
        *self.synced.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// All corrections of this repository: those of this machine and the shared ones.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn corrections(&self) -> Result<Corrections, GuardError> {
        let shared = shared::read(&self.repo, &self.cache);
        Ok(self.own_corrections()?.with(shared))
    }

    fn own_corrections(&self) -> Result<Corrections, GuardError> {
        self.journal
            .load()
            .map_err(|source| self.journal_failed(source))
    }

    /// Takes over corrections that were made elsewhere, each as it was made. Those that are known
    /// stay as they are. Returns how many were new.
    ///
    /// # Errors
    /// The journal cannot be written: those before are recorded.
    pub async fn import(&self, corrections: &[Correction]) -> Result<usize, GuardError> {
        let known = self.own_corrections()?.all;
        let mut known: HashSet<String> = known.into_iter().map(|c| c.ulid).collect();
        let mut new = 0;
        for c in corrections {
            if known.insert(c.ulid.clone()) {
                self.record(c).await?;
                new += 1;
            }
        }
        Ok(new)
    }

    fn journal_failed(&self, source: std::io::Error) -> GuardError {
        GuardError::Journal {
            path: self.journal.path().display().to_string(),
            source,
        }
    }

    /// Records a correction: journal first, then the graph.
    ///
    /// # Errors
    /// The journal cannot be written: then nothing was recorded. A graph that cannot be written gets
    /// it at the next sync.
    pub async fn correct(&self, new: NewCorrection) -> Result<Correction, GuardError> {
        let correction = self.stamped(new, None);
        self.record(&correction).await?;
        Ok(correction)
    }

    /// Takes back a correction by its ulid, or the newest one in force of a change.
    ///
    /// # Errors
    /// There is none, or the journal cannot be written.
    pub async fn undo(&self, ulid: Option<&str>, change: &str) -> Result<Correction, GuardError> {
        let all = self.corrections()?;
        let undone = match ulid {
            Some(ulid) => all.in_force().into_iter().find(|c| c.ulid == ulid),
            None => all.latest_of(change),
        };
        let Some(undone) = undone.cloned() else {
            return Err(GuardError::NoCorrection(match ulid {
                Some(ulid) => format!("No correction {ulid} is in force"),
                None => "There is no correction of this change to undo".to_owned(),
            }));
        };
        let new = NewCorrection {
            kind: CorrectionKind::Undo,
            decision: undone.decision,
            decision_id: undone.decision_id,
            reason: format!("takes back {}", undone.kind.word()),
            change: undone.change,
            base: undone.base,
        };
        let correction = self.stamped(new, Some(undone.ulid));
        self.record(&correction).await?;
        Ok(correction)
    }

    fn stamped(&self, new: NewCorrection, undoes: Option<String>) -> Correction {
        Correction {
            ulid: ulid::Ulid::new().to_string(),
            kind: new.kind,
            decision: new.decision,
            decision_id: new.decision_id,
            reason: new.reason,
            author: self
                .repo
                .user_name()
                .unwrap_or_else(|| "unknown".to_owned()),
            time: jiff::Timestamp::now().as_second(),
            change: new.change,
            base: new.base,
            undoes,
            applied: false,
            reach: Reach::Here,
            yields_to: None,
        }
    }

    async fn record(&self, correction: &Correction) -> Result<(), GuardError> {
        self.journal
            .append(correction)
            .map_err(|source| self.journal_failed(source))?;
        if let Err(e) = self.project(std::slice::from_ref(correction)).await {
            tracing::warn!("a correction is not in the graph yet: {e}");
        }
        Ok(())
    }

    /// Writes the corrections of the journal that the graph does not have: it was built anew, or
    /// could not be written when they were made.
    async fn project_missing(&self) -> Result<(), GuardError> {
        let all = self.corrections()?.all;
        if all.is_empty() {
            return Ok(());
        }
        let keys = all.iter().map(|c| c.decision.as_str());
        let params = Params::new().with_texts("keys", keys);
        let there: Vec<About> = self.store.read(&queries::CORRECTIONS, params).await?.rows;
        let there: HashSet<String> = there.into_iter().map(|a| a.ulid).collect();
        let missing: Vec<Correction> = all
            .into_iter()
            .filter(|c| !there.contains(&c.ulid))
            .collect();
        if missing.is_empty() {
            return Ok(());
        }
        self.project(&missing).await
    }

    async fn project(&self, corrections: &[Correction]) -> Result<(), GuardError> {
        let rows = corrections
            .iter()
            .map(|c| {
                [
                    ("ulid", (&c.ulid).into()),
                    ("kind", c.kind.word().into()),
                    ("key", c.decision.as_str().into()),
                    ("reason", (&c.reason).into()),
                    ("author", (&c.author).into()),
                    ("time", c.time.into()),
                    ("change", (&c.change).into()),
                    ("base", c.base.as_str().into()),
                    ("undoes", c.undoes.as_deref().into()),
                ]
                .into_iter()
                .collect()
            })
            .collect();
        self.store.write(&queries::UPSERT_CORRECTIONS, rows).await?;
        let about = corrections
            .iter()
            .map(|c| {
                [
                    ("ulid", (&c.ulid).into()),
                    ("key", c.decision.as_str().into()),
                ]
                .into_iter()
                .collect()
            })
            .collect();
        self.store.write(&queries::LINK_ABOUT, about).await?;
        Ok(())
    }

    /// Leaves the engine.
    ///
    /// # Errors
    /// It does not end in time, where it was to end.
    pub async fn close(self) -> Result<(), GuardError> {
        self.store.close().await?;
        Ok(())
    }
}

/// The name of a repository's graph, by which its other files are named as well.
///
/// # Errors
/// The repository has no commit.
pub fn graph_name(repo: &Repo) -> Result<GraphName, GuardError> {
    let identity = repo.identity();
    // Only a repository without a remote is named by its root commit.
    let root = match identity.host.is_empty() {
        true => repo.root_commit(&repo.head()?)?,
        false => CommitId::default(),
    };
    Ok(identity.graph_name(&root))
}

/// A progress callback that tells nobody.
pub fn quiet(_: Progress) {}
