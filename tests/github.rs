//! Reading a GitHub host: a scripted one on this machine, and the built program against it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

#[path = "testkit/github/mod.rs"]
mod scripted;

#[path = "github/asking.rs"]
mod asking;
#[path = "github/cloning.rs"]
mod cloning;
#[path = "github/faults.rs"]
mod faults;
#[path = "github/program.rs"]
mod program;
#[path = "github/reading.rs"]
mod reading;
#[path = "github/signless.rs"]
mod signless;
#[path = "github/story.rs"]
mod story;
