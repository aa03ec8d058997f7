//! One dossier for each candidate: the lines its commits wrote, and what those commits did to the
//! changed files. Git is read only at commits that the graph or blame named.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::blame::FileBlame;
use super::candidates::Candidate;
use super::explains::EXPLAINS;
use super::hops::Hop;
use super::work::Work;
use crate::history::Repo;
use crate::model::{
    Change, CommitId, DecidingHunks, Decision, Dossier, LineLink, LinkHow, RepoPath,
};

/// Commits whose work is compared with the change, at most, over all candidates that no line points
/// to.
const COMPARED_MAX: usize = 48;

/// The commits that a decision itself names, with how: its message's own, and those that recorded
/// it.
pub fn own_commits(decision: &Decision) -> BTreeMap<CommitId, LinkHow> {
    let own = own_commit(decision);
    let mut out: BTreeMap<CommitId, LinkHow> = BTreeMap::new();
    for c in decision.source.commit.iter().chain(&decision.revised_in) {
        bind(&mut out, c.as_str(), LinkHow::Recorded);
    }
    if let Some(sha) = own {
        bind(&mut out, sha, LinkHow::Own);
    }
    out
}

/// The commit whose message the decision is.
fn own_commit(decision: &Decision) -> Option<&str> {
    decision.id.as_str().strip_prefix("commit:")
}

/// Notes the strongest way in which a commit is bound.
fn bind(out: &mut BTreeMap<CommitId, LinkHow>, commit: &str, how: LinkHow) {
    let slot = out.entry(CommitId::from(commit)).or_insert(how);
    *slot = (*slot).min(how);
}

/// The commits that are bound to a candidate, with how.
fn commits(candidate: &Candidate) -> BTreeMap<CommitId, LinkHow> {
    let own = own_commit(&candidate.decision);
    let mut out = own_commits(&candidate.decision);
    for hit in &candidate.hits {
        let Some(sha) = hit
            .through
            .as_deref()
            .filter(|_| matches!(hit.hop, Hop::Line | Hop::Commit))
        else {
            continue;
        };
        let how = match hit.note.as_str() {
            "recorded" => LinkHow::Recorded,
            EXPLAINS => LinkHow::Explains,
            _ if own == Some(sha) => LinkHow::Own,
            _ => LinkHow::Cited,
        };
        bind(&mut out, sha, how);
    }
    out
}

/// Builds the dossiers of all candidates, in their order.
pub fn build(
    repo: &Repo,
    work: &Work,
    change: &Arc<Change>,
    candidates: &[Candidate],
    blames: &[FileBlame],
    entry: impl Fn(&Decision) -> Option<Arc<Decision>>,
) -> Vec<Dossier> {
    // Where a changed file stood in a commit of the past: its path then, to its path at the base.
    let mut paths: BTreeMap<RepoPath, RepoPath> = BTreeMap::new();
    for file in &change.files {
        paths.insert(file.base_path().clone(), file.base_path().clone());
    }
    for blame in blames {
        for span in blame.removed.iter().chain(&blame.beside) {
            paths
                .entry(span.orig_path.clone())
                .or_insert_with(|| blame.path.clone());
        }
    }
    let asked: HashSet<RepoPath> = paths.keys().cloned().collect();
    let mut left = COMPARED_MAX;
    candidates
        .iter()
        .map(|candidate| {
            let bound = commits(candidate);
            let links = links(blames, &bound);
            let by_line: HashSet<&CommitId> = links.iter().map(|l| &l.commit).collect();
            let mut deciding = Vec::new();
            for (commit, how) in &bound {
                let touches = candidate
                    .hits
                    .iter()
                    .any(|h| h.hop == Hop::Commit && h.through.as_deref() == Some(commit.as_str()));
                if !by_line.contains(commit) {
                    if !touches && *how != LinkHow::Recorded && *how != LinkHow::Own {
                        continue;
                    }
                    if left == 0 {
                        continue;
                    }
                    left -= 1;
                }
                deciding.extend(parts(repo, work, commit, *how, &asked, &paths));
            }
            let governs = !links.is_empty()
                || candidate.hits.iter().any(|h| h.hop == Hop::File)
                || deciding
                    .iter()
                    .any(|d| d.how <= LinkHow::Cited && d.width <= 5);
            Dossier {
                change: Arc::clone(change),
                entry: entry(&candidate.decision),
                decision: Arc::clone(&candidate.decision),
                links,
                deciding,
                via: candidate.via(),
                hops: candidate.hops(),
                governs,
                guarded: None,
            }
        })
        .collect()
}

fn links(blames: &[FileBlame], bound: &BTreeMap<CommitId, LinkHow>) -> Vec<LineLink> {
    let mut out: Vec<LineLink> = Vec::new();
    for blame in blames {
        for span in &blame.removed {
            let Some(how) = bound.get(&span.commit) else {
                continue;
            };
            match out
                .iter_mut()
                .find(|l| l.path == blame.path && l.commit == span.commit)
            {
                Some(l) => l.lines.push(span.lines),
                None => out.push(LineLink {
                    path: blame.path.clone(),
                    lines: vec![span.lines],
                    commit: span.commit.clone(),
                    how: *how,
                }),
            }
        }
    }
    out
}

fn parts(
    repo: &Repo,
    work: &Work,
    commit: &CommitId,
    how: LinkHow,
    asked: &HashSet<RepoPath>,
    paths: &BTreeMap<RepoPath, RepoPath>,
) -> Vec<DecidingHunks> {
    let Some(done) = work.of(repo, commit, asked) else {
        return Vec::new();
    };
    let mut out: Vec<DecidingHunks> = Vec::new();
    for (then, hunks) in &done.hunks {
        let Some(base) = paths.get(then).filter(|_| !hunks.is_empty()) else {
            continue;
        };
        if out.iter().any(|d| d.path == *base) {
            continue;
        }
        out.push(DecidingHunks {
            commit: commit.clone(),
            subject: done.subject.clone(),
            how,
            path: base.clone(),
            hunks: Arc::clone(hunks),
            width: done.width,
        });
    }
    out
}
