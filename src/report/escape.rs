//! Foreign text made safe for Markdown as GitHub renders it.
//!
//! Nothing that a repository says may become HTML, a link, a mention that pings somebody, or a
//! reference that leaves a mark in another issue. Escaping by backslash is not enough for the last
//! two: GitHub looks for them in the rendered text, so a zero-width space parts them there.

use crate::model::safe::{one_line, printable};

/// Parts what GitHub would join to a mention, a reference or a link.
const APART: char = '\u{200b}';

/// The text on one line, with no power in Markdown.
pub fn inline(text: &str) -> String {
    let text = one_line(text);
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut chars = text.chars().peekable();
    let mut previous = ' ';
    let mut at_start = true;
    while let Some(c) = chars.next() {
        let next = chars.peek().copied();
        let special = matches!(
            c,
            '\\' | '`'
                | '*'
                | '_'
                | '['
                | ']'
                | '<'
                | '>'
                | '&'
                | '|'
                | '~'
                | '#'
                | '!'
                | '$'
                | '{'
                | '}'
                | '('
                | ')'
        );
        let opens_block = at_start && matches!(c, '-' | '+' | '=');
        let ends_number = matches!(c, '.' | ')') && out.chars().all(|c| c.is_ascii_digit());
        if special || opens_block || (ends_number && !out.is_empty()) {
            out.push('\\');
        }
        out.push(c);
        let next_word = next.is_some_and(|n| n.is_alphanumeric());
        let parts = match c {
            '@' => true,
            '#' => next.is_some_and(|n| n.is_ascii_digit()),
            ':' => next == Some('/'),
            '.' => next_word && ends_with_www(&out),
            '-' => next.is_some_and(|n| n.is_ascii_digit()) && previous.eq_ignore_ascii_case(&'h'),
            _ => false,
        };
        if parts {
            out.push(APART);
        }
        at_start = false;
        previous = c;
    }
    out
}

fn ends_with_www(text: &str) -> bool {
    let tail: String = text.chars().rev().take(4).collect();
    tail.eq_ignore_ascii_case(".www")
}

/// The text as a code span on one line: nothing acts in it, and its fence is longer than any run
/// of backticks inside.
pub fn code(text: &str) -> String {
    let text = one_line(text);
    if text.is_empty() {
        return String::new();
    }
    let fence = "`".repeat(longest_run(&text) + 1);
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// The text as a code block in this language, its fence longer than any run of backticks inside.
pub fn block(language: &str, text: &str) -> String {
    let text = printable(text);
    let fence = "`".repeat((longest_run(&text) + 1).max(3));
    format!(
        "{fence}{language}\n{}\n{fence}\n",
        text.trim_end_matches('\n')
    )
}

/// A link whose label is ours, or nothing if the address is not a plain `https` one.
pub fn link(label: &str, url: &str) -> Option<String> {
    let plain = url.starts_with("https://")
        && url
            .chars()
            .all(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '\\' | '"' | '`'));
    plain.then(|| format!("[{}](<{url}>)", inline(label)))
}

fn longest_run(text: &str) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mentions_references_and_addresses_lose_their_power() {
        assert_eq!(inline("ask @maria"), "ask @\u{200b}maria");
        assert_eq!(inline("see #12"), "see \\#\u{200b}12");
        assert_eq!(
            inline("https://evil.example"),
            "https:\u{200b}//evil.example"
        );
        assert_eq!(inline("www.evil.example"), "www.\u{200b}evil.example");
        assert_eq!(inline("GH-7"), "GH-\u{200b}7");
        assert_eq!(inline("<b>x</b>"), "\\<b\\>x\\</b\\>");
        assert_eq!(inline("1. one"), "1\\. one");
        assert_eq!(inline("- item"), "\\- item");
        assert_eq!(inline("a\n\n# b"), "a \\# b");
    }

    #[test]
    fn a_fence_is_longer_than_what_it_holds() {
        assert_eq!(code("a``b"), "```a``b```");
        assert_eq!(code("`a`"), "`` `a` ``");
        assert_eq!(block("diff", "+ ````\n"), "`````diff\n+ ````\n`````\n");
    }

    #[test]
    fn only_a_plain_https_address_becomes_a_link() {
        assert_eq!(
            link("source", "https://example.org/a").as_deref(),
            Some("[source](<https://example.org/a>)")
        );
        assert_eq!(link("source", "javascript:alert(1)"), None);
        assert_eq!(link("source", "https://example.org/>) [x](y"), None);
    }
}
