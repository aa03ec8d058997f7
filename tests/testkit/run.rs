//! Runs the built `rguard` in surroundings of its own: no home, no configuration, no colour, an
//! engine that does not linger.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

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
            .env("RGUARD_CACHE_DIR", shared_cache())
            .env("RGUARD_ENGINE_LINGER", "0")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null");
        command
    }

    /// Runs `rguard` in `dir` to its end.
    pub fn run(&self, dir: &Path, args: &[&str]) -> Ran {
        Ran::from(self.command(dir, args).output().unwrap())
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

/// The cache that all tests share, so that the engine's files are fetched once: the one that
/// `RGUARD_CACHE_DIR` names, else one beside the build.
pub fn shared_cache() -> PathBuf {
    match std::env::var_os("RGUARD_CACHE_DIR") {
        Some(dir) if !dir.is_empty() => PathBuf::from(dir),
        _ => PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rguard-cache"),
    }
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
