//! `rguard completions`: the completion script of a shell.

use clap::CommandFactory;
use clap_complete::Shell;

use super::output::print;
use super::{Cli, Exit, UserError};

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The shell
    pub shell: Shell,
}

/// Prints the script.
///
/// # Errors
/// If stdout cannot be written.
pub fn run(args: &Args) -> Result<Exit, UserError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "rguard", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::OK)
}
