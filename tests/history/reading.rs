//! Opening, naming commits, and reading files as of a commit.

use rguard::history::{EntryKind, HistoryError, Repo};
use rguard::model::{CommitId, RepoPath};

use crate::fixture::odd;
use crate::testkit::{TestRepo, git};

#[test]
fn a_folder_outside_any_repository_is_refused_with_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let error = Repo::open(dir.path()).err().unwrap();
    assert!(matches!(error, HistoryError::NotARepository { .. }));
    assert!(error.to_string().contains("--repo"));
}

#[test]
fn a_repository_opens_from_a_folder_inside_it_bare_and_as_a_linked_worktree() {
    let fixture = odd();
    let inside = Repo::open(fixture.path().join("src")).unwrap();
    assert_eq!(inside.head().unwrap().as_str(), fixture.head());
    let bare = fixture.beside("bare.git");
    git(
        fixture.path(),
        &["clone", "-q", "--bare", ".", bare.to_str().unwrap()],
    );
    let bare = Repo::open(&bare).unwrap();
    assert_eq!(bare.workdir(), None);
    assert_eq!(bare.head().unwrap().as_str(), fixture.head());
    let linked = fixture.beside("linked");
    fixture.git(&["worktree", "add", "-q", linked.to_str().unwrap(), "topic"]);
    let linked = Repo::open(&linked).unwrap();
    assert_eq!(linked.head_branch().as_deref(), Some("topic"));
    assert_eq!(linked.identity().name, "repo");
}

#[test]
#[cfg(unix)]
fn a_repository_of_another_user_is_refused_as_git_does() {
    let fixture = TestRepo::new();
    fixture.commit(&[("a", "a\n")], "One");
    let given = std::os::unix::fs::chown(fixture.path(), Some(12345), None)
        .and_then(|()| std::os::unix::fs::chown(fixture.path().join(".git"), Some(12345), None));
    if given.is_err() {
        eprintln!("skipped: only root can give files away");
        return;
    }
    let error = Repo::open(fixture.path()).err().unwrap();
    assert!(error.to_string().contains("safe.directory"), "{error}");
}

#[test]
fn revisions_resolve_as_git_resolves_them_and_an_option_is_only_a_bad_name() {
    let fixture = odd();
    fixture.git(&["tag", "-a", "v1", "-m", "tag", "HEAD~1"]);
    let repo = Repo::open(fixture.path()).unwrap();
    for rev in [
        "HEAD",
        "main~2",
        "v1",
        "topic",
        "HEAD^{/Merge}",
        &fixture.head()[..9],
        "@",
    ] {
        let theirs = fixture.git(&["rev-parse", &format!("{rev}^{{commit}}")]);
        assert_eq!(repo.resolve(rev).unwrap().as_str(), theirs, "{rev}");
    }
    for rev in [
        "",
        "--upload-pack=x",
        "-h",
        "nonesuch",
        "HEAD:src/b.txt",
        "a\0b",
        "HEAD~999",
    ] {
        let error = repo
            .resolve(rev)
            .err()
            .unwrap_or_else(|| panic!("{rev} resolved"));
        assert!(
            matches!(error, HistoryError::UnknownRevision { .. }),
            "{rev}: {error}"
        );
    }
}

#[test]
fn the_default_branch_is_the_remotes_head_then_main_then_head() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    assert_eq!(repo.default_branch().unwrap().name, "main");
    let clone = fixture.beside("clone");
    fixture.git(&["branch", "-q", "release", "HEAD~2"]);
    fixture.git(&["checkout", "-q", "release"]);
    git(
        fixture.path(),
        &["clone", "-q", ".", clone.to_str().unwrap()],
    );
    let repo = Repo::open(&clone).unwrap();
    let branch = repo.default_branch().unwrap();
    assert_eq!(
        (branch.name.as_str(), branch.commit.as_str()),
        ("origin/release", &*fixture.head())
    );
    let other = TestRepo::new();
    other.git(&["checkout", "-q", "-b", "odd-name"]);
    assert!(Repo::open(other.path()).unwrap().default_branch().is_none());
    other.commit(&[("a", "a\n")], "One");
    assert_eq!(
        Repo::open(other.path())
            .unwrap()
            .default_branch()
            .unwrap()
            .name,
        "odd-name"
    );
}

#[test]
fn files_are_read_as_they_stood_at_a_commit() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let head = repo.head().unwrap();
    let listed = fixture.git_bytes(&["ls-tree", "-r", "-z", "HEAD"]);
    let theirs: Vec<(String, RepoPath)> = listed
        .split(|b| *b == 0)
        .filter(|l| !l.is_empty() && !l.starts_with(b"160000"))
        .map(|line| {
            let tab = line.iter().position(|b| *b == b'\t').unwrap();
            let id = String::from_utf8_lossy(&line[..tab])
                .split(' ')
                .nth(2)
                .unwrap()
                .to_owned();
            (id, RepoPath::new(&line[tab + 1..]))
        })
        .collect();
    let ours = repo.tree(&head).unwrap();
    assert_eq!(
        ours.iter()
            .map(|e| (e.blob.0.clone(), e.path.clone()))
            .collect::<Vec<_>>(),
        theirs
    );
    for entry in &ours {
        assert_eq!(
            repo.blob_at(&head, &entry.path).unwrap().unwrap(),
            repo.blob(&entry.blob).unwrap()
        );
        assert_eq!(
            repo.blob_id_at(&head, &entry.path).unwrap().unwrap(),
            entry.blob
        );
    }
    let linked = CommitId(fixture.git(&["rev-parse", ":/Odd names"]));
    let kinds = repo.tree(&linked).unwrap();
    let link = kinds
        .iter()
        .find(|e| e.path == RepoPath::from("link"))
        .unwrap();
    assert_eq!(link.kind, EntryKind::Symlink);
    assert_eq!(repo.blob(&link.blob).unwrap(), b"src/b.txt");
    let latin = RepoPath::new(&b"caf\xe9.txt"[..]);
    assert_eq!(
        repo.blob_at(&linked, &latin).unwrap().unwrap(),
        b"latin\nname\n"
    );
    assert_eq!(
        repo.blob_at(&head, &RepoPath::from("nonesuch")).unwrap(),
        None
    );
    assert_eq!(repo.blob_at(&head, &RepoPath::from("src")).unwrap(), None);
    assert!(matches!(
        repo.blob_at_capped(&head, &RepoPath::from("src/b.txt"), 100),
        Err(HistoryError::TooLarge { .. })
    ));
}

#[test]
fn the_root_commit_and_the_remote_name_the_graph() {
    let fixture = odd();
    let repo = Repo::open(fixture.path()).unwrap();
    let root = repo.root_commit(&repo.head().unwrap()).unwrap();
    assert_eq!(root.as_str(), fixture.git(&["rev-parse", ":/^First"]));
    assert_eq!(
        repo.graph_name(&root).as_str(),
        format!("rationale__local__repo_{}", root.short())
    );
    fixture.git(&["remote", "add", "origin", "git@github.com:Ada/Engine.git"]);
    let repo = Repo::open(fixture.path()).unwrap();
    assert_eq!(repo.graph_name(&root).as_str(), "rationale__ada__engine");
}
