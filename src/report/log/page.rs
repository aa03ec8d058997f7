//! A text that grows line by line; what is said in it stands with what it is about.

use crate::report::style::{Look, Tone};

/// The text so far.
pub(super) struct Page {
    /// Colours and width.
    pub(super) look: Look,
    /// What was written.
    pub(super) out: String,
}

impl Page {
    /// An empty one.
    pub(super) fn new(look: Look) -> Self {
        Self {
            look,
            out: String::new(),
        }
    }

    /// Adds a line, without white space at its end.
    pub(super) fn line(&mut self, text: &str) {
        self.out.push_str(text.trim_end());
        self.out.push('\n');
    }

    /// Adds a text, broken at the width: `first` stands before its first line, `rest` before the others.
    pub(super) fn wrapped(&mut self, text: &str, first: &str, rest: &str) {
        for line in self.look.wrap(text, first, rest) {
            self.line(&line);
        }
    }

    /// Adds a heading after an empty line.
    pub(super) fn heading(&mut self, text: &str) {
        let text = self.look.paint(Tone::Bold, text);
        self.line("");
        self.line(&text);
    }
}
