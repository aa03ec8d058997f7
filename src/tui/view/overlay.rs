//! The layers over the panes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Clear, Widget};

use crate::model::DecisionKey;
use crate::tui::backend::BackendError;
use crate::tui::keys::{Context, SPECS};
use crate::tui::model::Model;
use crate::tui::overlay::{Overlay, SyncState, TextKind, WRONG_REASONS};
use crate::tui::pane;
use crate::tui::text::{self, one_line};
use crate::tui::theme::Role;
use crate::tui::widget::spans::{draw as draw_lines, span, wrapped};

/// Draws all layers, the top one last.
pub fn draw(m: &Model, area: Rect, buf: &mut Buffer) {
    for overlay in &m.overlays {
        match overlay {
            Overlay::Text(kind, top) => full_text(m, kind, *top, area, buf),
            Overlay::Sync => sync(m, area, buf),
            Overlay::WrongMenu(_, at) => wrong(m, *at, area, buf),
            Overlay::Confirm(c) => {
                let (badge, _) = super::header::badge(m);
                let lines = [
                    "You are looking at the record of another time:".to_owned(),
                    badge,
                    format!("Record this {} all the same?", c.kind.word()),
                    "y yes   n no".to_owned(),
                ];
                dialog(m, " In the past ", &lines, area, buf);
            }
            Overlay::Input(_) | Overlay::Travel => {}
        }
    }
}

/// The title and lines of a full-screen text at a width.
pub fn text_lines(m: &Model, kind: &TextKind, cols: usize) -> (String, Vec<Line<'static>>) {
    match kind {
        TextKind::Help => ("Keys".into(), help(m, cols)),
        TextKind::Statement(i) => match m.data.queries.get(*i) {
            Some(q) => (
                format!("Cypher · {}", one_line(&q.name)),
                pane::cypher::statement(m, q, cols),
            ),
            None => ("Cypher".into(), Vec::new()),
        },
        TextKind::Decision(key) => match m.data.log.iter().find(|d| d.key == *key) {
            Some(d) => {
                let mut lines = pane::log::decision(d, &m.theme, cols);
                lines.extend(story(m, key, cols));
                (one_line(d.id.as_str()), lines)
            }
            None => (
                "Decision".into(),
                wrapped(
                    "This decision is not in the log as of this commit.",
                    1,
                    m.theme.style(Role::Muted),
                    cols,
                ),
            ),
        },
        TextKind::Told => {
            let commit = m.data.as_of.as_ref().map_or("", |a| a.commit.short());
            let lines = match &m.data.told {
                Some(Some(Ok(list))) => pane::story::told(list, &m.theme, cols),
                Some(Some(Err(e))) => failed(m, e, cols),
                _ => reading(m, "What agents were told is being read…", cols),
            };
            (
                format!("What agents were told as of {}", one_line(commit)),
                lines,
            )
        }
        TextKind::Message(i) => match m.notes.get(*i) {
            Some(n) => {
                let role = if n.error { Role::Error } else { Role::Text };
                let mut lines = wrapped(&n.text, 1, m.theme.style(role), cols);
                for more in &n.more {
                    lines.extend(wrapped(
                        &format!("→ {more}"),
                        1,
                        m.theme.style(Role::Text),
                        cols,
                    ));
                }
                ("Message".into(), lines)
            }
            None => ("Message".into(), Vec::new()),
        },
    }
}

/// What a decision holds beside its text, as far as it is known.
fn story(m: &Model, key: &DecisionKey, cols: usize) -> Vec<Line<'static>> {
    match m.data.stories.get(key) {
        Some(Some(Ok(story))) => pane::story::lines(story, &m.theme, cols),
        Some(Some(Err(e))) => failed(m, e, cols),
        Some(None) => reading(m, "Its facts and revisions are being read…", cols),
        None => Vec::new(),
    }
}

fn reading(m: &Model, words: &str, cols: usize) -> Vec<Line<'static>> {
    let mut out = vec![Line::default()];
    out.extend(wrapped(words, 1, m.theme.style(Role::Muted), cols));
    out
}

fn failed(m: &Model, e: &BackendError, cols: usize) -> Vec<Line<'static>> {
    let mut out = vec![Line::default()];
    out.extend(wrapped(
        &one_line(&e.message),
        1,
        m.theme.style(Role::Error),
        cols,
    ));
    for hint in &e.hints {
        let text = format!("→ {}", one_line(hint));
        out.extend(wrapped(&text, 1, m.theme.style(Role::Text), cols));
    }
    out
}

fn full_text(m: &Model, kind: &TextKind, top: usize, area: Rect, buf: &mut Buffer) {
    Clear.render(area, buf);
    let t = &m.theme;
    buf.set_style(area, t.style(Role::Text));
    let cols = usize::from(area.width);
    let (title, lines) = text_lines(m, kind, cols.saturating_sub(1));
    let frame = t.style(if m.in_past() {
        Role::Past
    } else {
        Role::BorderFocus
    });
    buf.set_string(area.x, area.y, "━".repeat(cols), frame);
    buf.set_stringn(
        area.x + 1,
        area.y,
        text::fit(&format!(" {title} "), cols.saturating_sub(2)),
        cols,
        t.style(Role::TitleFocus),
    );
    let body = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(2),
        ..area
    };
    draw_lines(buf, body, &lines, top);
    let last = (top + usize::from(body.height)).min(lines.len());
    let words = format!(" {last}/{} lines   j k scroll   Esc close", lines.len());
    buf.set_stringn(area.x, area.bottom() - 1, words, cols, t.style(Role::Muted));
}

