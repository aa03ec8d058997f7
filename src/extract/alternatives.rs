//! Options that were turned down, with the reason where it is given.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::chosen::Chosen;
use super::constraints::weighs;
use super::cues::{cues, is_wide};
use super::options;
use super::plausible;
use super::sentences::{Block, Sentence};
use super::terms::terms;
use super::versus;
use super::y_statements;
use crate::model::{Alternative, Quote};

/// Most alternatives of one text.
const MOST: usize = 30;

/// A pattern that is a part of the program. The tests build every one.
fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

static SWAPPED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:replac(?:e|ed|es|ing)|swapped|^swap)\s+(?P<x>[^,;:.()—–\n]{2,60}?)\s+(?:with|by|for|→|->)\s|(?-u:\b)(?:switch(?:ed)?|mov(?:e|ed)|migrat(?:e|ed))\s+(?:away\s+)?from\s+(?P<y>[^,;:.()—–\n]{2,60}?)\s+to(?-u:\b)",
    )
});
static LABELLED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)^\**(?:(?:alternatives?|options?)\s+)?(?:rejected|not chosen|discarded|ruled out|declined|verworfen|abgelehnt|rejeté|écarté|rechazado|descartado|rejeitado|否决|却下)(?:\s+(?:alternatives?|options?))?\**\s*[:：]\**\s*(?P<x>.+)",
    )
});
static CONSIDERED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:we|i|they)\s+(?:have\s+|had\s+)?(?:also\s+|first\s+|briefly\s+)?(?:considered|evaluated|looked at|looked into|thought about|weighed|contemplated|tried)\s+(?P<x>[^,;:.()—–\n]{3,90}?)\s*(?:,|;|—|–|\.)?\s*(?P<why>(?:but|however|yet|though)(?-u:\b)[^.\n]{3,220})",
    )
});
static PREFERRED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)(?-u:\b)(?:(?P<was>chose|chosen|picked)|selected|prefer(?:red)?|favou?r(?:ed)?)\s+[^,;:.()—–\n]{2,60}?\s+over\s+(?P<x>[^,;:.()—–\n]{2,60})",
    )
});
static WHY_NOT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*(?:why not|why we (?:did not|didn't|don't) (?:use|choose|pick))\s+(?:use\s+|just\s+(?:use\s+)?)?(?P<x>[^?\n]{2,80}?)\W*$",
    )
});
static NOT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)^\W*[^,.;:\n]{3,90}, not (?P<x>(?:the |a |an |via |by |through )?[^,;:.()—–*\n]{2,60}?)\s*(?:$|[;.:(—–*])",
    )
});
static FAULT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)^\**(?:tried|problem|bug|issue|symptom|root cause|incident)\**\s*[:：(]|(?-u:\b)(?:caus(?:ed|es|ing)|bugs?|wrongly|incorrectly|mistakenly|mapped|returned|classified|broke)(?-u:\b)",
    )
});

/// The rejected options of a passage.
pub(super) fn read(passage: &Passage<'_>, all: &[Sentence<'_>]) -> Vec<Alternative> {
    let mut out: Vec<Alternative> = options::read(passage, all);
    let chosen = Chosen::of(passage, all);
    let mut avoided = passage.trail.iter().any(|h| lists_mistakes(h));
    for (i, s) in all.iter().enumerate() {
        if out.len() >= MOST {
            break;
        }
        if s.block == Block::Heading {
            avoided = lists_mistakes(s.text);
        }
        let mut stated = y_statements::neglected(passage, s);
        if stated.is_empty() {
            stated = versus::read(passage, all, i);
        }
        let several = !stated.is_empty();
        let mut weak = false;
        if !several {
            let strong = why_not(passage, all, i).or_else(|| turned_down(passage, s));
            weak = strong.is_none();
            stated.extend(strong.or_else(|| {
                let said = !avoided && !weighs(s.text) && !s.text.trim_end().ends_with('?');
                said.then(|| contrasted(passage, all, i)).flatten()
            }));
        }
        for a in stated {
            let known = out
                .iter()
                .any(|b| b.name.to_lowercase().contains(&a.name.to_lowercase()));
            // What was chosen is no alternative, whatever else is said of it.
            if !known && !chosen.is(&a.name, weak) {
                out.push(a);
            }
        }
    }
    out.truncate(MOST);
    out
}

