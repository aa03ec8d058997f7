//! Comments in code that record a decision: `WHY:`, `NOTE: do not …`, `HACK`, "on purpose, because".
//!
//! [`scan`] is pure: a text to its decision comments, each with the lines that it stands over. What
//! commit a comment comes from, and so its key, is told by blame: [`origin`]. [`listing`] does it for
//! a whole tree. Mined text is `inferred`; it speaks about its own lines and nothing else.

mod guarded;
mod lexer;
pub mod listing;
mod markers;
mod origin;

use serde::{Deserialize, Serialize};

pub use origin::{Origin, decision, origins, verbatim};

use super::sources::{is_copy, is_sample};
use crate::model::{FileKind, LineRange, RepoPath, file_kind};

/// Largest file whose comments are read, in bytes.
pub const FILE_MAX: u64 = 512 * 1024;
/// A longer line, in bytes, is written by a machine.
const LINE_MAX: usize = 4_000;
/// Most lines of one comment that are kept.
const LINES_MAX: usize = 24;

/// A comment that records a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeComment {
    /// Its lines, from 1.
    pub lines: LineRange,
    /// The lines that it stands over.
    pub guards: Option<LineRange>,
    /// Its words, one line for each of its lines, without comment marks.
    pub text: String,
    /// Its first sentence without the marker.
    pub title: String,
    /// Its place among the decision comments of the file, from 0.
    pub ordinal: usize,
}

impl CodeComment {
    /// The lines of the comment and those that it stands over.
    pub fn reach(&self) -> LineRange {
        let guards = self.guards.unwrap_or(self.lines);
        LineRange::new(
            self.lines.start.min(guards.start),
            self.lines.end.max(guards.end),
        )
    }
}

/// Whether a file's comments may be decisions, by its path: code and settings of the repository's
/// own, but no prose, no samples and nothing that a machine wrote.
pub fn is_read(path: &RepoPath) -> bool {
    let text = path.to_string();
    let dir = text.rsplit_once('/').map_or("", |(d, _)| d);
    let prose = dir.split('/').any(|p| {
        let p = p.to_lowercase();
        p == "doc" || p == "docs" || p == "documentation" || p.starts_with("docs_")
    });
    !prose
        && !matches!(file_kind(path), FileKind::Docs | FileKind::Generated)
        && !is_copy(&text)
        && !is_sample(&text)
        && std::str::from_utf8(path.as_bytes()).is_ok()
}

/// The decision comments of a text, in order.
pub fn scan(path: &RepoPath, text: &str) -> Vec<CodeComment> {
    if !markers::may_hold(text) || is_generated(text) {
        return Vec::new();
    }
    let lines: Vec<&str> = text.lines().collect();
    if lines.iter().any(|l| l.len() > LINE_MAX) {
        return Vec::new();
    }
    let is_test = file_kind(path) == FileKind::Test;
    let all = lexer::comments(path, text);
    let mut out: Vec<CodeComment> = Vec::new();
    for comment in &all {
        let licence =
            comment.span().0 < 30 && comment.lines.iter().any(|(_, l)| markers::is_licence(l));
        if licence {
            continue;
        }
        for part in paragraphs(&comment.lines) {
            let Some(words) = stated(part, is_test) else {
                continue;
            };
            let (first, last) = (part[0].0, part[part.len() - 1].0);
            let lines_of: Vec<&str> = part.iter().map(|(_, l)| l.as_str()).collect();
            out.push(CodeComment {
                lines: LineRange::new(first, last),
                guards: guarded::guarded(&lines, comment, &all),
                text: lines_of.join("\n"),
                title: markers::title(&words),
                ordinal: out.len(),
            });
        }
    }
    out
}

/// The words of a paragraph as one line, if they state a decision.
fn stated(part: &[(u32, String)], is_test: bool) -> Option<String> {
    if part.len() > LINES_MAX {
        return None;
    }
    let words: Vec<&str> = part
        .iter()
        .flat_map(|(_, l)| l.split_whitespace())
        .collect();
    let words = words.join(" ");
    (markers::states(&words, is_test) && is_prose(&words)).then_some(words)
}

/// Whether the words are sentences for people, not code that was put out of use.
fn is_prose(words: &str) -> bool {
    let all = words.split_whitespace().count();
    let plain = words
        .split_whitespace()
        .filter(|w| {
            w.trim_matches(|c: char| c.is_ascii_punctuation() || "—–…“”".contains(c))
                .chars()
                .all(|c| c.is_alphabetic() || matches!(c, '\'' | '’' | '-' | '/'))
        })
        .count();
    plain * 10 >= all * 6
}

