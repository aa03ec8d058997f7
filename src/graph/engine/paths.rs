//! The files of one engine: its data folder and what lies in it, and its socket.

use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::super::error::GraphError;
use crate::dirs::{Dirs, private_dir};

/// The longest socket path that both the engine and the kernel take, in bytes.
const SOCKET_MAX: usize = 103;

/// Where one engine lives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnginePaths {
    /// The folder with the append-only log, the configuration, the logs and the locks.
    pub data: PathBuf,
    /// The unix socket.
    pub socket: PathBuf,
}

impl EnginePaths {
    /// The engine of these folders: `<data>/engine`, and a socket named after a hash of it.
    pub fn new(dirs: &Dirs) -> Self {
        let data = dirs.data.join("engine");
        let hash = Sha256::digest(data.as_os_str().as_bytes());
        let name: String = hash[..8].iter().map(|b| format!("{b:02x}")).collect();
        Self {
            socket: dirs.runtime.join(format!("{name}.sock")),
            data,
        }
    }

    /// Makes both folders, private to the user.
    ///
    /// # Errors
    /// If they cannot be made or belong to others, or the socket's path is too long.
    pub fn prepare(&self) -> Result<(), GraphError> {
        let length = self.socket.as_os_str().len();
        if length > SOCKET_MAX {
            return Err(GraphError::Start {
                cause: format!(
                    "the socket path {} has {length} bytes, and at most {SOCKET_MAX} are possible. \
                     Set XDG_RUNTIME_DIR or TMPDIR to a shorter folder.",
                    self.socket.display()
                ),
            });
        }
        let runtime = self.socket.parent().unwrap_or(Path::new("/"));
        for dir in [self.data.as_path(), runtime] {
            private_dir(dir).map_err(GraphError::io("Making the folder", dir))?;
        }
        Ok(())
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.data.join(name)
    }

    /// Writes what `rguard engine` and `rguard doctor` show about the running engine.
    pub(super) fn write_server_json(&self, pid: u32, redis: &Path, module: &Path) {
        let value = serde_json::json!({
            "pid": pid, "socket": self.socket, "redis": redis, "module": module,
        });
        // Only for people and for `stop`; an engine without it works.
        if let Ok(mut f) = std::fs::File::create(self.file("server.json")) {
            let _ = writeln!(f, "{value:#}");
        }
    }

    /// The process id and redis-server path that the last starter wrote down.
    pub fn server_json(&self) -> Option<(u32, PathBuf)> {
        let text = std::fs::read(self.file("server.json")).ok()?;
        let value: serde_json::Value = serde_json::from_slice(&text).ok()?;
        let pid = u32::try_from(value.get("pid")?.as_u64()?).ok()?;
        Some((pid, PathBuf::from(value.get("redis")?.as_str()?)))
    }
}