/// What lists mistakes turns their opposite down.
fn lists_mistakes(heading: &str) -> bool {
    let lower = heading.to_lowercase();
    ["avoid", "anti-pattern", "antipattern", "mistake", "pitfall"]
        .iter()
        .any(|w| lower.contains(w))
}

/// "Why not X?", answered by what follows.
fn why_not(passage: &Passage<'_>, all: &[Sentence<'_>], i: usize) -> Option<Alternative> {
    let s = &all[i];
    let found = WHY_NOT.as_ref()?.captures(s.text)?.name("x")?;
    let name = name_of(found.as_str());
    let answer = all.get(i + 1).filter(|n| n.block != Block::Heading)?;
    let quote = passage.quote(s, 0);
    let why = passage.quote(answer, 0);
    (!terms(name).is_empty() && quote.text.contains(name)).then(|| Alternative {
        name: name.to_owned(),
        reason: Some(why.text.clone()),
        quote,
        reason_quote: Some(why),
    })
}

/// Where a sentence names what was turned down: the option, and the reason if a pattern has it.
type Named<'t> = (&'t str, Option<&'t str>);

/// What a sentence says was turned down.
fn turned_down(passage: &Passage<'_>, s: &Sentence<'_>) -> Option<Alternative> {
    let (found, why) = labelled(s.text)
        .or_else(|| considered(s.text))
        .or_else(|| after(s.text))
        .or_else(|| before(s.text))?;
    let name = name_of(found);
    named(passage, s, (found, why), name)
}

/// What a sentence sets against what it takes: "A instead of B", "replaced B with A", "A, not B".
fn contrasted(passage: &Passage<'_>, all: &[Sentence<'_>], i: usize) -> Option<Alternative> {
    let s = &all[i];
    let found = contrast(s, i == 0).or_else(|| captured(s.text))?;
    let name = plausible::noun_phrase(found)?;
    let mut a = named(passage, s, (found, None), name)?;
    if a.reason.is_none()
        && let Some(next) = all.get(i + 1).filter(|n| gives_reason(n))
    {
        let why = passage.quote(next, 0);
        a.reason = Some(why.text.clone());
        a.reason_quote = Some(why);
    }
    Some(a)
}

/// Whether a sentence only gives the reason of the one before it.
fn gives_reason(s: &Sentence<'_>) -> bool {
    let text = s.text.trim_start_matches(['*', '_', ' ']).to_lowercase();
    s.block != Block::Heading
        && [
            "because",
            "this is because",
            "that is because",
            "the reason",
            "reason:",
            "reasons:",
            "rationale:",
            "why:",
            "weil ",
            "grund:",
            "因为",
            "原因",
        ]
        .iter()
        .any(|w| text.starts_with(w))
        && terms(s.text).len() > 2
}

fn named(
    passage: &Passage<'_>,
    s: &Sentence<'_>,
    (found, why): Named<'_>,
    name: &str,
) -> Option<Alternative> {
    let text = s.text;
    // "It returned A instead of B" tells a fault: B is what was wanted.
    if FAULT.as_ref()?.is_match(text) || !is_name(name) {
        return None;
    }
    let near = (found.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let quote = passage.quote(s, near);
    let (reason, apart) = reason(passage, s, why, &quote);
    quote.text.contains(name).then(|| Alternative {
        name: name.to_owned(),
        reason,
        quote,
        reason_quote: apart,
    })
}

/// The reason: what the pattern has, or what follows the first word that gives one. Where the quote
/// was clipped before it, it is quoted apart.
fn reason(
    passage: &Passage<'_>,
    s: &Sentence<'_>,
    why: Option<&str>,
    quote: &Quote,
) -> (Option<String>, Option<Quote>) {
    let found = why.or_else(|| {
        let (at, _) = cues().because.find(s.text)?;
        let rest = &s.text[at..];
        let end = rest.find(['\n', '。']).unwrap_or(rest.len());
        let end = rest.find(". ").unwrap_or(rest.len()).min(end);
        Some(rest[..end].trim_end_matches(['.', ' ', '*']))
    });
    let Some(found) = found.map(str::trim).filter(|r| r.chars().count() > 3) else {
        return (None, None);
    };
    if quote.text.contains(found) {
        return (Some(found.to_owned()), None);
    }
    let apart = passage.quote_of(s, found);
    (Some(apart.text.clone()), Some(apart))
}

/// `Rejected: X because …`, `Rejected: X — …`.
fn labelled(text: &str) -> Option<Named<'_>> {
    let x = LABELLED.as_ref()?.captures(text)?.name("x")?.as_str();
    let why = [" — ", " – ", " - ", "; ", ": ", "：", " ("]
        .iter()
        .filter_map(|m| x.find(m).map(|i| (i, i + m.len())))
        .min();
    let named = why.map(|(i, j)| (&x[..i], Some(x[j..].trim_end_matches(['.', ')', ' ']))));
    let because = cues().because.find(x).is_some();
    Some(match named {
        Some((name, rest)) if !because => (name, rest),
        _ => (x, None),
    })
}

