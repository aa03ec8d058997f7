//! Commit messages that state a choice with its reason.
//!
//! Precision first: most messages say what was done. One counts as a decision only if it names a
//! choice (a normative word, a contrast, a verb of choosing in the subject) *and* a reason in its
//! body; after a verb of choosing the state of things is one as well (see `indicative`). A subject that
//! states a rule or a contrast without any reason ("Use X instead of Y") is handed back apart, as
//! [`Strength::Stated`]: it explains its own lines and nothing more.

use std::sync::LazyLock;

use regex::Regex;

use super::indicative;
use super::lore;
use super::record::{Record, SourceKind};
use crate::model::{CommitId, DecisionId, LineRange};

/// A message and what its reader must know about the commit.
#[derive(Clone, Copy, Debug)]
pub struct Message<'a> {
    /// The commit.
    pub id: &'a CommitId,
    /// Subject and body as git stores them.
    pub text: &'a str,
    /// Whether the commit has more than one parent.
    pub is_merge: bool,
    /// Whether its author is an automatic account.
    pub is_bot: bool,
}

/// How much of a decision a message states.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// A rule or a contrast in the subject, without a reason.
    Stated,
    /// A choice with its reason.
    Reasoned,
}

/// A decision found in a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Mined {
    /// The record; its text is the whole message.
    pub record: Record,
    /// How much of a decision it states.
    pub strength: Strength,
}

/// A pattern that is a part of the program. The tests build every one.
fn pattern(text: &str) -> Option<Regex> {
    Regex::new(text).ok()
}

/// Words that say by themselves that somebody chose.
const DECIDED: &str = r"we(?:'ve|\ have)?\ (?:decided|chose|agreed|opted|settled|concluded)
        | i(?:'ve|\ have)?\ (?:decided|chose|opted|settled)
        | decided\ (?:to|against|not|that) | opt(?:ed|ing)\ (?:to|for|out) | chose\ (?:to|not)
        | on\ purpose | deliberate(?:ly)? | intentional(?:ly)? | by\ design";
static CHOSEN: LazyLock<Option<Regex>> =
    LazyLock::new(|| pattern(&format!(r"(?ix)(?-u:\b)(?:{DECIDED})(?-u:\b)")));
static CHOICE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(&format!(
        r"(?ix)(?-u:\b)(?:{DECIDED}
        | instead\ of | rather\ than | in\ favou?r\ of | no\ longer | this\ reverts | reverts\ commit
        | prefer(?:red|able|s)? | trade-?off | should\ (?:not|never|always|only) | we\ should | shouldn't | must | never | always
        | only\ (?:when|if|for|ever|the) | re-?instate[sd]? | abandon(?:ed)? | turned\ out | tried
        | considered | alternatives? | want\ to\ (?:avoid|keep|ensure))(?-u:\b)",
    ))
});
static REASON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(?:because | so\ that | in\ order\ to | due\ to | the\ reason | rationale | otherwise
        | to\ (?:avoid|prevent|ensure|keep|reduce|make\ sure|stop|protect|allow|enable|support|remain|stay)
        | since\ (?:we|it|this|the|these|they|that|there) | as\ (?:it|we|this|they|there|these|the)
        | which\ (?:caused|causes|meant|means|broke|breaks|would|could|made|makes)
        | (?:would|could)\ (?:break|cause|fail|mean|have|lead|be) | leads?\ to | leading\ to | led\ to
        | this\ (?:means|avoids|prevents|ensures|keeps|allows|way|makes|gives|seemed|is\ (?:because|to|so))
        | is\ (?:not\ )?necessary | seemed | it(?:'s|\ is)\ (?:not\ )?(?:clear|better|simpler|worse|safer|easier)
        | prevents | avoids | structurally | guarantees? | therefore | hence)(?-u:\b)",
    )
});
static PROBLEM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)(?-u:\b)(?:caus(?:ed|es|ing) | broke | broken | breaks | wedged | burned | leak(?:ed|s|ing)?
        | silently | race | stale | fragile | error-prone | redundant | confus(?:ing|ed) | misleading
        | root\ cause | fail(?:ed|s|ing|ure) | unnecessar(?:y|ily) | eliminates | removes?\ the\ need
        | impossible | difficult | hard\ to | unreliable | hallucinat\w+ | fabricat\w+ | vulnerab\w+ )(?-u:\b)",
    )
});
static SUBJECT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:\[[^\]]*\]\s*)?
        (?:replace|switch|swap|use|stop|don'?t|do\ not|avoid|remove|drop|revert|reinstate|allow|disallow
        |enforce|require|prefer|keep|limit|disable|only|never|always|pin|default|prevent|restrict|forbid
        |ban|make|move|separate|defer|ignore|skip|treat|change|extract|merge|split|deprecate|store|delete
        |set|cap|raise|lower|increase|reduce)(?-u:\b)
        | (?-u:\b)(?:instead\ of|rather\ than|no\ longer|never|always|only|not|without|in\ favou?r\ of|over)(?-u:\b)",
    )
});
static STATED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)^(?:\w+(?:\([^)]*\))?!?:\s*)?(?:don'?t|do\ not|avoid|never|only|stop|always)(?-u:\b)
        | (?-u:\b)(?:instead\ of|rather\ than|no\ longer|in\ favou?r\ of|in\ place\ of)(?-u:\b)",
    )
});
static ROUTINE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?ix)^(?:bump(?-u:\b)|update\ dependenc|(?:chore|build|fix)\(deps|chore(?:\(release\))?:\ release
        |(?:release|version|prepare)\s+v?\d|v?\d+\.\d+[\d.]*\s*$|merge\ (?:branch|pull|remote|tag|commit)|fixup!|squash!|wip(?-u:\b))
        | (?-u:\b)bump(?-u:\b).*(?-u:\b)from(?-u:\b).*(?-u:\b)to(?-u:\b)",
    )
});
static TRAILER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    pattern(
        r"(?im)^(?:(?:co-authored|signed-off|reviewed|acked|tested|reported|suggested|helped)-by|change-id|trello|ticket|jira|updated-dependencies|fixes|closes|resolves|refs?|see\ also|cc|reverts?|related|confidence|scope-risk|reversibility|tested|not-tested)(?-u:\b)[:\ ].*$|^BREAKING[\ -]CHANGE:.*(?:\n.+)*|^\(cherry picked from .*$|^-{3,}\s*$|https?://\S+",
    )
});

