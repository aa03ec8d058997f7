//! Lines of styled text: building, wrapping under a label, and drawing with a cut.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use crate::tui::text;

/// A styled piece of text that is already safe to draw.
pub fn span(text: impl Into<String>, style: Style) -> Span<'static> {
    Span::styled(text.into(), style)
}

/// Text wrapped beside a label of a fixed width; the lines after the first are indented under it.
pub fn labelled(
    label: Span<'static>,
    label_width: usize,
    body: &str,
    style: Style,
    cols: usize,
) -> Vec<Line<'static>> {
    let room = cols.saturating_sub(label_width).max(8);
    let mut out = Vec::new();
    for (i, piece) in text::wrap(body, room).into_iter().enumerate() {
        let head = if i == 0 {
            let fill = label_width.saturating_sub(text::width(&label.content));
            vec![label.clone(), span(" ".repeat(fill), Style::new())]
        } else {
            vec![span(" ".repeat(label_width), Style::new())]
        };
        let mut line = head;
        line.push(span(piece, style));
        out.push(Line::from(line));
    }
    out
}

/// Wrapped text with an indent.
pub fn wrapped(body: &str, indent: usize, style: Style, cols: usize) -> Vec<Line<'static>> {
    text::wrap(body, cols.saturating_sub(indent).max(8))
        .into_iter()
        .map(|l| Line::from(vec![span(" ".repeat(indent), Style::new()), span(l, style)]))
        .collect()
}

/// Pieces at the left and at the right of one line; the left is cut first.
pub fn both_ends(
    left: Vec<Span<'static>>,
    right: Vec<Span<'static>>,
    cols: usize,
) -> Line<'static> {
    let right_width: usize = right.iter().map(Span::width).sum();
    let room = cols.saturating_sub(right_width + 1);
    let mut line = fit_spans(left, room);
    let used: usize = line.iter().map(Span::width).sum();
    if right_width <= cols {
        let fill = cols.saturating_sub(used + right_width);
        line.push(span(" ".repeat(fill), Style::new()));
        line.extend(right);
    }
    Line::from(line)
}

/// Pieces cut to a number of columns, with `…`.
pub fn fit_spans(spans: Vec<Span<'static>>, cols: usize) -> Vec<Span<'static>> {
    let total: usize = spans.iter().map(Span::width).sum();
    if total <= cols {
        return spans;
    }
    let mut out = Vec::new();
    let mut left = cols;
    for s in spans {
        let w = s.width();
        if w < left {
            left -= w;
            out.push(s);
        } else {
            out.push(span(text::fit(&format!("{} ", s.content), left), s.style));
            break;
        }
    }
    out
}

/// Draws lines from the top of an area, after skipping some.
pub fn draw(buf: &mut Buffer, area: Rect, lines: &[Line<'static>], skip: usize) {
    for (y, line) in (area.y..area.bottom()).zip(lines.iter().skip(skip)) {
        put(buf, area.x, y, line, area.width);
    }
}

/// Draws one line cut to a width.
pub fn put(buf: &mut Buffer, x: u16, y: u16, line: &Line<'static>, width: u16) {
    if line.width() > usize::from(width) {
        let cut = fit_spans(line.spans.clone(), usize::from(width));
        buf.set_line(x, y, &Line::from(cut), width);
    } else {
        buf.set_line(x, y, line, width);
    }
}
