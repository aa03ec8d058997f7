//! The keeper: a tiny process that stops an engine which nobody used for a while, and leaves when
//! the engine does. It sleeps in the kernel, on a lock or the engine's socket, and never polls.

use std::io::Read;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::super::error::GraphError;
use super::check::{Ping, ping};
use super::{END, EngineOptions, EnginePaths, GATE, locks, spawn, stop};

/// Starts a keeper if the engine is to linger and none watches it. A failure costs no more than
/// an engine that stays until `rguard engine stop`.
pub(super) fn ensure(paths: &EnginePaths, options: &EngineOptions) {
    let (true, Some(program)) = (options.lingers(), &options.keeper) else {
        return;
    };
    match locks::exclusive(&paths.data, locks::KEEPER, Duration::ZERO) {
        Ok(Some(free)) => drop(free),
        _ => return,
    }
    let mut command = Command::new(program);
    command
        .args(["engine", "keep", "--data"])
        .arg(&paths.data)
        .arg("--socket")
        .arg(&paths.socket)
        .arg("--linger")
        .arg(options.linger.as_secs().to_string())
        .current_dir("/")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    spawn::detach(&mut command, None);
    match command.spawn() {
        Ok(child) => spawn::reap(child),
        Err(e) => tracing::warn!("starting the keeper of the graph engine: {e}"),
    }
}

/// Waits until the engine of `data` has had no user for `linger`, stops it and returns. Returns at
/// once if another keeper watches, or when the engine is gone.
///
/// # Errors
/// If the lock files cannot be used or the engine does not end.
pub fn keep(data: &Path, socket: &Path, linger: Duration) -> Result<(), GraphError> {
    let paths = EnginePaths {
        data: PathBuf::from(data),
        socket: PathBuf::from(socket),
    };
    let Some(watch) = locks::exclusive(data, locks::KEEPER, Duration::ZERO)? else {
        return Ok(());
    };
    let users = locks::open(data, locks::USERS)?;
    let mut last_busy: Option<Instant> = None;
    loop {
        if users.try_lock().is_err() {
            // Blocks until the last user is gone, however they went.
            users.lock().map_err(GraphError::io("Locking", data))?;
            last_busy = Some(Instant::now());
        }
        users.unlock().map_err(GraphError::io("Unlocking", data))?;
        let idle = last_busy.map_or(Duration::MAX, |t| t.elapsed());
        let idle = idle.min(locks::idle(&users));
        // An engine that is gone needs no keeper: whoever starts the next one starts one with it.
        if idle < linger && ping(socket) != Ping::Absent {
            wait_for_end(socket, linger - idle + Duration::from_millis(10));
            continue;
        }
        let gate = locks::gate(data, GATE)?;
        if users.try_lock().is_ok() {
            let gone = ping(socket) == Ping::Absent;
            if gone || locks::idle(&users) >= linger {
                let ended = if gone { Ok(()) } else { stop::end(&paths, END) };
                if let Err(e) = ended {
                    // It may be writing its log anew and refuse to end now; without a keeper it
                    // would stay for ever.
                    tracing::warn!("the graph engine does not end yet: {e}");
                    drop(gate);
                    users.unlock().map_err(GraphError::io("Unlocking", data))?;
                    std::thread::sleep(Duration::from_secs(1));
                    continue;
                }
                // The next starter, which waits for the gate, must find the watch free.
                drop(watch);
                drop(gate);
                return Ok(());
            }
            users.unlock().map_err(GraphError::io("Unlocking", data))?;
        }
    }
}

/// Returns after this time, or as soon as the engine is gone: a connection that says nothing ends
/// with it.
fn wait_for_end(socket: &Path, time: Duration) {
    let silent = UnixStream::connect(socket).and_then(|stream| {
        stream.set_read_timeout(Some(time))?;
        Ok(stream)
    });
    match silent {
        Ok(mut stream) => {
            let _ = stream.read(&mut [0]);
        }
        Err(_) => std::thread::sleep(time.min(Duration::from_millis(100))),
    }
}
