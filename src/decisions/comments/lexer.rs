//! A source text to its comments: strings are told from comments by the table of
//! [`crate::model::comment_marks`], without a parser.

use crate::model::{CommentMarks, RepoPath, comment_marks};

/// One comment: neighbouring line comments are one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Comment {
    /// Its lines in order: number from 1, and the words without marks.
    pub lines: Vec<(u32, String)>,
    /// Whether code stands before it on its first line.
    pub trails: bool,
    /// Where it begins in its line, in characters.
    pub column: usize,
    /// Whether it is a block or a documentation string, rather than line comments.
    pub is_block: bool,
}

impl Comment {
    /// Its first and its last line.
    pub fn span(&self) -> (u32, u32) {
        let first = self.lines.first().map_or(1, |l| l.0);
        (first, self.lines.last().map_or(first, |l| l.0))
    }
}

/// A file whose ending says nothing: only whole lines count.
const PLAIN: CommentMarks = CommentMarks {
    line: &["#", "//"],
    block: &[],
    doc: &[],
    strings: &[],
    long_strings: &[],
    has_patterns: false,
};

/// The comments of a text.
pub(super) fn comments(path: &RepoPath, text: &str) -> Vec<Comment> {
    let known = comment_marks(path);
    let mut lexer = Lexer {
        marks: known.unwrap_or(&PLAIN),
        plain: known.is_none(),
        out: Vec::new(),
        open: None,
        body: true,
    };
    for (n, line) in (1..).zip(text.lines()) {
        let within = lexer.open.is_some();
        let known = lexer.out.len();
        lexer.line(n, line);
        let code = line.trim();
        // A comment or a blank line between does not change where a body begins.
        if !within && lexer.out.len() == known && lexer.open.is_none() && !code.is_empty() {
            lexer.body = code.ends_with(':');
        }
    }
    lexer.out
}

/// What goes on over the end of a line.
#[derive(Clone, Copy)]
enum Open {
    /// A comment, with its closing mark.
    Block(&'static str),
    /// A string, with its closing mark.
    Text(&'static str),
}

struct Lexer {
    marks: &'static CommentMarks,
    plain: bool,
    out: Vec<Comment>,
    open: Option<Open>,
    /// Whether a body begins here, so that a string is its documentation.
    body: bool,
}

impl Lexer {
    fn line(&mut self, n: u32, line: &str) {
        let mut at = 0;
        match self.open {
            Some(Open::Block(close)) => match line.find(close) {
                Some(end) => {
                    self.more(n, &line[..end]);
                    self.open = None;
                    at = end + close.len();
                }
                None => {
                    self.more(n, line);
                    return;
                }
            },
            Some(Open::Text(close)) => match end_of_string(line, close) {
                Some(end) => {
                    self.open = None;
                    at = end;
                }
                None => return,
            },
            None => {}
        }
        while at < line.len() {
            let rest = &line[at..];
            if let Some(step) = self.step(n, line, at, rest) {
                at += step;
            } else {
                return;
            }
        }
    }

    /// Reads what stands at a place; how many bytes it took, or `None` where the line is done.
    fn step(&mut self, n: u32, line: &str, at: usize, rest: &str) -> Option<usize> {
        let first = rest.chars().next()?;
        if first.is_whitespace() {
            return Some(first.len_utf8());
        }
        let before = &line[..at];
        let own = before.trim().is_empty();
        let docs = self.marks.doc.iter().chain(self.marks.block);
        for &(open, close) in docs {
            let is_doc = self.marks.doc.contains(&(open, close));
            // `=begin` and its like open only at the start of a line.
            let at_start = !open.starts_with('=') || at == 0;
            if rest.starts_with(open) && at_start && (!is_doc || (own && self.body)) {
                let inner = &rest[open.len()..];
                let end = inner.find(close);
                let words = end.map_or(inner, |e| &inner[..e]);
                self.begin(n, before, words, true);
                return match end {
                    Some(e) => Some(open.len() + e + close.len()),
                    None => {
                        self.open = Some(Open::Block(close));
                        None
                    }
                };
            }
        }
        for mark in self.marks.line {
            if rest.starts_with(mark) && (own || (!self.plain && opens_after(before))) {
                self.begin(n, before, &rest[mark.len()..], false);
                return None;
            }
        }
        for &(open, close) in self.marks.long_strings {
            if let Some(inner) = rest.strip_prefix(open) {
                return match end_of_string(inner, close) {
                    Some(end) => Some(open.len() + end),
                    None => {
                        self.open = Some(Open::Text(close));
                        None
                    }
                };
            }
        }
        if self.marks.strings.contains(&first) {
            let close = if first == '"' { "\"" } else { "'" };
            let end = end_of_string(&rest[1..], close);
            return end.map(|e| 1 + e).or(Some(1));
        }
        if first == '/' && self.marks.has_patterns && may_be_pattern(before) {
            return Some(end_of_pattern(rest).unwrap_or(1));
        }
        Some(first.len_utf8())
    }

    fn begin(&mut self, n: u32, before: &str, words: &str, is_block: bool) {
        let trails = !before.trim().is_empty();
        let column = before.chars().count();
        let words = bare(words).to_owned();
        if !is_block
            && !trails
            && let Some(last) = self.out.last_mut()
            && !last.is_block
            && last.column == column
            && last.span().1 + 1 == n
        {
            last.lines.push((n, words));
            return;
        }
        self.out.push(Comment {
            lines: vec![(n, words)],
            trails,
            column,
            is_block,
        });
    }

    fn more(&mut self, n: u32, words: &str) {
        if let Some(last) = self.out.last_mut() {
            last.lines.push((n, bare(words).to_owned()));
        }
    }
}

/// A comment line without what only draws it: further marks, stars, frames.
fn bare(words: &str) -> &str {
    let drawn = |c: char| matches!(c, '/' | '!' | '*' | '#' | '-' | '=' | ';' | '%' | '|' | '~');
    let words = words.trim();
    if words.chars().all(|c| drawn(c) || c.is_whitespace()) {
        return "";
    }
    // One list mark belongs to the words; `///` and ` * ` do not.
    let bare = words.trim_start_matches(['/', '!', '*', '#', ';', '%', '|']);
    let frame = bare.trim_start_matches(['-', '=', '~']);
    let bare = if bare.len() - frame.len() > 1 {
        frame
    } else {
        bare
    };
    bare.trim()
        .trim_end_matches(['=', '~', '*', '|'])
        .trim_end()
}

/// Whether a line comment may open after this code: not inside a word or an address.
fn opens_after(before: &str) -> bool {
    before
        .chars()
        .next_back()
        .is_none_or(|c| c.is_whitespace() || matches!(c, ';' | '{' | '}' | ',' | ')'))
}

/// The bytes up to and with the closing mark; backslashes hide what follows them.
fn end_of_string(text: &str, close: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if bytes[i] == b'\\' && close.len() < 3 {
            i += 2;
            continue;
        }
        if bytes[i..].starts_with(close.as_bytes()) {
            return Some(i + close.len());
        }
        i += 1;
    }
    None
}

/// Whether a slash after this code opens a pattern rather than divides.
fn may_be_pattern(before: &str) -> bool {
    let before = before.trim_end();
    before.is_empty()
        || before.ends_with([
            '(', ',', '=', ':', '[', '!', '&', '|', '?', '{', '}', ';', '>',
        ])
        || before.ends_with("return")
}

fn end_of_pattern(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut class = false;
    let mut i = 1;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' => i += 1,
            b'[' => class = true,
            b']' => class = false,
            b'/' if !class => return Some(i + 1),
            _ => {}
        }
        i += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(path: &str, text: &str) -> Vec<(u32, String)> {
        let all = comments(&RepoPath::from(path), text);
        all.into_iter().flat_map(|c| c.lines).collect()
    }

