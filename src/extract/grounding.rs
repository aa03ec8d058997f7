//! The checks that every fact passes before it is kept.

use super::Facts;
use super::mentions::Known;
use crate::model::{MentionKind, QUOTE_MAX, Quote};

/// How many facts passed the checks and how many did not, and by which check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grounding {
    /// Facts that were kept.
    pub kept: usize,
    /// Facts that were dropped, for whatever reason.
    pub dropped: usize,
    /// Of those: facts whose quote does not stand in its source, or not what the quote should hold.
    pub quotes: usize,
    /// Numbers that do not stand in their quote.
    pub numbers: usize,
    /// Files that git does not have.
    pub files: usize,
    /// Names of which a part stands nowhere as an identifier.
    pub names: usize,
}

impl std::ops::AddAssign for Grounding {
    fn add_assign(&mut self, other: Self) {
        self.kept += other.kept;
        self.dropped += other.dropped;
        self.quotes += other.quotes;
        self.numbers += other.numbers;
        self.files += other.files;
        self.names += other.names;
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
    let mut g = Grounding::default();
    facts.alternatives.retain(|a| {
        let quoted = is_grounded(&a.quote, text)
            && a.quote.text.contains(&a.name)
            && a.reason_quote.as_ref().is_none_or(|q| is_grounded(q, text));
        let reasoned = a.reason.as_ref().is_none_or(|r| {
            let own = a.reason_quote.as_ref().unwrap_or(&a.quote);
            own.text.contains(r.as_str())
        });
        keep(quoted && reasoned, &mut g.quotes)
    });
    facts.measurements.retain(|m| {
        let stands = |v: &str| number_stands(v, &m.quote.text);
        keep(is_grounded(&m.quote, text), &mut g.quotes) && keep(stands(&m.value), &mut g.numbers)
    });
    for m in &mut facts.measurements {
        let gone = m.against.take_if(|v| !number_stands(v, &m.quote.text));
        g.numbers += usize::from(gone.is_some());
    }
    facts
        .experiments
        .retain(|e| keep(is_grounded(&e.quote, text), &mut g.quotes));
    facts.limits.retain(|l| {
        let stands = is_grounded(&l.quote, text) && l.quote.text.contains(&l.scope);
        keep(stands, &mut g.quotes)
    });
    facts.constraints.retain(|c| {
        let mut parts = [
            Some(&c.cue),
            Some(&c.object),
            c.subject.as_ref(),
            c.condition.as_ref(),
            c.scope.as_ref(),
        ]
        .into_iter()
        .flatten();
        let stands =
            is_grounded(&c.quote, text) && parts.all(|p| c.quote.text.contains(p.as_str()));
        keep(stands, &mut g.quotes)
    });
    facts.mentions.retain(|m| match m.kind {
        MentionKind::File => keep((known.file)(&m.name), &mut g.files),
        MentionKind::Symbol => keep((known.identifier)(&m.name), &mut g.names),
        _ => true,
    });
    g.kept = facts.len();
    g.dropped = g.quotes + g.numbers + g.files + g.names;
    g
}

/// Hands the answer on and counts a no.
fn keep(passed: bool, failed: &mut usize) -> bool {
    *failed += usize::from(!passed);
    passed
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

    #[test]
    fn what_does_not_stand_is_dropped_and_counted_by_its_check() {
        let text = "We cap it at 40 rows.";
        let quote = |t: &str| Quote {
            text: t.into(),
            ..Quote::default()
        };
        let measured = |value: &str, q: &str| crate::model::Measurement {
            value: value.into(),
            unit: "rows".into(),
            what: "cap".into(),
            against: None,
            quote: quote(q),
        };
        let named = |kind, name: &str| crate::model::Mention {
            kind,
            name: name.into(),
            line: None,
        };
        let mut facts = Facts {
            measurements: vec![
                measured("40", text),
                measured("41", text),
                measured("40", "cap it at 40 lines"),
            ],
            mentions: vec![
                named(MentionKind::File, "src/a.rs"),
                named(MentionKind::File, "src/b.rs"),
                named(MentionKind::Symbol, "Store.gone"),
            ],
            ..Facts::default()
        };
        let known = Known {
            file: &|f| f == "src/a.rs",
            identifier: &|_| false,
        };
        let g = check(text, &mut facts, &known);
        assert_eq!((g.kept, g.dropped), (2, 4));
        assert_eq!((g.quotes, g.numbers, g.files, g.names), (1, 1, 1, 1));
    }
}
