//! Any text in: no panic, every quote found again at its lines, nothing twice, the same each time.
//!
//! The short run is a part of the tests. The long run goes on for as many minutes as
//! `RGUARD_FUZZ_MINUTES` says (ten by default), one target after another:
//! `cargo test --release --test fuzz -- --ignored --nocapture`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod checks;
mod code;
mod logs;
mod targets;
mod texts;
