//! What the trailers of a commit message say about its decision: `Constraint`, `Rejected`,
//! `Directive`, `Supersedes`, and the footers that only link.
//!
//! Which lines are trailers is git's own rule ([`crate::history::trailers`]): only the last paragraph
//! can hold them, values fold, keys keep their case and may repeat.

use super::record::{Cue, Link, LinkPlace};
use crate::extract::{self, Facts, Known, Passage};
use crate::history;
use crate::model::{Alternative, CommitId, Constraint, Duty, LineRange, QUOTE_MAX, Quote};

/// One trailer and where it stands in the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its key as written.
    pub key: String,
    /// Its value on one line.
    pub value: String,
    /// Its lines in the message, from 1.
    pub lines: LineRange,
    /// Its words as they stand there.
    pub raw: String,
}

impl Placed {
    fn is(&self, key: &str) -> bool {
        self.key.eq_ignore_ascii_case(key)
    }

    fn quote(&self, commit: Option<&CommitId>) -> Quote {
        let end = self.raw.char_indices().nth(QUOTE_MAX).map(|(i, _)| i);
        let text = end.map_or(self.raw.as_str(), |i| {
            let cut = self.raw[..i].rfind(char::is_whitespace).unwrap_or(i);
            &self.raw[..cut]
        });
        let more = u32::try_from(text.matches('\n').count()).unwrap_or(0);
        Quote {
            text: text.to_owned(),
            path: None,
            lines: Some(LineRange::new(self.lines.start, self.lines.start + more)),
            commit: commit.cloned(),
            url: None,
        }
    }
}

/// The trailers of a message with their places, in order.
pub fn trailers(message: &str) -> Vec<Placed> {
    let mut wanted = history::trailers(message.as_bytes()).into_iter().peekable();
    if wanted.peek().is_none() {
        return Vec::new();
    }
    let lines: Vec<&str> = message.split_inclusive('\n').collect();
    let blank = |l: &&str| l.trim().is_empty();
    let last = lines.iter().rposition(|l| !blank(l)).unwrap_or(0);
    let first = lines[..=last].iter().rposition(blank);
    let first = first.map_or(0, |i| i + 1);
    let mut out: Vec<Placed> = Vec::new();
    let mut at: usize = lines[..first].iter().map(|l| l.len()).sum();
    // Where the open trailer began; a folded line goes on with it.
    let mut open = None;
    for (i, line) in lines.iter().enumerate().take(last + 1).skip(first) {
        let n = u32::try_from(i + 1).unwrap_or(u32::MAX);
        let end = at + line.len();
        if line.starts_with([' ', '\t']) {
            if let (Some(from), Some(t)) = (open, out.last_mut()) {
                t.lines.end = n;
                t.raw = message[from..end].trim_end().to_owned();
            }
        } else {
            let key = line.split_once(':').map(|(k, _)| k.trim());
            let is_next = wanted.peek().is_some_and(|(k, _)| key == Some(k.as_str()));
            open = is_next.then_some(at);
            if is_next && let Some((key, value)) = wanted.next() {
                out.push(Placed {
                    key,
                    value,
                    lines: LineRange::new(n, n),
                    raw: line.trim_end().to_owned(),
                });
            }
        }
        at = end;
    }
    out
}

/// Whether the trailers give the reason of a choice: an option turned down with its reason, or a
/// constraint.
pub fn gives_reason(trailers: &[Placed]) -> bool {
    trailers.iter().any(|t| {
        (t.is("Rejected") && split_reason(&t.value).1.is_some())
            || (t.is("Constraint") && t.value.split_whitespace().count() >= 3)
    })
}

/// The facts of a commit message: of its prose, and of its trailers.
pub fn facts(message: &str, commit: Option<&CommitId>) -> Facts {
    let placed: Vec<Placed> = trailers(message)
        .into_iter()
        .filter(|t| t.is("Rejected") || t.is("Constraint") || t.is("Directive"))
        .collect();
    let passage = |text| Passage {
        commit,
        ..Passage::of(text)
    };
    let prose = match placed.first() {
        Some(t) => before_line(message, t.lines.start),
        None => message,
    };
    let (mut facts, _) = extract::facts(&passage(prose), &Known::anything());
    if placed.is_empty() {
        return facts;
    }
    // What the trailers name is named by the message.
    let (all, _) = extract::facts(&passage(message), &Known::anything());
    facts.mentions = all.mentions;
    for t in &placed {
        if t.is("Rejected") {
            let (name, reason) = split_reason(&t.value);
            let known = facts
                .alternatives
                .iter()
                .any(|a| a.name.eq_ignore_ascii_case(name));
            if !name.is_empty() && !known {
                facts.alternatives.push(Alternative {
                    name: name.to_owned(),
                    reason: reason.map(str::to_owned),
                    quote: t.quote(commit),
                    reason_quote: None,
                });
            }
        } else if !t.value.is_empty() {
            facts.constraints.push(Constraint {
                duty: duty(&t.value),
                cue: t.key.clone(),
                subject: None,
                object: t.value.clone(),
                condition: None,
                scope: None,
                quote: t.quote(commit),
            });
        }
    }
    facts
}

