//! Compares the log as of older commits, put together from the index of all of history, with the
//! files of a checkout of the same commit: two ways that share only the parsers and how links are
//! resolved.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::checkout;
use crate::commands::eval::materialise::Scratch;
use crate::decisions::{DecisionLog, Past, Strength};
use crate::history::Repo;
use crate::model::{CommitId, Decision, LogView, Supersession};

/// How the two ways agree at one commit.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Agreement {
    /// The commit.
    pub commit: String,
    /// Decisions in files that both ways have alike.
    pub identical: usize,
    /// Those that differ or that only one way has.
    pub differing: usize,
    /// Each difference, in a sentence.
    pub differences: Vec<String>,
}

/// Commits that changed the record, spread evenly over history; never the newest. Where there are
/// fewer, others since the first of them fill up. Oldest first.
pub fn spread(past: &Past, n: usize) -> Vec<CommitId> {
    let mut changed: BTreeSet<u32> = BTreeSet::new();
    for d in past.index.decisions() {
        changed.extend(d.revisions.iter().map(|r| r.from_ord));
    }
    let Some(first) = changed.first().copied() else {
        return Vec::new();
    };
    let tip = u32::try_from(past.commits.len().saturating_sub(1)).unwrap_or(u32::MAX);
    changed.remove(&tip);
    let changed: Vec<u32> = changed.into_iter().collect();
    let mut chosen: BTreeSet<u32> = evenly(&changed, n).into_iter().collect();
    let others: Vec<u32> = (first..tip).filter(|o| !chosen.contains(o)).collect();
    chosen.extend(evenly(&others, n.saturating_sub(chosen.len())));
    chosen
        .into_iter()
        .filter_map(|ord| past.commits.id(ord))
        .collect()
}

/// At most `n` of them, as far from one another as from the ends.
fn evenly(all: &[u32], n: usize) -> Vec<u32> {
    if all.len() <= n {
        return all.to_vec();
    }
    (0..n)
        .filter_map(|i| all.get((2 * i + 1) * all.len() / (2 * n)))
        .copied()
        .collect()
}

/// Compares both ways at a commit.
///
/// # Errors
/// A sentence that says which way failed.
pub fn agree(
    repo: &Repo,
    reader: &DecisionLog,
    past: &Past,
    scratch: &Scratch,
    commit: &CommitId,
) -> Result<Agreement, String> {
    let from_history = past
        .as_of(repo, reader, commit, Strength::Reasoned)
        .map_err(|e| e.to_string())?;
    let folder = scratch.checkout(commit)?;
    let added = checkout::added(&scratch.additions(commit)?);
    let from_files = checkout::log_of(folder.path(), commit, &added).map_err(|e| e.to_string())?;
    Ok(differences(&from_history.view, &from_files))
}

/// What differs between two logs, in what stands in files.
pub fn differences(history: &LogView, files: &LogView) -> Agreement {
    let mut out = Agreement {
        commit: history.as_of.to_string(),
        ..Agreement::default()
    };
    let (mut ours, mut theirs) = (by_id(history), by_id(files));
    for (id, of_history) in std::mem::take(&mut ours) {
        let of_files = theirs.remove(&id).unwrap_or_default();
        let places = of_history.len().max(of_files.len());
        for i in 0..places {
            let difference = match (of_history.get(i), of_files.get(i)) {
                (Some(a), Some(b)) => difference(a, b),
                (Some(_), None) => Some("only history has it".to_owned()),
                (None, _) => Some("only the checkout has it".to_owned()),
            };
            note(&mut out, &id, difference);
        }
    }
    for (id, rest) in theirs {
        for _ in rest {
            note(&mut out, &id, Some("only the checkout has it".to_owned()));
        }
    }
    out
}

fn note(out: &mut Agreement, id: &str, difference: Option<String>) {
    match difference {
        None => out.identical += 1,
        Some(what) => {
            out.differing += 1;
            out.differences.push(format!("{id}: {what}"));
        }
    }
}

