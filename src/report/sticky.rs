//! A Review as the one comment that stands under a pull request and is kept up to date.
//!
//! It begins with a marker by which the next review finds it, and a line that says which decision
//! each `F1` is, so that an answer means what its writer saw. All else is a few cards.

use super::annotations::{at_head, clip};
use super::escape::{code, inline, link};
use super::markdown::MARKDOWN_MAX;
use super::web::Web;
use super::words;
use crate::model::{DecisionKey, Finding, PersonKind, PremiseState, Review};

/// The first line of the comment. Only one that begins with it, and that this bot wrote, is ours.
pub const MARKER: &str = "<!-- rguard:sticky v1 key=default -->";

const NUMBERS: &str = "<!-- rguard:findings head=";
/// Cards shown before the others are counted.
const CARDS: usize = 5;
/// Findings that are numbered for an answer.
const NUMBERED: usize = 200;
/// The longest single text of somebody else's, in characters.
const TEXT: usize = 400;

/// The comment, at most [`MARKDOWN_MAX`] bytes; the findings that do not fit are counted.
pub fn comment(review: &Review, web: &Web) -> String {
    let mut out = format!("{MARKER}\n{}\n", numbers(review));
    out.push_str(&format!("### rguard: {}\n", words::headline(review)));
    for reason in words::partial_reasons(review).iter().take(3) {
        out.push_str(&format!("\nPartial: {}\n", text(reason)));
    }
    let foot = foot(review);
    let (full, related): (Vec<_>, Vec<_>) = review.findings.iter().partition(|f| words::is_full(f));
    let mut shown = 0;
    for finding in full.iter().take(CARDS) {
        let card = card(review, finding, web);
        // Room for the two lines that count the rest.
        if out.len() + card.len() + foot.len() + 200 > MARKDOWN_MAX {
            break;
        }
        out.push_str(&card);
        shown += 1;
    }
    if full.len() > shown {
        let rest = words::count(full.len() - shown, "decision");
        out.push_str(&format!("\n… and {rest} more that the change meets.\n"));
    }
    if !related.is_empty() {
        let rest = words::count(related.len(), "decision");
        out.push_str(&format!("\n{rest} related: `rguard review` shows them.\n"));
    }
    out.push_str(&foot);
    out
}

/// The line that ties `F1` to its decision's key. A head or key that is not plain is left out.
fn numbers(review: &Review) -> String {
    let head = review.change.head.as_ref().map_or("", |h| h.as_str());
    let mut line = format!("{NUMBERS}{}", if plain(head) { head } else { "" });
    for f in review.findings.iter().take(NUMBERED) {
        if plain(f.decision.key.as_str()) && plain(&f.id) {
            line.push_str(&format!(" {}={}", f.id, f.decision.key));
        }
    }
    line + " -->"
}

/// What the numbers of a posted comment mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The head that was reviewed.
    pub head: String,
    /// Each number with its decision.
    pub keys: Vec<(String, DecisionKey)>,
}

impl Numbers {
    /// The decision behind a number (`F1`, in either case).
    pub fn key(&self, number: &str) -> Option<&DecisionKey> {
        let found = self
            .keys
            .iter()
            .find(|(id, _)| id.eq_ignore_ascii_case(number));
        found.map(|(_, key)| key)
    }
}

/// Reads the numbers of a comment that [`comment`] made; `None` where its second line is no such
/// line.
pub fn read_numbers(body: &str) -> Option<Numbers> {
    let mut lines = body.lines();
    if lines.next()?.trim_end() != MARKER {
        return None;
    }
    let line = lines.next()?.trim_end();
    let mut parts = line.strip_prefix(NUMBERS)?.strip_suffix(" -->")?.split(' ');
    let head = parts.next()?.to_owned();
    let keys = parts
        .filter_map(|p| p.split_once('='))
        .filter(|(id, key)| plain(id) && plain(key))
        .map(|(id, key)| (id.to_owned(), key.into()))
        .collect();
    Some(Numbers { head, keys })
}

fn plain(word: &str) -> bool {
    !word.is_empty() && word.len() <= 128 && word.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn card(review: &Review, finding: &Finding, web: &Web) -> String {
    let decision = &finding.decision;
    let mut out = format!(
        "\n#### {} · {} · {}\n\n",
        inline(&finding.id),
        text(&words::verdict(finding)),
        text(&decision.title)
    );
    let mut facts = vec![
        decision.authority.word().to_owned(),
        decision.standing.word().to_owned(),
    ];
    facts.extend(decision.date.as_deref().map(text));
    facts.push(code(&clip(decision.id.as_str(), TEXT)));
    out.push_str(&facts.join(" · "));
    out.push('\n');
    for q in finding.quotes.iter().take(1) {
        let place = words::quote_place(q);
        let place = match web.quote(q).and_then(|url| link(&clip(&place, TEXT), &url)) {
            Some(link) => link,
            None => code(&clip(&place, TEXT)),
        };
        out.push_str(&format!("\n> “{}”\n> — {place}\n", text(&q.text)));
    }
    let mut lines = Vec::new();
    for e in &finding.evidence {
        let place = clip(&format!("{}:{}", e.path, e.lines.start), TEXT);
        let url = at_head(&review.change, e).and_then(|l| web.at_head(review, &e.path, l));
        let shown = url.and_then(|url| link(&place, &url));
        let line = format!("meets it: {}", shown.unwrap_or_else(|| code(&place)));
        if lines.len() < 3 && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.extend(
        finding
            .signals
            .iter()
            .take(2)
            .map(|s| format!("why: {}", text(&s.why))),
    );
    lines.extend(finding.premises.iter().take(4).map(|p| {
        let mark = match p.state {
            PremiseState::Holds => "holds",
            PremiseState::Stale => "**stale**",
            PremiseState::Unknown => "unknown",
        };
        format!("{} {mark}: {}", text(&p.rule), text(&p.why))
    }));
    lines.extend(finding.corrections.iter().take(5).map(|c| {
        let said = format!("{}: {}", c.author, c.reason);
        let how = words::correction_state(c);
        format!("{} ({how}): {}", c.kind.word(), text(&said))
    }));
    lines.extend(
        finding
            .ask
            .iter()
            .filter(|p| p.kind == PersonKind::Human)
            .take(2)
            .map(|p| format!("ask {}: {}", text(&p.name), text(&p.why))),
    );
    if !lines.is_empty() {
        out.push('\n');
        for line in lines {
            out.push_str(&format!("- {line}\n"));
        }
    }
    out
}

fn foot(review: &Review) -> String {
    let mut out = format!(
        "\n{} As of {} ({}), judged {}.\n",
        words::looked_at(review),
        code(review.as_of.commit.short()),
        words::as_of_mode(review.as_of.mode),
        text(&words::judge(review)),
    );
    if let Some(first) = review.findings.first() {
        out.push_str(&format!(
            "\nPeople with write access answer in a comment of one line: \
             {} to accept it here, {} to replace the decision, {} where it does not apply.\n",
            code(&format!("/rationale ack {} why", first.id)),
            code("/rationale override F… new decision"),
            code("/rationale wrong F… why"),
        ));
    }
    out
}

fn text(foreign: &str) -> String {
    inline(&clip(foreign, TEXT))
}
