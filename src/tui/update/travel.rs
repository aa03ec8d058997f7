//! Travelling: choosing an event, a date or a commit, and reviewing as of it.

use super::load::{review_again, say_error};
use crate::tui::backend::{AsOfRequest, BackendError, TimelineEvent};
use crate::tui::keys::Action;
use crate::tui::model::Model;
use crate::tui::msg::Cmd;
use crate::tui::overlay::{Input, Overlay, Purpose};

/// Opens the timeline.
pub fn open(m: &mut Model) -> Vec<Cmd> {
    m.overlays.push(Overlay::Travel);
    m.travel.ticket += 1;
    vec![Cmd::Timeline {
        ticket: m.travel.ticket,
    }]
}

/// The events are here: one stands at the commit on the screen, or the last before it.
pub fn on_timeline(m: &mut Model, result: Result<Vec<TimelineEvent>, BackendError>) {
    match result {
        Ok(events) => {
            let here = m.data.as_of.as_ref();
            let at = here.and_then(|a| {
                events
                    .iter()
                    .position(|e| e.commit == a.commit)
                    .or_else(|| events.iter().rposition(|e| Some(e.time) <= a.time))
            });
            m.travel.at = at.unwrap_or(events.len().saturating_sub(1));
            m.travel.events = Some(events);
        }
        Err(e) => {
            m.overlays.retain(|o| *o != Overlay::Travel);
            say_error(m, &e, "The events of the record could not be read");
        }
    }
}

/// Does what a key of the timeline means.
pub fn act(m: &mut Model, action: Action) -> Vec<Cmd> {
    let last = m
        .travel
        .events
        .as_ref()
        .map_or(0, |e| e.len().saturating_sub(1));
    match action {
        Action::TravelPrev => m.travel.at = m.travel.at.saturating_sub(1),
        Action::TravelNext => m.travel.at = (m.travel.at + 1).min(last),
        Action::TravelFirst => m.travel.at = 0,
        Action::TravelLast => m.travel.at = last,
        Action::TravelTo => m
            .overlays
            .push(Overlay::Input(Input::new(Purpose::TravelTo, String::new()))),
        Action::TravelGo => {
            let rev = m
                .travel
                .events
                .as_ref()
                .and_then(|e| e.get(m.travel.at))
                .map(|e| e.commit.to_string());
            if let Some(rev) = rev {
                return go(m, rev);
            }
        }
        Action::TravelBase => {
            m.overlays.retain(|o| *o != Overlay::Travel);
            if m.shown != AsOfRequest::Base || m.request != AsOfRequest::Base {
                return review_again(m, AsOfRequest::Base);
            }
        }
        _ => {}
    }
    Vec::new()
}

/// Reviews as of a point; the base itself is no travel.
pub fn go(m: &mut Model, rev: String) -> Vec<Cmd> {
    m.overlays.retain(|o| *o != Overlay::Travel);
    let home = m.home.as_ref().is_some_and(|h| h.commit.as_str() == rev);
    let as_of = if home {
        AsOfRequest::Base
    } else {
        AsOfRequest::Rev(rev)
    };
    review_again(m, as_of)
}
