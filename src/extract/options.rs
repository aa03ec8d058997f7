//! Options that stand in lists and under headings, with what speaks against each.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::chosen::turns;
use super::cues::{Listing, cues};
use super::sentences::{Block, Sentence};
use super::terms::{stems, terms};
use crate::model::{Alternative, Quote};

/// More options than this are no choice but a list of something else.
const MOST: usize = 12;

static CHOSEN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r#"(?i)(?:chosen option:?\**\s*:?\s*|(?:we (?:have )?(?:decided|chose|opted)|decided|decision:?|gewählte option:?|option (?:retenue|choisie)\s*:?|opción elegida:?|opção escolhida:?|选择的方案[:：]|选择了?|選択した案[:：])\s*(?:(?:to )?(?:go with|use|for|on)?\s*)?)(?:["“「](?P<q>[^"”」\n]{2,120})["”」]|["“*`「]*(?P<x>[^"”*`.。」\n,]{2,120}))"#,
    )
    .ok()
});
static OPTION_NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)(?-u:\b)option\s*\(?#?(\d{1,2}|[a-e])\)?").ok());
static MARKED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:option|alternative|approach|variant|solution|proposal)\s+(?:#?\d{1,2}|[a-e])(?-u:\b)")
        .ok()
});

/// What an option's own words say of it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    None,
    Chosen,
    Rejected,
}

struct Choice<'s, 't> {
    name: String,
    at: usize,
    sentence: &'s Sentence<'t>,
    listing: Listing,
    mark: Mark,
}

/// The options of a text that were not chosen.
pub(super) fn read(passage: &Passage<'_>, all: &[Sentence<'_>]) -> Vec<Alternative> {
    let mut options = gather(passage, all);
    let mut seen = std::collections::HashSet::new();
    options.retain(|o| seen.insert(o.name.to_lowercase()));
    if options.len() > MOST {
        return Vec::new();
    }
    let mut chosen = chosen(passage, all, &options);
    chosen.extend(titled(passage, all, &options));
    chosen.sort_unstable();
    chosen.dedup();
    let marked = options.iter().any(|o| o.mark != Mark::None);
    let settled = !chosen.is_empty() || marked;
    let mut out: Vec<Alternative> = Vec::new();
    for (i, o) in options.iter().enumerate() {
        let turned_down = match (o.listing, o.mark) {
            (_, Mark::Chosen) => false,
            (_, Mark::Rejected) | (Listing::Rejected, _) => true,
            (Listing::Alternatives, Mark::None) => !chosen.contains(&i),
            // Of plain options one is the chosen one: unless it is known which, none is an
            // alternative.
            (Listing::Options, Mark::None) => {
                settled && !chosen.contains(&i) && options.len() > chosen.len()
            }
        };
        if !turned_down
            || o.name.is_empty()
            || out.iter().any(|a| a.name.eq_ignore_ascii_case(&o.name))
        {
            continue;
        }
        let quote = passage.quote(o.sentence, 0);
        let (reason, apart) = reason(passage, all, o);
        let apart = apart.filter(|q| !quote.text.contains(&q.text));
        out.push(Alternative {
            name: o.name.clone(),
            reason,
            quote,
            reason_quote: apart,
        });
    }
    out
}

/// What the text says was chosen, in its words.
pub(super) fn named_as_chosen<'t>(all: &[Sentence<'t>]) -> Vec<&'t str> {
    all.iter().filter_map(|s| choice_in(s.text)).collect()
}

/// The words that a sentence says were chosen; a quoted name whole.
fn choice_in(text: &str) -> Option<&str> {
    let c = CHOSEN.as_ref()?.captures(text)?;
    c.name("q")
        .or_else(|| c.name("x"))
        .map(|m| m.as_str().trim())
}

