//! Panes, streaming, tickets, and what leaves the workstation.

use super::fixture::{self, Fake};
use super::*;
use crate::model::*;
use crate::tui::backend::BackendError;
use crate::tui::model::{Load, Pane};
use crate::tui::msg::Cmd;
use crate::tui::update::update;

#[test]
fn the_first_screen_has_its_frame_before_anything_is_known() {
    let screen = crate::tui::direct::screen_text(&fresh((100, 30)));
    assert!(screen.contains("rguard") && screen.contains("Findings"));
    assert!(screen.contains("Loading the change") && screen.contains("q quit"));
}

#[test]
fn every_digit_chooses_its_pane() {
    let fake = fake();
    for size in [(132, 40), (100, 24), (80, 24), (60, 20)] {
        let mut d = open(&fake, size);
        for pane in Pane::ALL {
            press(&mut d, &pane.digit().to_string());
            assert_eq!(d.model.focus, pane);
            let l = crate::tui::layout::layout(&d.model);
            assert!(l.inner(pane).is_some(), "{pane:?} is not shown at {size:?}");
        }
        for _ in 0..Pane::ALL.len() {
            press(&mut d, "<tab>");
            let l = crate::tui::layout::layout(&d.model);
            assert!(l.inner(d.model.focus).is_some());
        }
    }
}

#[test]
fn findings_that_stream_in_do_not_move_the_selection() {
    let mut m = fresh((132, 40));
    crate::tui::update::start(&mut m);
    let ticket = m.ticket;
    let say = |m: &mut Model, event| drop(update(m, Msg::Review { ticket, event }));
    say(&mut m, ReviewEvent::Change(Box::new(fixture::change())));
    say(&mut m, ReviewEvent::Finding(Box::new(fixture::cents())));
    // The user takes the only finding in hand; a stronger one comes in before it.
    update(&mut m, Msg::Key(parse_keys("j").unwrap()[0]));
    say(
        &mut m,
        ReviewEvent::Finding(Box::new(fixture::unknown_prices())),
    );
    assert_eq!(
        m.finding().unwrap().decision.title,
        "Totals are computed in cents"
    );
    assert_eq!(m.list(Pane::Findings).selected, 1);
    say(&mut m, ReviewEvent::Done(Box::new(fixture::review())));
    assert_eq!(
        m.finding().unwrap().decision.title,
        "Totals are computed in cents"
    );
}

#[test]
fn results_of_an_older_request_are_dropped() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    let stale = d.model.ticket;
    press(&mut d, "r");
    assert_ne!(d.model.ticket, stale);
    let event = ReviewEvent::Done(Box::new(fixture::empty_review()));
    d.send(
        Msg::Review {
            ticket: stale,
            event,
        },
        &mut |_| {},
    );
    let failed = Err(BackendError::new("too late"));
    d.send(
        Msg::ReviewEnd {
            ticket: stale,
            result: failed,
        },
        &mut |_| {},
    );
    assert_eq!(d.model.data.findings.len(), 2);
    assert_eq!(d.model.load, Load::Ready);
}

#[test]
fn what_is_copied_opened_and_edited_is_what_is_selected() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "y");
    assert!(matches!(d.outside.last(), Some(Cmd::Copy(t)) if t.starts_with("“keep unknown")));
    press(&mut d, "e");
    let quote = Cmd::Edit {
        path: "DECISIONS.md".into(),
        line: 210,
        side: Side::Old,
    };
    assert_eq!(d.outside.last(), Some(&quote));
    press(&mut d, "<enter>ye");
    assert!(
        d.outside
            .contains(&Cmd::Copy("  const value = usage.cost ?? null;".into()))
    );
    let deleted = Cmd::Edit {
        path: "src/billing/price.ts".into(),
        line: 39,
        side: Side::Old,
    };
    assert_eq!(d.outside.last(), Some(&deleted));
    press(&mut d, "1O");
    assert!(d.model.toast.as_ref().unwrap().0.contains("no address"));
    press(&mut d, "jO");
    assert_eq!(
        d.outside.last(),
        Some(&Cmd::OpenUrl(
            "https://github.com/acme/ledger/pull/77".into()
        ))
    );
    press(&mut d, "cy");
    assert!(matches!(d.outside.last(), Some(Cmd::Copy(t)) if t.contains("UNWIND $commits")));
}

#[test]
fn only_web_addresses_are_opened() {
    let mut review = fixture::review();
    for f in &mut review.findings {
        f.quotes[0].url = Some("file:///etc/passwd".into());
        f.decision.source.url = Some("javascript:alert(1)".into());
    }
    let fake = Fake::new(review);
    let mut d = open(&fake, (132, 40));
    press(&mut d, "OjO");
    assert!(!d.outside.iter().any(|c| matches!(c, Cmd::OpenUrl(_))));
}

#[test]
fn the_status_line_and_the_help_follow_a_rebound_key() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    let (map, warnings) = Keymap::with_file("[global]\nack = [\"K\"]\n");
    assert!(warnings.is_empty());
    d.model.keymap = map;
    assert!(d.screen().contains("K ack"));
    press(&mut d, "?");
    let help = d.screen();
    assert!(
        help.lines()
            .any(|l| l.trim_start().starts_with("K ") && l.contains("Acknowledge"))
    );
}

#[test]
fn colours_that_come_after_the_review_was_renewed_are_still_those_of_the_diff() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    let ticket = d.model.doc_ticket;
    press(&mut d, "r");
    assert_eq!(d.model.doc_ticket, ticket, "the same diff");
    d.model.diff.spans.clear();
    let spans = std::sync::Arc::new(Vec::new());
    d.send(
        Msg::Highlighted {
            ticket,
            file: 2,
            hunk: 0,
            spans,
        },
        &mut |_| {},
    );
    assert!(d.model.diff.spans.contains_key(&(2, 0)));
}

#[test]
fn only_this_room_draws_on_the_terminal() {
    fn walk(dir: &std::path::Path, bad: &mut Vec<String>) {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("src/tui") {
                walk(&path, bad);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                // Asking how wide the terminal is draws nothing.
                let text = text.replace("crossterm::terminal::size", "");
                if text.contains("ratatui::") || text.contains("crossterm::") {
                    bad.push(path.display().to_string());
                }
            }
        }
    }
    let mut bad = Vec::new();
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    walk(&root.join("src"), &mut bad);
    assert_eq!(bad, [""; 0]);
}

#[test]
fn what_only_stands_near_is_folded_until_it_is_asked_for() {
    let mut review = fixture::review();
    let mut near = fixture::cents();
    near.decision.key = "00112233aabbccdd".into();
    near.decision.title = "Print prices with two digits".into();
    near.nearest = Some(1);
    review.findings.push(near);
    let count = review.findings.len();
    let fake = Fake::new(review);
    let mut d = open(&fake, (132, 40));
    assert!(!d.screen().contains("Print prices"));
    assert!(d.screen().contains("1 near in the record (Z)"));
    for _ in 0..count {
        press(&mut d, "n");
        assert!(d.model.finding().unwrap().nearest.is_none());
    }
    press(&mut d, "Z");
    assert!(d.screen().contains("Print prices"));
    press(&mut d, "G");
    assert_eq!(d.model.finding().unwrap().nearest, Some(1));
    press(&mut d, "Z");
    assert!(d.model.finding().unwrap().nearest.is_none());
    assert!(!d.screen().contains("Print prices"));
}
