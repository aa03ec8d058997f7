//! The outline of a Markdown text: headings with their own text, fences known, lines counted.

use std::borrow::Cow;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::memory::Memory;
use super::segments;
use super::words::Words;
use crate::model::LineRange;

/// A text with its headings.
#[derive(Debug)]
pub struct Outline<'t> {
    /// The text.
    pub text: &'t str,
    /// The same length, with code blocks, comments and front matter blanked: fields and links are
    /// looked for here.
    pub prose: String,
    /// Headings at the top level of the document, in order.
    pub headings: Vec<Heading>,
    /// Byte offset at which each line begins.
    pub(super) starts: Vec<usize>,
    /// Its tables, in order.
    pub tables: Vec<Table>,
    /// The blocks at the top level of the document but headings and rules, in order; each item of a
    /// list at the top level is one.
    pub blocks: Vec<Block>,
    /// The words by which it is read.
    pub words: &'t Words,
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The line of its head.
    pub head: u32,
    /// The lines of its rows.
    pub rows: Vec<u32>,
}

/// A block at the top level of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its lines.
    pub lines: LineRange,
}

/// Kinds of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A paragraph.
    Paragraph,
    /// An item of a list, with all that is nested in it.
    Item,
    /// A table.
    Table,
    /// Code, a quote, HTML.
    Other,
}

/// One heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its text as written, markup included.
    pub raw: String,
    /// Its first line, from 1.
    pub line: u32,
    /// The line after it.
    pub body: u32,
    /// The heading that encloses it.
    pub parent: Option<usize>,
    /// Whether anything but headings follows before the next heading.
    pub has_prose: bool,
}

impl<'t> Outline<'t> {
    /// Reads the outline. `skip` bytes at the start (front matter) are not Markdown.
    pub fn read(text: &'t str, skip: usize) -> Self {
        Self::remembered(text, skip, None)
    }

    /// The same, where what was read of the text's pieces before may be remembered.
    pub(super) fn remembered(text: &'t str, skip: usize, memory: Option<&Memory>) -> Self {
        let source = match (skip.min(text.len()), text.starts_with('\u{feff}')) {
            (0, false) => Cow::Borrowed(text),
            (skip, bom) => {
                let mut bytes = text.as_bytes().to_vec();
                blank(&mut bytes, 0, if bom { skip.max(3) } else { skip });
                Cow::Owned(string(bytes))
            }
        };
        let mut outline = Self::bare(text);
        match memory {
            Some(memory) => segments::read(&mut outline, &source, memory),
            None => {
                let mut prose = source.as_bytes().to_vec();
                outline.walk(&source, &mut prose, usize::MAX);
                outline.prose = string(prose);
            }
        }
        outline
    }

    /// A text of which only the lines are known.
    pub(super) fn bare(text: &'t str) -> Self {
        Self {
            text,
            prose: String::new(),
            headings: Vec::new(),
            starts: std::iter::once(0)
                .chain(text.match_indices('\n').map(|(i, _)| i + 1))
                .collect(),
            tables: Vec::new(),
            blocks: Vec::new(),
            words: Words::built_in(),
        }
    }

    /// An outline that another markup's reader found: the text, the bytes of its prose, and its
    /// headings in order. Parents and whether prose follows are worked out here.
    pub(super) fn of_parts(text: &'t str, prose: Vec<u8>, headings: Vec<Heading>) -> Self {
        let mut outline = Self {
            prose: string(prose),
            headings,
            ..Self::bare(text)
        };
        let mut stack: Vec<usize> = Vec::new();
        for i in 0..outline.headings.len() {
            let level = outline.headings[i].level;
            while stack
                .last()
                .is_some_and(|&p| outline.headings[p].level >= level)
            {
                stack.pop();
            }
            let own = outline.own_lines(i);
            let body = outline.headings[i].body;
            let has_prose = body <= own.end
                && outline
                    .lines(LineRange::new(body, own.end))
                    .chars()
                    .any(char::is_alphanumeric);
            let h = &mut outline.headings[i];
            h.parent = stack.last().copied();
            h.has_prose = has_prose;
            stack.push(i);
        }
        outline
    }

    /// The same outline, read by these words.
    #[must_use]
    pub fn with_words(self, words: &'t Words) -> Self {
        Self { words, ..self }
    }