/// The options under headings that list them, and under headings that are numbered as options.
fn gather<'s, 't>(passage: &Passage<'_>, all: &'s [Sentence<'t>]) -> Vec<Choice<'s, 't>> {
    let mut out = Vec::new();
    let mut inside: Option<(usize, Listing)> = None;
    // An entry's own section may be the list: the heading stands above the text.
    if let Some(kind) = passage.trail.last().and_then(|h| cues().listing(h)) {
        inside = Some((0, kind));
    }
    let mut announced = false;
    for (i, s) in all.iter().enumerate() {
        let mut add = |listing: Listing| {
            out.push(Choice {
                name: name(s.text).to_owned(),
                at: i,
                sentence: s,
                listing,
                mark: mark(s.text),
            });
        };
        if s.block == Block::Heading {
            let here = level(passage.text, s);
            if let Some((above, listing)) = inside
                && here > above
                && above > 0
            {
                add(listing);
            } else if let Some(kind) = cues().listing(s.text) {
                inside = Some((here, kind));
            } else if is_marked(s.text)
                || (announced && s.text.starts_with(|c: char| c.is_ascii_digit()))
            {
                add(Listing::Options);
            } else {
                inside = None;
                announced = false;
            }
            continue;
        }
        let lower = s.text.to_lowercase();
        announced |= (lower.contains("options") || lower.contains("alternatives"))
            && (lower.contains("considered") || s.text.ends_with(':'));
        let first = i == 0 || all[i - 1].lines.end < s.lines.start;
        let below_option = out_is_heading(all, i);
        if let Some((_, listing)) = inside
            && s.block == Block::Item
            && first
            && !below_option
            && !is_nested(passage.text, s)
        {
            add(listing);
        }
    }
    out
}

/// Whether the nearest heading above is an option itself: its items are pros and cons.
fn out_is_heading(all: &[Sentence<'_>], i: usize) -> bool {
    all[..i]
        .iter()
        .rev()
        .find(|s| s.block == Block::Heading)
        .is_some_and(|h| cues().listing(h.text).is_none())
        && all[..i].iter().any(|s| s.block == Block::Heading)
}

/// Whether an item stands below another item.
fn is_nested(text: &str, s: &Sentence<'_>) -> bool {
    let line = text[..s.at].rsplit('\n').next().unwrap_or("");
    line.starts_with([' ', '\t'])
}

/// The places of the options that were chosen: by the words that choose, or else by the title.
fn chosen(passage: &Passage<'_>, all: &[Sentence<'_>], options: &[Choice<'_, '_>]) -> Vec<usize> {
    let mut found = Vec::new();
    for s in all {
        // A heading "Decision" chooses nothing, and a template's "the decision to …" hardly.
        let Some(said) = choice_in(s.text).filter(|_| s.block != Block::Heading) else {
            continue;
        };
        if let Some(n) = OPTION_NUMBER.as_ref().and_then(|re| re.captures(s.text)) {
            let is = |o: &Choice<'_, '_>| {
                let lower = o.sentence.text.to_lowercase();
                lower.starts_with(&format!("{}.", &n[1]))
                    || lower.starts_with(&format!("option {}", n[1].to_lowercase()))
            };
            let by_count = n[1].parse::<usize>().ok().and_then(|n| n.checked_sub(1));
            let place = options.iter().position(is);
            found.extend(place.or(by_count.filter(|&i| i < options.len())));
            continue;
        }
        found.extend(nearest(said, options));
    }
    if found.is_empty() {
        let title = all
            .first()
            .filter(|s| s.block == Block::Heading)
            .map(|s| s.text);
        let above = passage.trail.iter().map(String::as_str);
        found.extend(
            title
                .into_iter()
                .chain(above)
                .find_map(|t| nearest(t, options)),
        );
    }
    found
}

/// The option that the title names with all of its words, unless the title also says what is left.
fn titled(
    passage: &Passage<'_>,
    all: &[Sentence<'_>],
    options: &[Choice<'_, '_>],
) -> Option<usize> {
    let own = all.first().filter(|s| s.block == Block::Heading);
    let above = passage.trail.iter().rev().map(String::as_str);
    let title = own.map(|s| s.text).into_iter().chain(above).next()?;
    if turns(title) {
        return None;
    }
    let words = stems(title);
    let covered = |o: &Choice<'_, '_>| {
        let have = stems(&o.name);
        let whole = have.len() > 1 && have.iter().all(|t| words.contains(t));
        (whole && !denies(&o.name)).then_some(have.len())
    };
    let found = options.iter().enumerate();
    found
        .filter_map(|(i, o)| covered(o).map(|n| (n, std::cmp::Reverse(i))))
        .max()
        .map(|(_, i)| i.0)
}

/// Whether words name the absence of something: "No cache", "Do not paint".
fn denies(text: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’')))
        .any(|w| {
            matches!(
                w.to_lowercase().as_str(),
                "no" | "not" | "don't" | "don’t" | "never" | "without" | "nothing"
            )
        })
}

/// The option that has most of its words among these.
fn nearest(words: &str, options: &[Choice<'_, '_>]) -> Option<usize> {
    let denied = denies(words);
    let words = terms(words);
    let of = |o: &Choice<'_, '_>| {
        let have = terms(&o.name);
        let same = have.iter().filter(|t| words.contains(t)).count();
        (same, have.len())
    };
    options
        .iter()
        .enumerate()
        .map(|(i, o)| (i, of(o)))
        .filter(|(_, (same, all))| *same > 0 && same * 2 >= *all)
        // Of two that fit, the one that says more of it: "MIT and CC0" before "MIT".
        .max_by_key(|(i, (same, all))| {
            let agrees = denies(&options[*i].name) == denied;
            (
                *same,
                agrees,
                std::cmp::Reverse(*all),
                std::cmp::Reverse(*i),
            )
        })
        .map(|b| b.0)
}

/// Why an option was turned down: what speaks against it under its own heading, wherever that is;
/// in a list of rejected ones, what follows its name.
fn reason(
    passage: &Passage<'_>,
    all: &[Sentence<'_>],
    o: &Choice<'_, '_>,
) -> (Option<String>, Option<Quote>) {
    let say = |s: &Sentence<'_>, text: &str| {
        let quote = passage.quote_of(s, text);
        (Some(quote.text.clone()), Some(quote))
    };
    let because = cues().because.find(o.sentence.text).map(|(at, _)| at);
    if let Some(at) = because {
        return say(
            o.sentence,
            o.sentence.text[at..].trim_end_matches(['.', ' ']),
        );
    }
    if o.sentence.block == Block::Heading
        && let Some(s) = against_below(all, o.at, o.listing == Listing::Rejected)
    {
        return say(s, s.text);
    }
    let same =
        |s: &&Sentence<'_>| s.block == Block::Heading && name(s.text).eq_ignore_ascii_case(&o.name);
    let elsewhere = all.iter().enumerate().find(|(i, s)| *i != o.at && same(s));
    if let Some(s) = elsewhere.and_then(|(i, _)| against_below(all, i, false)) {
        return say(s, s.text);
    }
    if let Some(s) = by_number(all, o).or_else(|| by_name(all, o)) {
        return say(s, s.text);
    }
    if o.sentence.block == Block::Item
        && let Some(s) = nested_against(passage.text, all, o.at)
    {
        return say(s, s.text);
    }
    let rest = o
        .sentence
        .text
        .find(o.name.as_str())
        .map(|at| &o.sentence.text[at + o.name.len()..])
        .map(|rest| rest.trim_start_matches(|c: char| !c.is_alphanumeric()))
        .map(|rest| rest.trim_end_matches(['.', ')', ' ']));
    match rest
        .filter(|r| r.len() > 3 && (o.listing == Listing::Rejected || o.mark == Mark::Rejected))
    {
        Some(rest) => say(o.sentence, rest),
        None => (None, None),
    }
}

/// "Because option 3 is too restrictive": what is said of an option by its number.
fn by_number<'s, 't>(all: &'s [Sentence<'t>], o: &Choice<'_, '_>) -> Option<&'s Sentence<'t>> {
    let re = OPTION_NUMBER.as_ref()?;
    let own = re.captures(o.sentence.text)?;
    let mut said = all
        .iter()
        .filter(|s| s.block != Block::Heading && s.at != o.sentence.at);
    said.find(|s| {
        let names = re
            .captures_iter(s.text)
            .any(|c| c[1].eq_ignore_ascii_case(&own[1]));
        names && cues().because.find(s.text).is_some()
    })
}

/// "We do not want a monolith because …": what is said of an option by its name, outside of lists.
fn by_name<'s, 't>(all: &'s [Sentence<'t>], o: &Choice<'_, '_>) -> Option<&'s Sentence<'t>> {
    let own = o.name.to_lowercase();
    let against = |s: &&Sentence<'_>| {
        let lower = s.text.to_lowercase();
        let negative = denies(&lower)
            || [" too ", "reject", "ruled out"]
                .iter()
                .any(|w| lower.contains(w));
        lower.contains(&own) && negative && cues().because.find(s.text).is_some()
    };
    let other = |s: &&Sentence<'_>| s.block != Block::Heading && s.at != o.sentence.at;
    (own.chars().count() > 3)
        .then(|| all.iter().filter(other).find(against))
        .flatten()
}

