//! Rows of all hops to candidates: cut as of the base, joined by decision, cut to size.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::hops::{Hit, Hop};
use crate::model::{Authority, Decision, DecisionKey, Via};

/// At most so many recorded decisions are judged.
const RECORDED_MAX: usize = 60;
/// At most so many decisions of messages are.
const INFERRED_MAX: usize = 60;

/// A decision that the graph connects to the change.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The decision as the base has it.
    pub decision: Arc<Decision>,
    /// The rows that led here, strongest first.
    pub hits: Vec<Hit>,
    /// How strongly all hops together point here.
    pub rank: f64,
}

impl Candidate {
    /// The strongest weight of each kind of hop.
    pub fn hops(&self) -> BTreeMap<String, f64> {
        let mut out = BTreeMap::new();
        for h in &self.hits {
            let best: &mut f64 = out.entry(h.hop.word().to_owned()).or_default();
            *best = best.max(h.weight);
        }
        out
    }

    /// The hops for the card, one line for each kind and starting point.
    pub fn via(&self) -> Vec<Via> {
        let mut out: Vec<Via> = Vec::new();
        for h in &self.hits {
            let row = match &h.through {
                Some(t) if *t != h.from => format!("{} · {t} · {}", h.from, h.note),
                _ => format!("{} · {}", h.from, h.note),
            };
            let via = Via {
                hop: h.hop.word().into(),
                query: h.query.into(),
                row,
            };
            if !out.contains(&via) && out.len() < 12 {
                out.push(via);
            }
        }
        out
    }
}

/// What a kind of hop is worth.
pub fn worth(hop: Hop) -> f64 {
    match hop {
        Hop::Line | Hop::Comment => 1.0,
        Hop::File => 0.7,
        Hop::Symbol => 0.6,
        Hop::Text => 0.5,
        Hop::Commit => 0.4,
        Hop::Pr | Hop::Issue | Hop::Doc | Hop::Near => 0.3,
    }
}

/// Joins the rows. `known` tells whether the base has the commit at a position, `resolve` gives the
/// decision as the base has it, or `None` where it was not live there.
pub fn join(
    hits: Vec<Hit>,
    known: impl Fn(u32) -> bool,
    mut resolve: impl FnMut(&DecisionKey) -> Option<Arc<Decision>>,
) -> Vec<Candidate> {
    let mut by_key: HashMap<DecisionKey, Vec<Hit>> = HashMap::new();
    for hit in hits.into_iter().filter(|h| h.ord.is_none_or(&known)) {
        by_key.entry(hit.key.clone()).or_default().push(hit);
    }
    let mut ranked: Vec<(f64, DecisionKey, Vec<Hit>)> = by_key
        .into_iter()
        .map(|(key, mut hits)| {
            hits.sort_by(|a, b| {
                (worth(b.hop) * b.weight)
                    .total_cmp(&(worth(a.hop) * a.weight))
                    .then_with(|| (a.hop, &a.from, &a.through).cmp(&(b.hop, &b.from, &b.through)))
            });
            let mut best: BTreeMap<Hop, f64> = BTreeMap::new();
            for h in &hits {
                let w = best.entry(h.hop).or_default();
                *w = w.max(h.weight);
            }
            let rank = best.iter().map(|(hop, w)| worth(*hop) * w).sum();
            (rank, key, hits)
        })
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut out = Vec::new();
    let (mut recorded, mut inferred) = (0, 0);
    for (rank, key, hits) in ranked {
        if recorded >= RECORDED_MAX && inferred >= INFERRED_MAX {
            break;
        }
        let Some(decision) = resolve(&key) else {
            continue;
        };
        let (n, max) = match decision.authority {
            Authority::Inferred => (&mut inferred, INFERRED_MAX),
            _ => (&mut recorded, RECORDED_MAX),
        };
        if *n < max {
            *n += 1;
            out.push(Candidate {
                decision,
                hits,
                rank,
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(key: &str, hop: Hop, ord: u32) -> Hit {
        Hit {
            key: key.into(),
            hop,
            query: "q",
            from: "a.rs".into(),
            through: None,
            over: None,
            ord: Some(ord),
            weight: 0.5,
            note: String::new(),
        }
    }

    #[test]
    fn what_the_base_does_not_know_is_cut_and_lines_come_first() {
        let hits = vec![
            hit("a", Hop::Text, 1),
            hit("b", Hop::Line, 2),
            hit("c", Hop::Line, 9),
        ];
        let mut asked = Vec::new();
        let out = join(
            hits,
            |ord| ord < 5,
            |k| {
                asked.push(k.to_string());
                None
            },
        );
        assert!(out.is_empty());
        assert_eq!(asked, ["b", "a"]);
    }
}
