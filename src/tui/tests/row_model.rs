//! The row model: heights, pairs, and a frame that costs the same however large the diff is.

use std::time::Instant;

use super::fixture::{self, Fake};
use super::*;
use crate::model::LineKind;
use crate::tui::doc::Doc;
use crate::tui::rows::{Expanded, Row, Rows, Shape};

fn shape(split: bool, wrap: Option<usize>, files: usize) -> Shape {
    Shape {
        split,
        wrap,
        folded: vec![false; files],
        expanded: Expanded::new(),
    }
}

#[test]
fn every_line_is_in_exactly_one_row_in_both_forms() {
    for review in [
        fixture::review(),
        fixture::wide_review(),
        fixture::large_review(1_000),
    ] {
        let doc = Doc::new(&review.change);
        for split in [false, true] {
            let rows = Rows::new(&doc, &shape(split, None, doc.files.len()));
            let mut seen = std::collections::BTreeMap::new();
            for row in rows.iter() {
                let Some((f, h)) = row.hunk() else { continue };
                let mut lines: Vec<usize> = row.lines().into_iter().flatten().collect();
                lines.dedup();
                for l in lines {
                    *seen.entry((f, h, l)).or_insert(0) += 1;
                }
            }
            assert_eq!(seen.len(), doc.lines);
            assert!(seen.values().all(|n| *n == 1));
        }
    }
}

#[test]
fn a_pair_never_has_an_added_line_at_the_left() {
    let doc = Doc::new(&fixture::large_review(500).change);
    let rows = Rows::new(&doc, &shape(true, None, doc.files.len()));
    for row in rows.iter() {
        if let Row::Pair(f, h, left, right) = row {
            let kind = |l: usize| doc.files[f].hunks[h].lines[l].kind;
            assert!(left.is_none_or(|l| kind(l) != LineKind::Added));
            assert!(right.is_none_or(|l| kind(l) != LineKind::Deleted));
            assert!(left.is_some() || right.is_some());
        }
    }
}

#[test]
fn heights_add_up_and_every_screen_line_has_its_row() {
    let doc = Doc::new(&fixture::review().change);
    for wrap in [None, Some(10), Some(23)] {
        for split in [false, true] {
            let rows = Rows::new(&doc, &shape(split, wrap, doc.files.len()));
            let mut total = 0;
            for i in 0..rows.len() {
                assert_eq!(rows.top(i), total);
                for part in 0..rows.height(i) {
                    assert_eq!(rows.at(total + part), i);
                }
                total += rows.height(i);
            }
            assert_eq!(rows.total(), total);
        }
    }
}

#[test]
fn a_folded_file_is_its_heading_and_one_note() {
    let doc = Doc::new(&fixture::review().change);
    let mut s = shape(false, None, doc.files.len());
    s.folded[2] = true;
    let rows = Rows::new(&doc, &s);
    let of: Vec<Row> = rows.iter().filter(|r| r.file() == Some(2)).collect();
    assert_eq!(of, [Row::File(2), Row::Note(2)]);
}

/// Not a limit in milliseconds: the same work at two sizes, side by side.
#[test]
fn a_frame_costs_the_same_in_a_small_and_in_a_large_diff() {
    let cost = |lines: usize| {
        let fake = Fake::new(fixture::large_review(lines));
        let mut d = open(&fake, (132, 40));
        press(&mut d, "dG");
        let mut best = std::time::Duration::MAX;
        for _ in 0..8 {
            let start = Instant::now();
            for _ in 0..5 {
                let _ = d.screen();
            }
            best = best.min(start.elapsed());
        }
        best
    };
    let (small, large) = (cost(300), cost(9_000));
    assert!(
        large < small * 4,
        "{small:?} for 300 lines, {large:?} for 9,000"
    );
}
