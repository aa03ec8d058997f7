//! Keys of the layers over the panes.

use crossterm::event::{KeyCode, KeyModifiers};

use super::{correct, diff, travel};
use crate::model::CorrectionKind;
use crate::tui::keys::{Action, Context, Found, Key};
use crate::tui::model::Model;
use crate::tui::msg::Cmd;
use crate::tui::overlay::{Input, Overlay, Purpose, TextKind, WRONG_REASONS};

/// Longest input, in bytes.
const INPUT_MAX: usize = 4_000;

/// Gives a key to the top layer.
pub fn on_key(m: &mut Model, key: Key) -> Vec<Cmd> {
    let ctrl = key.mods.contains(KeyModifiers::CONTROL);
    if ctrl && matches!(key.code, KeyCode::Char('c' | 'z')) {
        let quit = key.code == KeyCode::Char('c');
        return vec![if quit { Cmd::Quit } else { Cmd::Suspend }];
    }
    match m.overlays.pop() {
        Some(Overlay::Input(input)) => on_input(m, input, key),
        Some(Overlay::Text(kind, top)) => {
            on_text(m, kind, top, key);
            Vec::new()
        }
        Some(Overlay::WrongMenu(decision, at)) => {
            let chosen = match key.code {
                KeyCode::Esc => return Vec::new(),
                KeyCode::Char(c @ '1'..='5') => Some(c as usize - '1' as usize),
                KeyCode::Enter => Some(at),
                KeyCode::Char('j') | KeyCode::Down => {
                    let at = (at + 1) % WRONG_REASONS.len();
                    m.overlays.push(Overlay::WrongMenu(decision, at));
                    return Vec::new();
                }
                KeyCode::Char('k') | KeyCode::Up => {
                    let at = (at + WRONG_REASONS.len() - 1) % WRONG_REASONS.len();
                    m.overlays.push(Overlay::WrongMenu(decision, at));
                    return Vec::new();
                }
                _ => None,
            };
            match chosen {
                Some(i) if i + 1 == WRONG_REASONS.len() => {
                    let purpose = Purpose::Reason(CorrectionKind::Wrong, decision);
                    m.overlays
                        .push(Overlay::Input(Input::new(purpose, String::new())));
                    Vec::new()
                }
                Some(i) => correct::submit(m, CorrectionKind::Wrong, &decision, WRONG_REASONS[i]),
                None => {
                    m.overlays.push(Overlay::WrongMenu(decision, at));
                    Vec::new()
                }
            }
        }
        Some(Overlay::Confirm(correction)) => match key.code {
            KeyCode::Char('y' | 'Y') => vec![Cmd::Correct(*correction)],
            KeyCode::Char('n' | 'N') | KeyCode::Esc => {
                m.say("Nothing was recorded.", false);
                Vec::new()
            }
            _ => {
                m.overlays.push(Overlay::Confirm(correction));
                Vec::new()
            }
        },
        Some(Overlay::Sync) => {
            let close = matches!(key.code, KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q'));
            let running = m.sync.as_ref().is_some_and(|s| s.running);
            if !close {
                m.overlays.push(Overlay::Sync);
                return Vec::new();
            }
            if running {
                m.overlays.push(Overlay::Sync);
                if let Some(s) = m.sync.as_mut().filter(|s| !s.stopping) {
                    s.stopping = true;
                    return vec![Cmd::CancelSync];
                }
            }
            Vec::new()
        }
        other => {
            m.overlays.extend(other);
            Vec::new()
        }
    }
}

/// Puts pasted text into the input on top; anywhere else it is nothing.
pub fn paste(m: &mut Model, text: &str) {
    if let Some(Overlay::Input(input)) = m.overlays.last_mut() {
        let line = text.lines().next().unwrap_or("");
        let room = INPUT_MAX.saturating_sub(input.text.len());
        let end = line.floor_char_boundary(room);
        input.text.push_str(&line[..end]);
        let input = input.clone();
        live(m, &input);
    }
}

fn on_input(m: &mut Model, mut input: Input, key: Key) -> Vec<Cmd> {
    match key.code {
        KeyCode::Esc => {
            input.text.clone_from(&input.before);
            if input.purpose == Purpose::Search {
                m.diff.search = None;
            } else {
                live(m, &input);
            }
            return Vec::new();
        }
        KeyCode::Enter => return done(m, input),
        KeyCode::Backspace => {
            let mut graphemes: Vec<&str> =
                unicode_segmentation::UnicodeSegmentation::graphemes(input.text.as_str(), true)
                    .collect();
            graphemes.pop();
            input.text = graphemes.concat();
        }
        KeyCode::Char('u') if key.mods.contains(KeyModifiers::CONTROL) => input.text.clear(),
        KeyCode::Char('w') if key.mods.contains(KeyModifiers::CONTROL) => {
            let cut = input.text.trim_end().rfind(' ').map_or(0, |i| i + 1);
            input.text.truncate(cut);
        }
        _ => {
            if let Some(c) = key.typed().filter(|_| input.text.len() < INPUT_MAX) {
                input.text.push(c);
            }
        }
    }
    live(m, &input);
    m.overlays.push(Overlay::Input(input));
    Vec::new()
}

/// What follows the typing at once.
fn live(m: &mut Model, input: &Input) {
    match input.purpose {
        Purpose::Search => diff::search(m, &input.text),
        Purpose::FilterFiles => {
            m.files.filter.clone_from(&input.text);
            let doc = std::sync::Arc::clone(&m.data.doc);
            m.files.rebuild(&doc);
        }
        Purpose::FilterLog => m.log_filter.clone_from(&input.text),
        Purpose::Reason(..) | Purpose::TravelTo => {}
    }
}

fn done(m: &mut Model, input: Input) -> Vec<Cmd> {
    match input.purpose {
        Purpose::Reason(kind, decision) => correct::submit(m, kind, &decision, &input.text),
        Purpose::TravelTo => {
            let rev = input.text.trim().to_owned();
            if rev.is_empty() {
                return Vec::new();
            }
            travel::go(m, rev)
        }
        Purpose::Search => {
            if m.diff.search.as_ref().is_some_and(|s| s.hits.is_empty()) {
                m.diff.search = None;
                m.say(format!("No line holds “{}”.", input.text), true);
            }
            Vec::new()
        }
        Purpose::FilterFiles | Purpose::FilterLog => Vec::new(),
    }
}

fn on_text(m: &mut Model, kind: TextKind, top: usize, key: Key) {
    let view = usize::from(m.size.1.saturating_sub(2)).max(1);
    let cols = usize::from(m.size.0).saturating_sub(1);
    let (_, lines) = crate::tui::view::text_lines(m, &kind, cols);
    let most = lines.len().saturating_sub(view);
    m.pending.push(key);
    let pending = m.pending.clone();
    let found = m.keymap.find(&[Context::Global], &pending);
    if found != Found::Prefix {
        m.pending.clear();
    }
    let top = match found {
        Found::Action(Action::Down) => top + 1,
        Found::Action(Action::Up) => top.saturating_sub(1),
        Found::Action(Action::HalfDown) => top + view / 2,
        Found::Action(Action::HalfUp) => top.saturating_sub(view / 2),
        Found::Action(Action::PageDown) => top + view,
        Found::Action(Action::PageUp) => top.saturating_sub(view),
        Found::Action(Action::Top) => 0,
        Found::Action(Action::Bottom) => most,
        Found::Action(Action::Back | Action::Quit | Action::Help | Action::Jump) => return,
        _ => top,
    };
    m.overlays.push(Overlay::Text(kind, top.min(most)));
}

/// Scrolls the text on top by lines.
pub fn scroll(m: &mut Model, lines: isize) {
    let cols = usize::from(m.size.0).saturating_sub(1);
    let view = usize::from(m.size.1.saturating_sub(2)).max(1);
    if let Some(Overlay::Text(kind, top)) = m.overlays.last().cloned() {
        let (_, text) = crate::tui::view::text_lines(m, &kind, cols);
        let most = text.len().saturating_sub(view);
        let top = top.saturating_add_signed(lines).min(most);
        m.overlays.pop();
        m.overlays.push(Overlay::Text(kind, top));
    }
}
