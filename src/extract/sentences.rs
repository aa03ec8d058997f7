//! A Markdown text cut into sentences, each a verbatim piece with its lines.

use crate::model::{LineRange, QUOTE_MAX};

/// A sentence: a verbatim piece of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sentence<'t> {
    /// The piece.
    pub text: &'t str,
    /// Its offset in bytes.
    pub at: usize,
    /// Its lines in the text, from 1.
    pub lines: LineRange,
    /// What kind of block it stands in.
    pub block: Block,
}

/// The kinds of block that a sentence stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading,
    /// A paragraph.
    Paragraph,
    /// A list item.
    Item,
    /// A row of a table.
    Row,
}

/// The sentences of a Markdown text in order. Fenced code, comments and link definitions have none.
pub fn sentences(text: &str) -> Vec<Sentence<'_>> {
    let mut out = Vec::new();
    for block in blocks(text) {
        let body = &text[block.from..block.to];
        let mut start = 0;
        for end in breaks(body) {
            push(&mut out, text, block.from + start, block.from + end, &block);
            start = end;
        }
        push(&mut out, text, block.from + start, block.to, &block);
    }
    out
}

struct Piece {
    from: usize,
    to: usize,
    line: u32,
    kind: Block,
}

/// Paragraphs, items, rows and headings with their byte ranges.
fn blocks(text: &str) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    let mut open = false;
    let mut fence: Option<(char, usize)> = None;
    let mut comment = false;
    let mut at = 0;
    for (n, raw) in text.split_inclusive('\n').enumerate() {
        let start = at;
        at += raw.len();
        let line = raw.trim_end();
        let indent = line.len() - line.trim_start().len();
        let body = line.trim_start();
        if let Some((mark, len)) = fence {
            let run = body.chars().take_while(|&c| c == mark).count();
            if run >= len && body.trim_start_matches(mark).is_empty() {
                fence = None;
            }
            continue;
        }
        if comment || body.starts_with("<!--") {
            comment = !body.contains("-->");
            open = false;
            continue;
        }
        let mark = body.chars().next().unwrap_or(' ');
        let run = body.chars().take_while(|&c| c == mark).count();
        if matches!(mark, '`' | '~') && run >= 3 {
            fence = Some((mark, run));
            open = false;
            continue;
        }
        let rule = body.len() >= 3 && body.bytes().all(|b| matches!(b, b'-' | b'=' | b'*' | b'_'));
        if body.is_empty() || rule || is_definition(body) {
            open = false;
            continue;
        }
        let line_no = u32::try_from(n + 1).unwrap_or(u32::MAX);
        let (kind, skip) = if mark == '#' {
            (
                Block::Heading,
                body.len() - body.trim_start_matches('#').trim_start().len(),
            )
        } else if mark == '|' {
            (Block::Row, 1)
        } else if let Some(len) = item_mark(body) {
            (Block::Item, len)
        } else if mark == '>' {
            (
                Block::Paragraph,
                body.len() - body.trim_start_matches(['>', ' ']).len(),
            )
        } else {
            (Block::Paragraph, 0)
        };
        let from = start + indent + skip;
        let to = start + line.len();
        if from > to {
            continue;
        }
        let joins = kind == Block::Paragraph && skip == 0 && open;
        match out.last_mut() {
            Some(last) if joins => last.to = to,
            _ => out.push(Piece {
                from,
                to,
                line: line_no,
                kind,
            }),
        }
        open = matches!(kind, Block::Paragraph | Block::Item);
    }
    out
}

/// The length of a list mark (`- `, `12. `, `* `) at the start.
fn item_mark(body: &str) -> Option<usize> {
    let digits = body.bytes().take_while(u8::is_ascii_digit).count();
    let after = &body[digits..];
    let len = if digits == 0 && after.starts_with(['-', '*', '+', '•']) {
        after.chars().next().map_or(1, char::len_utf8)
    } else if (1..=3).contains(&digits) && after.starts_with(['.', ')']) {
        digits + 1
    } else {
        return None;
    };
    let rest = &body[len..];
    let spaces = rest.len() - rest.trim_start().len();
    (spaces > 0).then_some(len + spaces)
}

/// `[label]: target`.
fn is_definition(body: &str) -> bool {
    body.starts_with('[')
        && body
            .find("]:")
            .is_some_and(|i| body[i + 2..].split_whitespace().count() <= 2)
}

/// Offsets after each sentence's end.
fn breaks(body: &str) -> Vec<usize> {
    let mut out = Vec::new();
    let mut code = false;
    let mut chars = body.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        match c {
            '`' => code = !code,
            '。' | '！' | '？' if !code => out.push(i + c.len_utf8()),
            '.' | '!' | '?' if !code => {
                let mut end = i + 1;
                while let Some(&(j, n)) = chars.peek() {
                    if matches!(
                        n,
                        '.' | '!' | '?' | ')' | '"' | '”' | '*' | '\'' | '’' | ']'
                    ) {
                        end = j + n.len_utf8();
                        chars.next();
                    } else {
                        break;
                    }
                }
                let rest = &body[end..];
                let spaced = rest.starts_with([' ', '\n', '\r', '\t']);
                let next = rest.trim_start().chars().next();
                let opens = next.is_some_and(|n| !n.is_lowercase() && n != ',' && n != ';');
                if spaced && opens && !(c == '.' && is_abbreviation(&body[..i])) {
                    out.push(end);
                }
            }
            _ => {}
        }
    }
    out
}

