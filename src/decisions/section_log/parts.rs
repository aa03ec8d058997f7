//! Decisions inside one section: rows of a table, items of a list, paragraphs that begin with a date
//! or a number. What each form is stands in `rows` and `leads`.

use std::sync::Arc;

use super::super::markdown::Outline;
use super::super::titles::Title;
use super::super::words::Words;
use super::passage::shift;
use super::{Head, leads, rows};
use crate::model::{LineRange, Standing};

/// A decision that shares its section with others.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its lines.
    pub lines: LineRange,
    /// What it is called in its id: the number or the topic as written.
    pub name: String,
    /// Its title, number, date and mark.
    pub title: Title,
    /// Who decided.
    pub people: Vec<String>,
    /// Its standing, where a cell or a field says it.
    pub standing: Option<(Standing, String)>,
    /// What a reader should know about one of its lines.
    pub notes: Vec<(u32, String)>,
}

/// What a section holds beside its prose.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// Its decisions, in the order of lines.
    pub parts: Vec<Part>,
    /// Lines that are no decision, and why: a list of what stands elsewhere, a template.
    pub skipped: Vec<(u32, String)>,
    /// Characters of prose outside the parts and outside what was skipped.
    pub prose: usize,
    /// Whether anything but paragraphs is left outside.
    pub other: bool,
}

impl Parts {
    /// Counts its lines from elsewhere.
    pub(super) fn shift(&mut self, to: impl Fn(u32) -> u32) {
        for part in &mut self.parts {
            part.lines = shift(part.lines, &to);
            for (line, _) in &mut part.notes {
                *line = to(*line);
            }
        }
        for (line, _) in &mut self.skipped {
            *line = to(*line);
        }
    }
}

/// What is known about a section before its parts are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Section<'a> {
    /// Its own lines without the heading.
    pub lines: LineRange,
    /// Whether it is an entry by itself: its list is then a part of what it says.
    pub is_entry: bool,
    /// The headings of the file, whose numbers and titles they bear: a table of them is an index.
    pub headings: &'a [Arc<Head>],
}

/// Reads the parts of a section.
pub(super) fn read(words: &Words, outline: &Outline<'_>, section: Section<'_>) -> Parts {
    let mut out = Parts::default();
    let mut taken: Vec<LineRange> = Vec::new();
    for table in &outline.tables {
        if section.lines.contains(table.head) {
            rows::read(words, outline, table, section, &mut out, &mut taken);
        }
    }
    if !section.is_entry {
        leads::read(words, outline, section, &mut out, &mut taken);
    }
    out.parts.sort_by_key(|p| p.lines.start);
    for b in outline.blocks_in(section.lines) {
        if taken.iter().any(|t| t.contains(b.lines.start)) {
            continue;
        }
        let text = outline.prose_lines(b.lines);
        out.prose += text.chars().filter(|c| !c.is_whitespace()).count();
        out.other |= b.kind != super::super::markdown::BlockKind::Paragraph;
    }
    out
}

/// At most 80 characters of a text, cut between words, for a title or an id.
pub(super) fn short(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() <= 80 {
        return text;
    }
    let cut = text.char_indices().nth(80).map_or(text.len(), |(i, _)| i);
    let at = text[..cut].rfind(' ').filter(|&i| i > 30).unwrap_or(cut);
    text[..at].trim_end_matches([',', ';', ':', '.']).to_owned()
}

/// The first sentence of a text, short enough for a title.
pub(super) fn first_sentence(text: &str) -> String {
    let text = text.trim();
    let end = text
        .char_indices()
        .filter(|(i, c)| match c {
            '。' => true,
            '.' | '!' | '?' => {
                let rest = &text[i + 1..];
                rest.starts_with(' ') && rest[1..].starts_with(|c: char| !c.is_lowercase())
            }
            _ => false,
        })
        .map(|(i, _)| i)
        .find(|&i| i > 8);
    short(end.map_or(text, |i| &text[..i]).trim_end_matches('.'))
}
