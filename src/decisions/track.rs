//! Decisions over history: keys, revisions, former ids.
//!
//! A version of a file is a blob at a path. What made it is a commit, and the versions at that
//! commit's parents are what it continues; so branches keep their own lines, and a merge that
//! combines two continues both. The index is extended by new versions only.

mod extend;

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::identity;
use super::record::Record;
use super::words::Words;
use crate::model::{BlobId, CommitId, DecisionId, DecisionKey, LineRange, RepoPath, Standing};

/// Raised whenever a parser changes what it finds, so that an index of before is built anew.
pub const PARSER: u32 = 4;

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
    /// The commits that ended it, in the order of the walk: one for each line of history, and for each
    /// time that it was in force.
    pub until: Vec<CommitId>,
    /// When it came back into force, oldest first.
    #[serde(default)]
    pub again: Vec<Again>,
}

/// A return of a revision that had ended: a revert, or words that are taken up again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Again {
    /// The commit from which it was in force again.
    pub from: CommitId,
    /// That commit's position.
    pub from_ord: u32,
    /// How many ends the revision had by then.
    pub ended: u32,
}

/// One time in which a revision was in force.
#[derive(Clone, Copy, Debug)]
pub struct Time<'a> {
    /// The revision.
    pub revision: &'a Revision,
    /// The commit from which.
    pub from: &'a CommitId,
    /// That commit's position.
    pub from_ord: u32,
    /// The commits that ended it, one for each line of history.
    pub until: &'a [CommitId],
}

impl Revision {
    /// Whether it is in force on some line of history.
    pub fn is_open(&self) -> bool {
        self.until.len() == self.again.last().map_or(0, |a| a.ended as usize)
    }

    /// The times in which it was in force, oldest first; at least one.
    pub fn times(&self) -> impl Iterator<Item = Time<'_>> {
        let starts = std::iter::once((&self.from, self.from_ord, 0));
        let starts = starts.chain(
            self.again
                .iter()
                .map(|a| (&a.from, a.from_ord, a.ended as usize)),
        );
        let ends = self.again.iter().map(|a| a.ended as usize);
        let ends = ends.chain(std::iter::once(self.until.len()));
        starts.zip(ends).map(|((from, from_ord, start), end)| Time {
            revision: self,
            from,
            from_ord,
            until: self.until.get(start..end).unwrap_or_default(),
        })
    }
}

impl Tracked {
    /// The times of all its revisions, in the order in which they began.
    pub fn times(&self) -> Vec<Time<'_>> {
        let mut out: Vec<Time<'_>> = self.revisions.iter().flat_map(Revision::times).collect();
        out.sort_by_key(|t| t.from_ord);
        out
    }
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
    /// The words by which it was read, beside the built-in ones.
    #[serde(default)]
    words: Vec<String>,
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

    /// The same index, to be filled with what is read by these words.
    #[must_use]
    pub fn by(mut self, words: &Words) -> Self {
        self.words = words.extra().to_vec();
        self
    }

    /// Whether it was built by this version's parsers, by these words, for this root, so that it can
    /// be extended.
    pub fn fits(&self, root: &CommitId, provisional: bool, words: &Words) -> bool {
        self.parser == PARSER
            && self.root == *root
            && self.provisional == provisional
            && self.words == words.extra()
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

    /// What the index was before it took in all but these versions, which are the first that it took
    /// in. `place` gives a position of theirs anew, and none for all others. `None` where the index
    /// does not hold them.
    pub fn cut(mut self, first: &[Version], place: &dyn Fn(u32) -> Option<u32>) -> Option<Self> {
        let commits: HashSet<&CommitId> = first.iter().map(|v| &v.commit).collect();
        // Decisions, ids and revisions are appended only, so what is cut is always the end.
        self.decisions.retain(|d| place(d.first_ord).is_some());
        for d in &mut self.decisions {
            d.first_ord = place(d.first_ord)?;
            d.ids.retain(|(_, ord)| place(*ord).is_some());
            for (_, ord) in &mut d.ids {
                *ord = place(*ord)?;
            }
            d.revisions.retain(|r| place(r.from_ord).is_some());
            for r in &mut d.revisions {
                r.from_ord = place(r.from_ord)?;
                let kept = |n: u32| {
                    let first = r.until.iter().take(n as usize);
                    first.filter(|c| commits.contains(c)).count()
                };
                let again = r.again.iter().filter_map(|a| {
                    Some(Again {
                        from: a.from.clone(),
                        from_ord: place(a.from_ord)?,
                        ended: u32::try_from(kept(a.ended)).unwrap_or(u32::MAX),
                    })
                });
                r.again = again.collect();
                r.until.retain(|c| commits.contains(c));
            }
        }
        let now = first
            .iter()
            .filter_map(|v| Some((&v.path, v.blob.as_ref()?)));
        let before = first
            .iter()
            .flat_map(|v| v.before.iter().map(|(p, b)| (p, b)));
        let mut by_path: HashMap<String, HashSet<u32>> = HashMap::new();
        let mut files = HashMap::new();
        for (path, blob) in now.chain(before) {
            let key = file_key(path, blob);
            if let Some(rows) = self.files.remove(&key) {
                let held = by_path.entry(path.to_string()).or_default();
                held.extend(rows.iter().map(|r| r.decision));
                files.insert(key, rows);
            }
        }
        self.files = files;
        self.paths.retain(|path, list| {
            let held = by_path.get(path);
            list.retain(|d| held.is_some_and(|h| h.contains(d)));
            !list.is_empty()
        });
        Some(self)
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
}

fn file_key(path: &RepoPath, blob: &BlobId) -> String {
    format!("{blob} {path}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_that_was_read_by_other_words_does_not_fit() {
        let root = CommitId::from("ab");
        let plain = RevisionIndex::new(root.clone(), false);
        let own = |text: &str| Words::built_in().with(&toml::from_str(text).unwrap());
        let known = own("[standing]\naccepted = [\"in kraft\"]\n");
        let other = own("[standing]\nrejected = [\"in kraft\"]\n");
        assert!(plain.fits(&root, false, Words::built_in()));
        assert!(!plain.fits(&root, false, &known));
        let index = plain.by(&known);
        assert!(index.fits(&root, false, &known));
        assert!(!index.fits(&root, false, &other) && !index.fits(&root, false, Words::built_in()));
        let kept: RevisionIndex =
            serde_json::from_str(&serde_json::to_string(&index).unwrap()).unwrap();
        assert!(kept.fits(&root, false, &known) && !kept.fits(&root, true, &known));
    }
}
