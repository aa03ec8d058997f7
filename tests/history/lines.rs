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

/// `(commit, line there, path there)` for every line of the file.
type Blamed = Vec<(String, u32, String)>;

fn blame_by_git(dir: &Path, at: &str, path: &RepoPath) -> Blamed {
    use std::os::unix::ffi::OsStrExt;
    let mut args: Vec<std::ffi::OsString> = [
        "blame",
        "--line-porcelain",
        "--diff-algorithm=myers",
        at,
        "--",
    ]
    .map(Into::into)
    .to_vec();
    args.push(std::ffi::OsStr::from_bytes(path.as_bytes()).into());
    let out = std::process::Command::new("git")
        .args(["-c", "core.quotepath=off", "-c", "blame.ignoreRevsFile="])
        .args(&args)
        .current_dir(dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap();
    let mut found = Blamed::new();
    let (mut id, mut line, mut name) = (String::new(), 0, String::new());
    for raw in out.stdout.split(|b| *b == b'\n') {
        let text = String::from_utf8_lossy(raw);
        let words: Vec<&str> = text.split(' ').collect();
        if raw.starts_with(b"\t") {
            found.push((id.clone(), line, name.clone()));
        } else if words[0].len() == 40 && words.len() >= 3 && words[1].parse::<u32>().is_ok() {
            (id, line) = (words[0].to_owned(), words[1].parse().unwrap());
        } else if let Some(path) = raw.strip_prefix(b"filename ") {
            name = RepoPath::new(path).to_string();
        }
    }
    found
}

fn blame_by_rguard(repo: &Repo, at: &CommitId, path: &RepoPath) -> Blamed {
    let mut found = Blamed::new();
    for span in repo.blame(path, at, &[]).unwrap() {
        for (n, _) in (span.lines.start..=span.lines.end).enumerate() {
            found.push((
                span.commit.to_string(),
                span.orig_start + n as u32,
                span.orig_path.to_string(),
            ));
        }
    }
    found
}

#[test]
fn blame_is_that_of_git_through_renames_and_merges() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let head = repo.head().unwrap();
    let mut lines = 0;
    for entry in repo.tree(&head).unwrap() {
        if entry.path == RepoPath::from("bin.dat") {
            continue;
        }
        let theirs = blame_by_git(fixture.path(), head.as_str(), &entry.path);
        assert_eq!(
            blame_by_rguard(&repo, &head, &entry.path),
            theirs,
            "{}",
            entry.path
        );
        lines += theirs.len();
    }
    assert!(lines > 70, "{lines}");
}

#[test]
#[ignore = "needs RGUARD_TEST_REPOS"]
fn blame_is_that_of_git_on_real_clones() {
    for dir in clones() {
        let repo = Repo::open(&dir).unwrap();
        let head = repo.head().unwrap();
        let files: Vec<_> = repo
            .tree(&head)
            .unwrap()
            .into_iter()
            .filter(|e| {
                repo.blob_size(&e.blob).is_ok_and(|s| s < 60_000)
                    && !repo.blob(&e.blob).unwrap().contains(&0)
            })
            .collect();
        let (mut lines, mut differ, mut touched) = (0, 0, 0);
        for entry in files.iter().step_by(files.len() / 40 + 1) {
            let theirs = blame_by_git(&dir, head.as_str(), &entry.path);
            let ours = blame_by_rguard(&repo, &head, &entry.path);
            assert_eq!(theirs.len(), ours.len(), "{}", entry.path);
            let n = theirs.iter().zip(&ours).filter(|(a, b)| a.0 != b.0).count();
            (lines, differ, touched) = (
                lines + theirs.len(),
                differ + n,
                touched + usize::from(n > 0),
            );
        }
        eprintln!(
            "{}: {differ} of {lines} lines differ, in {touched} files",
            dir.display()
        );
        assert!(differ * 100 <= lines);
    }
}

