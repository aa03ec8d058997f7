//! Commands that only need the backend or the processor: run to their end, reporting messages.
//!
//! The loop runs them on blocking threads; recordings and tests run them in place. Both do the same.

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use super::backend::Backend;
use super::highlight;
use super::msg::{Cmd, Msg};
use super::widget::dag;
use crate::tui::doc::Doc;

/// Runs a command to its end. `false`: it is one for the terminal, not for here.
pub fn run(
    cmd: &Cmd,
    backend: &dyn Backend,
    send: &mut (dyn FnMut(Msg) + Send),
    cancel: &CancellationToken,
) -> bool {
    match cmd {
        Cmd::Review { ticket, request } => {
            let ticket = *ticket;
            let result = backend.review(
                request.clone(),
                &mut |event| send(Msg::Review { ticket, event }),
                cancel,
            );
            send(Msg::ReviewEnd { ticket, result });
        }
        Cmd::Sync { ticket } => {
            let ticket = *ticket;
            let result = backend.sync(&mut |progress| send(Msg::Sync { ticket, progress }), cancel);
            send(Msg::SyncEnd { ticket, result });
        }
        Cmd::Correct(correction) => send(Msg::Corrected(backend.correct(correction.clone()))),
        Cmd::Undo(ulid) => send(Msg::Undone {
            ulid: ulid.clone(),
            result: backend.undo(ulid.clone()),
        }),
        Cmd::File { ticket, path, side } => send(Msg::FileText {
            ticket: *ticket,
            path: path.clone(),
            side: *side,
            result: backend.file(path, *side),
        }),
        Cmd::Timeline { ticket } => send(Msg::Timeline {
            ticket: *ticket,
            result: backend.timeline(),
        }),
        Cmd::Story { key, id, as_of } => send(Msg::Story {
            key: key.clone(),
            as_of: as_of.clone(),
            result: backend.story(key, id, as_of).map(Box::new),
        }),
        Cmd::Told { as_of } => send(Msg::Told {
            as_of: as_of.clone(),
            result: backend.told(as_of),
        }),
        Cmd::LoadViewed => send(Msg::ViewedMarks(backend.viewed())),
        Cmd::SetViewed { mark, on } => {
            if let Err(e) = backend.set_viewed(mark.clone(), *on) {
                send(Msg::ViewedFailed(e));
            }
        }
        Cmd::Highlight { ticket, doc, from } => colour(*ticket, &doc.0, *from, send, cancel),
        Cmd::LayPath { key, graph } => send(Msg::PathLaid {
            key: key.clone(),
            scene: Arc::new(dag::lay(graph, key.size.0, key.size.1)),
        }),
        Cmd::CancelSync
        | Cmd::Copy(_)
        | Cmd::OpenUrl(_)
        | Cmd::Edit { .. }
        | Cmd::Suspend
        | Cmd::Redraw
        | Cmd::Quit => return false,
    }
    true
}

/// Colours every hunk, from a file on and then from the start.
fn colour(
    ticket: u64,
    doc: &Doc,
    from: usize,
    send: &mut (dyn FnMut(Msg) + Send),
    cancel: &CancellationToken,
) {
    let n = doc.files.len();
    for f in (0..n).map(|i| (i + from) % n) {
        let file = &doc.files[f];
        for (h, hunk) in file.hunks.iter().enumerate() {
            if cancel.is_cancelled() {
                return;
            }
            send(Msg::Highlighted {
                ticket,
                file: f,
                hunk: h,
                spans: Arc::new(highlight::hunk(file, hunk)),
            });
        }
    }
}
