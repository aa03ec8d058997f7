//! Records that explain a commit: the commit wrote the changed lines, and a recorded decision speaks
//! of the same thing in the same rare words.

use std::collections::{BTreeMap, BTreeSet};

use super::blame::FileBlame;
use super::hops::{Hit, Hop};
use super::live::Live;
use super::work::Work;
use crate::graph::queries;
use crate::history::Repo;
use crate::judge::words::{Corpus, term_set};
use crate::model::CommitId;

/// The note of a row from here.
pub const EXPLAINS: &str = "explains";
/// Commits looked at, those with most lines first.
const COMMITS: usize = 8;
/// Records taken for each.
const RECORDS: usize = 2;
/// Least share of a message's weight that a record must have.
const SHARE: f64 = 0.3;
/// Least weight in common, in rare words.
const WEIGHT: f64 = 3.0;

/// Rows from blamed commits to records that explain them.
pub fn hits(
    repo: &Repo,
    work: &Work,
    blames: &[FileBlame],
    live: &Live,
    corpus: &Corpus,
) -> Vec<Hit> {
    let mut lines: BTreeMap<&CommitId, u32> = BTreeMap::new();
    for span in blames.iter().flat_map(|b| &b.removed) {
        *lines.entry(&span.commit).or_default() += span.lines.end - span.lines.start + 1;
    }
    let mut commits: Vec<(&CommitId, u32)> = lines.into_iter().collect();
    commits.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let mut out = Vec::new();
    for (commit, _) in commits.into_iter().take(COMMITS) {
        let Some(message) = work.message(repo, commit) else {
            continue;
        };
        let said = term_set(&message);
        let whole: f64 = said.iter().map(|t| corpus.rarity(t)).sum();
        let mut best: Vec<(f64, usize)> = live
            .terms
            .iter()
            .enumerate()
            .filter_map(|(i, terms)| {
                let common: f64 = said.intersection(terms).map(|t| corpus.rarity(t)).sum();
                let share = common / whole.max(1.0);
                // A long record has every word: what counts is how much of it is about this.
                let focus = common / weight(terms, corpus).sqrt().max(1.0);
                (share >= SHARE && common >= WEIGHT).then_some((share * focus, i))
            })
            .collect();
        best.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (score, i) in best.into_iter().take(RECORDS) {
            let Some(d) = live.recorded.get(i) else {
                continue;
            };
            out.push(Hit {
                key: d.key.clone(),
                hop: Hop::Line,
                query: queries::HOP_LINE.name,
                from: commit.to_string(),
                through: Some(commit.to_string()),
                over: None,
                ord: None,
                weight: score.clamp(0.2, 0.9),
                note: EXPLAINS.into(),
            });
        }
    }
    out
}

fn weight(terms: &BTreeSet<String>, corpus: &Corpus) -> f64 {
    terms.iter().map(|t| corpus.rarity(t)).sum()
}
