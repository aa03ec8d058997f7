//! What must hold of a log that is put together from several files, and of its history.

use std::collections::{HashMap, HashSet};

use rguard::decisions::{
    DecisionLog, Folders, Memory, Mining, Moment, Reading, RevisionIndex, SourceKind, Strength,
    TreeReader, Version, parse, parse_by,
};
use rguard::history::{EntryKind, HistoryError, TreeEntry};
use rguard::model::{BlobId, CommitId, LogView, Quote, RepoPath};

use super::checks;

/// Where the texts of a tree stand, in order.
pub const PLACES: &[&str] = &[
    "DECISIONS.md",
    "docs/adr/0002-y.md",
    "docs/adr/0001-x.md",
    "docs/adr/0001-x.de.md",
];

struct Tree<'t>(&'t [String]);

impl TreeReader for Tree<'_> {
    fn files(&self) -> Result<Vec<TreeEntry>, HistoryError> {
        let entry = |(i, path): (usize, &&str)| TreeEntry {
            path: RepoPath::from(*path),
            blob: blob(i, 0),
            kind: EntryKind::File,
        };
        let here = PLACES.iter().take(self.0.len());
        Ok(here.enumerate().map(entry).collect())
    }

    fn blob(&self, id: &BlobId) -> Result<Vec<u8>, HistoryError> {
        let i = usize::from_str_radix(&id.as_str()[20..], 16).unwrap();
        Ok(self.0[i].clone().into_bytes())
    }
}

fn blob(place: usize, version: usize) -> BlobId {
    BlobId(format!("{version:020x}{place:020x}"))
}

fn commit(n: usize) -> CommitId {
    CommitId(format!("{n:040x}"))
}

/// The log of a tree of these texts.
///
/// # Errors
/// What does not hold.
pub fn tree(texts: &[String]) -> Result<(), String> {
    let index = RevisionIndex::new(commit(9), false);
    let view = as_of(texts, &index, 9)?;
    whole(&view, texts)
}

fn as_of(texts: &[String], index: &RevisionIndex, n: usize) -> Result<LogView, String> {
    let at = commit(n);
    let moment = Moment {
        commit: &at,
        contains: &|_| true,
        least: Strength::Stated,
    };
    let log = DecisionLog::new();
    let view = log
        .as_of(&Tree(texts), index, &Mining::default(), &moment)
        .map_err(|e| e.to_string())?;
    Ok(view.view)
}

fn whole(view: &LogView, texts: &[String]) -> Result<(), String> {
    let (mut ids, mut keys) = (HashSet::new(), HashSet::new());
    for d in &view.decisions {
        if !ids.insert(&d.id) || !keys.insert(&d.key) {
            return Err(format!("{} or {} twice", d.id, d.key));
        }
    }
    let verbatim = |q: &Quote| {
        let path = q.path.as_ref().map(ToString::to_string);
        let at = PLACES.iter().position(|p| Some(*p) == path.as_deref());
        let text = at.and_then(|i| texts.get(i)).ok_or("a quote of no file")?;
        checks::quote(q, &text.split('\n').collect::<Vec<_>>())
    };
    for d in &view.decisions {
        let facts = (d.alternatives.iter().map(|a| &a.quote))
            .chain(d.measurements.iter().map(|m| &m.quote))
            .chain(d.experiments.iter().map(|e| &e.quote))
            .chain(d.limits.iter().map(|l| &l.quote));
        for q in facts {
            verbatim(q).map_err(|e| format!("{}: {e}", d.id))?;
        }
        for s in &d.superseded_by {
            let other = view.decisions.iter().find(|o| o.id == s.id);
            let other = other.ok_or(format!("{} is superseded by nothing", d.id))?;
            // A section goes with its entry, which the newer one names.
            let named = other.supersedes.iter().any(|b| b.id == d.id) || d.part_of.is_some();
            if !named || other.id == d.id {
                return Err(format!("{} does not supersede {}", other.id, d.id));
            }
        }
    }
    Ok(())
}

