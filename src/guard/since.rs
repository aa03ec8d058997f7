//! What the target branch decided between the base and its tip: shown under a rule, never among the
//! findings.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::extract::{Passage, best_quotes};
use crate::model::{
    Decision, DecisionId, DecisionKey, DecisionRef, Finding, Quote, SinceEntry, SinceKind,
    Standing, SupersessionState,
};

/// Compares the record at the base with the record at the tip.
pub fn since(
    base: &[Arc<Decision>],
    tip: &[Arc<Decision>],
    findings: &[Finding],
) -> Vec<SinceEntry> {
    let before: BTreeMap<&DecisionKey, &Arc<Decision>> = base.iter().map(|d| (&d.key, d)).collect();
    let after: BTreeSet<&DecisionKey> = tip.iter().map(|d| &d.key).collect();
    let mut out = Vec::new();
    for d in tip {
        let what = match before.get(&d.key) {
            None if !d.supersedes.is_empty() => SinceKind::Supersedes,
            None => SinceKind::New,
            Some(old) if old.standing.binds() && !d.standing.binds() => SinceKind::Retires,
            Some(old) if more_superseded(old, d) => SinceKind::Supersedes,
            Some(old) if !same_words(&old.text, &d.text) || old.standing != d.standing => {
                SinceKind::Changed
            }
            Some(_) => continue,
        };
        out.push(entry(what, d, findings));
    }
    for d in base.iter().filter(|d| !after.contains(&d.key)) {
        let mut gone = entry(SinceKind::Retires, d, findings);
        gone.quote = None;
        gone.decision.standing = Standing::Unknown;
        out.push(gone);
    }
    // A section and its entry tell the same news: the entry is enough where both are new.
    let new: BTreeSet<DecisionId> = out.iter().map(|e| e.decision.id.clone()).collect();
    let parent: BTreeMap<&DecisionId, &DecisionId> = tip
        .iter()
        .filter_map(|d| d.part_of.as_ref().map(|p| (&d.id, p)))
        .collect();
    out.retain(|e| {
        let told_by_entry = parent.get(&e.decision.id).is_some_and(|p| new.contains(*p));
        !told_by_entry || !e.supersedes.is_empty() || !e.limits.is_empty() || !e.touches.is_empty()
    });
    out.sort_by_key(|e| (std::cmp::Reverse(!e.touches.is_empty()), rank(e.what)));
    out
}

fn rank(kind: SinceKind) -> u8 {
    match kind {
        SinceKind::Supersedes => 0,
        SinceKind::Retires => 1,
        SinceKind::New => 2,
        SinceKind::Changed => 3,
    }
}

fn more_superseded(old: &Decision, new: &Decision) -> bool {
    new.supersedes.iter().any(|s| {
        !old.supersedes
            .iter()
            .any(|o| o.key == s.key && o.state == s.state)
    })
}

fn entry(what: SinceKind, d: &Decision, findings: &[Finding]) -> SinceEntry {
    let supersedes: Vec<DecisionId> = d.supersedes.iter().map(|s| s.id.clone()).collect();
    let replaced: BTreeSet<&DecisionKey> = d.supersedes.iter().map(|s| &s.key).collect();
    let touches = findings
        .iter()
        .filter(|f| f.decision.key == d.key || replaced.contains(&f.decision.key))
        .map(|f| f.id.clone())
        .collect();
    let said = d
        .supersedes
        .iter()
        .filter(|s| s.state == SupersessionState::Confirmed)
        .chain(&d.supersedes)
        .find_map(|s| s.quote.clone());
    SinceEntry {
        what,
        decision: DecisionRef::from(d),
        supersedes,
        touches,
        quote: said.or_else(|| first_words(d)),
        limits: d.limits.clone(),
    }
}

/// The sentence that states the choice best.
fn first_words(d: &Decision) -> Option<Quote> {
    let passage = Passage {
        text: &d.text,
        first_line: d.source.lines.map_or(1, |l| l.start),
        path: d.source.path.as_ref(),
        commit: None,
        trail: &[],
    };
    best_quotes(&passage, &[])
        .into_iter()
        .find(|q| q.text.split_whitespace().count() > 3)
}

fn same_words(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(key: &str, text: &str, standing: &str) -> Arc<Decision> {
        let mut d: Decision = serde_json::from_value(serde_json::json!({
            "id": format!("DECISIONS.md#{key}"), "key": key, "aliases": [], "title": key, "date": null,
            "standing": standing, "authority": "recorded", "part_of": null,
            "source": {"path": "DECISIONS.md", "lines": [1, 9], "commit": null, "url": null},
            "superseded_by": [], "supersedes": [], "people": [], "alternatives": [],
            "measurements": [], "experiments": [], "limits": [], "mentions": []
        }))
        .unwrap();
        d.text = text.into();
        Arc::new(d)
    }

    #[test]
    fn new_changed_retired_and_gone_are_told_apart() {
        let base = [
            decision("same", "We keep one queue here.", "accepted"),
            decision("edited", "We keep two queues here.", "accepted"),
            decision("dead", "We keep three queues here.", "accepted"),
            decision("gone", "We keep four queues here.", "accepted"),
        ];
        let tip = [
            decision("same", "We keep  one queue here.", "accepted"),
            decision("edited", "We keep five queues here.", "accepted"),
            decision("dead", "We keep three queues here.", "superseded"),
            decision("new", "## New\nWe keep six queues here.", "accepted"),
        ];
        let told: Vec<(SinceKind, String)> = since(&base, &tip, &[])
            .into_iter()
            .map(|e| (e.what, e.decision.key.0))
            .collect();
        assert_eq!(
            told,
            [
                (SinceKind::Retires, "dead".into()),
                (SinceKind::Retires, "gone".into()),
                (SinceKind::New, "new".into()),
                (SinceKind::Changed, "edited".into()),
            ]
        );
    }
}
