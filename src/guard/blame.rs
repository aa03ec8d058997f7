//! Who wrote the lines that the change removes or alters, as of the base.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::history::{BlameCache, BlameSpan, Repo};
use crate::model::{Change, ChangedFile, CommitId, FileStatus, LineKind, LineRange, RepoPath};
use crate::model::{FileKind, file_kind};

/// Blaming uses at most so many threads.
const THREADS: usize = 2;
/// A file of more removed lines than this is a rewrite: only the first ones are blamed.
const LINES_MAX: u32 = 2_000;

/// The writers of one file's changed lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileBlame {
    /// The file at the base.
    pub path: RepoPath,
    /// Runs of removed lines, each with the commit that wrote it.
    pub removed: Vec<BlameSpan>,
    /// Runs of unchanged lines just around additions: what the new lines stand beside.
    pub beside: Vec<BlameSpan>,
    /// Runs of other lines that were asked for.
    pub asked: Vec<BlameSpan>,
    /// Why it could not be blamed, in a sentence.
    pub error: Option<String>,
}

/// Blames the changed lines of each file, and what is `asked` for beside them. `key` names the history behind a file for the cache.
/// `done` is told of each file as it comes, in no fixed order; the answer is in the change's order.
pub fn blame(
    repo: &Repo,
    cache: &BlameCache,
    change: &Change,
    asked: &BTreeMap<RepoPath, Vec<LineRange>>,
    key: impl Fn(&RepoPath) -> String + Sync,
    done: impl Fn(usize, usize) + Sync,
) -> Vec<FileBlame> {
    let files: Vec<&ChangedFile> = change.files.iter().filter(|f| is_blamed(f)).collect();
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<usize, FileBlame>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..THREADS.min(files.len()) {
            let repo = repo.clone();
            let (next, results, files, key, done) = (&next, &results, &files, &key, &done);
            scope.spawn(move || {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(file) = files.get(i) else { break };
                    let asked = asked.get(file.base_path()).map_or(&[][..], Vec::as_slice);
                    let found = one(
                        &repo,
                        cache,
                        file,
                        asked,
                        &change.base,
                        &key(file.base_path()),
                    );
                    let mut all = results.lock().unwrap_or_else(PoisonError::into_inner);
                    all.insert(i, found);
                    done(all.len(), files.len());
                }
            });
        }
    });
    results
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .into_values()
        .collect()
}

fn is_blamed(file: &ChangedFile) -> bool {
    !matches!(file.status, FileStatus::Added)
        && !file.hunks.is_empty()
        && !matches!(file_kind(&file.path), FileKind::Generated | FileKind::Docs)
}

fn one(
    repo: &Repo,
    cache: &BlameCache,
    file: &ChangedFile,
    asked: &[LineRange],
    base: &CommitId,
    key: &str,
) -> FileBlame {
    let path = file.base_path().clone();
    let removed = removed_ranges(file);
    let beside = beside_ranges(file);
    let ranges: Vec<LineRange> = {
        let all: BTreeSet<LineRange> = removed
            .iter()
            .chain(&beside)
            .chain(asked)
            .copied()
            .collect();
        all.into_iter().collect()
    };
    if ranges.is_empty() {
        return FileBlame {
            path,
            ..FileBlame::default()
        };
    }
    match cache.blame(repo, &path, base, &ranges, key) {
        Ok(spans) => {
            let within = |spans: &[BlameSpan], ranges: &[LineRange]| {
                spans
                    .iter()
                    .filter(|s| {
                        ranges
                            .iter()
                            .any(|r| r.start <= s.lines.end && s.lines.start <= r.end)
                    })
                    .cloned()
                    .collect()
            };
            FileBlame {
                removed: within(&spans, &removed),
                beside: within(&spans, &beside),
                asked: within(&spans, asked),
                path,
                error: None,
            }
        }
        Err(e) => FileBlame {
            path,
            error: Some(e.to_string()),
            ..FileBlame::default()
        },
    }
}

/// Runs of removed lines.
fn removed_ranges(file: &ChangedFile) -> Vec<LineRange> {
    let mut out: Vec<LineRange> = Vec::new();
    let mut count = 0;
    let numbers = file
        .hunks
        .iter()
        .flat_map(|h| h.of(LineKind::Deleted))
        .filter_map(|l| l.old);
    for n in numbers {
        count += 1;
        if count > LINES_MAX {
            break;
        }
        match out.last_mut() {
            Some(r) if r.end + 1 == n => r.end = n,
            _ => out.push(LineRange::new(n, n)),
        }
    }
    out
}

/// For a hunk that only adds: the context line before and the one after the addition.
fn beside_ranges(file: &ChangedFile) -> Vec<LineRange> {
    let mut out = Vec::new();
    for hunk in &file.hunks {
        if hunk.of(LineKind::Deleted).next().is_some() {
            continue;
        }
        let mut before = None;
        for pair in hunk.lines.windows(2) {
            if let [a, b] = pair {
                if a.kind == LineKind::Context && b.kind == LineKind::Added {
                    before = a.old;
                }
                if a.kind == LineKind::Added && b.kind == LineKind::Context {
                    out.extend(before.take().map(|n| LineRange::new(n, n)));
                    out.extend(b.old.map(|n| LineRange::new(n, n)));
                }
            }
        }
        out.extend(before.map(|n| LineRange::new(n, n)));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Hunk, Line};

    fn file(kinds: &str) -> ChangedFile {
        let (mut old, mut new) = (9, 9);
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
                    text: String::new(),
                    no_newline: false,
                }
            })
            .collect();
        ChangedFile {
            path: "a.rs".into(),
            old_path: None,
            status: FileStatus::Modified,
            additions: 0,
            deletions: 0,
            hunks: vec![Hunk {
                lines,
                ..Hunk::default()
            }],
            note: None,
        }
    }

    #[test]
    fn removed_lines_become_runs_and_additions_their_neighbours() {
        assert_eq!(
            removed_ranges(&file(" --+ -")),
            [LineRange::new(11, 12), LineRange::new(14, 14)]
        );
        assert_eq!(
            beside_ranges(&file(" ++ ")),
            [LineRange::new(10, 10), LineRange::new(11, 11)]
        );
        assert!(beside_ranges(&file(" -+ ")).is_empty());
    }
}
