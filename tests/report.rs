//! Reports: what a Review looks like as text, JSON and Markdown, and how it exits.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

#[path = "report/exit.rs"]
mod exit;
#[path = "report/forms.rs"]
mod forms;
#[path = "report/giving_back.rs"]
mod giving_back;
#[path = "report/hostile.rs"]
mod hostile;
#[path = "report/schema.rs"]
mod schema;
