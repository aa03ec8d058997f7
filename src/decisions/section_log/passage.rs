//! A section's own lines: their decisions, fields and links, each looked for once. They are kept with
//! lines counted from the passage's first, so that they hold wherever the passage stands.

use std::sync::{Arc, OnceLock};

use super::super::fields::{self, FieldLine};
use super::super::links;
use super::super::markdown::{Block, Outline};
use super::super::memory::Surroundings;
use super::super::record::{Link, LinkPlace};
use super::super::record_names::paragraphs;
use super::parts::{self, Parts, Section};
use super::{Head, Reader};
use crate::model::LineRange;

/// What was found in a passage, by lines from its first, which is 1.
#[derive(Debug, Default)]
pub(in crate::decisions) struct Passage {
    parts: OnceLock<Parts>,
    fields: OnceLock<Vec<FieldLine>>,
    links: OnceLock<Vec<(LineRange, Vec<Link>)>>,
}

/// A passage where it stands.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub lines: LineRange,
    is_entry: bool,
    found: Arc<Passage>,
}

impl Reader<'_, '_> {
    /// The passage of these lines; `is_entry` as in [`Section`].
    pub(super) fn passage(&self, lines: LineRange, is_entry: bool) -> Placed {
        let found = match self.memory {
            None => Arc::default(),
            Some(memory) => {
                let text = self.outline.lines(lines);
                let prose = self.outline.prose_lines(lines);
                let blocks = self.outline.blocks_in(lines).iter();
                let of = Surroundings {
                    prose: (prose != text).then(|| prose.into()),
                    blocks: blocks.map(|b| from_one(b, lines.start)).collect(),
                    is_entry,
                    defs: Arc::clone(&self.defs_in_order),
                };
                memory.passage(self.words, text, of)
            }
        };
        Placed {
            lines,
            is_entry,
            found,
        }
    }
}

impl Placed {
    /// Its decisions.
    pub(super) fn parts(&self, reader: &Reader<'_, '_>, headings: &[Arc<Head>]) -> Parts {
        let read = || {
            let section = Section {
                lines: self.lines,
                is_entry: self.is_entry,
                headings,
            };
            parts::read(reader.words, reader.outline, section)
        };
        // A table is an index or a log by what the headings of the document are.
        if has_table(reader.outline, self.lines) {
            return read();
        }
        let kept = self.found.parts.get_or_init(|| {
            let mut parts = read();
            parts.shift(|n| n + 1 - self.lines.start);
            parts
        });
        let mut parts = kept.clone();
        parts.shift(|n| n + self.lines.start - 1);
        parts
    }

    /// Its field lines.
    pub(super) fn fields(&self, reader: &Reader<'_, '_>) -> Vec<FieldLine> {
        let kept = self.found.fields.get_or_init(|| {
            let mut found = fields::read_by(reader.words, reader.outline, self.lines);
            for f in &mut found {
                f.lines = shift(f.lines, |n| n + 1 - self.lines.start);
            }
            found
        });
        let mut fields = kept.clone();
        for f in &mut fields {
            f.lines = shift(f.lines, |n| n + self.lines.start - 1);
        }
        fields
    }

    /// The links of its paragraphs, but of those that begin in lines which are `taken`.
    pub(super) fn links(&self, reader: &Reader<'_, '_>, taken: &[LineRange]) -> Vec<Vec<Link>> {
        let kept = self.found.links.get_or_init(|| {
            let of = |p: LineRange| {
                let place = LinkPlace::Prose;
                let mut found = links::in_block(reader.outline, p, &reader.defs, None, place);
                for l in &mut found {
                    l.line = l.line + 1 - self.lines.start;
                }
                (shift(p, |n| n + 1 - self.lines.start), found)
            };
            let all = paragraphs(reader.outline, self.lines).into_iter().map(of);
            all.filter(|(_, found)| !found.is_empty()).collect()
        });
        let free = |p: &LineRange| {
            let start = p.start + self.lines.start - 1;
            !taken.iter().any(|t| t.contains(start))
        };
        let here = |l: &Link| Link {
            line: l.line + self.lines.start - 1,
            ..l.clone()
        };
        let all = kept.iter().filter(|(p, _)| free(p));
        all.map(|(_, links)| links.iter().map(here).collect())
            .collect()
    }
}

fn from_one(b: &Block, start: u32) -> Block {
    Block {
        kind: b.kind,
        lines: shift(b.lines, |n| n + 1 - start),
    }
}

/// The same lines, counted from elsewhere.
pub(super) fn shift(lines: LineRange, to: impl Fn(u32) -> u32) -> LineRange {
    LineRange::new(to(lines.start), to(lines.end))
}

fn has_table(outline: &Outline<'_>, lines: LineRange) -> bool {
    outline.tables.iter().any(|t| lines.contains(t.head))
}
