//! Reviews made by hand: one full, one empty, one partial, one whose every word is hostile.

use rguard::model::*;

const BASE: &str = "3f9c1e2a00000000000000000000000000000001";
const DECIDED: &str = "9ac04d1b00000000000000000000000000000002";

/// A change of a greenhouse controller that undoes one decision and touches two others.
pub fn full() -> Review {
    let mut review = empty();
    review.findings = vec![
        contradiction(),
        related("F2", "Vents open before fans start", 0.41),
    ];
    review.dropped = Dropped { count: 3 };
    review.since = vec![SinceEntry {
        what: SinceKind::Supersedes,
        decision: decision(
            "docs/adr/0009-night-setback.md",
            "Set back by humidity at night",
        ),
        supersedes: vec!["DECISIONS.md#Frost > Never below four degrees".into()],
        touches: vec!["F1".into()],
        quote: Some(quote(
            "from now on the set-back follows humidity",
            "docs/adr/0009-night-setback.md",
            9,
        )),
        limits: vec![Limit {
            scope: "for seedling bays only".into(),
            from: Some("DECISIONS.md#Frost > Never below four degrees".into()),
            quote: quote(
                "in seedling bays four degrees stays the floor",
                "docs/adr/0009-night-setback.md",
                14,
            ),
        }],
    }];
    review.people = vec![
        person(
            "Noor Haddad",
            PersonKind::Human,
            0.71,
            "wrote 71 % of these lines",
        ),
        person("trellis-bot", PersonKind::Bot, 0.9, "automatic"),
    ];
    review.bus_factor = Some(BusFactor {
        count: 1,
        why: "Noor Haddad made 14 of 19 edits".into(),
        learn: Vec::new(),
    });
    review.queries = vec![query("hop_file", 11, 1.1), query("hop_line", 4, 1.9)];
    review.coverage.push(Coverage {
        path: "DECISIONS.md".into(),
        line: Some(402),
        state: CoverageState::Skipped,
        reason: "no text under the heading".into(),
    });
    review
}

/// The same change with nothing to say against it.
pub fn empty() -> Review {
    Review {
        schema: REVIEW_SCHEMA.into(),
        repository: "acme/greenhouse".into(),
        change: Change {
            base: BASE.into(),
            head: Some("77aa00000000000000000000000000000000beef".into()),
            target: "main..warmer-nights".into(),
            kind: TargetKind::Range,
            title: "Let bays cool down further at night".into(),
            author: Some("Ines Prado".into()),
            time: Some(1_790_000_000),
            files: vec![ChangedFile {
                path: "src/setback.rs".into(),
                old_path: None,
                status: FileStatus::Modified,
                additions: 1,
                deletions: 1,
                hunks: vec![Hunk {
                    old_start: 12,
                    old_lines: 1,
                    new_start: 12,
                    new_lines: 1,
                    scope: "fn floor(bay: &Bay) -> Celsius".into(),
                    lines: vec![
                        line(LineKind::Deleted, Some(12), None, "    Celsius(4.0)"),
                        line(LineKind::Added, None, Some(12), "    Celsius(1.5)"),
                    ],
                }],
                note: None,
            }],
            ..Change::default()
        },
        as_of: AsOf {
            commit: BASE.into(),
            time: Some(1_789_000_000),
            mode: AsOfMode::Base,
        },
        judge: JudgeInfo {
            name: "offline".into(),
            model: None,
        },
        live: 43,
        coverage: vec![Coverage {
            path: "DECISIONS.md".into(),
            line: None,
            state: CoverageState::Read,
            reason: String::new(),
        }],
        dropped: Dropped { count: 6 },
        ..Review::default()
    }
}

/// Nothing found, and not all could be looked at.
pub fn partial() -> Review {
    let mut review = empty();
    review.partial = vec!["The graph engine did not start, so findings are absent.".into()];
    review
}

