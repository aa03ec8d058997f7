//! What a changed line is: code, a comment, words for people.
//!
//! No parser: a line's language is told from the file's ending, and only comment marks and string
//! quotes are read. That is enough to see that an edit changes nothing but wording.

use crate::model::{RepoPath, comment_marks};

/// Comment marks of a family of languages.
#[derive(Clone, Copy, Debug)]
struct Marks {
    line: &'static [&'static str],
    block: Option<(&'static str, &'static str)>,
}

fn marks(path: &RepoPath) -> Marks {
    match comment_marks(path) {
        Some(m) => Marks {
            line: m.line,
            block: m.doc.first().or(m.block.first()).copied(),
        },
        None if path.extension().is_none() => Marks {
            line: &["#"],
            block: None,
        },
        None => Marks {
            line: &["//"],
            block: Some(("/*", "*/")),
        },
    }
}

/// One line, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LexedLine {
    /// The line without comments, white space folded, and without strings that only tell a person
    /// something.
    pub code: String,
    /// The text of its comment.
    pub comment: String,
    /// The texts of message strings that `code` left out.
    pub messages: String,
}

/// Takes the lines of one side of a hunk apart. Context lines belong to both sides and carry the
/// state of a block comment.
pub fn lex<'a>(path: &RepoPath, lines: impl Iterator<Item = &'a str>) -> Vec<LexedLine> {
    let marks = marks(path);
    let mut inside = false;
    // Brackets of a call that tells a person something and goes on over the next lines.
    let mut open = 0i32;
    lines
        .map(|text| {
            let mut line = lex_line(text, marks, &mut inside);
            let telling = open > 0 || tells_a_person(&line.code);
            if open > 0 {
                let (code, messages) = drop_strings(&line.code, true);
                line.code = code;
                line.messages.push_str(&messages);
            }
            if telling {
                open = (open + balance(&line.code)).max(0);
            }
            line
        })
        .collect()
}

/// A code line without the strings that hold more than one word: what a program tells people. A
/// quote that is not closed begins no string.
pub fn without_prose(code: &str) -> String {
    drop_strings(code, false).0
}

/// Opening minus closing brackets, outside strings (whose words are gone by then).
fn balance(code: &str) -> i32 {
    code.chars()
        .map(|c| i32::from(c == '(') - i32::from(c == ')'))
        .sum()
}

fn lex_line(text: &str, marks: Marks, inside: &mut bool) -> LexedLine {
    let trimmed = text.trim();
    let mut line = LexedLine::default();
    if let Some((open, close)) = marks.block {
        if *inside {
            if let Some(at) = trimmed.find(close) {
                *inside = false;
                line.comment = trimmed[..at].to_owned();
                line.code = fold(&trimmed[at + close.len()..]);
            } else {
                line.comment = trimmed.to_owned();
            }
            return line;
        }
        // A hunk may begin inside a block comment: its lines then start with a star.
        let starred = open == "/*"
            && (trimmed == "*" || trimmed.starts_with("* ") || trimmed.starts_with("*/"));
        if starred {
            line.comment = trimmed.trim_start_matches(['*', '/', ' ']).to_owned();
            return line;
        }
        if let Some(rest) = trimmed.strip_prefix(open) {
            match rest.find(close) {
                Some(at) => {
                    line.comment = rest[..at].trim().to_owned();
                    line.code = fold(&rest[at + close.len()..]);
                }
                None => {
                    *inside = true;
                    line.comment = rest.trim().to_owned();
                }
            }
            return line;
        }
    }
    let (code, comment) = split_comment(trimmed, marks.line);
    line.comment = comment.to_owned();
    let (code, messages) = if tells_a_person(code) {
        drop_strings(code, true)
    } else {
        (code.to_owned(), String::new())
    };
    line.code = fold(&code);
    line.messages = messages;
    line
}

/// Cuts a trailing line comment, heeding quotes.
fn split_comment<'a>(text: &'a str, starts: &[&str]) -> (&'a str, &'a str) {
    let bytes = text.as_bytes();
    let mut quote: Option<u8> = None;
    let mut i = 0;
    while i < bytes.len() {
        let b = bytes[i];
        match quote {
            Some(q) => {
                if b == b'\\' {
                    i += 1;
                } else if b == q {
                    quote = None;
                }
            }
            None => {
                for s in starts {
                    // `#` and `//` open a comment at the start or after white space; a URL's slashes
                    // and a colour's hash do not.
                    let open = bytes[i..].starts_with(s.as_bytes())
                        && (i == 0 || bytes[i - 1].is_ascii_whitespace() || bytes[i - 1] == b';');
                    if open {
                        return (text[..i].trim_end(), text[i + s.len()..].trim());
                    }
                }
                if matches!(b, b'"' | b'\'' | b'`') {
                    quote = Some(b);
                }
            }
        }
        i += 1;
    }
    (text, "")
}

