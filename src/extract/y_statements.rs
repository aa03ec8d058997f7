//! Y-statements: “In the context of …, facing …, we decided for … and neglected …, to achieve …,
//! accepting that …”. What was neglected is a rejected option, one or several; what was to be
//! achieved is the reason.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::sentences::Sentence;
use crate::model::Alternative;

static STATEMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?is)in\s+the\s+context\s+of(?-u:\b).{1,600}?(?-u:\b)(?:decided|opted|chose|selected)(?-u:\b).{1,400}?(?-u:\b)(?:neglected|rejected|discarded|decided\s+against|not)\s+(?P<x>.{2,300}?)[\s,;*_]*(?:(?-u:\b)(?P<why>(?:in\s+order\s+)?to\s+achieve(?-u:\b).{2,300}?)[\s,;*_]*)?(?:(?-u:\b)accepting(?-u:\b)|[.;](?:\s|$)|$)",
    )
    .ok()
});

/// The options that a sentence of this form neglects.
pub(super) fn neglected(passage: &Passage<'_>, s: &Sentence<'_>) -> Vec<Alternative> {
    let lower = s.text.to_lowercase();
    if !lower.contains("context of") || !lower.contains("facing") {
        return Vec::new();
    }
    let found = STATEMENT.as_ref().and_then(|re| re.captures(s.text));
    let Some((c, options)) = found.and_then(|c| c.name("x").map(|x| (c, x))) else {
        return Vec::new();
    };
    let reason = c.name("why").map(|w| plain(w.as_str()));
    options
        .as_str()
        .split([',', ';'])
        .flat_map(|p| p.split(" and "))
        .flat_map(|p| p.split(" or "))
        .map(plain)
        .filter(|name| name.chars().any(char::is_alphabetic) && name.chars().count() <= 90)
        .map(|name| Alternative {
            name,
            reason: reason.clone(),
            quote: passage.quote(s, options.start()),
            reason_quote: None,
        })
        .collect()
}

/// The words on one line, without the marks of emphasis.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let joined = words.join(" ");
    joined
        .replace(['*', '`'], "")
        .trim_matches(['"', '“', '”', '_', ' '])
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::sentences::sentences;
    use super::*;

    fn of(text: &str) -> Vec<(String, Option<String>)> {
        let passage = Passage::of(text);
        sentences(text)
            .iter()
            .flat_map(|s| neglected(&passage, s))
            .map(|a| {
                assert!(text.contains(&a.quote.text));
                (a.name, a.reason)
            })
            .collect()
    }

    #[test]
    fn what_was_neglected_is_rejected_for_what_was_to_be_achieved() {
        let text = "In the context of the street lamps, facing dark winters, we decided for green paint and neglected blue paint, to achieve a warm light, accepting that it fades.";
        let want = Some("to achieve a warm light".to_owned());
        assert_eq!(of(text), [("blue paint".to_owned(), want)]);
    }

    #[test]
    fn several_options_over_wrapped_lines_are_each_one() {
        let text = "In the context of **lamps**,\nfacing **rain**, we decided for **tin**\nand neglected **wood, glass and paper**,\nto achieve long life, accepting noise.";
        let names: Vec<String> = of(text).into_iter().map(|a| a.0).collect();
        assert_eq!(names, ["wood", "glass", "paper"]);
    }

    #[test]
    fn a_sentence_that_only_begins_so_says_nothing() {
        assert!(of("In the context of lamps, facing rain, we wait.").is_empty());
        assert!(STATEMENT.is_some());
    }
}
