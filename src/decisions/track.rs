//! Decisions over history: keys, revisions, former ids.
//!
//! A version of a file is a blob at a path. What made it is a commit, and the versions at that
//! commit's parents are what it continues; so branches keep their own lines, and a merge that
//! combines two continues both. The index is extended by new versions only.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::as_of::ReadSource;
use super::identity::{self, Known};
use super::record::Record;
use crate::model::{BlobId, CommitId, DecisionId, DecisionKey, LineRange, RepoPath, Standing};

/// Raised whenever a parser changes what it finds, so that an index of before is built anew.
pub const PARSER: u32 = 2;

/// A new version of a decision file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// The position of the commit in the walk: parents come before children.
    pub ord: u32,
    /// The commit.
    pub commit: CommitId,
    /// The file's path after it (before it, for a deleted file).
    pub path: RepoPath,
    /// Its content; `None` for a deleted file.
    pub blob: Option<BlobId>,
    /// What it was at the commit's parents, under the path there; empty for a new file.
    pub before: Vec<(RepoPath, BlobId)>,
}

/// Text, title and standing of a decision over a span of history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// 16 hex digits over text, title and standing: with the key, what names the revision.
    pub hash: String,
    /// 16 hex digits over the text alone.
    pub text: String,
    /// The title.
    pub title: String,
    /// The standing.
    pub standing: Standing,
    /// The file.
    pub path: RepoPath,
    /// The content in which it was seen first.
    pub blob: BlobId,
    /// Its lines there.
    pub lines: LineRange,
    /// The commit from which it was in force.
    pub from: CommitId,
    /// That commit's position.
    pub from_ord: u32,
    /// The commit in which this text was recorded first: earlier than `from` where only the standing
    /// that it inherits changed.
    pub recorded: CommitId,
    /// The commits that ended it, one for each line of history.
    pub until: Vec<CommitId>,
}

/// A decision over all of history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tracked {
    /// Its stable key.
    pub key: DecisionKey,
    /// The commit that recorded it first.
    pub first: CommitId,
    /// That commit's position.
    pub first_ord: u32,
    /// Its ids, oldest first, with the position of the commit that gave each.
    pub ids: Vec<(DecisionId, u32)>,
    /// Its revisions, in the order in which they were seen.
    pub revisions: Vec<Revision>,
}

/// A record's decision and revision, as places in [`RevisionIndex::decisions`] and
/// [`Tracked::revisions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct Row {
    /// The decision.
    pub decision: u32,
    /// The revision.
    pub revision: u32,
}

impl From<(u32, u32)> for Row {
    fn from((decision, revision): (u32, u32)) -> Self {
        Self { decision, revision }
    }
}

impl From<Row> for (u32, u32) {
    fn from(r: Row) -> Self {
        (r.decision, r.revision)
    }
}

/// Which decision and revision each record of each known version is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RevisionIndex {
    parser: u32,
    root: CommitId,
    provisional: bool,
    decisions: Vec<Tracked>,
    /// `<blob> <path>` to one row for each record, in the order of the parsed records.
    files: HashMap<String, Vec<Row>>,
    /// Path to the decisions that ever stood in it.
    paths: HashMap<String, Vec<u32>>,
}

impl RevisionIndex {
    /// An empty index of a repository. In a shallow clone its keys are provisional.
    pub fn new(root: CommitId, provisional: bool) -> Self {
        Self {
            parser: PARSER,
            root,
            provisional,
            ..Self::default()
        }
    }

    /// Whether it was built by this version's parsers for this root, so that it can be extended.
    pub fn fits(&self, root: &CommitId, provisional: bool) -> bool {
        self.parser == PARSER && self.root == *root && self.provisional == provisional
    }

    /// The root commit.
    pub fn root(&self) -> &CommitId {
        &self.root
    }

    /// Whether keys may change once more history is fetched.
    pub fn is_provisional(&self) -> bool {
        self.provisional
    }

    /// All decisions that history ever had.
    pub fn decisions(&self) -> &[Tracked] {
        &self.decisions
    }

    /// The rows of a version, if it is known.
    pub fn rows(&self, path: &RepoPath, blob: &BlobId) -> Option<&[Row]> {
        self.files.get(&file_key(path, blob)).map(Vec::as_slice)
    }