/// "We considered X, but …".
fn considered(text: &str) -> Option<Named<'_>> {
    let c = CONSIDERED.as_ref()?.captures(text)?;
    let why = c.name("why")?.as_str().trim_end_matches(['.', ' ']);
    Some((c.name("x")?.as_str(), Some(why)))
}

/// What stands after words that turn it down.
fn after(text: &str) -> Option<Named<'_>> {
    let (_, to) = cues().rejected_after.find(text)?;
    option_at(&text[to..]).map(|o| (o, None))
}

/// What a contrast names, where the clause before it chooses.
fn contrast<'t>(s: &Sentence<'t>, first: bool) -> Option<&'t str> {
    // The other languages' words for it are seldom said of anything but a choice.
    const ENGLISH: [&str; 5] = ["instead", "rather", "in place", "as opposed", "not via"];
    let (from, to) = cues().contrast.find(s.text)?;
    let cue = s.text[from..to].to_lowercase();
    let title = first || s.block == Block::Heading;
    let english = ENGLISH.iter().any(|w| cue.starts_with(w));
    if english && !plausible::chooses(&s.text[..from], &s.text[to..], title) {
        return None;
    }
    option_at(&s.text[to..])
}

/// The option that a text begins with.
fn option_at(text: &str) -> Option<&str> {
    let rest = text.trim_start();
    let end = clause_end(rest);
    let end = cues().because.find(rest).map_or(end, |(at, _)| at.min(end));
    let option = rest[..end].trim();
    (2..=90).contains(&option.chars().count()).then_some(option)
}

/// Where a clause ends: at punctuation, but not at that inside of a name (`fuse.js`, `A::B`).
fn clause_end(text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    while let Some((i, c)) = chars.next() {
        let spaced = chars
            .peek()
            .is_none_or(|(_, n)| n.is_whitespace() || matches!(n, '"' | '*' | ')'));
        match c {
            ',' | ';' | '(' | ')' | '—' | '–' | '，' | '。' | '；' | '、' | '：' | '\n' => {
                return i;
            }
            '.' | ':' if spaced => return i,
            _ => {}
        }
    }
    text.len()
}

/// What stands before words that turn it down.
fn before(text: &str) -> Option<Named<'_>> {
    let (from, to) = cues().rejected_before.find(text)?;
    let lead = &text[..from];
    let start = lead
        .rfind([',', ';', ':', '(', '—', '–', '，', '。', '；', '、', '\n'])
        .map_or(0, |i| {
            i + lead[i..].chars().next().map_or(1, char::len_utf8)
        });
    let option = lead[start..].trim();
    // "X was considered but would not scale": what follows is the reason.
    let rest = text[to..].trim_start();
    let goes_on = text[from..to].trim_end().ends_with("but");
    // "X was rejected (too slow)", "X was rejected: too slow".
    let told = rest.starts_with(['(', ':', '—', '–']);
    let why = (goes_on || told).then(|| {
        let rest = rest.trim_start_matches(['(', ':', '—', '–', ' ']);
        let stops: &[char] = if told {
            &['.', ')', '\n']
        } else {
            &['.', '\n']
        };
        rest[..rest.find(stops).unwrap_or(rest.len())].trim()
    });
    Some((option, why.filter(|w| !w.is_empty())))
}

