//! What the walk, the index, a diff and blame cost beside git, in one run. Ignored: run it with
//! `RGUARD_TEST_REPOS=… cargo test --release --test history measure -- --ignored --nocapture`.

use std::path::Path;
use std::time::Instant;

use rguard::history::{BlameCache, CommitIndex, Repo, WalkOptions, walk};
use rguard::model::LineRange;

use crate::equivalence::clones;
use crate::testkit::git;

/// CPU of this process and of its ended children, in milliseconds.
fn cpu() -> (u64, u64) {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<u64> = stat
        .rsplit_once(')')
        .unwrap()
        .1
        .split_whitespace()
        .map(|f| f.parse().unwrap_or(0))
        .collect();
    (
        (fields[11] + fields[12]) * 10,
        (fields[13] + fields[14]) * 10,
    )
}

/// Runs it three times: CPU and wall of the middle run, in milliseconds.
fn middle(mut work: impl FnMut()) -> (u64, u128) {
    let mut runs: Vec<(u64, u128)> = (0..3)
        .map(|_| {
            let (start, (own, children)) = (Instant::now(), cpu());
            work();
            let (own_after, children_after) = cpu();
            (
                own_after - own + children_after - children,
                start.elapsed().as_millis(),
            )
        })
        .collect();
    runs.sort();
    runs[1]
}

fn report(what: &str, (cpu, wall): (u64, u128)) {
    eprintln!("  {what}: {cpu} ms CPU, {wall} ms wall");
}

fn walk_all(dir: &Path) -> CommitIndex {
    let repo = Repo::open(dir).unwrap();
    let mut index = CommitIndex::new();
    walk(
        &repo,
        &[repo.head().unwrap()],
        &mut index,
        WalkOptions::default(),
        |_, _, _| {},
    )
    .unwrap();
    index
}

#[test]
#[ignore = "needs RGUARD_TEST_REPOS and an idle machine"]
fn the_cost_of_reading_history_beside_git() {
    for dir in clones() {
        let temp = tempfile::tempdir().unwrap();
        let index = walk_all(&dir);
        eprintln!("{} ({} commits)", dir.display(), index.len());
        report(
            "git log --no-merges --name-status -M",
            middle(|| {
                git(
                    &dir,
                    &[
                        "log",
                        "--no-merges",
                        "--name-status",
                        "-M",
                        "--format=%H%an%ae%at%B",
                        "HEAD",
                    ],
                );
            }),
        );
        report(
            "git log -m --first-parent --name-status -M",
            middle(|| {
                git(
                    &dir,
                    &[
                        "log",
                        "-m",
                        "--first-parent",
                        "--name-status",
                        "-M",
                        "--format=%H",
                        "HEAD",
                    ],
                );
            }),
        );
        report("walk of everything", middle(|| drop(walk_all(&dir))));
        let path = temp.path().join("index");
        index.save(&path).unwrap();
        report(
            "loading the index, 10 times",
            middle(|| (0..10).for_each(|_| drop(CommitIndex::load(&path)))),
        );
        let tip = index.id(index.len() as u32 - 1).unwrap();
        report(
            "ancestors, 100 times",
            middle(|| (0..100).for_each(|_| drop(index.ancestors(&tip)))),
        );
        let repo = Repo::open(&dir).unwrap();
        let head = repo.head().unwrap();
        report(
            "opening, 10 times",
            middle(|| (0..10).for_each(|_| drop(Repo::open(&dir).unwrap().head()))),
        );
        report(
            "listing a tree, 10 times",
            middle(|| (0..10).for_each(|_| drop(repo.tree(&head).unwrap()))),
        );
        let base = repo.resolve("HEAD~20").unwrap();
        report(
            "git diff HEAD~20",
            middle(|| drop(git(&dir, &["diff", "-M", "HEAD~20", "HEAD"]))),
        );
        report(
            "diff HEAD~20",
            middle(|| drop(repo.diff(Some(&base), &head, None).unwrap())),
        );
        let files: Vec<_> = repo
            .tree(&head)
            .unwrap()
            .into_iter()
            .filter(|e| (2_000..40_000).contains(&repo.blob_size(&e.blob).unwrap()))
            .collect();
        let some: Vec<_> = files.iter().step_by(files.len() / 20 + 1).collect();
        let ranges = [LineRange::new(10, 20)];
        report(
            &format!("git blame -L10,20 of {} files", some.len()),
            middle(|| {
                for file in &some {
                    git(
                        &dir,
                        &[
                            "blame",
                            "--porcelain",
                            "-L10,20",
                            "HEAD",
                            "--",
                            &file.path.to_string(),
                        ],
                    );
                }
            }),
        );
        report(
            "blame of the same",
            middle(|| {
                some.iter()
                    .for_each(|f| drop(repo.blame(&f.path, &head, &ranges)));
            }),
        );
        let cache = BlameCache::new(temp.path().join("blame"));
        some.iter()
            .for_each(|f| drop(cache.blame(&repo, &f.path, &head, &ranges, "k")));
        report(
            "the same from the cache",
            middle(|| {
                some.iter()
                    .for_each(|f| drop(cache.blame(&repo, &f.path, &head, &ranges, "k")));
            }),
        );
    }
}
