//! The order of a sync's tasks, and the point at which each counts.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Deserialize;

use super::error::SyncError;
use super::history::row;
use super::people::{Edit, collaborations};
use super::record::{News, bring as bring_decisions};
use super::report::{SyncReport, Task};
use super::state::{FileVersion, State, StateFiles, Told, Walked};
use super::walk::bring as bring_history;
use super::{ProgressFn, instructions, links};
use crate::decisions::past::settings_at;
use crate::decisions::{
    DecisionLog, Folders, Place, RepoTree, RevisionIndex, TreeReader, is_setting,
};
use crate::graph::{Params, Store, queries};
use crate::history::{CommitIndex, Completeness, Repo};
use crate::model::{CommitId, Progress, RepoPath};

/// From so many new commits on, the engine's log is rewritten, so that its next start is fast.
const REWRITE_FROM: usize = 2_000;
/// Raised when the graph's own shape changes: an older graph is built anew.
const SHAPE: i64 = 4;

/// What a sync works on.
pub struct SyncInput<'a> {
    /// The repository.
    pub repo: &'a Repo,
    /// Its graph.
    pub store: &'a Store,
    /// Its state.
    pub files: &'a StateFiles,
    /// Commits up to which the graph is brought; the first is the target branch's tip.
    pub tips: &'a [CommitId],
    /// Reads and keeps parsed sources.
    pub log: &'a DecisionLog,
    /// Set to stop early; what is done stays.
    pub cancel: Arc<AtomicBool>,
}

/// What a sync leaves for the review that follows it.
#[derive(Clone)]
pub struct Synced {
    /// All commits.
    pub index: Arc<CommitIndex>,
    /// What the walk found.
    pub walked: Arc<Walked>,
    /// Which record of which version is which decision.
    pub revisions: Arc<RevisionIndex>,
    /// What was done.
    pub report: SyncReport,
}

#[derive(Debug, Deserialize)]
struct Meta {
    epoch: Option<String>,
    walked: Option<i64>,
    steps: Option<i64>,
    shape: Option<i64>,
}

/// Brings the graph up to the tips.
///
/// # Errors
/// Whatever stops it; what was written until then stays, and the next sync goes on.
pub async fn run(input: SyncInput<'_>, progress: &mut ProgressFn<'_>) -> Result<Synced, SyncError> {
    let _lock = lock(&input, progress).await?;
    let State {
        mut index,
        mut walked,
        told,
    } = input.files.load();
    tracing::debug!(commits = index.len(), "the state is read");
    let provisional = matches!(input.repo.completeness(), Completeness::Truncated { .. });
    let mut told = match told.filter(|t| t.revisions.is_provisional() == provisional) {
        Some(told) => told,
        None => Told::nothing(&index, root(&input)?, provisional),
    };
    // Every stage of a walk is a step, and so is the second half: it was done after the last stage.
    let mut whole = told.steps > walked.steps;
    walked.steps = walked.steps.max(told.steps);
    let read_alike = told.steps == 0 || is_read_alike(&input, &told);
    if !read_alike || !graph_fits(input.store, &index, walked.steps).await? {
        tracing::info!("the graph is built anew");
        let _ = input.store.delete_graph().await;
        State { index, walked, .. } = StateFiles::fresh();
        told = Told::nothing(&index, told.revisions.root().clone(), provisional);
        whole = false;
        input.store.migrate().await?;
    }
    let mut report = SyncReport {
        notices: input.repo.notices(),
        ..SyncReport::default()
    };
    let missing = input.tips.iter().any(|t| index.ord(t).is_none());
    if !missing && whole {
        report.total = index.len();
        report.unchanged = true;
        return Ok(synced(index, walked, told.revisions, report));
    }
    if missing {
        let start = (index, walked);
        let walk = bring_history(
            input.repo,
            input.store,
            input.files,
            start,
            input.tips,
            &input.cancel,
            progress,
        )
        .await?;
        (index, walked, report.commits) = (walk.index, walk.walked, walk.commits);
        if told.epoch != index.epoch() {
            told = Told::nothing(&index, root(&input)?, provisional);
        }
        let tip = input.tips.first().map_or("", |t| t.short());
        report.tasks.push(Task {
            id: format!("history:{tip}"),
            done: format!("{} commits", report.commits),
        });
    }
    stopped(&input)?;
    step(progress, "people");
    let pairs = bring_people(input.store).await?;
    report.tasks.push(Task {
        id: "people".into(),
        done: format!("{pairs} pairs"),
    });
    stopped(&input)?;
    step(progress, "decisions");
    tell(&input, &index, &walked, &mut told, &mut report).await?;
    told.steps = walked.steps + 1;
    put_meta(input.store, &index, input.tips, told.steps).await?;
    told.counts = walked.counts();
    input.files.save_told(&told).map_err(SyncError::State)?;
    if report.commits >= REWRITE_FROM {
        step(progress, "compact");
        // The graph is whole without it; only the engine's next start is slower.
        if let Err(e) = input.store.rewrite_aof().await {
            tracing::warn!("the engine's log was not rewritten: {e}");
        }
    }
    report.total = index.len();
    Ok(synced(index, walked, told.revisions, report))
}

