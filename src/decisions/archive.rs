//! What was read of a repository's history before, on disk, so that a log does not walk it again.
//!
//! Two kinds of files. The *walk*: every commit that was ever walked, the versions of files that may
//! hold decisions, and what messages state; all of it is a matter of each commit alone, so that the
//! walk is extended by new commits in whatever order they are asked for. The *indexes*: which record
//! of which version is which decision, for one run of versions; another commit's run begins like it
//! and parts from it somewhere, and there the index is cut and goes on. What a commit's log says is so
//! the same with these files and without them.
//!
//! A file is written whole or not at all, carries a sum, and names the parsers and the settings that
//! it was made by. What does not fit is made anew; what was read while something was missing is not
//! kept. So neither a killed process nor two at once can leave anything wrong.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::as_of::{DecisionLog, RepoTree};
use super::kept_index::{forget, kept, pack, run};
use super::mining::Mining;
use super::pack::{Pack, digest, opened, sealed};
use super::past::{Candidate, Collector, Past, blob_of, follow, is_provisional, versions};
use super::sources::Folders;
use super::track::{RevisionIndex, Version};
use crate::dirs::write_whole;
use crate::history::{CommitIndex, Merges, Repo, Result, WalkOptions, walk};
use crate::model::{BlobId, CommitId, Progress, RepoPath};

/// A repository's files in the cache.
#[derive(Clone, Debug)]
pub struct Archive {
    dir: Option<PathBuf>,
}

/// All that was walked.
#[derive(Default)]
struct Walked {
    commits: CommitIndex,
    candidates: Vec<Candidate>,
    mining: Mining,
}

impl Archive {
    /// The files of this repository below the cache's folder.
    pub fn new(cache: &Path, repo: &Repo) -> Self {
        let place = repo.common_dir().canonicalize();
        let place = place.unwrap_or_else(|_| repo.common_dir().to_owned());
        let name = hex(&Sha256::digest(place.as_os_str().as_encoded_bytes()));
        let name = name.get(..16).unwrap_or(&name).to_owned();
        Self {
            dir: Some(cache.join("log").join(name)),
        }
    }

    /// No files: everything is read from the repository each time.
    pub fn none() -> Self {
        Self { dir: None }
    }

    /// As [`Past::read`] of one commit.
    ///
    /// # Errors
    /// Those of [`Past::read`]. Files that cannot be read or written cost time and are no error.
    pub fn past(
        &self,
        repo: &Repo,
        log: &DecisionLog,
        tip: &CommitId,
        mut progress: impl FnMut(Progress),
    ) -> Result<Past> {
        let Some(dir) = &self.dir else {
            return Past::read(repo, log, std::slice::from_ref(tip), progress);
        };
        let walked = self.walked(dir, repo, tip, &mut progress)?;
        let Some(walked) = walked.cut_to(tip) else {
            return Past::read(repo, log, std::slice::from_ref(tip), progress);
        };
        let tree = RepoTree { repo, commit: tip };
        let mut folders = DecisionLog::folders(&tree, &repo.tree(tip)?)?;
        for c in &walked.candidates {
            folders.learn(&c.path, || c.blob.as_ref().and_then(|b| blob_of(repo, b)));
        }
        let versions = versions(repo, &walked.candidates, &folders);
        let root = match walked.commits.root_of(tip) {
            Some(root) => root,
            None => repo.root_commit(tip)?,
        };
        let fresh = RevisionIndex::new(root, is_provisional(repo)).by(folders.words());
        let index = self.index(dir, repo, log, fresh, &versions, &folders, &mut progress);
        Ok(Past {
            commits: walked.commits,
            index,
            mining: walked.mining,
            folders,
        })
    }

    /// The walk, with this commit and all before it.
    fn walked(
        &self,
        dir: &Path,
        repo: &Repo,
        tip: &CommitId,
        progress: &mut impl FnMut(Progress),
    ) -> Result<Walked> {
        let file = dir.join("walk");
        let mark = mark(repo);
        let known = fs::read(&file)
            .ok()
            .and_then(|bytes| Walked::unpack(&bytes, mark))
            .filter(|w| w.commits.ends_with(repo))
            .unwrap_or_default();
        if known.commits.ord(tip).is_some() {
            return Ok(known);
        }
        let (now, whole) = extend(known, repo, tip, progress)?;
        if whole && let Err(e) = write_whole(&file, &now.pack(mark)) {
            tracing::debug!("the walk was not kept: {e}");
        }
        Ok(now)
    }

    /// The index of a run of versions, from the kept one that has most in common with it.
    #[allow(clippy::too_many_arguments)] // one call, and each of them is another thing
    fn index(
        &self,
        dir: &Path,
        repo: &Repo,
        log: &DecisionLog,
        fresh: RevisionIndex,
        versions: &[Version],
        folders: &Folders,
        progress: &mut impl FnMut(Progress),
    ) -> RevisionIndex {
        let run = run(&fresh, versions, folders);
        let kept = kept(dir);
        let best = kept
            .iter()
            .map(|k| (k.common(&run, versions), k))
            .max_by_key(|(n, _)| *n)
            .filter(|(n, _)| *n > 0);
        let begun = best.and_then(|(n, k)| Some((n, k, k.cut(n, versions)?)));
        let begun =
            begun.filter(|(.., i)| i.fits(fresh.root(), fresh.is_provisional(), folders.words()));
        let (n, from, mut index) = match begun {
            Some((n, k, index)) => (n, Some(k), index),
            None => (0, None, fresh),
        };
        if n == versions.len() && from.is_some() {
            return index;
        }
        let missing = Cell::new(false);
        follow(log, &mut index, &versions[n..], folders, progress, |blob| {
            missing.set(missing.get() || repo.blob_size(blob).is_err());
            blob_of(repo, blob)
        });
        if missing.get() {
            return index;
        }
        // An index that was gone on with is replaced; one that was cut is another line of history's.
        let file = match from.filter(|k| k.run.len() == n) {
            Some(k) => k.file.clone(),
            None => dir.join(format!(
                "index-{:032x}",
                run.last().copied().unwrap_or_default()
            )),
        };
        if let Err(e) = write_whole(&file, &pack(&run, versions, &index)) {
            tracing::debug!("the index was not kept: {e}");
        }
        forget(dir);
        index
    }
}

