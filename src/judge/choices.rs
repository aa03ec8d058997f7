//! What was chosen and what was turned down: options and dependencies that come or go.

use std::collections::BTreeSet;

use super::meets::{Meetings, Place, better, spelled, weigh};
use super::record::{RecordView, Sentence};
use super::words::{Corpus, Term, term_set};
use crate::model::{Decision, FileKind, Outcome, Standing};

/// Options that were turned down and that the added side names.
pub(super) fn alternatives(
    m: &mut Meetings,
    at: &Place<'_>,
    decision: &Decision,
    record: &RecordView,
    corpus: &Corpus,
) {
    for alternative in &decision.alternatives {
        let name = alternative.name.trim().to_lowercase();
        let wanted = term_set(&alternative.name);
        let words = alternative.name.split_whitespace().count();
        if wanted.is_empty() || words > 3 {
            continue;
        }
        // The option must not be what the decision is about, or what it chose.
        let own: BTreeSet<&Term> = wanted.difference(&record.title.terms).collect();
        if own.is_empty() {
            continue;
        }
        let named = at.hunk.added_names.iter().any(|n| same_name(n, &name));
        let found = own
            .iter()
            .filter(|t| at.hunk.added_terms.contains_key(**t))
            .count();
        let share = found as f64 / own.len() as f64;
        let weight = weigh(
            own.iter()
                .copied()
                .filter(|t| at.hunk.added_terms.contains_key(*t)),
            corpus,
        );
        let manifest = matches!(at.file.kind, FileKind::Manifest | FileKind::Config);
        let strength = match (named, share) {
            (true, _) if manifest => 1.0,
            (true, _) => 0.8,
            (_, s) if s >= 1.0 => (0.35 + weight / 4.0) * if manifest { 1.2 } else { 1.0 },
            _ => 0.0,
        };
        let si = record
            .sentences
            .iter()
            .position(|s| s.text.contains(alternative.name.trim()));
        better(
            &mut m.rejected,
            at.meeting(strength, si, alternative.name.clone()),
        );
    }
}

/// A thing by its own name that the title of a failed attempt has, and that comes again: a library, a
/// model, a service. Plain words are no such names.
pub(super) fn tried(m: &mut Meetings, at: &Place<'_>, decision: &Decision, record: &RecordView) {
    let disproven = decision
        .experiments
        .iter()
        .any(|e| e.outcome == Outcome::Disproven);
    if !(disproven || decision.standing == Standing::Rejected) {
        return;
    }
    let own_name = |n: &&String| {
        n.len() > 4 && n.contains(['-', '.', '_', '/', '@']) && n.chars().any(char::is_alphabetic)
    };
    for name in at.hunk.added_names.intersection(&record.title.names) {
        if own_name(&name) {
            let says = |s: &Sentence| s.names.contains(name);
            let si = record.sentences.iter().position(says);
            better(&mut m.rejected, at.meeting(0.75, si, name.clone()));
        }
    }
}

/// Dependencies that come or go and that the record names: what was chosen goes, what was weighed
/// comes instead.
pub(super) fn dependencies(m: &mut Meetings, at: &Place<'_>, record: &RecordView) {
    if at.file.kind != FileKind::Manifest {
        return;
    }
    let named = |name: &String| -> Vec<usize> {
        let says = |s: &Sentence| s.names.iter().any(|n| same_name(name, n));
        record
            .sentences
            .iter()
            .enumerate()
            .filter(|(_, s)| says(s))
            .map(|(i, _)| i)
            .collect()
    };
    let mut gone = None;
    for name in &at.hunk.removed_names {
        let said = named(name);
        if let Some(first) = said.first() {
            let strength = 0.35 + 0.12 * said.len().min(4) as f64;
            better(
                &mut m.chosen,
                at.meeting(strength, Some(*first), name.clone()),
            );
            gone = Some(name);
        }
    }
    for name in &at.hunk.added_names {
        if let Some(first) = named(name).first() {
            let strength = if gone.is_some() { 0.7 } else { 0.35 };
            better(
                &mut m.rejected,
                at.meeting(strength, Some(*first), name.clone()),
            );
        }
    }
}

/// Whether a name in code is the option's name: equal without punctuation, or with a scope or a
/// suffix such as `-driver`.
fn same_name(code: &str, option: &str) -> bool {
    let plain = |s: &str| -> String {
        s.trim_end_matches(".js")
            .chars()
            .filter(|c| c.is_alphanumeric())
            .collect()
    };
    let (c, o) = (plain(code), plain(option));
    o.len() > 2
        && (c == o || (o.len() > 4 && code.split(['-', '/', '@', '_']).any(|p| plain(p) == o)))
}

/// What the title names as chosen, removed from the whole change.
pub(super) fn chosen(
    m: &mut Meetings,
    at: &Place<'_>,
    decision: &Decision,
    record: &RecordView,
    corpus: &Corpus,
    gone: &BTreeSet<Term>,
) {
    let hits: Vec<&Term> = at
        .hunk
        .removed_terms
        .keys()
        .filter(|t| gone.contains(*t) && record.title.terms.contains(*t))
        .collect();
    if hits.is_empty() {
        return;
    }
    let manifest = at.file.kind == FileKind::Manifest;
    let named = at
        .hunk
        .removed_names
        .iter()
        .any(|n| record.title.names.contains(n));
    let weight = weigh(hits.iter().copied(), corpus);
    let strength = if manifest && named { 0.9 } else { weight / 3.0 };
    let what = spelled(&decision.title, hits.iter().map(|t| t.as_str()));
    better(&mut m.chosen, at.meeting(strength, None, what));
}