    /// Takes in what stands before `limit`, where a heading of the source begins. False where it does
    /// not: something that began before goes on there.
    pub(super) fn walk(&mut self, source: &str, prose: &mut [u8], limit: usize) -> bool {
        let mut depth = 0usize;
        let mut in_heading = false;
        let mut stack: Vec<usize> = Vec::new();
        let mut table: Option<Table> = None;
        let mut options = Options::empty();
        options.insert(Options::ENABLE_TABLES);
        for (event, range) in Parser::new_ext(source, options).into_offset_iter() {
            if range.start >= limit {
                let heads = matches!(event, Event::Start(Tag::Heading { .. }));
                return heads && depth == 0 && range.start == limit;
            }
            if range.end > limit {
                return false;
            }
            match event {
                Event::Start(Tag::Heading { level, .. }) if depth == 0 => {
                    in_heading = true;
                    depth += 1;
                    let level = number(level);
                    while stack
                        .last()
                        .is_some_and(|&i| self.headings[i].level >= level)
                    {
                        stack.pop();
                    }
                    let line = self.line_of(range.start);
                    let body = self.line_of(range.end.saturating_sub(1).max(range.start)) + 1;
                    self.headings.push(Heading {
                        level,
                        raw: literal(&source[range.clone()]),
                        line,
                        body,
                        parent: stack.last().copied(),
                        has_prose: false,
                    });
                    stack.push(self.headings.len() - 1);
                }
                Event::Start(tag) => {
                    if let Some(kind) = block_kind(&tag, depth) {
                        let last = self.line_of(range.end.saturating_sub(1).max(range.start));
                        let lines = self.trimmed(self.line_of(range.start), last);
                        self.blocks.push(Block { kind, lines });
                    }
                    if depth == 0 || matches!(tag, Tag::CodeBlock(_) | Tag::HtmlBlock) {
                        match tag {
                            Tag::CodeBlock(_) => {
                                self.mark_prose();
                                blank(prose, range.start, range.end);
                            }
                            Tag::HtmlBlock
                                if source[range.clone()].trim_start().starts_with("<!--") =>
                            {
                                blank(prose, range.start, range.end);
                            }
                            Tag::Table(_) => {
                                let head = self.line_of(range.start);
                                table = Some(Table {
                                    head,
                                    rows: Vec::new(),
                                });
                            }
                            _ => {}
                        }
                    }
                    if let (Tag::TableRow, Some(t)) = (&tag, table.as_mut()) {
                        t.rows.push(self.line_of(range.start));
                    }
                    depth += 1;
                }
                Event::End(tag) => {
                    depth = depth.saturating_sub(1);
                    match tag {
                        TagEnd::Heading(_) if depth == 0 => in_heading = false,
                        TagEnd::Table => self.tables.extend(table.take()),
                        _ => {}
                    }
                }
                Event::InlineHtml(html) if html.starts_with("<!--") => {
                    blank(prose, range.start, range.end);
                }
                Event::Text(t) | Event::Code(t)
                    if !in_heading && t.chars().any(char::is_alphanumeric) =>
                {
                    self.mark_prose();
                }
                _ => {}
            }
        }
        limit == usize::MAX
    }

    fn mark_prose(&mut self) {
        if let Some(last) = self.headings.last_mut() {
            last.has_prose = true;
        }
    }

    /// The line, from 1, on which a byte offset lies.
    pub fn line_of(&self, offset: usize) -> u32 {
        u32::try_from(self.starts.partition_point(|&s| s <= offset)).unwrap_or(u32::MAX)
    }

    /// How many lines there are; a final line end opens none.
    pub fn line_count(&self) -> u32 {
        let n = self.starts.len();
        let open = self.starts.last().is_some_and(|&s| s == self.text.len()) && n > 1;
        u32::try_from(if open { n - 1 } else { n }).unwrap_or(u32::MAX)
    }

    /// The own lines of heading `i`: from it to the line before the next heading, without the blank
    /// lines and rules at the end.
    pub fn own_lines(&self, i: usize) -> LineRange {
        let start = self.headings[i].line;
        let last = self
            .headings
            .get(i + 1)
            .map_or(self.line_count(), |next| next.line - 1);
        self.trimmed(start, last)
    }

    /// The lines without the blank ones and thematic breaks at their end.
    pub fn trimmed(&self, start: u32, mut last: u32) -> LineRange {
        while last > start {
            let line = self.slice(self.text, LineRange::new(last, last)).trim();
            let rule = line.len() >= 3
                && (line.bytes().all(|b| b == b'-') || line.bytes().all(|b| b == b'*'));
            if !line.is_empty() && !rule {
                break;
            }
            last -= 1;
        }
        LineRange::new(start, last.max(start))
    }

