//! The positions of commits: a number per commit, parents always before children, never changed
//! once given, so that "is an ancestor of" is a bit test.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use gix::ObjectId;

use super::error::{HistoryError, Result};
use super::repo::{Repo, commit_id, hex};
use crate::dirs::write_whole;
use crate::model::CommitId;

/// One commit of the index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedCommit {
    pub(crate) id: ObjectId,
    /// The positions of its parents, in the parents' order; absent ones are left out.
    pub parents: Vec<u32>,
    /// Committer time in seconds since 1970.
    pub time: i64,
    /// Whether it stands at the end of a shallow clone.
    pub boundary: bool,
}

impl IndexedCommit {
    /// Its id.
    pub fn id(&self) -> CommitId {
        commit_id(self.id)
    }
}

/// All commits that were walked so far, by position.
#[derive(Clone, Debug)]
pub struct CommitIndex {
    epoch: u64,
    commits: Vec<IndexedCommit>,
    by_id: HashMap<ObjectId, u32>,
}

const MAGIC: &[u8; 8] = b"rgindex1";

impl Default for CommitIndex {
    fn default() -> Self {
        Self::new()
    }
}

impl CommitIndex {
    /// An empty index with a new epoch.
    pub fn new() -> Self {
        let nanos = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |d| d.as_nanos());
        let seed = format!("{nanos}-{}", std::process::id());
        Self {
            epoch: fnv(seed.as_bytes()),
            commits: Vec::new(),
            by_id: HashMap::new(),
        }
    }

    /// Reads the index from a file. A file that is absent, damaged or of another version gives a
    /// new, empty index: the next walk fills it, under a new [`CommitIndex::epoch`].
    pub fn load(path: &Path) -> Self {
        std::fs::read(path)
            .ok()
            .and_then(|bytes| parse(&bytes))
            .unwrap_or_default()
    }

    /// Writes the index; readers see the old file or the new one, never a part.
    ///
    /// # Errors
    /// [`HistoryError::Cache`].
    pub fn save(&self, path: &Path) -> Result<()> {
        let failed = |source| HistoryError::Cache {
            path: path.to_owned(),
            source,
        };
        write_whole(path, &self.bytes()).map_err(failed)
    }

    /// Reads what [`CommitIndex::bytes`] gave.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        parse(bytes)
    }

    /// A number that is new whenever the positions were given anew: who stores positions stores it
    /// beside them, and reads all commits again where it differs.
    pub fn epoch(&self) -> u64 {
        self.epoch
    }

    /// How many commits it holds; the next commit gets this position.
    pub fn len(&self) -> usize {
        self.commits.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.commits.is_empty()
    }

    /// The commit's position.
    pub fn ord(&self, id: &CommitId) -> Option<u32> {
        self.by_id.get(&hex(id.as_str()).ok()?).copied()
    }

    /// The commit at a position.
    pub fn get(&self, ord: u32) -> Option<&IndexedCommit> {
        self.commits.get(ord as usize)
    }

    /// The id at a position.
    pub fn id(&self, ord: u32) -> Option<CommitId> {
        self.get(ord).map(IndexedCommit::id)
    }

    /// All commits in order.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &IndexedCommit)> {
        (0u32..).zip(self.commits.iter())
    }

    /// The commit and everything it descends from; `None` where it was not walked yet.
    pub fn ancestors(&self, of: &CommitId) -> Option<Ancestors<'_>> {
        let tip = self.ord(of)?;
        let mut bits = vec![0u64; tip as usize / 64 + 1];
        set(&mut bits, tip);
        for ord in (0..=tip).rev() {
            if has(&bits, ord) {
                for parent in &self.commits[ord as usize].parents {
                    set(&mut bits, *parent);
                }
            }
        }
        Some(Ancestors {
            index: self,
            bits,
            tip,
        })
    }

    /// An index of the commit and its ancestors alone, in the positions that a walk to it gives, and
    /// for each position here the one there. `None` where the commit was not walked yet.
    pub fn cut_to(&self, tip: &CommitId) -> Option<(Self, Vec<Option<u32>>)> {
        let ancestors = self.ancestors(tip)?;
        let mut out = Self::new();
        let mut places = vec![None; self.commits.len()];
        let mut waits = vec![0u32; self.commits.len()];
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); self.commits.len()];
        let mut free = BinaryHeap::new();
        for (ord, commit) in self.iter().filter(|(ord, _)| ancestors.contains(*ord)) {
            let mut parents = commit.parents.clone();
            parents.sort_unstable();
            parents.dedup();
            waits[ord as usize] = parents.len() as u32;
            if parents.is_empty() {
                free.push(Reverse((commit.time, commit.id, ord)));
            }
            for parent in parents {
                children[parent as usize].push(ord);
            }
        }
        while let Some(Reverse((time, id, ord))) = free.pop() {
            let commit = &self.commits[ord as usize];
            let parents: Vec<ObjectId> = commit
                .parents
                .iter()
                .map(|p| self.commits[*p as usize].id)
                .collect();
            places[ord as usize] = Some(out.push(id, &parents, time, commit.boundary));
            for child in std::mem::take(&mut children[ord as usize]) {
                let left = &mut waits[child as usize];
                *left -= 1;
                if *left == 0 {
                    let c = &self.commits[child as usize];
                    free.push(Reverse((c.time, c.id, child)));
                }
            }
        }
        Some((out, places))
    }

    /// Whether it ends where the clone ends now: a clone may be deepened or cut since.
    pub fn ends_with(&self, repo: &Repo) -> bool {
        let mut ends = self.commits.iter().filter(|c| c.boundary);
        ends.all(|c| repo.is_boundary(&c.id))
            && repo.boundary().iter().all(|id| {
                self.ord_of(id)
                    .and_then(|ord| self.get(ord))
                    .is_none_or(|c| c.boundary)
            })
    }

    /// The first commit of the line of first parents that leads to this one.
    pub fn root_of(&self, tip: &CommitId) -> Option<CommitId> {
        let mut at = self.get(self.ord(tip)?)?;
        while let Some(parent) = at.parents.first().filter(|_| !at.boundary) {
            at = self.get(*parent)?;
        }
        Some(at.id())
    }

    pub(crate) fn contains(&self, id: &ObjectId) -> bool {
        self.by_id.contains_key(id)
    }

    pub(crate) fn ord_of(&self, id: &ObjectId) -> Option<u32> {
        self.by_id.get(id).copied()
    }

    /// Appends a commit whose parents are in already, and returns its position.
    pub(crate) fn push(
        &mut self,
        id: ObjectId,
        parents: &[ObjectId],
        time: i64,
        boundary: bool,
    ) -> u32 {
        let ord = self.commits.len() as u32;
        let parents = parents.iter().filter_map(|p| self.ord_of(p)).collect();
        self.commits.push(IndexedCommit {
            id,
            parents,
            time,
            boundary,
        });
        self.by_id.insert(id, ord);
        ord
    }

    /// The index as bytes, with a sum by which damage is found.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let width = self.commits.first().map_or(20, |c| c.id.as_slice().len());
        let mut out = Vec::with_capacity(32 + self.commits.len() * (width + 18));
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&self.epoch.to_le_bytes());
        out.push(width as u8);
        out.extend_from_slice(&(self.commits.len() as u32).to_le_bytes());
        for commit in &self.commits {
            out.extend_from_slice(commit.id.as_slice());
            out.extend_from_slice(&commit.time.to_le_bytes());
            out.push(u8::from(commit.boundary));
            out.extend_from_slice(&(commit.parents.len() as u16).to_le_bytes());
            for parent in &commit.parents {
                out.extend_from_slice(&parent.to_le_bytes());
            }
        }
        let sum = fnv(&out);
        out.extend_from_slice(&sum.to_le_bytes());
        out
    }
}

