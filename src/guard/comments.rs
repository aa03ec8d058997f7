//! Comments in code that stand over what changes: read from the changed files as the base has them,
//! and judged by those lines alone. This hop asks no graph.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::blame::FileBlame;
use super::candidates::Candidate;
use super::hops::{Hit, Hop};
use crate::decisions::comments::{
    CodeComment, FILE_MAX, decision, is_read, origins, scan, verbatim,
};
use crate::history::Repo;
use crate::model::{
    Change, ChangedFile, CommitId, Coverage, CoverageState, DecisionId, Dossier, FileStatus,
    Guarded, Hunk, LineKind, LineRange, Quote, RepoPath,
};

/// Most changed files whose comments are read.
const FILES: usize = 300;
/// Most comments that are judged of one change.
const MOST: usize = 40;
/// The share of a comment's words that must come back for it to count as edited.
const EDITED: f64 = 0.5;
/// And for it to count as the same.
const SAME: f64 = 0.95;

/// A comment that the change touches.
pub(super) struct Touched {
    /// The changed file, without what lies outside the comment's reach.
    part: ChangedFile,
    base: Arc<Base>,
    comment: CodeComment,
    edited: bool,
    run: usize,
}

/// A changed file as the base has it.
struct Base {
    path: RepoPath,
    text: String,
    /// All its decision comments.
    all: Vec<CodeComment>,
}

/// What the hop knows of the repository.
pub(super) struct Ground<'a> {
    pub repo: &'a Repo,
    pub change: &'a Arc<Change>,
    pub root: &'a CommitId,
    /// Whether the record's moment has a commit.
    pub knows: &'a dyn Fn(&CommitId) -> bool,
}

/// A comment with all that its judge reads.
pub(super) struct Case {
    pub candidate: Candidate,
    pub dossier: Dossier,
    /// The change as far as the comment reaches.
    pub part: Change,
    base: Arc<Base>,
    at: CommitId,
    edited: bool,
}

/// The decision comments of the changed files' base versions that the change touches: themselves or
/// the lines that they stand over.
pub(super) fn touched(repo: &Repo, change: &Change) -> (Vec<Touched>, Option<Coverage>) {
    let mut out = Vec::new();
    let (mut read, mut unread) = (0, None);
    for file in &change.files {
        let path = file.base_path();
        let gone = matches!(file.status, FileStatus::Added | FileStatus::Deleted);
        if gone || file.hunks.is_empty() || !is_read(path) {
            continue;
        }
        if read >= FILES {
            unread = Some(Coverage {
                path: path.clone(),
                line: None,
                state: CoverageState::Partly,
                reason: format!(
                    "comments were read in {FILES} changed files only, not in this and the next"
                ),
            });
            break;
        }
        read += 1;
        let bytes = repo.blob_at_capped(&change.base, path, FILE_MAX);
        let Some(text) = bytes.ok().flatten().and_then(|b| String::from_utf8(b).ok()) else {
            continue;
        };
        let all = scan(path, &text);
        if all.is_empty() {
            continue;
        }
        let base = Arc::new(Base {
            path: path.clone(),
            text,
            all,
        });
        for comment in &base.all {
            let reach = comment.reach();
            let hunks: Vec<Hunk> = file.hunks.iter().filter_map(|h| within(h, reach)).collect();
            if hunks.is_empty() || out.len() >= MOST {
                continue;
            }
            let back = came_back(comment, change);
            let own_lines = hunks
                .iter()
                .flat_map(|h| h.of(LineKind::Deleted))
                .any(|l| l.old.is_some_and(|n| comment.lines.contains(n)));
            out.push(Touched {
                edited: own_lines && (EDITED..SAME).contains(&back),
                run: run(file, reach),
                part: ChangedFile {
                    hunks,
                    ..file.clone()
                },
                base: Arc::clone(&base),
                comment: comment.clone(),
            });
        }
    }
    (out, unread)
}

