//! The second half of a sync: decisions that are new or said something new, to rows.
//!
//! Only what changed since the last sync is read. A decision's facts come from its newest revision;
//! an edge's ordinal is that of the first revision that says it, so that a review at an older base
//! sees what was said then.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use crate::decisions::commits::Strength;
use crate::decisions::lore;
use crate::decisions::{
    DecisionLog, Folders, Place, ReadSource, RevisionIndex, Stated, Tracked, Version,
};
use crate::extract::code_links::Proof;
use crate::extract::{self, Facts, Known, Passage};
use crate::graph::Row;
use crate::history::{CommitIndex, Repo};
use crate::model::{BlobId, CommitId, DecisionKey, LineRange, MentionKind, Outcome, RepoPath};

use super::history::row;
use super::state::FileVersion;

/// Text of a revision that the full-text index gets, in bytes.
const BODY_MAX: usize = 8 * 1024;

/// A decision that is new or changed, as the rows need it.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub key: DecisionKey,
    pub first: CommitId,
    pub first_ord: u32,
    /// Its file now, for a recorded one.
    pub path: Option<RepoPath>,
    /// `recorded` or `inferred`.
    pub authority: &'static str,
    /// Whether an inferred one gives its reason.
    pub reasoned: bool,
    pub revisions: Vec<ToldRevision>,
    pub facts: Facts,
}

/// One revision of it.
#[derive(Clone, Debug)]
pub(super) struct ToldRevision {
    pub hash: String,
    pub title: String,
    pub standing: &'static str,
    pub text: String,
    pub blob: Option<BlobId>,
    pub from: CommitId,
    pub from_ord: u32,
    pub recorded: CommitId,
    pub lines: LineRange,
    pub until: Vec<CommitId>,
}

/// Reads versions through the log's cache.
pub(super) struct Reader<'a> {
    repo: &'a Repo,
    log: &'a DecisionLog,
    folders: Folders,
}

impl<'a> Reader<'a> {
    pub fn new(repo: &'a Repo, log: &'a DecisionLog, folders: Folders) -> Self {
        Self { repo, log, folders }
    }

    /// Whether the path holds decisions.
    pub fn is_source(&self, path: &RepoPath) -> bool {
        matches!(self.folders.place(path), Place::Source(_))
    }

    /// The records of one version.
    pub fn read(&self, path: &RepoPath, blob: &BlobId) -> Option<Arc<ReadSource>> {
        let Place::Source(kind) = self.folders.place(path) else {
            return None;
        };
        let reading = self.folders.reading(kind);
        self.log
            .read(reading, path, blob, || self.repo.blob(blob).ok())
    }
}

/// Extends the revision index by new versions and tells which decisions changed by it.
pub(super) fn extend(
    revisions: &mut RevisionIndex,
    versions: &[FileVersion],
    index: &CommitIndex,
    reader: &Reader<'_>,
) -> Vec<Told> {
    let shape = |d: &Tracked| {
        (
            d.revisions.len(),
            d.ids.len(),
            d.revisions
                .iter()
                .map(|r| r.until.len() + r.again.len())
                .sum::<usize>(),
        )
    };
    let before: Vec<_> = revisions.decisions().iter().map(shape).collect();
    let versions: Vec<Version> = versions
        .iter()
        .filter_map(|v| {
            let old_path = v.old_path.as_ref().unwrap_or(&v.path);
            let (is_now, was) = (reader.is_source(&v.path), reader.is_source(old_path));
            if !is_now && !was {
                return None;
            }
            let before = v.old_blob.iter().filter(|_| was);
            // A file that is moved away from the records is gone from them.
            let path = if is_now { &v.path } else { old_path };
            Some(Version {
                ord: v.ord,
                commit: index.id(v.ord)?,
                path: path.clone(),
                blob: v.blob.clone().filter(|_| is_now),
                before: before
                    .map(|b| (old_path.clone(), b.clone()))
                    .chain(v.sides.iter().filter(|(p, _)| reader.is_source(p)).cloned())
                    .collect(),
            })
        })
        .collect();
    revisions.extend(&versions, |path, blob| reader.read(path, blob));
    let changed: Vec<&Tracked> = revisions
        .decisions()
        .iter()
        .enumerate()
        .filter(|(i, d)| before.get(*i) != Some(&shape(d)))
        .map(|(_, d)| d)
        .collect();
    changed
        .into_iter()
        .filter_map(|d| told(d, revisions, reader))
        .collect()
}

