//! `rguard log`: the decision log as of a moment, one decision's story, and what changed between two
//! moments. It needs neither engine nor sync.

mod diff;
mod list;
mod read;
mod show;

use clap::Subcommand;

use super::output::{self, print};
use super::{Exit, Global, UserError};
use crate::report::Look;

/// Arguments.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Read the log as of this commit, branch, tag or date (2026-08-01, or with a time: 2026-08-01 14:00) instead of HEAD
    #[arg(long, global = true, value_name = "REV|DATE")]
    pub as_of: Option<String>,
    /// The form in which to print it
    #[arg(long, global = true, value_enum, default_value = "text")]
    pub format: LogFormat,
    /// Which decisions, and what beside them.
    #[command(flatten)]
    pub list: list::Listing,
    /// Something else than the list.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What else can be asked of a log.
#[derive(Subcommand, Clone, Debug)]
pub enum Command {
    /// Tell one decision's whole story: facts, quotes, revisions, what replaced it
    Show(show::Args),
    /// Say what became of the log between two moments
    Diff(diff::Args),
}

/// The forms in which a log is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// For a person
    #[default]
    Text,
    /// All of it, for programs
    Json,
}

/// Prints the log, a decision, or a comparison.
///
/// # Errors
/// If the repository or the revision cannot be read, a decision is not there or not the only one that
/// may be meant, or stdout cannot be written.
pub fn run(args: &Args, global: &Global) -> Result<Exit, UserError> {
    let of_list = |name: &str| {
        UserError::usage(format!(
            "The filters of `rguard log` are for the list, and `rguard log {name}` has none."
        ))
        .hint(format!("Leave them out, or leave out `{name}`."))
    };
    let as_of = args.as_of.as_deref();
    let text = match &args.command {
        None => {
            let (text, exit) = list::run(&args.list, as_of, args.format, global)?;
            print(&text)?;
            return Ok(exit);
        }
        Some(Command::Show(_)) if args.list.is_any() => return Err(of_list("show")),
        Some(Command::Diff(_)) if args.list.is_any() => return Err(of_list("diff")),
        Some(Command::Diff(_)) if as_of.is_some() => {
            return Err(
                UserError::usage("`rguard log diff` takes its two moments as A..B.")
                    .hint("Leave --as-of out."),
            );
        }
        Some(Command::Show(show)) => show::run(show, as_of, args.format, global)?,
        Some(Command::Diff(diff)) => diff::run(diff, args.format, global)?,
    };
    print(&text)?;
    Ok(Exit::OK)
}

fn look(global: &Global) -> Look {
    Look {
        color: output::use_color(global.color),
        width: output::width(),
    }
}
