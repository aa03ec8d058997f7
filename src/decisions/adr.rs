//! Markdown records, one decision a file: Nygard's form in any order of sections, adr-tools, MADR 2
//! to 4, log4brains, Structurizr.

use super::markdown::Outline;
use super::record::{Parsed, SourceKind};
use super::record_file::{self, Shape};
use super::sources::{Proof, proof};
use super::{Format, Reading, front_matter};
use crate::model::RepoPath;

/// Reads Markdown record files.
#[derive(Clone, Copy, Debug)]
pub struct Adr;

impl Format for Adr {
    fn reads(&self, kind: SourceKind, _: &RepoPath) -> bool {
        kind == SourceKind::Adr
    }

    fn parse(&self, reading: Reading<'_>, path: &RepoPath, text: &str) -> Parsed {
        let matter = front_matter::read(text);
        let outline =
            Outline::read(text, matter.as_ref().map_or(0, |m| m.len)).with_words(reading.words);
        if !outline.prose.chars().any(char::is_alphanumeric) && matter.is_none() {
            return Parsed::skipped(path, None, "it is empty");
        }
        if is_link(text) {
            return Parsed::skipped(path, Some(1), "it is a link to another file");
        }
        let shape = Shape {
            matter: matter.unwrap_or_default(),
            ..Shape::default()
        };
        checked(path, record_file::read(path, &outline, shape), &outline)
    }
}

/// A file that only its name makes a record must show that it decides something.
pub(super) fn checked(path: &RepoPath, parsed: Parsed, outline: &Outline<'_>) -> Parsed {
    match proof(path) {
        Proof::Needed(reason) if !record_file::decides(&parsed, outline) => {
            Parsed::skipped(path, None, reason)
        }
        _ => parsed,
    }
}

/// A file that holds nothing but the way to another: a path (what git makes of a link where it can
/// make none), or one line that says where the record moved.
pub(super) fn is_link(text: &str) -> bool {
    let target = text.trim();
    if target.lines().count() != 1 || target.len() > 300 || target.starts_with('#') {
        return false;
    }
    let is_path = !target.contains(' ') && target.ends_with(".md");
    let words = target.split_whitespace().count();
    is_path || (words <= 8 && target.contains("](") && target.contains(".md"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_only_leads_to_another_is_a_link() {
        for text in [
            "../adr/0001-a.md",
            "0001-a.md\n",
            "Moved to [the new one](0002-b.md).\n",
        ] {
            assert!(is_link(text), "{text}");
        }
        for text in [
            "# Use tin\n",
            "We use tin, as [the old one](0002-b.md) says, because it lasts for long.\n",
            "a.md\n\nb.md\n",
        ] {
            assert!(!is_link(text), "{text}");
        }
    }
}
