//! The record as a judge reads it: sentences with their terms, numbers and cues.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::phrases::{Pair, bounds, pairs};
use super::words::{Term, names, term_set};
use crate::model::{Decision, QUOTE_MAX};

/// What a sentence asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cue {
    /// Something is to stay or to be done: `must`, `always`, `keep`, `only`, `we use`.
    Requires,
    /// Something is not to be done: `never`, `do not`, `avoid`, `instead of`, `rejected`.
    Forbids,
}

/// One sentence (or bullet, or table row) of a record.
#[derive(Clone, Debug, Default)]
pub struct Sentence {
    /// Its words, verbatim, at most [`QUOTE_MAX`] characters.
    pub text: String,
    /// Its line within the decision's text, from 0.
    pub line: usize,
    /// Its terms.
    pub terms: BTreeSet<Term>,
    /// Whole names in it.
    pub names: BTreeSet<String>,
    /// Numbers in it.
    pub numbers: Vec<Stated>,
    /// What it asks for, if it asks for something.
    pub cues: Vec<Cue>,
    /// Terms that stand after a forbidding cue, within its clause.
    pub forbidden: BTreeSet<Term>,
    /// Its pairs of neighbouring terms.
    pub pairs: BTreeSet<Pair>,
}

/// A number that a sentence states.
#[derive(Clone, Debug, PartialEq)]
pub struct Stated {
    /// Its value.
    pub value: f64,
    /// The word right after it, lower-case: its unit, perhaps.
    pub unit: String,
    /// Terms of the words close to it.
    pub near: BTreeSet<Term>,
    /// Whether the words close to it say that it is a bound.
    pub bound: bool,
}

/// A decision's text, prepared.
#[derive(Clone, Debug, Default)]
pub struct RecordView {
    /// Its sentences in order.
    pub sentences: Vec<Sentence>,
    /// Its title, read as a sentence.
    pub title: Sentence,
    /// All its terms.
    pub terms: BTreeSet<Term>,
}

static FORBIDS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(never|must not|mustn't|do not|don't|does not|doesn't|should not|shouldn't|cannot|can't|may not|avoid(?:ed|s|ing)?|no longer|instead of|rather than|versus|vs|over|not|without|forbid(?:den|s)?|reject(?:ed|s)?|drop(?:ped|s)?|remov(?:e|ed|es)|replac(?:e|ed|es|ing)|retir(?:e|ed|es)|neglect(?:ed)?|ban(?:ned|s)?|fragile|dead end|failed|wrong|too (?:thin|small|low|short|few|little|tight|many|large|big|high|slow|long|much|wide)|starv(?:e[ds]?|ing)|insufficient|not enough)\b",
    )
});

static REQUIRES: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(must|always|shall|should|require[sd]?|keep[s]?|kept|only|ensure[sd]?|we use|we will|will be|chosen|chose|decided|stays?|prefer(?:red|s)?|need(?:s|ed)? to|has to|have to|cap(?:ped)?|limit(?:ed)?|guarantee[sd]?|use)\b",
    )
});

static GONE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?i)\b(?:removed|dropped|retired|rejected|replaced|reverted|abandoned|deleted)\b")
});

/// “`x` should be avoided”: the subject is what is spoken against.
static PASSIVE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i)\b(?:is|are|was|were|be|been|get|gets)\s+(?:to\s+be\s+)?(?:avoided|forbidden|banned|prohibited|discouraged|disallowed|not\s+allowed|not\s+permitted)\b",
    )
});

static CODE_SPAN: LazyLock<Regex> = LazyLock::new(|| pattern(r"`([^`\n]{3,80})`"));

static NUMBER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:^|[^\w.])(\d[\d_,]*(?:\.\d+)?)\s*[-–]?\s*([A-Za-z%/]+)?"));

static CLAUSE_END: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"[,;:()—–]|\.(?:\s|$)|\b(?:because|so that|since|but|and then|which|to)\b")
});

#[allow(clippy::expect_used)] // The sources are constants and every test compiles them.
fn pattern(source: &str) -> Regex {
    Regex::new(source).expect("a constant pattern")
}

impl RecordView {
    /// Prepares a decision's own text.
    pub fn of(decision: &Decision) -> Self {
        let sentences = sentences(&decision.text);
        let mut terms: BTreeSet<Term> = sentences
            .iter()
            .flat_map(|s| s.terms.iter().cloned())
            .collect();
        let title = sentence(&decision.title, 0);
        terms.extend(title.terms.iter().cloned());
        Self {
            sentences,
            terms,
            title,
        }
    }
}

/// Cuts a text into sentences, bullets and table rows; fenced code stays whole lines. Each is a
/// verbatim part of the text.
pub fn sentences(text: &str) -> Vec<Sentence> {
    let mut out = Vec::new();
    let mut paragraph: Option<(usize, usize, usize)> = None; // start, end, first line
    let mut offset = 0;
    let mut fenced = false;
    for (n, line) in text.split_inclusive('\n').enumerate() {
        let body = line.trim();
        let fence = body.starts_with("```") || body.starts_with("~~~");
        let starts_item = body.starts_with(['-', '*', '+', '|', '>', '#'])
            || body.split_once(['.', ')']).is_some_and(|(d, rest)| {
                !d.is_empty()
                    && d.len() < 4
                    && d.bytes().all(|b| b.is_ascii_digit())
                    && rest.starts_with(' ')
            });
        if (body.is_empty() || starts_item || fence || fenced)
            && let Some((s, e, l)) = paragraph.take()
        {
            split_sentences(&text[s..e], l, &mut out);
        }
        if fence {
            fenced = !fenced;
        } else if !body.is_empty() {
            let start = offset + (line.len() - line.trim_start().len());
            let end = offset + line.trim_end().len();
            paragraph = Some(match paragraph {
                Some((s, _, l)) => (s, end, l),
                None => (start, end, n),
            });
        }
        offset += line.len();
    }
    if let Some((s, e, l)) = paragraph {
        split_sentences(&text[s..e], l, &mut out);
    }
    out
}

