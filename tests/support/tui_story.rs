//! A decision's story and the instructions of a fixture's base.

use super::{BASE_TIME, DAY, sha};
use crate::model::*;

fn commit(n: u8, days: i64, author: &str, subject: &str) -> LogCommit {
    LogCommit {
        commit: sha(n),
        time: BASE_TIME - days * DAY,
        subject: subject.into(),
        author: author.into(),
    }
}

fn words(list: &[(WordChangeKind, &str)]) -> Vec<WordChange> {
    list.iter()
        .map(|(change, text)| WordChange {
            change: *change,
            text: (*text).into(),
        })
        .collect()
}

fn quote(d: &Decision, text: &str, line: u32) -> Quote {
    Quote {
        text: text.into(),
        path: d.source.path.clone(),
        lines: Some(LineRange::new(line, line)),
        commit: Some(sha(0x9a)),
        url: None,
    }
}

/// The story of a decision of the fixture's log.
pub fn story(d: &Decision, as_of: &CommitId) -> LogDetail {
    use WordChangeKind::{Added, Removed, Same};
    let mut decision = d.clone();
    let said = "Tried zero as the default: 41 invoices of 900 were wrong.";
    decision.alternatives.push(Alternative {
        name: "default to zero".into(),
        reason: Some("it hides calls that nobody priced".into()),
        reason_quote: None,
        quote: quote(d, "default to zero: it hides calls that nobody priced", 219),
    });
    decision.experiments.push(Experiment {
        claim: "zero as the default".into(),
        outcome: Outcome::Disproven,
        quote: quote(d, said, 212),
    });
    let revision = |from: LogCommit, standing, words| LogRevision {
        hash: "0".repeat(16),
        source: Source {
            commit: Some(from.commit.clone()),
            ..d.source.clone()
        },
        from,
        until: vec![],
        again: false,
        title: d.title.clone(),
        standing,
        words,
        unread: None,
    };
    let older = LogEntry {
        id: "docs/adr/0003-prices.md".into(),
        key: "0303030303030303".into(),
        title: "Prices come from the vendor's list".into(),
        date: None,
        standing: Standing::Superseded,
        authority: Authority::Recorded,
        source: Source::default(),
    };
    LogDetail {
        as_of: as_of.clone(),
        moment: LogMoment {
            commit: as_of.clone(),
            ..LogMoment::default()
        },
        text: d.text.clone(),
        deleted: None,
        recorded: Some(commit(0xa4, 273, "Maria", "Keep unknown prices apart")),
        entry: None,
        children: vec![],
        links: vec![CodeLink {
            path: "src/billing/price.ts".into(),
            lines: None,
            origin: LinkOrigin::NamedPath,
            weight: 1.0,
            via: "names price.ts".into(),
            state: LinkedFile::Present,
            commit: None,
        }],
        revisions: vec![
            revision(
                commit(0xa4, 273, "Maria", "Keep unknown prices apart"),
                Standing::Proposed,
                words(&[(Added, &d.text)]),
            ),
            revision(
                commit(0x9a, 200, "Rin\u{1b}[31m", "Decide about unknown prices"),
                Standing::Accepted,
                words(&[
                    (Same, "How it was counted.\n\nWe keep unknown prices "),
                    (Removed, "beside"),
                    (Added, "apart from"),
                    (
                        Same,
                        " zero; a free call and an unpriced call are different states.\n",
                    ),
                ]),
            ),
        ],
        chain: vec![ChainLink {
            older,
            newer: d.into(),
            state: SupersessionState::Confirmed,
            why: "link".into(),
            older_quote: None,
            newer_quote: Some(quote(d, "This replaces ADR 3.", 209)),
            commit: Some(sha(0x9a)),
        }],
        decision,
    }
}

/// What agents were told at the fixture's base.
pub fn instructions() -> Vec<Instruction> {
    let one = |path: &str, agent, globs: &[&str], text: &str| Instruction {
        path: path.into(),
        blob: "b".repeat(40).into(),
        agent,
        scope: InstructionScope {
            globs: globs.iter().map(|g| (*g).to_owned()).collect(),
            ..InstructionScope::default()
        },
        from: Some(sha(0xa5)),
        until: vec![],
        link_to: None,
        imports: vec![],
        imported_by: vec![],
        text: text.into(),
        note: None,
    };
    vec![
        one(
            "AGENTS.md",
            InstructionAgent::Any,
            &[],
            "# Rules\n\nNever turn an unknown price into zero\u{1b}[2J.\n",
        ),
        one(
            ".cursor/rules/money.mdc",
            InstructionAgent::Cursor,
            &["src/billing/**"],
            "Count money in cents.\n",
        ),
    ]
}
