//! The demo's repository: the same everywhere, and told in two acts.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

use rguard::commands::demo::build::{DemoError, build_demo, next_act, remove_demo};
use testkit::git;
use testkit::run::Home;

const ACT_ONE: &str = "0eb9937ee1a2cfc0a201924304636536774db17e";
const ACT_TWO: &str = "4176ffd53fae7446e4fd1a36af6fd11b3a5b50ab";

fn out(dir: &std::path::Path, args: &[&str]) -> String {
    String::from_utf8(git(dir, args))
        .unwrap()
        .trim_end()
        .to_owned()
}

#[test]
fn the_story_makes_the_same_commits_everywhere() {
    let home = Home::new();
    let dir = home.path().join("demo");
    let one = build_demo(&dir).unwrap();
    assert_eq!(one.head.as_str(), ACT_ONE);
    assert!(!one.second_act);
    let two = next_act(&dir).unwrap();
    assert_eq!(two.head.as_str(), ACT_TWO);
    assert!(two.second_act);
}

#[test]
fn the_first_act_has_a_history_worth_reading() {
    let home = Home::new();
    let dir = home.path().join("demo");
    let demo = build_demo(&dir).unwrap();
    let commits: usize = out(&dir, &["rev-list", "--count", "main"]).parse().unwrap();
    assert!((25..=40).contains(&commits), "{commits}");
    let authors = out(&dir, &["log", "--format=%an", "main"]);
    for name in [
        "Ilse Brandt",
        "Tomás Reyes",
        "Noor Haddad",
        "Wen Li",
        "dependabot[bot]",
    ] {
        assert!(authors.contains(name), "{name}");
    }
    assert!(out(&dir, &["log", "--format=%(trailers:key=Co-authored-by)"]).contains("Claude"));
    assert!(out(&dir, &["log", "--merges", "--format=%s"]).contains("#14"));
    let moved = out(
        &dir,
        &[
            "log",
            "-M100%",
            "--diff-filter=R",
            "--name-status",
            "--format=",
        ],
    );
    assert!(
        moved.contains("controller/solenoid.py\tcontroller/doors.py"),
        "{moved}"
    );
    let names: Vec<&str> = demo
        .branches
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(
        names,
        ["faster-doors", "all-million-codes", "clearer-words"]
    );
    for name in names {
        assert_eq!(
            out(&dir, &["merge-base", "main", name]),
            demo.head.as_str(),
            "{name}"
        );
    }
    assert_eq!(out(&dir, &["status", "--porcelain"]), "");
    assert_eq!(out(&dir, &["fsck", "--strict"]), "");
}

#[test]
fn the_second_act_moves_the_target_on_and_leaves_the_first_proposal_alone() {
    let home = Home::new();
    let dir = home.path().join("demo");
    let one = build_demo(&dir).unwrap();
    let proposal = out(&dir, &["rev-parse", "faster-doors"]);
    let two = next_act(&dir).unwrap();
    assert_eq!(out(&dir, &["rev-parse", "faster-doors"]), proposal);
    assert_eq!(
        out(&dir, &["merge-base", "main", "faster-doors"]),
        one.head.as_str()
    );
    assert_eq!(
        out(&dir, &["merge-base", "main", "faster-doors-again"]),
        two.head.as_str()
    );
    assert_eq!(out(&dir, &["status", "--porcelain"]), "");
    assert_eq!(next_act(&dir).unwrap(), two);
    assert_eq!(build_demo(&dir).unwrap(), two);
}

#[test]
fn work_of_the_user_is_not_lost() {
    let home = Home::new();
    let dir = home.path().join("demo");
    build_demo(&dir).unwrap();
    std::fs::write(dir.join("README.md"), "mine\n").unwrap();
    assert!(matches!(next_act(&dir), Err(DemoError::Changed(_))));
    assert_eq!(
        std::fs::read_to_string(dir.join("README.md")).unwrap(),
        "mine\n"
    );

    let other = home.path().join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("thesis.txt"), "mine\n").unwrap();
    assert!(matches!(build_demo(&other), Err(DemoError::Taken(_))));
    assert!(matches!(remove_demo(&other), Err(DemoError::Taken(_))));
    assert!(other.join("thesis.txt").is_file());
}

#[test]
fn the_command_says_where_it_is_and_what_to_look_at() {
    let home = Home::new();
    let dir = home.path().join("demo folder");
    let at = dir.to_str().unwrap();
    let ran = home.run(home.path(), &["demo", "--dir", at]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.out.contains("faster-doors ") && ran.out.contains("rguard demo next"),
        "{ran:?}"
    );
    let ran = home.run(home.path(), &["demo", "next", "--dir", at]);
    assert!(
        ran.code == 0 && ran.out.contains("faster-doors-again"),
        "{ran:?}"
    );
    let ran = home.run(home.path(), &["demo", "--dir", at, "--reset"]);
    assert!(
        ran.code == 0 && !ran.out.contains("faster-doors-again"),
        "{ran:?}"
    );
    let ran = home.run(
        home.path(),
        &["demo", "--dir", home.path().to_str().unwrap()],
    );
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.err.contains("Hint:"), "{ran:?}");
}
