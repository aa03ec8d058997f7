//! arc42: the chapter of decisions of an architecture document, as a file of its own or as a section
//! of one large file, in Markdown or AsciiDoc.
//!
//! What stands outside the chapter is blanked, so that the reader of logs sees nothing else and every
//! line keeps its number. What that reader does not know is read here: a table of AsciiDoc, and a
//! list whose items are the decisions.

use super::markdown::{Outline, blank};
use super::record::{Parsed, Record, SourceKind};
use super::section_log::SectionLog;
use super::sources::is_arc42;
use super::titles;
use super::words::{Column, HeadingKind, fold};
use super::{Format, Reading, dates, fields, front_matter, links, markup};
use crate::model::{DecisionId, LineRange, RepoPath, Standing};

/// Reads the decisions of an arc42 document.
#[derive(Clone, Copy, Debug)]
pub struct Arc42;

impl Format for Arc42 {
    fn reads(&self, kind: SourceKind, path: &RepoPath) -> bool {
        kind == SourceKind::Log && is_arc42(path)
    }

    fn parse(&self, reading: Reading<'_>, path: &RepoPath, text: &str) -> Parsed {
        let matter = front_matter::read(text).map_or(0, |m| m.len);
        let whole = markup::outline(path, text, matter, reading.memory);
        let Some(chapter) = chapter(&whole) else {
            let reason = "it has no chapter of architecture decisions";
            return Parsed::skipped(path, None, reason);
        };
        let narrowed = narrow(&whole, chapter, matter);
        let outline = markup::outline(path, &narrowed, 0, reading.memory);
        let sections = outline
            .headings
            .iter()
            .any(|h| h.has_prose && !reading.words.is_heading(HeadingKind::About, &h.raw));
        if sections {
            return SectionLog.parse(reading, path, &narrowed);
        }
        let rows = rows(&outline, chapter);
        let entries = if rows.is_empty() {
            items(&outline, chapter)
        } else {
            rows
        };
        if entries.is_empty() {
            let titled = narrowed_with_heading(&whole, chapter, matter);
            return SectionLog.parse(reading, path, &titled);
        }
        let records = entries
            .iter()
            .map(|e| record(reading, path, &outline, e))
            .collect();
        let mut parsed = Parsed {
            records,
            ..Parsed::default()
        };
        number_twins(&mut parsed.records);
        parsed
    }
}

/// The lines of the chapter, its heading among them. A file without the heading is the chapter.
fn chapter(outline: &Outline<'_>) -> Option<LineRange> {
    let last = outline.line_count();
    let named = outline.headings.iter().position(|h| is_chapter(&h.raw));
    let Some(i) = named else {
        let many = outline.headings.iter().filter(|h| h.level <= 2).count() > 12;
        return (!many).then(|| LineRange::new(1, last));
    };
    let h = &outline.headings[i];
    let next = outline.headings[i + 1..]
        .iter()
        .find(|n| n.level <= h.level);
    let end = next.map_or(last, |n| n.line - 1);
    Some(LineRange::new(h.line, end.max(h.line)))
}

fn is_chapter(heading: &str) -> bool {
    let folded = fold(&titles::plain(heading));
    let bare = folded.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
    matches!(
        bare,
        "architecture decisions"
            | "architectural decisions"
            | "design decisions"
            | "architecture decision records"
            | "architekturentscheidungen"
            | "entwurfsentscheidungen"
            | "entscheidungen"
    )
}

/// The text with all but the chapter's own lines blanked; the chapter's heading is blanked too, so
/// that its sections are entries.
fn narrow(outline: &Outline<'_>, chapter: LineRange, matter: usize) -> String {
    let heading = outline.headings.iter().find(|h| h.line == chapter.start);
    let from = heading.map_or(chapter.start, |h| h.body);
    keep(outline, LineRange::new(from, chapter.end), matter)
}

fn narrowed_with_heading(outline: &Outline<'_>, chapter: LineRange, matter: usize) -> String {
    keep(outline, chapter, matter)
}

