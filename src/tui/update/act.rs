//! What each action does.

use super::load::{reload, review_again};
use super::{correct, diff, moves, travel};
use crate::model::{CorrectionKind, DecisionKey};
use crate::tui::backend::{AsOfRequest, Viewed};
use crate::tui::files::FileRow;
use crate::tui::keys::Action;
use crate::tui::layout::{Form, layout};
use crate::tui::model::{Load, Model, Pane};
use crate::tui::msg::Cmd;
use crate::tui::overlay::{Input, Overlay, Purpose, SyncState, TextKind};
use crate::tui::pane;
use crate::tui::rows::Row;

/// Does what an action says.
pub fn act(m: &mut Model, action: Action) -> Vec<Cmd> {
    use Action as A;
    match action {
        A::Ack => correct::begin(m, CorrectionKind::Ack),
        A::Wrong => correct::begin(m, CorrectionKind::Wrong),
        A::Override => correct::begin(m, CorrectionKind::Override),
        A::Undo => return correct::undo(m),
        A::NextFinding => moves::next_finding(m, 1),
        A::PrevFinding => moves::next_finding(m, -1),
        A::Nearest => nearest(m),
        A::NextHunk => diff::hunk(m, true),
        A::PrevHunk => diff::hunk(m, false),
        A::NextFile => diff::file(m, true),
        A::PrevFile => diff::file(m, false),
        A::Jump => return jump(m),
        A::Down => moves::step(m, 1),
        A::Up => moves::step(m, -1),
        A::Left => moves::sideways(m, false),
        A::Right => moves::sideways(m, true),
        A::HalfDown => moves::page(m, true, true),
        A::HalfUp => moves::page(m, true, false),
        A::PageDown => moves::page(m, false, true),
        A::PageUp => moves::page(m, false, false),
        A::Top => moves::end(m, false),
        A::Bottom => moves::end(m, true),
        A::Findings => focus(m, Pane::Findings),
        A::Files => focus(m, Pane::Files),
        A::Diff => focus(m, Pane::Diff),
        A::Card => focus(m, Pane::Card),
        A::Path => focus(m, Pane::Path),
        A::Cypher => focus(m, Pane::Cypher),
        A::Log => focus(m, Pane::Log),
        A::Told => return told(m),
        A::People => focus(m, Pane::People),
        A::Since => focus(m, Pane::Since),
        A::Activity => focus(m, Pane::Activity),
        A::NextPane => moves::next_pane(m, true),
        A::PrevPane => moves::next_pane(m, false),
        A::Maximise => m.maximised = !m.maximised,
        A::Search => search(m),
        A::FilterFiles => {
            focus(m, Pane::Files);
            search(m);
        }
        A::SideBySide => {
            m.diff.split = !m.diff.split;
            m.diff.left = 0;
        }
        A::Wrap => {
            m.diff.wrap = !m.diff.wrap;
            m.diff.left = 0;
        }
        A::Context => return diff::more_context(m),
        A::Viewed => return viewed(m),
        A::Sync => return sync(m),
        A::Travel => return travel::open(m),
        A::Target => return review_again(m, AsOfRequest::Target),
        A::Base => {
            if m.request == AsOfRequest::Base && m.shown == AsOfRequest::Base {
                m.say("This is the change's own base.", false);
            } else {
                return review_again(m, AsOfRequest::Base);
            }
        }
        A::Reload => return reload(m),
        A::Copy => return super::out::copy(m),
        A::OpenUrl => return super::out::open_url(m),
        A::Edit => return super::out::edit(m),
        A::Help => m.overlays.push(Overlay::Text(TextKind::Help, 0)),
        A::Back => return back(m),
        A::Suspend => return vec![Cmd::Suspend],
        A::Redraw => return vec![Cmd::Redraw],
        A::Quit => return vec![Cmd::Quit],
        A::NextMatch => diff::hit(m, true),
        A::PrevMatch => diff::hit(m, false),
        A::LineStart => m.diff.left = 0,
        A::LineEnd => moves::line_end(m),
        A::TravelPrev
        | A::TravelNext
        | A::TravelFirst
        | A::TravelLast
        | A::TravelTo
        | A::TravelGo
        | A::TravelBase => return travel::act(m, action),
    }
    Vec::new()
}

