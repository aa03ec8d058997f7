//! The whole screen from the model. Pure: it reads, draws and changes nothing.

mod band;
mod header;
mod overlay;
mod status;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::layout::{Form, Layout, layout};
use super::model::{Load, Model, Pane};
use super::pane;
use super::text::{self, one_line};
use super::theme::Role;
use super::widget::rule::Rules;

pub use overlay::text_lines;

/// Draws the model.
pub fn view(m: &Model, frame: &mut Frame) {
    let area = frame.area();
    draw(m, area, frame.buffer_mut());
}

/// Draws the model into a buffer of the size that the model knows.
pub fn draw(m: &Model, area: Rect, buf: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    buf.set_style(area, m.theme.style(Role::Text));
    let l = layout(m);
    if l.form == Form::TooSmall {
        let words = format!("{}x{} is too small", area.width, area.height);
        buf.set_stringn(
            0,
            area.height / 2,
            text::fit(&words, usize::from(area.width)),
            usize::from(area.width),
            m.theme.style(Role::Text),
        );
        return;
    }
    header::draw(m, l.header, buf);
    if let (Some(area), Some((words, error))) = (l.banner, banner(m)) {
        let role = if error { Role::Error } else { Role::Banner };
        let style = m.theme.style(Role::Banner).patch(m.theme.style(role));
        let style = if error {
            style.add_modifier(ratatui::style::Modifier::REVERSED)
        } else {
            style
        };
        buf.set_style(area, style);
        buf.set_stringn(
            area.x + 1,
            area.y,
            text::fit(&words, usize::from(area.width.saturating_sub(2))),
            usize::from(area.width),
            style,
        );
    }
    frame_of(m, &l, area, buf);
    for (p, _) in &l.panes {
        if let Some(inner) = l.inner(*p) {
            pane::draw(m, *p, inner, buf);
        }
    }
    if let Some(area) = l.tabs {
        tabs(m, area, buf);
    }
    if let Some(area) = l.band {
        band::draw(m, area, buf);
    }
    status::draw(m, l.status, buf);
    overlay::draw(m, area, buf);
}

/// What the banner says, and whether something failed; `None` where all is well.
pub fn banner(m: &Model) -> Option<(String, bool)> {
    if let Load::Failed(message, _) = &m.load {
        return Some((
            format!(
                "The review failed, so there are no verdicts: {}",
                one_line(message)
            ),
            true,
        ));
    }
    let first = m.data.partial.first()?;
    let more = match m.data.partial.len() {
        1 => String::new(),
        n => format!(" (and {} more)", n - 1),
    };
    Some((format!("Partial: {}{more}", one_line(first)), false))
}

/// Draws the rules between the panes, with their titles.
fn frame_of(m: &Model, l: &Layout, area: Rect, buf: &mut Buffer) {
    let plain = if m.in_past() {
        Role::Past
    } else {
        Role::Border
    };
    let plain = m.theme.style(plain);
    let mut rules = Rules::new(area, plain);
    // The focused pane comes last, so that its rule wins where two meet.
    for focused in [false, true] {
        for (pane, r) in &l.panes {
            if (*pane == m.focus) != focused || r.width == 0 {
                continue;
            }
            let style = match (focused, m.in_past()) {
                (_, true) => m.theme.style(Role::Past),
                (true, false) => m.theme.style(Role::BorderFocus),
                (false, false) => plain,
            };
            rules.horizontal(r.y, r.x, r.right() - 1, focused, style);
        }
    }
    for (x, y0, y1) in &l.rules {
        rules.vertical(*x, *y0, *y1);
    }
    rules.draw(buf);
    for (pane, r) in &l.panes {
        title(m, *pane, *r, buf);
    }
}

