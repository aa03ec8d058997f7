//! Whether a contrast chooses, and whether what it names is an option.
//!
//! "Instead of X", "from X to Y" and "A, not X" stand in most prose and mostly tell how a thing
//! behaves. They count only in a clause that chooses, and only with a name, a code span or a noun
//! phrase of at most four words.

use super::cues::is_wide;

/// Most words of a noun phrase that names an option, its article apart.
const MOST_WORDS: usize = 4;

/// Words of a clause that chooses.
const CHOOSING: [&str; 64] = [
    "use",
    "uses",
    "used",
    "using",
    "adopt",
    "adopts",
    "adopted",
    "decide",
    "decided",
    "chose",
    "choose",
    "chosen",
    "pick",
    "picked",
    "prefer",
    "preferred",
    "keep",
    "keeps",
    "kept",
    "store",
    "stores",
    "stored",
    "go",
    "going",
    "went",
    "opt",
    "opted",
    "select",
    "selected",
    "switch",
    "switched",
    "replace",
    "replaces",
    "move",
    "moved",
    "rely",
    "relies",
    "build",
    "built",
    "run",
    "runs",
    "will",
    "we'll",
    "should",
    "must",
    "make",
    "makes",
    "create",
    "created",
    "creates",
    "implement",
    "implemented",
    "write",
    "wrote",
    "rename",
    "renames",
    "changed",
    "send",
    "sends",
    "wrap",
    "wraps",
    "add",
    "integrate",
    "integrates",
];
/// What tells of a state, a case or a fault.
const TELLING: [&str; 14] = [
    " which ",
    " because ",
    "there are ",
    "there is ",
    " when ",
    " whenever ",
    " can ",
    " could ",
    " cannot ",
    "failed",
    "suggested",
    "wrong",
    " might ",
    " unless ",
];
const VERBS: [&str; 24] = [
    "is", "are", "was", "were", "be", "been", "we", "i", "it", "they", "you", "he", "can", "will",
    "would", "does", "do", "has", "have", "had", "not", "don't", "doesn't", "did",
];
/// First words that name nothing of their own.
const VAGUE: [&str; 46] = [
    "something",
    "nothing",
    "anything",
    "everything",
    "one",
    "ones",
    "other",
    "others",
    "another",
    "some",
    "any",
    "all",
    "every",
    "each",
    "nearly",
    "most",
    "many",
    "more",
    "less",
    "just",
    "only",
    "its",
    "this",
    "that",
    "these",
    "those",
    "them",
    "him",
    "her",
    "me",
    "us",
    "so",
    "too",
    "very",
    "simply",
    "directly",
    "always",
    "how",
    "what",
    "why",
    "where",
    "whether",
    "here",
    "there",
    "better",
    "usages",
];
const ARTICLES: [&str; 3] = ["the", "a", "an"];
/// What stands between a noun phrase and something else.
const CUTS: [&str; 28] = [
    " because ",
    " since ",
    " so that ",
    " which ",
    " as ",
    " when ",
    " if ",
    " until ",
    " but ",
    " while ",
    " we ",
    " that ",
    " where ",
    " in ",
    " for ",
    " to ",
    " with ",
    " on ",
    " at ",
    " from ",
    " by ",
    " used ",
    " into ",
    " inside ",
    " per ",
    " through ",
    " than ",
    " like ",
];

/// Whether a sentence chooses, by the clause before its contrast; `rest` is what follows it.
pub(super) fn chooses(lead: &str, rest: &str, is_title: bool) -> bool {
    let lead = lead.trim();
    if lead.chars().all(|c| !c.is_alphanumeric()) {
        // "Instead of X, we do Y."
        let rest = rest.to_lowercase();
        return rest.contains(" we ") || rest.contains(" we'") || rest.contains(" i ");
    }
    let from = lead
        .rfind([';', '—', '–'])
        .or_else(|| lead.rfind(": ").map(|i| i + 1))
        .map_or(0, |i| {
            i + lead[i..].chars().next().map_or(1, char::len_utf8)
        });
    let clause = format!(" {} ", lead[from..].to_lowercase());
    if TELLING.iter().any(|w| clause.contains(w)) || clause.trim_start().starts_with("if ") {
        return false;
    }
    let mut words = clause.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’' | '-')));
    let gerund = words
        .by_ref()
        .find(|w| !w.is_empty())
        .is_some_and(|w| is_gerund(w) && w != "using");
    if gerund {
        return false;
    }
    let all = clause.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '-')));
    is_title || all.into_iter().any(|w| CHOOSING.contains(&w))
}

