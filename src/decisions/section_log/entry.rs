//! Makes the records of a log: from a heading and its fields, and from a part of a section.

use std::sync::Arc;

use super::super::headings::same_form;
use super::super::record::{Cue, Link, LinkPlace, Record};
use super::super::words::{Column, Field};
use super::super::{dates, fields, links};
use super::Reader;
use super::parts::{Part, first_sentence};
use super::passage::Placed;
use super::roles::Role;
use crate::extract::sentences::clip;
use crate::model::{CoverageState, DecisionId, LineRange, Standing};

impl Reader<'_, '_> {
    /// The record of a heading. Its `parts` speak for themselves.
    pub(super) fn entry(&mut self, i: usize, parts: &[Part]) -> Record {
        let h = self.outline.headings[i].clone();
        let head = Arc::clone(&self.heads[i]);
        let title = &head.title;
        let lines = self.outline.own_lines(i);
        let trail = self.outline.trail(i);
        let mut record = self.blank(self.ids[i].clone(), h.raw.clone(), lines, &trail);
        record.title.clone_from(&title.title);
        record.number.clone_from(&title.number);
        record.date.clone_from(&title.date);
        if head.bare_date {
            let body = record.text.split_once('\n').map_or("", |(_, b)| b);
            let said = super::super::titles::plain(body);
            let said = match said.split_once([':', '：']) {
                Some((name, rest)) if self.words.column(name) == Some(Column::Decision) => rest,
                _ => &said,
            };
            let first = said.trim().split("\n\n").next().unwrap_or_default();
            let said = first_sentence(first);
            if !said.is_empty() {
                record.title = said;
            }
        }
        let mut taken: Vec<LineRange> = parts.iter().map(|p| p.lines).collect();
        let body = self.bodies[i].clone();
        if let Some(body) = &body {
            self.own_fields(&mut record, body, &mut taken);
        }
        self.field_children(i, &mut record);
        if let Some((standing, words)) = &title.standing {
            self.mark(&mut record, (*standing, words), title.successor.as_deref());
        }
        if let Some(body) = &body {
            self.prose_links(&mut record, body, &taken);
        }
        self.inherit(&trail, &mut record);
        record
    }

    /// The record of a row, an item or a paragraph of a section.
    pub(super) fn part(&mut self, section: Option<usize>, part: &Part) -> Record {
        let mut trail = section.map_or_else(Vec::new, |i| self.outline.trail(i));
        trail.extend(section);
        let above = section
            .filter(|&i| self.roles[i] != Role::Document)
            .map_or_else(|| self.path.to_string(), |i| self.ids[i].to_string());
        let mark = if above.contains('#') { " > " } else { "#" };
        let base = format!("{above}{mark}{}", part.name);
        let mut id = base.clone();
        let mut times = 1;
        while !self.used.insert(same_form(&id)) {
            times += 1;
            id = format!("{base} ({times})");
        }
        let mut record = self.blank(DecisionId(id), part.name.clone(), part.lines, &trail);
        record.title.clone_from(&part.title.title);
        record.number.clone_from(&part.title.number);
        record.date.clone_from(&part.title.date);
        record.people.clone_from(&part.people);
        if let Some((standing, words)) = &part.standing {
            self.mark(
                &mut record,
                (*standing, words),
                part.title.successor.as_deref(),
            );
        }
        let lines = self.passage(part.lines, true);
        self.prose_links(&mut record, &lines, &[]);
        self.inherit(&trail, &mut record);
        record
    }

    fn blank(&self, id: DecisionId, heading: String, lines: LineRange, trail: &[usize]) -> Record {
        let text = self.outline.lines(lines);
        Record {
            trail: trail
                .iter()
                .filter(|&&p| self.roles[p] != Role::Document)
                .map(|&p| self.outline.headings[p].raw.clone())
                .collect(),
            part_of: trail.iter().rev().find_map(|&p| self.record_of[p]),
            ..Record::bare(id, self.kind, heading, lines, text)
        }
    }

    fn own_fields(&mut self, record: &mut Record, body: &Placed, taken: &mut Vec<LineRange>) {
        let parts = taken.clone();
        for f in body.fields(self) {
            let near = f.lines.start < body.lines.start + 8;
            let elsewhere = parts.iter().any(|t| t.contains(f.lines.start));
            if elsewhere || (!f.marked && !near) {
                continue;
            }
            taken.push(f.lines);
            let place = LinkPlace::Field;
            match f.field {
                Field::Status => {
                    self.take_status(&f.value, f.lines.start, record);
                    let own =
                        (record.standing == Standing::Superseded).then_some(Cue::SupersededBy);
                    let found = links::in_block(self.outline, f.lines, &self.defs, own, place);
                    record.links.extend(found);
                }
                Field::Date => self.take_date(&f.first, f.lines.start, record),
                Field::People => record.people.extend(fields::people(&f.value)),
                Field::Supersedes | Field::SupersededBy | Field::Amends | Field::AmendedBy => {
                    if says_none(&f.value) {
                        continue;
                    }
                    if f.field == Field::SupersededBy {
                        record.own_standing = true;
                        record.standing = Standing::Superseded;
                        record.standing_words = Some(f.words.clone());
                    }
                    let found = links::of_field(&f, self.outline, &self.defs);
                    record.links.extend(found);
                }
                // What would overturn it some day is no link that does.
                Field::Conditions | Field::Links => {
                    let mut found = links::in_block(self.outline, f.lines, &self.defs, None, place);
                    if f.field == Field::Conditions {
                        found.iter_mut().for_each(|l| l.cue = Cue::Mentions);
                    }
                    record.links.extend(found);
                }
            }
        }
    }

