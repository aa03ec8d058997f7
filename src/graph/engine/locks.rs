//! The three lock files. The kernel drops a lock however its holder ends.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};

use super::super::error::GraphError;

/// Held, exclusively, by whoever starts or stops the engine, for that moment.
pub(super) const SPAWN: &str = "spawn.lock";
/// Held, shared, by everybody who uses the engine, for as long as they do. Its time of change is
/// when somebody last came or left.
pub(super) const USERS: &str = "users.lock";
/// Held, exclusively, by the engine itself through an inherited descriptor.
pub(super) const ENGINE: &str = "engine.lock";
/// Held, exclusively, by the one keeper that stops a lingering engine.
pub(super) const KEEPER: &str = "keeper.lock";

pub(super) fn open(dir: &Path, name: &str) -> Result<File, GraphError> {
    let path = dir.join(name);
    OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(GraphError::io("Opening the lock file", &path))
}

/// An exclusive lock, given back when dropped. Closing its file would not do: a process that
/// another thread is just starting has a copy of the descriptor until it runs its own program.
pub(super) struct Held(Option<File>);

impl Held {
    /// The bare file, to be handed to a process that goes on holding the lock.
    pub(super) fn into_file(mut self) -> Option<File> {
        self.0.take()
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(file) = &self.0 {
            let _ = file.unlock();
        }
    }
}

/// Takes the lock exclusively, trying for at most `limit`; `None` if others still hold it then.
pub(super) fn exclusive(
    dir: &Path,
    name: &str,
    limit: Duration,
) -> Result<Option<Held>, GraphError> {
    let file = open(dir, name)?;
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(Held(Some(file)))),
            Err(std::fs::TryLockError::WouldBlock) if start.elapsed() < limit => {
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(20));
            }
            Err(std::fs::TryLockError::WouldBlock) => return Ok(None),
            Err(std::fs::TryLockError::Error(e)) => {
                return Err(GraphError::io("Locking", &dir.join(name))(e));
            }
        }
    }
}

/// Takes `spawn.lock`, or says who may be in the way.
pub(super) fn gate(dir: &Path, limit: Duration) -> Result<Held, GraphError> {
    exclusive(dir, SPAWN, limit)?.ok_or_else(|| {
        GraphError::Waited(format!(
            "Another rguard has been starting or stopping the graph engine in {} for more than {} \
             seconds. Wait for it or end it, then try again.",
            dir.display(),
            limit.as_secs()
        ))
    })
}

/// Notes that somebody came or left.
pub(super) fn touch(users: &File) -> io::Result<()> {
    users.set_modified(SystemTime::now())
}

/// How long ago somebody last came or left.
pub(super) fn idle(users: &File) -> Duration {
    users
        .metadata()
        .and_then(|m| m.modified())
        .ok()
        .and_then(|t| t.elapsed().ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use super::*;

    #[test]
    #[allow(unsafe_code)] // pre_exec: the child only sleeps, as one that is slow to start would
    fn a_lock_that_was_given_back_is_free_while_another_process_is_just_starting() {
        let dir = tempfile::tempdir().unwrap();
        let held = exclusive(dir.path(), KEEPER, Duration::ZERO)
            .unwrap()
            .unwrap();
        let starting = std::thread::spawn(|| {
            let mut slow = Command::new("true");
            unsafe {
                slow.pre_exec(|| {
                    std::thread::sleep(Duration::from_millis(800));
                    Ok(())
                });
            }
            slow.status().unwrap()
        });
        std::thread::sleep(Duration::from_millis(200));
        drop(held);
        let again = exclusive(dir.path(), KEEPER, Duration::ZERO).unwrap();
        assert!(again.is_some());
        assert!(starting.join().unwrap().success());
    }
}
