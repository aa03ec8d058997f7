//! Looks for corrections that others shared, where the network is asked anyway.

use secrecy::SecretString;

use super::{Global, UserError};
use crate::github::{Host, Surroundings, Token};
use crate::guard::shared::BRANCH;
use crate::history::{Access, Repo};
use crate::model::{Change, TargetKind};

/// Fetches the shared corrections before a pull request is reviewed; other changes are reviewed with
/// those that are here. Returns a sentence where they could not be fetched: then those of last time
/// count.
///
/// # Errors
/// The configuration of the caches cannot be read.
pub async fn before_review(
    repo: &Repo,
    change: &Change,
    global: &Global,
) -> Result<Option<String>, UserError> {
    match change.kind {
        TargetKind::PullRequest => refresh(repo, global).await,
        _ => Ok(None),
    }
}

/// Fetches the shared corrections. Returns a sentence where that failed.
///
/// # Errors
/// The configuration of the caches cannot be read.
pub async fn refresh(repo: &Repo, global: &Global) -> Result<Option<String>, UserError> {
    let cache = super::engine::graph_config(global)?.dirs.cache;
    // The user's own credentials first: a token beside them would be refused.
    let mut fetched = repo.fetch_shared(BRANCH, &cache, None);
    if fetched.is_err()
        && let Some(access) = access(repo).await
    {
        fetched = repo.fetch_shared(BRANCH, &cache, Some(&access));
    }
    Ok(fetched.err().map(|e| {
        format!("Shared corrections could not be fetched, so those known here count: {e}")
    }))
}

/// The token for the repository's host, where the environment has one.
async fn access(repo: &Repo) -> Option<Access> {
    let around = Surroundings::from_env();
    let host = Host::find(&repo.identity().host, &around).ok()?;
    let token = Token::find(&host, &around).await.ok()??;
    let secret = SecretString::from(token.expose().to_owned());
    Some(Access::new(host.web.as_str(), secret))
}