    fn take_status(&mut self, value: &str, line: u32, record: &mut Record) {
        let Some(status) = fields::status_by(self.words, value) else {
            return;
        };
        if let Some(reason) = status.note {
            self.cover(line, CoverageState::Read, reason);
        }
        if !record.own_standing {
            record.own_standing = status.standing != Standing::Unknown;
            record.standing = status.standing;
            record.standing_words = Some(status.words);
        }
    }

    fn take_date(&mut self, value: &str, line: u32, record: &mut Record) {
        if record.date.is_some() {
            return;
        }
        let dated = dates::of_field(self.words, value);
        record.date = dated.date;
        if let Some(reason) = dated.note {
            self.cover(line, CoverageState::Read, reason);
        }
    }

    /// Sections below an entry that are fields of it: `Status`, `Date`, `Deciders`.
    fn field_children(&mut self, i: usize, record: &mut Record) {
        let level = self.outline.headings[i].level;
        let children: Vec<usize> = (i + 1..self.outline.headings.len())
            .take_while(|&j| self.outline.headings[j].level > level)
            .filter(|&j| self.outline.headings[j].level == level + 1)
            .collect();
        for j in children {
            let field = self.heads[j].field;
            let (Some(field), Some(body)) = (field, self.body(j)) else {
                continue;
            };
            let value = self.outline.prose_lines(body).trim().to_owned();
            match field {
                Field::Status if !record.own_standing => {
                    // Prose is common here ("Shipped; the gate lives in …"): only a known word is
                    // taken.
                    if let Some(status) = fields::status_by(self.words, &value)
                        && status.standing != Standing::Unknown
                    {
                        record.own_standing = true;
                        record.standing = status.standing;
                        record.standing_words = Some(status.words);
                    }
                }
                Field::Date if record.date.is_none() => {
                    let first = value.lines().next().unwrap_or_default();
                    record.date = dates::of_field(self.words, first).date;
                }
                Field::People => {
                    let names = value.lines().map(|l| l.trim_start_matches(['-', '*', ' ']));
                    record.people.extend(names.flat_map(fields::people));
                }
                _ => {}
            }
        }
    }

    /// Takes the standing that a heading, a row or an item marks itself with.
    fn mark(&self, record: &mut Record, mark: (Standing, &str), successor: Option<&str>) {
        let (standing, words) = mark;
        record.own_standing |= standing != Standing::Unknown;
        record.standing = standing;
        record.standing_words = Some(words.to_owned());
        if standing != Standing::Superseded {
            return;
        }
        let line = record.lines.start;
        let lines = LineRange::new(line, line);
        let place = LinkPlace::Heading;
        let mut found = links::in_block(self.outline, lines, &self.defs, None, place);
        found.retain(|l| l.cue == Cue::SupersededBy);
        let link = |target: String| Link {
            cue: Cue::SupersededBy,
            target,
            place,
            line,
            quote: clip(self.outline.lines(lines).trim(), 0).to_owned(),
        };
        if found.is_empty()
            && let Some(successor) = successor
        {
            found.push(link(successor.to_owned()));
        }
        if found.is_empty() && !record.id.as_str().is_empty() {
            let named = links::refs(words, &self.defs, false);
            found.extend(named.into_iter().map(|r| link(r.target)));
        }
        record.links.extend(found);
    }

    fn prose_links(&self, record: &mut Record, body: &Placed, taken: &[LineRange]) {
        for mut found in body.links(self, taken) {
            // What a mark says already is not said twice.
            let said = |l: &Link| {
                let same = |o: &Link| (o.cue, &o.target) == (l.cue, &l.target);
                record.links.iter().any(same)
            };
            found.retain(|l| !said(l));
            record.links.extend(found);
        }
    }

    fn inherit(&self, trail: &[usize], record: &mut Record) {
        for &p in trail.iter().rev() {
            if self.roles[p] == Role::Document {
                continue;
            }
            if record.date.is_none() {
                record.date.clone_from(&self.heads[p].title.date);
            }
            if let Some((standing, words)) = &self.heads[p].group
                && self.roles[p] == Role::Group
                && !record.own_standing
                && record.standing == Standing::Unknown
            {
                record.standing = *standing;
                record.standing_words = Some(words.clone());
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

/// A field that says that there is nothing to name.
fn says_none(value: &str) -> bool {
    let bare = value
        .trim()
        .trim_matches(['.', '-', '—', '–', '*', '_', '(', ')', ' ']);
    bare.is_empty()
        || [
            "none", "no", "n/a", "na", "nothing", "nil", "keine", "nein", "non", "aucune", "aucun",
            "ninguna", "ninguno", "nenhuma", "nenhum", "无", "無", "なし",
        ]
        .iter()
        .any(|w| bare.eq_ignore_ascii_case(w))
}
