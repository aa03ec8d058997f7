//! From two contents to hunks, the same as git's: Myers with git's sliding, three lines of context.

use gix::bstr::ByteSlice;
use gix::diff::blob::platform::prepare_diff::Operation;
use gix::diff::blob::unified_diff::{ConsumeHunk, ContextSize, DiffLineKind, HunkHeader};
use gix::diff::blob::{Algorithm, InternedInput, UnifiedDiff, diff_with_slider_heuristics};

use super::error::{Doing, Result};
use super::scope::scope_at;
use crate::model::{Hunk, Line, LineKind, RepoPath};

/// Lines of context around a change.
const CONTEXT: u32 = 3;

/// The hunks of one file, with their sums.
#[derive(Debug, Default)]
pub(crate) struct FileHunks {
    pub hunks: Vec<Hunk>,
    pub additions: u32,
    pub deletions: u32,
    pub note: Option<String>,
}

/// The hunks between the two sides that were set in the cache. A configured diff driver is never
/// run: its file is compared as it stands.
pub(crate) fn between(
    cache: &mut gix::diff::blob::Platform,
    base_path: &RepoPath,
) -> Result<FileHunks> {
    let prepared = cache.prepare_diff().doing("compare two files")?;
    if matches!(prepared.operation, Operation::SourceOrDestinationIsBinary) {
        let note = Some("Binary content, not compared.".to_owned());
        return Ok(FileHunks {
            note,
            ..FileHunks::default()
        });
    }
    // The library's own ready-made input strips line ends, and with them "no newline at the end".
    let input = InternedInput::new(prepared.old.intern_source(), prepared.new.intern_source());
    let old = prepared.old.data.as_slice().unwrap_or_default();
    of_input(&input, old, base_path)
}

fn of_input(input: &InternedInput<&[u8]>, old: &[u8], base_path: &RepoPath) -> Result<FileHunks> {
    let diff = diff_with_slider_heuristics(Algorithm::Myers, input);
    let mut found = FileHunks::default();
    UnifiedDiff::new(
        &diff,
        input,
        Collect(&mut found.hunks),
        ContextSize::symmetrical(CONTEXT),
    )
    .consume()
    .doing("compare two files")?;
    for hunk in &mut found.hunks {
        found.additions += hunk.of(LineKind::Added).count() as u32;
        found.deletions += hunk.of(LineKind::Deleted).count() as u32;
    }
    fill_scopes(&mut found.hunks, old, base_path);
    Ok(found)
}

/// Writes the enclosing scope at the base into hunks that have none.
pub fn fill_scopes(hunks: &mut [Hunk], base: &[u8], base_path: &RepoPath) {
    if base.is_empty() {
        return;
    }
    let lines: Vec<&[u8]> = base.lines().collect();
    for hunk in hunks.iter_mut().filter(|h| h.scope.is_empty()) {
        hunk.scope = scope_at(&lines, base_path, first_changed(hunk));
    }
}

/// The base line at which the hunk's first change stands: the line itself where it is deleted,
/// else the one above which lines are added.
fn first_changed(hunk: &Hunk) -> u32 {
    let mut last = hunk.old_start;
    for line in &hunk.lines {
        match line.kind {
            LineKind::Context => last = line.old.unwrap_or(last),
            LineKind::Deleted => return line.old.unwrap_or(last),
            LineKind::Added => return last.saturating_add(1),
        }
    }
    last
}

struct Collect<'a>(&'a mut Vec<Hunk>);

impl ConsumeHunk for Collect<'_> {
    type Out = ();

    fn consume_hunk(
        &mut self,
        header: HunkHeader,
        lines: &[(DiffLineKind, &[u8])],
    ) -> std::io::Result<()> {
        // The library starts an empty side at 1; git names the line before it.
        let start = |start: u32, len: u32| {
            if len == 0 {
                start.saturating_sub(1)
            } else {
                start
            }
        };
        let mut hunk = Hunk {
            old_start: start(header.before_hunk_start, header.before_hunk_len),
            old_lines: header.before_hunk_len,
            new_start: start(header.after_hunk_start, header.after_hunk_len),
            new_lines: header.after_hunk_len,
            scope: String::new(),
            lines: Vec::with_capacity(lines.len()),
        };
        let (mut old, mut new) = (header.before_hunk_start, header.after_hunk_start);
        for (kind, bytes) in lines {
            let kind = match kind {
                DiffLineKind::Context => LineKind::Context,
                DiffLineKind::Add => LineKind::Added,
                DiffLineKind::Remove => LineKind::Deleted,
            };
            hunk.lines
                .push(numbered_line(kind, bytes, &mut old, &mut new));
        }
        self.0.push(hunk);
        Ok(())
    }

    fn finish(self) {}
}

/// One line of a hunk with its numbers; the counters move on past it.
pub fn numbered_line(kind: LineKind, bytes: &[u8], old: &mut u32, new: &mut u32) -> Line {
    let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let line = Line {
        kind,
        old: (kind != LineKind::Added).then_some(*old),
        new: (kind != LineKind::Deleted).then_some(*new),
        text: text.to_str_lossy().into_owned(),
        no_newline: text.len() == bytes.len(),
    };
    *old += u32::from(line.old.is_some());
    *new += u32::from(line.new.is_some());
    line
}