/// Whether what stands before "replaced X with", "moved from X to" makes it the sentence's own act:
/// "We moved", "Replace"; not "when it is moved", "it had replaced".
pub(super) fn acts(lead: &str) -> bool {
    const WHO: [&str; 16] = [
        "",
        "we",
        "we have",
        "we've",
        "we will",
        "we'll",
        "i",
        "i've",
        "i have",
        "to",
        "and",
        "this",
        "this change",
        "decided to",
        "we decided to",
        "this commit",
    ];
    let from = lead.rfind([':', ';', '—', '–', ',', '.']).map_or(0, |i| {
        i + lead[i..].chars().next().map_or(1, char::len_utf8)
    });
    let clause = lead[from..].to_lowercase().replace('’', "'");
    let clause = clause.trim_matches(|c: char| !c.is_alphanumeric());
    WHO.contains(&clause)
        || clause.ends_with(" decided to")
        || (clause.starts_with("this ") && clause.split(' ').count() == 2)
}

/// Whether "lead, not X" is a choice: both name things, and no verb says how something is.
pub(super) fn sets_apart(lead: &str, option: &str) -> bool {
    let told = lead
        .to_lowercase()
        .split(|c: char| !(c.is_alphanumeric() || c == '\''))
        .any(|w| VERBS.contains(&w) || matches!(w, "need" | "needs" | "worth" | "gets"));
    let words: Vec<&str> = option.split_whitespace().collect();
    let first = words.first().copied().unwrap_or("");
    let article = ARTICLES.contains(&first.to_lowercase().as_str());
    let named = first.starts_with('`')
        || (first.starts_with(char::is_uppercase) && !article && first.chars().count() > 1);
    !told && (named || (article && words.len() >= 3))
}

/// The noun phrase that a contrast names, if it names one.
pub(super) fn noun_phrase(found: &str) -> Option<&str> {
    let text = found.trim().trim_matches(['"', '“', '”', '*', ' ']);
    if text.chars().any(is_wide) {
        return Some(text);
    }
    if let Some(inner) = text.strip_prefix('`') {
        let end = inner.find('`')? + 2;
        return Some(&text[..end]);
    }
    let cut = CUTS
        .iter()
        .filter_map(|w| text.find(w).filter(|&i| !in_code(text, i)))
        .min()
        .unwrap_or(text.len());
    let text = text[..cut].trim().trim_end_matches([',', ';', '"', '”']);
    let all: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let article = all.first().is_some_and(|w| ARTICLES.contains(&w.as_str()));
    let words = &all[usize::from(article)..];
    let first = words.first()?.as_str();
    let last = words.last()?.as_str();
    let definite = article && all[0] == "the";
    let plain = |w: &str| w.chars().all(char::is_alphabetic);
    let own = text.split_whitespace().last().unwrap_or("");
    let verb_phrase = !article
        && words.get(1).is_some_and(|w| {
            ARTICLES.contains(&w.as_str()) || VAGUE.contains(&w.as_str()) || w == "it"
        });
    let faulty = words.len() > MOST_WORDS
        || VAGUE.contains(&first)
        || first.chars().all(|c| c.is_ascii_digit())
        || (words.len() > 1 && is_gerund(first))
        || words.iter().any(|w| VERBS.contains(&w.as_str()))
        || verb_phrase
        // "the model" points at what the text is about; "the Ledger" is a name.
        || (definite && words.len() == 1 && plain(first) && !own.starts_with(char::is_uppercase))
        || matches!(last, "other" | "of" | "and" | "or" | "the" | "a" | "own" | "same" | "old" | "upcoming");
    (!faulty).then_some(text)
}

/// Whether a place stands inside of a code span.
pub(super) fn in_code(text: &str, at: usize) -> bool {
    text[..at].matches('`').count() % 2 == 1 && text[at..].contains('`')
}

fn is_gerund(word: &str) -> bool {
    word.len() > 4 && word.ends_with("ing") && !word.contains('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_noun_phrase_of_few_words_names_an_option() {
        for (text, want) in [
            ("plain pip", "plain pip"),
            ("`grep -r` over all", "`grep -r`"),
            ("a paper list in the hall", "a paper list"),
            ("'hall' for consistency", "'hall'"),
            ("the Ledger", "the Ledger"),
        ] {
            assert_eq!(noun_phrase(text), Some(want), "{text}");
        }
        for text in [
            "the model",
            "THE hall",
            "using a list",
            "make the list longer",
            "something odd",
            "other",
            "all doors",
            "what we had",
            "copy it",
            "doors that are red",
        ] {
            let got = noun_phrase(text);
            assert!(got.is_none() || got == Some("doors"), "{text}: {got:?}");
        }
    }

    #[test]
    fn a_clause_that_tells_does_not_choose() {
        assert!(chooses("We will use tin ", "", false));
        assert!(chooses("Tin", "", true));
        assert!(chooses("", " wood, we take tin", false));
        for lead in [
            "There are other uses",
            "The door which uses tin",
            "Painting tin",
            "It rang",
        ] {
            assert!(!chooses(lead, "", false), "{lead}");
        }
        assert!(acts("We have ") && acts("**Fix:** ") && !acts("When the shop is "));
        assert!(sets_apart("A small stove", "the big oven"));
        assert!(!sets_apart("It is a stove", "the big oven") && !sets_apart("Heat", "the oven"));
    }
}
