//! `rguard man`: the manual pages.

use std::path::PathBuf;

use clap::CommandFactory;

use super::output::print;
use super::{Cli, Exit, UserError};

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Write rguard.1 and a page per subcommand into this folder instead of printing rguard.1
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

/// Prints the page, or writes all of them.
///
/// # Errors
/// If stdout or the folder cannot be written.
pub fn run(args: &Args) -> Result<Exit, UserError> {
    let command = Cli::command();
    if let Some(dir) = &args.out {
        std::fs::create_dir_all(dir)
            .and_then(|()| clap_mangen::generate_to(command, dir))
            .map_err(|e| {
                UserError::user(format!("The pages cannot be written to {}.", dir.display()))
                    .caused_by(e)
            })?;
        return Ok(Exit::OK);
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    print(&String::from_utf8_lossy(&page))?;
    Ok(Exit::OK)
}
