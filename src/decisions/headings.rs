//! What a log's headings are, by their words alone.

use std::collections::HashSet;

use super::markdown::Outline;
use super::titles::{self, Title};
use super::words::{HeadingKind, Words, fold};
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
            match c {
                c if c.is_ascii() => out.push(c.to_ascii_lowercase()),
                c => out.extend(c.to_lowercase()),
            }
        }
    }
    out
}

/// A heading that is nothing but a date.
pub(super) fn is_bare_date(title: &Title, raw: &str) -> bool {
    title.date.is_some() && title.number.is_none() && title.title == titles::plain(raw).trim()
}

/// A heading that gathers entries by how they stand: `Superseded decisions`, `Active`,
/// `Decisions: rejected`.
pub(super) fn status_group(words: &Words, raw: &str) -> Option<(Standing, String)> {
    let is_entries = |text: &str| {
        let text = text.trim_matches(|c: char| !c.is_alphanumeric());
        text.is_empty() || words.is_heading(HeadingKind::Entries, text)
    };
    let folded = fold(without_note(raw));
    let folded = folded.trim_start_matches(|c: char| !c.is_alphanumeric());
    let said = || titles::plain(raw);
    if let Some((standing, len)) = words.standing_at_start(folded) {
        return is_entries(folded.get(len..)?).then(|| (standing, said()));
    }
    let (before, after) = folded.split_once([':', '：', '—', '–'])?;
    let (standing, len) = words.standing_at_start(after.trim())?;
    let only = after.trim().get(len..)?.trim().is_empty();
    (only && is_entries(before)).then(|| (standing, said()))
}

/// A heading that tells about the log instead of recording.
pub(super) fn is_about_the_log(words: &Words, title: &str) -> bool {
    let bare = without_note(title);
    let last = bare
        .rsplit_once(['—', '–', ':', '：'])
        .filter(|(before, _)| {
            // “Decisions — index”
            words.is_heading(HeadingKind::Entries, before)
        });
    words.is_heading(HeadingKind::About, bare)
        || last.is_some_and(|(_, what)| words.is_heading(HeadingKind::About, what))
}

/// A heading without a last bracket: `Accepted (3)`, `Template (copy this)`.
fn without_note(heading: &str) -> &str {
    let heading = heading.trim();
    match heading.rfind(['(', '（']) {
        Some(at) if at > 0 && heading.ends_with([')', '）']) => heading[..at].trim_end(),
        _ => heading,
    }
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
