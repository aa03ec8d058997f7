//! A Review as Markdown for a pull request's comment: short, quotes first, hostile text escaped.

use super::escape::{block, code, inline, link};
use super::words;
use crate::model::{CoverageState, Evidence, Finding, PersonKind, Quote, Review, Side, SinceEntry};

/// The longest text that is returned, in bytes; GitHub takes 65,536 characters in a comment.
pub const MARKDOWN_MAX: usize = 60_000;

/// Cards shown before the others are counted.
const CARDS: usize = 10;
/// Related decisions shown before the others are counted.
const RELATED: usize = 5;
/// Lines of one piece of evidence shown before the others are counted.
const EVIDENCE_LINES: usize = 12;

/// The whole comment, at most [`MARKDOWN_MAX`] bytes; what does not fit is counted.
pub fn review(review: &Review) -> String {
    let mut parts = vec![head(review)];
    let found = review.findings.iter().filter(|f| f.nearest.is_none());
    let (full, related): (Vec<_>, Vec<_>) = found.partition(|f| words::is_full(f));
    parts.extend(full.iter().take(CARDS).map(|f| card(f)));
    parts.extend(more(full.len(), CARDS, "decision"));
    parts.extend(related_list(&related));
    parts.extend(since(&review.since));
    parts.extend(proposed(review));
    parts.extend(people(review));
    parts.push(foot(review));
    fit(&parts)
}

fn fit(parts: &[String]) -> String {
    let cut = "_The rest does not fit into a comment; `rguard review` shows it all._\n";
    let mut out = String::new();
    for part in parts {
        if out.len() + part.len() + cut.len() + 1 > MARKDOWN_MAX {
            out.push('\n');
            out.push_str(cut);
            break;
        }
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(part);
    }
    out
}

fn head(review: &Review) -> String {
    let mut out = format!("**{}**\n\n", words::headline(review));
    for reason in words::partial_reasons(review) {
        out.push_str(&format!("Partial: {}\n\n", inline(&reason)));
    }
    out.push_str(&words::looked_at(review));
    out.push_str(&format!(
        " As of {} ({}), judged {}.\n",
        code(review.as_of.commit.short()),
        words::as_of_mode(review.as_of.mode),
        inline(&words::judge(review)),
    ));
    out
}

fn card(finding: &Finding) -> String {
    let mut out = format!(
        "### {} · {} · {}\n\n",
        inline(&finding.id),
        inline(&words::verdict(finding)),
        inline(&finding.decision.title)
    );
    out.push_str(&decision_line(finding));
    for q in finding.quotes.iter().take(2) {
        out.push_str(&quote(q, ""));
    }
    for e in &finding.evidence {
        out.push_str(&evidence(e));
    }
    let mut facts = Vec::new();
    facts.extend(
        finding
            .declared_by
            .as_deref()
            .map(|by| fact("declared", by)),
    );
    facts.extend(
        finding
            .signals
            .iter()
            .map(|s| format!("- why: {} ({})\n", inline(&s.why), code(&s.name))),
    );
    facts.extend(finding.premises.iter().map(|p| {
        format!(
            "- {}: {} {}\n",
            p.state.word(),
            inline(&p.rule),
            inline(&p.why)
        )
    }));
    facts.extend(fact_quotes(finding));
    facts.extend(
        finding
            .superseded
            .iter()
            .map(|s| format!("- replaces {} ({})\n", code(s.id.as_str()), inline(&s.why))),
    );
    facts.extend(
        finding
            .corrections
            .iter()
            .filter(|c| c.applied || c.yields_to.is_some())
            .map(|c| {
                let state = words::correction_state(c);
                fact(
                    c.kind.word(),
                    &format!("{}: {} ({state})", c.author, c.reason),
                )
            }),
    );
    facts.extend(
        finding
            .ask
            .iter()
            .filter(|p| p.kind == PersonKind::Human)
            .map(|p| fact("ask", &format!("{}: {}", p.name, p.why))),
    );
    if !facts.is_empty() {
        out.push('\n');
        out.push_str(&facts.concat());
    }
    out
}

fn fact_quotes(finding: &Finding) -> Vec<String> {
    let mut out = Vec::new();
    for a in &finding.alternatives {
        let reason = a
            .reason
            .as_deref()
            .map(|r| format!(": {r}"))
            .unwrap_or_default();
        out.push(fact("rejected before", &format!("{}{reason}", a.name)) + &quote(&a.quote, "  "));
    }
    for e in &finding.experiments {
        out.push(fact(words::outcome(e.outcome), &e.claim) + &quote(&e.quote, "  "));
    }
    for l in &finding.limits {
        out.push(fact("limit", &l.scope) + &quote(&l.quote, "  "));
    }
    out
}

