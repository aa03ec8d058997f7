//! The parts of a record file that say something about it: fields before the text, the header, the
//! sections that are fields, and the references in its prose.

use super::fields::{self, FieldLine};
use super::front_matter::Entry;
use super::links;
use super::record::{Cue, Link, LinkPlace, note};
use super::record_file::{Reader, is_nothing};
use super::record_names::paragraphs;
use super::words::{self, Field};
use crate::model::{CoverageState, LineRange, Standing};

impl Reader<'_, '_> {
    pub(super) fn front_matter(&mut self) {
        let matter = std::mem::take(&mut self.shape.matter);
        if let Some((line, reason)) = &matter.problem {
            let state = if matter.whole {
                CoverageState::Read
            } else {
                CoverageState::Partly
            };
            let noted = note(self.path, Some(*line), state, reason.clone());
            self.parsed.coverage.push(noted);
        }
        for f in &matter.fields {
            if let Some(field) = self.named_field(&f.key) {
                self.matter_field(field, f);
            }
        }
        self.shape.matter = matter;
    }

    fn matter_field(&mut self, field: Field, f: &Entry) {
        let value = f.values.join(", ");
        if f.is_mapping {
            self.note(
                f.line,
                format!("“{}” is a mapping, which is not read", f.key),
            );
            return;
        }
        match field {
            Field::Status => {
                // The value alone says how it stands; many comments repeat the template's choices.
                self.status("front matter", &value, f.line);
                let told = match &f.comment {
                    Some(c) => format!("{value} # {c}"),
                    None => value,
                };
                let superseded = self.last_is(Standing::Superseded);
                self.matter_links(superseded.then_some(Cue::SupersededBy), &told, f);
            }
            Field::Date => self.set_date(&value, f.line),
            Field::People => {
                for v in &f.values {
                    self.people.extend(fields::people(v));
                }
            }
            Field::Supersedes => self.matter_links(Some(Cue::Supersedes), &value, f),
            Field::SupersededBy => {
                self.superseded_field(&value, f.line);
                self.matter_links(Some(Cue::SupersededBy), &value, f);
            }
            Field::Amends => self.matter_links(Some(Cue::Amends), &value, f),
            Field::AmendedBy => self.matter_links(Some(Cue::AmendedBy), &value, f),
            Field::Links => self.matter_links(None, &value, f),
            Field::Conditions => {}
        }
    }

    fn matter_links(&mut self, own: Option<Cue>, value: &str, f: &Entry) {
        for r in links::refs(value, &self.defs, false) {
            // A list names each on a line of its own.
            let line = (f.line..=f.end)
                .find(|&n| {
                    let text = self.outline.lines(LineRange::new(n, n));
                    text.contains(&r.target)
                })
                .unwrap_or(f.line);
            let quote = self.outline.lines(LineRange::new(f.line, line)).trim();
            self.links.push(Link {
                cue: own.unwrap_or(Cue::Mentions),
                target: self.cited(&r.target),
                place: LinkPlace::Field,
                line: f.line,
                quote: match own {
                    None => String::new(),
                    Some(_) => crate::extract::sentences::clip(quote, 0).to_owned(),
                },
            });
        }
    }

    /// A bare number in a field of a format that has a prefix is a number of that format.
    fn cited(&self, target: &str) -> String {
        let bare = !target.is_empty() && target.bytes().all(|b| b.is_ascii_digit());
        if bare && !self.shape.prefix.is_empty() {
            format!("{} {target}", self.shape.prefix.to_uppercase())
        } else {
            target.to_owned()
        }
    }

    /// The fields before the first section.
    pub(super) fn header(&mut self) {
        let from = self.outline.line_of(self.shape.matter.len);
        // Some write every heading at the first level; the first of them is the title.
        let first_section = self
            .outline
            .headings
            .iter()
            .enumerate()
            .find(|(i, h)| (h.level > 1 || *i > 0) && h.line > from)
            .map(|(_, h)| h);
        let last = first_section.map_or(self.outline.line_count(), |h| h.line.saturating_sub(1));
        for f in std::mem::take(&mut self.shape.lines) {
            self.field(&f, "header");
        }
        for f in fields::read_by(self.outline.words, self.outline, LineRange::new(from, last)) {
            if !self.taken.contains(&f.lines) {
                self.field(&f, "header");
            }
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
            _ if is_nothing(&f.value) => {}
            _ => self
                .links
                .extend(links::of_field(f, self.outline, &self.defs)),
        }
    }

    /// What a key before the text holds: by the format, and by the words of the repository.
    fn named_field(&self, key: &str) -> Option<Field> {
        let words = self.outline.words;
        (self.shape.field)(key).or_else(|| words.field(key).filter(|_| !words.extra().is_empty()))
    }

    pub(super) fn sections(&mut self) {
        for i in 0..self.outline.headings.len() {
            let h = &self.outline.headings[i];
            let Some(field) = self.outline.words.field(&h.raw) else {
                continue;
            };
            let own = self.outline.own_lines(i);
            if own.end < h.body || (h.level == 1 && i == 0) {
                continue;
            }
            let body = LineRange::new(h.body, own.end);
            let parts = paragraphs(self.outline, body);
            let Some(&first) = parts.first() else {
                continue;
            };
            self.section(field, &parts, first, body);
            if field != Field::People {
                self.taken.push(own);
            }
        }
    }

    fn section(&mut self, field: Field, parts: &[LineRange], first: LineRange, body: LineRange) {
        let cue = match field {
            Field::Supersedes => Some(Cue::Supersedes),
            Field::SupersededBy => Some(Cue::SupersededBy),
            Field::Amends => Some(Cue::Amends),
            Field::AmendedBy => Some(Cue::AmendedBy),
            _ => None,
        };
        match field {
            Field::Status => {
                let text = self.outline.prose_lines(first).trim().to_owned();
                let text = text.trim_start_matches(['-', '*', '>', ' ']).to_owned();
                self.status("status section", &text, first.start);
                let own_cue = self
                    .last_is(Standing::Superseded)
                    .then_some(Cue::SupersededBy);
                let (first, rest) = parts.split_at(1);
                self.part_links(first, own_cue);
                self.part_links(rest, None);
                self.partial(body);
            }
            Field::Date => {
                let text = self.outline.prose_lines(first).trim().to_owned();
                self.set_date(&text, first.start);
            }
            Field::People => {
                for &p in parts {
                    let text = self.outline.prose_lines(p).trim().to_owned();
                    self.people
                        .extend(fields::people(text.trim_start_matches(['-', '*', ' '])));
                }
            }
            _ => self.part_links(parts, cue),
        }
    }

    fn part_links(&mut self, parts: &[LineRange], own: Option<Cue>) {
        for (i, &p) in parts.iter().enumerate() {
            // A paragraph of prose under the status tells of many things.
            let is_short = self.outline.prose_lines(p).chars().count() < 160;
            let own = own.filter(|_| i == 0 || is_short);
            let found = links::in_block(self.outline, p, &self.defs, own, LinkPlace::Field);
            self.links.extend(found);
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
            let at_start = self.outline.words.standing_at_start(&folded);
            if at_start.is_some_and(|s| s.0 == Standing::Superseded) {
                self.note(n, format!("partial supersession? “{line}”"));
            }
        }
    }

    pub(super) fn prose(&mut self) {
        let from = self.outline.line_of(self.shape.matter.len);
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
}
