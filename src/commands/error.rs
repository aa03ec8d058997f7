//! Errors as a person sees them, and the exit codes of DESIGN's "Surfaces".

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use super::ColorWhen;
use super::output::use_color_on_stderr;
use crate::model::safe::printable;

/// How the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit(pub u8);

impl Exit {
    /// Nothing stands against it.
    pub const OK: Self = Self(0);
    /// Contradictions.
    pub const CONTRADICTS: Self = Self(1);
    /// It could not be told: the review is partial.
    pub const PARTIAL: Self = Self(2);
    /// It could not start: engine, access, configuration.
    pub const NOT_STARTED: Self = Self(3);
    /// Wrong usage.
    pub const USAGE: Self = Self(64);
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.0)
    }
}

/// Whose move it is after an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The command line itself is wrong.
    Usage,
    /// Something the user named is not there or cannot be read.
    User,
    /// The surroundings: engine, access, configuration.
    Config,
    /// The repository's own settings, by which it would have to be read.
    Settings,
    /// A fault of rguard.
    Internal,
    /// No failure: there is nothing to do, and that is said.
    Nothing,
    /// A signal ended it, by its number.
    Ended(u8),
}

/// An error as a person sees it: what is wrong, in one sentence, and what to do about it.
#[derive(Debug)]
pub struct UserError {
    /// Whose move it is.
    pub kind: ErrorKind,
    /// What is wrong.
    pub message: String,
    /// What to do, a sentence each.
    pub hints: Vec<String>,
    source: Option<anyhow::Error>,
}

impl UserError {
    /// An error of this kind without hints.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hints: Vec::new(),
            source: None,
        }
    }

    /// The command line itself is wrong (exit 64).
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Usage, message)
    }

    /// Something the user named is not there or cannot be read (exit 3).
    pub fn user(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::User, message)
    }

    /// Engine, access or configuration (exit 3).
    pub fn config(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Config, message)
    }

    /// The repository's own settings cannot be used, so nothing can be told (exit 2).
    pub fn settings(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Settings, message)
    }

    /// A fault of rguard (exit 2), with what caused it.
    pub fn internal(source: impl Into<anyhow::Error>) -> Self {
        let source = source.into();
        Self {
            kind: ErrorKind::Internal,
            message: source.to_string(),
            hints: Vec::new(),
            source: Some(source),
        }
    }

    /// There is nothing to do (exit 0).
    pub fn nothing(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Nothing, message)
    }

    /// A signal ended it: nothing is said, and the exit tells which.
    pub fn ended(signal: i32) -> Self {
        let signal = u8::try_from(signal).unwrap_or(0);
        Self::new(ErrorKind::Ended(signal), "A signal ended it.")
    }

    /// Adds a sentence that says what to do.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Adds what caused it: its chain is printed under the message.
    #[must_use]
    pub fn caused_by(mut self, source: impl Into<anyhow::Error>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The exit code it leads to.
    pub fn exit(&self) -> Exit {
        match self.kind {
            ErrorKind::Usage => Exit::USAGE,
            ErrorKind::User | ErrorKind::Config => Exit::NOT_STARTED,
            ErrorKind::Settings | ErrorKind::Internal => Exit::PARTIAL,
            ErrorKind::Nothing => Exit::OK,
            ErrorKind::Ended(signal) => Exit(128 + signal),
        }
    }

    /// Whether the reader of our output went away, which is success.
    pub fn is_broken_pipe(&self) -> bool {
        self.source.iter().flat_map(|e| e.chain()).any(|e| {
            e.downcast_ref::<io::Error>()
                .is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
        })
    }

    /// The message with what caused it, for where there is one line of room.
    pub fn with_causes(&self) -> String {
        let mut out = self.message.clone();
        for cause in self.source.iter().flat_map(|e| e.chain()) {
            let cause = cause.to_string();
            if !out.contains(&cause) {
                out = format!("{}: {cause}", out.trim_end_matches('.'));
            }
        }
        out
    }

    /// Prints message, causes and hints on stderr.
    pub fn print(&self, color: ColorWhen) {
        if matches!(self.kind, ErrorKind::Ended(_)) {
            return;
        }
        let text = self.text(use_color_on_stderr(color));
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }

    fn text(&self, color: bool) -> String {
        let (red, cyan, off) = if color {
            ("\x1b[1;31m", "\x1b[36m", "\x1b[0m")
        } else {
            ("", "", "")
        };
        let label = match self.kind {
            ErrorKind::Internal => format!("{red}Internal error:{off} "),
            ErrorKind::Nothing => String::new(),
            _ => format!("{red}Error:{off} "),
        };
        let mut out = format!("{label}{}\n", printable(&self.message));
        let mut last = self.message.clone();
        for cause in self.source.iter().flat_map(|e| e.chain()) {
            let cause = cause.to_string();
            if !last.contains(&cause) {
                out.push_str(&format!("  because: {}\n", printable(&cause)));
                last = cause;
            }
        }
        for hint in &self.hints {
            out.push_str(&format!("{cyan}Hint:{off} {}\n", printable(hint)));
        }
        out
    }
}

impl fmt::Display for UserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for UserError {}

impl From<io::Error> for UserError {
    fn from(e: io::Error) -> Self {
        Self::internal(e)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_prints_its_causes_once_and_what_to_do() {
        let cause = anyhow::anyhow!("no such revision").context("cannot read the base");
        let e = UserError::user("The target `topic` is not a branch, commit or range.")
            .caused_by(cause)
            .hint("Run `git branch` to see what there is.");
        assert_eq!(
            e.text(false),
            "Error: The target `topic` is not a branch, commit or range.\n\
             \x20 because: cannot read the base\n\
             \x20 because: no such revision\n\
             Hint: Run `git branch` to see what there is.\n"
        );
        assert_eq!(e.exit(), Exit(3));
    }

    #[test]
    fn the_text_of_an_error_cannot_drive_the_terminal() {
        let e = UserError::user("no branch \x1b]0;owned\x07");
        assert!(!e.text(false).contains('\x1b'));
    }

    #[test]
    fn a_broken_pipe_is_seen_through_its_wrapping() {
        let pipe = io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(UserError::from(pipe).is_broken_pipe());
        assert!(!UserError::from(io::Error::from(io::ErrorKind::NotFound)).is_broken_pipe());
    }
}