/// The full review with this text in every place that a repository can fill.
pub fn hostile(text: &str) -> Review {
    let mut review = full();
    let t = || text.to_owned();
    review.repository = t();
    review.change.target = t();
    review.change.title = t();
    review.change.author = Some(t());
    review.partial = vec![t()];
    review.judge.model = Some(t());
    review.live = 2;
    for f in &mut review.findings {
        f.decision.id = text.into();
        f.decision.key = text.into();
        f.decision.title = t();
        f.decision.date = Some(t());
        f.decision.source.path = Some(text.into());
        f.decision.source.url = Some(t());
        f.also = vec![f.decision.clone()];
        f.declared_by = Some(t());
        f.quotes = vec![
            Quote {
                text: t(),
                path: Some(text.into()),
                ..Quote::default()
            },
            Quote {
                text: t(),
                url: Some(t()),
                ..Quote::default()
            },
        ];
        f.evidence = vec![Evidence {
            path: text.into(),
            side: Side::New,
            lines: LineRange::new(1, 1),
            text: t(),
        }];
        f.signals = vec![Signal {
            name: t(),
            strength: 0.5,
            why: t(),
        }];
        f.premises = vec![Premise {
            rule: t(),
            state: PremiseState::Stale,
            at_base: PremiseState::Holds,
            now: PremiseState::Stale,
            why: t(),
            nodes: vec![t()],
        }];
        let q = Quote {
            text: t(),
            path: Some(text.into()),
            ..Quote::default()
        };
        f.alternatives = vec![Alternative {
            name: t(),
            reason: Some(t()),
            quote: q.clone(),
            reason_quote: None,
        }];
        f.experiments = vec![Experiment {
            claim: t(),
            outcome: Outcome::Disproven,
            quote: q.clone(),
        }];
        f.limits = vec![Limit {
            scope: t(),
            from: Some(text.into()),
            quote: q.clone(),
        }];
        f.superseded = vec![Supersession {
            id: text.into(),
            key: text.into(),
            state: SupersessionState::Proposed,
            commit: None,
            date: None,
            quote: Some(q.clone()),
            why: t(),
        }];
        f.ask = vec![person(text, PersonKind::Human, 0.5, text)];
        f.weighing = Some(Weighing {
            factor: 0.5,
            words: t(),
        });
        f.notes = vec![t()];
        for c in &mut f.corrections {
            c.author = t();
            c.reason = t();
        }
    }
    let s = &mut review.since[0];
    s.decision.title = t();
    s.decision.id = text.into();
    s.supersedes = vec![text.into()];
    s.touches = vec![t()];
    s.quote = Some(Quote {
        text: t(),
        path: Some(text.into()),
        ..Quote::default()
    });
    s.limits = vec![Limit {
        scope: t(),
        from: None,
        quote: s.quote.clone().unwrap(),
    }];
    review.proposed = vec![s.decision.clone()];
    review.people = vec![person(text, PersonKind::Human, 0.7, text)];
    review.bus_factor = Some(BusFactor {
        count: 1,
        why: t(),
        learn: vec![person(text, PersonKind::Human, 0.3, text)],
    });
    review.coverage = vec![Coverage {
        path: text.into(),
        line: Some(1),
        state: CoverageState::Partly,
        reason: t(),
    }];
    review
}

/// The contradiction of [`full`].
pub fn contradiction() -> Finding {
    let mut finding = related("F1", "Never below four degrees", 0.94);
    finding.verdict = VerdictKind::Contradicts;
    finding.decision.id = "DECISIONS.md#Frost > Never below four degrees".into();
    finding.decision.date = Some("2026-02-11".into());
    finding.quotes = vec![quote(
        "Tomatoes stop setting fruit after two nights under four degrees, so the floor is four and \
         no schedule may lower it.",
        "DECISIONS.md",
        31,
    )];
    finding.evidence = vec![Evidence {
        path: "src/setback.rs".into(),
        side: Side::New,
        lines: LineRange::new(12, 12),
        text: "    Celsius(1.5)".into(),
    }];
    finding.signals = vec![
        Signal {
            name: "undoes-lines".into(),
            strength: 0.9,
            why: "This hunk deletes line 12, which 9ac04d1b wrote to carry out the decision."
                .into(),
        },
        Signal {
            name: "value-moved".into(),
            strength: 0.6,
            why: "The old value 4 stands in the decision's words; the new one, 1.5, does not."
                .into(),
        },
    ];
    finding.premises = vec![Premise {
        rule: "R3".into(),
        state: PremiseState::Holds,
        at_base: PremiseState::Holds,
        now: PremiseState::Holds,
        why: "The entry says “Accepted”.".into(),
        nodes: vec!["Decision DECISIONS.md#Frost > Never below four degrees".into()],
    }];
    finding.experiments = vec![Experiment {
        claim: "let bay 3 fall to two degrees".into(),
        outcome: Outcome::Disproven,
        quote: quote(
            "bay 3 at two degrees: 11 of 60 trusses set, against 54 of 60",
            "DECISIONS.md",
            36,
        ),
    }];
    finding.ask = vec![person(
        "Noor Haddad",
        PersonKind::Human,
        0.9,
        "recorded it, and wrote line 12",
    )];
    finding
}

