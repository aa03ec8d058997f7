//! `rguard review`: opens the workstation, or prints the review of one change.

use std::io::IsTerminal;
use std::path::PathBuf;

use super::output::{self, print};
use super::pulls::Asking;
use super::{ErrorKind, Exit, Global, UserError};
use crate::model::{REVIEW_SCHEMA, Review};
use crate::report::{self, Format, Look};

/// Arguments.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["target", "staged", "worktree"])))]
pub struct Args {
    /// What to review: a branch, a commit, a range `A..B`, a pull request (its address,
    /// `owner/repo#7`, or `7`), a patch file, or `-` for a patch on stdin
    #[arg(value_name = "TARGET")]
    pub target: Option<String>,
    /// Review what is staged, against HEAD
    #[arg(long)]
    pub staged: bool,
    /// Review the worktree, against HEAD
    #[arg(long)]
    pub worktree: bool,
    /// Read the change against this commit or branch instead of the one that follows from the target
    #[arg(long, value_name = "REV")]
    pub base: Option<String>,
    /// Read the record as of `base` (the rule), as of `target` (the tip of the target branch), or as
    /// of another commit
    #[arg(
        long,
        value_name = "base|target|REV",
        default_value = "base",
        hide_default_value = true
    )]
    pub as_of: AsOfArg,
    /// The remote's name or URL from which a pull request is fetched
    #[arg(long, value_name = "REMOTE")]
    pub remote: Option<String>,
    /// Print the review in this form instead of opening the workstation
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Do not bring the graph up to date first
    #[arg(long)]
    pub no_sync: bool,
    /// How GitHub is asked about a pull request
    #[command(flatten)]
    pub asking: Asking,
}

/// As of when the record is to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AsOfArg {
    /// The change's own base.
    #[default]
    Base,
    /// The tip of the target branch.
    Target,
    /// Another commit.
    Rev(String),
}

impl std::str::FromStr for AsOfArg {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "base" => Self::Base,
            "target" => Self::Target,
            rev => Self::Rev(rev.to_owned()),
        })
    }
}

/// One wish for a review, free of how it was typed.
#[derive(Clone, Debug)]
pub struct Request {
    /// The repository.
    pub repo: PathBuf,
    /// A server instead of rguard's own engine.
    pub graph_url: Option<String>,
    /// What to review.
    pub what: What,
    /// Another base than the one that follows from the target.
    pub base: Option<String>,
    /// Where a pull request is fetched from, if not from the clone's own remote.
    pub remote: Option<String>,
    /// As of when.
    pub as_of: AsOfArg,
    /// Whether the graph is brought up to date first.
    pub sync: bool,
    /// How a host is asked about a pull request.
    pub asking: Asking,
}

/// What to review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A branch, commit, range or patch file, still to be resolved.
    Named(String),
    /// The index against HEAD.
    Staged,
    /// The worktree against HEAD.
    Worktree,
    /// A patch on stdin.
    Stdin,
}

impl Args {
    /// The wish behind the arguments.
    pub fn request(&self, global: &Global) -> Request {
        let what = match &self.target {
            _ if self.staged => What::Staged,
            _ if self.worktree => What::Worktree,
            Some(t) if t == "-" => What::Stdin,
            Some(t) => What::Named(t.clone()),
            None => What::Worktree,
        };
        Request {
            repo: global.repo.clone(),
            graph_url: global.graph_url.clone(),
            what,
            base: self.base.clone(),
            remote: self.remote.clone(),
            as_of: self.as_of.clone(),
            sync: !self.no_sync,
            asking: self.asking.clone(),
        }
    }
}

/// Runs the command: `review` computes a Review, `open` shows the workstation until it is left.
///
/// # Errors
/// What either of them could not do; or, without `--format`, that stdout is no terminal.
pub async fn run(
    args: Args,
    global: &Global,
    review: impl AsyncFnOnce(Request) -> Result<Review, UserError>,
    open: impl AsyncFnOnce(Request) -> Result<(), UserError>,
) -> Result<Exit, UserError> {
    let request = args.request(global);
    let Some(format) = args.format else {
        needs_terminal("review")?;
        open(request).await?;
        return Ok(Exit::OK);
    };
    print_review(
        &or_nothing(review(request).await, format)?,
        format,
        look(global),
    )
}

/// A program that asked for JSON or SARIF gets a Review even where there is no change: an empty one, with the
/// reason on stderr and among the change's notes.
///
/// # Errors
/// Every other error, as it was.
pub fn or_nothing(review: Result<Review, UserError>, format: Format) -> Result<Review, UserError> {
    match review {
        Err(e)
            if e.kind == ErrorKind::Nothing && matches!(format, Format::Json | Format::Sarif) =>
        {
            output::note(&e.message);
            let mut empty = Review {
                schema: REVIEW_SCHEMA.to_owned(),
                ..Review::default()
            };
            empty.change.notes.push(e.message);
            Ok(empty)
        }
        other => other,
    }
}

/// How to print for this user and terminal.
pub fn look(global: &Global) -> Look {
    Look {
        color: output::use_color(global.color),
        width: output::width(),
    }
}

/// Prints a Review, names on stderr why it is partial, and says how to exit.
///
/// # Errors
/// If stdout cannot be written.
pub fn print_review(review: &Review, format: Format, look: Look) -> Result<Exit, UserError> {
    print(&report::render(review, format, look).map_err(UserError::internal)?)?;
    note_partial(review);
    Ok(Exit(report::exit_code(review)))
}

/// Says on stderr why a Review is partial, if it is.
pub fn note_partial(review: &Review) {
    for reason in report::words::partial_reasons(review) {
        output::note(&format!("Partial: {reason}"));
    }
}

/// Refuses to open the workstation where nobody could see it.
///
/// # Errors
/// If stdout is not a terminal: the message names the plain alternatives.
pub fn needs_terminal(command: &str) -> Result<(), UserError> {
    if std::io::stdout().is_terminal() {
        return Ok(());
    }
    Err(UserError::config("The workstation needs a terminal, and stdout is none.").hint(format!(
        "Print instead: `rguard {command} … --format text`, `--format json` or `--format markdown`."
    )))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        global: Global,
        #[command(flatten)]
        args: Args,
    }

    fn request(words: &[&str]) -> Result<Request, clap::Error> {
        let line = Line::try_parse_from([&["review"], words].concat())?;
        Ok(line.args.request(&line.global))
    }

    #[test]
    fn exactly_one_target_is_taken() {
        assert!(request(&[]).is_err());
        assert!(request(&["topic", "--staged"]).is_err());
        assert!(request(&["--worktree", "--staged"]).is_err());
        assert_eq!(
            request(&["topic"]).unwrap().what,
            What::Named("topic".into())
        );
        assert_eq!(request(&["-"]).unwrap().what, What::Stdin);
        assert_eq!(request(&["--staged"]).unwrap().what, What::Staged);
    }

    #[test]
    fn the_record_is_read_as_of_the_base_unless_told_otherwise() {
        assert_eq!(request(&["t"]).unwrap().as_of, AsOfArg::Base);
        assert_eq!(
            request(&["t", "--as-of", "target"]).unwrap().as_of,
            AsOfArg::Target
        );
        assert_eq!(
            request(&["t", "--as-of", "v1.2"]).unwrap().as_of,
            AsOfArg::Rev("v1.2".into())
        );
    }
}