fn decision_line(finding: &Finding) -> String {
    let decision = &finding.decision;
    let mut parts = vec![
        decision.authority.word().to_owned(),
        decision.standing.word().to_owned(),
    ];
    parts.extend(decision.date.as_deref().map(inline));
    parts.push(code(decision.id.as_str()));
    parts.extend(
        decision
            .source
            .url
            .as_deref()
            .and_then(|url| link("source", url)),
    );
    if !finding.also.is_empty() {
        let ids: Vec<String> = finding.also.iter().map(|d| code(d.id.as_str())).collect();
        parts.push(format!("also in {}", ids.join(", ")));
    }
    parts.join(" · ") + "\n"
}

fn quote(quote: &Quote, indent: &str) -> String {
    let place = match quote.url.as_deref().and_then(|url| link("source", url)) {
        Some(link) if quote.path.is_none() => link,
        _ => code(&words::quote_place(quote)),
    };
    format!(
        "\n{indent}> “{}”\n{indent}> — {place}\n",
        inline(&quote.text)
    )
}

fn evidence(evidence: &Evidence) -> String {
    let (side, sign) = match evidence.side {
        Side::Old => ("before", '-'),
        Side::New => ("after", '+'),
    };
    let all: Vec<&str> = evidence.text.lines().collect();
    let mut lines: Vec<String> = all
        .iter()
        .take(EVIDENCE_LINES)
        .map(|l| format!("{sign}{l}"))
        .collect();
    if all.len() > EVIDENCE_LINES {
        lines.push(format!(
            "… {} more",
            words::count(all.len() - EVIDENCE_LINES, "line")
        ));
    }
    let place = format!("{}:{}", evidence.path, evidence.lines.start);
    format!(
        "\n{} ({side})\n\n{}",
        code(&place),
        block("diff", &lines.join("\n"))
    )
}

fn related_list(related: &[&Finding]) -> Option<String> {
    if related.is_empty() {
        return None;
    }
    let mut out = format!(
        "### {} related\n\n",
        words::count(related.len(), "decision")
    );
    for finding in related.iter().take(RELATED) {
        out.push_str(&format!(
            "- {} {} · {}\n",
            inline(&finding.id),
            inline(&finding.decision.title),
            code(finding.decision.id.as_str())
        ));
        out.extend(finding.quotes.first().map(|q| quote(q, "  ")));
        for limit in &finding.limits {
            out.push_str(&format!("\n  limit: {}\n", inline(&limit.scope)));
            out.push_str(&quote(&limit.quote, "  "));
        }
    }
    out.extend(more(related.len(), RELATED, "decision"));
    Some(out)
}

fn since(since: &[SinceEntry]) -> Option<String> {
    if since.is_empty() {
        return None;
    }
    let mut out = "### Decided on the target branch since the base\n\n".to_owned();
    for entry in since {
        let mut text = format!(
            "- {}: {} · {}",
            words::since(entry.what),
            inline(&entry.decision.title),
            code(entry.decision.id.as_str())
        );
        if !entry.supersedes.is_empty() {
            let ids: Vec<String> = entry
                .supersedes
                .iter()
                .map(|id| code(id.as_str()))
                .collect();
            text.push_str(&format!(", in place of {}", ids.join(", ")));
        }
        if !entry.touches.is_empty() {
            text.push_str(&format!("; touches {}", inline(&entry.touches.join(", "))));
        }
        out.push_str(&text);
        out.push('\n');
        out.extend(entry.quote.as_ref().map(|q| quote(q, "  ")));
    }
    Some(out)
}

fn proposed(review: &Review) -> Option<String> {
    if review.proposed.is_empty() {
        return None;
    }
    let mut out = "### Proposed by this change\n\n".to_owned();
    for decision in &review.proposed {
        out.push_str(&format!(
            "- {} · {}\n",
            inline(&decision.title),
            code(decision.id.as_str())
        ));
    }
    Some(out)
}

fn people(review: &Review) -> Option<String> {
    let lines: Vec<String> = review
        .people
        .iter()
        .filter(|p| p.kind == PersonKind::Human)
        .take(3)
        .map(|p| fact(&inline(&p.name), &p.why))
        .collect();
    (!lines.is_empty()).then(|| format!("### Who knows these files\n\n{}", lines.concat()))
}

fn foot(review: &Review) -> String {
    let mut out = String::new();
    let unread: Vec<_> = review
        .coverage
        .iter()
        .filter(|c| c.state != CoverageState::Read)
        .collect();
    if !unread.is_empty() {
        out.push_str("### Not read whole\n\n");
        for place in unread.iter().take(5) {
            let line = place.line.map(|l| format!(":{l}")).unwrap_or_default();
            out.push_str(&format!(
                "- {}: {}\n",
                code(&format!("{}{line}", place.path)),
                inline(&place.reason)
            ));
        }
        out.extend(more(unread.len(), 5, "place"));
    }
    if !review.queries.is_empty() {
        out.push_str(&format!("\n{}\n", words::queries(review)));
    }
    out
}

fn fact(label: &str, text: &str) -> String {
    format!("- {label}: {}\n", inline(text))
}

fn more(all: usize, shown: usize, noun: &str) -> Option<String> {
    (all > shown).then(|| format!("\n… and {} more.\n", words::count(all - shown, noun)))
}
