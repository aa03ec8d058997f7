//! Builds the demo's repository in a folder of its own, and brings its second act.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sha2::{Digest, Sha256};

use super::story::{self, Step};
use super::stream::stream;
use crate::model::CommitId;

const ACT_ONE: &[&str] = &[
    include_str!("../../../demo/story/1-first-doors.story"),
    include_str!("../../../demo/story/2-one-after-another.story"),
    include_str!("../../../demo/story/3-silence-is-open.story"),
    include_str!("../../../demo/story/4-a-name-that-fits.story"),
    include_str!("../../../demo/story/5-winter.story"),
    include_str!("../../../demo/story/6-proposals.story"),
];
const ACT_TWO: &[&str] = &[include_str!("../../../demo/story/act-two.story")];

/// A file in the repository's git folder by which a demo is known as one.
const MARKER: &str = "rguard-demo";

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The story cannot be understood.
    #[error("line {line} of the story: {why}")]
    Story {
        /// The line, from 1, in its own part.
        line: usize,
        /// Why not.
        why: String,
    },
    /// An edit of the story does not fit.
    #[error("the commit “{commit}” of the story: {why}")]
    Edit {
        /// Its subject.
        commit: String,
        /// Why not.
        why: String,
    },
    /// Something else is in the folder.
    #[error("{0} is not empty and holds no demo")]
    Taken(PathBuf),
    /// Somebody worked in the demo.
    #[error("the demo in {0} has changes of your own")]
    Changed(PathBuf),
    /// git could not do it.
    #[error("`git {0}` failed: {1}")]
    Git(String, String),
    /// The file system could not do it.
    #[error("{0}: {1}")]
    Io(PathBuf, #[source] io::Error),
}

/// The demo's repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoRepo {
    /// Its worktree, on `main`.
    pub path: PathBuf,
    /// The tip of `main`.
    pub head: CommitId,
    /// The proposals, in the order in which they are told: branch and subject.
    pub branches: Vec<(String, String)>,
    /// Whether the second act was brought.
    pub second_act: bool,
}

/// The demo's name, and that of its folder.
pub const NAME: &str = "lockerline";

impl DemoRepo {
    /// The proposal to look at first.
    pub fn proposal(&self) -> &'static str {
        match self.second_act {
            true => "faster-doors-again",
            false => "faster-doors",
        }
    }
}

/// 8 hex digits over the story: another story gets another folder.
pub fn story_id() -> String {
    let mut hash = Sha256::new();
    for part in ACT_ONE.iter().chain(ACT_TWO) {
        hash.update(part);
    }
    let digest = hash.finalize();
    digest.iter().take(4).map(|b| format!("{b:02x}")).collect()
}

/// Builds the first act in `dir`, or finds it there.
///
/// # Errors
/// [`DemoError::Taken`] if something else is there; what git and the file system say.
pub fn build_demo(dir: &Path) -> Result<DemoRepo, DemoError> {
    if is_demo(dir) {
        return look(dir);
    }
    let taken = fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some());
    if taken || dir.is_file() {
        return Err(DemoError::Taken(dir.to_owned()));
    }
    let parent = match dir.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let io = |path: &Path| {
        let path = path.to_owned();
        move |e| DemoError::Io(path, e)
    };
    fs::create_dir_all(parent).map_err(io(parent))?;
    // Built beside and moved in whole, so that what is there is never half a demo.
    let new = tempfile::Builder::new()
        .prefix(".demo-")
        .tempdir_in(parent)
        .map_err(io(parent))?;
    git(
        new.path(),
        &["init", "-q", "-b", "main", "--object-format=sha1", "."],
        None,
    )?;
    import(new.path(), ACT_ONE)?;
    git(new.path(), &["reset", "-q", "--hard", "main"], None)?;
    let marker = new.path().join(".git").join(MARKER);
    fs::write(&marker, story_id()).map_err(io(&marker))?;
    fs::remove_dir(dir)
        .or_else(absent_is_fine)
        .map_err(io(dir))?;
    fs::rename(new.path(), dir).map_err(io(dir))?;
    // Moved away: there is nothing left for the guard to remove.
    let _ = new.keep();
    look(dir)
}