/// A related finding with one quote.
pub fn related(id: &str, title: &str, score: f64) -> Finding {
    Finding {
        nearest: None,
        id: id.into(),
        verdict: VerdictKind::Related,
        score,
        declared: false,
        declared_by: None,
        decision: decision("docs/adr/0004-vents.md", title),
        quotes: vec![quote(
            "vents first, fans after ninety seconds",
            "docs/adr/0004-vents.md",
            12,
        )],
        evidence: Vec::new(),
        signals: vec![Signal {
            name: "names-file".into(),
            strength: 0.4,
            why: "The decision names src/setback.rs.".into(),
        }],
        premises: Vec::new(),
        alternatives: Vec::new(),
        experiments: Vec::new(),
        limits: Vec::new(),
        superseded: Vec::new(),
        also: Vec::new(),
        ask: Vec::new(),
        corrections: Vec::new(),
        weighing: None,
        notes: Vec::new(),
        via: vec![Via {
            hop: "file".into(),
            query: "hop_file".into(),
            row: "src/setback.rs".into(),
        }],
        path: PathGraph {
            nodes: vec![
                PathNode {
                    label: "File".into(),
                    key: "src/setback.rs".into(),
                    title: "setback.rs".into(),
                },
                PathNode {
                    label: "Decision".into(),
                    key: "00aa11bb22cc33dd".into(),
                    title: title.into(),
                },
            ],
            edges: vec![PathEdge {
                from: 1,
                to: 0,
                kind: "RATIONALE".into(),
            }],
        },
    }
}

/// A correction of this kind on a finding.
pub fn correction(kind: CorrectionKind, applied: bool) -> Correction {
    Correction {
        ulid: "01J9ZZZZZZZZZZZZZZZZZZZZZZ".into(),
        kind,
        decision: "00aa11bb22cc33dd".into(),
        decision_id: "DECISIONS.md#Frost > Never below four degrees".into(),
        reason: "agreed with the growers for the trial week".into(),
        author: "Ines Prado".into(),
        time: 1_790_000_100,
        change: "change".into(),
        base: BASE.into(),
        undoes: None,
        applied,
        reach: Reach::Here,
        yields_to: None,
    }
}

fn decision(id: &str, title: &str) -> DecisionRef {
    DecisionRef {
        id: id.into(),
        key: "00aa11bb22cc33dd".into(),
        title: title.into(),
        date: None,
        standing: Standing::Accepted,
        authority: Authority::Recorded,
        source: Source {
            path: Some(id.split('#').next().unwrap().into()),
            lines: Some(LineRange::new(8, 20)),
            commit: Some(DECIDED.into()),
            url: None,
        },
    }
}

fn quote(text: &str, path: &str, at: u32) -> Quote {
    Quote {
        text: text.into(),
        path: Some(path.into()),
        lines: Some(LineRange::new(at, at)),
        commit: Some(BASE.into()),
        url: None,
    }
}

fn person(name: &str, kind: PersonKind, score: f64, why: &str) -> PersonScore {
    PersonScore {
        name: name.into(),
        kind,
        score,
        why: why.into(),
    }
}

fn query(name: &str, rows: usize, ms: f64) -> QueryRun {
    QueryRun {
        name: name.into(),
        cypher: "MATCH (f:File {path: $path}) RETURN f".into(),
        params: serde_json::Map::new(),
        rows,
        server_ms: ms,
        client_ms: ms + 0.4,
    }
}

fn line(kind: LineKind, old: Option<u32>, new: Option<u32>, text: &str) -> Line {
    Line {
        kind,
        old,
        new,
        text: text.into(),
        no_newline: false,
    }
}
