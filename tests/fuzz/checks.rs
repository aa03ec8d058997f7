//! What must hold of whatever the readers make of a text.

use std::collections::HashSet;

use rguard::decisions::{Parsed, Record, SourceKind, parse};
use rguard::extract::{Known, Passage, best_quotes, facts};
use rguard::model::{QUOTE_MAX, Quote, RepoPath};

/// Paths that lead to each format.
pub const SOURCES: &[(SourceKind, &str)] = &[
    (SourceKind::Adr, "docs/adr/0001-x.md"),
    (SourceKind::Adr, "docs/adr/0001-x.adoc"),
    (SourceKind::Adr, "docs/adr/0001-x.rst"),
    (SourceKind::Adr, "docs/adr/0001-x.org"),
    (SourceKind::Adr, "text/0042-x.md"),
    (SourceKind::Adr, "peps/pep-0042.rst"),
    (SourceKind::Adr, "keps/sig-a/42-x/kep.yaml"),
    (SourceKind::Log, "docs/09_architecture_decisions.adoc"),
    (SourceKind::Log, "docs/arc42.md"),
    (SourceKind::Log, "DECISIONS.md"),
    (SourceKind::Instructions, "CLAUDE.md"),
    (SourceKind::Adr, "docs/adr/0001-x.adoc"),
    (SourceKind::Adr, "docs/adr/0001-x.rst"),
    (SourceKind::Adr, "docs/adr/0001-x.org"),
    (SourceKind::Adr, "keps/sig-a/0001-x/kep.yaml"),
    (SourceKind::Adr, "peps/pep-0001.rst"),
    (SourceKind::Adr, "text/0001-x.md"),
    (SourceKind::Log, "docs/decisions.adoc"),
];

/// Reads a source twice and checks what came out.
///
/// # Errors
/// What does not hold.
pub fn source(kind: SourceKind, path: &str, bytes: &[u8]) -> Result<(), String> {
    let path = RepoPath::from(path);
    let parsed = parse(kind, &path, bytes);
    if parse(kind, &path, bytes) != parsed {
        return Err("reading twice gives two results".to_owned());
    }
    if parsed.records.is_empty() && parsed.coverage.is_empty() {
        return Err("neither a record nor a line of coverage".to_owned());
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => records(&parsed, text),
        Err(_) if parsed.records.is_empty() => Ok(()),
        Err(_) => Err("records of bytes that are no text".to_owned()),
    }
}

fn records(parsed: &Parsed, text: &str) -> Result<(), String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let last = u32::try_from(lines.len()).unwrap();
    let mut ids = HashSet::new();
    for (i, r) in parsed.records.iter().enumerate() {
        if !ids.insert(&r.id) {
            return Err(format!("{} twice", r.id));
        }
        if r.part_of.is_some_and(|p| p >= i) {
            return Err(format!("{} is a part of what comes after it", r.id));
        }
        record(r, &lines).map_err(|e| format!("{}: {e}", r.id))?;
    }
    for c in &parsed.coverage {
        if c.line.is_some_and(|l| l == 0 || l > last) {
            return Err(format!("coverage of line {:?} of {last}", c.line));
        }
    }
    Ok(())
}

fn record(r: &Record, lines: &[&str]) -> Result<(), String> {
    let own = between(lines, r.lines.start, r.lines.end)
        .ok_or_else(|| format!("lines {:?} of {}", r.lines, lines.len()))?;
    if trim(&own) != trim(&r.text) {
        return Err(format!("its text is not its lines: {:?} {own:?}", r.text));
    }
    if r.title.trim().is_empty() {
        return Err("no title".to_owned());
    }
    let passage = Passage {
        text: &r.text,
        first_line: r.lines.start,
        trail: &r.trail,
        ..Passage::default()
    };
    let (facts, _) = facts(&passage, &Known::anything());
    let quotes = (facts.alternatives.iter().map(|a| &a.quote))
        .chain(facts.measurements.iter().map(|m| &m.quote))
        .chain(facts.experiments.iter().map(|e| &e.quote))
        .chain(facts.limits.iter().map(|l| &l.quote))
        .cloned()
        .chain(best_quotes(&passage, &["never", "40"]));
    for q in quotes {
        quote(&q, lines)?;
    }
    for m in &facts.measurements {
        if !m.quote.text.contains(&m.value) {
            return Err(format!("{} is not in {:?}", m.value, m.quote.text));
        }
    }
    for m in facts.mentions.iter().filter_map(|m| m.line) {
        if m < r.lines.start || m > r.lines.end {
            return Err(format!("a mention on line {m} of {:?}", r.lines));
        }
    }
    for l in &r.links {
        let here = l.line.saturating_sub(1) as usize;
        let around = lines.get(here.saturating_sub(60)..(here + 60).min(lines.len()));
        if l.quote.chars().count() > QUOTE_MAX
            || !around.is_some_and(|a| a.join("\n").contains(&l.quote))
        {
            return Err(format!("the link's words are not there: {l:?}"));
        }
    }
    Ok(())
}

/// A quote stands verbatim at its lines.
pub fn quote(q: &Quote, lines: &[&str]) -> Result<(), String> {
    if q.text.chars().count() > QUOTE_MAX || q.text.is_empty() {
        return Err(format!("a quote of {} characters", q.text.chars().count()));
    }
    let at = q.lines.ok_or("a quote without lines")?;
    let own = between(lines, at.start, at.end).ok_or("a quote of lines that are not there")?;
    if own.contains(&q.text) {
        Ok(())
    } else {
        Err(format!("{:?} is not in lines {at:?}: {own:?}", q.text))
    }
}

fn between(lines: &[&str], start: u32, end: u32) -> Option<String> {
    let from = (start as usize).checked_sub(1)?;
    Some(lines.get(from..end as usize)?.join("\n"))
}

/// Line ends at the very end do not count.
fn trim(text: &str) -> &str {
    text.trim_end_matches(['\n', '\r'])
}
