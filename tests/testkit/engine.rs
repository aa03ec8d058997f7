//! Engines for tests: each in a temporary folder of its own, gone with its last user.

#![allow(dead_code)] // each test binary uses a part of it

use std::path::{Path, PathBuf};
use std::time::Duration;

use rguard::dirs::Dirs;
use rguard::graph::{GraphConfig, Store};
use rguard::model::GraphName;
use tempfile::TempDir;

/// A temporary home for one engine. Keep it alive as long as the engine runs.
pub struct Home {
    /// Data, cache and sockets of this test.
    pub root: TempDir,
}

impl Home {
    pub fn new() -> Self {
        Self {
            root: tempfile::Builder::new().prefix("rg-").tempdir().unwrap(),
        }
    }

    pub fn path(&self) -> &Path {
        self.root.path()
    }

    /// An engine under the folder of another process's [`Home`], that goes with its last user.
    pub fn config_at(root: &Path) -> GraphConfig {
        let dirs = Dirs {
            cache: user_cache(),
            ..Dirs::under(root)
        };
        GraphConfig {
            linger: Duration::ZERO,
            keeper: None,
            url: None,
            ..GraphConfig::from_env(dirs)
        }
    }

    /// An engine that goes with its last user; its files come from the user's cache.
    pub fn config(&self) -> GraphConfig {
        Self::config_at(self.path())
    }

    pub async fn store(&self) -> Store {
        Store::open(&self.config(), &GraphName::from("test"))
            .await
            .unwrap()
    }

    /// A store with all indexes.
    pub async fn migrated(&self) -> Store {
        let store = self.store().await;
        store.migrate().await.unwrap();
        store
    }

    pub fn engine_data(&self) -> PathBuf {
        self.config().engine_paths().data
    }

    /// The engine's process id, as its starter wrote it down.
    pub fn engine_pid(&self) -> Option<u32> {
        self.config()
            .engine_paths()
            .server_json()
            .map(|(pid, _)| pid)
    }
}

fn user_cache() -> PathBuf {
    Dirs::from_env().unwrap().cache
}

impl Drop for Home {
    /// A test that failed half-way leaves no engine behind.
    fn drop(&mut self) {
        let _ = rguard::graph::engine::stop(&self.config().engine_paths());
    }
}

/// Whether the process runs; a dead one that nobody waited for does not.
pub fn alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat
        .rsplit(") ")
        .next()
        .and_then(|rest| rest.chars().next());
    state.is_some_and(|s| s != 'Z' && s != 'X')
}

/// Ends the process at once and waits until it is gone.
pub fn kill(pid: u32) {
    signal(pid, "KILL");
    let start = std::time::Instant::now();
    while alive(pid) && start.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Sends a signal by its name.
pub fn signal(pid: u32, name: &str) {
    let pid = pid.to_string();
    let sent = std::process::Command::new("kill")
        .args(["-s", name, &pid])
        .status();
    assert!(sent.unwrap().success());
}
