//! What a decision rests on, by numbered rules, each as of the base and as of now.
//!
//! | rule | file |
//! | --- | --- |
//! | R1 a referenced issue is still open, R8 it was closed since, R2 an issue said to be fixed is still open, R5 it depends on an unmerged pull request | `pages` |
//! | R3 standing, R4 superseded, R7 reverted | `recorded` |
//! | R6 its people show no activity here | `people` |
//!
//! What a code host says has only dates: an issue as of the base is read from its timeline at the
//! base's committer time.

mod pages;
mod people;
mod recorded;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Deserialize;

use super::presence::Presence;
use crate::graph::{GraphError, Params, Store, queries};
use crate::model::{CommitId, Decision, DecisionKey, Premise, PremiseState, QueryRun};
use crate::sync::Discussions;

/// A commit that was taken back: one row of `reverted`.
#[derive(Clone, Debug, Deserialize)]
pub struct Reverted {
    /// The commit.
    pub sha: String,
    /// The one that took it back.
    pub by: String,
    /// That one's position.
    pub ord: i64,
}

/// A decision that was replaced: one row of `superseded_by`.
#[derive(Clone, Debug, Deserialize)]
pub struct Replaced {
    /// The older decision.
    pub key: String,
    /// The newer one.
    pub by: String,
    /// Position of the commit that says so.
    pub ord: i64,
    /// `confirmed` or `proposed`.
    pub state: String,
}

/// A page that a commit rests on: one row of `premise_pages`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RestsOn {
    /// The commit.
    pub sha: String,
    /// Its pull request; empty where the commit's own words name the page.
    pub pr: String,
    /// The issue or pull request.
    pub page: String,
    /// `FIXES`, `REFERENCES` or `DEPENDS_ON`.
    pub how: String,
}

/// What the graph knows about the commits and successors of the candidates.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// By commit.
    pub reverted: BTreeMap<String, Vec<Reverted>>,
    /// By the older decision's key.
    pub replaced: BTreeMap<String, Vec<Replaced>>,
    /// By commit.
    pub pages: BTreeMap<String, Vec<RestsOn>>,
    /// The statements that ran.
    pub runs: Vec<QueryRun>,
}

/// Asks for reverts of these commits, the pages that they rest on, and successors of these
/// decisions.
///
/// # Errors
/// The graph cannot be asked.
pub async fn facts(
    store: &Store,
    commits: &[CommitId],
    keys: &[DecisionKey],
) -> Result<Facts, GraphError> {
    let shas = || Params::new().with_texts("shas", commits.iter().map(CommitId::as_str));
    let keys = Params::new().with_texts("keys", keys.iter().map(DecisionKey::as_str));
    let (reverted, replaced, pages) = tokio::try_join!(
        store.read::<Reverted>(&queries::REVERTED, shas()),
        store.read::<Replaced>(&queries::SUPERSEDED_BY, keys),
        store.read::<RestsOn>(&queries::PREMISE_PAGES, shas()),
    )?;
    let mut facts = Facts::default();
    for r in reverted.rows {
        facts.reverted.entry(r.sha.clone()).or_default().push(r);
    }
    for r in replaced.rows {
        facts.replaced.entry(r.key.clone()).or_default().push(r);
    }
    for r in pages.rows {
        facts.pages.entry(r.sha.clone()).or_default().push(r);
    }
    facts.runs = vec![reverted.run, replaced.run, pages.run];
    Ok(facts)
}

/// When a premise is looked at.
pub struct Moments<'a> {
    /// Whether the base has the commit at a position.
    pub at_base: &'a dyn Fn(u32) -> bool,
    /// Whether the target's tip has it.
    pub now: &'a dyn Fn(u32) -> bool,
    /// What the decision is at the tip, where it is still live there.
    pub tip: Option<&'a Decision>,
    /// Whether the tip's log was read at all.
    pub tip_known: bool,
    /// Whether the change is still open, so that `now` decides.
    pub open: bool,
    /// The base's committer time.
    pub base_time: Option<i64>,
    /// The tip's, or that of the last look at the code host, whichever is later.
    pub now_time: Option<i64>,
    /// The position of a commit.
    pub ord: &'a dyn Fn(&CommitId) -> Option<u32>,
}

/// What else is known.
pub struct Ground<'a> {
    /// What the graph said.
    pub facts: &'a Facts,
    /// What was read of the discussions.
    pub said: Option<&'a Discussions>,
    /// Who wrote what, and when.
    pub presence: &'a Presence,
}

/// All premises of one decision; `own` are the commits that it is bound to.
pub fn premises(
    decision: &Decision,
    own: &[CommitId],
    ground: &Ground<'_>,
    m: &Moments<'_>,
) -> Vec<Premise> {
    let facts = ground.facts;
    let mut out = Vec::new();
    if let Some(said) = ground.said {
        out.extend(pages::rest_on(decision, own, facts, said, m));
    }
    out.push(recorded::standing(decision, m));
    out.extend(recorded::superseded(decision, facts, m));
    out.extend(people::absent(decision, own, ground, m));
    out.extend(recorded::reverted(decision, own, facts, m));
    out.sort_by(|a, b| a.rule.cmp(&b.rule));
    out
}

fn decide(at_base: PremiseState, now: PremiseState, open: bool) -> PremiseState {
    if open { now } else { at_base }
}

/// A day, for a person.
fn day(time: i64) -> String {
    jiff::Timestamp::from_second(time)
        .map(|t| t.strftime("%Y-%m-%d").to_string())
        .unwrap_or_default()
}
