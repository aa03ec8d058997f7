//! AsciiDoc: titles, attributes, listing blocks.

use super::fields::FieldLine;
use super::markdown::{Heading, Outline, blank};
use super::markup::{Marked, field, heading};

/// Reads the outline and the attributes of a document.
pub(super) fn read(text: &str) -> Marked<'_> {
    let mut prose = text.as_bytes().to_vec();
    let mut headings: Vec<Heading> = Vec::new();
    let mut fields: Vec<FieldLine> = Vec::new();
    let mut block: Option<&str> = None;
    let mut at = 0;
    let mut before = "";
    for (raw, n) in text.split_inclusive('\n').zip(1u32..) {
        let line = raw.trim_end();
        let (from, to) = (at, at + raw.len());
        at = to;
        if let Some(open) = block {
            blank(&mut prose, from, to);
            if line == open {
                block = None;
            }
            before = "";
            continue;
        }
        if let Some(level) = underline(line, before) {
            blank(&mut prose, from, to);
            let start = n - 1;
            headings.push(heading(level, before, start, n + 1));
            before = "";
            continue;
        }
        if is_fence(line) {
            block = Some(line);
            blank(&mut prose, from, to);
            before = "";
            continue;
        }
        if line.starts_with("//") {
            blank(&mut prose, from, to);
            continue;
        }
        let marks = line.bytes().take_while(|&b| b == b'=').count();
        if (1..=6).contains(&marks) && line[marks..].starts_with(' ') {
            let level = u8::try_from(marks).unwrap_or(6);
            headings.push(heading(
                level,
                line[marks..].trim_end_matches('='),
                n,
                n + 1,
            ));
            before = "";
            continue;
        }
        if headings.iter().all(|h| h.level == 1) {
            fields.extend(header_field(line, n));
        }
        before = if before.is_empty() || !line.is_empty() {
            line
        } else {
            ""
        };
        if line.is_empty() {
            before = "";
        }
    }
    Marked {
        outline: Outline::of_parts(text, prose, headings),
        fields,
        title: None,
    }
}

/// The level of a title that is underlined: the line has about its length.
fn underline(line: &str, above: &str) -> Option<u8> {
    let mark = line.chars().next()?;
    let level = match mark {
        '=' => 1,
        '-' => 2,
        '~' => 3,
        '^' => 4,
        _ => return None,
    };
    let (a, b) = (above.chars().count(), line.chars().count());
    let fits = b >= 3 && a.abs_diff(b) <= 1 && line.chars().all(|c| c == mark);
    (fits && above.starts_with(char::is_alphanumeric)).then_some(level)
}

fn is_fence(line: &str) -> bool {
    let run = |c: char| line.len() >= 4 && line.chars().all(|x| x == c);
    run('-') || run('.') || run('+') || run('/') || line.starts_with("```")
}

/// `:status: Accepted`, `*Status:* Accepted`, and the line of the revision under the title.
fn header_field(line: &str, n: u32) -> Option<FieldLine> {
    if let Some((key, value)) = line.strip_prefix(':').and_then(|l| l.split_once(':')) {
        let key = match key {
            "revdate" | "docdate" => "date",
            key => key,
        };
        return field(key, value, n, n, line);
    }
    if let Some((key, value)) = line.strip_prefix('*').and_then(|l| l.split_once(':')) {
        return field(key.trim_matches('*'), value, n, n, line);
    }
    let rest = line
        .strip_prefix('v')
        .filter(|r| r.starts_with(|c: char| c.is_ascii_digit()))?;
    let (_, date) = rest.split_once(',')?;
    super::dates::first(date).and_then(|d| field("date", &d.date, n, n, line))
}
