//! Reading git history: equality with git itself, walks, as-of reads.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

#[path = "history/equivalence.rs"]
mod equivalence;
#[path = "history/fixture.rs"]
mod fixture;
#[path = "history/lines.rs"]
mod lines;
#[path = "history/measure.rs"]
mod measure;
#[path = "history/reading.rs"]
mod reading;
#[path = "history/trailers.rs"]
mod trailers;
#[path = "history/uncommitted.rs"]
mod uncommitted;
#[path = "history/walking.rs"]
mod walking;
