//! Which paths of a tree hold decisions, which only look like it, and why.

use super::declared::{self, Declared, is_declaration};
use super::place_names::{
    Below, below, is_adr_name, is_log_stem, is_markdown, is_numbered, is_other_document,
    is_pep_name, is_proposal_folder, is_record_folder, is_record_name, is_text_format,
    is_translation, not_a_record, outside, stem_of,
};
pub(super) use super::place_names::{is_copy, is_sample};
use super::record::SourceKind;
use super::settings::{self, Settings, SettingsError};
use super::{Reading, Words};
use crate::model::RepoPath;

/// Largest file that is read, in bytes.
pub const FILE_CAP: usize = 2 * 1024 * 1024;

/// What a path is to the decision log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It holds decisions.
    Source(SourceKind),
    /// It looks like it, and is not read, for this reason.
    Skipped(&'static str),
    /// It has nothing to do with decisions.
    Other,
}

/// The places that a repository declares for its records, beside the usual names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folders {
    declared: Vec<Declared>,
    settings: Settings,
}

/// Whether a path is a settings file that names record folders.
pub fn is_setting(path: &str) -> bool {
    path == settings::FILE || is_declaration(path.rsplit('/').next().unwrap_or(path))
}

/// Whether a file of this name may hold decisions in some folder that a repository declares: what a
/// walk has to note before it knows the settings of every commit.
pub fn could_hold(path: &RepoPath) -> bool {
    let text = path.to_string();
    let name = text.rsplit('/').next().unwrap_or(&text).to_lowercase();
    is_text_format(&name)
        || is_setting(&text)
        || matches!(Folders::default().place(path), Place::Source(_))
}

impl Folders {
    /// Reads the settings files of a tree: path and text of each.
    ///
    /// # Errors
    /// If rguard's own settings cannot be used.
    pub fn read<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, SettingsError> {
        let mut out = Self::default();
        for (path, text) in files {
            if path == settings::FILE {
                out.settings = Settings::read(text)?;
            } else {
                out.declared.extend(declared::read(path, text));
            }
        }
        declared::tidy(&mut out.declared);
        Ok(out)
    }

    /// Adds what another commit declared, for reading all of history at once; what only one of the
    /// two leaves out is left out of neither. The words stay those of this one.
    pub fn widen(&mut self, other: &Self) {
        self.declared.extend(other.declared.iter().cloned());
        declared::tidy(&mut self.declared);
        self.settings.records.widen(&other.settings.records);
    }

    /// Adds what a settings file of some commit declares. One that cannot be used declares nothing:
    /// it is an error of the commits that have it.
    pub fn learn(&mut self, path: &RepoPath, bytes: impl FnOnce() -> Option<Vec<u8>>) {
        let path = path.to_string();
        if !is_setting(&path) {
            return;
        }
        let text = bytes().and_then(|b| String::from_utf8(b).ok());
        if let Some(text) = text
            && let Ok(other) = Self::read([(path.as_str(), text.as_str())])
        {
            self.widen(&other);
        }
    }

