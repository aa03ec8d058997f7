//! What a comment's writer is told.

use super::super::UserError;
use super::post::Thread;
use crate::github::{GithubError, Reaction, Writer};
use crate::model::ForgeRef;

/// Answers a command that was not taken: a reaction, and one short reply to the same comment however
/// often it is asked. The reply holds nothing of what the writer wrote.
pub(super) async fn refuse(
    writer: &Writer,
    at: &ForgeRef,
    thread: &Thread,
    comment: u64,
    why: &str,
) -> Result<(), UserError> {
    let first = format!("<!-- rguard:answer to={comment} -->");
    writer.react(at, comment, Reaction::Refused).await?;
    if !thread.has(&first) {
        let body = format!("{first}\nrguard recorded nothing. {why}\n");
        writer.add_comment(at, &body).await?;
    }
    Ok(())
}

/// Answers a command that was taken.
pub(super) async fn done(writer: &Writer, at: &ForgeRef, comment: u64) -> Result<(), GithubError> {
    writer.react(at, comment, Reaction::Done).await
}
