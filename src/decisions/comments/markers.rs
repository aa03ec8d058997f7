//! Which words make a comment a decision: an explicit marker with what it needs, or an obligation
//! with its reason. Precision comes before recall: a comment that tells what code does, a task, a
//! licence or a directive of a tool is none.

use std::sync::LazyLock;

use regex::Regex;

/// A pattern that is a part of the program. The tests build every one.
fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

/// `WHY:` and its like: what follows is a reason by its own word.
static REASON_MARK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"^(?:(?:[Ww](?i:hy(?:\ not)?(?:\ [^:.]{1,40})?)|R(?i:ationale)|D(?i:ecision|esign\ (?:note|decision|choice))|R(?i:eason(?:ing)?))\s*(?:\([^)]*\))?\s*:|WHY(?-u:\b)\s*[—–-]?)\s*",
    )
});

/// `NOTE` and its like: they announce something, and what they say has to oblige.
static NOTICE_MARK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"^[!@#*_\[(]{0,2}(?:(?:NOTE|NB|N\.B\.|XXX|WARN(?:ING)?|IMPORTANT|CAUTION|ATTENTION|BEWARE|DANGER|CAREFUL|INVARIANT|GOTCHA)(?-u:\b)|(?i:note|nb|n\.b\.|warning|important|caution|attention|beware|careful|invariant|gotcha)\s*(?:\([^)]*\))?[*_\]]{0,2}:)(?:\([^)]*\))?[*_\])]{0,2}\s*[:!—–-]?\s*",
    )
});

/// `HACK` and its like: a way chosen against better knowledge; it needs its reason.
static HACK_MARK: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"^[!@#*_\[(]{0,2}(?:(?:HACK|KLUDGE|WORKAROUND)(?-u:\b)|(?i:hack|kludge|workaround)\s*(?:\([^)]*\))?:)(?:\([^)]*\))?[*_\])]{0,2}\s*[:!—–-]?\s*",
    )
});

static TASK: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"^[@#*\[(]{0,2}(?:TODO|FIXME|TBD|BUG|OPTIMIZE|REVIEW)(?-u:\b)"));

/// `3b. `: the place of a step.
static NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"^(?:(?i:step)\s*)?\d{1,2}[a-z]?[.):]\s+"));

/// Chosen so, and said to be.
static DELIBERATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?:^|(?-u:\b)(?P<article>an?|the|with|of|some|any|these|those)\ )?
        (?-u:\b)(?:(?:deliberately|intentionally|purposely|purposefully|on\ purpose|by\ design)
        | (?:is|are|was|were|be|stays?|remains?)\ (?:an?\ )?(?:deliberate|intentional)
        | deliberate\ (?:choice|decision)|intentional\ (?:choice|decision))(?-u:\b)",
    )
});

/// One way and not another.
static CONTRAST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(?:instead\ of|rather\ than|in\ favou?r\ of|no\ longer|we\ (?:chose|decided|opted)|opted\ (?:to|for|not)|chose\ (?:to|not))(?-u:\b)",
    )
});

/// What is not to be done, said to whoever edits.
static FORBIDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?:^|[.;:!?—–(]\s*|\ -+\ |,\s*(?:so|then)?\s*|(?-u:\b)(?:please|so|hence|therefore)\s+)
        (?:do\ not\s+\w|don't\s+\w|refrain\ from\s+\w|never\s+[\w-]*[^s\W](?:[\s.,;:!)]|$))",
    )
});

/// What must not be, said of the thing itself: in tests that is what they look at.
static BANS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(?:must\ (?:not|never)|mustn't|should\ (?:not|never)|shouldn't|may\ not\ be|cannot\ be\ (?:removed|changed|moved|renamed|reordered|replaced|simplified|merged|inlined)|(?:is|are)\ not\ allowed\ to)(?-u:\b)",
    )
});

/// What is to be done or to stay.
static REQUIRES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(?:must|has\ to|have\ to)\ (?:always\ |also\ |only\ )?(?:be|stay|remain|come|run|keep|match|happen|go|precede|follow|survive|hold|exist|live|stand|use|fail|wait|finish|fit|equal|preserve|load|exceed|reach)(?-u:\b)
        | (?:^|[.;:!?—–(]\s*|\ -+\ |,\s*so\s*)(?:(?:keep|leave|preserve)\s+\w|always\s+[\w-]*[^s\W](?:\s|$)|only\s+(?:when|if|for|after|before|on|in|via|through|from|ever|with|once)\s)",
    )
});

