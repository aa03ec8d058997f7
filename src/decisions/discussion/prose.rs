//! What somebody wrote themselves in a Markdown text: without code, quotes, HTML, checklists, tables,
//! and what a program wrote there.
//!
//! Two readings of one text: [`spoken`] keeps every byte in its place and blanks what does not speak,
//! so that references can be looked for; [`paragraphs`] hands out the pieces of prose verbatim, so
//! that a quote of one stands in the source.

use std::ops::Range;
use std::sync::LazyLock;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use regex::Regex;

/// Longest text that is read, in bytes; what lies beyond is not.
pub const BODY_MAX: usize = 64 * 1024;

static PROGRAM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)(?-u:\b)(?:auto-?generated | generated\ (?:with|by|using) | summary\ by | walkthrough
        | coderabbit | cursor_summary | copilot:(?:summary|walkthrough|all) | sourcery | ellipsis_hidden
        | pr_agent | bugbot | this\ (?:pr|pull\ request)\ (?:description\ )?was\ (?:generated|created|opened)\ (?:by|with|automatically))(?-u:\b)",
    )
    .ok()
});
/// Headings of a form that is filled in, under which nobody decides.
static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)^(?:check\ ?-?list | to-?do s? | test(?:s|ing|ed)?(?:\ (?:plan|steps|instructions|done))?
        | how\ (?:to\ (?:test|review|reproduce)|(?:has|was|is)\ (?:this|it)\ (?:been\ )?tested|.*tested.*)
        | steps\ to\ reproduce | (?:type|kind)s?\ of\ changes? | screenshots? .* | release\ notes?
        | change\ ?log | reviewers? | environment | versions? | expected\ behaviou?r | actual\ behaviou?r
        | before\ submitting .* | contribut.* | summary\ by\ .* | walkthrough | changes\ summary )[\s:?!.]*$",
    )
    .ok()
});

fn hit(re: &LazyLock<Option<Regex>>, text: &str) -> bool {
    re.as_ref().is_some_and(|re| re.is_match(text))
}

/// The text cut to [`BODY_MAX`], with the line ends of one kind.
pub fn normal(body: &str) -> String {
    let mut end = body.len().min(BODY_MAX);
    while !body.is_char_boundary(end) {
        end -= 1;
    }
    body[..end].replace("\r\n", "\n").replace('\r', "\n")
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS
}

/// The text, as long as it was, with blanks for code spans, fences, quotes, HTML and its comments.
pub fn spoken(text: &str) -> String {
    let mut out = text.as_bytes().to_vec();
    let mut blank = |range: Range<usize>| {
        for b in out.iter_mut().take(range.end).skip(range.start) {
            if *b != b'\n' {
                *b = b' ';
            }
        }
    };
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::BlockQuote(_) | Tag::HtmlBlock)
            | Event::Code(_)
            | Event::Html(_)
            | Event::InlineHtml(_) => blank(range),
            _ => {}
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// A piece of prose: a paragraph or an item of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paragraph<'t> {
    /// Its words, verbatim.
    pub text: &'t str,
}

/// The prose of a text, piece by piece, each verbatim. Code, quotes, HTML, tables, headings, ticked
/// and unticked boxes are none, nor what stands under a heading of a form (“Checklist”, “How was this
/// tested?”) or what a program says that it wrote. A text that says to be a program's has none.
pub fn paragraphs(text: &str) -> Vec<Paragraph<'_>> {
    let mut read = Reading::default();
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(tag) => read.open(text, &tag, range),
            Event::End(end) => read.close(text, end, range),
            Event::TaskListMarker(_) => read.boxed(),
            Event::Html(_) | Event::InlineHtml(_) => read.html(text, range),
            _ => {}
        }
    }
    if read.signed {
        return Vec::new();
    }
    read.out
}

#[derive(Default)]
struct Reading<'t> {
    out: Vec<Paragraph<'t>>,
    /// Depth of blocks that hold no prose.
    muted: usize,
    /// Start of the open piece, and whether it is a box to tick.
    open: Vec<(usize, bool)>,
    /// The level of the heading whose section is skipped.
    form: Option<u8>,
    heading: Option<u8>,
    /// Inside what a program wrote, between its own marks.
    machine: bool,
    /// The whole text says that a program wrote it.
    signed: bool,
}

