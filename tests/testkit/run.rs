//! Runs the built `rguard` in surroundings of its own: no home, no configuration, no colour, an
//! engine that does not linger.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use rguard::dirs::Dirs;
use rguard::graph::GraphConfig;
use rguard::graph::engine::{Notify, stop};
use rguard::graph::provision::provision;
use rguard::model::Review;

/// A home for one test's `rguard` processes; what they keep is removed with it.
pub struct Home {
    dir: tempfile::TempDir,
}

/// How one run ended.
#[derive(Debug)]
pub struct Ran {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Home {
    /// An empty home.
    pub fn new() -> Self {
        Self {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    /// Its folder.
    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    /// `rguard` with these arguments, run in `dir`, ready to be changed further.
    pub fn command(&self, dir: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rguard"));
        command.env_clear();
        for keep in [
            "PATH",
            "LANG",
            "TMPDIR",
            "LD_LIBRARY_PATH",
            "SSL_CERT_FILE",
            "PIP_INDEX_URL",
            "PIP_CONFIG_FILE",
        ] {
            if let Some(value) = std::env::var_os(keep) {
                command.env(keep, value);
            }
        }
        command
            .current_dir(dir)
            .args(args)
            .stdin(Stdio::null())
            .env("HOME", self.path())
            .env("XDG_CONFIG_HOME", self.path().join("config"))
            .env("XDG_RUNTIME_DIR", self.path())
            .env("RGUARD_DATA_DIR", self.path().join("data"))
            .env("RGUARD_CACHE_DIR", self.path().join("cache"))
            .env("RGUARD_ENGINE_LINGER", "0")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null");
        command
    }

    /// As [`Home::command`], for a subcommand that needs the graph engine.
    pub fn command_with_engine(&self, dir: &Path, args: &[&str]) -> Command {
        let mut command = self.command(dir, args);
        command.env("RGUARD_ENGINE_DIR", engine_dir());
        command
    }

    /// Runs `rguard` with the graph engine at hand, to its end.
    pub fn run_with_engine(&self, dir: &Path, args: &[&str]) -> Ran {
        Ran::from(self.command_with_engine(dir, args).output().unwrap())
    }

    /// The same surroundings for the library in the test's own process.
    pub fn config(&self) -> GraphConfig {
        GraphConfig {
            engine_dir: Some(engine_dir().to_owned()),
            linger: Duration::ZERO,
            keeper: None,
            url: None,
            ..GraphConfig::from_env(self.dirs())
        }
    }

    fn dirs(&self) -> Dirs {
        Self::dirs_in(self.path())
    }

    /// The folders of the home at this path, for another process of a test.
    pub fn dirs_in(home: &Path) -> Dirs {
        Dirs {
            data: home.join("data"),
            cache: home.join("cache"),
            runtime: home.join("rguard"),
        }
    }

    /// Reviews and reads the answer; the engine stays for the next one.
    pub fn review(&self, dir: &Path, args: &[&str]) -> (i32, Review) {
        let ran = self.lingering(dir, &[&["review", "--format", "json"], args].concat());
        let review = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
        (ran.code, review)
    }

    /// Runs `rguard` with an engine that stays for the next run, until the home is dropped.
    pub fn lingering(&self, dir: &Path, args: &[&str]) -> Ran {
        let mut command = self.command_with_engine(dir, args);
        Ran::from(command.env("RGUARD_ENGINE_LINGER", "120").output().unwrap())
    }

    /// The engine's process id, while one runs.
    pub fn engine_pid(&self) -> Option<u32> {
        let json = self.config().engine_paths().server_json();
        json.map(|(pid, _)| pid)
    }

    /// Runs `rguard` in `dir` to its end.
    pub fn run(&self, dir: &Path, args: &[&str]) -> Ran {
        Ran::from(self.command(dir, args).output().unwrap())
    }
}

impl Drop for Home {
    /// A test that failed half-way leaves no engine behind.
    fn drop(&mut self) {
        let dirs = self.dirs();
        if dirs.data.exists() {
            let paths = GraphConfig::from_env(dirs).engine_paths();
            let _ = stop(&paths);
            // Its keeper leaves with it; the folder goes when nobody is in it.
            if let Ok(watch) = std::fs::File::open(paths.data.join("keeper.lock")) {
                let start = std::time::Instant::now();
                while watch.try_lock().is_err() && start.elapsed() < Duration::from_secs(5) {
                    std::thread::sleep(Duration::from_millis(2));
                }
            }
        }
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// The folder with the engine's files: one for all tests, found or fetched once.
fn engine_dir() -> &'static Path {
    static DIR: OnceLock<PathBuf> = OnceLock::new();
    DIR.get_or_init(|| {
        let explicit = std::env::var_os("RGUARD_ENGINE_DIR").filter(|v| !v.is_empty());
        let cache = Dirs::from_env().unwrap().cache;
        let notify: Notify = Arc::new(|_| {});
        let found = provision(explicit.as_deref().map(Path::new), &cache, &notify).unwrap();
        assert_eq!(
            found.redis.parent(),
            found.module.parent(),
            "set RGUARD_ENGINE_DIR to one folder with both files"
        );
        found.redis.parent().unwrap().to_owned()
    })
}

/// The text with what differs from run to run replaced: folders, full and short commit ids, times.
pub fn normal(text: &str, folders: &[(&Path, &str)]) -> String {
    let mut text = text.to_owned();
    for (folder, name) in folders {
        text = text.replace(&folder.display().to_string(), name);
    }
    let ids = regex::Regex::new(r"\b[0-9a-f]{40}\b").unwrap();
    let text = ids.replace_all(&text, "<commit>");
    let times = regex::Regex::new(r"\b\d+(\.\d+)? ms\b").unwrap();
    times.replace_all(&text, "<time>").into_owned()
}
