//! What the change is about, as questions for the graph: names for the symbol hop, words for the
//! full text.

use std::collections::{BTreeMap, BTreeSet};

use crate::judge::view::ChangeView;
use crate::judge::words::{Corpus, is_stop, split_identifier, stem};

/// Names asked for at most.
const NAMES_MAX: usize = 300;
/// Words asked for at most.
const WORDS_MAX: usize = 40;
/// Words asked for at most besides, of those that the record has.
const KNOWN_MAX: usize = 20;

/// Names of the changed lines, lower-case.
pub fn names(view: &ChangeView) -> Vec<String> {
    let mut out = BTreeSet::new();
    for (_, hunk) in view.effective() {
        for (_, code) in hunk.removed.iter().chain(&hunk.added) {
            for name in crate::judge::words::names(code) {
                if let Some((_, last)) = name.rsplit_once('.') {
                    out.insert(last.to_owned());
                }
                out.insert(name);
            }
        }
    }
    out.retain(|n| n.chars().count() > 2 && !is_stop(n));
    out.into_iter().take(NAMES_MAX).collect()
}

/// Words of the change, those that tell most first: changed words before those beside them, rare
/// before common. In a large change most are rarer than any that the record has: some of those that
/// it has are asked for as well.
pub fn words(view: &ChangeView, corpus: &Corpus) -> Vec<String> {
    let mut weights: BTreeMap<String, f64> = BTreeMap::new();
    let mut add = |text: &str, weight: f64| {
        for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            for part in split_identifier(word) {
                if part.chars().count() > 2
                    && part.chars().any(char::is_alphabetic)
                    && !is_stop(&part)
                {
                    let rarity = corpus.rarity(&stem(&part));
                    let w = weights.entry(part).or_default();
                    *w = w.max(weight * rarity);
                }
            }
        }
    };
    for (file, hunk) in view.effective() {
        for (_, code) in hunk.removed.iter().chain(&hunk.added) {
            add(code, 1.0);
        }
        add(&hunk.scope, 0.5);
        add(&file.path.file_name(), 0.5);
    }
    for file in view.files.iter().filter(|f| f.is_moved()) {
        add(&file.path.to_string(), 1.0);
        add(&file.old_path.to_string(), 1.0);
    }
    let mut ranked: Vec<(String, f64)> = weights.into_iter().collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let (first, rest) = ranked.split_at(ranked.len().min(WORDS_MAX));
    let known = rest.iter().filter(|(w, _)| corpus.has(&stem(w)));
    first
        .iter()
        .chain(known.take(KNOWN_MAX))
        .map(|(w, _)| w.clone())
        .collect()
}
