//! The log: a file in the data directory, never stdout or stderr, so that the workstation's screen
//! and a program that reads our output stay clean.

use std::fs::{self, OpenOptions};
use std::sync::Mutex;

use tracing_subscriber::EnvFilter;

use super::{Global, UserError};
use crate::dirs::Dirs;

/// Starts writing to `rguard.log` in the data directory, if `--log` or `RGUARD_LOG` asks for it.
///
/// # Errors
/// If the filter cannot be read or the file not be opened.
pub fn start(global: &Global) -> Result<(), UserError> {
    let Some(filter) = global.log.as_deref().filter(|f| !f.is_empty()) else {
        return Ok(());
    };
    let filter = EnvFilter::try_new(filter).map_err(|e| {
        UserError::usage(format!("The log filter `{filter}` cannot be read: {e}."))
            .hint("Write a level (`info`) or one per room (`rguard::sync=debug,warn`).")
    })?;
    let data = Dirs::from_env()
        .map_err(|e| UserError::config("There is no place for the log.").caused_by(e))?
        .data;
    let path = data.join("rguard.log");
    let file = fs::create_dir_all(&data)
        .and_then(|()| OpenOptions::new().create(true).append(true).open(&path))
        .map_err(|e| {
            UserError::config(format!("The log {} cannot be opened.", path.display())).caused_by(e)
        })?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(false)
        .with_writer(Mutex::new(file))
        .try_init()
        .map_err(|e| UserError::internal(anyhow::anyhow!(e)))
}
