//! Tables with one decision a row. The heads of the columns decide, in any of the languages.

use super::super::dates;
use super::super::fields::{cells, people, status_by};
use super::super::markdown::{Outline, Table};
use super::super::titles::{self, Title};
use super::super::words::{Column, Words};
use super::parts::{Part, Parts, Section, first_sentence, short};
use crate::model::{LineRange, Standing};

/// The columns of a table of decisions.
struct Columns(Vec<Option<Column>>);

impl Columns {
    /// Reads a table's head; none where it does not say that its rows are decisions.
    fn read(words: &Words, heads: &[String]) -> Option<Self> {
        let mut columns: Vec<Option<Column>> = heads.iter().map(|h| words.column(h)).collect();
        let has = |c: Column, all: &[Option<Column>]| all.contains(&Some(c));
        if has(Column::Option, &columns) {
            return None;
        }
        // Beside a choice, “decision” says what the choice was about.
        if has(Column::Choice, &columns) {
            for c in &mut columns {
                *c = match *c {
                    Some(Column::Decision) => Some(Column::Topic),
                    Some(Column::Choice) => Some(Column::Decision),
                    other => other,
                };
            }
        }
        let others = [
            Column::Number,
            Column::Topic,
            Column::Reason,
            Column::Date,
            Column::Status,
            Column::People,
            Column::Alternatives,
        ];
        let known = others.iter().filter(|c| has(**c, &columns)).count();
        let leads = columns.first() == Some(&Some(Column::Decision));
        let is_list = has(Column::Number, &columns)
            && has(Column::Topic, &columns)
            && (has(Column::Status, &columns) || has(Column::Date, &columns));
        let records = if has(Column::Decision, &columns) {
            heads.len() > 1 && (leads || known > 0)
        } else {
            is_list
        };
        records.then_some(Self(columns))
    }

    /// The first cell of a column that holds anything.
    fn cell<'c>(&self, row: &'c [String], column: Column) -> Option<&'c str> {
        let mut all = self.0.iter().zip(row);
        all.find(|(c, cell)| **c == Some(column) && !is_blank(cell))
            .map(|(_, cell)| cell.as_str())
    }

    fn has_decision(&self) -> bool {
        self.0.contains(&Some(Column::Decision))
    }
}

fn is_blank(cell: &str) -> bool {
    !cell.chars().any(char::is_alphanumeric)
}

/// Reads a table's rows where they are decisions.
pub(super) fn read(
    words: &Words,
    outline: &Outline<'_>,
    table: &Table,
    section: Section<'_>,
    out: &mut Parts,
    taken: &mut Vec<LineRange>,
) {
    let line = |n: u32| outline.lines(LineRange::new(n, n));
    let Some(columns) = Columns::read(words, &cells(line(table.head))) else {
        return;
    };
    let rows: Vec<(u32, Vec<String>)> = table.rows.iter().map(|&n| (n, cells(line(n)))).collect();
    let filled: Vec<&(u32, Vec<String>)> = rows
        .iter()
        .filter(|(_, row)| row.iter().any(|c| !is_blank(c)))
        .collect();
    let whole = LineRange::new(table.head, table.rows.last().copied().unwrap_or(table.head));
    if filled.is_empty() {
        taken.push(whole);
        out.skipped
            .push((table.head, "the table is empty".to_owned()));
        return;
    }
    let listed = filled
        .iter()
        .filter(|(_, row)| stands_elsewhere(&columns, row, section))
        .count();
    if listed * 2 > filled.len() {
        taken.push(whole);
        let reason = "the table lists records that stand elsewhere";
        out.skipped.push((table.head, reason.to_owned()));
        return;
    }
    if !columns.has_decision() && !filled.iter().all(|(_, row)| bears_id(&columns, row)) {
        return;
    }
    taken.push(whole);
    let once = |text: &str| {
        let same = |(_, row): &&&(u32, Vec<String>)| {
            columns.cell(row, Column::Topic).is_some_and(|t| t == text)
        };
        filled.iter().filter(same).count() == 1
    };
    for (n, row) in filled.iter().copied() {
        if row.iter().all(|c| is_blank(c) || is_place(c)) {
            out.skipped.push((*n, "the row is a template".to_owned()));
            continue;
        }
        let topic = columns.cell(row, Column::Topic).filter(|t| once(t));
        out.parts.push(part(words, &columns, *n, row, topic));
    }
}

/// A cell that nobody filled in: `[why]`, `<date>`, `…`.
fn is_place(cell: &str) -> bool {
    let cell = cell.trim().trim_matches(['*', '_', '`']);
    let wrapped = [('[', ']'), ('<', '>'), ('{', '}')]
        .iter()
        .any(|(o, c)| cell.starts_with(*o) && cell.ends_with(*c));
    wrapped || dates::is_placeholder(cell)
}

