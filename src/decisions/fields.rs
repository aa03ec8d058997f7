//! Field lines (`**Status:** Active.`, `* Date: …`, `| Status | Accepted |`) and how a status is read.

use super::markdown::Outline;
use super::words::{Field, Words, fold};
use crate::model::{LineRange, Standing};

/// One field with its value, which may go on over wrapped lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldLine {
    /// What it holds.
    pub field: Field,
    /// Its value, lines joined by a space.
    pub value: String,
    /// The value's first line alone.
    pub first: String,
    /// The field's first line as written, markup included.
    pub words: String,
    /// Its first and last line.
    pub lines: LineRange,
    /// Whether it is set off as a field: bold, a list item, a quote or a table row.
    pub marked: bool,
}

/// [`read_by`] the words that come with rguard.
pub fn read(outline: &Outline<'_>, range: LineRange) -> Vec<FieldLine> {
    read_by(Words::built_in(), outline, range)
}

/// The field lines among these lines of the prose.
pub fn read_by(words: &Words, outline: &Outline<'_>, range: LineRange) -> Vec<FieldLine> {
    let mut out: Vec<FieldLine> = Vec::new();
    let mut open = false;
    let mut apart = false;
    for n in range.start..=range.end {
        let line = outline.prose_lines(LineRange::new(n, n));
        let found = field_line(words, line);
        if !found.is_empty() {
            for (field, value, marked) in found {
                out.push(FieldLine {
                    field,
                    first: value.clone(),
                    value,
                    words: written(outline, n),
                    lines: LineRange::new(n, n),
                    marked,
                });
            }
            open = true;
            apart = false;
            continue;
        }
        if let Some(row) = heads_above(words, outline, range, n) {
            out.extend(row);
            open = false;
            continue;
        }
        let text = line.trim();
        // `Status:` may stand on a line of its own, with its value in the next paragraph.
        let waits = out.last().is_some_and(|f| f.value.is_empty());
        if open && waits && text.is_empty() {
            apart = true;
            continue;
        }
        let other = apart && waits && !out.last().is_some_and(|f| fits(words, f.field, text));
        apart = false;
        let ends = other || text.is_empty() || text.starts_with(['-', '*', '+', '#', '|', '>']);
        let new_field = text.split_once(':').is_some_and(|(k, _)| {
            k.chars().count() < 30 && k.split_whitespace().count() <= 3 && k.starts_with("**")
        });
        if ends || new_field {
            open = false;
        } else if open && let Some(last) = out.last_mut() {
            if last.value.is_empty() {
                last.first = text.to_owned();
            } else {
                last.value.push(' ');
            }
            last.value.push_str(text);
            last.lines.end = n;
        }
    }
    out
}

/// Whether a paragraph below an empty field is its value: other prose may follow there as well.
fn fits(words: &Words, field: Field, text: &str) -> bool {
    match field {
        Field::Status => {
            let folded = fold(&bare_status(text));
            let said = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
            words.standing_at_start(said).is_some()
        }
        Field::Date => super::dates::first_by(words, text).is_some_and(|f| f.at.start == 0),
        _ => false,
    }
}

/// A line as written, cut to what is shown of it.
fn written(outline: &Outline<'_>, line: u32) -> String {
    let text = outline.lines(LineRange::new(line, line));
    text.trim().chars().take(200).collect()
}

/// The cells of a table's row; an escaped pipe separates none.
pub(super) fn cells(row: &str) -> Vec<String> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let mut out = vec![String::new()];
    let mut chars = row.chars();
    while let Some(c) = chars.next() {
        match (c, out.last_mut()) {
            ('|', _) => out.push(String::new()),
            ('\\', Some(cell)) => match chars.next() {
                Some('|') => cell.push('|'),
                Some(other) => cell.extend(['\\', other]),
                None => cell.push('\\'),
            },
            (c, Some(cell)) => cell.push(c),
            (_, None) => {}
        }
    }
    if out.len() > 1 && out.last().is_some_and(|c| c.trim().is_empty()) {
        out.pop();
    }
    out.into_iter().map(|c| c.trim().to_owned()).collect()
}

/// Fields whose names are the head of a table with this one row: `| Status | Date |`.
fn heads_above(
    words: &Words,
    outline: &Outline<'_>,
    range: LineRange,
    n: u32,
) -> Option<Vec<FieldLine>> {
    if n < range.start + 2 {
        return None;
    }
    let row = |n: u32| outline.prose_lines(LineRange::new(n, n)).trim();
    let is_row = |n: u32| row(n).starts_with('|');
    let ruled = row(n - 1).contains("--") && row(n - 1).starts_with('|');
    let only = ruled && is_row(n) && is_row(n - 2) && !(n < range.end && is_row(n + 1));
    if !only {
        return None;
    }
    let (heads, values) = (cells(row(n - 2)), cells(row(n)));
    let fields: Vec<Option<Field>> = heads.iter().map(|h| words.field(h)).collect();
    let known = fields.iter().flatten().count();
    if known < 2 || known * 2 < heads.len() {
        return None;
    }
    let pairs = fields.into_iter().zip(values);
    Some(
        pairs
            .filter_map(|(field, value)| {
                let value = clean(&value);
                Some(FieldLine {
                    field: field?,
                    first: value.clone(),
                    value,
                    words: written(outline, n),
                    lines: LineRange::new(n, n),
                    marked: true,
                })
            })
            .collect(),
    )
}

