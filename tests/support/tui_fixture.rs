//! Reviews to draw: for unit tests, for the pty tests' program, and
//! for recordings. Included by path; the crate that includes it brings `model` and `tui` into its
//! root.

#![allow(dead_code)] // each includer uses a part

use crate::model::*;

#[path = "tui_fake.rs"]
mod fake;
#[path = "tui_findings.rs"]
mod findings;
#[path = "tui_story.rs"]
mod story;
#[path = "tui_variants.rs"]
mod variants;

pub use fake::Fake;
pub use findings::*;
pub use story::*;
pub use variants::*;

/// 2026-03-01T12:00:00Z, the base's time.
pub const BASE_TIME: i64 = 1_772_366_400;
/// Two days later: the time of the session.
pub const NOW: i64 = BASE_TIME + 2 * 86_400;
pub const DAY: i64 = 86_400;

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
                amended_by: vec![],
                amends: vec![],
                people: vec!["Maria".into()],
                alternatives: vec![],
                measurements: vec![],
                experiments: vec![],
                limits: vec![],
                constraints: vec![],
                mentions: vec![],
                code_links: vec![],
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
            learn: Vec::new(),
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
        reach: Reach::Here,
        yields_to: None,
    }
}
