//! The application behind the workstation: one session with the graph, asked by blocking calls.

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_util::sync::CancellationToken;

use super::super::review::{Request, What};
use super::super::{Global, UserError, engine, reviewing};
use super::summary::lines;
use super::{moment, sides, viewed};
use crate::change::Resolved;
use crate::decisions::instructions::instructions_at;
use crate::decisions::story::Teller;
use crate::decisions::{Archive, DecisionLog, Strength};
use crate::graph::GraphConfig;
use crate::guard::{self, GuardError, ReviewOptions, Session, change_id};
use crate::history::Repo;
use crate::model::{
    AsOf, AsOfMode, CommitId, Correction, DecisionId, DecisionKey, Instruction, LogDetail,
    LogMoment, Progress, RepoPath, ReviewEvent, Side,
};
use crate::sync::SyncError;
use crate::tui::backend::{
    Backend, BackendError, NewCorrection, ReviewRequest, SyncSummary, TimelineEvent, Viewed,
};

type Answer<T> = Result<T, UserError>;

/// The workstation's backend. Sessions are opened by the first call that needs one, so that nothing
/// slow comes before the first frame. A review or sync holds `session` for its whole time; what a
/// person says has a session of its own, `pen`, so that it never waits for them.
pub struct Workstation {
    handle: Handle,
    global: Global,
    request: Request,
    config: GraphConfig,
    notices: Mutex<UnboundedReceiver<String>>,
    repo: Mutex<Repo>,
    resolved: Mutex<Option<Resolved>>,
    session: Mutex<Option<Session>>,
    pen: Mutex<Option<Session>>,
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What runs inside a call: its events, and whether it is to stop.
struct Call<'a> {
    events: &'a mut (dyn FnMut(ReviewEvent) + Send),
    cancel: &'a CancellationToken,
}

impl Workstation {
    /// A backend for a request; nothing is read yet. Must be made inside a tokio runtime, and its
    /// calls be made on threads that may block.
    ///
    /// # Errors
    /// There is no place for rguard's own files.
    pub fn new(repo: Repo, request: Request, global: &Global) -> Answer<Self> {
        Ok(Self::with_config(
            repo,
            request,
            global,
            engine::graph_config(global)?,
        ))
    }

    /// As [`Workstation::new`], with another way to the graph.
    pub fn with_config(
        repo: Repo,
        request: Request,
        global: &Global,
        mut config: GraphConfig,
    ) -> Self {
        let (send, notices) = unbounded_channel();
        // Standard error is under the workstation's screen.
        config.notify = Arc::new(move |what| drop(send.send(what.to_owned())));
        Self {
            handle: Handle::current(),
            global: global.clone(),
            request,
            config,
            notices: Mutex::new(notices),
            repo: Mutex::new(repo),
            resolved: Mutex::new(None),
            session: Mutex::new(None),
            pen: Mutex::new(None),
        }
    }

    /// Looks the change up, once.
    ///
    /// # Errors
    /// It means nothing here, or holds no change.
    pub fn look_up(&self) -> Answer<()> {
        self.resolved(false).map(drop)
    }

    /// Leaves the engine: by itself, or with the last of rguard's processes.
    pub fn leave(&self) {
        for slot in [&self.session, &self.pen] {
            let session = lock(slot).take();
            if let Some(session) = session
                && let Err(e) = self.handle.block_on(session.close())
            {
                tracing::warn!("leaving the graph engine: {e}");
            }
        }
    }

    fn repo(&self) -> Repo {
        lock(&self.repo).clone()
    }

    /// The change, looked up at the first call and where it is asked for afresh. What came on
    /// standard input came once.
    fn resolved(&self, afresh: bool) -> Answer<Resolved> {
        let mut slot = lock(&self.resolved);
        let afresh = afresh && self.request.what != What::Stdin;
        if let Some(resolved) = slot.as_ref().filter(|_| !afresh) {
            return Ok(resolved.clone());
        }
        let repo = self.repo();
        let looking = reviewing::resolved(&repo, &self.request, &self.global, &self.config.notify);
        let resolved = self.handle.block_on(looking)?;
        let sharing = super::super::sharing::before_review(&repo, &resolved.change, &self.global);
        if let Some(sentence) = self.handle.block_on(sharing)? {
            tracing::warn!("{sentence}");
        }
        *slot = Some(resolved.clone());
        Ok(resolved)
    }

