//! The sentences that every form says in the same words.

use std::collections::BTreeMap;

use crate::model::safe::one_line;
use crate::model::{
    AsOfMode, Correction, CoverageState, Finding, Outcome, Quote, Review, SinceKind, Source,
    VerdictKind,
};

/// Whether part of the work could not be done, so that "nothing found" may not be said.
pub fn is_partial(review: &Review) -> bool {
    !review.partial.is_empty() || review.change.incomplete
}

/// Why a review is partial, full sentences; empty if it is not.
pub fn partial_reasons(review: &Review) -> Vec<String> {
    let mut reasons: Vec<String> = review.partial.iter().map(|r| one_line(r)).collect();
    if review.change.incomplete {
        reasons.extend(
            review
                .change
                .notes
                .iter()
                .map(|n| one_line(n))
                .filter(|n| !review.partial.contains(n)),
        );
    }
    if reasons.is_empty() && review.change.incomplete {
        reasons.push("Part of the change could not be read.".to_owned());
    }
    reasons
}

/// The verdict over the whole, one sentence.
pub fn headline(review: &Review) -> String {
    let against = review.standing_against().count();
    match against {
        0 if is_partial(review) => {
            "No decision was found that stands against this change, but not all could be looked at."
                .to_owned()
        }
        0 => "No decision stands against this change.".to_owned(),
        1 => "1 decision stands against this change.".to_owned(),
        n => format!("{n} decisions stand against this change."),
    }
}

/// What was looked at: recorded decisions, findings, dropped ones, places that could not be read.
/// The candidates come from messages too, so there can be more of them than are recorded.
pub fn looked_at(review: &Review) -> String {
    let near = review.findings.iter().filter(|f| f.nearest.is_some());
    let near = near.count();
    let shown = review.findings.len() - near;
    // What only stands near was judged unrelated as well.
    let dropped = review.dropped.count + near;
    let mut text = format!(
        "The record held {} at {}; ",
        count(review.live, "decision"),
        review.as_of.commit.short()
    );
    text.push_str(&match (shown, dropped) {
        (0, 0) => "neither they nor the reasons in commit messages are connected with these files or lines.".to_owned(),
        (0, 1) => "1, commit messages included, was looked at and found unrelated to this change.".to_owned(),
        (0, d) => format!("{d}, commit messages included, were looked at and found unrelated to this change."),
        (s, 0) => format!(
            "{s} {} connected with this change.",
            if s == 1 { "is" } else { "are" }
        ),
        (s, d) => {
            format!(
                "{}, commit messages included, were looked at: {s} shown, {d} dropped as unrelated.",
                s + d
            )
        }
    });
    let (whole, all) = places(review);
    let unread = all - whole;
    if unread > 0 {
        text.push_str(&format!(
            " {} could not be read whole.",
            count(unread, "place")
        ));
    }
    text
}

/// How many places were read whole, and how many there are. A place with several lines of coverage is
/// one, and read whole only if all of them say so.
pub fn places(review: &Review) -> (usize, usize) {
    let mut whole = BTreeMap::new();
    for c in &review.coverage {
        *whole.entry(&c.path).or_insert(true) &= c.state == CoverageState::Read;
    }
    (whole.values().filter(|w| **w).count(), whole.len())
}

/// `F1 contradicts`, with what takes it out of the headline.
pub fn verdict(finding: &Finding) -> String {
    let mut word = finding.verdict.word().to_owned();
    if finding.declared {
        word.push_str(", declared");
    }
    if let Some(c) = finding.corrections.iter().rev().find(|c| c.applied) {
        word.push_str(&format!(
            ", {} by {}",
            past(c.kind.word()),
            one_line(&c.author)
        ));
    }
    word
}

/// Where a correction reaches, and why it does not count where it does not.
pub fn correction_state(correction: &Correction) -> String {
    let reach = correction.reach.words();
    if let Some(newer) = &correction.yields_to {
        return format!(
            "{reach}; a newer override counts instead: {}",
            one_line(newer)
        );
    }
    if correction.applied {
        reach.to_owned()
    } else {
        format!("{reach}; later than this point, not applied")
    }
}

fn past(kind: &str) -> &'static str {
    match kind {
        "ack" => "acknowledged",
        "wrong" => "marked wrong",
        "override" => "overridden",
        _ => "taken back",
    }
}

/// Whether a finding is shown with all its evidence, and not in short.
pub fn is_full(finding: &Finding) -> bool {
    finding.verdict == VerdictKind::Contradicts
}

/// `DECISIONS.md:14–31 at 1a2b3c4d`, `commit 1a2b3c4d` or the address.
pub fn place(source: &Source) -> String {
    locate(
        source.path.as_ref().map(ToString::to_string),
        source.lines.map(|l| (l.start, l.end)),
        source.commit.as_ref().map(|c| c.short().to_owned()),
        source.url.as_deref(),
    )
}

/// The same for a quote.
pub fn quote_place(quote: &Quote) -> String {
    locate(
        quote.path.as_ref().map(ToString::to_string),
        quote.lines.map(|l| (l.start, l.end)),
        quote.commit.as_ref().map(|c| c.short().to_owned()),
        quote.url.as_deref(),
    )
}

fn locate(
    path: Option<String>,
    lines: Option<(u32, u32)>,
    commit: Option<String>,
    url: Option<&str>,
) -> String {
    let lines = lines.map(|(a, b)| {
        if a == b {
            format!(":{a}")
        } else {
            format!(":{a}–{b}")
        }
    });
    let text = match (path, commit, url) {
        (Some(path), Some(commit), _) => format!("{path}{} at {commit}", lines.unwrap_or_default()),
        (Some(path), None, _) => format!("{path}{}", lines.unwrap_or_default()),
        (None, _, Some(url)) => url.to_owned(),
        (None, Some(commit), None) => format!("message of commit {commit}"),
        (None, None, None) => String::new(),
    };
    one_line(&text)
}

/// How an experiment went, as a reader is told.
pub fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Confirmed => "tried, confirmed",
        Outcome::Disproven => "tried, disproven",
        Outcome::Inconclusive => "tried, inconclusive",
    }
}

/// What the target branch did.
pub fn since(kind: SinceKind) -> &'static str {
    match kind {
        SinceKind::New => "new",
        SinceKind::Supersedes => "supersedes",
        SinceKind::Retires => "retires",
        SinceKind::Changed => "changed",
    }
}

/// Why the record was read as of its commit.
pub fn as_of_mode(mode: AsOfMode) -> &'static str {
    match mode {
        AsOfMode::Base => "the change's base",
        AsOfMode::Target => "the tip of the target branch",
        AsOfMode::Travel => "chosen by you",
    }
}

/// `offline`, or the model's name.
pub fn judge(review: &Review) -> String {
    match &review.judge.model {
        Some(model) => format!("model {}", one_line(model)),
        None => one_line(&review.judge.name),
    }
}

/// The statements that ran and their time on the server, one phrase.
pub fn queries(review: &Review) -> String {
    let ms: f64 = review.queries.iter().map(|q| q.server_ms).sum();
    let noun = if review.queries.len() == 1 {
        "query"
    } else {
        "queries"
    };
    format!("{} graph {noun}, {ms:.1} ms", review.queries.len())
}

/// `1 place`, `2 places`.
pub fn count(n: usize, noun: &str) -> String {
    if n == 1 {
        format!("1 {noun}")
    } else {
        format!("{n} {noun}s")
    }
}
