//! The Cypher statements that ran, with bars and times.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::model::QueryRun;
use crate::tui::model::{Load, Model, Pane};
use crate::tui::text::{self, one_line};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::spans::{span, wrapped};

/// A time in milliseconds, or its mask in recordings.
pub fn ms(time: f64, mask: bool) -> String {
    match time {
        _ if mask => "–.– ms".into(),
        t if t >= 100.0 => format!("{t:.0} ms"),
        t => format!("{t:.1} ms"),
    }
}

/// What the title says beside the name.
pub fn summary(m: &Model) -> String {
    let q = &m.data.queries;
    if q.is_empty() {
        return String::new();
    }
    // Statements run beside one another, so the times as the client sees them do not add up.
    let total: f64 = q.iter().map(|q| q.server_ms).sum();
    format!(
        "{} · {} in the graph",
        super::card::counted(q.len(), "query", "queries"),
        ms(total, m.mask)
    )
}

fn item(m: &Model, i: usize, cols: usize) -> Vec<Line<'static>> {
    let Some(q) = m.data.queries.get(i) else {
        return Vec::new();
    };
    let most = m
        .data
        .queries
        .iter()
        .map(|q| q.client_ms)
        .fold(0.001, f64::max);
    let rows = if q.rows == 1 { "row " } else { "rows" };
    let tail = format!("{:>8} {:>5} {rows}", ms(q.client_ms, m.mask), q.rows);
    let name_cols = m
        .data
        .queries
        .iter()
        .map(|q| text::width(&one_line(&q.name)))
        .max()
        .unwrap_or(0)
        .min(28);
    let room = cols
        .saturating_sub(name_cols + text::width(&tail) + 4)
        .min(18);
    let filled = if m.mask {
        0
    } else {
        ((q.client_ms / most) * room as f64).round() as usize
    };
    let bar = format!(
        "{}{}",
        "▇".repeat(filled),
        " ".repeat(room - filled.min(room))
    );
    vec![Line::from(vec![
        span(bar, m.theme.style(Role::Bar)),
        span(" ", Style::new()),
        span(
            text::pad(&one_line(&q.name), name_cols),
            m.theme.style(Role::Text),
        ),
        span(format!(" {tail}"), m.theme.style(Role::Muted)),
    ])]
}

/// Draws the pane.
pub fn draw(m: &Model, inner: Rect, buf: &mut Buffer) {
    if m.data.queries.is_empty() {
        let words = match m.load {
            Load::Running(_) => "The statements appear with the review.",
            _ => "No Cypher statement ran.",
        };
        let lines = wrapped(
            words,
            1,
            m.theme.style(Role::Muted),
            usize::from(inner.width),
        );
        crate::tui::widget::spans::draw(buf, inner, &lines, 0);
        return;
    }
    super::draw_list(m, Pane::Cypher, inner, buf, |i, cols| item(m, i, cols));
}

/// A statement as it ran: text, parameters, figures, and the rows that led to the finding in hand.
pub fn statement(m: &Model, q: &QueryRun, cols: usize) -> Vec<Line<'static>> {
    let t: &Theme = &m.theme;
    let mut out = Vec::new();
    let figures = format!(
        "{} · server {} · with the way there and back {}",
        super::card::counted(q.rows, "row", "rows"),
        ms(q.server_ms, m.mask),
        ms(q.client_ms, m.mask)
    );
    out.extend(wrapped(&figures, 1, t.style(Role::Muted), cols));
    out.push(Line::default());
    for raw in q.cypher.lines() {
        let line = text::clean(raw);
        let comment = line.trim_start().starts_with("//");
        if comment {
            out.extend(wrapped(&line, 1, t.style(Role::SynComment), cols));
            continue;
        }
        out.push(cypher_line(&line, t));
    }
    if !q.params.is_empty() {
        out.push(Line::default());
        out.extend(wrapped("Parameters", 1, t.style(Role::Strong), cols));
        for (name, value) in &q.params {
            let value = one_line(&value.to_string());
            let shown = text::fit(&value, 2_000);
            out.extend(crate::tui::widget::spans::labelled(
                span(format!(" ${}", one_line(name)), t.style(Role::SynVariable)),
                14,
                &shown,
                t.style(Role::SynString),
                cols,
            ));
        }
    }
    let rows: Vec<_> = m
        .data
        .findings
        .iter()
        .enumerate()
        .flat_map(|(i, f)| f.via.iter().map(move |v| (i, v)))
        .filter(|(_, v)| v.query == q.name)
        .collect();
    if !rows.is_empty() {
        out.push(Line::default());
        out.extend(wrapped(
            "Rows that led to findings",
            1,
            t.style(Role::Strong),
            cols,
        ));
        for (i, v) in rows {
            out.extend(crate::tui::widget::spans::labelled(
                span(format!(" {}", m.finding_id(i)), t.style(Role::Mark)),
                6,
                &one_line(&format!("{} · {}", v.hop, v.row)),
                t.style(Role::Text),
                cols,
            ));
        }
    }
    out
}

fn cypher_line(line: &str, t: &Theme) -> Line<'static> {
    const WORDS: &[&str] = &[
        "MATCH", "OPTIONAL", "WHERE", "RETURN", "WITH", "UNWIND", "ORDER", "BY", "AS", "AND", "OR",
        "NOT", "IN", "CALL", "YIELD", "DISTINCT", "CREATE", "MERGE", "SET", "LIMIT", "DESC", "IS",
        "NULL", "UNION",
    ];
    let mut out = vec![span(" ", Style::new())];
    let mut word = String::new();
    let flush = |word: &mut String, out: &mut Vec<ratatui::text::Span<'static>>| {
        if word.is_empty() {
            return;
        }
        let role = if WORDS.contains(&word.as_str()) {
            Role::SynKeyword
        } else if word.starts_with('$') {
            Role::SynString
        } else {
            Role::SynVariable
        };
        out.push(span(std::mem::take(word), t.style(role)));
    };
    for c in line.chars() {
        if c.is_alphanumeric() || matches!(c, '_' | '$') {
            word.push(c);
        } else {
            flush(&mut word, &mut out);
            out.push(span(c.to_string(), t.style(Role::SynPunctuation)));
        }
    }
    flush(&mut word, &mut out);
    Line::from(out)
}
