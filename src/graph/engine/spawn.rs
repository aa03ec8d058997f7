//! Starts redis-server with the module, and reads why it did not start.

use std::fs::{self, File};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::super::error::GraphError;
use super::super::provision::{self, Binaries};
use super::check::{Ping, ping};
use super::paths::EnginePaths;
use super::{Notify, locks};

/// How long a start may take before its socket answers at all.
const START: Duration = Duration::from_secs(30);
/// How long a start may go on loading its log.
const LOAD: Duration = Duration::from_secs(600);
/// How long an engine that lost its socket may take to end.
const ENDING: Duration = Duration::from_secs(3);

/// Starts an engine. The caller holds `spawn.lock`, and found nobody behind the socket. A log
/// that cannot be loaded is set aside, and the notice says so.
pub(super) fn spawn(
    bin: &Binaries,
    paths: &EnginePaths,
    notify: &Notify,
) -> Result<Option<String>, GraphError> {
    match spawn_once(bin, paths, notify) {
        Ok(()) => Ok(None),
        Err(Failed::Other(e)) => Err(e),
        Err(Failed::BrokenLog(cause)) => {
            let aside = set_aside(paths)?;
            match spawn_once(bin, paths, notify) {
                Ok(()) => Ok(Some(format!(
                    "The graph's log could not be read ({}). It was set aside as {}, and the graph \
                     starts empty: it will be rebuilt.",
                    cause.lines().last().unwrap_or_default(),
                    aside.display()
                ))),
                Err(Failed::Other(e)) => Err(e),
                Err(Failed::BrokenLog(cause)) => Err(GraphError::Start { cause }),
            }
        }
    }
}

enum Failed {
    BrokenLog(String),
    Other(GraphError),
}

impl From<GraphError> for Failed {
    fn from(e: GraphError) -> Self {
        Self::Other(e)
    }
}

fn spawn_once(bin: &Binaries, paths: &EnginePaths, notify: &Notify) -> Result<(), Failed> {
    let data = &paths.data;
    let alive = locks::exclusive(data, locks::ENGINE, ENDING)?
        .and_then(locks::Held::into_file)
        .ok_or_else(|| GraphError::SocketGone(data.clone()))?;
    let _ = fs::remove_file(&paths.socket); // nobody lives behind it: the lock was free
    let _ = fs::rename(paths.file("redis.log"), paths.file("redis.log.1"));
    let conf = paths.file("redis.conf");
    fs::write(&conf, redis_conf(bin, paths)).map_err(GraphError::io("Writing", &conf))?;
    let errors = paths.file("redis.stderr");
    let stderr = File::create(&errors).map_err(GraphError::io("Writing", &errors))?;

    let mut command = Command::new(&bin.redis);
    command
        .arg(&conf)
        .current_dir(data)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(stderr);
    detach(&mut command, Some(alive.as_raw_fd()));
    let mut child = command
        .spawn()
        .map_err(GraphError::io("Starting", &bin.redis))?;
    drop(alive); // the engine holds it now
    paths.write_server_json(child.id(), &bin.redis, &bin.module);
    let ready = wait_ready(&mut child, paths, notify);
    reap(child);
    ready
}