/// The fields of a line: what each holds, its value, and whether it is set off. A line may hold
/// several (`**Date:** … **Status:** …`).
fn field_line(words: &Words, line: &str) -> Vec<(Field, String, bool)> {
    let trimmed = line.trim();
    if trimmed.starts_with('|') {
        let row = cells(trimmed);
        let field = match row.as_slice() {
            [key, value] => words
                .field(key.trim_end_matches([':', '：', '*']))
                .map(|f| (f, clean(value), true)),
            _ => None,
        };
        return field.into_iter().collect();
    }
    let bare = without_tags(trimmed);
    let mut text = bare.as_str();
    let mut marked = false;
    while let Some(rest) = ["- ", "* ", "+ ", "> ", "• "]
        .iter()
        .find_map(|m| text.strip_prefix(m))
    {
        text = rest.trim_start();
        marked = true;
    }
    marked |= ["**", "__", "*", "_"].iter().any(|m| text.starts_with(m));
    let Some((field, value)) = keyed(words, text) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    let mut now = field;
    let mut rest = value;
    while let Some((before, field, value)) = next_field(words, rest) {
        out.push((now, clean(before), marked));
        (now, rest) = (field, value);
    }
    out.push((now, clean(rest), marked));
    out
}

/// A text that begins with a field's name and a colon: the field and what follows.
fn keyed<'t>(words: &Words, text: &'t str) -> Option<(Field, &'t str)> {
    let at = text.find([':', '：'])?;
    let key = &text[..at];
    if key.chars().count() > 40 {
        return None;
    }
    let field = words.field(key)?;
    Some((field, text[at..].trim_start_matches([':', '：'])))
}

/// The next field on the same line: a bold name, or a name after a bar or a dot. Gives the text
/// before it, the field, and what follows.
fn next_field<'t>(words: &Words, text: &'t str) -> Option<(&'t str, Field, &'t str)> {
    for mark in ["**", " | ", " · ", " • ", "; "] {
        for (i, _) in text.match_indices(mark) {
            let start = if mark == "**" { i } else { i + mark.len() };
            let from = text.get(start..)?;
            // The marks that close a name are no beginning of another.
            if mark == "**" && !from[2..].starts_with(char::is_alphabetic) {
                continue;
            }
            if let Some((field, value)) = keyed(words, from) {
                return Some((&text[..i], field, value));
            }
        }
    }
    None
}

/// A line without the tags that only shape it.
fn without_tags(line: &str) -> String {
    if !line.contains('<') {
        return line.to_owned();
    }
    let mut out = line.to_owned();
    for tag in [
        "b", "strong", "i", "em", "code", "span", "sup", "sub", "kbd", "br",
    ] {
        for open in [
            format!("<{tag}>"),
            format!("</{tag}>"),
            format!("<{tag}/>"),
            format!("<{tag} />"),
        ] {
            out = out.replace(&open, "");
        }
    }
    while let Some(at) = out.find("<span ").or_else(|| out.find("<font "))
        && let Some(end) = out[at..].find('>')
    {
        out.replace_range(at..=at + end, "");
    }
    out
}

/// A value without the markup that closes the key and without what sets it off from the next.
fn clean(value: &str) -> String {
    let value = value.trim();
    let value = ["**", "__", "*", "_"]
        .iter()
        .find_map(|m| {
            value
                .strip_prefix(m)
                .filter(|v| !v.contains(m) || v.starts_with(' '))
        })
        .unwrap_or(value);
    let value = value.trim().trim_end_matches(['|', '·', '•', '\\']).trim();
    // `**Status: Accepted**` closes after the value.
    let value = match value.strip_suffix("**") {
        Some(v) if !v.contains("**") => v,
        _ => value,
    };
    value.trim().to_owned()
}

/// A status, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status {
    /// The standing; unknown where the words are not in the table.
    pub standing: Standing,
    /// The raw words.
    pub words: String,
    /// What a reader should know: an unfilled template, an unmapped word.
    pub note: Option<String>,
}

/// [`status_by`] the words that come with rguard.
pub fn status(value: &str) -> Option<Status> {
    status_by(Words::built_in(), value)
}

