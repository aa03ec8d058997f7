//! What was tried, and how it went.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::sentences::{Block, Sentence};
use crate::model::{Experiment, LineRange, Outcome, QUOTE_MAX};

/// Most experiments of one text.
const MOST: usize = 30;

static TRIED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?-u:\b)(tried|attempt(?:s|ed)?|experiment(?:s|ed)?|tested|trial(?:led|ed)?|theory|theories|hypothes[ie]s|A/B|eval(?:s|uated|uation)?|benchmark(?:ed|s)?|measured|spike[d]?|prototype[d]?|duel|probe[ds]?|switched to|swapped)(?-u:\b)",
    )
    .ok()
});
static DISPROVEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?-u:\b)(did(?:n't| not) (?:help|work|fix|hold|improve)|made no difference|no (?:improvement|effect|difference)|failed|fails|reverted|rolled back|backed out|does(?:n't| not) (?:help|work)|disproven|disproved|wrong theory|both wrong|abandoned|unusable|was (?:worse|wrong)|were wrong|made (?:it|things) worse|had to be removed|not worth|too (?:slow|weak|unreliable|complex)|unreliable|hallucinated|0/\d+|never worked|gave up|dead end)(?-u:\b)",
    )
    .ok()
});
static CONFIRMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?-u:\b)(confirmed|validated|verified|proved|proven|worked|works well|won(?-u:\b)|outperform(?:s|ed)|passed|solved|succeeded|improved|faster|better than)(?-u:\b)",
    )
    .ok()
});
static OPEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?-u:\b)(inconclusive|unclear|mixed results?|not yet (?:tested|measured|clear)|could not tell|no clear winner)(?-u:\b)").ok()
});
static FAILED_PLACE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?-u:\b)(failed (?:approach|experiment|attempt)(?:es|s)?|disproven|dead ends?|tried and (?:reverted|abandoned|removed)|what (?:did not|didn't) work|— failed|abandoned)(?-u:\b)").ok()
});

/// The label of a field that says what was tried.
static TRIED_FIELD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^[*_>\s-]*(?:what (?:was|we) tried|tried|attempt(?:ed)?|experiment|hypothesis)\b[*_]*\s*:").ok()
});
/// The label of a field that says how it went.
static RESULT_FIELD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^[*_>\s-]*(?:results?|outcome|status|verdict|conclusion|finding)\b[*_]*\s*:")
        .ok()
});
/// What is said of an attempt that was given up, where a field asks how it went.
static GIVEN_UP: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?-u:\b)(removed|dropped|retired|rejected|replaced|withdrawn|not (?:used|adopted|kept)|stopped)(?-u:\b)").ok()
});

/// The experiments of a passage. A section that is about failed attempts makes each of its items
/// one; else a sentence must say both that something was tried and how it went.
pub(super) fn read(passage: &Passage<'_>, all: &[Sentence<'_>]) -> Vec<Experiment> {
    let mut out: Vec<Experiment> = Vec::new();
    // People put what works beside what failed: under such a group a sentence must say so itself.
    let failed_above = passage.trail.iter().any(|h| hit(&FAILED_PLACE, h));
    let mut failed = false;
    for (i, s) in all.iter().enumerate() {
        if out.len() >= MOST {
            break;
        }
        if s.block == Block::Heading {
            failed = hit(&FAILED_PLACE, s.text);
            if i == 0 && failed {
                out.push(experiment(passage, s, Outcome::Disproven, s.text));
            }
            continue;
        }
        let first_of_item = s.block == Block::Item && starts_item(all, i);
        let outcome = if hit(&OPEN, s.text) {
            Outcome::Inconclusive
        } else if hit(&DISPROVEN, s.text) || (failed && first_of_item) {
            Outcome::Disproven
        } else if hit(&CONFIRMED, s.text) {
            Outcome::Confirmed
        } else {
            continue;
        };
        let is_tried =
            hit(&TRIED, s.text) || ((failed || failed_above) && outcome == Outcome::Disproven);
        if is_tried {
            out.push(experiment(passage, s, outcome, s.text));
        } else if let Some(trial) = trial_before(all, i) {
            // "We tried X. It did not help." says it in two sentences.
            let both = joined(passage.text, trial, s);
            let quoted = both.as_ref().unwrap_or(s);
            let mut found = experiment(passage, quoted, outcome, trial.text);
            found.quote = passage.quote(quoted, quoted.text.len() - s.text.len());
            out.push(found);
        }
    }
    fields(passage, all, &mut out);
    out
}