fn wait_ready(child: &mut Child, paths: &EnginePaths, notify: &Notify) -> Result<(), Failed> {
    let start = Instant::now();
    let mut said = 0;
    loop {
        let state = ping(&paths.socket);
        if state == Ping::Ready {
            return Ok(());
        }
        if let Ok(Some(status)) = child.try_wait() {
            return Err(died(status, paths));
        }
        let waited = start.elapsed();
        let limit = if state == Ping::NotYet { LOAD } else { START };
        if waited > limit {
            // Loading is not dead: it is left alone, and the next call may find it ready.
            return Err(Failed::Other(GraphError::Waited(format!(
                "The graph engine is not ready after {} seconds. It was left running; try again \
                 later, or run `rguard engine stop`.\n{}",
                waited.as_secs(),
                log_tail(paths)
            ))));
        }
        if waited.as_secs() > said {
            said = waited.as_secs();
            notify("loading the graph");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn died(status: ExitStatus, paths: &EnginePaths) -> Failed {
    const BROKEN: &[&str] = &[
        "reading the append only file",
        "loading the append only file",
        "Invalid AOF manifest file",
        "AOF loading aborted",
        "Fatal error loading the DB",
        "Internal error in RDB reading",
        "Short read or OOM loading DB",
        "Wrong signature trying to load DB",
        "Terminating server after rdb file reading failure",
        "appendonly file doesn't exist",
    ];
    let log = fs::read_to_string(paths.file("redis.log")).unwrap_or_default();
    let tail = log_tail(paths);
    let cause = format!("it ended with {status}.\n{tail}");
    let loading = log.contains("Reading RDB") || log.contains("DB loaded from");
    let crashed = matches!(
        status.signal(),
        Some(libc::SIGSEGV | libc::SIGABRT | libc::SIGBUS)
    );
    let io_trouble = [
        "No space left",
        "Read-only file system",
        "Permission denied",
    ];
    if io_trouble.iter().any(|w| tail.contains(w)) {
        let cause = format!("{} cannot be written. {cause}", paths.data.display());
        return Failed::Other(GraphError::Start { cause });
    }
    if BROKEN.iter().any(|w| log.contains(w)) || (loading && crashed) {
        return Failed::BrokenLog(tail);
    }
    match provision::remedy(&tail) {
        Some(remedy) => Failed::Other(GraphError::Unfit { cause, remedy }),
        None => Failed::Other(GraphError::Start { cause }),
    }
}

/// The end of what the engine and its loader said.
pub(super) fn log_tail(paths: &EnginePaths) -> String {
    let mut lines = Vec::new();
    for name in ["redis.stderr", "redis.log"] {
        let text = fs::read(paths.file(name)).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let all: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
        lines.extend(all.iter().rev().take(8).rev().map(|l| (*l).to_owned()));
    }
    lines.join("\n")
}

/// Renames the engine's log, so that nothing is lost that a person could still read.
fn set_aside(paths: &EnginePaths) -> Result<PathBuf, GraphError> {
    let from = paths.file("appendonlydir");
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let to = paths.file(&format!("appendonlydir.broken-{}", now.as_millis()));
    fs::rename(&from, &to).map_err(GraphError::io("Setting aside", &from))?;
    Ok(to)
}

fn redis_conf(bin: &Binaries, paths: &EnginePaths) -> String {
    format!(
        "port 0\n\
         unixsocket {socket}\n\
         unixsocketperm 700\n\
         dir {data}\n\
         dbfilename g.rdb\n\
         logfile {log}\n\
         daemonize no\n\
         appendonly yes\n\
         appendfsync everysec\n\
         save \"\"\n\
         auto-aof-rewrite-percentage 100\n\
         auto-aof-rewrite-min-size 4mb\n\
         loadmodule {module} THREAD_COUNT 4 EFFECTS_THRESHOLD 0 CACHE_SIZE 100\n",
        socket = quoted(&paths.socket),
        data = quoted(&paths.data),
        log = quoted(&paths.file("redis.log")),
        module = quoted(&bin.module),
    )
}

fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Lets the command run in a session of its own, so that it outlives the terminal, and hands it
/// one descriptor.
#[allow(unsafe_code)] // pre_exec: only async-signal-safe calls run between fork and exec.
pub(super) fn detach(command: &mut Command, keep: Option<RawFd>) {
    unsafe {
        command.pre_exec(move || {
            libc::setsid();
            if let Some(fd) = keep {
                libc::fcntl(fd, libc::F_SETFD, 0);
            }
            Ok(())
        });
    }
}

/// Waits for the child in a thread, so that it never stays as a zombie.
pub(super) fn reap(mut child: Child) {
    let _ = std::thread::Builder::new()
        .name("rguard-reaper".to_owned())
        .spawn(move || child.wait());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_quotes_and_backslashes_stay_one_word() {
        assert_eq!(quoted(Path::new("/a \"b\"\\c")), "\"/a \\\"b\\\"\\\\c\"");
    }
}
