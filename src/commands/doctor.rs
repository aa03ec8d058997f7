//! `rguard doctor`: every prerequisite with its state, and the fix.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use super::engine::{graph_config, origin, version};
use super::output::print;
use super::{Exit, Global, UserError};
use crate::dirs::{Dirs, private_dir};
use crate::graph::engine::EngineState;
use crate::graph::provision::{Origin, check_libraries, provision, verify_cached};
use crate::graph::{GraphConfig, GraphError, Params, Store, queries};
use crate::model::GraphName;
use crate::model::safe::printable;

/// The oldest git that has what rguard asks of it (`git blame --ignore-rev`, `worktree` formats).
const GIT: (u32, u32) = (2, 30);

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Args {}

/// One thing that was looked at.
struct Check {
    name: &'static str,
    state: State,
    detail: String,
    fix: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Fine,
    /// Something is missing that rguard can do without.
    Note,
    Failed,
}

impl Check {
    fn fine(name: &'static str, detail: impl Into<String>) -> Self {
        Self {
            name,
            state: State::Fine,
            detail: detail.into(),
            fix: None,
        }
    }

    fn note(name: &'static str, detail: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            state: State::Note,
            fix: Some(fix.into()),
            ..Self::fine(name, detail)
        }
    }

    fn failed(name: &'static str, detail: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            state: State::Failed,
            fix: Some(fix.into()),
            ..Self::fine(name, detail)
        }
    }
}

/// Looks at everything and prints it. Exit 0 if all that rguard needs is there, else 3.
///
/// # Errors
/// If there is no place for rguard's own files, or stdout cannot be written.
pub async fn run(_args: &Args, global: &Global) -> Result<Exit, UserError> {
    let config = graph_config(global)?;
    let mut checks = vec![git()];
    checks.extend(folders(&config));
    match &config.url {
        Some(_) => checks.push(server(&config).await),
        None => checks.extend(engine(&config).await),
    }
    checks.push(terminal());
    print(&render(&checks))?;
    let failed = checks.iter().any(|c| c.state == State::Failed);
    Ok(if failed { Exit::NOT_STARTED } else { Exit::OK })
}

fn render(checks: &[Check]) -> String {
    let mut out = String::new();
    for check in checks {
        let mark = match check.state {
            State::Fine => "ok  ",
            State::Note => "note",
            State::Failed => "FAIL",
        };
        let mut lines = check.detail.lines();
        let first = lines.next().unwrap_or_default();
        let _ = writeln!(out, "{mark}  {:<16} {}", check.name, printable(first));
        for line in lines {
            let _ = writeln!(out, "{:23}{}", "", printable(line));
        }
        for line in check.fix.iter().flat_map(|f| f.lines()) {
            let _ = writeln!(out, "{:21}→ {}", "", printable(line));
        }
    }
    out
}

fn git() -> Check {
    let install = format!("Install git {}.{} or later.", GIT.0, GIT.1);
    let Ok(output) = Command::new("git").arg("--version").output() else {
        return Check::failed("git", "It is not in PATH.", install);
    };
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match git_version(&text) {
        Some(found) if found >= GIT => Check::fine("git", text),
        _ => Check::failed("git", text, install),
    }
}

fn git_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.strip_prefix("git version ")?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

fn folders(config: &GraphConfig) -> Vec<Check> {
    let Dirs {
        data,
        cache,
        runtime,
    } = &config.dirs;
    let mut checks = vec![
        writable(
            "data folder",
            data,
            "Set RGUARD_DATA_DIR to a folder of yours.",
        ),
        writable(
            "cache folder",
            cache,
            "Set RGUARD_CACHE_DIR to a folder of yours.",
        ),
    ];
    let socket = config.engine_paths().prepare();
    checks.push(match (private_dir(runtime), socket) {
        (Ok(()), Ok(())) => Check::fine("socket folder", runtime.display().to_string()),
        (Err(e), _) => Check::failed("socket folder", e.to_string(), "Set XDG_RUNTIME_DIR."),
        (_, Err(e)) => Check::failed("socket folder", e.to_string(), "Set XDG_RUNTIME_DIR."),
    });
    checks
}

fn writable(name: &'static str, dir: &Path, fix: &str) -> Check {
    let probe = std::fs::create_dir_all(dir)
        .and_then(|()| tempfile::Builder::new().prefix(".probe-").tempfile_in(dir));
    match probe {
        Ok(_) => Check::fine(name, dir.display().to_string()),
        Err(e) => Check::failed(
            name,
            format!("{} cannot be written: {e}", dir.display()),
            fix,
        ),
    }
}