    /// A row's decision and revision.
    pub fn get(&self, row: Row) -> Option<(&Tracked, &Revision)> {
        let decision = self.decisions.get(row.decision as usize)?;
        Some((decision, decision.revisions.get(row.revision as usize)?))
    }

    /// The decisions of a path that a record of an unknown version may be: by its text, else by its
    /// id. A merge that combines two sides makes such versions.
    pub fn guess(&self, path: &RepoPath, record: &Record) -> Option<(&Tracked, Option<&Revision>)> {
        let list = self.paths.get(&path.to_string())?;
        let text = identity::text_hash(record);
        let all = || list.iter().filter_map(|&d| self.decisions.get(d as usize));
        let by_text = all().find_map(|d| {
            let r = d.revisions.iter().rev().find(|r| r.text == text)?;
            d.ids
                .iter()
                .any(|(id, _)| *id == record.id)
                .then_some((d, Some(r)))
        });
        by_text
            .or_else(|| {
                all().find_map(|d| {
                    let r = d.revisions.iter().rev().find(|r| r.text == text)?;
                    Some((d, Some(r)))
                })
            })
            .or_else(|| {
                all()
                    .find(|d| d.ids.iter().any(|(id, _)| *id == record.id))
                    .map(|d| (d, None))
            })
    }

    /// Takes new versions in, in walk order. `parse` gives a version's records, or none where its
    /// content cannot be read.
    pub fn extend(
        &mut self,
        versions: &[Version],
        mut parse: impl FnMut(&RepoPath, &BlobId) -> Option<Arc<ReadSource>>,
    ) {
        let mut rest = versions;
        while let Some(first) = rest.first() {
            let n = rest.iter().take_while(|v| v.ord == first.ord).count();
            let (batch, more) = rest.split_at(n);
            rest = more;
            let gone: Vec<(RepoPath, BlobId)> = batch
                .iter()
                .filter(|v| v.blob.is_none())
                .flat_map(|v| v.before.iter().cloned())
                .collect();
            for v in batch {
                self.take(v, &gone, &mut parse);
            }
        }
    }

    fn take(
        &mut self,
        v: &Version,
        gone: &[(RepoPath, BlobId)],
        parse: &mut impl FnMut(&RepoPath, &BlobId) -> Option<Arc<ReadSource>>,
    ) {
        for (p, b) in &v.before {
            self.adopt(p, b, v, parse);
        }
        let before_rows: Vec<Row> = v
            .before
            .iter()
            .filter_map(|(p, b)| self.rows(p, b))
            .flatten()
            .copied()
            .collect();
        let Some(blob) = &v.blob else {
            self.end(&before_rows, &[], &v.commit);
            return;
        };
        let file = file_key(&v.path, blob);
        if let Some(rows) = self.files.get(&file).cloned() {
            self.end(&before_rows, &rows, &v.commit);
            return;
        }
        let Some(parsed) = parse(&v.path, blob) else {
            return;
        };
        // A moved record whose text changed too much for git is found among what the commit removed.
        let is_new = v.before.is_empty();
        let sources: &[(RepoPath, BlobId)] = if is_new { gone } else { &v.before };
        let mut held: Vec<(Arc<ReadSource>, Vec<Row>)> = Vec::new();
        for (p, b) in sources {
            let Some(rows) = self.rows(p, b).map(<[Row]>::to_vec) else {
                continue;
            };
            if let Some(old) = parse(p, b) {
                held.push((old, rows));
            }
        }
        let known: Vec<Known<'_>> = held
            .iter()
            .flat_map(|(old, rows)| old.records.iter().zip(rows))
            .map(|(record, row)| Known {
                decision: row.decision,
                record,
            })
            .collect();
        let found = identity::continue_from(&parsed.records, &known, !is_new);
        let mut rows = Vec::with_capacity(parsed.records.len());
        for (n, (record, found)) in parsed.records.iter().zip(found).enumerate() {
            let text = identity::text_hash(record);
            let decision = found
                .map(|i| known[i].decision)
                .or_else(|| self.returned(&v.path, record, &text, &rows))
                .unwrap_or_else(|| self.begin(v, n));
            rows.push(self.revise(decision, record, text, v, blob));
        }
        self.end(&before_rows, &rows, &v.commit);
        self.files.insert(file, rows);
    }

