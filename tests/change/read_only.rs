//! The user's clone is never written.

use std::collections::BTreeMap;
use std::path::Path;

use rguard::change::{Options, Target, resolve};
use rguard::history::{BlameCache, CommitIndex, Repo, WalkOptions, walk};

use crate::targets::forked;

/// Every file under the folder with its bytes and time of change.
fn everything(dir: &Path) -> BTreeMap<String, (Vec<u8>, std::time::SystemTime)> {
    let mut found = BTreeMap::new();
    let mut todo = vec![dir.to_owned()];
    while let Some(dir) = todo.pop() {
        for entry in std::fs::read_dir(&dir).unwrap().flatten() {
            let meta = entry.metadata().unwrap();
            if meta.is_dir() {
                todo.push(entry.path());
            } else {
                let bytes = std::fs::read(entry.path()).unwrap();
                found.insert(
                    entry.path().display().to_string(),
                    (bytes, meta.modified().unwrap()),
                );
            }
        }
    }
    found
}

#[test]
fn no_operation_writes_into_the_clone() {
    let fixture = forked();
    fixture.git(&["update-ref", "refs/pull/19/head", "topic"]);
    fixture
        .write("old.txt", "changed\n")
        .write("untracked.txt", "?\n")
        .write("src/b.rs", "fn b() { x(); }\n");
    fixture.git(&["add", "src/b.rs"]);
    let url = format!("file://{}", fixture.path().display());
    fixture.git(&["remote", "add", "origin", &url]);
    // The same size and an older time make git's own status write the index.
    std::fs::write(
        fixture.beside("fix.patch"),
        fixture.git(&["diff", "HEAD", "--", "old.txt"]) + "\n",
    )
    .unwrap();
    let before = everything(fixture.path());
    let repo = Repo::open(fixture.path()).unwrap();
    let options = Options {
        cache: fixture.beside("cache"),
        ..Options::default()
    };
    let mut targets: Vec<Target> = ["topic", "main~1", "main..topic", "#19"]
        .iter()
        .map(|w| Target::parse(w).unwrap())
        .collect();
    targets.extend([
        Target::Staged,
        Target::Worktree,
        Target::PatchFile(fixture.beside("fix.patch")),
    ]);
    for target in &targets {
        let found = resolve(&repo, target, &options).unwrap();
        assert!(!found.change.files.is_empty(), "{target:?}");
        for file in &found.change.files {
            let cache = BlameCache::new(fixture.beside("blame"));
            let _ = cache.blame(&found.repo, file.base_path(), &found.change.base, &[], "x");
            let _ = found
                .repo
                .path_log_following(file.base_path(), &found.change.base);
        }
    }
    let mut index = CommitIndex::new();
    walk(
        &repo,
        &[repo.head().unwrap()],
        &mut index,
        WalkOptions::default(),
        |_, _, _| {},
    )
    .unwrap();
    index.save(&fixture.beside("index")).unwrap();
    assert_eq!(everything(fixture.path()), before);
}