/// Gives a pane the keys; the slot that shows it remembers it.
pub fn focus(m: &mut Model, pane: Pane) {
    m.focus = pane;
    match pane {
        Pane::Diff | Pane::Log => m.main = pane,
        Pane::Files if layout(m).form != Form::Wide => m.main = pane,
        Pane::Card | Pane::Path => m.lower = pane,
        Pane::Cypher | Pane::People | Pane::Since | Pane::Activity => {
            m.lower = pane;
            m.dock = pane;
        }
        Pane::Findings | Pane::Files => {}
    }
}

/// Lists what only stands near, or folds it again.
fn nearest(m: &mut Model) {
    if m.nearest() == 0 {
        m.say("Nothing else in the record stands near this change.", false);
        return;
    }
    m.nearest_shown = !m.nearest_shown;
    focus(m, Pane::Findings);
}

/// Enter: from a finding to its lines and back; else what is selected opens.
fn jump(m: &mut Model) -> Vec<Cmd> {
    match m.focus {
        Pane::Findings | Pane::Card => {
            if m.finding().is_none() {
                return Vec::new();
            }
            focus(m, Pane::Diff);
            super::settle::settle(m, &mut Vec::new());
            if !diff::show_finding(m) {
                m.say("This finding names no line of the change.", false);
            }
        }
        Pane::Files => match m.files.rows.get(m.list(Pane::Files).selected).cloned() {
            Some(FileRow::Dir(dir, _)) => {
                let fold = !m.files.folded.contains(&dir);
                moves::fold_dir(m, &dir, fold);
            }
            Some(FileRow::File(f, _)) => {
                focus(m, Pane::Diff);
                super::settle::settle(m, &mut Vec::new());
                diff::show_file(m, f);
            }
            None => {}
        },
        Pane::Diff => jump_from_line(m),
        Pane::Path => return super::out::open_node(m),
        Pane::Cypher => {
            let i = m.list(Pane::Cypher).selected;
            if i < m.data.queries.len() {
                m.overlays.push(Overlay::Text(TextKind::Statement(i), 0));
            }
        }
        Pane::Log => {
            let key = match pane::log::entries(m).get(m.list(Pane::Log).selected) {
                Some(pane::log::Entry::Decision(d)) => Some(d.key.clone()),
                _ => None,
            };
            if let Some(key) = key {
                return story(m, key);
            }
        }
        Pane::Since => {
            let key = m
                .data
                .since
                .get(m.list(Pane::Since).selected)
                .map(|s| s.decision.key.clone());
            let known = key.filter(|k| m.data.log.iter().any(|d| d.key == *k));
            match known {
                Some(key) => return story(m, key),
                None => m.say(
                    "It was decided after this base. T reviews at the target's tip.",
                    false,
                ),
            }
        }
        Pane::Activity => {
            if let Some(n) = pane::activity::note_at(m, m.list(Pane::Activity).selected) {
                m.overlays.push(Overlay::Text(TextKind::Message(n), 0));
            }
        }
        Pane::People => {}
    }
    Vec::new()
}

/// Opens a decision of the log; its story comes where the record's commit is known.
pub fn story(m: &mut Model, key: DecisionKey) -> Vec<Cmd> {
    m.overlays
        .push(Overlay::Text(TextKind::Decision(key.clone()), 0));
    let id = m
        .data
        .log
        .iter()
        .find(|d| d.key == key)
        .map(|d| d.id.clone());
    let (Some(as_of), Some(id)) = (m.data.as_of.as_ref(), id) else {
        return Vec::new();
    };
    // One that failed is asked for again.
    if matches!(m.data.stories.get(&key), Some(None | Some(Ok(_)))) {
        return Vec::new();
    }
    let as_of = as_of.commit.clone();
    m.data.stories.insert(key.clone(), None);
    vec![Cmd::Story { key, id, as_of }]
}

