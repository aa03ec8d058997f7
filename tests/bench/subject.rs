//! What is measured on: a repository, and one of its commits.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result};
use rguard::model::{FileKind, RepoPath, file_kind};

use super::cost::run;
use super::options::Options;
use super::place::{Place, git};
use super::synthetic;

/// How many code files the reviewed commit changes.
const WIDTH: std::ops::RangeInclusive<usize> = 15..=25;

/// The repository and the commit that is reviewed against its parent.
pub struct Subject {
    /// The repository.
    pub repo: PathBuf,
    /// In words, where it comes from.
    pub name: String,
    /// How many commits `HEAD` has.
    pub commits: usize,
    /// The newest commit of about twenty changed code files.
    pub commit: String,
    /// Those of its files that its parent has as well, by the parent's names.
    pub files: Vec<String>,
}

impl Subject {
    /// The clone that the options name, or a made one.
    pub fn find(options: &Options, place: &Place) -> Result<Self> {
        let (repo, name) = match &options.repo {
            Some(dir) => {
                let dir = std::fs::canonicalize(dir)?;
                let name = dir.file_name().map(|n| n.to_string_lossy().into_owned());
                (dir, name.unwrap_or_default())
            }
            None => {
                let dir = place.path().join("repo");
                synthetic::build(&dir)?;
                (dir, "a made repository".to_owned())
            }
        };
        let ask = |args: &[&str]| -> Result<String> {
            let (_, out) = run(&mut git(&repo, args))?;
            Ok(String::from_utf8_lossy(&out).into_owned())
        };
        let commits = ask(&["rev-list", "--count", "HEAD"])?.trim().parse()?;
        let log = ask(&[
            "log",
            "--no-merges",
            "--name-status",
            "-M",
            "--format=commit %H",
        ])?;
        let (commit, files) = pick(&log).context("no commit here changes 15 to 25 code files")?;
        Ok(Self {
            repo,
            name,
            commits,
            commit,
            files,
        })
    }
}

/// The first commit of the log that changes so many code files, with the old names of those that
/// are not new.
fn pick(log: &str) -> Option<(String, Vec<String>)> {
    for entry in log.split("commit ").skip(1) {
        let (commit, lines) = entry.split_once('\n')?;
        let mut code: BTreeMap<String, Option<String>> = BTreeMap::new();
        for line in lines.lines().filter(|l| !l.is_empty()) {
            let mut parts = line.split('\t');
            let (status, path) = (parts.next()?, parts.next().unwrap_or_default());
            let now = parts.next().unwrap_or(path);
            if file_kind(&RepoPath::from(now)) == FileKind::Code {
                let old = (!status.starts_with('A')).then(|| path.to_owned());
                code.insert(now.to_owned(), old);
            }
        }
        if WIDTH.contains(&code.len()) {
            return Some((commit.to_owned(), code.into_values().flatten().collect()));
        }
    }
    None
}
