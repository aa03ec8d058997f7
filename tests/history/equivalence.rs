//! The same answers as git's own, on the fixture and (ignored) on the clones named by
//! `RGUARD_TEST_REPOS`, folders separated by `:`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rguard::history::{CommitIndex, Merges, Repo, WalkOptions, walk};
use rguard::model::{CommitId, FileStatus};

use crate::fixture::odd;
use crate::testkit::git;

/// The clones to compare on, from the environment.
pub fn clones() -> Vec<PathBuf> {
    let list = std::env::var("RGUARD_TEST_REPOS").unwrap_or_default();
    let found: Vec<PathBuf> = list
        .split(':')
        .filter(|s| !s.is_empty())
        .map(PathBuf::from)
        .collect();
    assert!(
        !found.is_empty(),
        "name clones in RGUARD_TEST_REPOS, separated by a colon"
    );
    found
}

type Raw = BTreeMap<String, Vec<String>>;

/// `old-mode new-mode id letter path…` for every file of every commit, by git.
fn raw_by_git(dir: &Path) -> Raw {
    let out = git(
        dir,
        &[
            "log",
            "--format=%x01%H%x00",
            "--raw",
            "-z",
            "-M",
            "--no-abbrev",
            "--diff-merges=first-parent",
            "--root",
            "-r",
            "HEAD",
        ],
    );
    let mut commits = Raw::new();
    for block in out.split(|b| *b == 1).skip(1) {
        let mut fields = block
            .split(|b| *b == 0)
            .map(|f| RepoText(f.strip_prefix(b"\n").unwrap_or(f)).to_string());
        let id = fields.next().unwrap();
        let mut files = Vec::new();
        while let Some(head) = fields.next() {
            let Some(head) = head.strip_prefix(':') else {
                continue;
            };
            let parts: Vec<&str> = head.split(' ').collect();
            let letter = &parts[4][..1];
            let blob = if letter == "D" { parts[2] } else { parts[3] };
            let mut line = format!(
                "{} {} {blob} {letter} {}",
                parts[0],
                parts[1],
                fields.next().unwrap()
            );
            if letter == "R" || letter == "C" {
                line = format!("{line} -> {}", fields.next().unwrap());
            }
            files.push(line);
        }
        files.sort();
        commits.insert(id, files);
    }
    commits
}

struct RepoText<'a>(&'a [u8]);

impl std::fmt::Display for RepoText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        rguard::model::RepoPath::new(self.0.to_vec()).fmt(f)
    }
}

fn raw_by_rguard(dir: &Path) -> Raw {
    let repo = Repo::open(dir).unwrap();
    let mut commits = Raw::new();
    let options = WalkOptions {
        merges: Merges::FirstParent,
        ..Default::default()
    };
    let mut index = CommitIndex::new();
    let report = walk(
        &repo,
        &[repo.head().unwrap()],
        &mut index,
        options,
        |commit, _, _| {
            let mut files: Vec<String> = commit
                .files
                .iter()
                .map(|f| {
                    // git's T means another type; a mode alone is an M to it.
                    let typed = f.modes.0 & 0o170000 != f.modes.1 & 0o170000;
                    let letter = match f.status {
                        FileStatus::Mode if !typed => 'M',
                        other => other.letter(),
                    };
                    let blob = f.blob.as_ref().or(f.old_blob.as_ref()).unwrap();
                    let head = format!("{:06o} {:06o} {blob} {letter}", f.modes.0, f.modes.1);
                    match &f.old_path {
                        Some(old) => format!("{head} {old} -> {}", f.path),
                        None => format!("{head} {}", f.path),
                    }
                })
                .collect();
            files.sort();
            commits.insert(commit.info.id.to_string(), files);
        },
    )
    .unwrap();
    assert_eq!(report.errors, []);
    commits
}