fn split_sentences(paragraph: &str, line: usize, out: &mut Vec<Sentence>) {
    let bytes = paragraph.as_bytes();
    let mut start = 0;
    let mut i = 0;
    while i < bytes.len() {
        let end = matches!(bytes[i], b'.' | b'!' | b'?' | b';')
            && bytes.get(i + 1).is_none_or(u8::is_ascii_whitespace)
            && !abbreviation(&paragraph[start..i]);
        if end && i + 1 - start > 12 {
            push(paragraph, start, i + 1, line, out);
            start = i + 1;
        }
        i += 1;
    }
    push(paragraph, start, bytes.len(), line, out);
}

fn abbreviation(before: &str) -> bool {
    let word = before
        .rsplit(char::is_whitespace)
        .next()
        .unwrap_or_default()
        .to_lowercase();
    matches!(
        word.trim_start_matches('('),
        "e.g" | "i.e" | "etc" | "vs" | "cf" | "no" | "approx"
    )
}

fn push(paragraph: &str, start: usize, end: usize, line: usize, out: &mut Vec<Sentence>) {
    let raw = &paragraph[start..end];
    let text = raw.trim();
    if text.chars().filter(|c| c.is_alphanumeric()).count() < 3 {
        return;
    }
    let line = line
        + paragraph[..start + (raw.len() - raw.trim_start().len())]
            .matches('\n')
            .count();
    let mut rest = text;
    let mut rest_line = line;
    // A sentence longer than a quote may be is cut at white space.
    while !rest.is_empty() {
        let cut = cut_at(rest, QUOTE_MAX);
        let (head, tail) = rest.split_at(cut);
        out.push(sentence(head.trim(), rest_line));
        rest_line += head.matches('\n').count();
        rest = tail.trim_start();
    }
}

/// The numbers of a sentence, each with the words close to it.
fn numbers(text: &str) -> Vec<Stated> {
    /// Bytes before and after a number that count as close: four or five words.
    const CLOSE: usize = 36;
    NUMBER
        .captures_iter(text)
        .filter_map(|c| {
            let digits = c.get(1)?;
            let value = digits.as_str().replace([',', '_'], "").parse().ok()?;
            let unit = c.get(2).map_or("", |m| m.as_str()).to_lowercase();
            let floor = |mut at: usize| {
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                at
            };
            let from = floor(digits.start().saturating_sub(CLOSE));
            let to = floor((digits.end() + CLOSE).min(text.len()));
            Some(Stated {
                value,
                unit,
                near: term_set(text.get(from..to)?),
                bound: bounds(text.get(from..to)?),
            })
        })
        .collect()
}

/// The byte offset of the last white space that keeps the text within `max` characters.
fn cut_at(text: &str, max: usize) -> usize {
    let Some((limit, _)) = text.char_indices().nth(max) else {
        return text.len();
    };
    text[..limit]
        .rfind(char::is_whitespace)
        .filter(|&at| at > 0)
        .unwrap_or(limit)
}

fn sentence(text: &str, line: usize) -> Sentence {
    let mut cues = Vec::new();
    let mut forbidden = BTreeSet::new();
    if REQUIRES.is_match(text) {
        cues.push(Cue::Requires);
    }
    for m in FORBIDS.find_iter(text) {
        if cues.last() != Some(&Cue::Forbids) {
            cues.push(Cue::Forbids);
        }
        let rest = &text[m.end()..];
        let clause = CLAUSE_END.find(rest).map_or(rest, |e| &rest[..e.start()]);
        forbidden.extend(term_set(clause));
    }
    for m in PASSIVE.find_iter(text) {
        let before = &text[..m.start()];
        let clause = CLAUSE_END
            .find_iter(before)
            .last()
            .map_or(before, |e| &before[e.end()..]);
        forbidden.extend(term_set(clause));
        if cues.last() != Some(&Cue::Forbids) {
            cues.push(Cue::Forbids);
        }
    }
    // “`x` …: removed”: what was named in a code span and then taken out is not wanted back.
    if GONE.is_match(text) {
        for span in CODE_SPAN.captures_iter(text).filter_map(|c| c.get(1)) {
            forbidden.extend(term_set(span.as_str()));
        }
    }
    Sentence {
        terms: term_set(text),
        names: names(text),
        numbers: numbers(text),
        cues,
        forbidden,
        pairs: pairs(text),
        text: text.to_owned(),
        line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_stand_verbatim_and_carry_their_cues() {
        let text = "We keep unknown prices apart from zero. A free call\nand an unpriced call differ.\n\n- never default to zero\n- 41 of 900 invoices were wrong";
        let s = sentences(text);
        assert!(s.iter().all(|s| text.contains(&s.text)), "{s:#?}");
        assert_eq!(s.len(), 4);
        assert!(s[0].cues.contains(&Cue::Requires));
        assert!(s[2].forbidden.contains("default"));
        assert_eq!(
            (s[3].numbers[0].value, s[3].numbers[0].unit.as_str()),
            (41.0, "of")
        );
        assert_eq!(s[1].line, 0);
        assert_eq!(s[2].line, 3);
    }

    #[test]
    fn a_long_sentence_is_cut_into_quotes() {
        let text = "word ".repeat(200);
        let s = sentences(&text);
        assert!(s.len() > 3 && s.iter().all(|s| s.text.chars().count() <= QUOTE_MAX));
    }
}
