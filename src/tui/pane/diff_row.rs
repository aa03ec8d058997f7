//! One screen line of the diff: headings, lines in one or two columns, marks.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::diff::Columns;
use crate::model::{FileStatus, LineKind, Side};
use crate::tui::doc::{DocFile, DocLine};
use crate::tui::highlight::LineSpans;
use crate::tui::model::{Model, Pane};
use crate::tui::rows::{Row, gap_above};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widget::linepaint::{Paint, line_text};

/// One screen line of a row.
#[derive(Clone, Copy)]
pub struct Place {
    /// The row.
    pub row: Row,
    /// Which of its screen lines, where it wraps.
    pub part: usize,
    /// Whether the cursor stands on it.
    pub chosen: bool,
}

/// Draws one screen line of a row.
pub fn draw(m: &Model, at: Place, columns: Columns, area: Rect, buf: &mut Buffer) {
    let t = &m.theme;
    let doc = &m.data.doc;
    match at.row {
        Row::Gap => {}
        Row::File(f) => {
            let Some(file) = doc.files.get(f) else { return };
            buf.set_style(area, t.style(Role::FileHead));
            let words = file_head(m, file, f);
            buf.set_stringn(
                area.x,
                area.y,
                text::fit(&words, usize::from(area.width)),
                usize::from(area.width),
                t.style(Role::FileHead),
            );
        }
        Row::Note(f) => {
            let Some(file) = doc.files.get(f) else { return };
            let words = match &file.note {
                Some(note) => note.clone(),
                None if file.hunks.is_empty() => "No line differs.".into(),
                None => format!(
                    "{} folded; Enter on the heading unfolds",
                    super::card::counted(file.hunks.len(), "hunk", "hunks")
                ),
            };
            buf.set_stringn(
                area.x + 2,
                area.y,
                &words,
                usize::from(area.width.saturating_sub(2)),
                t.style(Role::Muted),
            );
        }
        Row::Hunk(f, h) => {
            let Some(file) = doc.files.get(f) else { return };
            let hunk = &file.hunks[h];
            let hidden = gap_above(&file.hunks, h).saturating_sub(shown_above(m, f, h));
            let more = if hidden > 0 {
                format!("  ⋯ {hidden} hidden")
            } else {
                String::new()
            };
            let words = format!(" {} {}", hunk.header, hunk.scope);
            let room = usize::from(area.width).saturating_sub(text::width(&more));
            buf.set_stringn(
                area.x,
                area.y,
                text::fit(&words, room),
                room,
                t.style(Role::HunkHead),
            );
            let x = area.x + text::width(&text::fit(&words, room)) as u16;
            buf.set_stringn(
                x,
                area.y,
                more,
                usize::from(area.right().saturating_sub(x)),
                t.style(Role::Muted),
            );
        }
        Row::Extra(f, _, old, new) => extra(m, f, old, new, columns, area, buf),
        Row::Line(f, h, l) => unified(m, (f, h, l), at.part, columns, area, buf),
        Row::Pair(f, h, left, right) => {
            split(m, (f, h), (left, right), at.part, columns, area, buf)
        }
    }
    if at.chosen {
        let focused = m.focus == Pane::Diff && m.overlays.is_empty();
        if focused {
            cursor_style(m, area, buf);
        }
        if let Some(cell) = buf.cell_mut((area.x, area.y)) {
            let role = if focused { Role::Accent } else { Role::Faint };
            cell.set_char('▌').set_style(t.style(role));
        }
    }
}

/// Gives the cursor's line its background where the text has none of its own, or reverses the
/// numbers where there is no colour.
fn cursor_style(m: &Model, area: Rect, buf: &mut Buffer) {
    let style = m.theme.style(Role::Cursor);
    for x in area.x..area.right() {
        if let Some(cell) = buf.cell_mut((x, area.y)) {
            match style.bg {
                Some(bg) => {
                    if matches!(cell.bg, ratatui::style::Color::Reset) {
                        cell.set_bg(bg);
                    }
                }
                None if x < area.x + 8 => {
                    cell.set_style(style);
                }
                None => {}
            }
        }
    }
}

