//! The row model of the diff: one flat list of rows with prefix-summed heights, shared by the
//! unified and the side-by-side painter. Only the rows of the viewport are ever drawn.

use std::collections::HashMap;

use super::doc::{Doc, DocHunk, DocLine};
use crate::model::LineKind;

/// One row of the diff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Row {
    /// A file's heading.
    File(usize),
    /// Why a file has no hunks, or that it is folded.
    Note(usize),
    /// A hunk's heading, with the lines that are hidden above it.
    Hunk(usize, usize),
    /// A context line that was asked for: file, hunk, number at the base, number at the head.
    Extra(usize, usize, u32, u32),
    /// A line, in the unified form: file, hunk, line.
    Line(usize, usize, usize),
    /// Two lines beside each other: file, hunk, left and right line.
    Pair(usize, usize, Option<usize>, Option<usize>),
    /// Space between files.
    Gap,
}

impl Row {
    /// The file that the row belongs to.
    pub fn file(self) -> Option<usize> {
        match self {
            Self::File(f)
            | Self::Note(f)
            | Self::Hunk(f, _)
            | Self::Extra(f, ..)
            | Self::Line(f, ..)
            | Self::Pair(f, ..) => Some(f),
            Self::Gap => None,
        }
    }

    /// The hunk that the row belongs to.
    pub fn hunk(self) -> Option<(usize, usize)> {
        match self {
            Self::Hunk(f, h)
            | Self::Extra(f, h, ..)
            | Self::Line(f, h, _)
            | Self::Pair(f, h, ..) => Some((f, h)),
            _ => None,
        }
    }

    /// The lines of the document that the row shows.
    pub fn lines(self) -> [Option<usize>; 2] {
        match self {
            Self::Line(_, _, l) => [Some(l), None],
            Self::Pair(_, _, l, r) => [l, r],
            _ => [None, None],
        }
    }
}

/// Lines of context that were asked for at a hunk: above and below it.
pub type Expanded = HashMap<(usize, usize), (u32, u32)>;

/// What a list of rows is made from.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Two columns instead of one.
    pub split: bool,
    /// Columns for a line's text, to wrap at; `None`: long lines are not wrapped.
    pub wrap: Option<usize>,
    /// Files whose hunks are folded away.
    pub folded: Vec<bool>,
    /// Context asked for.
    pub expanded: Expanded,
}

/// The rows of a diff.
#[derive(Debug, Default)]
pub struct Rows {
    rows: Vec<Row>,
    /// `tops[i]`: screen lines above row `i`; one more entry than rows.
    tops: Vec<u32>,
}

impl Rows {
    /// Lays the document out.
    pub fn new(doc: &Doc, shape: &Shape) -> Self {
        let mut out = Self::default();
        out.tops.push(0);
        for (f, file) in doc.files.iter().enumerate() {
            if f > 0 {
                out.push(Row::Gap, 1);
            }
            out.push(Row::File(f), 1);
            let folded = shape.folded.get(f).copied().unwrap_or(false);
            if file.note.is_some() || folded || file.hunks.is_empty() {
                out.push(Row::Note(f), 1);
            }
            if folded {
                continue;
            }
            for h in 0..file.hunks.len() {
                out.hunk(f, h, &file.hunks, shape);
            }
        }
        out
    }

    fn push(&mut self, row: Row, height: u32) {
        let top = self.tops.last().copied().unwrap_or(0);
        self.rows.push(row);
        self.tops.push(top + height);
    }

