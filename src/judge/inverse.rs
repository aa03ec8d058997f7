//! Does the change take back what a commit of the decision did?
//!
//! Compared line by line, without white space: lines that the commit added and the change removes,
//! and lines that the commit removed and the change adds.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::lex::lex;
use super::view::{ChangeView, squeeze};
use crate::model::FileKind;
use crate::model::{CommitId, DecidingHunks, Dossier, Hunk, LineKind, LinkHow, RepoPath};

/// How far a change undoes one commit.
#[derive(Clone, Debug, PartialEq)]
pub struct Undoing {
    /// The commit.
    pub commit: CommitId,
    /// Its subject.
    pub subject: String,
    /// How it is bound to the decision.
    pub how: LinkHow,
    /// Share of the change's effective lines that take the commit back, 0 to 1.
    pub cover: f64,
    /// Share of the commit's lines in these files that are taken back, 0 to 1.
    pub undone: f64,
    /// Lines that the commit added and the change removes.
    pub removed: usize,
    /// Lines that the commit removed and the change brings back.
    pub restored: usize,
    /// Whether the commit removed anything in these files.
    pub replaced: bool,
    /// How many files the commit touched in all.
    pub width: usize,
    /// Where: the file and the first removed or restored line of the change.
    pub places: Vec<(RepoPath, u32, bool)>,
}

/// Compares the change with what each commit of the decision did, best first.
pub fn undoings(view: &ChangeView, deciding: &[DecidingHunks]) -> Vec<Undoing> {
    let total: usize = view
        .effective()
        .map(|(_, h)| {
            h.removed
                .iter()
                .chain(&h.added)
                .filter(|(_, c)| significant(c))
                .count()
        })
        .sum();
    if total == 0 {
        return Vec::new();
    }
    let mut commits: BTreeMap<&CommitId, Vec<&DecidingHunks>> = BTreeMap::new();
    for d in deciding {
        commits.entry(&d.commit).or_default().push(d);
    }
    let mut out: Vec<Undoing> = commits
        .into_iter()
        .filter_map(|(commit, parts)| undoing(view, commit, &parts, total))
        .collect();
    out.sort_by(|a, b| (b.cover * b.undone).total_cmp(&(a.cover * a.undone)));
    out
}

fn undoing(
    view: &ChangeView,
    commit: &CommitId,
    parts: &[&DecidingHunks],
    total: usize,
) -> Option<Undoing> {
    let first = parts.first()?;
    let (mut removed, mut restored, mut did) = (0, 0, 0);
    let mut replaced = false;
    let mut places = Vec::new();
    for part in parts {
        let mut added_then = bag(&part.path, &part.hunks, LineKind::Added);
        let mut removed_then = bag(&part.path, &part.hunks, LineKind::Deleted);
        // A line that the commit only moved says nothing.
        for key in removed_then.keys().cloned().collect::<Vec<_>>() {
            if added_then.contains_key(&key) {
                added_then.remove(&key);
                removed_then.remove(&key);
            }
        }
        did += added_then.values().sum::<usize>() + removed_then.values().sum::<usize>();
        replaced |= !removed_then.is_empty();
        let files = view
            .files
            .iter()
            .filter(|f| f.old_path == part.path && f.kind != FileKind::Generated);
        for file in files {
            for hunk in &file.hunks {
                for (number, code) in &hunk.removed {
                    if take(&mut added_then, code) {
                        removed += 1;
                        places.push((file.path.clone(), *number, true));
                    }
                }
                for (number, code) in &hunk.added {
                    if take(&mut removed_then, code) {
                        restored += 1;
                        places.push((file.path.clone(), *number, false));
                    }
                }
            }
        }
    }
    if removed + restored == 0 {
        return None;
    }
    Some(Undoing {
        commit: commit.clone(),
        subject: first.subject.clone(),
        how: parts.iter().map(|p| p.how).min().unwrap_or(first.how),
        cover: ((removed + restored) as f64 / total as f64).min(1.0),
        undone: ((removed + restored) as f64 / did.max(1) as f64).min(1.0),
        removed,
        restored,
        replaced,
        width: parts.iter().map(|p| p.width).max().unwrap_or(0),
        places,
    })
}

fn take(bag: &mut HashMap<String, usize>, code: &str) -> bool {
    if !significant(code) {
        return false;
    }
    match bag.get_mut(&squeeze(code)).filter(|n| **n > 0) {
        Some(n) => {
            *n -= 1;
            true
        }
        None => false,
    }
}

/// Whether a line says enough to be recognised: not a lone bracket or keyword.
fn significant(code: &str) -> bool {
    squeeze(code)
        .chars()
        .filter(|c| c.is_alphanumeric())
        .count()
        >= 4
}

fn bag(path: &RepoPath, hunks: &[Hunk], kind: LineKind) -> HashMap<String, usize> {
    let skip = if kind == LineKind::Added {
        LineKind::Deleted
    } else {
        LineKind::Added
    };
    let mut out = HashMap::new();
    for hunk in hunks {
        let lines: Vec<_> = hunk.lines.iter().filter(|l| l.kind != skip).collect();
        let lexed = lex(path, lines.iter().map(|l| l.text.as_str()));
        for (line, lexed) in lines.iter().zip(lexed) {
            if line.kind == kind && significant(&lexed.code) {
                *out.entry(squeeze(&lexed.code)).or_default() += 1;
            }
        }
    }
    out
}

/// A commit of more files than this wrote its lines for many reasons: that it also recorded or is
/// cited by the decision says nothing about them.
pub const WIDE: usize = 10;

/// The share of the change's effective removed lines that commits of the decision wrote last.
pub fn written_by(view: &ChangeView, dossier: &Dossier, how: &[LinkHow]) -> f64 {
    let wide: HashSet<&CommitId> = dossier
        .deciding
        .iter()
        .filter(|d| d.how != LinkHow::Own && d.width > WIDE)
        .map(|d| &d.commit)
        .collect();
    let mut total = 0usize;
    let mut hits = 0usize;
    for file in view.files.iter().filter(|f| f.kind != FileKind::Generated) {
        let lines: HashSet<u32> = dossier
            .links
            .iter()
            .filter(|l| {
                l.path == file.old_path && how.contains(&l.how) && !wide.contains(&l.commit)
            })
            .flat_map(|l| l.lines.iter().flat_map(|r| r.start..=r.end))
            .collect();
        for (number, _) in file.hunks.iter().flat_map(|h| &h.removed) {
            total += 1;
            hits += usize::from(lines.contains(number));
        }
    }
    hits as f64 / total.max(1) as f64
}