fn title(m: &Model, pane: Pane, r: Rect, buf: &mut Buffer) {
    let focused = pane == m.focus;
    let style = m.theme.style(if focused {
        Role::TitleFocus
    } else {
        Role::Title
    });
    let muted = m.theme.style(Role::Muted);
    let (name, right) = title_words(m, pane);
    let room = usize::from(r.width.saturating_sub(4));
    let right_width = text::width(&right);
    let shows_right = right_width > 0 && right_width + 10 < room;
    let left_room = if shows_right {
        room - right_width - 2
    } else {
        room
    };
    let left = format!(
        " {} {} ",
        pane.digit(),
        text::fit(&name, left_room.saturating_sub(4))
    );
    buf.set_stringn(r.x + 1, r.y, &left, left_room, style);
    if shows_right {
        let x = r.right().saturating_sub(right_width as u16 + 3);
        buf.set_string(x, r.y, format!(" {right} "), muted);
    }
}

fn title_words(m: &Model, pane: Pane) -> (String, String) {
    match pane {
        Pane::Diff => {
            let (name, right) = pane::diff::summary(m);
            let name = if name.is_empty() { "Diff".into() } else { name };
            (name, right)
        }
        Pane::Card => match (m.finding_index(), m.finding()) {
            (Some(i), Some(f)) => {
                let (sign, word, _) = pane::findings::verdict(f);
                (
                    format!("{} · {}", m.finding_id(i), one_line(&f.decision.title)),
                    format!("{sign} {word} · {:.2}", f.score),
                )
            }
            _ => ("Card".into(), String::new()),
        },
        Pane::Findings => {
            let (against, related) = m.counts();
            let wide = m.size.0 < crate::tui::layout::WIDE || m.maximised;
            let right = match (against, related) {
                (0, 0) => String::new(),
                (a, r) if wide => format!("{a} against · {r} related"),
                (a, _) => format!("{a} against"),
            };
            ("Findings".into(), right)
        }
        Pane::Files => {
            let n = m.data.doc.files.len();
            let viewed = (0..n).filter(|f| m.is_viewed(*f)).count();
            let filter = if m.files.filter.is_empty() {
                String::new()
            } else {
                format!("/{} · ", text::clean(&m.files.filter))
            };
            ("Files".into(), format!("{filter}{viewed}/{n} viewed"))
        }
        Pane::Cypher => ("Cypher".into(), pane::cypher::summary(m)),
        Pane::Log => ("Decision log".into(), pane::log::summary(m)),
        Pane::Since => {
            let n = m.data.since.len();
            (
                "Since the base".into(),
                if n > 0 { n.to_string() } else { String::new() },
            )
        }
        Pane::Path => {
            let right = m
                .finding()
                .map(|f| format!("{} nodes", f.path.nodes.len()))
                .unwrap_or_default();
            ("Path".into(), right)
        }
        p => (p.title().into(), String::new()),
    }
}

/// The names of the panes, for screens that show one at a time.
fn tabs(m: &Model, area: Rect, buf: &mut Buffer) {
    for (p, x, words) in tab_words(m, area) {
        let role = if p == m.focus {
            Role::Selection
        } else {
            Role::Muted
        };
        buf.set_string(x, area.y, words, m.theme.style(role));
    }
}

/// The pane whose name stands at a column.
pub fn tab_at(m: &Model, area: Rect, x: u16) -> Option<Pane> {
    tab_words(m, area)
        .into_iter()
        .find(|(_, from, words)| (*from..*from + text::width(words) as u16).contains(&x))
        .map(|(p, ..)| p)
}

fn tab_words(m: &Model, area: Rect) -> Vec<(Pane, u16, String)> {
    let mut x = area.x;
    let mut out = Vec::new();
    for p in Pane::ALL {
        let words = if p == m.focus {
            format!(" {} {} ", p.digit(), p.title())
        } else {
            format!(" {} ", p.digit())
        };
        let width = text::width(&words) as u16;
        if x + width > area.right() {
            break;
        }
        out.push((p, x, words));
        x += width;
    }
    out
}
