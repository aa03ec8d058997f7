//! `rguard eval corpora`: compares what is read in public repositories with what careful readers
//! wrote down, and the log as of older commits with a checkout of them.

mod as_of;
mod checkout;
mod compare;
mod show;
mod table;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;

use super::materialise::Scratch;
use crate::commands::{Exit, UserError, output};
use crate::decisions::{DecisionLog, Past, Strength};
use crate::history::Repo;
use crate::report::json;
use as_of::Agreement;
use compare::Outcome;
use table::Corpus;

/// Arguments of `rguard eval corpora`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The folder with one table for each repository
    #[arg(long, value_name = "DIR")]
    pub corpora: PathBuf,
    /// The folder with the clones that the tables name; one that is not there is left out
    #[arg(long, value_name = "DIR")]
    pub repos: PathBuf,
    /// Only the table of this name
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
    /// Also list each difference with its place and reason
    #[arg(long)]
    pub misses: bool,
    /// Also compare the log as of N older commits with a checkout of each (five where N is left out)
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "5")]
    pub as_of: Option<usize>,
    /// The form in which to print it
    #[arg(long, value_enum, default_value = "text")]
    pub format: Form,
}

/// The forms in which the comparison is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// Tables for a person
    #[default]
    Text,
    /// All of it, for programs
    Json,
}

/// What came of one table.
#[derive(Debug, Serialize)]
pub struct Compared {
    /// The table's name.
    pub corpus: String,
    /// How the log agrees with it.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// How the log as of older commits agrees with a checkout.
    pub as_of: Vec<Agreement>,
    /// Milliseconds in which history and log were read.
    pub ms: u128,
}

/// Runs the command. What differs is its output, so it ends well.
///
/// # Errors
/// A table cannot be read, or stdout not be written. A repository that is not there or cannot be
/// read is said and left out.
pub fn run(args: &Args) -> Result<Exit, UserError> {
    let mut results = Vec::new();
    for (name, path) in tables(args)? {
        let text = fs::read_to_string(&path).map_err(|e| {
            UserError::user(format!("{} cannot be read", path.display())).caused_by(e)
        })?;
        let corpus = table::parse(&text)
            .map_err(|e| UserError::user(format!("{} is no table: {e}", path.display())))?;
        let dir = args.repos.join(&corpus.clone);
        if !dir.is_dir() {
            let folder = args.repos.display();
            output::note(&format!(
                "{} is not in {folder} and is left out.",
                corpus.clone
            ));
            continue;
        }
        match one(name, &corpus, &dir, args.as_of) {
            Ok(result) => results.push(result),
            Err(e) => output::note(&format!("{} is left out: {e}", corpus.clone)),
        }
    }
    let text = match args.format {
        Form::Text => show::text(&results, args.misses),
        Form::Json => json::pretty(&results).map_err(UserError::internal)?,
    };
    output::print(&text)?;
    Ok(Exit::OK)
}

/// The tables that are asked for, by name.
fn tables(args: &Args) -> Result<Vec<(String, PathBuf)>, UserError> {
    let dir = &args.corpora;
    let listed = fs::read_dir(dir)
        .map_err(|e| UserError::user(format!("{} cannot be read", dir.display())).caused_by(e))?;
    let mut found: Vec<(String, PathBuf)> = listed
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "tsv"))
        .filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path)))
        .filter(|(name, _)| args.only.as_ref().is_none_or(|only| only == name))
        .collect();
    found.sort();
    if found.is_empty() {
        let hint = "A table is a file whose name ends in .tsv; --only takes the name before that.";
        let what = format!("{} has no such table", dir.display());
        return Err(UserError::user(what).hint(hint));
    }
    Ok(found)
}

fn one(
    name: String,
    corpus: &Corpus,
    dir: &Path,
    older: Option<usize>,
) -> Result<Compared, String> {
    let start = Instant::now();
    let repo = Repo::open(dir).map_err(|e| e.to_string())?;
    let commit = repo.resolve(&corpus.commit).map_err(|e| e.to_string())?;
    let reader = DecisionLog::new();
    let past = Past::read(&repo, &reader, std::slice::from_ref(&commit), |_| {})
        .map_err(|e| e.to_string())?;
    let log = past
        .as_of(&repo, &reader, &commit, Strength::Reasoned)
        .map_err(|e| e.to_string())?;
    let ms = start.elapsed().as_millis();
    let since = match &corpus.since {
        Some(rev) => Some(repo.resolve(rev).map_err(|e| e.to_string())?),
        None => None,
    };
    let before = since.as_ref().and_then(|c| past.commits.ancestors(c));
    let outcome = compare::compare(corpus, &log.view, &|c| {
        since.as_ref() == Some(c) || before.as_ref().is_none_or(|b| !b.contains_sha(c))
    });
    let mut as_of = Vec::new();
    if let Some(n) = older {
        let scratch = Scratch::over(repo.git_dir())?;
        for commit in as_of::spread(&past, n) {
            as_of.push(as_of::agree(&repo, &reader, &past, &scratch, &commit)?);
        }
    }
    Ok(Compared {
        corpus: name,
        outcome,
        as_of,
        ms,
    })
}
