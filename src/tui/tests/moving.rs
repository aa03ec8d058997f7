//! Moving: between findings and lines, hunks and files, search, context, the mouse.

use super::fixture::{self, Fake};
use super::*;
use crate::tui::model::Pane;
use crate::tui::overlay::Overlay;
use crate::tui::rows::Row;

#[test]
fn enter_goes_from_a_finding_to_its_lines_and_back() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "1j<enter>");
    assert_eq!(d.model.focus, Pane::Diff);
    let Some(Row::Line(f, h, l)) = d.model.diff.row() else {
        panic!("{:?}", d.model.diff.row())
    };
    let line = &d.model.data.doc.files[f].hunks[h].lines[l];
    assert_eq!(line.text, "  add(price: Price | null) {");
    // Back from a line of the other finding.
    press(&mut d, "{{{{");
    while d.model.diff.row().is_none_or(|r| r.hunk() != Some((2, 0))) {
        press(&mut d, "j");
    }
    press(&mut d, "jjjj<enter>");
    assert_eq!(d.model.focus, Pane::Card);
    assert_eq!(
        d.model.finding().unwrap().decision.title,
        "Unknown prices stay unknown"
    );
    // A line without a finding says so and stays.
    press(&mut d, "dj<enter>");
    let toast = d.model.toast.clone();
    press(&mut d, "dkkkk<enter>");
    assert_eq!(d.model.focus, Pane::Diff);
    assert!(
        d.model
            .toast
            .clone()
            .or(toast)
            .unwrap()
            .0
            .contains("No finding")
    );
}

#[test]
fn next_finding_shows_its_lines_and_goes_round() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "n");
    assert_eq!(d.model.finding_index(), Some(1));
    assert!(d.screen().contains("▌   10  +"), "{}", d.screen());
    press(&mut d, "n");
    assert_eq!(d.model.finding_index(), Some(0));
    press(&mut d, "N");
    assert_eq!(d.model.finding_index(), Some(1));
}

#[test]
fn hunks_are_walked_across_files() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "dgg");
    let mut seen = Vec::new();
    for _ in 0..5 {
        press(&mut d, "]");
        seen.push(d.model.diff.row().unwrap().hunk().unwrap());
    }
    assert_eq!(seen, [(1, 0), (2, 0), (2, 1), (3, 0), (4, 0)]);
    press(&mut d, "]");
    assert!(d.model.toast.as_ref().unwrap().0.contains("last hunk"));
    press(&mut d, "[");
    assert_eq!(d.model.diff.row(), Some(Row::Hunk(3, 0)));
}

#[test]
fn a_viewed_file_folds_is_remembered_and_comes_back_when_its_patch_changes() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "2gg");
    while !matches!(
        d.model.files.rows.get(d.model.list(Pane::Files).selected),
        Some(crate::tui::files::FileRow::File(3, _))
    ) {
        press(&mut d, "j");
    }
    press(&mut d, "m");
    assert!(d.model.is_viewed(3) && d.model.diff.folded[3]);
    assert!(d.screen().contains("1/5 viewed"));
    let again = open(&fake, (132, 40));
    assert!(again.model.is_viewed(3) && again.model.diff.folded[3]);
    let mut changed = Fake::new(fixture::review());
    changed.review.change.files[3].hunks[0].lines[0]
        .text
        .push('x');
    *changed.viewed.lock().unwrap() = fake.viewed.lock().unwrap().clone();
    let d = open(&changed, (132, 40));
    assert!(!d.model.is_viewed(3) && !d.model.diff.folded[3]);
}

#[test]
fn a_search_counts_its_hits_and_walks_them() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "d/");
    typed(&mut d, "price");
    let hits = d.model.diff.search.as_ref().unwrap().hits.len();
    assert!(hits > 4);
    assert!(d.screen().contains(&format!("of {hits}")));
    press(&mut d, "<enter>");
    let first = d.model.diff.search.as_ref().unwrap().at;
    press(&mut d, "n");
    assert_ne!(d.model.diff.search.as_ref().unwrap().at, first);
    assert_eq!(
        d.model.finding_index(),
        Some(0),
        "n belongs to the search now"
    );
    press(&mut d, "<esc>");
    assert!(d.model.diff.search.is_none());
    press(&mut d, "/");
    typed(&mut d, "nowhere at all");
    press(&mut d, "<enter>");
    assert!(d.model.toast.as_ref().unwrap().1 && d.model.diff.search.is_none());
}

