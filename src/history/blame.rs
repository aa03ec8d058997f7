//! Who last wrote which lines of a file, as of a commit.

use std::ffi::OsString;
use std::ops::RangeInclusive;

use gix::bstr::{BStr, ByteSlice};

use super::error::{Doing, HistoryError, Result};
use super::git_cli;
use super::repo::{Repo, commit_id, object_id};
use crate::model::safe::printable;
use crate::model::{CommitId, LineRange, RepoPath};

/// A run of lines that one commit wrote.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BlameSpan {
    /// The commit that wrote them.
    pub commit: CommitId,
    /// Their lines in the file as it was asked for.
    pub lines: LineRange,
    /// The file's path in that commit.
    #[serde(with = "path_bytes")]
    pub orig_path: RepoPath,
    /// The first of them in that commit's file, from 1.
    pub orig_start: u32,
    /// Whether the commit is the end of a shallow clone: the lines are its or older, unknown which.
    pub older_than_clone: bool,
}

/// Paths are kept as bytes in the cache: text would lose those that are not UTF-8.
mod path_bytes {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::model::RepoPath;

    pub fn serialize<S: Serializer>(path: &RepoPath, s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(path.as_bytes())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<RepoPath, D::Error> {
        Ok(RepoPath::new(Vec::<u8>::deserialize(d)?))
    }
}

impl Repo {
    /// Blames the lines of the file at the commit: Myers, renames followed, all ranges in one run;
    /// no ranges means the whole file. Spans come in the order of their lines and never cross a
    /// range's end. Lines beyond the file's end are left out. `.git-blame-ignore-revs` is not
    /// applied. In a shallow clone the git program answers, because the library needs parents that
    /// are not there.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchFile`] where the path is not a file at the commit.
    pub fn blame(
        &self,
        path: &RepoPath,
        at: &CommitId,
        ranges: &[LineRange],
    ) -> Result<Vec<BlameSpan>> {
        let Some(content) = self.blob_at(at, path)? else {
            return Err(HistoryError::NoSuchFile {
                path: printable(&path.to_string()).into_owned(),
                commit: at.short().to_owned(),
            });
        };
        let count = content.lines_with_terminator().count() as u32;
        let ranges = fitting(ranges, count);
        if ranges.is_empty() {
            return Ok(Vec::new());
        }
        let mut spans = if self.boundary().is_empty() {
            self.blame_here(path, at, &ranges)?
        } else {
            self.blame_by_program(path, at, &ranges)?
        };
        spans.sort_by_key(|s| s.lines.start);
        Ok(spans)
    }

    fn blame_here(
        &self,
        path: &RepoPath,
        at: &CommitId,
        ranges: &[RangeInclusive<u32>],
    ) -> Result<Vec<BlameSpan>> {
        let options = gix::repository::blame_file::Options {
            diff_algorithm: Some(gix::diff::blob::Algorithm::Myers),
            ranges: gix::blame::BlameRanges::from_one_based_inclusive_ranges(ranges.to_vec())
                .doing("blame a file")?,
            since: None,
            rewrites: Some(gix::diff::Rewrites::default()),
        };
        let file = BStr::new(path.as_bytes());
        let outcome = match self.gix.blame_file(file, object_id(at)?, options) {
            Err(_) if self.promisor_remote().is_some() => {
                return Err(self.missing_named("with an older version of this file"));
            }
            outcome => outcome.doing("blame a file")?,
        };
        let spans = outcome.entries.into_iter().map(|e| {
            let start = e.start_in_blamed_file + 1;
            BlameSpan {
                commit: commit_id(e.commit_id),
                lines: LineRange::new(start, start + e.len.get() - 1),
                orig_path: match e.source_file_name {
                    Some(name) => RepoPath::new(Vec::from(name)),
                    None => path.clone(),
                },
                orig_start: e.start_in_source_file + 1,
                older_than_clone: false,
            }
        });
        Ok(spans.collect())
    }

