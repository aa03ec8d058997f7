//! How text looks: colour or none, and the width to wrap to.

use textwrap::{Options, WordSplitter};

/// Colour and width of a text report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether escape sequences for colour may be used.
    pub color: bool,
    /// Columns to wrap to.
    pub width: usize,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            color: false,
            width: 100,
        }
    }
}

/// The few ways in which a part of a report stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// A title.
    Bold,
    /// Machinery that a reader may pass over.
    Dim,
    /// A contradiction, a deleted line.
    Bad,
    /// A related decision, a doubt.
    Mild,
    /// Nothing found, an added line.
    Good,
}

impl Look {
    /// The text in this tone, where colour is allowed.
    pub fn paint(self, tone: Tone, text: &str) -> String {
        if !self.color || text.is_empty() {
            return text.to_owned();
        }
        let code = match tone {
            Tone::Bold => "1",
            Tone::Dim => "2",
            Tone::Bad => "1;31",
            Tone::Mild => "33",
            Tone::Good => "32",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    /// The text wrapped to the width, its first line after `first`, the others after `rest`; long
    /// words are kept whole so that a path or an address can be copied.
    pub fn wrap(self, text: &str, first: &str, rest: &str) -> Vec<String> {
        let options = Options::new(self.width.max(20))
            .initial_indent(first)
            .subsequent_indent(rest)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation);
        textwrap::wrap(text, options)
            .into_iter()
            .map(|l| l.into_owned())
            .collect()
    }
}
