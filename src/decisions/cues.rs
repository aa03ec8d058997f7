//! The words before a reference that say what it is to a record, and how far they reach.

use std::sync::LazyLock;

use regex::Regex;

use super::links::Ref;
use super::record::{Cue, LinkPlace};

static CUES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
          (?P<amended>
              (?-u:\b)(?:amended|clarified|refined|extended)[\s\-_]+by(?-u:\b)
            | (?-u:\b)(?:partially|partly|in\s+part)[\s\-]+(?:super[sc]ee?ded|replaced|overruled|obsoleted)[\s\-_]+by(?-u:\b)
            | (?-u:\b)(?:super[sc]ee?ded|replaced)\s+(?:\(?in\s+part\)?|\(?partially\)?|\(?partly\)?)[\s,]+by(?-u:\b)
            | (?-u:\b)partiellement\s+remplacée?\s+par(?-u:\b)
            | (?-u:\b)teilweise\s+(?:ersetzt|abgelöst)\s+durch(?-u:\b)
            | (?-u:\b)parcialmente\s+(?:reemplazad|sustituid|substituíd)[oa]\s+por(?-u:\b)
            | 部分被?(?:取代|替代)|一部置換
          )
        | (?P<amends>
              (?-u:\b)(?:amends|amending|clarifies|refines)(?-u:\b)
            | (?-u:\b)(?:partially|partly|in\s+part)[\s\-]+(?:super[sc]ee?des?|replaces?|overrules?)(?-u:\b)
            | (?-u:\b)(?:super[sc]ee?des?|replaces)\s+(?:\(?in\s+part\)?|\(?partially\)?|\(?partly\)?|(?:a\s+)?parts?\s+of)(?-u:\b)
          )
        | (?P<by>(?-u:\b)(?:super[sc]ee?ded|replaced|overruled|overturned|obsoleted)[\s\-_]+by(?-u:\b)|(?-u:\b)remplacée?\s+par(?-u:\b)|(?-u:\b)ersetzt\s+durch(?-u:\b)|(?-u:\b)abgelöst\s+durch(?-u:\b)|(?-u:\b)(?:reemplazad|sustituid|substituíd)[oa]\s+por(?-u:\b)|被取代|已取代|に置き換え)
        | (?P<over>(?-u:\b)(?:super[sc]ee?des?|superseding|supersede|overrides|overrules|overturns|reverses|obsoletes|replaces|remplace|ersetzt|reemplaza|sustituye|substitui)(?-u:\b)|取代|替代|推翻)",
    )
    .ok()
});

/// A piece of text without the references in it.
pub(super) fn without(text: &str, refs: &[Ref], from: usize, to: usize) -> String {
    let mut out = String::new();
    let mut at = from;
    for r in refs.iter().filter(|r| r.at >= from && r.end <= to) {
        out.push_str(text.get(at..r.at).unwrap_or(""));
        at = at.max(r.end);
    }
    out.push_str(text.get(at..to).unwrap_or(""));
    out
}

pub(super) fn is_bare(r: &Ref) -> bool {
    r.target.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a cue reaches a reference over the words between them, other references left out: a short
/// way, no end of a sentence, and to a bare number nothing but what joins a list. "None" ends it.
pub(super) fn is_near(gap: &str, r: &Ref, place: LinkPlace) -> bool {
    let limit = if place == LinkPlace::Prose { 40 } else { 60 };
    let letters = gap.chars().filter(|c| c.is_alphabetic()).count();
    let ends = |mark: &str| gap.contains(mark);
    let is_far = gap.chars().count() > limit || is_bare(r) && letters > 4;
    let is_over = [". ", ".\n", ";", "\n\n"].into_iter().any(ends)
        || place == LinkPlace::Prose && gap.contains(['.', '\u{2014}']);
    !is_far && !says_none(gap) && !is_over
}

/// Whether a value begins by saying that there is none.
pub(super) fn says_none(value: &str) -> bool {
    let bare = value.trim_start_matches([':', '：', '*', '_', ' ']);
    let lower = bare.to_lowercase();
    ["none", "n/a", "nothing"]
        .iter()
        .any(|n| lower.starts_with(n))
}

/// Whether a sentence of prose says it of the reference right before the cue: "see ADR 9, which
/// supersedes ADR 3".
fn is_of_another(text: &str, refs: &[Ref], cue: usize) -> bool {
    let subject = refs.iter().rev().find(|r| r.end <= cue);
    subject.is_some_and(|r| {
        let between = text.get(r.end..cue).unwrap_or("").to_lowercase();
        let words = between.trim_matches([' ', ',', '\n', ')', '(', '`', '*']);
        matches!(
            words,
            "" | "which" | "that" | "now" | "which now" | "has" | "which has"
        )
    })
}

pub(super) fn cue_words(text: &str, refs: &[Ref], place: LinkPlace) -> Vec<(Cue, usize, usize)> {
    let Some(re) = CUES.as_ref() else {
        return Vec::new();
    };
    re.captures_iter(text)
        .filter_map(|c| {
            let m = c.get(0)?;
            let foreign = place == LinkPlace::Prose && is_of_another(text, refs, m.start());
            // "The superseding review" is no cue, "superseding ADR 3" is.
            let next = refs.iter().find(|r| r.at >= m.end());
            let is_adjective = m.as_str().eq_ignore_ascii_case("superseding")
                && next.is_none_or(|r| r.at > m.end() + 2);
            if foreign || is_adjective || is_denied(&text[..m.start()]) {
                return None;
            }
            let cue = if c.name("by").is_some() {
                Cue::SupersededBy
            } else if c.name("amended").is_some() {
                Cue::AmendedBy
            } else if c.name("over").is_some() {
                Cue::Supersedes
            } else {
                Cue::Amends
            };
            Some((cue, m.start(), m.end()))
        })
        .collect()
}

/// Whether the words before a cue say that it does not hold: "does not supersede".
fn is_denied(before: &str) -> bool {
    let mut words = before.rsplit(char::is_whitespace).filter(|w| !w.is_empty());
    let near: Vec<String> = words.by_ref().take(3).map(str::to_lowercase).collect();
    let ends = |w: &String| w.ends_with(['.', ';', ':', '!', '?']);
    near.iter()
        .take_while(|w| !ends(w))
        .any(|w| matches!(w.as_str(), "not" | "never" | "nor" | "cannot") || w.ends_with("n't"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_pattern_builds() {
        assert!(super::CUES.is_some());
    }
}
