//! Clones of rguard's own.

use rguard::change::{Options, Resolved, Target, resolve};
use rguard::history::{Completeness, Repo};

use crate::testkit::{TestRepo, git};

/// A remote that can leave contents out, with pull request 5.
fn remote() -> (TestRepo, String) {
    let repo = TestRepo::new();
    repo.git(&["config", "uploadpack.allowFilter", "true"]);
    repo.git(&["config", "uploadpack.allowAnySHA1InWant", "true"]);
    let long: String = (0..200).map(|n| format!("line {n}\n")).collect();
    repo.commit(
        &[("src/a.txt", &long), ("docs/why.md", "# Why\n\nBecause.\n")],
        "First",
    );
    repo.commit(
        &[
            ("src/a.txt", &long.replace("line 7\n", "line seven\n")),
            ("b.bin", &long),
        ],
        "Second",
    );
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.commit(
        &[("src/a.txt", &long.replace("line 7\n", "line VII\n"))],
        "Roman",
    );
    repo.git(&["update-ref", "refs/pull/5/head", "topic"]);
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["branch", "-q", "-D", "topic"]);
    let url = format!("file://{}", repo.path().display());
    (repo, url)
}

fn look(repo: &Repo, options: &Options) -> Resolved {
    resolve(repo, &Target::parse("#5").unwrap(), options).unwrap()
}

#[test]
fn a_large_repository_comes_without_contents_and_gets_those_that_count_in_one_go() {
    let (remote, url) = remote();
    let cache = remote.beside("cache");
    let dir = cache.join("clones/x/engine.git");
    let repo = Repo::cloned(&url, &dir, None, true, &mut |_| {}).unwrap();
    assert!(matches!(
        repo.completeness(),
        Completeness::MissingObjects { .. }
    ));
    let options = Options {
        cache: cache.clone(),
        ..Options::default()
    };
    let found = look(&repo, &options);
    assert!(found.change.incomplete, "{:?}", found.change);
    let change = &found.change;
    let commits = [change.head.as_ref().unwrap(), &change.base];
    let paths: Vec<_> = change.files.iter().map(|f| f.path.clone()).collect();
    // Three versions of the file and one of the record; the other file stays where it is.
    assert_eq!(
        found.repo.fetch_contents(&commits, &paths, None).unwrap(),
        4
    );
    let found = look(&repo, &options);
    assert!(!found.change.incomplete, "{:?}", found.change);
    assert_eq!(found.change.files[0].hunks.len(), 1);
    assert_eq!(
        found.repo.fetch_contents(&commits, &paths, None).unwrap(),
        0
    );
}

#[test]
fn an_own_clone_is_full_of_one_branch_and_is_refreshed() {
    let (remote, url) = remote();
    let cache = remote.beside("cache");
    let dir = cache.join("clones/x/engine.git");
    let mut said = Vec::new();
    let repo = Repo::cloned(&url, &dir, None, false, &mut |line| {
        said.push(line.to_owned())
    })
    .unwrap();
    assert_eq!(repo.completeness(), Completeness::Full);
    assert!(said.iter().all(|l| l.contains('%')), "{said:?}");
    assert_eq!(
        git(&dir, &["for-each-ref", "--format=%(refname)"]),
        b"refs/heads/main\n"
    );
    let newer = remote.commit(&[("c.txt", "c\n")], "Third");
    let repo = Repo::cloned(&url, &dir, None, false, &mut |_| {}).unwrap();
    assert_eq!(repo.head().unwrap().as_str(), newer);
    let options = Options {
        cache,
        ..Options::default()
    };
    assert_eq!(look(&repo, &options).change.files.len(), 1);
}

#[test]
fn a_clone_that_fails_leaves_nothing_behind_and_says_why() {
    let (remote, _) = remote();
    let dir = remote.beside("cache").join("clones/x/engine.git");
    let nowhere = format!("file://{}", remote.beside("nowhere").display());
    let error = Repo::cloned(&nowhere, &dir, None, false, &mut |_| {})
        .err()
        .unwrap();
    assert!(error.to_string().contains("git clone failed"), "{error}");
    let left: Vec<_> = std::fs::read_dir(dir.parent().unwrap()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}
