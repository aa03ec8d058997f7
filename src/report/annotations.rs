//! Findings as remarks on the lines of the head: what a check run, SARIF and a workflow's log share.

use super::words;
use crate::model::safe::{one_line, printable};
use crate::model::{Change, Evidence, FileStatus, Finding, LineRange, RepoPath, Review, Side};

/// The longest title, in characters.
const TITLE: usize = 200;
/// The longest message, in characters.
const MESSAGE: usize = 4_000;

/// One remark on lines that stand at the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The file at the head.
    pub path: RepoPath,
    /// The lines there.
    pub lines: LineRange,
    /// Whether the finding stands against the change.
    pub stands: bool,
    /// One line: `F1 contradicts: Never below four degrees`.
    pub title: String,
    /// The words of the decision, why, and what it rests on; plain text.
    pub message: String,
}

/// The remarks of a review: one for each place at the head where a contradiction stands, those that
/// stand against the change first.
pub fn annotations(review: &Review) -> Vec<Annotation> {
    let full = review.findings.iter().filter(|f| words::is_full(f));
    let mut out: Vec<Annotation> = full
        .flat_map(|f| {
            let (title, message) = (title(f), message(f));
            places(&review.change, f)
                .into_iter()
                .map(move |(path, lines)| Annotation {
                    path,
                    lines,
                    stands: f.stands(),
                    title: title.clone(),
                    message: message.clone(),
                })
        })
        .collect();
    out.sort_by_key(|a| !a.stands);
    out
}

/// Where a finding stands at the head: pieces of evidence that touch are one place.
pub(super) fn places(change: &Change, finding: &Finding) -> Vec<(RepoPath, LineRange)> {
    let found = finding.evidence.iter();
    let mut found: Vec<(RepoPath, LineRange)> = found
        .filter_map(|e| Some((e.path.clone(), at_head(change, e)?)))
        .collect();
    found.sort_by(|(a, x), (b, y)| (a, x.start, x.end).cmp(&(b, y.start, y.end)));
    let mut out: Vec<(RepoPath, LineRange)> = Vec::new();
    for (path, lines) in found {
        match out.last_mut() {
            Some((before, range)) if *before == path && lines.start <= range.end + 1 => {
                range.end = range.end.max(lines.end);
            }
            _ => out.push((path, lines)),
        }
    }
    out
}

/// `F1 contradicts: Title`.
pub fn title(finding: &Finding) -> String {
    clip(
        &format!(
            "{} {}: {}",
            one_line(&finding.id),
            words::verdict(finding),
            one_line(&finding.decision.title)
        ),
        TITLE,
    )
}

/// The quote with its place, the strongest reason, the premises.
pub fn message(finding: &Finding) -> String {
    let mut lines = Vec::new();
    for quote in finding.quotes.iter().take(1) {
        lines.push(format!("“{}”", one_line(&quote.text)));
        lines.push(format!("— {}", words::quote_place(quote)));
    }
    lines.extend(
        finding
            .signals
            .iter()
            .take(2)
            .map(|s| format!("Why: {}", one_line(&s.why))),
    );
    lines.extend(finding.premises.iter().take(3).map(|p| {
        format!(
            "{} {}: {}",
            one_line(&p.rule),
            p.state.word(),
            one_line(&p.why)
        )
    }));
    clip(&printable(&lines.join("\n")), MESSAGE)
}

/// The lines at the head for a piece of evidence: its own, or for lines that are gone the first line
/// that stands in their place. `None` where the file is gone or the change does not hold the lines.
pub fn at_head(change: &Change, evidence: &Evidence) -> Option<LineRange> {
    let file = change.files.iter().find(|f| f.path == evidence.path)?;
    if file.status == FileStatus::Deleted {
        return None;
    }
    if evidence.side == Side::New {
        return Some(evidence.lines);
    }
    let hunk = file.hunks.iter().find(|h| {
        let old = h.lines.iter().filter_map(|l| l.old);
        old.clone()
            .any(|n| n >= evidence.lines.start && n <= evidence.lines.end)
    })?;
    let gone = hunk
        .lines
        .iter()
        .position(|l| l.old.is_some_and(|n| n >= evidence.lines.start))?;
    let (before, after) = hunk.lines.split_at(gone);
    let line = after
        .iter()
        .find_map(|l| l.new)
        .or_else(|| before.iter().rev().find_map(|l| l.new))
        .unwrap_or_else(|| hunk.new_start.max(1));
    Some(LineRange::new(line, line))
}

/// The text cut to at most `max` characters, with a mark where it was cut.
pub(super) fn clip(text: &str, max: usize) -> String {
    if text.chars().count() <= max {
        return text.to_owned();
    }
    text.chars().take(max.saturating_sub(1)).collect::<String>() + "…"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ChangedFile, Hunk, Line, LineKind};

    fn change(status: FileStatus) -> Change {
        let line = |kind, old, new| Line {
            kind,
            old,
            new,
            text: String::new(),
            no_newline: false,
        };
        Change {
            files: vec![ChangedFile {
                path: "a.rs".into(),
                old_path: None,
                status,
                additions: 0,
                deletions: 2,
                hunks: vec![Hunk {
                    old_start: 10,
                    old_lines: 4,
                    new_start: 20,
                    new_lines: 2,
                    scope: String::new(),
                    lines: vec![
                        line(LineKind::Context, Some(10), Some(20)),
                        line(LineKind::Deleted, Some(11), None),
                        line(LineKind::Deleted, Some(12), None),
                        line(LineKind::Context, Some(13), Some(21)),
                    ],
                }],
                note: None,
            }],
            ..Change::default()
        }
    }

    fn evidence(side: Side, a: u32, b: u32) -> Evidence {
        Evidence {
            path: "a.rs".into(),
            side,
            lines: LineRange::new(a, b),
            text: String::new(),
        }
    }

    #[test]
    fn lines_that_are_gone_are_shown_where_the_next_line_stands() {
        let change = change(FileStatus::Modified);
        let at = |side, a, b| at_head(&change, &evidence(side, a, b)).map(|l| (l.start, l.end));
        assert_eq!(at(Side::Old, 11, 12), Some((21, 21)));
        assert_eq!(at(Side::New, 20, 21), Some((20, 21)));
        assert_eq!(at(Side::Old, 90, 91), None);
    }

    #[test]
    fn a_file_that_is_gone_has_no_line_to_remark_on() {
        let change = change(FileStatus::Deleted);
        assert_eq!(at_head(&change, &evidence(Side::Old, 11, 12)), None);
    }
}