/// The decision that a message states, if it states one.
pub fn mine(message: Message<'_>) -> Option<Mined> {
    let text = message.text.trim_end();
    let subject = text.lines().next()?.trim();
    if message.is_merge || message.is_bot || subject.is_empty() || hit(&ROUTINE, subject) {
        return None;
    }
    let body = own_words(text.split_once('\n').map_or("", |(_, b)| b));
    let words = body.split_whitespace().count();
    let placed = lore::trailers(text);
    let strength = if is_reasoned(subject, &body, words) || lore::gives_reason(&placed) {
        Strength::Reasoned
    } else if hit(&STATED, subject)
        && subject.split_whitespace().count() >= 3
        && !subject.to_lowercase().starts_with("revert")
    {
        Strength::Stated
    } else {
        return None;
    };
    let count = text.matches('\n').count() + 1;
    let lines = LineRange::new(1, u32::try_from(count).unwrap_or(u32::MAX));
    let id = DecisionId(format!("commit:{}", message.id));
    Some(Mined {
        strength,
        record: Record {
            title: without_number(subject).to_owned(),
            links: lore::links(&placed),
            ..Record::bare(id, SourceKind::Commit, subject.to_owned(), lines, text)
        },
    })
}

/// Whether a message looks like a decision and is none: it names a choice without any reason, or has
/// a reason's words without a choice.
pub fn is_fragment(message: Message<'_>) -> bool {
    let text = message.text.trim_end();
    let subject = text.lines().next().unwrap_or_default().trim();
    if message.is_merge || message.is_bot || subject.is_empty() || hit(&ROUTINE, subject) {
        return false;
    }
    let looks = hit(&SUBJECT, subject)
        || hit(&CHOICE, subject)
        || hit(&REASON, subject)
        || hit(
            &REASON,
            &own_words(text.split_once('\n').map_or("", |(_, b)| b)),
        );
    looks && mine(message).is_none_or(|m| m.strength == Strength::Stated)
}

