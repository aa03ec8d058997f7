//! Options that were turned down, with the reason where it is given.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::cues::{cues, is_wide};
use super::options;
use super::sentences::{Block, Sentence};
use super::terms::terms;
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
        r"(?i)(?-u:\b)(?:chose|chosen|picked|selected|prefer(?:red|s)?|favou?r(?:ed)?)\s+[^,;:.()—–\n]{2,60}?\s+over\s+(?P<x>[^,;:.()—–\n]{2,60})",
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
    let chosen = options::named_as_chosen(all);
    for (i, s) in all.iter().enumerate() {
        if out.len() >= MOST {
            break;
        }
        let stated = y_statements::neglected(passage, s);
        if !stated.is_empty() {
            out.extend(stated);
            continue;
        }
        let found = why_not(passage, all, i).or_else(|| in_sentence(passage, s));
        let Some(a) = found else { continue };
        let known = out
            .iter()
            .any(|b| b.name.to_lowercase().contains(&a.name.to_lowercase()));
        // What was chosen is no alternative, whatever else is said of it.
        let own = chosen.iter().any(|c| same(c, &a.name));
        if !known && !own {
            out.push(a);
        }
    }
    out.truncate(MOST);
    out
}

/// Whether two names have the same words.
fn same(a: &str, b: &str) -> bool {
    let (a, b) = (terms(a), terms(b));
    !a.is_empty() && a.len() == b.len() && a.iter().all(|t| b.contains(t))
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

fn in_sentence(passage: &Passage<'_>, s: &Sentence<'_>) -> Option<Alternative> {
    let text = s.text;
    let (found, why) = labelled(text)
        .or_else(|| considered(text))
        .or_else(|| after(text))
        .or_else(|| before(text))
        .or_else(|| captured(text))?;
    // "It returned A instead of B" tells a fault: B is what was wanted.
    if FAULT.as_ref()?.is_match(text) {
        return None;
    }
    let name = name_of(found);
    if !is_name(name) {
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
    let c = cues();
    let (_, to) = c
        .rejected_after
        .find(text)
        .or_else(|| c.contrast.find(text))?;
    let rest = text[to..].trim_start();
    let end = clause_end(rest);
    let end = c.because.find(rest).map_or(end, |(at, _)| at.min(end));
    let option = rest[..end].trim();
    (option.chars().count() >= 2 && option.chars().count() <= 90).then_some((option, None))
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
    let why = text[from..to].trim_end().ends_with("but").then(|| {
        let rest = &text[to..];
        let end = rest.find(['.', '\n']).unwrap_or(rest.len());
        rest[..end].trim()
    });
    Some((option, why.filter(|w| !w.is_empty())))
}

/// "Chose A over X", "replaced X with A", "A, not X".
fn captured(text: &str) -> Option<Named<'_>> {
    let lower = text.to_lowercase();
    let try_on = |re: &'static LazyLock<Option<Regex>>, words: &[&str]| {
        // Most sentences say none of this, and a search by words is far cheaper than by patterns.
        let said = words.iter().any(|w| lower.contains(w));
        let c = said.then(|| re.as_ref()?.captures(text)).flatten()?;
        Some((c.name("x").or_else(|| c.name("y"))?.as_str(), None))
    };
    try_on(&PREFERRED, &[" over "])
        .or_else(|| try_on(&SWAPPED, &["replac", "swap", "switch", "mov", "migrat"]))
        .or_else(|| try_on(&NOT, &[", not "]).filter(|(x, _)| is_thing(x)))
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
