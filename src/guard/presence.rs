//! Who wrote commits, and when they were active here last: by commits, and by what was read of pull
//! requests.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::decisions::discussion::person;
use crate::graph::{GraphError, Params, Store, queries};
use crate::history::CommitIndex;
use crate::model::safe::one_line;
use crate::model::{CommitId, Decision, Post, Pull, QueryRun};
use crate::sync::Discussions;

/// After so many seconds without a trace, somebody shows no activity.
pub const QUIET: i64 = 365 * 86_400;

#[derive(Deserialize)]
struct Author {
    sha: String,
    pid: String,
    name: String,
}

/// Positions of somebody's commits: one row of `activity`.
#[derive(Deserialize)]
pub(super) struct Active {
    /// Who.
    pub pid: String,
    /// The positions.
    pub ords: Vec<i64>,
}

/// Somebody behind a decision: an author of its commits, an account on its page, or both.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Who {
    /// The id in the graph, for an author of commits.
    pub pid: Option<String>,
    /// The account, lower-case, where it is known.
    pub login: Option<String>,
    /// What to call them.
    pub name: String,
}

/// Who wrote the commits of the candidates, and when each was active.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    authors: BTreeMap<String, Vec<Who>>,
    /// Position and time of each commit, by person.
    commits: BTreeMap<String, Vec<(u32, i64)>>,
    /// The statements that ran.
    pub runs: Vec<QueryRun>,
}

/// Asks who wrote these commits, and what else they wrote.
///
/// # Errors
/// The graph cannot be asked.
pub async fn presence(
    store: &Store,
    commits: &BTreeSet<CommitId>,
    index: &CommitIndex,
) -> Result<Presence, GraphError> {
    let mut out = Presence::default();
    if commits.is_empty() {
        return Ok(out);
    }
    let shas = Params::new().with_texts("shas", commits.iter().map(CommitId::as_str));
    let authors = store.read::<Author>(&queries::AUTHORS, shas).await?;
    out.runs.push(authors.run);
    let mut pids = BTreeSet::new();
    for a in authors.rows {
        let who = Who {
            login: a.pid.strip_prefix("login:").map(str::to_owned),
            name: one_line(&a.name),
            pid: Some(a.pid.clone()),
        };
        pids.insert(a.pid);
        out.authors.entry(a.sha).or_default().push(who);
    }
    if pids.is_empty() {
        return Ok(out);
    }
    let params = Params::new().with_texts("pids", &pids);
    let active = store.read::<Active>(&queries::ACTIVITY, params).await?;
    out.runs.push(active.run);
    for a in active.rows {
        let times = a.ords.into_iter().filter_map(|o| {
            let ord = u32::try_from(o).ok()?;
            Some((ord, index.get(ord)?.time))
        });
        out.commits.insert(a.pid, times.collect());
    }
    Ok(out)
}

impl Presence {
    /// The people behind a decision: who wrote its commits, and who wrote its page. The account on the
    /// page is not joined with an author: it may be another person's.
    pub fn people_of(
        &self,
        own: &[CommitId],
        said: Option<&Discussions>,
        d: &Decision,
    ) -> BTreeSet<Who> {
        let mut out: BTreeSet<Who> = own
            .iter()
            .filter_map(|c| self.authors.get(c.as_str()))
            .flatten()
            .cloned()
            .collect();
        if let Some(said) = said
            && let Some(found) = said.decided.iter().find(|x| x.id == d.id)
            && let Some(login) = &found.author
        {
            let lower = login.to_lowercase();
            if !out.iter().any(|w| w.login.as_deref() == Some(&lower)) {
                out.insert(Who {
                    pid: None,
                    login: Some(lower),
                    name: format!("@{}", one_line(login)),
                });
            }
        }
        out
    }

    /// When somebody was active last, up to a time and as far as a moment knows.
    pub fn last(
        &self,
        who: &Who,
        known: &dyn Fn(u32) -> bool,
        until: i64,
        said: Option<&Discussions>,
    ) -> Option<i64> {
        let commits = who.pid.as_ref().and_then(|p| self.commits.get(p));
        let by_commit = commits
            .into_iter()
            .flatten()
            .filter(|(ord, _)| known(*ord))
            .map(|(_, time)| *time)
            .max();
        let by_page = match (said, &who.login) {
            (Some(said), Some(login)) => on_pages(said, login)
                .into_iter()
                .filter(|t| *t <= until)
                .max(),
            _ => None,
        };
        by_commit.max(by_page)
    }
}

/// When an account did something on the pages that were read.
fn on_pages(said: &Discussions, login: &str) -> Vec<i64> {
    let mine = |p: &&Post| person(p.author.as_ref()).is_some_and(|l| l.eq_ignore_ascii_case(login));
    let pulls = said.pulls.values().flat_map(posts_of);
    let issues = said
        .issues
        .values()
        .flat_map(|i| std::iter::once(&i.body).chain(&i.comments));
    pulls
        .chain(issues)
        .filter(mine)
        .filter_map(|p| p.at)
        .collect()
}

fn posts_of(pull: &Pull) -> impl Iterator<Item = &Post> {
    let threads = pull.threads.iter().flat_map(|t| &t.posts);
    std::iter::once(&pull.body)
        .chain(threads)
        .chain(&pull.reviews)
        .chain(&pull.comments)
}
