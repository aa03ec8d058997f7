//! `rguard log`: the decision log as of a commit. It needs neither engine nor sync.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

use super::output::{self, print};
use super::{Exit, Global, UserError};
use crate::decisions::comments::listing as comments;
use crate::decisions::{DecisionLog, Past, Strength};
use crate::dirs::Dirs;
use crate::guard::graph_name;
use crate::history::{HistoryError, Repo};
use crate::model::{CommitId, LogView, Progress};
use crate::report::log::{Shown, log};
use crate::report::{Look, json};

/// Arguments.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Read the log as of this commit, branch or tag instead of HEAD
    #[arg(
        long,
        value_name = "REV",
        default_value = "HEAD",
        hide_default_value = true
    )]
    pub as_of: String,
    /// Also say what was read and what was not, and why
    #[arg(long)]
    pub coverage: bool,
    /// Also list the decisions that commit messages state and comments in code record
    #[arg(long)]
    pub inferred: bool,
    /// The form in which to print it
    #[arg(long, value_enum, default_value = "text")]
    pub format: LogFormat,
}

/// The forms in which a log is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum LogFormat {
    /// A list for a person
    #[default]
    Text,
    /// All of it, for programs
    Json,
}

/// Prints the log.
///
/// # Errors
/// If the repository or the revision cannot be read, or stdout not be written.
pub fn run(args: &Args, global: &Global) -> Result<Exit, UserError> {
    let repo = Repo::open(&global.repo).map_err(user)?;
    let commit = repo.resolve(&args.as_of).map_err(|e| {
        user(e).hint("Name a commit, branch or tag; `git log --oneline` lists the commits.")
    })?;
    let reader = DecisionLog::new();
    let bar = bar();
    let past = Past::read(&repo, &reader, std::slice::from_ref(&commit), |p| {
        show(&bar, &p)
    });
    bar.finish_and_clear();
    let past = past.map_err(user)?;
    let mut found = past
        .as_of(&repo, &reader, &commit, Strength::Reasoned)
        .map_err(user)?;
    if args.inferred {
        add_comments(&repo, &commit, &past, &mut found.view)?;
    }
    for notice in repo.notices() {
        output::note(&notice);
    }
    let text = match args.format {
        LogFormat::Json => json::pretty(&found.view).map_err(UserError::internal)?,
        LogFormat::Text => {
            let shown = Shown {
                inferred: args.inferred,
                coverage: args.coverage,
            };
            let look = Look {
                color: output::use_color(global.color),
                width: output::width(),
            };
            log(&found.view, shown, look)
        }
    };
    print(&text)?;
    Ok(Exit::OK)
}

/// Adds what comments in code record.
fn add_comments(
    repo: &Repo,
    commit: &CommitId,
    past: &Past,
    view: &mut LogView,
) -> Result<(), UserError> {
    let cache = Dirs::from_env()
        .ok()
        .zip(graph_name(repo).ok())
        .map(|(dirs, name)| comments::cache_file(&dirs.cache, name.as_str()));
    let ancestors = past.commits.ancestors(commit);
    let is_ancestor = |c: &CommitId| ancestors.as_ref().is_some_and(|a| a.contains_sha(c));
    let bar = bar();
    let found = comments::comments_at(
        repo,
        commit,
        past.index.root(),
        cache.as_deref(),
        &is_ancestor,
        |p| show(&bar, &p),
    );
    bar.finish_and_clear();
    let found = found.map_err(user)?;
    view.decisions.extend(found.decisions);
    view.coverage.extend(found.coverage);
    Ok(())
}

fn user(e: HistoryError) -> UserError {
    match e {
        HistoryError::Settings { .. } => e.into(),
        other => UserError::user(other.to_string()),
    }
}

/// A bar that comes up only where somebody watches and the work is slow.
fn bar() -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {bar:24} {pos}/{len}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style)
}

fn show(bar: &ProgressBar, p: &Progress) {
    if bar.is_hidden() || bar.elapsed().as_millis() < 400 {
        return;
    }
    bar.set_length(p.total);
    bar.set_message(match p.phase.as_str() {
        "history" => "Reading history",
        "comments" => "Reading comments",
        _ => "Reading decisions",
    });
    bar.set_position(p.done);
}