/// Walks on to a commit; and whether all of it could be read.
fn extend(
    from: Walked,
    repo: &Repo,
    tip: &CommitId,
    progress: &mut impl FnMut(Progress),
) -> Result<(Walked, bool)> {
    let mut commits = from.commits;
    let mut collector = Collector::new(repo, Folders::default());
    collector.candidates = from.candidates;
    collector.mining = from.mining;
    let options = WalkOptions {
        merges: Merges::Combined,
        ..WalkOptions::default()
    };
    let mut seen = 0u64;
    let report = walk(
        repo,
        std::slice::from_ref(tip),
        &mut commits,
        options,
        |commit, _, total| {
            collector.add(&commit);
            seen += 1;
            progress(Progress {
                phase: "history".to_owned(),
                done: seen,
                total: total as u64,
                note: String::new(),
            });
        },
    )?;
    let walked = Walked {
        commits,
        candidates: collector.candidates,
        mining: collector.mining,
    };
    Ok((walked, report.errors.is_empty()))
}

impl Walked {
    /// What a walk to this commit alone finds.
    fn cut_to(self, tip: &CommitId) -> Option<Self> {
        let (commits, places) = self.commits.cut_to(tip)?;
        let place = |ord: u32| places.get(ord as usize).copied().flatten();
        let mut out = Self {
            commits,
            candidates: Vec::new(),
            mining: Mining::default(),
        };
        for mut c in self.candidates {
            if let Some(ord) = place(c.ord) {
                c.ord = ord;
                out.candidates.push(c);
            }
        }
        for mut s in self.mining.stated {
            if let Some(ord) = place(s.ord) {
                s.ord = ord;
                out.mining.stated.push(s);
            }
        }
        for mut r in self.mining.reverts {
            if let Some(ord) = place(r.ord) {
                r.ord = ord;
                out.mining.reverts.push(r);
            }
        }
        out.mining.dropped = self.mining.dropped.into_iter().filter_map(place).collect();
        out.mining.dropped.sort_unstable();
        out.candidates.sort_by_key(|c| c.ord);
        out.mining.stated.sort_by_key(|s| s.ord);
        out.mining.reverts.sort_by_key(|r| r.ord);
        Some(out)
    }

    fn pack(&self, mark: u128) -> Vec<u8> {
        let mut out = Pack::default();
        out.bytes(&self.commits.bytes());
        out.number(u32::try_from(self.candidates.len()).unwrap_or(u32::MAX));
        let mut last: &[u8] = &[];
        for c in &self.candidates {
            out.number(c.ord);
            // Files that were touched once are touched again: their names are said once in a row.
            let path = c.path.as_bytes();
            out.bytes(if path == last { &[] } else { path });
            last = path;
            let old = c.old_path.as_bytes();
            out.bytes(if old == path { &[] } else { old });
            out.text(c.blob.as_ref().map_or("", BlobId::as_str));
            out.text(c.old_blob.as_ref().map_or("", BlobId::as_str));
            out.number(u32::try_from(c.merged.len()).unwrap_or(u32::MAX));
            for (parent, blob) in &c.merged {
                out.text(parent.as_str());
                out.text(blob.as_ref().map_or("", BlobId::as_str));
            }
        }
        out.bytes(&serde_json::to_vec(&self.mining).unwrap_or_default());
        sealed(out, mark)
    }

    fn unpack(bytes: &[u8], mark: u128) -> Option<Self> {
        let mut from = opened(bytes, mark)?;
        let commits = CommitIndex::from_bytes(from.bytes()?)?;
        let n = from.number()?;
        let mut candidates: Vec<Candidate> = Vec::with_capacity(n.min(1 << 20) as usize);
        let blob = |text: &str| (!text.is_empty()).then(|| BlobId::from(text));
        for _ in 0..n {
            let ord = from.number()?;
            let path = match from.bytes()? {
                [] => candidates.last()?.path.clone(),
                bytes => RepoPath::new(bytes),
            };
            let old_path = match from.bytes()? {
                [] => path.clone(),
                bytes => RepoPath::new(bytes),
            };
            let (now, old) = (blob(from.text()?), blob(from.text()?));
            let mut merged = Vec::new();
            for _ in 0..from.number()? {
                merged.push((CommitId::from(from.text()?), blob(from.text()?)));
            }
            candidates.push(Candidate {
                ord,
                commit: commits.id(ord)?,
                path,
                old_path,
                blob: now,
                old_blob: old,
                merged,
            });
        }
        let mining: Mining = serde_json::from_slice(from.bytes()?).ok()?;
        Some(Self {
            commits,
            candidates,
            mining,
        })
    }
}

/// What the walk depends on beside the commits: who people are, and this program.
fn mark(repo: &Repo) -> u128 {
    digest(&[&repo.mailmap_bytes()])
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}
