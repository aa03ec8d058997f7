//! Org: stars, keywords, drawers, blocks.

use super::fields::FieldLine;
use super::markdown::{Heading, Outline, blank};
use super::markup::{Marked, field, heading, make_sections};

/// Reads the outline, the keywords and the properties of a document.
pub(super) fn read(text: &str) -> Marked<'_> {
    let mut prose = text.as_bytes().to_vec();
    let mut headings: Vec<Heading> = Vec::new();
    let mut fields: Vec<FieldLine> = Vec::new();
    let mut title = None;
    let mut block = false;
    let mut drawer = false;
    let mut at = 0;
    for (raw, n) in text.split_inclusive('\n').zip(1u32..) {
        let line = raw.trim_end();
        let (from, to) = (at, at + raw.len());
        at = to;
        let lower = line.trim_start().to_lowercase();
        if block || lower.starts_with("#+begin_") {
            block = !lower.starts_with("#+end_");
            blank(&mut prose, from, to);
            continue;
        }
        if let Some(keyword) = line.trim_start().strip_prefix("#+") {
            if let Some((key, value)) = keyword.split_once(':') {
                if key.eq_ignore_ascii_case("title") {
                    title = Some(value.trim().to_owned()).filter(|t| !t.is_empty());
                }
                fields.extend(field(key, value, n, n, line));
            }
            continue;
        }
        if lower.starts_with("# ") || lower == "#" {
            blank(&mut prose, from, to);
            continue;
        }
        if lower == ":properties:" {
            drawer = true;
            continue;
        }
        if lower == ":end:" {
            drawer = false;
            continue;
        }
        let property = line.trim_start().strip_prefix(':');
        if let Some((key, value)) = property.filter(|_| drawer).and_then(|l| l.split_once(':')) {
            fields.extend(field(key, value, n, n, line));
            continue;
        }
        let stars = line.bytes().take_while(|&b| b == b'*').count();
        if stars > 0 && line[stars..].starts_with(' ') {
            let level = u8::try_from(stars.min(6)).unwrap_or(6);
            headings.push(heading(level, &line[stars..], n, n + 1));
        }
    }
    make_sections(&mut headings, title.is_some());
    Marked {
        outline: Outline::of_parts(text, prose, headings),
        fields,
        title,
    }
}
