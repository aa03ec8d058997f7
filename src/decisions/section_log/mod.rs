//! Many decisions in one file: every heading with prose of its own, every row of a table of
//! decisions, every dated item of a list, as in `DECISIONS.md`.
//!
//! Rules for coding agents (`CLAUDE.md`) are read the same way; their kind says what they are.
//! `head` reads a heading's words, `roles` tells what each heading is, `parts` finds the decisions
//! inside a section (`rows`, `leads`), `passage` keeps what was found in a section for the next
//! version, and `entry` makes the records.

mod entry;
mod head;
mod leads;
mod parts;
mod passage;
mod roles;
mod rows;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::headings::{ids, same_form};
use super::markdown::Outline;
use super::memory::Memory;
use super::record::{Parsed, Record, SourceKind, note};
use super::words::Words;
use super::{Format, Reading, front_matter, links, markup};
use crate::model::{CoverageState, DecisionId, LineRange, RepoPath};
pub(super) use head::Head;
use parts::Parts;
pub(super) use passage::Passage;
use passage::Placed;
use roles::{Role, Roles};

/// Reads logs by section.
#[derive(Clone, Copy, Debug)]
pub struct SectionLog;

impl Format for SectionLog {
    fn reads(&self, kind: SourceKind, _: &RepoPath) -> bool {
        matches!(kind, SourceKind::Log | SourceKind::Instructions)
    }

    fn parse(&self, reading: Reading<'_>, path: &RepoPath, text: &str) -> Parsed {
        let matter = front_matter::read(text);
        let skip = matter.as_ref().map_or(0, |m| m.len);
        let outline = markup::outline(path, text, skip, reading.memory);
        if !outline.prose.chars().any(char::is_alphanumeric) {
            return Parsed::skipped(path, None, "it is empty");
        }
        let mut reader = Reader::new(reading, path, &outline);
        reader.read();
        reader.parsed
    }
}

struct Reader<'a, 't> {
    words: &'a Words,
    path: &'a RepoPath,
    kind: SourceKind,
    outline: &'a Outline<'t>,
    memory: Option<&'a Memory>,
    defs: HashMap<String, String>,
    /// The same in order, for comparing.
    defs_in_order: Arc<[(String, String)]>,
    heads: Vec<Arc<Head>>,
    /// The lines of each heading without the heading itself.
    bodies: Vec<Option<Placed>>,
    roles: Vec<Role>,
    ids: Vec<DecisionId>,
    /// Comparable forms of the ids that are given; empty until a part of a section needs one.
    used: HashSet<String>,
    /// The record of a heading.
    record_of: Vec<Option<usize>>,
    parsed: Parsed,
}

impl<'a, 't> Reader<'a, 't> {
    fn new(reading: Reading<'a>, path: &'a RepoPath, outline: &'a Outline<'t>) -> Self {
        let head = |raw: &str| {
            let read = || Head::read(reading.words, raw);
            match reading.memory {
                Some(memory) => memory.head(reading.words, raw, read),
                None => Arc::new(read()),
            }
        };
        let heads: Vec<Arc<Head>> = outline.headings.iter().map(|h| head(&h.raw)).collect();
        let defs = links::definitions(&outline.prose);
        let mut in_order: Vec<(String, String)> =
            defs.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
        in_order.sort();
        let mut reader = Self {
            words: reading.words,
            path,
            kind: reading.kind,
            outline,
            memory: reading.memory,
            defs,
            defs_in_order: in_order.into(),
            bodies: Vec::new(),
            roles: Vec::new(),
            ids: Vec::new(),
            used: HashSet::new(),
            record_of: vec![None; heads.len()],
            heads,
            parsed: Parsed::default(),
        };
        reader.bodies = (0..reader.heads.len()).map(|i| reader.placed(i)).collect();
        reader
    }

    fn read(&mut self) {
        let of = |body: &Option<Placed>| {
            let body = body.as_ref();
            body.map_or_else(Parts::default, |p| p.parts(self, &self.heads))
        };
        let parts: Vec<Parts> = self.bodies.iter().map(of).collect();
        let before = self.parts_before();
        self.roles = Roles {
            kind: self.kind,
            outline: self.outline,
            heads: &self.heads,
            parts: &parts,
        }
        .read();
        let has_parts =
            |i: usize, p: &Parts| !p.parts.is_empty() && !matches!(self.roles[i], Role::Nothing(_));
        let any_parts =
            !before.parts.is_empty() || parts.iter().enumerate().any(|(i, p)| has_parts(i, p));
        if !self.roles.contains(&Role::Decision) && !any_parts {
            self.skip_sections();
            self.whole();
            return;
        }
        let is_title = |i: usize| self.roles[i] == Role::Document;
        self.ids = ids(self.path, self.outline, is_title);
        self.add_parts(None, &before);
        for (i, parts) in parts.iter().enumerate() {
            match self.roles[i] {
                Role::Decision => {
                    let record = self.entry(i, &parts.parts);
                    self.record_of[i] = Some(self.parsed.records.len());
                    self.parsed.records.push(record);
                }
                Role::Nothing(why) => {
                    self.skip(i, why);
                    continue;
                }
                Role::Document => self.gathers(i, "is the title"),
                Role::Group => self.gathers(i, "only gathers"),
            }
            self.add_parts(Some(i), parts);
        }
        self.note_dates();
    }

