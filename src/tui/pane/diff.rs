//! The diff: numbers, signs, colours, and the marks that tie lines to findings.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::diff_row;
use crate::tui::model::{Load, Model};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widget::spans::{draw as draw_lines, wrapped};

/// Columns kept at the right for marks, where the pane is wide enough for them.
const MARKS: u16 = 7;

/// How a row is divided into columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Columns {
    /// Digits of a line number.
    pub digits: u16,
    /// Columns for marks.
    pub marks: u16,
    /// Columns for the text of one side.
    pub text: u16,
}

/// The columns at a width.
pub fn columns(m: &Model, width: u16) -> Columns {
    let most = m
        .data
        .doc
        .files
        .iter()
        .flat_map(|f| f.hunks.last())
        .map(|h| (h.old_start + h.old_lines).max(h.new_start + h.new_lines))
        .max()
        .unwrap_or(0);
    let digits = (most.max(99).ilog10() + 1) as u16;
    let marks = if width >= 60 && !m.marks.is_empty() {
        MARKS
    } else {
        0
    };
    let text = if m.diff.split {
        // Each side: number, space, sign; one rule between them.
        (width.saturating_sub(marks + 1) / 2).saturating_sub(digits + 3)
    } else if width < 60 {
        width.saturating_sub(digits + 3)
    } else {
        width.saturating_sub(2 * digits + 5 + marks)
    };
    Columns {
        digits,
        marks,
        text: text.max(1),
    }
}

/// What the title says: the file, and how far one is.
pub fn summary(m: &Model) -> (String, String) {
    let d = &m.data.doc;
    let Some(row) = m.diff.row() else {
        return (String::new(), String::new());
    };
    let Some(f) = row.file() else {
        return (String::new(), String::new());
    };
    let name = d.files.get(f).map(|f| f.name.clone()).unwrap_or_default();
    let hunks = d.files.get(f).map_or(0, |f| f.hunks.len());
    let mut right = format!("{}/{} files", f + 1, d.files.len());
    if let Some((_, h)) = row.hunk() {
        right.push_str(&format!(" · {}/{hunks} hunks", h + 1));
    }
    if let Some(s) = &m.diff.search {
        let at = if s.hits.is_empty() { 0 } else { s.at + 1 };
        right = format!("/{} {at}/{} · {right}", text::clean(&s.query), s.hits.len());
    }
    (name, right)
}

/// Draws the pane.
pub fn draw(m: &Model, inner: Rect, buf: &mut Buffer) {
    if m.diff.rows.is_empty() {
        let words = match (&m.data.change, &m.load) {
            (None, Load::Running(_)) => "Reading the change…",
            (None, _) => "The change could not be read.",
            (Some(_), _) => "The change is empty: no file differs.",
        };
        let lines = wrapped(
            words,
            1,
            m.theme.style(Role::Muted),
            usize::from(inner.width),
        );
        draw_lines(buf, inner, &lines, 0);
        return;
    }
    let columns = columns(m, inner.width);
    let rows = &m.diff.rows;
    let mut i = rows.at(m.diff.top);
    let mut skip = m.diff.top.saturating_sub(rows.top(i));
    let mut y = inner.y;
    while y < inner.bottom() && i < rows.len() {
        let Some(row) = rows.get(i) else { break };
        let height = rows.height(i).max(1);
        for n in skip..height {
            if y >= inner.bottom() {
                break;
            }
            let area = Rect {
                y,
                height: 1,
                ..inner
            };
            let at = diff_row::Place {
                row,
                part: n,
                chosen: i == m.diff.cursor,
            };
            diff_row::draw(m, at, columns, area, buf);
            y += 1;
        }
        skip = 0;
        i += 1;
    }
}
