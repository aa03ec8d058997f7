//! What the last sync did, and the messages of this session.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::model::Progress;
use crate::tui::backend::{SyncKind, SyncLine};
use crate::tui::model::{Model, Note, Pane};
use crate::tui::text::{self, one_line};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::spans::{draw as draw_lines, fit_spans, span, wrapped};

fn sync_lines(m: &Model) -> &[SyncLine] {
    m.sync.as_ref().map_or(&[], |s| &s.lines)
}

/// How many lines there are: those of the sync, then the messages.
pub fn count(m: &Model) -> usize {
    sync_lines(m).len() + m.notes.len()
}

/// The message at a place of the list, with its place among the messages.
pub fn note_at(m: &Model, i: usize) -> Option<usize> {
    let n = i.checked_sub(sync_lines(m).len())?;
    (n < m.notes.len()).then_some(n)
}

fn note(n: &Note, t: &Theme) -> Line<'static> {
    let (sign, role) = if n.error {
        ('✗', Role::Error)
    } else {
        ('·', Role::Text)
    };
    let more = if n.more.is_empty() { "" } else { "  ⏎" };
    Line::from(vec![
        span(format!("{sign} "), t.style(role)),
        span(n.text.clone(), t.style(role)),
        span(more, t.style(Role::Muted)),
    ])
}

/// A line of what a sync did.
pub fn sync_line(l: &SyncLine, t: &Theme, cols: usize) -> Line<'static> {
    let (sign, word, role) = match l.kind {
        SyncKind::New => ('◆', "new", Role::Good),
        SyncKind::Changed => ('≈', "changed", Role::Unknown),
        SyncKind::Retired => ('✗', "retired", Role::Stale),
        SyncKind::Proposed => ('⇢', "proposed", Role::Related),
        SyncKind::Confirmed => ('✓', "confirmed", Role::Holds),
        SyncKind::StillHolds => ('≈', "still holds", Role::Related),
        SyncKind::Skipped => ('·', "skipped", Role::Muted),
        SyncKind::Note => ('·', "", Role::Muted),
    };
    Line::from(fit_spans(
        vec![
            span(format!("{sign} {word:<12}"), t.style(role)),
            span(one_line(&l.text), t.style(Role::Text)),
            span(format!("  {}", one_line(&l.detail)), t.style(Role::Muted)),
        ],
        cols,
    ))
}

/// A phase of a sync with its bar.
pub fn phase(p: &Progress, t: &Theme, cols: usize) -> Line<'static> {
    let room = 20usize;
    let (filled, count) = if p.total > 0 {
        let done = p.done.min(p.total);
        (
            (done as usize * room) / p.total as usize,
            format!("{} of {}", p.done, p.total),
        )
    } else {
        (
            0,
            if p.done > 0 {
                p.done.to_string()
            } else {
                String::new()
            },
        )
    };
    let done = p.total > 0 && p.done >= p.total;
    let state = if done { "done".to_owned() } else { count };
    Line::from(fit_spans(
        vec![
            span(
                format!("{} ", text::pad(&one_line(&p.phase), 11)),
                t.style(Role::Strong),
            ),
            span("█".repeat(filled), t.style(Role::Bar)),
            span("░".repeat(room - filled), t.style(Role::Faint)),
            span(format!("  {state:<14}"), t.style(Role::Muted)),
            span(one_line(&p.note), t.style(Role::Text)),
        ],
        cols,
    ))
}

/// Draws the pane.
pub fn draw(m: &Model, inner: Rect, buf: &mut Buffer) {
    if count(m) == 0 {
        let lines = wrapped(
            "No sync in this session, and no message. s brings the graph up to date.",
            1,
            m.theme.style(Role::Muted),
            usize::from(inner.width),
        );
        draw_lines(buf, inner, &lines, 0);
        return;
    }
    super::draw_list(m, Pane::Activity, inner, buf, |i, cols| {
        if let Some(l) = sync_lines(m).get(i) {
            return vec![sync_line(l, &m.theme, cols)];
        }
        note_at(m, i)
            .and_then(|n| m.notes.get(n))
            .map(|n| vec![note(n, &m.theme)])
            .unwrap_or_default()
    });
}
