//! Sentences that oblige: must, never, always, only, instead of, no longer.

use std::sync::LazyLock;

use regex::Regex;

use super::sentences::{Block, Sentence, clip, sentences};
use super::terms::terms;
use crate::model::LineRange;

/// What a sentence asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Polarity {
    /// Do or keep it.
    Must,
    /// Leave it.
    MustNot,
    /// One thing in place of another.
    Contrast,
}

/// A sentence that obliges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The words that oblige, lower-case (`must not`, `instead of`).
    pub cue: String,
    /// What is asked for.
    pub polarity: Polarity,
    /// The sentence, verbatim, at most 300 characters.
    pub sentence: String,
    /// Its lines in the text, from 1.
    pub lines: LineRange,
    /// The terms of the sentence.
    pub terms: Vec<String>,
    /// For a contrast: the terms of what is chosen.
    pub chosen: Vec<String>,
    /// For a contrast or a ban: the terms of what is refused.
    pub refused: Vec<String>,
}

static CUES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
          (?P<contrast>(?-u:\b)(?:instead\ of|rather\ than|in\ favou?r\ of|in\ place\ of|as\ opposed\ to|not\ via|over\ using)(?-u:\b))
        | (?P<ban>(?-u:\b)(?:must\ (?:not|never)|mustn't|never|do\ not|don't|does\ not|doesn't|no\ longer|cannot|can't|can\ not
            |should\ not|shouldn't|may\ not|shall\ not|won't|will\ not|not\ allowed|forbid(?:den|s)?|prohibit(?:ed|s)?
            |avoid(?:s|ed|ing)?|without|refuse[sd]?|reject(?:s|ed)?|disallow(?:s|ed)?|stop(?:s|ped)?|removed|dropped|deleted|banned|no\ more|not\ be)(?-u:\b))
        | (?P<must>(?-u:\b)(?:must|always|keep(?:s|ing)?|kept|only|requires?|required|has\ to|have\ to|shall|should|ensures?
            |mandatory|exactly|enforced?|guarantees?|pinned|stays?|remains?|invariant|capped|bounded|at\ (?:most|least))(?-u:\b))",
    )
    .ok()
});

/// The obligations of a text, in order; one for each sentence and polarity.
pub fn obligations(text: &str) -> Vec<Obligation> {
    sentences(text).iter().flat_map(of_sentence).collect()
}

pub(super) fn of_sentence(s: &Sentence<'_>) -> Vec<Obligation> {
    let Some(re) = CUES.as_ref() else {
        return Vec::new();
    };
    if s.text.ends_with('?') && s.block != Block::Heading {
        return Vec::new();
    }
    let mut out: Vec<Obligation> = Vec::new();
    for c in re.captures_iter(s.text) {
        let Some(m) = c.get(0) else { continue };
        let polarity = if c.name("contrast").is_some() {
            Polarity::Contrast
        } else if c.name("ban").is_some() {
            Polarity::MustNot
        } else {
            Polarity::Must
        };
        if out.iter().any(|o| o.polarity == polarity) {
            continue;
        }
        let cue = m.as_str().to_lowercase();
        let (before, after) = (
            clause_before(&s.text[..m.start()]),
            clause_after(&s.text[m.end()..]),
        );
        let (chosen, refused) = match polarity {
            // "in favour of B" names what wins after the cue, the others what loses.
            Polarity::Contrast if cue.starts_with("in fav") => (terms(after), terms(before)),
            Polarity::Contrast => (terms(before), terms(after)),
            Polarity::MustNot => (Vec::new(), terms(after)),
            Polarity::Must => (terms(after), Vec::new()),
        };
        let sentence = clip(s.text, m.start());
        out.push(Obligation {
            cue,
            polarity,
            terms: terms(sentence),
            sentence: sentence.to_owned(),
            lines: s.lines,
            chosen,
            refused,
        });
    }
    out
}

/// The clause that ends here.
fn clause_before(text: &str) -> &str {
    let from = text.rfind([';', ':', '—', '–']).map_or(0, |i| {
        i + text[i..].chars().next().map_or(1, char::len_utf8)
    });
    &text[from..]
}

/// The clause that begins here.
fn clause_after(text: &str) -> &str {
    let to = text.find([';', ',', '—', '–', '(']).unwrap_or(text.len());
    &text[..to]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contrast_tells_what_wins_from_what_loses() {
        let o = &obligations("Use ruff instead of flake8, because it is faster.")[0];
        assert_eq!(
            (o.polarity, o.cue.as_str()),
            (Polarity::Contrast, "instead of")
        );
        assert_eq!(
            (o.chosen.join(" "), o.refused.join(" ")),
            ("ruff".into(), "flake8".into())
        );
        let o = &obligations("We drop callbacks in favour of services.")[0];
        assert!(
            o.chosen.contains(&"services".to_owned())
                && o.refused.contains(&"callbacks".to_owned())
        );
    }

    #[test]
    fn bans_and_duties_are_told_apart_and_stand_verbatim() {
        let text = "Intro.\n\n- Routes must pass `auth`.\n- Never call eval.\n- Is it required?\n";
        let all = obligations(text);
        assert_eq!(
            all.iter()
                .map(|o| (o.polarity, o.lines.start))
                .collect::<Vec<_>>(),
            [(Polarity::Must, 3), (Polarity::MustNot, 4)]
        );
        assert!(all.iter().all(|o| text.contains(&o.sentence)));
        assert!(CUES.is_some());
    }
}
