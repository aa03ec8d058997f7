//! A review to draw, and a backend that tells it: for unit tests, for the pty tests' program, and
//! for recordings. Included by path; the crate that includes it brings `model` and `tui` into its
//! root.

#![allow(dead_code)] // each includer uses a part

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::model::*;
use crate::tui::backend::*;

/// 2026-03-01T12:00:00Z, the base's time.
pub const BASE_TIME: i64 = 1_772_366_400;
/// Two days later: the time of the session.
pub const NOW: i64 = BASE_TIME + 2 * 86_400;
const DAY: i64 = 86_400;

pub fn sha(n: u8) -> CommitId {
    CommitId(format!("{n:02x}").repeat(20))
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

/// A hunk from lines that begin with ` `, `+` or `-`.
pub fn hunk(old_start: u32, new_start: u32, scope: &str, lines: &[&str]) -> Hunk {
    let (mut old, mut new) = (old_start, new_start);
    let mut h = Hunk {
        old_start,
        new_start,
        scope: scope.into(),
        ..Hunk::default()
    };
    for l in lines {
        let text = &l[1..];
        let made = match l.as_bytes()[0] {
            b'+' => {
                new += 1;
                line(LineKind::Added, None, Some(new - 1), text)
            }
            b'-' => {
                old += 1;
                line(LineKind::Deleted, Some(old - 1), None, text)
            }
            _ => {
                old += 1;
                new += 1;
                line(LineKind::Context, Some(old - 1), Some(new - 1), text)
            }
        };
        h.lines.push(made);
    }
    h.old_lines = old - old_start;
    h.new_lines = new - new_start;
    h
}

pub fn file(path: &str, hunks: Vec<Hunk>) -> ChangedFile {
    let count = |kind| hunks.iter().flat_map(|h| h.of(kind)).count() as u32;
    ChangedFile {
        path: path.into(),
        old_path: None,
        status: FileStatus::Modified,
        additions: count(LineKind::Added),
        deletions: count(LineKind::Deleted),
        hunks,
        note: None,
    }
}

pub fn change() -> Change {
    let price = file(
        "src/billing/price.ts",
        vec![
            hunk(
                36,
                36,
                "export function price(usage: Usage)",
                &[
                    " // A price is null while nobody knows it.",
                    " export function price(usage: Usage): Price | null {",
                    "   if (!usage.model) return null;",
                    "-  const value = usage.cost ?? null;",
                    "+  const value = usage.cost ?? 0; // treat unknown as zero",
                    "   return value;",
                    " }",
                    " ",
                ],
            ),
            hunk(
                71,
                71,
                "function perCall(usage: Usage)",
                &[
                    " function perCall(usage: Usage): number {",
                    "   const calls = Math.max(usage.calls, 1);",
                    "+  log.debug(\"per call\", { calls });",
                    "   return total(usage) / calls;",
                    " }",
                ],
            ),
        ],
    );
    let totals = file(
        "src/billing/totals.ts",
        vec![hunk(
            8,
            8,
            "export class Totals",
            &[
                " export class Totals {",
                "   private cents = 0;",
                "-  add(price: Price) {",
                "-    this.cents += price.cents;",
                "+  add(price: Price | null) {",
                "+    this.cents += price?.cents ?? 0;",
                "+    this.count += 1;",
                "   }",
                " ",
                "   /** Whole cents; never a float. */",
                "   sum(): number {",
            ],
        )],
    );
    let mut renamed = file(
        "docs/billing.md",
        vec![hunk(
            1,
            1,
            "",
            &[
                " # Billing",
                " ",
                "-Unknown prices are shown as a dash.",
                "+Unknown prices are shown as 0.00.",
                " ",
            ],
        )],
    );
    renamed.status = FileStatus::Renamed;
    renamed.old_path = Some("docs/prices.md".into());
    let mut logo = file("assets/logo.png", vec![]);
    logo.status = FileStatus::Added;
    logo.note = Some("A binary file.".into());
    let readme = file(
        "README.md",
        vec![hunk(
            3,
            3,
            "",
            &[" ## Totals", "-Totals are strings.", "+Totals are numbers."],
        )],
    );
    Change {
        base: sha(0x3f),
        head: Some(sha(0x8a)),
        target: "main..numeric-totals".into(),
        kind: TargetKind::Range,
        title: "Keep cost totals numeric".into(),
        description: String::new(),
        author: Some("Deniz".into()),
        time: Some(BASE_TIME + DAY),
        files: vec![logo, renamed, price, totals, readme],
        notes: Vec::new(),
        incomplete: false,
    }
}

pub fn decision_ref(id: &str, key: &str, title: &str) -> DecisionRef {
    DecisionRef {
        id: id.into(),
        key: key.into(),
        title: title.into(),
        date: Some("2025-01-14".into()),
        standing: Standing::Accepted,
        authority: Authority::Recorded,
        source: Source {
            path: Some("DECISIONS.md".into()),
            lines: Some(LineRange::new(208, 221)),
            commit: Some(sha(0x9a)),
            url: None,
        },
    }
}

pub fn quote(text: &str, path: &str, from: u32, to: u32) -> Quote {
    Quote {
        text: text.into(),
        path: Some(path.into()),
        lines: Some(LineRange::new(from, to)),
        commit: Some(sha(0x3f)),
        url: None,
    }
}

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

fn query(name: &str, cypher: &str, rows: usize, ms: f64) -> QueryRun {
    let mut params = serde_json::Map::new();
    params.insert(
        "paths".into(),
        serde_json::json!(["src/billing/price.ts", "src/billing/totals.ts"]),
    );
    QueryRun {
        name: name.into(),
        cypher: cypher.into(),
        params,
        rows,
        server_ms: ms * 0.6,
        client_ms: ms,
    }
}

pub fn decisions() -> Vec<Decision> {
    let make =
        |id: &str, key: &str, title: &str, standing: Standing, text: &str, at: (u32, u32)| {
            Decision {
                id: id.into(),
                key: key.into(),
                aliases: vec![],
                title: title.into(),
                date: Some("2025-01-14".into()),
                standing,
                standing_words: None,
                authority: Authority::Recorded,
                part_of: None,
                source: Source {
                    path: Some(id.split('#').next().unwrap_or(id).into()),
                    lines: Some(LineRange::new(at.0, at.1)),
                    commit: Some(sha(0x9a)),
                    url: None,
                },
                superseded_by: vec![],
                supersedes: vec![],
                people: vec!["Maria".into()],
                alternatives: vec![],
                measurements: vec![],
                experiments: vec![],
                limits: vec![],
                mentions: vec![],
                text: text.into(),
                blob: None,
                revised_in: None,
                provisional: false,
            }
        };
    let mut out = vec![
        make(
            "DECISIONS.md#Billing",
            "b111b111b111b111",
            "Billing",
            Standing::Unknown,
            "How money is counted here.",
            (200, 240),
        ),
        make(
            "DECISIONS.md#Billing > Unknown prices stay unknown",
            "5c1f0a9e77b2d310",
            "Unknown prices stay unknown",
            Standing::Accepted,
            "We keep unknown prices apart from zero; a free call and an unpriced call are different states.\n\nTried zero as the default: 41 invoices of 900 were wrong.\n\n## Rejected\n\n- default to zero: it hides calls that nobody priced",
            (208, 221),
        ),
        make(
            "docs/adr/0003-prices.md",
            "0303030303030303",
            "Prices come from the vendor's list",
            Standing::Superseded,
            "Prices are read from the list that the vendor publishes.",
            (1, 30),
        ),
        make(
            "docs/adr/0007-totals.md",
            "0707070707070707",
            "Totals are computed in cents",
            Standing::Proposed,
            "Sum in whole cents.",
            (1, 44),
        ),
    ];
    out[1].part_of = Some("DECISIONS.md#Billing".into());
    out[1].supersedes = unknown_prices().superseded;
    out
}

pub fn coverage() -> Vec<Coverage> {
    let c = |path: &str, line, state, reason: &str| Coverage {
        path: path.into(),
        line,
        state,
        reason: reason.into(),
    };
    vec![
        c(
            "DECISIONS.md",
            None,
            CoverageState::Partly,
            "one heading has no text",
        ),
        c(
            "DECISIONS.md",
            Some(402),
            CoverageState::Skipped,
            "no text under the heading",
        ),
        c("docs/adr/0007-totals.md", None, CoverageState::Read, ""),
    ]
}

pub fn review() -> Review {
    Review {
        schema: REVIEW_SCHEMA.into(),
        repository: "acme/ledger".into(),
        change: change(),
        as_of: AsOf {
            commit: sha(0x3f),
            time: Some(BASE_TIME),
            mode: AsOfMode::Base,
        },
        judge: JudgeInfo {
            name: "offline".into(),
            model: None,
        },
        findings: vec![unknown_prices(), cents()],
        since: vec![SinceEntry {
            what: SinceKind::Supersedes,
            decision: decision_ref(
                "docs/adr/0009-cents.md",
                "0909090909090909",
                "Cents become milli-cents",
            ),
            supersedes: vec!["docs/adr/0007-totals.md".into()],
            touches: vec!["F2".into()],
            quote: Some(quote(
                "sum in milli-cents from now on",
                "docs/adr/0009-cents.md",
                12,
                12,
            )),
            limits: vec![],
        }],
        proposed: vec![],
        people: vec![
            PersonScore {
                name: "maria".into(),
                kind: PersonKind::Human,
                score: 0.71,
                why: "wrote most of these files, last seen here 6 days before the base".into(),
            },
            PersonScore {
                name: "ledger-bot".into(),
                kind: PersonKind::Bot,
                score: 0.12,
                why: "updates the price list every night".into(),
            },
        ],
        bus_factor: Some(BusFactor {
            count: 1,
            why: "maria alone made more than half of the edits".into(),
        }),
        queries: vec![
            query(
                "line_decisions",
                "// Which decisions explain the commits that wrote these lines?\nUNWIND $commits AS sha\nMATCH (c:Commit {sha: sha})<-[:DERIVED_FROM]-(d:Decision)\nRETURN sha, d.key, c.ord",
                4,
                1.9,
            ),
            query(
                "file_decisions",
                "// Which decisions explain these files?\nUNWIND $paths AS p\nMATCH (f:File {path: p})<-[r:RATIONALE]-(d:Decision)\nRETURN p, d.key, r.weight",
                11,
                1.1,
            ),
            query(
                "people",
                "MATCH (p:Person)-[a:AUTHORED]->(c:Commit) RETURN p.pid, count(c)",
                3,
                0.8,
            ),
        ],
        live: 43,
        coverage: coverage(),
        dropped: Dropped { count: 3 },
        partial: vec![],
    }
}

/// No finding, all read.
pub fn empty_review() -> Review {
    Review {
        findings: vec![],
        coverage: vec![],
        since: vec![],
        dropped: Dropped { count: 6 },
        ..review()
    }
}

/// Some of the record could not be read.
pub fn partial_review() -> Review {
    Review {
        partial: vec![
            "The history is shallow, so blame ends at 2025-12-01.".into(),
            "Two sections could not be read.".into(),
        ],
        ..review()
    }
}

/// Text that tries to act on the terminal, wherever a repository could put it.
pub fn hostile_review() -> Review {
    const EVIL: &str =
        "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\r\u{8}x\u{202e}y\u{2066}z\u{200f}\tend";
    let mut r = review();
    let evil = |s: &mut String| *s = format!("{s} {EVIL}");
    evil(&mut r.repository);
    evil(&mut r.change.title);
    evil(&mut r.judge.name);
    for f in &mut r.change.files {
        f.path = RepoPath::new(format!("{}{EVIL}", f.path).into_bytes());
        f.note = f.note.take().map(|n| n + EVIL);
        for h in &mut f.hunks {
            evil(&mut h.scope);
            for l in &mut h.lines {
                evil(&mut l.text);
            }
        }
    }
    for f in &mut r.findings {
        evil(&mut f.decision.title);
        evil(&mut f.decision.id.0);
        f.quotes.iter_mut().for_each(|q| evil(&mut q.text));
        f.signals.iter_mut().for_each(|s| evil(&mut s.why));
        f.premises.iter_mut().for_each(|p| evil(&mut p.why));
        f.ask.iter_mut().for_each(|p| evil(&mut p.name));
        f.path.nodes.iter_mut().for_each(|n| evil(&mut n.title));
        f.path.edges.iter_mut().for_each(|e| evil(&mut e.kind));
        f.corrections.push(correction(
            "01EVIL",
            &f.decision,
            CorrectionKind::Wrong,
            EVIL,
        ));
    }
    r.people.iter_mut().for_each(|p| evil(&mut p.name));
    r.people.iter_mut().for_each(|p| evil(&mut p.why));
    r.since.iter_mut().for_each(|s| evil(&mut s.decision.title));
    for q in &mut r.queries {
        evil(&mut q.cypher);
        evil(&mut q.name);
    }
    r.coverage.iter_mut().for_each(|c| evil(&mut c.reason));
    r.partial = vec![format!("partial {EVIL}")];
    r
}

/// Wide characters, joined emoji, combining marks.
pub fn wide_review() -> Review {
    let mut r = review();
    r.change.title = "価格を数値のまま保つ 👩‍💻 fix".into();
    r.change.files = vec![file(
        "src/請求/価格.ts",
        vec![hunk(
            10,
            10,
            "関数 価格()",
            &[
                " // 不明な価格は不明のまま 👩‍💻 ok",
                "-const 値 = 使用.費用 ?? null; // e\u{301}",
                "+const 値 = 使用.費用 ?? 0; // ❤\u{fe0f} 容器",
                " return 値;",
            ],
        )],
    )];
    let f = &mut r.findings[0];
    f.decision.title = "不明な価格は不明のまま 👨‍👩‍👧".into();
    f.quotes[0].text =
        "不明な価格をゼロと区別する。無料の呼び出しと未設定の呼び出しは別の状態である。".into();
    for e in &mut f.evidence {
        e.path = "src/請求/価格.ts".into();
        e.lines = LineRange::new(11, 11);
    }
    f.path.nodes[4].title = "不明な価格は不明のまま".into();
    r
}

/// A diff of many lines.
pub fn large_review(lines: usize) -> Review {
    let per = 100;
    let mut files = Vec::new();
    for n in 0..lines.div_ceil(per) {
        let text: Vec<String> = (0..per)
            .map(|i| match i % 5 {
                0 => format!("-let old_{i} = compute({n}, {i});"),
                1 => format!("+let new_{i} = compute({n}, {i} + 1);"),
                _ => format!(" // line {i} of file {n}"),
            })
            .collect();
        let text: Vec<&str> = text.iter().map(String::as_str).collect();
        files.push(file(
            &format!("src/gen/file_{n:04}.rs"),
            vec![hunk(1, 1, "fn f()", &text)],
        ));
    }
    let mut r = empty_review();
    r.change.files = files;
    r
}

pub fn correction(ulid: &str, d: &DecisionRef, kind: CorrectionKind, reason: &str) -> Correction {
    Correction {
        ulid: ulid.into(),
        kind,
        decision: d.key.clone(),
        decision_id: d.id.clone(),
        reason: reason.into(),
        author: "Rin".into(),
        time: NOW,
        change: "Keep cost totals numeric".into(),
        base: sha(0x3f),
        undoes: None,
        applied: true,
    }
}

/// A backend that tells one review, keeps corrections and marks in memory, and remembers what it
/// was asked.
pub struct Fake {
    pub review: Review,
    pub decisions: Vec<Decision>,
    pub fail_review: Option<BackendError>,
    pub pause: Duration,
    pub corrections: Mutex<Vec<Correction>>,
    pub viewed: Mutex<BTreeSet<Viewed>>,
    pub asked: Mutex<Vec<String>>,
    pub panics: bool,
}

impl Fake {
    pub fn new(review: Review) -> Self {
        Self {
            review,
            decisions: decisions(),
            fail_review: None,
            pause: Duration::ZERO,
            corrections: Mutex::new(Vec::new()),
            viewed: Mutex::new(BTreeSet::new()),
            asked: Mutex::new(Vec::new()),
            panics: false,
        }
    }

    fn note(&self, what: String) {
        self.asked.lock().unwrap().push(what);
    }

    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    fn as_of(&self, request: &ReviewRequest) -> Result<AsOf, BackendError> {
        match &request.as_of {
            AsOfRequest::Base => Ok(self.review.as_of.clone()),
            AsOfRequest::Target => Ok(AsOf {
                commit: sha(0xee),
                time: Some(NOW),
                mode: AsOfMode::Target,
            }),
            AsOfRequest::Rev(rev) => {
                let event = self.timeline()?.into_iter().find(|e| {
                    e.commit.as_str() == rev
                        || (rev.contains('-') && e.time > BASE_TIME - 400 * DAY)
                });
                match event {
                    Some(e) => Ok(AsOf {
                        commit: e.commit,
                        time: Some(e.time),
                        mode: AsOfMode::Travel,
                    }),
                    None => Err(BackendError {
                        message: format!("There is no commit or date `{rev}` in this repository."),
                        hints: vec!["A date is written 2025-06-02.".into()],
                    }),
                }
            }
        }
    }
}

impl Backend for Fake {
    fn review(
        &self,
        request: ReviewRequest,
        events: &mut dyn FnMut(ReviewEvent),
        cancel: &CancellationToken,
    ) -> Result<(), BackendError> {
        self.note(format!("review {:?}", request.as_of));
        assert!(!self.panics, "the fixture was told to panic");
        let as_of = self.as_of(&request)?;
        let past = as_of.mode == AsOfMode::Travel;
        let pause = || std::thread::sleep(self.pause);
        events(ReviewEvent::Change(Box::new(self.review.change.clone())));
        pause();
        events(ReviewEvent::Progress(Progress {
            phase: "decisions".into(),
            done: 2,
            total: 3,
            note: "DECISIONS.md".into(),
        }));
        let decisions = if past {
            self.decisions[2..3].to_vec()
        } else {
            self.decisions.clone()
        };
        events(ReviewEvent::Log {
            as_of: as_of.clone(),
            decisions,
            coverage: self.review.coverage.clone(),
        });
        pause();
        if let Some(e) = &self.fail_review {
            return Err(e.clone());
        }
        let mut review = self.review.clone();
        review.as_of = as_of;
        if past {
            review.findings.truncate(0);
            review.live = 17;
        }
        let said = self.corrections.lock().unwrap().clone();
        for f in &mut review.findings {
            for c in said.iter().filter(|c| c.decision == f.decision.key) {
                if c.kind == CorrectionKind::Wrong {
                    f.score *= 0.25;
                }
                f.corrections.push(c.clone());
            }
        }
        for f in &review.findings {
            if cancel.is_cancelled() {
                return Err(BackendError::new("The review was stopped."));
            }
            events(ReviewEvent::Finding(Box::new(f.clone())));
            pause();
        }
        events(ReviewEvent::Done(Box::new(review)));
        Ok(())
    }

    fn sync(
        &self,
        progress: &mut dyn FnMut(Progress),
        cancel: &CancellationToken,
    ) -> Result<SyncSummary, BackendError> {
        self.note("sync".into());
        for (phase, total) in [("history", 1204), ("decisions", 3), ("reading", 2)] {
            for done in [total / 2, total] {
                if cancel.is_cancelled() {
                    return Ok(SyncSummary::default());
                }
                progress(Progress {
                    phase: phase.into(),
                    done,
                    total,
                    note: if phase == "reading" {
                        "worker 3: “Retire the old price list”".into()
                    } else {
                        String::new()
                    },
                });
                std::thread::sleep(self.pause);
            }
        }
        let l = |kind, text: &str, detail: &str| SyncLine {
            kind,
            text: text.into(),
            detail: detail.into(),
        };
        Ok(SyncSummary {
            lines: vec![
                l(
                    SyncKind::New,
                    "Retire the old price list",
                    "DECISIONS.md:14–31",
                ),
                l(
                    SyncKind::Proposed,
                    "it replaces “Prices come from the vendor's list”",
                    "worker 3, quoting both",
                ),
                l(SyncKind::Confirmed, "by worker 1, by another rule", ""),
                l(
                    SyncKind::StillHolds,
                    "for invoices only: “invoices keep four decimals”",
                    "",
                ),
                l(
                    SyncKind::Skipped,
                    "DECISIONS.md:402",
                    "no text under the heading",
                ),
            ],
        })
    }

    fn correct(&self, c: NewCorrection) -> Result<Correction, BackendError> {
        self.note(format!(
            "correct {} {} {:?}",
            c.kind.word(),
            c.decision,
            c.reason
        ));
        let mut all = self.corrections.lock().unwrap();
        let made = Correction {
            ulid: format!("01K{:05}", all.len() + 1),
            kind: c.kind,
            decision: c.decision,
            decision_id: c.decision_id,
            reason: c.reason,
            author: "Rin".into(),
            time: NOW,
            change: c.change,
            base: c.base,
            undoes: None,
            applied: true,
        };
        all.push(made.clone());
        Ok(made)
    }

    fn undo(&self, ulid: Option<String>) -> Result<Option<Correction>, BackendError> {
        self.note(format!("undo {ulid:?}"));
        let mut all = self.corrections.lock().unwrap();
        let at = match ulid {
            Some(u) => all.iter().position(|c| c.ulid == u),
            None => all.len().checked_sub(1),
        };
        Ok(at.map(|i| {
            let gone = all.remove(i);
            Correction {
                kind: CorrectionKind::Undo,
                undoes: Some(gone.ulid.clone()),
                ..gone
            }
        }))
    }

    fn file(&self, path: &RepoPath, side: Side) -> Result<String, BackendError> {
        self.note(format!("file {path} {side:?}"));
        if path.to_string() == "src/billing/price.ts" {
            let text: Vec<String> = (1..=80)
                .map(|n| format!("// line {n} of the file"))
                .collect();
            return Ok(text.join("\n") + "\n");
        }
        Err(BackendError::new(format!("There is no file {path}.")))
    }

    fn timeline(&self) -> Result<Vec<TimelineEvent>, BackendError> {
        let e = |n, days, label: &str| TimelineEvent {
            commit: sha(n),
            time: BASE_TIME - days * DAY,
            label: label.into(),
        };
        Ok(vec![
            e(0xa3, 500, "ADR 3 recorded"),
            e(0xa5, 430, "ADR 5 recorded"),
            e(0xa4, 273, "#187 merged: prices per model"),
            e(0x9a, 200, "Unknown prices stay unknown ⇢ replaces ADR 3"),
            e(0xa7, 90, "ADR 7 proposed"),
            e(0xee, -1, "ADR 9 recorded"),
        ])
    }

    fn viewed(&self) -> Result<BTreeSet<Viewed>, BackendError> {
        Ok(self.viewed.lock().unwrap().clone())
    }

    fn set_viewed(&self, mark: Viewed, on: bool) -> Result<(), BackendError> {
        self.note(format!("viewed {} {on}", mark.path));
        let mut all = self.viewed.lock().unwrap();
        if on {
            all.insert(mark);
        } else {
            all.remove(&mark);
        }
        Ok(())
    }
}
