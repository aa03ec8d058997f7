//! What a record file's name and paragraphs tell before anything of it is read.

use super::markdown::Outline;
use super::{dates, titles, words};
use crate::model::{LineRange, RepoPath};

/// Runs of lines without a blank line, a list item each on its own.
pub(super) fn paragraphs(outline: &Outline<'_>, range: LineRange) -> Vec<LineRange> {
    let mut out: Vec<LineRange> = Vec::new();
    let mut open = false;
    for n in range.start..=range.end {
        let line = outline.prose_lines(LineRange::new(n, n));
        let text = line.trim_start();
        if text.trim().is_empty() {
            open = false;
            continue;
        }
        let starts = text.starts_with(['#', '|', '>'])
            || text.starts_with("- ")
            || text.starts_with("* ")
            || text.starts_with("+ ");
        match out.last_mut() {
            Some(last) if open && !starts => last.end = n,
            _ => out.push(LineRange::new(n, n)),
        }
        open = !text.starts_with('#');
    }
    out
}

/// Whether a heading is the name of a record's section rather than its title.
pub(super) fn is_section(heading: &str) -> bool {
    let folded = words::fold(heading);
    matches!(
        folded.as_str(),
        "context"
            | "decision"
            | "consequences"
            | "context and problem statement"
            | "decision outcome"
            | "considered options"
            | "summary"
            | "motivation"
            | "background"
            | "options"
    )
}

pub(super) fn stem(path: &RepoPath) -> String {
    let name = path.file_name();
    name.rsplit_once('.')
        .map_or(name.clone(), |(s, _)| s.to_owned())
}

/// The number and date that a file's name begins with. Eight digits that are a date are no number.
pub(super) fn number_of_stem(stem: &str) -> (Option<String>, Option<String>) {
    let found = dates::first(&stem.replace('_', "-"));
    if let Some(f) = found.filter(|f| f.at.start == 0 && f.date.len() == 10) {
        return (None, Some(f.date));
    }
    let lower = stem.to_lowercase();
    let (prefix, rest) = ["adr", "dec", "rfc", "d"]
        .iter()
        .find_map(|p| {
            let rest = lower.strip_prefix(p)?.trim_start_matches(['-', '_', ' ']);
            rest.starts_with(|c: char| c.is_ascii_digit())
                .then_some((*p, rest))
        })
        .unwrap_or(("", &lower));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let after = rest[digits.len()..].chars().next();
    let ends = after.is_none_or(|c| matches!(c, '-' | '_' | ' ' | '.'));
    let number =
        (!digits.is_empty() && digits.len() <= 6 && ends).then(|| titles::number(prefix, &digits));
    (number, None)
}

pub(super) fn humanise(stem: &str) -> String {
    let words = stem.replace(['-', '_'], " ");
    let bare = words.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let bare = if bare.is_empty() { &words } else { bare };
    let mut chars = bare.chars();
    chars
        .next()
        .map(|c| c.to_uppercase().chain(chars).collect())
        .unwrap_or_default()
}