fn by_id(view: &LogView) -> BTreeMap<String, Vec<&Decision>> {
    let mut out: BTreeMap<String, Vec<&Decision>> = BTreeMap::new();
    for d in view.decisions.iter().filter(|d| d.source.path.is_some()) {
        out.entry(d.id.to_string()).or_default().push(d);
    }
    out
}

fn difference(a: &Decision, b: &Decision) -> Option<String> {
    let sides = |a: &dyn std::fmt::Debug, b: &dyn std::fmt::Debug| {
        format!("{a:?} in history, {b:?} in the checkout")
    };
    if a.title != b.title {
        return Some(format!("title: {}", sides(&a.title, &b.title)));
    }
    if a.date != b.date {
        return Some(format!("date: {}", sides(&a.date, &b.date)));
    }
    if a.standing != b.standing || a.standing_words != b.standing_words {
        let (a, b) = (
            (a.standing, &a.standing_words),
            (b.standing, &b.standing_words),
        );
        return Some(format!("standing: {}", sides(&a, &b)));
    }
    if a.source.lines != b.source.lines {
        let (a, b) = (a.source.lines, b.source.lines);
        return Some(format!("lines: {}", sides(&a, &b)));
    }
    if a.part_of != b.part_of {
        return Some(format!("entry: {}", sides(&a.part_of, &b.part_of)));
    }
    for (what, a, b) in [
        ("superseded by", &a.superseded_by, &b.superseded_by),
        ("supersedes", &a.supersedes, &b.supersedes),
    ] {
        let (a, b) = (links(a), links(b));
        if a != b {
            return Some(format!("{what}: {}", sides(&a, &b)));
        }
    }
    None
}

fn links(list: &[Supersession]) -> Vec<(String, String)> {
    let one = |s: &Supersession| (s.id.to_string(), format!("{:?}", s.state));
    let mut out: Vec<(String, String)> = list.iter().map(one).collect();
    out.sort();
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decisions::{SourceKind, parse};
    use crate::model::{RepoPath, Source, Standing};

    fn view(text: &str) -> LogView {
        let path = RepoPath::from("docs/adr/0001-a.md");
        let parsed = parse(SourceKind::Adr, &path, text.as_bytes());
        let record = &parsed.records[0];
        let json = serde_json::json!({
            "id": record.id, "key": "", "aliases": [], "title": record.title,
            "date": record.date, "standing": record.standing, "authority": "recorded",
            "source": Source { path: Some(path.clone()), lines: Some(record.lines), ..Source::default() },
            "superseded_by": [], "supersedes": [], "people": [], "alternatives": [],
            "measurements": [], "experiments": [], "limits": [], "mentions": [],
        });
        LogView {
            decisions: vec![serde_json::from_value(json).unwrap()],
            ..LogView::default()
        }
    }

    #[test]
    fn each_way_in_which_two_logs_can_differ_is_said() {
        let text = "# 1. Use a queue\n\nDate: 2024-01-02\n\n## Status\n\nAccepted\n";
        let a = view(text);
        assert_eq!(differences(&a, &a).identical, 1);
        for (other, what) in [
            (text.replace("queue", "table"), "title"),
            (text.replace("2024", "2025"), "date"),
            (text.replace("Accepted", "Rejected"), "standing"),
            (format!("\n{text}"), "lines"),
        ] {
            let found = differences(&a, &view(&other));
            assert_eq!((found.identical, found.differing), (0, 1), "{what}");
            assert!(found.differences[0].contains(what), "{found:?}");
        }
        let mut gone = a.clone();
        assert_eq!(gone.decisions[0].standing, Standing::Accepted);
        gone.decisions.clear();
        assert!(differences(&a, &gone).differences[0].contains("only history"));
        assert!(differences(&gone, &a).differences[0].contains("only the checkout"));
    }
}
