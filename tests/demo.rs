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

const ACT_ONE: &str = "5848a5101ace7cc63b73f9b2667d12c3e56d7632";
const ACT_TWO: &str = "afc84c661cae2ac596662532418e49b359f80531";

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
fn without_a_terminal_the_review_is_printed_and_what_to_look_at() {
    let home = Home::new();
    let dir = home.path().join("demo folder");
    let at = dir.to_str().unwrap();
    let ran = home.run_with_engine(home.path(), &["demo", "--dir", at]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for words in [
        "! F1  contradicts",
        "The gap looks like idle time and is not",
        "rguard demo` opens the workstation",
        "faster-doors ",
        "rguard demo next",
    ] {
        assert!(ran.out.contains(words), "{words}: {ran:?}");
    }
    let ran = home.run(home.path(), &["demo", "next", "--dir", at]);
    assert!(
        ran.code == 0 && ran.out.contains("faster-doors-again"),
        "{ran:?}"
    );
    let ran = home.run_with_engine(home.path(), &["demo", "--dir", at, "--reset"]);
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

/// One home for the whole story: the graph is the union of both acts, whichever is looked at.
#[test]
fn the_whole_story_is_judged_as_it_is_told() {
    let home = Home::new();
    let dir = home.path().join("lockerline");
    build_demo(&dir).unwrap();
    let review = |branch: &str| {
        let ran = home.run_with_engine(&dir, &["review", branch, "--format", "json"]);
        assert!(ran.code < 2, "{ran:?}");
        serde_json::from_str::<serde_json::Value>(&ran.out).unwrap()
    };
    let against = |r: &serde_json::Value| -> Vec<String> {
        let findings = r["findings"].as_array().unwrap().iter();
        findings
            .filter(|f| f["verdict"] == "contradicts")
            .map(|f| f["decision"]["title"].as_str().unwrap().to_owned())
            .collect()
    };
    const GAP: &str = "Open the doors of one column one after another";

    let doors = review("faster-doors");
    assert_eq!(against(&doors)[0], GAP);
    let said = doors["findings"][0]["quotes"].to_string();
    assert!(said.contains("350 ms") && said.contains("looks like idle time and is not"));
    assert!(
        doors["findings"]
            .to_string()
            .contains("A bigger capacitor did not help")
    );
    assert_eq!(doors["since"].as_array().unwrap().len(), 0);

    let codes = review("all-million-codes");
    let first = &codes["findings"][0];
    assert_eq!(first["verdict"], "contradicts");
    assert!(
        first["alternatives"][0]["quote"]["text"]
            .as_str()
            .unwrap()
            .contains("zfill")
    );

    let words = review("clearer-words");
    assert_eq!(words["findings"].as_array().unwrap().len(), 0);

    let two = next_act(&dir).unwrap();
    let again = review("faster-doors-again");
    let first = &again["findings"][0];
    assert_eq!(first["verdict"], "contradicts");
    assert_eq!(
        first["decision"]["title"],
        "Open the doors of revision C 40 ms apart"
    );
    assert_eq!(
        first["limits"][0]["scope"],
        "for cabinets of revision A and B"
    );
    assert!(
        !against(&again).contains(&GAP.to_owned()),
        "it is superseded"
    );

    // As of its own base the first proposal shows what it showed, and beside it what came since.
    let then = review("faster-doors");
    assert_eq!(against(&then), against(&doors));
    assert_eq!(
        then["findings"][0]["quotes"],
        doors["findings"][0]["quotes"]
    );
    let since = &then["since"][0];
    assert_eq!(since["what"], "supersedes");
    assert_eq!(since["touches"][0], "F1");
    assert_eq!(
        since["decision"]["title"],
        "Open the doors of revision C 40 ms apart"
    );
    // And it is cited by commits of its own past only.
    assert!(!then["findings"].to_string().contains(two.head.as_str()));
}
