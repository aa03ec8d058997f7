//! What is staged and what stands in the worktree, as git shows it.

use std::collections::BTreeMap;

use rguard::history::{HistoryError, Repo, Uncommitted};
use rguard::model::FileStatus;

use crate::fixture::odd;
use crate::lines::printed;
use crate::testkit::{TestRepo, git};

/// Path to (letter, hunks), by git.
fn by_git(repo: &TestRepo, cached: bool) -> BTreeMap<String, (char, String)> {
    let head: &[&str] = if cached {
        &["diff", "--cached", "-M"]
    } else {
        &["diff", "HEAD", "-M"]
    };
    let with = |more: &[&str]| repo.git_bytes(&[head, more].concat());
    let raw = String::from_utf8_lossy(&with(&["--raw", "-z"])).into_owned();
    let mut fields = raw.split('\0');
    let mut found = BTreeMap::new();
    while let Some(head) = fields.next().filter(|h| h.starts_with(':')) {
        let letter = head.split(' ').nth(4).unwrap().chars().next().unwrap();
        let mut paths = vec![fields.next().unwrap()];
        if letter == 'R' {
            paths.insert(0, fields.next().unwrap());
            paths.swap(0, 1);
        }
        let mut args = vec!["-p", "--no-color", "--diff-algorithm=myers", "--"];
        args.extend(&paths);
        let text = String::from_utf8_lossy(&with(&args)).into_owned();
        let mut body = String::new();
        let mut inside = false;
        for line in text.split_inclusive('\n') {
            if line.starts_with("@@ ") {
                inside = true;
                let end = line.rfind("@@").unwrap() + 2;
                body.push_str(&line[..end]);
                body.push('\n');
            } else if inside {
                body.push_str(line);
            }
        }
        found.insert(paths[paths.len() - 1].to_owned(), (letter, body));
    }
    found
}

fn by_rguard(found: &Uncommitted) -> BTreeMap<String, (char, String)> {
    found
        .files
        .iter()
        .map(|f| {
            let letter = if f.status == FileStatus::Mode {
                'M'
            } else {
                f.status.letter()
            };
            (f.path.to_string(), (letter, printed(&f.hunks)))
        })
        .collect()
}

fn busy() -> TestRepo {
    let repo = odd();
    let read = |p: &str| std::fs::read_to_string(repo.path().join(p)).unwrap();
    repo.write(".gitattributes", "*.win text eol=crlf\n")
        .write("a.win", "one\r\ntwo\r\n");
    repo.commit(
        &[
            ("keep.txt", "a\nb\nc\n"),
            ("gone.txt", "x\n"),
            ("both.txt", "1\n2\n3\n"),
        ],
        "Ground",
    );
    repo.git(&["mv", "src/b.txt", "src/c.txt"]);
    repo.write("keep.txt", "a\nB\nc\n")
        .write("new.rs", "fn a() {}\n")
        .write("both.txt", "1\n2\n3\n4\n");
    repo.git(&["add", "keep.txt", "new.rs", "both.txt"]);
    let moved = read("src/c.txt").replace("line 20 ", "line twenty ");
    repo.write("src/c.txt", moved)
        .write("both.txt", "1\n2\n3\n")
        .write("tail.txt", "cut");
    repo.write("a.win", "one\r\nTWO\r\n")
        .write("announced.md", "# Soon\n")
        .write("untracked.txt", "?\n");
    std::fs::remove_file(repo.path().join("gone.txt")).unwrap();
    repo.git(&["add", "--intent-to-add", "announced.md"]);
    repo
}

#[test]
fn the_index_against_head_is_that_of_git() {
    let repo = busy();
    let found = Repo::open(repo.path()).unwrap().staged().unwrap();
    assert_eq!(by_rguard(&found), by_git(&repo, true));
    assert!(found.files.iter().any(|f| f.status == FileStatus::Renamed));
    assert!(!found.incomplete);
}

#[test]
fn the_worktree_against_head_is_that_of_git_and_untracked_files_are_named() {
    let repo = busy();
    let found = Repo::open(repo.path()).unwrap().worktree().unwrap();
    assert_eq!(by_rguard(&found), by_git(&repo, false));
    assert!(
        found
            .notes
            .iter()
            .any(|n| n.contains("untracked.txt") && n.contains("--intent-to-add"))
    );
    assert!(
        found
            .files
            .iter()
            .any(|f| f.path.to_string() == "announced.md")
    );
}

