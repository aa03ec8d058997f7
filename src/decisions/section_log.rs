//! Many decisions in one file: every heading with prose of its own, as in `DECISIONS.md`.
//!
//! Rules for coding agents (`CLAUDE.md`) are read the same way; their kind says what they are.

use std::collections::HashMap;

use super::fields;
use super::headings::{ids, is_about_the_log, is_bare_date, is_decision_table, status_group};
use super::links;
use super::markdown::{Heading, Outline};
use super::record::{Cue, Link, LinkPlace, Parsed, Record, SourceKind, note};
use super::record_names::paragraphs;
use super::titles::{self, Title};
use super::words::{self, Field};
use super::{Format, Reading, front_matter, markup};
use crate::model::{CoverageState, DecisionId, LineRange, RepoPath, Standing};

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
        let mut reader = Reader::new(path, reading.kind, &outline);
        reader.read();
        reader.parsed
    }
}

/// What a heading is in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The document's title.
    Document,
    /// A heading that only gathers entries (`Failed Approaches`, a date).
    Group,
    /// A decision.
    Decision,
    /// Not a decision: how the log is written, a table of contents, an empty section.
    Nothing,
}

struct Reader<'a, 't> {
    path: &'a RepoPath,
    kind: SourceKind,
    outline: &'a Outline<'t>,
    defs: HashMap<String, String>,
    titles: Vec<Title>,
    roles: Vec<Role>,
    /// The record of a heading.
    record_of: Vec<Option<usize>>,
    parsed: Parsed,
}

impl<'a, 't> Reader<'a, 't> {
    fn new(path: &'a RepoPath, kind: SourceKind, outline: &'a Outline<'t>) -> Self {
        let titles: Vec<Title> = outline
            .headings
            .iter()
            .map(|h| titles::read(&h.raw))
            .collect();
        Self {
            path,
            kind,
            outline,
            defs: links::definitions(&outline.prose),
            roles: Vec::new(),
            record_of: vec![None; titles.len()],
            titles,
            parsed: Parsed::default(),
        }
    }

    fn read(&mut self) {
        self.roles = (0..self.titles.len()).map(|i| self.role(i)).collect();
        if !self.roles.contains(&Role::Decision) {
            self.whole();
            return;
        }
        let ids = ids(self.path, self.outline, |i| self.roles[i] == Role::Document);
        for (i, id) in ids.into_iter().enumerate() {
            match self.roles[i] {
                Role::Decision => {
                    let record = self.record(i, id);
                    self.record_of[i] = Some(self.parsed.records.len());
                    self.parsed.records.push(record);
                }
                Role::Nothing => {
                    let h = &self.outline.headings[i];
                    let what = if h.has_prose {
                        "explains the log or is a template"
                    } else {
                        "is empty"
                    };
                    let reason = format!("the section “{}” {what}", self.titles[i].title);
                    let state = CoverageState::Skipped;
                    self.parsed
                        .coverage
                        .push(note(self.path, Some(h.line), state, reason));
                }
                Role::Document | Role::Group => {}
            }
        }
        for &(line, rows) in &self.outline.tables {
            let head = self.outline.prose_lines(LineRange::new(line, line));
            if rows > 0 && is_decision_table(head) {
                let reason = format!(
                    "a table of {rows} decisions is read as a part of its section, not row by row"
                );
                let state = CoverageState::Partly;
                self.parsed
                    .coverage
                    .push(note(self.path, Some(line), state, reason));
            }
        }
    }

