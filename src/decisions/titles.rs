//! A heading taken apart: its number, its date, the words that say how it stands, its title.

use std::sync::LazyLock;

use regex::Regex;

use super::words::Words;
use super::{dates, heading_marks};
use crate::model::Standing;

/// A heading's parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Title {
    /// What is left: the title, without markup.
    pub title: String,
    /// Its number, normalised (see [`number`]).
    pub number: Option<String>,
    /// Its date.
    pub date: Option<String>,
    /// How it stands, where the heading says so, with the words.
    pub standing: Option<(Standing, String)>,
    /// After a supersede word: the words that name the successor.
    pub successor: Option<String>,
    /// Whether the date was a place that nobody filled in.
    pub placeholder: bool,
}

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)^\s*\[?(?:
            ((?i:adr|dec|decision|rfc|pep|kep|d|ad|dr|adl|dd))[\s\-_\#]*(\d[\d\-]*)
          | (\d{1,5})(?:[.)])?
        )\]?\s*(?:[:：.)]|\s[—–-]|—|–|-\s|\s|$)\s*",
    )
    .ok()
});

/// [`read_by`] the words that come with rguard.
pub fn read(heading: &str) -> Title {
    read_by(Words::built_in(), heading)
}

/// Takes a heading apart.
pub fn read_by(words: &Words, heading: &str) -> Title {
    let plain = plain(heading);
    let mut out = Title::default();
    let mut text = plain.clone();
    let struck = heading.trim();
    if struck.len() > 4 && struck.starts_with("~~") && struck.ends_with("~~") {
        out.standing = Some((Standing::Deprecated, struck.to_owned()));
    }
    if let Some(mark) = heading_marks::read(words, &text) {
        text = mark.head;
        out.standing = Some((mark.standing, mark.words));
        out.successor = mark.successor;
    }
    let compact_id = id_with_date(&text);
    if let Some((number, date, len)) = compact_id {
        out.number = Some(number);
        out.date = Some(date);
        text = text[len..].to_owned();
    } else {
        strip_date(words, &mut text, &mut out);
        if let Some((number, len)) = number_at_start(&text) {
            out.number = Some(number);
            if !goes_on(&text, len) {
                text = text[len..].to_owned();
            }
            if out.date.is_none() {
                strip_date(words, &mut text, &mut out);
            }
        }
    }
    if out.date.is_none() && is_unfilled(&text) {
        out.placeholder = true;
    }
    let text = text.trim().trim_matches(['—', '–', ':', '：', '|']).trim();
    out.title = text.strip_prefix("- ").unwrap_or(text).trim().to_owned();
    if out.title.is_empty() {
        out.title = plain.trim().to_owned();
    }
    out
}

/// Whether a title's number is part of what it says: `Decision 77 on pumps`.
fn goes_on(text: &str, len: usize) -> bool {
    let (head, rest) = text.split_at(len);
    let word = head.trim_start().get(..8).unwrap_or_default();
    word.eq_ignore_ascii_case("decision")
        && head.trim_end().ends_with(|c: char| c.is_ascii_digit())
        && rest.starts_with(char::is_lowercase)
}

/// Whether a heading is a place for one: `[YYYY-MM-DD] Title`, `ADR-XXX: <title>`, `{title}`.
fn is_unfilled(text: &str) -> bool {
    if dates::is_placeholder(text) {
        return true;
    }
    let text = text.trim();
    let bare = text
        .strip_prefix("ADR")
        .or_else(|| text.strip_prefix("DEC"))
        .or_else(|| text.strip_prefix('D'))
        .unwrap_or(text)
        .trim_start_matches(['-', '_', ' ', '#']);
    let counted = ["XXXX", "XXX", "NNNN", "NNN", "NN", "XX", "000X", "00X"]
        .iter()
        .filter_map(|p| bare.strip_prefix(p))
        .any(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()));
    let inside = [('<', '>'), ('{', '}'), ('[', ']')].iter().any(|(o, c)| {
        text.strip_prefix(*o)
            .and_then(|t| t.strip_suffix(*c))
            .is_some_and(|t| !t.contains(*c))
    });
    (counted && bare.len() < text.len()) || inside
}

