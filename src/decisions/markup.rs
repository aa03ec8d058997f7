//! Records in other markups than Markdown: AsciiDoc, reStructuredText and Org.
//!
//! Each markup's own file finds headings, code and field lines; from there on a record is read as
//! any other is.

use super::adr::checked;
use super::fields::FieldLine;
use super::markdown::{Heading, Outline};
use super::memory::Memory;
use super::record::{Parsed, SourceKind};
use super::record_file::{self, Shape};
use super::{Format, Reading, asciidoc, org, restructured, words};
use crate::model::{LineRange, RepoPath};

/// Reads records that are not Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Markup;

impl Format for Markup {
    fn reads(&self, kind: SourceKind, path: &RepoPath) -> bool {
        kind == SourceKind::Adr
            && matches!(
                path.extension().as_deref(),
                Some("adoc" | "asciidoc" | "rst" | "org")
            )
    }

    fn parse(&self, reading: Reading<'_>, path: &RepoPath, text: &str) -> Parsed {
        let found = match path.extension().as_deref() {
            Some("rst") => restructured::read(text, 0),
            Some("org") => org::read(text),
            _ => asciidoc::read(text),
        };
        let outline = &found.outline.with_words(reading.words);
        if !outline.prose.chars().any(char::is_alphanumeric) {
            return Parsed::skipped(path, None, "it is empty");
        }
        let shape = Shape {
            lines: found.fields,
            title: found.title,
            ..Shape::default()
        };
        checked(path, record_file::read(path, outline, shape), outline)
    }
}

/// What a markup's reader finds.
pub(super) struct Marked<'t> {
    /// Headings and prose.
    pub outline: Outline<'t>,
    /// The field lines that only this markup has.
    pub fields: Vec<FieldLine>,
    /// The document's title, where it is no heading.
    pub title: Option<String>,
}

/// The outline of a text by the ending of its file's name: Markdown where it is none of the others.
pub(super) fn outline<'t>(
    path: &RepoPath,
    text: &'t str,
    skip: usize,
    memory: Option<&Memory>,
) -> Outline<'t> {
    match path.extension().as_deref() {
        Some("rst") => restructured::read(text, skip).outline,
        Some("org") => org::read(text).outline,
        Some("adoc" | "asciidoc") => asciidoc::read(text).outline,
        _ => Outline::remembered(text, skip, memory),
    }
}

/// A field line: its key must be one of a record's fields.
pub(super) fn field(key: &str, value: &str, line: u32, end: u32, text: &str) -> Option<FieldLine> {
    let value = value.trim().trim_matches('*').trim();
    Some(FieldLine {
        field: words::field(key)?,
        value: value.to_owned(),
        first: value.to_owned(),
        words: text.trim().chars().take(200).collect(),
        lines: LineRange::new(line, end),
        marked: true,
    })
}

/// A heading of one line; where it stands among the others is worked out by the outline.
pub(super) fn heading(level: u8, raw: &str, line: u32, body: u32) -> Heading {
    Heading {
        level,
        raw: raw.trim().to_owned(),
        line,
        body,
        parent: None,
        has_prose: false,
    }
}

/// Makes room for the title: where none of the headings is one, all of them are sections.
pub(super) fn make_sections(headings: &mut [Heading], titled: bool) {
    let tops = headings.iter().filter(|h| h.level == 1).count();
    if titled || tops > 1 {
        for h in headings {
            h.level = (h.level + 1).min(6);
        }
    }
}

#[cfg(test)]
#[path = "markup_tests.rs"]
mod tests;
