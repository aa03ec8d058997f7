//! Pull requests, issues and what was decided on them, to rows.

use std::collections::{BTreeMap, BTreeSet};

use crate::decisions::discussion::mentions::{Said, mentions, of_message};
use crate::decisions::discussion::{Discussed, person};
use crate::decisions::lore;
use crate::graph::{Row, Value};
use crate::history::{CommitIndex, is_program};
use crate::model::ForgeHome;
use crate::model::safe::one_line;
use crate::model::{Actor, CommitId, ForgeRef, Issue, LineRange, Post, Pull, PullState};
use crate::sync::decide::{DecisionRows, Told, ToldRevision, rows as decision_rows};
use crate::sync::history::row;

use super::Plan;
use super::kept::Discussions;

/// The state of a pull request, as the graph has it.
fn state(pull: &Pull) -> &'static str {
    match pull.state {
        PullState::Open => "open",
        PullState::Closed => "closed",
        PullState::Merged => "merged",
    }
}

/// A pull request's own row.
pub(super) fn pull_row(plan: &Plan<'_>) -> Row {
    let pull = plan.pull;
    let files = plan.whole.then_some(plan.files.len());
    let files = files.or(usize::try_from(pull.changed_files).ok().filter(|n| *n > 0));
    row([
        ("ref", pull.at.key().into()),
        ("number", number(pull.at.number)),
        ("title", one_line(&pull.title).into()),
        ("url", (&pull.url).into()),
        ("state", state(pull).into()),
        ("created_at", pull.body.at.into()),
        ("merged_at", pull.merged_at.into()),
        ("changed_files", files.into()),
        ("ord", plan.ord.into()),
    ])
}

/// An issue's own row.
pub(super) fn issue_row(issue: &Issue) -> Row {
    row([
        ("ref", issue.at.key().into()),
        ("number", number(issue.at.number)),
        ("title", one_line(&issue.title).into()),
        ("url", (&issue.url).into()),
        ("state", if issue.open { "open" } else { "closed" }.into()),
        ("reason", issue.reason.as_deref().into()),
        ("created_at", issue.body.at.into()),
        ("closed_at", issue.closed_at.into()),
    ])
}

fn number(n: u64) -> Value {
    i64::try_from(n).unwrap_or(i64::MAX).into()
}

/// What pages say of each other.
#[derive(Debug, Default)]
pub(super) struct PageLinks {
    /// Issues that are named and were not read, so that only their address is known.
    pub issues: Vec<Row>,
    pub fixes: Vec<Row>,
    pub references: Vec<Row>,
    /// Pull requests that are waited for and were not read.
    pub prs: Vec<Row>,
    pub depends_on: Vec<Row>,
}

/// What a pull request says of other pages, in all its texts; a keyword counts in its description,
/// and in its commits, only.
pub(super) fn page_links(pull: &Pull, messages: &[String], kept: &Discussions) -> PageLinks {
    let mut said: BTreeMap<String, (ForgeRef, Said)> = BTreeMap::new();
    let mut say = |at: ForgeRef, what: Said| {
        let known = said.entry(at.key()).or_insert((at, what));
        known.1 = known.1.min(what);
    };
    let home = &kept.home;
    let all = |text: &str| mentions(text, home);
    for (at, what) in all(&pull.title).into_iter().chain(all(&pull.body.body)) {
        say(at, what);
    }
    for (at, what) in messages.iter().flat_map(|m| of_message(m, home)) {
        say(
            at,
            if what == Said::DependsOn {
                Said::References
            } else {
                what
            },
        );
    }
    for post in posts(pull).filter(|p| person(p.author.as_ref()).is_some()) {
        for (at, _) in mentions(&post.body, home) {
            say(at, Said::References);
        }
    }
    for at in &pull.closes {
        say(at.clone(), Said::Fixes);
    }
    for at in &pull.mentions {
        say(at.clone(), Said::References);
    }
    let mut out = PageLinks::default();
    let own = pull.at.key();
    for (key, (at, what)) in said {
        if key == own || kept.missing.contains(&key) {
            continue;
        }
        let is_pull = kept.pull(&key).is_some();
        let is_issue = kept.issues.contains_key(&key);
        let ends = |other: &'static str| row([("ref", (&own).into()), (other, (&key).into())]);
        match what {
            Said::DependsOn if !is_issue => {
                if !is_pull {
                    out.prs.push(bare(&at));
                }
                out.depends_on.push(ends("on"));
            }
            _ if is_pull => {}
            Said::Fixes => {
                if !is_issue {
                    out.issues.push(bare(&at));
                }
                out.fixes.push(ends("issue"));
            }
            // A bare number that was not read may be a pull request.
            _ if is_issue => out.references.push(ends("issue")),
            _ => {}
        }
    }
    out
}

fn bare(at: &ForgeRef) -> Row {
    row([("ref", at.key().into()), ("number", number(at.number))])
}

/// Which issues the commits of a pull request name themselves.
pub(super) fn commit_links(
    commits: &[(CommitId, String)],
    home: &ForgeHome,
    kept: &Discussions,
) -> Vec<Row> {
    let mut out = Vec::new();
    for (commit, message) in commits {
        for (at, what) in of_message(message, home) {
            if kept.issues.contains_key(&at.key()) {
                out.push(row([
                    ("sha", commit.as_str().into()),
                    ("issue", at.key().into()),
                    ("fixes", (what == Said::Fixes).into()),
                ]));
            }
        }
    }
    out
}

