//! What was said about pull requests and issues into the graph: pages, who wrote them, what they say of
//! each other, which commits they brought in, and what was decided on them.
//!
//! What was read is kept beside the graph ([`Discussions`]), so that the graph can be built anew without
//! asking again. Every page carries a mark of what was woven of it; only pages whose mark differs are
//! written, and a second weaving changes nothing. Decisions are never taken away, only untied, so
//! that corrections keep what they are about. Nothing here asks a code host.

mod decided;
mod kept;
mod members;
mod pages;
mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::time::Duration;

use serde::Deserialize;

pub use kept::Discussions;

use super::error::SyncError;
use super::history::{pull_request, row};
use super::state::StateFiles;
use crate::decisions::discussion::Discussed;
use crate::decisions::{RepoTree, TreeReader};
use crate::graph::{NamedQuery, Params, Row, Store, queries};
use crate::history::{CommitIndex, Repo};
use crate::model::{CommitId, Discussion, Pull, PullFile, PullState, RepoPath};
use decided::write_decisions;
use kept::mark;
use members::{Brought, Seen, asked, is_whole, members};
use pages::write_pages;

/// What weaving works on.
#[derive(Clone, Copy)]
pub struct WeaveInput<'a> {
    /// The repository.
    pub repo: &'a Repo,
    /// Its graph.
    pub store: &'a Store,
    /// Its state.
    pub files: &'a StateFiles,
    /// All commits that the graph holds.
    pub index: &'a CommitIndex,
    /// The root commit.
    pub root: &'a CommitId,
    /// The target branch's tip.
    pub tip: &'a CommitId,
}

/// What weaving came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Woven {
    /// Pages that were written.
    pub pages: usize,
    /// Decisions that were written.
    pub decisions: usize,
}

#[derive(Deserialize)]
struct Mark {
    epoch: Option<String>,
    walked: Option<i64>,
    digest: Option<String>,
}

#[derive(Deserialize)]
struct Page {
    #[serde(rename = "ref")]
    page: String,
    woven: Option<String>,
}

#[derive(Deserialize)]
struct CommitFile {
    sha: String,
    path: String,
}

/// Takes in what was read now, if anything, and brings the graph up to all that was ever read.
/// `None` where nothing was.
///
/// # Errors
/// The graph cannot be asked or written, or what was read cannot be kept.
pub async fn weave(
    input: WeaveInput<'_>,
    read: Option<&Discussion>,
) -> Result<Option<(Discussions, Woven)>, SyncError> {
    if read.is_none() && !input.files.discussion().exists() {
        return Ok(None);
    }
    let _lock = lock(input.files).await?;
    let mut kept = Discussions::load(input.files);
    if let Some(read) = read {
        let kept = kept.get_or_insert_default();
        let read_at = kept.read_at;
        let changed = kept.add(read, &templates(input.repo, input.tip));
        if changed || kept.read_at != read_at {
            kept.save(input.files).map_err(SyncError::State)?;
        }
    }
    let Some(kept) = kept else {
        return Ok(None);
    };
    let digest = kept.digest().to_owned();
    if is_woven(&input, &digest).await? {
        return Ok(Some((kept, Woven::default())));
    }
    let woven = write(&input, &kept).await?;
    let done = row([
        ("id", "discussion".into()),
        ("epoch", input.index.epoch().to_string().into()),
        ("walked", input.index.len().into()),
        ("digest", digest.into()),
    ]);
    // Who asks the graph at this moment asks again.
    let moved = row([
        ("id", "graph".into()),
        ("sync", ulid::Ulid::new().to_string().into()),
    ]);
    put(input.store, &queries::UPSERT_META, vec![done, moved]).await?;
    Ok(Some((kept, woven)))
}

async fn is_woven(input: &WeaveInput<'_>, digest: &str) -> Result<bool, SyncError> {
    let params = Params::new().with("id", "discussion");
    let answer = input.store.read::<Mark>(&queries::META, params).await?;
    Ok(answer.rows.into_iter().next().is_some_and(|m| {
        m.epoch.as_deref() == Some(&input.index.epoch().to_string())
            && m.walked.and_then(|w| usize::try_from(w).ok()) == Some(input.index.len())
            && m.digest.as_deref() == Some(digest)
    }))
}