fn file_head(m: &Model, file: &DocFile, f: usize) -> String {
    let letter = match file.status {
        FileStatus::Modified => String::new(),
        FileStatus::Added => "  new".into(),
        FileStatus::Deleted => "  deleted".into(),
        FileStatus::Renamed => {
            format!("  renamed from {}", file.old_name.as_deref().unwrap_or("?"))
        }
        FileStatus::Copied => format!("  copied from {}", file.old_name.as_deref().unwrap_or("?")),
        FileStatus::Mode => "  mode changed".into(),
    };
    let fold = if m.diff.folded.get(f).copied().unwrap_or(false) {
        '▸'
    } else {
        '▾'
    };
    let viewed = if m.is_viewed(f) { "  ✓ viewed" } else { "" };
    let large = if crate::tui::highlight::fits(&m.data.doc) {
        ""
    } else {
        "  highlighting off (large)"
    };
    format!(
        " {fold} {}{letter}  +{} −{}{viewed}{large}",
        file.name, file.additions, file.deletions
    )
}

fn shown_above(m: &Model, f: usize, h: usize) -> u32 {
    let hunks = &m.data.doc.files[f].hunks;
    let (above, _) = crate::tui::rows::expanded(hunks, &m.diff.expanded, f, h);
    let before = h.checked_sub(1).map_or(0, |p| {
        crate::tui::rows::expanded(hunks, &m.diff.expanded, f, p).1
    });
    above + before
}

fn number(n: Option<u32>, digits: u16) -> String {
    match n {
        Some(n) => format!("{n:>width$}", width = usize::from(digits)),
        None => " ".repeat(usize::from(digits)),
    }
}

fn look(kind: LineKind) -> (&'static str, Role, Option<Role>, Role) {
    match kind {
        LineKind::Context => (" ", Role::Text, None, Role::Match),
        LineKind::Added => ("+", Role::AddSign, Some(Role::AddLine), Role::AddWord),
        LineKind::Deleted => ("-", Role::DelSign, Some(Role::DelLine), Role::DelWord),
    }
}

fn unified(
    m: &Model,
    (f, h, l): (usize, usize, usize),
    part: usize,
    c: Columns,
    area: Rect,
    buf: &mut Buffer,
) {
    let t = &m.theme;
    let line = &m.data.doc.files[f].hunks[h].lines[l];
    let numbers = match (area.width < 60, part) {
        (_, 1..) => String::new(),
        (true, _) => format!(" {}", number(line.new.or(line.old), c.digits)),
        (false, _) => format!(
            " {} {}",
            number(line.old, c.digits),
            number(line.new, c.digits)
        ),
    };
    buf.set_string(area.x, area.y, numbers, t.style(Role::LineNumber));
    let head = area.width.saturating_sub(c.text + c.marks + 1);
    let x = area.x + head;
    let room = Rect {
        x,
        width: area.width - head,
        ..area
    };
    let text = Rect {
        width: c.text + 1,
        ..room
    };
    side_text(m, (f, h, l), line, part, text, buf);
    if part == 0 {
        marks(m, f, line.anchors(), area, buf);
    }
}

fn split(
    m: &Model,
    (f, h): (usize, usize),
    (left, right): (Option<usize>, Option<usize>),
    part: usize,
    c: Columns,
    area: Rect,
    buf: &mut Buffer,
) {
    let t = &m.theme;
    let half = c.text + c.digits + 3;
    let lines = &m.data.doc.files[f].hunks[h].lines;
    for (n, l) in [left, right].into_iter().enumerate() {
        let x = area.x + n as u16 * (half + 1);
        let Some(l) = l else {
            continue;
        };
        let line = &lines[l];
        let no = if n == 0 { line.old } else { line.new };
        if part == 0 {
            buf.set_string(
                x,
                area.y,
                format!(" {}", number(no, c.digits)),
                t.style(Role::LineNumber),
            );
        }
        let text = Rect {
            x: x + c.digits + 2,
            width: c.text + 1,
            ..area
        };
        side_text(m, (f, h, l), line, part, text, buf);
    }
    let x = area.x + half;
    if x < area.right() {
        buf.set_string(x, area.y, "│", t.style(Role::Border));
    }
    if part == 0 {
        let old = left.and_then(|l| lines[l].old).map(|n| (Side::Old, n));
        let new = right.and_then(|l| lines[l].new).map(|n| (Side::New, n));
        marks(m, f, old.into_iter().chain(new), area, buf);
    }
}