/// Weaker forms of the same, which need a reason in so many words.
static NEEDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(r"(?i)(?-u:\b)(?:it|this|these|they|which|that|\w+s) needs? to (?-u:\b)")
});

/// Reasons in so many words.
static BECAUSE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(?:because|so\ that|otherwise|or\ else|lest|that(?:'s|\ is)\ why|which\ is\ why|since\ (?:we|it|this|the|these|those|they|that|there))(?-u:\b)",
    )
});

static REASON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(?:because|so\ that|otherwise|or\ else|lest|in\ order\ to|due\ to|that(?:'s|\ is)\ why|which\ is\ why|the\ reason|hence|therefore
        | since\ (?:we|it|this|the|these|those|they|that|there|some|most|all|many|a|an|its|our|not|every|otherwise|older|users?)
        | as\ (?:it|this|they|there|otherwise|that|these|the\ \w+\ (?:is|are|has|have|does|do|would|will|can|may|might))
        | to\ (?:avoid|prevent|ensure|keep|make\ sure|stop|protect|guard|preserve|work\ around|satisfy|reduce|minimi[sz]e|force)
        | so\ (?:we|it|the|they|a|an|this|users?|callers?)\ \w+
        | (?:would|could|will|can|might|may)\ (?:\w+\ )?(?:break|cause|fail|leak|lose|drop|hide|mask|block|deadlock|race|crash|corrupt|overwrite|override|trigger|double|duplicate|throw|raise|hang|lead|mean|stall|starve|exhaust)
        | (?:breaks|broke|causes|caused|leaks|leaked|prevents|avoids|ensures|guarantees|protects|loses|hides|masks|crashes|deadlocks|relies|rely|depends)\ \w+
        | this\ (?:means|ensures|avoids|prevents|keeps|makes|lets|way|would|allows)
        | for\ (?:\w+\ )?(?:performance|security|compatibility|safety|privacy|reasons?|historical|legacy|backwards?)
        | work(?:s|ing)?\ ?-?around|(?:bug|issue|limitation)\ (?:in|of|with)|doesn't\ (?:support|work)|does\ not\ (?:support|work)|not\ supported)(?-u:\b)",
    )
});

/// A clause set off after the choice, which tells its reason without a word for it.
static CLAUSE: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"(?:\s[—–-]{1,2}\s|:\s|;\s|\()(?:[^\s]+\s+){3,}"));

/// Words of tools, licences and generated text.
static NOT_PROSE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)^[@\#!*\s]*(?:eslint|tslint|jshint|jscs|stylelint|prettier|biome|oxlint|deno-lint|noqa|type:\s*ignore|pylint|pyright|mypy|flake8|ruff|bandit|isort|fmt:|yapf|rubocop|standard:|reek|nolint|nosec|nosonar|istanbul|c8\ |v8\ |ts-(?:ignore|expect-error|nocheck|check)|clang-(?:format|tidy)|cppcheck|lint|shellcheck|hadolint|tflint|checkov|pragma|\#?(?:end)?region|yaml-language-server|vim:|-\*-|sourcemappingurl|webpack|vite-ignore|codespell|cspell|markdownlint|frozen_string_literal|typed:|coding[:=]|go:|\+build|swiftlint|ktlint|detekt|phpcs|phpstan|psalm|dart:|ignore:|ignore_for_file|codeql|sonar|spell-?checker|language=|renovate:|dependabot)",
    )
});

static LICENCE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)copyright|spdx-|all rights reserved|licen[cs]ed under|permission is hereby|redistribution and use|without warrant|(?:mit|apache|bsd|gnu|mozilla) (?:general )?(?:public )?licen[cs]e",
    )
});

/// Whether a text may hold a decision at all: looked at before anything else is read.
static ANY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?i)why|rationale|decision|design\ (?:note|choice)|reason|note|NB\b|N\.B\.|xxx|warn|important|caution|attention|beware|danger|careful|invariant|gotcha|critical|hack|kludge|workaround|deliberate|intentional|purpose|by\ design|instead\ of|rather\ than|do\ not|don't|never|must|should|avoid|keep|always",
    )
});

fn hit(re: &LazyLock<Option<Regex>>, text: &str) -> bool {
    re.as_ref().is_some_and(|re| re.is_match(text))
}

