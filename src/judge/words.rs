//! Words: how identifiers and prose become comparable terms.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::LazyLock;

use rust_stemmers::{Algorithm, Stemmer};

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

static STOP: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    "the a an and or of to in is are be been being it its this that these those for on with as by \
     at from not no nor we our us you your i me my was were will would should could can may might \
     must shall if but they them their there here which who whom whose when where why how what then \
     than so all any each every more most much many few some other another such into over under \
     only also have has had having do does did done doing one two first second new old now just \
     very too about after before between both same own because while during until up down out off \
     again once per via etc e.g i.e let const var function def self return true \
     false none null undefined nil if else elif end public private void string \
     number boolean int str type value name file files code line lines thing things way case cases \
     use used uses using make makes made get gets got set sets add adds added need needs like \
     still even without within however therefore rather instead don doesn isn js"
        .split_whitespace()
        .collect()
});

/// Whether a lower-case word carries no meaning of its own.
pub fn is_stop(word: &str) -> bool {
    STOP.contains(word)
}

/// One comparable term: lower-case and stemmed.
pub type Term = String;

/// Splits an identifier or a word at case changes, digits' borders, `_`, `-`, `.` and `/`:
/// `maxPendingFacts` gives `max`, `pending`, `facts`; `HTTPServer` gives `http`, `server`.
pub fn split_identifier(word: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for chunk in word.split(|c: char| !c.is_alphanumeric()) {
        let chars: Vec<char> = chunk.chars().collect();
        let mut current = String::new();
        for (i, &c) in chars.iter().enumerate() {
            let prev = i.checked_sub(1).and_then(|p| chars.get(p)).copied();
            let next = chars.get(i + 1).copied();
            let border = prev.is_some_and(|p| {
                (p.is_lowercase() && c.is_uppercase())
                    || (p.is_uppercase()
                        && c.is_uppercase()
                        && next.is_some_and(char::is_lowercase))
            });
            if border && !current.is_empty() {
                parts.push(std::mem::take(&mut current));
            }
            current.extend(c.to_lowercase());
        }
        if !current.is_empty() {
            parts.push(current);
        }
    }
    parts
}

/// The stem of a lower-case word.
pub fn stem(word: &str) -> Term {
    if word.is_ascii() {
        STEMMER.stem(word).into_owned()
    } else {
        word.to_owned()
    }
}

/// The terms of a text in order, without stop words and bare numbers.
pub fn terms(text: &str) -> Vec<Term> {
    let mut out = Vec::new();
    for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
        if word.is_empty() {
            continue;
        }
        for part in split_identifier(word) {
            let meaningful = part.chars().count() > 1
                && part.chars().any(char::is_alphabetic)
                && !is_stop(&part);
            if meaningful {
                out.push(stem(&part));
            }
        }
    }
    out
}

/// The distinct terms of a text.
pub fn term_set(text: &str) -> BTreeSet<Term> {
    terms(text).into_iter().collect()
}

/// Whole identifiers and dotted or dashed names of a text, lower-case: `raise_on_missing`,
/// `dry-transaction`, `fuse.js`, `react.fc`. Names of one plain word count as well.
pub fn names(text: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@');
    for word in text.split(|c: char| !is_name(c)) {
        let word = word.trim_matches(|c: char| matches!(c, '.' | '-' | '/' | '_'));
        if word.chars().count() > 1 && word.chars().any(char::is_alphabetic) {
            out.insert(word.to_lowercase());
        }
    }
    out
}

/// How many of the live decisions use each term, to tell rare from common.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    documents: usize,
    frequency: HashMap<Term, usize>,
}

impl Corpus {
    /// Counts the terms of each text once.
    pub fn of<'a>(texts: impl IntoIterator<Item = &'a BTreeSet<Term>>) -> Self {
        let mut corpus = Self::default();
        for set in texts {
            corpus.documents += 1;
            for term in set {
                *corpus.frequency.entry(term.clone()).or_default() += 1;
            }
        }
        corpus
    }

    /// Whether any of the texts has the term.
    pub fn has(&self, term: &str) -> bool {
        self.frequency.contains_key(term)
    }

    /// Inverse document frequency as BM25 has it, 0 for a term that stands everywhere.
    pub fn idf(&self, term: &str) -> f64 {
        let n = self.documents as f64;
        let df = self.frequency.get(term).copied().unwrap_or(0) as f64;
        ((n - df + 0.5) / (df + 0.5) + 1.0).ln()
    }

    /// [`Corpus::idf`] scaled to 0..=1 by what a term of one document would have.
    pub fn rarity(&self, term: &str) -> f64 {
        let top = ((self.documents as f64 - 0.5) / 1.5 + 1.0).ln().max(0.1);
        (self.idf(term) / top).clamp(0.0, 1.0)
    }

    /// How many texts were counted.
    pub fn len(&self) -> usize {
        self.documents
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.documents == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_split_at_case_and_punctuation() {
        assert_eq!(
            split_identifier("maxPendingFacts"),
            ["max", "pending", "facts"]
        );
        assert_eq!(split_identifier("HTTPServer"), ["http", "server"]);
        assert_eq!(
            split_identifier("raise_on_missing_translations"),
            ["raise", "on", "missing", "translations"]
        );
        assert_eq!(split_identifier("dry-transaction"), ["dry", "transaction"]);
    }

    #[test]
    fn prose_and_code_meet_in_the_same_terms() {
        let prose = term_set("Identity facts never decay.");
        let code = term_set("const DECAY_RATES = {}; // identityFact");
        assert_eq!(
            prose.intersection(&code).collect::<Vec<_>>(),
            ["decay", "fact", "ident"]
        );
    }

    #[test]
    fn names_keep_their_punctuation() {
        let n = names("gem \"dry-transaction\" and React.FC<Props>");
        assert!(n.contains("dry-transaction") && n.contains("react.fc"));
    }

    #[test]
    fn a_term_of_every_text_is_worth_little() {
        let sets = [
            term_set("cache keys"),
            term_set("cache values"),
            term_set("cache misses"),
        ];
        let corpus = Corpus::of(&sets);
        assert!(corpus.rarity("cach") < 0.2);
        assert!(corpus.rarity("miss") > 0.9);
    }
}
