//! After every message: one place that clamps, keeps selections in view, and asks for what the
//! screen now needs.

use ratatui::layout::Rect;

use crate::tui::layout::{Layout, layout};
use crate::tui::model::{Model, Pane};
use crate::tui::msg::Cmd;
use crate::tui::pane;
use crate::tui::rows::{Row, Rows, Shape};
use crate::tui::widget::list;

/// Brings everything that depends on the size and on the data into line.
pub fn settle(m: &mut Model, cmds: &mut Vec<Cmd>) {
    let before = m.in_hand.clone();
    settle_finding(m);
    let l = layout(m);
    settle_diff(m, &l);
    if !m.touched && m.in_hand != before {
        super::diff::show_finding(m);
        settle_diff(m, &l);
    }
    // The tree follows the diff, but where one walks in the tree itself.
    if m.focus != Pane::Files
        && let Some(file) = m.diff.row().and_then(Row::file)
        && let Some(row) = m.files.row_of(file)
    {
        m.list_mut(Pane::Files).selected = row;
    }
    for pane in Pane::ALL {
        let inner = l.inner(pane);
        if let Some((count, height)) = pane::list_shape(m, pane) {
            let view = inner
                .map(|r| usize::from(pane::list_area(m, pane, r).height))
                .unwrap_or(1)
                .max(1);
            let state = list::scroll(m.list(pane), count, height, view);
            *m.list_mut(pane) = state;
        } else if pane == Pane::Card
            && let Some(r) = inner
        {
            let most = pane::card::height(m, r.width).saturating_sub(usize::from(r.height));
            let s = m.list_mut(Pane::Card);
            s.top = s.top.min(most);
        }
    }
    ask_for_path(m, &l, cmds);
}

/// The finding in hand is one that exists; the list's selection follows it.
fn settle_finding(m: &mut Model) {
    let listed = m.listed();
    let key = |m: &Model, i: usize| {
        let shown = m.data.findings.get(..listed)?;
        shown.get(i).map(|f| f.decision.key.clone())
    };
    if !m.touched {
        m.in_hand = key(m, 0);
    }
    if m.finding_index().is_none_or(|i| i >= listed) {
        let i = m.list(Pane::Findings).selected;
        m.in_hand = key(m, i.min(listed.saturating_sub(1)));
        m.node = 0;
    }
    if let Some(i) = m.finding_index() {
        m.list_mut(Pane::Findings).selected = i;
    }
    let nodes = m.finding().map_or(0, |f| f.path.nodes.len());
    m.node = m.node.min(nodes.saturating_sub(1));
}

fn settle_diff(m: &mut Model, l: &Layout) {
    // Where the diff is not shown, it is laid out as if it had the screen, so that a jump finds its row.
    let (w, h) = m.size;
    let inner = l
        .inner(Pane::Diff)
        .unwrap_or(Rect::new(0, 0, w, h.saturating_sub(4)));
    let columns = pane::diff::columns(m, inner.width);
    let shape = Shape {
        split: m.diff.split,
        wrap: m.diff.wrap.then_some(usize::from(columns.text)),
        folded: m.diff.folded.clone(),
        expanded: m.diff.expanded.clone(),
    };
    if m.diff.shape.as_ref() != Some(&shape) {
        // The cursor stays on the same line of the document and on the same row of the screen.
        let row = m.diff.row();
        let offset = m.diff.rows.top(m.diff.cursor).saturating_sub(m.diff.top);
        m.diff.rows = Rows::new(&m.data.doc, &shape);
        m.diff.shape = Some(shape);
        let same = |a: &Row| {
            row.is_some_and(|r| {
                r.hunk() == a.hunk()
                    && a.lines()
                        .iter()
                        .flatten()
                        .any(|l| r.lines().contains(&Some(*l)))
            })
        };
        m.diff.anchor = m.diff.anchor.filter(same).or(row);
        if let Some(at) = m.diff.anchor.and_then(|r| m.diff.rows.find_like(r)) {
            m.diff.cursor = at;
        }
        m.diff.top = m.diff.rows.top(m.diff.cursor).saturating_sub(offset);
    }
    let d = &mut m.diff;
    d.cursor = d.cursor.min(d.rows.len().saturating_sub(1));
    let view = usize::from(inner.height).max(1);
    let first = d.rows.top(d.cursor);
    let last = first + d.rows.height(d.cursor.min(d.rows.len().saturating_sub(1)));
    d.top = d.top.min(d.rows.total().saturating_sub(view));
    if first < d.top {
        d.top = first;
    } else if last > d.top + view {
        d.top = last.saturating_sub(view).min(first);
    }
}

fn ask_for_path(m: &mut Model, l: &Layout, cmds: &mut Vec<Cmd>) {
    let Some(inner) = l.inner(Pane::Path) else {
        return;
    };
    let Some(key) = pane::path::key(m, inner) else {
        return;
    };
    let have = m.path.as_ref().is_some_and(|(k, _)| *k == key);
    if have || m.path_asked.as_ref() == Some(&key) {
        return;
    }
    if let Some(f) = m.finding() {
        cmds.push(Cmd::LayPath {
            key: key.clone(),
            graph: f.path.clone(),
        });
        m.path_asked = Some(key);
    }
}
