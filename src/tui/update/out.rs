//! What leaves the workstation: copies, addresses, places for the editor.

use super::diff;
use crate::model::{Finding, RepoPath, Side};
use crate::tui::model::{Model, Pane};
use crate::tui::msg::Cmd;
use crate::tui::pane::{self, card};

/// Copies what the focused pane has selected.
pub fn copy(m: &mut Model) -> Vec<Cmd> {
    let text = match m.focus {
        Pane::Findings | Pane::Card => m.finding().map(quote_text),
        Pane::Files | Pane::Diff => diff::line_here(m).map(|(f, _, _, line)| {
            if m.focus == Pane::Files || line.is_empty() {
                m.data.doc.files[f].path.to_string()
            } else {
                line
            }
        }),
        Pane::Path => m
            .finding()
            .and_then(|f| f.path.nodes.get(m.node))
            .map(|n| n.key.clone()),
        Pane::Cypher => m
            .data
            .queries
            .get(m.list(Pane::Cypher).selected)
            .map(|q| q.cypher.clone()),
        Pane::Log => match pane::log::entries(m).get(m.list(Pane::Log).selected) {
            Some(pane::log::Entry::Decision(d)) => {
                Some(format!("{}\n{}\n\n{}", d.title, d.id, d.text))
            }
            Some(pane::log::Entry::Coverage(c)) => Some(format!("{}: {}", c.path, c.reason)),
            None => None,
        },
        Pane::People => m
            .data
            .people
            .get(m.list(Pane::People).selected)
            .map(|p| p.name.clone()),
        Pane::Since => m
            .data
            .since
            .get(m.list(Pane::Since).selected)
            .map(|s| format!("{}\n{}", s.decision.title, s.decision.id)),
        Pane::Activity => pane::activity::note_at(m, m.list(Pane::Activity).selected)
            .and_then(|n| m.notes.get(n))
            .map(|n| n.text.clone()),
    };
    match text.filter(|t| !t.is_empty()) {
        Some(text) => vec![Cmd::Copy(text)],
        None => {
            m.say("There is nothing here to copy.", true);
            Vec::new()
        }
    }
}

fn quote_text(f: &Finding) -> String {
    match f.quotes.first() {
        Some(q) => format!("“{}”\n{}\n{}", q.text, card::place(q), f.decision.title),
        None => format!("{}\n{}", f.decision.title, f.decision.id),
    }
}

/// Only addresses of the web are opened.
fn web(url: Option<&String>) -> Option<String> {
    url.filter(|u| u.starts_with("https://") || u.starts_with("http://"))
        .cloned()
}

/// Opens the address of what is selected.
pub fn open_url(m: &mut Model) -> Vec<Cmd> {
    let of_finding = |f: &Finding| {
        web(f.quotes.iter().find_map(|q| q.url.as_ref()))
            .or_else(|| web(f.decision.source.url.as_ref()))
    };
    let url = match m.focus {
        Pane::Log => match pane::log::entries(m).get(m.list(Pane::Log).selected) {
            Some(pane::log::Entry::Decision(d)) => web(d.source.url.as_ref()),
            _ => None,
        },
        Pane::Since => m
            .data
            .since
            .get(m.list(Pane::Since).selected)
            .and_then(|s| web(s.decision.source.url.as_ref())),
        _ => m.finding().and_then(of_finding),
    };
    let target = m.data.change.as_ref().and_then(|c| web(Some(&c.target)));
    match url.or(target) {
        Some(url) => vec![Cmd::OpenUrl(url)],
        None => {
            m.say(
                "This has no address on the web; e opens it in the editor.",
                true,
            );
            Vec::new()
        }
    }
}

/// Opens the editor at what is selected: the diff's line, else where the decision stands.
pub fn edit(m: &mut Model) -> Vec<Cmd> {
    let in_diff = |m: &Model| {
        diff::line_here(m).map(|(f, side, line, _)| (m.data.doc.files[f].path.clone(), line, side))
    };
    let source = |path: Option<&RepoPath>, line: Option<u32>| {
        path.map(|p| (p.clone(), line.unwrap_or(1), Side::Old))
    };
    let place = match m.focus {
        Pane::Findings | Pane::Card => m.finding().and_then(|f| {
            let q = f.quotes.iter().find(|q| q.path.is_some());
            let of_quote = q.and_then(|q| source(q.path.as_ref(), q.lines.map(|l| l.start)));
            let s = &f.decision.source;
            of_quote.or_else(|| source(s.path.as_ref(), s.lines.map(|l| l.start)))
        }),
        Pane::Log => match pane::log::entries(m).get(m.list(Pane::Log).selected) {
            Some(pane::log::Entry::Decision(d)) => {
                source(d.source.path.as_ref(), d.source.lines.map(|l| l.start))
            }
            Some(pane::log::Entry::Coverage(c)) => source(Some(&c.path), c.line),
            None => None,
        },
        _ => in_diff(m),
    };
    match place.or_else(|| in_diff(m)) {
        Some((path, line, side)) => vec![Cmd::Edit { path, line, side }],
        None => {
            m.say("There is no file here to open.", true);
            Vec::new()
        }
    }
}

/// Enter on a node of the path: a file of the change is shown in the diff, a decision in the log;
/// else its key is copied.
pub fn open_node(m: &mut Model) -> Vec<Cmd> {
    let Some(node) = m.finding().and_then(|f| f.path.nodes.get(m.node)).cloned() else {
        return Vec::new();
    };
    let file = matches!(node.label.as_str(), "File" | "Doc" | "Hunk")
        .then(|| {
            m.data
                .doc
                .files
                .iter()
                .position(|f| f.path.to_string() == node.key || f.name == node.title)
        })
        .flatten();
    if let Some(f) = file {
        super::act::focus(m, Pane::Diff);
        super::settle::settle(m, &mut Vec::new());
        diff::show_file(m, f);
        return Vec::new();
    }
    let decision = m
        .data
        .log
        .iter()
        .find(|d| d.key.as_str() == node.key || d.id.as_str() == node.key);
    if let Some(key) = decision.map(|d| d.key.clone()) {
        return super::act::story(m, key);
    }
    vec![Cmd::Copy(node.key)]
}
