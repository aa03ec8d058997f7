//! The path through the graph, laid out and routed by `ascii-dag`, painted by us.
//!
//! The layout runs off the loop and is kept by what it was made from. Where no form fits, and until
//! one is ready, the path is an indented list ([`super::rail`]).

use ascii_dag::render::engine::{
    ArmWeight, ArmWeights, CellKind, CellMarker, ComposeBudget, MarkerDirection, SceneComposer,
};
use ascii_dag::{CustomNode, Direction, Graph, HitResult, LayoutConfig, PlanOptions, ScenePlanner};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::model::{DecisionKey, PathGraph};
use crate::tui::text;
use crate::tui::theme::{Role, Theme};

/// What a layout was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathKey {
    /// The finding's decision.
    pub decision: DecisionKey,
    /// Nodes and edges, so that a review that grew is laid out again.
    pub shape: (usize, usize),
    /// Columns and rows to fill.
    pub size: (u16, u16),
}

/// A finished layout.
#[derive(Debug, Default)]
pub struct Scene {
    /// Columns and rows; nothing fits if both are 0.
    pub size: (u16, u16),
    /// Whether nodes are cards of three rows, not single rows.
    pub cards: bool,
    /// Cells of edges and labels: column, row, character, the edge.
    cells: Vec<(u16, u16, char, usize)>,
    /// Nodes: their place in the path, and where they stand.
    pub nodes: Vec<(usize, Rect)>,
}

/// Sign and role of a node by the graph's label.
pub fn sign(label: &str) -> (char, Role) {
    match label {
        "Decision" | "Revision" => ('◆', Role::NodeDecision),
        "Commit" => ('•', Role::NodeCommit),
        "PR" => ('⇄', Role::NodeCommit),
        "Issue" => ('!', Role::NodeOther),
        "File" | "Doc" => ('▤', Role::NodeFile),
        "Hunk" => ('±', Role::NodeFile),
        "Symbol" => ('ƒ', Role::NodeFile),
        "Person" => ('@', Role::NodePerson),
        _ => ('·', Role::NodeOther),
    }
}

/// The words of an edge.
pub fn edge_words(kind: &str) -> String {
    text::one_line(&kind.to_lowercase().replace('_', " "))
}

/// Lays a path out for an area: cards from the top where they fit, else one row a node from the
/// left, else from the top. Empty where nothing fits.
pub fn lay(graph: &PathGraph, width: u16, height: u16) -> Scene {
    if graph.nodes.is_empty() || width < 60 {
        return Scene::default();
    }
    let forms = [
        (true, Direction::TopDown),
        (true, Direction::LeftRight),
        (false, Direction::LeftRight),
        (false, Direction::TopDown),
    ];
    for (cards, direction) in forms {
        if cards && graph.nodes.len() > 12 {
            continue;
        }
        if let Some(scene) = form(graph, cards, direction)
            && scene.size.0 <= width
            && scene.size.1 <= height
        {
            return scene;
        }
    }
    Scene::default()
}

fn title(graph: &PathGraph, i: usize, cards: bool) -> String {
    let node = &graph.nodes[i];
    let (sign, _) = sign(&node.label);
    let room = if cards { 30 } else { 26 };
    let words = text::one_line(&node.title);
    let words = if matches!(node.label.as_str(), "File" | "Doc") {
        text::fit_end(&words, room)
    } else {
        text::fit(&words, room)
    };
    if cards {
        words
    } else {
        format!("{sign} {words}")
    }
}