/// A number as people cite it: lower-case prefix without `adr`, no leading zeros. `ADR-0013`, `0013`
/// and `13` are `13`; `DEC-01` is `dec-1`; `D001` is `d-1`.
pub fn number(prefix: &str, digits: &str) -> String {
    let digits: Vec<&str> = digits
        .split('-')
        .filter(|d| !d.is_empty())
        .map(|d| {
            let short = d.trim_start_matches('0');
            if short.is_empty() { "0" } else { short }
        })
        .collect();
    let digits = digits.join("-");
    match prefix.to_lowercase().as_str() {
        "" | "adr" | "adl" => digits,
        p => format!("{p}-{digits}"),
    }
}

/// The number at the start of a title, and how many bytes it and its punctuation take.
pub fn number_at_start(text: &str) -> Option<(String, usize)> {
    let c = NUMBER.as_ref()?.captures(text)?;
    let len = c.get(0)?.end();
    if let Some(digits) = c.get(3) {
        // "3 reasons …" and "46-Fact Removal" are words, not numbers of an entry.
        let after = text.get(digits.end()..)?.trim_start();
        let marked =
            after.starts_with(['.', ')', ':', '：', '—', '–', ']']) || after.starts_with("- ");
        if !marked && digits.as_str().len() < 3 {
            return None;
        }
        return Some((number("", digits.as_str()), len));
    }
    let digits = c.get(2)?.as_str();
    Some((number(c.get(1)?.as_str(), digits), len))
}

fn id_with_date(text: &str) -> Option<(String, String, usize)> {
    let c = NUMBER.as_ref()?.captures(text)?;
    let (prefix, digits) = (c.get(1)?.as_str(), c.get(2)?.as_str());
    let found = dates::first(digits)?;
    let end = c.get(0)?.end();
    Some((number(prefix, digits), found.date, end))
}

