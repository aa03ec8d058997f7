//! What agents were told, as of a commit: versions, scopes, imports, links.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

use rguard::decisions::instructions::instructions_at;
use rguard::history::Repo;
use rguard::model::{CommitId, Instruction, InstructionAgent, InstructionWhen, RepoPath};
use testkit::TestRepo;

fn told(repo: &TestRepo, rev: &str) -> Vec<Instruction> {
    let git = Repo::open(repo.path()).unwrap();
    let commit = git.resolve(rev).unwrap();
    instructions_at(&git, &commit).unwrap()
}

fn of<'a>(all: &'a [Instruction], path: &str) -> &'a Instruction {
    all.iter()
        .find(|i| i.path == RepoPath::from(path))
        .unwrap_or_else(|| {
            let there: Vec<String> = all.iter().map(|i| i.path.to_string()).collect();
            panic!("{path} is not among {there:?}")
        })
}

#[test]
fn each_version_is_told_as_of_its_own_time_with_the_commit_since_which_it_holds() {
    let repo = TestRepo::new();
    let first = repo.commit(&[("CLAUDE.md", "# Rules\n\nTabs.\n")], "Rules");
    repo.commit(&[("src/a.rs", "fn a() {}\n")], "Code");
    let second = repo.commit(&[("CLAUDE.md", "# Rules\n\nSpaces.\n")], "Spaces");
    repo.git(&["rm", "-q", "CLAUDE.md"]);
    let gone = repo.commit(&[], "No rules");

    let at_code = told(&repo, "HEAD~2");
    assert_eq!(of(&at_code, "CLAUDE.md").text, "# Rules\n\nTabs.\n");
    assert_eq!(
        of(&at_code, "CLAUDE.md").from,
        Some(CommitId::from(first.as_str()))
    );
    let later = told(&repo, &second);
    assert_eq!(
        of(&later, "CLAUDE.md").from,
        Some(CommitId::from(second.as_str()))
    );
    assert!(told(&repo, &gone).is_empty());
}

#[test]
fn the_commit_since_which_a_file_holds_is_the_one_that_git_names() {
    let repo = TestRepo::new();
    repo.commit(
        &[
            ("AGENTS.md", "one\n"),
            ("web/AGENTS.md", "web\n"),
            ("web/deep/CLAUDE.md", "deep\n"),
            (".cursor/rules/a.mdc", "---\nalwaysApply: true\n---\nA\n"),
        ],
        "All",
    );
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.commit(&[("web/AGENTS.md", "web, otherwise\n")], "Side");
    repo.git(&["checkout", "-q", "main"]);
    repo.commit(&[("AGENTS.md", "two\n"), ("web/x.ts", "x\n")], "Main");
    repo.git(&["merge", "-q", "--no-ff", "-m", "Merge", "side"]);
    repo.commit(&[("web/deep/y.ts", "y\n")], "Beside");
    let all = told(&repo, "HEAD");
    assert_eq!(all.len(), 4);
    for i in &all {
        let git = repo.git(&["log", "-1", "--format=%H", "--", &i.path.to_string()]);
        assert_eq!(i.from, Some(CommitId::from(git.as_str())), "{}", i.path);
    }
}

