//! Decisions that begin with their date or number inside a section: `- **2024-05-01**: We chose …`,
//! a paragraph that begins `**D-012: …**`, or several `**Decision:** …` under one heading.

use super::super::markdown::{Block, BlockKind, Outline};
use super::super::titles::{self, Title};
use super::super::words::{Column, Field, Words};
use super::super::{dates, fields};
use super::parts::{Part, Parts, Section, first_sentence, short};
use crate::model::{LineRange, Standing};

/// Reads the decisions of a section that begin with a date, a number or the word.
pub(super) fn read(
    words: &Words,
    outline: &Outline<'_>,
    section: Section<'_>,
    out: &mut Parts,
    taken: &mut Vec<LineRange>,
) {
    let blocks: Vec<&Block> = outline
        .blocks_in(section.lines)
        .iter()
        .filter(|b| !taken.iter().any(|t| t.contains(b.lines.start)))
        .collect();
    let begins: Vec<Option<Lead>> = blocks
        .iter()
        .map(|b| {
            let text = outline.prose_lines(LineRange::new(b.lines.start, b.lines.start));
            lead(words, text, b.kind)
        })
        .collect();
    items(words, outline, &blocks, &begins, out, taken);
    paragraphs(words, outline, &blocks, &begins, out, taken);
}

/// How a block begins.
struct Lead {
    title: Title,
    name: String,
}

/// A list is a log where most of its items begin with a date or a number, or all of them do.
fn items(
    words: &Words,
    outline: &Outline<'_>,
    blocks: &[&Block],
    begins: &[Option<Lead>],
    out: &mut Parts,
    taken: &mut Vec<LineRange>,
) {
    let is_item = |i: &usize| blocks[*i].kind == BlockKind::Item;
    let all: Vec<usize> = (0..blocks.len()).filter(is_item).collect();
    let led = all.iter().filter(|&&i| begins[i].is_some()).count();
    if led == 0 || (led < all.len() && (led < 2 || led * 10 < all.len() * 6)) {
        return;
    }
    for i in all {
        if let Some(lead) = &begins[i] {
            taken.push(blocks[i].lines);
            out.parts.push(part(words, outline, blocks[i].lines, lead));
        }
    }
}

/// Paragraphs that begin so take what follows them up to the next one.
fn paragraphs(
    words: &Words,
    outline: &Outline<'_>,
    blocks: &[&Block],
    begins: &[Option<Lead>],
    out: &mut Parts,
    taken: &mut Vec<LineRange>,
) {
    let is_lead = |i: &usize| blocks[*i].kind == BlockKind::Paragraph && begins[*i].is_some();
    let all: Vec<usize> = (0..blocks.len()).filter(is_lead).collect();
    if all.len() < 2 {
        return;
    }
    for (k, &i) in all.iter().enumerate() {
        let end = all.get(k + 1).copied().unwrap_or(blocks.len());
        let last = blocks[i..end].last().map_or(blocks[i].lines, |b| b.lines);
        let lines = LineRange::new(blocks[i].lines.start, last.end);
        if let Some(lead) = &begins[i] {
            taken.push(lines);
            out.parts.push(part(words, outline, lines, lead));
        }
    }
}

/// Reads how a block's first line begins; none where it is no decision of its own.
fn lead(words: &Words, line: &str, kind: BlockKind) -> Option<Lead> {
    let text = without_marker(line);
    let (head, bold, rest) = head_of(text);
    let plain = titles::plain(head);
    let folded = plain.trim_matches(|c: char| !c.is_alphanumeric());
    if kind == BlockKind::Paragraph && bold && says_decision(words, folded) {
        let said = titles::plain(rest);
        let title = first_sentence(said.trim_start_matches([':', '：', ' ']));
        let name = title.clone();
        return (!title.is_empty()).then(|| Lead {
            title: Title {
                title,
                ..Title::default()
            },
            name,
        });
    }
    let from = plain.len() - plain.trim_start_matches(['[', '(', '*', ' ']).len();
    let dated = dates::first_by(words, &plain).is_some_and(|f| f.at.start <= from);
    let numbered = numbered(&plain);
    if !dated && !numbered {
        return None;
    }
    // Running text may begin with a month: “June 2026 was when …”.
    if kind == BlockKind::Paragraph && !bold && !set_off(words, &plain, dated) {
        return None;
    }
    let whole = titles::plain(text);
    let mut title = titles::read_by(
        words,
        if bold && rest.trim().is_empty() {
            &whole
        } else {
            &plain
        },
    );
    let has_words = title.title.chars().filter(|c| c.is_alphabetic()).count() > 2
        && title.title != plain.trim()
        || numbered;
    if !has_words || !bold {
        let said = titles::read_by(words, &whole);
        title.standing = title.standing.or(said.standing);
        title.successor = title.successor.or(said.successor);
        if !has_words || title.title.is_empty() || !bold {
            title.title = said.title;
        }
    }
    title.title = first_sentence(&title.title);
    let name = short(whole.trim());
    let says = title.title.chars().any(char::is_alphabetic) && !title.placeholder;
    says.then_some(Lead { title, name })
}

