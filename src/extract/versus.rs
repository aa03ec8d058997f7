//! "Why A over B?" and "over alternatives: vs B / C": options that a comparison names one by one.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::options::name;
use super::sentences::{Block, Sentence};
use super::terms::terms;
use crate::model::Alternative;

static WHY_OVER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:why\s+)?(?:we\s+(?:chose|picked|use)\s+)?[^?\n:]{2,60}?\s+(?:over|instead of|rather than)\s+(?P<x>[^?\n]{2,120}?)\W*$")
        .ok()
});
static VERSUS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^[*_\s]*(?:vs\.?|versus|compared (?:to|with)|gegenüber)\s+(?P<x>[^:：—–\n]{2,80}?)[*_\s]*(?:[:：—–]\s*(?P<why>.{3,}))?$")
        .ok()
});

/// The options of a comparison at sentence `i`, which says why one thing was taken over others.
pub(super) fn read(passage: &Passage<'_>, all: &[Sentence<'_>], i: usize) -> Vec<Alternative> {
    let s = &all[i];
    let lower = s.text.to_lowercase();
    let titled =
        s.block == Block::Heading || s.text.trim_start_matches(['*', '_']).len() < s.text.len();
    let announces = lower
        .trim_start_matches(|c: char| !c.is_alphanumeric())
        .starts_with("why ")
        || (titled && lower.contains("over alternatives"))
        || (titled && lower.contains("over the alternatives"));
    if !announces {
        return Vec::new();
    }
    let Some(x) = WHY_OVER
        .as_ref()
        .and_then(|re| re.captures(s.text))
        .and_then(|c| c.name("x"))
    else {
        return Vec::new();
    };
    let named = x.as_str().trim();
    let plain = named.to_lowercase();
    let general = [
        "alternatives",
        "the alternatives",
        "other options",
        "others",
        "the others",
        "the rest",
    ]
    .iter()
    .find(|w| plain.starts_with(**w));
    let Some(general) = general else {
        return listed(passage, all, i, named);
    };
    let inline = named[general.len()..].trim_start_matches([':', ' ', '*']);
    let inline = ["vs. ", "vs ", "versus "]
        .iter()
        .find_map(|w| inline.strip_prefix(w));
    match inline {
        Some(names) => listed(passage, all, i, names),
        None => items(passage, all, i),
    }
}

/// `vs B: reason`, one an item, below the sentence that announces them.
fn items(passage: &Passage<'_>, all: &[Sentence<'_>], i: usize) -> Vec<Alternative> {
    let mut out: Vec<Alternative> = Vec::new();
    for s in all[i + 1..].iter().take_while(|s| s.block == Block::Item) {
        let Some(c) = VERSUS.as_ref().and_then(|re| re.captures(s.text)) else {
            continue;
        };
        let Some(x) = c.name("x") else { continue };
        let option = name(x.as_str());
        if terms(option).is_empty() {
            continue;
        }
        let why = c
            .name("why")
            .map(|w| passage.quote_of(s, w.as_str().trim()));
        let quote = passage.quote(s, 0);
        out.push(Alternative {
            name: option.to_owned(),
            reason: why.as_ref().map(|q| q.text.clone()),
            reason_quote: why.filter(|q| !quote.text.contains(&q.text)),
            quote,
        });
    }
    out
}

/// "Why A over B / C?": the reason is what follows.
fn listed(passage: &Passage<'_>, all: &[Sentence<'_>], i: usize, names: &str) -> Vec<Alternative> {
    let answer = all
        .get(i + 1)
        .filter(|n| n.block != Block::Heading)
        .map(|n| passage.quote(n, 0));
    names
        .split([',', '/'])
        .flat_map(|p| p.split(" and "))
        .flat_map(|p| p.split(" or "))
        .map(|p| {
            name(
                p.trim()
                    .trim_start_matches("or ")
                    .trim_start_matches("and "),
            )
        })
        .filter(|n| !terms(n).is_empty() && n.split_whitespace().count() <= 5)
        .map(|n| Alternative {
            name: n.to_owned(),
            reason: answer.as_ref().map(|q| q.text.clone()),
            quote: passage.quote(&all[i], 0),
            reason_quote: answer.clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::sentences::sentences;
    use super::*;

    fn found(text: &str) -> Vec<(String, Option<String>)> {
        let (passage, all) = (Passage::of(text), sentences(text));
        (0..all.len())
            .flat_map(|i| read(&passage, &all, i))
            .inspect(|a| assert!(text.contains(&a.quote.text)))
            .map(|a| (a.name, a.reason))
            .collect()
    }

    #[test]
    fn options_below_over_alternatives_come_with_what_is_said_of_each() {
        let text = "**Why Tin over alternatives:**\n- vs Oak: it rots by the sea.\n- vs Glass (blown): no frost.\n\n- vs Clay: out of the list?\n";
        let all = found(text);
        assert_eq!(
            all[0],
            ("Oak".to_owned(), Some("it rots by the sea.".to_owned()))
        );
        assert_eq!(all[1], ("Glass".to_owned(), Some("no frost.".to_owned())));
        let inline =
            found("### Why Tin over alternatives: vs Oak / Glass / Clay\n\nIt is light.\n");
        let names: Vec<&str> = inline.iter().map(|a| a.0.as_str()).collect();
        assert_eq!(names, ["Oak", "Glass", "Clay"]);
        assert_eq!(inline[0].1.as_deref(), Some("It is light."));
    }

    #[test]
    fn why_one_over_another_is_answered_by_what_follows() {
        let all = found("## Why Tin over Oak?\n\nOak rots.\n");
        assert_eq!(all, [("Oak".to_owned(), Some("Oak rots.".to_owned()))]);
        assert!(found("We run over Oak.\n\n- vs Glass: 3 times faster\n").is_empty());
        assert!(WHY_OVER.is_some() && VERSUS.is_some());
    }
}
