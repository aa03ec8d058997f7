//! Moving in the diff: rows, hunks, files, search, context, and the way between lines and findings.

use std::sync::Arc;

use crate::model::{RepoPath, Side};
use crate::tui::backend::BackendError;
use crate::tui::layout::layout;
use crate::tui::model::{Model, Pane, Search};
use crate::tui::msg::Cmd;
use crate::tui::rows::{Row, first_lines};
use crate::tui::text;

/// Lines of context that one press asks for, above and below.
const MORE: u32 = 10;
/// Most hits of a search.
const HITS_MAX: usize = 10_000;

/// Rows that the cursor skips: they show nothing to stand on.
fn stands(row: Row) -> bool {
    row != Row::Gap
}

/// Puts the cursor on a row, or on the next one that can be stood on.
pub fn move_to(m: &mut Model, row: usize) {
    let rows = &m.diff.rows;
    if rows.is_empty() {
        return;
    }
    let row = row.min(rows.len() - 1);
    let at = (row..rows.len()).find(|i| rows.get(*i).is_some_and(stands));
    m.diff.cursor = at.unwrap_or(row);
}

/// Moves the cursor by rows.
pub fn step(m: &mut Model, by: isize) {
    let rows = &m.diff.rows;
    let mut at = m.diff.cursor.saturating_add_signed(by);
    if rows.is_empty() {
        return;
    }
    at = at.min(rows.len() - 1);
    while rows.get(at).is_some_and(|r| !stands(r)) {
        match by.signum() {
            -1 if at > 0 => at -= 1,
            1 if at + 1 < rows.len() => at += 1,
            _ => break,
        }
    }
    m.diff.cursor = at;
}

/// Scrolls by screen lines; the cursor stays in view.
pub fn scroll(m: &mut Model, lines: isize) {
    let view = layout(m)
        .inner(Pane::Diff)
        .map_or(1, |r| usize::from(r.height))
        .max(1);
    let d = &mut m.diff;
    let most = d.rows.total().saturating_sub(view);
    d.top = d.top.saturating_add_signed(lines).min(most);
    let first = d.rows.at(d.top);
    let last = d.rows.at((d.top + view).saturating_sub(1));
    let first = if d.rows.top(first) < d.top {
        first + 1
    } else {
        first
    };
    d.cursor = d.cursor.clamp(first.min(last), last);
}

/// Moves by a page or half of it.
pub fn page(m: &mut Model, half: bool, down: bool) {
    let view = layout(m)
        .inner(Pane::Diff)
        .map_or(1, |r| usize::from(r.height))
        .max(1);
    let lines = if half {
        view / 2
    } else {
        view.saturating_sub(1)
    }
    .max(1);
    let d = &mut m.diff;
    let at = d.rows.top(d.cursor);
    let to = if down {
        at + lines
    } else {
        at.saturating_sub(lines)
    };
    let top = if down {
        d.top + lines
    } else {
        d.top.saturating_sub(lines)
    };
    d.top = top.min(d.rows.total().saturating_sub(view));
    let row = d.rows.at(to.min(d.rows.total().saturating_sub(1)));
    move_to(m, row);
}

/// The next or previous row of a kind.
fn seek(m: &mut Model, down: bool, wanted: impl Fn(Row) -> bool) -> bool {
    let rows = &m.diff.rows;
    let at = m.diff.cursor;
    let found = if down {
        (at + 1..rows.len()).find(|i| rows.get(*i).is_some_and(&wanted))
    } else {
        (0..at).rev().find(|i| rows.get(*i).is_some_and(&wanted))
    };
    if let Some(i) = found {
        show(m, i);
    }
    found.is_some()
}

/// Next or previous hunk.
pub fn hunk(m: &mut Model, down: bool) {
    if !seek(m, down, |r| matches!(r, Row::Hunk(..))) {
        m.say(
            if down {
                "That was the last hunk."
            } else {
                "That was the first hunk."
            },
            false,
        );
        m.notes.pop();
    }
}

/// Next or previous file.
pub fn file(m: &mut Model, down: bool) {
    seek(m, down, |r| matches!(r, Row::File(_)));
}

