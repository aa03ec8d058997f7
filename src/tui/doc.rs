//! The diff as it is drawn: cleaned text with its width, and the marks that tie lines to findings.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::text;
use crate::model::{Change, ChangedFile, FileStatus, LineKind, RepoPath, Side};

/// Longest line that is kept, in bytes; a longer one (a minified file) is cut with a note.
const LINE_MAX: usize = 5_000;
/// Most lines of a diff that are highlighted.
pub const HIGHLIGHT_LINES: usize = 10_000;

/// A diff ready to be drawn.
#[derive(Debug, Default)]
pub struct Doc {
    /// Its files, in the change's order.
    pub files: Vec<DocFile>,
    /// All its lines.
    pub lines: usize,
}

/// One file of it.
#[derive(Debug)]
pub struct DocFile {
    /// Path at the head.
    pub path: RepoPath,
    /// The path, drawable.
    pub name: String,
    /// The path at the base where it is another, drawable.
    pub old_name: Option<String>,
    /// What happened to it.
    pub status: FileStatus,
    /// Added lines.
    pub additions: u32,
    /// Deleted lines.
    pub deletions: u32,
    /// Why there are no hunks.
    pub note: Option<String>,
    /// Its hunks.
    pub hunks: Vec<DocHunk>,
    /// The hash of its patch, for the viewed mark.
    pub patch: String,
}

/// One hunk of it.
#[derive(Debug)]
pub struct DocHunk {
    /// First line at the base.
    pub old_start: u32,
    /// Lines at the base.
    pub old_lines: u32,
    /// First line at the head.
    pub new_start: u32,
    /// Lines at the head.
    pub new_lines: u32,
    /// `@@ -1,3 +1,4 @@`.
    pub header: String,
    /// The enclosing scope, drawable.
    pub scope: String,
    /// Its lines.
    pub lines: Vec<DocLine>,
}

/// One line of it.
#[derive(Debug)]
pub struct DocLine {
    /// Context, added or deleted.
    pub kind: LineKind,
    /// Number at the base.
    pub old: Option<u32>,
    /// Number at the head.
    pub new: Option<u32>,
    /// Drawable text.
    pub text: String,
    /// Its columns.
    pub width: usize,
    /// Whether the line was too long and is cut.
    pub cut: bool,
    /// Whether the file ends here without a line end.
    pub no_newline: bool,
}

impl DocLine {
    /// The side and number by which evidence names this line.
    pub fn anchors(&self) -> impl Iterator<Item = (Side, u32)> {
        let old = self.old.map(|n| (Side::Old, n));
        let new = self.new.map(|n| (Side::New, n));
        old.into_iter().chain(new)
    }
}

impl Doc {
    /// Makes the change drawable.
    pub fn new(change: &Change) -> Self {
        let files: Vec<DocFile> = change.files.iter().map(file).collect();
        let lines = files
            .iter()
            .flat_map(|f| &f.hunks)
            .map(|h| h.lines.len())
            .sum();
        Self { files, lines }
    }

    /// The place of a file by its path at the head or, for a deleted one, at the base.
    pub fn file_of(&self, path: &RepoPath) -> Option<usize> {
        self.files.iter().position(|f| f.path == *path)
    }
}

fn file(f: &ChangedFile) -> DocFile {
    let mut hash = Sha256::new();
    hash.update(f.path.as_bytes());
    let hunks = f
        .hunks
        .iter()
        .map(|h| {
            hash.update(h.header());
            let lines = h
                .lines
                .iter()
                .map(|l| {
                    hash.update([match l.kind {
                        LineKind::Context => b' ',
                        LineKind::Added => b'+',
                        LineKind::Deleted => b'-',
                    }]);
                    hash.update(&l.text);
                    hash.update(b"\n");
                    let cut = l.text.len() > LINE_MAX;
                    let raw = if cut {
                        l.text
                            .get(..l.text.floor_char_boundary(LINE_MAX))
                            .unwrap_or("")
                    } else {
                        &l.text
                    };
                    let text = text::clean(raw);
                    DocLine {
                        kind: l.kind,
                        old: l.old,
                        new: l.new,
                        width: text::width(&text),
                        text,
                        cut,
                        no_newline: l.no_newline,
                    }
                })
                .collect();
            DocHunk {
                old_start: h.old_start,
                old_lines: h.old_lines,
                new_start: h.new_start,
                new_lines: h.new_lines,
                header: h.header(),
                scope: text::one_line(&h.scope),
                lines,
            }
        })
        .collect();
    let digest = hash.finalize();
    DocFile {
        path: f.path.clone(),
        name: text::one_line(&f.path.to_string()),
        old_name: f
            .old_path
            .as_ref()
            .filter(|p| **p != f.path)
            .map(|p| text::one_line(&p.to_string())),
        status: f.status,
        additions: f.additions,
        deletions: f.deletions,
        note: f.note.as_deref().map(text::one_line),
        hunks,
        patch: digest.iter().take(16).map(|b| format!("{b:02x}")).collect(),
    }
}

/// Which findings stand at a line: file, side and number to places in the list of findings.
pub type Marks = HashMap<(usize, Side, u32), Vec<usize>>;

/// The marks of the findings' evidence.
pub fn marks<'a>(doc: &Doc, findings: impl Iterator<Item = &'a crate::model::Finding>) -> Marks {
    let mut out = Marks::new();
    for (i, finding) in findings.enumerate() {
        for e in &finding.evidence {
            let Some(file) = doc.file_of(&e.path) else {
                continue;
            };
            // A range is bounded by what a diff can show, whatever a record claims.
            for line in e.lines.start..=e.lines.end.min(e.lines.start.saturating_add(10_000)) {
                let at = out.entry((file, e.side, line)).or_default();
                if !at.contains(&i) {
                    at.push(i);
                }
            }
        }
    }
    out
}
