//! Writes what the decisions came to.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Deserialize;

use super::decide::{
    DecisionRows, Reader, Told, cited_commits, extend, identifier_files, inferred, names, rows,
};
use super::error::SyncError;
use super::history::{RefNames, row};
use super::rationale::{Tie, Touched, cited_later, derive};

use super::report::NewsItem;
use super::run::SyncInput;
use super::state::{Citation, FileVersion};
use crate::decisions::code_past::pull_requests;
use crate::decisions::{Folders, RevisionIndex, Stated, Tracked};
use crate::extract::PathIndex;
use crate::extract::code_links::{FILES_MAX, Grounds};
use crate::graph::{Params, Row, Store, queries};
use crate::history::{CommitIndex, Repo};
use crate::model::{CommitId, DecisionKey, LinkOrigin, MentionKind};

#[derive(Deserialize)]
struct CommitFile {
    sha: String,
    path: String,
}

#[derive(Deserialize)]
struct CommitPr {
    sha: String,
    #[serde(rename = "ref")]
    pr: String,
}

#[derive(Deserialize)]
struct PrFile {
    #[serde(rename = "ref")]
    pr: String,
    path: String,
}

/// What is new since the last time.
pub(super) struct News<'a> {
    pub versions: &'a [FileVersion],
    pub stated: &'a [Stated],
    pub citing: &'a [Citation],
}

/// What was told.
#[derive(Default)]
pub(super) struct Outcome {
    pub new: Vec<NewsItem>,
    pub changed: Vec<NewsItem>,
    pub inferred: usize,
}

fn news_item(d: &Tracked) -> Option<NewsItem> {
    let times = d.times();
    let now = times.last()?.revision;
    Some(NewsItem {
        title: now.title.clone(),
        id: d.ids.last()?.0.clone(),
        standing: now.standing,
    })
}

/// Brings new versions and new deciding commits into the graph.
pub(super) async fn bring(
    input: &SyncInput<'_>,
    index: &CommitIndex,
    revisions: &mut RevisionIndex,
    news: &News<'_>,
    folders: Folders,
    tip: &CommitId,
) -> Result<Outcome, SyncError> {
    let SyncInput {
        repo, store, log, ..
    } = *input;
    let root = revisions.root().clone();
    let known: BTreeSet<_> = revisions
        .decisions()
        .iter()
        .map(|d| d.key.clone())
        .collect();
    let reader = Reader::new(repo, log, folders);
    let mut told = extend(revisions, news.versions, index, &reader);
    let mut outcome = Outcome::default();
    let by_key: HashMap<&DecisionKey, &Tracked> =
        revisions.decisions().iter().map(|t| (&t.key, t)).collect();
    for d in &told {
        let Some(item) = by_key.get(&d.key).and_then(|t| news_item(t)) else {
            continue;
        };
        if known.contains(&d.key) {
            &mut outcome.changed
        } else {
            &mut outcome.new
        }
        .push(item);
    }
    let mined = inferred(&root, news.stated);
    outcome.inferred = mined.len();
    told.extend(mined);
    let cites = citations(revisions, news.citing);
    if told.is_empty() && cites.is_empty() {
        return Ok(outcome);
    }
    write(store, rows(&told, &root)).await?;
    let tied: Vec<(Told, Vec<Tie>)> = told
        .into_iter()
        .map(|d| {
            let tie = |origin| move |commit| Tie { commit, origin };
            let mut ties: Vec<Tie> = cited_commits(repo, index, &d)
                .into_iter()
                .map(tie(LinkOrigin::CitedCommit))
                .collect();
            let citing = cites.get(d.key.as_str()).into_iter().flatten().cloned();
            ties.extend(citing.map(tie(LinkOrigin::CitingCommit)));
            ties.retain(|t| t.commit != d.first || d.path.is_some());
            (d, ties)
        })
        .collect();
    link(repo, store, index, &tied, &cites, tip).await?;
    Ok(outcome)
}

