//! Each kind of target, and words that mean nothing or two things.

use rguard::change::{ChangeError, Options, Resolved, Target, resolve};
use rguard::history::Repo;
use rguard::model::{FileStatus, TargetKind};

use crate::testkit::{TestRepo, git};

/// Two commits on main, then `topic` with two, then one more on main.
pub fn forked() -> TestRepo {
    let repo = TestRepo::new();
    repo.commit(
        &[
            ("src/a.rs", "fn a() {\n    one();\n}\n"),
            ("old.txt", "old\n"),
        ],
        "First",
    );
    repo.commit(&[("src/b.rs", "fn b() {}\n")], "Second");
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.commit(
        &[("src/a.rs", "fn a() {\n    two();\n}\n")],
        "Use two\n\nIt is faster.",
    );
    repo.commit_as(
        "Bob Stone <bob@example.org>",
        &[("src/c.rs", "fn c() {}\n")],
        "Add c",
    );
    repo.git(&["checkout", "-q", "main"]);
    repo.commit(&[("src/b.rs", "fn b() { go(); }\n")], "Third");
    repo
}

pub fn look(repo: &TestRepo, word: &str) -> Result<Resolved, ChangeError> {
    look_with(repo, word, Options::default())
}

pub fn look_with(repo: &TestRepo, word: &str, options: Options) -> Result<Resolved, ChangeError> {
    let options = Options {
        cache: repo.beside("cache"),
        ..options
    };
    resolve(
        &Repo::open(repo.path()).unwrap(),
        &Target::parse(word)?,
        &options,
    )
}

fn paths(found: &Resolved) -> Vec<String> {
    found
        .change
        .files
        .iter()
        .map(|f| f.path.to_string())
        .collect()
}

fn rev(repo: &TestRepo, word: &str) -> String {
    repo.git(&["rev-parse", word])
}

#[test]
fn a_branch_is_read_against_its_merge_base_with_the_default_branch() {
    let repo = forked();
    let found = look(&repo, "topic").unwrap();
    let change = &found.change;
    assert_eq!(change.kind, TargetKind::Branch);
    assert_eq!(change.base.as_str(), rev(&repo, "main~1"));
    assert_eq!(change.head.as_ref().unwrap().as_str(), rev(&repo, "topic"));
    assert_eq!(paths(&found), ["src/a.rs", "src/c.rs"]);
    assert_eq!(change.title, "topic: 2 commits, the last: Add c");
    assert_eq!(change.description, "Use two\n\nIt is faster.\n\nAdd c");
    assert_eq!(change.author.as_deref(), Some("Bob Stone"));
    assert_eq!(found.target.unwrap().commit.as_str(), rev(&repo, "main"));
    let other = Options {
        base: Some("topic~1".into()),
        ..Options::default()
    };
    assert_eq!(
        paths(&look_with(&repo, "topic", other).unwrap()),
        ["src/c.rs"]
    );
}

#[test]
fn head_is_the_branch_it_is_on_and_the_default_branch_holds_nothing_to_review() {
    let repo = forked();
    for word in ["main", "HEAD", "@"] {
        let error = look(&repo, word).err().unwrap();
        assert!(matches!(&error, ChangeError::Nothing(_)), "{word}: {error}");
        assert!(error.to_string().contains("rguard review"), "{error}");
    }
    repo.git(&["checkout", "-q", "topic"]);
    let found = look(&repo, "HEAD").unwrap();
    assert_eq!(paths(&found), ["src/a.rs", "src/c.rs"]);
    repo.git(&["checkout", "-q", "--detach", "topic"]);
    let found = look(&repo, "HEAD").unwrap();
    assert_eq!(
        (found.change.kind, paths(&found)),
        (TargetKind::Commit, vec!["src/c.rs".to_owned()])
    );
}

#[test]
fn a_branch_ahead_of_the_remotes_is_what_was_not_pushed() {
    let repo = forked();
    let clone = repo.beside("clone");
    git(repo.path(), &["clone", "-q", ".", clone.to_str().unwrap()]);
    std::fs::write(clone.join("local.txt"), "x\n").unwrap();
    git(&clone, &["add", "local.txt"]);
    git(&clone, &["commit", "-q", "-m", "Local"]);
    let opened = Repo::open(&clone).unwrap();
    let found = resolve(
        &opened,
        &Target::parse("main").unwrap(),
        &Options::default(),
    )
    .unwrap();
    assert_eq!(paths(&found), ["local.txt"]);
    assert_eq!(found.target.unwrap().name, "origin/main");
    let found = resolve(
        &opened,
        &Target::parse("origin/topic").unwrap(),
        &Options::default(),
    )
    .unwrap();
    assert_eq!(paths(&found), ["src/a.rs", "src/c.rs"]);
}

