//! The last line: what was said, the input, or the keys that matter here.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::model::CorrectionKind;
use crate::tui::keys::{Action, show_keys};
use crate::tui::model::{Model, Pane};
use crate::tui::overlay::{Input, Overlay, Purpose};
use crate::tui::text;
use crate::tui::theme::Role;

/// The actions that the status line offers in a pane, the most useful first.
pub fn offers(m: &Model) -> Vec<Action> {
    use Action as A;
    let mut out = match m.focus {
        Pane::Findings | Pane::Card => vec![
            A::Ack,
            A::Wrong,
            A::Override,
            A::Undo,
            A::NextFinding,
            A::Jump,
            A::Path,
            A::Cypher,
            A::OpenUrl,
            A::Copy,
        ],
        Pane::Diff if m.diff.search.is_some() => vec![A::NextMatch, A::PrevMatch, A::Back],
        Pane::Diff => vec![
            A::NextHunk,
            A::NextFinding,
            A::Viewed,
            A::SideBySide,
            A::Wrap,
            A::Context,
            A::Search,
            A::Edit,
            A::Ack,
        ],
        Pane::Files => vec![A::Jump, A::Viewed, A::Search, A::NextFile],
        Pane::Path => vec![A::Jump, A::Copy, A::Maximise, A::Diff],
        Pane::Cypher => vec![A::Jump, A::Copy, A::Maximise],
        Pane::Log => vec![A::Jump, A::Search, A::Told, A::Copy, A::Maximise],
        Pane::People | Pane::Since | Pane::Activity => vec![A::Jump, A::Copy, A::Maximise],
    };
    if m.finding().is_none() {
        out.retain(|a| {
            !matches!(
                a,
                A::Ack | A::Wrong | A::Override | A::Undo | A::NextFinding
            )
        });
    }
    if m.in_past() {
        out.insert(0, A::Base);
    }
    out.extend([A::Travel, A::Sync]);
    out.dedup();
    out
}

/// Draws the line.
pub fn draw(m: &Model, area: Rect, buf: &mut Buffer) {
    if let Some(Overlay::Input(input)) = m.overlays.last() {
        draw_input(m, input, area, buf);
        return;
    }
    if let Some((words, error)) = &m.toast {
        let role = if *error { Role::Error } else { Role::Good };
        let sign = if *error { "✗" } else { "✓" };
        let words = format!(" {sign} {words}");
        buf.set_stringn(
            area.x,
            area.y,
            text::fit(&words, usize::from(area.width)),
            usize::from(area.width),
            m.theme.style(role),
        );
        return;
    }
    let mut x = area.x + 1;
    if !m.pending.is_empty() {
        let words = format!("{}…", show_keys(&m.pending));
        buf.set_string(x, area.y, words, m.theme.style(Role::Key));
        return;
    }
    // Help and quit stand at the right end, whatever else there is room for.
    let last = [Action::Help, Action::Quit];
    let tail: u16 = last.iter().map(|a| need(m, *a)).sum();
    for action in offers(m) {
        let need = need(m, action);
        if need == 0 {
            continue;
        }
        if x + need + tail > area.right() {
            break;
        }
        x = hint(m, action, x, area.y, buf);
    }
    let mut x = area.right().saturating_sub(tail).max(x);
    for action in last {
        if x + need(m, action) <= area.right() {
            x = hint(m, action, x, area.y, buf);
        }
    }
}

fn need(m: &Model, action: Action) -> u16 {
    let spec = action.spec();
    match m.keymap.key_of(action) {
        Some(key) if !spec.hint.is_empty() => {
            (text::width(&key) + text::width(spec.hint) + 3) as u16
        }
        _ => 0,
    }
}

fn hint(m: &Model, action: Action, x: u16, y: u16, buf: &mut Buffer) -> u16 {
    let Some(key) = m.keymap.key_of(action) else {
        return x;
    };
    let words = action.spec().hint;
    buf.set_string(x, y, &key, m.theme.style(Role::Key));
    let x = x + text::width(&key) as u16 + 1;
    buf.set_string(x, y, words, m.theme.style(Role::Muted));
    x + text::width(words) as u16 + 2
}

fn prompt(input: &Input) -> &'static str {
    match &input.purpose {
        Purpose::Reason(CorrectionKind::Ack, _) => "why it is accepted (may be empty): ",
        Purpose::Reason(CorrectionKind::Override, _) => "what is decided instead, and why: ",
        Purpose::Reason(..) => "why it is wrong: ",
        Purpose::Search => "/",
        Purpose::FilterFiles => "files: ",
        Purpose::FilterLog => "log: ",
        Purpose::TravelTo => "date or commit: ",
    }
}

fn draw_input(m: &Model, input: &Input, area: Rect, buf: &mut Buffer) {
    let t = &m.theme;
    let head = prompt(input);
    buf.set_stringn(
        area.x + 1,
        area.y,
        head,
        usize::from(area.width.saturating_sub(1)),
        t.style(Role::Key),
    );
    let x = area.x + 1 + text::width(head) as u16;
    let tail = match (&input.purpose, &m.diff.search) {
        (Purpose::Search, Some(s)) => format!(
            "{} of {} ",
            if s.hits.is_empty() { 0 } else { s.at + 1 },
            s.hits.len()
        ),
        _ => String::new(),
    };
    let room = usize::from(area.right().saturating_sub(x)).saturating_sub(text::width(&tail) + 2);
    let shown = text::fit_end(&text::clean(&input.text), room);
    buf.set_string(x, area.y, &shown, t.style(Role::Strong));
    let cursor = x + text::width(&shown) as u16;
    if cursor < area.right() {
        buf.set_string(cursor, area.y, "█", t.style(Role::Accent));
    }
    if !tail.is_empty() {
        let x = area.right().saturating_sub(text::width(&tail) as u16);
        buf.set_string(x, area.y, tail, t.style(Role::Muted));
    }
}