/// Whether a row points at a record instead of being one.
fn stands_elsewhere(columns: &Columns, row: &[String], section: Section<'_>) -> bool {
    let cell = |c| columns.cell(row, c);
    let named = [Column::Number, Column::Topic, Column::Decision];
    let links = named.iter().filter_map(|c| cell(*c)).any(|text| {
        let text = text.trim();
        text.starts_with('[')
            && (text.contains("](#") || text.contains(".md") || text.contains(".adoc"))
            && text.ends_with([')', ']'])
    });
    let number = cell(Column::Number).and_then(number_of);
    let heading = section.headings.iter().any(|h| {
        let h = &h.title;
        let numbered = h.number.is_some() && h.number == number;
        let titled = cell(Column::Topic)
            .or(cell(Column::Decision))
            .is_some_and(|t| h.title.eq_ignore_ascii_case(titles::plain(t).trim()));
        let bears = cell(Column::Number).is_some_and(|n| {
            let n = titles::plain(n);
            let rest = h.title.strip_prefix(n.trim());
            n.chars().any(char::is_alphabetic)
                && rest.is_some_and(|r| !r.starts_with(char::is_alphanumeric))
        });
        numbered || titled || bears
    });
    links || heading
}

/// Whether the number of a row has letters, as an id has and a running number has not.
fn bears_id(columns: &Columns, row: &[String]) -> bool {
    columns
        .cell(row, Column::Number)
        .is_some_and(|n| n.chars().any(char::is_alphabetic) && number_of(n).is_some())
}

/// A number as people cite it: `D-7`, `A1`, `12`.
fn number_of(cell: &str) -> Option<String> {
    let plain = titles::plain(cell);
    let plain = plain
        .trim()
        .trim_matches(['[', ']', '(', ')', '#', '.', ' ']);
    if let Some((number, _)) = titles::number_at_start(plain) {
        return Some(number);
    }
    let at = plain.find(|c: char| c.is_ascii_digit())?;
    let (prefix, digits) = plain.split_at(at);
    let prefix = prefix.trim_end_matches(['-', '_', ' ', '#']);
    let fits = prefix.chars().count() <= 12
        && prefix.chars().all(|c| c.is_alphanumeric() || c == '-')
        && digits.chars().all(|c| c.is_ascii_digit() || c == '-');
    fits.then(|| titles::number(prefix, digits))
}

/// A cell's text in one line, without markup.
fn text_of(cell: &str) -> String {
    let mut text = cell.to_owned();
    for tag in ["<br>", "<br/>", "<br />", "<BR>"] {
        text = text.replace(tag, " ");
    }
    titles::plain(&text)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

fn part(words: &Words, columns: &Columns, n: u32, row: &[String], topic: Option<&str>) -> Part {
    let decision = columns
        .cell(row, Column::Decision)
        .or_else(|| columns.cell(row, Column::Topic));
    let named = text_of(topic.or(decision).unwrap_or_default());
    let read = titles::read_by(words, &named);
    let number_cell = columns.cell(row, Column::Number);
    let number = number_cell
        .and_then(number_of)
        .or_else(|| read.number.clone());
    let mut notes = Vec::new();
    let mut date = read.date.clone();
    if let Some(cell) = columns.cell(row, Column::Date) {
        let dated = dates::of_field(words, &text_of(cell));
        notes.extend(dated.note.map(|note| (n, note)));
        date = dated.date.or(date);
    }
    let title = if topic.is_some() {
        short(&read.title)
    } else {
        first_sentence(&read.title)
    };
    let has_id = number_cell.is_some_and(|c| c.chars().any(char::is_alphabetic));
    let name = match number_cell {
        Some(cell) if has_id && number.is_some() => text_of(cell),
        Some(cell) if title.is_empty() => text_of(cell),
        _ => short(&named),
    };
    let status = columns
        .cell(row, Column::Status)
        .and_then(|c| status_by(words, c));
    if let Some(note) = status.as_ref().and_then(|s| s.note.clone()) {
        notes.push((n, note));
    }
    let struck = decision.map(str::trim).filter(|d| {
        d.len() > 4 && d.starts_with("~~") && d.ends_with("~~") && d.matches("~~").count() == 2
    });
    let standing = status
        .map(|s| (s.standing, s.words))
        .or_else(|| struck.map(|s| (Standing::Deprecated, s.to_owned())))
        .or_else(|| read.standing.clone());
    Part {
        lines: LineRange::new(n, n),
        name,
        title: Title {
            title,
            number,
            date,
            standing: None,
            successor: read.successor,
            placeholder: false,
        },
        people: columns
            .cell(row, Column::People)
            .map(people)
            .unwrap_or_default(),
        standing,
        notes,
    }
}
