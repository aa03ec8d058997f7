//! What agents were told, as of a commit: every agent file in its tree, with its scope, what it takes
//! in, and the commit since which it says so.
//!
//! [`instructions_at`] is the whole of it. The names of agent files are in [`agent_of`], how their
//! heads are read in `scope`, and how a pattern matches in `globs`. [`history`] tells the versions of
//! a history with their spans. These files are rules for agents; which of their sections are
//! decisions is the log's business.

mod globs;
pub mod history;
mod imports;
mod scope;

use std::collections::BTreeMap;

pub use scope::{agent_of, agent_of_path, of as scope_of};

use super::sources::{FILE_CAP, is_copy, is_sample};
use crate::history::{EntryKind, Repo, Result, TreeEntry};
use crate::model::{CommitId, Instruction, InstructionAgent, RepoPath};

/// How deep files that take in others are followed.
const DEPTH: usize = 5;

/// What agents are told at a commit, by path. Copies of worktrees, vendored files, samples and
/// templates are left out.
///
/// # Errors
/// If the commit's tree cannot be read. A file that cannot be read is an entry with a note.
pub fn instructions_at(repo: &Repo, commit: &CommitId) -> Result<Vec<Instruction>> {
    let files: BTreeMap<RepoPath, TreeEntry> = repo
        .tree(commit)?
        .into_iter()
        .map(|f| (f.path.clone(), f))
        .collect();
    let mut found: BTreeMap<RepoPath, Instruction> = BTreeMap::new();
    let mut next: Vec<(RepoPath, InstructionAgent, Option<RepoPath>)> = files
        .keys()
        .filter_map(|p| Some((p.clone(), agent_of_path(p)?, None)))
        .collect();
    for _ in 0..=DEPTH {
        let mut more = Vec::new();
        for (path, agent, by) in std::mem::take(&mut next) {
            if let (Some(known), Some(by)) = (found.get_mut(&path), &by) {
                if !known.imported_by.contains(by) && known.path != *by {
                    known.imported_by.push(by.clone());
                }
                continue;
            }
            let Some(entry) = files.get(&path) else {
                continue;
            };
            let mut told = read(repo, &files, entry, agent);
            if let Some(by) = by {
                // A file that is taken in holds where the one holds that takes it in.
                if agent_of_path(&path).is_none()
                    && let Some(host) = found.get(&by)
                {
                    told.scope = host.scope.clone();
                }
                told.imported_by.push(by);
            }
            let into = told.link_to.iter().chain(&told.imports);
            more.extend(into.map(|p| (p.clone(), agent, Some(path.clone()))));
            found.insert(path, told);
        }
        if more.is_empty() {
            break;
        }
        next = more;
    }
    let paths: Vec<RepoPath> = found.keys().cloned().collect();
    let since = repo.last_touches(&paths, commit)?;
    Ok(found
        .into_values()
        .map(|mut told| {
            told.from = since.get(&told.path).cloned();
            told
        })
        .collect())
}

/// Whether an agent file stands where nobody works by it.
fn is_aside(path: &str) -> bool {
    is_copy(path) || is_sample(path)
}

fn read(
    repo: &Repo,
    files: &BTreeMap<RepoPath, TreeEntry>,
    entry: &TreeEntry,
    agent: InstructionAgent,
) -> Instruction {
    let mut told = Instruction {
        path: entry.path.clone(),
        blob: entry.blob.clone(),
        agent,
        scope: scope::of(&entry.path, agent, ""),
        from: None,
        until: Vec::new(),
        link_to: None,
        imports: Vec::new(),
        imported_by: Vec::new(),
        text: String::new(),
        note: None,
    };
    let (target, problem) = target(repo, files, entry);
    told.note = problem;
    let Some(target) = target else {
        return told;
    };
    if target.path != entry.path {
        told.link_to = Some(target.path.clone());
    }
    match words(repo, target) {
        Ok(text) => told.text = text,
        Err(reason) => told.note = Some(reason),
    }
    told.scope = scope::of(&entry.path, agent, &told.text);
    if matches!(agent, InstructionAgent::Claude | InstructionAgent::Gemini)
        && told.link_to.is_none()
    {
        told.imports = imports::of(&entry.path, &told.text)
            .into_iter()
            .filter(|p| files.contains_key(p) && *p != entry.path)
            .collect();
    }
    told
}

/// The file that holds the words: the entry itself, or what it links to in the repository.
fn target<'f>(
    repo: &Repo,
    files: &'f BTreeMap<RepoPath, TreeEntry>,
    entry: &'f TreeEntry,
) -> (Option<&'f TreeEntry>, Option<String>) {
    let mut at = entry;
    for _ in 0..DEPTH {
        if at.kind != EntryKind::Symlink {
            return (Some(at), None);
        }
        let to = repo.blob(&at.blob).unwrap_or_default();
        let to = String::from_utf8_lossy(&to).into_owned();
        match imports::join(&at.path.parent(), to.trim()).and_then(|p| files.get(&p)) {
            Some(next) => at = next,
            None => {
                let reason = format!("it is a link to {to}, which is no file here");
                return (None, Some(reason));
            }
        }
    }
    (None, Some("it is a link to a link without end".to_owned()))
}

fn words(repo: &Repo, entry: &TreeEntry) -> std::result::Result<String, String> {
    let size = repo.blob_size(&entry.blob).map_err(|e| e.to_string())?;
    if size > FILE_CAP as u64 {
        return Err(format!(
            "it has {size} bytes; at most {FILE_CAP} are read of one file"
        ));
    }
    let bytes = repo.blob(&entry.blob).map_err(|e| e.to_string())?;
    String::from_utf8(bytes).map_err(|_| "it is not valid UTF-8".to_owned())
}
