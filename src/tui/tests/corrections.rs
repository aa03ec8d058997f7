//! Corrections, travelling and sync.

use super::fixture::{self};
use super::*;
use crate::model::*;
use crate::tui::backend::AsOfRequest;
use crate::tui::msg::Cmd;
use crate::tui::overlay::Overlay;
use crate::tui::update::update;

#[test]
fn an_ack_takes_the_finding_out_of_the_headline_and_undo_brings_it_back() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    assert_eq!(d.model.counts().0, 1);
    press(&mut d, "a");
    typed(&mut d, "agreed with maria");
    press(&mut d, "<enter>");
    assert_eq!(d.model.counts().0, 0);
    assert!(d.screen().contains("acknowledged"));
    assert!(
        fake.asked()
            .contains(&"correct ack 5c1f0a9e77b2d310 \"agreed with maria\"".to_owned())
    );
    press(&mut d, "u");
    assert_eq!(d.model.counts().0, 1);
    assert!(fake.asked().contains(&"undo Some(\"01K00001\")".to_owned()));
    press(&mut d, "u");
    assert!(
        d.model.toast.as_ref().unwrap().1,
        "nothing left to undo is said"
    );
}

#[test]
fn wrong_asks_why_and_override_needs_a_reason() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "w3");
    assert!(
        fake.asked()
            .contains(&"correct wrong 5c1f0a9e77b2d310 \"out of date\"".to_owned())
    );
    assert!(
        (d.model.finding().unwrap().score - 0.235).abs() < 1e-9,
        "the review was renewed"
    );
    press(&mut d, "w5");
    typed(&mut d, "it is about invoices");
    press(&mut d, "<enter>");
    assert!(
        fake.asked()
            .iter()
            .any(|a| a.ends_with("\"it is about invoices\""))
    );
    let before = fake.asked().len();
    press(&mut d, "o<enter>");
    assert!(
        d.model
            .toast
            .as_ref()
            .unwrap()
            .0
            .contains("A reason is needed")
    );
    assert_eq!(fake.asked().len(), before, "nothing was recorded");
    press(&mut d, "o");
    typed(&mut d, "zero is fine since the vendor prices all");
    press(&mut d, "<esc>");
    assert_eq!(fake.asked().len(), before, "Esc records nothing");
}

#[test]
fn a_correction_keeps_to_the_finding_for_which_it_was_begun() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "a");
    // A stronger finding arrives while the reason is being typed.
    let mut other = fixture::cents();
    other.decision.key = "ffffffffffffffff".into();
    other.score = 0.99;
    other.verdict = VerdictKind::Contradicts;
    d.model.data.insert(other);
    typed(&mut d, "ok");
    press(&mut d, "<enter>");
    assert!(
        fake.asked()
            .iter()
            .any(|a| a.starts_with("correct ack 5c1f0a9e77b2d310"))
    );
}

#[test]
fn in_the_past_a_correction_asks_first() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "t");
    typed(&mut d, "/2025-06-02");
    press(&mut d, "<enter>");
    assert!(d.model.in_past());
    assert!(
        fake.asked()
            .contains(&"review Rev(\"2025-06-02\")".to_owned())
    );
    d.model.data.insert(fixture::unknown_prices());
    d.model.in_hand = Some("5c1f0a9e77b2d310".into());
    press(&mut d, "a<enter>");
    assert!(matches!(d.model.overlays.last(), Some(Overlay::Confirm(_))));
    assert!(d.screen().contains("Record this ack all the same?"));
    press(&mut d, "n");
    assert!(!fake.asked().iter().any(|a| a.starts_with("correct")));
    press(&mut d, "a<enter>y");
    assert!(fake.asked().iter().any(|a| a.starts_with("correct ack")));
    press(&mut d, "<esc>");
    assert!(!d.model.in_past(), "Esc goes back to the base");
}

#[test]
fn a_point_that_does_not_exist_leaves_the_screen_as_it_was() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "t");
    typed(&mut d, "/nosuchrev");
    press(&mut d, "<enter>");
    assert!(!d.model.in_past());
    assert_eq!(d.model.data.findings.len(), 2);
    assert_eq!(d.model.request, AsOfRequest::Base);
    assert!(
        d.model
            .toast
            .as_ref()
            .unwrap()
            .0
            .contains("no commit or date")
    );
    press(&mut d, "0G<enter>");
    assert!(
        d.screen().contains("A date is written"),
        "the hint stays readable"
    );
}

#[test]
fn target_and_base_are_one_key_each() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "T");
    assert!(d.screen().contains("AS OF THE TARGET'S TIP"));
    assert!(!d.model.in_past());
    press(&mut d, "B");
    assert!(!d.screen().contains("AS OF THE TARGET'S TIP"));
}

#[test]
fn a_sync_shows_its_phases_and_then_what_it_did() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "s");
    let screen = d.screen();
    assert!(screen.contains("history") && screen.contains("Retire the old price list"));
    press(&mut d, "<esc>0");
    assert!(d.screen().contains("it replaces"));
    assert_eq!(
        fake.asked()
            .iter()
            .filter(|a| a.starts_with("review"))
            .count(),
        2
    );
}

#[test]
fn esc_stops_a_running_sync_once() {
    let mut m = fresh((100, 30));
    let keys = parse_keys("s<esc><esc>").unwrap();
    let all: Vec<Cmd> = keys
        .iter()
        .flat_map(|k| update(&mut m, Msg::Key(*k)))
        .collect();
    assert_eq!(all.iter().filter(|c| **c == Cmd::CancelSync).count(), 1);
    assert_eq!(m.overlays, [Overlay::Sync]);
}
