//! The forms in which dates are written, one pattern each. Each gives a date with the precision
//! that it has, or nothing where no such day exists.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::dates::Found;
use super::words::{Words, fold};

/// A pattern that is a part of the program. The tests build every one.
fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

type Pattern = LazyLock<Option<Regex>>;

static ISO: Pattern = LazyLock::new(|| {
    pattern(
        r"(?x)(?-u:\b)((?:19|20)\d{2})(?:
            -(\d{1,2})-(\d{1,2}) | /(\d{1,2})/(\d{1,2}) | \.(\d{1,2})\.(\d{1,2}) | [-/](\d{1,2})
          )(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?(?-u:\b)",
    )
});
/// The end of a range of days that names only its last day: `2026-08-11/12`.
static ISO_DAY_AFTER: Pattern = LazyLock::new(|| pattern(r"^(?:/|–|\.\.)(\d{2})(?-u:\b)"));
static COMPACT: Pattern = LazyLock::new(|| {
    pattern(r"(?-u:\b)((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?-u:\b)")
});
static DAY_FIRST: Pattern = LazyLock::new(|| {
    pattern(
        r"(?-u:\b)(\d{1,2})\.(?:\s?[-–/]\s?(\d{1,2})\.)?\s?(\d{1,2})\.\s?((?:19|20)\d{2})(?-u:\b)",
    )
});
static SLASHED: Pattern =
    LazyLock::new(|| pattern(r"(?-u:\b)(\d{1,2})([/-])(\d{1,2})[/-]((?:19|20)\d{2})(?-u:\b)"));
static DAY_NAME: Pattern = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(\d{1,2})(?:st|nd|rd|th|er|º|ª|°|\.)?
          (?:\s?(?:[-–/&+]|and|und|et|y|e|to|bis)\s?(\d{1,2})(?:st|nd|rd|th|er|º|ª|°|\.)?)?
          [-\s]+(?:of\s+|de\s+)?(\p{L}{3,12})\.?,?[-\s]+(?:of\s+|de\s+)?((?:19|20)\d{2})(?-u:\b)",
    )
});
static NAME_DAY: Pattern = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?
          (?:\s?(?:[-–—/&+]|and|to|through)\s?(?:(\p{L}{3,12})\.?\s+)?(\d{1,2})(?:st|nd|rd|th)?)?
          ,?\s+((?:19|20)\d{2})(?-u:\b)",
    )
});
static YEAR_NAME_DAY: Pattern =
    LazyLock::new(|| pattern(r"(?-u:\b)((?:19|20)\d{2})[-\s](\p{L}{3,12})[-\s](\d{1,2})(?-u:\b)"));
static NAME_YEAR: Pattern = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(\p{L}{3,12})\.?(?:\s?[-–/]\s?(\p{L}{3,12})\.?)?,?\s+(?:of\s+|de\s+)?((?:19|20)\d{2})(?-u:\b)",
    )
});
static QUARTER: Pattern = LazyLock::new(|| {
    pattern(
        r"(?-u:\b)(?:Q([1-4])[\s/'-]{0,2}((?:19|20)\d{2})|((?:19|20)\d{2})[\s-]?Q([1-4]))(?-u:\b)",
    )
});
static CJK: Pattern = LazyLock::new(|| {
    pattern(
        r"((?:19|20)\d{2})\s?年\s?(\d{1,2})\s?月(?:\s?(\d{1,2})(?:\s?日?\s?[-–~〜～至]\s?(\d{1,2}))?\s?日)?",
    )
});

fn day(y: &str, m: &str, d: &str) -> Option<String> {
    let (y, m, d) = (y.parse().ok()?, m.parse().ok()?, d.parse().ok()?);
    jiff::civil::Date::new(y, m, d).ok().map(|d| d.to_string())
}

fn month_of(y: &str, m: u8) -> Option<String> {
    (1..=12).contains(&m).then(|| format!("{y}-{m:02}"))
}

/// Two days as one span, in the shortest form that tells the last.
pub(super) fn span(first: &str, last: &str) -> Option<String> {
    if last <= first {
        return None;
    }
    let rest = match (first.get(..5) == last.get(..5), first.get(..8)) {
        (true, Some(month)) if last.starts_with(month) && last.len() == 10 => last.get(8..)?,
        (true, _) => last.get(5..)?,
        (false, _) => last,
    };
    Some(format!("{first}..{rest}"))
}

/// The date of a day or month, alone or with the last day of a span in the same month.
fn with_last(first: String, y: &str, m: &str, last: Option<regex::Match<'_>>) -> Option<String> {
    match last {
        Some(last) => span(&first, &day(y, m, last.as_str())?),
        None => Some(first),
    }
}