/// The first sentence below a heading that speaks against; in a list of rejected ones any sentence.
fn against_below<'s, 't>(
    all: &'s [Sentence<'t>],
    heading: usize,
    any: bool,
) -> Option<&'s Sentence<'t>> {
    // "#### Cons" under the option's heading is a part of what is said of it.
    let below = || {
        all[heading + 1..].iter().take_while(|s| {
            let plain = s.text.trim_matches(|c: char| !c.is_alphanumeric());
            s.block != Block::Heading || is_weighing(plain)
        })
    };
    let mut said = below();
    let cue = said.find(|s| {
        cues()
            .against
            .starts(s.text.trim_start_matches(['*', '_']))
            .is_some()
            || (s.block == Block::Heading && s.text.to_lowercase().trim().starts_with("con"))
    });
    // "Cons:" alone announces the item that follows it.
    let cue = match cue {
        Some(s) if terms(s.text).len() <= 1 => below().find(|n| n.at > s.at),
        other => other,
    };
    let also = || below().find(|s| cues().because.find(s.text).is_some());
    cue.or_else(|| any.then(|| also().or_else(|| below().next())).flatten())
}

/// Whether a heading only divides what is said for and against an option.
fn is_weighing(heading: &str) -> bool {
    let lower = heading.to_lowercase();
    cues()
        .against
        .starts(&lower)
        .is_some_and(|n| n == lower.len())
        || matches!(
            lower.as_str(),
            "pros"
                | "pro"
                | "cons"
                | "con"
                | "advantages"
                | "benefits"
                | "vorteile"
                | "avantages"
                | "ventajas"
                | "vantagens"
                | "优点"
                | "メリット"
        )
}

