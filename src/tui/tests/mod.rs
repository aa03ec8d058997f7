//! Tests of the whole workstation without a terminal: keys in, model and screens out.

#[path = "../../../tests/support/tui_fixture.rs"]
mod fixture;

mod behaviour;
mod corrections;
mod moving;
mod recording;
mod robust;
mod row_model;
mod screens;

use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::direct::Direct;
use super::keys::{Keymap, parse_keys};
use super::model::Model;
use super::msg::Msg;
use super::theme::{Depth, ThemeChoice, load};
use fixture::Fake;

fn fake() -> Fake {
    Fake::new(fixture::review())
}

fn fresh(size: (u16, u16)) -> Model {
    let theme = load(&ThemeChoice::Auto, Depth::True).unwrap();
    Model::new(size, theme, Keymap::default())
}

/// A workstation that has loaded its review.
fn open<'a>(fake: &'a Fake, size: (u16, u16)) -> Direct<'a> {
    open_with(fake, size, "dark", Depth::True)
}

fn open_with<'a>(fake: &'a Fake, size: (u16, u16), theme: &str, depth: Depth) -> Direct<'a> {
    let theme = load(&ThemeChoice::from(theme), depth).unwrap();
    let mut model = Model::new(size, theme, Keymap::default());
    model.now = Some(fixture::NOW);
    let mut d = Direct::new(model, fake);
    d.start(&mut |_| {});
    d
}

fn press(d: &mut Direct, keys: &str) {
    d.press(&parse_keys(keys).unwrap());
}

fn typed(d: &mut Direct, text: &str) {
    for c in text.chars() {
        let key = super::keys::Key::plain(crossterm::event::KeyCode::Char(c));
        d.send(Msg::Key(key), &mut |_| {});
    }
}

/// The screen with a count of every pair of colours and modifiers: a snapshot that sees colours.
fn styled(m: &Model) -> String {
    let (w, h) = m.size;
    let mut t = Terminal::new(TestBackend::new(w, h)).unwrap();
    t.draw(|f| super::view::view(m, f)).unwrap();
    let buf = t.backend().buffer();
    let mut runs = std::collections::BTreeMap::<String, usize>::new();
    for cell in &buf.content {
        *runs
            .entry(format!("{:?}/{:?}/{:?}", cell.fg, cell.bg, cell.modifier))
            .or_default() += 1;
    }
    let mut out = super::direct::buffer_text(buf);
    out.push_str("---\n");
    for (k, n) in runs {
        out.push_str(&format!("{k} x{n}\n"));
    }
    out
}
