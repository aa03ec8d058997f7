//! Options that were turned down, with the reason where it is given.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::sentences::{Block, Sentence};
use super::terms::terms;
use crate::model::Alternative;

/// Most alternatives of one text.
const MOST: usize = 30;

/// A pattern that is a part of the program. The tests build every one.
fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

static CONTRAST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:instead of|rather than|in place of|as opposed to|not via|and neglected|neglected|we rejected|ruled out|decided against|opted against)\s+(?P<x>[^,;:.()—–\n]{3,90})",
    )
});
static SWAPPED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:replac(?:e|ed|es|ing)|swapped|^swap)\s+(?P<x>[^,;:.()—–\n]{2,60}?)\s+(?:with|by|for|→|->)\s|(?-u:\b)(?:switch(?:ed)?|mov(?:e|ed)|migrat(?:e|ed))\s+(?:away\s+)?from\s+(?P<y>[^,;:.()—–\n]{2,60}?)\s+to(?-u:\b)",
    )
});
static REJECTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)^\**(?:rejected|not chosen|discarded|ruled out|declined)(?:\s+(?:alternatives?|options?))?\**\s*[:：]\**\s*(?P<x>.+)",
    )
});
static TRIED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)(?:^|(?-u:\b))(?P<x>[^,;:.()—–\n]{3,80}?)\s+(?:was|were|got)\s+(?:tried|attempted|tested)?\s*(?:and|,|but|then)?\s*(?:reverted|rejected|abandoned|removed again|rolled back|backed out|ruled out)(?-u:\b)",
    )
});
static BECAUSE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:because|since|as (?:it|they|this|that)|due to|which (?:would|caused|meant)|so that|to avoid)(?-u:\b)[^.\n]{3,200}",
    )
});
static FAULT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)^\**(?:tried|problem|bug|issue|symptom|root cause|incident)\**\s*[:：(]|(?-u:\b)(?:caus(?:ed|es|ing)|bugs?|wrongly|incorrectly|mistakenly|mapped|returned|classified|broke)(?-u:\b)",
    )
});
static OPTIONS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)^(?:\d+[.)]\s*)?(?:considered options?|options(?: considered)?|alternatives?(?: considered)?|considered alternatives?|rejected (?:alternatives?|options?|ideas?)|other options(?: considered)?|possible solutions|what we considered|alternativen|optionen|opciones consideradas|alternativas(?: consideradas)?|options envisagées|考虑的方案|備選方案|检讨した選択肢|検討した選択肢)\W*$",
    )
});
static CHOSEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r#"(?i)(?:chosen option:?\**\s*:?\s*|(?:we (?:have )?(?:decided|chose|opted)|decided|decision:?)\s+(?:to )?(?:go with|use|for|on)?\s*)["“*`]*(?P<x>[^"”*`.\n,]{2,120})"#,
    )
});
static OPTION_NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"(?i)(?-u:\b)option\s*\(?#?(\d{1,2}|[a-e])\)?"));

/// Words of which one stands in whatever [`REJECTED`] matches; and so on below.
const REJECTED_WORDS: [&str; 5] = [
    "rejected",
    "not chosen",
    "discarded",
    "ruled out",
    "declined",
];
const CONTRAST_WORDS: [&str; 10] = [
    "instead of",
    "rather than",
    "in place of",
    "as opposed to",
    "not via",
    "neglected",
    "we rejected",
    "ruled out",
    "decided against",
    "opted against",
];
const TRIED_WORDS: [&str; 7] = [
    "reverted",
    "rejected",
    "abandoned",
    "removed again",
    "rolled back",
    "backed out",
    "ruled out",
];
const SWAPPED_WORDS: [&str; 5] = ["replac", "swap", "switch", "mov", "migrat"];

/// The rejected options of a passage.
pub(super) fn read(passage: &Passage<'_>, all: &[Sentence<'_>]) -> Vec<Alternative> {
    let mut out: Vec<Alternative> = listed(passage, all);
    for s in all {
        if out.len() >= MOST {
            break;
        }
        if let Some(a) = in_sentence(passage, s) {
            let known = out.iter().any(|b| b.name.eq_ignore_ascii_case(&a.name));
            if !known {
                out.push(a);
            }
        }
    }
    out.truncate(MOST);
    out
}

