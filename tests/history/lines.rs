//! Hunks and blame, byte for byte and line for line as git has them.

use std::collections::BTreeMap;
use std::path::Path;

use rguard::history::Repo;
use rguard::model::{CommitId, FileStatus, Hunk, LineKind, RepoPath};

use crate::equivalence::clones;
use crate::fixture::odd;
use crate::testkit::{TestRepo, git};

type Hunks = BTreeMap<(String, String), String>;

fn hunks_by_git(dir: &Path) -> Hunks {
    let out = git(
        dir,
        &[
            "log",
            "--format=%x01%H",
            "-p",
            "-M",
            "--diff-algorithm=myers",
            "--diff-merges=first-parent",
            "--root",
            "--no-ext-diff",
            "--no-textconv",
            "--no-color",
            "HEAD",
        ],
    );
    let mut found = Hunks::new();
    let (mut commit, mut old, mut path, mut body) = (String::new(), String::new(), None, false);
    for line in out.split_inclusive(|b| *b == b'\n') {
        let text = || String::from_utf8_lossy(line).into_owned();
        if let Some(id) = line.strip_prefix(b"\x01") {
            commit = String::from_utf8_lossy(id).trim().to_owned();
            body = false;
        } else if line.starts_with(b"diff --git ") {
            (path, body) = (None, false);
        } else if !body && line.starts_with(b"--- ") {
            old = side(line);
        } else if !body && line.starts_with(b"+++ ") {
            let new = side(line);
            path = Some(if new == "/dev/null" { old.clone() } else { new });
        } else if line.starts_with(b"@@ ")
            && let Some(path) = &path
        {
            body = true;
            let header = text();
            let end = header[3..].find("@@").unwrap() + 5;
            let entry = found.entry((commit.clone(), path.clone())).or_default();
            entry.push_str(&header[..end]);
            entry.push('\n');
        } else if body && let Some(path) = &path {
            found
                .entry((commit.clone(), path.clone()))
                .or_default()
                .push_str(&text());
        }
    }
    found
}

/// The path of a `---` or `+++` line, shown as rguard shows it.
fn side(line: &[u8]) -> String {
    let path = line[4..].strip_suffix(b"\n").unwrap();
    let path = path.strip_suffix(b"\t").unwrap_or(path);
    let path = path
        .strip_prefix(b"a/")
        .or(path.strip_prefix(b"b/"))
        .unwrap_or(path);
    RepoPath::new(path).to_string()
}

/// Hunks in git's own form.
pub fn printed(hunks: &[Hunk]) -> String {
    let mut out = String::new();
    for hunk in hunks {
        out.push_str(&hunk.header());
        out.push('\n');
        for line in &hunk.lines {
            out.push(match line.kind {
                LineKind::Context => ' ',
                LineKind::Added => '+',
                LineKind::Deleted => '-',
            });
            out.push_str(&line.text);
            out.push('\n');
            if line.no_newline {
                out.push_str("\\ No newline at end of file\n");
            }
        }
    }
    out
}

fn hunks_by_rguard(dir: &Path) -> Hunks {
    let repo = Repo::open(dir).unwrap();
    let ids = git(dir, &["log", "--format=%H %P", "HEAD"]);
    let mut found = Hunks::new();
    for line in String::from_utf8_lossy(&ids).lines() {
        let mut ids = line
            .split(' ')
            .filter(|s| !s.is_empty())
            .map(CommitId::from);
        let commit = ids.next().unwrap();
        let parent = ids.next();
        for file in repo.diff(parent.as_ref(), &commit, None).unwrap() {
            if !file.hunks.is_empty() && file.status != FileStatus::Mode {
                found.insert(
                    (commit.to_string(), file.path.to_string()),
                    printed(&file.hunks),
                );
            }
        }
    }
    found
}

#[test]
fn hunks_are_those_of_git_byte_for_byte() {
    let fixture = odd();
    let (mut theirs, ours) = (
        hunks_by_git(fixture.path()),
        hunks_by_rguard(fixture.path()),
    );
    // git prints a changed type as one file deleted and one added, and a submodule as a line.
    let plain = |path: &str| path != "link" && path != "vendor/lib";
    theirs.retain(|(_, path), _| plain(path));
    let ours: Hunks = ours
        .into_iter()
        .filter(|((_, path), _)| plain(path))
        .collect();
    assert!(theirs.len() > 12 && theirs.values().any(|h| h.contains("No newline")));
    assert!(theirs.values().any(|h| h.contains("\r\n")));
    assert_eq!(theirs, ours);
}

