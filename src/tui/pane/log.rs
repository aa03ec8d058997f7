//! The decision log as of the base, its text, and what could not be read.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::model::{Authority, Coverage, CoverageState, Decision, Standing};
use crate::tui::model::{Load, Model, Pane};
use crate::tui::text::{self, one_line};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::spans::{draw as draw_lines, labelled, span, wrapped};

/// From this width on the text stands beside the list.
const BESIDE: u16 = 90;

/// One row of the list.
pub enum Entry<'a> {
    /// A decision.
    Decision(&'a Decision),
    /// A place that was not read in full.
    Coverage(&'a Coverage),
}

fn decision_matches(d: &Decision, words: &[String]) -> bool {
    words.iter().all(|w| {
        [
            d.title.as_str(),
            d.id.as_str(),
            d.standing.word(),
            d.authority.word(),
        ]
        .iter()
        .any(|t| t.to_lowercase().contains(w.as_str()))
            || d.text.to_lowercase().contains(w.as_str())
            || d.people
                .iter()
                .any(|p| p.to_lowercase().contains(w.as_str()))
            || d.mentions
                .iter()
                .any(|m| m.name.to_lowercase().contains(w.as_str()))
            || d.code_links
                .iter()
                .any(|l| l.path.to_string().to_lowercase().contains(w.as_str()))
    })
}

/// The rows that the filter lets through: decisions, then what was not read in full.
pub fn entries(m: &Model) -> Vec<Entry<'_>> {
    let words: Vec<String> = m
        .log_filter
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let decisions = m
        .data
        .log
        .iter()
        .filter(|d| decision_matches(d, &words))
        .map(Entry::Decision);
    let coverage = m
        .data
        .coverage
        .iter()
        .filter(|c| c.state != CoverageState::Read)
        .filter(|c| {
            words.iter().all(|w| {
                c.path.to_string().to_lowercase().contains(w) || c.reason.to_lowercase().contains(w)
            })
        })
        .map(Entry::Coverage);
    decisions.chain(coverage).collect()
}

/// How many rows there are.
pub fn count(m: &Model) -> usize {
    if m.log_filter.is_empty() {
        let partly = m
            .data
            .coverage
            .iter()
            .filter(|c| c.state != CoverageState::Read)
            .count();
        return m.data.log.len() + partly;
    }
    entries(m).len()
}

/// Where the list stands: beside the text where there is room.
pub fn list_area(_: &Model, inner: Rect) -> Rect {
    if inner.width < BESIDE {
        return inner;
    }
    Rect {
        width: inner.width / 2,
        ..inner
    }
}

/// What the title says beside the name.
pub fn summary(m: &Model) -> String {
    let d = &m.data;
    let at = d
        .as_of
        .as_ref()
        .map(|a| format!(" as of {}", one_line(a.commit.short())))
        .unwrap_or_default();
    let filter = if m.log_filter.is_empty() {
        String::new()
    } else {
        format!(" · /{}", text::clean(&m.log_filter))
    };
    format!(
        "{}{at}{filter}",
        super::card::counted(d.log.len(), "decision", "decisions")
    )
}

/// Sign and role of a standing.
pub fn standing(s: Standing) -> (char, Role) {
    match s {
        Standing::Accepted => ('●', Role::Holds),
        Standing::Proposed => ('○', Role::Unknown),
        Standing::Rejected => ('✗', Role::Stale),
        Standing::Deprecated => ('◌', Role::Related),
        Standing::Superseded => ('⇢', Role::Quieted),
        Standing::Unknown => ('?', Role::Unknown),
    }
}

fn item(m: &Model, entry: &Entry, cols: usize) -> Line<'static> {
    let t = &m.theme;
    match entry {
        Entry::Decision(d) => {
            let (sign, role) = standing(d.standing);
            let indent = if d.part_of.is_some() { "  " } else { "" };
            let mark = match d.authority {
                Authority::Recorded => "",
                Authority::Inferred => " inferred",
                Authority::Corrected => " corrected",
            };
            let date = d.date.as_deref().map(one_line).unwrap_or_default();
            let tail = format!(
                "{mark} {:<10} {:>10}",
                d.standing.word(),
                text::fit(&date, 10)
            );
            let room = cols.saturating_sub(text::width(&tail) + indent.len() + 3);
            let title = if room < 12 {
                text::fit(&one_line(&d.title), cols.saturating_sub(indent.len() + 2))
            } else {
                text::pad(&one_line(&d.title), room)
            };
            let mut line = vec![
                span(format!("{indent}{sign} "), t.style(role)),
                span(title, t.style(Role::Text)),
            ];
            if room >= 12 {
                line.push(span(format!(" {tail}"), t.style(Role::Muted)));
            }
            Line::from(line)
        }
        Entry::Coverage(c) => {
            let word = match c.state {
                CoverageState::Read => "read",
                CoverageState::Partly => "partly read",
                CoverageState::Skipped => "not read",
            };
            let at = c.line.map(|l| format!(":{l}")).unwrap_or_default();
            Line::from(vec![
                span(format!("· {word}  "), t.style(Role::Stale)),
                span(
                    one_line(&format!("{}{at}  {}", c.path, c.reason)),
                    t.style(Role::Muted),
                ),
            ])
        }
    }
}