/// Reads a status value. The first status word of its first line decides; what follows adds links
/// and notes, never another standing.
pub fn status_by(words: &Words, value: &str) -> Option<Status> {
    let said = value.trim();
    let bare: Vec<String> = said.lines().map(bare_status).collect();
    let first = bare.iter().map(|l| l.trim()).find(|l| !l.is_empty())?;
    let shown: String = said
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(200)
        .collect();
    let folded = fold(first);
    let folded = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    let named = words.standings_named(folded);
    let template = first.trim_start().starts_with(['{', '[', '<'])
        || first.contains('|')
        || first.matches('/').count() > 1;
    if (template && named > 1) || named > 2 {
        return Some(Status {
            standing: Standing::Unknown,
            note: Some(format!("the status is an unfilled template: “{shown}”")),
            words: shown,
        });
    }
    if is_in_part(words, folded) {
        return Some(Status {
            standing: Standing::Unknown,
            note: Some(format!(
                "“{shown}” is said in part or for a time, which leaves the standing as it was"
            )),
            words: shown,
        });
    }
    let standing = words
        .standing_at_start(folded)
        .map(|s| s.0)
        .or_else(|| words.standing_at_end(folded));
    Some(match standing {
        Some(standing) => Status {
            standing,
            words: shown,
            note: None,
        },
        None if folded.is_empty() => return None,
        None => Status {
            standing: Standing::Unknown,
            note: Some(format!(
                "the status “{shown}” is not a word that rguard knows"
            )),
            words: shown,
        },
    })
}

/// Whether a folded status says that something else replaced it in part or for a time.
fn is_in_part(words: &Words, folded: &str) -> bool {
    let before = [
        "partially ",
        "partly ",
        "in part ",
        "provisionally ",
        "temporarily ",
        "teilweise ",
        "partiellement ",
        "parcialmente ",
        "部分",
        "一部",
    ];
    let after = [
        "superseded in part",
        "superseded (in part",
        "superseded partially",
        "superseded partly",
        "replaced in part",
        "replaced partially",
    ];
    let rest = before.iter().find_map(|w| folded.strip_prefix(w));
    let replaced = rest.and_then(|r| words.standing_at_start(r));
    replaced.is_some_and(|s| s.0 == Standing::Superseded)
        || after.iter().any(|w| folded.starts_with(w))
}

/// A line of a status without what is struck out, pictures, badges and tags.
fn bare_status(line: &str) -> String {
    let mut text = without_tags(line);
    while let Some(at) = text.find("~~")
        && let Some(end) = text[at + 2..].find("~~")
    {
        text.replace_range(at..at + end + 4, "");
    }
    // A picture's words are its name: `![Accepted](badge.svg)`.
    text = text.replace("![", "[");
    let text = super::titles::plain(&text);
    let text = text.trim_start_matches(['>', '-', '*', '+', '•', ' ']);
    // `:white_check_mark: Accepted`
    match text.strip_prefix(':').and_then(|t| t.split_once(':')) {
        Some((name, rest)) if !name.contains(' ') && !name.is_empty() => rest.trim().to_owned(),
        _ => text.to_owned(),
    }
}