fn strip_date(words: &Words, text: &mut String, out: &mut Title) {
    let Some(found) = dates::first_by(words, text) else {
        return;
    };
    out.date = Some(found.date);
    let (mut from, mut to) = (found.at.start, found.at.end);
    // Inside brackets the whole bracket goes: it holds when, not what.
    let open = text[..from].rfind(['(', '[', '（']);
    let close = text[to..].find([')', ']', '）']).map(|i| to + i);
    if let (Some(o), Some(c)) = (open, close) {
        let between = &text[o..from];
        if !between.contains([')', ']', '）']) {
            from = o;
            to = c + text[c..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.replace_range(from..to, "");
    let trimmed = text
        .trim()
        .trim_matches(['—', '–', ':', '：', '|', '-'])
        .trim();
    *text = trimmed.to_owned();
}

/// The heading without inline markup: emphasis, code marks, links as their text, HTML anchors.
pub fn plain(heading: &str) -> String {
    let mut out = String::with_capacity(heading.len());
    let mut rest = heading;
    while let Some(c) = rest.chars().next() {
        if c == '['
            && let Some((label, len)) = link_label(rest)
        {
            out.push_str(&plain(label));
            rest = &rest[len..];
            continue;
        }
        if c == '<'
            && rest[1..].starts_with(['a', '/', '!'])
            && let Some(end) = rest.find('>')
        {
            rest = &rest[end + 1..];
            continue;
        }
        if c == '\\' && rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) {
            rest = &rest[1..];
            let Some(c) = rest.chars().next() else { break };
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        if let Some(after) = rest.strip_prefix("~~") {
            rest = after;
            continue;
        }
        let is_mark = matches!(c, '*' | '`');
        if !is_mark {
            out.push(c);
        }
        rest = &rest[c.len_utf8()..];
    }
    out.trim().to_owned()
}

/// A link at the start of the text: its label and the length of all of it.
fn link_label(text: &str) -> Option<(&str, usize)> {
    let close = text.find("](")?;
    let label = text.get(1..close)?;
    if label.contains(['[', ']']) {
        return None;
    }
    let end = text.get(close..)?.find(')')?;
    Some((label, close + end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_is_taken_apart_in_all_common_forms() {
        for (heading, title, number, date) in [
            (
                "13. Permitted Deletion",
                "Permitted Deletion",
                Some("13"),
                None,
            ),
            ("ADR-001 — Use X", "Use X", Some("1"), None),
            ("ADR-001：选择数据库", "选择数据库", Some("1"), None),
            ("ADR 7: Queue", "Queue", Some("7"), None),
            (
                "D001: Title (2026-02-03)",
                "Title",
                Some("d-1"),
                Some("2026-02-03"),
            ),
            (
                "D-20260102-01 — Pin it",
                "Pin it",
                Some("d-20260102-1"),
                Some("2026-01-02"),
            ),
            ("DEC-01 Stay small", "Stay small", Some("dec-1"), None),
            ("2026-01-02: Drop it", "Drop it", None, Some("2026-01-02")),
            ("[2026-01-02] Drop it", "Drop it", None, Some("2026-01-02")),
            (
                "Six tries (August 16 2026, afternoon)",
                "Six tries",
                None,
                Some("2026-08-16"),
            ),
            (
                "The 46-Fact Removal: more (July 30 2026)",
                "The 46-Fact Removal: more",
                None,
                Some("2026-07-30"),
            ),
            ("3 reasons to stop", "3 reasons to stop", None, None),
            (
                "Use [the `tool`](x.md) *now*",
                "Use the tool now",
                None,
                None,
            ),
        ] {
            let t = read(heading);
            assert_eq!(
                (t.title.as_str(), t.number.as_deref(), t.date.as_deref()),
                (title, number, date),
                "{heading}"
            );
            assert_eq!(t.standing, None, "{heading}");
        }
    }

    #[test]
    fn a_supersede_mark_in_the_heading_sets_the_standing_and_keeps_the_words() {
        let t = read("Two backends (June 2026) — superseded by the V4 swap above");
        assert_eq!(t.title, "Two backends");
        assert_eq!(t.date.as_deref(), Some("2026-06"));
        assert_eq!(
            t.standing,
            Some((
                Standing::Superseded,
                "superseded by the V4 swap above".to_owned()
            ))
        );
        assert_eq!(t.successor.as_deref(), Some("the V4 swap above"));
        let t =
            read("Isolation (May 2026) — SUPERSEDED by the Pi swap (June 26 2026, top of file)");
        assert_eq!(t.date.as_deref(), Some("2026-05"));
        assert_eq!(
            t.successor.as_deref(),
            Some("the Pi swap (June 26 2026, top of file)")
        );
        assert_eq!(
            read("Old way [DEPRECATED]").standing.map(|s| s.0),
            Some(Standing::Deprecated)
        );
    }

    #[test]
    fn a_title_about_superseding_is_no_mark() {
        for heading in [
            "How the cache was replaced by a log",
            "Replaced OpenCode with Pi",
            "Superseded records stay",
        ] {
            assert_eq!(read(heading).standing, None, "{heading}");
        }
    }

    #[test]
    fn a_number_that_the_title_goes_on_from_stays_in_it_and_9999_is_a_number() {
        let t = read("Decision 77 on subject77");
        assert_eq!(
            (t.title.as_str(), t.number.as_deref()),
            ("Decision 77 on subject77", Some("decision-77"))
        );
        let t = read("Decision 9999 on subject9999");
        assert!(!t.placeholder);
        assert_eq!(t.number.as_deref(), Some("decision-9999"));
        assert_eq!(read("Decision 7: use the queue").title, "use the queue");
        assert_eq!(read("Decision 7 Use the queue").title, "Use the queue");
    }

    #[test]
    fn a_template_heading_is_seen() {
        for heading in [
            "[YYYY-MM-DD] Title",
            "ADR-XXX: Title",
            "ADR-NNN — <title>",
            "[Title of the decision]",
            "{short title}",
        ] {
            assert!(read(heading).placeholder, "{heading}");
        }
        for heading in ["[ADR-7] Queue", "XXL tables", "D-Bus first", "[a] and [b]"] {
            assert!(!read(heading).placeholder, "{heading}");
        }
    }

    #[test]
    fn a_struck_out_heading_no_longer_holds_and_keeps_its_title() {
        let t = read("~~Use X~~");
        assert_eq!(t.title, "Use X");
        assert_eq!(
            t.standing,
            Some((Standing::Deprecated, "~~Use X~~".to_owned()))
        );
    }
}
