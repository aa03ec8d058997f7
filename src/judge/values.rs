//! Values that move: a number away from the one that the record states, past one that it turned down,
//! or a switch that it speaks of.

use super::meets::{Meetings, Place, better};
use super::phrases::is_bound;
use super::record::{Cue, Sentence};
use super::view::{ValueMove, number};
use super::words::{Corpus, Term};

/// Meets a value that moved with the numbers and switches that a sentence states.
pub(super) fn value(
    m: &mut Meetings,
    at: &Place<'_>,
    si: usize,
    s: &Sentence,
    mv: &ValueMove,
    shared: f64,
    corpus: &Corpus,
) {
    let what = format!(
        "{} → {}",
        mv.old,
        if mv.new.is_empty() {
            "nothing"
        } else {
            &mv.new
        }
    );
    let new = number(&mv.new);
    let Some(old) = number(&mv.old) else {
        if shared >= 0.8 && !s.cues.is_empty() {
            let strength = (shared / 3.0).max(if names_switch(s, mv, corpus) {
                0.75
            } else {
                0.0
            });
            better(&mut m.flipped, at.meeting(strength, Some(si), what));
        }
        return;
    };
    let unit: String = mv
        .old
        .chars()
        .skip_while(|c| c.is_ascii_digit() || matches!(c, '_' | '.'))
        .collect();
    for stated in &s.numbers {
        let states = |v: f64| (stated.value - v).abs() < f64::EPSILON;
        let close: f64 = mv
            .terms
            .iter()
            .filter(|t| stated.near.iter().any(|n| n == *t || abbreviates(n, t)))
            .map(|t| corpus.rarity(t).max(0.4))
            .sum();
        if states(old) && new.is_none_or(|n| !states(n)) && shared + close > 0.0 {
            let same_unit = !unit.is_empty()
                && stated.unit.len() > 1
                && unit.to_lowercase().trim_end_matches('s') == stated.unit.trim_end_matches('s');
            // A bare small number stands in every record: it needs words close by.
            let telling = match (old >= 20.0, same_unit) {
                (_, true) => 0.5,
                (true, false) => 0.35,
                (false, false) if stated.bound && mv.terms.iter().any(|t| is_bound(t)) => 0.3,
                (false, false) => 0.0,
            };
            let strength = telling + close * 0.35 + shared / 6.0;
            better(&mut m.value, at.meeting(strength, Some(si), what.clone()));
        }
        let Some(new) = new else { continue };
        let n = stated.value;
        let between = (new <= n && n < old) || (old < n && n <= new);
        if between && close >= 0.4 && s.cues.contains(&Cue::Forbids) {
            let strength = close * 0.4 + shared / 6.0;
            better(
                &mut m.measured,
                at.meeting(strength, Some(si), format!("{what}, past {n}")),
            );
        }
    }
}

/// Whether a sentence has nearly all the words of the name of the switch that turns.
fn names_switch(s: &Sentence, mv: &ValueMove, corpus: &Corpus) -> bool {
    const NEARLY: f64 = 0.75;
    let weight = |t: &Term| corpus.rarity(t).max(0.2);
    let all: f64 = mv.name.iter().map(weight).sum();
    let said: Vec<&Term> = mv.name.iter().filter(|t| s.terms.contains(*t)).collect();
    said.len() >= 2 && said.iter().map(|t| weight(t)).sum::<f64>() >= NEARLY * all
}

/// Whether a record's word is a short form of a term in code: `imp` of `import`.
fn abbreviates(short: &str, long: &str) -> bool {
    short.len() >= 3 && long.len() > short.len() && long.starts_with(short)
}