/// Whether the line logs, prints or raises: its strings are for people.
fn tells_a_person(code: &str) -> bool {
    const CALLS: &[&str] = &[
        "console.log",
        "console.warn",
        "console.error",
        "console.info",
        "console.debug",
        "logger.",
        "log.",
        "logging.",
        "print(",
        "println",
        "eprintln",
        "puts ",
        "raise ",
        "throw ",
        "Error(",
        "Exception(",
        "panic!",
        "bail!",
        "anyhow!",
        "warn(",
        "warnings.",
        "tracing::",
        "info!(",
        "warn!(",
        "error!(",
        "debug!(",
        "fmt.Errorf",
        "errors.New",
        "expect(\"",
    ];
    CALLS.iter().any(|c| code.contains(c))
}

/// Empties string literals that hold more than one word, and those that go on over the next line
/// where `open` says so.
fn drop_strings(code: &str, open: bool) -> (String, String) {
    let mut out = String::with_capacity(code.len());
    let mut messages = String::new();
    let mut chars = code.chars();
    while let Some(c) = chars.next() {
        out.push(c);
        if !matches!(c, '"' | '\'' | '`') {
            continue;
        }
        let mut literal = String::new();
        let mut closed = false;
        while let Some(d) = chars.next() {
            if d == '\\' {
                literal.push(d);
                literal.extend(chars.next());
                continue;
            }
            if d == c {
                closed = true;
                break;
            }
            literal.push(d);
        }
        if (closed || open) && literal.split_whitespace().count() > 1 {
            messages.push_str(&literal);
            messages.push(' ');
        } else {
            out.push_str(&literal);
        }
        if closed {
            out.push(c);
        }
    }
    (out, messages.trim_end().to_owned())
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(path: &str, text: &str) -> LexedLine {
        lex(&RepoPath::from(path), std::iter::once(text)).remove(0)
    }

    #[test]
    fn prose_in_strings_is_left_out_and_single_words_stay() {
        let code = "enter: \"Enter your code\", model: 'tiny-net', open";
        assert_eq!(without_prose(code), "enter: \"\", model: 'tiny-net', open");
        assert_eq!(without_prose("it's fine"), "it's fine");
    }

    #[test]
    fn a_comment_is_not_code() {
        assert_eq!(one("a.rs", "let x = 1; // the cap").code, "let x = 1;");
        assert_eq!(one("a.py", "x = 1  # the cap").comment, "the cap");
        assert_eq!(one("a.ts", " * silently evicted").code, "");
        assert_eq!(
            one("a.ts", "const u = 'https://x.example/a';").code,
            "const u = 'https://x.example/a';"
        );
        assert_eq!(one("a.css", "color: #fff;").code, "color: #fff;");
    }

    #[test]
    fn a_message_may_go_on_over_lines() {
        let path = RepoPath::from("a.ts");
        let old = [
            "throw new Error(",
            "  \"The / is not allowed here\",",
            ");",
            "call('two words');",
        ];
        let new = [
            "throw new Error(",
            "  \"A name holds no / at all\",",
            ");",
            "call('two words');",
        ];
        let codes = |l: [&str; 4]| -> Vec<String> {
            lex(&path, l.into_iter())
                .into_iter()
                .map(|l| l.code)
                .collect()
        };
        assert_eq!(codes(old), codes(new));
        assert!(codes(old)[3].contains("two words"));
    }

    #[test]
    fn a_block_comment_spans_lines() {
        let l = lex(
            &RepoPath::from("a.ts"),
            ["/* one", "two */ run()", "three()"].into_iter(),
        );
        assert_eq!(l[0].code, "");
        assert_eq!(l[1].code, "run()");
        assert_eq!(l[2].code, "three()");
    }

    #[test]
    fn the_words_of_a_log_line_are_no_code_but_a_prompt_is() {
        let a = one("a.ts", "console.warn('[Box] Save failed:', err);");
        let b = one("a.ts", "console.warn('[Box] Could not write:', err);");
        assert_eq!(a.code, b.code);
        let prompt = one("a.ts", "const rule = 'never delete without asking';");
        assert!(prompt.code.contains("never delete"));
    }
}