/// Draws sign and text of a line into an area that starts at the sign.
fn side_text(
    m: &Model,
    (f, h, l): (usize, usize, usize),
    line: &DocLine,
    part: usize,
    area: Rect,
    buf: &mut Buffer,
) {
    let t = &m.theme;
    let (sign, sign_role, tint, word) = look(line.kind);
    let empty = LineSpans::default();
    let spans = m
        .diff
        .spans
        .get(&(f, h))
        .and_then(|s| s.get(l))
        .unwrap_or(&empty);
    let hits: Vec<_> = m
        .diff
        .search
        .iter()
        .flat_map(|s| {
            s.hits
                .iter()
                .enumerate()
                .map(move |(i, hit)| (i == s.at, hit))
        })
        .filter(|(_, (hf, hh, hl, _))| (*hf, *hh, *hl) == (f, h, l))
        .map(|(now, (.., range))| (now, range.clone()))
        .collect();
    let base = tint.map_or(Style::new(), |r| t.style(r));
    buf.set_style(area, base);
    if part == 0 {
        buf.set_string(area.x, area.y, sign, base.patch(t.style(sign_role)));
    }
    let paint = Paint {
        theme: t,
        base,
        word,
        spans,
        hits: &hits,
    };
    let room = usize::from(area.width.saturating_sub(1));
    let from = if m.diff.wrap {
        part * room
    } else {
        m.diff.left
    };
    let last = part + 1 == line.width.div_ceil(room.max(1)).max(1) || !m.diff.wrap;
    let tail = match (last, line.cut, line.no_newline) {
        (true, true, _) => " … (the line is cut: it is too long)",
        (true, _, true) => " ⌿ no line end",
        _ => "",
    };
    line_text(&paint, &line.text, from, area.x + 1, area.y, room, buf);
    if !tail.is_empty() {
        let shown = line.width.saturating_sub(from).min(room);
        let x = area.x + 1 + shown as u16;
        buf.set_stringn(
            x,
            area.y,
            tail,
            room - shown,
            base.patch(t.style(Role::Muted)),
        );
    }
    if !m.diff.wrap && line.width > from + room && room > 1 {
        buf.set_string(
            area.right() - 1,
            area.y,
            "›",
            base.patch(t.style(Role::Muted)),
        );
    }
}

fn extra(m: &Model, f: usize, old: u32, new: u32, c: Columns, area: Rect, buf: &mut Buffer) {
    let t = &m.theme;
    let file = &m.data.doc.files[f];
    let words = m
        .diff
        .texts
        .get(&file.path)
        .and_then(|lines| lines.get((new as usize).saturating_sub(1)))
        .map_or("…", String::as_str);
    let muted = t.style(Role::Muted);
    let numbers = if area.width < 60 {
        format!(" {}", number(Some(new), c.digits))
    } else {
        format!(
            " {} {}",
            number(Some(old), c.digits),
            number(Some(new), c.digits)
        )
    };
    buf.set_string(area.x, area.y, numbers, t.style(Role::LineNumber));
    let head = if m.diff.split {
        c.digits * 2 + 5
    } else {
        area.width.saturating_sub(c.text + c.marks)
    };
    let shown = text::fit(words, usize::from(area.width.saturating_sub(head)));
    buf.set_string(area.x + head, area.y, shown, muted);
}

/// Draws the marks of a line at the right, `◀ F1`; the finding in hand stands out.
fn marks(
    m: &Model,
    f: usize,
    anchors: impl Iterator<Item = (Side, u32)>,
    area: Rect,
    buf: &mut Buffer,
) {
    let mut at: Vec<usize> = Vec::new();
    for (side, n) in anchors {
        for i in m.marks.get(&(f, side, n)).into_iter().flatten() {
            if !at.contains(i) {
                at.push(*i);
            }
        }
    }
    let Some(first) = at.first() else { return };
    let in_hand = m.finding_index();
    let shown = in_hand.filter(|i| at.contains(i)).unwrap_or(*first);
    let role = if in_hand == Some(shown) {
        Role::Mark
    } else {
        Role::Muted
    };
    let more = if at.len() > 1 { "+" } else { "" };
    let words = if area.width >= 60 {
        format!("◀ {}{more}", m.finding_id(shown))
    } else {
        "◀".to_owned()
    };
    let width = text::width(&words) as u16;
    let x = area
        .right()
        .saturating_sub(width + u16::from(area.width >= 60));
    buf.set_string(x, area.y, words, m.theme.style(role));
}
