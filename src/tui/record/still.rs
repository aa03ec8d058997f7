//! Stills of the screen: as text, and as SVG from the same cells.

use std::fmt::Write as _;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};

use crate::tui::direct::buffer_text;
use crate::tui::model::Model;
use crate::tui::text;
use crate::tui::view::view;

/// Pixels of a cell.
const CELL: (f64, f64) = (8.4, 18.0);

/// The screen as text and as SVG.
pub fn still(m: &Model) -> (String, String) {
    let (w, h) = m.size;
    let Ok(mut terminal) = Terminal::new(TestBackend::new(w, h));
    let Ok(_) = terminal.draw(|frame| view(m, frame));
    let buf = terminal.backend().buffer();
    let (page, ink) = match m.theme.name.as_str() {
        "light" => ("#ffffff", "#2b303b"),
        "contrast" => ("#000000", "#ffffff"),
        _ => ("#1a1b26", "#c8ccd4"),
    };
    let (width, height) = (f64::from(w) * CELL.0 + 16.0, f64::from(h) * CELL.1 + 16.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\">\n<rect width=\"100%\" height=\"100%\" fill=\"{page}\"/>\n<g font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"14\" xml:space=\"preserve\">\n"
    );
    for y in 0..h {
        let mut x = 0;
        while x < w {
            let from = x;
            let look = look(&buf[(x, y)], page, ink);
            let mut run = String::new();
            while x < w && self::look(&buf[(x, y)], page, ink) == look {
                let symbol = buf[(x, y)].symbol();
                run.push_str(symbol);
                x += (text::width(symbol).max(1)) as u16;
            }
            draw_run(&mut svg, (from, y), x - from, &run, &look, page);
        }
    }
    svg.push_str("</g>\n</svg>\n");
    (buffer_text(buf), svg)
}

#[derive(PartialEq)]
struct Look {
    fg: String,
    bg: String,
    mods: Modifier,
}

fn look(cell: &Cell, page: &str, ink: &str) -> Look {
    let (mut fg, mut bg) = (colour(cell.fg, ink), colour(cell.bg, page));
    if cell.modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut fg, &mut bg);
    }
    Look {
        fg,
        bg,
        mods: cell.modifier & (Modifier::BOLD | Modifier::ITALIC | Modifier::UNDERLINED),
    }
}

fn colour(c: Color, other: &str) -> String {
    match c {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => other.to_owned(),
    }
}

fn draw_run(svg: &mut String, (x, y): (u16, u16), cols: u16, run: &str, look: &Look, page: &str) {
    let left = 8.0 + f64::from(x) * CELL.0;
    let top = 8.0 + f64::from(y) * CELL.1;
    let width = f64::from(cols) * CELL.0;
    // Writing to a string cannot fail.
    if look.bg != page {
        let _ = writeln!(
            svg,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{}\"/>",
            CELL.1, look.bg
        );
    }
    if run.trim().is_empty() {
        return;
    }
    let mut extra = String::new();
    if look.mods.contains(Modifier::BOLD) {
        extra.push_str(" font-weight=\"bold\"");
    }
    if look.mods.contains(Modifier::ITALIC) {
        extra.push_str(" font-style=\"italic\"");
    }
    if look.mods.contains(Modifier::UNDERLINED) {
        extra.push_str(" text-decoration=\"underline\"");
    }
    let words = run
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let _ = writeln!(
        svg,
        "<text x=\"{left:.1}\" y=\"{:.1}\" textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{}\"{extra}>{words}</text>",
        top + CELL.1 * 0.75,
        look.fg
    );
}
