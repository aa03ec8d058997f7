//! The workstation: a full-screen view of one review, driven by keys.
//!
//! ```text
//!   terminal events ──┐
//!   signals ──────────┼─► Msg ─► update(&mut Model) -> Vec<Cmd> ─► jobs ─► Msg …
//!   results of jobs ──┘                 │
//!                                       └─► view(&Model) -> frame
//! ```
//!
//! One task owns the [`model::Model`] and the terminal ([`event_loop`]). [`update`] is the only
//! place that changes the model, and never blocks; [`view`] is pure. What the workstation shows
//! comes from a [`backend::Backend`], which the application implements. Only this room may use
//! ratatui and crossterm. [`record`] plays a key script through the same update and view, without
//! a terminal.
//!
//! It is not a place where anything is computed about decisions: every fact on the screen stands in
//! the Review.

pub mod backend;
pub mod data;
pub mod direct;
pub mod doc;
mod event_loop;
pub mod files;
pub mod highlight;
mod jobs;
pub mod keys;
pub mod layout;
pub mod model;
pub mod msg;
pub mod overlay;
pub mod pane;
pub mod record;
pub mod rows;
mod runtime;
mod term;
pub mod text;
pub mod theme;
pub mod update;
pub mod view;
pub mod widget;

#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use backend::{AsOfRequest, Backend};
use keys::Keymap;
use model::Model;
use theme::{Depth, ThemeChoice, ThemeError, detect_depth};

/// How the workstation is started.
#[derive(Clone, Debug, Default)]
pub struct TuiOptions {
    /// The theme.
    pub theme: ThemeChoice,
    /// The colours to use; `None`: as the environment says.
    pub depth: Option<Depth>,
    /// A keymap file, where there is one.
    pub keymap: Option<PathBuf>,
    /// Whether the mouse is left to the terminal.
    pub no_mouse: bool,
    /// The worktree's root, in which the editor opens files.
    pub root: Option<PathBuf>,
    /// The editor that the configuration names.
    pub editor: Option<String>,
    /// As of when the first review reads the record.
    pub as_of: AsOfRequest,
}

/// Why the workstation did not start or did not end by itself.
#[derive(Debug, thiserror::Error)]
pub enum TuiError {
    /// Standard output is no terminal.
    #[error("The workstation needs a terminal, and standard output is none.")]
    NotATerminal,
    /// The theme cannot be used.
    #[error(transparent)]
    Theme(#[from] ThemeError),
    /// The terminal failed.
    #[error("The terminal failed: {0}")]
    Io(#[from] io::Error),
    /// A signal ended it.
    #[error("The workstation was ended by signal {signal}.")]
    Ended {
        /// The signal's number.
        signal: i32,
    },
}

impl TuiError {
    /// The exit code that a command should end with.
    pub fn exit_code(&self) -> i32 {
        match self {
            Self::Ended { signal } => 128 + signal,
            _ => 3,
        }
    }

    /// What to do about it.
    pub fn hints(&self) -> Vec<&'static str> {
        match self {
            Self::NotATerminal => vec![
                "`rguard review … --format text` prints the same cards; json, markdown and sarif are the other formats.",
                "`rguard guard …` is the short form for hooks and scripts.",
            ],
            Self::Theme(_) => vec!["`theme = \"auto\"` follows the terminal."],
            _ => Vec::new(),
        }
    }
}

/// Runs the workstation until the user quits.
///
/// Needs a multi-threaded tokio runtime: the backend's calls run on its blocking threads. Jobs are
/// asked to stop at the end but not waited for; end the runtime with `shutdown_background` so that a
/// slow one does not hold the shell.
pub async fn run(backend: Arc<dyn Backend>, options: TuiOptions) -> Result<(), TuiError> {
    if !io::stdout().is_terminal() {
        return Err(TuiError::NotATerminal);
    }
    let depth = options
        .depth
        .unwrap_or_else(|| detect_depth(|name| std::env::var(name).ok()));
    // Before raw mode: the terminal answers on its input.
    let theme = theme::load(&theme::resolve(&options.theme), depth)?;
    // crossterm would turn every colour into a reset under NO_COLOR, and with it bold and reverse;
    // a theme at depth `None` has no colours to begin with.
    crossterm::style::force_color_output(true);
    let (keymap, warnings) = match &options.keymap {
        Some(path) => match std::fs::read_to_string(path) {
            Ok(text) => Keymap::with_file(&text),
            Err(e) if e.kind() == io::ErrorKind::NotFound => (Keymap::default(), Vec::new()),
            Err(e) => (
                Keymap::default(),
                vec![format!(
                    "The keymap {} could not be read: {e}",
                    path.display()
                )],
            ),
        },
        None => (Keymap::default(), Vec::new()),
    };
    let size = crossterm::terminal::size().unwrap_or((80, 24));
    let mut model = Model::new(size, theme, keymap);
    model.now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .ok()
        .and_then(|d| i64::try_from(d.as_secs()).ok());
    model.request = options.as_of;
    for warning in warnings {
        model.say(warning, true);
    }
    let session = term::session::Session::enter(!options.no_mouse)?;
    event_loop::Loop::new(model, session, backend, options.root, options.editor)
        .run()
        .await
}
