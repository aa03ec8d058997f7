//! Ends an engine and says how one fares, for `rguard engine` and `rguard doctor`.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::super::error::GraphError;
use super::check::{Identity, Ping, identify, ping, shut_down};
use super::{END, EnginePaths, GATE, locks};

/// How the engine of a data folder fares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineState {
    /// None runs.
    Stopped,
    /// It answers.
    Running(Identity),
    /// It lives and loads its log, or is too busy to answer.
    Busy,
    /// It lives and its socket is gone.
    SocketGone,
}

impl EngineState {
    /// Looks, without starting or changing anything.
    ///
    /// # Errors
    /// If the lock files cannot be opened.
    pub fn of(paths: &EnginePaths) -> Result<Self, GraphError> {
        match ping(&paths.socket) {
            Ping::Ready => Ok(identify(&paths.socket).map_or(Self::Busy, Self::Running)),
            Ping::NotYet => Ok(Self::Busy),
            Ping::Absent if !paths.file(locks::ENGINE).exists() => Ok(Self::Stopped),
            Ping::Absent => {
                let free = locks::exclusive(&paths.data, locks::ENGINE, Duration::ZERO)?;
                Ok(match free {
                    Some(_) => Self::Stopped,
                    None => Self::SocketGone,
                })
            }
        }
    }
}

/// Stops the engine, whoever uses it; one that lost its socket is found by its process id.
/// Returns whether one ran.
///
/// # Errors
/// If it does not end, or its process cannot be told for sure.
pub fn stop(paths: &EnginePaths) -> Result<bool, GraphError> {
    if !paths.data.exists() {
        return Ok(false);
    }
    let _gate = locks::gate(&paths.data, GATE)?;
    match EngineState::of(paths)? {
        EngineState::Stopped => Ok(false),
        EngineState::Running(_) => end(paths, END).map(|()| true),
        EngineState::Busy | EngineState::SocketGone => {
            terminate(paths)?;
            wait_gone(paths, END).map(|()| true)
        }
    }
}

/// Asks the engine to end and waits until it is gone. The caller holds `spawn.lock`.
pub(super) fn end(paths: &EnginePaths, limit: Duration) -> Result<(), GraphError> {
    shut_down(&paths.socket);
    wait_gone(paths, limit)
}

fn wait_gone(paths: &EnginePaths, limit: Duration) -> Result<(), GraphError> {
    match locks::exclusive(&paths.data, locks::ENGINE, limit)? {
        Some(_) => {
            let _ = std::fs::remove_file(paths.file("server.json"));
            Ok(())
        }
        None => Err(GraphError::Waited(format!(
            "The graph engine on {} has not ended after {} seconds. See {}.",
            paths.data.display(),
            limit.as_secs(),
            paths.file("redis.log").display()
        ))),
    }
}

/// Sends SIGTERM to the process that `server.json` names, if its command line is our redis with
/// our configuration: a process id alone may have been given to another.
fn terminate(paths: &EnginePaths) -> Result<(), GraphError> {
    let unsure = |why: &str| {
        GraphError::Waited(format!(
            "The graph engine on {} cannot be stopped: {why}. End its redis-server by hand.",
            paths.data.display()
        ))
    };
    let (pid, _) = paths
        .server_json()
        .ok_or_else(|| unsure("its process id is not known"))?;
    if !runs_our_conf(pid, &paths.file("redis.conf"), &paths.socket) {
        return Err(unsure(&format!("process {pid} is not it")));
    }
    let pid = i32::try_from(pid).map_err(|_| unsure("its process id is out of range"))?;
    #[allow(unsafe_code)] // kill(2) has no safe form in std; the process was just identified.
    let sent = unsafe { libc::kill(pid, libc::SIGTERM) };
    if sent == 0 {
        Ok(())
    } else {
        Err(unsure(&std::io::Error::last_os_error().to_string()))
    }
}

/// Whether the process is a redis-server of this configuration. Redis rewrites its own command
/// line to `redis-server unixsocket:<socket>` once it listens.
fn runs_our_conf(pid: u32, conf: &Path, socket: &Path) -> bool {
    let command = match std::fs::read(format!("/proc/{pid}/cmdline")) {
        Ok(line) => line,
        // No /proc here (macOS): ps says the same.
        Err(_) => Command::new("ps")
            .args(["-o", "command=", "-p", &pid.to_string()])
            .output()
            .map(|o| o.stdout)
            .unwrap_or_default(),
    };
    let command = String::from_utf8_lossy(&command).replace('\0', " ");
    let ours = [conf.display().to_string(), socket.display().to_string()];
    command.contains("redis-server") && ours.iter().any(|w| command.contains(w))
}
