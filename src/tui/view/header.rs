//! The first line: repository, change, as-of badge, judge, coverage.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::model::{AsOfMode, CoverageState};
use crate::tui::model::{Load, Model};
use crate::tui::text::{self, one_line, span as span_of};
use crate::tui::theme::Role;
use crate::tui::widget::spans::{fit_spans, span};

const SPINNER: [char; 8] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧'];

/// As of which commit the record is shown, in words, and whether that is the past.
pub fn badge(m: &Model) -> (String, bool) {
    let Some(a) = &m.data.as_of else {
        return (String::new(), false);
    };
    let short = one_line(a.commit.short());
    let home = m.home.as_ref().and_then(|h| h.time);
    match (a.mode, a.time) {
        (AsOfMode::Base, Some(t)) => {
            let age = match m.now {
                Some(now) if now > t => format!(" · {} ago", span_of(now - t)),
                _ => format!(" · {}", text::day(t)),
            };
            (format!("as of {short}{age}"), false)
        }
        (AsOfMode::Base, None) => (format!("as of {short}"), false),
        (AsOfMode::Target, _) => (format!("▸ AS OF THE TARGET'S TIP · {short}"), false),
        (AsOfMode::Travel, time) => {
            let day = time.map(text::day).unwrap_or_default();
            let apart = match (time, home) {
                (Some(t), Some(base)) if t < base => {
                    format!(" · {} before the base", span_of(base - t))
                }
                (Some(t), Some(base)) if t > base => {
                    format!(" · {} after the base", span_of(t - base))
                }
                _ => String::new(),
            };
            (format!("◂ AS OF {day} · {short}{apart} ▸"), true)
        }
    }
}

/// Draws the line.
pub fn draw(m: &Model, area: Rect, buf: &mut Buffer) {
    let t = &m.theme;
    let d = &m.data;
    let cols = usize::from(area.width);
    let (badge, past) = badge(m);
    let mut right = Vec::new();
    if !badge.is_empty() {
        let role = if past { Role::Past } else { Role::Muted };
        let short = d
            .as_of
            .as_ref()
            .filter(|_| !past && cols < 90)
            .map(|a| format!("as of {}", one_line(a.commit.short())));
        right.push(span(short.unwrap_or(badge), t.style(role)));
    }
    if !d.judge.name.is_empty() {
        let model = d
            .judge
            .model
            .as_deref()
            .map(|m| format!(" {}", one_line(m)))
            .unwrap_or_default();
        right.push(span(
            format!("{}{model}", one_line(&d.judge.name)),
            t.style(Role::Muted),
        ));
    }
    if d.done {
        let skipped = d
            .coverage
            .iter()
            .filter(|c| c.state != CoverageState::Read)
            .count();
        let words = if skipped == 0 {
            format!("{} decisions live", d.live)
        } else {
            format!("{} decisions live, {skipped} not read", d.live)
        };
        right.push(span(words, t.style(Role::Muted)));
    }
    let running = match (&m.load, &m.next) {
        (Load::Running(p), _) => Some(
            p.as_ref()
                .map(progress)
                .unwrap_or_else(|| "loading…".into()),
        ),
        (_, Some(_)) => Some("reviewing again…".into()),
        _ if m.sync.as_ref().is_some_and(|s| s.running) => Some("syncing…".into()),
        _ => None,
    };
    if let Some(words) = running {
        let sign = if m.mask {
            '⠿'
        } else {
            SPINNER[m.spinner % SPINNER.len()]
        };
        right.push(span(format!("{sign} {words}"), t.style(Role::Accent)));
    }

    let mut left = vec![span(" rguard", t.style(Role::Accent))];
    if !d.repository.is_empty() {
        left.push(span(
            format!("  {}", one_line(&d.repository)),
            t.style(Role::Muted),
        ));
    }
    if let Some(c) = &d.change {
        let title = if c.title.is_empty() {
            &c.target
        } else {
            &c.title
        };
        left.push(span(
            format!("  {}", one_line(title)),
            t.style(Role::Strong),
        ));
    }
    // What stands at the right gives way from its end, so that the change keeps its room.
    let most = if cols < 90 { cols / 2 } else { cols * 2 / 3 };
    let mut shown: Vec<_> = Vec::new();
    let mut used = 0;
    for s in right {
        if used + s.width() + 3 > most {
            continue;
        }
        used += s.width() + 3;
        shown.push(span("   ", Style::new()));
        shown.push(s);
    }
    let left = fit_spans(left, cols.saturating_sub(used + 1));
    buf.set_line(area.x, area.y, &left.into(), area.width);
    let x = area.right().saturating_sub(used as u16 + 1);
    buf.set_line(x, area.y, &shown.into(), area.right() - x);
}

fn progress(p: &crate::model::Progress) -> String {
    let phase = one_line(&p.phase);
    if p.total > 0 {
        format!("{phase} {}/{}", p.done, p.total)
    } else {
        format!("{phase}…")
    }
}
