//! Sources to decisions and their revisions, one file per format, and the log as of a commit.
//!
//! A [`Format`] is pure: text in, [`Record`]s and coverage out. [`sources`] says which paths of a
//! tree hold decisions. [`track`] gives records their stable keys over history, and
//! [`DecisionLog`] puts together what was live at a commit. Nothing here runs git, prints or knows
//! the graph.

pub mod adr;
pub mod arc42;
pub mod archive;
pub mod as_of;
mod asciidoc;
mod assemble;
pub mod code_past;
pub mod comments;
pub mod commits;
pub mod compare;
mod cues;
mod date_forms;
pub mod dates;
mod declared;
pub mod discussion;
mod edges;
pub mod fields;
pub mod find;
pub mod front_matter;
mod globs;
mod heading_marks;
mod headings;
pub mod identity;
mod indicative;
pub mod instructions;
pub mod kep;
mod kept_index;
mod limits;
pub mod links;
pub mod lore;
pub mod markdown;
pub mod markup;
mod memory;
pub mod merging;
pub mod mining;
mod open_fence;
mod org;
mod overruling;
mod pack;
pub mod past;
pub mod pep;
pub mod pick;
mod place_names;
pub mod record;
mod record_file;
mod record_names;
mod record_parts;
mod references;
mod restructured;
pub mod retired;
pub mod rfc;
pub mod section_log;
mod segments;
pub mod settings;
mod siblings;
mod sidecars;
pub mod sources;
pub mod story;
pub mod supersede;
pub mod titles;
mod tongues;
pub mod track;
pub mod word_diff;
pub mod word_table;
pub mod words;

pub use archive::Archive;
pub use as_of::{
    DecisionLog, Log, Moment, ReadSource, RepoTree, TreeReader, is_readable, kind_of, strength_of,
};
pub use commits::Strength;
pub use memory::Memory;
pub use merging::FormerPaths;
pub use mining::{Mining, Revert, Stated};
pub use past::{Collector, Past};
pub use record::{Cue, Link, LinkPlace, Parsed, Record, SourceKind};
pub use settings::Settings;
pub use sources::{FILE_CAP, Folders, Place, could_hold, is_setting};
pub use track::{Again, Revision, RevisionIndex, Row, Time, Tracked, Version};
pub use words::Words;

use crate::model::RepoPath;

/// One way in which people write decisions down.
pub trait Format {
    /// Whether it reads this kind of source at this path. The first format of the list that does
    /// reads it: a narrow one stands before a wide one.
    fn reads(&self, kind: SourceKind, path: &RepoPath) -> bool;

    /// Reads a text. Never fails: what cannot be read is in the coverage.
    fn parse(&self, reading: Reading<'_>, path: &RepoPath, text: &str) -> Parsed;
}

/// How a source is to be read.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'w> {
    /// What kind of source it is.
    pub kind: SourceKind,
    /// The words of records, those of the repository among them.
    pub words: &'w Words,
    /// What was read of other versions before, where anything is to be remembered.
    pub memory: Option<&'w Memory>,
}

impl Reading<'static> {
    /// A source of this kind, by the words that come with rguard.
    pub fn plain(kind: SourceKind) -> Self {
        Self {
            kind,
            words: Words::built_in(),
            memory: None,
        }
    }
}

const FORMATS: &[&(dyn Format + Sync)] = &[
    &kep::Kep,
    &pep::Pep,
    &rfc::Rfc,
    &markup::Markup,
    &adr::Adr,
    &arc42::Arc42,
    &section_log::SectionLog,
];

/// [`parse_by`] the words that come with rguard.
pub fn parse(kind: SourceKind, path: &RepoPath, bytes: &[u8]) -> Parsed {
    parse_by(Reading::plain(kind), path, bytes)
}

/// Reads a source's bytes: size and encoding are checked, then its format reads it.
pub fn parse_by(reading: Reading<'_>, path: &RepoPath, bytes: &[u8]) -> Parsed {
    if bytes.len() > FILE_CAP {
        let reason = format!(
            "it has {} bytes; at most {FILE_CAP} are read of one file",
            bytes.len()
        );
        return Parsed::skipped(path, None, reason);
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Parsed::skipped(path, Some(1), "it is UTF-16, which is not read");
    }
    let line_at = |offset: usize| {
        let n = bytes[..offset.min(bytes.len())]
            .iter()
            .filter(|&&b| b == b'\n')
            .count();
        u32::try_from(n + 1).ok()
    };
    if bytes.contains(&0) {
        let at = bytes.iter().position(|&b| b == 0).unwrap_or_default();
        return Parsed::skipped(path, line_at(at), "it holds a NUL byte, so it is not text");
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => FORMATS
            .iter()
            .find(|f| f.reads(reading.kind, path))
            .map_or_else(Parsed::default, |f| {
                let mut parsed = f.parse(reading, path, text);
                name_the_nameless(path, &mut parsed);
                parsed.coverage.extend(open_fence::note_of(path, text));
                // A YAML reader counts the line after the last one, too.
                if !parsed.coverage.is_empty() {
                    let last = u32::try_from(text.split('\n').count()).unwrap_or(u32::MAX);
                    for c in &mut parsed.coverage {
                        c.line = c.line.map(|l| l.clamp(1, last));
                    }
                }
                parsed
            }),
        Err(e) => Parsed::skipped(path, line_at(e.valid_up_to()), "it is not valid UTF-8"),
    }
}

/// Gives a record under an empty heading its first words as its title, else its file's name.
fn name_the_nameless(path: &RepoPath, parsed: &mut Parsed) {
    for r in parsed
        .records
        .iter_mut()
        .filter(|r| r.title.trim().is_empty())
    {
        let sentences = crate::extract::sentences::sentences(&r.text);
        let words = sentences
            .iter()
            .find(|s| s.text.chars().any(char::is_alphanumeric));
        r.title = match words {
            Some(s) => s.text.chars().take(80).collect(),
            None => record_names::humanise(&record_names::stem(path)),
        };
        if r.title.trim().is_empty() {
            r.title = path.to_string();
        }
    }
}
