//! The checks that every fact passes before it is kept.

use super::Facts;
use super::mentions::Known;
use crate::model::{MentionKind, QUOTE_MAX, Quote};

/// How many facts passed the checks and how many did not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grounding {
    /// Facts that were kept.
    pub kept: usize,
    /// Facts that were dropped.
    pub dropped: usize,
}

impl std::ops::AddAssign for Grounding {
    fn add_assign(&mut self, other: Self) {
        self.kept += other.kept;
        self.dropped += other.dropped;
    }
}

/// Whether a quote stands verbatim in the text and is short enough.
pub fn is_grounded(quote: &Quote, text: &str) -> bool {
    let chars = quote.text.chars().count();
    chars > 0 && chars <= QUOTE_MAX && text.contains(&quote.text)
}

/// Whether a number stands in its quote as a number of its own.
pub fn number_stands(value: &str, quote: &str) -> bool {
    quote.match_indices(value).any(|(i, _)| {
        let before = quote[..i].chars().next_back();
        let after = quote[i + value.len()..].chars().next();
        let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        !digit(before) && !digit(after)
    })
}

/// Drops what fails and counts both.
pub fn check(text: &str, facts: &mut Facts, known: &Known<'_>) -> Grounding {
    let count = |f: &Facts| {
        f.alternatives.len()
            + f.measurements.len()
            + f.experiments.len()
            + f.limits.len()
            + f.mentions.len()
    };
    let before = count(facts);
    facts.alternatives.retain(|a| {
        is_grounded(&a.quote, text)
            && a.quote.text.contains(&a.name)
            && a.reason.as_ref().is_none_or(|r| text.contains(r.as_str()))
    });
    facts
        .measurements
        .retain(|m| is_grounded(&m.quote, text) && number_stands(&m.value, &m.quote.text));
    facts.experiments.retain(|e| is_grounded(&e.quote, text));
    facts
        .limits
        .retain(|l| is_grounded(&l.quote, text) && l.quote.text.contains(&l.scope));
    facts.mentions.retain(|m| match m.kind {
        MentionKind::File => (known.file)(&m.name),
        MentionKind::Symbol => (known.identifier)(&m.name),
        _ => true,
    });
    let kept = count(facts);
    Grounding {
        kept,
        dropped: before - kept,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_stands_only_as_a_number_of_its_own() {
        assert!(number_stands("40", "below 40 rows"));
        assert!(number_stands("16/20", "0/20 against 16/20"));
        assert!(!number_stands("40", "about 4096 or 140"));
    }
}
