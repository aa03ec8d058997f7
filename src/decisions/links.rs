//! References from one record to others: links, citations, and the cue words before them.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::cues::{cue_words, is_bare, is_near, says_none, without};
use super::fields::FieldLine;
use super::markdown::Outline;
use super::record::{Cue, Link, LinkPlace};
use super::words::Field;
use crate::extract::sentences::clip;
use crate::model::LineRange;

static INLINE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\[([^\[\]]+)\]\(\s*(?:<([^<>\n]+)>|([^()\s<>]+))[^()]*\)").ok());
/// What a site generator makes a link of: `{{< ref "0003-x.md" >}}`.
static SHORTCODE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"\{\{[<%]\s*(?:rel)?ref\s+(?:"([^"\n]+)"|'([^'\n]+)'|([^\s>%"']+))\s*[>%]\}\}"#)
        .ok()
});
static ADDRESS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"https?://[^\s<>()\[\]"'`，。）]+"#).ok());
static REFERENCE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\[([^\[\]]+)\](?:\[([^\[\]]*)\])?").ok());
static DEFINITION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?m)^ {0,3}\[([^\[\]]+)\]:\s*(?:<([^<>\n]+)>|(\S+))").ok());
static CITATION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)(?-u:\b)(?:
            (?i:adr|decision)[\s\-_\#]{0,2}(?:\#)?\d{1,5}
          | (?:RFC|PEP|KEP)[\s\-]?\#?\d{1,5}
          | (?:DEC|D)-?\d{2,8}(?:-\d{1,3})?
        )(?-u:\b)",
    )
    .ok()
});
static FILE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?:[\w.\-]+/)*(?:\d{3,8}-[\w\-]+(?:\.(?:md|mdx|adoc|rst|org))?|[\w\-]+\.(?:mdx?|markdown|adoc|asciidoc|rst|org))(?-u:\b)",
    )
    .ok()
});
static BARE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:^|[\s#,(])(\d{1,5})(?-u:\b)").ok());
/// Reference definitions (`[ADR-8]: url`) of a text.
pub fn definitions(text: &str) -> HashMap<String, String> {
    if !text.contains("]:") {
        return HashMap::new();
    }
    DEFINITION.as_ref().map_or_else(HashMap::new, |re| {
        re.captures_iter(text)
            .filter_map(|c| {
                let target = c.get(2).or_else(|| c.get(3))?;
                Some((c[1].to_lowercase(), target.as_str().to_owned()))
            })
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
    if text.contains("{{")
        && let Some(re) = SHORTCODE.as_ref()
    {
        for c in re.captures_iter(text) {
            let (Some(m), Some(target)) = (c.get(0), (1..4).find_map(|n| c.get(n))) else {
                continue;
            };
            add(target.as_str().to_owned(), m.start(), m.end(), &mut out);
        }
    }
    if has_link && let Some(re) = INLINE.as_ref() {
        for c in re.captures_iter(text) {
            let (Some(m), Some(to)) = (c.get(0), c.get(2).or_else(|| c.get(3))) else {
                continue;
            };
            if let Some(target) = record_target(to.as_str(), &c[1]) {
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
    if !has_digit && !text.contains('.') {
        out.sort_by_key(|r| r.at);
        return out;
    }
    // What stands inside an address is a part of it, whether it names a record or not.
    let mut addresses: Vec<std::ops::Range<usize>> = Vec::new();
    if text.contains("://")
        && let Some(re) = ADDRESS.as_ref()
    {
        for m in re.find_iter(text) {
            let address = m.as_str().trim_end_matches(['.', ',', ';', ':']);
            addresses.push(m.range());
            if is_page(address) {
                add(
                    address.to_owned(),
                    m.start(),
                    m.start() + address.len(),
                    &mut out,
                );
            }
        }
    }
    for re in [&*CITATION, &*FILE].into_iter().flatten() {
        for m in re.find_iter(text) {
            if addresses.iter().any(|a| a.contains(&m.start())) {
                continue;
            }
            if super::dates::first(m.as_str()).is_some_and(|d| d.at == (0..m.len())) {
                continue;
            }
            add(m.as_str().to_owned(), m.start(), m.end(), &mut out);
        }
    }
    if !strict && let Some(re) = BARE.as_ref() {
        for c in re.captures_iter(text) {
            let Some(m) = c.get(1) else { continue };
            if addresses.iter().any(|a| a.contains(&m.start())) {
                continue;
            }
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
    if is_page(target) || (target.starts_with('#') && target.len() > 1) {
        return Some(target.to_owned());
    }
    if !target.contains("://") && !path.contains('.') && path.contains('-') {
        return Some(target.to_owned());
    }
    let m = CITATION.as_ref()?.find(label)?;
    Some(m.as_str().to_owned())
}

fn is_page(target: &str) -> bool {
    let path = target.split(['?', '#']).next().unwrap_or(target);
    let lower = path.to_lowercase();
    [
        ".md",
        ".mdx",
        ".markdown",
        ".adoc",
        ".asciidoc",
        ".rst",
        ".org",
    ]
    .iter()
    .any(|e| lower.ends_with(e))
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
    // "None (extends ADR-2)" names something, and not what the field is for.
    let own = own.filter(|_| !says_none(&f.value));
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
    let cues = cue_words(text, &refs, place);
    for r in &refs {
        let before = cues.iter().rev().find(|(_, _, end)| *end <= r.at);
        let near = before.filter(|c| is_near(&without(text, &refs, c.2, r.at), r, place));
        let own = own.filter(|_| {
            let words = without(text, &refs, 0, text.len());
            let letters = words.chars().filter(|c| c.is_alphabetic()).count();
            r.at <= 200 && (letters <= 30 || !is_bare(r))
        });
        let cue = near.map(|c| c.0).or(own).unwrap_or(Cue::Mentions);
        // "Accepted (5 votes)": a number without a cue names nothing unless it is written as one.
        if cue == Cue::Mentions && is_bare(r) && !r.target.starts_with('0') {
            continue;
        }
        let from = near.map_or(r.at, |c| c.2);
        let line = base + newlines(&text[..r.at]);
        out.push(Link {
            cue,
            target: r.target.clone(),
            place,
            line,
            quote: match cue {
                // Most references are mere mentions, whose words nobody asks for.
                Cue::Mentions => String::new(),
                _ if place == LinkPlace::Prose => sentence_around(outline, lines, from),
                _ => lines_around(outline, lines, near.map_or(r.at, |c| c.1), r.end),
            },
        });
    }
    out
}

fn newlines(text: &str) -> u32 {
    u32::try_from(text.matches('\n').count()).unwrap_or(u32::MAX)
}

/// The verbatim lines of a field from its cue to the reference: a title in a link is no sentence.
fn lines_around(outline: &Outline<'_>, lines: LineRange, from: usize, to: usize) -> String {
    let text = outline.lines(lines);
    let Some((before, after)) = text.get(..from).zip(text.get(to..)) else {
        return clip(text.trim(), 0).to_owned();
    };
    let start = before.rfind('\n').map_or(0, |i| i + 1);
    let end = to + after.find('\n').unwrap_or(after.len());
    let mut own = text.get(start..end).unwrap_or(text).trim();
    while let Some(rest) = ["- ", "* ", "+ ", "> "]
        .iter()
        .find_map(|m| own.strip_prefix(m))
    {
        own = rest.trim_start();
    }
    let at = text.len().min(to).saturating_sub(start);
    clip(own, at.min(own.len())).to_owned()
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
            &SHORTCODE,
            &ADDRESS,
            &REFERENCE,
            &DEFINITION,
            &CITATION,
            &FILE,
            &BARE,
        ] {
            assert!(p.is_some());
        }
    }

    #[test]
    fn every_way_of_linking_is_followed() {
        for (text, target) in [
            (
                "Supersedes [3](<0003 with blanks.md>)",
                "0003 with blanks.md",
            ),
            ("Supersedes {{< ref \"0003-x.md\" >}}", "0003-x.md"),
            ("Supersedes [3]({{% relref 0003-x %}})", "0003-x"),
            ("Supersedes <0003-x.md>", "0003-x.md"),
            (
                "Supersedes <https://example.org/o/r/blob/main/adr/0003-x.md>.",
                "https://example.org/o/r/blob/main/adr/0003-x.md",
            ),
            ("Supersedes xref:0003-x.adoc[ADR 3]", "0003-x.adoc"),
            ("Supersedes `ADR <../old/0003-x.rst>`_", "../old/0003-x.rst"),
            (
                "Supersedes [backend/20200101-x](../../backend/20200101-x.md)",
                "../../backend/20200101-x.md",
            ),
            ("Supersedes PEP 426", "PEP 426"),
        ] {
            let found = all(text, None, LinkPlace::Field);
            assert_eq!(
                found.first(),
                Some(&(Cue::Supersedes, target.to_owned())),
                "{text}"
            );
        }
        assert_eq!(
            all(
                "See https://example.org/pull/1234-abc-def",
                None,
                LinkPlace::Prose
            ),
            []
        );
    }

    #[test]
    fn a_part_is_not_the_whole_and_a_denial_is_none() {
        for (text, cue) in [
            ("Partially superseded by ADR-9", Cue::AmendedBy),
            ("Superseded in part by ADR-9", Cue::AmendedBy),
            ("Teilweise ersetzt durch ADR-9", Cue::AmendedBy),
            ("Supersedes part of ADR-9", Cue::Amends),
            ("This does not supersede ADR-9", Cue::Mentions),
            ("It isn't superseded by ADR-9", Cue::Mentions),
            ("Superseded by ADR-9", Cue::SupersededBy),
        ] {
            assert_eq!(all(text, None, LinkPlace::Prose)[0].0, cue, "{text}");
        }
        assert_eq!(all("Accepted (5 votes)", None, LinkPlace::Field), []);
    }
}
