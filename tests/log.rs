//! `rguard log`: the list with its filters, one decision's story, what changed between two moments.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

#[path = "log/archive.rs"]
mod archive;
#[path = "log/deaths.rs"]
mod deaths;
#[path = "log/diff.rs"]
mod diff;
#[path = "log/ferry.rs"]
mod ferry;
#[path = "log/honest.rs"]
mod honest;
#[path = "log/list.rs"]
mod list;
#[path = "log/show.rs"]
mod show;
