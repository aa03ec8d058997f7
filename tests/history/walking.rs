//! Walks: incremental, in order, over clones that are shallow or damaged.

use std::sync::atomic::AtomicBool;

use rguard::history::{
    CommitIndex, Completeness, HistoryError, Repo, WalkOptions, WalkedCommit, walk,
};
use rguard::model::{CommitId, RepoPath};

use crate::fixture::odd;
use crate::testkit::{TestRepo, git};

fn walked(repo: &Repo, index: &mut CommitIndex) -> Vec<WalkedCommit> {
    let mut all = Vec::new();
    let tips = [repo.head().unwrap()];
    walk(repo, &tips, index, WalkOptions::default(), |c, _, _| {
        all.push(c)
    })
    .unwrap();
    all
}

#[test]
fn a_second_walk_tells_only_new_commits_and_positions_never_change() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let mut index = CommitIndex::new();
    let first = walked(&repo, &mut index);
    let before: Vec<_> = index.iter().map(|(ord, c)| (ord, c.id())).collect();
    assert!(walked(&repo, &mut index).is_empty());
    fixture.commit(&[("later.txt", "x\n")], "Later");
    let repo = Repo::open(fixture.path()).unwrap();
    let second = walked(&repo, &mut index);
    assert_eq!(
        second
            .iter()
            .map(|c| c.info.subject.as_str())
            .collect::<Vec<_>>(),
        ["Later"]
    );
    assert_eq!(second[0].ord as usize, first.len());
    assert_eq!(
        index
            .iter()
            .take(before.len())
            .map(|(ord, c)| (ord, c.id()))
            .collect::<Vec<_>>(),
        before
    );
    let ancestors = index.ancestors(&second[0].info.id).unwrap();
    for commit in &first {
        assert!(ancestors.contains(commit.ord));
        for parent in &commit.info.parents {
            assert!(index.ord(parent).unwrap() < commit.ord);
        }
    }
}

#[test]
fn a_merge_touches_nothing_and_two_roots_are_both_told() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let all = walked(&repo, &mut CommitIndex::new());
    assert!(all.iter().filter(|c| c.is_merge).count() == 2);
    assert!(
        all.iter()
            .filter(|c| c.is_merge)
            .all(|c| c.files.is_empty())
    );
    assert_eq!(all.iter().filter(|c| c.info.parents.is_empty()).count(), 2);
}

#[test]
fn an_ancestor_bitset_agrees_with_git_for_every_pair() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let mut index = CommitIndex::new();
    walked(&repo, &mut index);
    for (_, tip) in index.iter() {
        let listed = fixture.git(&["rev-list", tip.id().as_str()]);
        let set = index.ancestors(&tip.id()).unwrap();
        assert_eq!(set.count(), listed.lines().count());
        assert!(
            listed
                .lines()
                .all(|id| set.contains_sha(&CommitId::from(id)))
        );
    }
}

#[test]
fn a_shallow_clone_ends_in_a_boundary_that_adds_nothing_and_deepening_starts_anew() {
    let fixture = odd();
    let clone = fixture.beside("shallow");
    let url = format!("file://{}", fixture.path().display());
    git(
        fixture.path(),
        &["clone", "-q", "--depth", "2", &url, clone.to_str().unwrap()],
    );
    let repo = Repo::open(&clone).unwrap();
    let Completeness::Truncated { boundary } = repo.completeness() else {
        panic!("not shallow")
    };
    let mut index = CommitIndex::new();
    let all = walked(&repo, &mut index);
    assert_eq!(all.len(), 2);
    assert!(all[0].is_boundary && all[0].files.is_empty() && all[0].error.is_none());
    assert_eq!(boundary, [all[0].info.id.clone()]);
    assert!(!all[1].is_boundary && !all[1].files.is_empty());
    assert!(repo.notices()[0].contains("--unshallow"));
    let epoch = index.epoch();
    git(&clone, &["fetch", "-q", "--unshallow"]);
    let repo = Repo::open(&clone).unwrap();
    assert!(walked(&repo, &mut index).len() > 12);
    assert_ne!(index.epoch(), epoch);
}

