//! What commands that work on a repository and its graph begin with.

use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::{Global, UserError};
use crate::guard::Session;
use crate::history::Repo;
use crate::model::Progress;

/// Opens the repository and its graph.
///
/// # Errors
/// One of them cannot be opened.
pub async fn session(global: &Global) -> Result<Session, UserError> {
    let repo = Repo::open(&global.repo)?;
    let config = super::engine::graph_config(global)?;
    Ok(Session::open(repo, &config).await?)
}

/// Shows progress on stderr, once something takes longer than half a second and only to a person.
pub struct Bar {
    bar: ProgressBar,
    start: Instant,
}

impl Bar {
    /// A bar that is not drawn yet.
    pub fn new() -> Self {
        let bar = if stderr().is_terminal() {
            ProgressBar::new(0)
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template("{msg:>12} {bar:28} {pos}/{len} {elapsed}")
        {
            bar.set_style(style);
        }
        Self {
            bar,
            start: Instant::now(),
        }
    }

    /// Shows how far it is.
    pub fn show(&self, p: &Progress) {
        if self.start.elapsed() < Duration::from_millis(500) {
            return;
        }
        self.bar.set_message(p.phase.clone());
        self.bar.set_length(p.total);
        self.bar.set_position(p.done);
    }

    /// Takes it away.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Default for Bar {
    fn default() -> Self {
        Self::new()
    }
}

/// A flag that the first Ctrl-C sets; a second one ends the process as usual.
pub fn cancel_on_interrupt() -> Arc<std::sync::atomic::AtomicBool> {
    let flag = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let set = Arc::clone(&flag);
    tokio::spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            set.store(true, std::sync::atomic::Ordering::Relaxed);
        }
        if tokio::signal::ctrl_c().await.is_ok() {
            std::process::exit(130);
        }
    });
    flag
}
