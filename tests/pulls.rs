//! What was said of pull requests and issues, from the host's words to the review: a scripted
//! repository, and discussions of it by hand.

#![recursion_limit = "256"] // the layouts of nested async bodies
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

#[path = "testkit/github/mod.rs"]
mod scripted;

#[path = "pulls/shop.rs"]
mod shop;

#[path = "pulls/cases.rs"]
mod cases;
#[path = "pulls/hops.rs"]
mod hops;
#[path = "pulls/keeping.rs"]
mod keeping;
#[path = "pulls/merging.rs"]
mod merging;
#[path = "pulls/people.rs"]
mod people;
#[path = "pulls/program.rs"]
mod program;
