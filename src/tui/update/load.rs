//! What comes back from jobs. Every result of an older request is dropped by its ticket.

use std::sync::Arc;

use crate::model::{CommitId, Review, ReviewEvent, Side};
use crate::tui::backend::{AsOfRequest, BackendError, ReviewRequest};
use crate::tui::data::Data;
use crate::tui::doc::{self, Doc};
use crate::tui::model::{Load, Model};
use crate::tui::msg::{Cmd, DocHandle, Msg, Ticket};
use crate::tui::overlay::Overlay;
use crate::tui::text;

/// The commands of the start: the review, and the viewed marks.
pub fn start(m: &mut Model) -> Vec<Cmd> {
    m.ticket += 1;
    m.load = Load::Running(None);
    vec![
        Cmd::Review {
            ticket: m.ticket,
            request: ReviewRequest {
                as_of: m.request.clone(),
                afresh: false,
            },
        },
        Cmd::LoadViewed,
    ]
}

/// Asks for a review; what is on the screen stays until the new one is done.
pub fn review_again(m: &mut Model, as_of: AsOfRequest) -> Vec<Cmd> {
    ask(m, as_of, false)
}

/// Looks the change up again and asks for its review.
pub fn reload(m: &mut Model) -> Vec<Cmd> {
    let as_of = m.shown.clone();
    ask(m, as_of, true)
}

fn ask(m: &mut Model, as_of: AsOfRequest, afresh: bool) -> Vec<Cmd> {
    m.ticket += 1;
    m.request = as_of.clone();
    if matches!(m.load, Load::Ready) {
        m.next = Some(Box::default());
    } else {
        m.load = Load::Running(None);
        m.next = None;
    }
    vec![Cmd::Review {
        ticket: m.ticket,
        request: ReviewRequest { as_of, afresh },
    }]
}

