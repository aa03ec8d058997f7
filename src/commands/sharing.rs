//! Looks for corrections that others shared, where the network is asked anyway.

use super::{Global, UserError};
use crate::guard::shared::BRANCH;
use crate::history::Repo;
use crate::model::{Change, TargetKind};

/// Fetches the shared corrections before a pull request is reviewed; other changes are reviewed with
/// those that are here. Returns a sentence where they could not be fetched: then those of last time
/// count.
///
/// # Errors
/// The configuration of the caches cannot be read.
pub fn before_review(
    repo: &Repo,
    change: &Change,
    global: &Global,
) -> Result<Option<String>, UserError> {
    match change.kind {
        TargetKind::PullRequest => refresh(repo, global),
        _ => Ok(None),
    }
}

/// Fetches the shared corrections. Returns a sentence where that failed.
///
/// # Errors
/// The configuration of the caches cannot be read.
pub fn refresh(repo: &Repo, global: &Global) -> Result<Option<String>, UserError> {
    let cache = super::engine::graph_config(global)?.dirs.cache;
    Ok(repo.fetch_shared(BRANCH, &cache).err().map(|e| {
        format!("Shared corrections could not be fetched, so those known here count: {e}")
    }))
}
