//! The text of a patch before it is parsed: colours and mail's line ends off, cut into files.

use std::borrow::Cow;

use gix::bstr::ByteSlice;

/// Without colours; with plain line ends where a mail program turned every one into CRLF.
pub(super) fn normalised(text: &[u8]) -> Cow<'_, [u8]> {
    let mut text = Cow::Borrowed(text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text));
    if text.contains(&0x1b) {
        text = Cow::Owned(without_colours(&text));
    }
    let mailed = text.contains(&b'\r')
        && text
            .lines_with_terminator()
            .all(|l| l.ends_with(b"\r\n") || !l.ends_with(b"\n"));
    if mailed {
        text = Cow::Owned(text.replace("\r\n", "\n"));
    }
    text
}

/// Takes out `ESC [ … m` and `ESC [ … K`, which `color=always` writes.
fn without_colours(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find_byte(0x1b) {
        out.extend_from_slice(&rest[..at]);
        let tail = &rest[at..];
        let body = tail.strip_prefix(b"\x1b[").unwrap_or_default();
        let n = body
            .iter()
            .take_while(|b| b.is_ascii_digit() || **b == b';')
            .count();
        rest = match body.get(n) {
            Some(b'm' | b'K') => &body[n + 1..],
            _ => {
                out.push(0x1b);
                &tail[1..]
            }
        };
    }
    out.extend_from_slice(rest);
    out
}

/// One file's part of the text.
pub(super) struct Section<'a> {
    pub text: &'a [u8],
    /// Its first line in the whole, from 1.
    pub line: usize,
    /// Whether git wrote it.
    pub git: bool,
}

/// Cuts the text where a file begins: at `diff --git` lines (no line of a hunk begins so), or in
/// the absence of any, as one section that `diff -u` wrote.
pub(super) fn sections(text: &[u8]) -> Vec<Section<'_>> {
    let mut starts = Vec::new();
    let (mut at, mut plain) = (0, None);
    for (number, line) in text.lines_with_terminator().enumerate() {
        if [&b"diff --git "[..], b"diff --cc ", b"diff --combined "]
            .iter()
            .any(|p| line.starts_with(p))
        {
            starts.push((at, number + 1));
        } else if plain.is_none() && line.starts_with(b"--- ") {
            plain = Some((at, number + 1));
        }
        at += line.len();
    }
    if starts.is_empty() {
        return match plain {
            Some((at, line)) => plain_sections(&text[at..], line),
            None => Vec::new(),
        };
    }
    let ends = starts.iter().skip(1).map(|s| s.0).chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(s, end)| Section {
            text: &text[s.0..end],
            line: s.1,
            git: true,
        })
        .collect()
}

/// Cuts the text of `diff -u` at each `---` line that a `+++` line follows and that no hunk claims.
fn plain_sections(text: &[u8], first: usize) -> Vec<Section<'_>> {
    let lines: Vec<&[u8]> = text.lines_with_terminator().collect();
    let mut starts = Vec::new();
    let (mut at, mut old, mut new) = (0, 0u32, 0u32);
    for (n, line) in lines.iter().enumerate() {
        let inside = old > 0 || new > 0;
        if inside {
            match line.first() {
                Some(b'-') => old = old.saturating_sub(1),
                Some(b'+') => new = new.saturating_sub(1),
                Some(b'\\') => {}
                _ => (old, new) = (old.saturating_sub(1), new.saturating_sub(1)),
            }
        } else if line.starts_with(b"@@ ") {
            (old, new) = lengths(line).unwrap_or((0, 0));
        } else if line.starts_with(b"--- ")
            && lines.get(n + 1).is_some_and(|l| l.starts_with(b"+++ "))
        {
            starts.push((at, first + n));
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|s| s.0).chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(s, end)| Section {
            text: &text[s.0..end],
            line: s.1,
            git: false,
        })
        .collect()
}

/// The two lengths of a hunk's header.
fn lengths(line: &[u8]) -> Option<(u32, u32)> {
    let text = line.to_str().ok()?;
    let mut parts = text.split(' ').skip(1);
    let mut length = |sign: char| -> Option<u32> {
        let span = parts.next()?.strip_prefix(sign)?;
        span.split_once(',')
            .map_or(Some(1), |(_, n)| n.parse().ok())
    };
    Some((length('-')?, length('+')?))
}

/// The part up to the end of its last hunk: a mail's signature (`-- `) would pass for a deleted
/// line.
pub(super) fn without_tail(text: &[u8]) -> &[u8] {
    let (mut at, mut old, mut new, mut seen) = (0, 0u32, 0u32, false);
    for line in text.lines_with_terminator() {
        if old > 0 || new > 0 {
            match line.first() {
                Some(b'-') => old = old.saturating_sub(1),
                Some(b'+') => new = new.saturating_sub(1),
                Some(b'\\') => {}
                _ => (old, new) = (old.saturating_sub(1), new.saturating_sub(1)),
            }
        } else if line.starts_with(b"@@ ") {
            seen = true;
            (old, new) = lengths(line).unwrap_or((0, 0));
        } else if seen && !line.starts_with(b"\\") {
            return &text[..at];
        }
        at += line.len();
    }
    text
}
