//! The card of the finding in hand: its words first, the machinery last. Who reads only the card
//! knows what to do.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::model::{
    CoverageState, Finding, LineRange, Outcome, PersonKind, PremiseState, Quote, Supersession,
    SupersessionState,
};
use crate::tui::model::{Load, Model, Pane};
use crate::tui::text::{self, one_line};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::rail;
use crate::tui::widget::spans::{both_ends, draw as draw_lines, labelled, span, wrapped};

/// Columns of the labels.
const LABEL: usize = 11;

/// Lines of the card's text at a width.
pub fn height(m: &Model, cols: u16) -> usize {
    lines(m, usize::from(cols)).len()
}

/// The card's text.
pub fn lines(m: &Model, cols: usize) -> Vec<Line<'static>> {
    match m.finding() {
        Some(f) => {
            let mut out = finding(f, &m.theme, cols, m.mask);
            // Where one pane is shown at a time, the card carries the path too.
            if m.size.0 < crate::tui::layout::STACKED && !f.path.nodes.is_empty() {
                out.push(Line::default());
                out.extend(rail::lines(&f.path, usize::MAX, &m.theme, cols));
            }
            out
        }
        None => nothing(m, cols),
    }
}

/// Draws the pane.
pub fn draw(m: &Model, inner: Rect, buf: &mut Buffer) {
    let lines = lines(m, usize::from(inner.width));
    let top = m.list(Pane::Card).top;
    draw_lines(buf, inner, &lines, top);
    let below = lines.len().saturating_sub(top + usize::from(inner.height));
    if below > 0 && inner.width > 20 {
        let words = format!(" ↓ {below} more ");
        let x = inner.right() - text::width(&words) as u16;
        buf.set_string(x, inner.bottom() - 1, words, m.theme.style(Role::Muted));
    }
}

/// Where a quote stands, for a person.
pub fn place(q: &Quote) -> String {
    let lines = q.lines.map(range).unwrap_or_default();
    match (&q.path, &q.url, &q.commit) {
        (Some(p), _, commit) => {
            let at = commit
                .as_ref()
                .map(|c| format!(" @ {}", c.short()))
                .unwrap_or_default();
            one_line(&format!("{p}{lines}{at}"))
        }
        (None, Some(url), _) => one_line(url),
        (None, None, Some(c)) => format!("commit {}{lines}", one_line(c.short())),
        (None, None, None) => String::new(),
    }
}

fn range(r: LineRange) -> String {
    if r.start == r.end {
        format!(":{}", r.start)
    } else {
        format!(":{}–{}", r.start, r.end)
    }
}