/// What the trailers say of other decisions and of issues. A footer of another kind (`BREAKING
/// CHANGE`, `Co-authored-by`) says nothing of them.
pub fn links(trailers: &[Placed]) -> Vec<Link> {
    let mut out = Vec::new();
    for t in trailers {
        let cue = if t.is("Supersedes") {
            Cue::Supersedes
        } else if ["refs", "ref", "related", "revert", "reverts", "see-also"]
            .iter()
            .any(|k| t.is(k))
        {
            Cue::Mentions
        } else {
            continue;
        };
        for target in t.value.split([',', ';']).map(str::trim) {
            if !target.is_empty() {
                out.push(Link {
                    cue,
                    target: target.to_owned(),
                    place: LinkPlace::Field,
                    line: t.lines.start,
                    quote: t.quote(None).text,
                });
            }
        }
    }
    out
}

/// An option and why it was turned down: `name | reason`, or with a dash or “because”.
fn split_reason(value: &str) -> (&str, Option<&str>) {
    for mark in [
        " | ",
        "|",
        " — ",
        " – ",
        " -- ",
        " - ",
        ", because ",
        " because ",
    ] {
        if let Some((name, reason)) = value.split_once(mark) {
            let (name, reason) = (name.trim(), reason.trim());
            if !name.is_empty() {
                return (name, (!reason.is_empty()).then_some(reason));
            }
        }
    }
    (value.trim(), None)
}

fn duty(value: &str) -> Duty {
    let lower = value.to_lowercase();
    let begins = |words: &[&str]| words.iter().any(|w| lower.starts_with(w));
    if begins(&["do not", "don't", "never", "avoid", "must not", "no "]) {
        Duty::Never
    } else if begins(&["always"]) {
        Duty::Always
    } else if begins(&["only"]) {
        Duty::Only
    } else if begins(&["keep", "leave"]) {
        Duty::Keep
    } else {
        Duty::Must
    }
}

/// The text before a line.
fn before_line(text: &str, line: u32) -> &str {
    let n: usize = text
        .split_inclusive('\n')
        .take(line as usize - 1)
        .map(str::len)
        .sum();
    text.get(..n).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: &str = "Book each invoice once (#7)\n\nThe bank answers late under load.\n\nConstraint: the bank books a repeated call twice\nRejected: a retry with backoff | it books twice\nrejected: a queue in the bank — it is\n  not ours to change\nDirective: do not retry here\nSupersedes: 00112233\nRefs: #4\nConfidence: high\n";

    #[test]
    fn trailers_become_facts_with_quotes_that_stand_in_the_message() {
        let facts = facts(MESSAGE, None);
        let names: Vec<(&str, Option<&str>)> = facts
            .alternatives
            .iter()
            .map(|a| (a.name.as_str(), a.reason.as_deref()))
            .collect();
        assert_eq!(
            names,
            [
                ("a retry with backoff", Some("it books twice")),
                ("a queue in the bank", Some("it is not ours to change")),
            ]
        );
        let told: Vec<(Duty, &str)> = facts
            .constraints
            .iter()
            .filter(|c| c.cue == "Constraint" || c.cue == "Directive")
            .map(|c| (c.duty, c.object.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                (Duty::Must, "the bank books a repeated call twice"),
                (Duty::Never, "do not retry here"),
            ]
        );
        for q in facts
            .alternatives
            .iter()
            .map(|a| &a.quote)
            .chain(facts.constraints.iter().map(|c| &c.quote))
        {
            assert!(MESSAGE.contains(&q.text), "{q:?}");
            let line = q.lines.unwrap().start as usize;
            let first = q.text.lines().next().unwrap();
            assert!(MESSAGE.lines().nth(line - 1).unwrap().contains(first));
        }
    }

    #[test]
    fn supersedes_and_references_are_links_in_a_field_and_other_footers_none() {
        let all = trailers(MESSAGE);
        assert!(gives_reason(&all));
        let found: Vec<(Cue, String)> = links(&all)
            .into_iter()
            .map(|l| {
                assert_eq!(l.place, LinkPlace::Field);
                (l.cue, l.target)
            })
            .collect();
        assert_eq!(
            found,
            [
                (Cue::Supersedes, "00112233".to_owned()),
                (Cue::Mentions, "#4".to_owned())
            ]
        );
        let plain = trailers("A\n\nCo-authored-by: B <b@x>\nSigned-off-by: C <c@x>\n");
        assert_eq!(plain.len(), 2);
        assert!(links(&plain).is_empty() && !gives_reason(&plain));
    }

    #[test]
    fn a_message_without_trailers_has_the_facts_of_its_prose() {
        assert!(trailers("Fix: x").is_empty());
        assert!(trailers("A\n\nRejected: b | c\n\nThen prose.\n").is_empty());
        let f = facts("Keep x\n\nWe use a list instead of a table.\n", None);
        assert_eq!(f.alternatives.len(), 1);
    }
}
