//! Pull requests with the host's words: the target branch, and the state before a merge of any kind.

use rguard::change::{Options, Resolved, Target, resolve};
use rguard::history::Repo;
use rguard::model::{CommitId, ForgeRef, Pull, PullState};

use crate::targets::forked;
use crate::testkit::{TestRepo, git};

const NUMBER: u64 = 19;

/// A remote whose pull request's head is `topic`, and what the host says of it.
fn remote() -> (TestRepo, Pull) {
    let repo = forked();
    repo.git(&["update-ref", "refs/pull/19/head", "topic"]);
    let id = |word: &str| Some(CommitId(repo.git(&["rev-parse", word])));
    let pull = Pull {
        at: ForgeRef {
            host: "github.com".into(),
            owner: "ada".into(),
            name: "engine".into(),
            number: NUMBER,
        },
        title: "Use two".into(),
        base_branch: "main".into(),
        base: id("main"),
        head: id("topic"),
        ..Pull::default()
    };
    (repo, pull)
}

fn merged(pull: &Pull, repo: &TestRepo) -> Pull {
    Pull {
        state: PullState::Merged,
        merge_commit: Some(CommitId(repo.head())),
        ..pull.clone()
    }
}

fn look(remote: &TestRepo, pull: Pull) -> Resolved {
    let clone = remote.beside("clone");
    let url = format!("file://{}", remote.path().display());
    if !clone.exists() {
        git(
            remote.path(),
            &["clone", "-q", &url, clone.to_str().unwrap()],
        );
    }
    let options = Options {
        cache: remote.beside("cache"),
        pull: Some(Box::new(pull)),
        ..Options::default()
    };
    let target = Target::parse("#19").unwrap();
    resolve(&Repo::open(&clone).unwrap(), &target, &options).unwrap()
}

fn paths(found: &Resolved) -> Vec<String> {
    let files = found.change.files.iter();
    files.map(|f| f.path.to_string()).collect()
}

#[test]
fn a_merged_squashed_or_rebased_pull_request_is_read_as_before_it() {
    for way in ["merge", "squash", "rebase"] {
        let (remote, pull) = remote();
        let fork = remote.git(&["merge-base", "main", "topic"]);
        match way {
            "merge" => drop(remote.git(&["merge", "-q", "--no-ff", "-m", "Merge", "topic"])),
            "squash" => {
                remote.git(&["merge", "-q", "--squash", "topic"]);
                remote.commit(&[], "Use two (#19)");
            }
            _ => drop(remote.git(&["cherry-pick", "topic~1", "topic"])),
        }
        let pull = merged(&pull, &remote);
        remote.commit(&[("z.txt", "z\n")], "After");
        let found = look(&remote, pull);
        assert_eq!(found.change.base.as_str(), fork, "{way}");
        assert_eq!(paths(&found), ["src/a.rs", "src/c.rs"], "{way}");
        assert_eq!(found.change.notes, Vec::<String>::new(), "{way}");
    }
}

#[test]
fn a_branch_that_was_moved_forward_onto_its_commits_keeps_all_of_them() {
    let (remote, pull) = remote();
    let before = remote.git(&["rev-parse", "main"]);
    remote.git(&["checkout", "-q", "-b", "straight"]);
    remote.commit(&[("s.txt", "s\n")], "One");
    remote.commit(&[("t.txt", "t\n")], "Two");
    remote.git(&["update-ref", "refs/pull/19/head", "straight"]);
    remote.git(&["checkout", "-q", "main"]);
    remote.git(&["merge", "-q", "--ff-only", "straight"]);
    let mut pull = merged(&pull, &remote);
    pull.head = pull.merge_commit.clone();
    let found = look(&remote, pull);
    assert_eq!(found.change.base.as_str(), before);
    assert_eq!(paths(&found), ["s.txt", "t.txt"]);
}

#[test]
fn another_target_branch_is_the_one_that_counts() {
    let (remote, mut pull) = remote();
    remote.git(&["checkout", "-q", "-b", "release", "topic~1"]);
    remote.commit(&[("r.txt", "r\n")], "On the release");
    remote.git(&["checkout", "-q", "main"]);
    pull.base_branch = "release".into();
    let found = look(&remote, pull);
    assert_eq!(paths(&found), ["src/c.rs"]);
    let target = found.target.unwrap();
    assert_eq!(target.name, "release");
    assert_eq!(
        target.commit.as_str(),
        remote.git(&["rev-parse", "release"])
    );
}

#[test]
fn a_target_branch_that_is_gone_leaves_the_commit_that_the_host_compared_with() {
    let (remote, mut pull) = remote();
    pull.base_branch = "gone".into();
    let found = look(&remote, pull.clone());
    assert_eq!(paths(&found), ["src/a.rs", "src/c.rs"]);
    assert!(
        found.change.notes[0].contains("gone is gone"),
        "{:?}",
        found.change.notes
    );
    // A name that could be another refspec is none.
    pull.base_branch = "main:refs/heads/stolen".into();
    look(&remote, pull);
    let refs = git(&remote.beside("clone"), &["for-each-ref"]);
    assert!(!String::from_utf8_lossy(&refs).contains("stolen"));
}

#[test]
fn a_head_that_was_pushed_over_is_said() {
    let (remote, mut pull) = remote();
    pull.head = Some(CommitId("f".repeat(40)));
    let found = look(&remote, pull);
    assert!(
        found.change.notes[0].contains("head moved"),
        "{:?}",
        found.change.notes
    );
}
