//! Field lines (`**Status:** Active.`, `* Date: …`, `| Status | Accepted |`) and how a status is read.

use super::markdown::Outline;
use super::words::{self, Field, fold};
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

/// The field lines among these lines of the prose.
pub fn read(outline: &Outline<'_>, range: LineRange) -> Vec<FieldLine> {
    let mut out: Vec<FieldLine> = Vec::new();
    let mut open = false;
    for n in range.start..=range.end {
        let line = outline.prose_lines(LineRange::new(n, n));
        if let Some((field, value, marked)) = field_line(line) {
            out.push(FieldLine {
                field,
                first: value.clone(),
                value,
                words: outline
                    .lines(LineRange::new(n, n))
                    .trim()
                    .chars()
                    .take(200)
                    .collect(),
                lines: LineRange::new(n, n),
                marked,
            });
            open = true;
            continue;
        }
        let text = line.trim();
        let ends = text.is_empty() || text.starts_with(['-', '*', '+', '#', '|', '>']);
        let new_field = text.split_once(':').is_some_and(|(k, _)| {
            k.chars().count() < 30 && k.split_whitespace().count() <= 3 && k.starts_with("**")
        });
        if ends || new_field {
            open = false;
        } else if open && let Some(last) = out.last_mut() {
            if !last.value.is_empty() {
                last.value.push(' ');
            }
            last.value.push_str(text);
            last.lines.end = n;
        }
    }
    out
}

/// A line as a field: what it holds, its value, and whether it is set off.
fn field_line(line: &str) -> Option<(Field, String, bool)> {
    let trimmed = line.trim();
    if let Some(row) = trimmed.strip_prefix('|') {
        let mut cells = row.trim_end_matches('|').split('|').map(str::trim);
        let (key, value) = (cells.next()?, cells.next()?);
        if cells.next().is_some() {
            return None;
        }
        let field = words::field(key.trim_end_matches([':', '：', '*']))?;
        return Some((field, clean(value), true));
    }
    let mut text = trimmed;
    let mut marked = false;
    while let Some(rest) = ["- ", "* ", "+ ", "> ", "• "]
        .iter()
        .find_map(|m| text.strip_prefix(m))
    {
        text = rest.trim_start();
        marked = true;
    }
    marked |= text.starts_with("**") || text.starts_with("__");
    let at = text.find([':', '：'])?;
    let key = &text[..at];
    if key.chars().count() > 40 {
        return None;
    }
    let field = words::field(key)?;
    let value = text[at..].trim_start_matches([':', '：']);
    Some((field, clean(value), marked))
}

/// A value without the markup that closes the key and without comments.
fn clean(value: &str) -> String {
    let value = value.trim();
    let value = value
        .strip_prefix("**")
        .or_else(|| value.strip_prefix("__"))
        .unwrap_or(value);
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

/// Reads a status value. The first status word of its first line decides; what follows adds links
/// and notes, never another standing.
pub fn status(value: &str) -> Option<Status> {
    let words = value.trim();
    let first = words.lines().map(str::trim).find(|l| !l.is_empty())?;
    let shown: String = words
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(200)
        .collect();
    let folded = fold(first);
    let folded = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    let template = first.trim_start().starts_with(['{', '[', '<'])
        || first.contains('|')
        || first.matches('/').count() > 1;
    if template && words::standings_named(folded) > 1 {
        return Some(Status {
            standing: Standing::Unknown,
            note: Some(format!("the status is an unfilled template: “{shown}”")),
            words: shown,
        });
    }
    if is_in_part(folded) {
        return Some(Status {
            standing: Standing::Unknown,
            note: Some(format!(
                "“{shown}” is said in part or for a time, which leaves the standing as it was"
            )),
            words: shown,
        });
    }
    Some(match words::standing_at_start(folded) {
        Some((standing, _)) => Status {
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
fn is_in_part(folded: &str) -> bool {
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
    let replaced = rest.and_then(words::standing_at_start);
    replaced.is_some_and(|s| s.0 == Standing::Superseded)
        || after.iter().any(|w| folded.starts_with(w))
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
}
