//! The way through the graph from the change to the decision.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::model::PathGraph;
use crate::tui::model::{Load, Model, Pane};
use crate::tui::theme::Role;
use crate::tui::widget::dag::{self, PathKey};
use crate::tui::widget::spans::{draw as draw_lines, wrapped};
use crate::tui::widget::{list, rail};

/// What a layout for the finding in hand would be made from; `None`: there is nothing to lay out.
pub fn key(m: &Model, inner: Rect) -> Option<PathKey> {
    let f = m.finding()?;
    if f.path.nodes.is_empty() {
        return None;
    }
    Some(PathKey {
        decision: f.decision.key.clone(),
        shape: (f.path.nodes.len(), f.path.edges.len()),
        size: (inner.width, inner.height),
    })
}

/// Draws the pane.
pub fn draw(m: &Model, inner: Rect, buf: &mut Buffer) {
    let cols = usize::from(inner.width);
    let Some(f) = m.finding().filter(|f| !f.path.nodes.is_empty()) else {
        let words = match (&m.load, m.finding()) {
            (Load::Running(_), None) => "The path appears with the first finding.",
            (_, None) => "No finding, so no path.",
            (_, Some(_)) => "No path is recorded for this finding.",
        };
        draw_lines(
            buf,
            inner,
            &wrapped(words, 1, m.theme.style(Role::Muted), cols),
            0,
        );
        return;
    };
    let graph: &PathGraph = &f.path;
    let node = m.node.min(graph.nodes.len() - 1);
    if let (Some((k, scene)), Some(now)) = (&m.path, key(m, inner))
        && *k == now
        && scene.size.0 > 0
    {
        dag::draw(buf, inner, scene, graph, node, &m.theme);
        return;
    }
    let lines = rail::lines(graph, node, &m.theme, cols);
    let at = rail::order(graph)
        .iter()
        .position(|n| *n == node)
        .unwrap_or(0);
    let state = list::scroll(
        crate::tui::model::ListState {
            selected: at,
            top: m.list(Pane::Path).top,
        },
        lines.len(),
        1,
        usize::from(inner.height),
    );
    draw_lines(buf, inner, &lines, state.top);
}
