//! Patches as text: from a pipe, a mail, a web page.
//!
//! The parser is `diffy`; this file closes its gaps. Each file's part is parsed by itself, so that
//! one bad part costs one file and names its line. Nothing is read from the disk here.

use diffy::patch_set::{FileMode, FileOperation, FilePatch, ParseOptions, PatchSet};
use gix::bstr::ByteSlice;

use super::error::{ChangeError, Result};
use super::patch_mail::read_mail_header;
use super::patch_paths::{header_has_prefixes, inside, without_one, without_pair};
use super::patch_text::{Section, normalised, sections, without_tail};
use crate::history::numbered_line;
use crate::model::safe::{one_line, printable};
use crate::model::{ChangedFile, FileStatus, Hunk, LineKind, RepoPath};

/// A patch that was read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch {
    /// Its files, in its order, one entry each.
    pub files: Vec<ChangedFile>,
    /// What its mail header says.
    pub title: Option<String>,
    /// The text under the mail's header.
    pub description: String,
    /// Who sent it, without the address.
    pub author: Option<String>,
    /// What could not be read, in full sentences.
    pub notes: Vec<String>,
    /// Whether a part could not be read.
    pub incomplete: bool,
}

/// The largest patch that is read, in bytes.
pub const MAX_PATCH_BYTES: usize = 64 << 20;

/// Reads a patch: git's own form (with any prefixes, coloured, mailed, several in a row), or that
/// of `diff -u`.
///
/// # Errors
/// [`ChangeError::Nothing`] for an empty text, [`ChangeError::Patch`] for one of which no file can
/// be read.
pub fn parse(text: &[u8]) -> Result<Patch> {
    if text.len() > MAX_PATCH_BYTES {
        return Err(ChangeError::Patch(format!(
            "The patch has {} MiB, more than the limit of {} MiB.",
            text.len() >> 20,
            MAX_PATCH_BYTES >> 20
        )));
    }
    let text = normalised(text);
    if text.trim().is_empty() {
        return Err(ChangeError::Nothing(
            "The patch is empty: there is nothing to review.".to_owned(),
        ));
    }
    let mut patch = Patch::default();
    read_mail_header(&text, &mut patch);
    let sections = sections(&text);
    let mut failures: Vec<(usize, String)> = Vec::new();
    for section in &sections {
        match read_section(section) {
            Ok(files) => files.into_iter().for_each(|f| join(&mut patch, f)),
            Err(why) => failures.push((section.line, why)),
        }
    }
    if sections.is_empty() {
        return Err(ChangeError::Patch(
            "The text holds no patch: no line begins with “diff --git” or “--- ”. Pipe in the output of git diff.".to_owned(),
        ));
    }
    if patch.files.is_empty() {
        let (line, why) = failures.swap_remove(0);
        return Err(ChangeError::Patch(format!(
            "The patch cannot be read (line {line}): {why}."
        )));
    }
    if !failures.is_empty() {
        patch.incomplete = true;
        let all = sections.len();
        let reasons: Vec<String> = failures
            .iter()
            .take(5)
            .map(|(line, why)| format!("line {line}: {why}"))
            .collect();
        patch.notes.push(format!(
            "{} of {all} files of the patch could not be read ({}).",
            failures.len(),
            reasons.join("; ")
        ));
    }
    Ok(patch)
}

fn read_section(section: &Section<'_>) -> std::result::Result<Vec<ChangedFile>, String> {
    let combined = section.text.starts_with(b"diff --c")
        || section.text.lines().any(|l| l.starts_with(b"@@@"));
    if combined {
        return Err(
            "combined diffs of a merge are not supported, give a two-way diff (git diff A B)"
                .to_owned(),
        );
    }
    let options = if section.git {
        ParseOptions::gitdiff()
    } else {
        ParseOptions::unidiff()
    };
    let mut files = Vec::new();
    for item in PatchSet::parse_bytes(without_tail(section.text), options) {
        let item = item.map_err(|e| reason(&e.to_string()))?;
        files.push(read_file(&item, section)?);
    }
    if section.git && declared_hunks(section.text) > files.iter().map(|f| f.hunks.len()).sum() {
        return Err("it is cut off or damaged after its first hunks".to_owned());
    }
    Ok(files)
}

/// How many hunk headers stand in the part, outside of hunks.
fn declared_hunks(text: &[u8]) -> usize {
    text.lines().filter(|l| l.starts_with(b"@@ -")).count()
}

/// The parser's words without its byte positions, which count within the part.
fn reason(words: &str) -> String {
    let words = words.rsplit_once(": ").map_or(words, |(_, last)| last);
    one_line(words).trim_end_matches('.').to_owned()
}

