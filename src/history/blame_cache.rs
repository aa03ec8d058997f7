//! Blame that was computed before, on disk, so that a warm review does not blame again.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::blame::BlameSpan;
use super::error::{HistoryError, Result};
use super::repo::Repo;
use crate::dirs::write_whole;
use crate::model::{BlobId, CommitId, LineRange, RepoPath};

/// A folder of blame results. An entry is named by the path, its content's id, and a word of the
/// caller's that fixes the history behind it (the last commit that touched the file, or the base).
#[derive(Clone, Debug)]
pub struct BlameCache {
    dir: PathBuf,
}

/// The version of the files' form; another one is not read.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Entry {
    version: u32,
    path: String,
    blob: BlobId,
    key: String,
    ranges: Vec<LineRange>,
    spans: Vec<BlameSpan>,
}

impl BlameCache {
    /// The cache in this folder, which is made when the first entry is written.
    pub fn new(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into() }
    }

    /// As [`Repo::blame`], answered from the cache where it holds all lines that are asked for.
    /// `key` names the history behind the content: the same word must mean the same blame.
    /// A cache that cannot be read or written costs time and is no error.
    ///
    /// # Errors
    /// Those of [`Repo::blame`].
    pub fn blame(
        &self,
        repo: &Repo,
        path: &RepoPath,
        at: &CommitId,
        ranges: &[LineRange],
        key: &str,
    ) -> Result<Vec<BlameSpan>> {
        let Some(blob) = repo.blob_id_at(at, path)? else {
            return repo.blame(path, at, ranges);
        };
        let file = self.file(path, &blob, key);
        let known =
            read(&file).filter(|e| e.blob == blob && e.key == key && e.path == path.to_string());
        if let Some(entry) = &known
            && covers(&entry.ranges, ranges)
        {
            return Ok(cut(&entry.spans, ranges));
        }
        // What was known stays known: the union is blamed in one run.
        let mut all = ranges.to_vec();
        match &known {
            Some(entry) if entry.ranges.is_empty() || ranges.is_empty() => all.clear(),
            Some(entry) => all.extend(entry.ranges.iter().copied()),
            None => {}
        }
        let spans = repo.blame(path, at, &all)?;
        let found = cut(&spans, ranges);
        let entry = Entry {
            version: VERSION,
            path: path.to_string(),
            blob,
            key: key.to_owned(),
            ranges: all,
            spans,
        };
        if let Err(e) = write(&file, &entry) {
            tracing::debug!("the blame cache was not written: {e}");
        }
        Ok(found)
    }

    /// Whether the cache can answer without blaming.
    pub fn holds(&self, path: &RepoPath, blob: &BlobId, ranges: &[LineRange], key: &str) -> bool {
        read(&self.file(path, blob, key))
            .is_some_and(|e| e.blob == *blob && covers(&e.ranges, ranges))
    }

    /// Removes all but the `keep` entries that were written last.
    ///
    /// # Errors
    /// [`HistoryError::Cache`].
    pub fn prune(&self, keep: usize) -> Result<usize> {
        let failed = |source| HistoryError::Cache {
            path: self.dir.clone(),
            source,
        };
        let mut files = Vec::new();
        let entries = match std::fs::read_dir(&self.dir) {
            Ok(entries) => entries,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(0),
            Err(e) => return Err(failed(e)),
        };
        for entry in entries.flatten() {
            let time = entry
                .metadata()
                .and_then(|m| m.modified())
                .map_err(failed)?;
            files.push((time, entry.path()));
        }
        files.sort_by(|a, b| b.cmp(a));
        let old = files.split_off(keep.min(files.len()));
        for (_, path) in &old {
            std::fs::remove_file(path).map_err(failed)?;
        }
        Ok(old.len())
    }

    fn file(&self, path: &RepoPath, blob: &BlobId, key: &str) -> PathBuf {
        let mut hash = Sha256::new();
        for part in [path.as_bytes(), blob.as_str().as_bytes(), key.as_bytes()] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let name: String = hash
            .finalize()
            .iter()
            .take(16)
            .map(|b| format!("{b:02x}"))
            .collect();
        self.dir.join(name + ".json")
    }
}

fn read(file: &Path) -> Option<Entry> {
    let bytes = std::fs::read(file).ok()?;
    serde_json::from_slice::<Entry>(&bytes)
        .ok()
        .filter(|e| e.version == VERSION)
}

fn write(file: &Path, entry: &Entry) -> std::io::Result<()> {
    write_whole(file, &serde_json::to_vec(entry)?)
}

/// Whether the known ranges hold every asked one; no ranges means the whole file.
fn covers(known: &[LineRange], asked: &[LineRange]) -> bool {
    if known.is_empty() {
        return true;
    }
    let mut known = known.to_vec();
    known.sort_unstable();
    !asked.is_empty()
        && asked.iter().all(|a| {
            let mut next = a.start;
            for k in &known {
                if k.start <= next && k.end >= next {
                    next = k.end.saturating_add(1);
                }
            }
            next > a.end
        })
}

/// The parts of the spans that lie in the asked ranges.
fn cut(spans: &[BlameSpan], asked: &[LineRange]) -> Vec<BlameSpan> {
    if asked.is_empty() {
        return spans.to_vec();
    }
    let mut asked = asked.to_vec();
    asked.sort_unstable();
    let mut joined: Vec<LineRange> = Vec::new();
    for range in asked {
        match joined.last_mut() {
            Some(last) if range.start <= last.end.saturating_add(1) => {
                last.end = last.end.max(range.end)
            }
            _ => joined.push(range),
        }
    }
    let mut found = Vec::new();
    for span in spans {
        for range in &joined {
            let start = span.lines.start.max(range.start);
            let end = span.lines.end.min(range.end);
            if start <= end {
                let mut part = span.clone();
                part.lines = LineRange::new(start, end);
                part.orig_start += start - span.lines.start;
                found.push(part);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_ranges_cover_what_lies_inside_their_union() {
        let r = LineRange::new;
        assert!(covers(&[r(1, 5), r(6, 9)], &[r(2, 8)]));
        assert!(!covers(&[r(1, 5), r(7, 9)], &[r(2, 8)]));
        assert!(covers(&[], &[r(2, 8)]));
        assert!(!covers(&[r(1, 5)], &[]));
        assert!(!covers(&[r(1, 5)], &[r(5, 6)]));
    }
}