    fn said(path: &str, text: &str) -> Vec<String> {
        words(path, text).into_iter().map(|(_, w)| w).collect()
    }

    #[test]
    fn strings_addresses_and_patterns_are_no_comments() {
        assert!(
            said(
                "a.ts",
                "const a = \"// no\"; const u = `http://x\n// no`;\n"
            )
            .is_empty()
        );
        assert_eq!(said("a.ts", "x.replace(/[\"'`]/g, ''); // yes\n"), ["yes"]);
        assert!(said("a.py", "x = '# no'\ny = \"\"\"\n# no\n\"\"\"\n").is_empty());
        assert_eq!(said("a.yml", "url: http://x#no\nkey: v # yes\n"), ["yes"]);
        assert_eq!(
            said("a.rs", "let c: &'a str = \"// no\"; // yes\n"),
            ["yes"]
        );
        assert_eq!(
            said("a.rs", "let s = r#\"\n// no \" no\n\"#; // yes\n"),
            ["yes"]
        );
    }

    #[test]
    fn neighbouring_lines_are_one_comment_and_blocks_lose_their_stars() {
        let all = comments(
            &RepoPath::from("a.ts"),
            "// one\n// two\n\n  // three\nrun(); // four\n       // five\n/**\n * six\n *\n * seven\n */\n",
        );
        let lens: Vec<usize> = all.iter().map(|c| c.lines.len()).collect();
        assert_eq!(lens, [2, 1, 2, 5]);
        assert_eq!(all[2].lines[1].1, "five");
        assert!(all[2].trails && !all[1].trails && all[3].is_block);
        let block: Vec<&str> = all[3].lines.iter().map(|l| l.1.as_str()).collect();
        assert_eq!(block, ["", "six", "", "seven", ""]);
    }

    #[test]
    fn a_documentation_string_is_a_comment_and_another_string_is_not() {
        assert_eq!(
            said(
                "a.py",
                "def f():\n    \"\"\"One.\n\n    Two.\"\"\"\n    x = \"\"\"no\"\"\"\n"
            ),
            ["One.", "", "Two."]
        );
    }

    #[test]
    fn an_unknown_file_has_comments_on_whole_lines_only() {
        assert_eq!(said("x.unheard", "a # no\n# yes\n"), ["yes"]);
    }
}
