//! Which decisions a change is tied to, and by what right.

use rguard::model::{LinkOrigin, LinkedFile, Review, VerdictKind};

use crate::testkit::TestRepo;
use crate::testkit::run::Home;

fn cited<'r>(review: &'r Review, id: &str) -> Option<&'r rguard::model::Finding> {
    let named = |f: &&rguard::model::Finding| {
        f.decision.id.as_str() == id || f.also.iter().any(|a| a.id.as_str() == id)
    };
    review.findings.iter().find(named)
}

/// A repository whose second commit touches 42 files and decides about one of them.
fn wide() -> (TestRepo, String) {
    let repo = TestRepo::new();
    let name = |n: usize| match n {
        0 => "src/a.rs".to_owned(),
        1 => "src/b.rs".to_owned(),
        n => format!("src/part{n}.rs"),
    };
    let first = |n: usize| format!("pub fn part{n}() -> u32 {{\n    {n}\n}}\n");
    let second = |n: usize| match n {
        0 => "pub fn part0() -> u32 {\n    // Settles first.\n    wait_for_float();\n    0\n}\n"
            .to_owned(),
        n => format!("/// Part {n}.\npub fn part{n}() -> u32 {{\n    {n}\n}}\n"),
    };
    let files = |text: &dyn Fn(usize) -> String| -> Vec<(String, String)> {
        (0..42).map(|n| (name(n), text(n))).collect()
    };
    let commit = |files: &[(String, String)], message: &str| {
        let list: Vec<(&str, &str)> = files
            .iter()
            .map(|(p, t)| (p.as_str(), t.as_str()))
            .collect();
        repo.commit(&list, message)
    };
    commit(&files(&first), "Start");
    let sha = commit(
        &files(&second),
        "Wait for the float in src/a.rs\n\nWe decided that `src/a.rs` must always wait for the float before it reads, because\nthe wake of a ferry was stored as a tide otherwise.\n",
    );
    (repo, sha)
}

fn branch(repo: &TestRepo, name: &str, path: &str, text: &str) {
    repo.git(&["checkout", "-q", "-b", name, "main"]);
    repo.commit(&[(path, text)], "Tidy");
    repo.git(&["checkout", "-q", "main"]);
}

#[test]
fn repowise_2439_a_wide_commit_governs_only_the_file_that_it_names() {
    let (repo, sha) = wide();
    let home = Home::new();
    let id = format!("commit:{sha}");
    branch(
        &repo,
        "b",
        "src/b.rs",
        "/// Part 1.\npub fn part1() -> u32 {\n    11\n}\n",
    );
    let (code, review) = home.review(repo.path(), &["b"]);
    assert!(cited(&review, &id).is_none(), "{:?}", review.findings);
    assert_eq!(code, 0);
    branch(
        &repo,
        "a",
        "src/a.rs",
        "pub fn part0() -> u32 {\n    // Settles first.\n    0\n}\n",
    );
    let (_, review) = home.review(repo.path(), &["a"]);
    let found = cited(&review, &id).unwrap();
    assert!(
        found
            .via
            .iter()
            .any(|v| v.hop == "file" && v.row.contains("names src/a.rs"))
    );
}

#[test]
fn what_stands_nearest_is_shown_as_related_and_says_by_which_words() {
    let repo = TestRepo::new();
    let home = Home::new();
    let adr = |n: u32, title: &str, text: &str| {
        format!("# {n}. {title}\n\n## Status\n\nAccepted\n\n## Decision\n\n{text}\n")
    };
    let lock = adr(
        1,
        "Lock the berth before it is booked",
        "Two harbour masters booked the same berth. Every booking takes a lock on the berth.",
    );
    let mail = adr(
        2,
        "Print the tide table",
        "The tide table is printed on paper every Monday, in the office of the pilot.",
    );
    let code = "pub fn book(berth: &Berth) {\n    let held = berth.lock();\n    held.write(booking());\n}\n";
    repo.commit(
        &[
            ("docs/adr/0001-lock.md", &lock),
            ("docs/adr/0002-print.md", &mail),
            ("src/book.rs", code),
            ("src/tide.rs", "pub fn tide() {}\n"),
            ("src/pilot.rs", "pub fn pilot() {}\n"),
            ("src/office.rs", "pub fn office() {}\n"),
        ],
        "Start",
    );
    branch(
        &repo,
        "tell",
        "src/book.rs",
        "pub fn book(berth: &Berth) {\n    let held = berth.lock();\n    held.write(booking());\n    tell(berth);\n}\n",
    );
    let (_, review) = home.review(repo.path(), &["tell"]);
    let found = cited(&review, "docs/adr/0001-lock.md").unwrap();
    assert_eq!(
        (found.verdict, found.nearest),
        (VerdictKind::Related, Some(1))
    );
    let why = found.signals.iter().find(|s| s.name == "nearest").unwrap();
    assert!(why.why.contains("berth"), "{}", why.why);
    assert!(!found.quotes.is_empty());
    assert!(cited(&review, "docs/adr/0002-print.md").is_none());

    branch(
        &repo,
        "word",
        "src/book.rs",
        "// Books a berth under its lock.\npub fn book(berth: &Berth) {\n    let held = berth.lock();\n    held.write(booking());\n}\n",
    );
    let (_, review) = home.review(repo.path(), &["word"]);
    assert!(
        review.findings.is_empty(),
        "a comment alone brings up nothing"
    );
}

