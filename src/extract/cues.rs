//! The words by which decisions say what they turned down and what they oblige to, in the languages
//! of `cues.toml`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use crate::model::Duty;

/// The words of one language.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Language {
    contrast: Vec<String>,
    rejected_after: Vec<String>,
    rejected_before: Vec<String>,
    because: Vec<String>,
    options: Vec<String>,
    alternatives: Vec<String>,
    rejected: Vec<String>,
    against: Vec<String>,
    must: Vec<String>,
    never: Vec<String>,
    always: Vec<String>,
    only: Vec<String>,
    at_most: Vec<String>,
    at_least: Vec<String>,
    keep: Vec<String>,
    condition: Vec<String>,
    scope: Vec<String>,
}

/// What a list of options under a heading means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listing {
    /// All that was weighed, the chosen one among them.
    Options,
    /// What was weighed beside the chosen one.
    Alternatives,
    /// What was turned down.
    Rejected,
}

/// All words, ready to search for.
pub(super) struct Cues {
    /// Before a rejected option: `instead of`.
    pub contrast: Words,
    /// Before a rejected option: `we rejected`.
    pub rejected_after: Words,
    /// After a rejected option: `was rejected`.
    pub rejected_before: Words,
    /// Before a reason.
    pub because: Words,
    /// At the start of what speaks against an option.
    pub against: Words,
    /// Before a condition.
    pub condition: Words,
    /// Before a scope.
    pub scope: Words,
    /// What obliges, longest first.
    pub duties: Vec<(Duty, Words)>,
    headings: BTreeMap<String, u8>,
}

static CUES: LazyLock<Cues> = LazyLock::new(|| {
    #[allow(clippy::expect_used)] // The file is part of the program and a test reads it.
    let all: BTreeMap<String, Language> =
        toml::from_str(include_str!("cues.toml")).expect("cues.toml");
    Cues::of(all.into_values().collect())
});

/// The words of all languages.
pub(super) fn cues() -> &'static Cues {
    &CUES
}

impl Cues {
    fn of(all: Vec<Language>) -> Self {
        let words = |of: &dyn Fn(&Language) -> &Vec<String>| {
            Words::of(all.iter().flat_map(of).map(String::as_str))
        };
        let mut headings = BTreeMap::new();
        for l in &all {
            for (n, list) in [&l.options, &l.alternatives, &l.rejected]
                .into_iter()
                .enumerate()
            {
                let kind = u8::try_from(n).unwrap_or_default();
                headings.extend(list.iter().map(|h| (h.to_lowercase(), kind)));
            }
        }
        Self {
            contrast: words(&|l| &l.contrast),
            rejected_after: words(&|l| &l.rejected_after),
            rejected_before: words(&|l| &l.rejected_before),
            because: words(&|l| &l.because),
            against: words(&|l| &l.against),
            condition: words(&|l| &l.condition),
            scope: words(&|l| &l.scope),
            duties: vec![
                (Duty::AtMost, words(&|l| &l.at_most)),
                (Duty::AtLeast, words(&|l| &l.at_least)),
                (Duty::Only, words(&|l| &l.only)),
                (Duty::Never, words(&|l| &l.never)),
                (Duty::Always, words(&|l| &l.always)),
                (Duty::Keep, words(&|l| &l.keep)),
                (Duty::Must, words(&|l| &l.must)),
            ],
            headings,
        }
    }

    /// What a heading lists, where it lists options: by its words without number and marks.
    pub fn listing(&self, heading: &str) -> Option<Listing> {
        let plain = heading
            .trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' ' | '#'))
            .trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase();
        Some(match self.headings.get(&plain)? {
            0 => Listing::Options,
            1 => Listing::Alternatives,
            _ => Listing::Rejected,
        })
    }
}

/// A set of words and phrases, the longest first.
pub(super) struct Words {
    re: Option<Regex>,
}

impl Words {
    fn of<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut list: Vec<String> = words.map(regex::escape).collect();
        list.sort_by_key(|w| std::cmp::Reverse(w.len()));
        list.dedup();
        let joined = list.join("|").replace(' ', r"\s+");
        Self {
            re: Regex::new(&format!("(?i)(?:{joined})")).ok(),
        }
    }

    /// Where one of them stands first at or after `from`, as a whole word: its start and end.
    pub fn find_at(&self, text: &str, from: usize) -> Option<(usize, usize)> {
        let re = self.re.as_ref()?;
        let mut at = from;
        while let Some(m) = re.find_at(text, at) {
            if is_whole(text, m.start(), m.end()) {
                return Some((m.start(), m.end()));
            }
            at = m.start() + text[m.start()..].chars().next().map_or(1, char::len_utf8);
            if at > text.len() {
                return None;
            }
        }
        None
    }

    /// As [`Words::find_at`] from the start.
    pub fn find(&self, text: &str) -> Option<(usize, usize)> {
        self.find_at(text, 0)
    }

    /// Whether the text begins with one of them; its length.
    pub fn starts(&self, text: &str) -> Option<usize> {
        self.find(text).filter(|(a, _)| *a == 0).map(|(_, b)| b)
    }
}

/// Whether a piece begins and ends at the borders of words; scripts without spaces have none.
fn is_whole(text: &str, from: usize, to: usize) -> bool {
    let joins = |a: Option<char>, b: Option<char>| match (a, b) {
        (Some(a), Some(b)) => {
            a.is_alphanumeric() && b.is_alphanumeric() && !is_wide(a) && !is_wide(b)
        }
        _ => false,
    };
    let before = joins(
        text[..from].chars().next_back(),
        text[from..].chars().next(),
    );
    let after = joins(text[..to].chars().next_back(), text[to..].chars().next());
    !before && !after
}

/// Whether a character belongs to a script that sets no spaces between words.
pub(super) fn is_wide(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole_where_the_script_has_words() {
        let c = cues();
        assert_eq!(c.duties.len(), 7);
        assert!(c.contrast.find("A statt B").is_some());
        assert!(c.contrast.find("Bestattung").is_none());
        assert!(c.contrast.find("采用A而不是B").is_some());
    }

    #[test]
    fn a_heading_tells_what_it_lists_in_any_of_the_languages() {
        let c = cues();
        assert_eq!(c.listing("3. Considered Options"), Some(Listing::Options));
        assert_eq!(
            c.listing("Verworfene Alternativen"),
            Some(Listing::Rejected)
        );
        assert_eq!(c.listing("代替案"), Some(Listing::Alternatives));
        assert_eq!(c.listing("Options for the reader"), None);
    }
}
