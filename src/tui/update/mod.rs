//! `update`: the only place that changes the model. It never blocks and touches neither terminal,
//! clock, disk nor environment: those come in as messages and go out as commands.

mod act;
mod correct;
mod diff;
mod input;
mod load;
mod moves;
mod out;
mod settle;
mod travel;

use super::keys::{Context, Found, Key};
use super::model::{Model, Pane};
use super::msg::{Cmd, Msg};
use super::overlay::Overlay;

pub use load::start;
pub use settle::settle;

/// Takes one message in and says what is to be done.
pub fn update(m: &mut Model, msg: Msg) -> Vec<Cmd> {
    m.dirty = true;
    m.touched |= matches!(msg, Msg::Key(_) | Msg::Click(..) | Msg::Wheel(..));
    let mut cmds = match msg {
        Msg::Key(key) => on_key(m, key),
        Msg::Paste(text) => {
            input::paste(m, &text);
            Vec::new()
        }
        Msg::Click(x, y) => click(m, x, y),
        Msg::Wheel(x, y, lines) => {
            wheel(m, x, y, lines);
            Vec::new()
        }
        Msg::Resize(w, h) => {
            m.size = (w, h);
            Vec::new()
        }
        Msg::Tick => {
            m.spinner = m.spinner.wrapping_add(1);
            Vec::new()
        }
        Msg::Note { text, error } => {
            m.say(text, error);
            Vec::new()
        }
        other => load::on_result(m, other),
    };
    settle(m, &mut cmds);
    cmds
}

fn on_key(m: &mut Model, key: Key) -> Vec<Cmd> {
    m.toast = None;
    match m.overlays.last() {
        Some(Overlay::Travel) => {}
        Some(_) => return input::on_key(m, key),
        None => {}
    }
    let travelling = matches!(m.overlays.last(), Some(Overlay::Travel));
    let mut contexts = Vec::new();
    if travelling {
        contexts.push(Context::Travel);
    } else {
        if m.focus == Pane::Diff {
            if m.diff.search.is_some() {
                contexts.push(Context::Search);
            }
            contexts.push(Context::Diff);
        }
        contexts.push(Context::Global);
    }
    m.pending.push(key);
    let pending = m.pending.clone();
    match m.keymap.find(&contexts, &pending) {
        Found::Action(action) => {
            m.pending.clear();
            act::act(m, action)
        }
        Found::Prefix => Vec::new(),
        Found::Nothing => {
            m.pending.clear();
            // A key that broke a run may mean something on its own.
            if pending.len() > 1 {
                return on_key(m, key);
            }
            Vec::new()
        }
    }
}

fn click(m: &mut Model, x: u16, y: u16) -> Vec<Cmd> {
    if !m.overlays.is_empty() {
        return Vec::new();
    }
    let l = super::layout::layout(m);
    if let Some(tabs) = l.tabs
        && y == tabs.y
    {
        if let Some(pane) = super::view::tab_at(m, tabs, x) {
            act::focus(m, pane);
        }
        return Vec::new();
    }
    let Some((pane, _)) = l.at(x, y) else {
        return Vec::new();
    };
    act::focus(m, pane);
    let Some(inner) = l.inner(pane) else {
        return Vec::new();
    };
    if y < inner.y {
        return Vec::new();
    }
    let line = usize::from(y - inner.y);
    if pane == Pane::Diff {
        let row = m.diff.rows.at(m.diff.top + line);
        diff::move_to(m, row);
    } else if let Some((count, height)) = super::pane::list_shape(m, pane) {
        let area = super::pane::list_area(m, pane, inner);
        let item = (m.list(pane).top + line) / height.max(1);
        if item < count && y < area.bottom() {
            moves::select(m, pane, item);
        }
    }
    Vec::new()
}

fn wheel(m: &mut Model, x: u16, y: u16, lines: i32) {
    if !m.overlays.is_empty() {
        input::scroll(m, lines as isize);
        return;
    }
    let l = super::layout::layout(m);
    let Some((pane, _)) = l.at(x, y) else {
        return;
    };
    match pane {
        Pane::Diff => diff::scroll(m, lines as isize),
        Pane::Card => {
            let s = m.list_mut(Pane::Card);
            s.top = s.top.saturating_add_signed(lines as isize);
        }
        _ => {
            if super::pane::list_shape(m, pane).is_some() {
                let at = m.list(pane).selected;
                moves::select(m, pane, at.saturating_add_signed(lines.signum() as isize));
            }
        }
    }
}
