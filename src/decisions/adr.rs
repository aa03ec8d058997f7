//! One file, one decision: Nygard's form in any order of sections, adr-tools, MADR 2 to 4, log4brains.

use std::collections::HashMap;

use super::fields::{self, FieldLine, Status};
use super::front_matter::{self, FrontMatter};
use super::links;
use super::markdown::Outline;
use super::record::{Cue, Link, LinkPlace, Parsed, Record, SourceKind, note};
use super::record_names::{humanise, is_section, number_of_stem, paragraphs, stem};
use super::titles::{self, Title};
use super::words::{self, Field};
use super::{Format, Reading, dates};
use crate::model::{CoverageState, DecisionId, LineRange, RepoPath, Standing};

/// Reads record files.
#[derive(Clone, Copy, Debug)]
pub struct Adr;

impl Format for Adr {
    fn reads(&self, kind: SourceKind) -> bool {
        kind == SourceKind::Adr
    }

    fn parse(&self, _reading: Reading<'_>, path: &RepoPath, text: &str) -> Parsed {
        let matter = front_matter::read(text);
        let outline = Outline::read(text, matter.as_ref().map_or(0, |m| m.len));
        if !outline.prose.chars().any(char::is_alphanumeric) && matter.is_none() {
            return Parsed::skipped(path, None, "it is empty");
        }
        let mut reader = Reader {
            path,
            matter: matter.unwrap_or_default(),
            outline: &outline,
            defs: links::definitions(&outline.prose),
            parsed: Parsed::default(),
            statuses: Vec::new(),
            links: Vec::new(),
            people: Vec::new(),
            date: None,
            taken: Vec::new(),
        };
        reader.read();
        reader.parsed
    }
}

struct Reader<'a, 't> {
    path: &'a RepoPath,
    matter: FrontMatter,
    outline: &'a Outline<'t>,
    defs: HashMap<String, String>,
    parsed: Parsed,
    /// Where a status stands and what it says, the most telling first.
    statuses: Vec<(&'static str, Status, u32)>,
    links: Vec<Link>,
    people: Vec<String>,
    date: Option<String>,
    /// Lines that were read as fields, so that prose is what is left.
    taken: Vec<LineRange>,
}

impl Reader<'_, '_> {
    fn read(&mut self) {
        let stem = stem(self.path);
        let heading = self.heading();
        let title = match &heading {
            Some(h) => titles::read(h),
            None => Title {
                title: humanise(&stem),
                ..Title::default()
            },
        };
        self.front_matter();
        self.header();
        self.sections();
        self.prose();
        let (named, stem_date) = number_of_stem(&stem);
        if let (Some(a), Some(b)) = (&title.number, &named)
            && a != b
        {
            self.note(1, format!("the title says number {a}, the file name {b}"));
        }
        let (standing, words) = self.standing(&title);
        let lines = self.outline.trimmed(1, self.outline.line_count());
        let record = Record {
            id: DecisionId(self.path.to_string()),
            kind: SourceKind::Adr,
            heading: heading.unwrap_or(stem),
            trail: Vec::new(),
            title: title.title,
            number: title.number.or(named),
            date: self.date.take().or(title.date).or(stem_date),
            standing,
            standing_words: words,
            own_standing: true,
            people: std::mem::take(&mut self.people),
            part_of: None,
            lines,
            text: self.outline.lines(lines).to_owned(),
            links: std::mem::take(&mut self.links),
        };
        self.parsed.records.push(record);
    }

    fn note(&mut self, line: u32, reason: impl Into<String>) {
        self.parsed
            .coverage
            .push(note(self.path, Some(line), CoverageState::Read, reason));
    }

    fn heading(&self) -> Option<String> {
        let by_level = self.outline.headings.iter().find(|h| h.level == 1);
        let first = self.outline.headings.first();
        by_level
            .or(first.filter(|h| words::field(&h.raw).is_none() && !is_section(&h.raw)))
            .map(|h| h.raw.clone())
            .or_else(|| {
                let title = self.matter.fields.iter().find(|f| f.key == "title")?;
                title.values.first().cloned()
            })
    }