/// Attempts written as fields: “**Tried:** …” and, further down in the section, “**Result:** …” or
/// “**Status:** Removed.” The last such field decides.
fn fields(passage: &Passage<'_>, all: &[Sentence<'_>], out: &mut Vec<Experiment>) {
    let mut tried: Option<&Sentence<'_>> = None;
    let mut outcome = None;
    let mut found: Vec<(&Sentence<'_>, Outcome)> = Vec::new();
    for s in all {
        if s.block == Block::Heading || hit(&TRIED_FIELD, s.text) {
            found.extend(tried.take().zip(outcome.take()));
        }
        if hit(&TRIED_FIELD, s.text) {
            tried = Some(s);
        } else if hit(&RESULT_FIELD, s.text) {
            let said = if hit(&OPEN, s.text) {
                Some(Outcome::Inconclusive)
            } else if hit(&DISPROVEN, s.text) || hit(&GIVEN_UP, s.text) {
                Some(Outcome::Disproven)
            } else if hit(&CONFIRMED, s.text) {
                Some(Outcome::Confirmed)
            } else {
                None
            };
            outcome = said.or(outcome);
        }
    }
    found.extend(tried.zip(outcome));
    for (s, outcome) in found {
        let text = s.text.split_once(':').map_or(s.text, |(_, rest)| rest);
        let known = out.iter().any(|e| e.quote.text == s.text);
        if !known && out.len() < MOST {
            out.push(Experiment {
                claim: claim(text),
                ..experiment(passage, s, outcome, s.text)
            });
        }
    }
}

fn starts_item(all: &[Sentence<'_>], i: usize) -> bool {
    i == 0 || all[i - 1].block != Block::Item || all[i - 1].lines.end < all[i].lines.start
}

/// The sentence just before, where it says that something was tried and not how it went.
fn trial_before<'s, 't>(all: &'s [Sentence<'t>], i: usize) -> Option<&'s Sentence<'t>> {
    let (before, s) = (all.get(i.checked_sub(1)?)?, all.get(i)?);
    let goes_on = before.block == s.block
        && before.block != Block::Heading
        && before.block != Block::Row
        && s.lines.start <= before.lines.end + 1
        && (s.block != Block::Item || !starts_item(all, i));
    let open =
        !hit(&DISPROVEN, before.text) && !hit(&CONFIRMED, before.text) && !hit(&OPEN, before.text);
    (goes_on && open && hit(&TRIED, before.text)).then_some(before)
}

/// Two neighbours as one piece, where it is short enough to be quoted whole.
fn joined<'t>(text: &'t str, a: &Sentence<'t>, b: &Sentence<'t>) -> Option<Sentence<'t>> {
    let piece = text.get(a.at..b.at + b.text.len())?;
    (piece.chars().count() <= QUOTE_MAX).then(|| Sentence {
        text: piece,
        at: a.at,
        lines: LineRange::new(a.lines.start, b.lines.end),
        block: a.block,
    })
}

fn experiment(passage: &Passage<'_>, s: &Sentence<'_>, outcome: Outcome, text: &str) -> Experiment {
    let near = DISPROVEN
        .as_ref()
        .and_then(|re| re.find(text))
        .map_or(0, |m| m.start());
    Experiment {
        claim: claim(text),
        outcome,
        quote: passage.quote(s, near),
    }
}

/// What was tried: the sentence's first clause, without marks, at most 120 characters.
fn claim(text: &str) -> String {
    let plain: String = text.replace(['*', '`'], "");
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = plain
        .match_indices([';', '—', '–', ':'])
        .map(|(i, _)| i)
        .find(|&i| i >= 12)
        .unwrap_or(plain.len());
    let first = plain[..end].trim().trim_end_matches(['.', ',']);
    first.chars().take(120).collect()
}

fn hit(re: &LazyLock<Option<Regex>>, text: &str) -> bool {
    re.as_ref().is_some_and(|re| re.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::super::sentences::sentences;
    use super::*;

    fn found(text: &str) -> Vec<(String, Outcome)> {
        read(&Passage::of(text), &sentences(text))
            .into_iter()
            .map(|e| (e.claim, e.outcome))
            .collect()
    }

    #[test]
    fn a_trial_with_its_outcome_is_an_experiment() {
        assert_eq!(
            found(
                "We tried a bigger cap; it did not help. The eval confirmed the small one. A/B results were unclear. We like it."
            ),
            [
                ("We tried a bigger cap".to_owned(), Outcome::Disproven),
                (
                    "The eval confirmed the small one".to_owned(),
                    Outcome::Confirmed
                ),
                ("A/B results were unclear".to_owned(), Outcome::Inconclusive),
            ]
        );
    }

    #[test]
    fn a_trial_and_its_outcome_may_stand_in_two_sentences_with_the_numbers() {
        let text =
            "We tried a bigger cap. It made things worse, 3/20 against 16/20, and was reverted.";
        let all = read(&Passage::of(text), &sentences(text));
        assert_eq!(all.len(), 1);
        assert_eq!(
            (all[0].claim.as_str(), all[0].outcome),
            ("We tried a bigger cap", Outcome::Disproven)
        );
        assert_eq!(all[0].quote.text, text);
        assert!(
            read(
                &Passage::of("We like it. It failed."),
                &sentences("We like it. It failed.")
            )
            .is_empty()
        );
    }

    #[test]
    fn an_attempt_written_as_fields_is_one_and_its_status_decides() {
        let text = "### tiny-net as router\n\n**Tried:** Used tiny-net for short messages.\n**Result:** It broke the thread.\n**Status:** Removed entirely.\n\n### Big cap\n\n**Tried:** A cap of 90.\n**Status:** Active.\n";
        assert_eq!(
            found(text),
            [(
                "Used tiny-net for short messages".to_owned(),
                Outcome::Disproven
            )]
        );
    }

    #[test]
    fn items_under_disproven_theories_are_disproven() {
        let text = "### Disproven theories\n\n1. **The cache is cold** — it was warm all along.\n2. **The disk is slow** — measured, no.\n";
        assert_eq!(
            found(text)
                .iter()
                .filter(|e| e.1 == Outcome::Disproven)
                .count(),
            3
        );
    }

    #[test]
    fn every_pattern_builds() {
        for p in [&TRIED, &DISPROVEN, &CONFIRMED, &OPEN, &FAILED_PLACE] {
            assert!(p.is_some());
        }
    }
}
