//! What the target branch decided after the base: under a rule of its own, never among findings.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::model::SinceKind;
use crate::tui::model::{Load, Model, Pane};
use crate::tui::text::one_line;
use crate::tui::theme::Role;
use crate::tui::widget::spans::{both_ends, draw as draw_lines, span, wrapped};

/// Lines of an entry.
pub const HEIGHT: usize = 3;

fn item(m: &Model, i: usize, cols: usize) -> Vec<Line<'static>> {
    let Some(s) = m.data.since.get(i) else {
        return Vec::new();
    };
    let t = &m.theme;
    let (sign, word, role) = match s.what {
        SinceKind::New => ('◆', "new", Role::Good),
        SinceKind::Supersedes => ('⇢', "replaces", Role::Related),
        SinceKind::Retires => ('✗', "retired", Role::Stale),
        SinceKind::Changed => ('≈', "changed", Role::Unknown),
    };
    let touches = if s.touches.is_empty() {
        String::new()
    } else {
        format!(
            "touches {}",
            s.touches
                .iter()
                .map(|f| one_line(f))
                .collect::<Vec<_>>()
                .join(", ")
        )
    };
    // A section of a log is named by its heading: the file is mostly the same.
    let name = |id: &str| one_line(id.split_once('#').map_or(id, |(_, heading)| heading));
    let second = match s.supersedes.as_slice() {
        [] => one_line(s.decision.id.as_str()),
        [older] => format!("in place of {}", name(older.as_str())),
        [older, rest @ ..] => format!(
            "in place of {} and {} more",
            name(older.as_str()),
            rest.len()
        ),
    };
    let limit = s.limits.first().map(|l| {
        format!(
            "≈ still holds, {}: “{}”",
            one_line(&l.scope),
            one_line(&l.quote.text)
        )
    });
    let quote = s.quote.as_ref().map(|q| format!("“{}”", one_line(&q.text)));
    vec![
        both_ends(
            vec![
                span(format!("{sign} {word:<9}"), t.style(role)),
                span(one_line(&s.decision.title), t.style(Role::Text)),
            ],
            vec![span(touches, t.style(Role::Mark))],
            cols,
        ),
        Line::from(span(format!("  {second}"), t.style(Role::Muted))),
        Line::from(span(
            format!("  {}", limit.or(quote).unwrap_or_default()),
            t.style(Role::Quote),
        )),
    ]
}

/// Draws the pane.
pub fn draw(m: &Model, inner: Rect, buf: &mut Buffer) {
    if m.data.since.is_empty() {
        let words = match m.load {
            Load::Running(_) => "What was decided since the base appears with the review.",
            _ => "The target branch has decided nothing since the base. s looks again.",
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
    super::draw_list(m, Pane::Since, inner, buf, |i, cols| item(m, i, cols));
}