/// Draws the pane.
pub fn draw(m: &Model, inner: Rect, buf: &mut Buffer) {
    let entries = entries(m);
    if entries.is_empty() {
        let words = match (&m.load, m.log_filter.is_empty()) {
            (Load::Running(_), true) => "The record of decisions is being read…",
            (_, true) => "No decision is recorded at this commit.",
            (_, false) => "No decision matches the filter; Esc clears it.",
        };
        let lines = wrapped(
            words,
            1,
            m.theme.style(Role::Muted),
            usize::from(inner.width),
        );
        draw_lines(buf, inner, &lines, 0);
        return;
    }
    super::draw_list(m, Pane::Log, inner, buf, |i, cols| {
        entries
            .get(i)
            .map(|e| vec![item(m, e, cols)])
            .unwrap_or_default()
    });
    let list = list_area(m, inner);
    if list.width < inner.width {
        let side = Rect {
            x: list.right() + 1,
            width: inner.width - list.width - 1,
            ..inner
        };
        for y in inner.y..inner.bottom() {
            buf.set_string(list.right(), y, "│", m.theme.style(Role::Border));
        }
        let cols = usize::from(side.width);
        let lines = match entries.get(m.list(Pane::Log).selected) {
            Some(Entry::Decision(d)) => decision(d, &m.theme, cols),
            Some(Entry::Coverage(c)) => coverage(c, &m.theme, cols),
            None => Vec::new(),
        };
        draw_lines(buf, side, &lines, 0);
    }
}

fn coverage(c: &Coverage, t: &Theme, cols: usize) -> Vec<Line<'static>> {
    let at = c.line.map(|l| format!(":{l}")).unwrap_or_default();
    let mut out = wrapped(
        &one_line(&format!("{}{at}", c.path)),
        1,
        t.style(Role::Strong),
        cols,
    );
    out.extend(wrapped(&one_line(&c.reason), 1, t.style(Role::Text), cols));
    out
}

/// A decision's text with its facts.
pub fn decision(d: &Decision, t: &Theme, cols: usize) -> Vec<Line<'static>> {
    let (sign, role) = standing(d.standing);
    let mut out = wrapped(&one_line(&d.title), 1, t.style(Role::Strong), cols);
    let words = d
        .standing_words
        .as_deref()
        .map(|w| format!(" (“{}”)", one_line(w)))
        .unwrap_or_default();
    out.push(Line::from(vec![
        span(format!(" {sign} {}", d.standing.word()), t.style(role)),
        span(
            format!("{words} · {}", d.authority.word()),
            t.style(Role::Muted),
        ),
    ]));
    let mut fact = |label: &str, body: String| {
        if !body.is_empty() {
            out.extend(labelled(
                span(format!(" {label}"), t.style(Role::Muted)),
                13,
                &one_line(&body),
                t.style(Role::Text),
                cols,
            ));
        }
    };
    let lines = d
        .source
        .lines
        .map(|l| format!(":{}–{}", l.start, l.end))
        .unwrap_or_default();
    let path = d.source.path.as_ref().map(|p| format!("{p}{lines}"));
    fact("id", d.id.to_string());
    fact("key", d.key.to_string());
    fact(
        "at",
        path.or_else(|| d.source.url.clone()).unwrap_or_default(),
    );
    fact("date", d.date.clone().unwrap_or_default());
    fact("people", d.people.join(", "));
    fact(
        "recorded in",
        d.source
            .commit
            .as_ref()
            .map(|c| c.short().to_owned())
            .unwrap_or_default(),
    );
    let ids = |list: &[crate::model::Supersession]| {
        list.iter()
            .map(|s| s.id.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    fact("replaced by", ids(&d.superseded_by));
    fact("replaces", ids(&d.supersedes));
    let aliases: Vec<String> = d.aliases.iter().map(ToString::to_string).collect();
    fact("also known", aliases.join(", "));
    out.push(Line::default());
    for raw in d.text.lines() {
        let line = text::clean(raw);
        let (style, indent) = if line.starts_with('#') {
            (t.style(Role::Strong), 1)
        } else {
            (t.style(Role::Text), 1)
        };
        out.extend(wrapped(&line, indent, style, cols));
    }
    if d.text.trim().is_empty() {
        out.push(Line::from(span(
            " No text of its own stands under this title.",
            t.style(Role::Muted),
        )));
    }
    out
}
