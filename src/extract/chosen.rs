//! What a text takes, so that it is never told as turned down.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::cues::cues;
use super::options;
use super::sentences::{Block, Sentence};
use super::terms::stems;

/// What a text says will be done, up to its end.
static WILL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?-u:\b)we(?:['’]ll| will| should| (?:have )?decided to| are going to)\s+(?P<x>[^;\n]{3,200})",
    )
    .ok()
});

/// What a text takes: the words of its title and of the sentences that choose.
pub(super) struct Chosen {
    named: Vec<Vec<String>>,
    told: Vec<Vec<String>>,
}

impl Chosen {
    /// Reads it from the title, from what is named as chosen, and from what will be done.
    pub(super) fn of(passage: &Passage<'_>, all: &[Sentence<'_>]) -> Self {
        let named = options::named_as_chosen(all);
        let title = all.first().filter(|s| s.block == Block::Heading);
        let above = passage.trail.last().map(String::as_str);
        let titles = title.map(|s| s.text).into_iter().chain(above);
        let will = all.iter().filter_map(|s| {
            let m = WILL.as_ref()?.captures(s.text)?.name("x")?;
            Some(m.as_str())
        });
        let told = titles.chain(will).filter(|t| !turns(t));
        Self {
            named: named.into_iter().map(stems).collect(),
            told: told.map(stems).collect(),
        }
    }

    /// Whether this is what was taken. A contrast only names in passing: there the words of the
    /// title and of "we will …" are enough.
    pub(super) fn is(&self, name: &str, weak: bool) -> bool {
        let own = stems(name);
        let within = |of: &Vec<String>| own.iter().all(|t| of.contains(t));
        !own.is_empty()
            && (self.named.iter().any(|n| n.len() == own.len() && within(n))
                || (weak && self.told.iter().any(within)))
    }
}

/// Whether words also say what is left: their terms do not all name what is taken.
pub(super) fn turns(text: &str) -> bool {
    let c = cues();
    let lower = format!(" {} ", text.to_lowercase());
    c.contrast.find(text).is_some()
        || c.rejected_after.find(text).is_some()
        || c.rejected_before.find(text).is_some()
        || [
            "replac", "swap", "switch", "migrat", "remov", "drop", "without", "avoid", "revert",
            "failed", "why ",
        ]
        .iter()
        .any(|w| lower.contains(w))
        || [
            " not ", " no ", " never ", "n't ", " from ", " over ", " vs ", "→",
        ]
        .iter()
        .any(|w| lower.contains(w))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_builds() {
        assert!(WILL.is_some());
    }
}
