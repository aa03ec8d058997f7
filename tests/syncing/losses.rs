//! State or graph that are lost, damaged or older than the other.

use std::fs;
use std::path::Path;

use crate::testkit::gauge::GaugeRepo;
use crate::testkit::run::Home;
use crate::{dump, same, state_dir, undisturbed};

#[test]
fn a_damaged_or_lost_state_is_begun_anew() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    assert_eq!(home.lingering(dir, &["sync"]).code, 0);
    let whole = dump(&home, dir);
    let state = state_dir(&home);
    let names: Vec<_> = fs::read_dir(&state)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e != "lock"))
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
    for file in &names {
        let half = fs::read(file).unwrap();
        let half = half[..half.len() / 2].to_vec();
        for damage in [Some(half), Some(b"{}".to_vec()), Some(Vec::new()), None] {
            match &damage {
                Some(bytes) => fs::write(file, bytes).unwrap(),
                None => fs::remove_file(file).unwrap(),
            }
            let ran = home.lingering(dir, &["sync"]);
            assert_eq!(ran.code, 0, "{} {damage:?}: {ran:?}", file.display());
            assert!(!ran.out.starts_with("Up to date"), "{ran:?}");
            same(&whole, &dump(&home, dir));
        }
    }
}

#[test]
fn a_lost_graph_is_built_anew_by_the_next_command() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    let (_, before) = home.review(dir, &["undo"]);
    let whole = dump(&home, dir);
    assert_eq!(home.run_with_engine(dir, &["engine", "stop"]).code, 0);
    fs::remove_dir_all(home.config().engine_paths().data).unwrap();
    let (code, after) = home.review(dir, &["undo"]);
    assert_eq!(code, 1);
    assert_eq!(before.findings, after.findings);
    same(&whole, &dump(&home, dir));
}

#[test]
fn a_graph_that_lost_its_last_writes_is_not_believed() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let engine = home.config().engine_paths().data;
    let stopped = || assert_eq!(home.run_with_engine(dir, &["engine", "stop"]).code, 0);
    assert_eq!(home.lingering(dir, &["sync", &g.slow]).code, 0);
    stopped();
    let older = home.path().join("older");
    copy(&engine, &older);
    // The new commit changes no position that the graph counts by itself: a record alone.
    g.repo.commit(
        &[(
            "docs/adr/0009-more.md",
            "# 9. More\n\n## Status\n\nAccepted\n\n## Decision\n\nMore of it.\n",
        )],
        "More",
    );
    assert_eq!(home.lingering(dir, &["sync"]).code, 0);
    stopped();
    fs::remove_dir_all(&engine).unwrap();
    copy(&older, &engine);
    assert_eq!(home.lingering(dir, &["sync"]).code, 0);
    same(&undisturbed(dir), &dump(&home, dir));
}

fn copy(from: &Path, to: &Path) {
    let done = std::process::Command::new("cp")
        .arg("-r")
        .args([from, to])
        .status();
    assert!(done.unwrap().success());
}