/// People named by a value: separated by commas, semicolons, slashes or "and"; addresses and marks
/// dropped.
pub fn people(value: &str) -> Vec<String> {
    let value = super::titles::plain(value);
    if value.trim_start().starts_with(['[', '{']) {
        return Vec::new();
    }
    value
        .split([',', ';', '、', '，'])
        .flat_map(|p| p.split(" and "))
        .flat_map(|p| p.split(" & "))
        .map(|p| {
            p.split('<')
                .next()
                .unwrap_or(p)
                .trim()
                .trim_matches('"')
                .trim()
        })
        .filter(|p| p.chars().any(char::is_alphabetic) && p.chars().count() <= 60)
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(value: &str) -> Option<Standing> {
        status(value).map(|s| s.standing)
    }

    #[test]
    fn adrs_376_the_first_word_of_the_first_line_decides() {
        assert_eq!(standing("Accepted."), Some(Standing::Accepted));
        assert_eq!(
            standing("Accepted\n\nAmended by [0005](0005-x.md)"),
            Some(Standing::Accepted)
        );
        assert_eq!(
            standing("Accepted for the core, which is not\nsuperseded for this layer only"),
            Some(Standing::Accepted)
        );
        assert_eq!(
            standing("Superseded by [4. X](0004-x.md)"),
            Some(Standing::Superseded)
        );
        assert_eq!(standing("Accepted (see 0009)"), Some(Standing::Accepted));
    }

    #[test]
    fn an_unfilled_template_or_an_unmapped_word_is_unknown_with_a_note() {
        for value in [
            "{proposed | accepted | rejected}",
            "[draft | proposed | accepted]",
            "April Fool!",
        ] {
            let s = status(value).unwrap();
            assert_eq!(s.standing, Standing::Unknown, "{value}");
            assert!(s.note.is_some(), "{value}");
        }
        assert_eq!(status("  \n "), None);
    }

    #[test]
    fn fields_are_read_in_their_common_forms() {
        let text = "**Status**: Accepted\n* Status: proposed\n> **Status:** Active. More\n| Status | Draft |\nDate: 2020-01-02\n- 状态：已决定\n**Supersedes:** ADR-3\n  and ADR-4\n\nStatus\n";
        let o = Outline::read(text, 0);
        let got: Vec<(Field, String)> = read(&o, LineRange::new(1, o.line_count()))
            .into_iter()
            .map(|f| (f.field, f.value))
            .collect();
        assert_eq!(
            got,
            [
                (Field::Status, "Accepted".to_owned()),
                (Field::Status, "proposed".to_owned()),
                (Field::Status, "Active. More".to_owned()),
                (Field::Status, "Draft".to_owned()),
                (Field::Date, "2020-01-02".to_owned()),
                (Field::Status, "已决定".to_owned()),
                (Field::Supersedes, "ADR-3 and ADR-4".to_owned()),
            ]
        );
    }

    #[test]
    fn people_are_split_and_placeholders_dropped() {
        assert_eq!(people("Ada, Bob <b@x> and `cy`"), ["Ada", "Bob", "cy"]);
        assert!(people("[list everyone involved]").is_empty());
    }

    #[test]
    fn a_status_is_read_through_marks_pictures_tags_and_what_is_struck_out() {
        for (value, want) in [
            ("~~Proposed~~ Accepted", Standing::Accepted),
            (":white_check_mark: Accepted", Standing::Accepted),
            (
                "![Accepted](https://img.example/badge.svg)",
                Standing::Accepted,
            ),
            (
                "<span style=\"color:green\">Accepted</span>",
                Standing::Accepted,
            ),
            ("[Superseded by ADR-3](0003-x.md)", Standing::Superseded),
            ("> Accepted", Standing::Accepted),
            ("`accepted`", Standing::Accepted),
            ("⛔ **Rejected**, too slow", Standing::Rejected),
            ("Partially superseded by ADR-7", Standing::Unknown),
            ("Not yet accepted", Standing::Proposed),
            ("Accpeted", Standing::Accepted),
            ("Acepted.", Standing::Accepted),
            ("Superceeded by 9", Standing::Superseded),
            ("在決", Standing::Unknown),
        ] {
            assert_eq!(standing(value), Some(want), "{value}");
        }
        assert_eq!(
            standing("Proposed / Accepted / Superseded"),
            Some(Standing::Unknown)
        );
    }

    #[test]
    fn several_fields_on_a_line_and_a_head_over_one_row_are_read() {
        let text = "**Date:** 2026-05-01 | **Status:** Accepted\n\n**Status:** Active **Owner:** Ada\n\n*Date: 2026-05-02*\n\n| Status | Date | Owner |\n|---|---|---|\n| Draft | 2026-05-03 | Bob |\n\n<b>Status:</b> Rejected<br>\n\n**Status: Deprecated**\n";
        let o = Outline::read(text, 0);
        let got: Vec<(Field, String)> = read(&o, LineRange::new(1, o.line_count()))
            .into_iter()
            .map(|f| (f.field, f.value))
            .collect();
        let want = [
            (Field::Date, "2026-05-01"),
            (Field::Status, "Accepted"),
            (Field::Status, "Active"),
            (Field::People, "Ada"),
            (Field::Date, "2026-05-02*"),
            (Field::Status, "Draft"),
            (Field::Date, "2026-05-03"),
            (Field::People, "Bob"),
            (Field::Status, "Rejected"),
            (Field::Status, "Deprecated"),
        ];
        let want: Vec<(Field, String)> = want.iter().map(|(f, v)| (*f, (*v).to_owned())).collect();
        assert_eq!(got, want);
    }

    #[test]
    fn a_field_s_value_may_be_the_next_paragraph_and_never_another_name() {
        let text = "Date:\n\nDecision:\n\nUse it.\n\nStatus:\n\nAccepted. Built in\nthe first week.\n\nMore.\n";
        let o = Outline::read(text, 0);
        let got: Vec<(Field, String, u32)> = read(&o, LineRange::new(1, o.line_count()))
            .into_iter()
            .map(|f| (f.field, f.value, f.lines.end))
            .collect();
        let said = "Accepted. Built in the first week.".to_owned();
        assert_eq!(
            got,
            [(Field::Date, String::new(), 1), (Field::Status, said, 10),]
        );
    }

    #[test]
    fn an_escaped_pipe_separates_no_cells() {
        assert_eq!(cells(r"| a \| b | c | |"), ["a | b", "c", ""]);
        assert_eq!(cells("| a | | c |"), ["a", "", "c"]);
    }
}