fn find(re: &Pattern, text: &str, date: impl Fn(&Captures<'_>) -> Option<String>) -> Option<Found> {
    re.as_ref()?.captures_iter(text).find_map(|c| {
        let date = date(&c)?;
        let at = c.get(0)?.range();
        Some(Found { date, at })
    })
}

/// Every form's first date in the text.
pub(super) fn all(words: &Words, text: &str) -> impl Iterator<Item = Found> {
    let month = |name: &str| words.month(&fold(name));
    let compact = find(&COMPACT, text, |c| day(&c[1], &c[2], &c[3]));
    let day_first = find(&DAY_FIRST, text, |c| {
        with_last(day(&c[4], &c[3], &c[1])?, &c[4], &c[3], c.get(2))
    });
    let slashed = find(&SLASHED, text, |c| {
        let (a, b): (u8, u8) = (c[1].parse().ok()?, c[3].parse().ok()?);
        if a > 12 || a == b {
            return day(&c[4], &c[3], &c[1]);
        }
        if b > 12 {
            return day(&c[4], &c[1], &c[3]);
        }
        // Which of the two is the month cannot be told; the year can.
        (a > 0 && b > 0).then(|| c[4].to_owned())
    });
    let day_name = find(&DAY_NAME, text, |c| {
        let m = month(&c[3])?.to_string();
        with_last(day(&c[4], &m, &c[1])?, &c[4], &m, c.get(2))
    });
    let name_day = find(&NAME_DAY, text, |c| {
        let m = month(&c[1])?;
        let first = day(&c[5], &m.to_string(), &c[2])?;
        match (c.get(3), c.get(4)) {
            (Some(name), Some(last)) => {
                let m2 = month(name.as_str())?;
                span(&first, &day(&c[5], &m2.to_string(), last.as_str())?)
            }
            (_, last) => with_last(first, &c[5], &m.to_string(), last),
        }
    });
    let year_name_day = find(&YEAR_NAME_DAY, text, |c| {
        day(&c[1], &month(&c[2])?.to_string(), &c[3])
    });
    let name_year = find(&NAME_YEAR, text, |c| {
        let first = month_of(&c[3], month(&c[1])?)?;
        match c.get(2) {
            Some(name) => span(&first, &month_of(&c[3], month(name.as_str())?)?),
            None => Some(first),
        }
    });
    let quarter = find(&QUARTER, text, |c| {
        let q: u8 = c.get(1).or(c.get(4))?.as_str().parse().ok()?;
        let y = c.get(2).or(c.get(3))?.as_str();
        span(&month_of(y, q * 3 - 2)?, &month_of(y, q * 3)?)
    });
    let cjk = find(&CJK, text, |c| match c.get(3) {
        Some(d) => with_last(day(&c[1], &c[2], d.as_str())?, &c[1], &c[2], c.get(4)),
        None => month_of(&c[1], c[2].parse().ok()?),
    });
    [
        iso(text),
        compact,
        day_first,
        slashed,
        day_name,
        name_day,
        year_name_day,
        name_year,
        quarter,
        cjk,
    ]
    .into_iter()
    .flatten()
}

/// The first date that begins with its year in digits.
pub(super) fn iso(text: &str) -> Option<Found> {
    let mut found = find(&ISO, text, |c| {
        let part = |i: usize| c.get(i).map(|m| m.as_str());
        let (m, d) = (
            part(2).or(part(4)).or(part(6)),
            part(3).or(part(5)).or(part(7)),
        );
        match (m, d) {
            (Some(m), Some(d)) => day(&c[1], m, d),
            _ => month_of(&c[1], part(8)?.parse().ok()?),
        }
    })?;
    let after = text.get(found.at.end..)?;
    if found.date.len() == 10
        && let Some(c) = ISO_DAY_AFTER.as_ref()?.captures(after)
        && let Some(last) = day(&found.date[..4], &found.date[5..7], &c[1])
        && let Some(date) = span(&found.date, &last)
    {
        found.date = date;
        found.at.end += c.get(0)?.end();
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_builds() {
        for p in [
            &ISO,
            &ISO_DAY_AFTER,
            &COMPACT,
            &DAY_FIRST,
            &SLASHED,
            &DAY_NAME,
            &NAME_DAY,
            &YEAR_NAME_DAY,
            &NAME_YEAR,
            &QUARTER,
            &CJK,
        ] {
            assert!(p.is_some());
        }
    }

    #[test]
    fn a_span_is_told_in_its_shortest_form_and_never_backwards() {
        let s = |a, b| span(a, b);
        assert_eq!(
            s("2026-08-11", "2026-08-12").as_deref(),
            Some("2026-08-11..12")
        );
        assert_eq!(
            s("2026-06-30", "2026-07-02").as_deref(),
            Some("2026-06-30..07-02")
        );
        assert_eq!(
            s("2025-12-30", "2026-01-02").as_deref(),
            Some("2025-12-30..2026-01-02")
        );
        assert_eq!(s("2026-04", "2026-05").as_deref(), Some("2026-04..05"));
        assert_eq!(s("2026-08-11", "2026-08-11"), None);
    }
}
