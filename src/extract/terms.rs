//! The words of a text that carry its meaning.

use std::collections::HashSet;
use std::sync::LazyLock;

static STOP: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "a about above after again against all also am an and any are as at be because been before being
     below between both but by can could did do does doing don down during each few for from further
     had has have having he her here hers him his how i if in into is it its itself just let me more
     most my no nor not now of off on once only or other our ours out over own per s same she should
     so some such t than that the their them then there these they this those through to too under
     until up us use used uses using very was we were what when where which while who whom why will
     with within without would you your via may might must shall never always instead rather one two
     new old first last get got make made makes need needs want way well like see set still"
        .split_whitespace()
        .collect()
});

/// The terms of a text, lower-case, in order, each once: words of two letters or more that are no
/// stop words, numbers, and identifiers both whole and in their parts (`maxFacts` gives `maxfacts`,
/// `max`, `facts`).
pub fn terms(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut seen = HashSet::new();
    let mut add = |t: String| {
        let keep = t.chars().count() > 1 || t.bytes().all(|b| b.is_ascii_digit());
        if keep && !STOP.contains(t.as_str()) && seen.insert(t.clone()) {
            out.push(t);
        }
    };
    for token in text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))) {
        let token = token.trim_matches(['-', '.', '_']);
        if token.is_empty() {
            continue;
        }
        let whole = token.to_lowercase();
        let parts = parts(token);
        if parts.len() > 1 {
            for p in parts {
                add(p);
            }
        }
        add(whole);
    }
    out
}

/// A word without its commonest English endings: enough to compare `restrict` with `restricting`.
pub fn stem(word: &str) -> String {
    static ENGLISH: LazyLock<rust_stemmers::Stemmer> =
        LazyLock::new(|| rust_stemmers::Stemmer::create(rust_stemmers::Algorithm::English));
    ENGLISH.stem(word).into_owned()
}

/// An identifier's parts, lower-case.
fn parts(token: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut part = String::new();
    let mut last_lower = false;
    for c in token.chars() {
        if matches!(c, '_' | '-' | '.') {
            if !part.is_empty() {
                out.push(std::mem::take(&mut part));
            }
            last_lower = false;
            continue;
        }
        if c.is_uppercase() && last_lower && !part.is_empty() {
            out.push(std::mem::take(&mut part));
        }
        last_lower = c.is_lowercase() || c.is_ascii_digit();
        part.extend(c.to_lowercase());
    }
    if !part.is_empty() {
        out.push(part);
    }
    out
}

/// The share of all terms of two texts that both have (Jaccard), 0 to 1.
pub fn overlap(a: &HashSet<String>, b: &HashSet<String>) -> f64 {
    let common = a.intersection(b).count();
    let union = a.len() + b.len() - common;
    if union == 0 {
        return 0.0;
    }
    common as f64 / union as f64
}

/// The stems of a text's terms.
pub fn stems(text: &str) -> Vec<String> {
    let mut all: Vec<String> = terms(text).iter().map(|t| stem(t)).collect();
    all.sort();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_give_their_parts_and_stop_words_nothing() {
        assert_eq!(
            terms("We use the maxFacts cap of 40 in file_store"),
            [
                "max",
                "facts",
                "maxfacts",
                "cap",
                "40",
                "file",
                "store",
                "file_store"
            ]
        );
    }
}
