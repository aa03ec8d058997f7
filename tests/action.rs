//! What goes back to a pull request: comments, check runs, answers to commands, and corrections that
//! reach other machines.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]
#![recursion_limit = "256"]

mod testkit;

#[path = "action/commands.rs"]
mod commands;
#[cfg(feature = "peers")]
#[path = "action/peers.rs"]
mod peers;
#[path = "action/posting.rs"]
mod posting;
#[path = "action/sharing.rs"]
mod sharing;
#[path = "action/shipped.rs"]
mod shipped;
