//! The indexes that an archive keeps: each with the run of versions that it was made from, so that
//! another run can begin where the two part.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::pack::{Pack, digest, opened, sealed};
use super::sources::{Folders, Place};
use super::track::{PARSER, RevisionIndex, Version};
use crate::model::RepoPath;

/// How many indexes are kept of one repository.
const INDEXES: usize = 4;

/// An index with the run of versions that it was made from.
pub(super) struct Kept {
    pub file: PathBuf,
    /// For each version a hash of it and of all before it.
    pub run: Vec<u128>,
    ords: Vec<u32>,
    index: Vec<u8>,
}

impl Kept {
    fn read(file: PathBuf) -> Option<Self> {
        let bytes = fs::read(&file).ok()?;
        let mut from = opened(&bytes, 0)?;
        let n = from.number()?;
        let (mut run, mut ords) = (Vec::new(), Vec::new());
        for _ in 0..n {
            run.push(from.wide()?);
            ords.push(from.number()?);
        }
        let index = from.bytes()?.to_vec();
        Some(Self {
            file,
            run,
            ords,
            index,
        })
    }

    /// How many versions at the beginning are the same; a commit is never split.
    pub fn common(&self, run: &[u128], versions: &[Version]) -> usize {
        let same = self.run.iter().zip(run).take_while(|(a, b)| a == b).count();
        let splits = |n: usize| {
            let theirs = n > 0 && n < self.ords.len() && self.ords[n - 1] == self.ords[n];
            let ours = n > 0 && n < versions.len() && versions[n - 1].ord == versions[n].ord;
            theirs || ours
        };
        (0..=same).rev().find(|n| !splits(*n)).unwrap_or(0)
    }

    /// The index of its first `n` versions, in the positions of these.
    pub fn cut(&self, n: usize, versions: &[Version]) -> Option<RevisionIndex> {
        let index: RevisionIndex = serde_json::from_slice(&self.index).ok()?;
        let ours = versions.get(..n)?;
        let whole = n == self.run.len();
        if whole && self.ords.iter().zip(ours).all(|(o, v)| *o == v.ord) {
            return Some(index);
        }
        let places: HashMap<u32, u32> = self
            .ords
            .iter()
            .zip(ours)
            .map(|(o, v)| (*o, v.ord))
            .collect();
        index.cut(ours, &|ord| places.get(&ord).copied())
    }
}

/// The indexes that can be used; the others are of another program, or damaged, and are removed.
pub(super) fn kept(dir: &Path) -> Vec<Kept> {
    let mut out = Vec::new();
    for file in files(dir) {
        match Kept::read(file.clone()) {
            Some(kept) => out.push(kept),
            None => {
                let _ = fs::remove_file(file);
            }
        }
    }
    out
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let is_index = |p: &PathBuf| {
        p.file_name()
            .is_some_and(|n| n.to_string_lossy().starts_with("index-"))
    };
    entries.map(|e| e.path()).filter(is_index).collect()
}

/// Removes all but the indexes that were written last, and what killed processes left.
pub(super) fn forget(dir: &Path) {
    let written = |p: &PathBuf| fs::metadata(p).and_then(|m| m.modified()).ok();
    let mut list = files(dir);
    list.sort_by_key(|p| std::cmp::Reverse(written(p)));
    let day = std::time::Duration::from_secs(86_400);
    let entries = fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .map(|e| e.path());
    let left = entries.filter(|p| {
        let is_temporary = p
            .file_name()
            .is_some_and(|n| n.to_string_lossy().starts_with(".tmp"));
        is_temporary
            && written(p)
                .and_then(|t| t.elapsed().ok())
                .is_some_and(|age| age > day)
    });
    for file in left.chain(list.into_iter().skip(INDEXES)) {
        let _ = fs::remove_file(file);
    }
}

pub(super) fn pack(run: &[u128], versions: &[Version], index: &RevisionIndex) -> Vec<u8> {
    let mut out = Pack::default();
    out.number(u32::try_from(run.len()).unwrap_or(u32::MAX));
    for (hash, v) in run.iter().zip(versions) {
        out.wide(*hash);
        out.number(v.ord);
    }
    out.bytes(&serde_json::to_vec(index).unwrap_or_default());
    sealed(out, 0)
}

/// A hash for each version, of all that its reading depends on and of all versions before it.
pub(super) fn run(fresh: &RevisionIndex, versions: &[Version], folders: &Folders) -> Vec<u128> {
    let head = format!(
        "{PARSER} {} {} {:?}",
        fresh.root(),
        fresh.is_provisional(),
        folders.words().extra()
    );
    let mut at = digest(&[head.as_bytes()]);
    let kind = |p: &RepoPath| match folders.place(p) {
        Place::Source(kind) => format!("{kind:?}"),
        _ => String::new(),
    };
    versions
        .iter()
        .map(|v| {
            let mut text = format!("{} {:?} {}", v.commit, v.blob, kind(&v.path)).into_bytes();
            text.extend_from_slice(v.path.as_bytes());
            for (path, blob) in &v.before {
                text.extend_from_slice(format!("\0{blob} {} ", kind(path)).as_bytes());
                text.extend_from_slice(path.as_bytes());
            }
            at = digest(&[&at.to_le_bytes(), &text]);
            at
        })
        .collect()
}
