//! Two words side by side: what single words leave to chance, a phrase says.
//!
//! `export default` in code and “default exports” in a record are one phrase whatever their order.

use std::collections::BTreeSet;

use super::meets::{Meeting, Place, better, spelled, weigh};
use super::record::{Cue, RecordView, Sentence};
use super::words::{Corpus, Term, term_set, terms};

/// Two neighbouring terms, in alphabetical order.
pub type Pair = (Term, Term);

/// The pairs of neighbouring terms in a text. Stop words between two terms do not part them.
pub fn pairs(text: &str) -> BTreeSet<Pair> {
    let terms = terms(text);
    terms
        .windows(2)
        .filter(|w| w[0] != w[1])
        .map(|w| {
            let (a, b) = (w[0].clone(), w[1].clone());
            if a < b { (a, b) } else { (b, a) }
        })
        .collect()
}

/// How much a phrase tells, 0 to 1: two words that every record uses say nothing together either.
pub fn telling(pair: &Pair, corpus: &Corpus) -> f64 {
    const LEAST: f64 = 0.5;
    let rarity = corpus.rarity(&pair.0) + corpus.rarity(&pair.1);
    if rarity < LEAST {
        0.0
    } else {
        (0.4 + 0.5 * rarity).min(1.0)
    }
}

/// Words of code that keep something from happening: their loss is the loss of a guard. Stems.
const GUARDS: [&str; 27] = [
    "lock", "valid", "verifi", "check", "ensur", "guard", "assert", "sanit", "escap", "authent",
    "author", "permit", "permiss", "retri", "timeout", "limit", "throttl", "rescu", "catch",
    "except", "transact", "readon", "immut", "freez", "confirm", "dedup", "jitter",
];

/// Whether a term names a guard.
pub fn is_guard(term: &str) -> bool {
    GUARDS.iter().any(|g| {
        term == *g || (term.starts_with(g) && g.len() >= 5) || (*g == "lock" && term == "unlock")
    })
}

/// Words that say of a number that it is a bound. Stems.
const BOUNDS: [&str; 12] = [
    "max",
    "min",
    "maximum",
    "minimum",
    "limit",
    "cap",
    "floor",
    "ceil",
    "threshold",
    "least",
    "bound",
    "quota",
];

/// Whether a term says that a number is a bound.
pub fn is_bound(term: &str) -> bool {
    BOUNDS.contains(&term)
}

/// Whether a text has a number as a bound: a comparison sign, or a word for one.
pub fn bounds(text: &str) -> bool {
    text.contains(['≥', '≤', '<', '>']) || terms(text).iter().any(|t| is_bound(t))
}

/// What a phrase is worth in a change that takes out or brings in so many terms: 1 up to a dozen, half
/// at about a hundred.
pub fn smallness(terms: usize) -> f64 {
    const SMALL: f64 = 12.0;
    (SMALL / (terms as f64).max(SMALL)).powf(0.33)
}

/// Phrases and guards that come or go.
#[derive(Default)]
pub struct Said {
    /// What a sentence forbids and the change brings.
    pub comes: Option<Meeting>,
    /// What it asks for and the change takes out.
    pub goes: Option<Meeting>,
    /// A guard that it speaks of and the change takes out.
    pub guard: Option<Meeting>,
}

#[allow(clippy::too_many_arguments)] // as above
impl Said {
    /// Finds what a sentence says in the very words of the change: a phrase or a name that it forbids and
    /// that comes, a phrase or a guard that it asks for and that goes.
    #[allow(clippy::too_many_arguments)] // one meeting has that many sides
    pub(super) fn meet(
        &mut self,
        at: &Place<'_>,
        si: Option<usize>,
        s: &Sentence,
        record: &RecordView,
        corpus: &Corpus,
        gone: &BTreeSet<Term>,
        come: &BTreeSet<Term>,
    ) {
        let h = at.hunk;
        let net = h.removed_terms.len() + h.added_terms.len();
        if s.cues.contains(&Cue::Forbids) {
            let forbids = |t: &Term| s.forbidden.contains(t);
            for name in h.added_names.intersection(&s.names) {
                let parts = term_set(name);
                let whole = name.contains(['.', '_', '-', '/']) && !parts.is_empty();
                if whole && parts.iter().all(forbids) && parts.iter().any(|t| come.contains(t)) {
                    better(&mut self.comes, at.meeting(1.0, si, name.clone()));
                }
            }
            for pair in h.added_pairs.intersection(&s.pairs) {
                let new = come.contains(&pair.0) || come.contains(&pair.1);
                if new && forbids(&pair.0) && forbids(&pair.1) {
                    let what = spelled(&s.text, [pair.0.as_str(), pair.1.as_str()].into_iter());
                    better(&mut self.comes, at.meeting(telling(pair, corpus), si, what));
                }
            }
        }
        if !s.cues.contains(&Cue::Requires) && si.is_some() {
            return;
        }
        let keeps = |t: &Term| !s.forbidden.contains(t);
        for pair in h.removed_pairs.intersection(&s.pairs) {
            let lost = gone.contains(&pair.0) || gone.contains(&pair.1);
            if lost && keeps(&pair.0) && keeps(&pair.1) {
                let what = spelled(&s.text, [pair.0.as_str(), pair.1.as_str()].into_iter());
                let strength = 0.8 * telling(pair, corpus);
                better(&mut self.goes, at.meeting(strength, si, what));
            }
        }
        for term in h.removed_terms.keys() {
            if is_guard(term) && gone.contains(term) && s.terms.contains(term) && keeps(term) {
                // A small edit that takes out a guard does just that, where the record speaks of what is
                // left.
                let left = h.kept_terms.iter().filter(|t| record.terms.contains(*t));
                if weigh(left, corpus) < 0.2 {
                    continue;
                }
                let share = 1.0 / net.max(1) as f64;
                let strength = 0.2 + 0.3 * corpus.rarity(term) + 0.5 * share;
                let what = spelled(&s.text, [term.as_str()].into_iter());
                better(&mut self.guard, at.meeting(strength, si, what));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_one_whatever_the_order_of_its_words() {
        let code = pairs("export default function Chip(");
        let prose = pairs("We avoid default exports in all our code");
        assert!(code.intersection(&prose).count() == 1, "{code:?} {prose:?}");
    }

    #[test]
    fn a_phrase_of_common_words_tells_nothing() {
        let sets: Vec<_> = (0..20)
            .map(|i| {
                let rare = if i == 0 { "berth tide" } else { "" };
                super::super::words::term_set(&format!("user page {rare}"))
            })
            .collect();
        let corpus = Corpus::of(&sets);
        assert!(telling(&("page".into(), "user".into()), &corpus) < 0.01);
        assert!(telling(&("berth".into(), "tide".into()), &corpus) > 0.9);
    }

    #[test]
    fn guards_are_known_in_their_forms() {
        for word in [
            "lock",
            "validates",
            "verify",
            "escaped",
            "retries",
            "readonly",
        ] {
            let term = &terms(word)[0];
            assert!(is_guard(term), "{word} {term}");
        }
        assert!(!is_guard("block") && !is_guard("clock"));
        assert!(bounds("injection requires evidence ≥ 2") && !bounds("2 of 3 runs"));
    }
}
