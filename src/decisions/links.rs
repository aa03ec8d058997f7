//! References from one record to others: links, citations, and the cue words before them.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::fields::FieldLine;
use super::markdown::Outline;
use super::record::{Cue, Link, LinkPlace};
use super::words::Field;
use crate::extract::sentences::clip;
use crate::model::LineRange;

static INLINE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\[([^\[\]]+)\]\(\s*<?([^()\s<>]+)>?[^()]*\)").ok());
static REFERENCE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\[([^\[\]]+)\](?:\[([^\[\]]*)\])?").ok());
static DEFINITION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^ {0,3}\[([^\[\]]+)\]:\s*<?([^\s<>]+)>?").ok());
static CITATION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)(?-u:\b)(?:
            (?i:adr|decision)[\s\-_\#]{0,2}(?:\#)?\d{1,5}
          | (?:DEC|D|RFC|PEP|KEP)-?\d{2,8}(?:-\d{1,3})?
        )(?-u:\b)",
    )
    .ok()
});
static FILE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:[\w.\-]+/)*(?:\d{3,8}-[\w\-]+(?:\.md)?|[\w\-]+\.md)(?-u:\b)").ok()
});
static BARE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[\s#,(])(\d{1,5})(?-u:\b)").ok());
static CUES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
          (?P<by>(?-u:\b)(?:super[sc]ee?ded|replaced|overruled|overturned|obsoleted)[\s\-_]+by(?-u:\b)|(?-u:\b)remplacée?\s+par(?-u:\b)|(?-u:\b)ersetzt\s+durch(?-u:\b)|(?-u:\b)abgelöst\s+durch(?-u:\b)|(?-u:\b)(?:reemplazad|sustituid|substituíd)[oa]\s+por(?-u:\b)|被取代|已取代|に置き換え)
        | (?P<amended>(?-u:\b)(?:amended|clarified|refined|extended)[\s\-_]+by(?-u:\b))
        | (?P<over>(?-u:\b)(?:super[sc]ee?des?|superseding|supersede|overrides|overrules|overturns|reverses|obsoletes|replaces|remplace|ersetzt|reemplaza|sustituye|substitui)(?-u:\b)|取代|替代|推翻)
        | (?P<amends>(?-u:\b)(?:amends|amending|clarifies|refines)(?-u:\b))",
    )
    .ok()
});

/// Reference definitions (`[ADR-8]: url`) of a text.
pub fn definitions(text: &str) -> HashMap<String, String> {
    DEFINITION.as_ref().map_or_else(HashMap::new, |re| {
        re.captures_iter(text)
            .map(|c| (c[1].to_lowercase(), c[2].to_owned()))
            .collect()
    })
}

/// A reference in a piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ref {
    /// What it names: a path or URL, a citation, a number.
    pub target: String,
    /// Where it begins.
    pub at: usize,
    /// Where it ends.
    pub end: usize,
}

/// The references in a piece of text, in order. Bare numbers count only in fields (`strict` off).
pub fn refs(text: &str, defs: &HashMap<String, String>, strict: bool) -> Vec<Ref> {
    let mut out: Vec<Ref> = Vec::new();
    let add = |target: String, at: usize, end: usize, out: &mut Vec<Ref>| {
        if !out.iter().any(|r| at < r.end && r.at < end) {
            out.push(Ref { target, at, end });
        }
    };
    let has_link = text.contains('[');
    let has_digit = text.bytes().any(|b| b.is_ascii_digit());
    if has_link && let Some(re) = INLINE.as_ref() {
        for c in re.captures_iter(text) {
            let Some(m) = c.get(0) else { continue };
            if let Some(target) = record_target(&c[2], &c[1]) {
                add(target, m.start(), m.end(), &mut out);
            }
        }
    }
    if has_link
        && !defs.is_empty()
        && let Some(re) = REFERENCE.as_ref()
    {
        for c in re.captures_iter(text) {
            let Some(m) = c.get(0) else { continue };
            let key = c
                .get(2)
                .map_or(&c[1], |k| if k.is_empty() { &c[1] } else { k.as_str() });
            if let Some(target) = defs.get(&key.to_lowercase())
                && let Some(target) = record_target(target, &c[1])
            {
                add(target, m.start(), m.end(), &mut out);
            }
        }
    }
    if !has_digit && !text.contains(".md") {
        out.sort_by_key(|r| r.at);
        return out;
    }
    for re in [&*CITATION, &*FILE].into_iter().flatten() {
        for m in re.find_iter(text) {
            if super::dates::first(m.as_str()).is_some_and(|d| d.at == (0..m.len())) {
                continue;
            }
            add(m.as_str().to_owned(), m.start(), m.end(), &mut out);
        }
    }
    if !strict && let Some(re) = BARE.as_ref() {
        for c in re.captures_iter(text) {
            let Some(m) = c.get(1) else { continue };
            let dated = super::dates::first(text).is_some_and(|d| d.at.contains(&m.start()));
            if !dated {
                add(m.as_str().to_owned(), m.start(), m.end(), &mut out);
            }
        }
    }
    out.sort_by_key(|r| r.at);
    out
}

/// A link's target, where it can name a record: a Markdown file, an anchor, or a target whose label
/// cites one.
fn record_target(target: &str, label: &str) -> Option<String> {
    let path = target.split(['?', '#']).next().unwrap_or(target);
    let is_page = [".md", ".mdx", ".markdown", ".adoc", ".rst"]
        .iter()
        .any(|e| path.to_lowercase().ends_with(e));
    if is_page || (target.starts_with('#') && target.len() > 1) {
        return Some(target.to_owned());
    }
    if !target.contains("://") && !path.contains('.') && path.contains('-') {
        return Some(target.to_owned());
    }
    let m = CITATION.as_ref()?.find(label)?;
    Some(m.as_str().to_owned())
}

