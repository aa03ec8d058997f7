//! `rguard schema`: the JSON Schema of what other programs read.

use clap::ValueEnum;

use super::output::print;
use super::{Exit, UserError};
use crate::report;

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Of which output
    pub of: What,
}

/// The outputs that have a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// `rguard review --format json`
    Review,
    /// `rguard log --format json`
    Log,
    /// `rguard log show ID --format json`
    LogShow,
    /// `rguard log diff A..B --format json`
    LogDiff,
}

/// Prints the schema.
///
/// # Errors
/// If stdout cannot be written.
pub fn run(args: &Args) -> Result<Exit, UserError> {
    let schema = match args.of {
        What::Review => report::schema::review(),
        What::Log => report::schema::log(),
        What::LogShow => report::schema::log_show(),
        What::LogDiff => report::schema::log_diff(),
    };
    print(&report::json::pretty(&schema).map_err(UserError::internal)?)?;
    Ok(Exit::OK)
}
