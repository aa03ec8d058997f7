//! The timeline: the events of the record on a line, where one stands, and where the base is.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::tui::backend::TimelineEvent;
use crate::tui::keys::Action;
use crate::tui::model::Model;
use crate::tui::text::{self, one_line};
use crate::tui::theme::Role;

/// Draws the band.
pub fn draw(m: &Model, area: Rect, buf: &mut Buffer) {
    let t = &m.theme;
    let past = t.style(Role::Past);
    let muted = t.style(Role::Muted);
    let width = usize::from(area.width);
    let rows = area.height;
    // The labels of the events stand in a row of their own, where there is one.
    let labelled = u16::from(rows >= 6);
    let line = |n: u16| area.y + n + if n > 0 { labelled } else { 0 };
    let Some(events) = &m.travel.events else {
        buf.set_string(
            area.x + 1,
            area.y,
            "Reading the events of the record…",
            muted,
        );
        return;
    };
    if events.is_empty() {
        buf.set_stringn(
            area.x + 1,
            area.y,
            "The record has no events to travel to. / takes a date or a commit.",
            width.saturating_sub(1),
            muted,
        );
        hints(m, area, rows, buf);
        return;
    }
    let at = m.travel.at.min(events.len() - 1);
    let here = &events[at];

    // The axis: events at even steps, so that a busy week and a quiet year can both be walked.
    let axis_cols = width.saturating_sub(4).max(1);
    let column = |i: usize| {
        if events.len() == 1 {
            axis_cols / 2
        } else {
            i * (axis_cols - 1) / (events.len() - 1)
        }
    };
    let mut axis: Vec<char> = vec!['─'; axis_cols];
    for i in 0..events.len() {
        axis[column(i)] = '┼';
    }
    let base = m.home.as_ref().and_then(|h| h.time);
    if rows >= 4 {
        let words = format!(
            " {}  {}  {}",
            text::day(here.time),
            one_line(here.commit.short()),
            one_line(&here.label)
        );
        buf.set_stringn(
            area.x,
            line(0),
            text::fit(&words, width),
            width,
            t.style(Role::Strong),
        );
    }
    if labelled > 0 {
        labels(m, events, at, area, &column, buf);
    }
    buf.set_string(area.x + 1, line(1), "├", past);
    let body: String = axis.iter().collect();
    buf.set_string(area.x + 2, line(1), body, past);
    buf.set_string(area.x + 2 + axis_cols as u16, line(1), "┤", past);
    for (i, e) in events.iter().enumerate() {
        let x = area.x + 2 + column(i) as u16;
        let (sign, role) = if i == at {
            ("◆", Role::Accent)
        } else {
            ("●", Role::Past)
        };
        if i == at || base.is_none_or(|b| e.time <= b) {
            buf.set_string(x, line(1), sign, t.style(role));
        } else {
            buf.set_string(x, line(1), "○", muted);
        }
    }
    let x = area.x + 2 + column(at) as u16;
    let words = "▲ here";
    let x_here = x.min(area.right().saturating_sub(words.len() as u16));
    buf.set_string(x_here, line(2), words, t.style(Role::Accent));
    if let Some(b) = base {
        // The base stands after the last event that it knows.
        let last = events.iter().rposition(|e| e.time <= b);
        if let Some(last) = last {
            let x = area.x + 2 + column(last) as u16;
            let words = "base ▌";
            let x = x.saturating_sub(5).max(area.x);
            let clash = x < x_here + 7 && x_here < x + 7;
            if !clash {
                buf.set_string(x, line(2), words, past);
            }
        }
    }
    if rows >= 5 {
        let words = match base {
            Some(b) if here.time < b => format!(
                " {} of {} events · {} before the base",
                at + 1,
                events.len(),
                text::span(b - here.time)
            ),
            Some(b) if here.time > b => format!(
                " {} of {} events · {} after the base: the change did not know it",
                at + 1,
                events.len(),
                text::span(here.time - b)
            ),
            _ => format!(" {} of {} events", at + 1, events.len()),
        };
        buf.set_stringn(area.x, line(3), text::fit(&words, width), width, muted);
    }
    hints(m, area, rows, buf);
}

/// Writes what happened above each event, as far as there is room: the selected one first.
fn labels(
    m: &Model,
    events: &[TimelineEvent],
    at: usize,
    area: Rect,
    column: &dyn Fn(usize) -> usize,
    buf: &mut Buffer,
) {
    let mut taken = vec![false; usize::from(area.width)];
    for i in std::iter::once(at).chain((0..events.len()).filter(|i| *i != at)) {
        let words = text::fit(&one_line(&events[i].label), 24);
        let width = text::width(&words);
        let from = (2 + column(i)).min(taken.len().saturating_sub(width));
        let room = from.saturating_sub(1)..(from + width + 1).min(taken.len());
        if taken[room.clone()].iter().any(|t| *t) {
            continue;
        }
        taken[room].fill(true);
        let role = if i == at { Role::Accent } else { Role::Muted };
        buf.set_string(area.x + from as u16, area.y + 1, words, m.theme.style(role));
    }
}

fn hints(m: &Model, area: Rect, rows: u16, buf: &mut Buffer) {
    let mut x = area.x + 1;
    let y = area.y + rows.saturating_sub(1);
    for action in [
        Action::TravelPrev,
        Action::TravelNext,
        Action::TravelTo,
        Action::TravelGo,
        Action::TravelBase,
    ] {
        let Some(key) = m.keymap.key_of(action) else {
            continue;
        };
        let hint = action.spec().hint;
        let need = (text::width(&key) + text::width(hint) + 3) as u16;
        if x + need > area.right() {
            break;
        }
        buf.set_string(x, y, &key, m.theme.style(Role::Key));
        x += text::width(&key) as u16 + 1;
        buf.set_string(x, y, hint, m.theme.style(Role::Muted));
        x += text::width(hint) as u16 + 2;
    }
}