/// The first item below an item that speaks against it.
fn nested_against<'s, 't>(
    text: &str,
    all: &'s [Sentence<'t>],
    at: usize,
) -> Option<&'s Sentence<'t>> {
    all[at + 1..]
        .iter()
        .take_while(|s| s.block == Block::Item && (is_nested(text, s) || s.lines == all[at].lines))
        .find(|s| {
            cues()
                .against
                .starts(s.text.trim_start_matches(['*', '_']))
                .is_some()
        })
}

fn mark(text: &str) -> Mark {
    let lower = text.to_lowercase();
    let said = |words: &[&str]| words.iter().any(|w| lower.contains(w));
    if said(&[
        "(rejected",
        "— rejected",
        "- rejected",
        ": rejected",
        "❌",
        "(not chosen",
        "(discarded",
        "[rejected",
    ]) {
        Mark::Rejected
    } else if said(&[
        "(chosen",
        "(selected",
        "✅",
        "[x]",
        "← chosen",
        "**chosen**",
        "(accepted",
        "— chosen",
        "- chosen",
        "(this one",
    ]) {
        Mark::Chosen
    } else {
        Mark::None
    }
}

fn is_marked(text: &str) -> bool {
    MARKED.as_ref().is_some_and(|re| re.is_match(text))
}