    fn front_matter(&mut self) {
        let matter = self.matter.clone();
        if let Some((line, reason)) = &matter.problem {
            self.parsed.coverage.push(note(
                self.path,
                Some(*line),
                CoverageState::Partly,
                reason.clone(),
            ));
        }
        for f in &matter.fields {
            let Some(field) = words::field(&f.key) else {
                continue;
            };
            let value = f.values.join(", ");
            if f.is_mapping {
                self.note(
                    f.line,
                    format!("“{}” is a mapping, which is not read", f.key),
                );
                continue;
            }
            match field {
                Field::Status => {
                    let told = match &f.comment {
                        Some(c) => format!("{value} # {c}"),
                        None => value.clone(),
                    };
                    self.status("front matter", &told, f.line);
                    let superseded = self.last_is(Standing::Superseded);
                    self.matter_links(superseded.then_some(Cue::SupersededBy), &told, f.line);
                }
                Field::Date => self.set_date(&value, f.line),
                Field::People => {
                    for v in &f.values {
                        self.people.extend(fields::people(v));
                    }
                }
                Field::Supersedes => self.matter_links(Some(Cue::Supersedes), &value, f.line),
                Field::SupersededBy => {
                    self.superseded_field(&value, f.line);
                    self.matter_links(Some(Cue::SupersededBy), &value, f.line);
                }
                Field::Amends => self.matter_links(Some(Cue::Amends), &value, f.line),
                Field::AmendedBy => self.matter_links(Some(Cue::AmendedBy), &value, f.line),
                Field::Links => self.matter_links(None, &value, f.line),
            }
        }
    }

    fn matter_links(&mut self, own: Option<Cue>, value: &str, line: u32) {
        let quote = self.outline.lines(LineRange::new(line, line)).trim();
        for r in links::refs(value, &self.defs, false) {
            self.links.push(Link {
                cue: own.unwrap_or(Cue::Mentions),
                target: r.target,
                place: LinkPlace::Field,
                line,
                quote: crate::extract::sentences::clip(quote, 0).to_owned(),
            });
        }
    }

    /// The fields before the first section.
    fn header(&mut self) {
        let from = self.outline.line_of(self.matter.len);
        let first_section = self
            .outline
            .headings
            .iter()
            .find(|h| h.level > 1 && h.line > from);
        let last = first_section.map_or(self.outline.line_count(), |h| h.line.saturating_sub(1));
        for f in fields::read(self.outline, LineRange::new(from, last)) {
            self.field(&f, "header");
        }
    }

    fn field(&mut self, f: &FieldLine, place: &'static str) {
        self.taken.push(f.lines);
        match f.field {
            Field::Status => {
                self.status(place, &f.value, f.lines.start);
                let own = self
                    .last_is(Standing::Superseded)
                    .then_some(Cue::SupersededBy);
                self.links.extend(links::in_block(
                    self.outline,
                    f.lines,
                    &self.defs,
                    own,
                    LinkPlace::Field,
                ));
            }
            Field::Date => self.set_date(&f.first, f.lines.start),
            Field::People => self.people.extend(fields::people(&f.value)),
            Field::SupersededBy => {
                self.superseded_field(&f.value, f.lines.start);
                self.links
                    .extend(links::of_field(f, self.outline, &self.defs));
            }
            _ => self
                .links
                .extend(links::of_field(f, self.outline, &self.defs)),
        }
    }

    fn sections(&mut self) {
        for i in 0..self.outline.headings.len() {
            let h = &self.outline.headings[i];
            let Some(field) = words::field(&h.raw) else {
                continue;
            };
            let own = self.outline.own_lines(i);
            if own.end < h.body || h.level == 1 {
                continue;
            }
            let body = LineRange::new(h.body, own.end);
            let parts = paragraphs(self.outline, body);
            let Some(&first) = parts.first() else {
                continue;
            };
            match field {
                Field::Status => {
                    let text = self.outline.prose_lines(first).trim().to_owned();
                    let text = text.trim_start_matches(['-', '*', '>', ' ']).to_owned();
                    self.status("status section", &text, first.start);
                    let own_cue = self
                        .last_is(Standing::Superseded)
                        .then_some(Cue::SupersededBy);
                    for &p in &parts {
                        let found =
                            links::in_block(self.outline, p, &self.defs, own_cue, LinkPlace::Field);
                        self.links.extend(found);
                    }
                    self.partial(body);
                    self.taken.push(own);
                }
                Field::Date => {
                    let text = self.outline.prose_lines(first).trim().to_owned();
                    self.set_date(&text, first.start);
                    self.taken.push(own);
                }
                Field::People => {
                    for &p in &parts {
                        let text = self.outline.prose_lines(p).trim().to_owned();
                        self.people
                            .extend(fields::people(text.trim_start_matches(['-', '*', ' '])));
                    }
                }
                Field::Supersedes | Field::SupersededBy | Field::Amends | Field::AmendedBy => {
                    let cue = match field {
                        Field::Supersedes => Cue::Supersedes,
                        Field::SupersededBy => Cue::SupersededBy,
                        Field::Amends => Cue::Amends,
                        _ => Cue::AmendedBy,
                    };
                    for &p in &parts {
                        let place = LinkPlace::Field;
                        let found = links::in_block(self.outline, p, &self.defs, Some(cue), place);
                        self.links.extend(found);
                    }
                    self.taken.push(own);
                }
                Field::Links => {
                    for &p in &parts {
                        let place = LinkPlace::Field;
                        let found = links::in_block(self.outline, p, &self.defs, None, place);
                        self.links.extend(found);
                    }
                    self.taken.push(own);
                }
            }
        }
    }