/// One weaving at a time for a repository.
async fn lock(files: &StateFiles) -> Result<fs::File, SyncError> {
    fs::create_dir_all(files.dir()).map_err(SyncError::State)?;
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(files.discussion_lock())
        .map_err(SyncError::State)?;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(fs::TryLockError::WouldBlock) => {}
            Err(fs::TryLockError::Error(e)) => return Err(SyncError::State(e)),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The forms that the repository hands out for pull requests and issues.
fn templates(repo: &Repo, tip: &CommitId) -> Vec<String> {
    let files = RepoTree { repo, commit: tip }.files().unwrap_or_default();
    let is_form = |path: &RepoPath| {
        let lower = path.to_string().to_lowercase();
        lower.ends_with(".md")
            && (lower.contains("pull_request_template") || lower.contains("issue_template"))
    };
    files
        .iter()
        .filter(|f| is_form(&f.path))
        .take(40)
        .filter_map(|f| repo.blob(&f.blob).ok())
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .collect()
}

/// What one pull request comes to.
struct Plan<'a> {
    pull: &'a Pull,
    ord: Option<u32>,
    commits: Vec<CommitId>,
    /// Its files, by the host where it told them all, else by git.
    files: Vec<PullFile>,
    /// Whether these are all.
    whole: bool,
    decided: Vec<&'a Discussed>,
    mark: String,
}

async fn write(input: &WeaveInput<'_>, kept: &Discussions) -> Result<Woven, SyncError> {
    let store = input.store;
    let plans = plan(input, kept).await?;
    map_commits(store, &plans).await?;
    let issues: Vec<(&crate::model::Issue, Vec<&Discussed>, String)> = kept
        .issues
        .values()
        .map(|i| {
            let of = |d: &&Discussed| !d.is_pull && d.at.key() == i.at.key();
            let decided: Vec<&Discussed> = kept.decided.iter().filter(of).collect();
            let mark = mark(&(i, &decided, input.index.epoch()));
            (i, decided, mark)
        })
        .collect();
    let refs = plans.iter().map(|p| p.pull.at.key());
    let refs: Vec<String> = refs
        .chain(issues.iter().map(|(i, ..)| i.at.key()))
        .collect();
    let params = Params::new().with_texts("refs", &refs);
    let known: BTreeMap<String, String> = store
        .read::<Page>(&queries::WOVEN, params)
        .await?
        .rows
        .into_iter()
        .filter_map(|p| Some((p.page, p.woven?)))
        .collect();
    let is_new = |key: &str, mark: &str| known.get(key).is_none_or(|m| m != mark);
    let plans: Vec<Plan<'_>> = plans
        .into_iter()
        .filter(|p| is_new(&p.pull.at.key(), &p.mark))
        .collect();
    let issues: Vec<_> = issues
        .into_iter()
        .filter(|(i, _, mark)| is_new(&i.at.key(), mark))
        .collect();
    let rows = issues.iter().map(|(i, ..)| rows::issue_row(i)).collect();
    put(store, &queries::UPSERT_ISSUES, rows).await?;
    write_pages(input, kept, &plans).await?;
    let of_issues = issues.iter().map(|(i, ..)| ref_row(&i.at.key())).collect();
    put(store, &queries::CLEAR_ISSUE_DECISIONS, of_issues).await?;
    let decided: Vec<&Discussed> = plans
        .iter()
        .flat_map(|p| &p.decided)
        .chain(issues.iter().flat_map(|(_, d, _)| d))
        .copied()
        .collect();
    let narrow: BTreeMap<String, Vec<String>> = plans
        .iter()
        .filter(|p| p.whole)
        .map(|p| {
            let files = p.files.iter().map(|f| f.path.to_string());
            (p.pull.at.key(), files.collect())
        })
        .collect();
    write_decisions(input, &decided, &narrow).await?;
    let marks = |key: String, mark: &str| row([("ref", key.into()), ("woven", mark.into())]);
    let prs = plans.iter().map(|p| marks(p.pull.at.key(), &p.mark));
    put(store, &queries::UPSERT_PRS, prs.collect()).await?;
    let done = issues.iter().map(|(i, _, m)| marks(i.at.key(), m));
    put(store, &queries::UPSERT_ISSUES, done.collect()).await?;
    Ok(Woven {
        pages: plans.len() + issues.len(),
        decisions: decided.len(),
    })
}

