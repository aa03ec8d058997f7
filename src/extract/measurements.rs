//! Numbers that were measured, with unit and subject.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::sentences::Sentence;
use crate::model::Measurement;

/// Most measurements of one text.
const MOST: usize = 40;

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)(?P<n>[+-]?\d[\d,]*(?:\.\d+)?(?:/\d+)?)\s?-?(?P<u>
            %|percent(?-u:\b)|ms(?-u:\b)|µs(?-u:\b)|s(?-u:\b)|secs?(?-u:\b)|seconds?(?-u:\b)|min(?:ute)?s?(?-u:\b)|h(?-u:\b)|hours?(?-u:\b)|days?(?-u:\b)|weeks?(?-u:\b)
          |[KMGT]i?B(?-u:\b)|kb(?-u:\b)|mb(?-u:\b)|bytes?(?-u:\b)|tok/s(?-u:\b)|c?tok(?:ens?)?(?-u:\b)|req/s(?-u:\b)|rps(?-u:\b)|/min(?-u:\b)|fps(?-u:\b)|[x×](?-u:\b)
          |chars?(?-u:\b)|characters?(?-u:\b)|lines?(?-u:\b)|rows?(?-u:\b)|files?(?-u:\b)|tests?(?-u:\b)|facts?(?-u:\b)|requests?(?-u:\b)|retries(?-u:\b)|attempts?(?-u:\b)
          |pages?(?-u:\b)|words?(?-u:\b)|connections?(?-u:\b)|threads?(?-u:\b)|workers?(?-u:\b)|times(?-u:\b)|claims?(?-u:\b)|px(?-u:\b)|dims?(?-u:\b)|dimensions?(?-u:\b))?",
    )
    .ok()
});

/// The measurements of a passage: numbers with a unit, and ratios (`16/20`).
pub(super) fn read(passage: &Passage<'_>, all: &[Sentence<'_>]) -> Vec<Measurement> {
    let Some(re) = NUMBER.as_ref() else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for s in all {
        for c in re.captures_iter(s.text) {
            let (Some(m), Some(n)) = (c.get(0), c.name("n")) else {
                continue;
            };
            let unit = c.name("u").map_or("", |u| u.as_str());
            if out.len() >= MOST {
                return out;
            }
            if !is_measure(s.text, n.start(), n.end(), unit) {
                continue;
            }
            out.push(Measurement {
                value: n.as_str().trim_start_matches('+').to_owned(),
                unit: unit.to_owned(),
                what: subject(s.text, m.start()),
                against: None,
                quote: passage.quote(s, n.start()),
            });
        }
    }
    out
}

/// A number with a unit, or a ratio; not a date, a version, a port, a part of a word or a path.
fn is_measure(text: &str, from: usize, to: usize, unit: &str) -> bool {
    let before = text[..from].chars().next_back();
    let glued = before.is_some_and(|c| {
        c.is_alphanumeric() || matches!(c, '.' | '/' | '-' | '_' | '#' | ':' | '@')
    });
    if glued {
        return false;
    }
    let number = &text[from..to];
    if let Some((a, b)) = number.split_once('/') {
        let ends = !text[to..].starts_with(['/', '-']);
        return ends && a.len() <= 4 && b.len() <= 4 && b != "0" && !(a == "24" && b == "7");
    }
    let after = &text[to..];
    let versioned = after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit());
    !unit.is_empty() && !versioned
}

/// Up to six words before the number.
fn subject(text: &str, at: usize) -> String {
    let clause = text[..at]
        .rsplit([';', '(', '—', '·', '→', '\n', '|'])
        .next()
        .unwrap_or("");
    let words: Vec<&str> = clause.split_whitespace().collect();
    let from = words.len().saturating_sub(6);
    words[from..]
        .join(" ")
        .trim_matches(|c: char| !c.is_alphanumeric() && c != '`')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::sentences::sentences;
    use super::*;

    fn found(text: &str) -> Vec<(String, String)> {
        read(&Passage::of(text), &sentences(text))
            .into_iter()
            .map(|m| (m.value, m.unit))
            .collect()
    }

    #[test]
    fn numbers_with_units_and_ratios_are_measurements() {
        assert_eq!(
            found("Phase: 46min, now 111s. It was 0/20 against 16/20, 92.5 % at 1,200 tok/s."),
            [
                ("46", "min"),
                ("111", "s"),
                ("0/20", ""),
                ("16/20", ""),
                ("92.5", "%"),
                ("1,200", "tok/s")
            ]
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
    }

    #[test]
    fn dates_versions_ports_and_paths_are_not() {
        assert_eq!(
            found("On 2026-08-16 v1.2.3 (#12) at 8080 in src/2/x, Qwen3.8-27B and 24/7."),
            []
        );
        assert!(NUMBER.is_some());
    }
}
