//! The words of a heading that say how its entry stands: `— superseded by X above`, `[DRAFT]`,
//! `(May 2026, REJECTED)`, `SUPERSEDED: …`.
//!
//! A mark is set off by a dash, a bracket or a colon, or stands in capitals; "How the cache was
//! replaced by a log" is a title.

use super::words::{Field, Words, fold};
use crate::model::Standing;

/// A mark, and the heading without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// What is left of the heading.
    pub head: String,
    /// How the entry stands.
    pub standing: Standing,
    /// The words that say so.
    pub words: String,
    /// The words that name the successor.
    pub successor: Option<String>,
}

const OPEN: [char; 4] = ['(', '[', '（', '【'];
const CLOSE: [char; 4] = [')', ']', '）', '】'];
const DASHES: [char; 5] = ['—', '–', '|', '·', '-'];
const COLONS: [char; 2] = [':', '：'];

/// The mark of a heading (without inline markup), if it has one.
pub(super) fn read(words: &Words, heading: &str) -> Option<Mark> {
    if let Some(mark) = at_start(words, heading) {
        return Some(mark);
    }
    for (i, c) in heading.char_indices() {
        let after = i + c.len_utf8();
        let tail = &heading[after..];
        if OPEN.contains(&c) {
            if let Some(mark) = in_brackets(words, heading, i, tail) {
                return Some(mark);
            }
        } else if DASHES.contains(&c) {
            // A hyphen inside a word is none of ours.
            let apart = c != '-' || (heading[..i].ends_with(' ') && tail.starts_with(' '));
            if apart && let Some(mark) = after_dash(words, heading, i, tail) {
                return Some(mark);
            }
        } else if COLONS.contains(&c)
            && let Some(phrase) = phrase(words, tail).filter(|p| p.retires())
        {
            return phrase.mark(heading[..i].trim(), tail);
        }
    }
    in_capitals(words, heading)
}

/// A standing at the start of a text, and what follows it.
struct Phrase {
    standing: Standing,
    /// Whether words like “by” follow, so that what comes next is the successor.
    by: bool,
    /// Bytes of the folded text that the phrase takes.
    len: usize,
    /// The folded text after it.
    rest: String,
}

impl Phrase {
    fn retires(&self) -> bool {
        matches!(
            self.standing,
            Standing::Superseded | Standing::Deprecated | Standing::Rejected
        ) && (self.by || self.ends())
    }

    /// Whether nothing or only a mark of punctuation or a date follows.
    fn ends(&self) -> bool {
        let rest = self.rest.trim_start();
        rest.is_empty()
            || rest.starts_with(|c: char| !c.is_alphanumeric())
            || rest.starts_with(|c: char| c.is_ascii_digit())
            || ["on ", "am ", "le ", "el ", "em ", "since ", "in favo"]
                .iter()
                .any(|w| rest.starts_with(w))
    }

    fn mark(&self, head: &str, tail: &str) -> Option<Mark> {
        // With nothing before it, it is a title about superseding.
        if head.is_empty() {
            return None;
        }
        let said = tail.trim().trim_start_matches('*').trim();
        let said = closed(said);
        let successor = (self.by && self.standing == Standing::Superseded)
            .then(|| skip(said, self.len).trim().to_owned())
            .filter(|s| !s.is_empty());
        Some(Mark {
            head: head.to_owned(),
            standing: self.standing,
            words: said.to_owned(),
            successor,
        })
    }
}

