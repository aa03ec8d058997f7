//! Builds repositories for the tests: hermetic, in a temporary folder, with fixed dates.
#![allow(dead_code)]

pub mod gauge;
pub mod github_writes;
pub mod json_schema;
pub mod many;
pub mod peers;
pub mod reviews;
pub mod run;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A repository that lives as long as the value. Commits are one hour apart, from 2024-01-01.
pub struct TestRepo {
    dir: tempfile::TempDir,
    root: PathBuf,
    clock: Cell<i64>,
}

impl TestRepo {
    /// An empty repository on `main`.
    pub fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("repo");
        std::fs::create_dir(&root).unwrap();
        let repo = Self {
            dir,
            root,
            clock: Cell::new(1_704_067_200),
        };
        repo.git(&["init", "-q", "-b", "main"]);
        repo
    }

    /// The worktree.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// A folder beside the worktree, for clones and caches; removed with the repository.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file into the worktree.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> &Self {
        let file = self.root.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, content).unwrap();
        self
    }

    /// Writes the files, adds everything in the worktree and commits; returns the commit's id.
    pub fn commit(&self, files: &[(&str, &str)], message: &str) -> String {
        self.commit_as("Ada Lovelace <ada@example.org>", files, message)
    }

    /// As [`TestRepo::commit`], by another author (`Name <address>`).
    pub fn commit_as(&self, author: &str, files: &[(&str, &str)], message: &str) -> String {
        for (path, content) in files {
            self.write(path, content);
        }
        self.git(&["add", "-A"]);
        let author = format!("--author={author}");
        self.git(&[
            "commit",
            "-q",
            "--allow-empty",
            "--cleanup=verbatim",
            &author,
            "-m",
            message,
        ]);
        self.head()
    }

    /// The commit of HEAD.
    pub fn head(&self) -> String {
        self.git(&["rev-parse", "HEAD"])
    }

    /// Seconds since 1970 that the next commit will bear.
    pub fn now(&self) -> i64 {
        self.clock.get()
    }

    /// Lets days pass before the next commit.
    pub fn later(&self, days: i64) -> &Self {
        self.clock.set(self.clock.get() + days * 86_400);
        self
    }

    /// Runs git here and returns its standard output as text, trimmed at the end.
    pub fn git(&self, args: &[&str]) -> String {
        String::from_utf8_lossy(&self.git_bytes(args))
            .trim_end()
            .to_owned()
    }

    /// Runs git here and returns its standard output.
    pub fn git_bytes(&self, args: &[&str]) -> Vec<u8> {
        let at = self.clock.get();
        if args
            .iter()
            .any(|a| ["commit", "merge", "rebase", "cherry-pick", "revert"].contains(a))
        {
            self.clock.set(at + 3600);
        }
        git_at(&self.root, at, args)
    }
}

/// Runs git in a folder with a fixed identity, time and no user configuration.
pub fn git_at(dir: &Path, at: i64, args: &[&str]) -> Vec<u8> {
    let out = command(dir, at)
        .args(args)
        .output()
        .expect("git is installed");
    assert!(
        out.status.success(),
        "git {args:?} failed: {}",
        String::from_utf8_lossy(&out.stderr)
    );
    out.stdout
}

/// Runs git in a folder and returns its standard output.
pub fn git(dir: &Path, args: &[&str]) -> Vec<u8> {
    git_at(dir, 1_704_067_200, args)
}

fn command(dir: &Path, at: i64) -> Command {
    let mut git = Command::new("git");
    for (key, _) in std::env::vars_os() {
        if key.to_string_lossy().starts_with("GIT_") {
            git.env_remove(key);
        }
    }
    git.current_dir(dir)
        .stdin(Stdio::null())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("LC_ALL", "C")
        .env("GIT_AUTHOR_NAME", "Ada Lovelace")
        .env("GIT_AUTHOR_EMAIL", "ada@example.org")
        .env("GIT_COMMITTER_NAME", "Ada Lovelace")
        .env("GIT_COMMITTER_EMAIL", "ada@example.org")
        .env("GIT_AUTHOR_DATE", format!("{at} +0000"))
        .env("GIT_COMMITTER_DATE", format!("{at} +0000"))
        .args([
            "-c",
            "protocol.file.allow=always",
            "-c",
            "core.quotepath=off",
        ]);
    git
}
