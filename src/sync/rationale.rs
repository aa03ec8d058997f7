//! Which files a decision guards, derived: files that it names, files where identifiers that it
//! names stand, files of the commits that recorded it or that it cites. A commit of more than five
//! files speaks for none of them: a decision then guards only what it names.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::extract::PathIndex;
use crate::graph::Row;
use crate::model::{CommitId, MentionKind, RepoPath};
use crate::model::{FileKind, file_kind};

use super::decide::{Told, first_saying};
use super::history::row;

/// Widest commit that speaks for its files.
pub(super) const FILES_MAX: usize = 5;
/// Largest folder whose naming counts for its files.
const FOLDER_MAX: usize = 30;

/// What the edges are derived from.
pub(super) struct Grounds<'a> {
    /// All files that history ever had.
    pub paths: &'a BTreeSet<String>,
    /// The same by what people call them.
    pub index: &'a PathIndex,
    /// Files of each identifier.
    pub identifiers: &'a BTreeMap<String, BTreeSet<String>>,
    /// Files of each commit.
    pub commits: &'a HashMap<String, Vec<String>>,
    /// Position of each commit.
    pub ord: &'a dyn Fn(&CommitId) -> Option<u32>,
}

/// The rows of RATIONALE and of MENTIONS to files.
pub(super) fn derive(told: &[(Told, Vec<CommitId>)], g: &Grounds<'_>) -> (Vec<Row>, Vec<Row>) {
    let mut rationale = Vec::new();
    let mut mentions = Vec::new();
    for (d, cited) in told {
        let mut edges: BTreeMap<String, Edge> = BTreeMap::new();
        for m in d
            .facts
            .mentions
            .iter()
            .filter(|m| m.kind == MentionKind::File)
        {
            let ord = first_saying(d, &m.name);
            for (path, weight) in named_files(&m.name, g) {
                keep(&mut edges, &path, weight, format!("names {}", m.name), ord);
                mentions.push((d.key.clone(), path, m.line.unwrap_or(0), ord));
            }
        }
        for m in d
            .facts
            .mentions
            .iter()
            .filter(|m| m.kind == MentionKind::Symbol)
        {
            let Some(files) = g.identifiers.get(&m.name) else {
                continue;
            };
            let ord = first_saying(d, &m.name);
            for path in files {
                let weight = 0.8 / (files.len() as f64).sqrt();
                keep(&mut edges, path, weight, format!("names {}", m.name), ord);
            }
        }
        for (commit, weight, via) in commits_of(d, cited) {
            let Some(files) = g.commits.get(commit.as_str()) else {
                continue;
            };
            let code: Vec<&String> = files.iter().filter(|p| is_code(p)).collect();
            if code.is_empty() || files.len() > FILES_MAX {
                continue;
            }
            let ord = (g.ord)(&commit).unwrap_or(0).max(d.first_ord);
            for path in &code {
                let weight = weight / (code.len() as f64).sqrt();
                keep(
                    &mut edges,
                    path,
                    weight,
                    format!("{via} {}", commit.short()),
                    ord,
                );
            }
        }
        for (path, e) in edges {
            rationale.push(row([
                ("key", d.key.as_str().into()),
                ("path", path.into()),
                ("weight", ((e.weight * 100.0).round() / 100.0).into()),
                ("via", e.via.into()),
                ("ord", e.ord.into()),
            ]));
        }
    }
    mentions.sort();
    mentions.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1);
    let mentions = mentions
        .into_iter()
        .map(|(key, path, line, ord)| {
            row([
                ("key", key.as_str().into()),
                ("path", path.into()),
                ("line", line.into()),
                ("ord", ord.into()),
            ])
        })
        .collect();
    (rationale, mentions)
}

struct Edge {
    weight: f64,
    via: String,
    ord: u32,
}

fn keep(edges: &mut BTreeMap<String, Edge>, path: &str, weight: f64, via: String, ord: u32) {
    let e = edges.entry(path.to_owned()).or_insert(Edge {
        weight: 0.0,
        via: String::new(),
        ord,
    });
    if e.weight < weight {
        *e = Edge { weight, via, ord };
    }
}

fn named_files(name: &str, g: &Grounds<'_>) -> Vec<(String, f64)> {
    let mut out = Vec::new();
    for found in g.index.resolve(name) {
        if g.paths.contains(found) {
            out.push((found.to_owned(), 1.0));
            continue;
        }
        let folder = format!("{}/", found.trim_end_matches('/'));
        let inside: Vec<&String> = g
            .paths
            .range(folder.clone()..)
            .take_while(|p| p.starts_with(&folder))
            .collect();
        if inside.len() <= FOLDER_MAX {
            out.extend(inside.into_iter().map(|p| (p.clone(), 0.4)));
        }
    }
    out
}

/// The commits that speak for a decision's files, with weight and words.
fn commits_of(d: &Told, cited: &[CommitId]) -> Vec<(CommitId, f64, &'static str)> {
    let mut out = Vec::new();
    if d.path.is_none() {
        out.push((d.first.clone(), 0.7, "its own commit"));
    } else {
        for r in &d.revisions {
            out.push((r.recorded.clone(), 0.5, "recorded with"));
        }
    }
    out.extend(cited.iter().map(|c| (c.clone(), 0.8, "cites")));
    out
}

fn is_code(path: &str) -> bool {
    !matches!(
        file_kind(&RepoPath::from(path)),
        FileKind::Docs | FileKind::Generated
    )
}