#[test]
#[ignore = "needs RGUARD_TEST_REPOS"]
fn hunks_are_those_of_git_byte_for_byte_on_real_clones() {
    for dir in clones() {
        let (theirs, ours) = (hunks_by_git(&dir), hunks_by_rguard(&dir));
        let mut differ: Vec<_> = theirs
            .iter()
            .filter(|(k, v)| ours.get(*k) != Some(*v))
            .map(|(k, _)| k)
            .collect();
        differ.extend(ours.keys().filter(|k| !theirs.contains_key(*k)));
        let commits: std::collections::BTreeSet<_> = differ.iter().map(|(c, _)| c).collect();
        eprintln!(
            "{}: {} of {} file diffs differ, in {} commits",
            dir.display(),
            differ.len(),
            theirs.len(),
            commits.len()
        );
        eprintln!("  {:?}", differ.iter().take(6).collect::<Vec<_>>());
        assert!(differ.len() * 500 <= theirs.len());
    }
}

#[test]
fn a_diff_can_be_asked_for_some_paths_and_follows_a_rename_on_either_side() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let first = CommitId(fixture.git(&["rev-parse", ":/^First"]));
    let moved = CommitId(fixture.git(&["rev-parse", ":/^Move and edit"]));
    let paths = |names: &[&str]| names.iter().map(|n| RepoPath::from(*n)).collect::<Vec<_>>();
    for asked in [&["src/a.txt"][..], &["src/b.txt"], &["src"], &["src/"]] {
        let files = repo
            .diff(Some(&first), &moved, Some(&paths(asked)))
            .unwrap();
        assert_eq!(files.len(), 1, "{asked:?}");
        assert_eq!(files[0].status, FileStatus::Renamed);
        assert_eq!(files[0].base_path(), &RepoPath::from("src/a.txt"));
        assert_eq!((files[0].additions, files[0].deletions), (2, 2));
    }
    assert!(
        repo.diff(Some(&first), &moved, Some(&paths(&["sr"])))
            .unwrap()
            .is_empty()
    );
}

#[test]
fn what_has_no_lines_says_why() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let note = |rev: &str, path: &str| {
        let commit = CommitId(fixture.git(&["rev-parse", rev]));
        let parent = repo.resolve(&format!("{commit}~1")).unwrap();
        let files = repo.diff(Some(&parent), &commit, None).unwrap();
        let file = files
            .into_iter()
            .find(|f| f.path == RepoPath::from(path))
            .unwrap();
        assert!(file.hunks.is_empty(), "{path}");
        file.note.unwrap()
    };
    assert!(note(":/^Add a submodule", "vendor/lib").starts_with("Submodule: from none to "));
    assert!(note(":/Leading spaces", "bin.dat").contains("Binary"));
    assert_eq!(
        note(":/Leading spaces", "hollow.txt"),
        "Mode 100644 became 100755."
    );
    let big = TestRepo::new();
    big.commit(&[("a.js", "one\n")], "Small");
    big.commit(&[("a.js", &"x".repeat(3 << 20))], "Big");
    let repo = Repo::open(big.path()).unwrap();
    let files = repo
        .diff(
            Some(&repo.resolve("HEAD~1").unwrap()),
            &repo.head().unwrap(),
            None,
        )
        .unwrap();
    assert!(
        files[0].note.as_deref().unwrap().contains("Too large"),
        "{:?}",
        files[0].note
    );
}

#[test]
fn a_hunk_names_the_scope_in_which_it_stands_at_the_base() {
    let repo = TestRepo::new();
    let code = "impl Cache {\n    fn get(&self) {\n        let key = 1;\n        let a = 2;\n        let b = 3;\n        let c = 4;\n        use_all(a, b, c);\n    }\n}\n";
    repo.commit(&[("src/cache.rs", code)], "One");
    repo.commit(
        &[("src/cache.rs", &code.replace("let c = 4", "let c = 5"))],
        "Two",
    );
    let opened = Repo::open(repo.path()).unwrap();
    let files = opened
        .diff(
            Some(&opened.resolve("HEAD~1").unwrap()),
            &opened.head().unwrap(),
            None,
        )
        .unwrap();
    assert_eq!(files[0].hunks[0].scope, "fn get(&self) {");
}
