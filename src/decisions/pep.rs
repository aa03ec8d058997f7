//! Proposals with a header like that of a mail: `Key: value`, folded over indented lines, then a
//! blank line, then reStructuredText.

use super::front_matter::{Entry, FrontMatter};
use super::place_names::is_pep_name;
use super::record::{Parsed, SourceKind};
use super::record_file::{self, Shape};
use super::words::Field;
use super::{Format, Reading, restructured};
use crate::model::RepoPath;

/// Reads PEPs.
#[derive(Clone, Copy, Debug)]
pub struct Pep;

impl Format for Pep {
    fn reads(&self, kind: SourceKind, path: &RepoPath) -> bool {
        kind == SourceKind::Adr && is_pep_name(&path.file_name().to_lowercase())
    }

    fn parse(&self, _: Reading<'_>, path: &RepoPath, text: &str) -> Parsed {
        let Some(matter) = header(text) else {
            let reason = "it has no header with a number and a title";
            return Parsed::skipped(path, Some(1), reason);
        };
        let value = |key: &str| {
            let found = matter
                .fields
                .iter()
                .find(|f| f.key.eq_ignore_ascii_case(key));
            found.and_then(|f| f.values.first().cloned())
        };
        let shape = Shape {
            field,
            title: value("title"),
            prefix: "pep",
            number: value("pep").filter(|n| n.bytes().all(|b| b.is_ascii_digit())),
            only_matter: true,
            matter: matter.clone(),
            ..Shape::default()
        };
        let outline = restructured::read(text, matter.len).outline;
        record_file::read(path, &outline, shape)
    }
}

fn field(key: &str) -> Option<Field> {
    Some(match key.to_lowercase().as_str() {
        "status" => Field::Status,
        "created" => Field::Date,
        "author" | "authors" => Field::People,
        "replaces" => Field::Supersedes,
        "superseded-by" => Field::SupersededBy,
        "requires" => Field::Links,
        _ => return None,
    })
}

/// The header: none where the text does not begin with one that names number and title.
fn header(text: &str) -> Option<FrontMatter> {
    let mut out = FrontMatter::default();
    let bom = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut at = bom;
    for (raw, n) in text.get(bom..)?.split_inclusive('\n').zip(1u32..) {
        let line = raw.trim_end();
        at += raw.len();
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) {
            let last = out.fields.last_mut()?;
            last.end = n;
            let value = line.trim();
            match last.values.first_mut() {
                Some(v) => {
                    v.push(' ');
                    v.push_str(value);
                }
                None => last.values.push(value.to_owned()),
            }
            continue;
        }
        let (key, value) = line.split_once(':')?;
        let is_key = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if !is_key {
            return None;
        }
        let value = value.trim();
        out.fields.push(Entry {
            key: key.to_owned(),
            values: (!value.is_empty())
                .then(|| value.to_owned())
                .into_iter()
                .collect(),
            comment: None,
            line: n,
            end: n,
            is_mapping: false,
        });
    }
    out.len = at;
    let has = |key: &str| out.fields.iter().any(|f| f.key.eq_ignore_ascii_case(key));
    (has("pep") && has("title")).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::super::{Cue, Record, parse};
    use super::*;
    use crate::model::Standing;

    fn read(text: &str) -> Parsed {
        let path = RepoPath::from("peps/pep-0042.rst");
        parse(SourceKind::Adr, &path, text.as_bytes())
    }

    fn one(status: &str, more: &str) -> Record {
        let text = format!(
            "PEP: 42\nTitle: Paint the lamps\nAuthor: Ada Lane <ada@example.org>,\n        Bob Cy <bob@example.org>\nStatus: {status}\nCreated: 23-Feb-2013\n{more}\nAbstract\n========\n\nThe old one said\nStatus: Final here.\n"
        );
        read(&text).records.remove(0)
    }

    #[test]
    fn folded_headers_are_joined_and_every_word_of_status_has_its_standing() {
        let r = one("Final", "");
        assert_eq!(r.people, ["Ada Lane", "Bob Cy"]);
        assert_eq!(r.date.as_deref(), Some("2013-02-23"));
        assert_eq!(r.number.as_deref(), Some("pep-42"));
        assert_eq!(r.title, "Paint the lamps");
        for (word, want) in [
            ("Final", Standing::Accepted),
            ("Active", Standing::Accepted),
            ("Accepted", Standing::Accepted),
            ("Draft", Standing::Proposed),
            ("Deferred", Standing::Proposed),
            ("Provisional", Standing::Proposed),
            ("Rejected", Standing::Rejected),
            ("Withdrawn", Standing::Rejected),
            ("Superseded", Standing::Superseded),
            ("April Fool!", Standing::Unknown),
        ] {
            let r = one(word, "");
            assert_eq!(r.standing, want, "{word}");
            assert_eq!(r.standing_words.as_deref(), Some(word));
        }
    }

    #[test]
    fn several_values_of_replaces_and_superseded_by_are_all_links() {
        let r = one("Superseded", "Replaces: 7, 8,\n 9\nSuperseded-By: 3333\n");
        let of = |cue: Cue| -> Vec<&str> {
            let all = r.links.iter().filter(|l| l.cue == cue);
            all.map(|l| l.target.as_str()).collect()
        };
        assert_eq!(of(Cue::Supersedes), ["PEP 7", "PEP 8", "PEP 9"]);
        assert_eq!(of(Cue::SupersededBy), ["PEP 3333"]);
    }

    #[test]
    fn one_that_was_turned_down_stays_so_and_names_what_came_in_its_place() {
        let r = one("Withdrawn", "Superseded-By: 3333\n");
        assert_eq!(r.standing, Standing::Rejected);
        assert!(r.links.iter().any(|l| l.cue == Cue::SupersededBy));
        assert_eq!(
            one("Final", "Superseded-By: 3333\n").standing,
            Standing::Superseded
        );
    }

    #[test]
    fn a_file_without_the_header_is_skipped_with_a_reason() {
        for text in ["", "Notes\n=====\n\nx\n", "PEP: 42\nno colon\n\nx\n"] {
            let p = read(text);
            assert!(p.records.is_empty() && p.coverage.len() == 1, "{text}");
        }
    }
}