async fn engine(config: &GraphConfig) -> Vec<Check> {
    let mut checks = Vec::new();
    let found = provision(
        config.engine_dir.as_deref(),
        &config.dirs.cache,
        &config.notify,
    );
    let found = match found {
        Ok(found) => found,
        Err(e) => return vec![failure("engine files", e)],
    };
    let hashes = match found.origin {
        Origin::Pinned => verify_cached(&config.dirs.cache).map(|_| "hashes checked"),
        _ => Ok("hashes not pinned"),
    };
    checks.push(match hashes {
        Ok(word) => Check::fine("engine files", format!("{} ({word})", origin(found.origin))),
        Err(why) => Check::failed(
            "engine files",
            why,
            format!(
                "Remove {} and run `rguard engine provision`.",
                found.redis.parent().unwrap_or(Path::new("")).display()
            ),
        ),
    });
    checks.push(match check_libraries(&found) {
        Ok(()) => Check::fine(
            "libraries",
            "glibc, OpenSSL 3, libgomp and libstdc++ are there.",
        ),
        Err(e) => failure("libraries", e),
    });
    checks.push(trial(config).await);
    checks.push(match EngineState::of(&config.engine_paths()) {
        Ok(EngineState::Stopped) => Check::fine("own engine", "It is stopped."),
        Ok(EngineState::Running(id)) => Check::fine(
            "own engine",
            format!(
                "It runs (redis {}, FalkorDB {}).",
                id.redis,
                id.module.map_or("missing".to_owned(), version)
            ),
        ),
        Ok(EngineState::Busy) => Check::note(
            "own engine",
            "It is starting, or too busy to answer.",
            "Wait, or run `rguard engine stop`.",
        ),
        Ok(EngineState::SocketGone) => Check::failed(
            "own engine",
            "It runs, and its socket is gone.",
            "Run `rguard engine stop`.",
        ),
        Err(e) => failure("own engine", e),
    });
    checks
}

/// Starts an engine in a temporary folder, writes, reads and stops it.
async fn trial(config: &GraphConfig) -> Check {
    const NAME: &str = "engine start";
    let root = match tempfile::Builder::new().prefix("rguard-").tempdir() {
        Ok(root) => root,
        Err(e) => return Check::failed(NAME, e.to_string(), "Set TMPDIR to a folder of yours."),
    };
    let trial = GraphConfig {
        dirs: Dirs {
            cache: config.dirs.cache.clone(),
            ..Dirs::under(root.path())
        },
        linger: Duration::ZERO,
        keeper: None,
        ..config.clone()
    };
    let start = Instant::now();
    match first_answer(&trial).await {
        Ok(()) => Check::fine(
            NAME,
            format!(
                "It started, answered and stopped in {} ms.",
                start.elapsed().as_millis()
            ),
        ),
        Err(e) => failure(NAME, e),
    }
}

async fn server(config: &GraphConfig) -> Check {
    const NAME: &str = "graph server";
    match Store::open(config, &GraphName::from("rguard_doctor")).await {
        Ok(_) => Check::fine(NAME, "It answers, and rightly."),
        Err(e) => failure(NAME, e),
    }
}

async fn first_answer(config: &GraphConfig) -> Result<(), GraphError> {
    let store = Store::open(config, &GraphName::from("rguard_doctor")).await?;
    store.migrate().await?;
    let params = Params::new().with("id", "none");
    store
        .read::<serde_json::Value>(&queries::META, params)
        .await?;
    store.close().await
}

fn failure(name: &'static str, error: GraphError) -> Check {
    let error = UserError::from(error);
    Check::failed(name, error.message, error.hints.join("\n"))
}

fn terminal() -> Check {
    const NAME: &str = "terminal";
    if !std::io::stdout().is_terminal() {
        return Check::note(
            NAME,
            "The output is no terminal, so nothing can be said about it.",
            "Run `rguard doctor` where you want to use the workstation.",
        );
    }
    let var = |name: &str| std::env::var(name).unwrap_or_default();
    let (columns, rows) = crossterm::terminal::size().unwrap_or_default();
    let colours = match (var("COLORTERM").as_str(), var("TERM").as_str()) {
        ("truecolor" | "24bit", _) => "16 million colours",
        (_, term) if term.contains("256color") => "256 colours",
        _ => "16 colours",
    };
    let locale = [var("LC_ALL"), var("LC_CTYPE"), var("LANG")];
    let locale = locale.iter().find(|v| !v.is_empty());
    let utf8 = locale.is_some_and(|l| {
        let l = l.to_lowercase();
        l.contains("utf-8") || l.contains("utf8")
    });
    let detail = format!("{} with {columns}×{rows} cells and {colours}.", var("TERM"));
    if var("TERM") == "dumb" || columns < 80 || rows < 24 {
        Check::note(
            NAME,
            detail,
            "The workstation needs 80×24 cells that can be addressed.",
        )
    } else if !utf8 {
        Check::note(
            NAME,
            detail,
            "Set LANG to a UTF-8 locale, so that lines and marks are drawn.",
        )
    } else {
        Check::fine(NAME, detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_git_are_read_in_all_their_forms() {
        assert_eq!(git_version("git version 2.39.2"), Some((2, 39)));
        assert_eq!(
            git_version("git version 2.50.1 (Apple Git-155)"),
            Some((2, 50))
        );
        assert_eq!(git_version("hg 6.1"), None);
    }

    #[test]
    fn a_failed_check_shows_its_fix_under_it() {
        let checks = [
            Check::fine("git", "git version 2.39.2"),
            Check::failed(
                "libraries",
                "libgomp.so.1 => not found",
                "Install libgomp1.",
            ),
        ];
        assert_eq!(
            render(&checks),
            "ok    git              git version 2.39.2\n\
             FAIL  libraries        libgomp.so.1 => not found\n\
             \x20                    → Install libgomp1.\n"
        );
    }
}