#[test]
fn more_context_is_read_once_and_never_shows_a_line_twice() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "dgg]]");
    assert_eq!(d.model.diff.row(), Some(Row::Hunk(2, 0)));
    for _ in 0..6 {
        press(&mut d, "x");
    }
    let mut seen = Vec::new();
    for row in d.model.diff.rows.iter() {
        match row {
            Row::Extra(2, _, _, new) => seen.push(new),
            Row::Line(2, h, l) => seen.extend(d.model.data.doc.files[2].hunks[h].lines[l].new),
            _ => {}
        }
    }
    let mut sorted = seen.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(seen, sorted, "in order and each once");
    assert_eq!(seen.first(), Some(&1));
    let reads = fake
        .asked()
        .iter()
        .filter(|a| a.starts_with("file "))
        .count();
    assert_eq!(reads, 1);
    assert!(
        d.model
            .toast
            .as_ref()
            .unwrap()
            .0
            .contains("All lines around")
    );
}

#[test]
fn the_files_are_filtered_and_folded() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "f");
    typed(&mut d, "total");
    press(&mut d, "<enter>");
    assert_eq!(d.model.files.rows.len(), 2);
    press(&mut d, "<esc>");
    assert_eq!(d.model.files.rows.len(), 8);
    press(&mut d, "gg<enter>");
    assert_eq!(d.model.files.rows.len(), 7);
    press(&mut d, "l");
    assert_eq!(d.model.files.rows.len(), 8);
}

#[test]
fn the_log_is_filtered_by_words_of_its_text() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "7/");
    typed(&mut d, "vendor publishes");
    press(&mut d, "<enter>");
    assert_eq!(crate::tui::pane::log::count(&d.model), 1);
    press(&mut d, "<enter>");
    assert!(d.screen().contains("docs/adr/0003-prices.md"));
    press(&mut d, "q<esc>");
    assert!(
        crate::tui::pane::log::count(&d.model) > 4,
        "what was not read is listed too"
    );
}

#[test]
fn the_cursor_stays_on_its_line_when_the_screen_or_the_form_changes() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "1j<enter>");
    let text = |d: &Direct| {
        let Some((f, h)) = d.model.diff.row().and_then(Row::hunk) else {
            panic!("no hunk")
        };
        let l = d
            .model
            .diff
            .row()
            .unwrap()
            .lines()
            .into_iter()
            .flatten()
            .last()
            .unwrap();
        d.model.data.doc.files[f].hunks[h].lines[l].text.clone()
    };
    let before = text(&d);
    for keys in ["v", "W", "z", "v", "W", "z"] {
        press(&mut d, keys);
        assert_eq!(text(&d), before, "after {keys}");
    }
    for size in [(60, 20), (100, 30), (80, 16), (20, 5), (132, 40)] {
        d.send(Msg::Resize(size.0, size.1), &mut |_| {});
        assert_eq!(text(&d), before, "at {size:?}");
    }
}

#[test]
fn the_path_is_walked_along_its_edges_and_its_nodes_open() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    press(&mut d, "p");
    assert_eq!(d.model.node, 0);
    press(&mut d, "l");
    assert_eq!(d.model.node, 1);
    press(&mut d, "h<enter>");
    assert_eq!(d.model.focus, Pane::Diff);
    press(&mut d, "pjjj<enter>");
    assert!(
        matches!(d.model.overlays.last(), Some(Overlay::Text(..))),
        "the decision opens"
    );
}

#[test]
fn the_wheel_scrolls_what_is_under_it_and_a_click_selects() {
    let fake = fake();
    let mut d = open(&fake, (132, 40));
    d.send(Msg::Click(3, 6), &mut |_| {});
    assert_eq!(d.model.finding_index(), Some(1));
    d.send(Msg::Click(60, 5), &mut |_| {});
    assert_eq!(d.model.focus, Pane::Diff);
    let top = d.model.diff.top;
    d.send(Msg::Wheel(60, 5, -3), &mut |_| {});
    assert_eq!(d.model.diff.top, top - 3);
}

#[test]
fn a_click_on_a_number_chooses_the_pane_where_one_is_shown() {
    let fake = fake();
    let mut d = open(&fake, (60, 20));
    d.send(Msg::Click(1, 1), &mut |_| {});
    assert_eq!(d.model.focus, Pane::Findings);
}
