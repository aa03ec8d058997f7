//! Reasons in the indicative: "the tool does not support X", "per the RFC", "since every page has it".
//! Alone they are too common, so a verb of choosing must stand at the start of the subject.

use std::sync::LazyLock;

use regex::Regex;

/// A pattern that is a part of the program. The tests build every one.
fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

/// Verbs of choosing at the start of a subject, and words that set one thing against another.
static VERB: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)^(?:\W*\s*)?(?:\w+(?:\([^)]*\))?!?:\s*)?(?:\[[^\]]*\]\s*)?\W{0,3}
        (?:replace|switch|swap|use|stop|don'?t|do\ not|avoid|remove|drop|reinstate|restore|allow|disallow
        |enforce|require|prefer|keep|limit|disable|enable|pin|default|prevent|restrict|forbid|ban|make|move
        |separate|defer|ignore|skip|treat|deprecate|store|set|cap|raise|lower|include|exclude|mark|return
        |reject|accept|inline|vendor|delay|retry|run|write|read|load|cache|hide|show)(?-u:\b)
        | (?-u:\b)(?:instead\ of|rather\ than|no\ longer|in\ favou?r\ of|by\ default)(?-u:\b)",
    )
});
/// How things are, said as the reason of a choice. What is merely unused or not needed is tidied away
/// and no choice.
static STATE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?imx)
          (?-u:\b)(?:do|does|did|is|are|was|were|will)(?:n't|n’t|\ not)\ (?:currently\ |yet\ |really\ |actually\ )?
            (?:support|work|allow|hold|guarantee|accept|permit|compatible|available|possible|maintained
            |reliable|safe|idempotent|accessible|portable)(?:ed|d|s)?(?-u:\b)
        | (?-u:\b)(?:cannot|can't|can’t|can\ not)\ (?:be|have|hold|support|use|run|work|tell|rely|guarantee|see
            |reach|know|change|handle)(?-u:\b)
        | (?-u:\b)(?:has|have|had)\ been\ (?:deprecated|superseded|unmaintained|archived|abandoned)(?-u:\b)
        | (?-u:\b)(?:is|are|was|were)\ (?:already\ |now\ |also\ |the\ )?(?:an?\ )?(?:deprecated|unsupported|obsolete
            |unmaintained|abandoned|mandatory|required|recommended|invalid|illegal|superfluous|unsafe|insecure
            |slower|faster|expensive|too\ \w+|overkill|noisy|forbidden|ambiguous|brittle|flaky|inefficient
            |invisible|inaccessible|end\ of\ life|eol)(?-u:\b)
        | (?-u:\b)per\ (?:the\ )?(?:rfc|spec|specification|standards?|docs|documentation)(?-u:\b)
        | (?-u:\b)(?:according\ to|in\ line\ with|required\ by|recommended\ by|mandated\ by|complian(?:t|ce)\ with
            |conform\w*\ (?:to|with))(?-u:\b)
        | (?-u:\b)(?:for\ this\ reason|that's\ why|this\ is\ why|the\ problem\ is)(?-u:\b)
        | (?-u:\b)without\ (?:needing|having)\ to(?-u:\b)
        | (?-u:\b)(?:slower|cheaper|simpler|safer|clearer|better|smaller|lighter)\ than(?-u:\b)
        | (?-u:\b)it\ (?:seems|was|is|feels)\ (?:simpler|easier|safer|better|cheaper|clearer|cleaner)(?-u:\b)
        | (?-u:\b)more\ (?:efficient|reliable|robust|readable|accurate|consistent|secure|explicit|accessible
            |idiomatic)(?-u:\b)",
    )
});
/// "Since" at the start of a clause, with the word after it: of time or of cause.
static SINCE: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(r"(?im)(?:^|[,;.(]\s+)since\s+`?([\w.]+)"));
const OF_TIME: &[&str] = &["then", "when", "version", "last", "yesterday"];
/// A reason that stands in the subject itself.
static REASONED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(?:to\ (?:avoid|prevent|stop|ensure|protect|reduce|keep|preserve) | because | so\ that
        | otherwise | as\ (?:it|they|this)\ (?:is|are|was|does|would|can) | since\ (?:it|they|we))(?-u:\b)",
    )
});
/// Whether a subject chooses something and gives the reason itself.
pub(super) fn in_subject(subject: &str) -> bool {
    chooses(subject) && hit(&REASONED, subject)
}

/// Whether a subject chooses something and the body gives the state of things as the reason.
pub(super) fn in_body(subject: &str, body: &str) -> bool {
    chooses(subject) && (hit(&STATE, body) || has_since(body))
}

fn chooses(subject: &str) -> bool {
    hit(&VERB, subject) && !subject.to_lowercase().starts_with("revert")
}

/// Whether a clause begins with a "since" that gives a cause.
fn has_since(body: &str) -> bool {
    let Some(re) = SINCE.as_ref() else {
        return false;
    };
    re.captures_iter(body).any(|c| {
        let word = c[1].to_lowercase();
        let version = word
            .trim_start_matches('v')
            .starts_with(|c: char| c.is_ascii_digit());
        !version && !OF_TIME.contains(&word.as_str())
    })
}

fn hit(re: &LazyLock<Option<Regex>>, text: &str) -> bool {
    re.as_ref().is_some_and(|re| re.is_match(text))
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_pattern_builds() {
        for p in [&super::VERB, &super::STATE, &super::SINCE, &super::REASONED] {
            assert!(p.is_some());
        }
    }
}
