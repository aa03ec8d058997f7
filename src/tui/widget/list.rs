//! A list of items of equal height, drawn only as far as it is seen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use super::spans;
use crate::tui::model::ListState;

/// How a list is drawn.
pub struct Look {
    /// Lines of an item.
    pub height: usize,
    /// The selected item.
    pub selection: Style,
    /// The bar at its left.
    pub bar: Style,
}

/// Draws the visible items; `item` makes the lines of one.
pub fn draw(
    buf: &mut Buffer,
    area: Rect,
    count: usize,
    state: ListState,
    look: &Look,
    mut item: impl FnMut(usize, usize) -> Vec<Line<'static>>,
) {
    let height = look.height.max(1);
    let cols = usize::from(area.width).saturating_sub(1);
    let mut y = area.y;
    let mut i = state.top / height;
    let mut skip = state.top % height;
    while y < area.bottom() && i < count {
        let lines = item(i, cols);
        for n in skip..height {
            if y >= area.bottom() {
                break;
            }
            let chosen = i == state.selected;
            let text = lines.get(n);
            if chosen && text.is_some() {
                buf.set_style(Rect::new(area.x, y, area.width, 1), look.selection);
                buf.set_string(area.x, y, "▌", look.selection.patch(look.bar));
            }
            if let Some(line) = text {
                spans::put(buf, area.x + 1, y, line, area.width.saturating_sub(1));
            }
            y += 1;
        }
        skip = 0;
        i += 1;
    }
}

/// The first line to show, so that the selected item is seen and no more is scrolled than needed.
pub fn scroll(state: ListState, count: usize, height: usize, view: usize) -> ListState {
    let height = height.max(1);
    let selected = state.selected.min(count.saturating_sub(1));
    let total = count * height;
    let first = selected * height;
    let last = first + height;
    let mut top = state.top.min(total.saturating_sub(view));
    if first < top {
        top = first;
    }
    if last > top + view {
        top = last.saturating_sub(view).min(first);
    }
    ListState { selected, top }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_selected_item_is_always_in_view_and_never_past_the_end() {
        for count in 0..7 {
            for height in 1..4 {
                for view in 1..9 {
                    for selected in 0..9 {
                        for top in 0..30 {
                            let s = scroll(ListState { selected, top }, count, height, view);
                            assert!(s.selected < count.max(1));
                            let first = s.selected * height;
                            assert!(s.top <= first);
                            assert!(first < s.top + view);
                        }
                    }
                }
            }
        }
    }
}
