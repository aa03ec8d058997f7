//! A judged candidate to a finding, with its path from the change to the decision.

use std::collections::BTreeMap;

use super::candidates::Candidate;
use super::hops::{Hit, Hop};
use crate::model::{
    Decision, DecisionRef, Finding, LinkHow, PathEdge, PathGraph, PathNode, Verdict, VerdictKind,
};

/// Puts a finding together; its id, premises, people and corrections are filled in later.
pub fn finding(
    candidate: &Candidate,
    verdict: Verdict,
    links: &[(String, String, LinkHow)],
) -> Finding {
    let decision = &candidate.decision;
    Finding {
        id: String::new(),
        nearest: None,
        verdict: verdict.kind,
        score: (verdict.score * 100.0).round() / 100.0,
        declared: false,
        declared_by: None,
        decision: DecisionRef::from(decision.as_ref()),
        quotes: verdict.quotes,
        evidence: verdict.evidence,
        signals: verdict.signals,
        premises: Vec::new(),
        alternatives: verdict.alternatives,
        experiments: verdict.experiments,
        limits: verdict.limits,
        superseded: decision.supersedes.clone(),
        also: Vec::new(),
        ask: Vec::new(),
        corrections: Vec::new(),
        weighing: None,
        notes: Vec::new(),
        via: candidate.via(),
        path: path(decision, &candidate.hits, links),
    }
}

/// The order of a review: contradictions before related ones, undeclared before declared, silenced
/// last, then by score, and at the end what only stands near, nearest first; ties by what time and
/// authorship say, then by the decision's id, so that the same review comes out every time.
pub fn sort(findings: &mut [Finding]) {
    let class = |f: &Finding| match (f.verdict, f.stands(), f.declared) {
        _ if f.nearest.is_some() => 4,
        (VerdictKind::Contradicts, true, _) => 0,
        (VerdictKind::Contradicts, false, false) => 1,
        (VerdictKind::Related, _, false) => 2,
        _ => 3,
    };
    findings.sort_by(|a, b| {
        class(a)
            .cmp(&class(b))
            .then(a.nearest.cmp(&b.nearest))
            .then(b.score.total_cmp(&a.score))
            .then(weight(b).total_cmp(&weight(a)))
            .then_with(|| a.decision.id.cmp(&b.decision.id))
    });
}

/// What time and authorship say for a finding.
fn weight(f: &Finding) -> f64 {
    f.weighing.as_ref().map_or(0.0, |w| w.factor)
}

#[derive(Default)]
struct Builder {
    graph: PathGraph,
    at: BTreeMap<(String, String), usize>,
}

impl Builder {
    fn node(&mut self, label: &str, key: &str, title: &str) -> usize {
        let id = (label.to_owned(), key.to_owned());
        if let Some(i) = self.at.get(&id) {
            return *i;
        }
        let i = self.graph.nodes.len();
        self.graph.nodes.push(PathNode {
            label: label.into(),
            key: key.into(),
            title: title.into(),
        });
        self.at.insert(id, i);
        i
    }

    fn edge(&mut self, from: usize, to: usize, kind: &str) {
        let edge = PathEdge {
            from,
            to,
            kind: kind.into(),
        };
        if from != to && !self.graph.edges.contains(&edge) {
            self.graph.edges.push(edge);
        }
    }
}

/// Largest number of rows that a path draws; the rest is in `via`.
const ROWS: usize = 8;

/// The nodes and edges behind the rows. `lines` are blamed lines: file, commit, and how the commit
/// is bound to the decision.
fn path(decision: &Decision, hits: &[Hit], lines: &[(String, String, LinkHow)]) -> PathGraph {
    let mut b = Builder::default();
    let goal = b.node("Decision", decision.key.as_str(), &decision.title);
    for (file, commit, how) in lines.iter().take(ROWS) {
        let f = b.node("File", file, file);
        let c = b.node("Commit", commit, short(commit));
        b.edge(f, c, "BLAME");
        let kind = match how {
            LinkHow::Own => "DERIVED_FROM",
            LinkHow::Recorded => "RECORDED_IN",
            LinkHow::Cited => "CITES",
            LinkHow::Explains => "EXPLAINS",
        };
        b.edge(c, goal, kind);
    }
    for hit in hits.iter().take(ROWS) {
        match (hit.hop, &hit.through) {
            (Hop::File, _) => {
                let f = b.node("File", &hit.from, &hit.from);
                b.edge(f, goal, "RATIONALE");
            }
            (Hop::Commit, Some(sha)) => {
                let f = b.node("File", &hit.from, &hit.from);
                let c = b.node("Commit", sha, short(sha));
                b.edge(c, f, "TOUCHES");
                b.edge(goal, c, "DERIVED_FROM");
            }
            (Hop::Pr, Some(pr)) => {
                let f = b.node("File", &hit.from, &hit.from);
                let p = b.node("PR", pr, last_part(pr));
                b.edge(p, f, "TOUCHES");
                b.edge(goal, p, "DERIVED_FROM");
            }
            (Hop::Comment, _) => {
                let f = b.node("File", &hit.from, &hit.from);
                b.edge(goal, f, "STANDS_OVER");
            }
            (Hop::Symbol, _) => {
                let s = b.node("Symbol", &hit.from, &hit.from);
                b.edge(goal, s, "MENTIONS");
            }
            (Hop::Issue, Some(pr)) => {
                let f = b.node("File", &hit.from, &hit.from);
                let p = b.node("PR", pr, last_part(pr));
                let issue = hit.over.as_deref().unwrap_or_default();
                let i = b.node("Issue", issue, last_part(issue));
                b.edge(p, f, "TOUCHES");
                b.edge(p, i, "REFERENCES");
                b.edge(goal, i, "DERIVED_FROM");
            }
            (Hop::Doc, Some(pr)) => {
                let f = b.node("File", &hit.from, &hit.from);
                let p = b.node("PR", pr, last_part(pr));
                let doc = hit.over.as_deref().unwrap_or_default();
                let o = b.node("Doc", doc, doc);
                b.edge(p, f, "TOUCHES");
                b.edge(p, o, "ADDS");
                b.edge(goal, o, "DERIVED_FROM");
            }
            (Hop::Doc, None) => {
                let d = b.node("Doc", &hit.from, &hit.from);
                b.edge(goal, d, "DERIVED_FROM");
            }
            (Hop::Text | Hop::Near, _) => {
                let w = b.node("Hunk", "words", "words of the change");
                b.edge(w, goal, "TEXT");
            }
            _ => {}
        }
    }
    b.graph
}

fn last_part(page: &str) -> &str {
    page.rsplit('/').next().unwrap_or(page)
}

fn short(sha: &str) -> &str {
    sha.get(..8).unwrap_or(sha)
}
