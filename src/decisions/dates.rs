//! The dates that records give themselves, kept with their own precision.

use std::sync::LazyLock;

use regex::Regex;

use super::date_forms::{all, iso, span};
use super::words::{Words, fold};

/// A date in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// `2026-08-16`, `2026-06`, `2026-08-11..12`, `2026-04..05`; only the year, `2026`, where day and
    /// month cannot be told apart (`03/04/2026`).
    pub date: String,
    /// Where it stands in the text, in bytes.
    pub at: std::ops::Range<usize>,
}

/// What a field for a date holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dated {
    /// The date.
    pub date: Option<String>,
    /// What a reader should know: that it is no date, or only a part of one.
    pub note: Option<String>,
}

static BETWEEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\s?(?:–|—|-|/|\.\.\.?|〜|~|～|to|until|through|bis|au|até|hasta|から|至)\s?").ok()
});
static SHAPED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?-u:\b)(?:\d{4}-\d{1,2}-\d{1,2}|\d{4}/\d{1,2}/\d{1,2}|\d{1,2}-\d{1,2}-\d{4}|\d{1,2}/\d{1,2}/\d{4}|\d{1,2}\.\d{1,2}\.\d{4})(?-u:\b)",
    )
    .ok()
});

/// [`first_by`] the words that come with rguard.
pub fn first(text: &str) -> Option<Found> {
    first_by(Words::built_in(), text)
}

/// The first date in the text, whatever its form, with the last day of a span that begins with it;
/// none for one that cannot be (`99-99-9999`).
pub fn first_by(words: &Words, text: &str) -> Option<Found> {
    // Every form has a year in digits.
    if !text.contains("20") && !text.contains("19") {
        return None;
    }
    let first = one(words, text)?;
    let Some(after) = text.get(first.at.end..) else {
        return Some(first);
    };
    let last = BETWEEN
        .as_ref()
        .and_then(|re| re.find(after))
        .and_then(|m| {
            let rest = after.get(m.end()..)?;
            let last = one(words, rest).filter(|f| f.at.start == 0)?;
            let date =
                span(&first.date, &last.date).filter(|_| first.date.len() == last.date.len())?;
            let end = first.at.end + m.end() + last.at.end;
            let at = first.at.start..end;
            Some(Found { date, at })
        });
    Some(last.unwrap_or(first))
}

fn one(words: &Words, text: &str) -> Option<Found> {
    // Where an ISO date begins no other form can, and nothing stands before the first letter.
    if let Some(found) = iso(text).filter(|f| f.at.start == 0) {
        return Some(found);
    }
    all(words, text).min_by_key(|f| (f.at.start, std::cmp::Reverse(f.at.end)))
}

/// Reads the value of a field for a date.
pub fn of_field(words: &Words, value: &str) -> Dated {
    let value = value.trim();
    let shown: String = value.chars().take(40).collect();
    if let Some(found) = first_by(words, value) {
        let note = (found.date.len() == 4).then(|| unsure(&value[found.at.clone()]));
        let date = Some(found.date);
        return Dated { date, note };
    }
    let bare = value.trim_matches(|c: char| !c.is_alphanumeric());
    let is_year = bare.len() == 4
        && bare.bytes().all(|b| b.is_ascii_digit())
        && (bare.starts_with("19") || bare.starts_with("20"));
    if is_year {
        let date = Some(bare.to_owned());
        return Dated { date, note: None };
    }
    let note = if bare.is_empty() {
        None
    } else if is_placeholder(value) {
        Some(format!("“{shown}” is no date: nobody filled it in"))
    } else {
        Some(format!("“{shown}” is no date"))
    };
    Dated { date: None, note }
}

/// Says that only the year of a date can be told.
pub fn unsure(written: &str) -> String {
    format!("“{written}” may name the day or the month first, so only its year is read")
}

/// A thing that has the shape of a date and is none: `2026-02-30`.
pub fn impossible(text: &str) -> Option<&str> {
    let found = SHAPED.as_ref()?.find(text)?.as_str();
    first(found).is_none().then_some(found)
}

/// The first day that a date allows, for comparing it with a commit's.
pub fn earliest(date: &str) -> Option<jiff::civil::Date> {
    let first = date.split("..").next()?;
    let full = match first.len() {
        4 => format!("{first}-01-01"),
        7 => format!("{first}-01"),
        _ => first.to_owned(),
    };
    full.parse().ok()
}

