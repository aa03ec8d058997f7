//! Surroundings of the measurements: folders of their own, an engine of their own, git without the
//! user's configuration.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rguard::dirs::Dirs;
use rguard::graph::engine::{EnginePaths, Notify, stop};
use rguard::graph::provision::provision;

use super::cost::{Cost, run, used_by};

/// A temporary home of rguard; it and its engine go with it.
pub struct Place {
    dir: tempfile::TempDir,
    engine_files: PathBuf,
}

impl Place {
    /// An empty home. The engine's files are taken from where the user has them, or fetched once.
    pub fn new() -> Result<Self> {
        let explicit = std::env::var_os("RGUARD_ENGINE_DIR").filter(|v| !v.is_empty());
        let notify: Notify = Arc::new(|words| eprintln!("{words}"));
        let files = provision(
            explicit.as_deref().map(Path::new),
            &Dirs::from_env()?.cache,
            &notify,
        )?;
        let folder = files.redis.parent().context("the engine has no folder")?;
        Ok(Self {
            dir: tempfile::Builder::new().prefix("rg-bench-").tempdir()?,
            engine_files: folder.to_owned(),
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    fn dirs(&self) -> Dirs {
        Dirs {
            data: self.path().join("data"),
            cache: self.path().join("cache"),
            runtime: self.path().join("rguard"),
        }
    }

    /// The variables that rguard runs with.
    pub fn variables(&self) -> Vec<(&'static str, PathBuf)> {
        let dirs = self.dirs();
        vec![
            ("HOME", self.path().into()),
            ("XDG_CONFIG_HOME", self.path().join("config")),
            ("XDG_RUNTIME_DIR", self.path().into()),
            ("RGUARD_DATA_DIR", dirs.data),
            ("RGUARD_CACHE_DIR", dirs.cache),
            ("RGUARD_ENGINE_DIR", self.engine_files.clone()),
            // Longer than any pause between two runs, and soon over if this is killed.
            ("RGUARD_ENGINE_LINGER", "60".into()),
            ("GIT_CONFIG_NOSYSTEM", "1".into()),
            ("GIT_CONFIG_GLOBAL", "/dev/null".into()),
        ]
    }

    /// `rguard` in a repository.
    pub fn rguard(&self, repo: &Path, args: &[&str]) -> Command {
        let mut command = clean(Path::new(env!("CARGO_BIN_EXE_rguard")));
        command.envs(self.variables()).args(args).current_dir(repo);
        command
    }

    /// Runs rguard, with what its engine used until it was at rest again.
    pub fn cost(&self, repo: &Path, args: &[&str]) -> Result<(Cost, Vec<u8>)> {
        let before = self.engine_pid().map(|pid| (pid, used_by(pid)));
        let (mut cost, out) = run(&mut self.rguard(repo, args))?;
        if let Some(pid) = self.engine_pid() {
            let earlier = before.filter(|(p, _)| *p == pid).map_or(0.0, |(_, t)| t);
            cost.engine = (at_rest(pid) - earlier).max(0.0);
            cost.cpu += cost.engine;
        }
        Ok((cost, out))
    }

    fn engine(&self) -> EnginePaths {
        EnginePaths::new(&self.dirs())
    }

    /// The engine's process, while one runs.
    pub fn engine_pid(&self) -> Option<u32> {
        self.engine().server_json().map(|(pid, _)| pid)
    }

    /// Ends the engine, if one runs.
    pub fn stop_engine(&self) -> Result<()> {
        if self.engine().data.exists() {
            stop(&self.engine())?;
        }
        Ok(())
    }

    /// The processes that wait for this home's engines to be unused; they would sleep on for a while.
    fn keepers(&self) -> Vec<String> {
        let own = self.engine().data.to_string_lossy().into_owned();
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        processes
            .filter(|p| {
                let line = std::fs::read(p.path().join("cmdline")).unwrap_or_default();
                line.split(|b| *b == 0).any(|word| word == own.as_bytes())
            })
            .map(|p| p.file_name().to_string_lossy().into_owned())
            .collect()
    }

    /// Ends the engine and removes all that rguard keeps.
    pub fn clear(&self) -> Result<()> {
        self.stop_engine()?;
        for dir in [self.dirs().data, self.dirs().cache] {
            if dir.exists() {
                std::fs::remove_dir_all(dir)?;
            }
        }
        Ok(())
    }

    /// Removes what is kept of histories for the log.
    pub fn forget_logs(&self) -> Result<()> {
        let dir = self.dirs().cache.join("log");
        if dir.exists() {
            std::fs::remove_dir_all(dir)?;
        }
        Ok(())
    }

    /// Removes the blame that is kept.
    pub fn forget_blame(&self) -> Result<()> {
        let dir = self.dirs().cache.join("blame");
        if dir.exists() {
            std::fs::remove_dir_all(dir)?;
        }
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = self.stop_engine();
        for pid in self.keepers() {
            let _ = Command::new("kill").arg(pid).status();
        }
    }
}

/// What a process has used once it has been idle for a moment: an engine that compacts its log goes
/// on after the command that asked for it.
fn at_rest(pid: u32) -> f64 {
    let start = Instant::now();
    let mut last = used_by(pid);
    let mut still = 0;
    while still < 4 && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(50));
        let children = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
        let now = used_by(pid);
        let busy = now > last || children.is_ok_and(|c| !c.trim().is_empty());
        still = if busy { 0 } else { still + 1 };
        last = now;
    }
    last
}

/// `git` in a repository, by its own defaults.
pub fn git(repo: &Path, args: &[&str]) -> Command {
    let mut command = clean(Path::new("git"));
    command
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .args(args)
        .current_dir(repo);
    command
}

fn clean(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear();
    for keep in ["PATH", "LANG", "TMPDIR", "LD_LIBRARY_PATH", "RGUARD_LOG"] {
        if let Some(value) = std::env::var_os(keep) {
            command.env(keep, value);
        }
    }
    command
}
