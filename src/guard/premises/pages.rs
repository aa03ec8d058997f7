//! The rules that issues and pull requests answer: R1 and R8 for an issue that is named, R2 for one
//! that is said to be fixed, R5 for a pull request that is waited for.

use std::collections::{BTreeMap, BTreeSet};

use super::{Facts, Moments, RestsOn, day, decide};
use crate::model::safe::one_line;
use crate::model::{
    CommitId, Decision, Issue, MentionKind, Premise, PremiseState, Pull, PullState,
};
use crate::sync::Discussions;

/// At most so many pages are shown of one decision.
const PAGES_MAX: usize = 4;

/// The premises of a decision that rest on pages: those that its pull request or its commit names, or
/// that the record itself names.
pub(super) fn rest_on(
    d: &Decision,
    own: &[CommitId],
    facts: &Facts,
    said: &Discussions,
    m: &Moments<'_>,
) -> Vec<Premise> {
    let mut out: Vec<Premise> = Vec::new();
    for (page, ties) in pages(d, own, facts, said) {
        let made = match ties.how {
            How::Waits => waits(&page, &ties, said, m),
            How::Fixes => fixed(&page, &ties, said, m),
            How::Names => named(&page, &ties, said, m),
        };
        out.extend(made);
    }
    let rank = |p: &Premise| match p.state {
        PremiseState::Stale => 0,
        PremiseState::Holds => 1,
        PremiseState::Unknown => 2,
    };
    out.sort_by_key(rank);
    out.truncate(PAGES_MAX);
    out.sort_by(|a, b| a.rule.cmp(&b.rule));
    out
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum How {
    Fixes,
    Waits,
    Names,
}

/// How a decision is tied to a page.
struct Ties {
    how: How,
    /// Nodes in between, for people.
    nodes: BTreeSet<String>,
    /// When the decision was made.
    decided: Option<i64>,
}

fn pages(
    d: &Decision,
    own: &[CommitId],
    facts: &Facts,
    said: &Discussions,
) -> BTreeMap<String, Ties> {
    let mut out: BTreeMap<String, Ties> = BTreeMap::new();
    let mut tie = |page: &str, how: How, node: String, decided: Option<i64>| {
        let ties = out.entry(page.to_owned()).or_insert_with(|| Ties {
            how,
            nodes: BTreeSet::new(),
            decided,
        });
        ties.how = ties.how.min(how);
        ties.nodes.insert(node);
        ties.decided = ties.decided.max(decided);
    };
    // A record has words of its own: the rest of the pull request that brought it in is not about it.
    if d.source.path.is_some() {
        let own: BTreeSet<&str> = d
            .mentions
            .iter()
            .filter(|m| m.kind == MentionKind::Issue)
            .map(|m| m.name.as_str())
            .collect();
        for name in own {
            let number = name.rsplit(['#', '/']).next().unwrap_or_default();
            let foreign = name.contains('/')
                && !name
                    .to_lowercase()
                    .contains(&format!("{}/{}", said.home.owner, said.home.name).to_lowercase());
            let key = format!(
                "{}/{}/{}#{number}",
                said.home.host, said.home.owner, said.home.name
            )
            .to_lowercase();
            if !foreign && said.issues.contains_key(&key) {
                tie(&key, How::Names, format!("Decision {}", d.id), None);
            }
        }
        return out;
    }
    for row in own
        .iter()
        .filter_map(|c| facts.pages.get(c.as_str()))
        .flatten()
    {
        let RestsOn { sha, pr, page, how } = row;
        let (node, decided) = match pr.as_str() {
            "" => (format!("Commit {}", sha.get(..8).unwrap_or(sha)), None),
            pr => (
                format!("PR {}", short(pr)),
                said.pull(pr).and_then(|p| p.merged_at),
            ),
        };
        let how = match how.as_str() {
            "FIXES" => How::Fixes,
            "DEPENDS_ON" => How::Waits,
            _ => How::Names,
        };
        tie(page, how, node, decided);
    }
    out
}

fn short(key: &str) -> &str {
    key.split_once('/').map_or(key, |(_, rest)| rest)
}

/// R1 and R8.
fn named(page: &str, ties: &Ties, said: &Discussions, m: &Moments<'_>) -> Option<Premise> {
    let of = |open: Option<bool>| match open {
        Some(true) => PremiseState::Holds,
        Some(false) => PremiseState::Stale,
        None => PremiseState::Unknown,
    };
    let name = short(page);
    let Some(issue) = said.issues.get(page) else {
        return Some(unread("R1", page, ties, m, "still open"));
    };
    let (at_base, now) = moments(issue, m);
    // What was settled when the decision was made is no premise of it.
    let settled = ties.decided.and_then(|t| issue.open_at(t)) == Some(false);
    if settled && !issue.open {
        return None;
    }
    let (at_base, now) = (of(at_base), of(Some(now)));
    let state = decide(at_base, now, m.open);
    let title = titled(issue);
    let why = match (at_base, now) {
        (PremiseState::Stale, PremiseState::Holds) => {
            format!(
                "It names {name}{title}, which was reopened{}",
                since(issue, false)
            )
        }
        (PremiseState::Holds, PremiseState::Stale) => {
            format!(
                "It names {name}{title}, which was closed after the base{}",
                since(issue, true)
            )
        }
        (_, PremiseState::Stale) => {
            format!(
                "It names {name}{title}, which was closed{}",
                since(issue, true)
            )
        }
        (PremiseState::Unknown, _) => format!(
            "It names {name}{title}, which is open; whether it was at the base is not known"
        ),
        _ => format!("It names {name}{title}, which is still open"),
    };
    let rule = if state == PremiseState::Stale {
        "R8"
    } else {
        "R1"
    };
    Some(premise(rule, (state, at_base, now), why, page, ties))
}

/// R2.
fn fixed(page: &str, ties: &Ties, said: &Discussions, m: &Moments<'_>) -> Option<Premise> {
    let of = |open: Option<bool>| match open {
        Some(true) => PremiseState::Stale,
        Some(false) => PremiseState::Holds,
        None => PremiseState::Unknown,
    };
    let name = short(page);
    let Some(issue) = said.issues.get(page) else {
        return Some(unread("R2", page, ties, m, "still open"));
    };
    let (at_base, now) = moments(issue, m);
    let (at_base, now) = (of(at_base), of(Some(now)));
    let state = decide(at_base, now, m.open);
    let title = titled(issue);
    let why = match (at_base, now) {
        (PremiseState::Holds, PremiseState::Stale) => format!(
            "It says that it fixes {name}{title}, which was reopened after the base{}",
            since(issue, false)
        ),
        (_, PremiseState::Stale) => {
            format!("It says that it fixes {name}{title}, which is still open")
        }
        (PremiseState::Stale, _) => format!(
            "It says that it fixes {name}{title}, which was still open at the base and was closed{}",
            since(issue, true)
        ),
        _ => format!("It says that it fixes {name}{title}, which is closed"),
    };
    Some(premise("R2", (state, at_base, now), why, page, ties))
}

/// Whether an issue was open at the base, and is now.
fn moments(issue: &Issue, m: &Moments<'_>) -> (Option<bool>, bool) {
    (m.base_time.and_then(|t| issue.open_at(t)), issue.open)
}

/// R5.
fn waits(page: &str, ties: &Ties, said: &Discussions, m: &Moments<'_>) -> Option<Premise> {
    let name = short(page);
    let Some(pull) = said.pull(page) else {
        return Some(unread("R5", page, ties, m, "merged"));
    };
    let at_base = match pull.state {
        PullState::Merged if was_merged(pull, m) => PremiseState::Holds,
        _ => PremiseState::Stale,
    };
    let now = match pull.state {
        PullState::Merged => PremiseState::Holds,
        PullState::Open | PullState::Closed => PremiseState::Stale,
    };
    let why = match (pull.state, at_base) {
        (PullState::Merged, PremiseState::Holds) => {
            format!("It depends on {name}, which was merged")
        }
        (PullState::Merged, _) => format!("It depends on {name}, which was merged after the base"),
        (PullState::Closed, _) => {
            format!("It depends on {name}, which was closed without a merge")
        }
        (PullState::Open, _) => format!("It depends on {name}, which is not merged"),
    };
    let state = decide(at_base, now, m.open);
    Some(premise("R5", (state, at_base, now), why, page, ties))
}

/// By ancestry where the merge is walked, else by its time.
fn was_merged(pull: &Pull, m: &Moments<'_>) -> bool {
    match pull.merge_commit.as_ref().and_then(|c| (m.ord)(c)) {
        Some(ord) => (m.at_base)(ord),
        None => match (pull.merged_at, m.base_time) {
            (Some(merged), Some(base)) => merged <= base,
            _ => false,
        },
    }
}

fn unread(rule: &str, page: &str, ties: &Ties, m: &Moments<'_>, what: &str) -> Premise {
    let unknown = PremiseState::Unknown;
    let why = format!(
        "It rests on {}, which was not read: whether it is {what} is not known",
        short(page)
    );
    let state = decide(unknown, unknown, m.open);
    premise(rule, (state, unknown, unknown), why, page, ties)
}

fn premise(
    rule: &str,
    (state, at_base, now): (PremiseState, PremiseState, PremiseState),
    why: String,
    page: &str,
    ties: &Ties,
) -> Premise {
    let label = if rule == "R5" { "PR" } else { "Issue" };
    let mut nodes: Vec<String> = ties.nodes.iter().cloned().collect();
    nodes.push(format!("{label} {}", short(page)));
    Premise {
        rule: rule.into(),
        state,
        at_base,
        now,
        why,
        nodes,
    }
}

fn titled(issue: &Issue) -> String {
    match one_line(&issue.title).as_str() {
        "" => String::new(),
        title => format!(" “{title}”"),
    }
}

/// ` on <day>`: when it was closed or reopened last.
fn since(issue: &Issue, closed: bool) -> String {
    let last = issue.events.iter().rfind(|e| e.closed == closed);
    let at = last.map(|e| e.at).or(issue.closed_at.filter(|_| closed));
    at.map(|t| format!(" on {}", day(t))).unwrap_or_default()
}
