//! The first half of a sync: new commits into the graph, in stages that can be gone on with.
//!
//! A stage is written to the graph, then to the state, then to the commit index; killed anywhere
//! between, the next sync repeats at most one stage, and repeating changes nothing.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Deserialize;
use tokio::sync::mpsc;

use super::ProgressFn;
use super::error::SyncError;
use super::history::{HistoryRows, RefNames, row, rows};
use super::run::put_meta;
use super::state::{Citation, FileVersion, StateFiles, Walked};
use crate::decisions::{FormerPaths, Revert, could_hold, links};
use crate::graph::{Params, Store, queries};
use crate::history::{CommitIndex, Merges, Repo, WalkOptions, WalkedCommit, walk};
use crate::model::{CommitId, Progress};

/// Commits in one stage.
const STAGE: usize = 1_000;

/// A part of the walk, with the index as it stood at its end.
struct Stage {
    commits: Vec<WalkedCommit>,
    index: CommitIndex,
    total: usize,
}

/// What the walk brought.
pub(super) struct Walk {
    pub index: CommitIndex,
    pub walked: Walked,
    pub commits: usize,
}

/// Brings all commits that the tips lead to into graph and state.
pub(super) async fn bring(
    repo: &Repo,
    store: &Store,
    files: &StateFiles,
    start: (CommitIndex, Walked),
    tips: &[CommitId],
    cancel: &Arc<AtomicBool>,
    progress: &mut ProgressFn<'_>,
) -> Result<Walk, SyncError> {
    let (mut index, mut walked) = start;
    let refs = RefNames::of(&repo.identity());
    let (send, mut receive) = mpsc::channel::<Stage>(2);
    let walker = {
        let (repo, tips, cancel) = (repo.clone(), tips.to_vec(), Arc::clone(cancel));
        let index = index.clone();
        tokio::task::spawn_blocking(move || walk_stages(&repo, &tips, index, &cancel, &send))
    };
    let first = index.len();
    let mut former = FormerPaths::default();
    for v in &walked.versions {
        if let Some(old) = &v.old_path {
            former.note(&v.path, old);
        }
    }
    while let Some(stage) = receive.recv().await {
        if stage.index.epoch() != walked.epoch {
            // The clone was deepened: positions and keys are given anew.
            let _ = store.delete_graph().await;
            store.migrate().await?;
            walked = Walked::of(&stage.index);
        }
        let rows = rows(&stage.commits, &stage.index, &refs);
        let reverts = walked.mining.reverts.len();
        remember(repo, &mut walked, &mut former, &stage.commits);
        write(store, rows).await?;
        write_reverts(
            store,
            walked.mining.reverts.get(reverts..).unwrap_or_default(),
        )
        .await?;
        index = stage.index;
        walked.steps += 1;
        put_meta(store, &index, tips, walked.steps).await?;
        files.save(&index, &walked).map_err(SyncError::State)?;
        progress(Progress {
            phase: "history".into(),
            done: (index.len() - first) as u64,
            total: stage.total as u64,
            note: "commits".into(),
        });
    }
    let report = walker.await.map_err(|e| SyncError::Broken(e.to_string()))?;
    match report {
        Ok(report) => {
            for (id, reason) in report.errors {
                walked.errors.insert(id.to_string(), reason);
            }
        }
        Err(crate::history::HistoryError::Cancelled) => return Err(SyncError::Cancelled),
        Err(e) => return Err(e.into()),
    }
    if cancel.load(Ordering::Relaxed) {
        return Err(SyncError::Cancelled);
    }
    Ok(Walk {
        commits: index.len() - first.min(index.len()),
        index,
        walked,
    })
}

fn walk_stages(
    repo: &Repo,
    tips: &[CommitId],
    mut index: CommitIndex,
    cancel: &AtomicBool,
    send: &mpsc::Sender<Stage>,
) -> crate::history::Result<crate::history::WalkReport> {
    let mut commits = Vec::with_capacity(STAGE);
    let options = WalkOptions {
        merges: Merges::Combined,
        cancel: Some(cancel),
    };
    let mut last = None;
    let report = walk(repo, tips, &mut index, options, |commit, index, total| {
        commits.push(commit);
        if commits.len() == STAGE {
            let stage = Stage {
                commits: std::mem::take(&mut commits),
                index: index.clone(),
                total,
            };
            // The receiver is gone where the graph failed: the walk has nobody to tell.
            if send.blocking_send(stage).is_err() {
                cancel.store(true, Ordering::Relaxed);
            }
        }
        last = Some(total);
    })?;
    if let Some(total) = last.filter(|_| !commits.is_empty()) {
        let _ = send.blocking_send(Stage {
            commits,
            index,
            total,
        });
    }
    Ok(report)
}

async fn write(store: &Store, rows: HistoryRows) -> Result<(), SyncError> {
    store.write(&queries::UPSERT_COMMITS, rows.commits).await?;
    store.write(&queries::UPSERT_FILES, rows.files).await?;
    store.write(&queries::UPSERT_PEOPLE, rows.people).await?;
    store.write(&queries::LINK_AUTHORED, rows.authored).await?;
    store.write(&queries::LINK_TOUCHES, rows.touches).await?;
    store.write(&queries::LINK_RENAMED, rows.renamed).await?;
    store.write(&queries::UPSERT_PRS, rows.prs).await?;
    store.write(&queries::LINK_PART_OF_PR, rows.part_of).await?;
    Ok(())
}

