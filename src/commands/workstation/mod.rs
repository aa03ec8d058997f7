//! Opens the workstation on a change and keeps it supplied until the user leaves.

mod backend;
mod moment;
mod sides;
mod summary;
mod viewed;

use std::sync::Arc;
use std::time::Duration;

pub use backend::Workstation;

use super::review::{AsOfArg, Request};
use super::{Global, UserError};
use crate::history::Repo;
use crate::tui::backend::AsOfRequest;
use crate::tui::{self, TuiError, TuiOptions};

/// How long the change may be looked up before the first frame is drawn without it. A target that
/// means nothing, or holds no change, is mostly known by then and said on the plain screen.
const EARLY: Duration = Duration::from_millis(60);
/// How long jobs that were asked to stop may take at the end.
const LEAVE: Duration = Duration::from_millis(1500);

/// Opens the workstation and returns when it is left.
///
/// # Errors
/// The repository cannot be opened, the target means nothing, or the terminal failed.
pub async fn open(request: Request, global: &Global) -> Result<(), UserError> {
    let notify = super::engine::graph_config(global)?.notify;
    let global = &super::pulls::at_hand(&request, global, &notify).await?;
    let repo = Repo::open(&global.repo)?;
    let root = repo.workdir().map(ToOwned::to_owned);
    let as_of = match &request.as_of {
        AsOfArg::Base => AsOfRequest::Base,
        AsOfArg::Target => AsOfRequest::Target,
        AsOfArg::Rev(rev) => AsOfRequest::Rev(rev.clone()),
    };
    let station = Arc::new(Workstation::new(repo, request, global)?);
    let early = Arc::clone(&station);
    let look = tokio::task::spawn_blocking(move || early.look_up());
    if let Ok(Ok(looked)) = tokio::time::timeout(EARLY, look).await {
        looked?;
    }
    let options = TuiOptions {
        root,
        as_of,
        ..TuiOptions::default()
    };
    let ended = tui::run(Arc::clone(&station) as _, options).await;
    let left = tokio::task::spawn_blocking(move || station.leave());
    // Whoever takes longer is ended with the process; the kernel then frees the engine for them.
    let _ = tokio::time::timeout(LEAVE, left).await;
    ended.map_err(told)
}

fn told(e: TuiError) -> UserError {
    let mut error = match &e {
        TuiError::Ended { signal } => return UserError::ended(*signal),
        _ => UserError::config(e.to_string()),
    };
    for hint in e.hints() {
        error = error.hint(hint);
    }
    error
}
