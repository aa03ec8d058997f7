//! Takes new versions of files into the index, a commit at a time.
//!
//! All that one commit changed is looked at together: an entry that leaves one file may have gone to
//! another, and a record that takes another's number is not that other.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Again, Revision, RevisionIndex, Row, Tracked, Version, file_key};
use crate::decisions::as_of::ReadSource;
use crate::decisions::identity::{self, Known, New};
use crate::decisions::record::Record;
use crate::model::{BlobId, DecisionId, RepoPath};

/// Gives a version's records, or none where its content cannot be read.
type Parse<'a> = dyn FnMut(&RepoPath, &BlobId) -> Option<Arc<ReadSource>> + 'a;

/// Decisions by what returns with them.
#[derive(Default)]
struct Lookup {
    texts: HashMap<String, Vec<u32>>,
    ids: HashMap<DecisionId, Vec<u32>>,
}

impl Lookup {
    fn of(decisions: &[Tracked]) -> Self {
        let mut out = Self::default();
        for (d, n) in decisions.iter().zip(0..) {
            for (id, _) in &d.ids {
                out.ids.entry(id.clone()).or_default().push(n);
            }
            for r in &d.revisions {
                out.say(&r.text, n);
            }
        }
        out
    }

    fn say(&mut self, text: &str, decision: u32) {
        match self.texts.get_mut(text) {
            Some(list) if list.contains(&decision) => {}
            Some(list) => list.push(decision),
            None => {
                self.texts.insert(text.to_owned(), vec![decision]);
            }
        }
    }
}

/// A version that is to be taken in, with its records.
struct Item<'v> {
    version: &'v Version,
    blob: &'v BlobId,
    source: Arc<ReadSource>,
    texts: Vec<String>,
    /// Its place among the commit's versions.
    file: usize,
}

/// A version that a commit leaves behind.
struct Left {
    source: Arc<ReadSource>,
    rows: Vec<Row>,
    file: usize,
}

impl RevisionIndex {
    /// Takes new versions in, in walk order. `parse` gives a version's records, or none where its
    /// content cannot be read.
    pub fn extend(
        &mut self,
        versions: &[Version],
        mut parse: impl FnMut(&RepoPath, &BlobId) -> Option<Arc<ReadSource>>,
    ) {
        let mut lookup = Lookup::of(&self.decisions);
        let mut rest = versions;
        while let Some(first) = rest.first() {
            let n = rest.iter().take_while(|v| v.ord == first.ord).count();
            let (batch, more) = rest.split_at(n);
            rest = more;
            self.take(batch, &mut lookup, &mut parse);
        }
    }

    /// Takes in what one commit changed.
    fn take(&mut self, batch: &[Version], lookup: &mut Lookup, parse: &mut Parse<'_>) {
        for v in batch {
            for (path, blob) in &v.before {
                self.adopt(path, blob, v, lookup, parse);
            }
        }
        let mut before: Vec<Row> = Vec::new();
        let mut now: Vec<Row> = Vec::new();
        let mut items: Vec<Item<'_>> = Vec::new();
        let mut left: Vec<Left> = Vec::new();
        for (file, v) in batch.iter().enumerate() {
            let rows_before = |(p, b): &(RepoPath, BlobId)| self.rows(p, b).map(<[Row]>::to_vec);
            let known: Vec<_> = v.before.iter().map(rows_before).collect();
            before.extend(known.iter().flatten().flatten());
            if let Some(blob) = &v.blob {
                if let Some(rows) = self.rows(&v.path, blob) {
                    now.extend(rows);
                    continue;
                }
                if let Some(source) = parse(&v.path, blob) {
                    let texts = source.records.iter().map(identity::text_hash).collect();
                    items.push(Item {
                        version: v,
                        blob,
                        source,
                        texts,
                        file,
                    });
                } else {
                    // What cannot be read ends nothing.
                    now.extend(known.iter().flatten().flatten());
                    continue;
                }
            }
            for ((path, blob), rows) in v.before.iter().zip(known) {
                if let (Some(rows), Some(source)) = (rows, parse(path, blob)) {
                    left.push(Left { source, rows, file });
                }
            }
        }
        let mut used: HashSet<u32> = now.iter().map(|r| r.decision).collect();
        let found = self.continued(&items, &left, batch, &used);
        used.extend(found.iter().flatten());
        let mut found = found.into_iter();
        for item in &items {
            let mut rows = Vec::with_capacity(item.texts.len());
            for (n, record) in item.source.records.iter().enumerate() {
                let text = &item.texts[n];
                let decision = found
                    .next()
                    .flatten()
                    .or_else(|| self.returned(item.version, record, text, &used, lookup, parse))
                    .unwrap_or_else(|| self.begin(item.version, n));
                used.insert(decision);
                rows.push(self.revise(decision, record, text, item.version, item.blob, lookup));
            }
            now.extend(&rows);
            self.files
                .insert(file_key(&item.version.path, item.blob), rows);
        }
        if let Some(v) = batch.first() {
            self.turn(&before, &now, v);
        }
    }