#[test]
fn blame_of_ranges_is_the_part_of_the_whole_and_a_cache_answers_it_again() {
    use rguard::history::{BlameCache, HistoryError};
    use rguard::model::LineRange;
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let head = repo.head().unwrap();
    let path = RepoPath::from("src/b.txt");
    let by_line = |spans: &[rguard::history::BlameSpan]| {
        spans
            .iter()
            .flat_map(|s| {
                (s.lines.start..=s.lines.end)
                    .map(|l| (l, s.commit.clone(), s.orig_start + l - s.lines.start))
                    .collect::<Vec<_>>()
            })
            .collect::<Vec<_>>()
    };
    let asked = [LineRange::new(55, 99), LineRange::new(5, 8)];
    let whole = repo.blame(&path, &head, &[]).unwrap();
    let mut want = by_line(&whole);
    want.retain(|(l, ..)| (5..=8).contains(l) || *l >= 55);
    assert_eq!(by_line(&repo.blame(&path, &head, &asked).unwrap()), want);
    let cache = BlameCache::new(fixture.beside("blame"));
    let blob = repo.blob_id_at(&head, &path).unwrap().unwrap();
    assert!(!cache.holds(&path, &blob, &asked, "k"));
    for _ in 0..2 {
        assert_eq!(
            by_line(&cache.blame(&repo, &path, &head, &asked, "k").unwrap()),
            want
        );
        assert!(
            cache.holds(&path, &blob, &asked, "k") && !cache.holds(&path, &blob, &asked, "other")
        );
    }
    let more = cache
        .blame(&repo, &path, &head, &[LineRange::new(6, 10)], "k")
        .unwrap();
    assert_eq!(by_line(&more).len(), 5);
    assert!(cache.holds(&path, &blob, &[LineRange::new(5, 10)], "k"));
    for file in std::fs::read_dir(fixture.beside("blame")).unwrap() {
        std::fs::write(file.unwrap().path(), b"{ torn").unwrap();
    }
    assert_eq!(
        by_line(&cache.blame(&repo, &path, &head, &asked, "k").unwrap()),
        want
    );
    assert_eq!(cache.prune(0).unwrap(), 1);
    assert!(matches!(
        repo.blame(&RepoPath::from("nonesuch"), &head, &[]),
        Err(HistoryError::NoSuchFile { .. })
    ));
}

#[test]
fn blame_in_a_shallow_clone_is_answered_by_git_and_marks_what_is_older() {
    let fixture = odd();
    let clone = fixture.beside("shallow");
    let url = format!("file://{}", fixture.path().display());
    git(
        fixture.path(),
        &["clone", "-q", "--depth", "1", &url, clone.to_str().unwrap()],
    );
    let repo = Repo::open(&clone).unwrap();
    let head = repo.head().unwrap();
    let spans = repo
        .blame(&RepoPath::from("src/b.txt"), &head, &[])
        .unwrap();
    assert_eq!(
        spans
            .iter()
            .map(|s| s.lines.end - s.lines.start + 1)
            .sum::<u32>(),
        60
    );
    assert!(spans.iter().all(|s| s.older_than_clone && s.commit == head));
}

fn path_log_by_git(dir: &Path, path: &str) -> Vec<String> {
    let out = git(dir, &["log", "--format=%H", "HEAD", "--", path]);
    let mut ids: Vec<String> = String::from_utf8_lossy(&out)
        .lines()
        .map(str::to_owned)
        .collect();
    ids.sort();
    ids
}

fn path_log_by_rguard(repo: &Repo, path: &str) -> Vec<String> {
    let head = repo.head().unwrap();
    let path = RepoPath::from(path);
    let log = repo.path_log(&path, &head).unwrap();
    let mut ids: Vec<String> = log.iter().map(|c| c.to_string()).collect();
    ids.sort();
    ids
}

#[test]
fn the_log_of_a_path_is_that_of_git_and_can_follow_a_rename() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let head = repo.head().unwrap();
    for path in [
        "src/b.txt",
        "src/a.txt",
        "src",
        "crlf.txt",
        "main.txt",
        "docs/other.md",
        "nonesuch",
        "hollow.txt",
    ] {
        assert_eq!(
            path_log_by_rguard(&repo, path),
            path_log_by_git(fixture.path(), path),
            "{path}"
        );
    }
    let followed = repo
        .path_log_following(&RepoPath::from("src/b.txt"), &head)
        .unwrap();
    let theirs = fixture.git(&["log", "--follow", "--format=%H", "HEAD", "--", "src/b.txt"]);
    assert_eq!(
        followed
            .iter()
            .map(|c| c.commit.as_str())
            .collect::<Vec<_>>(),
        theirs.lines().collect::<Vec<_>>()
    );
    assert_eq!(followed.last().unwrap().path, RepoPath::from("src/a.txt"));
    let last = repo
        .last_touch(&RepoPath::from("crlf.txt"), &head)
        .unwrap()
        .unwrap();
    assert_eq!(
        last.as_str(),
        fixture.git(&["log", "-1", "--format=%H", "--", "crlf.txt"])
    );
}

#[test]
#[ignore = "needs RGUARD_TEST_REPOS"]
fn the_log_of_a_path_is_that_of_git_on_real_clones() {
    for dir in clones() {
        let repo = Repo::open(&dir).unwrap();
        let files = repo.tree(&repo.head().unwrap()).unwrap();
        let mut differ = Vec::new();
        let mut n = 0;
        for entry in files.iter().step_by(files.len() / 30 + 1) {
            let path = entry.path.to_string();
            n += 1;
            if path_log_by_rguard(&repo, &path) != path_log_by_git(&dir, &path) {
                differ.push(path);
            }
        }
        eprintln!(
            "{}: {} of {n} paths differ: {differ:?}",
            dir.display(),
            differ.len()
        );
        assert!(differ.is_empty());
    }
}
