//! rguard: reviews a change against the decisions that came before it.
//!
//! # The tour of the house
//!
//! ```text
//!  target ──► change ─────────────────────────────┐
//!                                                 ▼
//!  repository ──► history ──► decisions ──► sync ──► graph ──► guard ──► judge ──► review ──► tui | report
//!  code host ───► github ───────────────────►  ▲                                     │
//!                                              └──────────── corrections ◄───────────┘
//! ```
//!
//! Data flows one way. A room knows the ones to its left and [`model`]; it never reaches back.
//! Only the last ones, [`tui`], [`report`] and [`commands`], print.

// The graph client's futures are nested deeper than the compiler's default allows.
#![recursion_limit = "256"]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::print_stderr
    )
)]

pub mod change;
pub mod commands;
pub mod decisions;
pub mod dirs;
pub mod extract;
pub mod github;
pub mod graph;
pub mod guard;
pub mod history;
pub mod judge;
pub mod model;
pub mod report;
pub mod sync;
pub mod tui;
