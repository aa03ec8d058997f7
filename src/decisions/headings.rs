//! What a log's headings are, by their words alone.

use std::collections::HashSet;

use super::markdown::Outline;
use super::titles::{self, Title};
use super::words::{self, fold};
use crate::model::{DecisionId, RepoPath, Standing};

/// Two headings that readers and citations take for the same.
pub(super) fn same_form(heading: &str) -> String {
    let mut out = String::with_capacity(heading.len());
    let mut space = false;
    for c in heading.chars() {
        if c.is_whitespace() || matches!(c, '`' | '*' | '_' | '~') {
            space = !out.is_empty();
        } else {
            if space {
                out.push(' ');
                space = false;
            }
            out.extend(c.to_lowercase());
        }
    }
    out
}

/// A heading that is nothing but a date.
pub(super) fn is_bare_date(title: &Title, raw: &str) -> bool {
    title.date.is_some() && title.number.is_none() && title.title == titles::plain(raw).trim()
}

/// A heading that gathers entries by how they stand: `Superseded decisions`, `Active`.
pub(super) fn status_group(raw: &str) -> Option<(Standing, String)> {
    let folded = fold(raw);
    let folded = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    let (standing, len) = words::standing_at_start(folded)?;
    let rest = folded.get(len..)?.trim();
    let only = matches!(
        rest,
        "" | "decisions" | "adrs" | "entries" | "records" | "decision log" | "items"
    );
    only.then(|| (standing, titles::plain(raw)))
}

pub(super) fn is_about_the_log(title: &str) -> bool {
    matches!(
        fold(title).trim_matches(|c: char| !c.is_alphanumeric()),
        "table of contents"
            | "contents"
            | "toc"
            | "index"
            | "template"
            | "entry template"
            | "adr template"
            | "decision template"
            | "format"
            | "entry format"
            | "how to use this file"
            | "how to use this log"
            | "how to use"
            | "how to read this file"
            | "about this file"
            | "about this document"
            | "about this log"
            | "purpose"
            | "legend"
            | "status legend"
            | "status values"
            | "changelog"
    )
}

/// Whether a table's head says that its rows are decisions.
pub(super) fn is_decision_table(head: &str) -> bool {
    head.split('|').any(|cell| {
        matches!(
            fold(cell).as_str(),
            "decision"
                | "decisions"
                | "entscheidung"
                | "decision made"
                | "choice"
                | "adr"
                | "decisao"
                | "决策"
                | "决定"
                | "決定"
        )
    })
}

/// Ids: the headings that lead to each, the document's title left out. They do not depend on what
/// stands elsewhere in the file; only headings that repeat under one parent are counted, in order.
pub(super) fn ids(
    path: &RepoPath,
    outline: &Outline<'_>,
    is_title: impl Fn(usize) -> bool,
) -> Vec<DecisionId> {
    let mut used: HashSet<String> = HashSet::new();
    let mut chains: Vec<String> = Vec::with_capacity(outline.headings.len());
    for (i, h) in outline.headings.iter().enumerate() {
        let above = h
            .parent
            .filter(|&p| !is_title(p))
            .map(|p| chains[p].as_str());
        let base = match above {
            Some(above) => format!("{above} > {}", h.raw),
            None => h.raw.clone(),
        };
        let mut chain = base.clone();
        let mut times = 1;
        while !is_title(i) && !used.insert(same_form(&chain)) {
            times += 1;
            chain = format!("{base} ({times})");
        }
        chains.push(chain);
    }
    chains
        .into_iter()
        .map(|chain| DecisionId(format!("{path}#{chain}")))
        .collect()
}