/// Commits that cite a decision by number or path, by the decision's key. A citation that more than
/// one decision answers to ties nothing.
fn citations(revisions: &RevisionIndex, citing: &[Citation]) -> BTreeMap<String, Vec<CommitId>> {
    let mut out: BTreeMap<String, Vec<CommitId>> = BTreeMap::new();
    for c in citing {
        let mut found: BTreeSet<&str> = BTreeSet::new();
        for d in revisions
            .decisions()
            .iter()
            .filter(|d| d.first_ord <= c.ord)
        {
            let named = d
                .ids
                .iter()
                .any(|(id, ord)| *ord <= c.ord && c.names(id.as_str()));
            if named {
                found.insert(d.key.as_str());
            }
        }
        if let (Some(key), 1) = (found.first(), found.len()) {
            out.entry((*key).to_owned())
                .or_default()
                .push(c.sha.clone());
        }
    }
    out
}

pub(super) async fn write(store: &Store, r: DecisionRows) -> Result<(), SyncError> {
    for (query, rows) in [
        (&queries::UPSERT_DECISIONS, r.decisions),
        (&queries::UPSERT_DOCS, r.docs),
        (&queries::UPSERT_REVISIONS, r.revisions),
        (&queries::LINK_HAS_REVISION, r.has_revision),
        (&queries::LINK_RECORDED_IN, r.recorded_in),
        (&queries::LINK_DERIVED_FROM_DOC, r.from_doc),
        (&queries::LINK_DERIVED_FROM_COMMIT, r.from_commit),
        (&queries::UPSERT_ALTERNATIVES, r.alternatives),
        (&queries::UPSERT_MEASUREMENTS, r.measurements),
        (&queries::UPSERT_EXPERIMENTS, r.experiments),
        (&queries::UPSERT_LIMITS, r.limits),
        (&queries::UPSERT_SYMBOLS, r.symbols),
        (&queries::LINK_MENTIONS_SYMBOL, r.mentions_symbol),
        (&queries::UPSERT_CONCEPTS, r.concepts),
        (&queries::LINK_MENTIONS_CONCEPT, r.mentions_concept),
    ] {
        store.write(query, rows).await?;
    }
    Ok(())
}

/// Ties decisions to commits, pull requests and files.
async fn link(
    repo: &Repo,
    store: &Store,
    index: &CommitIndex,
    told: &[(Told, Vec<Tie>)],
    cites: &BTreeMap<String, Vec<CommitId>>,
    tip: &CommitId,
) -> Result<(), SyncError> {
    let mut from_commit: BTreeMap<(String, String), Row> = BTreeMap::new();
    let cited = told
        .iter()
        .flat_map(|(d, ties)| {
            ties.iter()
                .map(move |t| (d.key.to_string(), t.commit.to_string()))
        })
        .chain(
            cites
                .iter()
                .flat_map(|(k, l)| l.iter().map(move |c| (k.clone(), c.to_string()))),
        );
    for (key, sha) in cited {
        from_commit
            .entry((key.clone(), sha.clone()))
            .or_insert_with(|| row([("key", key.into()), ("sha", sha.into())]));
    }
    store
        .write(
            &queries::LINK_DERIVED_FROM_COMMIT,
            from_commit.into_values().collect(),
        )
        .await?;

    let shas: BTreeSet<&str> = told
        .iter()
        .flat_map(|(d, ties)| {
            let recorded = d.revisions.iter().map(|r| r.recorded.as_str());
            recorded
                .chain(ties.iter().map(|t| t.commit.as_str()))
                .chain([d.first.as_str()])
        })
        .chain(cites.values().flatten().map(CommitId::as_str))
        .collect();
    let shas: Vec<&str> = shas.into_iter().collect();
    let mut touched = Touched::default();
    for part in shas.chunks(2_000) {
        let params = Params::new().with_texts("shas", part);
        for f in store
            .read::<CommitFile>(&queries::COMMIT_FILES, params)
            .await?
            .rows
        {
            touched.commits.entry(f.sha).or_default().push(f.path);
        }
    }
    link_prs(store, told).await?;
    let prs = cited_prs(repo, told);
    let refs: BTreeSet<&String> = prs.values().flatten().collect();
    if !refs.is_empty() {
        let params = Params::new().with_texts("refs", refs);
        for f in store.read::<PrFile>(&queries::PR_FILES, params).await?.rows {
            touched.prs.entry(f.pr).or_default().push(f.path);
        }
    }

    let all: Vec<String> = store
        .read::<String>(&queries::ALL_FILES, Params::new())
        .await?
        .rows;
    let paths: BTreeSet<String> = all.into_iter().collect();
    let plain: Vec<Told> = told.iter().map(|(d, _)| d.clone()).collect();
    let file_names = names(&plain, MentionKind::File);
    let path_index = PathIndex::of(paths.iter().map(String::as_str), &file_names);
    let symbols = names(&plain, MentionKind::Symbol);
    let identifiers = if symbols.is_empty() {
        BTreeMap::new()
    } else {
        identifier_files(repo, tip, &symbols, FILES_MAX)
    };
    let grounds = Grounds {
        paths: &paths,
        index: &path_index,
        names: &identifiers,
    };
    let ord = |c: &CommitId| index.ord(c);
    let (mut rationale, mentions) = derive(told, &prs, &touched, &grounds, &ord);
    let told_now: BTreeSet<&str> = told.iter().map(|(d, _)| d.key.as_str()).collect();
    for (key, citing) in cites.iter().filter(|(k, _)| !told_now.contains(k.as_str())) {
        rationale.extend(cited_later(key, citing, &touched, &grounds, &ord));
    }
    store.write(&queries::LINK_RATIONALE, rationale).await?;
    store.write(&queries::LINK_MENTIONS_FILE, mentions).await?;
    Ok(())
}

