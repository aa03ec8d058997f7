//! A request to a Review: shared by `review`, `guard` and the workstation.

use super::open::{Bar, cancel_on_interrupt, session};
use super::pulls;
use super::review::{AsOfArg, Request, What};
use super::{Global, UserError};
use crate::change::{Options, Resolved, Target, resolve};
use crate::github::Notify;
use crate::guard::{AsOfRequest, ReviewOptions, Session};
use crate::history::Repo;
use crate::model::{Review, ReviewEvent};

/// Looks up what is to be reviewed. A host is asked about a pull request; `notify` gets the
/// sentences that say what is waited for.
///
/// # Errors
/// The target means nothing here, or nothing is to be reviewed.
pub async fn resolved(
    repo: &Repo,
    request: &Request,
    global: &Global,
    notify: &Notify,
) -> Result<Resolved, UserError> {
    let config = super::engine::graph_config(global)?;
    let target = match &request.what {
        What::Named(word) => Target::parse(word)?,
        What::Staged => Target::Staged,
        What::Worktree => Target::Worktree,
        What::Stdin => Target::PatchStdin,
    };
    let options = Options {
        base: request.base.clone(),
        remote: request.remote.clone(),
        cache: config.dirs.cache,
        ..Options::default()
    };
    if let Some(pull) = target.pull(repo) {
        return pulls::resolved(repo, pull, options, &request.asking, notify).await;
    }
    Ok(resolve(repo, &target, &options)?)
}

/// The review's options behind a request.
///
/// # Errors
/// The revision to travel to means nothing here.
pub fn options(repo: &Repo, request: &Request) -> Result<ReviewOptions, UserError> {
    let as_of = match &request.as_of {
        AsOfArg::Base => AsOfRequest::Base,
        AsOfArg::Target => AsOfRequest::Target,
        AsOfArg::Rev(rev) => AsOfRequest::Commit(repo.resolve(rev)?),
    };
    Ok(ReviewOptions {
        as_of,
        no_sync: !request.sync,
        ..ReviewOptions::default()
    })
}

/// Computes a Review, with progress on stderr where it is slow.
///
/// # Errors
/// Whatever stops it.
pub async fn review(request: Request, global: &Global) -> Result<Review, UserError> {
    let notify = super::engine::graph_config(global)?.notify;
    let global = &pulls::at_hand(&request, global, &notify).await?;
    let repo = Repo::open(&global.repo)?;
    let resolved = resolved(&repo, &request, global, &notify).await?;
    if let Some(found) = resolved
        .discussion
        .as_ref()
        .filter(|_| request.asking.verbose)
    {
        super::output::note(&pulls::counted(&found.requests));
        for sentence in found.cut.iter().chain(&found.bounds) {
            super::output::note(sentence);
        }
    }
    tracing::debug!("the change is resolved");
    if let Some(sentence) = super::sharing::before_review(&repo, &resolved.change, global).await? {
        super::output::note(&sentence);
    }
    let session = session(global).await?;
    tracing::debug!("the graph is open");
    let review = with(&session, &resolved, &request).await;
    session.close().await?;
    review
}

async fn with(
    session: &Session,
    resolved: &Resolved,
    request: &Request,
) -> Result<Review, UserError> {
    let mut options = options(session.repo(), request)?;
    options.cancel = cancel_on_interrupt();
    let bar = Bar::new();
    let review = session
        .review(resolved, &options, &mut |event| {
            if let ReviewEvent::Progress(p) = event {
                bar.show(&p);
            }
        })
        .await;
    bar.finish();
    Ok(review?)
}