#[test]
fn conflicts_are_named_and_the_rest_is_reviewed() {
    let repo = TestRepo::new();
    repo.commit(&[("a.txt", "a\n"), ("b.txt", "b\n")], "One");
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.commit(&[("a.txt", "side\n"), ("c.txt", "c\n")], "Side");
    repo.git(&["checkout", "-q", "main"]);
    repo.commit(&[("a.txt", "main\n")], "Main");
    let merged = std::process::Command::new("git")
        .args([
            "-c",
            "user.name=a",
            "-c",
            "user.email=a@b",
            "merge",
            "-q",
            "side",
        ])
        .current_dir(repo.path())
        .output()
        .unwrap();
    assert!(!merged.status.success());
    for found in [
        Repo::open(repo.path()).unwrap().staged().unwrap(),
        Repo::open(repo.path()).unwrap().worktree().unwrap(),
    ] {
        assert!(found.incomplete);
        assert!(
            found.notes[0].contains("a.txt") && found.notes[0].contains("conflict"),
            "{:?}",
            found.notes
        );
        assert_eq!(
            found
                .files
                .iter()
                .map(|f| f.path.to_string())
                .collect::<Vec<_>>(),
            ["c.txt"]
        );
    }
}

#[test]
fn a_lock_on_the_index_hinders_nothing_and_a_bare_repository_is_refused() {
    let repo = busy();
    std::fs::write(repo.path().join(".git/index.lock"), b"").unwrap();
    let found = Repo::open(repo.path()).unwrap().worktree().unwrap();
    assert!(found.files.len() > 5);
    let bare = repo.beside("bare.git");
    git(
        repo.path(),
        &["clone", "-q", "--bare", ".", bare.to_str().unwrap()],
    );
    let bare = Repo::open(&bare).unwrap();
    assert!(matches!(bare.staged(), Err(HistoryError::Bare)));
    assert!(matches!(bare.worktree(), Err(HistoryError::Bare)));
}

#[test]
fn before_the_first_commit_everything_staged_is_new() {
    let repo = TestRepo::new();
    repo.write("a.txt", "a\n");
    repo.git(&["add", "a.txt"]);
    let found = Repo::open(repo.path()).unwrap().staged().unwrap();
    assert_eq!(found.files.len(), 1);
    assert_eq!(
        (found.files[0].status, found.files[0].additions),
        (FileStatus::Added, 1)
    );
}

/// Not a test of its own: the next one runs it in a process with git's variables of a hook.
#[test]
#[ignore = "run by another test"]
fn in_a_hook() {
    let found = Repo::open(std::env::var_os("RGUARD_TEST_DIR").unwrap())
        .unwrap()
        .staged()
        .unwrap();
    for file in found.files {
        println!("staged={}", file.path);
    }
}

#[test]
fn the_index_that_git_names_to_a_hook_is_the_one_that_is_read() {
    let repo = TestRepo::new();
    repo.commit(&[("a.txt", "a\n"), ("b.txt", "b\n")], "One");
    // As `git commit -a` does it: the coming commit stands in an index of its own.
    std::fs::copy(
        repo.path().join(".git/index"),
        repo.path().join(".git/next"),
    )
    .unwrap();
    repo.write("b.txt", "changed\n");
    let next = |command: &mut std::process::Command| {
        command
            .current_dir(repo.path())
            .env("GIT_INDEX_FILE", ".git/next")
            .env("GIT_DIR", ".git")
            .output()
            .unwrap()
    };
    assert!(
        next(std::process::Command::new("git").args(["add", "b.txt"]))
            .status
            .success()
    );
    assert!(
        Repo::open(repo.path())
            .unwrap()
            .staged()
            .unwrap()
            .files
            .is_empty()
    );
    let test = std::env::current_exe().unwrap();
    let out = next(
        std::process::Command::new(test)
            .args([
                "--exact",
                "uncommitted::in_a_hook",
                "--ignored",
                "--nocapture",
            ])
            .env("RGUARD_TEST_DIR", "."),
    );
    assert!(
        String::from_utf8_lossy(&out.stdout).contains("staged=b.txt"),
        "{out:?}"
    );
}