/// The lines whose writers say where the comments come from.
pub(super) fn asked(touched: &[Touched]) -> BTreeMap<RepoPath, Vec<LineRange>> {
    let mut out: BTreeMap<RepoPath, Vec<LineRange>> = BTreeMap::new();
    for t in touched {
        let n = t.comment.lines.start;
        out.entry(t.base.path.clone())
            .or_default()
            .push(LineRange::new(n, n));
    }
    out
}

/// The touched comments as candidates with their dossiers.
pub(super) fn cases(ground: &Ground<'_>, blames: &[FileBlame], touched: &[Touched]) -> Vec<Case> {
    let bare = Change {
        files: Vec::new(),
        ..ground.change.as_ref().clone()
    };
    touched
        .iter()
        .filter_map(|t| {
            let blame = blames.iter().find(|b| b.path == t.base.path)?;
            let comment = std::slice::from_ref(&t.comment);
            let origin = origins(ground.repo, comment, &blame.asked).pop()??;
            if !(ground.knows)(&origin.commit) {
                return None;
            }
            let blob = ground.repo.blob_id_at(&ground.change.base, &t.base.path);
            let blob = blob.ok().flatten()?;
            let decision = decision(
                ground.root,
                &ground.change.base,
                &t.base.path,
                &blob,
                &t.comment,
                &origin,
            );
            let decision = Arc::new(decision);
            let hit = Hit {
                key: decision.key.clone(),
                hop: Hop::Comment,
                query: "comments at the base",
                from: t.base.path.to_string(),
                through: None,
                over: None,
                ord: None,
                weight: 1.0,
                note: format!("a comment at line {}", t.comment.lines.start),
            };
            let candidate = Candidate {
                decision: Arc::clone(&decision),
                rank: 1.0,
                hits: vec![hit],
            };
            let guards = t.comment.guards.unwrap_or(t.comment.lines);
            let code = code(&t.base, guards);
            let dossier = Dossier {
                change: Arc::clone(ground.change),
                decision,
                entry: None,
                links: Vec::new(),
                deciding: Vec::new(),
                via: candidate.via(),
                hops: candidate.hops(),
                governs: true,
                guarded: Some(Guarded {
                    lines: guards,
                    head: code.first().copied().unwrap_or(guards.start),
                    code: code.len(),
                    own: own(&t.base, t.comment.reach()),
                    run: t.run,
                }),
            };
            Some(Case {
                candidate,
                dossier,
                part: Change {
                    files: vec![t.part.clone()],
                    ..bare.clone()
                },
                base: Arc::clone(&t.base),
                at: ground.change.base.clone(),
                edited: t.edited,
            })
        })
        .collect()
}

impl Case {
    /// What the change itself does to the comment, where it does something that amends it.
    pub(super) fn declared(&self) -> Option<(DecisionId, &'static str)> {
        let id = self.candidate.decision.id.clone();
        self.edited.then_some((id, "rewrites this comment"))
    }

    /// Gives quotes as the file has them, and drops those that do not stand there.
    pub(super) fn quote_verbatim(&self, quotes: &mut Vec<Quote>) {
        let lines: Vec<&str> = self.base.text.lines().collect();
        *quotes = quotes
            .iter()
            .filter_map(|q| verbatim(&lines, q))
            .map(|mut q| {
                q.path = Some(self.base.path.clone());
                q.commit = Some(self.at.clone());
                q
            })
            .collect();
    }
}

/// A hunk without the changes outside these lines of the base; `None` where none is left.
fn within(hunk: &Hunk, reach: LineRange) -> Option<Hunk> {
    let mut lines = Vec::new();
    let mut changed = false;
    // The line of the base that an added line follows, and whether it is taken away.
    let (mut before, mut replaced) = (hunk.old_start.saturating_sub(1), false);
    for line in &hunk.lines {
        let keep = match line.kind {
            LineKind::Context => true,
            LineKind::Deleted => line.old.is_some_and(|n| reach.contains(n)),
            LineKind::Added => reach.contains(before) && (before < reach.end || replaced),
        };
        if let Some(n) = line.old {
            (before, replaced) = (n, line.kind == LineKind::Deleted);
        }
        changed |= keep && line.kind != LineKind::Context;
        if keep {
            lines.push(line.clone());
        }
    }
    changed.then(|| Hunk {
        lines,
        ..hunk.clone()
    })
}