fn keep(outline: &Outline<'_>, lines: LineRange, matter: usize) -> String {
    let mut bytes = outline.text.as_bytes().to_vec();
    let (from, to) = outline.bytes_of(lines);
    let len = bytes.len();
    blank(&mut bytes, 0, from.max(matter).min(len));
    blank(&mut bytes, to.min(len), len);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A decision of a table or a list: its cells with their heads, or the item alone.
struct Entry {
    lines: LineRange,
    cells: Vec<(String, String)>,
}

/// The rows of the AsciiDoc tables among these lines.
fn rows(outline: &Outline<'_>, lines: LineRange) -> Vec<Entry> {
    let mut out = Vec::new();
    let mut table: Option<Vec<(u32, String, bool)>> = None;
    for n in lines.start..=lines.end {
        let line = outline.lines(LineRange::new(n, n)).trim_end();
        if line.starts_with("|===") {
            match table.take() {
                Some(cells) => out.extend(table_rows(&cells)),
                None => table = Some(Vec::new()),
            }
            continue;
        }
        let Some(cells) = table.as_mut() else {
            continue;
        };
        if let Some(row) = line.strip_prefix('|') {
            for (i, cell) in row.split('|').enumerate() {
                cells.push((n, cell.trim().to_owned(), i == 0));
            }
        } else if let Some(last) = cells.last_mut().filter(|_| !line.trim().is_empty()) {
            last.1.push(' ');
            last.1.push_str(line.trim());
        }
    }
    out
}

/// Cells in order, each with its line and whether it begins one: the first line is the head.
fn table_rows(cells: &[(u32, String, bool)]) -> Vec<Entry> {
    let Some(first) = cells.first().map(|c| c.0) else {
        return Vec::new();
    };
    let head: Vec<&str> = cells
        .iter()
        .take_while(|c| c.0 == first)
        .map(|c| c.1.as_str())
        .collect();
    if head.len() < 2 {
        return Vec::new();
    }
    cells[head.len()..]
        .chunks(head.len())
        .filter(|row| row.len() == head.len())
        .map(|row| Entry {
            lines: LineRange::new(row[0].0, row[row.len() - 1].0),
            cells: head
                .iter()
                .zip(row)
                .map(|(h, c)| ((*h).to_owned(), c.1.clone()))
                .collect(),
        })
        .collect()
}

/// The items of the first list among these lines, each with the lines that belong to it.
fn items(outline: &Outline<'_>, lines: LineRange) -> Vec<Entry> {
    let mut out: Vec<Entry> = Vec::new();
    for n in lines.start..=lines.end {
        let line = outline.prose_lines(LineRange::new(n, n)).trim_end();
        let mark = ["- ", "* ", "+ ", ". "]
            .iter()
            .find(|m| line.starts_with(**m));
        let numbered = line
            .split_once(". ")
            .filter(|(d, _)| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()));
        let text = mark.map(|m| &line[m.len()..]).or(numbered.map(|n| n.1));
        if let Some(text) = text {
            out.push(Entry {
                lines: LineRange::new(n, n),
                cells: vec![(String::new(), text.trim().to_owned())],
            });
        } else if line.starts_with([' ', '\t'])
            && let Some(last) = out.last_mut().filter(|l| l.lines.end + 1 == n)
        {
            last.lines.end = n;
            last.cells[0].1.push(' ');
            last.cells[0].1.push_str(line.trim());
        }
    }
    out.retain(|e| e.cells[0].1.chars().filter(|c| c.is_alphanumeric()).count() >= 8);
    out
}

