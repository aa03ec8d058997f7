//! One file, one decision, whatever its markup: fields, sections and prose come to one record.
//!
//! The formats prepare a [`Shape`]: what stands before the text (front matter, a mail-like header),
//! how their fields are called, and the outline of their markup. This reader does the rest, so that
//! a status is read in one way everywhere.

use std::collections::HashMap;

use super::dates;
use super::fields::{self, FieldLine, Status};
use super::front_matter::{Entry, FrontMatter};
use super::links;
use super::markdown::Outline;
use super::record::{Link, Parsed, Record, SourceKind, note};
use super::record_names::{humanise, is_section, number_of_stem, standing_of_folder, stem};
use super::titles::{self, Title};
use super::words::{self, Field};
use crate::model::{CoverageState, DecisionId, LineRange, RepoPath, Standing};

/// Where a status is said by naming the successor.
const BY_FIELD: &str = "superseded-by field";

/// What a format knows of a file before its text is read.
pub(super) struct Shape {
    /// The fields before the text.
    pub matter: FrontMatter,
    /// What a field of them holds.
    pub field: fn(&str) -> Option<Field>,
    /// Field lines that only this markup has.
    pub lines: Vec<FieldLine>,
    /// The title, where a field gives it.
    pub title: Option<String>,
    /// The prefix of its number, where the format has one of its own (`pep`).
    pub prefix: &'static str,
    /// The number, where a field gives it.
    pub number: Option<String>,
    /// Whether only the fields before the text speak for the record.
    pub only_matter: bool,
    /// How a record stands that does not say so, with the reason in words.
    pub unstated: Option<(Standing, &'static str)>,
}

impl Default for Shape {
    fn default() -> Self {
        Self {
            matter: FrontMatter::default(),
            field: words::field,
            lines: Vec::new(),
            title: None,
            prefix: "",
            number: None,
            only_matter: false,
            unstated: None,
        }
    }
}

/// Reads the one record of a file.
pub(super) fn read(path: &RepoPath, outline: &Outline<'_>, shape: Shape) -> Parsed {
    let mut reader = Reader {
        path,
        shape,
        outline,
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

/// Whether a text says of itself that it decides: a status, a date of decision, or a section that
/// only a decision has. A file that is no record by its name counts only with it.
pub(super) fn decides(parsed: &Parsed, outline: &Outline<'_>) -> bool {
    let stated = parsed
        .records
        .iter()
        .any(|r| r.own_standing || r.standing_words.is_some());
    stated || outline.headings.iter().any(|h| is_section(&h.raw))
}

pub(super) struct Reader<'a, 't> {
    pub path: &'a RepoPath,
    pub shape: Shape,
    pub outline: &'a Outline<'t>,
    pub defs: HashMap<String, String>,
    pub parsed: Parsed,
    /// Where a status stands and what it says, the most telling first.
    pub statuses: Vec<(&'static str, Status, u32)>,
    pub links: Vec<Link>,
    pub people: Vec<String>,
    pub date: Option<String>,
    /// Lines that were read as fields, so that prose is what is left.
    pub taken: Vec<LineRange>,
}

impl Reader<'_, '_> {
    fn read(&mut self) {
        let stem = stem(self.path);
        let heading = self.heading();
        let title = match &heading {
            Some(h) => {
                let bare = without_kind(h, self.shape.prefix);
                titles::read_by(self.outline.words, bare)
            }
            None => Title {
                title: humanise(&stem),
                ..Title::default()
            },
        };
        self.front_matter();
        if !self.shape.only_matter {
            self.header();
            self.sections();
        }
        self.prose();
        let (named, stem_date) = number_of_stem(&stem);
        let (written, named) = (
            self.shape.number.take().or(title.number.clone()),
            named.map(|n| self.prefixed(&n)),
        );
        let written = written.map(|n| self.prefixed(&n));
        if let (Some(a), Some(b)) = (&written, &named)
            && a != b
        {
            self.note(1, format!("the title says number {a}, the file name {b}"));
        }
        let own_standing = self
            .statuses
            .iter()
            .any(|s| s.1.standing != Standing::Unknown)
            || title.standing.is_some();
        let (standing, words) = self.standing(&title);
        let lines = self.outline.trimmed(1, self.outline.line_count());
        let record = Record {
            id: DecisionId(self.path.to_string()),
            kind: SourceKind::Adr,
            heading: heading.unwrap_or(stem),
            trail: Vec::new(),
            title: title.title,
            number: written.or(named),
            date: self.date.take().or(title.date).or(stem_date),
            standing,
            standing_words: words,
            own_standing,
            people: std::mem::take(&mut self.people),
            part_of: None,
            lines,
            text: self.outline.lines(lines).to_owned(),
            links: std::mem::take(&mut self.links),
        };
        self.parsed.records.push(record);
    }

    fn prefixed(&self, number: &str) -> String {
        let bare = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        if bare {
            titles::number(self.shape.prefix, number)
        } else {
            number.to_owned()
        }
    }

    pub fn note(&mut self, line: u32, reason: impl Into<String>) {
        self.parsed
            .coverage
            .push(note(self.path, Some(line), CoverageState::Read, reason));
    }

    /// The title as written: a field's, the heading at the top, or the only heading of the first
    /// level. A section's name (`# Summary`) is none.
    fn heading(&self) -> Option<String> {
        if let Some(title) = &self.shape.title {
            return Some(title.clone());
        }
        let is_name = |raw: &str| self.outline.words.field(raw).is_some() || is_section(raw);
        let all = &self.outline.headings;
        let tops = all.iter().filter(|h| h.level == 1).count();
        let by_level = all
            .iter()
            .enumerate()
            .find(|(i, h)| h.level == 1 && !is_section(&h.raw) && (*i == 0 || tops == 1))
            .map(|(_, h)| h);
        by_level
            .or(all.first().filter(|h| !is_name(&h.raw)))
            .map(|h| h.raw.clone())
            .or_else(|| self.matter_value("title"))
    }

    fn matter_value(&self, key: &str) -> Option<String> {
        let fields: &[Entry] = &self.shape.matter.fields;
        fields
            .iter()
            .find(|f| f.key == key)?
            .values
            .first()
            .cloned()
    }

    pub fn status(&mut self, place: &'static str, value: &str, line: u32) {
        if let Some(status) = fields::status_by(self.outline.words, value) {
            self.statuses.push((place, status, line));
        }
    }

    pub fn last_is(&self, standing: Standing) -> bool {
        self.statuses
            .last()
            .is_some_and(|s| s.1.standing == standing)
    }

    pub fn superseded_field(&mut self, value: &str, line: u32) {
        if is_nothing(value) {
            return;
        }
        let words = self.outline.lines(LineRange::new(line, line)).trim();
        let status = Status {
            standing: Standing::Superseded,
            words: words.chars().take(200).collect(),
            note: None,
        };
        self.statuses.push((BY_FIELD, status, line));
    }

    pub fn set_date(&mut self, value: &str, line: u32) {
        if self.date.is_some() {
            return;
        }
        if is_nothing(value) {
            return;
        }
        let dated = dates::of_field(self.outline.words, value);
        self.date = dated.date;
        if let Some(reason) = dated.note {
            self.note(line, reason);
        }
    }

    /// The standing that holds: an explicit successor, then front matter, header and section. What
    /// disagrees is noted with both. Where nothing is written, the folder may say it, or the format.
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
        // A proposal that was turned down stays so, whatever came in its place.
        let turned_down = self
            .statuses
            .iter()
            .any(|s| s.1.standing == Standing::Rejected);
        let by_field = self.statuses.iter().find(|s| s.0 == BY_FIELD);
        let chosen = by_field
            .filter(|_| !turned_down)
            .or_else(|| self.statuses.iter().find(|s| known(s) && s.0 != BY_FIELD))
            .or_else(|| self.statuses.first())
            .cloned();
        let Some((place, status, _)) = chosen else {
            let by_folder = standing_of_folder(self.path);
            let unstated = self.shape.unstated.map(|(s, why)| (s, why.to_owned()));
            return by_folder
                .or(unstated)
                .map_or((Standing::Unknown, None), |(s, why)| (s, Some(why)));
        };
        let mut notes = Vec::new();
        for (p, s, line) in &self.statuses {
            // That it was replaced goes with most of what a record says of itself.
            let fits = [*p, place].contains(&BY_FIELD)
                && (turned_down || status.standing == Standing::Superseded);
            if s.standing != status.standing && s.standing != Standing::Unknown && !fits {
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

/// A title without the word for what it is: `RFC: Paint the lamps`.
fn without_kind<'t>(heading: &'t str, prefix: &str) -> &'t str {
    let head = heading.trim_start();
    let (Some(kind), Some(rest)) = (head.get(..prefix.len()), head.get(prefix.len()..)) else {
        return heading;
    };
    let rest = rest.trim_start();
    if !prefix.is_empty() && kind.eq_ignore_ascii_case(prefix) && rest.starts_with([':', '—', '–'])
    {
        return rest.trim_start_matches([':', '—', '–', ' ']);
    }
    heading
}

/// A value that people write where there is none.
pub(super) fn is_nothing(value: &str) -> bool {
    let bare = value
        .trim()
        .trim_matches(['[', ']', '"', '\'', '.', '*', '_']);
    let lower = bare.to_lowercase();
    // "None (extends ADR-041)" names none either.
    let first = lower.split([' ', ',', '(']).next().unwrap_or("");
    matches!(first, "none" | "n/a" | "nothing")
        || matches!(lower.as_str(), "" | "-" | "na" | "null" | "~" | "—" | "no")
}
