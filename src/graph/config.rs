//! How to reach the graph: from folders, the environment and the command line.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::engine::{EngineOptions, EnginePaths, Notify};
use super::error::GraphError;
use super::provision::{self, Binaries};
use crate::dirs::Dirs;

/// How long an engine lingers unless told otherwise.
const LINGER: Duration = Duration::from_secs(600);

/// How to reach the graph.
#[derive(Clone)]
pub struct GraphConfig {
    /// Where the engine's data, files and socket are.
    pub dirs: Dirs,
    /// A folder with the engine's two files, instead of the pinned ones.
    pub engine_dir: Option<PathBuf>,
    /// A server to use instead of the embedded engine.
    pub url: Option<String>,
    /// How long the engine stays after its last user.
    pub linger: Duration,
    /// The rguard executable that can keep a lingering engine.
    pub keeper: Option<PathBuf>,
    /// How long a read may take in the server.
    pub read_timeout: Duration,
    /// Told about what takes longer than a second.
    pub notify: Notify,
}

impl GraphConfig {
    /// The configuration of these folders and the environment: `RGUARD_ENGINE_DIR`,
    /// `RGUARD_GRAPH_URL`, `RGUARD_ENGINE_LINGER` (seconds).
    pub fn from_env(dirs: Dirs) -> Self {
        let var = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
        let linger = var("RGUARD_ENGINE_LINGER").and_then(|v| v.parse().ok());
        let keeper = std::env::current_exe()
            .ok()
            .filter(|p| p.file_stem().is_some_and(|n| n == "rguard"));
        Self {
            dirs,
            engine_dir: std::env::var_os("RGUARD_ENGINE_DIR")
                .filter(|v| !v.is_empty())
                .map(PathBuf::from),
            url: var("RGUARD_GRAPH_URL"),
            linger: linger.map_or(LINGER, Duration::from_secs),
            keeper,
            read_timeout: Duration::from_secs(10),
            notify: Arc::new(|_| {}),
        }
    }

    /// The embedded engine's place.
    pub fn engine_paths(&self) -> EnginePaths {
        EnginePaths::new(&self.dirs)
    }

    pub(super) fn engine_options(&self) -> EngineOptions {
        EngineOptions {
            linger: self.linger,
            keeper: self.keeper.clone(),
            notify: self.notify.clone(),
        }
    }

    pub(super) fn binaries(&self) -> Result<Binaries, GraphError> {
        provision::provision(self.engine_dir.as_deref(), &self.dirs.cache, &self.notify)
    }
}