fn says_decision(words: &Words, head: &str) -> bool {
    let bare = head.trim_end_matches(|c: char| {
        c.is_ascii_digit() || matches!(c, ' ' | '#' | '.' | ':' | '：')
    });
    words.column(bare) == Some(Column::Decision)
}

/// An id with letters at the start: `D-12`, `ADR 3`. Running numbers count anything.
fn numbered(text: &str) -> bool {
    let text = text.trim_start_matches(['[', '(', ' ']);
    text.starts_with(char::is_alphabetic) && titles::number_at_start(text).is_some()
}

/// Whether a colon or a dash sets what a paragraph begins with off from the rest.
fn set_off(words: &Words, plain: &str, dated: bool) -> bool {
    let end = if dated {
        dates::first_by(words, plain).map_or(0, |f| f.at.end)
    } else {
        titles::number_at_start(plain).map_or(0, |(_, n)| n)
    };
    let before = plain[..end].trim_end();
    let after = plain[end..].trim_start_matches([' ', ']', ')', '*']);
    before.ends_with([':', '：', '—', '–', '-', ']'])
        || after.starts_with([':', '：', '—', '–', '-', '|'])
        || after.is_empty()
}

/// A line without the mark of its list item and a box to tick.
fn without_marker(line: &str) -> &str {
    let text = line.trim_start();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = if digits > 0 && digits < 4 && text[digits..].starts_with([')', '.']) {
        text[digits + 1..].strip_prefix(' ')
    } else {
        ["- ", "* ", "+ "].iter().find_map(|m| text.strip_prefix(m))
    };
    let text = rest.unwrap_or(text).trim_start();
    ["[x] ", "[X] ", "[ ] "]
        .iter()
        .find_map(|m| text.strip_prefix(m))
        .unwrap_or(text)
}

/// The bold words at the start of a text and what follows them; all of it where none are bold.
fn head_of(text: &str) -> (&str, bool, &str) {
    for mark in ["**", "__"] {
        if let Some(inner) = text.strip_prefix(mark)
            && let Some(end) = inner.find(mark)
        {
            return (&inner[..end], true, &inner[end + mark.len()..]);
        }
    }
    (text, false, "")
}

fn part(words: &Words, outline: &Outline<'_>, lines: LineRange, lead: &Lead) -> Part {
    let mut part = Part {
        lines,
        name: lead.name.clone(),
        title: lead.title.clone(),
        people: Vec::new(),
        standing: None,
        notes: Vec::new(),
    };
    part.standing = part.title.standing.take();
    if lines.end > lines.start {
        let below = LineRange::new(lines.start + 1, lines.end);
        for f in fields::read_by(words, outline, below) {
            match f.field {
                Field::Status if part.standing.is_none() => {
                    if let Some(s) = fields::status_by(words, &f.value) {
                        part.notes.extend(s.note.map(|n| (f.lines.start, n)));
                        part.standing =
                            (s.standing != Standing::Unknown).then_some((s.standing, s.words));
                    }
                }
                Field::Date if part.title.date.is_none() => {
                    let dated = dates::of_field(words, &f.first);
                    part.notes.extend(dated.note.map(|n| (f.lines.start, n)));
                    part.title.date = dated.date;
                }
                Field::People => part.people.extend(fields::people(&f.value)),
                _ => {}
            }
        }
    }
    part
}
