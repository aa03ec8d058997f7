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

    /// Its folders, but the cache: that is the user's, where the engine's files are.
    pub fn dirs(&self) -> Dirs {
        let own = Dirs::under(self.path());
        Dirs {
            cache: user_cache(),
            ..own
        }
    }

    /// An engine that goes with its last user.
    pub fn config(&self) -> GraphConfig {
        GraphConfig {
            linger: Duration::ZERO,
            keeper: None,
            url: None,
            ..GraphConfig::from_env(self.dirs())
        }
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
