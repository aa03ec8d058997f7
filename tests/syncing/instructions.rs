//! What agents were told, in the graph: versions with their spans, once and in portions.

use crate::testkit::TestRepo;
use crate::testkit::run::Home;
use crate::{dump, same, undisturbed};

#[test]
fn versions_of_agent_files_have_their_spans_and_portions_give_the_same_graph() {
    let repo = TestRepo::new();
    let (home, dir) = (Home::new(), repo.path());
    let rules = "---\nglobs: src/**/*.rs\nalwaysApply: false\n---\nNo panics.\n";
    let first = repo.commit(
        &[("CLAUDE.md", "Tabs.\n"), (".cursor/rules/a.mdc", rules)],
        "Tell",
    );
    home.lingering(dir, &["sync"]);
    let second = repo.commit(&[("CLAUDE.md", "Spaces.\n")], "Tell otherwise");
    home.lingering(dir, &["sync"]);
    repo.git(&["rm", "-q", "CLAUDE.md"]);
    let third = repo.commit(&[("src/a.rs", "fn a() {}\n")], "Tell no more");
    home.lingering(dir, &["sync"]);

    let graph = dump(&home, dir);
    let told: Vec<&str> = graph
        .lines()
        .filter(|l| l.contains("Instruction"))
        .collect();
    assert_eq!(told.len(), 3, "{told:#?}");
    let of = |words: &str| {
        let blob = {
            let file = repo.beside("words");
            std::fs::write(&file, words).unwrap();
            repo.git(&["hash-object", file.to_str().unwrap()])
        };
        let found = told.iter().find(|l| l.contains(&blob));
        (*found.unwrap_or_else(|| panic!("{blob}: {told:#?}"))).to_owned()
    };
    let tabs = of("Tabs.\n");
    assert!(tabs.contains(&first) && tabs.contains(&second), "{tabs}");
    let spaces = of("Spaces.\n");
    assert!(
        spaces.contains(&second) && spaces.contains(&third),
        "{spaces}"
    );
    let cursor = of(rules);
    assert!(
        cursor.contains("src/**/*.rs") && cursor.contains("matching"),
        "{cursor}"
    );
    assert!(
        !cursor.contains(&second) && !cursor.contains(&third),
        "{cursor}"
    );

    same(&undisturbed(dir), &graph);
}
