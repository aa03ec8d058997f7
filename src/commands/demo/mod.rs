//! `rguard demo`: a small repository with a story, to see rguard at work on.
//!
//! The story stands in `demo/story` as text. It is told in two acts: in the first a proposal would
//! shorten a wait that looks idle and is not; in the second the target branch records new figures,
//! and a second proposal follows them, but one step too far.

pub mod build;
pub mod story;
mod stream;

use std::path::{Path, PathBuf};

use clap::Subcommand;

use self::build::{DemoError, DemoRepo, build_demo, next_act, remove_demo};
use super::output::print;
use super::{Exit, UserError};
use crate::dirs::Dirs;

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Where the repository lies or is to lie; without it, in rguard's cache
    #[arg(long, value_name = "DIR", global = true)]
    pub dir: Option<PathBuf>,
    /// Remove the repository and build it again
    #[arg(long)]
    pub reset: bool,
    /// What to do instead of building
    #[command(subcommand)]
    pub act: Option<Act>,
}

/// What to do with a demo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum Act {
    /// Bring the second act: the target branch decides anew, and a second proposal appears
    Next,
}

/// Builds the demo, or moves it on, and says where it is and what to look at.
///
/// # Errors
/// If the folder is taken, or git or the file system refuse.
pub fn run(args: &Args) -> Result<Exit, UserError> {
    let dir = match &args.dir {
        Some(dir) => dir.clone(),
        None => Dirs::from_env()
            .map_err(|e| UserError::config("There is no place for the demo.").caused_by(e))?
            .cache
            .join("demo")
            .join(build::folder_name()),
    };
    if args.reset {
        remove_demo(&dir).map_err(kindly)?;
    }
    let demo = match args.act {
        None => build_demo(&dir),
        Some(Act::Next) => next_act(&dir),
    }
    .map_err(kindly)?;
    print(&tell(&demo, args.dir.is_some()))?;
    Ok(Exit::OK)
}

fn kindly(e: DemoError) -> UserError {
    let error = match &e {
        DemoError::Story { .. } | DemoError::Edit { .. } => return UserError::internal(e),
        DemoError::Git(..) => UserError::config("The demo needs `git`, and it did not work."),
        DemoError::Io(path, _) => {
            UserError::user(format!("The demo cannot be written to {}.", path.display()))
        }
        DemoError::Taken(path) => {
            return UserError::user(format!(
                "{} is not empty and holds no demo.",
                path.display()
            ))
            .hint("Name an empty or new folder with `--dir`.");
        }
        DemoError::Changed(path) => {
            return UserError::user(format!(
                "The demo in {} has changes of your own, and the second act would lose them.",
                path.display()
            ))
            .hint("Take them back, or build it again with `rguard demo --reset`.");
        }
    };
    error.caused_by(e)
}

fn tell(demo: &DemoRepo, named: bool) -> String {
    let path = shell_word(&demo.path);
    let width = demo
        .branches
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    let mut text = format!("The demo repository is at {}\n\n", demo.path.display());
    text.push_str("Proposals:\n");
    for (name, subject) in &demo.branches {
        text.push_str(&format!("  {name:width$}  {subject}\n"));
    }
    text.push_str("\nReview one:\n");
    let first = if demo.second_act {
        "faster-doors-again"
    } else {
        "faster-doors"
    };
    text.push_str(&format!("  rguard --repo {path} review {first}\n"));
    if demo.second_act {
        text.push_str("\nThe first proposal, as of its own base, shows what it showed then:\n");
        text.push_str(&format!("  rguard --repo {path} review faster-doors\n"));
    } else {
        let named = if named {
            format!(" --dir {path}")
        } else {
            String::new()
        };
        text.push_str(&format!(
            "\nBring the second act while the workstation is open, then press `s` in it:\n  \
             rguard demo next{named}\n",
        ));
    }
    text
}

fn shell_word(path: &Path) -> String {
    let text = path.display().to_string();
    shlex::try_quote(&text)
        .map(|q| q.into_owned())
        .unwrap_or(text)
}