/// Cuts a comment where something new begins: a blank line, a marker, a tag, a list item. Code in
/// fences and samples of documentation are left out.
fn paragraphs(lines: &[(u32, String)]) -> Vec<&[(u32, String)]> {
    let mut out = Vec::new();
    let mut start: Option<usize> = None;
    let (mut fenced, mut sample) = (false, false);
    for (i, (_, line)) in lines.iter().enumerate() {
        let text = line.trim();
        let fence = text.starts_with("```") || text.starts_with("~~~");
        let tag = text.starts_with('@') && !text.starts_with("@ ");
        if tag {
            sample = text.starts_with("@example");
        }
        let skipped = fenced || fence || sample || text.starts_with(">>>");
        if fence {
            fenced = !fenced;
        }
        if text.is_empty() || skipped {
            out.extend(start.take().map(|s| &lines[s..i]));
            continue;
        }
        let item = text.starts_with("- ") || text.starts_with("• ") || numbered(text);
        let listed =
            item && start.is_some_and(|s| !lines[s..i].last().is_some_and(|l| l.1.ends_with(':')));
        if let Some(s) = start
            && (tag || listed || markers::is_marked(text))
        {
            out.push(&lines[s..i]);
            start = Some(i);
        }
        start.get_or_insert(i);
    }
    out.extend(start.map(|s| &lines[s..]));
    out
}

/// `1. …`, `2) …` or `3 - …`.
fn numbered(text: &str) -> bool {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.len() < text.len() && (after.starts_with(" - ") || after.starts_with(": ")) {
        return true;
    }
    text.split_once(['.', ')']).is_some_and(|(n, rest)| {
        n.len() < 3
            && !n.is_empty()
            && n.bytes().all(|b| b.is_ascii_digit())
            && rest.starts_with(' ')
    })
}

/// Whether the head of a file says that a machine wrote it.
fn is_generated(text: &str) -> bool {
    const MARKS: &[&str] = &[
        "@generated",
        "autogenerated",
        "auto-generated",
        "automatically generated",
        "code generated",
        "do not edit this file",
        "do not edit manually",
        "do not edit by hand",
        "do not edit.",
        "do not modify this file",
    ];
    let head: String = text
        .lines()
        .take(12)
        .flat_map(|l| [&l[..l.floor_char_boundary(200)], "\n"])
        .collect::<String>()
        .to_lowercase();
    MARKS.iter().any(|m| head.contains(m))
}

#[cfg(test)]
mod tests {
    use super::*;

    type Span = (u32, u32);

    fn found(path: &str, text: &str) -> Vec<(String, Span, Option<Span>)> {
        scan(&RepoPath::from(path), text)
            .into_iter()
            .map(|c| {
                (
                    c.title,
                    (c.lines.start, c.lines.end),
                    c.guards.map(|g| (g.start, g.end)),
                )
            })
            .collect()
    }

    #[test]
    fn a_comment_over_lines_is_one_decision_with_what_it_guards() {
        let text = "fn f() {\n    // NOTE: do not sort here, callers rely on\n    // the order of arrival.\n    push(a);\n    push(b);\n}\n";
        assert_eq!(
            found("a.rs", text),
            [(
                "do not sort here, callers rely on the order of arrival".to_owned(),
                (2, 3),
                Some((4, 5))
            )]
        );
        let scanned = scan(&RepoPath::from("a.rs"), text);
        assert_eq!(scanned[0].reach(), LineRange::new(2, 5));
    }

    #[test]
    fn a_paragraph_of_a_block_speaks_for_itself() {
        let text = "/**\n * Reads the gauge.\n *\n * NOTE: never round here, because the sum drifts.\n * @param x the reading; must be positive because it is a length\n * @example\n * // NOTE: do not copy this because it is a sample\n */\nfunction read(x) {}\n";
        let all = found("a.ts", text);
        assert_eq!(all.len(), 2, "{all:?}");
        assert_eq!(all[0].1, (4, 4));
        assert_eq!(all[0].2, Some((9, 9)));
    }

    #[test]
    fn generated_minified_and_licensed_text_holds_none() {
        let note = "// NOTE: do not sort here because callers rely on it\nrun();\n";
        assert_eq!(found("a.ts", note).len(), 1);
        assert!(
            found(
                "a.ts",
                &format!("// Code generated by x. DO NOT EDIT.\n{note}")
            )
            .is_empty()
        );
        assert!(found("a.ts", &format!("{note}{}\n", "x".repeat(LINE_MAX + 1))).is_empty());
        let licence = "// Copyright A. You must not use this file otherwise,\n// because the law says so.\n\nrun();\n";
        assert!(found("a.ts", licence).is_empty());
    }

    #[test]
    fn paths_of_prose_samples_and_copies_are_not_read() {
        for path in [
            "docs/a.py",
            "README.md",
            "vendor/a.js",
            "examples/a.rs",
            "a.min.js",
        ] {
            assert!(!is_read(&RepoPath::from(path)), "{path}");
        }
        for path in [
            "src/a.py",
            "Dockerfile",
            ".github/workflows/a.yml",
            "tests/a.rs",
        ] {
            assert!(is_read(&RepoPath::from(path)), "{path}");
        }
    }
}
