//! What a log's headings are, by their words alone.

use std::collections::HashMap;

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

/// Ids: the heading where it is unique in the file, else with as many enclosing headings as make
/// it unique, else with an ordinal.
pub(super) fn ids(path: &RepoPath, outline: &Outline<'_>) -> Vec<DecisionId> {
    let chains: Vec<Vec<String>> = (0..outline.headings.len())
        .map(|i| {
            let mut chain: Vec<String> = outline
                .trail(i)
                .into_iter()
                .map(|p| outline.headings[p].raw.clone())
                .collect();
            chain.push(outline.headings[i].raw.clone());
            chain
        })
        .collect();
    let tail = |chain: &[String], n: usize| {
        let from = chain.len().saturating_sub(n);
        chain[from..]
            .iter()
            .map(|h| same_form(h))
            .collect::<Vec<_>>()
            .join(" > ")
    };
    let deepest = chains.iter().map(Vec::len).max().unwrap_or(1);
    let counts: Vec<HashMap<String, usize>> = (1..=deepest)
        .map(|n| {
            let mut m = HashMap::new();
            for c in &chains {
                *m.entry(tail(c, n)).or_insert(0) += 1;
            }
            m
        })
        .collect();
    let mut seen: HashMap<String, usize> = HashMap::new();
    chains
        .iter()
        .map(|c| {
            let n = (1..=c.len())
                .find(|&n| counts[n - 1].get(&tail(c, n)) == Some(&1))
                .unwrap_or(c.len().min(2));
            let mut id = format!("{}#{}", path, c[c.len() - n..].join(" > "));
            let times = seen.entry(same_form(&id)).or_insert(0);
            *times += 1;
            if *times > 1 {
                id.push_str(&format!(" ({times})"));
            }
            DecisionId(id)
        })
        .collect()
}
