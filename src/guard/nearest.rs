//! The recorded decisions that stand nearest to a change: what a reader would open first.
//!
//! The full-text hop tells which decisions have words in common with the change; here they are ranked
//! by how much those words tell as of the base, and that order is fused with those of the other hops
//! and of the judge. A review shows a few of them as related even where the judge finds nothing: it
//! misses some, and says so by showing what it looked at.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::candidates::{Candidate, worth};
use super::hops::{Hit, Hop};
use super::live::Live;
use crate::graph::queries;
use crate::judge::view::ChangeView;
use crate::judge::words::{Corpus, Term, term_set};
use crate::model::{Authority, Decision, DecisionKey, Finding, Signal};

/// Decisions that are ranked by words, at most.
const NEAR_MAX: usize = 20;
/// Least share of the best score: what is far behind it is not near. One word may carry it all.
const NEAR_SHARE: f64 = 0.2;
/// A tie of this weight through files, lines or names is near whatever the words.
const TIED: f64 = 0.5;
/// Findings of all kinds up to which a review is filled.
const FILL_TO: usize = 5;
/// The constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009); small, since few
/// candidates are ranked and the first places must count.
const FUSION: f64 = 5.0;
/// What the order of the ties and that of the judge count beside that of the words.
const BESIDE: f64 = 0.5;

/// Weights of a change's terms by where they stand.
const KEPT: f64 = 0.5;
const NAMED: f64 = 0.5;
const AROUND: f64 = 0.3;

/// Ranks what the full-text hop found by the words that it shares with the change (BM25 over the
/// record as of the base, each word of a decision counted once).
pub fn hits(view: &ChangeView, live: &Live, corpus: &Corpus, found: &[Hit]) -> Vec<Hit> {
    let by_text: HashSet<&DecisionKey> = found
        .iter()
        .filter(|h| h.hop == Hop::Text)
        .map(|h| &h.key)
        .collect();
    let asked = query(view);
    let mean = mean_length(&live.terms);
    let mut ranked: Vec<(f64, usize)> = live
        .terms
        .iter()
        .enumerate()
        .filter(|(i, _)| {
            let d = live.recorded.get(*i);
            d.is_some_and(|d| by_text.contains(&d.key) && d.standing.binds())
        })
        .map(|(i, terms)| (bm25(&asked, terms, mean, corpus), i))
        .filter(|(score, _)| *score > 0.0)
        .collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let best = ranked.first().map_or(1.0, |r| r.0);
    ranked
        .into_iter()
        .take_while(|(score, _)| *score >= NEAR_SHARE * best)
        .take(NEAR_MAX)
        .filter_map(|(score, i)| {
            let d = live.recorded.get(i)?;
            let words = telling(d, &asked, &live.terms[i], corpus);
            Some(Hit {
                key: d.key.clone(),
                hop: Hop::Near,
                query: queries::HOP_TEXT.name,
                from: "words of the change".into(),
                through: None,
                over: None,
                ord: None,
                weight: score / best,
                note: words.join(", "),
            })
        })
        .collect()
}

/// The change's terms with their weights: what really changed before what stands beside it.
fn query(view: &ChangeView) -> BTreeMap<Term, f64> {
    let mut moved: BTreeMap<&Term, i64> = BTreeMap::new();
    let mut out: BTreeMap<Term, f64> = BTreeMap::new();
    let mut add = |term: &Term, weight: f64| {
        let slot = out.entry(term.clone()).or_default();
        *slot = slot.max(weight);
    };
    for (file, hunk) in view.effective() {
        for (t, n) in &hunk.added_terms {
            *moved.entry(t).or_default() += *n as i64;
        }
        for (t, n) in &hunk.removed_terms {
            *moved.entry(t).or_default() -= *n as i64;
        }
        hunk.kept_terms.iter().for_each(|t| add(t, KEPT));
        hunk.around.iter().for_each(|t| add(t, AROUND));
        for t in term_set(&file.path.to_string())
            .iter()
            .chain(&term_set(&file.old_path.to_string()))
        {
            add(t, NAMED);
        }
    }
    for file in view.files.iter().filter(|f| f.is_moved()) {
        for path in [&file.path, &file.old_path] {
            term_set(&path.to_string()).iter().for_each(|t| add(t, 1.0));
        }
    }
    for (t, n) in moved {
        let weight = if n == 0 {
            KEPT
        } else {
            1.0 + (1.0 + n.unsigned_abs() as f64).ln()
        };
        add(t, weight);
    }
    out
}

