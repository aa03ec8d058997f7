//! A heading taken apart: its number, its date, the words that say how it stands, its title.

use std::sync::LazyLock;

use regex::Regex;

use super::dates;
use super::words::{fold, standing_at_start};
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

static SUPERSEDED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)(?:^|\s*[—–:\-(\[|]+\s*|\s)\**(
            (?:superseded|superceded|replaced|obsoleted|overruled|overturned|remplacée?|ersetzt|abgelöst|reemplazad[oa]|sustituid[oa]|substituíd[oa])
            (?:\s+(?:by|with|par|durch|por|in)(?-u:\b)|\s*$|\s*[)\]]|\s*[—–-])
          | \[?(?:superseded|deprecated|rejected|withdrawn|obsolete|abandoned)\]?\s*$
        )\s*(.*)$",
    )
    .ok()
});

/// Takes a heading apart.
pub fn read(heading: &str) -> Title {
    let plain = plain(heading);
    let mut out = Title::default();
    let mut rest = plain.as_str();
    let cut;
    if let Some((head, standing, words, successor)) = superseded(rest) {
        cut = head;
        rest = cut.as_str();
        out.standing = Some((standing, words));
        out.successor = successor;
    }
    let mut text = rest.to_owned();
    let compact_id = id_with_date(&text);
    if let Some((number, date, len)) = compact_id {
        out.number = Some(number);
        out.date = Some(date);
        text = text[len..].to_owned();
    } else {
        strip_date(&mut text, &mut out);
        if let Some((number, len)) = number_at_start(&text) {
            out.number = Some(number);
            text = text[len..].to_owned();
            if out.date.is_none() {
                strip_date(&mut text, &mut out);
            }
        }
    }
    if out.date.is_none() && dates::is_placeholder(&text) {
        out.placeholder = true;
    }
    let text = text.trim().trim_matches(['—', '–', ':', '：', '|']).trim();
    out.title = text.strip_prefix("- ").unwrap_or(text).trim().to_owned();
    if out.title.is_empty() {
        out.title = plain.trim().to_owned();
    }
    out
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

fn strip_date(text: &mut String, out: &mut Title) {
    let Some(found) = dates::first(text) else {
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

fn superseded(text: &str) -> Option<(String, Standing, String, Option<String>)> {
    let c = SUPERSEDED.as_ref()?.captures(text)?;
    let whole = c.get(0)?;
    let words = c.get(1)?.as_str();
    let folded = fold(words);
    let folded = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    let standing = standing_at_start(folded).map_or(Standing::Superseded, |s| s.0);
    let head = text[..whole.start()].trim();
    // A heading that begins with the word is a title about superseding unless it names by what.
    if head.is_empty() {
        return None;
    }
    // Only what follows a dash, colon or bracket is a mark on the entry; "How X was replaced by Y"
    // is a title.
    let lead = text[whole.start()..].trim_start();
    let marked = lead.starts_with(['—', '–', '(', '[', ':', '-', '|', '*'])
        || words.chars().all(|c| !c.is_lowercase());
    if !marked {
        return None;
    }
    let tail = text[c.get(1)?.start()..]
        .trim()
        .trim_end_matches([')', ']']);
    let successor = c
        .get(2)
        .map(|m| m.as_str().trim().trim_end_matches([')', ']']).to_owned())
        .filter(|s| !s.is_empty() && standing == Standing::Superseded);
    Some((head.to_owned(), standing, tail.to_owned(), successor))
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
        let is_mark = matches!(c, '*' | '`') || (c == '~' && rest.starts_with("~~"));
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
            Some("the Pi swap (June 26 2026, top of file")
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
    fn a_template_heading_is_seen() {
        assert!(read("[YYYY-MM-DD] Title").placeholder);
    }
}