/// Whether the text is a place for a date that nobody filled in.
pub fn is_placeholder(text: &str) -> bool {
    let folded = fold(text);
    let names = |p: &str| folded.split(|c: char| !c.is_alphanumeric()).any(|w| w == p);
    // A lone 9999 is a number as any other; beside a month it is nobody's year.
    let nines = folded.contains("9999")
        && (folded.contains("99 9999") || folded.contains("9999 99") || folded.trim() == "9999");
    nines
        || ["yyyy", "99 99", "fill me in"]
            .iter()
            .any(|p| folded.contains(p))
        || ["tbd", "tba", "jjjj", "aaaa"].iter().any(|p| names(p))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_keep_their_precision_in_every_form() {
        for (text, want) in [
            ("Title (August 18 2026, COMMITTED DIRECTION)", "2026-08-18"),
            ("(August 11-12 2026)", "2026-08-11..12"),
            ("(June 30 – July 2, 2026)", "2026-06-30..07-02"),
            ("(June 2026)", "2026-06"),
            ("(April-May 2026)", "2026-04..05"),
            ("Stand: 19.09.2026", "2026-09-19"),
            ("23-Feb-2013", "2013-02-23"),
            ("2020-1-7", "2020-01-07"),
            ("2019-10-04T10:00:00Z", "2019-10-04"),
            ("20230531-a", "2023-05-31"),
            ("2026年8月16日", "2026-08-16"),
            ("2 de março de 2024", "2024-03-02"),
            ("3. Oktober 2025", "2025-10-03"),
        ] {
            assert_eq!(first(text).map(|f| f.date).as_deref(), Some(want), "{text}");
        }
    }

    #[test]
    fn an_impossible_or_unfilled_date_is_none() {
        for text in [
            "99-99-9999",
            "9999/99/99",
            "yyyy-mm-dd",
            "2026-13-40",
            "version 2026",
            "Phase 12 2026",
        ] {
            assert_eq!(first(text), None, "{text}");
        }
        assert!(is_placeholder("[YYYY-MM-DD]") && is_placeholder("99-99-9999"));
    }

    #[test]
    fn spans_and_rarer_forms_keep_their_precision() {
        for (text, want) in [
            ("2026-08-11/12", "2026-08-11..12"),
            ("2026-08-11 – 2026-08-13", "2026-08-11..13"),
            ("2026-06-30 to 2026-07-02", "2026-06-30..07-02"),
            ("Dec 30 2025 – Jan 2 2026", "2025-12-30..2026-01-02"),
            ("11.–12. August 2026", "2026-08-11..12"),
            ("11.-12.08.2026", "2026-08-11..12"),
            ("11-12 August 2026", "2026-08-11..12"),
            ("Aug 11 & 12, 2026", "2026-08-11..12"),
            ("11th of August 2026", "2026-08-11"),
            ("1er janvier 2026", "2026-01-01"),
            ("1º de janeiro de 2026", "2026-01-01"),
            ("2013-Feb-23", "2013-02-23"),
            ("April/May 2026", "2026-04..05"),
            ("Nov 2025 – Jan 2026", "2025-11..2026-01"),
            ("Q3 2026", "2026-07..09"),
            ("2026年8月11日〜12日", "2026-08-11..12"),
            ("2026年8月", "2026-08"),
            ("2026/08/16", "2026-08-16"),
            ("30/06/2026", "2026-06-30"),
            ("06/30/2026", "2026-06-30"),
            ("03/04/2026", "2026"),
            ("2026-08-11: 12 fixes", "2026-08-11"),
            ("2026-08-11 - 12 fixes", "2026-08-11"),
        ] {
            assert_eq!(first(text).map(|f| f.date).as_deref(), Some(want), "{text}");
        }
        for text in [
            "release 2026.1",
            "v2026.1.3",
            "12 2026 items",
            "2026 is the year",
        ] {
            assert_eq!(first(text), None, "{text}");
        }
    }

    #[test]
    fn a_field_says_why_it_gives_no_date_or_half_of_one() {
        let read = |v: &str| of_field(Words::built_in(), v);
        assert_eq!(read("2026").date.as_deref(), Some("2026"));
        assert_eq!(read(""), Dated::default());
        assert!(
            read("YYYY-MM-DD")
                .note
                .unwrap()
                .contains("nobody filled it in")
        );
        assert!(read("last week").note.unwrap().contains("is no date"));
        let unsure = read("03/04/2026");
        assert_eq!(unsure.date.as_deref(), Some("2026"));
        assert!(unsure.note.unwrap().contains("only its year"));
        assert_eq!(impossible("Rule (2026-02-30)"), Some("2026-02-30"));
        assert_eq!(impossible("Rule (2026-02-03)"), None);
    }
}