/// Who edited the same files; how many pairs of people that are.
async fn bring_people(store: &Store) -> Result<usize, SyncError> {
    let edits = store.read::<Edit>(&queries::EDITS, Params::new()).await?;
    let pairs = collaborations(&edits.rows);
    let count = pairs.len();
    store.write(&queries::LINK_COLLABORATED, pairs).await?;
    Ok(count)
}

/// The versions that were not told yet: those after the first `told`, and those before that only a
/// newer commit's settings make sources. The folders learn what all commits declare.
fn versions_to_tell(
    repo: &Repo,
    walked: &Walked,
    told: usize,
    folders: &mut Folders,
) -> Vec<FileVersion> {
    let (old, new) = walked.versions.split_at(told.min(walked.versions.len()));
    let learn = |folders: &mut Folders, list: &[FileVersion]| {
        for v in list {
            folders.learn(&v.path, || v.blob.as_ref().and_then(|b| repo.blob(b).ok()));
        }
    };
    let mut before = Folders::default();
    learn(&mut before, old);
    learn(folders, old);
    learn(folders, new);
    let is_source = |f: &Folders, p: &RepoPath| matches!(f.place(p), Place::Source(_));
    let declares = new.iter().any(|v| is_setting(&v.path.to_string()));
    let late = old
        .iter()
        .filter(|v| declares && !is_source(&before, &v.path) && is_source(folders, &v.path));
    late.chain(new).cloned().collect()
}

/// Whether what was told was read by the parsers of this program and by the words that the tip has.
fn is_read_alike(input: &SyncInput<'_>, told: &Told) -> bool {
    let settings = input.tips.first().map(|t| settings_at(input.repo, t));
    // Settings that cannot be used are an error of whoever reads the log there.
    let Some(Ok(settings)) = settings else {
        return true;
    };
    let r = &told.revisions;
    r.fits(r.root(), r.is_provisional(), settings.words())
}

/// The second half: decisions and their links.
async fn tell(
    input: &SyncInput<'_>,
    index: &CommitIndex,
    walked: &Walked,
    told: &mut Told,
    report: &mut SyncReport,
) -> Result<(), SyncError> {
    let Some(tip) = input.tips.first() else {
        return Ok(());
    };
    let tree = RepoTree {
        repo: input.repo,
        commit: tip,
    };
    let mut folders = DecisionLog::folders(&tree, &tree.files()?)?;
    if told.steps == 0 {
        told.revisions = std::mem::take(&mut told.revisions).by(folders.words());
    }
    let (v, m, c) = told.counts;
    let versions = versions_to_tell(input.repo, walked, v, &mut folders);
    let taught = instructions::bring(input.repo, input.store, index, &walked.versions, v).await?;
    report.tasks.push(Task {
        id: "instructions".into(),
        done: format!("{taught} versions"),
    });
    let revisions = &mut told.revisions;
    let news = News {
        versions: &versions,
        stated: walked.mining.stated.get(m..).unwrap_or_default(),
        citing: walked.citing.get(c..).unwrap_or_default(),
    };
    let told = bring_decisions(input, index, revisions, &news, folders, tip).await?;
    report.tasks.push(Task {
        id: "decisions".into(),
        done: format!("{} new, {} changed", told.new.len(), told.changed.len()),
    });
    report.tasks.push(Task {
        id: "commits".into(),
        done: format!("{} messages", told.inferred),
    });
    (report.new, report.changed, report.inferred) = (told.new, told.changed, told.inferred);
    let links = links::at_tip(input.log, &tree, revisions, &walked.mining, index, tip)?;
    report.coverage = links.coverage;
    report.supersessions = links.told;
    input
        .store
        .write(&queries::LINK_SUPERSEDES, links.supersedes)
        .await?;
    input
        .store
        .write(&queries::LINK_PART_OF_DECISION, links.part_of)
        .await?;
    report.tasks.push(Task {
        id: "links".into(),
        done: format!("{} supersessions", report.supersessions.len()),
    });
    Ok(())
}

