//! Reading decisions: each fault that other tools were reported for, each edge case of how records
//! are really written, keys over history, and the log as of a commit.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

#[path = "decisions/cases_links.rs"]
mod cases_links;
#[path = "decisions/cases_sources.rs"]
mod cases_sources;
#[path = "decisions/cases_status.rs"]
mod cases_status;
#[path = "decisions/cases_text.rs"]
mod cases_text;
#[path = "decisions/history.rs"]
mod history;
#[path = "decisions/history_reports.rs"]
mod history_reports;
#[path = "decisions/keys.rs"]
mod keys;
#[path = "decisions/link_reports.rs"]
mod link_reports;
#[path = "decisions/logs.rs"]
mod logs;
#[path = "decisions/moves.rs"]
mod moves;
#[path = "decisions/records.rs"]
mod records;
#[path = "decisions/source_reports.rs"]
mod source_reports;
#[path = "decisions/status_reports.rs"]
mod status_reports;
#[path = "decisions/support.rs"]
mod support;