/// Puts the cursor on a row with room above it.
fn show(m: &mut Model, row: usize) {
    let view = layout(m)
        .inner(Pane::Diff)
        .map_or(20, |r| usize::from(r.height))
        .max(1);
    m.diff.cursor = row;
    let top = m.diff.rows.top(row);
    if top < m.diff.top || top + view / 3 > m.diff.top + view {
        m.diff.top = top.saturating_sub(view / 4);
    }
}

/// Shows a file's heading.
pub fn show_file(m: &mut Model, f: usize) {
    if let Some(row) = m.diff.rows.iter().position(|r| r == Row::File(f)) {
        m.diff.cursor = row;
        m.diff.top = m.diff.rows.top(row);
    }
}

/// Shows a line of a side; the heading where the file is folded or the line is in no hunk.
pub fn show_line(m: &mut Model, f: usize, side: Side, line: u32) -> bool {
    let doc = Arc::clone(&m.data.doc);
    let Some(file) = doc.files.get(f) else {
        return false;
    };
    if m.diff.folded.get(f).copied().unwrap_or(false) {
        show_file(m, f);
        return true;
    }
    let hit = m.diff.rows.iter().position(|r| {
        let Some((rf, h)) = r.hunk() else {
            return false;
        };
        rf == f
            && r.lines()
                .iter()
                .flatten()
                .any(|l| file.hunks[h].lines[*l].anchors().any(|a| a == (side, line)))
    });
    match hit {
        Some(row) => {
            show(m, row);
            true
        }
        None => {
            show_file(m, f);
            false
        }
    }
}

/// Shows where the finding in hand meets the change.
pub fn show_finding(m: &mut Model) -> bool {
    let Some(f) = m.finding() else { return false };
    let places: Vec<_> = f
        .evidence
        .iter()
        .filter_map(|e| Some((m.data.doc.file_of(&e.path)?, e.side, e.lines.start)))
        .collect();
    match places.first() {
        Some((file, side, line)) => show_line(m, *file, *side, *line),
        None => false,
    }
}

/// The findings at the cursor's row.
pub fn findings_here(m: &Model) -> Vec<usize> {
    let Some(row) = m.diff.row() else {
        return Vec::new();
    };
    let Some((f, h)) = row.hunk() else {
        return Vec::new();
    };
    let hunk = &m.data.doc.files[f].hunks[h];
    let mut out: Vec<usize> = row
        .lines()
        .iter()
        .flatten()
        .flat_map(|l| hunk.lines[*l].anchors())
        .flat_map(|(side, n)| m.marks.get(&(f, side, n)).into_iter().flatten().copied())
        .collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// The file, side, number and text of the cursor's line.
pub fn line_here(m: &Model) -> Option<(usize, Side, u32, String)> {
    match m.diff.row()? {
        Row::Line(f, h, l) | Row::Pair(f, h, None, Some(l)) | Row::Pair(f, h, Some(l), None) => {
            let line = &m.data.doc.files[f].hunks[h].lines[l];
            let (side, n) = match (line.new, line.old) {
                (Some(n), _) => (Side::New, n),
                (None, old) => (Side::Old, old.unwrap_or(1)),
            };
            Some((f, side, n, line.text.clone()))
        }
        Row::Pair(f, h, _, Some(l)) => {
            let line = &m.data.doc.files[f].hunks[h].lines[l];
            Some((f, Side::New, line.new.unwrap_or(1), line.text.clone()))
        }
        Row::Extra(f, _, _, new) => {
            let path = &m.data.doc.files[f].path;
            let text = m.diff.texts.get(path)?.get(new as usize - 1)?.clone();
            Some((f, Side::New, new, text))
        }
        Row::Hunk(f, h) => {
            let (_, new) = first_lines(&m.data.doc.files[f].hunks[h]);
            Some((f, Side::New, new, String::new()))
        }
        Row::File(f) | Row::Note(f) => Some((f, Side::New, 1, String::new())),
        _ => None,
    }
}

/// Searches while one types: all letters small means that case does not count.
pub fn search(m: &mut Model, query: &str) {
    if query.is_empty() {
        m.diff.search = None;
        return;
    }
    let exact = query.chars().any(char::is_uppercase);
    let pattern = regex::RegexBuilder::new(&regex::escape(query))
        .case_insensitive(!exact)
        .build();
    let Ok(pattern) = pattern else { return };
    let mut hits = Vec::new();
    'all: for (f, file) in m.data.doc.files.iter().enumerate() {
        for (h, hunk) in file.hunks.iter().enumerate() {
            for (l, line) in hunk.lines.iter().enumerate() {
                for hit in pattern.find_iter(&line.text) {
                    hits.push((f, h, l, hit.range()));
                    if hits.len() == HITS_MAX {
                        break 'all;
                    }
                }
            }
        }
    }
    let here = m.diff.row().and_then(Row::hunk);
    let at = hits
        .iter()
        .position(|(f, h, ..)| here.is_none_or(|here| (*f, *h) >= here))
        .unwrap_or(0);
    m.diff.search = Some(Search {
        query: query.to_owned(),
        hits,
        at,
    });
    show_hit(m);
}

