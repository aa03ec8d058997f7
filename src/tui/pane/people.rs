//! People to ask, and how few of them there are.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::model::PersonKind;
use crate::tui::model::{Load, Model, Pane};
use crate::tui::text::one_line;
use crate::tui::theme::Role;
use crate::tui::widget::spans::{both_ends, draw as draw_lines, span, wrapped};

/// Lines of a person.
pub const HEIGHT: usize = 2;

/// What stands under the list: the bus factor.
pub fn foot(m: &Model, cols: usize) -> Vec<Line<'static>> {
    match &m.data.bus_factor {
        Some((n, why)) => wrapped(
            &format!("bus factor {n}: {}", one_line(why)),
            1,
            m.theme
                .style(if *n <= 1 { Role::Stale } else { Role::Muted }),
            cols,
        ),
        None => Vec::new(),
    }
}

fn item(m: &Model, i: usize, cols: usize) -> Vec<Line<'static>> {
    let Some(p) = m.data.people.get(i) else {
        return Vec::new();
    };
    let kind = match p.kind {
        PersonKind::Human => "",
        PersonKind::Agent => "  agent",
        PersonKind::Bot => "  bot",
    };
    vec![
        both_ends(
            vec![
                span(
                    format!("@ {}", one_line(&p.name)),
                    m.theme.style(Role::NodePerson),
                ),
                span(kind, m.theme.style(Role::Unknown)),
            ],
            vec![span(format!("{:.2}", p.score), m.theme.style(Role::Muted))],
            cols,
        ),
        Line::from(span(
            format!("  {}", one_line(&p.why)),
            m.theme.style(Role::Muted),
        )),
    ]
}

/// Draws the pane.
pub fn draw(m: &Model, inner: Rect, buf: &mut Buffer) {
    let cols = usize::from(inner.width);
    if m.data.people.is_empty() {
        let words = match m.load {
            Load::Running(_) => "People appear with the review.",
            _ => "Nobody is known to have worked on these files.",
        };
        draw_lines(
            buf,
            inner,
            &wrapped(words, 1, m.theme.style(Role::Muted), cols),
            0,
        );
        return;
    }
    super::draw_list(m, Pane::People, inner, buf, |i, cols| item(m, i, cols));
    let foot = foot(m, cols);
    let lines = (foot.len() as u16).min(inner.height);
    let area = Rect {
        y: inner.bottom() - lines,
        height: lines,
        ..inner
    };
    draw_lines(buf, area, &foot, 0);
}