fn form(graph: &PathGraph, cards: bool, direction: Direction) -> Option<Scene> {
    let mut g = Graph::new();
    for i in 0..graph.nodes.len() {
        let words = text::width(&title(graph, i, cards));
        let (width, height) = if cards {
            let head = text::width(&graph.nodes[i].label) + 3;
            (words.max(head) + 2, 3)
        } else {
            (words + 2, 1)
        };
        // ascii-dag counts characters, not columns: it gets sizes only, and we draw the nodes.
        g.add_node(
            i,
            CustomNode {
                label: "",
                width,
                height,
                painter: None,
                payload: "",
            },
        );
    }
    let kinds: Vec<String> = graph.edges.iter().map(|e| edge_words(&e.kind)).collect();
    for (edge, kind) in graph.edges.iter().zip(&kinds) {
        if edge.from < graph.nodes.len() && edge.to < graph.nodes.len() && edge.from != edge.to {
            g.add_edge(edge.from, edge.to, Some(kind.as_str()));
        }
    }
    let mut config = LayoutConfig::quality();
    config.direction = direction;
    config.node_spacing = if cards { 3 } else { 1 };
    let layout = g.compute_layout_with_config(&config);
    let options = PlanOptions::new();
    let mut planner = ScenePlanner::new();
    let scene = planner.plan(&layout, &options).quiet().ok()?;
    let mut composer = SceneComposer::new(scene.composition_requirements(&ComposeBudget::new()));
    let mut out = Scene {
        size: (
            u16::try_from(scene.width()).ok()?,
            u16::try_from(scene.height()).ok()?,
        ),
        cards,
        ..Scene::default()
    };
    let seen = composer.visit_cells(&scene, |x, y, cell| {
        let ch = match cell.kind {
            CellKind::Empty | CellKind::Text { ch: '"' } => return,
            CellKind::Text { ch } => ch,
            CellKind::Stroke { arms } => stroke(arms),
            CellKind::Marker {
                marker: CellMarker::Arrow { direction, .. },
            } => match direction {
                MarkerDirection::Up => '▲',
                MarkerDirection::Down => '▼',
                MarkerDirection::Left => '◀',
                MarkerDirection::Right => '▶',
            },
            _ => '○',
        };
        let edge = match cell.owner {
            HitResult::Edge(i) => i,
            _ => usize::MAX,
        };
        if let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) {
            out.cells.push((x, y, ch, edge));
        }
    });
    seen.ok()?;
    for n in scene.nodes() {
        let id = n.id?;
        out.nodes.push((
            id,
            Rect::new(
                u16::try_from(n.x).ok()?,
                u16::try_from(n.y).ok()?,
                u16::try_from(n.width).ok()?,
                u16::try_from(n.height).ok()?,
            ),
        ));
    }
    Some(out)
}

fn stroke(a: ArmWeights) -> char {
    let on = |w: ArmWeight| w != ArmWeight::None;
    match (on(a.up), on(a.down), on(a.left), on(a.right)) {
        (true, true, true, true) => '┼',
        (true, true, true, false) => '┤',
        (true, true, false, true) => '├',
        (true, false, true, true) => '┴',
        (false, true, true, true) => '┬',
        (true, false, true, false) => '╯',
        (true, false, false, true) => '╰',
        (false, true, true, false) => '╮',
        (false, true, false, true) => '╭',
        (_, _, false, false) => '│',
        _ => '─',
    }
}

