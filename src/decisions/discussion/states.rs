//! Which paragraphs of a text state a choice.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::prose::{normal, paragraphs};
use crate::decisions::commits::{chooses, gives_reason, names_choice, says_chosen};
use crate::extract::sentences::sentences;
use crate::model::safe::one_line;

/// Where a text stands, and so how much of a choice it must state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    /// The description of a merged pull request: a choice with its reason, or one that says so.
    Pull,
    /// A conversation about lines: the same.
    Thread,
    /// An issue's text: most of them wish and complain, so it must say that somebody chose.
    Issue,
    /// A comment: the same.
    Comment,
}

static HEDGES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)(?-u:\b)(?:maybe | perhaps | not\ sure | what\ if | i\ wonder | could\ we | should\ we | shall\ we
        | wdyt | what\ do\ you\ think | nit | i(?:'d|\ would)\ (?:suggest|propose|prefer) | i\ suggest
        | i\ propose | might\ be | would\ be\ nice | not\ decided | undecided | yet\ to\ decide
        | (?:have|has)\ not\ decided | haven't\ decided | to\ be\ decided | tbd )(?-u:\b)",
    )
    .ok()
});

/// Fewest words of a paragraph that can state a choice.
const WORDS: usize = 6;

/// The paragraphs that state a choice, verbatim, one after the other; `None` where there is none.
/// `forms` are paragraphs that nobody wrote for this text.
pub(super) fn statement(
    voice: Voice,
    title: &str,
    body: &str,
    forms: &BTreeSet<String>,
) -> Option<String> {
    let text = normal(body);
    let titled = voice == Voice::Pull && chooses(title);
    let chosen: Vec<&str> = paragraphs(&text)
        .into_iter()
        .map(|p| p.text)
        .filter(|p| !forms.contains(&one_line(p)) && states(voice, titled, p))
        .collect();
    (!chosen.is_empty()).then(|| chosen.join("\n\n"))
}

fn states(voice: Voice, titled: bool, paragraph: &str) -> bool {
    let said: Vec<&str> = sentences(paragraph)
        .into_iter()
        .map(|s| s.text)
        .filter(|s| !s.trim_end().ends_with('?'))
        .filter(|s| voice == Voice::Pull || !HEDGES.as_ref().is_some_and(|re| re.is_match(s)))
        .collect();
    let said = said.join(" ");
    if said.split_whitespace().count() < WORDS {
        return false;
    }
    match voice {
        Voice::Pull => says_chosen(&said) || gives_reason(&said) && (titled || names_choice(&said)),
        Voice::Thread => says_chosen(&said) || gives_reason(&said) && names_choice(&said),
        Voice::Issue | Voice::Comment => says_chosen(&said),
    }
}
