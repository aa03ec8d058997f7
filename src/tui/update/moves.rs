//! Moving among panes, lists, findings and the nodes of the path.

use super::act::focus;
use super::diff;
use crate::tui::files::FileRow;
use crate::tui::layout::{Form, layout};
use crate::tui::model::{Model, Pane};
use crate::tui::pane;
use crate::tui::widget::rail;

/// Gives the next or previous pane the keys.
pub fn next_pane(m: &mut Model, down: bool) {
    let l = layout(m);
    let mut shown: Vec<Pane> = if m.maximised || l.form == Form::Single {
        Pane::ALL.to_vec()
    } else {
        l.panes.iter().map(|(p, _)| *p).collect()
    };
    shown.sort_unstable();
    let n = shown.len().max(1);
    let at = shown.iter().position(|p| *p == m.focus).unwrap_or(0);
    let to = if down { (at + 1) % n } else { (at + n - 1) % n };
    if let Some(pane) = shown.get(to) {
        focus(m, *pane);
    }
}

/// Selects an item of a list; a finding that is selected is taken in hand and shown in the diff.
pub fn select(m: &mut Model, pane: Pane, item: usize) {
    let count = pane::list_shape(m, pane).map_or(0, |(n, _)| n);
    let item = item.min(count.saturating_sub(1));
    m.list_mut(pane).selected = item;
    if pane == Pane::Findings {
        take_finding(m, item);
    }
}

/// Takes a finding in hand.
pub fn take_finding(m: &mut Model, i: usize) {
    let Some(f) = m.data.findings.get(i) else {
        return;
    };
    let key = Some(f.decision.key.clone());
    if m.in_hand != key {
        m.in_hand = key;
        m.node = 0;
        m.list_mut(Pane::Card).top = 0;
    }
    m.list_mut(Pane::Findings).selected = i;
    diff::show_finding(m);
}

/// Takes the next or previous finding in hand; after the last comes the first.
pub fn next_finding(m: &mut Model, by: isize) {
    let n = m.listed();
    if n == 0 {
        m.say("There is no finding.", false);
        m.notes.pop();
        return;
    }
    // The first press takes the finding in hand where the diff does not stand at it yet.
    let at = m.finding_index().unwrap_or(0);
    let to = (at as isize + by).rem_euclid(n as isize) as usize;
    take_finding(m, to);
}

/// Moves down (positive) or up in the focused pane.
pub fn step(m: &mut Model, by: isize) {
    match m.focus {
        Pane::Diff => diff::step(m, by),
        Pane::Card => {
            let s = m.list_mut(Pane::Card);
            s.top = s.top.saturating_add_signed(by);
        }
        Pane::Path => {
            let order = m
                .finding()
                .map(|f| rail::order(&f.path))
                .unwrap_or_default();
            let at = order.iter().position(|n| *n == m.node).unwrap_or(0);
            let to = at
                .saturating_add_signed(by)
                .min(order.len().saturating_sub(1));
            m.node = order.get(to).copied().unwrap_or(0);
        }
        pane => {
            let at = m.list(pane).selected;
            select(m, pane, at.saturating_add_signed(by));
        }
    }
}

/// Left and right: folders fold, the diff scrolls, the path is walked along its edges.
pub fn sideways(m: &mut Model, right: bool) {
    match m.focus {
        Pane::Diff if !m.diff.wrap => {
            let longest = m
                .data
                .doc
                .files
                .iter()
                .flat_map(|f| &f.hunks)
                .flat_map(|h| &h.lines)
                .map(|l| l.width)
                .max()
                .unwrap_or(0);
            m.diff.left = if right {
                (m.diff.left + 8).min(longest.saturating_sub(8))
            } else {
                m.diff.left.saturating_sub(8)
            };
        }
        Pane::Files => {
            let dir = match m.files.rows.get(m.list(Pane::Files).selected) {
                Some(FileRow::Dir(dir, _)) => Some(dir.clone()),
                Some(FileRow::File(f, _)) if !right => m.data.doc.files[*f]
                    .name
                    .rsplit_once('/')
                    .map(|(d, _)| d.to_owned()),
                _ => None,
            };
            if let Some(dir) = dir {
                fold_dir(m, &dir, !right);
            }
        }
        Pane::Path => {
            let next = m.finding().and_then(|f| {
                f.path.edges.iter().find_map(|e| match right {
                    true if e.from == m.node => Some(e.to),
                    false if e.to == m.node => Some(e.from),
                    _ => None,
                })
            });
            if let Some(n) = next {
                m.node = n;
            }
        }
        _ => {}
    }
}

/// Folds or unfolds a folder of the tree.
pub fn fold_dir(m: &mut Model, dir: &str, fold: bool) {
    if fold {
        m.files.folded.insert(dir.to_owned());
    } else {
        m.files.folded.remove(dir);
    }
    let doc = std::sync::Arc::clone(&m.data.doc);
    m.files.rebuild(&doc);
    let row = m
        .files
        .rows
        .iter()
        .position(|r| matches!(r, FileRow::Dir(d, _) if d == dir));
    if let Some(row) = row {
        m.list_mut(Pane::Files).selected = row;
    }
}

/// Moves by a page or half of it.
pub fn page(m: &mut Model, half: bool, down: bool) {
    if m.focus == Pane::Diff {
        diff::page(m, half, down);
        return;
    }
    let l = layout(m);
    let view = l.inner(m.focus).map_or(1, |r| usize::from(r.height)).max(1);
    let height = pane::list_shape(m, m.focus).map_or(1, |(_, h)| h.max(1));
    let lines = if half { view / 2 } else { view };
    let by = (lines / height).max(1) as isize;
    step(m, if down { by } else { -by });
}

/// Moves to the top or the bottom.
pub fn end(m: &mut Model, bottom: bool) {
    match m.focus {
        Pane::Diff => {
            let row = if bottom {
                m.diff.rows.len().saturating_sub(1)
            } else {
                0
            };
            diff::move_to(m, row);
        }
        Pane::Card => m.list_mut(Pane::Card).top = if bottom { usize::MAX / 2 } else { 0 },
        Pane::Path => step(
            m,
            if bottom {
                isize::MAX / 2
            } else {
                isize::MIN / 2
            },
        ),
        pane => select(m, pane, if bottom { usize::MAX } else { 0 }),
    }
}

/// Scrolls the diff to the end of the cursor's line.
pub fn line_end(m: &mut Model) {
    let Some((_, _, _, line)) = diff::line_here(m) else {
        return;
    };
    let cols = layout(m)
        .inner(Pane::Diff)
        .map_or(40, |r| usize::from(pane::diff::columns(m, r.width).text));
    m.diff.left = crate::tui::text::width(&line).saturating_sub(cols.saturating_sub(2));
}
