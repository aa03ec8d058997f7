//! What one frame of the workstation costs in a small and in a large diff.

#[path = "../support/tui_fixture.rs"]
mod fixture;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use rguard::tui::direct::Direct;
use rguard::tui::keys::{Keymap, parse_keys};
use rguard::tui::model::Model;
use rguard::tui::theme::{Depth, ThemeChoice, load};
use rguard::tui::view::view;

use super::cost::{median, own};
use super::table::Table;

const SIZE: (u16, u16) = (160, 50);
/// Frames in one measurement.
const FRAMES: u32 = 40;

/// Measures both sizes by turns.
pub fn measure(runs: usize, table: &mut Table) {
    let rounds = runs.max(3);
    let (small_fake, large_fake) = (
        fixture::Fake::new(fixture::large_review(1_000)),
        fixture::Fake::new(fixture::large_review(10_000)),
    );
    let mut small = open(&small_fake);
    let mut large = open(&large_fake);
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        a.push(frame(&mut small));
        b.push(frame(&mut large));
    }
    let (a, b) = (median(a), median(b));
    table.figure(
        "frame of a 1,000-line diff",
        a,
        "ms",
        "processor, for a step down: update and draw",
    );
    table.figure(
        "frame of a 10,000-line diff",
        b,
        "ms",
        format!("{:.2} x the smaller", b / a),
    );
}

fn open(fake: &fixture::Fake) -> Direct<'_> {
    let theme = load(&ThemeChoice::Auto, Depth::True).unwrap();
    let mut d = Direct::new(Model::new(SIZE, theme, Keymap::default()), fake);
    d.start(&mut |_| {});
    d.press(&parse_keys("d").unwrap());
    d
}

/// Milliseconds of processor for one step through the diff with its frame.
fn frame(d: &mut Direct<'_>) -> f64 {
    let mut terminal = Terminal::new(TestBackend::new(SIZE.0, SIZE.1)).unwrap();
    let down = parse_keys("j").unwrap();
    let before = own();
    for _ in 0..FRAMES {
        d.press(&down);
        terminal.draw(|f| view(&d.model, f)).unwrap();
    }
    (own() - before) * 1e3 / f64::from(FRAMES)
}