#[test]
fn a_missing_object_costs_one_commit_its_files_and_not_the_walk() {
    let fixture = TestRepo::new();
    fixture.commit(&[("a.txt", "a\n")], "One");
    fixture.commit(&[("dir/b.txt", "b\n")], "Two");
    fixture.commit(&[("c.txt", "c\n")], "Three");
    let tree = fixture.git(&["rev-parse", "HEAD~1:dir"]);
    let object = fixture
        .path()
        .join(".git/objects")
        .join(&tree[..2])
        .join(&tree[2..]);
    std::fs::remove_file(object).unwrap();
    let repo = Repo::open(fixture.path()).unwrap();
    let mut index = CommitIndex::new();
    let mut all = Vec::new();
    let tips = [repo.head().unwrap()];
    let report = walk(
        &repo,
        &tips,
        &mut index,
        WalkOptions::default(),
        |c, _, _| all.push(c),
    )
    .unwrap();
    assert_eq!(all.len(), 3);
    assert!(all[1].error.is_some() && all[1].files.is_empty());
    assert_eq!(report.errors.len(), 1);
    assert_eq!(all[2].files.len(), 1);
}

#[test]
fn a_cancelled_walk_says_so_and_keeps_what_it_told() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let mut index = CommitIndex::new();
    let stop = AtomicBool::new(false);
    let options = WalkOptions {
        cancel: Some(&stop),
        ..Default::default()
    };
    let tips = [repo.head().unwrap()];
    let mut told = 0;
    let outcome = walk(&repo, &tips, &mut index, options, |_, _, _| {
        told += 1;
        stop.store(told == 3, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(matches!(outcome, Err(HistoryError::Cancelled)));
    assert_eq!((told, index.len()), (3, 3));
    assert!(walked(&repo, &mut index).len() > 8);
}

#[test]
fn a_partial_clone_is_walked_and_says_what_it_does_not_hold() {
    let fixture = odd();
    fixture.git(&["config", "uploadpack.allowFilter", "true"]);
    let clone = fixture.beside("partial");
    let url = format!("file://{}", fixture.path().display());
    git(
        fixture.path(),
        &[
            "clone",
            "-q",
            "--no-checkout",
            "--filter=blob:none",
            &url,
            clone.to_str().unwrap(),
        ],
    );
    let repo = Repo::open(&clone).unwrap();
    assert!(
        matches!(repo.completeness(), Completeness::MissingObjects { remote } if remote == "origin")
    );
    let mut index = CommitIndex::new();
    let mut all = Vec::new();
    let tips = [repo.head().unwrap()];
    let report = walk(
        &repo,
        &tips,
        &mut index,
        WalkOptions::default(),
        |c, _, _| all.push(c),
    )
    .unwrap();
    assert_eq!(report.errors, []);
    assert!(all.len() > 12 && all.iter().any(|c| c.files.len() > 2));
    let path = RepoPath::from("crlf.txt");
    let commit = repo.last_touch(&path, &tips[0]).unwrap().unwrap();
    let parent = repo.commit(&commit).unwrap().parents[0].clone();
    let files = repo.diff(Some(&parent), &commit, None).unwrap();
    assert!(
        files[0].note.as_deref().unwrap().contains("partial clone"),
        "{:?}",
        files[0].note
    );
    let error = repo.blame(&path, &tips[0], &[]).unwrap_err();
    assert!(
        matches!(&error, HistoryError::MissingObject { hint, .. } if hint.contains("partial clone")),
        "{error}"
    );
}

#[test]
fn a_sha256_repository_is_read_like_any_other() {
    let dir = tempfile::tempdir().unwrap();
    git(
        dir.path(),
        &["init", "-q", "-b", "main", "--object-format=sha256"],
    );
    for text in ["one\n", "one\ntwo\n"] {
        std::fs::write(dir.path().join("a.txt"), text).unwrap();
        git(dir.path(), &["add", "a.txt"]);
        git(dir.path(), &["commit", "-q", "-m", text.trim()]);
    }
    let repo = Repo::open(dir.path()).unwrap();
    let mut index = CommitIndex::new();
    assert_eq!(walked(&repo, &mut index).len(), 2);
    let head = repo.head().unwrap();
    assert_eq!(head.as_str().len(), 64);
    let path = dir.path().join("index");
    index.save(&path).unwrap();
    assert_eq!(CommitIndex::load(&path).ord(&head), Some(1));
    assert_eq!(
        repo.blame(&RepoPath::from("a.txt"), &head, &[])
            .unwrap()
            .len(),
        2
    );
}

#[test]
fn grafts_are_not_applied_and_the_user_is_told() {
    let fixture = odd();
    std::fs::write(
        fixture.path().join(".git/info/grafts"),
        format!("{}\n", fixture.head()),
    )
    .unwrap();
    let repo = Repo::open(fixture.path()).unwrap();
    assert!(repo.notices()[0].contains("grafts"));
    assert!(walked(&repo, &mut CommitIndex::new()).len() > 12);
}