/// An option's name: without number, marks and what follows a dash.
pub(super) fn name(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| {
        c.is_ascii_digit() || matches!(c, '.' | ')' | ' ' | '*' | '#' | '[' | ']' | '✅' | '❌')
    });
    let text = match text.split_once([':', '-', '—', '.', '：']) {
        Some((lead, rest)) if is_option_mark(lead) => rest.trim_start_matches([' ', '*']),
        _ => text,
    };
    let cut = [
        " - ",
        " — ",
        " – ",
        ": ",
        "：",
        " (",
        "（",
        "**",
        ". ",
        "。",
        ", because",
    ]
    .iter()
    .filter_map(|m| text.find(m).filter(|&i| i > 1))
    .min()
    .unwrap_or(text.len());
    let name = text[..cut]
        .trim()
        .trim_matches(['*', '`', '"', '“', '”', '[', ']', '.', '。']);
    // `[Lunr](https://…)` is called Lunr.
    match name.split_once("](") {
        Some((label, _)) if !label.contains('[') => label,
        _ => name,
    }
}

/// `Option 2`, `Alternative B`: what stands before an option's name.
fn is_option_mark(lead: &str) -> bool {
    let mut words = lead.split_whitespace();
    let first = words.next().unwrap_or("").to_lowercase();
    let second = words.next().is_some_and(|w| w.chars().count() <= 2);
    let known = matches!(
        first.as_str(),
        "option" | "alternative" | "approach" | "variant" | "solution" | "proposal"
    );
    known && second && words.next().is_none()
}