/// Brings the second act to a demo: `main` moves on, and a proposal that follows it appears.
/// Doing it twice is doing it once.
///
/// # Errors
/// [`DemoError::Changed`] if somebody worked in the demo; what git says.
pub fn next_act(dir: &Path) -> Result<DemoRepo, DemoError> {
    let demo = build_demo(dir)?;
    if demo.second_act {
        return Ok(demo);
    }
    let on = git(dir, &["symbolic-ref", "-q", "--short", "HEAD"], None).unwrap_or_default();
    let dirty = git(
        dir,
        &["status", "--porcelain", "--untracked-files=no"],
        None,
    )?;
    if !dirty.is_empty() {
        return Err(DemoError::Changed(dir.to_owned()));
    }
    import(dir, &[ACT_ONE, ACT_TWO].concat())?;
    if on.trim() == "main" {
        git(dir, &["reset", "-q", "--hard", "main"], None)?;
    }
    look(dir)
}

/// Names the one who works in a demo, as git would find it in the clone's own configuration.
///
/// # Errors
/// What git says.
pub fn set_user(dir: &Path, name: &str) -> Result<(), DemoError> {
    git(dir, &["config", "user.name", name], None).map(drop)
}

/// Removes a demo, and nothing that is not one.
///
/// # Errors
/// [`DemoError::Taken`] if something else is there; what the file system says.
pub fn remove_demo(dir: &Path) -> Result<(), DemoError> {
    if !dir.exists() {
        return Ok(());
    }
    if !is_demo(dir) {
        return Err(DemoError::Taken(dir.to_owned()));
    }
    fs::remove_dir_all(dir).map_err(|e| DemoError::Io(dir.to_owned(), e))
}

fn is_demo(dir: &Path) -> bool {
    dir.join(".git").join(MARKER).is_file()
}

fn absent_is_fine(e: io::Error) -> io::Result<()> {
    if e.kind() == io::ErrorKind::NotFound {
        Ok(())
    } else {
        Err(e)
    }
}

fn look(dir: &Path) -> Result<DemoRepo, DemoError> {
    let head = git(dir, &["rev-parse", "refs/heads/main"], None)?;
    let refs = git(
        dir,
        &[
            "for-each-ref",
            "--sort=committerdate",
            "--format=%(refname:short)%09%(subject)",
            "refs/heads",
        ],
        None,
    )?;
    let told = |name: &str| name != "main" && name != "latch-silence";
    let branches: Vec<(String, String)> = refs
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .filter(|(name, _)| told(name))
        .map(|(name, subject)| (name.to_owned(), subject.to_owned()))
        .collect();
    Ok(DemoRepo {
        path: dir.to_owned(),
        head: head.trim().into(),
        second_act: branches
            .iter()
            .any(|(name, _)| name == "faster-doors-again"),
        branches,
    })
}

fn import(dir: &Path, parts: &[&str]) -> Result<(), DemoError> {
    let mut steps: Vec<Step> = Vec::new();
    for part in parts {
        steps.extend(story::read(part)?);
    }
    git(
        dir,
        &["fast-import", "--quiet", "--done"],
        Some(&stream(&steps)?),
    )
    .map(|_| ())
}

/// Runs git in the demo, without any configuration of the user or the machine.
fn git(dir: &Path, args: &[&str], input: Option<&[u8]>) -> Result<String, DemoError> {
    let failed = |why: String| DemoError::Git(args.first().copied().unwrap_or("").to_owned(), why);
    let mut command = Command::new("git");
    for (name, _) in std::env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"GIT_") {
            command.env_remove(name);
        }
    }
    let mut child = command
        .current_dir(dir)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", OsStr::new("/dev/null"))
        .env("GIT_TERMINAL_PROMPT", "0")
        .args([
            "-c",
            "core.autocrlf=false",
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "gc.auto=0",
        ])
        .args(args)
        .stdin(if input.is_some() {
            Stdio::piped()
        } else {
            Stdio::null()
        })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| failed(e.to_string()))?;
    let written = match (child.stdin.take(), input) {
        (Some(mut stdin), Some(input)) => stdin.write_all(input),
        _ => Ok(()),
    };
    let output = child
        .wait_with_output()
        .map_err(|e| failed(e.to_string()))?;
    if !output.status.success() {
        return Err(failed(
            String::from_utf8_lossy(&output.stderr).trim().to_owned(),
        ));
    }
    written.map_err(|e| failed(e.to_string()))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