    /// How a source of this kind is read here.
    pub fn reading(&self, kind: SourceKind) -> Reading<'_> {
        Reading {
            kind,
            words: self.settings.words(),
            memory: None,
        }
    }

    /// The words of records, those of the repository among them.
    pub fn words(&self) -> &Words {
        self.settings.words()
    }

    /// What a path is.
    pub fn place(&self, path: &RepoPath) -> Place {
        let is_utf8 = std::str::from_utf8(path.as_bytes()).is_ok();
        let text = path.to_string();
        let (dir, name) = text.rsplit_once('/').unwrap_or(("", &text));
        let lower = name.to_lowercase();
        let place = match self.settings.records.named(&text) {
            Some(_) if !is_text_format(&lower) => {
                Place::Skipped("it is named in rguard.toml, and is no text that is read")
            }
            Some(kind) => Place::Source(kind),
            None => self.look(&text, dir, &lower),
        };
        match place {
            Place::Source(_) if self.settings.records.excludes(&text) => {
                Place::Skipped("rguard.toml excludes it")
            }
            Place::Source(_) if !is_utf8 => Place::Skipped("its path is not UTF-8"),
            place => place,
        }
    }

    fn look(&self, text: &str, dir: &str, name: &str) -> Place {
        let folder = self.record_folder(dir);
        let Some(kind) = kind_of(dir, name, folder.as_ref()) else {
            return looks_like_one(dir, name, folder.as_ref()).map_or(Place::Other, Place::Skipped);
        };
        if let Some(reason) = outside(text, folder.as_ref().is_some_and(|f| f.declared)) {
            return Place::Skipped(reason);
        }
        if kind != SourceKind::Adr {
            return Place::Source(kind);
        }
        let below = folder
            .as_ref()
            .map_or(Below::Plain, |f| below(&f.below, name, f.proposals));
        match below {
            Below::Record => return Place::Source(kind),
            Below::Template => return Place::Skipped("it is a template"),
            Below::Attached if is_translation(text.rsplit('/').next().unwrap_or(text)) => {
                return Place::Skipped("it is the translation of the record whose folder it is in");
            }
            Below::Attached => return Place::Skipped("it belongs to a record's attachments"),
            Below::Plain => {}
        }
        if let Some(reason) = not_a_record(name) {
            return Place::Skipped(reason);
        }
        if is_other_document(name) && !is_pep_name(name) {
            return Place::Skipped("a document of this form is not read");
        }
        let strict = folder.is_some_and(|f| f.strict);
        let stem = stem_of(name);
        if strict && !(is_numbered(&stem) && is_markdown(name)) {
            return Place::Skipped("its name does not begin with a record's number");
        }
        Place::Source(kind)
    }

    /// The record folder that a directory lies in, and what is below it.
    fn record_folder(&self, dir: &str) -> Option<Folder> {
        for Declared { folder, strict } in &self.declared {
            let rest = dir.strip_prefix(folder.as_str());
            if let Some(rest) = rest.filter(|r| r.is_empty() || r.starts_with('/')) {
                return Some(Folder {
                    declared: true,
                    proposals: false,
                    strict: *strict,
                    below: rest.trim_start_matches('/').to_owned(),
                });
            }
        }
        let parts: Vec<&str> = dir.split('/').collect();
        // `text/0001-x/` holds what belongs to `text/0001-x.md`.
        let is_text =
            |i: usize| parts[i] == "text" && parts.get(i + 1).is_some_and(|p| is_numbered(p));
        let at = (0..parts.len())
            .find(|&i| is_record_folder(parts[i]) || is_proposal_folder(parts[i]) || is_text(i))?;
        // `rfcs/text/0001-x.md`: the inner folder is the one with the records.
        let inner = parts.get(at + 1).is_some_and(|p| *p == "text");
        Some(Folder {
            declared: false,
            proposals: is_proposal_folder(parts[at]) || is_text(at),
            strict: false,
            below: parts[at + 1 + usize::from(inner)..].join("/"),
        })
        .filter(|_| !dir.is_empty())
    }
}

struct Folder {
    /// Whether the repository's settings name it.
    declared: bool,
    /// Whether it is a folder of proposals.
    proposals: bool,
    /// Whether only numbered Markdown files of it are records.
    strict: bool,
    below: String,
}

