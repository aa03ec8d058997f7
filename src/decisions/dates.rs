//! The dates that records give themselves, kept with their own precision.

use std::sync::LazyLock;

use regex::Regex;

use super::words::{fold, month};

/// A date in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// `2026-08-16`, `2026-06`, `2026-08-11..12`, `2026-04..05`.
    pub date: String,
    /// Where it stands in the text, in bytes.
    pub at: std::ops::Range<usize>,
}

/// A pattern that is a part of the program. The tests build every one.
fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

static ISO: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?-u:\b)((?:19|20)\d{2})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?(?-u:\b)",
    )
});
static COMPACT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(r"(?-u:\b)((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?-u:\b)")
});
static DAY_FIRST: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"(?-u:\b)(\d{1,2})\.\s?(\d{1,2})\.\s?((?:19|20)\d{2})(?-u:\b)"));
static DAY_NAME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(\d{1,2})(?:st|nd|rd|th|er|\.)?[-\s]+(?:de\s+)?(\p{L}{3,12})\.?,?[-\s]+(?:de\s+)?((?:19|20)\d{2})(?-u:\b)",
    )
});
static NAME_DAY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:\s?[-–]\s?(?:(\p{L}{3,12})\.?\s+)?(\d{1,2})(?:st|nd|rd|th)?)?,?\s+((?:19|20)\d{2})(?-u:\b)",
    )
});
static NAME_YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(\p{L}{3,12})\.?(?:\s?[-–]\s?(\p{L}{3,12})\.?)?,?\s+(?:de\s+)?((?:19|20)\d{2})(?-u:\b)",
    )
});
static CJK: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"((?:19|20)\d{2})年(\d{1,2})月(?:(\d{1,2})日)?"));

/// The first date in the text, whatever its form; none for one that cannot be (`99-99-9999`).
pub fn first(text: &str) -> Option<Found> {
    let iso = iso(text);
    // Where an ISO date begins no other form can, and nothing stands before the first letter.
    if iso.as_ref().is_some_and(|f| f.at.start == 0) {
        return iso;
    }
    let all = [
        iso,
        compact(text),
        day_first(text),
        day_name(text),
        name_day(text),
        name_year(text),
        cjk(text),
    ];
    all.into_iter()
        .flatten()
        .min_by_key(|f| (f.at.start, std::cmp::Reverse(f.at.end)))
}

/// Whether the text is a place for a date that nobody filled in.
pub fn is_placeholder(text: &str) -> bool {
    let folded = fold(text);
    ["yyyy", "99 99", "9999", "fill me in", "tbd", "tba"]
        .iter()
        .any(|p| folded.contains(p))
}

fn day(y: &str, m: &str, d: &str) -> Option<String> {
    let (y, m, d) = (y.parse().ok()?, m.parse().ok()?, d.parse().ok()?);
    jiff::civil::Date::new(y, m, d).ok().map(|d| d.to_string())
}

fn month_of(y: &str, m: u8) -> Option<String> {
    (1..=12).contains(&m).then(|| format!("{y}-{m:02}"))
}

fn iso(text: &str) -> Option<Found> {
    ISO.as_ref()?.captures_iter(text).find_map(|c| {
        let date = match c.get(3) {
            Some(d) => day(&c[1], &c[2], d.as_str())?,
            None => month_of(&c[1], c[2].parse().ok()?)?,
        };
        let at = c.get(0)?.range();
        Some(Found { date, at })
    })
}

fn compact(text: &str) -> Option<Found> {
    COMPACT.as_ref()?.captures_iter(text).find_map(|c| {
        let date = day(&c[1], &c[2], &c[3])?;
        let at = c.get(0)?.range();
        Some(Found { date, at })
    })
}

fn day_first(text: &str) -> Option<Found> {
    DAY_FIRST.as_ref()?.captures_iter(text).find_map(|c| {
        let date = day(&c[3], &c[2], &c[1])?;
        let at = c.get(0)?.range();
        Some(Found { date, at })
    })
}

fn day_name(text: &str) -> Option<Found> {
    DAY_NAME.as_ref()?.captures_iter(text).find_map(|c| {
        let m = month(&fold(&c[2]))?.to_string();
        let date = day(&c[3], &m, &c[1])?;
        let at = c.get(0)?.range();
        Some(Found { date, at })
    })
}

fn name_day(text: &str) -> Option<Found> {
    NAME_DAY.as_ref()?.captures_iter(text).find_map(|c| {
        let m = month(&fold(&c[1]))?;
        let first = day(&c[5], &m.to_string(), &c[2])?;
        let date = match (c.get(3), c.get(4)) {
            (Some(name), Some(last)) => {
                let m2 = month(&fold(name.as_str()))?;
                let last = day(&c[5], &m2.to_string(), last.as_str())?;
                format!("{first}..{}", last.get(5..)?)
            }
            (None, Some(last)) => {
                let last = day(&c[5], &m.to_string(), last.as_str())?;
                format!("{first}..{}", last.get(8..)?)
            }
            _ => first,
        };
        let at = c.get(0)?.range();
        Some(Found { date, at })
    })
}

fn name_year(text: &str) -> Option<Found> {
    NAME_YEAR.as_ref()?.captures_iter(text).find_map(|c| {
        let m = month(&fold(&c[1]))?;
        let mut date = month_of(&c[3], m)?;
        if let Some(name) = c.get(2) {
            let m2 = month(&fold(name.as_str()))?;
            date = format!("{date}..{m2:02}");
        }
        let at = c.get(0)?.range();
        Some(Found { date, at })
    })
}

fn cjk(text: &str) -> Option<Found> {
    CJK.as_ref()?.captures_iter(text).find_map(|c| {
        let date = match c.get(3) {
            Some(d) => day(&c[1], &c[2], d.as_str())?,
            None => month_of(&c[1], c[2].parse().ok()?)?,
        };
        let at = c.get(0)?.range();
        Some(Found { date, at })
    })
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
    fn every_pattern_builds() {
        for p in [
            &ISO, &COMPACT, &DAY_FIRST, &DAY_NAME, &NAME_DAY, &NAME_YEAR, &CJK,
        ] {
            assert!(p.is_some());
        }
    }
}