    /// Takes in a version that no commit was seen to make: a merge whose files were not told. Its
    /// records are those of the sides that it combines.
    fn adopt(
        &mut self,
        path: &RepoPath,
        blob: &BlobId,
        v: &Version,
        parse: &mut impl FnMut(&RepoPath, &BlobId) -> Option<Arc<ReadSource>>,
    ) {
        if self.rows(path, blob).is_some() {
            return;
        }
        let Some(parsed) = parse(path, blob) else {
            return;
        };
        let at = Version {
            path: path.clone(),
            blob: Some(blob.clone()),
            before: Vec::new(),
            ..v.clone()
        };
        let mut rows: Vec<Row> = Vec::with_capacity(parsed.records.len());
        for (n, record) in parsed.records.iter().enumerate() {
            let known = self.guess(path, record).map(|(d, _)| d.key.clone());
            let place = known.and_then(|k| self.decisions.iter().position(|d| d.key == k));
            let decision = place
                .and_then(|p| u32::try_from(p).ok())
                .filter(|d| !rows.iter().any(|r| r.decision == *d))
                .unwrap_or_else(|| self.begin(&at, n));
            let text = identity::text_hash(record);
            rows.push(self.revise(decision, record, text, &at, blob));
        }
        self.files.insert(file_key(path, blob), rows);
    }

    /// A decision of this path that is not in the version before, and whose very text is back.
    fn returned(&self, path: &RepoPath, r: &Record, text: &str, taken: &[Row]) -> Option<u32> {
        self.paths
            .get(&path.to_string())?
            .iter()
            .copied()
            .find(|&d| {
                let tracked = &self.decisions[d as usize];
                // The rarest first: a log of thousands of sections asks this for every pair of them.
                tracked.revisions.iter().any(|rev| rev.text == text)
                    && tracked.ids.iter().any(|(id, _)| *id == r.id)
                    && !taken.iter().any(|row| row.decision == d)
            })
    }

    fn begin(&mut self, v: &Version, ordinal: usize) -> u32 {
        let decision = u32::try_from(self.decisions.len()).unwrap_or(u32::MAX);
        self.decisions.push(Tracked {
            key: identity::key(&self.root, &v.commit, &v.path, ordinal),
            first: v.commit.clone(),
            first_ord: v.ord,
            ids: Vec::new(),
            revisions: Vec::new(),
        });
        decision
    }

    fn revise(
        &mut self,
        decision: u32,
        r: &Record,
        text: String,
        v: &Version,
        blob: &BlobId,
    ) -> Row {
        let list = self.paths.entry(v.path.to_string()).or_default();
        if !list.contains(&decision) {
            list.push(decision);
        }
        let hash = identity::revision_hash(r, &text);
        let tracked = &mut self.decisions[decision as usize];
        if !tracked.ids.iter().any(|(id, _)| *id == r.id) {
            tracked.ids.push((r.id.clone(), v.ord));
        }
        let at = tracked.revisions.iter().position(|rev| rev.hash == hash);
        let revision = at.unwrap_or_else(|| {
            let recorded = tracked
                .revisions
                .iter()
                .find(|rev| rev.text == text)
                .map_or_else(|| v.commit.clone(), |rev| rev.recorded.clone());
            tracked.revisions.push(Revision {
                hash,
                text,
                title: r.title.clone(),
                standing: r.standing,
                path: v.path.clone(),
                blob: blob.clone(),
                lines: r.lines,
                from: v.commit.clone(),
                from_ord: v.ord,
                recorded,
                until: Vec::new(),
            });
            tracked.revisions.len() - 1
        });
        Row {
            decision,
            revision: u32::try_from(revision).unwrap_or(u32::MAX),
        }
    }

    /// Ends the revisions that were there before and are not there now.
    fn end(&mut self, before: &[Row], now: &[Row], commit: &CommitId) {
        for row in before {
            if now.contains(row) {
                continue;
            }
            let ended = self
                .decisions
                .get_mut(row.decision as usize)
                .and_then(|d| d.revisions.get_mut(row.revision as usize));
            if let Some(revision) = ended
                && !revision.until.contains(commit)
            {
                revision.until.push(commit.clone());
            }
        }
    }
}

fn file_key(path: &RepoPath, blob: &BlobId) -> String {
    format!("{blob} {path}")
}