fn kind_of(dir: &str, name: &str, folder: Option<&Folder>) -> Option<SourceKind> {
    if super::instructions::agent_of(dir, name).is_some() {
        return Some(SourceKind::Instructions);
    }
    let stem = stem_of(name);
    if name == "kep.yaml" || is_pep_name(name) {
        return Some(SourceKind::Adr);
    }
    let numbered = is_numbered(&stem) || is_adr_name(&stem);
    if !is_text_format(name) {
        let is_document = numbered && is_other_document(name);
        return (is_document && folder.is_some_and(|f| !f.proposals)).then_some(SourceKind::Adr);
    }
    if is_log_stem(&stem) || is_arc42_name(dir, &stem) {
        return Some(SourceKind::Log);
    }
    let is_text_folder = || dir == "text" || dir.ends_with("/text");
    let in_numbered = dir
        .split('/')
        .rev()
        .take(2)
        .any(|p| is_record_name(p, true));
    match folder {
        Some(f) if f.proposals => {
            (numbered || in_numbered || is_markdown(name) && !stem.starts_with('.'))
                .then_some(SourceKind::Adr)
        }
        Some(_) => Some(SourceKind::Adr),
        None if is_adr_name(&stem) => Some(SourceKind::Adr),
        None if is_markdown(name) && is_numbered(&stem) && is_text_folder() => {
            Some(SourceKind::Adr)
        }
        None => None,
    }
}

/// Why a text that is no source is named all the same: somebody would look for a decision in it.
fn looks_like_one(dir: &str, name: &str, folder: Option<&Folder>) -> Option<&'static str> {
    if !is_text_format(name) {
        return None;
    }
    let stem = stem_of(name);
    let last = dir.rsplit('/').next().unwrap_or("").to_lowercase();
    let for_records = ["adr", "rfc", "kep", "pep", "decision-record"]
        .iter()
        .any(|k| stem.split('-').any(|p| p == *k) || stem.starts_with(&format!("{k}-")));
    let is_template = not_a_record(name) == Some("it is a template");
    if is_template && (for_records || is_numbered(&stem)) {
        return Some("it is a template");
    }
    if matches!(last.as_str(), "template" | "templates") && (is_numbered(&stem) || for_records) {
        return Some("it is a template");
    }
    if folder.is_some_and(|f| f.proposals) {
        return Some("it lies among proposals, and its name bears no number");
    }
    stem.starts_with("adr-")
        .then_some("it is named after records, and bears no number")
}

/// Whether a file is an arc42 document or its chapter of decisions.
pub(super) fn is_arc42(path: &RepoPath) -> bool {
    is_arc42_name(&path.parent(), &stem_of(&path.file_name()))
}

/// The chapter of decisions of an arc42 document, or the whole document in one file.
fn is_arc42_name(dir: &str, stem: &str) -> bool {
    let chapter = stem.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
    let is_chapter = stem.len() - chapter.len() >= 1
        && matches!(
            chapter,
            "architecture-decisions"
                | "architectural-decisions"
                | "design-decisions"
                | "decisions"
                | "entscheidungen"
                | "architekturentscheidungen"
                | "entwurfsentscheidungen"
        )
        && stem.starts_with(['0', '9']);
    let in_arc42 = dir.split('/').any(|p| p.to_lowercase().contains("arc42"));
    is_chapter || stem == "arc42" || (in_arc42 && stem == "architecture")
}

/// What a file must show to count as a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// Its place is enough.
    Given,
    /// A status, or a section that only a decision has; without, it is skipped for this reason.
    Needed(&'static str),
}

/// What the record file at a path must show. Files of folders that are kept for records need show
/// nothing.
pub(super) fn proof(path: &RepoPath) -> Proof {
    let text = path.to_string();
    let (dir, name) = text.rsplit_once('/').unwrap_or(("", &text));
    let stem = stem_of(name);
    if super::place_names::is_index_stem(&stem) {
        return Proof::Needed("it is an index: it states neither a status nor a decision");
    }
    let parts: Vec<&str> = dir.split('/').collect();
    if parts.iter().any(|p| is_record_folder(p)) {
        return Proof::Given;
    }
    let proposals = parts.iter().any(|p| is_proposal_folder(p) || *p == "text");
    if proposals || is_adr_name(&stem) {
        return Proof::Needed(
            "it is placed or named like a record, and states neither a status nor a decision",
        );
    }
    Proof::Given
}

#[cfg(test)]
#[path = "sources_tests.rs"]
mod tests;