fn is_abbreviation(before: &str) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || c == '(')
        .next()
        .unwrap_or("");
    let folded = word.to_lowercase();
    matches!(
        folded.as_str(),
        "e.g"
            | "i.e"
            | "ie"
            | "eg"
            | "etc"
            | "vs"
            | "cf"
            | "dr"
            | "mr"
            | "mrs"
            | "no"
            | "fig"
            | "approx"
            | "resp"
            | "incl"
    ) || (!word.is_empty() && word.len() <= 2 && word.bytes().all(|b| b.is_ascii_digit()))
}

fn push<'t>(out: &mut Vec<Sentence<'t>>, text: &'t str, from: usize, to: usize, block: &Piece) {
    let piece = &text[from..to];
    let lead = piece.len() - piece.trim_start().len();
    let body = piece.trim();
    if !body.chars().any(char::is_alphanumeric) {
        return;
    }
    let at = from + lead;
    let count = |s: &str| u32::try_from(s.matches('\n').count()).unwrap_or(u32::MAX);
    let line = block.line + count(&text[block.from..at]);
    out.push(Sentence {
        text: body,
        at,
        lines: LineRange::new(line, line + count(body)),
        block: block.kind,
    });
}

/// At most [`QUOTE_MAX`] characters of a sentence, verbatim: whole, or the clauses around `near`
/// (an offset in bytes inside it).
pub fn clip(text: &str, near: usize) -> &str {
    if text.chars().count() <= QUOTE_MAX {
        return text;
    }
    let mut cuts = vec![0];
    for (i, _) in text.char_indices() {
        let rest = &text[i..];
        for mark in ["; ", " — ", " – ", ": ", ". ", " ("] {
            if rest.starts_with(mark) {
                cuts.push(if mark == " (" { i + 1 } else { i + mark.len() });
            }
        }
    }
    cuts.push(text.len());
    let mut from = cuts.partition_point(|&c| c <= near).saturating_sub(1);
    let mut to = from + 1;
    let fits = |a: usize, b: usize| text[cuts[a]..cuts[b]].trim().chars().count() <= QUOTE_MAX;
    while to + 1 < cuts.len() && fits(from, to + 1) {
        to += 1;
    }
    while from > 0 && fits(from - 1, to) {
        from -= 1;
    }
    let piece = text[cuts[from]..cuts[to.min(cuts.len() - 1)]].trim();
    if piece.chars().count() <= QUOTE_MAX {
        return piece;
    }
    window(text, near)
}

/// The words around `near` that fit, cut between words.
fn window(text: &str, near: usize) -> &str {
    let chars: Vec<usize> = text.char_indices().map(|(i, _)| i).collect();
    let here = chars.partition_point(|&i| i < near);
    let first = here.saturating_sub(QUOTE_MAX / 3);
    let last = (first + QUOTE_MAX).min(chars.len());
    let from = chars.get(first).copied().unwrap_or(0);
    let to = chars.get(last).copied().unwrap_or(text.len());
    let mut piece = &text[from..to];
    if from > 0
        && let Some(i) = piece.find(char::is_whitespace).filter(|&i| i < 40)
    {
        piece = &piece[i..];
    }
    if to < text.len()
        && let Some(i) = piece
            .rfind(char::is_whitespace)
            .filter(|&i| i > piece.len() / 2)
    {
        piece = &piece[..i];
    }
    piece.trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_verbatim_and_know_their_lines() {
        let text = "# Title\n\nWe use A, e.g. for B. It was\nslow at 1.5 s! Then `x. Y` won.\n\n- item one\n  goes on. Next.\n\n```\ncode. Here.\n```\n| a. B | c |\n[x]: http://y\n";
        let got: Vec<(&str, u32, u32)> = sentences(text)
            .iter()
            .map(|s| (s.text, s.lines.start, s.lines.end))
            .collect();
        assert_eq!(
            got,
            [
                ("Title", 1, 1),
                ("We use A, e.g. for B.", 3, 3),
                ("It was\nslow at 1.5 s!", 3, 4),
                ("Then `x. Y` won.", 4, 4),
                ("item one\n  goes on.", 6, 7),
                ("Next.", 7, 7),
                ("a.", 12, 12),
                ("B | c |", 12, 12),
            ]
        );
        for s in sentences(text) {
            assert_eq!(&text[s.at..s.at + s.text.len()], s.text);
        }
    }

    #[test]
    fn a_long_sentence_is_clipped_at_its_clauses_around_the_words_that_matter() {
        let long = format!(
            "{}; the cap must stay at 40; {}",
            "a b c ".repeat(60),
            "d e ".repeat(90)
        );
        let near = long.find("must").unwrap();
        let clipped = clip(&long, near);
        assert!(
            clipped.contains("the cap must stay at 40") && clipped.chars().count() <= QUOTE_MAX
        );
        assert!(long.contains(clipped));
        let wall = "容".repeat(2000);
        assert!(clip(&wall, 3000).chars().count() <= QUOTE_MAX);
    }
}