fn finding(f: &Finding, t: &Theme, cols: usize, mask: bool) -> Vec<Line<'static>> {
    let mut out = Vec::new();
    for (i, q) in f.quotes.iter().take(3).enumerate() {
        out.extend(quote(q, t, cols, i == 0));
    }
    if let Some(why) = &f.declared_by {
        out.extend(row(
            "declared",
            Role::Related,
            &one_line(why),
            Role::Text,
            t,
            cols,
        ));
    }
    for (i, s) in f.signals.iter().enumerate() {
        let words = format!(
            "{} ({} {:.2})",
            one_line(&s.why),
            one_line(&s.name),
            s.strength
        );
        out.extend(row(
            if i == 0 { "why" } else { "" },
            Role::Accent,
            &words,
            Role::Text,
            t,
            cols,
        ));
    }
    for p in &f.premises {
        let (sign, role) = state(p.state);
        let mut words = format!("{}  {}", one_line(&p.rule), one_line(&p.why));
        if p.at_base != p.now {
            words.push_str(&format!(
                " (at the base: {}, now: {})",
                p.at_base.word(),
                p.now.word()
            ));
        }
        let label = format!("{sign} {}", p.state.word());
        out.extend(row(&label, role, &words, Role::Text, t, cols));
    }
    for e in &f.experiments {
        let outcome = match e.outcome {
            Outcome::Confirmed => "confirmed",
            Outcome::Disproven => "disproven",
            Outcome::Inconclusive => "inconclusive",
        };
        let words = format!(
            "{}: {outcome}: “{}” {}",
            one_line(&e.claim),
            one_line(&e.quote.text),
            place(&e.quote)
        );
        out.extend(row("tried", Role::Stale, &words, Role::Text, t, cols));
    }
    for a in &f.alternatives {
        let reason = a
            .reason
            .as_deref()
            .map(|r| format!(": {}", one_line(r)))
            .unwrap_or_default();
        let words = format!(
            "“{}” was turned down{reason}  {}",
            one_line(&a.name),
            place(&a.quote)
        );
        out.extend(row("option", Role::Stale, &words, Role::Text, t, cols));
    }
    for l in &f.limits {
        let from = l
            .from
            .as_ref()
            .map(|d| format!(" (from {})", one_line(d.as_str())))
            .unwrap_or_default();
        let words = format!(
            "{}: “{}”{from}",
            one_line(&l.scope),
            one_line(&l.quote.text)
        );
        out.extend(row("limit", Role::Related, &words, Role::Text, t, cols));
    }
    for s in &f.superseded {
        out.extend(row(
            "before",
            Role::Muted,
            &superseded(s),
            Role::Muted,
            t,
            cols,
        ));
    }
    for p in &f.ask {
        let kind = match p.kind {
            PersonKind::Human => "",
            PersonKind::Agent => " [agent]",
            PersonKind::Bot => " [bot]",
        };
        let words = format!("{}{kind}  {}", one_line(&p.name), one_line(&p.why));
        out.extend(row("ask", Role::NodePerson, &words, Role::Text, t, cols));
    }
    let d = &f.decision;
    let mut facts = vec![d.standing.word().to_owned(), d.authority.word().to_owned()];
    facts.extend(d.date.as_deref().map(one_line));
    let decision = format!(
        "{} · {} · key {}",
        one_line(d.id.as_str()),
        facts.join(" · "),
        one_line(d.key.as_str())
    );
    out.extend(row(
        "decision",
        Role::Muted,
        &decision,
        Role::Muted,
        t,
        cols,
    ));
    if let Some(w) = &f.weighing {
        let words = one_line(&w.words);
        out.extend(row("weight", Role::Muted, &words, Role::Muted, t, cols));
    }
    for note in &f.notes {
        let words = one_line(note);
        out.extend(row("note", Role::Related, &words, Role::Text, t, cols));
    }
    for a in &f.also {
        let words = format!("{}  {}", one_line(a.id.as_str()), one_line(&a.title));
        out.extend(row("also", Role::Muted, &words, Role::Muted, t, cols));
    }
    for c in &f.corrections {
        let applied = if c.yields_to.is_some() {
            ", a newer override counts instead"
        } else if c.applied {
            ""
        } else {
            ", later: listed, not applied"
        };
        let reason = if c.reason.is_empty() {
            String::new()
        } else {
            format!(": {}", one_line(&c.reason))
        };
        let words = format!(
            "{} by {} on {}{reason} ({}{applied})",
            c.kind.word(),
            one_line(&c.author),
            if mask {
                "––––-––-––".into()
            } else {
                text::day(c.time)
            },
            c.reach.words()
        );
        out.extend(row("said", Role::Good, &words, Role::Text, t, cols));
    }
    out
}

fn quote(q: &Quote, t: &Theme, cols: usize, first: bool) -> Vec<Line<'static>> {
    let body = format!("“{}”", one_line(&q.text));
    let style = if first { Role::Quote } else { Role::Muted };
    let mut out = wrapped(&body, 1, t.style(style), cols);
    let place = place(q);
    let last = out.last().map_or(0, Line::width);
    let link = span(place.clone(), t.style(Role::Link));
    if !place.is_empty() {
        if last + text::width(&place) + 3 <= cols {
            if let Some(line) = out.pop() {
                out.push(both_ends(
                    line.spans,
                    vec![link, span(" ", Style::new())],
                    cols,
                ));
            }
        } else {
            out.push(both_ends(
                Vec::new(),
                vec![
                    span(
                        text::fit_end(&place, cols.saturating_sub(4)),
                        t.style(Role::Link),
                    ),
                    span(" ", Style::new()),
                ],
                cols,
            ));
        }
    }
    out
}