#[test]
fn a_commit_is_read_against_its_first_parent_and_a_root_against_nothing() {
    let repo = forked();
    let found = look(&repo, &rev(&repo, "topic~1")).unwrap();
    let change = &found.change;
    assert_eq!(
        (change.kind, change.title.as_str()),
        (TargetKind::Commit, "Use two")
    );
    assert_eq!(change.description, "It is faster.");
    assert_eq!(change.author.as_deref(), Some("Ada Lovelace"));
    assert_eq!(change.base.as_str(), rev(&repo, "topic~2"));
    assert_eq!(
        (change.files[0].additions, change.files[0].deletions),
        (1, 1)
    );
    assert_eq!(paths(&look(&repo, "topic~1").unwrap()), ["src/a.rs"]);
    let root = look(&repo, "main~2").unwrap();
    assert_eq!(root.change.base.as_str(), "");
    assert!(
        root.change
            .files
            .iter()
            .all(|f| f.status == FileStatus::Added)
    );
    assert!(root.change.notes[0].contains("root commit"));
    repo.git(&["merge", "-q", "--no-ff", "-m", "Merge topic", "topic"]);
    let merge = look(&repo, &repo.head()).unwrap();
    assert_eq!(paths(&merge), ["src/a.rs", "src/c.rs"]);
    assert!(merge.change.notes[0].contains("first parent"));
}

#[test]
fn ranges_are_read_from_the_ancestor_or_the_merge_base() {
    let repo = forked();
    let base = |word: &str| look(&repo, word).unwrap().change.base.to_string();
    assert_eq!(base("main~2..topic"), rev(&repo, "main~2"));
    assert_eq!(base("main..topic"), rev(&repo, "main~1"));
    assert_eq!(base("main...topic"), rev(&repo, "main~1"));
    assert_eq!(base("main~1.."), rev(&repo, "main~1"));
    assert!(look(&repo, "main..topic").unwrap().change.notes[0].contains("merge-base"));
    assert!(look(&repo, "main...topic").unwrap().change.notes.is_empty());
    assert!(matches!(
        look(&repo, "main..main~1").err(),
        Some(ChangeError::Nothing(_))
    ));
    repo.git(&["checkout", "-q", "--orphan", "island"]);
    repo.commit(&[("i.txt", "i\n")], "Island");
    let error = look(&repo, "main..island").err().unwrap();
    assert!(matches!(error, ChangeError::Unrelated { .. }), "{error}");
}

#[test]
fn the_index_and_the_worktree_are_read_against_head() {
    let repo = forked();
    let at = |staged| {
        let target = Target::from_args(None, staged, !staged).unwrap();
        resolve(
            &Repo::open(repo.path()).unwrap(),
            &target,
            &Options::default(),
        )
    };
    for staged in [true, false] {
        assert!(matches!(at(staged).err(), Some(ChangeError::Nothing(_))));
    }
    repo.write("src/b.rs", "fn b() { stop(); }\n");
    repo.git(&["add", "src/b.rs"]);
    repo.write("old.txt", "new\n");
    let found = at(true).unwrap();
    assert_eq!(
        (found.change.kind, paths(&found)),
        (TargetKind::Staged, vec!["src/b.rs".to_owned()])
    );
    assert_eq!(found.change.base.as_str(), repo.head());
    let found = at(false).unwrap();
    assert_eq!(
        (found.change.kind, paths(&found)),
        (
            TargetKind::Worktree,
            vec!["old.txt".to_owned(), "src/b.rs".to_owned()]
        )
    );
    assert_eq!(found.change.head, None);
}

#[test]
fn a_word_that_means_two_things_is_refused_with_both_ways_to_write_it() {
    let repo = forked();
    repo.git(&["branch", "-q", "123", "topic"]);
    let error = look(&repo, "123").err().unwrap().to_string();
    assert!(
        error.contains("refs/heads/123") && error.contains("#123"),
        "{error}"
    );
    assert_eq!(
        paths(&look(&repo, "refs/heads/123").unwrap()),
        ["src/a.rs", "src/c.rs"]
    );
    repo.git(&["tag", "topic", "main"]);
    let error = look(&repo, "topic").err().unwrap().to_string();
    assert!(error.contains("refs/tags/topic"), "{error}");
}

#[test]
fn a_word_that_means_nothing_says_what_may_have_been_meant() {
    let repo = forked();
    let error = look(&repo, "topi").err().unwrap();
    assert!(
        matches!(&error, ChangeError::Unknown { hint, .. } if hint.contains("topic")),
        "{error}"
    );
    let error = look(&repo, "--upload-pack=touch x").err().unwrap();
    assert!(matches!(error, ChangeError::Unknown { .. }), "{error}");
    let error = look(&repo, "zzz\u{1b}[31m").err().unwrap().to_string();
    assert!(!error.contains('\u{1b}'), "{error}");
    let error = look(&repo, "missing.patch").err().unwrap();
    assert!(matches!(error, ChangeError::File { .. }), "{error}");
}
