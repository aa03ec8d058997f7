//! The panes: what each shows, as lines and cells from the model. None of them computes a fact.

pub mod activity;
pub mod card;
pub mod cypher;
pub mod diff;
mod diff_row;
pub mod files;
pub mod findings;
pub mod log;
pub mod path;
pub mod people;
pub mod since;
pub mod story;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::model::{Model, Pane};
use super::theme::Role;
use super::widget::list::{self, Look};

/// Items of a pane that is a list, and the lines that each takes. Texts (card, diff, path) are none.
pub fn list_shape(m: &Model, pane: Pane) -> Option<(usize, usize)> {
    match pane {
        Pane::Findings => Some((m.listed(), findings::height(m))),
        Pane::Files => Some((m.files.rows.len(), 1)),
        Pane::Cypher => Some((m.data.queries.len(), 1)),
        Pane::Log => Some((log::count(m), 1)),
        Pane::People => Some((m.data.people.len(), people::HEIGHT)),
        Pane::Since => Some((m.data.since.len(), since::HEIGHT)),
        Pane::Activity => Some((activity::count(m), 1)),
        Pane::Diff | Pane::Card | Pane::Path => None,
    }
}

/// The part of a pane's content in which its list stands.
pub fn list_area(m: &Model, pane: Pane, inner: Rect) -> Rect {
    let cut = |lines: u16| Rect {
        height: inner.height.saturating_sub(lines),
        ..inner
    };
    match pane {
        Pane::Findings => cut(findings::foot(m).len() as u16),
        Pane::People => cut(people::foot(m, usize::from(inner.width)).len() as u16),
        Pane::Log => log::list_area(m, inner),
        _ => inner,
    }
}

/// Draws a pane's content.
pub fn draw(m: &Model, pane: Pane, inner: Rect, buf: &mut Buffer) {
    if inner.is_empty() {
        return;
    }
    match pane {
        Pane::Findings => findings::draw(m, inner, buf),
        Pane::Files => files::draw(m, inner, buf),
        Pane::Diff => diff::draw(m, inner, buf),
        Pane::Card => card::draw(m, inner, buf),
        Pane::Path => path::draw(m, inner, buf),
        Pane::Cypher => cypher::draw(m, inner, buf),
        Pane::Log => log::draw(m, inner, buf),
        Pane::People => people::draw(m, inner, buf),
        Pane::Since => since::draw(m, inner, buf),
        Pane::Activity => activity::draw(m, inner, buf),
    }
}

/// Draws a list pane with the look of its focus.
fn draw_list(
    m: &Model,
    pane: Pane,
    inner: Rect,
    buf: &mut Buffer,
    item: impl FnMut(usize, usize) -> Vec<ratatui::text::Line<'static>>,
) {
    let Some((count, height)) = list_shape(m, pane) else {
        return;
    };
    let focused = m.focus == pane && m.overlays.is_empty();
    let look = Look {
        height,
        selection: m.theme.style(if focused {
            Role::Selection
        } else {
            Role::SelectionBlur
        }),
        bar: m.theme.style(Role::Accent),
    };
    let area = list_area(m, pane, inner);
    list::draw(buf, area, count, m.list(pane), &look, item);
}
