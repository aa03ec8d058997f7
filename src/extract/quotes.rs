//! The sentences that say the choice best, for a given change.

use std::collections::{HashMap, HashSet};

use super::Passage;
use super::obligations::{Polarity, of_sentence};
use super::sentences::{Block, Sentence, clip, sentences};
use super::terms::{stem, terms};
use crate::model::{QUOTE_MAX, Quote};

/// How many quotes are handed back at most.
const MOST: usize = 4;

/// The most that met hints can add to a sentence's score; it is half of it where they sum to it.
/// It and the weights of sections were chosen on labelled changes to `docs/adr` records and logs.
const MET: f64 = 6.0;

/// What it adds to a sentence's score that the judge found it met by the change.
const MET_BY_JUDGE: f64 = 1.5;

/// The sentences that state the choice or the obligation, best first. With hints (terms of a
/// change), those that meet them come first; a rare hint counts for more than a common one. Each is
/// a verbatim piece of the text of at most 300 characters; neighbours are joined where they fit.
pub fn best_quotes(passage: &Passage<'_>, hints: &[&str]) -> Vec<Quote> {
    quotes_with(passage, hints, None)
}

/// As [`best_quotes`], where one sentence is known to be the one that the change meets.
pub fn quotes_with(passage: &Passage<'_>, hints: &[&str], met: Option<&str>) -> Vec<Quote> {
    let all = sentences(passage.text);
    let mut ranked = rank(&all, hints);
    if let Some(met) = met {
        for (i, score, _) in &mut ranked {
            let text = all[*i].text;
            if text.contains(met) || met.contains(text) {
                *score += MET_BY_JUDGE;
            }
        }
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    }
    let mut out: Vec<Quote> = Vec::new();
    let mut used: HashSet<usize> = HashSet::new();
    for (i, score, near) in ranked {
        if out.len() == MOST || (score <= 0.0 && !out.is_empty()) {
            break;
        }
        if used.contains(&i) {
            continue;
        }
        let (first, last) = widen(passage.text, &all, i, &used);
        used.extend(first..=last);
        out.push(joined(passage, &all, first, last, i, near));
    }
    out
}

