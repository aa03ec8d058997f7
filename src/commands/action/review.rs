//! Reviews the pull request of an event and says so there.

use std::path::PathBuf;

use super::super::output::print;
use super::super::pulls::Asking;
use super::super::review::{AsOfArg, Request, What};
use super::super::{Exit, Global, UserError, reviewing};
use super::post::{self, Posted};
use super::stage::Stage;
use crate::dirs::write_whole;
use crate::github::{GithubError, Writer};
use crate::model::{CommitId, ForgeRef, Review};
use crate::report::annotations::annotations;
use crate::report::{Web, check_run, json, markdown, sarif, sticky, workflow_log};

/// Arguments.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Args {
    /// The pull request, where the event is not one of a pull request
    #[arg(long, value_name = "NUMBER")]
    pull: Option<u64>,
    /// Also write the review as SARIF 2.1.0 into this file
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
}

/// Runs the command. What was found does not change how it exits: the check is neutral.
///
/// # Errors
/// The event names no pull request, it cannot be reviewed, or GitHub fails on a write.
pub(super) async fn run(args: Args, global: &Global) -> Result<Exit, UserError> {
    let stage = Stage::from_env()?;
    let writer = super::writer(&stage).await?;
    let of_event = stage.event.pull_request.as_ref().filter(|p| p.number > 0);
    let (number, base) = match (args.pull, of_event) {
        (Some(number), None) => (number, writer.ends_of(&stage.pull(number)).await?.0),
        (wanted, Some(pull)) if wanted.is_none_or(|n| n == pull.number) => {
            (pull.number, pull.base.sha.clone())
        }
        (Some(number), Some(_)) => (number, writer.ends_of(&stage.pull(number)).await?.0),
        (None, _) => {
            return Err(UserError::config("The event names no pull request.")
                .hint("Run it on pull_request_target, or give `--pull NUMBER`."));
        }
    };
    let review = reviewing::review(request(number, base, global), global).await?;
    if let Some(file) = &args.sarif {
        let text = json::pretty(&sarif::log(&review)).map_err(UserError::internal)?;
        write_whole(file, text.as_bytes())?;
        stage.output("sarif", &file.display().to_string())?;
    }
    let against = review.standing_against().count();
    stage.output("contradictions", &against.to_string())?;
    stage.output(
        "partial",
        &crate::report::words::is_partial(&review).to_string(),
    )?;
    publish(&stage, &writer, &stage.pull(number), &review).await?;
    Ok(Exit::OK)
}

/// A review of a pull request against the base that GitHub names.
pub(super) fn request(number: u64, base: String, global: &Global) -> Request {
    let plain = !base.is_empty() && base.bytes().all(|b| b.is_ascii_hexdigit());
    Request {
        repo: global.repo.clone(),
        graph_url: global.graph_url.clone(),
        what: What::Named(format!("#{number}")),
        base: plain.then_some(base),
        remote: None,
        as_of: AsOfArg::Base,
        sync: true,
        asking: Asking::default(),
    }
}

/// The pages of the repository.
pub(super) fn web(writer: &Writer, at: &ForgeRef) -> Web {
    let root = writer.client().host().web.as_str();
    Web::at(&format!("{root}{}/{}", at.owner, at.name))
}

/// Says the review at the pull request: the comment, and the check run. What the token may not do is
/// said in the job instead. A failure of one does not keep the other back.
async fn publish(
    stage: &Stage,
    writer: &Writer,
    at: &ForgeRef,
    review: &Review,
) -> Result<(), UserError> {
    let text = sticky::comment(review, &web(writer, at));
    let commented = post::sticky(writer, at, &text).await;
    let comment = match &commented {
        Ok(Posted::New) => "The review was posted as a comment.",
        Ok(Posted::Changed) => "The comment with the review was brought up to date.",
        Ok(Posted::Same) => "The comment says the same already.",
        Err(e) if post::no_right(e) => in_job(stage, review)?,
        Err(_) => "The comment was not posted.",
    };
    print(&format!("{comment}\n"))?;
    let head = review.change.head.clone().unwrap_or_default();
    let checked = check(stage, writer, at, review, &head).await;
    for result in [commented.map(drop), checked] {
        match result {
            Err(e) if !post::no_right(&e) => return Err(e.into()),
            _ => {}
        }
    }
    Ok(())
}

async fn check(
    stage: &Stage,
    writer: &Writer,
    at: &ForgeRef,
    review: &Review,
    head: &CommitId,
) -> Result<(), GithubError> {
    let checked = post::check(writer, at, &check_run::check_run(review, head)).await;
    // Nobody may be reading the log; the writes themselves are what counts.
    let _ = match &checked {
        Ok(()) => print("The check run was created, neutral.\n"),
        // Without the right to checks the job's own log can still remark on lines.
        Err(e) if post::no_right(e) => {
            let all = annotations(review);
            let shown = all.iter().take(workflow_log::WARNINGS);
            stage.commands(&shown.map(workflow_log::warning).collect::<String>())
        }
        Err(_) => print("The check run was not created.\n"),
    };
    checked
}

/// The review in the job's summary, where the token may not comment.
fn in_job(stage: &Stage, review: &Review) -> Result<&'static str, UserError> {
    let text = format!(
        "## rguard\n\nThe token of this run may not comment under the pull request (that of a fork \
         may not), so the review stands here.\n\n{}\n",
        markdown::review(review)
    );
    Ok(match stage.summarise(&text)? {
        true => "The token may not comment: the review stands in the job's summary.",
        false => "The token may not comment, and there is no job summary to write to.",
    })
}