fn told(d: &Tracked, index: &RevisionIndex, reader: &Reader<'_>) -> Option<Told> {
    let mut revisions = Vec::new();
    for r in &d.revisions {
        // The text is not in the index: it stands in the blob, at the record of this revision.
        let Some(parsed) = reader.read(&r.path, &r.blob) else {
            continue;
        };
        let rows = index.rows(&r.path, &r.blob).unwrap_or_default();
        let record = parsed.records.iter().zip(rows).find(|(_, row)| {
            index
                .get(**row)
                .is_some_and(|(t, rev)| t.key == d.key && rev.hash == r.hash)
        });
        let Some((record, _)) = record else { continue };
        revisions.push(ToldRevision {
            hash: r.hash.clone(),
            title: r.title.clone(),
            standing: r.standing.word(),
            text: record.text.clone(),
            blob: Some(r.blob.clone()),
            from: r.from.clone(),
            from_ord: r.from_ord,
            recorded: r.recorded.clone(),
            lines: r.lines,
            until: r.until.clone(),
        });
    }
    // Words that were restored are the newest, though they were seen before.
    let last = d.times().last().map(|t| t.revision);
    let newest = last.and_then(|r| revisions.iter().find(|told| told.hash == r.hash));
    let newest = newest.or_else(|| revisions.iter().max_by_key(|r| r.from_ord))?;
    let path = last.map(|r| r.path.clone());
    let passage = Passage {
        text: &newest.text,
        first_line: newest.lines.start,
        path: path.as_ref(),
        commit: Some(&newest.from),
        trail: &[],
    };
    let (facts, _) = extract::facts(&passage, &Known::anything());
    Some(Told {
        key: d.key.clone(),
        first: d.first.clone(),
        first_ord: d.first_ord,
        path,
        authority: "recorded",
        reasoned: true,
        revisions,
        facts,
    })
}

/// Tells the decisions that these messages state.
pub(super) fn inferred(root: &CommitId, stated: &[Stated]) -> Vec<Told> {
    stated
        .iter()
        .filter_map(|c| {
            let mined = c.mined()?;
            let text = mined.record.text;
            let facts = lore::facts(&text, None);
            Some(Told {
                key: c.key(root),
                first: c.commit.clone(),
                first_ord: c.ord,
                path: None,
                authority: "inferred",
                reasoned: mined.strength == Strength::Reasoned,
                revisions: vec![ToldRevision {
                    hash: "message".into(),
                    title: mined.record.title,
                    standing: "unknown",
                    text,
                    blob: None,
                    from: c.commit.clone(),
                    from_ord: c.ord,
                    recorded: c.commit.clone(),
                    lines: mined.record.lines,
                    until: Vec::new(),
                }],
                facts,
            })
        })
        .collect()
}

/// Rows for decisions, each kind deduplicated by its merge key.
#[derive(Debug, Default)]
pub(super) struct DecisionRows {
    pub decisions: Vec<Row>,
    pub docs: Vec<Row>,
    pub revisions: Vec<Row>,
    pub has_revision: Vec<Row>,
    pub recorded_in: Vec<Row>,
    pub from_doc: Vec<Row>,
    pub from_commit: Vec<Row>,
    pub alternatives: Vec<Row>,
    pub measurements: Vec<Row>,
    pub experiments: Vec<Row>,
    pub limits: Vec<Row>,
    pub symbols: Vec<Row>,
    pub mentions_symbol: Vec<Row>,
    pub concepts: Vec<Row>,
    pub mentions_concept: Vec<Row>,
}

/// Turns decisions into the rows that need nothing else.
pub(super) fn rows(told: &[Told], root: &CommitId) -> DecisionRows {
    let mut out = DecisionRows::default();
    let mut docs = BTreeSet::new();
    let mut symbols = BTreeSet::new();
    let mut concepts = BTreeSet::new();
    for d in told {
        let key = d.key.as_str();
        out.decisions.push(row([
            ("key", key.into()),
            ("root", root.as_str().into()),
            ("authority", d.authority.into()),
            ("reasoned", d.reasoned.into()),
            ("first_sha", d.first.as_str().into()),
            ("first_ord", d.first_ord.into()),
        ]));
        match &d.path {
            Some(path) => {
                docs.insert(path.to_string());
                out.from_doc.push(row([
                    ("key", key.into()),
                    ("path", path.to_string().into()),
                ]));
            }
            None => {
                out.from_commit
                    .push(row([("key", key.into()), ("sha", d.first.as_str().into())]));
            }
        }
        revision_rows(d, &mut out);
        fact_rows(d, &mut out);
        for m in d
            .facts
            .mentions
            .iter()
            .filter(|m| m.kind == MentionKind::Concept)
        {
            let name = m.name.to_lowercase();
            if concepts.insert(name.clone()) {
                out.concepts.push(row([("name", (&name).into())]));
            }
            out.mentions_concept
                .push(row([("key", key.into()), ("name", name.into())]));
        }
        let mut seen = BTreeSet::new();
        for m in d
            .facts
            .mentions
            .iter()
            .filter(|m| m.kind == MentionKind::Symbol)
        {
            let name = m.name.to_lowercase();
            if !seen.insert(name.clone()) {
                continue;
            }
            symbols.insert(name.clone());
            out.mentions_symbol.push(row([
                ("key", key.into()),
                ("sid", format!("#{name}").into()),
                ("line", m.line.unwrap_or(0).into()),
                ("ord", first_saying(d, &m.name).into()),
            ]));
        }
    }
    out.docs = docs
        .into_iter()
        .map(|p| row([("path", p.into())]))
        .collect();
    out.symbols = symbols
        .into_iter()
        .map(|n| {
            row([
                ("sid", format!("#{n}").into()),
                ("name", n.into()),
                ("path", "".into()),
            ])
        })
        .collect();
    out
}