fn after<'t>(re: &LazyLock<Option<Regex>>, text: &'t str) -> Option<&'t str> {
    let found = re.as_ref()?.find(text)?;
    text.get(found.end()..)
}

/// Whether any comment of a text could be a decision.
pub(super) fn may_hold(text: &str) -> bool {
    hit(&ANY, text)
}

/// Whether the words are a licence's.
pub(super) fn is_licence(text: &str) -> bool {
    hit(&LICENCE, text)
}

/// Whether a line begins with a marker, so that it begins something of its own.
pub(super) fn is_marked(line: &str) -> bool {
    hit(&REASON_MARK, line) || hit(&NOTICE_MARK, line) || hit(&HACK_MARK, line) || hit(&TASK, line)
}

/// The words without their marker.
pub(super) fn unmarked(text: &str) -> &str {
    [&REASON_MARK, &HACK_MARK, &NOTICE_MARK]
        .into_iter()
        .find_map(|re| after(re, text).filter(|rest| !rest.trim().is_empty()))
        .unwrap_or_else(|| {
            NUMBER
                .as_ref()
                .map_or(text, |re| re.find(text).map_or(text, |m| &text[m.end()..]))
        })
        .trim()
}

/// Whether the words of one paragraph state a decision. In a test, what must not be is what it looks
/// at, and only what is said to its reader counts.
pub(super) fn states(text: &str, is_test: bool) -> bool {
    let words = unmarked(text);
    if words.split_whitespace().count() < 4 || hit(&NOT_PROSE, text) || is_licence(text) {
        return false;
    }
    let task = hit(&TASK, text);
    if after(&REASON_MARK, text).is_some() {
        return !words.ends_with('?');
    }
    if !task && after(&HACK_MARK, text).is_some() {
        return hit(&REASON, words);
    }
    let marked = !task && after(&NOTICE_MARK, text).is_some();
    let sentences = sentences(words);
    let pairs = (0..sentences.len()).map(|i| {
        // A reason stands in the sentence of the choice or right behind it.
        let next = sentences.get(i + 1).map_or("", |s| *s);
        (sentences[i], next)
    });
    let mut pairs = pairs.filter(|(s, _)| !s.trim_end().ends_with('?'));
    pairs.any(|(s, next)| {
        let reason = hit(&REASON, s) || hit(&REASON, next);
        if is_deliberate(s) && !task {
            return reason || hit(&CLAUSE, s);
        }
        let bans = !is_test && hit(&BANS, s);
        let requires = !is_test && hit(&REQUIRES, s);
        if marked {
            let chooses = hit(&FORBIDS, s) || bans || requires || hit(&CONTRAST, s);
            return chooses && (reason || hit(&CLAUSE, s));
        }
        let needs = !is_test && hit(&NEEDS, s) && hit(&BECAUSE, s);
        let explained = |re: &LazyLock<Option<Regex>>| {
            let found = re.as_ref().and_then(|re| re.find(s));
            found.is_some_and(|m| hit(&CLAUSE, &s[s[..m.end()].trim_end().len()..]))
        };
        needs
            || ((bans || requires) && hit(&REASON, s))
            || (bans && explained(&BANS))
            || (hit(&FORBIDS, s) && (reason || explained(&FORBIDS)))
    })
}

/// Whether a sentence says that something was chosen so; “an intentionally short name” only
/// describes.
fn is_deliberate(s: &str) -> bool {
    DELIBERATE
        .as_ref()
        .is_some_and(|re| re.captures_iter(s).any(|c| c.name("article").is_none()))
}

/// The sentences of a paragraph.
fn sentences(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    for i in 0..bytes.len() {
        let ends = matches!(bytes[i], b'.' | b'!' | b'?')
            && bytes.get(i + 1).is_none_or(u8::is_ascii_whitespace)
            && !["e.g", "i.e", "etc", "vs", "cf", "N.B"]
                .iter()
                .any(|a| text[start..i].ends_with(a));
        if ends {
            out.push(text[start..=i].trim());
            start = i + 1;
        }
    }
    if let Some(rest) = text.get(start..).map(str::trim).filter(|r| !r.is_empty()) {
        out.push(rest);
    }
    out
}

