//! One line of code into cells: syntax as the foreground, the change as the background, changed
//! words and search hits over both; cut by columns.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};
use unicode_segmentation::UnicodeSegmentation;

use crate::tui::highlight::LineSpans;
use crate::tui::text;
use crate::tui::theme::{Role, Theme};

/// What a line is painted with.
pub struct Paint<'a> {
    /// The styles.
    pub theme: &'a Theme,
    /// The style of the whole line.
    pub base: Style,
    /// The role of changed words.
    pub word: Role,
    /// Syntax and changed words.
    pub spans: &'a LineSpans,
    /// Search hits; the flag marks the present one.
    pub hits: &'a [(bool, Range<usize>)],
}

/// Draws the columns `from..from + room` of a text at a place. A wide character that is cut in half
/// is drawn as a space.
pub fn line_text(
    paint: &Paint,
    line: &str,
    from: usize,
    x: u16,
    y: u16,
    room: usize,
    buf: &mut Buffer,
) {
    let mut column = 0;
    let mut token = 0;
    for (at, g) in line.grapheme_indices(true) {
        let w = text::width(g);
        if w == 0 {
            continue;
        }
        let start = column;
        column += w;
        if column <= from {
            continue;
        }
        if start >= from + room {
            break;
        }
        while paint
            .spans
            .tokens
            .get(token)
            .is_some_and(|(r, _)| r.end <= at)
        {
            token += 1;
        }
        let style = style_at(paint, at, paint.spans.tokens.get(token));
        if start < from || column > from + room {
            let cell = x + start.max(from).saturating_sub(from) as u16;
            buf.set_string(cell, y, " ", style);
            continue;
        }
        buf.set_string(x + (start - from) as u16, y, g, style);
    }
}

fn style_at(paint: &Paint, at: usize, token: Option<&(Range<usize>, Role)>) -> Style {
    let mut style = paint.base;
    if let Some((range, role)) = token
        && range.contains(&at)
    {
        let syntax = paint.theme.style(*role);
        // Sixteen colours have no tints: there the sign's colour is the line's, not the syntax's.
        if paint.base.fg.is_none() {
            style = style.patch(syntax);
        } else {
            style = style.add_modifier(syntax.add_modifier - Modifier::ITALIC);
        }
    } else if paint.base.fg.is_none() {
        style = style.patch(paint.theme.style(Role::Text));
    }
    if paint.spans.words.iter().any(|r| r.contains(&at)) {
        style = style.patch(paint.theme.style(paint.word));
    }
    if let Some((now, _)) = paint.hits.iter().find(|(_, r)| r.contains(&at)) {
        style = style.patch(paint.theme.style(Role::Match));
        if *now {
            style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::{Depth, ThemeChoice, load};
    use ratatui::layout::Rect;

    fn drawn(line: &str, from: usize, room: usize) -> String {
        let theme = load(&ThemeChoice::Auto, Depth::True).unwrap();
        let spans = LineSpans::default();
        let paint = Paint {
            theme: &theme,
            base: Style::new(),
            word: Role::AddWord,
            spans: &spans,
            hits: &[],
        };
        let mut buf = Buffer::empty(Rect::new(0, 0, 12, 1));
        line_text(&paint, line, from, 0, 0, room, &mut buf);
        let mut out = String::new();
        let mut skip = 0;
        for x in 0..12 {
            if skip > 0 {
                skip -= 1;
                continue;
            }
            let s = buf[(x, 0)].symbol();
            skip = text::width(s).saturating_sub(1);
            out.push_str(s);
        }
        out.trim_end().to_owned()
    }

    #[test]
    fn wide_characters_are_never_cut_in_half() {
        assert_eq!(drawn("容器を使う", 0, 5), "容器");
        assert_eq!(drawn("容器を使う", 1, 6), " 器を");
        assert_eq!(drawn("ab👩‍💻cd", 0, 12), "ab👩‍💻cd");
        assert_eq!(drawn("abcdef", 2, 3), "cde");
    }
}