fn mean_length(all: &[BTreeSet<Term>]) -> f64 {
    let sum: usize = all.iter().map(BTreeSet::len).sum();
    (sum as f64 / all.len().max(1) as f64).max(1.0)
}

/// BM25 with each term of a text counted once (k1 = 1.2, b = 0.75).
fn bm25(asked: &BTreeMap<Term, f64>, terms: &BTreeSet<Term>, mean: f64, corpus: &Corpus) -> f64 {
    const K1: f64 = 1.2;
    const B: f64 = 0.75;
    let damped = (K1 + 1.0) / (1.0 + K1 * (1.0 - B + B * terms.len() as f64 / mean));
    let shared = asked.iter().filter(|(t, _)| terms.contains(*t));
    shared.map(|(t, w)| w * corpus.idf(t) * damped).sum()
}

/// The words in common that tell most, as the decision spells them.
fn telling(
    d: &Decision,
    asked: &BTreeMap<Term, f64>,
    terms: &BTreeSet<Term>,
    corpus: &Corpus,
) -> Vec<String> {
    const SHOWN: usize = 4;
    let mut shared: Vec<(f64, &Term)> = asked
        .iter()
        .filter(|(t, _)| terms.contains(*t))
        .map(|(t, w)| (w * corpus.idf(t), t))
        .collect();
    shared.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let spelled = |term: &Term| {
        let text = [d.title.as_str(), d.text.as_str()];
        let mut words = text
            .iter()
            .flat_map(|t| t.split(|c: char| !(c.is_alphanumeric() || c == '_')));
        let word = words.find(|w| term_set(w).contains(term));
        word.map_or_else(|| term.clone(), str::to_lowercase)
    };
    let mut out: Vec<String> = Vec::new();
    for (_, term) in shared.into_iter().take(SHOWN) {
        let word = spelled(term);
        if !out.contains(&word) {
            out.push(word);
        }
    }
    out
}

/// How many findings of all kinds a review is filled up to.
pub fn room(findings: &[Finding]) -> usize {
    FILL_TO.saturating_sub(findings.len())
}

/// The places of the candidates that stand nearest and are no finding yet, best first. `scores` are
/// the judge's, one a candidate.
pub fn order(findings: &[Finding], candidates: &[Candidate], scores: &[f64]) -> Vec<usize> {
    let shown: HashSet<&DecisionKey> = findings
        .iter()
        .flat_map(|f| std::iter::once(&f.decision).chain(&f.also))
        .map(|d| &d.key)
        .collect();
    let fused = fuse(candidates, scores);
    let replaced = |d: &Decision| d.superseded_by.iter().any(|s| shown.contains(&s.key));
    let mut out: Vec<usize> = (0..candidates.len())
        .filter(|&i| {
            let c = &candidates[i];
            is_near(c) && !shown.contains(&c.decision.key) && !replaced(&c.decision)
        })
        .collect();
    out.sort_by(|&a, &b| fused[b].total_cmp(&fused[a]).then(a.cmp(&b)));
    out
}

/// Recorded, and near by words or by a tie.
fn is_near(c: &Candidate) -> bool {
    c.decision.authority != Authority::Inferred
        && (c.hits.iter().any(|h| h.hop == Hop::Near) || ties(c) >= TIED)
}

/// How strongly files, lines and names tie the candidate to the change.
fn ties(c: &Candidate) -> f64 {
    let mut best: BTreeMap<Hop, f64> = BTreeMap::new();
    for h in c
        .hits
        .iter()
        .filter(|h| !matches!(h.hop, Hop::Text | Hop::Near))
    {
        let slot = best.entry(h.hop).or_default();
        *slot = slot.max(h.weight);
    }
    best.into_iter().map(|(hop, w)| worth(hop) * w).sum()
}