fn read_file(
    item: &FilePatch<'_, [u8]>,
    section: &Section<'_>,
) -> std::result::Result<ChangedFile, String> {
    let (old, new, mut status) = paths(item.operation(), section);
    let checked = |path: &[u8]| {
        inside(path).map_err(|why| format!("{why} ({})", printable(&path.to_str_lossy())))
    };
    let path = checked(&new)?;
    let old_path = checked(&old)?;
    let mut file = ChangedFile {
        old_path: (old_path != path).then_some(old_path),
        path,
        status,
        additions: 0,
        deletions: 0,
        hunks: Vec::new(),
        note: None,
    };
    let modes = (item.old_mode(), item.new_mode());
    match item.patch().as_text() {
        None => file.note = Some("Binary content, not compared.".to_owned()),
        Some(text) => {
            file.hunks =
                (text.hunks().iter().map(read_hunk)).collect::<std::result::Result<_, _>>()?;
        }
    }
    let changed_mode = matches!(modes, (Some(a), Some(b)) if a != b);
    if changed_mode
        && status == FileStatus::Modified
        && file.hunks.is_empty()
        && file.note.is_none()
    {
        status = FileStatus::Mode;
    }
    if let (true, Some(a), Some(b), None) = (changed_mode, modes.0, modes.1, &file.note) {
        file.note = Some(format!("Mode {} became {}.", octal(a), octal(b)));
    }
    if [modes.0, modes.1].contains(&Some(&FileMode::Gitlink)) {
        file.hunks.clear();
        file.note = Some("Submodule: its commit changes.".to_owned());
    }
    file.status = status;
    for hunk in &file.hunks {
        file.additions += hunk.of(LineKind::Added).count() as u32;
        file.deletions += hunk.of(LineKind::Deleted).count() as u32;
    }
    Ok(file)
}

/// Old path, new path and status, with the prefixes off.
fn paths(
    operation: &FileOperation<'_, [u8]>,
    section: &Section<'_>,
) -> (Vec<u8>, Vec<u8>, FileStatus) {
    let first = section.text.lines().next().unwrap_or_default();
    let prefixed = if section.git {
        header_has_prefixes(first)
    } else {
        None
    };
    let one = |path: &[u8]| {
        if prefixed == Some(false) {
            path.to_vec()
        } else {
            without_one(path).to_vec()
        }
    };
    match operation {
        FileOperation::Create(path) => (one(path), one(path), FileStatus::Added),
        FileOperation::Delete(path) => (one(path), one(path), FileStatus::Deleted),
        FileOperation::Rename { from, to } => (from.to_vec(), to.to_vec(), FileStatus::Renamed),
        FileOperation::Copy { from, to } => (from.to_vec(), to.to_vec(), FileStatus::Copied),
        FileOperation::Modify { original, modified } => {
            let pair = if prefixed == Some(false) {
                None
            } else {
                without_pair(original, modified)
            };
            let (old, new) = pair.unwrap_or((original, modified));
            // `diff -ru before after` names two folders; what stands behind them is the path.
            let folders = (!section.git && old != new)
                .then(|| Some((old.split_once_str("/")?.1, new.split_once_str("/")?.1)))
                .flatten();
            let (old, new) = match folders {
                Some((a, b)) if a == b => (a, b),
                _ => (old, new),
            };
            let status = if old == new {
                FileStatus::Modified
            } else {
                FileStatus::Renamed
            };
            (old.to_vec(), new.to_vec(), status)
        }
    }
}

/// A hunk with its lines numbered; no number of a line may exceed what a [`Hunk`] can hold.
fn read_hunk(hunk: &diffy::Hunk<'_, [u8]>) -> std::result::Result<Hunk, String> {
    let fitting = |range: diffy::HunkRange| {
        let end = (range.start().checked_add(range.len())).and_then(|end| end.checked_add(1));
        end.and_then(|end| u32::try_from(end).ok())
            .map(|_| (range.start() as u32, range.len() as u32))
            .ok_or_else(|| "a hunk begins at a line that no file has".to_owned())
    };
    let ((old_start, old_lines), (new_start, new_lines)) =
        (fitting(hunk.old_range())?, fitting(hunk.new_range())?);
    let mut read = Hunk {
        old_start,
        old_lines,
        new_start,
        new_lines,
        scope: String::new(),
        lines: Vec::with_capacity(hunk.lines().len()),
    };
    // An empty side is numbered by the line before it.
    let mut at = (
        read.old_start + u32::from(read.old_lines == 0),
        read.new_start + u32::from(read.new_lines == 0),
    );
    for line in hunk.lines() {
        let (kind, bytes) = match line {
            diffy::Line::Context(b) => (LineKind::Context, b),
            diffy::Line::Delete(b) => (LineKind::Deleted, b),
            diffy::Line::Insert(b) => (LineKind::Added, b),
        };
        read.lines
            .push(numbered_line(kind, bytes, &mut at.0, &mut at.1));
    }
    Ok(read)
}

/// Adds a file; a path that comes again (a series of patches) joins its earlier entry.
fn join(patch: &mut Patch, file: ChangedFile) {
    let same = |known: &RepoPath| *known == *file.base_path();
    let Some(known) = patch
        .files
        .iter_mut()
        .find(|k| same(&k.path) || k.path == file.path)
    else {
        patch.files.push(file);
        return;
    };
    let note =
        "Several patches of a series change this file; each numbers its lines as it found them.";
    known.note.get_or_insert_with(|| note.to_owned());
    if known.old_path.is_none() && known.path != file.path {
        known.old_path = Some(known.path.clone());
        known.status = FileStatus::Renamed;
    }
    if file.status == FileStatus::Deleted {
        known.status = FileStatus::Deleted;
    }
    known.path = file.path;
    known.additions += file.additions;
    known.deletions += file.deletions;
    known.hunks.extend(file.hunks);
}

fn octal(mode: &FileMode) -> &'static str {
    match mode {
        FileMode::Regular => "100644",
        FileMode::Executable => "100755",
        FileMode::Symlink => "120000",
        FileMode::Gitlink => "160000",
    }
}