#[test]
fn nested_files_rules_imports_and_links_keep_their_scope() {
    let repo = TestRepo::new();
    repo.write("AGENTS.md", "# Agents\n\nSay please.\n")
        .write("CLAUDE.md", "See @docs/style.md and @AGENTS.md.\n")
        .write("docs/style.md", "Short lines.\n")
        .write("web/CLAUDE.md", "Only here.\n")
        .write(
            ".cursor/rules/ui.mdc",
            "---\ndescription: Views\nglobs: web/**/*.tsx\nalwaysApply: false\n---\nUse hooks.\n",
        )
        .write(
            ".github/instructions/py.instructions.md",
            "---\napplyTo: '**/*.py'\n---\nTypes.\n",
        )
        .write(".github/copilot-instructions.md", "Be brief.\n")
        .write(".windsurfrules", "Be calm.\n")
        .write("vendor/x/CLAUDE.md", "Not ours.\n");
    std::os::unix::fs::symlink("AGENTS.md", repo.path().join("GEMINI.md")).unwrap();
    std::os::unix::fs::symlink("../gone.md", repo.path().join("web/AGENTS.md")).unwrap();
    repo.commit(&[], "Tell the agents");
    let all = told(&repo, "HEAD");
    let paths: Vec<String> = all.iter().map(|i| i.path.to_string()).collect();
    assert!(
        !paths.contains(&"vendor/x/CLAUDE.md".to_owned()),
        "{paths:?}"
    );

    let claude = of(&all, "CLAUDE.md");
    assert_eq!(
        claude.imports,
        [RepoPath::from("docs/style.md"), RepoPath::from("AGENTS.md")]
    );
    let style = of(&all, "docs/style.md");
    assert_eq!(style.imported_by, [RepoPath::from("CLAUDE.md")]);
    assert_eq!(style.text, "Short lines.\n");
    assert!(style.scope.covers(&RepoPath::from("api/a.py")));

    let gemini = of(&all, "GEMINI.md");
    assert_eq!(gemini.link_to, Some(RepoPath::from("AGENTS.md")));
    assert_eq!(gemini.text, "# Agents\n\nSay please.\n");
    assert_eq!(gemini.agent, InstructionAgent::Gemini);
    assert!(of(&all, "AGENTS.md").imported_by.contains(&gemini.path));

    let dangling = of(&all, "web/AGENTS.md");
    assert!(dangling.text.is_empty());
    assert!(dangling.note.as_ref().unwrap().contains("../gone.md"));

    let about = |file: &str| -> Vec<String> {
        all.iter()
            .filter(|i| i.scope.covers(&RepoPath::from(file)))
            .map(|i| i.path.to_string())
            .collect()
    };
    assert!(about("web/a/b.tsx").contains(&".cursor/rules/ui.mdc".to_owned()));
    assert!(about("web/a/b.tsx").contains(&"web/CLAUDE.md".to_owned()));
    assert!(!about("api/a.py").contains(&"web/CLAUDE.md".to_owned()));
    assert!(about("api/a.py").contains(&".github/instructions/py.instructions.md".to_owned()));
    assert_eq!(
        of(&all, ".cursor/rules/ui.mdc").scope.when,
        InstructionWhen::Matching
    );
}

#[test]
fn a_file_that_cannot_be_read_is_told_with_its_reason_and_hides_no_other() {
    let repo = TestRepo::new();
    repo.write("AGENTS.md", b"\xff\xfe not text")
        .write("CLAUDE.md", "Be kind.\n");
    repo.commit(&[], "Rules");
    let all = told(&repo, "HEAD");
    assert!(
        of(&all, "AGENTS.md")
            .note
            .as_ref()
            .unwrap()
            .contains("UTF-8")
    );
    assert_eq!(of(&all, "CLAUDE.md").text, "Be kind.\n");
}

/// `RGUARD_TEST_REPOS`: clones, with colons between. Slow on large ones.
#[test]
#[ignore = "needs RGUARD_TEST_REPOS"]
fn on_real_clones_the_commit_since_which_a_file_holds_is_the_one_that_git_names() {
    let repos = std::env::var("RGUARD_TEST_REPOS").expect("RGUARD_TEST_REPOS");
    for dir in repos.split(':') {
        let git = Repo::open(dir).unwrap();
        let head = git.head().unwrap();
        let start = std::time::Instant::now();
        let all = instructions_at(&git, &head).unwrap();
        eprintln!("{dir}: {} files in {:?}", all.len(), start.elapsed());
        for i in &all {
            let path = i.path.to_string();
            let args = ["log", "-1", "--format=%H", head.as_str(), "--", &path];
            let named = testkit::git(std::path::Path::new(dir), &args);
            let named = String::from_utf8(named).unwrap();
            let own = i.from.as_ref().map(CommitId::to_string);
            assert_eq!(own.as_deref(), Some(named.trim()), "{dir}: {path}");
        }
    }
}