/// The first sentence without its marker, short enough for a title.
pub(super) fn title(text: &str) -> String {
    const MAX: usize = 110;
    let words = unmarked(text);
    let all = sentences(words);
    // A word or two is a label of what follows.
    let told = all.iter().find(|s| s.split_whitespace().count() > 3);
    let first = told.or(all.first()).copied().unwrap_or(words);
    let first = first.trim_end_matches('.');
    if first.chars().count() <= MAX {
        return first.to_owned();
    }
    let mut out = String::new();
    for word in first.split_whitespace() {
        if out.chars().count() + word.chars().count() + 1 > MAX {
            break;
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.trim_end_matches([',', ';', ':', '—', '-']).to_owned() + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_builds() {
        for p in [
            &REASON_MARK,
            &NOTICE_MARK,
            &HACK_MARK,
            &TASK,
            &NUMBER,
            &DELIBERATE,
            &CONTRAST,
            &FORBIDS,
            &BANS,
            &REQUIRES,
            &NEEDS,
            &BECAUSE,
            &REASON,
            &CLAUSE,
            &NOT_PROSE,
            &LICENCE,
            &ANY,
        ] {
            assert!(p.is_some());
        }
    }

    #[test]
    fn a_marker_or_an_obligation_with_its_reason_states_a_decision() {
        for text in [
            "WHY: the pool is fixed at four, more starve the writer.",
            "Why not a channel: it would drop the last reading.",
            "NOTE: do not sort here, callers rely on the order of arrival.",
            "Note: never retry here because the bank books twice.",
            "HACK: the driver loses the first byte, so that one is sent ahead to work around it.",
            "IMPORTANT: must stay before the auth hook, otherwise tokens leak into the log.",
            "We deliberately do not cache this - the price moves every second.",
            "Left empty on purpose, because the base class logs.",
            "Don't inline this: the profiler would lose the frame.",
            "Must be loaded first, since the others patch it.",
            "Embeds must NEVER inherit the timeout of a chat (one wait of ten minutes froze all).",
            "Do NOT fail here on a bad exit — installers may exit oddly when all is there.",
            "Never auto-delete — downgrade such a claim to a hedge.",
            "Keep this list sorted so that the search below works.",
        ] {
            assert!(states(text, false), "{text}");
        }
    }

    #[test]
    fn tasks_directives_licences_questions_and_descriptions_are_none() {
        for text in [
            "TODO: remove this because it is ugly",
            "FIXME must be faster",
            "NOTE: see the manual for the list of codes.",
            "HACK",
            "XXX what is this",
            "eslint-disable-next-line no-console -- we must not lose the log because of ops",
            "Copyright 2020 X. You must not redistribute this because of the licence.",
            "Do we have to sort here because of the index?",
            "Returns the list, or nothing if there is none.",
            "Sorts the list because the view needs it.",
            "the user does not have a name since they signed up by mail",
            "intentionally empty",
            "decision: how it ended (approved, rejected)",
            "Reasons are listed in the manual for all codes",
            "Ensure the box doesn't exceed the canvas",
            "Fail loud: never emit a blank page",
            "Never raises: a bad reply comes back as a value, so that callers go on.",
            "Adds a page with intentional faults, because the reader has to find them.",
            "Strips an intentionally open fence, since the sheet ends there.",
            "The glob is safe; only a scoped one that happens to fit would be counted.",
            "Only reads again if it is gone, to avoid a second call.",
            "No need to wait since we know that nobody reads.",
            "why",
        ] {
            assert!(!states(text, false), "{text}");
        }
    }

    #[test]
    fn what_a_test_looks_at_is_no_decision_and_what_it_tells_its_reader_is() {
        assert!(!states(
            "the state should not leak across calls, since each has its own",
            true
        ));
        assert!(!states(
            "this must be one task because a group is left where it was entered",
            true
        ));
        assert!(states(
            "Do not remove this wait, otherwise the test passes without the fix",
            true
        ));
    }

    #[test]
    fn a_title_is_the_first_sentence_without_its_marker() {
        assert_eq!(
            title("NOTE(ada): Do not sort here. Callers rely on it."),
            "Do not sort here"
        );
        assert_eq!(title("WHY: it is so"), "it is so");
        assert_eq!(
            title("Install. Do not fail here - a set-up may end oddly"),
            "Do not fail here - a set-up may end oddly"
        );
        let long = title(&format!("WHY: {}", "word ".repeat(60)));
        assert!(long.chars().count() <= 111 && long.ends_with('…'));
    }
}
