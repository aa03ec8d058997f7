//! The file tree: viewed marks, counts, and the findings at each file.

use std::collections::BTreeSet;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::tui::files::FileRow;
use crate::tui::model::{Model, Pane};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widget::spans::{span, wrapped};

/// Ids of the findings that have evidence in a file, in order.
fn at_file(m: &Model, file: usize) -> Vec<String> {
    let path = &m.data.doc.files[file].path;
    let places: BTreeSet<usize> = m
        .data
        .findings
        .iter()
        .enumerate()
        .filter(|(_, f)| f.evidence.iter().any(|e| e.path == *path))
        .map(|(i, _)| i)
        .collect();
    places.into_iter().map(|i| m.finding_id(i)).collect()
}

fn item(m: &Model, i: usize, cols: usize) -> Vec<Line<'static>> {
    let muted = m.theme.style(Role::Muted);
    match m.files.rows.get(i) {
        Some(FileRow::Dir(dir, depth)) => {
            let sign = if m.files.folded.contains(dir) {
                '▸'
            } else {
                '▾'
            };
            let indent = " ".repeat(depth * 2);
            let name = text::fit_end(dir, cols.saturating_sub(indent.len() + 2));
            vec![Line::from(vec![span(
                format!("{indent}{sign} {name}"),
                muted,
            )])]
        }
        Some(FileRow::File(file, depth)) => vec![file_line(m, *file, *depth, cols)],
        None => Vec::new(),
    }
}

/// The first finding at a file, and how many more.
fn marks_of(ids: &[String]) -> String {
    match ids {
        [] => String::new(),
        [one] => one.clone(),
        [one, rest @ ..] => format!("{one}+{}", rest.len()),
    }
}

/// Columns of the counts and of the marks, over all files.
fn widths(m: &Model) -> (usize, usize, usize) {
    let files = &m.data.doc.files;
    let digits = |n: u32| n.max(1).ilog10() as usize + 2;
    let add = files.iter().map(|f| digits(f.additions)).max().unwrap_or(2);
    let del = files.iter().map(|f| digits(f.deletions)).max().unwrap_or(2);
    let some = m.data.findings.iter().any(|f| !f.evidence.is_empty());
    (add, del, if some { 4 } else { 0 })
}

fn file_line(m: &Model, file: usize, depth: usize, cols: usize) -> Line<'static> {
    let f = &m.data.doc.files[file];
    let viewed = m.is_viewed(file);
    let here = m.diff.row().and_then(crate::tui::rows::Row::file) == Some(file);
    let (sign, sign_role) = match (viewed, here) {
        (true, _) => ('✓', Role::Good),
        (false, true) => ('●', Role::Accent),
        (false, false) => ('·', Role::Faint),
    };
    let ids = at_file(m, file);
    // Counts and marks stand in columns of their own; the name takes what is left.
    let marks = marks_of(&ids);
    let (add_cols, del_cols, mark_cols) = widths(m);
    let add = format!("{:>add_cols$}", format!("+{}", f.additions));
    let del = format!("{:<del_cols$}", format!("−{}", f.deletions));
    let counts = format!("{add} {del} {marks:>mark_cols$}");
    let indent = " ".repeat(depth * 2);
    let letter = f.status.letter();
    let head = format!("{indent}{sign} ");
    let room = cols.saturating_sub(text::width(&head) + text::width(&counts) + 3);
    let base = f.name.rsplit('/').next().unwrap_or(&f.name);
    let shown = if room < 4 {
        text::fit(base, cols.saturating_sub(text::width(&head)))
    } else {
        text::pad(base, room)
    };
    let name_style = if viewed {
        m.theme.style(Role::Quieted)
    } else {
        m.theme.style(Role::Text)
    };
    let mut line = vec![
        span(indent, Style::new()),
        span(format!("{sign} "), m.theme.style(sign_role)),
        span(shown, name_style),
    ];
    if room >= 4 {
        let what = if letter == 'M' { ' ' } else { letter };
        line.push(span(format!(" {what}"), m.theme.style(Role::Related)));
        line.push(span(format!(" {add} "), m.theme.style(Role::AddSign)));
        line.push(span(format!("{del} "), m.theme.style(Role::DelSign)));
        line.push(span(
            format!("{marks:>mark_cols$}"),
            m.theme.style(Role::Mark),
        ));
    }
    Line::from(line)
}

/// Draws the pane.
pub fn draw(m: &Model, inner: Rect, buf: &mut Buffer) {
    if m.files.rows.is_empty() {
        let words = match (&m.data.change, m.files.filter.is_empty()) {
            (None, _) => "Reading the change…",
            (Some(_), true) => "The change touches no file.",
            (Some(_), false) => "No file matches the filter; Esc clears it.",
        };
        let lines = wrapped(
            words,
            1,
            m.theme.style(Role::Muted),
            usize::from(inner.width),
        );
        crate::tui::widget::spans::draw(buf, inner, &lines, 0);
        return;
    }
    super::draw_list(m, Pane::Files, inner, buf, |i, cols| item(m, i, cols));
}
