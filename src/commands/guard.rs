//! `rguard guard`: the fast, quiet form of a review, for hooks and scripts.

use super::output::{self, print};
use super::review::{AsOfArg, Request, What};
use super::{Exit, Global, UserError};
use crate::model::Review;
use crate::report::{self, Format, Look};

/// Arguments.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(group(clap::ArgGroup::new("what").args(["target", "staged", "worktree"])))]
pub struct Args {
    /// What to guard: a branch, a commit, a range `A..B`, a patch file, or `-` for a patch on stdin;
    /// without one, what is staged
    #[arg(value_name = "TARGET")]
    pub target: Option<String>,
    /// Guard what is staged, against HEAD
    #[arg(long)]
    pub staged: bool,
    /// Guard the worktree, against HEAD
    #[arg(long)]
    pub worktree: bool,
    /// Read the change against this commit or branch instead of the one that follows from the target
    #[arg(long, value_name = "REV")]
    pub base: Option<String>,
    /// Print the whole review in this form instead of a few lines
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Do not bring the graph up to date first
    #[arg(long)]
    pub no_sync: bool,
}

impl Args {
    /// The wish behind the arguments.
    pub fn request(&self, global: &Global) -> Request {
        let what = match self.target.as_deref() {
            Some("-") => What::Stdin,
            Some(target) => What::Named(target.to_owned()),
            None if self.worktree => What::Worktree,
            None => What::Staged,
        };
        Request {
            repo: global.repo.clone(),
            graph_url: global.graph_url.clone(),
            what,
            base: self.base.clone(),
            remote: None,
            as_of: AsOfArg::Base,
            sync: !self.no_sync,
            asking: super::pulls::Asking::default(),
        }
    }
}

/// Runs the command: prints what stands against the change, and nothing where nothing does.
///
/// # Errors
/// What `review` could not do, or stdout cannot be written.
pub async fn run(
    args: Args,
    global: &Global,
    review: impl AsyncFnOnce(Request) -> Result<Review, UserError>,
) -> Result<Exit, UserError> {
    let look = Look {
        color: output::use_color(global.color),
        width: output::width(),
    };
    let review = review(args.request(global)).await;
    match args.format {
        Some(format) => {
            let review = super::review::or_nothing(review, format)?;
            super::review::print_review(&review, format, look)
        }
        None => {
            let review = review?;
            print(&report::text::quiet(&review, look))?;
            super::review::note_partial(&review);
            Ok(Exit(report::exit_code(&review)))
        }
    }
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

    fn parse(words: &[&str]) -> Result<Line, clap::Error> {
        Line::try_parse_from([&["guard"], words].concat())
    }

    #[test]
    fn what_is_staged_is_guarded_unless_told_otherwise() {
        let what = |words: &[&str]| {
            let line = parse(words).unwrap();
            line.args.request(&line.global).what
        };
        assert_eq!(what(&[]), What::Staged);
        assert_eq!(what(&["--worktree"]), What::Worktree);
        assert_eq!(what(&["main..topic"]), What::Named("main..topic".into()));
        assert!(parse(&["topic", "--staged"]).is_err());
    }

    #[tokio::test]
    async fn the_exit_code_is_that_of_the_review() {
        let line = parse(&["--color", "never"]).unwrap();
        let partial = async |_: Request| {
            Ok(Review {
                partial: vec!["The log could not be read.".into()],
                ..Review::default()
            })
        };
        let exit = run(line.args, &line.global, partial).await.unwrap();
        assert_eq!(exit, Exit::PARTIAL);
    }
}