    /// The lines of a heading without the heading itself.
    fn body(&self, i: usize) -> Option<LineRange> {
        let own = self.outline.own_lines(i);
        let body = self.outline.headings[i].body;
        (body <= own.end).then(|| LineRange::new(body, own.end))
    }

    fn placed(&self, i: usize) -> Option<Placed> {
        let lines = self.body(i)?;
        let head = &self.heads[i];
        let below_named = || {
            let above = self.outline.headings[i].parent;
            above.is_some_and(|p| self.heads[p].is_named())
        };
        let is_entry = (head.is_named() && !head.bare_date)
            || (head.section && below_named())
            || self.kind == SourceKind::Instructions;
        Some(self.passage(lines, is_entry))
    }

    /// The parts before the first heading.
    fn parts_before(&self) -> Parts {
        let last = match self.outline.headings.first() {
            Some(h) => h.line.saturating_sub(1),
            None => self.outline.line_count(),
        };
        if last == 0 {
            return Parts::default();
        }
        let is_entry = self.kind == SourceKind::Instructions;
        let before = self.passage(LineRange::new(1, last), is_entry);
        before.parts(self, &self.heads)
    }

    fn cover(&mut self, line: u32, state: CoverageState, reason: String) {
        let told = note(self.path, Some(line), state, reason);
        self.parsed.coverage.push(told);
    }

    fn skip(&mut self, i: usize, why: &str) {
        let reason = format!("the section “{}” {why}", self.heads[i].title.title);
        self.cover(
            self.outline.headings[i].line,
            CoverageState::Skipped,
            reason,
        );
    }

    fn skip_sections(&mut self) {
        for i in 0..self.roles.len() {
            if let Role::Nothing(why) = self.roles[i] {
                self.skip(i, why);
            }
        }
    }

    fn gathers(&mut self, i: usize, what: &str) {
        let line = self.outline.headings[i].line;
        let told = format!("“{}” {what}", self.heads[i].title.title);
        self.parsed.gathers.push((line, told));
    }

    fn add_parts(&mut self, section: Option<usize>, parts: &Parts) {
        if self.used.is_empty() && !parts.parts.is_empty() {
            self.used = self.ids.iter().map(|id| same_form(id.as_str())).collect();
        }
        for (line, why) in &parts.skipped {
            self.cover(*line, CoverageState::Skipped, why.clone());
        }
        for part in &parts.parts {
            for (line, note) in &part.notes {
                self.cover(*line, CoverageState::Read, note.clone());
            }
            let record = self.part(section, part);
            self.parsed.records.push(record);
        }
    }

    /// Says which headings have a date of which only the year can be told, or that cannot be.
    fn note_dates(&mut self) {
        for i in 0..self.heads.len() {
            let line = self.outline.headings[i].line;
            if self.roles[i] == Role::Decision
                && let Some(reason) = self.heads[i].date_note.clone()
            {
                self.cover(line, CoverageState::Read, reason);
            }
        }
    }

    /// A file without a section that could be a decision.
    fn whole(&mut self) {
        if self.kind != SourceKind::Instructions || !self.outline.headings.is_empty() {
            let reason = "it has no section with prose of its own";
            let told = note(self.path, None, CoverageState::Skipped, reason);
            self.parsed.coverage.insert(0, told);
            return;
        }
        let lines = self.outline.trimmed(1, self.outline.line_count());
        let text = self.outline.lines(lines);
        let target = text.trim();
        if lines.end == 1
            && !target.contains(' ')
            && (target.contains('/') || target.ends_with(".md"))
        {
            let reason = "it is a link to another file";
            self.parsed = Parsed::skipped(self.path, Some(1), reason);
            return;
        }
        let title = self.path.file_name();
        let id = DecisionId(self.path.to_string());
        self.parsed.records.push(Record {
            title: title.clone(),
            ..Record::bare(id, self.kind, title, lines, text)
        });
    }
}