    /// A later line of the status that speaks of superseding is a note, never another standing.
    fn partial(&mut self, body: LineRange) {
        if !self.last_is(Standing::Accepted) {
            return;
        }
        for n in body.start + 1..=body.end {
            let line = self
                .outline
                .prose_lines(LineRange::new(n, n))
                .trim()
                .to_owned();
            let folded = words::fold(&line);
            if words::standing_at_start(&folded).is_some_and(|s| s.0 == Standing::Superseded) {
                self.note(n, format!("partial supersession? “{line}”"));
            }
        }
    }

    fn prose(&mut self) {
        let from = self.outline.line_of(self.matter.len);
        let all = LineRange::new(from, self.outline.line_count());
        for p in paragraphs(self.outline, all) {
            let is_taken = self
                .taken
                .iter()
                .any(|t| t.start <= p.start && p.start <= t.end);
            let is_heading = self.outline.headings.iter().any(|h| h.line == p.start);
            if is_taken || is_heading {
                continue;
            }
            let found = links::in_block(self.outline, p, &self.defs, None, LinkPlace::Prose);
            self.links.extend(found);
        }
    }

    fn status(&mut self, place: &'static str, value: &str, line: u32) {
        if let Some(status) = fields::status(value) {
            self.statuses.push((place, status, line));
        }
    }

    fn last_is(&self, standing: Standing) -> bool {
        self.statuses
            .last()
            .is_some_and(|s| s.1.standing == standing)
    }

    fn superseded_field(&mut self, value: &str, line: u32) {
        if value.trim().is_empty() || matches!(value.trim(), "none" | "None" | "-" | "n/a" | "N/A")
        {
            return;
        }
        let words = self.outline.lines(LineRange::new(line, line)).trim();
        let status = Status {
            standing: Standing::Superseded,
            words: words.chars().take(200).collect(),
            note: None,
        };
        self.statuses.push(("superseded-by field", status, line));
    }

    fn set_date(&mut self, value: &str, line: u32) {
        if self.date.is_some() {
            return;
        }
        match dates::first(value) {
            Some(found) => self.date = Some(found.date),
            None if value.trim().is_empty() => {}
            None => {
                let shown: String = value.chars().take(40).collect();
                self.note(line, format!("“{shown}” is no date"));
            }
        }
    }

    /// The standing that holds: an explicit successor, then front matter, header and section. What
    /// disagrees is noted with both.
    fn standing(&mut self, title: &Title) -> (Standing, Option<String>) {
        if let Some((standing, words)) = &title.standing {
            let status = Status {
                standing: *standing,
                words: words.clone(),
                note: None,
            };
            self.statuses.push(("title", status, 1));
        }
        let known = |s: &&(&'static str, Status, u32)| s.1.standing != Standing::Unknown;
        let by_field = self.statuses.iter().find(|s| s.0 == "superseded-by field");
        let chosen = by_field
            .or_else(|| self.statuses.iter().find(known))
            .or_else(|| self.statuses.first())
            .cloned();
        let Some((place, status, _)) = chosen else {
            return (Standing::Unknown, None);
        };
        let mut notes = Vec::new();
        for (p, s, line) in &self.statuses {
            if s.standing != status.standing && s.standing != Standing::Unknown {
                notes.push((
                    *line,
                    format!(
                        "the {place} says “{}”, the {p} says “{}”",
                        status.words, s.words
                    ),
                ));
            }
            if let Some(n) = &s.note {
                notes.push((*line, n.clone()));
            }
        }
        for (line, reason) in notes {
            self.note(line, reason);
        }
        (status.standing, Some(status.words))
    }
}