    /// A file without a section that could be a decision.
    fn whole(&mut self) {
        if self.kind != SourceKind::Instructions || !self.outline.headings.is_empty() {
            let reason = "it has no section with prose of its own";
            self.parsed = Parsed::skipped(self.path, None, reason);
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
        self.parsed.records.push(Record {
            id: DecisionId(self.path.to_string()),
            kind: self.kind,
            heading: title.clone(),
            trail: Vec::new(),
            title,
            number: None,
            date: None,
            standing: Standing::Unknown,
            standing_words: None,
            own_standing: false,
            people: Vec::new(),
            part_of: None,
            lines,
            text: text.to_owned(),
            links: Vec::new(),
        });
    }

    fn heading(&self, i: usize) -> &Heading {
        &self.outline.headings[i]
    }

    fn children(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        (i + 1..self.titles.len())
            .take_while(move |&j| self.heading(j).level > self.heading(i).level)
    }

    fn role(&self, i: usize) -> Role {
        let h = self.heading(i);
        let title = &self.titles[i];
        let firsts = self
            .outline
            .headings
            .iter()
            .filter(|h| h.level == 1)
            .count();
        if h.level == 1 && self.outline.headings.len() > 1 && self.is_first_of_level_one(i) {
            let names_log = title.date.is_none() && title.number.is_none();
            if firsts == 1 || names_log {
                return Role::Document;
            }
        }
        if title.placeholder || is_about_the_log(&title.title) || self.under_nothing(i) {
            return Role::Nothing;
        }
        if h.has_prose {
            return Role::Decision;
        }
        let below: Vec<usize> = self
            .children(i)
            .filter(|&j| self.heading(j).has_prose)
            .collect();
        if below.is_empty() {
            return Role::Nothing;
        }
        if is_bare_date(title, &h.raw) || status_group(&h.raw).is_some() {
            return Role::Group;
        }
        if title.date.is_some() || title.number.is_some() || title.standing.is_some() {
            return Role::Decision;
        }
        let own = |j: &&usize| self.titles[**j].date.is_some() || self.titles[**j].number.is_some();
        if below.iter().filter(own).count() * 2 >= below.len() {
            Role::Group
        } else {
            Role::Decision
        }
    }

    fn is_first_of_level_one(&self, i: usize) -> bool {
        self.outline.headings[..i].iter().all(|h| h.level != 1)
    }

    fn under_nothing(&self, i: usize) -> bool {
        self.outline
            .trail(i)
            .iter()
            .any(|&p| self.heading(p).level > 1 && is_about_the_log(&self.titles[p].title))
    }

    fn record(&mut self, i: usize, id: DecisionId) -> Record {
        let h = self.heading(i).clone();
        let title = self.titles[i].clone();
        let lines = self.outline.own_lines(i);
        let body = LineRange::new(h.body.min(lines.end), lines.end);
        let trail = self.outline.trail(i);
        let part_of = trail.iter().rev().find_map(|&p| self.record_of[p]);
        let mut record = Record {
            id,
            kind: self.kind,
            heading: h.raw.clone(),
            trail: trail
                .iter()
                .filter(|&&p| self.roles[p] != Role::Document)
                .map(|&p| self.heading(p).raw.clone())
                .collect(),
            title: title.title.clone(),
            number: title.number.clone(),
            date: title.date.clone(),
            standing: Standing::Unknown,
            standing_words: None,
            own_standing: false,
            people: Vec::new(),
            part_of,
            lines,
            text: self.outline.lines(lines).to_owned(),
            links: Vec::new(),
        };
        if is_bare_date(&title, &h.raw)
            && let Some(s) = crate::extract::sentences::sentences(&record.text).get(1)
        {
            record.title = crate::extract::sentences::clip(s.text, 0)
                .chars()
                .take(80)
                .collect();
        }
        let has_body = lines.end >= h.body;
        let mut taken = Vec::new();
        if has_body {
            self.own_fields(&mut record, body, &mut taken);
        }
        self.status_child(i, &mut record);
        self.heading_mark(&title, h.line, &mut record);
        if has_body {
            for p in paragraphs(self.outline, body) {
                if !taken.iter().any(|t: &LineRange| t.contains(p.start)) {
                    let place = LinkPlace::Prose;
                    record
                        .links
                        .extend(links::in_block(self.outline, p, &self.defs, None, place));
                }
            }
        }
        self.inherit(&trail, &mut record);
        record
    }

    fn own_fields(&mut self, record: &mut Record, body: LineRange, taken: &mut Vec<LineRange>) {
        for f in fields::read(self.outline, body) {
            let near = f.lines.start < body.start + 8;
            let is_link = matches!(
                f.field,
                Field::Supersedes | Field::SupersededBy | Field::Amends | Field::AmendedBy
            );
            if !f.marked && !near {
                continue;
            }
            taken.push(f.lines);
            match f.field {
                Field::Status => {
                    self.take_status(&f.value, f.lines.start, record);
                    let own =
                        (record.standing == Standing::Superseded).then_some(Cue::SupersededBy);
                    let place = LinkPlace::Field;
                    record.links.extend(links::in_block(
                        self.outline,
                        f.lines,
                        &self.defs,
                        own,
                        place,
                    ));
                }
                Field::Date if record.date.is_none() => {
                    record.date = super::dates::first(&f.first).map(|d| d.date);
                }
                Field::People => record.people.extend(fields::people(&f.value)),
                _ if is_link => {
                    if f.field == Field::SupersededBy && !f.value.trim().is_empty() {
                        record.own_standing = true;
                        record.standing = Standing::Superseded;
                        record.standing_words = Some(f.words.clone());
                    }
                    record
                        .links
                        .extend(links::of_field(&f, self.outline, &self.defs));
                }
                _ => {}
            }
        }
    }

    fn take_status(&mut self, value: &str, line: u32, record: &mut Record) {
        let Some(status) = fields::status(value) else {
            return;
        };
        if let Some(reason) = status.note {
            let state = CoverageState::Read;
            self.parsed
                .coverage
                .push(note(self.path, Some(line), state, reason));
        }
        if !record.own_standing {
            record.own_standing = status.standing != Standing::Unknown;
            record.standing = status.standing;
            record.standing_words = Some(status.words);
        }
    }

    /// An entry's own `Status` section says how the entry stands.
    fn status_child(&mut self, i: usize, record: &mut Record) {
        if record.own_standing {
            return;
        }
        let level = self.heading(i).level;
        let child = self.children(i).find(|&j| {
            self.heading(j).level == level + 1
                && words::field(&self.heading(j).raw) == Some(Field::Status)
        });
        let Some(j) = child else { return };
        let own = self.outline.own_lines(j);
        let body = LineRange::new(self.heading(j).body, own.end);
        if body.start > body.end {
            return;
        }
        let value = self.outline.prose_lines(body).trim().to_owned();
        // Here prose is common ("Shipped; the gate lives in …"): only a known word is taken.
        if let Some(status) = fields::status(&value)
            && status.standing != Standing::Unknown
        {
            record.own_standing = true;
            record.standing = status.standing;
            record.standing_words = Some(status.words);
        }
    }

    fn heading_mark(&mut self, title: &Title, line: u32, record: &mut Record) {
        let Some((standing, words)) = &title.standing else {
            return;
        };
        record.own_standing = true;
        record.standing = *standing;
        record.standing_words = Some(words.clone());
        if *standing != Standing::Superseded {
            return;
        }
        let place = LinkPlace::Heading;
        let lines = LineRange::new(line, line);
        let mut found = links::in_block(self.outline, lines, &self.defs, None, place);
        found.retain(|l| l.cue == Cue::SupersededBy);
        if found.is_empty()
            && let Some(successor) = &title.successor
        {
            found.push(Link {
                cue: Cue::SupersededBy,
                target: successor.clone(),
                place,
                line,
                quote: crate::extract::sentences::clip(self.outline.lines(lines).trim(), 0)
                    .to_owned(),
            });
        }
        record.links.extend(found);
    }

    fn inherit(&self, trail: &[usize], record: &mut Record) {
        for &p in trail.iter().rev() {
            if self.roles[p] == Role::Document {
                continue;
            }
            if record.date.is_none() {
                record.date.clone_from(&self.titles[p].date);
            }
            if let Some((standing, words)) = status_group(&self.heading(p).raw)
                && self.roles[p] == Role::Group
                && !record.own_standing
                && record.standing == Standing::Unknown
            {
                record.standing = standing;
                record.standing_words = Some(words);
            }
        }
        let Some(parent) = record.part_of.and_then(|p| self.parsed.records.get(p)) else {
            return;
        };
        if record.date.is_none() {
            record.date.clone_from(&parent.date);
        }
        if !record.own_standing && record.standing == Standing::Unknown {
            record.standing = parent.standing;
            if parent.standing != Standing::Unknown {
                record.standing_words.clone_from(&parent.standing_words);
            }
        }
        if record.people.is_empty() {
            record.people.clone_from(&parent.people);
        }
    }
}
