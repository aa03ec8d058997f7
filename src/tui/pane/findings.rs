//! The findings: verdict with its weight, title, where the decision stands.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::model::{Finding, VerdictKind};
use crate::tui::layout;
use crate::tui::model::{Load, Model, Pane};
use crate::tui::text;
use crate::tui::theme::Role;
use crate::tui::widget::spans::{both_ends, draw as draw_lines, fit_spans, span, wrapped};

/// Lines of a finding: three and a space; one where the panes are stacked.
pub fn height(m: &Model) -> usize {
    if compact(m) { 1 } else { 4 }
}

fn compact(m: &Model) -> bool {
    let (w, h) = m.size;
    (layout::STACKED..layout::WIDE).contains(&w) && h >= layout::SINGLE_ROWS && !m.maximised
}

/// Sign, word and role of a finding's state.
pub fn verdict(f: &Finding) -> (char, String, Role) {
    let quiet = f.corrections.iter().rfind(|c| c.applied);
    if let Some(c) = quiet {
        let word = match c.kind {
            crate::model::CorrectionKind::Ack => "acknowledged",
            crate::model::CorrectionKind::Override => "overridden",
            crate::model::CorrectionKind::Wrong => "called wrong",
            crate::model::CorrectionKind::Undo => "",
        };
        if !word.is_empty() {
            return ('✓', word.to_owned(), Role::Quieted);
        }
    }
    match f.verdict {
        VerdictKind::Contradicts if f.declared => ('=', "declared".into(), Role::Related),
        VerdictKind::Contradicts => ('!', "contradicts".into(), Role::Contradicts),
        VerdictKind::Related if f.nearest.is_some() => ('≈', "near".into(), Role::Quieted),
        VerdictKind::Related => ('~', "related".into(), Role::Related),
        VerdictKind::Unrelated => ('·', "unrelated".into(), Role::Quieted),
    }
}

/// What stands under the list: what was dropped, counted and never hidden.
pub fn foot(m: &Model) -> Vec<String> {
    let mut out = Vec::new();
    let near = m.nearest();
    if m.data.done && near > 0 {
        let key = m.keymap.key_of(crate::tui::keys::Action::Nearest);
        out.push(format!(
            "{near} near in the record ({})",
            key.unwrap_or_default()
        ));
    }
    if m.data.done && m.data.dropped > 0 {
        out.push(format!("{} unrelated dropped", m.data.dropped));
    }
    if m.data.done && !m.data.since.is_empty() {
        let key = m.keymap.key_of(crate::tui::keys::Action::Since);
        out.push(format!(
            "{} decided since ({} to see)",
            m.data.since.len(),
            key.unwrap_or_default()
        ));
    }
    if m.data.done && !m.data.proposed.is_empty() {
        let n = m.data.proposed.len();
        out.push(format!(
            "{n} decision{} proposed by this change",
            if n == 1 { "" } else { "s" }
        ));
    }
    out
}

fn item(m: &Model, i: usize, cols: usize) -> Vec<Line<'static>> {
    let Some(f) = m.data.findings.get(i) else {
        return Vec::new();
    };
    let (sign, word, role) = verdict(f);
    let style = m.theme.style(role);
    let muted = m.theme.style(Role::Muted);
    let id = m.finding_id(i);
    if compact(m) {
        return vec![both_ends(
            vec![
                span(format!("{sign} {word:<12} "), style),
                span(text::one_line(&f.decision.title), m.theme.style(Role::Text)),
                span(
                    format!("  {}", text::one_line(f.decision.id.as_str())),
                    muted,
                ),
            ],
            vec![span(format!("{id}  {:.2}", f.score), muted)],
            cols,
        )];
    }
    let head = both_ends(
        vec![span(format!("{sign} {word}"), style)],
        vec![span(format!("{id}  {:.2}", f.score), muted)],
        cols,
    );
    let title = if f.stands() {
        m.theme.style(Role::Strong)
    } else {
        m.theme.style(Role::Text)
    };
    let d = &f.decision;
    let mut place = vec![span(format!("  {}", text::one_line(d.id.as_str())), muted)];
    place.push(span(format!(" · {}", d.standing.word()), muted));
    if d.authority != crate::model::Authority::Recorded {
        place.push(span(format!(" · {}", d.authority.word()), muted));
    }
    let room = cols.saturating_sub(d.standing.word().len() + 5);
    place[0].content = format!("  {}", text::fit(&text::one_line(d.id.as_str()), room)).into();
    vec![
        head,
        Line::from(vec![
            span("  ", Style::new()),
            span(
                text::fit(&text::one_line(&d.title), cols.saturating_sub(2)),
                title,
            ),
        ]),
        Line::from(fit_spans(place, cols)),
    ]
}

/// Draws the pane.
pub fn draw(m: &Model, inner: Rect, buf: &mut Buffer) {
    if m.listed() == 0 {
        empty(m, inner, buf);
        return;
    }
    super::draw_list(m, Pane::Findings, inner, buf, |i, cols| item(m, i, cols));
    let faint = m.theme.style(Role::Muted);
    let foot = foot(m);
    let from = inner.bottom().saturating_sub(foot.len() as u16);
    for (y, line) in (from.max(inner.y)..inner.bottom()).zip(foot) {
        buf.set_stringn(
            inner.x + 1,
            y,
            line,
            usize::from(inner.width.saturating_sub(1)),
            faint,
        );
    }
}

fn empty(m: &Model, inner: Rect, buf: &mut Buffer) {
    let cols = usize::from(inner.width);
    let muted = m.theme.style(Role::Muted);
    let lines = match &m.load {
        Load::Running(_) => wrapped("Looking for decisions…", 1, muted, cols),
        Load::Failed(..) => wrapped(
            "No verdicts: the review failed.",
            1,
            m.theme.style(Role::Error),
            cols,
        ),
        Load::Ready if !m.data.partial.is_empty() => wrapped(
            "Nothing found in what could be read.",
            1,
            m.theme.style(Role::Related),
            cols,
        ),
        Load::Ready => wrapped(
            "✓ Nothing stands against it.",
            1,
            m.theme.style(Role::Good),
            cols,
        ),
    };
    let mut lines = lines;
    for line in foot(m) {
        lines.extend(wrapped(&line, 1, muted, cols));
    }
    draw_lines(buf, inner, &lines, 0);
}