/// "Chose A over X", "replaced X with A", "A, not X".
fn captured(text: &str) -> Option<&str> {
    let lower = text.to_lowercase();
    // Most sentences say none of this, and a search by words is far cheaper than by patterns.
    let said = |words: &[&str]| words.iter().any(|w| lower.contains(w));
    let lead = |at: usize| text[..at].trim_end();
    let over = || {
        let c = PREFERRED.as_ref()?.captures(text)?;
        let own = [" we", " i", "we", "i"].iter().any(|w| {
            let lead = lead(c.get(0).map_or(0, |m| m.start())).to_lowercase();
            lead == w.trim() || lead.ends_with(w)
        });
        // "It prefers A over B" tells what a program does.
        (own || c.name("was").is_some())
            .then(|| c.name("x").map(|x| x.as_str()))
            .flatten()
    };
    let swap = || {
        let c = SWAPPED.as_ref()?.captures(text)?;
        let acts = plausible::acts(lead(c.get(0)?.start()));
        let x = c.name("x").or_else(|| c.name("y"))?.as_str();
        acts.then_some(x)
    };
    let not = || {
        let x = NOT.as_ref()?.captures(text)?.name("x")?;
        let apart = plausible::sets_apart(lead(x.start()).trim_end_matches("not"), x.as_str());
        (apart && is_thing(x.as_str())).then_some(x.as_str())
    };
    let none = || None;
    let first = if said(&[" over "]) { over() } else { none() };
    first
        .or_else(|| {
            said(&["replac", "swap", "switch", "mov", "migrat"])
                .then(swap)
                .flatten()
        })
        .or_else(|| said(&[", not "]).then(not).flatten())
}

/// Whether words after "not" name a thing: "not the SDK", and not "not yet" or "not because".
fn is_thing(text: &str) -> bool {
    const OTHER: [&str; 22] = [
        "just",
        "only",
        "because",
        "when",
        "if",
        "as",
        "to",
        "yet",
        "necessarily",
        "even",
        "so",
        "always",
        "all",
        "that",
        "this",
        "how",
        "what",
        "in",
        "on",
        "at",
        "for",
        "from",
    ];
    let first = text.split_whitespace().next().unwrap_or("").to_lowercase();
    !OTHER.contains(&first.as_str()) && text.split_whitespace().count() <= 6
}

/// Whether the words name an option: they carry meaning, and do not point at what was said before.
fn is_name(name: &str) -> bool {
    const POINTS: [&str; 12] = [
        "this ",
        "these ",
        "those ",
        "that ",
        "it ",
        "them ",
        "they ",
        "we ",
        "which ",
        "who ",
        "the needs ",
        "and ",
    ];
    let lower = format!("{} ", name.to_lowercase());
    let wide = name.chars().any(is_wide) && name.chars().count() >= 2;
    let ends = [" it ", " them ", " this ", " that ", " of ", " the "];
    let odd = |c: char| name.matches(c).count() % 2 == 1;
    let torn = odd('`') || odd('"') || name.matches('(').count() != name.matches(')').count();
    (wide || !terms(name).is_empty())
        && !POINTS.iter().any(|p| lower.starts_with(p))
        && !ends.iter().any(|e| lower.ends_with(e))
        && !torn
        && (wide || names_something(name))
}

