//! The decision comments of a whole tree. What was read of a file's content once is kept in the cache
//! directory, so that only changed files are read and blamed again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::origin::{Origin, decision, origins};
use super::{CodeComment, FILE_MAX, is_read, scan};
use crate::decisions::record::note;
use crate::dirs::write_whole;
use crate::history::{EntryKind, Repo, Result, TreeEntry};
use crate::model::{
    CommitId, Coverage, CoverageState, Decision, LineRange, Progress, RepoPath, comment_marks,
};

/// Raised when comments are read otherwise: what was kept before is read again.
const VERSION: u32 = 3;
/// Contents that are kept beside those of the last tree, for trees that are looked at in turn.
const KEPT: usize = 4_000;

/// What one listing found.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The decisions, in the order of paths and lines.
    pub decisions: Vec<Decision>,
    /// Files that could not be read, with the reason.
    pub coverage: Vec<Coverage>,
}

/// What is kept of one content at one path.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Known {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    comments: Vec<CodeComment>,
    /// Where each comes from, with the commit as of which blame said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    blamed: Option<(CommitId, Vec<Option<Origin>>)>,
    /// In which listing it was used last.
    #[serde(default)]
    used: u64,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Cache {
    version: u32,
    /// How many listings there were.
    count: u64,
    /// By `blob path`.
    known: BTreeMap<String, Known>,
}

/// Where a repository's comments are kept, below the cache directory.
pub fn cache_file(cache: &Path, repository: &str) -> PathBuf {
    cache.join("comments").join(format!("{repository}.json"))
}

/// The decision comments of a commit's tree. `root` names the repository in keys, `cache` is the file
/// of [`cache_file`], and `is_ancestor` says whether the commit descends from another, so that what
/// blame said of the same content before is taken over only where it still holds. A cache that
/// cannot be read or written costs time and is no error.
///
/// # Errors
/// If the tree cannot be read. A file that cannot be read is a line of the coverage.
pub fn comments_at(
    repo: &Repo,
    commit: &CommitId,
    root: &CommitId,
    cache: Option<&Path>,
    is_ancestor: &dyn Fn(&CommitId) -> bool,
    mut progress: impl FnMut(Progress),
) -> Result<Listing> {
    let files: Vec<TreeEntry> = repo
        .tree(commit)?
        .into_iter()
        .filter(|f| f.kind != EntryKind::Symlink && is_read(&f.path))
        .collect();
    let mut kept = cache.map(load).unwrap_or_default();
    kept.count += 1;
    let mut changed = false;
    let mut out = Listing::default();
    let total = files.len() as u64;
    for (done, file) in (1..).zip(&files) {
        let name = format!("{} {}", file.blob, file.path);
        let known = match kept.known.get_mut(&name) {
            Some(known) => known,
            None => {
                changed = true;
                let read = match read(repo, file) {
                    Ok(comments) => comments,
                    Err(reason) => {
                        out.coverage
                            .push(note(&file.path, None, CoverageState::Skipped, reason));
                        continue;
                    }
                };
                kept.known.entry(name).or_insert(Known {
                    comments: read,
                    ..Known::default()
                })
            }
        };
        known.used = kept.count;
        if known.comments.is_empty() {
            continue;
        }
        let holds = known.blamed.as_ref().is_some_and(|(at, origins)| {
            at == commit || origins.iter().flatten().all(|o| is_ancestor(&o.commit))
        });
        if !holds {
            changed = true;
            known.blamed = blamed(repo, commit, &file.path, &known.comments, &mut out.coverage);
        }
        progress(Progress {
            phase: "comments".into(),
            done,
            total,
            note: "files".into(),
        });
        let origins = known.blamed.iter().flat_map(|(_, o)| o);
        for (comment, origin) in known.comments.iter().zip(origins) {
            if let Some(origin) = origin {
                out.decisions.push(decision(
                    root, commit, &file.path, &file.blob, comment, origin,
                ));
            }
        }
    }
    if let Some(file) = cache.filter(|_| changed) {
        save(file, kept, files.len());
    }
    Ok(out)
}

fn blamed(
    repo: &Repo,
    commit: &CommitId,
    path: &RepoPath,
    comments: &[CodeComment],
    coverage: &mut Vec<Coverage>,
) -> Option<(CommitId, Vec<Option<Origin>>)> {
    let lines: Vec<LineRange> = comments
        .iter()
        .map(|c| LineRange::new(c.lines.start, c.lines.start))
        .collect();
    match repo.blame(path, commit, &lines) {
        Ok(spans) => Some((commit.clone(), origins(repo, comments, &spans))),
        Err(e) => {
            let reason = format!("its comments could not be blamed: {e}");
            coverage.push(note(path, None, CoverageState::Partly, reason));
            None
        }
    }
}

/// The comments of a file; none for one that is not text.
fn read(repo: &Repo, file: &TreeEntry) -> std::result::Result<Vec<CodeComment>, String> {
    let marks = comment_marks(&file.path);
    if marks.is_some_and(|m| m.line.is_empty() && m.block.is_empty()) {
        return Ok(Vec::new());
    }
    let size = repo.blob_size(&file.blob).map_err(|e| e.to_string())?;
    if size > FILE_MAX {
        // Of a file that is no text nobody expects comments.
        return match marks {
            Some(_) => Err(format!(
                "it has {size} bytes; comments are read in files of at most {FILE_MAX}"
            )),
            None => Ok(Vec::new()),
        };
    }
    let bytes = repo.blob(&file.blob).map_err(|e| e.to_string())?;
    if bytes.iter().take(8_000).any(|b| *b == 0) {
        return Ok(Vec::new());
    }
    Ok(String::from_utf8(bytes).map_or_else(|_| Vec::new(), |text| scan(&file.path, &text)))
}

fn load(file: &Path) -> Cache {
    std::fs::read(file)
        .ok()
        .and_then(|b| serde_json::from_slice::<Cache>(&b).ok())
        .filter(|c| c.version == VERSION)
        .unwrap_or_default()
}

fn save(file: &Path, mut kept: Cache, tree: usize) {
    kept.version = VERSION;
    if kept.known.len() > tree + KEPT {
        let mut ages: Vec<u64> = kept.known.values().map(|k| k.used).collect();
        ages.sort_unstable();
        let oldest = ages[ages.len() - tree - KEPT];
        kept.known.retain(|_, k| k.used >= oldest);
    }
    let written = serde_json::to_vec(&kept)
        .map_err(std::io::Error::other)
        .and_then(|bytes| write_whole(file, &bytes));
    if let Err(e) = written {
        tracing::debug!("the cache of comments was not written: {e}");
    }
}