/// Sentences with their scores and the place of their most telling word, best first.
fn rank(all: &[Sentence<'_>], hints: &[&str]) -> Vec<(usize, f64, usize)> {
    let words: Vec<HashSet<String>> = all
        .iter()
        .map(|s| terms(s.text).iter().map(|t| stem(t)).collect())
        .collect();
    let mut df: HashMap<&str, usize> = HashMap::new();
    for set in &words {
        for w in set {
            *df.entry(w).or_insert(0) += 1;
        }
    }
    let hints: HashSet<String> = hints
        .iter()
        .flat_map(|h| terms(h))
        .map(|t| stem(&t))
        .collect();
    let n = all.len().max(1) as f64;
    let mut section = 0.0;
    let mut out: Vec<(usize, f64, usize)> = Vec::new();
    for (i, s) in all.iter().enumerate() {
        if s.block == Block::Heading {
            section = section_weight(s.text);
        }
        let mut met = 0.0;
        let mut near = 0;
        let mut best = 0.0;
        let lower = s.text.to_lowercase();
        for w in words[i].intersection(&hints) {
            let rare = (n / df.get(w.as_str()).copied().unwrap_or(1) as f64).ln() + 1.0;
            let long = if w.len() > 3 { 1.0 } else { 0.6 };
            met += rare * long;
            if rare > best {
                best = rare;
                near = lower
                    .find(w.as_str())
                    .filter(|&p| s.text.is_char_boundary(p))
                    .unwrap_or(0);
            }
        }
        // Long sentences meet more hints by chance, and many hints say little more than some.
        met /= 1.0 + (words[i].len() as f64 / 60.0);
        let duty = of_sentence(s)
            .iter()
            .map(|o| match o.polarity {
                Polarity::Contrast => 1.2,
                Polarity::MustNot => 1.0,
                Polarity::Must => 0.7,
            })
            .fold(0.0, f64::max);
        let mut score = section + MET * met / (met + MET) + duty + choice_weight(&lower);
        if s.block == Block::Heading {
            score *= 0.5;
        }
        if s.text.ends_with('?') || words[i].len() < 3 {
            score *= 0.3;
        }
        out.push((i, score, near.min(s.text.len())));
    }
    out.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    out
}

fn section_weight(heading: &str) -> f64 {
    let h = heading.to_lowercase();
    if h.contains("consider") || h.contains("context") || h.contains("option") || h.contains("link")
    {
        -0.6
    } else if [
        "decision", "fix", "outcome", "rule", "doctrine", "changed", "shipped",
    ]
    .iter()
    .any(|w| h.contains(w))
    {
        2.0
    } else if h.contains("consequence") {
        1.0
    } else {
        0.0
    }
}

fn choice_weight(lower: &str) -> f64 {
    const WORDS: &[&str] = &[
        "decided",
        "decision",
        "we will",
        "we use",
        "chosen option",
        "chose",
        "agreed",
        "from now on",
        "**fix",
        "fixed:",
        "fix:",
        "replaced",
        "switched",
        "reverted",
        "because",
        "so that",
        "we won't",
        "won the",
    ];
    let hits = WORDS.iter().filter(|w| lower.contains(*w)).count();
    0.5 * hits.min(2) as f64
}

/// The run of sentences around `i` in its block that still fits a quote.
fn widen(text: &str, all: &[Sentence<'_>], i: usize, used: &HashSet<usize>) -> (usize, usize) {
    let (mut first, mut last) = (i, i);
    let fits = |a: usize, b: usize| {
        let piece = &text[all[a].at..all[b].at + all[b].text.len()];
        piece.chars().count() <= QUOTE_MAX && !piece.contains("\n\n")
    };
    let joins = |a: usize, b: usize| {
        all[a].block == all[b].block
            && all[b].block != Block::Heading
            && all[b].block != Block::Row
            && text[all[a].at + all[a].text.len()..all[b].at]
                .trim()
                .is_empty()
    };
    loop {
        let after = last + 1 < all.len()
            && !used.contains(&(last + 1))
            && joins(last, last + 1)
            && fits(first, last + 1);
        if after {
            last += 1;
            continue;
        }
        let before = first > 0
            && !used.contains(&(first - 1))
            && joins(first - 1, first)
            && fits(first - 1, last);
        if !before {
            return (first, last);
        }
        first -= 1;
    }
}

fn joined(
    passage: &Passage<'_>,
    all: &[Sentence<'_>],
    first: usize,
    last: usize,
    i: usize,
    near: usize,
) -> Quote {
    if first == last {
        return passage.quote(&all[i], near);
    }
    let text = passage.text;
    let whole = Sentence {
        text: clip(&text[all[first].at..all[last].at + all[last].text.len()], 0),
        at: all[first].at,
        lines: crate::model::LineRange::new(all[first].lines.start, all[last].lines.end),
        block: all[i].block,
    };
    passage.quote(&whole, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# Cap\n\n## Context\n\nThe list grew. It had 900 rows.\n\n## Decision\n\nThe list must stay below 40 rows. We keep them in `rows.json`.\nColours are up to the theme.\n";

    #[test]
    fn the_choice_comes_first_and_hints_move_what_they_meet_up() {
        let p = Passage::of(TEXT);
        let q = best_quotes(&p, &[]);
        assert!(
            q[0].text.starts_with("The list must stay below 40 rows."),
            "{q:?}"
        );
        assert_eq!(q[0].lines.map(|l| l.start), Some(9));
        let q = best_quotes(&p, &["theme", "colours"]);
        assert!(q[0].text.contains("Colours are up to the theme."));
        assert!(
            q.iter()
                .all(|q| TEXT.contains(&q.text) && q.text.chars().count() <= QUOTE_MAX)
        );
    }

    #[test]
    fn a_text_of_one_heading_still_gives_a_quote() {
        assert_eq!(
            best_quotes(&Passage::of("## Pin it (June 2026)"), &[])[0].text,
            "Pin it (June 2026)"
        );
        assert!(best_quotes(&Passage::of(""), &[]).is_empty());
    }
}
