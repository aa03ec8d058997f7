//! Many decisions in one file: every heading with prose of its own, every row of a table of
//! decisions, every dated item of a list, as in `DECISIONS.md`.
//!
//! Rules for coding agents (`CLAUDE.md`) are read the same way; their kind says what they are.
//! `roles` tells what each heading is, `parts` finds the decisions inside a section (`rows`,
//! `leads`), and `entry` makes the records.

mod entry;
mod leads;
mod parts;
mod roles;
mod rows;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use super::headings::{ids, same_form};
use super::markdown::Outline;
use super::record::{Parsed, Record, SourceKind, note};
use super::titles::{self, Title};
use super::words::{HeadingKind, Words};
use super::{Format, Reading, dates, front_matter, links, markup};
use crate::model::{CoverageState, DecisionId, LineRange, RepoPath};
use parts::{Parts, Section};
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
        let outline = markup::outline(path, text, matter.as_ref().map_or(0, |m| m.len));
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
    defs: HashMap<String, String>,
    titles: Vec<Title>,
    roles: Vec<Role>,
    ids: Vec<DecisionId>,
    /// Comparable forms of the ids that are given.
    used: HashSet<String>,
    /// The record of a heading.
    record_of: Vec<Option<usize>>,
    parsed: Parsed,
}

impl<'a, 't> Reader<'a, 't> {
    fn new(reading: Reading<'a>, path: &'a RepoPath, outline: &'a Outline<'t>) -> Self {
        let titles: Vec<Title> = outline
            .headings
            .iter()
            .map(|h| titles::read_by(reading.words, &h.raw))
            .collect();
        Self {
            words: reading.words,
            path,
            kind: reading.kind,
            outline,
            defs: links::definitions(&outline.prose),
            roles: Vec::new(),
            ids: Vec::new(),
            used: HashSet::new(),
            record_of: vec![None; titles.len()],
            titles,
            parsed: Parsed::default(),
        }
    }

    fn read(&mut self) {
        let parts: Vec<Parts> = (0..self.titles.len()).map(|i| self.parts_of(i)).collect();
        let before = self.parts_before();
        self.roles = Roles {
            words: self.words,
            kind: self.kind,
            outline: self.outline,
            titles: &self.titles,
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
        self.used = self.ids.iter().map(|id| same_form(id.as_str())).collect();
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

    fn parts_of(&self, i: usize) -> Parts {
        let Some(lines) = self.body(i) else {
            return Parts::default();
        };
        let title = &self.titles[i];
        let bare = super::headings::is_bare_date(title, &self.outline.headings[i].raw);
        let named = title.date.is_some() || title.number.is_some();
        let is_entry = (named && !bare)
            || self.words.is_heading(HeadingKind::Section, &title.title)
                && self.outline.headings[i].parent.is_some_and(|p| {
                    self.titles[p].date.is_some() || self.titles[p].number.is_some()
                })
            || self.kind == SourceKind::Instructions;
        let section = Section {
            lines,
            is_entry,
            headings: &self.titles,
        };
        parts::read(self.words, self.outline, section)
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
        let section = Section {
            lines: LineRange::new(1, last),
            is_entry: self.kind == SourceKind::Instructions,
            headings: &self.titles,
        };
        parts::read(self.words, self.outline, section)
    }

    fn cover(&mut self, line: u32, state: CoverageState, reason: String) {
        let told = note(self.path, Some(line), state, reason);
        self.parsed.coverage.push(told);
    }

    fn skip(&mut self, i: usize, why: &str) {
        let reason = format!("the section “{}” {why}", self.titles[i].title);
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
        let told = format!("“{}” {what}", self.titles[i].title);
        self.parsed.gathers.push((line, told));
    }

    fn add_parts(&mut self, section: Option<usize>, parts: &Parts) {
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
        for i in 0..self.titles.len() {
            if self.roles[i] != Role::Decision {
                continue;
            }
            let raw = &self.outline.headings[i].raw;
            let line = self.outline.headings[i].line;
            match &self.titles[i].date {
                Some(date) if date.len() == 4 => {
                    let at = dates::first_by(self.words, raw).map(|f| f.at);
                    let written = at.and_then(|at| raw.get(at)).unwrap_or(date);
                    let reason = dates::unsure(written);
                    self.cover(line, CoverageState::Read, reason);
                }
                None => {
                    if let Some(shaped) = dates::impossible(raw) {
                        let reason = format!("“{shaped}” is no date");
                        self.cover(line, CoverageState::Read, reason);
                    }
                }
                Some(_) => {}
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
