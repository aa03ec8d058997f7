//! The path through the graph as an indented list: for narrow panes, plain text, screen readers.

use ratatui::style::Style;
use ratatui::text::Line;

use super::dag::{edge_words, sign};
use super::spans::{fit_spans, span};
use crate::model::PathGraph;
use crate::tui::text;
use crate::tui::theme::{Role, Theme};

/// One line of the list: the node, its rails, the words of the edge that led to it.
struct Step {
    node: usize,
    rails: String,
    via: String,
    again: bool,
}

/// The nodes in the order of the list.
pub fn order(graph: &PathGraph) -> Vec<usize> {
    steps(graph).iter().map(|s| s.node).collect()
}

/// The lines of the list, each node once; an edge to a node that was listed before is a line that
/// says so.
pub fn lines(graph: &PathGraph, node: usize, theme: &Theme, cols: usize) -> Vec<Line<'static>> {
    steps(graph)
        .into_iter()
        .filter_map(|s| {
            let n = graph.nodes.get(s.node)?;
            let (sign, role) = sign(&n.label);
            let mut style = theme.style(role);
            if s.node == node && !s.again {
                style = theme.style(Role::Selection).patch(style);
            }
            let mut line = vec![
                span(s.rails, theme.style(Role::Edge)),
                span(format!("{sign} {}", text::one_line(&n.title)), style),
            ];
            if !s.via.is_empty() {
                let again = if s.again { ", above" } else { "" };
                line.push(span(
                    format!("  ({}{again})", s.via),
                    theme.style(Role::Muted),
                ));
            }
            line.insert(0, span(" ", Style::new()));
            Some(Line::from(fit_spans(line, cols)))
        })
        .collect()
}

fn steps(graph: &PathGraph) -> Vec<Step> {
    let mut seen = vec![false; graph.nodes.len()];
    let mut used = vec![false; graph.edges.len()];
    let mut out = Vec::new();
    for start in 0..graph.nodes.len() {
        if !seen[start] {
            walk(
                graph,
                start,
                String::new(),
                String::new(),
                String::new(),
                &mut seen,
                &mut used,
                &mut out,
            );
        }
    }
    out
}

#[allow(clippy::too_many_arguments)] // one recursive step; a struct would only rename them
fn walk(
    graph: &PathGraph,
    node: usize,
    rails: String,
    under: String,
    via: String,
    seen: &mut [bool],
    used: &mut [bool],
    out: &mut Vec<Step>,
) {
    let again = std::mem::replace(&mut seen[node], true);
    out.push(Step {
        node,
        rails,
        via,
        again,
    });
    if again || under.len() > 60 {
        return;
    }
    let next: Vec<(usize, usize, String)> = graph
        .edges
        .iter()
        .enumerate()
        .filter(|(i, e)| !used[*i] && e.from != e.to && (e.from == node || e.to == node))
        .filter_map(|(i, e)| {
            let forth = e.from == node;
            let other = if forth { e.to } else { e.from };
            let words = edge_words(&e.kind);
            let words = if forth { words } else { format!("← {words}") };
            (other < graph.nodes.len()).then_some((i, other, words))
        })
        .collect();
    for (i, ..) in &next {
        used[*i] = true;
    }
    let count = next.len();
    for (n, (_, other, words)) in next.into_iter().enumerate() {
        let last = n + 1 == count;
        let rails = format!("{under}{} ", if last { '└' } else { '├' });
        let deeper = format!("{under}{}", if last { "  " } else { "│ " });
        walk(graph, other, rails, deeper, words, seen, used, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{PathEdge, PathNode};
    use crate::tui::theme::{Depth, ThemeChoice, load};

    #[test]
    fn every_node_and_every_edge_is_listed_once_also_in_a_circle() {
        let node = |label: &str, title: &str| PathNode {
            label: label.into(),
            key: title.into(),
            title: title.into(),
        };
        let edge = |from, to, kind: &str| PathEdge {
            from,
            to,
            kind: kind.into(),
        };
        let g = PathGraph {
            nodes: vec![
                node("File", "a.rs"),
                node("Commit", "1234"),
                node("Decision", "keep it"),
            ],
            edges: vec![
                edge(0, 1, "BLAME"),
                edge(2, 1, "DERIVED_FROM"),
                edge(2, 0, "RATIONALE"),
            ],
        };
        let theme = load(&ThemeChoice::Auto, Depth::None).unwrap();
        let text: Vec<String> = lines(&g, 0, &theme, 60)
            .iter()
            .map(|l| l.to_string())
            .collect();
        assert_eq!(
            text,
            [
                " ▤ a.rs",
                " ├ • 1234  (blame)",
                " │ └ ◆ keep it  (← derived from)",
                " └ ◆ keep it  (← rationale, above)",
            ]
        );
    }
}
