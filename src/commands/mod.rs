//! One file per subcommand, thin: read arguments, call the rooms, print what they return.
//!
//! To add one: a file here with `pub struct Args` and `pub async fn run(args, &Global) ->
//! Result<Exit, UserError>`, and its variant in [`Command`]. A subcommand is listed only once it
//! works. Errors of the rooms become a [`UserError`] here, with hints that say what to do.

pub mod action;
pub mod completions;
pub mod correct;
pub mod demo;
pub mod doctor;
pub mod engine;
pub mod error;
pub mod eval;
mod failures;
pub mod guard;
pub mod log;
pub mod logging;
pub mod man;
pub mod open;
pub mod output;
pub mod pulls;
pub mod review;
mod reviewing;
pub mod schema;
mod sharing;
pub mod sync;
pub mod workstation;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

pub use error::{ErrorKind, Exit, UserError};

/// The whole command line.
#[derive(Parser, Debug)]
#[command(
    name = "rguard",
    version,
    about = "Reviews a change against the decisions that came before it",
    max_term_width = 100,
    arg_required_else_help = true,
    disable_help_subcommand = true
)]
pub struct Cli {
    /// Options that every subcommand takes.
    #[command(flatten)]
    pub global: Global,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Options that every subcommand takes.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Options of every command")]
pub struct Global {
    /// The repository to work on
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        default_value = ".",
        hide_default_value = true
    )]
    pub repo: PathBuf,
    /// A FalkorDB server to use instead of the engine that rguard starts itself
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "RGUARD_GRAPH_URL",
        hide_env_values = true
    )]
    pub graph_url: Option<String>,
    /// When to use colour
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_default_value = true
    )]
    pub color: ColorWhen,
    /// What to write to rguard's log file, as `info` or `rguard::sync=debug`
    #[arg(
        long,
        global = true,
        value_name = "FILTER",
        env = "RGUARD_LOG",
        hide_env_values = true
    )]
    pub log: Option<String>,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Review a pull request in a GitHub workflow, and take what people answer
    Action(action::Args),
    /// Print the completion script of a shell
    Completions(completions::Args),
    /// Say something about a finding or a decision, list what was said, or take it back
    Correct(correct::Args),
    /// Show rguard at work on a small repository with a story
    Demo(demo::Args),
    /// Check everything that rguard needs, and say how to mend what is missing
    Doctor(doctor::Args),
    /// Review labelled cases and write one prediction a line
    Eval(eval::Args),
    /// Look after the graph engine that rguard starts by itself
    Engine(engine::Args),
    /// Say which decisions a change undoes, and nothing where it undoes none: for hooks and scripts
    Guard(guard::Args),
    /// Print the decision log as it stood at a commit
    Log(log::Args),
    /// Print the manual page, or write one page per subcommand into a folder
    Man(man::Args),
    /// Review a change against the decisions that came before it
    Review(review::Args),
    /// Print the JSON Schema of what other programs read
    Schema(schema::Args),
    /// Bring the graph up to the target branch and HEAD
    Sync(sync::Args),
}

/// Runs one subcommand.
///
/// # Errors
/// What the subcommand could not do, ready to be shown. A broken pipe is not an error.
pub async fn run(cli: Cli) -> Result<Exit, UserError> {
    let global = cli.global;
    let result = match cli.command {
        Command::Action(args) => action::run(args, &global).await,
        Command::Completions(args) => completions::run(&args),
        Command::Correct(args) => correct::run(args, &global).await,
        Command::Demo(args) => demo::run(args, &global).await,
        Command::Doctor(args) => doctor::run(&args, &global).await,
        Command::Engine(args) => engine::run(&args, &global),
        Command::Log(args) => log::run(&args, &global),
        Command::Eval(args) => eval::run(&args, &global).await,
        Command::Man(args) => man::run(&args),
        Command::Guard(args) => {
            let compute = async |request| reviewing::review(request, &global).await;
            guard::run(args, &global, compute).await
        }
        Command::Review(args) => {
            let compute = async |request| reviewing::review(request, &global).await;
            let open = async |request| workstation::open(request, &global).await;
            review::run(args, &global, compute, open).await
        }
        Command::Schema(args) => schema::run(&args),
        Command::Sync(args) => sync::run(&args, &global).await,
    };
    match result {
        Err(e) if e.is_broken_pipe() => Ok(Exit::OK),
        other => other,
    }
}
