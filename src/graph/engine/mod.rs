//! The embedded engine: one redis-server with the FalkorDB module, shared by all rguard processes
//! of a user over a unix socket, durable through its append-only log.
//!
//! Attach or spawn under three lock files (see [`locks`]). The engine outlives its last user by a
//! while, kept by a tiny [`keeper`] process; without linger the last to leave stops it. Nothing
//! here speaks Cypher.

mod check;
mod keeper;
mod locks;
mod paths;
mod spawn;
mod stop;

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub(crate) use check::module_version;
pub use check::{Identity, MODULE_VERSION, identify};
pub use keeper::keep;
pub use paths::EnginePaths;
pub use stop::{EngineState, stop};

use super::error::GraphError;
use super::provision::Binaries;
use check::{Ping, ping};

/// Told what is going on when something takes longer than a second.
pub type Notify = Arc<dyn Fn(&str) + Send + Sync>;

/// How long to wait for another process that starts or stops the engine.
const GATE: Duration = Duration::from_secs(120);
/// How long an engine that answers may go on loading.
const ANSWER: Duration = Duration::from_secs(600);
/// How long an engine may take to end.
const END: Duration = Duration::from_secs(30);

/// How an engine is used.
#[derive(Clone)]
pub struct EngineOptions {
    /// How long it stays after its last user; zero stops it with them.
    pub linger: Duration,
    /// The executable that has `engine keep`; without it nothing lingers.
    pub keeper: Option<PathBuf>,
    /// Progress.
    pub notify: Notify,
}

/// A use of the engine. While one exists the engine is not stopped.
pub struct Engine {
    paths: EnginePaths,
    options: EngineOptions,
    users: Option<File>,
    /// What the running engine says of itself.
    pub identity: Identity,
    /// Something that the user must know: a log that was set aside.
    pub notice: Option<String>,
}

impl Engine {
    /// Attaches to the engine of `paths`, or starts one with what `binaries` finds (asked only if
    /// none runs). Blocks: call it off the async threads.
    ///
    /// # Errors
    /// If none runs and none can be started, or what answers is not ours.
    pub fn attach_or_spawn(
        paths: EnginePaths,
        options: EngineOptions,
        binaries: impl FnOnce() -> Result<Binaries, GraphError>,
    ) -> Result<Self, GraphError> {
        paths.prepare()?;
        let _gate = locks::gate(&paths.data, GATE)?;
        let users = locks::open(&paths.data, locks::USERS)?;
        let notice = ready_or_spawn(&paths, &options.notify, binaries)?;
        let identity = check::verify(&paths.socket, &paths.data)?;
        users
            .lock_shared()
            .map_err(GraphError::io("Locking", &paths.data))?;
        let _ = locks::touch(&users);
        keeper::ensure(&paths, &options);
        Ok(Self {
            paths,
            options,
            users: Some(users),
            identity,
            notice,
        })
    }

    /// Makes sure that the engine answers again after a lost connection.
    ///
    /// # Errors
    /// As [`Engine::attach_or_spawn`].
    pub fn revive(
        &mut self,
        binaries: impl FnOnce() -> Result<Binaries, GraphError>,
    ) -> Result<(), GraphError> {
        let _gate = locks::gate(&self.paths.data, GATE)?;
        if let Some(notice) = ready_or_spawn(&self.paths, &self.options.notify, binaries)? {
            self.notice = Some(notice);
        }
        self.identity = check::verify(&self.paths.socket, &self.paths.data)?;
        keeper::ensure(&self.paths, &self.options);
        Ok(())
    }

    /// Where it lives.
    pub fn paths(&self) -> &EnginePaths {
        &self.paths
    }

    /// Leaves the engine; the last to leave stops it, unless it lingers. Dropping does the same.
    ///
    /// # Errors
    /// If it does not end in time.
    pub fn leave(mut self) -> Result<(), GraphError> {
        self.leave_once()
    }

    fn leave_once(&mut self) -> Result<(), GraphError> {
        let Some(users) = self.users.take() else {
            return Ok(());
        };
        let _ = locks::touch(&users);
        if self.options.lingers() {
            return users
                .unlock()
                .map_err(GraphError::io("Unlocking", &self.paths.data));
        }
        let _gate = locks::gate(&self.paths.data, GATE)?;
        // Unlock, then try: what an upgrade of a lock does is not specified.
        users
            .unlock()
            .map_err(GraphError::io("Unlocking", &self.paths.data))?;
        if users.try_lock().is_err() {
            return Ok(());
        }
        stop::end(&self.paths, END)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Err(e) = self.leave_once() {
            tracing::warn!("leaving the graph engine: {e}");
        }
    }
}

impl EngineOptions {
    fn lingers(&self) -> bool {
        !self.linger.is_zero() && self.keeper.is_some()
    }
}

fn ready_or_spawn(
    paths: &EnginePaths,
    notify: &Notify,
    binaries: impl FnOnce() -> Result<Binaries, GraphError>,
) -> Result<Option<String>, GraphError> {
    let start = Instant::now();
    let mut said = 0;
    loop {
        match ping(&paths.socket) {
            Ping::Ready => return Ok(None),
            Ping::Absent => return spawn::spawn(&binaries()?, paths, notify),
            Ping::NotYet if start.elapsed() > ANSWER => {
                return Err(GraphError::Waited(format!(
                    "The graph engine has not answered for {} seconds. Run `rguard engine stop`, \
                     then try again.\n{}",
                    ANSWER.as_secs(),
                    spawn::log_tail(paths)
                )));
            }
            Ping::NotYet => {
                if start.elapsed().as_secs() > said {
                    said = start.elapsed().as_secs();
                    notify("waiting for the graph engine");
                }
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}
