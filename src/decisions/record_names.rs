//! What a record file's name and paragraphs tell before anything of it is read.

use super::markdown::Outline;
use super::place_names::is_index_stem;
use super::{dates, titles, words};
use crate::model::{LineRange, RepoPath, Standing};

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
    let bare = folded.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ' '));
    SECTIONS.contains(&bare.trim_end_matches([':', '：', ' ']))
}

/// Names of the sections that records have, folded.
const SECTIONS: &[&str] = &[
    "context",
    "decision",
    "decisions",
    "the decision",
    "consequences",
    "context and problem statement",
    "context and background",
    "problem statement",
    "decision outcome",
    "decision drivers",
    "considered options",
    "considered alternatives",
    "alternatives considered",
    "alternatives",
    "rejected alternatives",
    "rejected ideas",
    "summary",
    "abstract",
    "motivation",
    "rationale",
    "background",
    "options",
    "detailed design",
    "drawbacks",
    "guide level explanation",
    "reference level explanation",
    "rationale and alternatives",
    "unresolved questions",
    "kontext",
    "entscheidung",
    "konsequenzen",
    "begrundung",
    "contexte",
    "consequences",
    "contexto",
    "decisao",
    "consecuencias",
    "consequencias",
    "背景",
    "コンテキスト",
    "決定",
    "結果",
    "影響",
    "上下文",
    "决策",
    "决定",
    "后果",
    "影响",
];

/// The name that tells what a record is: its file's stem, or its folder's for `0001-x/README.md`.
pub(super) fn stem(path: &RepoPath) -> String {
    let name = path.file_name();
    let stem = name
        .rsplit_once('.')
        .map_or(name.clone(), |(s, _)| s.to_owned());
    if is_index_stem(&stem.to_lowercase()) || name.eq_ignore_ascii_case("kep.yaml") {
        let parent = path.parent();
        let folder = parent.rsplit('/').next().unwrap_or("");
        if !folder.is_empty() {
            return folder.to_owned();
        }
    }
    stem
}

/// How the folder says that a record stands: `rfcs/rejected/0001-x.md`. The words are the folder's.
pub(super) fn standing_of_folder(path: &RepoPath) -> Option<(Standing, String)> {
    let dir = path.parent();
    let part = dir.rsplit('/').next()?;
    let standing = match part.to_lowercase().as_str() {
        "accepted" | "approved" | "adopted" | "implemented" | "active" | "final" => {
            Standing::Accepted
        }
        "rejected" | "declined" | "withdrawn" | "abandoned" => Standing::Rejected,
        "proposed" | "draft" | "drafts" | "pending" => Standing::Proposed,
        "superseded" | "replaced" => Standing::Superseded,
        "deprecated" | "obsolete" | "retired" => Standing::Deprecated,
        _ => return None,
    };
    Some((standing, format!("{part}/")))
}

/// The number and date that a file's name begins with. Eight digits that are a date are no number.
pub(super) fn number_of_stem(stem: &str) -> (Option<String>, Option<String>) {
    let found = dates::first(&stem.replace('_', "-"));
    if let Some(f) = found.filter(|f| f.at.start == 0 && f.date.len() == 10) {
        return (None, Some(f.date));
    }
    let lower = stem.to_lowercase();
    let (prefix, rest) = ["adr", "dec", "rfc", "pep", "kep", "d"]
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