    /// For each record of the new versions, in order, the decision that it goes on with.
    fn continued(
        &self,
        items: &[Item<'_>],
        left: &[Left],
        batch: &[Version],
        used: &HashSet<u32>,
    ) -> Vec<Option<u32>> {
        let new: Vec<New<'_>> = items
            .iter()
            .flat_map(|item| {
                let each = item.source.records.iter().zip(&item.texts);
                each.map(|(record, text)| New {
                    record,
                    text,
                    file: item.file,
                })
            })
            .collect();
        let mut seen = used.clone();
        let mut known: Vec<Known<'_>> = Vec::new();
        for l in left {
            for (record, row) in l.source.records.iter().zip(&l.rows) {
                let Some((_, revision)) = self.get(*row).filter(|_| seen.insert(row.decision))
                else {
                    continue;
                };
                known.push(Known {
                    decision: row.decision,
                    record,
                    text: &revision.text,
                    file: l.file,
                });
            }
        }
        let kept: Vec<bool> = batch
            .iter()
            .map(|v| v.before.iter().any(|(p, _)| *p == v.path))
            .collect();
        identity::continue_from(&new, &known, &kept)
            .into_iter()
            .map(|found| found.map(|i| known[i].decision))
            .collect()
    }

    /// A decision that was gone and is back: in its file under its name, with its text, its title or
    /// most of its words; or with its very text in another file.
    fn returned(
        &self,
        v: &Version,
        record: &Record,
        text: &str,
        used: &HashSet<u32>,
        lookup: &Lookup,
        parse: &mut Parse<'_>,
    ) -> Option<u32> {
        let last = |d: u32| {
            let revisions = &self.decisions.get(d as usize)?.revisions;
            revisions.iter().max_by_key(|r| r.from_ord)
        };
        let named = lookup.ids.get(&record.id).into_iter().flatten().copied();
        for d in named.filter(|d| !used.contains(d)) {
            let Some(r) = last(d).filter(|r| r.path == v.path) else {
                continue;
            };
            if lookup.texts.get(text).is_some_and(|list| list.contains(&d)) {
                return Some(d);
            }
            let rows = self.rows(&r.path, &r.blob).unwrap_or_default();
            let at = rows.iter().position(|row| row.decision == d);
            let before = parse(&r.path, &r.blob);
            let old = at.and_then(|at| before.as_ref()?.records.get(at));
            if old.is_some_and(|old| identity::is_same(record, old)) {
                return Some(d);
            }
        }
        if !identity::is_telling(record) {
            return None;
        }
        let mut same = lookup.texts.get(text).into_iter().flatten().copied();
        same.find(|d| !used.contains(d) && last(*d).is_some_and(|r| !r.is_open()))
    }

    /// Takes in a version that no commit was seen to make, as at the border of a shallow clone. Its
    /// records are those known by their text or id, and else new under a provisional key.
    fn adopt(
        &mut self,
        path: &RepoPath,
        blob: &BlobId,
        v: &Version,
        lookup: &mut Lookup,
        parse: &mut Parse<'_>,
    ) {
        if self.rows(path, blob).is_some() {
            return;
        }
        let Some(source) = parse(path, blob) else {
            return;
        };
        let at = Version {
            path: path.clone(),
            blob: Some(blob.clone()),
            before: Vec::new(),
            ..v.clone()
        };
        let mut rows: Vec<Row> = Vec::with_capacity(source.records.len());
        for record in &source.records {
            let provisional = identity::provisional_key(&self.root, &record.id);
            let known = self
                .guess(path, record)
                .map_or(provisional, |(d, _)| d.key.clone());
            let place = self.decisions.iter().position(|d| d.key == known);
            let decision = place
                .and_then(|p| u32::try_from(p).ok())
                .filter(|d| !rows.iter().any(|r| r.decision == *d))
                .unwrap_or_else(|| {
                    let d = self.begin(&at, 0);
                    self.decisions[d as usize].key =
                        identity::provisional_key(&self.root, &record.id);
                    d
                });
            let text = identity::text_hash(record);
            rows.push(self.revise(decision, record, &text, &at, blob, lookup));
        }
        self.files.insert(file_key(path, blob), rows);
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
        text: &str,
        v: &Version,
        blob: &BlobId,
        lookup: &mut Lookup,
    ) -> Row {
        let list = self.paths.entry(v.path.to_string()).or_default();
        if !list.contains(&decision) {
            list.push(decision);
        }
        let hash = identity::revision_hash(r, text);
        let tracked = &mut self.decisions[decision as usize];
        if !tracked.ids.iter().any(|(id, _)| *id == r.id) {
            tracked.ids.push((r.id.clone(), v.ord));
            lookup.ids.entry(r.id.clone()).or_default().push(decision);
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
                text: text.to_owned(),
                title: r.title.clone(),
                standing: r.standing,
                path: v.path.clone(),
                blob: blob.clone(),
                lines: r.lines,
                from: v.commit.clone(),
                from_ord: v.ord,
                recorded,
                until: Vec::new(),
                again: Vec::new(),
            });
            tracked.revisions.len() - 1
        });
        lookup.say(text, decision);
        Row {
            decision,
            revision: u32::try_from(revision).unwrap_or(u32::MAX),
        }
    }

    /// Ends the revisions that were there before and are not there now, and notes those that had ended
    /// and are there again.
    fn turn(&mut self, before: &[Row], now: &[Row], v: &Version) {
        let set =
            |rows: &[Row]| -> HashSet<(u32, u32)> { rows.iter().map(|r| (*r).into()).collect() };
        let (were, are) = (set(before), set(now));
        for row in now.iter().filter(|r| !were.contains(&(**r).into())) {
            if let Some(revision) = self.revision_mut(*row)
                && !revision.is_open()
                && !revision.until.contains(&v.commit)
            {
                revision.again.push(Again {
                    from: v.commit.clone(),
                    from_ord: v.ord,
                    ended: u32::try_from(revision.until.len()).unwrap_or(u32::MAX),
                });
            }
        }
        for row in before.iter().filter(|r| !are.contains(&(**r).into())) {
            if let Some(revision) = self.revision_mut(*row)
                && !revision.until.contains(&v.commit)
            {
                revision.until.push(v.commit.clone());
            }
        }
    }

    fn revision_mut(&mut self, row: Row) -> Option<&mut Revision> {
        let decision = self.decisions.get_mut(row.decision as usize)?;
        decision.revisions.get_mut(row.revision as usize)
    }
}
