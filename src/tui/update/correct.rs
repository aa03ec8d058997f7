//! Corrections: each carries its finding, never "whatever has the focus".

use super::load::{review_again, say_error};
use crate::model::{Correction, CorrectionKind, DecisionKey};
use crate::tui::backend::{BackendError, NewCorrection};
use crate::tui::model::Model;
use crate::tui::msg::Cmd;
use crate::tui::overlay::{Input, Overlay, Purpose};

/// Starts a correction of the finding in hand.
pub fn begin(m: &mut Model, kind: CorrectionKind) {
    let Some(key) = m.finding().map(|f| f.decision.key.clone()) else {
        m.say("There is no finding to correct.", true);
        return;
    };
    m.overlays.push(match kind {
        CorrectionKind::Wrong => Overlay::WrongMenu(key, 0),
        kind => Overlay::Input(Input::new(Purpose::Reason(kind, key), String::new())),
    });
}

/// Records a correction, after a question where the record on the screen is that of another time.
pub fn submit(m: &mut Model, kind: CorrectionKind, key: &DecisionKey, reason: &str) -> Vec<Cmd> {
    let reason = reason.trim();
    if reason.is_empty() && kind != CorrectionKind::Ack {
        m.say("A reason is needed, so nothing was recorded.", true);
        return Vec::new();
    }
    let Some(f) = m.data.findings.iter().find(|f| f.decision.key == *key) else {
        m.say(
            "The finding is no longer there, so nothing was recorded.",
            true,
        );
        return Vec::new();
    };
    let correction = NewCorrection {
        kind,
        decision: key.clone(),
        decision_id: f.decision.id.clone(),
        reason: reason.to_owned(),
        change: m
            .data
            .change
            .as_ref()
            .map(|c| {
                if c.title.is_empty() {
                    c.target.clone()
                } else {
                    c.title.clone()
                }
            })
            .unwrap_or_default(),
        base: m
            .data
            .as_of
            .as_ref()
            .map(|a| a.commit.clone())
            .unwrap_or_default(),
    };
    if m.in_past() {
        m.overlays.push(Overlay::Confirm(Box::new(correction)));
        return Vec::new();
    }
    vec![Cmd::Correct(correction)]
}

/// Takes back the latest correction of the finding in hand, or else of the change.
pub fn undo(m: &Model) -> Vec<Cmd> {
    let ulid = m.finding().and_then(|f| {
        f.corrections
            .iter()
            .filter(|c| c.kind != CorrectionKind::Undo)
            .max_by(|a, b| a.ulid.cmp(&b.ulid))
            .map(|c| c.ulid.clone())
    });
    vec![Cmd::Undo(ulid)]
}

/// A correction was recorded.
pub fn on_corrected(m: &mut Model, result: Result<Correction, BackendError>) -> Vec<Cmd> {
    let c = match result {
        Ok(c) => c,
        Err(e) => {
            say_error(m, &e, "The correction was not recorded");
            return Vec::new();
        }
    };
    let id = m
        .data
        .findings
        .iter()
        .position(|f| f.decision.key == c.decision)
        .map(|i| m.finding_id(i))
        .unwrap_or_default();
    let undo = m
        .keymap
        .key_of(crate::tui::keys::Action::Undo)
        .unwrap_or_default();
    let why = if c.reason.is_empty() {
        String::new()
    } else {
        format!(" ({})", c.reason)
    };
    m.say(
        format!(
            "Recorded: {id} {}{why}. {undo} takes it back.",
            c.kind.word()
        ),
        false,
    );
    let again = c.kind != CorrectionKind::Ack;
    if let Some(f) = m
        .data
        .findings
        .iter_mut()
        .find(|f| f.decision.key == c.decision)
    {
        f.corrections.push(c);
    }
    // An ack changes no score and no record; the others do, and only a review knows how.
    if again {
        let as_of = m.shown.clone();
        return review_again(m, as_of);
    }
    Vec::new()
}

/// A correction was taken back.
pub fn on_undone(
    m: &mut Model,
    ulid: Option<String>,
    result: Result<Option<Correction>, BackendError>,
) -> Vec<Cmd> {
    match result {
        Ok(Some(undo)) => {
            let gone = undo.undoes.clone().or(ulid);
            for f in &mut m.data.findings {
                f.corrections.retain(|c| Some(&c.ulid) != gone.as_ref());
            }
            m.say("The correction was taken back.", false);
            let as_of = m.shown.clone();
            review_again(m, as_of)
        }
        Ok(None) => {
            m.say("There is no correction to take back.", true);
            Vec::new()
        }
        Err(e) => {
            say_error(m, &e, "The correction was not taken back");
            Vec::new()
        }
    }
}