/// How long the longest run of removed lines is that meets these lines. Blank lines do not count.
fn run(file: &ChangedFile, reach: LineRange) -> usize {
    let mut best = 0;
    for hunk in &file.hunks {
        let (mut length, mut meets) = (0, false);
        for line in hunk.lines.iter().map(Some).chain([None]) {
            match line.filter(|l| l.kind == LineKind::Deleted) {
                Some(l) => {
                    length += usize::from(!l.text.trim().is_empty());
                    meets |= l.old.is_some_and(|n| reach.contains(n));
                }
                None => {
                    if meets {
                        best = best.max(length);
                    }
                    (length, meets) = (0, false);
                }
            }
        }
    }
    best
}

/// The share of a comment's words that the change's added lines hold, at best in one file.
fn came_back(comment: &CodeComment, change: &Change) -> f64 {
    let words = |text: &str| -> HashSet<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let own = words(&comment.text);
    let mut best = 0.0f64;
    for file in &change.files {
        let added: HashSet<String> = file
            .hunks
            .iter()
            .flat_map(|h| h.of(LineKind::Added))
            .flat_map(|l| words(&l.text))
            .collect();
        let share = own.intersection(&added).count() as f64 / own.len().max(1) as f64;
        best = best.max(share);
    }
    best
}

/// How many of these lines are not blank.
fn own(base: &Base, lines: LineRange) -> usize {
    let all = (1..).zip(base.text.lines());
    all.filter(|(n, l)| lines.contains(*n) && !l.trim().is_empty())
        .count()
}

/// The lines among these that hold code.
fn code(base: &Base, lines: LineRange) -> Vec<u32> {
    let all: Vec<&str> = base.text.lines().collect();
    let from = (lines.start as usize - 1).min(all.len());
    let to = (lines.end as usize).min(all.len());
    let lexed = crate::judge::lex::lex(&base.path, all[from..to].iter().copied());
    (lines.start..)
        .zip(lexed)
        .filter(|(_, l)| l.code.chars().any(char::is_alphanumeric))
        .map(|(n, _)| n)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Line;

    fn hunk(kinds: &str) -> Hunk {
        let (mut old, mut new) = (0, 0);
        let lines = kinds
            .chars()
            .map(|k| {
                let kind = match k {
                    '-' => LineKind::Deleted,
                    '+' => LineKind::Added,
                    _ => LineKind::Context,
                };
                old += u32::from(k != '+');
                new += u32::from(k != '-');
                Line {
                    kind,
                    old: (k != '+').then_some(old),
                    new: (k != '-').then_some(new),
                    text: format!("{k}{old}"),
                    no_newline: false,
                }
            })
            .collect();
        Hunk {
            old_start: 1,
            lines,
            ..Hunk::default()
        }
    }

    fn kept(kinds: &str, from: u32, to: u32) -> String {
        let part = within(&hunk(kinds), LineRange::new(from, to));
        part.map_or(String::new(), |h| {
            h.lines
                .iter()
                .map(|l| match l.kind {
                    LineKind::Context => ' ',
                    LineKind::Deleted => '-',
                    LineKind::Added => '+',
                })
                .collect()
        })
    }

    #[test]
    fn only_what_happens_within_the_reach_is_kept() {
        assert_eq!(kept("  - ", 3, 4), "  - ");
        assert_eq!(kept("- - ", 3, 4), " - ");
        assert_eq!(kept(" -- ", 1, 2), " - ");
        assert_eq!(kept("+   ", 1, 2), "");
        assert_eq!(kept(" +  ", 1, 2), " +  ");
        assert_eq!(kept("  + ", 1, 2), "");
        assert_eq!(kept(" -+ ", 1, 2), " -+ ");
    }
}