/// Draws a layout in the middle of an area, with one node in hand.
pub fn draw(
    buf: &mut Buffer,
    area: Rect,
    scene: &Scene,
    graph: &PathGraph,
    node: usize,
    theme: &Theme,
) {
    let dx = area.x + area.width.saturating_sub(scene.size.0) / 2;
    let dy = area.y + area.height.saturating_sub(scene.size.1) / 2;
    let touches = |edge: usize| {
        graph
            .edges
            .get(edge)
            .is_some_and(|e| e.from == node || e.to == node)
    };
    let inside =
        |x: u16, y: u16| x >= area.x && x < area.right() && y >= area.y && y < area.bottom();
    for (x, y, ch, edge) in &scene.cells {
        let (x, y) = (dx + x, dy + y);
        if !inside(x, y) {
            continue;
        }
        let role = if touches(*edge) {
            Role::Accent
        } else {
            Role::Edge
        };
        if let Some(cell) = buf.cell_mut((x, y)) {
            cell.set_char(*ch).set_style(theme.style(role));
        }
    }
    for (i, r) in &scene.nodes {
        let Some(n) = graph.nodes.get(*i) else {
            continue;
        };
        let r = Rect {
            x: dx + r.x,
            y: dy + r.y,
            ..*r
        }
        .intersection(area);
        if r.is_empty() {
            continue;
        }
        let (sign, role) = sign(&n.label);
        let mut style = theme.style(role);
        let words = title(graph, *i, scene.cards);
        let frame = if *i == node {
            style = theme.style(Role::Selection).patch(style);
            theme.style(Role::Accent)
        } else {
            theme.style(Role::Edge)
        };
        if !scene.cards {
            buf.set_stringn(r.x, r.y, format!(" {words} "), usize::from(r.width), style);
            continue;
        }
        let inner = usize::from(r.width.saturating_sub(2));
        let head = format!("{sign} {}", text::one_line(&n.label));
        let fill = inner.saturating_sub(text::width(&head));
        let set = if *i == node {
            ['┏', '━', '┓', '┃', '┗', '┛']
        } else {
            ['╭', '─', '╮', '│', '╰', '╯']
        };
        buf.set_stringn(
            r.x,
            r.y,
            format!(
                "{}{head}{}{}",
                set[0],
                set[1].to_string().repeat(fill),
                set[2]
            ),
            usize::from(r.width),
            frame,
        );
        if r.height > 1 {
            buf.set_string(r.x, r.y + 1, set[3].to_string(), frame);
            buf.set_stringn(r.x + 1, r.y + 1, text::pad(&words, inner), inner, style);
            buf.set_string(r.right() - 1, r.y + 1, set[3].to_string(), frame);
        }
        if r.height > 2 {
            buf.set_stringn(
                r.x,
                r.y + 2,
                format!("{}{}{}", set[4], set[1].to_string().repeat(inner), set[5]),
                usize::from(r.width),
                frame,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{PathEdge, PathNode};

    fn graph(nodes: &[(&str, &str)], edges: &[(usize, usize, &str)]) -> PathGraph {
        PathGraph {
            nodes: nodes
                .iter()
                .map(|(label, title)| PathNode {
                    label: (*label).into(),
                    key: (*title).into(),
                    title: (*title).into(),
                })
                .collect(),
            edges: edges
                .iter()
                .map(|(from, to, kind)| PathEdge {
                    from: *from,
                    to: *to,
                    kind: (*kind).into(),
                })
                .collect(),
        }
    }

    #[test]
    fn nodes_keep_their_columns_with_wide_characters_and_never_overlap() {
        let g = graph(
            &[
                ("File", "src/容器/価格.ts"),
                ("Commit", "9ac04d1 keep null prices"),
                ("PR", "#231"),
                ("Decision", "Unknown prices stay unknown 👩‍💻"),
                ("Issue", "#198"),
            ],
            &[
                (0, 1, "BLAME"),
                (1, 2, "PART_OF"),
                (3, 2, "DERIVED_FROM"),
                (2, 4, "REFERENCES"),
                (2, 0, "TOUCHES"),
            ],
        );
        for (w, h) in [(130, 40), (100, 14), (70, 30)] {
            let scene = lay(&g, w, h);
            assert_eq!(scene.nodes.len(), 5, "{w}x{h}");
            for (i, a) in &scene.nodes {
                for (j, b) in &scene.nodes {
                    assert!(i == j || !a.intersects(*b), "{w}x{h}: {i} over {j}");
                }
            }
        }
    }

    #[test]
    fn a_path_with_edges_to_nowhere_or_too_little_room_is_refused_quietly() {
        let g = graph(
            &[("File", "a"), ("Decision", "b")],
            &[(0, 9, "X"), (0, 0, "Y"), (0, 1, "Z")],
        );
        assert_eq!(lay(&g, 80, 20).nodes.len(), 2);
        assert_eq!(lay(&g, 59, 20).nodes.len(), 0);
        assert_eq!(lay(&PathGraph::default(), 80, 20).nodes.len(), 0);
    }
}