/// Position of the first revision that says a word.
pub(super) fn first_saying(d: &Told, word: &str) -> u32 {
    let said = d
        .revisions
        .iter()
        .filter(|r| r.text.contains(word))
        .map(|r| r.from_ord)
        .min();
    said.unwrap_or(d.first_ord)
}

fn revision_rows(d: &Told, out: &mut DecisionRows) {
    let key = d.key.as_str();
    for r in &d.revisions {
        let rid = format!("{key}:{}", r.hash);
        let until: Vec<&str> = r.until.iter().map(CommitId::as_str).collect();
        out.revisions.push(row([
            ("rid", (&rid).into()),
            ("key", key.into()),
            ("title", (&r.title).into()),
            ("standing", r.standing.into()),
            ("body", clip(&r.text, BODY_MAX).into()),
            ("blob", r.blob.as_ref().map(|b| b.as_str()).into()),
            ("from_sha", r.from.as_str().into()),
            ("from_ord", r.from_ord.into()),
            ("until_sha", until.join(" ").into()),
        ]));
        out.has_revision
            .push(row([("key", key.into()), ("rid", (&rid).into())]));
        out.recorded_in.push(row([
            ("rid", rid.into()),
            ("sha", r.recorded.as_str().into()),
            ("lines", format!("{}-{}", r.lines.start, r.lines.end).into()),
        ]));
    }
}

fn fact_rows(d: &Told, out: &mut DecisionRows) {
    let key = d.key.as_str();
    let fid = |kind: &str, n: usize| format!("{key}:{kind}{n}");
    for (n, a) in d.facts.alternatives.iter().enumerate() {
        out.alternatives.push(row([
            ("fid", fid("a", n).into()),
            ("key", key.into()),
            ("name", (&a.name).into()),
            ("reason", a.reason.as_deref().into()),
            ("quote", (&a.quote.text).into()),
        ]));
    }
    for (n, m) in d.facts.measurements.iter().enumerate() {
        out.measurements.push(row([
            ("fid", fid("m", n).into()),
            ("key", key.into()),
            ("value", (&m.value).into()),
            ("unit", (&m.unit).into()),
            ("what", (&m.what).into()),
            ("quote", (&m.quote.text).into()),
        ]));
    }
    for (n, e) in d.facts.experiments.iter().enumerate() {
        let outcome = match e.outcome {
            Outcome::Confirmed => "confirmed",
            Outcome::Disproven => "disproven",
            Outcome::Inconclusive => "inconclusive",
        };
        out.experiments.push(row([
            ("fid", fid("e", n).into()),
            ("key", key.into()),
            ("claim", (&e.claim).into()),
            ("outcome", outcome.into()),
            ("quote", (&e.quote.text).into()),
        ]));
    }
    for (n, l) in d.facts.limits.iter().enumerate() {
        out.limits.push(row([
            ("fid", fid("l", n).into()),
            ("key", key.into()),
            ("scope", (&l.scope).into()),
            ("origin", l.from.as_ref().map(|f| f.as_str()).into()),
            ("quote", (&l.quote.text).into()),
        ]));
    }
}

fn clip(text: &str, max: usize) -> &str {
    let mut end = text.len().min(max);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Commits that a decision names in its text, resolved.
pub(super) fn cited_commits(repo: &Repo, index: &CommitIndex, d: &Told) -> Vec<CommitId> {
    let mut out = crate::decisions::code_past::cited_commits(repo, &d.facts.mentions);
    out.retain(|id| index.ord(id).is_some());
    out
}

/// Names in code spans and paths, to be looked up in the tree.
pub(super) fn names(told: &[Told], kind: MentionKind) -> HashSet<String> {
    told.iter()
        .flat_map(|d| &d.facts.mentions)
        .filter(|m| m.kind == kind)
        .map(|m| m.name.clone())
        .collect()
}

/// What can be proved of each identifier in the tree at `tip`; one in more than `max` files points
/// at none.
pub(super) fn identifier_files(
    repo: &Repo,
    tip: &CommitId,
    names: &HashSet<String>,
    max: usize,
) -> BTreeMap<String, Proof> {
    let Ok(found) = crate::decisions::code_past::identifiers(repo, tip, names) else {
        return BTreeMap::new();
    };
    names
        .iter()
        .map(|n| (n.clone(), found.prove(n, max)))
        .collect()
}
