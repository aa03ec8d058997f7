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
        r"(?x)(?P<c>[$€£¥])?(?P<n>[+-]?\d(?:[\d,_\u{a0}\u{202f}']*\d)?(?:\.\d+)?(?:/\d+)?(?:\s?(?:[-–—]|\.\.|to)\s?~?\d(?:[\d,]*\d)?(?:\.\d+)?)?)(?P<k>[kKM](?-u:\b))?\s?-?(?P<u>
            %|percent(?-u:\b)|ms(?-u:\b)|µs(?-u:\b)|μs(?-u:\b)|ns(?-u:\b)|s(?-u:\b)|secs?(?-u:\b)|seconds?(?-u:\b)|min(?:ute)?s?(?-u:\b)|h(?-u:\b)|hours?(?-u:\b)|days?(?-u:\b)|weeks?(?-u:\b)|months?(?-u:\b)|years?(?-u:\b)
          |[KMGT]i?B(?-u:\b)|kb(?-u:\b)|mb(?-u:\b)|bytes?(?-u:\b)|tok/s(?-u:\b)|c?tok(?:ens?)?(?-u:\b)|req/s(?-u:\b)|rps(?-u:\b)|qps(?-u:\b)|/min(?-u:\b)|fps(?-u:\b)|[x×](?-u:\b)|×
          |chars?(?-u:\b)|characters?(?-u:\b)|lines?(?-u:\b)|rows?(?-u:\b)|files?(?-u:\b)|tests?(?-u:\b)|facts?(?-u:\b)|requests?(?-u:\b)|retries(?-u:\b)|attempts?(?-u:\b)|runs?(?-u:\b)|cores?(?-u:\b)
          |pages?(?-u:\b)|words?(?-u:\b)|connections?(?-u:\b)|threads?(?-u:\b)|workers?(?-u:\b)|times(?-u:\b)|claims?(?-u:\b)|px(?-u:\b)|dims?(?-u:\b)|dimensions?(?-u:\b)|Hz(?-u:\b)|[kMG]Hz(?-u:\b)|°C|points?(?-u:\b))?",
    )
    .ok()
});
/// What joins two numbers of which the second is what became of the first.
static BECAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\W{0,3}(?:→|->|=>|to|down to|up to|now|, now|is now)\s*(?:~|about|around|only)?\s*$",
    )
    .ok()
});
/// What joins two numbers that are held against each other.
static AGAINST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W{0,3}(?:against|vs\.?|versus|compared (?:to|with)|instead of|rather than)\s*(?:~|about|around|only)?\s*$").ok()
});

/// A number where it stands in its sentence.
struct Found<'t> {
    value: &'t str,
    unit: String,
    from: usize,
    to: usize,
    measured: bool,
}

/// The measurements of a passage: numbers with a unit, ratios (`16/20`), ranges (`10–20 ms`), and
/// pairs of them (`46 min → 111 s`, `0/20 against 16/20`).
pub(super) fn read(passage: &Passage<'_>, all: &[Sentence<'_>]) -> Vec<Measurement> {
    let mut out = Vec::new();
    for s in all {
        let mut found = numbers(s.text);
        let joined = join(s.text, &mut found);
        let mut before: Option<String> = None;
        for (i, f) in found.iter().enumerate() {
            if out.len() >= MOST {
                return out;
            }
            // What became of a number is measured on the same thing.
            let same = i > 0 && joined.get(i - 1).is_some_and(Option::is_some);
            let what = before
                .take()
                .filter(|_| same)
                .unwrap_or_else(|| subject(s.text, f.from));
            before = Some(what.clone());
            if !f.measured {
                continue;
            }
            let of = |n: usize| found.get(n).map(|f: &Found<'_>| f.value.to_owned());
            let became = i
                .checked_sub(1)
                .filter(|p| joined[*p] == Some(Pair::Became));
            let against = match joined.get(i) {
                Some(Some(Pair::Against)) => of(i + 1),
                _ => became.and_then(of),
            };
            out.push(Measurement {
                value: f.value.trim_start_matches('+').to_owned(),
                unit: f.unit.clone(),
                what,
                against,
                quote: passage.quote(s, f.from),
            });
        }
    }
    out
}

/// All numbers of a sentence that stand for themselves.
fn numbers(text: &str) -> Vec<Found<'_>> {
    let Some(re) = NUMBER.as_ref() else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for c in re.captures_iter(text) {
        let (Some(m), Some(n)) = (c.get(0), c.name("n")) else {
            continue;
        };
        let money = c.name("c").map_or("", |m| m.as_str());
        let named = c.name("u").map_or("", |m| m.as_str());
        let many = c.name("k").map_or("", |m| m.as_str());
        let unit = match (money, named) {
            ("", unit) => format!(
                "{many}{}{unit}",
                if many.is_empty() || unit.is_empty() {
                    ""
                } else {
                    " "
                }
            ),
            (money, _) => format!("{money}{many}"),
        };
        let (mut value, mut to) = (n.as_str(), m.end());
        // A range without a unit is two numbers or a date.
        let first = value.find([' ', '–', '—']).or_else(|| {
            value
                .char_indices()
                .skip(1)
                .find(|(_, c)| *c == '-')
                .map(|(i, _)| i)
        });
        let range = value.contains("..") || value.contains('~') || first.is_some_and(|i| i > 0);
        let mut unit = unit;
        if range && unit.is_empty() {
            let cut = value
                .find(|c: char| {
                    !(c.is_ascii_digit() || matches!(c, '+' | ',' | '.' | '/' | '_' | '\''))
                })
                .unwrap_or(value.len());
            (value, to) = (&value[..cut], n.start() + cut);
            if value.is_empty() {
                continue;
            }
        } else if range && value.contains("to") {
            // "from 40 to 12 ms" is a pair, not a range.
            if text[..n.start()]
                .trim_end()
                .to_lowercase()
                .ends_with("from")
            {
                let cut = value.find(' ').unwrap_or(value.len());
                let second = value.rfind(' ').map_or(0, |i| i + 1);
                out.push(Found {
                    value: &value[..cut],
                    unit: unit.clone(),
                    from: n.start(),
                    to: n.start() + cut,
                    measured: true,
                });
                let at = n.start() + second;
                out.push(Found {
                    value: &text[at..n.end()],
                    unit: std::mem::take(&mut unit),
                    from: at,
                    to,
                    measured: true,
                });
                continue;
            }
        }
        // "12k" alone counts nothing.
        let counted = !named.is_empty() || !money.is_empty();
        if is_apart(text, c.name("c").map_or(n.start(), |m| m.start()), to) {
            let said = if counted { unit.as_str() } else { "" };
            let measured = is_measure(text, value, n.start() + value.len(), said);
            out.push(Found {
                value,
                unit,
                from: n.start(),
                to,
                measured,
            });
        }
    }
    out
}