/// Reciprocal rank fusion of three orders: by words, by ties, by the judge's score. One number a
/// candidate, higher is nearer.
fn fuse(candidates: &[Candidate], scores: &[f64]) -> Vec<f64> {
    let words = |c: &Candidate| {
        let near = c.hits.iter().filter(|h| h.hop == Hop::Near);
        near.map(|h| h.weight).fold(0.0, f64::max)
    };
    let recorded: Vec<usize> = (0..candidates.len())
        .filter(|&i| candidates[i].decision.authority != Authority::Inferred)
        .collect();
    let orders: [(f64, Vec<f64>); 3] = [
        (1.0, candidates.iter().map(words).collect()),
        (BESIDE, candidates.iter().map(ties).collect()),
        (BESIDE, scores.to_vec()),
    ];
    let mut out = vec![0.0; candidates.len()];
    for (share, by) in orders {
        let of = |i: usize| by.get(i).copied().unwrap_or(0.0);
        let mut order: Vec<usize> = recorded.iter().copied().filter(|&i| of(i) > 0.0).collect();
        order.sort_by(|&a, &b| match of(b).total_cmp(&of(a)) {
            Ordering::Equal => a.cmp(&b),
            other => other,
        });
        for (place, i) in order.into_iter().enumerate() {
            out[i] += share / (FUSION + place as f64);
        }
    }
    out
}

/// Why a candidate is shown as the one at this place, from 1.
pub fn signal(c: &Candidate, place: u32) -> Signal {
    let words = c.hits.iter().find(|h| h.hop == Hop::Near);
    let tie = c
        .hits
        .iter()
        .find(|h| matches!(h.hop, Hop::File | Hop::Line | Hop::Symbol));
    let mut why = match place {
        1 => "Of what is recorded it stands nearest to the change".to_owned(),
        _ => "It is among what is recorded nearest to the change".to_owned(),
    };
    if let Some(h) = words.filter(|h| !h.note.is_empty()) {
        why.push_str(&format!("; both speak of {}", h.note));
    }
    if let Some(h) = tie {
        why.push_str(&match h.hop {
            Hop::File => format!("; it {} ({})", h.note, h.from),
            Hop::Symbol => format!("; it names {}", h.from),
            _ => "; a commit of it wrote lines beside".to_owned(),
        });
    }
    Signal {
        name: "nearest".into(),
        strength: words.map_or(0.0, |h| (h.weight * 100.0).round() / 100.0),
        why,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> BTreeSet<Term> {
        term_set(text)
    }

    #[test]
    fn a_rare_word_in_a_short_text_weighs_more_than_common_ones_in_a_long_one() {
        let texts = [
            set("lock the row before a revision is written"),
            set(
                "pages list drawers and settings, pages show cups and tools and shelves in a house",
            ),
            set("pages are rendered from drawers"),
            set("cups are kept apart"),
        ];
        let corpus = Corpus::of(&texts);
        let asked: BTreeMap<Term, f64> = set("lock drawers pages")
            .into_iter()
            .map(|t| (t, 1.0))
            .collect();
        let mean = mean_length(&texts);
        let score = |i: usize| bm25(&asked, &texts[i], mean, &corpus);
        assert!(score(0) > score(1) && score(2) > score(1));
        assert!(score(3).abs() < f64::EPSILON);
    }

    fn candidate(key: &str, hits: &[(Hop, f64)]) -> Candidate {
        let hit = |(hop, weight): &(Hop, f64)| Hit {
            key: key.into(),
            hop: *hop,
            query: "q",
            from: "src/a.rs".into(),
            through: None,
            over: None,
            ord: None,
            weight: *weight,
            note: "names src/a.rs".into(),
        };
        Candidate {
            decision: std::sync::Arc::new(Decision {
                id: key.into(),
                key: key.into(),
                ..Decision::default()
            }),
            hits: hits.iter().map(hit).collect(),
            rank: 0.0,
        }
    }

    #[test]
    fn what_is_first_by_words_and_by_ties_is_nearest_and_what_is_far_is_not_shown() {
        let all = [
            candidate("words", &[(Hop::Near, 1.0)]),
            candidate("both", &[(Hop::Near, 0.9), (Hop::File, 1.0)]),
            candidate("text only", &[(Hop::Text, 1.0)]),
        ];
        assert_eq!(order(&[], &all, &[0.02, 0.03, 0.01]), [1, 0]);
        assert!(signal(&all[1], 1).why.contains("names src/a.rs"));
    }
}
