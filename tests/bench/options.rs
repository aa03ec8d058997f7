//! The benchmark's own arguments.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

const USAGE: &str = "cargo bench -- [--repo DIR] [--runs N] [--json FILE]";

/// What to measure on, and how often.
pub struct Options {
    /// A clone to measure on; without one a repository is made.
    pub repo: Option<PathBuf>,
    /// How often each pair runs.
    pub runs: usize,
    /// Where to keep the numbers.
    pub json: Option<PathBuf>,
}

impl Options {
    /// Reads the process's arguments.
    pub fn from_args() -> Result<Self> {
        let mut found = Self {
            repo: None,
            runs: 3,
            json: None,
        };
        let mut args = std::env::args().skip(1);
        while let Some(arg) = args.next() {
            let mut value = || {
                args.next()
                    .with_context(|| format!("{arg} needs a value: {USAGE}"))
            };
            match arg.as_str() {
                "--repo" => found.repo = Some(PathBuf::from(value()?)),
                "--runs" => found.runs = value()?.parse::<usize>()?.max(1),
                "--json" => found.json = Some(PathBuf::from(value()?)),
                // What cargo adds.
                "--bench" => {}
                _ => bail!("{arg} means nothing here: {USAGE}"),
            }
        }
        Ok(found)
    }
}