/// A file over its versions, the odd ones of which also stand in a second file.
///
/// # Errors
/// What does not hold.
pub fn history(versions: &[String]) -> Result<(), String> {
    let (log, other) = (
        RepoPath::from(PLACES[0]),
        RepoPath::from("web/DECISIONS.md"),
    );
    let mut all = Vec::new();
    let mut texts: HashMap<BlobId, String> = HashMap::new();
    let mut before: HashMap<RepoPath, BlobId> = HashMap::new();
    for (n, text) in versions.iter().enumerate() {
        let half = text.len() / 2;
        let half = (half..=text.len())
            .find(|&i| text.is_char_boundary(i))
            .unwrap_or(0);
        let mut files = vec![(&log, text.clone())];
        if n % 2 == 1 {
            files = vec![
                (&log, text[..half].to_owned()),
                (&other, text[half..].to_owned()),
            ];
        }
        for (at, path) in [&log, &other].into_iter().enumerate() {
            let new = files.iter().find(|(p, _)| *p == path).map(|(_, t)| t);
            let id = new.map(|_| blob(at, n + 1));
            if let (Some(id), Some(text)) = (&id, new) {
                texts.insert(id.clone(), text.clone());
            }
            let old = before.remove(path);
            if let Some(id) = &id {
                before.insert(path.clone(), id.clone());
            }
            if old.is_some() || id.is_some() {
                all.push(Version {
                    ord: u32::try_from(n).unwrap(),
                    commit: commit(n),
                    path: path.clone(),
                    blob: id,
                    before: old.into_iter().map(|b| (path.clone(), b)).collect(),
                });
            }
        }
    }
    let read = |b: &BlobId| texts.get(b).map(|t| t.clone().into_bytes());
    let folders = Folders::default();
    let mut whole = RevisionIndex::new(commit(0), false);
    DecisionLog::new().track(&mut whole, &all, &folders, read);
    let mut steps = RevisionIndex::new(commit(0), false);
    let log = DecisionLog::new();
    let mut rest = &all[..];
    while let Some(first) = rest.first() {
        let n = rest.iter().take_while(|v| v.ord == first.ord).count();
        log.track(&mut steps, &rest[..n], &folders, read);
        rest = &rest[n..];
    }
    if whole != steps {
        return Err("step by step gives another index than at once".to_owned());
    }
    let keys: HashSet<_> = whole.decisions().iter().map(|d| &d.key).collect();
    if keys.len() != whole.decisions().len() {
        return Err("two decisions of one key".to_owned());
    }
    for n in 0..versions.len() {
        // No decision is live twice at one commit.
        let mut live = HashSet::new();
        for v in all.iter().filter(|v| v.ord as usize == n) {
            let Some(blob) = &v.blob else { continue };
            let records = parse(SourceKind::Log, &v.path, texts[blob].as_bytes()).records;
            let rows = whole.rows(&v.path, blob).ok_or("a version without rows")?;
            if rows.len() != records.len() {
                return Err(format!("{} rows of {} records", rows.len(), records.len()));
            }
            for row in rows {
                let (d, r) = whole.get(*row).ok_or("a row of nothing")?;
                if !live.insert(&d.key) {
                    return Err(format!("{} is live twice", r.title));
                }
            }
        }
    }
    Ok(())
}

/// The versions of a file, read with a memory of all before and read alone, by the built-in words
/// and by others, forwards and backwards.
///
/// # Errors
/// What differs.
pub fn remembered(versions: &[String]) -> Result<(), String> {
    let words =
        "[words.standing]\naccepted = [\"a\", \"in kraft\"]\n[words.fields]\nstatus = [\"b\"]\n";
    let folders = [
        Folders::default(),
        Folders::read([("rguard.toml", words)]).map_err(|e| e.to_string())?,
    ];
    let places = checks::SOURCES.iter();
    let places = places.filter(|(kind, _)| *kind != SourceKind::Adr);
    let memory = Memory::default();
    for text in versions.iter().chain(versions.iter().rev()) {
        for (kind, path) in places.clone() {
            for folders in &folders {
                let alone = folders.reading(*kind);
                let path = RepoPath::from(*path);
                let with = Reading {
                    memory: Some(&memory),
                    ..alone
                };
                let (a, b) = (
                    parse_by(alone, &path, text.as_bytes()),
                    parse_by(with, &path, text.as_bytes()),
                );
                if a != b {
                    return Err(format!("{path}: {a:#?} and remembered {b:#?}"));
                }
            }
        }
    }
    Ok(())
}
