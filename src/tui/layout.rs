//! Where things stand on the screen: a pure function of the model, used by update and view alike.

use ratatui::layout::Rect;

use super::model::{Model, Pane};
use super::overlay::Overlay;

/// Under this many columns the panes are stacked.
pub const WIDE: u16 = 100;
/// Under this many columns one pane is shown at a time.
pub const STACKED: u16 = 72;
/// Under this many rows one pane is shown at a time.
pub const SINGLE_ROWS: u16 = 16;
/// The smallest screen on which anything is drawn: columns and rows.
pub const LEAST: (u16, u16) = (30, 8);

/// How the panes are arranged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Too small for anything.
    TooSmall,
    /// One pane at a time.
    Single,
    /// One above the other.
    Stacked,
    /// Lists at the left, the rest at the right.
    Wide,
}

/// The screen, divided.
#[derive(Clone, Debug)]
pub struct Layout {
    /// How.
    pub form: Form,
    /// The first line.
    pub header: Rect,
    /// The banner under it, where there is one.
    pub banner: Option<Rect>,
    /// The timeline, while travelling.
    pub band: Option<Rect>,
    /// The names of the panes, where only one is shown.
    pub tabs: Option<Rect>,
    /// The panes; the first line of each is its title.
    pub panes: Vec<(Pane, Rect)>,
    /// Columns of the vertical rules, with their first and last row.
    pub rules: Vec<(u16, u16, u16)>,
    /// The last line.
    pub status: Rect,
}

impl Layout {
    /// The content of a pane that is shown.
    pub fn inner(&self, pane: Pane) -> Option<Rect> {
        let (_, r) = self.panes.iter().find(|(p, _)| *p == pane)?;
        Some(Rect {
            y: r.y + 1,
            height: r.height.saturating_sub(1),
            ..*r
        })
    }

    /// The pane at a place.
    pub fn at(&self, x: u16, y: u16) -> Option<(Pane, Rect)> {
        self.panes
            .iter()
            .copied()
            .find(|(_, r)| r.contains(ratatui::layout::Position { x, y }))
    }
}

/// Divides the screen.
pub fn layout(m: &Model) -> Layout {
    let (w, h) = m.size;
    let area = Rect::new(0, 0, w, h);
    let form = match (w, h) {
        _ if w < LEAST.0 || h < LEAST.1 => Form::TooSmall,
        _ if w < STACKED || h < SINGLE_ROWS => Form::Single,
        _ if w < WIDE => Form::Stacked,
        _ => Form::Wide,
    };
    let row = |y: u16| Rect::new(0, y.min(h.saturating_sub(1)), w, u16::from(h > 0));
    let mut out = Layout {
        form,
        header: row(0),
        banner: None,
        band: None,
        tabs: None,
        panes: Vec::new(),
        rules: Vec::new(),
        status: row(h.saturating_sub(1)),
    };
    if form == Form::TooSmall {
        return out;
    }
    let mut body = Rect {
        y: 1,
        height: h - 2,
        ..area
    };
    if super::view::banner(m).is_some() {
        out.banner = Some(take_top(&mut body, 1));
    }
    if matches!(m.overlays.last(), Some(Overlay::Travel)) {
        let lines = match form {
            Form::Single => 4,
            Form::Wide if h >= 28 => 6,
            _ => 5,
        };
        out.band = Some(take_top(&mut body, lines));
    }
    if form == Form::Single && h >= 12 {
        out.tabs = Some(take_top(&mut body, 1));
    }
    if m.maximised || form == Form::Single {
        out.panes.push((m.focus, body));
        return out;
    }
    match form {
        Form::Wide => wide(m, body, &mut out),
        _ => stacked(m, body, &mut out),
    }
    out
}

fn take_top(body: &mut Rect, lines: u16) -> Rect {
    let lines = lines.min(body.height.saturating_sub(3));
    let top = Rect {
        height: lines,
        ..*body
    };
    body.y += lines;
    body.height -= lines;
    top
}

fn wide(m: &Model, mut body: Rect, out: &mut Layout) {
    let docked = body.height >= 30;
    if docked {
        let lines = (body.height / 4).clamp(8, 14);
        let y = body.y + body.height - lines;
        let left = body.width * 55 / 100;
        let dock = pick(
            m,
            &[Pane::Cypher, Pane::People, Pane::Since, Pane::Activity],
            m.dock,
        );
        out.panes.push((Pane::Path, Rect::new(0, y, left, lines)));
        out.panes
            .push((dock, Rect::new(left + 1, y, body.width - left - 1, lines)));
        out.rules.push((left, y, y + lines - 1));
        body.height -= lines;
    }
    let left = (body.width / 4).clamp(28, 42);
    let right = Rect::new(left + 1, body.y, body.width - left - 1, body.height);
    let lists = Rect::new(0, body.y, left, body.height);
    // The findings take what they need, but leave the files at least two fifths.
    let wanted = u16::try_from(m.listed() * 4 + 3).unwrap_or(u16::MAX);
    let upper = wanted.clamp(8, (lists.height * 3 / 5).max(8));
    let (a, b) = cut(lists, upper);
    out.panes.push((Pane::Findings, a));
    out.panes.push((Pane::Files, b));
    out.rules.push((left, body.y, body.y + body.height - 1));
    let main = pick(m, &[Pane::Diff, Pane::Log], m.main);
    let lower_set: &[Pane] = if docked {
        &[Pane::Card]
    } else {
        &[
            Pane::Card,
            Pane::Path,
            Pane::Cypher,
            Pane::People,
            Pane::Since,
            Pane::Activity,
        ]
    };
    let lower = pick(m, lower_set, m.lower);
    columns(m, right, main, lower, out);
}

fn stacked(m: &Model, mut body: Rect, out: &mut Layout) {
    let lines = (body.height / 4).clamp(4, 9);
    let top = take_top(&mut body, lines);
    out.panes.push((Pane::Findings, top));
    let main = pick(m, &[Pane::Diff, Pane::Files, Pane::Log], m.main);
    let lower = pick(
        m,
        &[
            Pane::Card,
            Pane::Path,
            Pane::Cypher,
            Pane::People,
            Pane::Since,
            Pane::Activity,
        ],
        m.lower,
    );
    columns(m, body, main, lower, out);
}

/// The main slot above the lower one. The lower one takes what its text needs, within bounds.
fn columns(m: &Model, area: Rect, main: Pane, lower: Pane, out: &mut Layout) {
    // The log reads like a document: it takes the card's room as well.
    if main == Pane::Log && m.focus == Pane::Log {
        out.panes.push((main, area));
        return;
    }
    let most = area.height / 2;
    let wanted = match lower {
        Pane::Card => super::pane::card::height(m, area.width) + 1,
        _ => usize::from(most),
    };
    let least = most.min(6);
    let lines = u16::try_from(wanted).unwrap_or(most).clamp(least, most);
    let (a, b) = cut(area, area.height - lines);
    out.panes.push((main, a));
    out.panes.push((lower, b));
}

/// The focused pane where the slot can show it, else what it showed last.
fn pick(m: &Model, set: &[Pane], last: Pane) -> Pane {
    if set.contains(&m.focus) {
        m.focus
    } else if set.contains(&last) {
        last
    } else {
        set[0]
    }
}

fn cut(area: Rect, upper: u16) -> (Rect, Rect) {
    let upper = upper.min(area.height);
    (
        Rect {
            height: upper,
            ..area
        },
        Rect {
            y: area.y + upper,
            height: area.height - upper,
            ..area
        },
    )
}