fn show_hit(m: &mut Model) {
    let Some(s) = &m.diff.search else { return };
    let Some((f, h, l, range)) = s.hits.get(s.at).cloned() else {
        return;
    };
    if let Some(folded) = m.diff.folded.get_mut(f)
        && *folded
    {
        *folded = false;
        super::settle::settle(m, &mut Vec::new());
    }
    let row = m
        .diff
        .rows
        .iter()
        .position(|r| r.hunk() == Some((f, h)) && r.lines().contains(&Some(l)));
    if let Some(row) = row {
        show(m, row);
    }
    if !m.diff.wrap {
        let line = &m.data.doc.files[f].hunks[h].lines[l].text;
        let start = text::width(&line[..range.start]);
        let cols = layout(m).inner(Pane::Diff).map_or(40, |r| {
            usize::from(crate::tui::pane::diff::columns(m, r.width).text)
        });
        if start < m.diff.left || start + 8 > m.diff.left + cols {
            m.diff.left = start.saturating_sub(cols / 2);
        }
    }
}

/// The next or previous hit.
pub fn hit(m: &mut Model, down: bool) {
    if let Some(s) = m.diff.search.as_mut()
        && !s.hits.is_empty()
    {
        let n = s.hits.len();
        s.at = if down {
            (s.at + 1) % n
        } else {
            (s.at + n - 1) % n
        };
        show_hit(m);
    }
}

/// Asks for more lines around the cursor's hunk.
pub fn more_context(m: &mut Model) -> Vec<Cmd> {
    let Some((f, h)) = m.diff.row().and_then(Row::hunk) else {
        m.say("Stand in a hunk to see more around it.", true);
        return Vec::new();
    };
    let path = m.data.doc.files[f].path.clone();
    if m.diff.texts.contains_key(&path) {
        expand(m, f, h);
        return Vec::new();
    }
    let first = !m.diff.waiting.iter().any(|(wf, _)| *wf == f);
    m.diff.waiting.push((f, h));
    if !first {
        return Vec::new();
    }
    vec![Cmd::File {
        ticket: m.doc_ticket,
        path,
        side: Side::New,
    }]
}

fn expand(m: &mut Model, f: usize, h: usize) {
    let hunks = &m.data.doc.files[f].hunks;
    let Some(hunk) = hunks.get(h) else { return };
    let (above, below) = m.diff.expanded.get(&(f, h)).copied().unwrap_or((0, 0));
    let (_, new) = first_lines(hunk);
    let total = m
        .diff
        .texts
        .get(&m.data.doc.files[f].path)
        .map_or(0, |t| t.len() as u32);
    let left = (total + 1).saturating_sub(new + hunk.new_lines);
    let asked = (
        (above + MORE).min(crate::tui::rows::gap_above(hunks, h)),
        (below + MORE).min(left),
    );
    if asked == (above, below) {
        m.say("All lines around this hunk are shown.", false);
        m.notes.pop();
    }
    m.diff.expanded.insert((f, h), asked);
}

/// A file's text is here.
pub fn on_text(m: &mut Model, path: RepoPath, result: Result<String, BackendError>) {
    let waiting: Vec<(usize, usize)> = {
        let doc = &m.data.doc;
        let (here, rest) = m
            .diff
            .waiting
            .drain(..)
            .partition(|(f, _)| doc.files.get(*f).is_some_and(|f| f.path == path));
        m.diff.waiting = rest;
        here
    };
    match result {
        Ok(body) => {
            let lines = body.lines().map(text::clean).collect();
            m.diff.texts.insert(path, Arc::new(lines));
            for (f, h) in waiting {
                expand(m, f, h);
            }
        }
        Err(e) => super::load::say_error(m, &e, "The file could not be read"),
    }
}