fn help(m: &Model, cols: usize) -> Vec<Line<'static>> {
    let t = &m.theme;
    let mut out = Vec::new();
    let mut context: Option<Context> = None;
    for spec in SPECS {
        if context != Some(spec.context) {
            if context.is_some() {
                out.push(Line::default());
            }
            let heading = match spec.context {
                Context::Global => "Everywhere",
                Context::Search => "In the diff, while a search is on",
                Context::Diff => "In the diff",
                Context::Travel => "While travelling",
            };
            out.push(Line::from(span(
                format!(" {heading}"),
                t.style(Role::Strong),
            )));
            context = Some(spec.context);
        }
        let keys = m.keymap.keys_of(spec.action).join(" ");
        out.extend(crate::tui::widget::spans::labelled(
            span(format!("  {keys}"), t.style(Role::Key)),
            14,
            spec.help,
            t.style(Role::Text),
            cols,
        ));
    }
    out.push(Line::default());
    out.extend(wrapped(
        "The wheel scrolls the pane under the pointer, a click selects. Hold Shift to select text with the terminal's own selection.",
        1,
        t.style(Role::Muted),
        cols,
    ));
    out
}

/// A small box in the middle.
fn dialog(m: &Model, title: &str, lines: &[String], area: Rect, buf: &mut Buffer) {
    let t = &m.theme;
    let width = lines
        .iter()
        .map(|l| text::width(l))
        .max()
        .unwrap_or(0)
        .max(text::width(title))
        + 4;
    let width = (width as u16).min(area.width);
    let height = (lines.len() as u16 + 2).min(area.height);
    let r = Rect::new(
        area.x + (area.width - width) / 2,
        area.y + (area.height - height) / 2,
        width,
        height,
    );
    box_of(m, title, r, buf);
    for (y, line) in (r.y + 1..r.bottom().saturating_sub(1)).zip(lines) {
        buf.set_stringn(
            r.x + 2,
            y,
            text::fit(line, usize::from(width.saturating_sub(4))),
            usize::from(width.saturating_sub(4)),
            t.style(Role::Text),
        );
    }
}

fn box_of(m: &Model, title: &str, r: Rect, buf: &mut Buffer) {
    // A column of space at both sides, so that no cut word leans on the box.
    let around = Rect::new(r.x.saturating_sub(1), r.y, r.width + 2, r.height);
    Clear.render(around.intersection(buf.area), buf);
    let t = &m.theme;
    buf.set_style(r, t.style(Role::Text));
    let role = if m.in_past() {
        Role::Past
    } else {
        Role::BorderFocus
    };
    ratatui::widgets::Block::bordered()
        .border_type(ratatui::widgets::BorderType::Thick)
        .border_style(t.style(role))
        .title(span(title.to_owned(), t.style(Role::TitleFocus)))
        .render(r, buf);
}

fn wrong(m: &Model, at: usize, area: Rect, buf: &mut Buffer) {
    let t = &m.theme;
    let title = " Why is it wrong? ";
    let width = 34.min(area.width);
    let height = (WRONG_REASONS.len() as u16 + 2).min(area.height);
    let r = Rect::new(
        area.x + (area.width - width) / 2,
        area.y + (area.height - height) / 2,
        width,
        height,
    );
    box_of(m, title, r, buf);
    for (i, (y, reason)) in (r.y + 1..r.bottom().saturating_sub(1))
        .zip(WRONG_REASONS)
        .enumerate()
    {
        let style = if i == at {
            t.style(Role::Selection)
        } else {
            Style::new()
        };
        let row = Rect::new(r.x + 1, y, width.saturating_sub(2), 1);
        buf.set_style(row, style);
        buf.set_string(
            r.x + 2,
            y,
            format!("{}", i + 1),
            t.style(Role::Key).patch(style),
        );
        buf.set_stringn(
            r.x + 4,
            y,
            reason,
            usize::from(width.saturating_sub(6)),
            t.style(Role::Text).patch(style),
        );
    }
}

fn sync(m: &Model, area: Rect, buf: &mut Buffer) {
    let t = &m.theme;
    let empty = SyncState::default();
    let s = m.sync.as_ref().unwrap_or(&empty);
    let width = area.width.saturating_sub(4).min(110);
    let cols = usize::from(width.saturating_sub(4));
    let mut lines: Vec<Line<'static>> = s
        .phases
        .iter()
        .map(|p| pane::activity::phase(p, t, cols))
        .collect();
    if lines.is_empty() && s.running {
        lines.push(Line::from(span("starting…", t.style(Role::Muted))));
    }
    if !s.lines.is_empty() {
        lines.push(Line::default());
        lines.extend(
            s.lines
                .iter()
                .map(|l| pane::activity::sync_line(l, t, cols)),
        );
    }
    if let Some(error) = &s.error {
        lines.push(Line::default());
        lines.extend(wrapped(error, 0, t.style(Role::Error), cols));
    }
    lines.push(Line::default());
    let words = match (s.running, s.stopping) {
        (true, false) => "Esc stop (what is done stays)",
        (true, true) => "stopping…",
        (false, _) if s.lines.is_empty() && s.error.is_none() => "Nothing is new.   Esc close",
        (false, _) => "Esc close",
    };
    lines.push(Line::from(span(words, t.style(Role::Muted))));
    let height = (lines.len() as u16 + 2).min(area.height.saturating_sub(2));
    let r = Rect::new(
        area.x + (area.width - width) / 2,
        area.y + (area.height - height) / 3,
        width,
        height,
    );
    box_of(m, " Sync ", r, buf);
    let inner = Rect::new(
        r.x + 2,
        r.y + 1,
        r.width.saturating_sub(4),
        r.height.saturating_sub(2),
    );
    // The last lines say what to do, so a box that is too low shows the end.
    let skip = lines.len().saturating_sub(usize::from(inner.height));
    draw_lines(buf, inner, &lines, skip);
}
