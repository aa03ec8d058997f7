//! Which files a decision guards, as rows: the links of [`crate::extract::code_links`], each with the
//! position from which it holds.

use std::collections::{BTreeMap, HashMap};

use crate::extract::code_links::{Bound, Grounds, Link, links};
use crate::graph::Row;
use crate::model::{CommitId, LinkOrigin, MentionKind};

use super::decide::{Told, first_saying};
use super::history::row;

/// A commit that is bound to a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tie {
    /// The commit.
    pub commit: CommitId,
    /// How it is bound.
    pub origin: LinkOrigin,
}

/// The files that commits and pull requests touched.
#[derive(Debug, Default)]
pub(super) struct Touched {
    /// By commit.
    pub commits: HashMap<String, Vec<String>>,
    /// By pull request, as the graph names it.
    pub prs: HashMap<String, Vec<String>>,
}

/// The rows of RATIONALE and of MENTIONS to files. `prs` are the pull requests that each decision
/// cites, `ord` the position of a commit.
pub(super) fn derive(
    told: &[(Told, Vec<Tie>)],
    prs: &BTreeMap<String, Vec<String>>,
    touched: &Touched,
    grounds: &Grounds<'_>,
    ord: &dyn Fn(&CommitId) -> Option<u32>,
) -> (Vec<Row>, Vec<Row>) {
    let mut rationale = Vec::new();
    let mut mentions = Vec::new();
    for (d, ties) in told {
        let mut bound = bound(d, ties, touched);
        let cited = prs.get(d.key.as_str()).into_iter().flatten();
        bound.extend(cited.filter_map(|pr| {
            Some(Bound {
                commit: d.revisions.first()?.recorded.clone(),
                origin: LinkOrigin::CitedCommit,
                weight: 0.6,
                via: format!("cites {}", pr.rsplit('/').next().unwrap_or(pr)),
                files: touched.prs.get(pr)?.clone(),
            })
        }));
        for link in links(&d.facts.mentions, &bound, grounds) {
            let from = match (&link.named, &link.commit) {
                (Some(name), _) => first_saying(d, name),
                (None, Some(c)) => ord(c).unwrap_or(0).max(d.first_ord),
                (None, None) => d.first_ord,
            };
            rationale.push(edge(d.key.as_str(), &link, from));
        }
        for m in d
            .facts
            .mentions
            .iter()
            .filter(|m| m.kind == MentionKind::File)
        {
            let from = first_saying(d, &m.name);
            for link in links(std::slice::from_ref(m), &[], grounds) {
                mentions.push((d.key.clone(), link.path, m.line.unwrap_or(0), from));
            }
        }
    }
    mentions.sort();
    mentions.dedup_by(|a, b| a.0 == b.0 && a.1 == b.1);
    let mentions = mentions
        .into_iter()
        .map(|(key, path, line, ord)| {
            row([
                ("key", key.as_str().into()),
                ("path", path.into()),
                ("line", line.into()),
                ("ord", ord.into()),
            ])
        })
        .collect();
    (rationale, mentions)
}

/// The rows for a decision that was told before and that these commits cite now.
pub(super) fn cited_later(
    key: &str,
    citing: &[CommitId],
    touched: &Touched,
    grounds: &Grounds<'_>,
    ord: &dyn Fn(&CommitId) -> Option<u32>,
) -> Vec<Row> {
    let bound: Vec<Bound> = citing
        .iter()
        .filter_map(|c| bind(c, LinkOrigin::CitingCommit, touched))
        .collect();
    links(&[], &bound, grounds)
        .iter()
        .map(|link| {
            let from = link.commit.as_ref().and_then(ord).unwrap_or(0);
            edge(key, link, from)
        })
        .collect()
}

fn edge(key: &str, link: &Link, ord: u32) -> Row {
    row([
        ("key", key.into()),
        ("path", (&link.path).into()),
        ("weight", ((link.weight * 100.0).round() / 100.0).into()),
        ("via", (&link.via).into()),
        ("origin", link.origin.word().into()),
        ("ord", ord.into()),
    ])
}

/// The commits that speak for a decision's files.
fn bound(d: &Told, ties: &[Tie], touched: &Touched) -> Vec<Bound> {
    let mut out = Vec::new();
    if d.path.is_none() {
        out.extend(
            bind(&d.first, LinkOrigin::RecordingCommit, touched).map(|b| Bound {
                weight: 0.7,
                via: format!("its own commit {}", d.first.short()),
                ..b
            }),
        );
    } else {
        let recorded = d.revisions.iter().map(|r| &r.recorded);
        out.extend(recorded.filter_map(|c| bind(c, LinkOrigin::RecordingCommit, touched)));
    }
    out.extend(
        ties.iter()
            .filter_map(|t| bind(&t.commit, t.origin, touched)),
    );
    out
}

fn bind(commit: &CommitId, origin: LinkOrigin, touched: &Touched) -> Option<Bound> {
    let (weight, word) = match origin {
        LinkOrigin::RecordingCommit => (0.5, "recorded with"),
        LinkOrigin::CitingCommit => (0.8, "cited by"),
        _ => (0.8, "cites"),
    };
    Some(Bound {
        commit: commit.clone(),
        origin,
        weight,
        via: format!("{word} {}", commit.short()),
        files: touched.commits.get(commit.as_str())?.clone(),
    })
}