fn phrase(words: &Words, tail: &str) -> Option<Phrase> {
    let folded = fold(tail);
    let start = folded.len()
        - folded
            .trim_start_matches(|c: char| !c.is_alphanumeric())
            .len();
    let text = &folded[start..];
    let (standing, len) = words.standing_at_start(text)?;
    // The longer of “superseded” and “superseded by” tells whether a successor follows.
    let by = words
        .field_at_start(text)
        .filter(|(f, n)| *f == Field::SupersededBy && text[..*n].contains(' '))
        .map(|(_, n)| n)
        .or_else(|| {
            let rest = text.get(len..)?;
            let by = ["by ", "with ", "par ", "durch ", "por ", "in "]
                .iter()
                .find(|w| rest.trim_start().starts_with(**w))?;
            (standing == Standing::Superseded).then_some(len + 1 + by.trim_end().len())
        });
    let len = by.unwrap_or(len);
    Some(Phrase {
        standing,
        by: by.is_some(),
        len: start + len,
        rest: text.get(len..)?.to_owned(),
    })
}

/// The text after as many letters as the folded length counts.
fn skip(text: &str, folded: usize) -> &str {
    for (i, _) in text.char_indices() {
        if fold(&text[..i]).len() >= folded {
            return &text[i..];
        }
    }
    ""
}

/// Without a last bracket that nothing in it opens.
fn closed(text: &str) -> &str {
    let mut text = text;
    while let Some(rest) = text.strip_suffix(CLOSE) {
        let opened = rest.chars().filter(|c| OPEN.contains(c)).count();
        let shut = rest.chars().filter(|c| CLOSE.contains(c)).count();
        if opened > shut {
            break;
        }
        text = rest;
    }
    text
}

/// `SUPERSEDED: …`, `Rejected — …`: the word, then a colon or dash, then the title.
fn at_start(words: &Words, heading: &str) -> Option<Mark> {
    let at = heading.find(|c| COLONS.contains(&c) || matches!(c, '—' | '–'))?;
    let (label, rest) = heading.split_at(at);
    let title = rest.trim_start_matches(|c: char| COLONS.contains(&c) || matches!(c, '—' | '–'));
    let phrase = phrase(words, label)?;
    let capitals = label.chars().any(char::is_uppercase) && !label.chars().any(char::is_lowercase);
    let is_mark = phrase.rest.trim().is_empty() && (capitals || phrase.retires()) && !phrase.by;
    (is_mark && !title.trim().is_empty()).then(|| Mark {
        head: title.trim().to_owned(),
        standing: phrase.standing,
        words: label.trim().to_owned(),
        successor: None,
    })
}

/// The parts of a bracket; one of them may say how the entry stands.
fn in_brackets(words: &Words, heading: &str, open: usize, tail: &str) -> Option<Mark> {
    let close = tail.find(CLOSE);
    let inside = close.map_or(tail, |c| &tail[..c]);
    let parts: Vec<&str> = inside.split([',', ';', '，', '、', '·']).collect();
    // “(live, first boot)” tells of the boot; “(live)” and “(May 2026, live)” of the entry.
    let alone = parts.len() == 1;
    let dated = super::dates::first_by(words, inside);
    let (part, phrase) = parts.iter().find_map(|part| {
        let phrase = phrase(words, part)?;
        let rest = phrase.rest.trim();
        let raw = part.trim();
        let capitals = raw.chars().any(char::is_uppercase) && !raw.chars().any(char::is_lowercase);
        let short = rest.split(' ').count() <= 2;
        let said_so = phrase.ends() || rest.starts_with("by ") || rest.starts_with("durch ");
        let is_mark =
            phrase.retires() || (capitals && short) || (said_so && (alone || dated.is_some()));
        is_mark.then_some((*part, phrase))
    })?;
    let after = close.map_or("", |c| {
        let shut = tail[c..].chars().next().map_or(1, char::len_utf8);
        &tail[c + shut..]
    });
    // A bracket that also says when stays for the date to be read from it.
    let head = if alone && dated.is_none() {
        format!("{} {}", heading[..open].trim_end(), after.trim_start())
    } else {
        heading.to_owned()
    };
    // What a successor is called may hold commas and go on to the end of the bracket.
    let said = if phrase.by { inside } else { part };
    phrase.mark(head.trim(), said)
}