/// Reads the file's form; `None` where anything about it is not as written by [`CommitIndex::save`].
fn parse(bytes: &[u8]) -> Option<CommitIndex> {
    let (body, sum) = bytes.split_at_checked(bytes.len().checked_sub(8)?)?;
    if fnv(body).to_le_bytes() != sum {
        return None;
    }
    let mut rest = body.strip_prefix(MAGIC)?;
    let mut take = |n: usize| -> Option<&[u8]> {
        let (head, tail) = rest.split_at_checked(n)?;
        rest = tail;
        Some(head)
    };
    let epoch = u64::from_le_bytes(take(8)?.try_into().ok()?);
    let width = usize::from(*take(1)?.first()?);
    let count = u32::from_le_bytes(take(4)?.try_into().ok()?);
    let mut commits = Vec::with_capacity(count as usize);
    let mut by_id = HashMap::with_capacity(count as usize);
    for ord in 0..count {
        let id = ObjectId::try_from(take(width)?).ok()?;
        let time = i64::from_le_bytes(take(8)?.try_into().ok()?);
        let boundary = *take(1)?.first()? == 1;
        let n = u16::from_le_bytes(take(2)?.try_into().ok()?);
        let mut parents = Vec::with_capacity(usize::from(n));
        for _ in 0..n {
            let parent = u32::from_le_bytes(take(4)?.try_into().ok()?);
            if parent >= ord {
                return None;
            }
            parents.push(parent);
        }
        by_id.insert(id, ord);
        commits.push(IndexedCommit {
            id,
            parents,
            time,
            boundary,
        });
    }
    Some(CommitIndex {
        epoch,
        commits,
        by_id,
    })
}

