//! One review of about twenty files in the three states that a reviewer meets.

use anyhow::Result;
use rguard::model::{QueryRun, Review};

use super::cost::{Cost, median, memory, run};
use super::place::{Place, git};
use super::subject::Subject;
use super::table::Table;

/// What lies ready when the review starts.
#[derive(Clone, Copy)]
enum State {
    Cold,
    Warm,
    Filled,
}

/// Measures the three states, and the graph step of the last one.
pub fn measure(place: &Place, subject: &Subject, runs: usize, table: &mut Table) -> Result<()> {
    let peer = format!(
        "git diff --stat, and git blame of its {} files",
        subject.files.len()
    );
    let mut steps = Vec::new();
    for (state, name) in [
        (State::Cold, "review, engine and blame cache cold"),
        (State::Warm, "review, warm, blame cache empty"),
        (State::Filled, "review, warm, blame cache filled"),
    ] {
        let mut pairs = Vec::new();
        for _ in 0..runs {
            let theirs = by_git(subject)?;
            match state {
                State::Cold => {
                    place.stop_engine()?;
                    place.forget_blame()?;
                }
                State::Warm => place.forget_blame()?,
                State::Filled => {}
            }
            let args = ["review", &subject.commit, "--format", "json"];
            let (ours, out) = place.cost(&subject.repo, &args)?;
            pairs.push((ours, theirs));
            if matches!(state, State::Filled) {
                steps.push(serde_json::from_slice::<Review>(&out)?);
            }
        }
        table.pairs(name, &peer, &pairs);
    }
    let of = |f: fn(&[QueryRun]) -> f64| median(steps.iter().map(|r| f(&r.queries)));
    let count = steps.first().map_or(0, |r| r.queries.len());
    table.figure(
        "graph step, server",
        of(|q| q.iter().map(|r| r.server_ms).sum()),
        "ms",
        format!("sum over {count} queries"),
    );
    table.figure(
        "graph step, client",
        of(|q| q.iter().map(|r| r.client_ms).sum()),
        "ms",
        "sum over the same, although most run at once",
    );
    table.figure(
        "graph step, in sequence",
        of(in_sequence),
        "ms",
        "the longest of the hops that run at once, and all others",
    );
    for run in steps.last().iter().flat_map(|r| &r.queries) {
        let times = format!("{:>8.2} ms server, {:>5} rows", run.server_ms, run.rows);
        println!(
            "    {:<34} {:>8.2} ms client {times}",
            run.name, run.client_ms
        );
    }
    if let Some(pid) = place.engine_pid() {
        let note = "the engine's resident memory after the reviews";
        table.figure("engine memory", memory(pid, "VmRSS"), "MiB", note);
    }
    Ok(())
}

/// The queries that are asked at once.
const AT_ONCE: [&str; 9] = [
    "hop_file",
    "hop_commit",
    "hop_pr",
    "hop_doc",
    "hop_symbol",
    "hop_text",
    "editors",
    "touchers",
    "pagerank",
];

/// Milliseconds that the queries need one after the other, where those that are asked at once count
/// by the longest.
fn in_sequence(queries: &[QueryRun]) -> f64 {
    let (at_once, alone): (Vec<_>, Vec<_>) = queries
        .iter()
        .partition(|q| AT_ONCE.contains(&q.name.as_str()));
    let longest = at_once.iter().map(|q| q.client_ms).fold(0.0, f64::max);
    longest + alone.iter().map(|q| q.client_ms).sum::<f64>()
}

fn by_git(subject: &Subject) -> Result<Cost> {
    let parent = format!("{}^", subject.commit);
    let diff = ["diff", "--stat", "-M", &parent, &subject.commit];
    let (mut sum, _) = run(&mut git(&subject.repo, &diff))?;
    for file in &subject.files {
        let (cost, _) = run(&mut git(&subject.repo, &["blame", &parent, "--", file]))?;
        sum = sum + cost;
    }
    Ok(sum)
}