fn after_dash(words: &Words, heading: &str, at: usize, tail: &str) -> Option<Mark> {
    let phrase = phrase(words, tail)?;
    let alone = phrase.rest.trim().is_empty();
    if phrase.retires() || alone {
        return phrase.mark(heading[..at].trim(), tail);
    }
    None
}

/// A last word in capitals: `Old way SUPERSEDED`.
fn in_capitals(words: &Words, heading: &str) -> Option<Mark> {
    let (head, last) = heading.trim_end().rsplit_once(' ')?;
    let capitals = last.chars().all(|c| c.is_uppercase());
    let phrase = phrase(words, last).filter(|p| capitals && p.retires())?;
    phrase.mark(head.trim(), last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(heading: &str) -> Option<(String, Standing, String, Option<String>)> {
        read(Words::built_in(), heading).map(|m| (m.head, m.standing, m.words, m.successor))
    }

    #[test]
    fn a_mark_is_read_wherever_it_is_set_off() {
        use Standing::{Accepted, Deprecated, Proposed, Rejected, Superseded};
        for (heading, head, standing, words) in [
            ("Cache — REJECTED", "Cache", Rejected, "REJECTED"),
            ("[SUPERSEDED] Cache", "Cache", Superseded, "SUPERSEDED"),
            ("Cache [DRAFT]", "Cache", Proposed, "DRAFT"),
            ("Cache (accepted)", "Cache", Accepted, "accepted"),
            ("Cache – Accepted", "Cache", Accepted, "Accepted"),
            ("REJECTED: Cache", "Cache", Rejected, "REJECTED"),
            ("Deprecated — Cache", "Cache", Deprecated, "Deprecated"),
            ("Cache SUPERSEDED", "Cache", Superseded, "SUPERSEDED"),
            ("Cache (veraltet)", "Cache", Deprecated, "veraltet"),
            ("缓存（已废弃）", "缓存", Deprecated, "已废弃"),
            (
                "Cache (May 2026, COMMITTED DIRECTION)",
                "Cache (May 2026, COMMITTED DIRECTION)",
                Accepted,
                "COMMITTED DIRECTION",
            ),
            (
                "Cache (rejected 2026-01-02)",
                "Cache (rejected 2026-01-02)",
                Rejected,
                "rejected 2026-01-02",
            ),
        ] {
            let want = Some((head.to_owned(), standing, words.to_owned(), None));
            assert_eq!(mark(heading), want, "{heading}");
        }
    }

    #[test]
    fn the_successor_is_what_the_words_name() {
        for (heading, words, successor) in [
            (
                "A — superseded by B above",
                "superseded by B above",
                "B above",
            ),
            (
                "A (superseded by B, top of file)",
                "superseded by B, top of file",
                "B, top of file",
            ),
            ("A — ersetzt durch ADR-4", "ersetzt durch ADR-4", "ADR-4"),
            ("A (remplacé par ADR-4)", "remplacé par ADR-4", "ADR-4"),
            ("A: Superseded by D-7", "Superseded by D-7", "D-7"),
        ] {
            let got = mark(heading).map(|m| (m.1, m.2, m.3));
            let want = (
                Standing::Superseded,
                words.to_owned(),
                Some(successor.to_owned()),
            );
            assert_eq!(got, Some(want), "{heading}");
        }
    }

    #[test]
    fn a_title_that_only_speaks_of_a_standing_has_no_mark() {
        for heading in [
            "How the cache was replaced by a log",
            "Superseded records stay",
            "Heartbeat: replaced polling with events",
            "The gate (live, first boot after the week)",
            "Open questions",
            "Flow: proposed by the planner",
            "Final answer (intermittent)",
            "Two paths — open the door first",
            "Confirm: approved senders only",
            "state-of-the-art cache",
        ] {
            assert_eq!(mark(heading), None, "{heading}");
        }
    }
}