fn synced(
    index: CommitIndex,
    walked: Walked,
    revisions: RevisionIndex,
    report: SyncReport,
) -> Synced {
    Synced {
        index: Arc::new(index),
        walked: Arc::new(walked),
        revisions: Arc::new(revisions),
        report,
    }
}

/// What the last sync left, without a look at the repository or the graph; `None` before the first.
pub fn last(files: &StateFiles) -> Option<Synced> {
    let State {
        index,
        walked,
        told,
    } = files.load();
    let report = SyncReport {
        total: index.len(),
        unchanged: true,
        ..SyncReport::default()
    };
    Some(synced(index, walked, told?.revisions, report))
}

/// The root commit of the first tip.
fn root(input: &SyncInput<'_>) -> Result<CommitId, SyncError> {
    match input.tips.first() {
        Some(tip) => Ok(input.repo.root_commit(tip)?),
        None => Ok(CommitId::default()),
    }
}

/// Whether the graph holds all that the state says was walked, in the same positions.
async fn graph_fits(store: &Store, index: &CommitIndex, steps: u64) -> Result<bool, SyncError> {
    if index.is_empty() {
        return Ok(false);
    }
    let params = Params::new().with("id", "graph");
    let meta = match store.read::<Meta>(&queries::META, params).await {
        Ok(answer) => answer.rows.into_iter().next(),
        // A graph that was never made cannot be asked.
        Err(e) if !e.is_connection() => None,
        Err(e) => return Err(e.into()),
    };
    Ok(meta.is_some_and(|m| {
        m.shape == Some(SHAPE)
            && m.epoch.as_deref() == Some(&index.epoch().to_string())
            && m.walked
                .and_then(|w| usize::try_from(w).ok())
                .is_some_and(|w| w >= index.len())
            && m.steps
                .and_then(|s| u64::try_from(s).ok())
                .is_some_and(|s| s >= steps)
    }))
}

/// Notes in the graph how far it is; its sync id moves whenever anything was written.
pub(super) async fn put_meta(
    store: &Store,
    index: &CommitIndex,
    tips: &[CommitId],
    steps: u64,
) -> Result<(), SyncError> {
    let meta = row([
        ("id", "graph".into()),
        ("sync", ulid::Ulid::new().to_string().into()),
        ("tip", tips.first().map_or("", |t| t.as_str()).into()),
        ("epoch", index.epoch().to_string().into()),
        ("walked", index.len().into()),
        ("steps", i64::try_from(steps).unwrap_or(i64::MAX).into()),
        ("shape", SHAPE.into()),
    ]);
    store.write(&queries::UPSERT_META, vec![meta]).await?;
    Ok(())
}

/// One sync at a time for a repository; a second one waits for the first.
async fn lock(input: &SyncInput<'_>, progress: &mut ProgressFn<'_>) -> Result<File, SyncError> {
    fs::create_dir_all(input.files.dir()).map_err(SyncError::State)?;
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(input.files.lock())
        .map_err(SyncError::State)?;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(fs::TryLockError::WouldBlock) => {}
            Err(fs::TryLockError::Error(e)) => return Err(SyncError::State(e)),
        }
        stopped(input)?;
        step(progress, "waiting for another sync");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn stopped(input: &SyncInput<'_>) -> Result<(), SyncError> {
    if input.cancel.load(Ordering::Relaxed) {
        Err(SyncError::Cancelled)
    } else {
        Ok(())
    }
}

fn step(progress: &mut ProgressFn<'_>, phase: &str) {
    progress(Progress {
        phase: phase.into(),
        done: 0,
        total: 0,
        note: String::new(),
    });
}

impl From<io::Error> for SyncError {
    fn from(e: io::Error) -> Self {
        Self::State(e)
    }
}