/// A commit and all its ancestors, as a set of bits.
#[derive(Clone, Debug)]
pub struct Ancestors<'a> {
    index: &'a CommitIndex,
    bits: Vec<u64>,
    tip: u32,
}

impl Ancestors<'_> {
    /// Whether the commit at the position is in the set.
    pub fn contains(&self, ord: u32) -> bool {
        ord <= self.tip && has(&self.bits, ord)
    }

    /// Whether the commit is in the set; `false` for one that was never walked.
    pub fn contains_sha(&self, id: &CommitId) -> bool {
        self.index.ord(id).is_some_and(|ord| self.contains(ord))
    }

    /// The position of the commit whose ancestors these are.
    pub fn tip(&self) -> u32 {
        self.tip
    }

    /// How many commits are in the set.
    pub fn count(&self) -> usize {
        self.bits.iter().map(|b| b.count_ones() as usize).sum()
    }
}

fn has(bits: &[u64], ord: u32) -> bool {
    bits.get(ord as usize / 64)
        .is_some_and(|word| word >> (ord % 64) & 1 == 1)
}

fn set(bits: &mut [u64], ord: u32) {
    if let Some(word) = bits.get_mut(ord as usize / 64) {
        *word |= 1 << (ord % 64);
    }
}

/// FNV-1a over eight bytes at a time: it finds damage, it is no protection against an enemy.
fn fnv(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    let mut mix = |v: u64| {
        hash = (hash ^ v)
            .wrapping_mul(0x0000_0100_0000_01b3)
            .rotate_left(23)
    };
    let (words, tail) = bytes.as_chunks::<8>();
    words.iter().for_each(|w| mix(u64::from_le_bytes(*w)));
    tail.iter().for_each(|b| mix(u64::from(*b)));
    mix(bytes.len() as u64);
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oid(n: u8) -> ObjectId {
        ObjectId::from_bytes_or_panic(&[n; 20])
    }

    fn diamond() -> CommitIndex {
        let mut index = CommitIndex::new();
        index.push(oid(1), &[], 10, false);
        index.push(oid(2), &[oid(1)], 20, false);
        index.push(oid(3), &[oid(1)], 30, false);
        index.push(oid(4), &[oid(2), oid(3)], 40, false);
        index.push(oid(5), &[oid(9)], 50, true);
        index
    }

    #[test]
    fn ancestors_follow_parents_and_not_positions() {
        let index = diamond();
        let of = index.ancestors(&commit_id(oid(3))).unwrap();
        assert_eq!(
            [0, 1, 2, 3, 4].map(|o| of.contains(o)),
            [true, false, true, false, false]
        );
        let of = index.ancestors(&commit_id(oid(4))).unwrap();
        assert_eq!(of.count(), 4);
        assert!(!of.contains_sha(&commit_id(oid(5))));
        assert!(index.ancestors(&commit_id(oid(9))).is_none());
    }

    #[test]
    fn a_saved_index_is_read_back_and_a_damaged_one_starts_anew() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deep/commits");
        let index = diamond();
        index.save(&path).unwrap();
        let read = CommitIndex::load(&path);
        assert_eq!(
            (read.epoch(), &read.commits),
            (index.epoch(), &index.commits)
        );
        let mut bytes = std::fs::read(&path).unwrap();
        for at in [3, 30, bytes.len() - 1] {
            bytes[at] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            let read = CommitIndex::load(&path);
            assert!(
                read.is_empty() && read.epoch() != index.epoch(),
                "byte {at}"
            );
            bytes[at] ^= 1;
        }
        std::fs::write(&path, &bytes[..40]).unwrap();
        assert!(CommitIndex::load(&path).is_empty());
    }
}