fn in_sentence(passage: &Passage<'_>, s: &Sentence<'_>) -> Option<Alternative> {
    // Most sentences say none of this, and a search by words is far cheaper than one by patterns.
    let lower = s.text.to_lowercase();
    let try_on = |re: &'static LazyLock<Option<Regex>>, words: &[&str]| {
        let said = words.iter().any(|w| lower.contains(w));
        said.then(|| re.as_ref()?.captures(s.text)).flatten()
    };
    let matched = try_on(&REJECTED, &REJECTED_WORDS)
        .or_else(|| try_on(&CONTRAST, &CONTRAST_WORDS))
        .or_else(|| try_on(&TRIED, &TRIED_WORDS))
        .or_else(|| try_on(&SWAPPED, &SWAPPED_WORDS))?;
    // "It returned A instead of B" tells a fault: B is what was wanted.
    if FAULT.as_ref()?.is_match(s.text) {
        return None;
    }
    let found = matched.name("x").or_else(|| matched.name("y"))?;
    let name = name_of(found.as_str());
    let points = [
        "this ",
        "these ",
        "those ",
        "that ",
        "it ",
        "them ",
        "the needs ",
    ];
    let lower = name.to_lowercase();
    if terms(name).is_empty() || points.iter().any(|p| lower.starts_with(p)) {
        return None;
    }
    let quote = passage.quote(s, found.start());
    let reason = BECAUSE
        .as_ref()?
        .find(s.text)
        .map(|m| m.as_str().trim().to_owned());
    quote.text.contains(name).then(|| Alternative {
        name: name.to_owned(),
        reason,
        quote,
        reason_quote: None,
    })
}

/// The first words of an option, up to a verb or conjunction that goes on with something else.
fn name_of(text: &str) -> &str {
    let text = text.trim().trim_matches(['"', '“', '”', '*', ' ']);
    let cut = [
        " because ",
        " since ",
        " so that ",
        " which ",
        " as it ",
        " when ",
        " if ",
        " until ",
        " to avoid ",
        " but ",
        " while ",
        " we ",
        " that ",
        " where ",
    ]
    .iter()
    .filter_map(|w| text.find(w))
    .min()
    .unwrap_or(text.len());
    let text = &text[..cut];
    let mut end = text.len();
    for (n, (i, _)) in text.match_indices(' ').enumerate() {
        if n == 9 {
            end = i;
        }
    }
    text[..end].trim().trim_end_matches([',', ';'])
}

