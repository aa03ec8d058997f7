//! A code fence that nobody closed: Markdown takes all that follows for code, and so do we, aloud.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag};

use super::place_names::is_markdown;
use super::record::note;
use crate::model::{Coverage, CoverageState, RepoPath};

/// Says that a Markdown text ends inside of a code fence, and where that was opened.
pub(super) fn note_of(path: &RepoPath, text: &str) -> Option<Coverage> {
    if !is_markdown(&path.file_name().to_lowercase())
        || !(text.contains("```") || text.contains("~~~"))
    {
        return None;
    }
    let at = open_fence(text)?;
    let line = text[..at].bytes().filter(|&b| b == b'\n').count() + 1;
    let reason =
        format!("a code fence opened at line {line} is never closed: what follows is code");
    let line = u32::try_from(line).ok();
    Some(note(path, line, CoverageState::Partly, reason))
}

/// Where the fence begins that is open at the end of the text, in bytes.
fn open_fence(text: &str) -> Option<usize> {
    let last = Parser::new_ext(text, Options::empty())
        .into_offset_iter()
        .filter(|(e, _)| matches!(e, Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_)))))
        .map(|(_, range)| range)
        .last()?;
    if !text.get(last.end..)?.trim().is_empty() {
        return None;
    }
    let block = text.get(last.clone())?;
    let mark = block.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let length = block.chars().take_while(|&c| c == mark).count();
    let end = block.trim_end().lines().skip(1).last().unwrap_or("");
    let bare = end.trim_start_matches([' ', '\t', '>']).trim_end();
    let closes = bare.chars().count() >= length && bare.chars().all(|c| c == mark);
    (!closes).then_some(last.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_fence_that_is_open_at_the_end_is_told() {
        let line = |text: &str| note_of(&RepoPath::from("DECISIONS.md"), text).map(|c| c.line);
        assert_eq!(line("# L\n\n```\nx\n\n## Two\n"), Some(Some(3)));
        assert_eq!(line("a\n\n~~~~ rust\nx\n~~~\n"), Some(Some(3)));
        assert_eq!(line("a\n\n```"), Some(Some(3)));
        for closed in [
            "```\nx\n```\n",
            "```\nx\n`````\n\nafter\n",
            "> ```\n> x\n> ```\n",
            "- a\n\n  ```\n  x\n  ```\n",
            "words with ``` in them\n",
            "~~~\n~~~",
        ] {
            assert_eq!(line(closed), None, "{closed}");
        }
        let other = RepoPath::from("a.rst");
        assert_eq!(note_of(&other, "```\nx\n"), None);
    }
}