/// How a number is joined to the next one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pair {
    Became,
    Against,
}

/// Finds the pairs; a bare number beside a measured one takes its unit.
fn join(text: &str, found: &mut [Found<'_>]) -> Vec<Option<Pair>> {
    let mut out = vec![None; found.len()];
    for i in 0..found.len().saturating_sub(1) {
        let between = text.get(found[i].to..found[i + 1].from).unwrap_or("");
        let says =
            |re: &LazyLock<Option<Regex>>| re.as_ref().is_some_and(|re| re.is_match(between));
        let pair = if says(&BECAME) {
            Some(Pair::Became)
        } else if says(&AGAINST) {
            Some(Pair::Against)
        } else {
            None
        };
        if pair.is_none() || !(found[i].measured || found[i + 1].measured) {
            continue;
        }
        let (a, b) = (found[i].unit.clone(), found[i + 1].unit.clone());
        if a.is_empty() && !found[i].value.contains('/') {
            found[i].unit = b;
        } else if b.is_empty() && !found[i + 1].value.contains('/') {
            found[i + 1].unit = a;
        }
        (found[i].measured, found[i + 1].measured) = (true, true);
        out[i] = pair;
    }
    out
}

/// Whether a number stands for itself: not a part of a word, a date, a version or a path.
fn is_apart(text: &str, from: usize, to: usize) -> bool {
    let before = text[..from].chars().next_back();
    let glued = before.is_some_and(|c| {
        c.is_alphanumeric() || matches!(c, '.' | '/' | '-' | '_' | '#' | ':' | '@')
    });
    let after = &text[to..];
    let versioned = after.starts_with('.') && after[1..].starts_with(|c: char| c.is_ascii_digit());
    let dated = after.starts_with('-') && after[1..].starts_with(|c: char| c.is_ascii_digit());
    !glued && !versioned && !dated
}

/// A number with a unit, or a ratio.
fn is_measure(text: &str, number: &str, to: usize, unit: &str) -> bool {
    if let Some((a, b)) = number.split_once('/') {
        let ends = !text[to..].starts_with(['/', '-']);
        return ends && a.len() <= 4 && b.len() <= 4 && b != "0" && !(a == "24" && b == "7");
    }
    !unit.is_empty()
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
    fn ranges_ratios_money_and_approximations_keep_their_writing() {
        assert_eq!(
            found("~40 ms, 10–20 ms, 2.3x, $0.02 a call, 12k tokens and 1,234,567 rows."),
            [
                ("40", "ms"),
                ("10–20", "ms"),
                ("2.3", "x"),
                ("0.02", "$"),
                ("12", "k tokens"),
                ("1,234,567", "rows")
            ]
            .map(|(a, b)| (a.to_owned(), b.to_owned()))
        );
    }

    #[test]
    fn a_number_knows_what_it_stands_against() {
        let pairs = |text: &str| -> Vec<(String, Option<String>)> {
            read(&Passage::of(text), &sentences(text))
                .into_iter()
                .map(|m| (m.value, m.against))
                .collect()
        };
        assert_eq!(
            pairs("The small one won 0/20 against 16/20."),
            [
                ("0/20".to_owned(), Some("16/20".to_owned())),
                ("16/20".to_owned(), None)
            ]
        );
        assert_eq!(
            pairs("Start went from 400 to 120 ms."),
            [
                ("400".to_owned(), None),
                ("120".to_owned(), Some("400".to_owned()))
            ]
        );
        let text = "Phase one: 46 min → 111 s.";
        let all = read(&Passage::of(text), &sentences(text));
        assert_eq!(all[1].against.as_deref(), Some("46"));
        assert_eq!(all[0].what, all[1].what);
    }

    #[test]
    fn dates_versions_ports_and_paths_are_not() {
        assert_eq!(
            found("On 2026-08-16 v1.2.3 (#12) at 8080 in src/2/x, Qwen3.8-27B and 24/7."),
            []
        );
        assert!(NUMBER.is_some() && BECAME.is_some() && AGAINST.is_some());
    }
}
