//! What a decision obliges to: the obligation with its object, condition and scope.
//!
//! Stricter than [`super::obligations`], which weighs every sentence with a normative word: here a
//! sentence must say what is to be done, so that the constraint can be shown as a fact of its own.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::cues::{cues, is_wide};
use super::plausible::in_code;
use super::sentences::{Block, Sentence};
use super::terms::terms;
use crate::model::{Constraint, Duty};

/// Most constraints of one text.
const MOST: usize = 30;
/// Most characters of an object or a subject.
const LONG: usize = 160;

/// At the start of a clause these oblige; elsewhere they tell what somebody did.
static IMPERATIVE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^[*_`\s]*(?P<cue>(?:do not|don't|never|always|only|keep)(?-u:\b)|(?:nur|nie|niemals|immer)\s)").ok()
});
/// What was done, not what is to be: "it never worked", "it always failed".
static TOLD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\s+(?:\w*[a-df-z]ed|was|were|had|got|did|came|went|saw|ran|made)(?-u:\b)")
        .ok()
});
static BEING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:^|\s)(?:is|are|be|being|been|gets?|must|shall|may)\s*$").ok()
});

/// The constraints of a passage, one a sentence and obligation.
pub(super) fn read(passage: &Passage<'_>, all: &[Sentence<'_>]) -> Vec<Constraint> {
    let mut out: Vec<Constraint> = Vec::new();
    let mut weighed = false;
    let mut listed = false;
    for s in all {
        if out.len() >= MOST {
            break;
        }
        if s.block == Block::Heading {
            weighed = cues().listing(s.text).is_some() || heads_weighing(s.text);
        }
        // "Disadvantages:" announces the items below it.
        if s.block != Block::Item {
            listed = heads_complaints(s.text);
        }
        let told = weighed || listed || weighs(s.text);
        if s.text.trim_end().ends_with(['?', '？']) || told {
            continue;
        }
        let same = |a: &Constraint, b: &Constraint| a.object.eq_ignore_ascii_case(&b.object);
        if let Some(c) = of_sentence(passage, s).filter(|c| !out.iter().any(|o| same(o, c))) {
            out.push(c);
        }
    }
    out
}

/// Whether a heading opens the weighing of options: nothing below it obliges.
fn heads_weighing(heading: &str) -> bool {
    let lower = heading.to_lowercase();
    if heads_complaints(heading) {
        return true;
    }
    [
        "pros and cons",
        "context",
        "problem",
        "drivers",
        "vor- und nachteile",
    ]
    .iter()
    .any(|w| lower.contains(w))
}

/// Whether a heading or a lead-in announces what is bad about a choice: complaints are no duties.
fn heads_complaints(text: &str) -> bool {
    let plain = text
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    let said =
        plain.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | ' '));
    const BAD: [&str; 38] = [
        "cons",
        "con",
        "contra",
        "disadvantages",
        "disadvantage",
        "drawbacks",
        "drawback",
        "downsides",
        "downside",
        "risks",
        "risk",
        "negative",
        "negatives",
        "negative consequences",
        "bad consequences",
        "costs",
        "cost",
        "trade-offs",
        "tradeoffs",
        "bad",
        "limitations",
        "negative impact",
        "consequences (negative)",
        "consequences (bad)",
        "nachteile",
        "nachteil",
        "risiken",
        "negative folgen",
        "negative konsequenzen",
        "inconvénients",
        "risques",
        "conséquences négatives",
        "desventajas",
        "riesgos",
        "consecuencias negativas",
        "desvantagens",
        "riscos",
        "consequências negativas",
    ];
    const WIDE: [&str; 7] = [
        "缺点",
        "风险",
        "坏处",
        "欠点",
        "リスク",
        "デメリット",
        "负面影响",
    ];
    BAD.contains(&said) || WIDE.contains(&said)
}

/// Whether a sentence weighs an option: "Bad, because it must be remembered".
pub(super) fn weighs(text: &str) -> bool {
    let text = text.trim_start_matches(['*', '_', ' ']);
    let lower = text.to_lowercase();
    cues().against.starts(text).is_some()
        || ["good,", "good:", "neutral,", "pro:", "pros:", "gut, weil"]
            .iter()
            .any(|w| lower.starts_with(w))
}

fn of_sentence(passage: &Passage<'_>, s: &Sentence<'_>) -> Option<Constraint> {
    let (duty, from, to) = cue(s.text)?;
    // A heading of one or two words names a subject, it obliges to nothing.
    if s.block == Block::Heading && terms(s.text).len() < 2 {
        return None;
    }
    // What stands in a reason is true, and asked of nobody.
    if cues().because.find(&s.text[..from]).is_some() {
        return None;
    }
    let before = clause_before(&s.text[..from]);
    let rest = &s.text[to..];
    let end = clause_end(rest);
    let clause = &rest[..end];
    let (main, condition) = split_condition(s.text, before, rest, clause);
    let (object, scope) = split_scope(main);
    let subject = trimmed(before).filter(|t| t.chars().count() <= LONG && !terms(t).is_empty());
    let object = trimmed(object).filter(|o| says_something(o));
    // In languages whose verb comes last, what is asked for stands before the words that oblige.
    let (subject, object) = match (subject, object) {
        (subject, Some(object)) => (subject, object),
        (Some(subject), None) => (None, subject),
        (None, None) => return None,
    };
    let quote = passage.quote(s, from);
    let cue = s.text[from..to].trim().to_owned();
    let stands = |t: &str| quote.text.contains(t);
    if !stands(object) || !stands(&cue) {
        return None;
    }
    let own = |t: Option<&str>| t.map(str::to_owned).filter(|t| stands(t));
    Some(Constraint {
        duty,
        cue,
        subject: own(subject),
        object: object.to_owned(),
        condition: own(condition),
        scope: own(scope),
        quote,
    })
}

/// The obligation of a sentence, with the place of the words that oblige.
fn cue(text: &str) -> Option<(Duty, usize, usize)> {
    if let Some(m) = IMPERATIVE
        .as_ref()?
        .captures(text)
        .and_then(|c| c.name("cue"))
    {
        let word = m.as_str().trim().to_lowercase();
        let duty = match word.as_str() {
            "always" | "immer" => Duty::Always,
            "only" | "nur" => Duty::Only,
            "keep" => Duty::Keep,
            _ => Duty::Never,
        };
        let next = text[m.end()..].trim_start();
        // "Only 3 of 20" and "Keep" alone are no obligations.
        let told =
            next.is_empty() || (word == "only" && next.starts_with(|c: char| c.is_ascii_digit()));
        if !told && !TOLD.as_ref()?.is_match(&text[m.end()..]) {
            return Some((duty, m.start(), m.end()));
        }
    }
    let mut best: Option<(usize, usize, Duty)> = None;
    for (duty, words) in &cues().duties {
        let mut at = 0;
        while let Some((from, to)) = words.find_at(text, at) {
            at = to.max(from + 1);
            if at > text.len() || !text.is_char_boundary(at) {
                break;
            }
            if !obliges(*duty, text, from, to) {
                continue;
            }
            // The first that obliges; of two at one place the longer: `must not` before `must`.
            let longer = best.is_none_or(|(f, t, _)| from < f || (from == f && to > t));
            let inside = best.is_some_and(|(f, t, _)| from >= f && to <= t);
            if longer && !inside {
                best = Some((from, to, *duty));
            }
            break;
        }
    }
    best.map(|(from, to, duty)| (duty, from, to))
}

/// Whether the words oblige here, or only tell.
fn obliges(duty: Duty, text: &str, from: usize, to: usize) -> bool {
    let (before, after) = (&text[..from], &text[to..]);
    let near_number = || {
        after.split_whitespace().take(3).any(|w| {
            w.chars()
                .any(|c| c.is_numeric() || "一二三四五六七八九十两".contains(c))
        }) || after.chars().take(4).any(char::is_numeric)
            || before.chars().rev().take(8).any(char::is_numeric)
    };
    match duty {
        Duty::AtMost | Duty::AtLeast => near_number(),
        Duty::Never | Duty::Always => {
            let told = TOLD.as_ref().is_some_and(|re| re.is_match(after));
            !told || BEING.as_ref().is_some_and(|re| re.is_match(before))
        }
        Duty::Keep if text[from..to].to_lowercase().starts_with("stays") => {
            !after.trim().is_empty()
        }
        _ => true,
    }
}

/// The clause that leads up to the obligation.
fn clause_before(text: &str) -> &str {
    let marks = [';', ':', '—', '–', ',', '(', '，', '、', '；', '：'];
    let from = text.rfind(marks).map_or(0, |i| {
        i + text[i..].chars().next().map_or(1, char::len_utf8)
    });
    let clause = text[from..].trim_start();
    let joined = [" and ", " so ", " but ", " because ", " that "]
        .iter()
        .filter_map(|w| clause.rfind(w).map(|i| i + w.len()))
        .max();
    clause[joined.unwrap_or(0)..].trim_start_matches(['*', '_', ' ', '-', '>'])
}

/// Where the clause that begins here ends: not inside a code span.
fn clause_end(text: &str) -> usize {
    let marks = [';', '—', '–', '(', ',', '，', '；', '。'];
    let mark = text
        .match_indices(marks)
        .map(|(at, _)| at)
        .find(|&at| !in_code(text, at))
        .unwrap_or(text.len());
    let full = text
        .match_indices(". ")
        .map(|(at, _)| at)
        .find(|&at| !in_code(text, at))
        .unwrap_or(text.len());
    let why = cues()
        .because
        .find(text)
        .map(|(at, _)| at)
        .filter(|&at| !in_code(text, at));
    mark.min(full).min(why.unwrap_or(text.len()))
}

/// The clause without its condition, and the condition: after the obligation, in the clause behind
/// it, or at the sentence's start.
fn split_condition<'t>(
    whole: &'t str,
    before: &str,
    rest: &'t str,
    clause: &'t str,
) -> (&'t str, Option<&'t str>) {
    let c = cues();
    if let Some((at, _)) = c.condition.find(clause) {
        let wide = clause[at..].chars().next().is_some_and(is_wide);
        if at > 0 || !wide {
            let condition = clause[at..].trim_end_matches(['.', ' ']);
            return (&clause[..at], Some(condition));
        }
    }
    let behind = rest[clause.len()..].trim_start_matches([',', '，', ' ', '—', '–', '(']);
    if c.condition.starts(behind).is_some() {
        let condition = &behind[..clause_end(behind)];
        return (clause, trimmed(condition));
    }
    // "When the queue is full, the worker must …"; in Japanese the condition's word ends its clause.
    let lead = whole.split([',', '，', '、']).next().unwrap_or("");
    let marked = c.condition.starts(lead.trim_start()).is_some()
        || (lead.chars().any(is_wide) && c.condition.find(lead).is_some());
    let apart = lead.len() < whole.len() && !lead.contains(before.trim()) && marked;
    (clause, trimmed(lead).filter(|_| apart))
}

/// A clause's object and its scope.
fn split_scope(clause: &str) -> (&str, Option<&str>) {
    let mut at = 0;
    while let Some((from, to)) = cues().scope.find_at(clause, at) {
        // The object comes first: "pass for uploads" has one, "for uploads" has not.
        if says_something(clause[..from].trim()) && !clause[to..].trim().is_empty() {
            let scope = clause[from..].trim_end_matches(['.', ' ', '。']);
            return (&clause[..from], Some(scope));
        }
        at = to;
    }
    (clause, None)
}

fn trimmed(text: &str) -> Option<&str> {
    let t = text
        .trim()
        .trim_matches(|c: char| {
            matches!(
                c,
                '*' | '_' | ')' | ',' | '.' | ':' | '。' | '，' | '、' | '：'
            )
        })
        .trim();
    (!t.is_empty() && t.chars().count() <= 300).then_some(t)
}

fn says_something(text: &str) -> bool {
    !terms(text).is_empty() || text.chars().any(is_wide) || text.split_whitespace().count() > 1
}

#[cfg(test)]
mod tests {
    use super::super::sentences::sentences;
    use super::*;

    fn found(text: &str) -> Vec<Constraint> {
        read(&Passage::of(text), &sentences(text))
    }

    fn one(text: &str) -> (Duty, String, Option<String>, Option<String>) {
        let all = found(text);
        assert_eq!(all.len(), 1, "{text}: {all:?}");
        let c = all.into_iter().next().unwrap();
        for part in [Some(&c.object), c.condition.as_ref(), c.scope.as_ref()]
            .into_iter()
            .flatten()
        {
            assert!(c.quote.text.contains(part.as_str()), "{part}");
        }
        (c.duty, c.object, c.condition, c.scope)
    }

    #[test]
    fn an_obligation_has_its_object_condition_and_scope() {
        let (duty, object, condition, scope) = one(
            "Retries must never exceed the budget for uploads when the queue is full, so that it drains.",
        );
        assert_eq!((duty, object.as_str()), (Duty::Never, "exceed the budget"));
        assert_eq!(condition.as_deref(), Some("when the queue is full"));
        assert_eq!(scope.as_deref(), Some("for uploads"));
        let (duty, object, condition, _) =
            one("When the disk is full, the writer must stop accepting rows.");
        assert_eq!((duty, object.as_str()), (Duty::Must, "stop accepting rows"));
        assert_eq!(condition.as_deref(), Some("When the disk is full"));
        let c = &found("The list must stay below 40 rows.")[0];
        assert_eq!(
            (c.duty, c.subject.as_deref()),
            (Duty::Keep, Some("The list"))
        );
        assert_eq!(one("Send at most 3 mails a day.").0, Duty::AtMost);
        assert_eq!(
            one("Keep the old column until the export is gone.")
                .2
                .as_deref(),
            Some("until the export is gone")
        );
        assert_eq!(
            one("Never call `eval` in templates.").3.as_deref(),
            Some("in templates")
        );
        assert_eq!(
            one("Passwords are never stored in plain text.").0,
            Duty::Never
        );
    }

    #[test]
    fn what_only_tells_obliges_to_nothing() {
        for text in [
            "It never worked.",
            "The cache always failed at night.",
            "Only 3 of 20 runs passed.",
            "Must it be so?",
            "We like it.",
            "At least it is over.",
            "Bad, because it must be remembered.",
            "It is slow because every row must be read.",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn a_listed_disadvantage_is_no_duty() {
        for text in [
            "## Cons\n\n- every shop must be repainted\n",
            "### Negative Consequences\n\n* All keys must be sent anew.\n",
            "## Risks\n\nThe baker must wait.\n",
            "We paint it.\n\n**Disadvantages:**\n\n- all doors must be sanded\n- it must dry\n",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
        let after = "Cons:\n\n- it must dry\n\nEvery door must have a lock.\n";
        assert_eq!(found(after).len(), 1);
        assert_eq!(
            found("## Consequences\n\nEvery door must have a lock.\n").len(),
            1
        );
    }

    #[test]
    fn a_code_span_is_not_cut() {
        assert_eq!(
            one("Never use `require('x', y)` in a page.").1,
            "use `require('x', y)`"
        );
        assert_eq!(one("Never use `require`.").1, "use `require`");
    }

    #[test]
    fn the_basics_are_read_in_six_other_languages() {
        for (text, duty) in [
            (
                "Die Liste darf nicht länger als ein Blatt werden, wenn sie gedruckt wird.",
                Duty::Never,
            ),
            ("Der Schlüssel muss im Tresor liegen.", Duty::Must),
            ("Höchstens 3 Versuche sind erlaubt.", Duty::AtMost),
            (
                "Le jeton ne doit jamais être écrit dans le journal.",
                Duty::Never,
            ),
            ("Chaque requête doit porter un jeton.", Duty::Must),
            ("La clave no debe guardarse en el registro.", Duty::Never),
            ("Cada consulta debe llevar un token.", Duty::Must),
            ("A chave não deve ser gravada no registro.", Duty::Never),
            ("Toda consulta deve levar um token.", Duty::Must),
            ("令牌不得写入日志。", Duty::Never),
            ("每个请求必须带令牌。", Duty::Must),
            ("トークンをログに出力してはならない。", Duty::Never),
            ("各リクエストにトークンを付けなければならない。", Duty::Must),
        ] {
            assert_eq!(one(text).0, duty, "{text}");
        }
        assert_eq!(
            one("如果队列已满，写入必须停止。").2.as_deref(),
            Some("如果队列已满")
        );
        assert_eq!(
            one("キューが満杯の場合、書き込みを止めなければならない。")
                .2
                .as_deref(),
            Some("キューが満杯の場合")
        );
    }

    #[test]
    fn every_pattern_builds() {
        assert!(IMPERATIVE.is_some() && TOLD.is_some() && BEING.is_some());
    }
}