/// The links that a field makes: its own cue, or the cues inside its value (a status).
pub fn of_field(f: &FieldLine, outline: &Outline<'_>, defs: &HashMap<String, String>) -> Vec<Link> {
    let own = match f.field {
        Field::Supersedes => Some(Cue::Supersedes),
        Field::SupersededBy => Some(Cue::SupersededBy),
        Field::Amends => Some(Cue::Amends),
        Field::AmendedBy => Some(Cue::AmendedBy),
        _ => None,
    };
    in_block(outline, f.lines, defs, own, LinkPlace::Field)
}

/// The links in these lines. `own` is the cue of references that no cue word precedes.
pub fn in_block(
    outline: &Outline<'_>,
    lines: LineRange,
    defs: &HashMap<String, String>,
    own: Option<Cue>,
    place: LinkPlace,
) -> Vec<Link> {
    let mut out = Vec::new();
    let text = outline.prose_lines(lines);
    let base = lines.start;
    let refs = refs(text, defs, place != LinkPlace::Field);
    if refs.is_empty() {
        return out;
    }
    let cues = cue_words(text);
    for r in refs {
        let before = cues.iter().rev().find(|(_, _, end)| *end <= r.at);
        let near = before.filter(|(_, _, end)| {
            let gap = text.get(*end..r.at).unwrap_or("");
            let limit = if place == LinkPlace::Prose { 40 } else { 400 };
            gap.chars().count() <= limit
                && (place != LinkPlace::Prose || !gap.contains(['.', ';', '\u{2014}']))
                && !gap.contains("\n\n")
        });
        let cue = near.map(|c| c.0).or(own).unwrap_or(Cue::Mentions);
        let from = near.map_or(r.at, |c| c.1);
        let line = base + newlines(&text[..r.at]);
        out.push(Link {
            cue,
            target: r.target,
            place,
            line,
            quote: match cue {
                // Most references are mere mentions, whose words nobody asks for.
                Cue::Mentions => String::new(),
                _ => sentence_around(outline, lines, from),
            },
        });
    }
    out
}

fn cue_words(text: &str) -> Vec<(Cue, usize, usize)> {
    let Some(re) = CUES.as_ref() else {
        return Vec::new();
    };
    re.captures_iter(text)
        .filter_map(|c| {
            let m = c.get(0)?;
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

fn newlines(text: &str) -> u32 {
    u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX)
}

/// The verbatim sentence of the text around an offset of these lines.
fn sentence_around(outline: &Outline<'_>, lines: LineRange, offset: usize) -> String {
    let text = outline.lines(lines);
    let found = crate::extract::sentences::sentences(text)
        .into_iter()
        .find(|s| s.at <= offset && offset < s.at + s.text.len());
    match found {
        Some(s) => clip(s.text, offset - s.at).to_owned(),
        None => clip(text.trim(), 0).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str, own: Option<Cue>, place: LinkPlace) -> Vec<(Cue, String)> {
        let o = Outline::read(text, 0);
        let defs = definitions(text);
        in_block(&o, LineRange::new(1, o.line_count()), &defs, own, place)
            .into_iter()
            .map(|l| (l.cue, l.target))
            .collect()
    }

    #[test]
    fn a_cue_belongs_to_the_references_after_it() {
        assert_eq!(
            all(
                "Superseded by [3. X](0003-x.md), amends [ADR-0009](0009-y.md)",
                None,
                LinkPlace::Field
            ),
            [
                (Cue::SupersededBy, "0003-x.md".to_owned()),
                (Cue::Amends, "0009-y.md".to_owned())
            ]
        );
        assert_eq!(
            all(
                "2019-12-19 by [ADR 14](0014-a-b.md)",
                Some(Cue::SupersededBy),
                LinkPlace::Field
            ),
            [(Cue::SupersededBy, "0014-a-b.md".to_owned())]
        );
        assert_eq!(
            all(
                "Superseded by\nADR-086 on 2026-07-20",
                None,
                LinkPlace::Field
            ),
            [(Cue::SupersededBy, "ADR-086".to_owned())]
        );
    }

    #[test]
    fn prose_needs_the_reference_right_after_the_cue() {
        assert_eq!(
            all(
                "This value supersedes the one stored. See ADR 6.",
                None,
                LinkPlace::Prose
            ),
            [(Cue::Mentions, "ADR 6".to_owned())]
        );
        assert_eq!(
            all("This supersedes ADR 6 for good.", None, LinkPlace::Prose),
            [(Cue::Supersedes, "ADR 6".to_owned())]
        );
    }

    #[test]
    fn reference_style_links_are_followed() {
        let text = "As [ADR 8: Deletion][ADR-8] said.\n\n[ADR-8]: https://example.org/x/blob/main/docs/adr/0008-d.md\n";
        assert_eq!(
            all(text, None, LinkPlace::Prose)
                .first()
                .map(|l| l.1.clone()),
            Some("https://example.org/x/blob/main/docs/adr/0008-d.md".to_owned())
        );
    }

    #[test]
    fn every_pattern_builds() {
        for p in [
            &INLINE,
            &REFERENCE,
            &DEFINITION,
            &CITATION,
            &FILE,
            &BARE,
            &CUES,
        ] {
            assert!(p.is_some());
        }
    }
}