/// A single plain word names an option only as a noun would: not "initially", not "proposing".
fn names_something(name: &str) -> bool {
    if name.contains(|c: char| c.is_whitespace() || !c.is_alphabetic() || c.is_uppercase()) {
        return true;
    }
    name.len() > 3 && !["ing", "ly", "ed", "en"].iter().any(|e| name.ends_with(e))
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

    fn one(text: &str) -> (String, Option<String>) {
        let all = found(text);
        assert_eq!(all.len(), 1, "{text}: {all:?}");
        all.into_iter().next().unwrap()
    }

    #[test]
    fn contrasts_swaps_trials_and_neglected_options_are_alternatives_with_their_reason() {
        let (name, reason) = one("Use uv instead of plain pip because it is faster.");
        assert_eq!(
            (name.as_str(), reason.as_deref()),
            ("plain pip", Some("because it is faster"))
        );
        assert_eq!(one("We replaced OpenCode with Pi.").0, "OpenCode");
        assert_eq!(
            one("The diversity cap was tried and reverted.").0,
            "The diversity cap"
        );
        assert_eq!(
            one("In the context of X, facing Y, we decided for A and neglected plain files, to achieve Z.").0,
            "plain files"
        );
        let (name, reason) = one("**Rejected:** a global lock, because it stalls.");
        assert_eq!(
            (name.as_str(), reason.as_deref()),
            ("a global lock", Some("because it stalls"))
        );
        let (name, reason) = one("Rejected: webhooks — nobody hosts them.");
        assert_eq!(
            (name.as_str(), reason.as_deref()),
            ("webhooks", Some("nobody hosts them"))
        );
    }

    #[test]
    fn what_was_considered_but_or_simply_rejected_is_an_alternative() {
        let (name, reason) = one("We considered a message queue, but it needs a second server.");
        assert_eq!(name, "a message queue");
        assert_eq!(reason.as_deref(), Some("but it needs a second server"));
        let (name, reason) = one("A shared table was rejected because writers would wait.");
        assert_eq!(
            (name.as_str(), reason.as_deref()),
            ("A shared table", Some("because writers would wait"))
        );
        let (name, reason) = one("Polling was considered but drains the battery.");
        assert_eq!(
            (name.as_str(), reason.as_deref()),
            ("Polling", Some("drains the battery"))
        );
        assert_eq!(one("We chose SQLite over a server.").0, "a server");
        assert_eq!(
            one("A small own client, not the official toolkit.").0,
            "the official toolkit"
        );
        let (name, reason) = one("### Why not Redis?\n\nIt forgets on restart.\n");
        assert_eq!(
            (name.as_str(), reason.as_deref()),
            ("Redis", Some("It forgets on restart."))
        );
    }

    #[test]
    fn faults_pointers_and_plain_words_are_none() {
        for text in [
            "It is fine. Nothing else.",
            "**Problem:** the router searched instead of fetching the page.",
            "We replace this page by a list.",
            "It is slow, not just on phones.",
            "This was rejected.",
            "We return early instead of failing.",
            "We decided to use Lunr instead of nothing. Chosen option: \"nothing\", because.",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn what_title_or_decision_takes_is_no_alternative() {
        for text in [
            "# Tin roofs\n\nThere are other roofs instead of `tin`.\n",
            "# Roofs\n\n## Decision\n\nWe should take the plain way and use `tin` on all roofs. Elsewhere the mill used oak rather than `tin`.\n",
            "When goods are moved from the Harbour to the Mill, we keep the list.",
            "## Patterns to avoid\n\n### Copying lists instead of one Ledger\n\nThey drift.\n",
            "Painting doors twice instead of using one coat.",
            "The label prefers \"Weight\" over \"Unit Price\".",
            "Index our streets, not THE town.",
            "Test the mill, not the miller.",
            "Names derived, not copied?",
            "The miller suggested oak instead of flour sacks.",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn a_reason_stands_in_brackets_or_in_the_next_sentence() {
        let (name, reason) = one("A steam whistle was tried and abandoned (too loud at night).");
        assert_eq!(
            (name.as_str(), reason.as_deref()),
            ("A steam whistle", Some("too loud at night"))
        );
        let (name, reason) =
            one("We use tin instead of clay. This is because clay breaks in frost.");
        assert_eq!(name, "clay");
        assert_eq!(
            reason.as_deref(),
            Some("This is because clay breaks in frost.")
        );
    }

    #[test]
    fn the_basics_are_read_in_six_other_languages() {
        for (text, name) in [
            (
                "Wir nutzen SQLite statt einer Serverdatenbank, weil es reicht.",
                "einer Serverdatenbank",
            ),
            (
                "Ein globales Schloss wurde verworfen.",
                "Ein globales Schloss",
            ),
            ("Nous utilisons SQLite au lieu de Postgres.", "Postgres"),
            (
                "Un verrou global a été rejeté car il bloque.",
                "Un verrou global",
            ),
            ("Usamos SQLite en lugar de Postgres.", "Postgres"),
            (
                "Un bloqueo global fue descartado porque es lento.",
                "Un bloqueo global",
            ),
            ("Usamos SQLite em vez de Postgres.", "Postgres"),
            ("Um bloqueio global foi descartado.", "Um bloqueio global"),
            ("我们使用本地文件而不是数据库。", "数据库"),
            ("全局锁被否决，因为太慢。", "全局锁"),
            ("データベースではなくファイルを使う。", "データベース"),
            ("グローバルロックは却下した。", "グローバルロック"),
        ] {
            assert_eq!(one(text).0, name, "{text}");
        }
    }

    #[test]
    fn a_reason_outside_of_the_quote_has_its_own() {
        let long = format!(
            "We use files instead of a database; {} because rows would lock.",
            "one may say more of this at length; ".repeat(12)
        );
        let a = &read(&Passage::of(&long), &sentences(&long))[0];
        let own = a.reason_quote.as_ref().unwrap();
        assert_eq!(own.text, "because rows would lock");
        assert!(a.quote.text.contains("a database") && long.contains(&a.quote.text));
    }

    #[test]
    fn every_pattern_builds() {
        for p in [
            &SWAPPED,
            &LABELLED,
            &CONSIDERED,
            &PREFERRED,
            &WHY_NOT,
            &NOT,
            &FAULT,
        ] {
            assert!(p.is_some());
        }
    }
}
