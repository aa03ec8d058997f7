//! The table that is printed, and kept as JSON.

use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::cost::{Cost, median, middle};
use super::options::Options;
use super::subject::Subject;

/// One measured thing.
#[derive(Serialize)]
struct Row {
    name: String,
    peer: String,
    runs: usize,
    rguard: Cost,
    git: Cost,
    cpu_ratio: f64,
    wall_ratio: f64,
}

/// A single figure that has no pair of processes behind it.
#[derive(Serialize)]
struct Figure {
    name: String,
    value: f64,
    unit: &'static str,
    note: String,
}

/// All that was measured, printed as it comes.
#[derive(Serialize)]
pub struct Table {
    machine: String,
    repository: String,
    commits: usize,
    reviewed: String,
    rows: Vec<Row>,
    figures: Vec<Figure>,
}

impl Table {
    /// An empty table about this repository.
    pub fn new(subject: &Subject, options: &Options) -> Self {
        Self {
            machine: format!("{}, {} runs of each pair", machine(), options.runs),
            repository: subject.name.clone(),
            commits: subject.commits,
            reviewed: subject.commit.clone(),
            rows: Vec::new(),
            figures: Vec::new(),
        }
    }

    /// Prints what the numbers are about.
    pub fn head(&self) {
        println!("{}", self.machine);
        println!(
            "{}: {} commits; the reviewed one is {}",
            self.repository,
            self.commits,
            self.reviewed.get(..12).unwrap_or(&self.reviewed)
        );
        println!("CPU is user + system of all processes, the graph engine's own included.\n");
        println!(
            "{:<38} {:>8} {:>8} {:>8} {:>8} {:>8} {:>7} {:>7} {:>8} {:>8}",
            "",
            "wall s",
            "cpu s",
            "engine",
            "git wall",
            "git cpu",
            "x wall",
            "x cpu",
            "MiB",
            "git MiB"
        );
    }

    /// A row of pairs: rguard's runs, and a peer's in the same moments.
    pub fn pairs(&mut self, name: &str, peer: &str, pairs: &[(Cost, Cost)]) {
        let ours: Vec<Cost> = pairs.iter().map(|p| p.0).collect();
        let theirs: Vec<Cost> = pairs.iter().map(|p| p.1).collect();
        let ratio = |f: fn(&Cost) -> f64| median(pairs.iter().map(|(a, b)| f(a) / f(b).max(1e-6)));
        let row = Row {
            name: name.into(),
            peer: peer.into(),
            runs: pairs.len(),
            rguard: middle(&ours),
            git: middle(&theirs),
            cpu_ratio: ratio(|c| c.cpu),
            wall_ratio: ratio(|c| c.wall),
        };
        let (a, b) = (row.rguard, row.git);
        println!(
            "{:<38} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>8.3} {:>7.2} {:>7.2} {:>8.0} {:>8.0}",
            row.name,
            a.wall,
            a.cpu,
            a.engine,
            b.wall,
            b.cpu,
            row.wall_ratio,
            row.cpu_ratio,
            a.peak,
            b.peak
        );
        println!("    against {}", row.peer);
        self.rows.push(row);
    }

    /// A figure by itself.
    pub fn figure(&mut self, name: &str, value: f64, unit: &'static str, note: impl Into<String>) {
        let note = note.into();
        println!("{name:<38} {value:>8.2} {unit:<4} {note}");
        self.figures.push(Figure {
            name: name.into(),
            value,
            unit,
            note,
        });
    }

    /// Writes all as JSON.
    pub fn save(&self, file: &Path) -> Result<()> {
        Ok(std::fs::write(file, serde_json::to_vec_pretty(self)?)?)
    }
}

fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info
        .lines()
        .find_map(|l| l.strip_prefix("model name")?.split_once(':'))
        .map_or("an unnamed processor", |(_, name)| name.trim());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    format!("{model}, {cores} cores, {}", std::env::consts::OS)
}
