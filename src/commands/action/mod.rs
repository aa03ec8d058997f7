//! `rguard action`: what the GitHub Action runs. It reviews a pull request and says so there, and
//! takes what people answer.
//!
//! The workflow runs with the rights of the base and never checks the head out; what the head holds
//! is read from git as data. Decisions and settings are those of the base.

mod answer;
mod command;
mod event;
mod post;
mod review;
mod stage;

use std::sync::Arc;

use clap::Subcommand;

use super::{Exit, Global, UserError};
use crate::github::{Client, Surroundings, Writer};

/// Arguments.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// What to do
    #[command(subcommand)]
    what: What,
}

#[derive(Clone, Debug, Subcommand)]
enum What {
    /// Review the pull request of the event: one comment, a neutral check run, remarks on the lines
    Review(review::Args),
    /// Take the `/rationale` command of the event's comment, and answer by a reaction
    Command,
}

/// Runs the command.
///
/// # Errors
/// The event is not there or is of another kind, the review is not possible, or GitHub fails.
pub async fn run(args: Args, global: &Global) -> Result<Exit, UserError> {
    match args.what {
        What::Review(args) => review::run(args, global).await,
        What::Command => command::run(global).await,
    }
}

/// The connection that writes, as the environment has it.
async fn writer(stage: &stage::Stage) -> Result<Writer, UserError> {
    let notify = Arc::new(|sentence: &str| super::output::note(sentence));
    let client = Client::connect(&stage.host, &Surroundings::from_env(), notify).await?;
    if client.token().is_none() {
        return Err(UserError::config("There is no token to write with.")
            .hint("Give the step `env: GITHUB_TOKEN: ${{ github.token }}`."));
    }
    Ok(Writer::new(client))
}
