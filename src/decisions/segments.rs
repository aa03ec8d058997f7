//! A Markdown text piece by piece, each piece read once however many versions of the text have it.
//!
//! What blocks a text has is a matter of its lines from the first on, and a heading at the beginning
//! of a line ends every block but code and HTML that is still open. So a piece from one such heading
//! to the next is read alike wherever it stands. Where a piece leaves something open, the next one is
//! a part of it.

use super::markdown::{Block, Heading, Outline, Table};
use super::memory::Memory;
use crate::model::LineRange;

/// A piece of a text, with lines from 1 and headings without what is above them.
#[derive(Debug)]
pub(super) struct Segment {
    prose: String,
    headings: Vec<Heading>,
    tables: Vec<Table>,
    blocks: Vec<Block>,
    /// How many lines it has.
    lines: u32,
}

/// How many pieces are joined before what is left is read as one.
const JOINED: usize = 64;

/// A heading that ends whatever can be ended.
const NEXT: &str = "# x\n";

/// Fills an outline, of which the lines are known, from this source of the same length as its text.
pub(super) fn read(outline: &mut Outline<'_>, source: &str, memory: &Memory) {
    let bytes = source.as_bytes();
    let begins = |at: &usize| is_heading(bytes.get(*at..).unwrap_or_default());
    let mut cuts: Vec<usize> = vec![0];
    cuts.extend(outline.starts.iter().skip(1).copied().filter(begins));
    cuts.push(source.len());
    outline.prose.reserve(source.len());
    let mut stack: Vec<usize> = Vec::new();
    let mut from = 0;
    let mut line = 0;
    while from + 1 < cuts.len() {
        let end = cuts.len() - 1;
        let most = (from + JOINED).min(end);
        let one = (from + 1..=most).chain([end]).find_map(|to| {
            let (text, last) = (source.get(cuts[from]..cuts[to])?, to == end);
            let segment = memory.segment(text, last, || Segment::read(text, last))?;
            Some((segment, to))
        });
        let Some((segment, to)) = one else {
            break;
        };
        segment.put(outline, &mut stack, line);
        line += segment.lines;
        from = to;
    }
}

/// Whether a line begins with the marks of a heading.
fn is_heading(line: &[u8]) -> bool {
    let marks = line.iter().take_while(|b| **b == b'#').count();
    (1..=6).contains(&marks)
        && line
            .get(marks)
            .is_none_or(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'))
}

impl Segment {
    /// Reads a piece; none where what follows it is a part of it. Nothing follows the last.
    fn read(text: &str, last: bool) -> Option<Self> {
        let mut outline = Outline::bare(text);
        let mut prose = text.as_bytes().to_vec();
        let closed = if last {
            outline.walk(text, &mut prose, usize::MAX)
        } else {
            outline.walk(&format!("{text}{NEXT}"), &mut prose, text.len())
        };
        closed.then(|| Self {
            prose: String::from_utf8(prose).unwrap_or_else(|_| text.to_owned()),
            headings: std::mem::take(&mut outline.headings),
            tables: std::mem::take(&mut outline.tables),
            blocks: std::mem::take(&mut outline.blocks),
            lines: u32::try_from(outline.starts.len() - 1).unwrap_or(u32::MAX),
        })
    }

    /// Adds it to an outline, below so many lines. `stack` has the headings that are open there.
    fn put(&self, outline: &mut Outline<'_>, stack: &mut Vec<usize>, below: u32) {
        outline.prose.push_str(&self.prose);
        for h in &self.headings {
            while stack
                .last()
                .is_some_and(|&i| outline.headings[i].level >= h.level)
            {
                stack.pop();
            }
            outline.headings.push(Heading {
                line: h.line + below,
                body: h.body + below,
                parent: stack.last().copied(),
                ..h.clone()
            });
            stack.push(outline.headings.len() - 1);
        }
        outline.tables.extend(self.tables.iter().map(|t| Table {
            head: t.head + below,
            rows: t.rows.iter().map(|r| r + below).collect(),
        }));
        outline.blocks.extend(self.blocks.iter().map(|b| Block {
            kind: b.kind,
            lines: LineRange::new(b.lines.start + below, b.lines.end + below),
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(o: &Outline<'_>) -> String {
        format!(
            "{:?}\n{:?}\n{:?}\n{:?}",
            o.prose, o.headings, o.tables, o.blocks
        )
    }

    #[track_caller]
    fn same(text: &str, skip: usize, memory: &Memory) {
        let whole = Outline::read(text, skip);
        let pieces = Outline::remembered(text, skip, Some(memory));
        assert_eq!(parts(&whole), parts(&pieces), "{text}");
    }

    #[test]
    fn a_text_read_in_pieces_has_the_outline_of_the_whole() {
        let memory = Memory::default();
        for text in [
            "",
            "\n",
            "# A",
            "intro\n# A\ntext\n## B\n- x\n\n  y\n\n## C\n| a | b |\n|---|---|\n| 1 | 2 |\n",
            "## B\n```sh\n# no heading\n```\n## C\n~~~\n# open\n## still open\n",
            "# A\n<!--\n# no\n-->\n# B\n<div>\n# no\n\n# C\n",
            "# A\n- x\n# B\n> quote\n# C\n    code\n# D\n[a]: b\n# E\n[c]:\n# F\n",
            "Title\n===\n# A\nOther\n---\n#no\n####### no\n#\n# \n\t# code\n",
            "\u{feff}# A\r\n\r\ntext\r\n\r\n---\r\n\r\n# B\r\n",
            "# A\ntext <!-- x -->\nand `# y`\n# B\n- [ ] # z\n  # inner\n# C\n",
            "# A\n---\n\n***\n# B\n\n\n",
        ] {
            same(text, 0, &memory);
            same(text, 0, &memory);
        }
        same("---\na: b\n# c\n---\n# A\ntext\n", 17, &memory);
    }

    #[test]
    fn a_text_that_stays_open_for_long_is_read_as_one() {
        let text = format!("# A\n```\n{}", "# x\n".repeat(3 * JOINED));
        same(&text, 0, &Memory::default());
    }
}