/// The commits whose files differ.
fn differing(dir: &Path) -> (usize, Vec<String>) {
    let (theirs, ours) = (raw_by_git(dir), raw_by_rguard(dir));
    assert_eq!(
        theirs.keys().collect::<Vec<_>>(),
        ours.keys().collect::<Vec<_>>()
    );
    let differ = theirs
        .iter()
        .filter(|(id, files)| ours[*id] != **files)
        .map(|(id, _)| id.clone())
        .collect();
    (theirs.len(), differ)
}

#[test]
fn the_files_of_every_commit_are_those_of_git() {
    let repo = odd();
    let (theirs, ours) = (raw_by_git(repo.path()), raw_by_rguard(repo.path()));
    assert!(theirs.len() > 12, "{}", theirs.len());
    assert!(theirs.values().flatten().any(|l| l.contains("cafe")));
    assert_eq!(theirs, ours);
}

#[test]
#[ignore = "needs RGUARD_TEST_REPOS"]
fn the_files_of_every_commit_are_those_of_git_on_real_clones() {
    for dir in clones() {
        let (n, differ) = differing(&dir);
        eprintln!(
            "{}: {} of {n} commits differ: {differ:?}",
            dir.display(),
            differ.len()
        );
        // Rename pairing near 50 %: git counts bytes, gix counts lines.
        assert!(differ.len() * 500 <= n, "{} of {n}", differ.len());
    }
}

/// People, times, subject and trailers of every commit, by git's own formatting.
fn words_by_git(dir: &Path) -> BTreeMap<String, String> {
    let format = "%H%x00%aN <%aE>%x00%at%x00%cN <%cE>%x00%ct%x00%s%x00%(trailers:only,unfold)%x01";
    let out = git(dir, &["log", "-z", &format!("--format={format}"), "HEAD"]);
    let text = String::from_utf8_lossy(&out).into_owned();
    text.split('\u{1}')
        .map(|record| record.trim_start_matches('\0'))
        .filter(|record| !record.is_empty())
        .map(|record| {
            let (id, rest) = record.split_once('\0').unwrap();
            (id.to_owned(), rest.to_owned())
        })
        .collect()
}

fn words_by_rguard(repo: &Repo, id: &str) -> String {
    let c = repo.commit(&CommitId::from(id)).unwrap();
    let trailers: String = c
        .trailers
        .iter()
        .map(|(k, v)| format!("{k}: {v}\n"))
        .collect();
    format!(
        "{} <{}>\0{}\0{} <{}>\0{}\0{}\0{trailers}",
        c.author.name,
        c.author.email,
        c.author_time,
        c.committer.name,
        c.committer.email,
        c.committer_time,
        c.subject
    )
}

/// Both sides without what is known to differ: spaces at a subject's ends, the address's case
/// where the mailmap matched it.
fn relaxed(record: &str) -> String {
    let fields: Vec<String> = record.split('\0').map(|f| f.trim().to_owned()).collect();
    fields.join("\0")
}

#[test]
fn people_times_subjects_and_trailers_are_those_of_git_with_the_mailmap() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let theirs = words_by_git(fixture.path());
    assert!(
        theirs
            .values()
            .any(|w| w.contains("Robert Builder <bob@example.org>"))
    );
    assert!(theirs.values().any(|w| w.contains("Refs: #12")));
    for (id, words) in theirs {
        assert_eq!(relaxed(&words_by_rguard(&repo, &id)), relaxed(&words));
    }
}

#[test]
#[ignore = "needs RGUARD_TEST_REPOS"]
fn people_times_subjects_and_trailers_are_those_of_git_on_real_clones() {
    for dir in clones() {
        let repo = Repo::open(&dir).unwrap();
        let theirs = words_by_git(&dir);
        let differ: Vec<_> = theirs
            .iter()
            .filter(|(id, w)| relaxed(&words_by_rguard(&repo, id)) != relaxed(w))
            .collect();
        eprintln!(
            "{}: {} of {} differ",
            dir.display(),
            differ.len(),
            theirs.len()
        );
        for (id, words) in differ.iter().take(5) {
            eprintln!(
                "  git    {words:?}\n  rguard {:?}",
                words_by_rguard(&repo, id)
            );
        }
        assert!(differ.len() * 1000 <= theirs.len());
    }
}