    /// The lines of the text, without the last line end.
    pub fn lines(&self, range: LineRange) -> &'t str {
        self.slice(self.text, range)
    }

    /// The lines of the prose, without the last line end.
    pub fn prose_lines(&self, range: LineRange) -> &str {
        self.slice(&self.prose, range)
    }

    /// The blocks that begin in these lines.
    pub(super) fn blocks_in(&self, lines: LineRange) -> &[Block] {
        let place = |line: u32| self.blocks.partition_point(|b| b.lines.start < line);
        let (from, to) = (place(lines.start), place(lines.end.saturating_add(1)));
        self.blocks.get(from..to).unwrap_or_default()
    }

    /// Where these lines begin and end, in bytes, the last line end included.
    pub(super) fn bytes_of(&self, range: LineRange) -> (usize, usize) {
        let at = |line: u32| {
            let i = usize::try_from(line).unwrap_or(usize::MAX);
            let start = self.starts.get(i.saturating_sub(1));
            start.copied().unwrap_or(self.text.len())
        };
        (at(range.start), at(range.end.saturating_add(1)))
    }

    fn slice<'a>(&self, of: &'a str, range: LineRange) -> &'a str {
        let at = |line: u32| {
            let i = usize::try_from(line).unwrap_or(usize::MAX);
            self.starts
                .get(i.saturating_sub(1))
                .copied()
                .unwrap_or(of.len())
        };
        let (from, to) = (at(range.start), at(range.end.saturating_add(1)));
        let part = of.get(from..to).unwrap_or("");
        let part = part.strip_suffix('\n').unwrap_or(part);
        part.strip_suffix('\r').unwrap_or(part)
    }

    /// Headings above heading `i`, outermost first, as places.
    pub fn trail(&self, i: usize) -> Vec<usize> {
        let mut up = Vec::new();
        let mut at = self.headings[i].parent;
        while let Some(p) = at {
            up.push(p);
            at = self.headings[p].parent;
        }
        up.reverse();
        up
    }
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// What a tag opens at the top level of the document.
fn block_kind(tag: &Tag<'_>, depth: usize) -> Option<BlockKind> {
    match (tag, depth) {
        (Tag::Paragraph, 0) => Some(BlockKind::Paragraph),
        (Tag::Item, 1) => Some(BlockKind::Item),
        (Tag::Table(_), 0) => Some(BlockKind::Table),
        (Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::BlockQuote(_), 0) => Some(BlockKind::Other),
        _ => None,
    }
}

/// Blanks bytes but line ends, so that offsets and lines stay.
pub(super) fn blank(bytes: &mut [u8], from: usize, to: usize) {
    for b in &mut bytes[from..to] {
        if *b != b'\n' && *b != b'\r' {
            *b = b' ';
        }
    }
}

/// Bytes of a text that were blanked, as a text.
fn string(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

/// A heading's text out of its source: without the `#` marks or the underline.
fn literal(source: &str) -> String {
    let trimmed = source.trim();
    if trimmed.starts_with('#') {
        let inner = trimmed.trim_start_matches('#').trim();
        let closed = inner.trim_end_matches('#');
        let text =
            if closed.len() < inner.len() && (closed.is_empty() || closed.ends_with([' ', '\t'])) {
                closed.trim_end()
            } else {
                inner
            };
        return text.to_owned();
    }
    let mut lines: Vec<&str> = trimmed.lines().map(str::trim).collect();
    if lines.len() > 1 {
        lines.pop();
    }
    lines.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(text: &str) -> Vec<(u8, String, u32)> {
        Outline::read(text, 0)
            .headings
            .iter()
            .map(|h| (h.level, h.raw.clone(), h.line))
            .collect()
    }

    #[test]
    fn headings_inside_fences_do_not_count_and_underlined_ones_do() {
        let text = "Title\n=====\n\n```md\n# fake\n~~~\n```\n\n~~~~\n```\n## fake\n```\n~~~~\n\n## Real `x` ##\ntext\n\nOther\n---\n";
        assert_eq!(
            heads(text),
            [
                (1, "Title".to_owned(), 1),
                (2, "Real `x`".to_owned(), 15),
                (2, "Other".to_owned(), 18)
            ]
        );
    }

    #[test]
    fn own_lines_end_before_the_next_heading_and_drop_rules() {
        let text = "# T\r\n\r\n## A\r\none\r\n\r\n---\r\n\r\n## B\r\ntwo\r\n";
        let o = Outline::read(text, 0);
        assert_eq!(o.own_lines(1), LineRange::new(3, 4));
        assert_eq!(o.lines(LineRange::new(3, 4)), "## A\r\none");
        assert_eq!(o.own_lines(2), LineRange::new(8, 9));
        assert!(!o.headings[0].has_prose && o.headings[1].has_prose);
    }

    #[test]
    fn blocks_are_those_of_the_top_level_with_each_item_whole() {
        let text = "Para\nmore.\n\n- one\n  - nested\n\n  text\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n```\n# x\n```\n";
        let o = Outline::read(text, 0);
        let got: Vec<(BlockKind, u32, u32)> = o
            .blocks
            .iter()
            .map(|b| (b.kind, b.lines.start, b.lines.end))
            .collect();
        assert_eq!(
            got,
            [
                (BlockKind::Paragraph, 1, 2),
                (BlockKind::Item, 4, 7),
                (BlockKind::Item, 8, 8),
                (BlockKind::Table, 10, 13),
                (BlockKind::Other, 15, 17),
            ]
        );
        assert_eq!(
            o.tables,
            [Table {
                head: 10,
                rows: vec![12, 13]
            }]
        );
    }

    #[test]
    fn a_comment_or_a_fence_is_blank_in_the_prose() {
        let text = "a\n\n```yaml\nstatus: rejected\n```\n<!-- status: x -->\nb <!-- c -->\n";
        let o = Outline::read(text, 0);
        assert_eq!(o.prose.len(), text.len());
        assert!(!o.prose.contains("status") && o.prose.contains('b') && !o.prose.contains("c --"));
    }
}
