//! What rguard costs, beside git on the same machine in the same minute.
//!
//! `cargo bench` makes a repository and measures on it; `cargo bench -- --repo DIR` takes a clone of
//! yours, which is only read. `--runs N` repeats every pair, `--json FILE` keeps the numbers. Nothing
//! here fails because something was slow: it prints, and whoever reads judges.

#![recursion_limit = "256"] // the layouts of nested async bodies
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr
)]

mod cost;
mod frames;
mod options;
mod place;
mod reading;
mod reviewing;
mod screen;
mod subject;
mod syncing;
mod synthetic;
mod table;

use anyhow::Result;
use rguard::{model, tui};

use options::Options;
use place::Place;
use subject::Subject;
use table::Table;

fn main() -> Result<()> {
    let options = Options::from_args()?;
    let place = Place::new()?;
    let subject = Subject::find(&options, &place)?;
    let mut table = Table::new(&subject, &options);
    table.head();
    reading::measure(&place, &subject, options.runs, &mut table)?;
    syncing::measure(&place, &subject, options.runs, &mut table)?;
    reviewing::measure(&place, &subject, options.runs, &mut table)?;
    screen::measure(&place, &subject, options.runs, &mut table)?;
    place.stop_engine()?;
    // Last: a large diff in this process would raise the floor of what its children are charged.
    frames::measure(options.runs, &mut table);
    if let Some(file) = &options.json {
        table.save(file)?;
    }
    Ok(())
}