/// Options under a heading that lists them, without the one that was chosen.
fn listed(passage: &Passage<'_>, all: &[Sentence<'_>]) -> Vec<Alternative> {
    let mut options: Vec<(String, &Sentence<'_>, Option<String>)> = Vec::new();
    let mut level = 0;
    let mut inside = false;
    let mut announced = false;
    for (i, s) in all.iter().enumerate() {
        if s.block == Block::Heading {
            let here = heading_level(passage.text, s);
            let is_list = OPTIONS.as_ref().is_some_and(|re| re.is_match(s.text));
            let numbered = s.text.starts_with(|c: char| c.is_ascii_digit())
                || s.text.to_lowercase().starts_with("option");
            if inside && here > level {
                options.push((option_name(s.text).to_owned(), s, reason_below(all, i)));
            } else if is_list {
                inside = true;
                level = here;
            } else if announced && numbered {
                options.push((option_name(s.text).to_owned(), s, reason_below(all, i)));
            } else {
                inside = false;
                announced = false;
            }
            continue;
        }
        let lower = s.text.to_lowercase();
        announced |= (lower.contains("options") || lower.contains("alternatives"))
            && (lower.contains("considered") || s.text.ends_with(':'));
        let starts = i == 0 || all[i - 1].lines.end < s.lines.start;
        if inside && s.block == Block::Item && starts && heading_level(passage.text, s) == 0 {
            options.push((option_name(s.text).to_owned(), s, None));
        }
    }
    options.dedup_by(|a, b| a.0.eq_ignore_ascii_case(&b.0));
    if options.len() > 12 {
        return Vec::new();
    }
    let Some(chosen) = chosen(all, &options) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (i, (name, s, reason)) in options.into_iter().enumerate() {
        if chosen.contains(&i) || name.is_empty() {
            continue;
        }
        out.push(Alternative {
            name,
            reason,
            quote: passage.quote(s, 0),
            reason_quote: None,
        });
    }
    out
}

/// The places of the options that were chosen; none where that is not said.
fn chosen(
    all: &[Sentence<'_>],
    options: &[(String, &Sentence<'_>, Option<String>)],
) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for s in all {
        let Some(c) = CHOSEN.as_ref()?.captures(s.text) else {
            continue;
        };
        if let Some(n) = OPTION_NUMBER.as_ref()?.captures(s.text) {
            let place = options.iter().position(|(_, o, _)| {
                o.text.to_lowercase().starts_with(&format!("{}.", &n[1]))
                    || o.text
                        .to_lowercase()
                        .starts_with(&format!("option {}", n[1].to_lowercase()))
            });
            let by_count = n[1].parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            found.extend(place.or(by_count.filter(|&i| i < options.len())));
            continue;
        }
        let words = terms(&c["x"]);
        let best = options
            .iter()
            .enumerate()
            .map(|(i, (name, _, _))| {
                let have = terms(name);
                let same = have.iter().filter(|t| words.contains(t)).count();
                (i, same as f64 / have.len().max(1) as f64)
            })
            .filter(|(_, share)| *share >= 0.5)
            .max_by(|a, b| a.1.total_cmp(&b.1));
        found.extend(best.map(|b| b.0));
    }
    (!found.is_empty() && options.len() > found.len()).then_some(found)
}

/// "Bad, because …" below an option's heading.
fn reason_below(all: &[Sentence<'_>], i: usize) -> Option<String> {
    all[i + 1..]
        .iter()
        .take_while(|s| s.block != Block::Heading)
        .find(|s| {
            let lower = s.text.to_lowercase();
            lower.starts_with("bad")
                || lower.starts_with("con")
                || lower.contains("disadvantage")
                || lower.starts_with("❌")
        })
        .map(|s| super::sentences::clip(s.text, 0).to_owned())
}

/// An option's name: without number, marks and what follows a dash.
fn option_name(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| {
        c.is_ascii_digit() || matches!(c, '.' | ')' | ' ' | '*' | '#')
    });
    let text = match text.split_once([':', '-', '—']) {
        Some((lead, rest)) if is_option_mark(lead) => rest.trim_start_matches([' ', '*']),
        _ => text,
    };
    let cut = [" - ", " — ", " – ", ": ", " (", "**", ". "]
        .iter()
        .filter_map(|m| text.find(m).filter(|&i| i > 1))
        .min()
        .unwrap_or(text.len());
    text[..cut]
        .trim()
        .trim_matches(['*', '`', '"', '“', '”', '['])
}

/// `Option 2`, `Alternative B`: what stands before an option's name.
fn is_option_mark(lead: &str) -> bool {
    let mut words = lead.split_whitespace();
    let first = words.next().unwrap_or("").to_lowercase();
    let second = words.next().is_some_and(|w| w.chars().count() <= 2);
    matches!(first.as_str(), "option" | "alternative") && second && words.next().is_none()
}

/// The level of a heading sentence; 0 for another.
fn heading_level(text: &str, s: &Sentence<'_>) -> usize {
    if s.block != Block::Heading {
        return 0;
    }
    let line = text[..s.at].rsplit('\n').next().unwrap_or("");
    line.chars().filter(|&c| c == '#').count()
}

#[cfg(test)]
mod tests {
    use super::super::sentences::sentences;
    use super::*;

    fn found(text: &str) -> Vec<(String, Option<String>)> {
        read(&Passage::of(text), &sentences(text))
            .into_iter()
            .map(|a| (a.name, a.reason))
            .collect()
    }

    #[test]
    fn considered_options_without_the_chosen_one_are_alternatives() {
        let text = "# Search\n\n## Considered Options\n\n- Lunr\n- Algolia (hosted)\n- MiniSearch\n\n## Decision Outcome\n\nChosen option: \"Lunr\", because it is static.\n\n## Pros and Cons\n\n### Algolia\n\n- Bad, because it is hosted\n";
        let names: Vec<String> = found(text).into_iter().map(|a| a.0).collect();
        assert_eq!(names, ["Algolia", "MiniSearch"]);
    }

    #[test]
    fn an_option_is_named_without_its_mark() {
        assert_eq!(option_name("Option 1: Fuse.js (small)"), "Fuse.js");
        assert_eq!(option_name("Fast - and small"), "Fast");
    }

    #[test]
    fn numbered_headings_after_an_announcement_are_options() {
        let text = "## Context\n\nThere were 3 options considered:\n\n### 1. Do not do it\n\nX.\n\n### 2. Copy the other app\n\nY.\n\n### 3. Build anew\n\nZ.\n\n## Decision\n\nWe decided to go with option (1) for now.\n";
        let names: Vec<String> = found(text).into_iter().map(|a| a.0).collect();
        assert_eq!(names, ["Copy the other app", "Build anew"]);
    }

    #[test]
    fn contrasts_swaps_trials_and_neglected_options_are_alternatives_with_their_reason() {
        assert_eq!(
            found("Use uv instead of plain pip because it is faster."),
            [(
                "plain pip".to_owned(),
                Some("because it is faster".to_owned())
            )]
        );
        assert_eq!(found("We replaced OpenCode with Pi.")[0].0, "OpenCode");
        assert_eq!(
            found("The diversity cap was tried and reverted.")[0].0,
            "The diversity cap"
        );
        assert_eq!(
            found("In the context of X, facing Y, we decided for A and neglected plain files, to achieve Z.")[0].0,
            "plain files"
        );
        assert_eq!(
            found("**Rejected:** a global lock, because it stalls.")[0].0,
            "a global lock"
        );
        assert!(found("It is fine. Nothing else.").is_empty());
        assert!(found("**Problem:** the router searched instead of fetching the page.").is_empty());
        assert!(found("We replace this page by a list.").is_empty());
    }

    #[test]
    fn every_pattern_builds() {
        for p in [
            &CONTRAST,
            &SWAPPED,
            &REJECTED,
            &TRIED,
            &BECAUSE,
            &FAULT,
            &OPTIONS,
            &CHOSEN,
            &OPTION_NUMBER,
        ] {
            assert!(p.is_some());
        }
    }
}
