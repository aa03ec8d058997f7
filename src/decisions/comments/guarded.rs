//! The lines that a comment stands over.

use super::lexer::Comment;
use crate::model::LineRange;

/// Most lines that a comment is taken to speak about.
const MOST: u32 = 12;

/// The statement or block after a comment, up to a blank line, a dedent or the next comment of the
/// same level; for a comment behind code, that line. None where a blank line follows at once.
pub(super) fn guarded(lines: &[&str], comment: &Comment, all: &[Comment]) -> Option<LineRange> {
    let (first, last) = comment.span();
    if comment.trails {
        return Some(LineRange::new(first, first));
    }
    let line = |n: u32| lines.get(n as usize - 1).copied();
    let start = last + 1;
    let head = line(start).filter(|l| !l.trim().is_empty())?;
    if is_comment(all, start) {
        return None;
    }
    let level = indent(head);
    let mut end = start;
    for n in start + 1..start + MOST {
        let Some(text) = line(n) else { break };
        if text.trim().is_empty() || indent(text) < level {
            break;
        }
        if indent(text) == level && is_comment(all, n) {
            break;
        }
        end = n;
    }
    Some(LineRange::new(start, end))
}

/// Whether a line is a comment's own.
fn is_comment(all: &[Comment], n: u32) -> bool {
    all.iter()
        .any(|c| !c.trails && c.span().0 <= n && n <= c.span().1)
}

/// The width of the blanks at the start of a line; a tab counts four.
fn indent(line: &str) -> usize {
    line.chars()
        .take_while(|c| c.is_whitespace())
        .map(|c| if c == '\t' { 4 } else { 1 })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::super::lexer::comments;
    use super::*;
    use crate::model::RepoPath;

    fn guards(text: &str) -> Vec<Option<(u32, u32)>> {
        let all = comments(&RepoPath::from("a.ts"), text);
        let lines: Vec<&str> = text.lines().collect();
        all.iter()
            .map(|c| guarded(&lines, c, &all).map(|r| (r.start, r.end)))
            .collect()
    }

    #[test]
    fn a_comment_guards_what_follows_up_to_a_blank_line_or_a_dedent() {
        assert_eq!(guards("// a\none();\ntwo();\n\nthree();\n"), [Some((2, 3))]);
        assert_eq!(
            guards("f() {\n  // a\n  if (x) {\n    y();\n  }\n}\n"),
            [Some((3, 5))]
        );
        assert_eq!(guards("// a\n\none();\n"), [None]);
        assert_eq!(
            guards("// a\none();\n// b\ntwo();\n"),
            [Some((2, 2)), Some((4, 4))]
        );
        assert_eq!(guards("one(); // a\ntwo();\n"), [Some((1, 1))]);
    }

    #[test]
    fn a_long_block_is_capped() {
        let text = format!("// a\n{}", "x();\n".repeat(50));
        assert_eq!(guards(&text), [Some((2, 13))]);
    }
}
