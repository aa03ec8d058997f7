//! `rguard eval`: measures rguard against what careful people wrote down.
//!
//! Without a subcommand it reviews labelled cases; `corpora` compares the decisions that are read
//! in public repositories with tables of what they hold.

mod cases;
mod corpora;
mod materialise;
mod predictions;

use clap::Subcommand;

use super::{Exit, Global, UserError};

/// Arguments of `rguard eval`.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    /// What to measure, where it is not reviews
    #[command(subcommand)]
    pub what: Option<What>,
    /// The reviews of labelled cases
    #[command(flatten)]
    pub cases: Option<predictions::Args>,
}

/// What else can be measured.
#[derive(Subcommand, Debug)]
pub enum What {
    /// Compare the decisions that are read in repositories with tables of what they hold
    Corpora(corpora::Args),
}

/// Runs the command.
///
/// # Errors
/// Those of what is measured; see there.
pub async fn run(args: &Args, global: &Global) -> Result<Exit, UserError> {
    match (&args.what, &args.cases) {
        (Some(What::Corpora(args)), _) => corpora::run(args),
        (None, Some(args)) => predictions::run(args, global).await,
        (None, None) => Err(UserError::usage(
            "Name the cases with --cases, or a subcommand: rguard eval corpora.",
        )),
    }
}
