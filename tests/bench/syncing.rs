//! A whole sync against git's two logs of the same commits, and one that finds nothing new.

use std::path::Path;

use anyhow::Result;

use super::cost::{Cost, memory, run};
use super::place::{Place, git};
use super::subject::Subject;
use super::table::Table;

/// Measures both; the graph of the last run stays.
pub fn measure(place: &Place, subject: &Subject, runs: usize, table: &mut Table) -> Result<()> {
    let mut pairs = Vec::new();
    for _ in 0..runs {
        let theirs = logs(&subject.repo)?;
        place.clear()?;
        let (ours, _) = place.cost(&subject.repo, &["sync"])?;
        pairs.push((ours, theirs));
    }
    table.pairs(
        "full sync",
        "git log -m --first-parent --name-status -M, then --no-merges",
        &pairs,
    );
    if let Some(pid) = place.engine_pid() {
        let note = "the engine's resident memory after it";
        table.figure("engine memory", memory(pid, "VmRSS"), "MiB", note);
    }
    let mut pairs = Vec::new();
    for _ in 0..runs {
        let (theirs, _) = run(&mut git(&subject.repo, &["rev-list", "--count", "HEAD"]))?;
        let (ours, _) = place.cost(&subject.repo, &["sync"])?;
        pairs.push((ours, theirs));
    }
    table.pairs("no-op sync", "git rev-list --count HEAD", &pairs);
    Ok(())
}

fn logs(repo: &Path) -> Result<Cost> {
    let first = ["log", "-m", "--first-parent", "--name-status", "-M"];
    let all = ["log", "--no-merges", "--name-status", "-M"];
    let (a, _) = run(&mut git(repo, &first))?;
    let (b, _) = run(&mut git(repo, &all))?;
    Ok(a + b)
}
