//! Reviews from the command line to the answer, over a real engine.

#![recursion_limit = "256"] // the layouts of nested async bodies
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

#[path = "reviewing/answers.rs"]
mod answers;
#[path = "reviewing/as_of.rs"]
mod as_of;
#[path = "reviewing/comments.rs"]
mod comments;
#[path = "reviewing/exits.rs"]
mod exits;
#[path = "reviewing/links.rs"]
mod links;
#[path = "reviewing/targets.rs"]
mod targets;
#[path = "reviewing/verdicts.rs"]
mod verdicts;