    /// Opens a session into a slot, or finds it there.
    fn opened<'a>(
        &self,
        slot: &'a mut Option<Session>,
        say: &mut dyn FnMut(String),
    ) -> Answer<&'a Session> {
        let session = match slot.take() {
            Some(session) => session,
            None => {
                let repo = self.repo();
                let opening = Session::open(repo, &self.config);
                self.run(opening, say)?
            }
        };
        Ok(slot.insert(session))
    }

    /// Runs a future to its end and passes on what the engine says meanwhile.
    fn run<T>(&self, future: impl Future<Output = T>, say: &mut dyn FnMut(String)) -> T {
        let mut notices = self.notices.try_lock().ok();
        self.handle.block_on(async {
            let mut future = std::pin::pin!(future);
            loop {
                let notice = async {
                    match notices.as_mut() {
                        Some(notices) => notices.recv().await,
                        None => std::future::pending().await,
                    }
                };
                tokio::select! {
                    biased;
                    done = &mut future => return done,
                    Some(what) = notice => say(what),
                }
            }
        })
    }

    /// Runs a future as [`Workstation::run`] does, with a flag that follows the call's token.
    fn run_until<T>(
        &self,
        cancel: &CancellationToken,
        flag: &Arc<AtomicBool>,
        future: impl Future<Output = T>,
        say: &mut dyn FnMut(String),
    ) -> T {
        let (token, set) = (cancel.clone(), Arc::clone(flag));
        let watch = self.handle.spawn(async move {
            token.cancelled().await;
            set.store(true, Ordering::Relaxed);
        });
        let done = self.run(future, say);
        watch.abort();
        done
    }

    fn reviewed(&self, request: &ReviewRequest, call: Call<'_>) -> Answer<()> {
        let Call { events, cancel } = call;
        let resolved = self.resolved(request.afresh)?;
        // The diff needs no engine, so it does not wait for one.
        events(ReviewEvent::Change(Box::new(resolved.change.clone())));
        let as_of = moment::commit(&self.repo(), &resolved, &request.as_of)?;
        let events = Mutex::new(events);
        let mut say = |what| events_of(&events)(ReviewEvent::Progress(waiting(what)));
        let mut slot = lock(&self.session);
        stopped(cancel)?;
        let session = match self.opened(&mut slot, &mut say) {
            Ok(session) => session,
            Err(e) => {
                drop(slot);
                self.log_alone(&resolved, &as_of, &events);
                return Err(e);
            }
        };
        let flag = Arc::new(AtomicBool::new(cancel.is_cancelled()));
        let options = ReviewOptions {
            as_of,
            no_sync: !self.request.sync,
            cancel: Arc::clone(&flag),
            ..ReviewOptions::default()
        };
        let mut pass = |event| {
            // It was told already, and a diff that is told twice loses its place.
            if !matches!(event, ReviewEvent::Change(_)) {
                events_of(&events)(event);
            }
        };
        let mut say = |what| events_of(&events)(ReviewEvent::Progress(waiting(what)));
        let review = session.review(&resolved, &options, &mut pass);
        self.run_until(cancel, &flag, review, &mut say)?;
        Ok(())
    }

    /// Without an engine the log can still be read.
    fn log_alone(
        &self,
        resolved: &Resolved,
        as_of: &guard::AsOfRequest,
        events: &Mutex<&mut (dyn FnMut(ReviewEvent) + Send)>,
    ) {
        let base = &resolved.change.base;
        let (commit, mode) = match as_of {
            guard::AsOfRequest::Base => (base.clone(), AsOfMode::Base),
            guard::AsOfRequest::Target => (moment::tip(resolved), AsOfMode::Target),
            guard::AsOfRequest::Commit(c) if c == base => (c.clone(), AsOfMode::Base),
            guard::AsOfRequest::Commit(c) => (c.clone(), AsOfMode::Travel),
        };
        let (repo, reader) = (&resolved.repo, DecisionLog::new());
        let archive = Archive::new(&self.config.dirs.cache, repo);
        let log = archive
            .past(repo, &reader, &commit, |p| {
                events_of(events)(ReviewEvent::Progress(p));
            })
            .and_then(|past| past.as_of(repo, &reader, &commit, Strength::Reasoned));
        match log {
            Ok(log) => events_of(events)(ReviewEvent::Log {
                as_of: AsOf {
                    time: repo.commit(&commit).ok().map(|c| c.committer_time),
                    commit,
                    mode,
                },
                decisions: log.view.decisions,
                coverage: log.view.coverage,
            }),
            Err(e) => tracing::warn!("the log cannot be read either: {e}"),
        }
    }

    fn synced(
        &self,
        progress: &mut (dyn FnMut(Progress) + Send),
        cancel: &CancellationToken,
    ) -> Answer<SyncSummary> {
        let mut resolved = self.resolved(false)?;
        if let Some(branch) = &resolved.target {
            let now = resolved.repo.branch(&branch.name);
            resolved.target = now.or_else(|| resolved.target.clone());
            *lock(&self.resolved) = Some(resolved.clone());
        }
        let progress = Mutex::new(progress);
        let mut pass = |p: Progress| progress.lock().unwrap_or_else(PoisonError::into_inner)(p);
        let mut say = |what| progress.lock().unwrap_or_else(PoisonError::into_inner)(waiting(what));
        let mut slot = lock(&self.session);
        stopped(cancel)?;
        let session = self.opened(&mut slot, &mut say)?;
        session.forget();
        let mut tips = vec![moment::tip(&resolved), resolved.change.base.clone()];
        tips.retain(|t| !t.as_str().is_empty());
        tips.dedup();
        let flag = Arc::new(AtomicBool::new(cancel.is_cancelled()));
        let sync = session.sync(&resolved.repo, &tips, Arc::clone(&flag), &mut pass);
        let report = self.run_until(cancel, &flag, sync, &mut say);
        match report {
            Ok(report) => Ok(SyncSummary {
                lines: lines(&report),
            }),
            // What was done stays, and the user knows that it was stopped.
            Err(GuardError::Sync(SyncError::Cancelled)) if cancel.is_cancelled() => {
                Ok(SyncSummary::default())
            }
            Err(e) => Err(e.into()),
        }
    }

    /// The identity of the change, by which corrections find it again.
    fn change(&self) -> Answer<String> {
        Ok(change_id(&self.resolved(false)?.change))
    }

    fn corrected(&self, new: NewCorrection) -> Answer<Correction> {
        let new = guard::NewCorrection {
            kind: new.kind,
            decision: new.decision,
            decision_id: new.decision_id,
            reason: new.reason,
            change: self.change()?,
            base: new.base,
        };
        let mut slot = lock(&self.pen);
        let session = self.opened(&mut slot, &mut |_| ())?;
        let mut correction = self.handle.block_on(session.correct(new))?;
        correction.applied = true;
        Ok(correction)
    }

    fn undone(&self, ulid: Option<&str>) -> Answer<Option<Correction>> {
        let change = self.change()?;
        let mut slot = lock(&self.pen);
        let session = self.opened(&mut slot, &mut |_| ())?;
        match self.handle.block_on(session.undo(ulid, &change)) {
            Ok(undo) => Ok(Some(undo)),
            Err(GuardError::NoCorrection(_)) => Ok(None),
            Err(e) => Err(e.into()),
        }
    }

    fn events(&self) -> Answer<Vec<TimelineEvent>> {
        let resolved = self.resolved(false)?;
        let tip = moment::tip(&resolved);
        let slot = lock(&self.session);
        let told = slot.as_ref().map(|s| s.record_events(&tip));
        drop(slot);
        Ok(moment::events(&resolved, told.unwrap_or_default()))
    }

    /// A decision's story: of the log's own reading of history, which needs no graph.
    fn told_story(
        &self,
        key: &DecisionKey,
        id: &DecisionId,
        as_of: &CommitId,
    ) -> Answer<LogDetail> {
        let resolved = self.resolved(false)?;
        let (repo, log) = (&resolved.repo, DecisionLog::new());
        let archive = Archive::new(&self.config.dirs.cache, repo);
        let past = archive.past(repo, &log, as_of, |_| ())?;
        let view = past.as_of(repo, &log, as_of, Strength::Reasoned)?.view;
        let by_key = view.decisions.iter().find(|d| d.key == *key);
        let meant = by_key.or_else(|| view.decisions.iter().find(|d| d.id == *id));
        let key = meant.map_or_else(|| key.clone(), |d| d.key.clone());
        let info = repo.commit(as_of)?;
        let moment = LogMoment {
            asked: as_of.to_string(),
            commit: as_of.clone(),
            time: info.committer_time,
            subject: info.subject,
            branch: None,
            until: None,
        };
        let teller = Teller {
            repo,
            log: &log,
            past: &past,
            view: &view,
        };
        teller.story(&key, &moment)?.ok_or_else(|| {
            UserError::user("Its history cannot be read: no file of this history records it.")
        })
    }

    fn viewed_file(&self) -> Answer<viewed::Marks> {
        let name = guard::graph_name(&self.repo())?;
        Ok(viewed::Marks::at(
            self.config
                .dirs
                .data
                .join("viewed")
                .join(format!("{name}.json")),
        ))
    }
}

