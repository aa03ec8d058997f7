//! `rguard demo`: a small repository with a story, to see rguard at work on.
//!
//! The story stands in `demo/story` as text. It is told in two acts: in the first a proposal would
//! shorten a wait that looks idle and is not; in the second the target branch records new figures,
//! and a second proposal follows them, but one step too far.

pub mod build;
pub mod record;
pub mod story;
mod stream;

use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};

use clap::Subcommand;

use self::build::{DemoError, DemoRepo, build_demo, next_act, remove_demo};
use super::output::print;
use super::review::{self, AsOfArg, Request, What};
use super::{Exit, Global, UserError, engine, reviewing, workstation};
use crate::dirs::Dirs;
use crate::graph::provision::provision;
use crate::report::{self, Format};

/// Arguments.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Where the repository lies or is to lie; without it, in rguard's cache
    #[arg(long, value_name = "DIR", global = true)]
    pub dir: Option<PathBuf>,
    /// Remove the repository and build it again
    #[arg(long)]
    pub reset: bool,
    /// What to do instead of opening it
    #[command(subcommand)]
    pub act: Option<Act>,
}

/// What to do with a demo.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Act {
    /// Bring the second act: the target branch decides anew, and a second proposal appears
    Next,
    /// Play key scripts in the workstation without a terminal, and write what it shows
    Record(record::Args),
}

/// Builds the demo and opens its review: the workstation on a terminal, else the text report; or
/// moves the demo on, or records it.
///
/// # Errors
/// If the folder is taken, git or the file system refuse, or there is no engine.
pub async fn run(args: Args, global: &Global) -> Result<Exit, UserError> {
    if let Some(Act::Record(args)) = args.act {
        return record::run(args, global).await;
    }
    let dir = match &args.dir {
        Some(dir) => dir.clone(),
        None => Dirs::from_env()
            .map_err(|e| UserError::config("There is no place for the demo.").caused_by(e))?
            .cache
            .join("demo")
            .join(build::story_id())
            .join(build::NAME),
    };
    if args.reset {
        remove_demo(&dir).map_err(kindly)?;
    }
    if args.act == Some(Act::Next) {
        let demo = next_act(&dir).map_err(kindly)?;
        print(&tell(&demo, args.dir.is_some()))?;
        return Ok(Exit::OK);
    }
    let demo = build_demo(&dir).map_err(kindly)?;
    let global = Global {
        repo: demo.path.clone(),
        ..global.clone()
    };
    let request = request(&global, demo.proposal());
    if stdout().is_terminal() {
        fetch_engine(&global).await?;
        workstation::open(request, &global).await?;
        // The second act may have been brought meanwhile.
        let demo = build_demo(&dir).map_err(kindly)?;
        print(&tell(&demo, args.dir.is_some()))?;
        return Ok(Exit::OK);
    }
    let found = reviewing::review(request, &global).await?;
    let text =
        report::render(&found, Format::Text, review::look(&global)).map_err(UserError::internal)?;
    review::note_partial(&found);
    print(&format!(
        "{text}\nIn a terminal, `{} demo` opens the workstation on this review.\n\n{}",
        program(),
        tell(&demo, args.dir.is_some())
    ))?;
    Ok(Exit::OK)
}

/// The request that reviews a branch of the demo.
pub fn request(global: &Global, branch: &str) -> Request {
    Request {
        repo: global.repo.clone(),
        graph_url: global.graph_url.clone(),
        what: What::Named(branch.to_owned()),
        base: None,
        remote: None,
        as_of: AsOfArg::Base,
        sync: true,
        asking: crate::commands::pulls::Asking::default(),
    }
}

/// Fetches the engine before the screen is taken: the first time it takes as long as the network.
async fn fetch_engine(global: &Global) -> Result<(), UserError> {
    let config = engine::graph_config(global)?;
    if config.url.is_some() {
        return Ok(());
    }
    tokio::task::spawn_blocking(move || {
        provision(
            config.engine_dir.as_deref(),
            &config.dirs.cache,
            &config.notify,
        )
    })
    .await
    .map_err(UserError::internal)??;
    Ok(())
}

/// How this program was called: by cargo in a clone, or by its name.
fn program() -> &'static str {
    match std::env::var_os("CARGO_PKG_NAME").is_some_and(|n| n == env!("CARGO_PKG_NAME")) {
        true => "cargo run --release --",
        false => "rguard",
    }
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
    let rguard = program();
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
    text.push_str(&format!(
        "  {rguard} --repo {path} review {}\n",
        demo.proposal()
    ));
    if demo.second_act {
        text.push_str("\nThe first proposal, as of its own base, shows what it showed then:\n");
        text.push_str(&format!("  {rguard} --repo {path} review faster-doors\n"));
    } else {
        let named = if named {
            format!(" --dir {path}")
        } else {
            String::new()
        };
        text.push_str(&format!(
            "\nBring the second act while the workstation is open, then press `s` in it:\n  \
             {rguard} demo next{named}\n",
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
