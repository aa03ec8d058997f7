//! The graph engine: start, sharing and death; what is written and read; the plans of all statements.

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
#[path = "engine/store.rs"]
mod store;
