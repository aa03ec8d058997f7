//! The findings of the fixture's review.

use super::{decision_ref, quote, sha};
use crate::model::*;

fn node(label: &str, key: &str, title: &str) -> PathNode {
    PathNode {
        label: label.into(),
        key: key.into(),
        title: title.into(),
    }
}

fn edge(from: usize, to: usize, kind: &str) -> PathEdge {
    PathEdge {
        from,
        to,
        kind: kind.into(),
    }
}

fn signal(name: &str, strength: f64, why: &str) -> Signal {
    Signal {
        name: name.into(),
        strength,
        why: why.into(),
    }
}

/// The finding that stands against the change.
pub fn unknown_prices() -> Finding {
    Finding {
        nearest: None,
        id: "F1".into(),
        verdict: VerdictKind::Contradicts,
        score: 0.94,
        declared: false,
        declared_by: None,
        decision: decision_ref(
            "DECISIONS.md#Billing > Unknown prices stay unknown",
            "5c1f0a9e77b2d310",
            "Unknown prices stay unknown",
        ),
        quotes: vec![quote(
            "keep unknown prices apart from zero; a free call and an unpriced call are different states",
            "DECISIONS.md",
            210,
            211,
        )],
        evidence: vec![
            Evidence {
                path: "src/billing/price.ts".into(),
                side: Side::Old,
                lines: LineRange::new(39, 39),
                text: "  const value = usage.cost ?? null;".into(),
            },
            Evidence {
                path: "src/billing/price.ts".into(),
                side: Side::New,
                lines: LineRange::new(39, 39),
                text: "  const value = usage.cost ?? 0; // treat unknown as zero".into(),
            },
        ],
        signals: vec![
            signal(
                "inverse-hunk",
                0.9,
                "the hunk puts line 39 back as it was before 9a9a9a9a, the commit that made this decision true",
            ),
            signal(
                "rejected-option",
                0.6,
                "the added side brings in “default to zero”, which was turned down",
            ),
        ],
        premises: vec![
            Premise {
                rule: "R1".into(),
                state: PremiseState::Holds,
                at_base: PremiseState::Holds,
                now: PremiseState::Holds,
                why: "issue #198 “costs show 0.00” is still open".into(),
                nodes: vec!["Issue acme/ledger#198".into()],
            },
            Premise {
                rule: "R6".into(),
                state: PremiseState::Unknown,
                at_base: PremiseState::Unknown,
                now: PremiseState::Unknown,
                why: "nobody who wrote it has been seen here since 2025-11".into(),
                nodes: vec![],
            },
        ],
        alternatives: vec![Alternative {
            name: "default to zero".into(),
            reason: Some("it hides calls that nobody priced".into()),
            quote: quote("default to zero: rejected", "DECISIONS.md", 214, 214),
            reason_quote: None,
        }],
        experiments: vec![Experiment {
            claim: "zero as the default".into(),
            outcome: Outcome::Disproven,
            quote: quote("41 invoices of 900 were wrong", "DECISIONS.md", 212, 212),
        }],
        limits: vec![],
        superseded: vec![Supersession {
            id: "docs/adr/0003-prices.md".into(),
            key: "0303030303030303".into(),
            state: SupersessionState::Confirmed,
            commit: Some(sha(0x9a)),
            date: None,
            quote: None,
            why: "the record says so".into(),
        }],
        also: vec![],
        ask: vec![PersonScore {
            name: "maria".into(),
            kind: PersonKind::Human,
            score: 0.71,
            why: "wrote 71 % of these lines, last seen here 6 days before the base".into(),
        }],
        corrections: vec![],
        weighing: None,
        notes: Vec::new(),
        via: vec![
            Via {
                hop: "line".into(),
                query: "line_decisions".into(),
                row: "line 39 was written by 9a9a9a9a".into(),
            },
            Via {
                hop: "file".into(),
                query: "file_decisions".into(),
                row: "src/billing/price.ts".into(),
            },
        ],
        path: PathGraph {
            nodes: vec![
                node("File", "src/billing/price.ts", "src/billing/price.ts"),
                node("Commit", &sha(0x9a).0, "9a9a9a9a keep null prices"),
                node("PR", "acme/ledger#231", "#231"),
                node("Issue", "acme/ledger#198", "#198 open"),
                node(
                    "Decision",
                    "5c1f0a9e77b2d310",
                    "Unknown prices stay unknown",
                ),
            ],
            edges: vec![
                edge(0, 1, "BLAME"),
                edge(1, 2, "PART_OF"),
                edge(4, 2, "DERIVED_FROM"),
                edge(2, 3, "REFERENCES"),
            ],
        },
    }
}

/// A finding that is only related.
pub fn cents() -> Finding {
    Finding {
        nearest: None,
        id: "F2".into(),
        verdict: VerdictKind::Related,
        score: 0.41,
        decision: DecisionRef {
            authority: Authority::Inferred,
            source: Source {
                path: None,
                lines: None,
                commit: Some(sha(0x77)),
                url: Some("https://github.com/acme/ledger/pull/77".into()),
            },
            ..decision_ref("pr:77", "77aa77aa77aa77aa", "Totals are computed in cents")
        },
        quotes: vec![Quote {
            text: "sum in whole cents and divide once, at the edge".into(),
            path: None,
            lines: None,
            commit: None,
            url: Some("https://github.com/acme/ledger/pull/77".into()),
        }],
        evidence: vec![Evidence {
            path: "src/billing/totals.ts".into(),
            side: Side::New,
            lines: LineRange::new(10, 11),
            text: "  add(price: Price | null) {".into(),
        }],
        signals: vec![signal(
            "same-file",
            0.4,
            "the change edits a file that this decision names",
        )],
        premises: vec![Premise {
            rule: "R8".into(),
            state: PremiseState::Stale,
            at_base: PremiseState::Holds,
            now: PremiseState::Stale,
            why: "issue #61, which it answers, was closed since".into(),
            nodes: vec![],
        }],
        alternatives: vec![],
        experiments: vec![],
        superseded: vec![],
        limits: vec![Limit {
            scope: "for invoices only".into(),
            from: Some("docs/adr/0005-invoices.md".into()),
            quote: quote("invoices keep four decimals", "DECISIONS.md", 90, 90),
        }],
        ask: vec![],
        path: PathGraph {
            nodes: vec![
                node("File", "src/billing/totals.ts", "src/billing/totals.ts"),
                node(
                    "Decision",
                    "77aa77aa77aa77aa",
                    "Totals are computed in cents",
                ),
            ],
            edges: vec![edge(1, 0, "RATIONALE")],
        },
        via: vec![],
        ..unknown_prices()
    }
}