/// The level of a heading sentence; 0 for another.
fn level(text: &str, s: &Sentence<'_>) -> usize {
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

    fn pair(name: &str, reason: &str) -> (String, Option<String>) {
        let reason = Some(reason.to_owned()).filter(|r| !r.is_empty());
        (name.to_owned(), reason)
    }

    #[test]
    fn considered_options_without_the_chosen_one_come_with_what_speaks_against_them() {
        let text = "# Search\n\n## Considered Options\n\n* Lunr\n* Algolia\n* [MiniSearch](https://x.example)\n\n## Decision Outcome\n\nChosen option: \"Lunr\", because it is static.\n\n## Pros and Cons of the Options\n\n### Lunr\n\n* Bad, because it is old\n\n### Algolia\n\n* Good, because it is fast\n* Bad, because it is hosted\n";
        assert_eq!(
            found(text),
            [
                pair("Algolia", "Bad, because it is hosted"),
                pair("MiniSearch", "")
            ]
        );
        let a = &read(&Passage::of(text), &sentences(text))[0];
        let own = a.reason_quote.as_ref().unwrap();
        assert_eq!(own.lines.map(|l| l.start), Some(22));
        assert!(text.contains(&own.text) && !a.quote.text.contains(&own.text));
    }

    #[test]
    fn rejected_ideas_need_no_chosen_one() {
        let text = "## Rejected Ideas\n\n### A global lock\n\nIt stalls every reader. More.\n\n### Do nothing\n\nThe bug stays.\n";
        assert_eq!(
            found(text),
            [
                pair("A global lock", "It stalls every reader."),
                pair("Do nothing", "The bug stays.")
            ]
        );
        let text = "## Rejected alternatives\n\n- Polling: too slow on battery.\n- Webhooks (nobody hosts them)\n";
        assert_eq!(
            found(text),
            [
                pair("Polling", "too slow on battery"),
                pair("Webhooks", "nobody hosts them")
            ]
        );
    }

    #[test]
    fn without_a_word_on_the_choice_plain_options_are_no_alternatives() {
        assert!(found("## Considered Options\n\n- Red\n- Blue\n").is_empty());
        assert_eq!(
            found("# Paint it blue\n\n## Considered Options\n\n- Red\n- Blue\n"),
            [pair("Red", "")]
        );
    }

    #[test]
    fn marks_on_the_options_decide() {
        let text = "## Options\n\n- ✅ Tabs\n- ❌ Spaces: they drift\n";
        assert_eq!(found(text), [pair("Spaces", "they drift")]);
    }

    #[test]
    fn numbered_headings_with_pros_and_cons_are_options() {
        let text = "## Option A: Copy it\n\n### Pros\n\n- quick\n\n### Cons\n\n- drifts apart\n\n## Option B: Share it\n\nFine.\n\n## Decision\n\nWe decided to go with option B.\n";
        assert_eq!(found(text)[0].0, "Copy it");
        assert_eq!(found(text).len(), 1);
        let text = "## Context\n\nThere were 3 options considered:\n\n### 1. Do not do it\n\nX.\n\n### 2. Copy the other app\n\nY.\n\n### 3. Build anew\n\nZ.\n\n## Decision\n\nWe decided to go with option (1) for now.\n";
        let names: Vec<String> = found(text).into_iter().map(|a| a.0).collect();
        assert_eq!(names, ["Copy the other app", "Build anew"]);
    }

    #[test]
    fn lists_in_other_languages_are_read_alike() {
        for (text, name) in [
            (
                "## Betrachtete Optionen\n\n- SQLite\n- Postgres\n\n## Entscheidung\n\nGewählte Option: \"Postgres\", weil es trägt.\n",
                "SQLite",
            ),
            (
                "## Alternatives rejetées\n\n- Un cache global : trop lent\n",
                "Un cache global",
            ),
            (
                "## Alternativas descartadas\n\n- Un bloqueo global: lento\n",
                "Un bloqueo global",
            ),
            (
                "## 备选方案\n\n- 轮询\n- 推送\n\n## 决定\n\n选择了推送。\n",
                "轮询",
            ),
            ("## 却下した案\n\n- ポーリング：遅い\n", "ポーリング"),
            (
                "## Opções rejeitadas\n\n- Um cadeado global: lento\n",
                "Um cadeado global",
            ),
        ] {
            let names: Vec<String> = found(text).into_iter().map(|a| a.0).collect();
            assert_eq!(names, [name], "{text}");
        }
    }

    #[test]
    fn the_option_that_the_title_names_is_the_chosen_one() {
        let text = "# Paint the doors at home\n\nWe have taken the decision to paint.\n\n### Option 1: No doors at home\n\nFine.\n\n#### Cons\n\n- the rain comes in\n\n### Option 2: Paint the doors at home\n\nFine.\n\n## Decision\n\nWe will paint the doors.\n";
        assert_eq!(found(text), [pair("No doors at home", "the rain comes in")]);
    }

    #[test]
    fn a_quoted_choice_is_read_to_its_end_and_a_name_finds_its_reason() {
        let text = "## Considered Options\n\n- One barn\n- Many barns, many yards\n- Many barns, one yard\n\n## Decision Outcome\n\nChosen option: \"Many barns, one yard, with gates\", because\n\n- We do not want one barn because hay burns.\n";
        assert_eq!(
            found(text),
            [
                pair("One barn", "We do not want one barn because hay burns."),
                pair("Many barns, many yards", "")
            ]
        );
    }

    #[test]
    fn an_option_is_named_without_its_mark() {
        assert_eq!(name("Option 1: Fuse.js (small)"), "Fuse.js");
        assert_eq!(name("Fast - and small"), "Fast");
        assert!(CHOSEN.is_some() && OPTION_NUMBER.is_some() && MARKED.is_some());
    }
}