/// All that was said on a pull request after its description.
pub(super) fn posts(pull: &Pull) -> impl Iterator<Item = &Post> {
    let threads = pull.threads.iter().flat_map(|t| &t.posts);
    threads.chain(&pull.reviews).chain(&pull.comments)
}

/// The accounts behind a pull request, and what each did.
pub(super) fn accounts(pull: &Pull) -> (Vec<Row>, Vec<Row>) {
    let mut roles: BTreeMap<String, (&Actor, &'static str)> = BTreeMap::new();
    let authors = pull.body.author.iter().map(|a| (a, "author"));
    let reviewers = posts(pull)
        .filter_map(|p| p.author.as_ref())
        .map(|a| (a, "reviewer"));
    for (actor, role) in authors.chain(reviewers) {
        if !actor.login.is_empty() {
            roles
                .entry(actor.login.to_lowercase())
                .or_insert((actor, role));
        }
    }
    let mut people = Vec::new();
    let mut wrote = Vec::new();
    for (login, (actor, role)) in roles {
        let pid = format!("login:{login}");
        let is_bot = actor.bot || login.ends_with("[bot]") || is_program(&login);
        people.push(row([
            ("pid", (&pid).into()),
            ("name", one_line(&actor.login).into()),
            ("kind", if is_bot { "bot" } else { "human" }.into()),
        ]));
        wrote.push(row([
            ("pid", pid.into()),
            ("ref", pull.at.key().into()),
            ("role", role.into()),
        ]));
    }
    (people, wrote)
}

/// The files of a pull request, where it stands now; and those among them that may be documents.
pub(super) fn files(plan: &Plan<'_>) -> (Vec<Row>, Vec<Row>) {
    let key = plan.pull.at.key();
    let mut touches = BTreeMap::new();
    let mut adds = Vec::new();
    for f in &plan.files {
        let status = if f.old_path.is_some() { "R" } else { "M" };
        for path in std::iter::once(&f.path).chain(&f.old_path) {
            touches.entry(path.to_string()).or_insert_with(|| {
                row([
                    ("ref", (&key).into()),
                    ("path", path.to_string().into()),
                    ("status", status.into()),
                    ("add", f.additions.into()),
                    ("del", f.deletions.into()),
                ])
            });
        }
        adds.push(row([
            ("ref", (&key).into()),
            ("path", f.path.to_string().into()),
        ]));
    }
    (touches.into_values().collect(), adds)
}

/// What was decided, as the decisions' own rows need it.
pub(super) fn told(d: &Discussed, root: &CommitId, index: &CommitIndex) -> Told {
    let facts = lore::facts(&d.text, None);
    let from = d.merge.clone().unwrap_or_default();
    let ord = index.ord(&from).unwrap_or(0);
    Told {
        key: d.key(root),
        first: from.clone(),
        first_ord: ord,
        path: None,
        authority: "inferred",
        reasoned: true,
        revisions: vec![ToldRevision {
            hash: "discussion".into(),
            title: d.title.clone(),
            standing: "unknown",
            text: d.text.clone(),
            blob: None,
            from: from.clone(),
            from_ord: ord,
            recorded: from,
            lines: LineRange::new(1, 1),
            until: Vec::new(),
        }],
        facts,
    }
}

/// The rows of decisions that were stated in discussions. None was recorded in a commit; one of an
/// issue has no position in history, and is cut by its time.
pub(super) fn decisions(decided: &[(&Discussed, Told)], root: &CommitId) -> DecisionRows {
    let plain: Vec<Told> = decided.iter().map(|(_, t)| t.clone()).collect();
    let mut out = decision_rows(&plain, root);
    out.from_commit.clear();
    out.recorded_in.clear();
    let timeless: BTreeSet<&str> = decided
        .iter()
        .filter(|(d, _)| d.merge.is_none())
        .map(|(_, t)| t.key.as_str())
        .collect();
    let ids: BTreeMap<&str, &Discussed> =
        decided.iter().map(|(d, t)| (t.key.as_str(), *d)).collect();
    for r in &mut out.decisions {
        if let Some(d) = text(r, "key").and_then(|k| ids.get(k)) {
            r.insert("origin", "discussion".into());
            r.insert("url", (&d.url).into());
        }
    }
    let untimed = |r: &Row| text(r, "key").is_some_and(|k| timeless.contains(k));
    for (rows, names) in [
        (&mut out.decisions, &["first_ord"][..]),
        (&mut out.revisions, &["from_ord"][..]),
        (&mut out.mentions_symbol, &["ord"][..]),
    ] {
        for r in rows.iter_mut().filter(|r| untimed(r)) {
            for name in names {
                r.insert(name, Value::Int(-1));
            }
        }
    }
    out
}

/// The text of a cell.
pub(super) fn text<'r>(row: &'r Row, name: &str) -> Option<&'r str> {
    match row.get(name) {
        Some(Value::Text(t)) => Some(t),
        _ => None,
    }
}
