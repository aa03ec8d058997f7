//! reStructuredText: underlined titles, field lists, literal blocks.

use super::fields::FieldLine;
use super::markdown::{Heading, Outline, blank};
use super::markup::{Marked, field, heading, make_sections};

struct Line<'t> {
    text: &'t str,
    from: usize,
    to: usize,
}

/// Reads the outline and the field list of a document. `skip` bytes at the start are not of it.
pub(super) fn read(text: &str, skip: usize) -> Marked<'_> {
    let mut prose = text.as_bytes().to_vec();
    blank(&mut prose, 0, skip.min(text.len()));
    let mut at = 0;
    let lines: Vec<Line<'_>> = text
        .split_inclusive('\n')
        .map(|raw| {
            let from = at;
            at += raw.len();
            let text = if from < skip { "" } else { raw.trim_end() };
            Line { text, from, to: at }
        })
        .collect();
    let mut headings: Vec<Heading> = Vec::new();
    let mut fields: Vec<FieldLine> = Vec::new();
    let mut styles: Vec<(char, bool)> = Vec::new();
    let mut i = 0;
    while i < lines.len() {
        let line = lines[i].text;
        if let Some((mark, over)) = title_at(&lines, i) {
            let style = (mark, over);
            let place = styles.iter().position(|s| *s == style).unwrap_or_else(|| {
                styles.push(style);
                styles.len() - 1
            });
            let first = if over { i } else { i + 1 };
            let level = u8::try_from(place + 1).unwrap_or(6).min(6);
            let under = if over { i + 2 } else { i + 1 };
            for l in lines.iter().take(under + 1).skip(first) {
                let is_mark = l.text.chars().all(|c| c == mark);
                if is_mark {
                    blank(&mut prose, l.from, l.to);
                }
            }
            let raw = lines[if over { i + 1 } else { i }].text;
            headings.push(heading(level, raw, number(i), number(under) + 1));
            i = under + 1;
            continue;
        }
        if is_code(line) {
            i = blank_block(
                &lines,
                i,
                !line.ends_with("::") || line.starts_with(".. "),
                &mut prose,
            );
            continue;
        }
        if let Some(rest) = line.strip_prefix(':')
            && let Some((key, value)) = rest.split_once(':')
            && headings.len() <= 1
        {
            let mut value = value.trim().to_owned();
            let mut end = i;
            while let Some(next) = lines.get(end + 1)
                && next.text.starts_with([' ', '\t'])
            {
                value.push(' ');
                value.push_str(next.text.trim());
                end += 1;
            }
            fields.extend(field(key, &value, number(i), number(end), line));
            i = end + 1;
            continue;
        }
        i += 1;
    }
    make_sections(&mut headings, false);
    Marked {
        outline: Outline::of_parts(text, prose, headings),
        fields,
        title: None,
    }
}

fn number(i: usize) -> u32 {
    u32::try_from(i + 1).unwrap_or(u32::MAX)
}

/// Whether a title begins at this line: the mark of its line, and whether there is one above too.
fn title_at(lines: &[Line<'_>], i: usize) -> Option<(char, bool)> {
    let line = lines[i].text;
    let next = lines.get(i + 1)?.text;
    if let Some(mark) = adornment(line)
        && let Some(under) = lines.get(i + 2)
        && !next.trim().is_empty()
        && adornment(under.text) == Some(mark)
        && adornment(next).is_none()
    {
        return Some((mark, true));
    }
    let is_text = line.starts_with(|c: char| !c.is_whitespace()) && adornment(line).is_none();
    let starts =
        i == 0 || lines[i - 1].text.trim().is_empty() || adornment(lines[i - 1].text).is_some();
    let mark = adornment(next)?;
    let long = next.chars().count() + 1 >= line.chars().count();
    (is_text && starts && long).then_some((mark, false))
}

/// A line of one repeated mark.
fn adornment(line: &str) -> Option<char> {
    let mark = line.chars().next()?;
    let fits = mark.is_ascii_punctuation()
        && line.chars().count() >= 3
        && line.chars().all(|c| c == mark)
        && !matches!(mark, ':' | '.' if line.len() < 4);
    fits.then_some(mark)
}

/// Whether code or a comment follows, indented.
fn is_code(line: &str) -> bool {
    if let Some(rest) = line.trim_start().strip_prefix(".. ") {
        let name = rest.split("::").next().unwrap_or("");
        let directive = rest.contains("::");
        return !directive && !rest.starts_with(['_', '[', '|'])
            || matches!(
                name,
                "code" | "code-block" | "sourcecode" | "literalinclude" | "highlight" | "raw"
            );
    }
    line.ends_with("::") && !line.starts_with(':')
}

/// Blanks the indented block after a line, and the line itself where it is no prose; the place after
/// it.
fn blank_block(lines: &[Line<'_>], i: usize, own: bool, prose: &mut [u8]) -> usize {
    if own {
        blank(prose, lines[i].from, lines[i].to);
    }
    let indent = |t: &str| t.len() - t.trim_start().len();
    let base = indent(lines[i].text);
    let mut end = i + 1;
    while let Some(line) = lines.get(end) {
        if !line.text.trim().is_empty() && indent(line.text) <= base {
            break;
        }
        blank(prose, line.from, line.to);
        end += 1;
    }
    end
}
