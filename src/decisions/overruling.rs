//! Prose by which a newer record ends an older one of the same subject, without saying so in a field.

use std::collections::{HashMap, HashSet};

use super::record::{Record, SourceKind};
use crate::extract::sentences::{Block, clip, sentences};
use crate::extract::terms::{stem, terms};

/// The sentence by which a record overrules another: a cue of ending, and at least three words of
/// the older record's own subject in it.
pub(super) fn overruling(
    newer: &Record,
    subject: &HashSet<String>,
) -> Option<(String, u32, String)> {
    /// Words that end something by themselves, and words that need more beside them.
    const STRONG: &[&str] = &[
        "no longer",
        "not anymore",
        "from now on",
        "overrule",
        "overturn",
        "abandon",
        "lifted",
    ];
    const WEAK: &[&str] = &["replace", "instead of", "reverse", "revert", "departs from"];
    let mut best: Option<(usize, String, u32, String)> = None;
    for s in sentences(&newer.text) {
        if s.block == Block::Heading {
            continue;
        }
        let lower = s.text.to_lowercase();
        let strong = STRONG.iter().filter_map(|c| lower.find(c)).min();
        let Some(at) = strong.or_else(|| WEAK.iter().filter_map(|c| lower.find(c)).min()) else {
            continue;
        };
        let shared: Vec<String> = terms(s.text)
            .into_iter()
            .filter(|t| subject.contains(&stem(t)))
            .collect();
        let strong = strong.is_some();
        let need = if strong { 3 } else { 4 };
        if shared.len() >= need
            && best
                .as_ref()
                .is_none_or(|b| shared.len() + usize::from(strong) * 2 > b.0)
        {
            let quote = clip(s.text, at.min(s.text.len())).to_owned();
            let line = newer.lines.start - 1 + s.lines.start;
            best = Some((
                shared.len() + usize::from(strong) * 2,
                quote,
                line,
                shared.join(", "),
            ));
        }
    }
    best.map(|(_, quote, line, shared)| (quote, line, shared))
}

/// What each record file is about, and how many others are about the same.
pub(super) struct Subjects {
    of: Vec<HashSet<String>>,
    spread: HashMap<String, usize>,
}

impl Subjects {
    pub(super) fn of(records: &[&Record]) -> Self {
        let mut out = Self {
            of: Vec::with_capacity(records.len()),
            spread: HashMap::new(),
        };
        for r in records {
            let set = match r.kind {
                SourceKind::Adr => subject(r),
                _ => HashSet::new(),
            };
            for t in &set {
                *out.spread.entry(t.clone()).or_insert(0) += 1;
            }
            out.of.push(set);
        }
        out
    }

    /// The terms that are a record's own: at most a quarter of all records share each.
    pub(super) fn own(&self, i: usize) -> HashSet<String> {
        let all = self.of.iter().filter(|s| !s.is_empty()).count();
        let most = (all / 4).max(2);
        let rare = |t: &&String| self.spread.get(t.as_str()).is_none_or(|&n| n <= most);
        self.of[i].iter().filter(rare).cloned().collect()
    }
}

/// The terms of a record's title and decision: what it is about.
fn subject(r: &Record) -> HashSet<String> {
    let mut out: HashSet<String> = terms(&r.title).iter().map(|t| stem(t)).collect();
    let mut inside = false;
    for s in sentences(&r.text) {
        if s.block == Block::Heading {
            let lower = s.text.to_lowercase();
            inside = lower.contains("decision") && !lower.contains("driver");
        } else if inside {
            out.extend(terms(s.text).iter().map(|t| stem(t)));
        }
    }
    out
}
