//! The file tree: folders and files in one list of rows, folded and filtered.

use std::collections::BTreeSet;

use super::doc::Doc;

/// The state of the tree.
#[derive(Debug, Default)]
pub struct Files {
    /// Its rows at present.
    pub rows: Vec<FileRow>,
    /// Folded folders.
    pub folded: BTreeSet<String>,
    /// Only files whose path holds these letters.
    pub filter: String,
}

/// One row of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileRow {
    /// A folder: its whole path, and its depth.
    Dir(String, usize),
    /// A file: its place in the diff, and its depth.
    File(usize, usize),
}

impl Files {
    /// Makes the rows from the diff.
    pub fn rebuild(&mut self, doc: &Doc) {
        let filter = self.filter.to_lowercase();
        let mut order: Vec<usize> = (0..doc.files.len())
            .filter(|f| matches(&doc.files[*f].name.to_lowercase(), &filter))
            .collect();
        order.sort_by(|a, b| key(&doc.files[*a].name).cmp(&key(&doc.files[*b].name)));
        self.rows.clear();
        let dirs: Vec<Option<&str>> = order
            .iter()
            .map(|f| doc.files[*f].name.rsplit_once('/').map(|(d, _)| d))
            .collect();
        let mut last: Option<&str> = None;
        for (file, dir) in order.iter().zip(dirs) {
            if let Some(dir) = dir
                && last != Some(dir)
            {
                self.rows.push(FileRow::Dir(dir.to_owned(), 0));
            }
            last = dir;
            let hidden = dir.is_some_and(|d| self.folded.contains(d)) && filter.is_empty();
            if !hidden {
                self.rows
                    .push(FileRow::File(*file, usize::from(dir.is_some())));
            }
        }
    }

    /// The row of a file.
    pub fn row_of(&self, file: usize) -> Option<usize> {
        self.rows
            .iter()
            .position(|r| matches!(r, FileRow::File(f, _) if *f == file))
    }
}

/// Folders first by their whole path, then the files at the top.
fn key(name: &str) -> (bool, &str, &str) {
    match name.rsplit_once('/') {
        Some((dir, file)) => (false, dir, file),
        None => (true, "", name),
    }
}

/// Whether all words of a filter stand in the name.
fn matches(name: &str, filter: &str) -> bool {
    filter.split_whitespace().all(|w| name.contains(w))
}
