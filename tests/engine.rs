//! The graph engine: start, sharing and death; what is written and read; the plans of all statements.

#![recursion_limit = "256"] // the layouts of nested async bodies
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout
)]

#[path = "engine/canaries.rs"]
mod canaries;
#[path = "engine/failures.rs"]
mod failures;
#[path = "testkit/engine.rs"]
mod home;
#[path = "engine/hops.rs"]
mod hops;
#[path = "engine/linger.rs"]
mod linger;
#[path = "engine/plans.rs"]
mod plans;
#[path = "engine/process.rs"]
mod process;
#[path = "engine/provisioning.rs"]
mod provisioning;
#[path = "engine/small.rs"]
mod small;
#[path = "engine/store.rs"]
mod store;