fn row(
    label: &str,
    label_role: Role,
    body: &str,
    role: Role,
    t: &Theme,
    cols: usize,
) -> Vec<Line<'static>> {
    let width = LABEL.max(text::width(label) + 2);
    labelled(
        span(format!(" {label}"), t.style(label_role)),
        width,
        body,
        t.style(role),
        cols,
    )
}

fn superseded(s: &Supersession) -> String {
    let state = match s.state {
        SupersessionState::Confirmed => "replaces",
        SupersessionState::Proposed => "may replace (proposed, not confirmed)",
    };
    format!("{state} {}: {}", one_line(s.id.as_str()), one_line(&s.why))
}

/// Sign and role of a premise's state.
pub fn state(s: PremiseState) -> (char, Role) {
    match s {
        PremiseState::Holds => ('✓', Role::Holds),
        PremiseState::Stale => ('✗', Role::Stale),
        PremiseState::Unknown => ('?', Role::Unknown),
    }
}

/// What stands here when there is no finding: what was looked at, or why nothing could be.
fn nothing(m: &Model, cols: usize) -> Vec<Line<'static>> {
    let t = &m.theme;
    let muted = t.style(Role::Muted);
    let d = &m.data;
    let mut out = vec![Line::default()];
    match &m.load {
        Load::Running(progress) => {
            let words = match progress {
                Some(p) => format!("{}…", one_line(&format!("{} {}", p.phase, p.note))),
                None => "Loading the change and the record of decisions…".into(),
            };
            out.extend(wrapped(&words, 1, muted, cols));
        }
        Load::Failed(message, hints) => {
            out.extend(wrapped(&one_line(message), 1, t.style(Role::Error), cols));
            for hint in hints {
                out.extend(wrapped(
                    &format!("→ {}", one_line(hint)),
                    1,
                    t.style(Role::Text),
                    cols,
                ));
            }
            out.extend(wrapped(
                "The diff and the decision log can be read as far as they were known; there are no verdicts. r tries again.",
                1,
                muted,
                cols,
            ));
        }
        Load::Ready => {
            if d.partial.is_empty() {
                out.extend(wrapped(
                    if m.in_past() {
                        "✓ No decision of that time stands against this change."
                    } else {
                        "✓ No decision stands against this change."
                    },
                    1,
                    t.style(Role::Good),
                    cols,
                ));
            } else {
                out.extend(wrapped(
                    "? Nothing was found, but not everything could be read.",
                    1,
                    t.style(Role::Related),
                    cols,
                ));
            }
            let at = d
                .as_of
                .as_ref()
                .map(|a| one_line(a.commit.short()))
                .unwrap_or_default();
            let skipped = d
                .coverage
                .iter()
                .filter(|c| c.state != CoverageState::Read)
                .count();
            let mut words = format!(
                "{} live at {at}; {} {} drawn near by the graph and judged unrelated.",
                counted(d.live, "decision was", "decisions were"),
                d.dropped,
                if d.dropped == 1 { "was" } else { "were" }
            );
            if skipped > 0 {
                words.push_str(&format!(
                    " {} could not be read in full (7 to see).",
                    counted(skipped, "place", "places")
                ));
            }
            out.extend(wrapped(&words, 1, muted, cols));
            for why in &d.partial {
                out.extend(wrapped(
                    &format!("· {}", one_line(why)),
                    1,
                    t.style(Role::Related),
                    cols,
                ));
            }
        }
    }
    out
}

/// A count with its noun.
pub fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
