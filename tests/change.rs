//! From what the user names to the Change under review.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

#[path = "change/patches.rs"]
mod patches;
#[path = "change/pulls.rs"]
mod pulls;
#[path = "change/read_only.rs"]
mod read_only;
#[path = "change/targets.rs"]
mod targets;
#[path = "change/told.rs"]
mod told;