/// Whether words say by themselves that somebody chose: "we decided", "on purpose".
pub(super) fn says_chosen(text: &str) -> bool {
    hit(&CHOSEN, text)
}

/// Whether words name a choice: a rule, a contrast, an option that was weighed.
pub(super) fn names_choice(text: &str) -> bool {
    hit(&CHOICE, text)
}

/// Whether words give a reason.
pub(super) fn gives_reason(text: &str) -> bool {
    hit(&REASON, text)
}

/// Whether a subject or a title states a choice.
pub(super) fn chooses(subject: &str) -> bool {
    hit(&SUBJECT, subject) || hit(&CHOICE, subject)
}

/// Whether a subject or a title is that of routine work, in which nobody decides.
pub(super) fn is_routine(subject: &str) -> bool {
    hit(&ROUTINE, subject)
}

fn is_reasoned(subject: &str, body: &str, words: usize) -> bool {
    if indicative::in_subject(subject) {
        return true;
    }
    if words < 8 {
        return false;
    }
    if indicative::in_body(subject, body) {
        return true;
    }
    let chosen_in_subject = hit(&SUBJECT, subject) || hit(&CHOICE, subject);
    let choices = CHOICE
        .as_ref()
        .map_or(0, |re| re.find_iter(body).take(2).count());
    let is_revert = subject.to_lowercase().starts_with("revert");
    if is_revert {
        return words >= 12 && (hit(&REASON, body) || hit(&PROBLEM, body) || choices > 0);
    }
    if (chosen_in_subject || choices > 0) && hit(&REASON, body) {
        return true;
    }
    // A problem is a weaker reason: it needs more of a choice and more words.
    words >= 20 && chosen_in_subject && hit(&PROBLEM, body)
}

/// The body without trailers, fences, links and the marks that squashing leaves.
fn own_words(body: &str) -> String {
    let mut out = String::with_capacity(body.len());
    let mut fence = false;
    for line in body.lines() {
        if line.trim_start().starts_with("```") {
            fence = !fence;
        } else if !fence && !line.trim_start().starts_with("This reverts commit") {
            out.push_str(line);
            out.push('\n');
        }
    }
    TRAILER
        .as_ref()
        .map_or(out.clone(), |re| re.replace_all(&out, "").into_owned())
}

/// The subject without the number of its pull request.
fn without_number(subject: &str) -> &str {
    subject
        .rfind("(#")
        .filter(|&i| {
            subject.ends_with(')')
                && subject[i + 2..subject.len() - 1]
                    .bytes()
                    .all(|b| b.is_ascii_digit())
        })
        .map_or(subject, |i| subject[..i].trim_end())
}