    fn blame_by_program(
        &self,
        path: &RepoPath,
        at: &CommitId,
        ranges: &[RangeInclusive<u32>],
    ) -> Result<Vec<BlameSpan>> {
        let mut args: Vec<OsString> = vec!["--porcelain".into()];
        for range in ranges {
            args.push(format!("-L{},{}", range.start(), range.end()).into());
        }
        // A full id, never the user's words: git blame does not know --end-of-options.
        args.push(object_id(at)?.to_string().into());
        args.push("--".into());
        let file = gix::path::from_byte_slice(path.as_bytes()).doing("name a file")?;
        args.push(file.into());
        let out = git_cli::git(
            self.gix.workdir().unwrap_or(self.gix.git_dir()),
            "blame",
            &args,
        )?;
        Ok(parse_porcelain(&out, path))
    }
}

/// The ranges cut to the file, joined where they touch, in order.
fn fitting(ranges: &[LineRange], count: u32) -> Vec<RangeInclusive<u32>> {
    if count == 0 {
        return Vec::new();
    }
    if ranges.is_empty() {
        return vec![1..=count];
    }
    let mut cut: Vec<(u32, u32)> = ranges
        .iter()
        .map(|r| (r.start.max(1), r.end.min(count)))
        .filter(|(start, end)| start <= end)
        .collect();
    cut.sort_unstable();
    let mut joined: Vec<(u32, u32)> = Vec::new();
    for (start, end) in cut {
        match joined.last_mut() {
            Some(last) if start <= last.1.saturating_add(1) => last.1 = last.1.max(end),
            _ => joined.push((start, end)),
        }
    }
    joined.into_iter().map(|(start, end)| start..=end).collect()
}

/// Reads `git blame --porcelain`: a header for each group of lines, and facts of a commit the
/// first time that it is named.
fn parse_porcelain(out: &[u8], asked: &RepoPath) -> Vec<BlameSpan> {
    let mut spans: Vec<BlameSpan> = Vec::new();
    let mut paths = std::collections::HashMap::new();
    let mut boundary = std::collections::HashSet::new();
    let mut current: Option<CommitId> = None;
    for line in out.lines() {
        if line.starts_with(b"\t") {
            continue;
        }
        let words: Vec<&[u8]> = line.split(|b| *b == b' ').collect();
        let number = |at: usize| {
            words
                .get(at)
                .and_then(|w| w.to_str().ok()?.parse::<u32>().ok())
        };
        let id = words
            .first()
            .and_then(|w| w.to_str().ok())
            .unwrap_or_default();
        let is_id = id.len() >= 40 && id.bytes().all(|b| b.is_ascii_hexdigit());
        if is_id && let (Some(orig), Some(end)) = (number(1), number(2)) {
            let commit = CommitId::from(id);
            current = Some(commit.clone());
            if let Some(len) = number(3) {
                spans.push(BlameSpan {
                    commit,
                    lines: LineRange::new(end, end + len.max(1) - 1),
                    orig_path: asked.clone(),
                    orig_start: orig,
                    older_than_clone: false,
                });
            }
        } else if let (Some(name), Some(commit)) = (line.strip_prefix(b"filename "), &current) {
            // A file may come from several paths of one commit, so the group names its own.
            let path = RepoPath::new(git_cli::unquote(name));
            if let Some(span) = spans.last_mut().filter(|s| s.commit == *commit) {
                span.orig_path = path.clone();
            }
            paths.insert(commit.clone(), path);
        } else if line == b"boundary"
            && let Some(commit) = &current
        {
            boundary.insert(commit.clone());
        }
    }
    for span in &mut spans {
        if span.orig_path == *asked
            && let Some(path) = paths.get(&span.commit)
        {
            span.orig_path = path.clone();
        }
        span.older_than_clone = boundary.contains(&span.commit);
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_cut_to_the_file_and_joined() {
        let ranges = [
            LineRange::new(8, 20),
            LineRange::new(0, 2),
            LineRange::new(3, 4),
            LineRange::new(30, 40),
        ];
        assert_eq!(fitting(&ranges, 10), [1..=4, 8..=10]);
        assert_eq!(fitting(&[], 3), [1..=3]);
        assert!(fitting(&[], 0).is_empty());
        assert!(fitting(&[LineRange::new(5, 4)], 10).is_empty());
    }
}