    fn hunk(&mut self, f: usize, h: usize, hunks: &[DocHunk], shape: &Shape) {
        let hunk = &hunks[h];
        self.push(Row::Hunk(f, h), 1);
        let (above, _) = expanded(hunks, &shape.expanded, f, h);
        let (old, new) = first_lines(hunk);
        for n in (1..=above).rev() {
            self.push(Row::Extra(f, h, old - n, new - n), 1);
        }
        if shape.split {
            for (left, right) in pairs(&hunk.lines) {
                let height = [left, right]
                    .into_iter()
                    .flatten()
                    .map(|l| height(&hunk.lines[l], shape.wrap))
                    .max()
                    .unwrap_or(1);
                self.push(Row::Pair(f, h, left, right), height);
            }
        } else {
            for (l, line) in hunk.lines.iter().enumerate() {
                self.push(Row::Line(f, h, l), height(line, shape.wrap));
            }
        }
        let (_, below) = expanded(hunks, &shape.expanded, f, h);
        let (old, new) = (old + hunk.old_lines, new + hunk.new_lines);
        for n in 0..below {
            self.push(Row::Extra(f, h, old + n, new + n), 1);
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The row at a place.
    pub fn get(&self, i: usize) -> Option<Row> {
        self.rows.get(i).copied()
    }

    /// All rows.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Row> + ExactSizeIterator + '_ {
        self.rows.iter().copied()
    }

    /// Screen lines above a row.
    pub fn top(&self, i: usize) -> usize {
        self.tops
            .get(i.min(self.rows.len()))
            .map_or(0, |t| *t as usize)
    }

    /// Screen lines of a row.
    pub fn height(&self, i: usize) -> usize {
        self.top(i + 1) - self.top(i)
    }

    /// Screen lines of all rows.
    pub fn total(&self) -> usize {
        self.top(self.rows.len())
    }

    /// The row that covers a screen line, counted from the top of the document.
    pub fn at(&self, line: usize) -> usize {
        let line = u32::try_from(line).unwrap_or(u32::MAX);
        self.tops
            .partition_point(|t| *t <= line)
            .saturating_sub(1)
            .min(self.rows.len().saturating_sub(1))
    }

    /// The place of the row that shows the same as `row` did in another list.
    pub fn find_like(&self, row: Row) -> Option<usize> {
        if let Some(i) = self.rows.iter().position(|r| *r == row) {
            return Some(i);
        }
        // The new side says more than the old one.
        let shows = |line: usize| {
            self.rows
                .iter()
                .position(|r| r.hunk() == row.hunk() && r.lines().contains(&Some(line)))
        };
        let [left, right] = row.lines();
        right
            .and_then(shows)
            .or_else(|| left.and_then(shows))
            .or_else(|| {
                let hunk = row.hunk()?;
                self.rows
                    .iter()
                    .position(|r| *r == Row::Hunk(hunk.0, hunk.1))
            })
            .or_else(|| {
                let file = row.file()?;
                self.rows.iter().position(|r| *r == Row::File(file))
            })
    }
}

/// Numbers of a hunk's first line on both sides; git's number is one less where a side is empty.
pub fn first_lines(hunk: &DocHunk) -> (u32, u32) {
    let old = hunk.old_start + u32::from(hunk.old_lines == 0);
    let new = hunk.new_start + u32::from(hunk.new_lines == 0);
    (old, new)
}

/// Lines that are not shown between a hunk and the one before it (or the top of the file).
pub fn gap_above(hunks: &[DocHunk], h: usize) -> u32 {
    let (_, new) = first_lines(&hunks[h]);
    let before = match h.checked_sub(1) {
        Some(p) => {
            let (_, start) = first_lines(&hunks[p]);
            start + hunks[p].new_lines
        }
        None => 1,
    };
    new.saturating_sub(before)
}

/// The context above and below a hunk that may be shown: never more than there is, and never a line
/// twice between two hunks.
pub fn expanded(hunks: &[DocHunk], asked: &Expanded, f: usize, h: usize) -> (u32, u32) {
    let (above, below) = asked.get(&(f, h)).copied().unwrap_or((0, 0));
    let above = above.min(gap_above(hunks, h));
    let below = match hunks.get(h + 1) {
        Some(_) => {
            let gap = gap_above(hunks, h + 1);
            let taken = asked.get(&(f, h + 1)).map_or(0, |a| a.0).min(gap);
            below.min(gap - taken)
        }
        None => below,
    };
    (above, below)
}

fn height(line: &DocLine, wrap: Option<usize>) -> u32 {
    match wrap {
        Some(cols) if cols > 0 && line.width > cols => {
            u32::try_from(line.width.div_ceil(cols)).unwrap_or(1)
        }
        _ => 1,
    }
}

/// Puts deleted lines beside the added lines that follow them.
fn pairs(lines: &[DocLine]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut out = Vec::with_capacity(lines.len());
    let mut i = 0;
    while i < lines.len() {
        if lines[i].kind == LineKind::Context {
            out.push((Some(i), Some(i)));
            i += 1;
            continue;
        }
        let dels = i;
        while i < lines.len() && lines[i].kind == LineKind::Deleted {
            i += 1;
        }
        let adds = i;
        while i < lines.len() && lines[i].kind == LineKind::Added {
            i += 1;
        }
        for n in 0..(adds - dels).max(i - adds) {
            let left = (dels + n < adds).then_some(dels + n);
            let right = (adds + n < i).then_some(adds + n);
            out.push((left, right));
        }
    }
    out
}