fn record(reading: Reading<'_>, path: &RepoPath, outline: &Outline<'_>, e: &Entry) -> Record {
    let cell = |want: &[Column]| {
        e.cells
            .iter()
            .find(|(head, _)| {
                reading
                    .words
                    .column(head)
                    .is_some_and(|c| want.contains(&c))
            })
            .map(|(_, value)| value.as_str())
            .filter(|v| !v.is_empty())
    };
    let first = e.cells.first().map_or("", |c| c.1.as_str());
    let named = cell(&[Column::Topic]).or_else(|| cell(&[Column::Decision]));
    let title = titles::read(lead(named.unwrap_or(first)));
    let status = cell(&[Column::Status]).and_then(fields::status);
    let number = cell(&[Column::Number])
        .and_then(|n| titles::number_at_start(&format!("{n} ")).map(|n| n.0))
        .or(title.number.clone());
    let date = cell(&[Column::Date]).unwrap_or("");
    let none = std::collections::HashMap::new();
    Record {
        id: DecisionId(format!("{path}#{}", title.title)),
        kind: SourceKind::Log,
        heading: title.title.clone(),
        trail: Vec::new(),
        number,
        date: dates::first(date).map(|d| d.date).or(title.date.clone()),
        standing: status.as_ref().map_or(Standing::Unknown, |s| s.standing),
        own_standing: status.is_some(),
        standing_words: status.map(|s| s.words),
        people: cell(&[Column::People])
            .map(fields::people)
            .unwrap_or_default(),
        part_of: None,
        lines: e.lines,
        text: outline.lines(e.lines).to_owned(),
        links: links::in_block(outline, e.lines, &none, None, super::LinkPlace::Prose),
        title: title.title,
    }
}

/// The words that name an item: what is bold at its start, else its first sentence.
fn lead(text: &str) -> &str {
    for mark in ["**", "*"] {
        if let Some((bold, _)) = text.strip_prefix(mark).and_then(|t| t.split_once(mark)) {
            return bold.trim_end_matches([':', '.']);
        }
    }
    let end = text
        .find(". ")
        .or_else(|| text.find(": "))
        .unwrap_or(text.len());
    text[..end].trim_end_matches('.')
}

/// Ids are told apart by an ordinal where two titles are the same.
fn number_twins(records: &mut [Record]) {
    let mut seen: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for r in records {
        let times = seen.entry(r.id.0.clone()).or_insert(0);
        *times += 1;
        if *times > 1 {
            r.id.0.push_str(&format!(" ({times})"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn read(path: &str, text: &str) -> Vec<Record> {
        let parsed = parse(SourceKind::Log, &RepoPath::from(path), text.as_bytes());
        for r in &parsed.records {
            let lines: Vec<&str> = text.split('\n').collect();
            let (a, b) = (r.lines.start as usize, r.lines.end as usize);
            assert_eq!(r.text, lines[a - 1..b].join("\n"));
        }
        parsed.records
    }

    #[test]
    fn only_the_chapter_of_decisions_is_read_of_a_large_file() {
        let text = "= Lamps\n\n== 1. Introduction\n\nWe decided nothing here.\n\n== 9. Architecture Decisions\n\n=== Use green paint\n\nStatus: Accepted\n\nIt is warm.\n\n=== Use tin\n\nIt lasts.\n\n== 10. Quality\n\nMuch.\n";
        let got = read("docs/arc42.adoc", text);
        let titles: Vec<&str> = got.iter().map(|r| r.title.as_str()).collect();
        assert_eq!(titles, ["Use green paint", "Use tin"]);
        assert_eq!(got[0].standing, Standing::Accepted);
    }

    #[test]
    fn the_rows_of_a_table_are_decisions() {
        let text = "== Architecture Decisions\n\n|===\n|Date |Decision |Reason |Status\n\n|2024-03-02\n|Use green paint\n|It is\nwarm\n|Accepted\n\n|2024-04-01 |Use tin |It lasts |Rejected\n|===\n";
        let got = read("docs/09_architecture_decisions.adoc", text);
        assert_eq!(got.len(), 2);
        assert_eq!(got[0].title, "Use green paint");
        assert_eq!(got[0].date.as_deref(), Some("2024-03-02"));
        assert_eq!(got[0].standing, Standing::Accepted);
        assert_eq!(
            (got[1].standing, got[1].lines.start),
            (Standing::Rejected, 12)
        );
    }

    #[test]
    fn the_items_of_a_list_are_decisions() {
        let text = "# Architecture Decisions\n\n- **Use green paint**: it is warm,\n  and cheap.\n- Use tin roofs. They last.\n";
        let got = read("docs/09-architecture-decisions.md", text);
        let titles: Vec<&str> = got.iter().map(|r| r.title.as_str()).collect();
        assert_eq!(titles, ["Use green paint", "Use tin roofs"]);
        assert_eq!(got[0].lines, LineRange::new(3, 4));
    }
}
