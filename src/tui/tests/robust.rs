//! Whatever is pressed and however large the screen: no panic, and nothing selected that is not there.

use proptest::prelude::*;

use super::fixture::{self, Fake};
use super::*;
use crate::tui::keys::{Action, SPECS};
use crate::tui::model::Pane;

fn every_key() -> Vec<String> {
    let mut keys: Vec<String> = SPECS
        .iter()
        .filter(|s| !matches!(s.action, Action::Suspend))
        .flat_map(|s| s.keys.iter().map(|k| (*k).to_owned()))
        .collect();
    keys.extend(
        [
            "1",
            "5",
            "y",
            "abc",
            "<enter>",
            "<esc>",
            "<backspace>",
            "é",
            "容",
        ]
        .map(str::to_owned),
    );
    keys
}

fn check(d: &Direct) {
    let m = &d.model;
    // The screen can be drawn, and every selection is of something that exists.
    let _ = d.screen();
    for pane in Pane::ALL {
        if let Some((count, _)) = crate::tui::pane::list_shape(m, pane) {
            assert!(m.list(pane).selected < count.max(1), "{pane:?}");
        }
    }
    assert!(m.diff.cursor < m.diff.rows.len().max(1));
    assert!(m.data.findings.is_empty() || m.finding().is_some());
}

#[derive(Clone, Debug)]
enum Act {
    Keys(String),
    Size(u16, u16),
    Click(u16, u16),
    Wheel(u16, u16, i32),
}

fn act() -> impl Strategy<Value = Act> {
    let keys = every_key();
    prop_oneof![
        8 => (0..keys.len()).prop_map(move |i| Act::Keys(keys[i].clone())),
        1 => (0u16..160, 0u16..50).prop_map(|(w, h)| Act::Size(w, h)),
        1 => (0u16..160, 0u16..50).prop_map(|(x, y)| Act::Click(x, y)),
        1 => (0u16..160, 0u16..50, -9i32..9).prop_map(|(x, y, n)| Act::Wheel(x, y, n)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_keys_and_sizes_never_panic(
        which in 0usize..5,
        acts in proptest::collection::vec(act(), 1..60),
    ) {
        let review = match which {
            0 => fixture::empty_review(),
            1 => fixture::hostile_review(),
            2 => fixture::wide_review(),
            3 => fixture::partial_review(),
            _ => fixture::review(),
        };
        let fake = Fake::new(review);
        let mut d = open(&fake, (132, 40));
        for act in acts {
            match act {
                Act::Keys(keys) => press(&mut d, &keys),
                Act::Size(w, h) => d.send(Msg::Resize(w, h), &mut |_| {}),
                Act::Click(x, y) => d.send(Msg::Click(x, y), &mut |_| {}),
                Act::Wheel(x, y, n) => d.send(Msg::Wheel(x, y, n), &mut |_| {}),
            }
            check(&d);
        }
    }
}

#[test]
fn a_renewed_review_with_fewer_files_and_findings_leaves_no_selection_behind() {
    let fake = Fake::new(fixture::review());
    let mut d = open(&fake, (132, 40));
    press(&mut d, "dG2G1G7G");
    let mut small = fixture::empty_review();
    small.change.files.truncate(1);
    let small = Fake::new(small);
    let mut m = std::mem::replace(
        &mut d.model,
        Model::new(
            (1, 1),
            load(&ThemeChoice::Auto, Depth::None).unwrap(),
            Keymap::default(),
        ),
    );
    m.touched = true;
    let mut d = Direct::new(m, &small);
    press(&mut d, "r");
    check(&d);
    assert_eq!(d.model.data.doc.files.len(), 1);
}

#[test]
fn every_size_from_nothing_to_large_can_be_drawn() {
    let fake = Fake::new(fixture::review());
    let mut d = open(&fake, (132, 40));
    for w in (0..140).step_by(7) {
        for h in (0..50).step_by(3) {
            d.send(Msg::Resize(w, h), &mut |_| {});
            check(&d);
        }
    }
    d.send(Msg::Resize(20, 5), &mut |_| {});
    assert_eq!(d.screen().lines().filter(|l| !l.is_empty()).count(), 1);
}