/// Takes a job's result in.
pub fn on_result(m: &mut Model, msg: Msg) -> Vec<Cmd> {
    match msg {
        Msg::Review { ticket, event } if ticket == m.ticket => on_event(m, event),
        Msg::ReviewEnd { ticket, result } if ticket == m.ticket => on_end(m, result),
        Msg::Sync { ticket, progress } => {
            if let Some(s) = m.sync.as_mut().filter(|s| s.ticket == ticket) {
                match s.phases.iter_mut().find(|p| p.phase == progress.phase) {
                    Some(p) => *p = progress,
                    None => s.phases.push(progress),
                }
            }
            Vec::new()
        }
        Msg::SyncEnd { ticket, result } => on_sync_end(m, ticket, result),
        Msg::Corrected(result) => super::correct::on_corrected(m, result),
        Msg::Undone { ulid, result } => super::correct::on_undone(m, ulid, result),
        Msg::FileText {
            ticket,
            path,
            side,
            result,
        } if ticket == m.doc_ticket && side == Side::New => {
            super::diff::on_text(m, path, result);
            Vec::new()
        }
        Msg::Story { key, as_of, result } if is_as_of(m, &as_of) => {
            m.data.stories.insert(key, Some(result));
            Vec::new()
        }
        Msg::Told { as_of, result } if is_as_of(m, &as_of) => {
            m.data.told = Some(Some(result));
            Vec::new()
        }
        Msg::Timeline { ticket, result } if ticket == m.travel.ticket => {
            super::travel::on_timeline(m, result);
            Vec::new()
        }
        Msg::Highlighted {
            ticket,
            file,
            hunk,
            spans,
        } if ticket == m.doc_ticket => {
            m.diff.spans.insert((file, hunk), spans);
            Vec::new()
        }
        Msg::PathLaid { key, scene } => {
            if m.path_asked.as_ref() == Some(&key) {
                m.path = Some((key, scene));
            }
            Vec::new()
        }
        Msg::ViewedMarks(Ok(marks)) => {
            m.viewed = marks;
            fold_viewed(m);
            Vec::new()
        }
        Msg::ViewedMarks(Err(e)) | Msg::ViewedFailed(e) => {
            say_error(m, &e, "The viewed marks are not kept");
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// Says an error of the backend, with what was being done.
pub fn say_error(m: &mut Model, e: &BackendError, what: &str) {
    m.say_more(format!("{what}: {}", e.message), e.hints.clone(), true);
}

fn on_event(m: &mut Model, event: ReviewEvent) -> Vec<Cmd> {
    // A review that replaces another is shown only as a whole.
    if m.next.is_some() {
        return match event {
            ReviewEvent::Log {
                as_of,
                decisions,
                coverage,
            } => {
                if let Some(next) = m.next.as_mut() {
                    next.as_of = Some(as_of);
                    next.log = decisions;
                    next.coverage = coverage;
                }
                Vec::new()
            }
            ReviewEvent::Done(review) => {
                let next = m.next.take().unwrap_or_default();
                on_done(m, Some(*next), *review)
            }
            _ => Vec::new(),
        };
    }
    match event {
        ReviewEvent::Change(change) => {
            m.data.doc = Arc::new(Doc::new(&change));
            m.data.change = Some(*change);
            on_doc(m)
        }
        ReviewEvent::Progress(p) => {
            if matches!(m.load, Load::Running(_)) {
                m.load = Load::Running(Some(p));
            }
            Vec::new()
        }
        ReviewEvent::Log {
            as_of,
            decisions,
            coverage,
        } => {
            if m.request == AsOfRequest::Base {
                m.home = Some(as_of.clone());
            }
            m.data.as_of = Some(as_of);
            m.data.log = decisions;
            m.data.coverage = coverage;
            Vec::new()
        }
        ReviewEvent::Finding(finding) => {
            m.data.insert(*finding);
            remark(m);
            Vec::new()
        }
        ReviewEvent::Done(review) => on_done(m, None, *review),
    }
}

fn on_done(m: &mut Model, next: Option<Data>, review: Review) -> Vec<Cmd> {
    let old = Arc::clone(&m.data.doc);
    let mut data = match next {
        Some(mut next) => {
            next.doc = Arc::clone(&old);
            next.change = m.data.change.take();
            next
        }
        None => std::mem::take(&mut m.data),
    };
    data.finish(review);
    m.data = data;
    m.load = Load::Ready;
    m.shown = m.request.clone();
    if m.shown == AsOfRequest::Base {
        m.home.clone_from(&m.data.as_of);
    }
    m.path = None;
    m.path_asked = None;
    if !Arc::ptr_eq(&old, &m.data.doc) {
        return on_doc(m);
    }
    remark(m);
    Vec::new()
}

/// A new diff: its rows, its tree, its marks, and its colours.
fn on_doc(m: &mut Model) -> Vec<Cmd> {
    let doc = Arc::clone(&m.data.doc);
    m.doc_ticket += 1;
    m.diff.shape = None;
    m.diff.spans.clear();
    m.diff.texts.clear();
    m.diff.expanded.clear();
    m.diff.waiting.clear();
    m.diff.search = None;
    m.diff.folded = vec![false; doc.files.len()];
    fold_viewed(m);
    m.files.rebuild(&doc);
    remark(m);
    if !crate::tui::highlight::fits(&doc) {
        return Vec::new();
    }
    vec![Cmd::Highlight {
        ticket: m.doc_ticket,
        doc: DocHandle(doc),
        from: 0,
    }]
}

fn fold_viewed(m: &mut Model) {
    for f in 0..m.data.doc.files.len() {
        if m.is_viewed(f)
            && let Some(folded) = m.diff.folded.get_mut(f)
        {
            *folded = true;
        }
    }
}

/// Whether the record on the screen is that of this commit.
fn is_as_of(m: &Model, commit: &CommitId) -> bool {
    m.data.as_of.as_ref().is_some_and(|a| a.commit == *commit)
}

/// Ties lines and findings anew.
pub fn remark(m: &mut Model) {
    let found = m.data.findings.iter().take_while(|f| f.nearest.is_none());
    m.marks = doc::marks(&m.data.doc, found);
}

fn on_end(m: &mut Model, result: Result<(), BackendError>) -> Vec<Cmd> {
    let failed = match result {
        Ok(()) if m.next.is_none() && matches!(m.load, Load::Ready) => return Vec::new(),
        Ok(()) => BackendError::new("The review ended without a result."),
        Err(e) => e,
    };
    if m.next.take().is_some() {
        m.request = m.shown.clone();
        say_error(m, &failed, "The review was not renewed");
        return Vec::new();
    }
    let message = text::one_line(&failed.message);
    m.say_more(message.clone(), failed.hints.clone(), true);
    // Without a verdict nothing that came in half way may be taken for one.
    m.data.findings.clear();
    remark(m);
    m.load = Load::Failed(message, failed.hints);
    Vec::new()
}

fn on_sync_end(
    m: &mut Model,
    ticket: Ticket,
    result: Result<crate::tui::backend::SyncSummary, BackendError>,
) -> Vec<Cmd> {
    let Some(s) = m.sync.as_mut().filter(|s| s.ticket == ticket) else {
        return Vec::new();
    };
    s.running = false;
    if result.is_ok() {
        // A phase that told no end has reached it.
        for p in s.phases.iter_mut().filter(|p| p.total == 0) {
            (p.done, p.total) = (1, 1);
        }
    }
    let stopped = std::mem::take(&mut s.stopping);
    match result {
        Ok(summary) => {
            let n = summary.lines.len();
            s.lines = summary.lines;
            let words = match (stopped, n) {
                (true, _) => "The sync was stopped; what was done stays.".to_owned(),
                (false, 0) => "The graph is up to date; nothing is new.".to_owned(),
                (false, n) => format!(
                    "The graph is up to date: {} (0 to see).",
                    crate::tui::pane::card::counted(n, "thing to know", "things to know")
                ),
            };
            if !matches!(m.overlays.last(), Some(Overlay::Sync)) || n == 0 {
                m.say(words, false);
            }
            let as_of = m.shown.clone();
            review_again(m, as_of)
        }
        Err(e) => {
            s.error = Some(text::one_line(&e.message));
            say_error(m, &e, "The sync failed");
            Vec::new()
        }
    }
}
