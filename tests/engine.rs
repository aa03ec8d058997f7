//! The graph engine: start, sharing and death; what is written and read; the plans of all statements.

#[path = "testkit/engine.rs"]
mod home;

#[path = "engine/plans.rs"]
mod plans;
#[path = "engine/store.rs"]
mod store;
