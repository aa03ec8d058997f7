//! Where printed text goes: stdout, its colour and its width.

use std::io::{self, IsTerminal, Write};

use super::{ColorWhen, UserError};

/// Writes text to stdout.
///
/// # Errors
/// What the operating system says; a reader that went away is told apart by
/// [`UserError::is_broken_pipe`].
pub fn print(text: &str) -> Result<(), UserError> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|e| UserError::user("The output could not be written.").caused_by(e))
}

/// Writes one line to stderr: a partial reason, a note. Nobody may be reading.
pub fn note(text: &str) {
    let _ = writeln!(
        io::stderr().lock(),
        "{}",
        crate::model::safe::printable(text)
    );
}

/// Whether stdout may be coloured.
pub fn use_color(when: ColorWhen) -> bool {
    decide(when, io::stdout().is_terminal())
}

/// Whether stderr may be coloured.
pub fn use_color_on_stderr(when: ColorWhen) -> bool {
    decide(when, io::stderr().is_terminal())
}

/// Columns of the terminal behind stdout; 100 where there is none.
pub fn width() -> usize {
    if !io::stdout().is_terminal() {
        return 100;
    }
    crossterm::terminal::size().map_or(100, |(columns, _)| usize::from(columns).max(20))
}

fn decide(when: ColorWhen, terminal: bool) -> bool {
    match when {
        ColorWhen::Always => true,
        ColorWhen::Never => false,
        // An empty NO_COLOR counts as unset.
        ColorWhen::Auto => {
            terminal
                && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
                && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
        }
    }
}
