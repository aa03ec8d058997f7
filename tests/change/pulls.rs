//! Pull requests without any API, over `file://`.

use rguard::change::{ChangeError, Options, Resolved, Target, resolve};
use rguard::history::Repo;
use rguard::model::TargetKind;

use crate::targets::forked;
use crate::testkit::{TestRepo, git};

/// The remote with pull request 19 from `topic`, and a clone that does not know the branch.
fn remote_and_clone() -> (TestRepo, std::path::PathBuf, String) {
    let repo = forked();
    repo.git(&["update-ref", "refs/pull/19/head", "topic"]);
    repo.git(&["branch", "-q", "-D", "topic"]);
    let clone = repo.beside("clone");
    let url = format!("file://{}", repo.path().display());
    git(repo.path(), &["clone", "-q", &url, clone.to_str().unwrap()]);
    (repo, clone, url)
}

fn look(
    clone: &std::path::Path,
    word: &str,
    remote: Option<&str>,
) -> Result<Resolved, ChangeError> {
    let options = Options {
        cache: clone.parent().unwrap().join("cache"),
        remote: remote.map(str::to_owned),
        ..Options::default()
    };
    resolve(&Repo::open(clone).unwrap(), &Target::parse(word)?, &options)
}

fn paths(found: &Resolved) -> Vec<String> {
    found
        .change
        .files
        .iter()
        .map(|f| f.path.to_string())
        .collect()
}

#[test]
fn a_pull_request_is_fetched_beside_the_clone_and_read_against_the_default_branch() {
    let (remote, clone, _) = remote_and_clone();
    let before = git(&clone, &["for-each-ref"]);
    for word in ["19", "#19"] {
        let found = look(&clone, word, None).unwrap();
        assert_eq!(found.change.kind, TargetKind::PullRequest);
        assert_eq!(
            found.change.base.as_str(),
            remote.git(&["rev-parse", "main~1"])
        );
        assert_eq!(paths(&found), ["src/a.rs", "src/c.rs"]);
        assert!(found.change.notes[0].contains("unknown"));
        assert_eq!(found.change.author, None);
        // What was fetched is readable through the answer, and is not in the clone.
        let head = found.change.head.clone().unwrap();
        assert!(found.repo.commit(&head).is_ok());
        assert!(Repo::open(&clone).unwrap().commit(&head).is_err());
        assert_eq!(found.repo.default_branch().unwrap().name, "origin/main");
    }
    assert_eq!(git(&clone, &["for-each-ref"]), before);
}

#[test]
fn an_old_clone_does_not_make_the_pull_request_larger_than_it_is() {
    let (remote, clone, _) = remote_and_clone();
    remote.git(&["checkout", "-q", "-b", "later", "main"]);
    remote.commit(&[("x.txt", "x\n")], "On main meanwhile");
    remote.git(&["checkout", "-q", "main"]);
    remote.git(&["merge", "-q", "--ff-only", "later"]);
    remote.git(&["checkout", "-q", "later"]);
    remote.commit(&[("y.txt", "y\n")], "The change");
    remote.git(&["update-ref", "refs/pull/20/head", "later"]);
    remote.git(&["checkout", "-q", "main"]);
    let found = look(&clone, "#20", None).unwrap();
    assert_eq!(paths(&found), ["y.txt"]);
    assert_eq!(
        found.target.unwrap().commit.as_str(),
        remote.git(&["rev-parse", "main"])
    );
}

#[test]
fn a_merged_pull_request_is_read_as_it_was_before_its_merge() {
    let (remote, clone, _) = remote_and_clone();
    remote.git(&[
        "merge",
        "-q",
        "--no-ff",
        "-m",
        "Merge pull request #19",
        "refs/pull/19/head",
    ]);
    let merge = remote.head();
    remote.commit(&[("z.txt", "z\n")], "After");
    let found = look(&clone, "#19", None).unwrap();
    assert_eq!(paths(&found), ["src/a.rs", "src/c.rs"]);
    assert!(
        found.change.notes.iter().any(|n| n.contains(&merge[..8])),
        "{:?}",
        found.change.notes
    );
    remote.git(&["checkout", "-q", "-b", "straight"]);
    remote.commit(&[("s.txt", "s\n")], "Straight");
    remote.git(&["update-ref", "refs/pull/21/head", "straight"]);
    remote.git(&["checkout", "-q", "main"]);
    remote.git(&["merge", "-q", "--ff-only", "straight"]);
    let found = look(&clone, "#21", None).unwrap();
    assert_eq!(paths(&found), ["s.txt"]);
    assert!(
        found
            .change
            .notes
            .iter()
            .any(|n| n.contains("without a merge commit"))
    );
}

#[test]
fn a_pull_request_of_another_repository_needs_its_address() {
    let (_remote, clone, url) = remote_and_clone();
    let error = look(&clone, "ada/engine#19", None)
        .err()
        .unwrap()
        .to_string();
    assert!(
        error.contains("--remote https://github.com/ada/engine"),
        "{error}"
    );
    let found = look(&clone, "https://github.com/ada/engine/pull/19", Some(&url)).unwrap();
    assert_eq!(found.change.target, "ada/engine#19");
    git(
        &clone,
        &[
            "remote",
            "add",
            "upstream",
            "https://github.com/Ada/Engine.git",
        ],
    );
    git(
        &clone,
        &[
            "config",
            &format!("url.{url}.insteadOf"),
            "https://github.com/Ada/Engine.git",
        ],
    );
    assert!(
        look(&clone, "#404", None)
            .err()
            .unwrap()
            .to_string()
            .contains("#404")
    );
    let stranger = TestRepo::new();
    stranger.commit(&[("a", "a\n")], "Alone");
    stranger.git(&["update-ref", "refs/pull/1/head", "HEAD"]);
    let other = format!("file://{}", stranger.path().display());
    let error = look(&clone, "#1", Some(&other)).err().unwrap();
    assert!(
        matches!(
            error,
            ChangeError::Unrelated { .. } | ChangeError::Nothing(_)
        ),
        "{error}"
    );
}

#[test]
fn a_shallow_clone_can_read_a_pull_request_whose_base_it_holds() {
    let repo = forked();
    repo.git(&["checkout", "-q", "-b", "new"]);
    repo.commit(&[("n.txt", "n\n")], "New");
    repo.git(&["update-ref", "refs/pull/5/head", "new"]);
    repo.git(&["checkout", "-q", "main"]);
    let clone = repo.beside("shallow");
    let url = format!("file://{}", repo.path().display());
    git(
        repo.path(),
        &["clone", "-q", "--depth", "1", &url, clone.to_str().unwrap()],
    );
    let found = look(&clone, "#5", None).unwrap();
    assert_eq!(paths(&found), ["n.txt"]);
}
