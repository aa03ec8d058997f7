//! Enhancement proposals whose fields stand in a `kep.yaml` beside their `README.md`.
//!
//! Both files are records of their own in history; the log of a commit joins the two of one folder
//! ([`super::siblings`]), with the fields of the one and the text of the other.

use super::markdown::{Outline, blank};
use super::record::{Parsed, SourceKind};
use super::record_file::{self, Shape};
use super::words::Field;
use super::{Format, Reading, front_matter};
use crate::model::RepoPath;

/// Reads `kep.yaml`.
#[derive(Clone, Copy, Debug)]
pub struct Kep;

impl Format for Kep {
    fn reads(&self, kind: SourceKind, path: &RepoPath) -> bool {
        kind == SourceKind::Adr && path.file_name().eq_ignore_ascii_case("kep.yaml")
    }

    fn parse(&self, _: Reading<'_>, path: &RepoPath, text: &str) -> Parsed {
        let matter = front_matter::document(text);
        if matter.fields.is_empty() {
            return Parsed::skipped(path, Some(1), "it has no fields");
        }
        let value = |key: &str| {
            let found = matter.fields.iter().find(|f| f.key == key);
            found.and_then(|f| f.values.first().cloned())
        };
        let digits = |n: &String| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
        let shape = Shape {
            field: kep_field,
            title: value("title"),
            prefix: "kep",
            number: value("kep-number").filter(digits),
            only_matter: true,
            matter: matter.clone(),
            ..Shape::default()
        };
        let mut prose = text.as_bytes().to_vec();
        blank(&mut prose, 0, text.len());
        let outline = Outline::of_parts(text, prose, Vec::new());
        let mut parsed = record_file::read(path, &outline, shape);
        for link in parsed.records.iter_mut().flat_map(|r| &mut r.links) {
            // A folder stands for the text in it.
            let last = link.target.rsplit('/').next().unwrap_or("");
            if link.target.contains('/') && !last.contains('.') {
                link.target.push_str("/README.md");
            }
        }
        parsed
    }
}

/// What a field of such a proposal holds.
pub(super) fn kep_field(key: &str) -> Option<Field> {
    Some(match key {
        "status" => Field::Status,
        "creation-date" => Field::Date,
        "authors" | "author" => Field::People,
        "replaces" => Field::Supersedes,
        "superseded-by" => Field::SupersededBy,
        "see-also" => Field::Links,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Cue, parse};
    use super::*;
    use crate::model::Standing;

    fn read(text: &str) -> Parsed {
        let path = RepoPath::from("keps/sig-a/0042-lamps/kep.yaml");
        parse(SourceKind::Adr, &path, text.as_bytes())
    }

    #[test]
    fn the_fields_give_title_number_date_people_standing_and_links() {
        let p = read(
            "title: Paint the lamps\nkep-number: 42\nauthors:\n  - \"@ada\"\n  - \"@bob\"\ncreation-date: 2020-1-7\nlast-updated: 2021-01-01\nstatus: implemented (alpha)\nreplaces:\n  - /keps/sig-b/1033-dark\nsuperseded-by:\n",
        );
        let r = &p.records[0];
        assert_eq!(r.title, "Paint the lamps");
        assert_eq!(r.number.as_deref(), Some("kep-42"));
        assert_eq!(r.people, ["@ada", "@bob"]);
        assert_eq!(r.date.as_deref(), Some("2020-01-07"));
        assert_eq!(r.standing, Standing::Accepted);
        let link = &r.links[0];
        assert_eq!(link.cue, Cue::Supersedes);
        assert_eq!(link.target, "keps/sig-b/1033-dark/README.md");
        assert!(link.quote.contains("1033-dark"));
        assert!(p.coverage.is_empty(), "{:?}", p.coverage);
    }

    #[test]
    fn the_choices_of_the_template_in_a_comment_leave_the_status_as_it_is_written() {
        for comment in [
            "# provisional|implementable|rejected",
            "#provisional|X|rejected",
        ] {
            let p = read(&format!("title: T\nstatus: implemented {comment}\n"));
            assert_eq!(p.records[0].standing, Standing::Accepted, "{comment}");
        }
    }

    #[test]
    fn a_comment_carries_the_pointer_to_the_successor() {
        let p = read("title: T\nstatus: replaced # replaced by keps/sig-b/2133-other\n");
        let r = &p.records[0];
        assert_eq!(r.standing, Standing::Superseded);
        assert_eq!(r.links[0].cue, Cue::SupersededBy);
        assert_eq!(r.links[0].target, "keps/sig-b/2133-other/README.md");
    }

    #[test]
    fn every_word_of_status_has_its_standing_and_an_unfilled_one_is_unknown_with_a_note() {
        for (word, want) in [
            ("implemented", Standing::Accepted),
            ("implementable", Standing::Accepted),
            ("provisional", Standing::Proposed),
            ("deferred", Standing::Proposed),
            ("withdrawn", Standing::Rejected),
            ("rejected", Standing::Rejected),
            ("replaced", Standing::Superseded),
        ] {
            let p = read(&format!("title: T\nstatus: {word}\n"));
            assert_eq!(p.records[0].standing, want, "{word}");
        }
        let p = read(
            "title: T\nstatus: provisional|implementable|implemented\ncreation-date: yyyy-mm-dd\n",
        );
        assert_eq!(p.records[0].standing, Standing::Unknown);
        assert_eq!(p.records[0].date, None);
        assert_eq!(p.coverage.len(), 2, "{:?}", p.coverage);
    }
}
