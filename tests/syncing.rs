//! Bringing a repository into the graph: once, again, interrupted, and after losses.

#![recursion_limit = "256"] // the layouts of nested async bodies
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod testkit;

#[path = "syncing/corrections.rs"]
mod corrections;
#[path = "syncing/deaths.rs"]
mod deaths;
#[path = "syncing/instructions.rs"]
mod instructions;
#[path = "syncing/losses.rs"]
mod losses;
#[path = "syncing/reports.rs"]
mod reports;
#[path = "syncing/steps.rs"]
mod steps;
#[path = "syncing/together.rs"]
mod together;

use std::path::Path;

use rguard::guard::Session;
use rguard::history::Repo;
use testkit::run::Home;

/// The repository's graph as text that does not depend on how it came about.
fn dump(home: &Home, dir: &Path) -> String {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let (repo, config) = (Repo::open(dir).unwrap(), home.config());
        let session = Session::open(repo, &config).await.unwrap();
        let dump = session.store().dump().await.unwrap();
        session.close().await.unwrap();
        dump
    })
}

/// The graph of a repository after one sync that nothing disturbed.
fn undisturbed(dir: &Path) -> String {
    let home = Home::new();
    let ran = home.lingering(dir, &["sync"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    dump(&home, dir)
}

/// Fails with the first line in which two dumps differ.
fn same(a: &str, b: &str) {
    if let Some((x, y)) = a.lines().zip(b.lines()).find(|(x, y)| x != y) {
        panic!("the graphs differ:\n  {x}\n  {y}");
    }
    assert_eq!(a.lines().count(), b.lines().count());
    assert!(a.lines().count() > 10, "{a}");
}

/// How many commits a sync says that it read.
fn commits_read(out: &str) -> usize {
    let (number, rest) = out.split_once(' ').unwrap();
    assert!(rest.starts_with("commits read"), "{out}");
    number.parse().unwrap()
}

/// The folder with a repository's state.
fn state_dir(home: &Home) -> std::path::PathBuf {
    let repos = home.path().join("data/repos");
    let mut all = std::fs::read_dir(repos).unwrap();
    all.next().unwrap().unwrap().path()
}