/// The pull requests that recorded decisions name, as the graph names them, by the decision's key.
fn cited_prs(repo: &Repo, told: &[(Told, Vec<Tie>)]) -> BTreeMap<String, Vec<String>> {
    let identity = repo.identity();
    let refs = RefNames::of(&identity);
    let own = format!("{}/{}", identity.owner, identity.name);
    told.iter()
        .filter(|(d, _)| d.path.is_some())
        .map(|(d, _)| {
            let numbers = pull_requests(&d.facts.mentions, &own);
            let named = numbers.iter().map(|n| refs.number(n)).collect::<Vec<_>>();
            (d.key.to_string(), named)
        })
        .filter(|(_, named)| !named.is_empty())
        .collect()
}

/// Recorded decisions come from the pull requests that brought their words in; such pull requests
/// get their files.
async fn link_prs(store: &Store, told: &[(Told, Vec<Tie>)]) -> Result<(), SyncError> {
    let mut by_commit: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (d, ties) in told.iter().filter(|(d, _)| d.path.is_some()) {
        let shas = d
            .revisions
            .iter()
            .map(|r| r.recorded.as_str())
            .chain(ties.iter().map(|t| t.commit.as_str()));
        for sha in shas {
            by_commit.entry(sha).or_default().insert(d.key.as_str());
        }
    }
    if by_commit.is_empty() {
        return Ok(());
    }
    let params = Params::new().with_texts("shas", by_commit.keys());
    let found = store
        .read::<CommitPr>(&queries::COMMIT_PRS, params)
        .await?
        .rows;
    let mut from_pr: BTreeSet<(String, String)> = BTreeSet::new();
    for f in &found {
        for key in by_commit.get(f.sha.as_str()).into_iter().flatten() {
            from_pr.insert(((*key).to_owned(), f.pr.clone()));
        }
    }
    let refs: BTreeSet<&String> = found.iter().map(|f| &f.pr).collect();
    let params = Params::new().with_texts("refs", refs);
    let files = store.read::<PrFile>(&queries::PR_FILES, params).await?.rows;
    let touches: BTreeSet<(String, String)> = files.into_iter().map(|f| (f.pr, f.path)).collect();
    let touches = touches
        .into_iter()
        .map(|(pr, path)| row([("ref", pr.into()), ("path", path.into())]))
        .collect();
    store.write(&queries::LINK_PR_TOUCHES, touches).await?;
    let from_pr = from_pr
        .into_iter()
        .map(|(key, pr)| row([("key", key.into()), ("ref", pr.into())]))
        .collect();
    store.write(&queries::LINK_DERIVED_FROM_PR, from_pr).await?;
    Ok(())
}
