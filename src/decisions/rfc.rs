//! Proposals of the form that the Rust project uses: `text/0042-lamps.md` with a list of fields at
//! the head (`- Start Date:`, `- RFC PR:`), or a file of a folder of proposals.
//!
//! Such a file has no status: a proposal is accepted by being merged. That is said in the words of
//! the standing; a status that is written, or a folder that says one (`rejected/`), comes first.

use super::adr::{checked, is_link};
use super::kep::kep_field;
use super::markdown::Outline;
use super::place_names::{is_markdown, is_proposal_folder};
use super::record::{Parsed, SourceKind};
use super::record_file::{self, Shape};
use super::{Format, Reading, front_matter, words};
use crate::model::{RepoPath, Standing};

/// Why a proposal that states no status stands as accepted.
const MERGED: &str = "merged: a proposal of this form states no status";

/// Reads proposals.
#[derive(Clone, Copy, Debug)]
pub struct Rfc;

impl Format for Rfc {
    fn reads(&self, kind: SourceKind, path: &RepoPath) -> bool {
        kind == SourceKind::Adr
            && is_markdown(&path.file_name().to_lowercase())
            && prefix(path).is_some()
    }

    fn parse(&self, reading: Reading<'_>, path: &RepoPath, text: &str) -> Parsed {
        let prefix = prefix(path).unwrap_or("");
        let matter = front_matter::read(text);
        let outline =
            Outline::read(text, matter.as_ref().map_or(0, |m| m.len)).with_words(reading.words);
        if !outline.prose.chars().any(char::is_alphanumeric) && matter.is_none() {
            return Parsed::skipped(path, None, "it is empty");
        }
        if is_link(text) {
            return Parsed::skipped(path, Some(1), "it is a link to another file");
        }
        let merged = prefix == "rfc" && is_filed(&outline, path);
        let shape = Shape {
            matter: matter.unwrap_or_default(),
            field: if prefix == "kep" {
                kep_field
            } else {
                words::field
            },
            prefix,
            unstated: merged.then_some((Standing::Accepted, MERGED)),
            ..Shape::default()
        };
        checked(path, record_file::read(path, &outline, shape), &outline)
    }
}

/// The prefix of the numbers in the folder of proposals that a path lies in.
fn prefix(path: &RepoPath) -> Option<&'static str> {
    let dir = path.parent();
    let parts: Vec<&str> = dir.split('/').collect();
    let folder = parts.iter().find(|p| is_proposal_folder(p));
    let named = folder.map(|f| match f.to_lowercase().as_str() {
        "kep" | "keps" => "kep",
        "pep" | "peps" => "pep",
        _ => "rfc",
    });
    named.or_else(|| (parts.last() == Some(&"text")).then_some("rfc"))
}

/// Whether the head of the text is the list of fields that such a proposal has.
fn is_filed(outline: &Outline<'_>, path: &RepoPath) -> bool {
    let head: Vec<String> = outline
        .prose
        .lines()
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .take(12)
        .map(|l| words::fold(l.trim_start_matches(['-', '*', '+', ' '])))
        .collect();
    let has = |key: &str| head.iter().any(|l| l.starts_with(key));
    let in_text = path.parent().rsplit('/').next() == Some("text");
    in_text || has("start date") && (has("rfc pr") || has("feature name"))
}

#[cfg(test)]
mod tests {
    use super::super::{Record, parse};
    use super::*;

    fn read(path: &str, text: &str) -> Parsed {
        parse(SourceKind::Adr, &RepoPath::from(path), text.as_bytes())
    }

    fn one(path: &str, text: &str) -> Record {
        let mut parsed = read(path, text);
        assert_eq!(parsed.records.len(), 1, "{:?}", parsed.coverage);
        parsed.records.remove(0)
    }

    const HEAD: &str = "- Feature Name: lamps\n- Start Date: 2014-05-04\n- RFC PR: [#42](https://example.org/42)\n\n# Summary\n\nPaint them.\n\n# Motivation\n\nDark.\n";

    #[test]
    fn a_merged_proposal_is_accepted_and_says_why() {
        let r = one("text/0042-paint-lamps.md", HEAD);
        assert_eq!(r.standing, Standing::Accepted);
        assert!(r.standing_words.unwrap().starts_with("merged"));
        assert!(!r.own_standing);
        assert_eq!(r.date.as_deref(), Some("2014-05-04"));
        assert_eq!(r.number.as_deref(), Some("rfc-42"));
        assert_eq!(r.title, "Paint lamps");
    }

    #[test]
    fn the_word_for_what_it_is_belongs_neither_to_the_title_nor_to_the_standing() {
        let r = one("text/0042-a.md", &format!("## RFC: Paint lamps\n\n{HEAD}"));
        assert_eq!(r.title, "Paint lamps");
        assert_eq!(r.standing, Standing::Accepted);
    }

    #[test]
    fn an_impossible_date_is_none_with_a_note() {
        for date in ["99-99-9999", "9999/99/99", "(fill me in)", "yyyy-mm-dd"] {
            let p = read("text/0042-a.md", &HEAD.replace("2014-05-04", date));
            assert_eq!(p.records[0].date, None, "{date}");
            let noted = p.coverage.iter().any(|c| c.line == Some(2));
            assert!(noted, "{date}: {:?}", p.coverage);
        }
    }

    #[test]
    fn a_folder_or_a_written_status_comes_before_the_merge() {
        let r = one("rfcs/rejected/0042-a.md", HEAD);
        assert_eq!(r.standing, Standing::Rejected);
        assert_eq!(r.standing_words.as_deref(), Some("rejected/"));
        let text = HEAD.replace("- RFC PR", "- Status: Withdrawn\n- RFC PR");
        assert_eq!(one("rfcs/0042-a.md", &text).standing, Standing::Rejected);
        let plain = "# 42: Lamps\n\n## Summary\n\nPaint them.\n";
        let r = one("rfcs/0042-a.md", plain);
        assert_eq!(r.standing, Standing::Unknown);
        assert_eq!(r.title, "Lamps");
    }

    #[test]
    fn a_file_of_the_folder_that_decides_nothing_is_skipped_with_a_reason() {
        for (path, text) in [
            ("rfcs/process.md", "# How we work\n\nRead this first.\n"),
            ("rfcs/old-name.md", "0042-new-name.md\n"),
            ("text/0042-old.md", "Moved to [0042-new.md](0042-new.md).\n"),
            ("rfcs/0042-a.md", "\n"),
        ] {
            let p = read(path, text);
            assert!(p.records.is_empty(), "{path}");
            assert!(!p.coverage[0].reason.is_empty());
        }
    }
}