impl Backend for Workstation {
    fn review(
        &self,
        request: ReviewRequest,
        events: &mut (dyn FnMut(ReviewEvent) + Send),
        cancel: &CancellationToken,
    ) -> Result<(), BackendError> {
        self.reviewed(&request, Call { events, cancel })
            .map_err(Into::into)
    }

    fn sync(
        &self,
        progress: &mut (dyn FnMut(Progress) + Send),
        cancel: &CancellationToken,
    ) -> Result<SyncSummary, BackendError> {
        self.synced(progress, cancel).map_err(Into::into)
    }

    fn correct(&self, correction: NewCorrection) -> Result<Correction, BackendError> {
        self.corrected(correction).map_err(Into::into)
    }

    fn undo(&self, ulid: Option<String>) -> Result<Option<Correction>, BackendError> {
        self.undone(ulid.as_deref()).map_err(Into::into)
    }

    fn file(&self, path: &RepoPath, side: Side) -> Result<String, BackendError> {
        let resolved = self.resolved(false)?;
        sides::text(&resolved, path, side).map_err(Into::into)
    }

    fn timeline(&self) -> Result<Vec<TimelineEvent>, BackendError> {
        self.events().map_err(Into::into)
    }

    fn story(
        &self,
        key: &DecisionKey,
        id: &DecisionId,
        as_of: &CommitId,
    ) -> Result<LogDetail, BackendError> {
        Ok(self.told_story(key, id, as_of)?)
    }