#[derive(Debug, Deserialize)]
struct Subject {
    sha: String,
    ord: i64,
    subject: String,
}

/// Ties reverts to what they take back: by the id they name, or else by the subject.
async fn write_reverts(store: &Store, notes: &[Revert]) -> Result<(), SyncError> {
    if notes.is_empty() {
        return Ok(());
    }
    let subjects: Vec<&String> = notes.iter().filter_map(|n| n.subject.as_ref()).collect();
    let found = store
        .read::<Subject>(
            &queries::FIND_SUBJECTS,
            Params::new().with_texts("subjects", subjects),
        )
        .await?;
    // The newest commit of that subject before the revert.
    let by_subject = |note: &Revert| {
        found
            .rows
            .iter()
            .filter(|s| Some(&s.subject) == note.subject.as_ref() && s.ord < i64::from(note.ord))
            .max_by_key(|s| s.ord)
            .map(|s| s.sha.clone())
    };
    let mut links = BTreeMap::new();
    for note in notes {
        let mut targets: Vec<String> = note.of.iter().cloned().collect();
        targets.extend(by_subject(note));
        for target in targets {
            links
                .entry((note.commit.clone(), target.clone()))
                .or_insert_with(|| {
                    row([
                        ("sha", note.commit.as_str().into()),
                        ("reverted", target.into()),
                        ("ord", note.ord.into()),
                        ("quote", (&note.words).into()),
                    ])
                });
        }
    }
    store
        .write(&queries::LINK_REVERTS, links.into_values().collect())
        .await?;
    Ok(())
}

/// Notes what the second half of the sync needs of these commits.
fn remember(repo: &Repo, walked: &mut Walked, former: &mut FormerPaths, commits: &[WalkedCommit]) {
    let none = HashMap::new();
    for c in commits {
        for f in c.files.iter().filter(|f| !f.is_submodule()) {
            // Which folders hold records is settled by each commit's own settings; here every text
            // that could be one is noted.
            if could_hold(&f.path) || f.old_path.as_ref().is_some_and(could_hold) {
                walked.versions.push(FileVersion {
                    ord: c.ord,
                    path: f.path.clone(),
                    old_path: f.old_path.clone(),
                    blob: f.blob.clone(),
                    old_blob: f.old_blob.clone(),
                    sides: Vec::new(),
                });
                if let Some(old) = &f.old_path {
                    former.note(&f.path, old);
                }
            }
        }
        let merged = former.versions(repo, c.ord, &c.info, &c.merged, could_hold);
        walked
            .versions
            .extend(merged.into_iter().map(|v| FileVersion {
                ord: v.ord,
                path: v.path,
                old_path: None,
                blob: v.blob,
                old_blob: None,
                sides: v.before,
            }));
        walked.mining.add(c.ord, &c.info);
        if !c.is_merge {
            let message = c.info.message();
            walked
                .citing
                .extend(headings(&message).into_iter().map(|h| Citation {
                    ord: c.ord,
                    sha: c.info.id.clone(),
                    target: format!("§{h}"),
                }));
            walked
                .citing
                .extend(
                    links::refs(&message, &none, true)
                        .into_iter()
                        .map(|r| Citation {
                            ord: c.ord,
                            sha: c.info.id.clone(),
                            target: r.target,
                        }),
                );
        }
        if let Some(e) = &c.error {
            walked.errors.insert(c.info.id.to_string(), e.clone());
        }
    }
}

/// Least and most words of a heading that is cited by its words.
const HEADING: std::ops::RangeInclusive<usize> = 3..=16;

/// Headings that a message cites by their words, in a message that speaks of a record: what stands
/// in quotes, and what follows `#` or `§` behind a file of the record.
fn headings(message: &str) -> Vec<&str> {
    let lower = message.to_lowercase();
    if !["decision", ".md", "adr", "§"]
        .iter()
        .any(|w| lower.contains(w))
    {
        return Vec::new();
    }
    let mut out: Vec<&str> = Vec::new();
    for (open, close) in [('"', '"'), ('“', '”'), ('«', '»'), ('「', '」')] {
        let mut rest = message;
        while let Some((_, after)) = rest.split_once(open) {
            let Some((inside, behind)) = after.split_once(close) else {
                break;
            };
            out.push(inside);
            rest = behind;
        }
    }
    for mark in [".md#", ".md §", "§ ", "§"] {
        for (at, _) in message.match_indices(mark) {
            let rest = &message[at + mark.len()..];
            let end = rest
                .find(['\n', ';', ',', '.', '"', '`'])
                .unwrap_or(rest.len());
            out.push(&rest[..end]);
        }
    }
    let mut out: Vec<&str> = out.into_iter().map(str::trim).collect();
    out.retain(|h| HEADING.contains(&h.split_whitespace().count()) && !h.contains('\n'));
    out.sort_unstable();
    out.dedup();
    out
}

#[cfg(test)]
mod tests {
    use super::headings;

    #[test]
    fn a_message_cites_a_heading_in_quotes_or_behind_its_file() {
        assert_eq!(
            headings(
                "Use it\n\nAs the decision “One queue for all” says; see DECISIONS.md § Keep rows small."
            ),
            ["Keep rows small", "One queue for all"]
        );
        assert!(headings("Say \"one two three\" on start").is_empty());
    }
}
