//! A clone of its own, where the user has none at hand: bare, of one branch, in rguard's cache.
//!
//! It is full, because blame and renames need all of the history; never shallow. Only a repository
//! of more than a gigabyte comes without file contents, and those that a review needs are then
//! fetched in one go ([`Repo::fetch_contents`]).

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use super::access::Access;
use super::error::{HistoryError, Result};
use super::git_cli::{command, failure, git_as, git_with_input};
use super::repo::Repo;
use crate::model::{CommitId, RepoPath};

/// From this size on, in kilobytes, a clone comes without file contents.
pub const LARGE_KB: u64 = 1024 * 1024;

/// Endings of files that may hold decisions: their contents are fetched with those of the change.
const RECORDS: &[&str] = &[
    ".md",
    ".markdown",
    ".rst",
    ".adoc",
    ".asciidoc",
    ".org",
    ".txt",
];

/// How many of them, at most; git takes their names as arguments.
const MAX_RECORDS: usize = 5000;

impl Repo {
    /// Clones `url` into `dir`, or opens and refreshes what is there. `progress` gets git's own
    /// words for how far it is.
    ///
    /// # Errors
    /// [`HistoryError::GitProgram`] where git cannot; what was begun is removed.
    pub fn cloned(
        url: &str,
        dir: &Path,
        access: Option<&Access>,
        without_contents: bool,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Self> {
        if !dir.join("HEAD").is_file() {
            clone(url, dir, access, without_contents, progress)?;
            return Self::open(dir);
        }
        let repo = Self::open(dir)?;
        if let Some(branch) = repo.head_branch() {
            let spec = format!("+refs/heads/{branch}:refs/heads/{branch}");
            let args = [
                "--quiet",
                "--no-tags",
                "--no-write-fetch-head",
                "--end-of-options",
                url,
                &spec,
            ];
            // What is there serves while the network does not.
            if let Err(e) = git_as(dir, "fetch", &args, access.filter(|a| a.fits(url))) {
                tracing::debug!("{e}");
            }
        }
        Self::open(dir)
    }

    /// Whether this is one of rguard's own clones under its cache folder, which it may write.
    pub fn is_own(&self, cache: &Path) -> bool {
        let whole = |path: &Path| std::fs::canonicalize(path).ok();
        let home = self.home().common_dir();
        match (whole(home), whole(&cache.join("clones"))) {
            (Some(home), Some(clones)) => home.starts_with(clones),
            _ => false,
        }
    }

    /// Fetches the contents that a clone without them lacks for these files' history, and for files
    /// that may hold decisions, in one go. Does nothing in a full clone. Only for rguard's own
    /// clones ([`Repo::is_own`]): it writes into them.
    ///
    /// # Errors
    /// [`HistoryError::GitProgram`] where git cannot.
    pub fn fetch_contents(
        &self,
        commits: &[&CommitId],
        paths: &[RepoPath],
        access: Option<&Access>,
    ) -> Result<usize> {
        let dir = self.git_dir();
        let mut args: Vec<Vec<u8>> = vec![
            b"--objects".to_vec(),
            b"--missing=print".to_vec(),
            b"--no-object-names".to_vec(),
        ];
        args.extend(commits.iter().map(|c| c.as_str().as_bytes().to_vec()));
        args.push(b"--".to_vec());
        // Named one by one: a pattern does not reach into folders here.
        let mut wanted: BTreeSet<RepoPath> = BTreeSet::new();
        for commit in commits {
            let entries = self.tree(commit)?;
            let records = entries.into_iter().map(|e| e.path).filter(is_record);
            wanted.extend(records.take(MAX_RECORDS));
        }
        wanted.extend(paths.iter().cloned());
        let literal = |p: &RepoPath| [b":(top,literal)", p.as_bytes()].concat();
        args.extend(wanted.iter().map(literal));
        let args: Vec<std::ffi::OsString> = args
            .into_iter()
            .map(std::os::unix::ffi::OsStringExt::from_vec)
            .collect();
        let listed = git_as(dir, "rev-list", &args, None)?;
        let wanted: Vec<&[u8]> = listed
            .split(|b| *b == b'\n')
            .filter_map(|line| line.strip_prefix(b"?"))
            .collect();
        if wanted.is_empty() {
            return Ok(0);
        }
        let mut input = wanted.join(&b'\n');
        input.push(b'\n');
        let args = [
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--filter=blob:none",
            "--stdin",
            // By its name: only of the remote that promised them may contents be left out.
            "origin",
        ];
        let url = self.remote_url().unwrap_or_default();
        git_with_input(dir, "fetch", &args, access.filter(|a| a.fits(&url)), &input)?;
        Ok(wanted.len())
    }
}

fn is_record(path: &RepoPath) -> bool {
    let name = path.as_bytes().to_ascii_lowercase();
    RECORDS
        .iter()
        .any(|ending| name.ends_with(ending.as_bytes()))
}

fn clone(
    url: &str,
    dir: &Path,
    access: Option<&Access>,
    without_contents: bool,
    progress: &mut dyn FnMut(&str),
) -> Result<()> {
    let cache = |source| HistoryError::Cache {
        path: dir.to_owned(),
        source,
    };
    let parent = dir.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).map_err(cache)?;
    // Made beside its place and moved there whole, so that nobody finds half a clone.
    let begun = tempfile::Builder::new()
        .prefix(".clone-")
        .tempdir_in(parent)
        .map_err(cache)?;
    let mut args = vec![
        "--bare",
        "--single-branch",
        "--no-tags",
        "--progress",
        "--template=",
    ];
    if without_contents {
        args.push("--filter=blob:none");
    }
    args.extend(["--end-of-options", url, "."]);
    let mut child = command(begun.path(), "clone", &args, access.filter(|a| a.fits(url)))
        .env("GIT_LFS_SKIP_SMUDGE", "1")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| failure("clone", &e.to_string()))?;
    let mut said = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        let mut buffer = [0u8; 4096];
        while let Ok(read @ 1..) = stderr.read(&mut buffer) {
            let text = String::from_utf8_lossy(&buffer[..read]).into_owned();
            if let Some(line) = text.split(['\r', '\n']).rfind(|l| l.contains('%')) {
                progress(line.trim());
            }
            said.push_str(&text);
            let mut cut = said.len().saturating_sub(4096);
            while !said.is_char_boundary(cut) {
                cut += 1;
            }
            said.drain(..cut);
        }
    }
    let status = child.wait().map_err(|e| failure("clone", &e.to_string()))?;
    if !status.success() {
        let words: Vec<&str> = said
            .split(['\r', '\n'])
            .filter(|l| !l.contains('%') && !l.starts_with("Cloning into"))
            .collect();
        return Err(failure("clone", &words.join(" ")));
    }
    match std::fs::rename(begun.path(), dir) {
        Ok(()) => {
            // It is in its place now; there is nothing to remove.
            let _ = begun.keep();
            Ok(())
        }
        // Another process was first.
        Err(_) if dir.join("HEAD").is_file() => Ok(()),
        Err(e) => Err(cache(e)),
    }
}
