//! Runs commands for the loop: jobs on blocking threads, one of each kind at a time.

use std::sync::Arc;

use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;

use super::backend::{Backend, BackendError};
use super::jobs;
use super::msg::{Cmd, Msg};
use super::term::session;

/// Starts jobs and can stop them.
pub struct Runtime {
    backend: Arc<dyn Backend>,
    send: UnboundedSender<Msg>,
    review: CancellationToken,
    sync: CancellationToken,
    colours: CancellationToken,
}

impl Runtime {
    /// A runtime that reports to a channel.
    pub fn new(backend: Arc<dyn Backend>, send: UnboundedSender<Msg>) -> Self {
        Self {
            backend,
            send,
            review: CancellationToken::new(),
            sync: CancellationToken::new(),
            colours: CancellationToken::new(),
        }
    }

    /// The backend, for what the loop itself must ask.
    pub fn backend(&self) -> &Arc<dyn Backend> {
        &self.backend
    }

    /// Starts a command's job. `false`: the command is one for the terminal.
    pub fn start(&mut self, cmd: Cmd) -> bool {
        let renew = |token: &mut CancellationToken| {
            token.cancel();
            *token = CancellationToken::new();
            token.clone()
        };
        let cancel = match &cmd {
            Cmd::Review { .. } => renew(&mut self.review),
            Cmd::Sync { .. } => renew(&mut self.sync),
            Cmd::Highlight { .. } => renew(&mut self.colours),
            Cmd::CancelSync => {
                self.sync.cancel();
                return true;
            }
            Cmd::Copy(_)
            | Cmd::OpenUrl(_)
            | Cmd::Edit { .. }
            | Cmd::Suspend
            | Cmd::Redraw
            | Cmd::Quit => return false,
            _ => CancellationToken::new(),
        };
        let (backend, send) = (Arc::clone(&self.backend), self.send.clone());
        tokio::task::spawn_blocking(move || {
            let ran = session::job(|| {
                jobs::run(
                    &cmd,
                    backend.as_ref(),
                    // The loop may be gone already; then nobody wants to know.
                    &mut |msg| drop(send.send(msg)),
                    &cancel,
                )
            });
            if let Err(why) = ran {
                let _ = send.send(broken(&cmd, &why));
            }
        });
        true
    }

    /// Asks all jobs to stop.
    pub fn stop(&self) {
        self.review.cancel();
        self.sync.cancel();
        self.colours.cancel();
    }
}

/// What a job that panicked reports.
fn broken(cmd: &Cmd, why: &str) -> Msg {
    let error = BackendError {
        message: format!("A fault inside rguard: {why}."),
        hints: vec!["The log of this session says more; please report it.".into()],
    };
    match cmd {
        Cmd::Review { ticket, .. } => Msg::ReviewEnd {
            ticket: *ticket,
            result: Err(error),
        },
        Cmd::Sync { ticket } => Msg::SyncEnd {
            ticket: *ticket,
            result: Err(error),
        },
        Cmd::Correct(_) => Msg::Corrected(Err(error)),
        Cmd::Undo(ulid) => Msg::Undone {
            ulid: ulid.clone(),
            result: Err(error),
        },
        Cmd::Timeline { ticket } => Msg::Timeline {
            ticket: *ticket,
            result: Err(error),
        },
        Cmd::Story { key, as_of, .. } => Msg::Story {
            key: key.clone(),
            as_of: as_of.clone(),
            result: Err(error),
        },
        Cmd::Told { as_of } => Msg::Told {
            as_of: as_of.clone(),
            result: Err(error),
        },
        Cmd::File { ticket, path, side } => Msg::FileText {
            ticket: *ticket,
            path: path.clone(),
            side: *side,
            result: Err(error),
        },
        _ => Msg::Note {
            text: error.message,
            error: true,
        },
    }
}