/// Opens what agents were told as of the record's commit.
fn told(m: &mut Model) -> Vec<Cmd> {
    let Some(as_of) = m.data.as_of.as_ref().map(|a| a.commit.clone()) else {
        m.say("The record's commit is not known yet.", true);
        return Vec::new();
    };
    m.overlays.push(Overlay::Text(TextKind::Told, 0));
    if matches!(m.data.told, Some(None | Some(Ok(_)))) {
        return Vec::new();
    }
    m.data.told = Some(None);
    vec![Cmd::Told { as_of }]
}

fn jump_from_line(m: &mut Model) {
    if let Some(Row::File(f) | Row::Note(f)) = m.diff.row() {
        if let Some(folded) = m.diff.folded.get_mut(f) {
            *folded = !*folded;
        }
        return;
    }
    let here = diff::findings_here(m);
    let at = m.finding_index();
    // Several findings at one line are gone through one by one.
    let next = match here.iter().position(|i| Some(*i) == at) {
        Some(p) if m.lower == Pane::Card && here.len() > 1 => here[(p + 1) % here.len()],
        Some(p) => here[p],
        None => match here.first() {
            Some(i) => *i,
            None => {
                m.say("No finding stands at this line.", false);
                m.notes.pop();
                return;
            }
        },
    };
    let (cursor, top) = (m.diff.cursor, m.diff.top);
    moves::take_finding(m, next);
    (m.diff.cursor, m.diff.top) = (cursor, top);
    focus(m, Pane::Card);
}

fn search(m: &mut Model) {
    let (purpose, text) = match m.focus {
        Pane::Files => (Purpose::FilterFiles, m.files.filter.clone()),
        Pane::Log => (Purpose::FilterLog, m.log_filter.clone()),
        _ => {
            focus(m, Pane::Diff);
            (Purpose::Search, String::new())
        }
    };
    m.overlays.push(Overlay::Input(Input::new(purpose, text)));
}

/// Marks the file in hand as viewed, or takes the mark away.
fn viewed(m: &mut Model) -> Vec<Cmd> {
    let file = match m.focus {
        Pane::Files => match m.files.rows.get(m.list(Pane::Files).selected) {
            Some(FileRow::File(f, _)) => Some(*f),
            _ => None,
        },
        _ => m.diff.row().and_then(Row::file),
    };
    let Some(f) = file.and_then(|f| m.data.doc.files.get(f).map(|d| (f, d))) else {
        m.say("There is no file here to mark.", true);
        return Vec::new();
    };
    let (f, doc) = f;
    let mark = Viewed {
        path: doc.path.clone(),
        patch: doc.patch.clone(),
    };
    let on = !m.viewed.contains(&mark);
    if on {
        m.viewed.insert(mark.clone());
    } else {
        m.viewed.remove(&mark);
    }
    if let Some(folded) = m.diff.folded.get_mut(f) {
        *folded = on;
    }
    vec![Cmd::SetViewed { mark, on }]
}

fn sync(m: &mut Model) -> Vec<Cmd> {
    m.overlays.push(Overlay::Sync);
    if m.sync.as_ref().is_some_and(|s| s.running) {
        return Vec::new();
    }
    let ticket = m.sync.as_ref().map_or(1, |s| s.ticket + 1);
    m.sync = Some(SyncState {
        ticket,
        running: true,
        ..SyncState::default()
    });
    vec![Cmd::Sync { ticket }]
}

/// Esc: clears what is on, one thing at a time.
fn back(m: &mut Model) -> Vec<Cmd> {
    if m.diff.search.is_some() && m.focus == Pane::Diff {
        m.diff.search = None;
    } else if m.focus == Pane::Files && !m.files.filter.is_empty() {
        m.files.filter.clear();
        let doc = std::sync::Arc::clone(&m.data.doc);
        m.files.rebuild(&doc);
    } else if m.focus == Pane::Log && !m.log_filter.is_empty() {
        m.log_filter.clear();
    } else if m.maximised {
        m.maximised = false;
    } else if m.shown != AsOfRequest::Base && matches!(m.load, Load::Ready) {
        return review_again(m, AsOfRequest::Base);
    }
    Vec::new()
}