#[test]
fn a_decision_is_linked_to_moved_and_deleted_files_and_to_commits_that_cite_it() {
    let repo = TestRepo::new();
    let record = "# 4. Keep one queue\n\n## Status\n\nAccepted\n\n## Decision\n\n`models/edition` and `lib/old.rb:1-2` use `Queue.push`; see `app/services/*.rb`.\n";
    repo.commit(
        &[
            (
                "app/models/edition.rb",
                "class Edition\n  def save\n    Queue.push(self)\n  end\nend\n",
            ),
            ("lib/old.rb", "OLD = 1\nGONE = 2\n"),
            ("lib/queue.rb", "class Queue\n  def push(x)\n  end\nend\n"),
            ("app/services/a.rb", "A = 1\n"),
            ("app/services/b.js", "let b = 1;\n"),
        ],
        "Start",
    );
    repo.commit(&[("docs/adr/0004-keep-one-queue.md", record)], "Record it");
    repo.git(&["mv", "app/models/edition.rb", "app/models/issue.rb"]);
    repo.commit(&[], "Call it issue");
    repo.git(&["rm", "-q", "lib/old.rb"]);
    repo.commit(
        &[("lib/worker.rb", "WORKER = 1\n")],
        "Work the queue off, see ADR 4",
    );
    let deleted = repo.head();
    let open = rguard::history::Repo::open(repo.path()).unwrap();
    let at = rguard::model::CommitId(deleted.clone());
    let reader = rguard::decisions::DecisionLog::new();
    let past =
        rguard::decisions::Past::read(&open, &reader, std::slice::from_ref(&at), |_| {}).unwrap();
    let log = past
        .as_of(&open, &reader, &at, rguard::decisions::Strength::Reasoned)
        .unwrap();
    let decision = log
        .view
        .decisions
        .iter()
        .find(|d| d.id.as_str().ends_with("0004-keep-one-queue.md"))
        .unwrap();
    let links =
        rguard::decisions::code_past::links_of(&open, &past.commits, &at, decision).unwrap();
    let link = |path: &str| {
        links
            .iter()
            .find(|l| l.path.to_string() == path)
            .unwrap_or_else(|| panic!("{path}: {links:#?}"))
    };
    let moved = link("app/models/issue.rb");
    assert_eq!(moved.origin, LinkOrigin::NamedPath);
    assert_eq!(
        moved.state,
        LinkedFile::Moved {
            from: "app/models/edition.rb".into()
        }
    );
    let gone = link("lib/old.rb");
    assert_eq!(
        gone.state,
        LinkedFile::Deleted {
            by: Some(at.clone())
        }
    );
    assert_eq!(gone.lines, Some(rguard::model::LineRange::new(1, 2)));
    assert_eq!(link("lib/queue.rb").origin, LinkOrigin::Identifier);
    assert!(link("lib/queue.rb").via.contains("together"));
    assert_eq!(link("lib/worker.rb").origin, LinkOrigin::CitingCommit);
    assert_eq!(link("app/services/a.rb").origin, LinkOrigin::NamedPath);
    assert!(
        links
            .iter()
            .all(|l| l.path.to_string() != "app/services/b.js")
    );
}