    fn told(&self, as_of: &CommitId) -> Result<Vec<Instruction>, BackendError> {
        let resolved = self.resolved(false)?;
        Ok(instructions_at(&resolved.repo, as_of).map_err(UserError::from)?)
    }

    fn viewed(&self) -> Result<BTreeSet<Viewed>, BackendError> {
        Ok(self.viewed_file()?.load().map_err(UserError::from)?)
    }

    fn set_viewed(&self, mark: Viewed, on: bool) -> Result<(), BackendError> {
        Ok(self.viewed_file()?.set(mark, on).map_err(UserError::from)?)
    }
}

impl From<UserError> for BackendError {
    fn from(e: UserError) -> Self {
        Self {
            message: e.with_causes(),
            hints: e.hints,
        }
    }
}

fn stopped(cancel: &CancellationToken) -> Answer<()> {
    match cancel.is_cancelled() {
        true => Err(GuardError::Cancelled.into()),
        false => Ok(()),
    }
}

fn events_of<'a, 'b>(
    events: &'a Mutex<&'b mut (dyn FnMut(ReviewEvent) + Send)>,
) -> impl FnOnce(ReviewEvent) + use<'a, 'b> {
    move |event| lock(events)(event)
}

/// What the engine says it does, as progress without an end.
fn waiting(what: String) -> Progress {
    Progress {
        phase: what,
        done: 0,
        total: 0,
        note: String::new(),
    }
}

/// The commit of a change's head, where it is committed.
pub(super) fn head(resolved: &Resolved) -> Option<&CommitId> {
    resolved.change.head.as_ref()
}