fn hit(re: &LazyLock<Option<Regex>>, text: &str) -> bool {
    re.as_ref().is_some_and(|re| re.is_match(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strength(text: &str) -> Option<Strength> {
        let id = CommitId::from("00112233445566778899aabbccddeeff00112233");
        mine(Message {
            id: &id,
            text,
            is_merge: false,
            is_bot: false,
        })
        .map(|m| m.strength)
    }

    #[test]
    fn repowise_605_a_title_or_a_fragment_is_no_decision() {
        for text in [
            "Use Redis",
            "Use Redis\n\nbecause of the",
            "Fix typo",
            "Tidy up\n\nSome words about what was tidied here and there today.",
        ] {
            assert_eq!(strength(text), None, "{text}");
        }
        let id = CommitId::default();
        let fragment = |text| {
            is_fragment(Message {
                id: &id,
                text,
                is_merge: false,
                is_bot: false,
            })
        };
        assert!(fragment("Use Redis"));
        assert!(fragment("Use Redis\n\nbecause of the"));
        assert!(!fragment("Fix typo"));
    }

    #[test]
    fn a_footer_of_a_breaking_change_is_no_reason() {
        let text = "feat: read the second page\n\nBREAKING CHANGE: we no longer read the first page\nbecause it was never right to do so, and it would break the others.\n";
        assert_eq!(strength(text), None);
    }

    #[test]
    fn trailers_that_turn_an_option_down_give_the_reason() {
        let text = "Book each invoice once\n\nRejected: a retry | the bank books twice\n";
        assert_eq!(strength(text), Some(Strength::Reasoned));
        assert_eq!(
            strength("Book each invoice once\n\nRejected: a retry\n"),
            None
        );
    }

    #[test]
    fn prose_that_looks_like_trailers_stays_prose() {
        // `Fix:`, `Verified:` and `Net:` close many bodies; they carry the reason.
        let text = "Keep the cache by turns\n\nFix: evict by turns instead of by time, because time drifts on small hosts.\nVerified: 40 runs.\nNet: one timer less.\n";
        assert_eq!(strength(text), Some(Strength::Reasoned));
    }

    #[test]
    fn a_choice_with_its_reason_is_a_decision_with_the_whole_message_as_text() {
        let text = "Keep the queue in memory (#12)\n\nWe tried a table, which caused lock waits under load, so that every\nworker stalled.\n\nCo-authored-by: A <a@x>\n";
        let id = CommitId::from("00112233445566778899aabbccddeeff00112233");
        let mined = mine(Message {
            id: &id,
            text,
            is_merge: false,
            is_bot: false,
        })
        .unwrap();
        assert_eq!(mined.strength, Strength::Reasoned);
        assert_eq!(mined.record.title, "Keep the queue in memory");
        assert_eq!(mined.record.text, text.trim_end());
        assert_eq!(
            mined.record.id.as_str(),
            "commit:00112233445566778899aabbccddeeff00112233"
        );
    }

    #[test]
    fn a_choice_is_reasoned_by_the_state_of_things_too() {
        for text in [
            "Drop the `mode` option\n\nThe `mode` option has been deprecated for a year, and two hosts broke on it.",
            "Switch from gulp to a plain script\n\nThe plugin that we built on is now an unsupported project.",
            "Use CRLF between the parts\n\nPer RFC 2046 the boundary lines of a message end in CRLF.",
            "Store times as text\n\nThe old driver does not support time zones in its columns.",
            "Inline the banner\n\nIt was a partial of one line, since two pages alone show it.",
            "Keep the sidebar static\n\nSince every page has the same one, there is nothing to compute.",
            "Mark the handler as async to prevent a thread a request (#12)",
            "Don't wrap the error because it hides its cause",
        ] {
            assert_eq!(strength(text), Some(Strength::Reasoned), "{text}");
        }
        for text in [
            // Tidying, times, conditions, and a verb that chooses nothing.
            "Remove the confirm partial\n\nThis partial is no longer used on any of the pages.",
            "Use the new colours\n\nThe header has been green since 2024 and now it is blue.",
            "Fix the footer on small screens\n\nThe footer does not support more than two lines there.",
            "Add the sitemap\n\nCrawlers that cannot run scripts are better served than before with it.",
            "Use the queue since v2",
        ] {
            assert_ne!(strength(text), Some(Strength::Reasoned), "{text}");
        }
    }

    #[test]
    fn a_rule_in_the_subject_alone_is_only_stated() {
        assert_eq!(
            strength("Use ruff instead of flake8 (#2110)"),
            Some(Strength::Stated)
        );
        assert_eq!(
            strength("Don't compress event streams"),
            Some(Strength::Stated)
        );
    }

    #[test]
    fn routine_merges_and_bots_are_none() {
        for text in [
            "Bump rack from 2.0 to 2.1\n\nWe should always update because of security, to avoid leaks and so on.",
            "Merge branch 'x'\n\nbecause we decided to avoid conflicts in order to ship the thing.",
            "Version 0.38.2",
            "chore(deps): update x to avoid y\n\nbecause we must always be on the latest to prevent trouble",
        ] {
            assert_eq!(strength(text), None, "{text}");
        }
        let id = CommitId::from("aa");
        let text = "Use A instead of B\n\nBecause we decided so, to avoid the trouble that B always makes.";
        assert!(
            mine(Message {
                id: &id,
                text,
                is_merge: true,
                is_bot: false
            })
            .is_none()
        );
        assert!(
            mine(Message {
                id: &id,
                text,
                is_merge: false,
                is_bot: true
            })
            .is_none()
        );
    }

    #[test]
    fn every_pattern_builds() {
        for p in [
            &CHOSEN, &CHOICE, &REASON, &PROBLEM, &SUBJECT, &STATED, &ROUTINE, &TRAILER,
        ] {
            assert!(p.is_some());
        }
    }
}