impl<'t> Reading<'t> {
    fn open(&mut self, text: &'t str, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::CodeBlock(_) | Tag::BlockQuote(_) | Tag::Table(_) => self.muted += 1,
            Tag::Heading { level, .. } => {
                let level = *level as u8;
                self.heading = Some(level);
                let words = text[range].trim_matches(['#', ' ', '*', '_', '\n', '=', '-']);
                let plain = words.trim_start_matches(|c: char| !c.is_alphanumeric());
                if self.form.is_some_and(|f| level <= f) {
                    self.form = None;
                }
                if self.form.is_none() && (hit(&FORM, plain) || hit(&PROGRAM, plain)) {
                    self.form = Some(level);
                }
            }
            Tag::Paragraph => self.open.push((range.start, false)),
            Tag::Item => {
                // An item's own words end where a list inside it begins.
                self.open.push((range.start, false));
            }
            Tag::List(_) => {
                if let Some((start, boxed)) = self.open.pop() {
                    self.piece(text, start..range.start, boxed);
                    self.open.push((range.start, true));
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, text: &'t str, end: TagEnd, range: Range<usize>) {
        match end {
            TagEnd::CodeBlock | TagEnd::BlockQuote(_) | TagEnd::Table => {
                self.muted = self.muted.saturating_sub(1);
                // The words of an item go on behind it.
                if let Some(open) = self.open.last_mut() {
                    open.0 = range.end;
                }
            }
            TagEnd::Heading(_) => self.heading = None,
            TagEnd::Paragraph => {
                if let Some((start, boxed)) = self.open.pop() {
                    self.piece(text, start..range.end, boxed);
                }
                if let Some(open) = self.open.last_mut() {
                    open.0 = range.end;
                }
            }
            TagEnd::Item => {
                if let Some((start, boxed)) = self.open.pop() {
                    self.piece(text, start..range.end, boxed);
                }
            }
            _ => {}
        }
    }

    fn boxed(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.1 = true;
        }
        // Inside a loose list the box stands in a paragraph of the item.
        let n = self.open.len();
        if n > 1 {
            self.open[n - 2].1 = true;
        }
    }

    fn html(&mut self, text: &'t str, range: Range<usize>) {
        let words = &text[range.clone()];
        if hit(&PROGRAM, words) || self.machine {
            let lower = words.to_lowercase();
            let ends =
                lower.contains("end of") || lower.contains("<!-- /") || lower.contains("/end");
            self.machine = !ends;
        }
        if let Some(open) = self.open.last_mut() {
            // What follows it is another piece; what stands before it is cut off with it.
            if !text[open.0.min(range.start)..range.start].trim().is_empty() {
                let (start, boxed) = *open;
                self.piece(text, start..range.start, boxed);
            }
            if let Some(open) = self.open.last_mut() {
                open.0 = range.end;
            }
        }
    }

    fn piece(&mut self, text: &'t str, range: Range<usize>, boxed: bool) {
        if boxed || self.muted > 0 || range.start >= range.end {
            return;
        }
        let words = text.get(range).unwrap_or_default();
        let words = strip_mark(words.trim()).trim();
        if words.is_empty() {
            return;
        }
        let first = words.lines().next().unwrap_or_default();
        if words.len() < 240 && hit(&PROGRAM, first) && !first.contains(" we ") {
            self.signed = true;
            return;
        }
        if self.form.is_some() || self.machine || self.heading.is_some() {
            return;
        }
        self.out.push(Paragraph { text: words });
    }
}

/// The words without the mark of a list.
fn strip_mark(words: &str) -> &str {
    let digits = words.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &words[digits..];
    let mark = if digits == 0 {
        ["- ", "* ", "+ "]
    } else {
        [". ", ") ", ") "]
    };
    mark.into_iter()
        .find_map(|m| rest.strip_prefix(m))
        .unwrap_or(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        paragraphs(text).into_iter().map(|p| p.text).collect()
    }

    #[test]
    fn only_what_somebody_wrote_themselves_is_prose() {
        let text = "\
Keep it apart.
On two lines.

> We decided to drop it.

```
we decided
```

- one point
- [x] I have read the rules
- another
  - inside

| a | b |
|---|---|
| we | decided |

<!-- we decided so -->

## Checklist

We always tick.

## Why

Because it <!-- hidden --> breaks.
";
        assert_eq!(
            pieces(text),
            [
                "Keep it apart.\nOn two lines.",
                "one point",
                "another",
                "inside",
                "Because it",
                "breaks."
            ]
        );
        for p in pieces(text) {
            assert!(text.contains(p), "{p}");
        }
    }

    #[test]
    fn what_a_program_wrote_is_left_out() {
        let text = "We keep it.\n\n<!-- This is an auto-generated comment: release notes -->\n\n## Notes\n\nWe decided to drop it.\n\n<!-- end of auto-generated comment -->\n\nAnd so on.";
        assert_eq!(pieces(text), ["We keep it.", "And so on."]);
        assert!(pieces("We decided so.\n\n🤖 Generated with [A Tool](https://x.test)").is_empty());
        assert_eq!(
            pieces("Mine.\n\n## Summary by Tool\n\nWe decided."),
            ["Mine."]
        );
    }

    #[test]
    fn what_does_not_speak_is_blanked_in_place() {
        let text =
            "é Fixes #1, `fixes #2`\n\n> fixes #3\n\n<!-- fixes #4 -->\n~~~\nfixes #5\n~~~\n";
        let spoken = spoken(text);
        assert_eq!(spoken.len(), text.len());
        assert!(spoken.contains("#1"));
        for n in 2..=5 {
            assert!(!spoken.contains(&format!("#{n}")), "{n}");
        }
    }

    #[test]
    fn hostile_lengths_and_line_ends_are_taken() {
        let long = format!("a\r\n{}", "é".repeat(BODY_MAX));
        let normal = normal(&long);
        assert!(normal.len() <= BODY_MAX && normal.starts_with("a\n"));
        let deep = "> ".repeat(20_000);
        assert!(pieces(&deep).is_empty());
        assert!(PROGRAM.is_some() && FORM.is_some());
    }
}