fn ref_row(key: &str) -> Row {
    row([("ref", key.into())])
}

async fn put(store: &Store, query: &NamedQuery, rows: Vec<Row>) -> Result<(), SyncError> {
    if !rows.is_empty() {
        store.write(query, rows).await?;
    }
    Ok(())
}

/// Which commits each pull request brought in.
async fn plan<'a>(
    input: &WeaveInput<'_>,
    kept: &'a Discussions,
) -> Result<Vec<Plan<'a>>, SyncError> {
    let pulls = kept.pulls.values();
    let wanted: BTreeSet<CommitId> = pulls.flat_map(|p| asked(p, input.index)).collect();
    let mut touched: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    if !wanted.is_empty() {
        let params = Params::new().with_texts("shas", wanted.iter().map(CommitId::as_str));
        let answer = input
            .store
            .read::<CommitFile>(&queries::COMMIT_FILES, params)
            .await?;
        for f in answer.rows {
            touched.entry(f.sha).or_default().insert(f.path);
        }
    }
    let claims = |c: &CommitId| -> Option<u64> {
        let info = input.repo.commit(c).ok()?;
        let is_merge = info.parents.len() > 1;
        pull_request(&info.subject, &info.body, is_merge)?
            .parse()
            .ok()
    };
    let seen = Seen {
        index: input.index,
        files: &touched,
        claims: &claims,
    };
    // What a page says of others depends on which of them are known.
    let known = mark(&(
        kept.issues.keys().collect::<Vec<_>>(),
        kept.pulls.keys().collect::<Vec<_>>(),
        &kept.missing,
    ));
    let plans = kept.pulls.values().map(|pull| {
        let brought = members(pull, &seen);
        let by_git = brought.as_ref().filter(|_| !is_whole(pull));
        let by_git = by_git.and_then(|b| changed(input.repo, pull, b));
        let whole = is_whole(pull) || by_git.is_some();
        let files = by_git.unwrap_or_else(|| pull.files.clone());
        let (ord, commits) = match brought {
            Some(b) => (Some(b.ord), b.commits),
            None => (None, Vec::new()),
        };
        let key = pull.at.key();
        let of = |d: &&Discussed| d.is_pull && d.at.key() == key;
        let decided: Vec<&Discussed> = kept.decided.iter().filter(of).collect();
        let mark = mark(&(pull, &decided, &commits, &known, input.index.epoch()));
        Plan {
            pull,
            ord,
            commits,
            files,
            whole,
            decided,
            mark,
        }
    });
    Ok(plans.collect())
}

/// The files between the target branch and the merge, by git.
fn changed(repo: &Repo, pull: &Pull, brought: &Brought) -> Option<Vec<PullFile>> {
    let merge = pull.merge_commit.as_ref()?;
    let files = repo.changed(brought.before.as_ref(), merge).ok()?;
    let files = files.into_iter().map(|f| PullFile {
        path: f.path,
        old_path: f.old_path,
        ..PullFile::default()
    });
    Some(files.collect())
}

/// Ties commits to the pull requests that brought them in, and unties those that only claim it.
async fn map_commits(store: &Store, plans: &[Plan<'_>]) -> Result<(), SyncError> {
    let own = plans.iter().map(|p| rows::pull_row(p));
    put(store, &queries::UPSERT_PRS, own.collect()).await?;
    let part_of = plans.iter().flat_map(|p| {
        p.commits.iter().map(|c| {
            row([
                ("sha", c.as_str().into()),
                ("ref", p.pull.at.key().into()),
                ("ord", p.ord.into()),
            ])
        })
    });
    put(store, &queries::LINK_PART_OF_PR, part_of.collect()).await?;
    // Of a merge that is not walked yet nothing is known.
    let is_known = |p: &&Plan<'_>| p.ord.is_some() || p.pull.state != PullState::Merged;
    let pruned = plans.iter().filter(is_known).map(|p| {
        let shas: Vec<&str> = p.commits.iter().map(CommitId::as_str).collect();
        row([("ref", p.pull.at.key().into()), ("shas", shas.into())])
    });
    put(store, &queries::PRUNE_PART_OF, pruned.collect()).await
}
