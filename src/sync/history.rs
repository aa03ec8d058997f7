//! Walked commits to rows: commits, files, people and pull requests.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;

use crate::graph::{Row, Value};
use crate::history::{CommitIndex, RepoIdentity, Role, WalkedCommit};
use crate::model::CommitId;

/// A pull request of more commits than this is taken for a merge of branches.
const PR_COMMITS_MAX: usize = 500;

/// Rows for one stage of the walk, each kind deduplicated by its merge key.
#[derive(Clone, Debug, Default)]
pub struct HistoryRows {
    /// For `upsert_commits`.
    pub commits: Vec<Row>,
    /// For `upsert_files`.
    pub files: Vec<Row>,
    /// For `upsert_people`.
    pub people: Vec<Row>,
    /// For `link_authored`.
    pub authored: Vec<Row>,
    /// For `link_touches`.
    pub touches: Vec<Row>,
    /// For `link_renamed`.
    pub renamed: Vec<Row>,
    /// For `upsert_prs`.
    pub prs: Vec<Row>,
    /// For `link_part_of_pr`.
    pub part_of: Vec<Row>,
}

/// How this repository's pull requests and issues are named in the graph.
#[derive(Clone, Debug)]
pub struct RefNames {
    prefix: String,
}

impl RefNames {
    /// Names of the form `host/owner/repo#n`, `local/<name>#n` without a remote.
    pub fn of(identity: &RepoIdentity) -> Self {
        let prefix = if identity.host.is_empty() {
            format!("local/{}", identity.name)
        } else {
            format!("{}/{}/{}", identity.host, identity.owner, identity.name)
        };
        Self {
            prefix: prefix.to_lowercase(),
        }
    }

    /// The name of pull request or issue `number`.
    pub fn number(&self, number: &str) -> String {
        format!("{}#{number}", self.prefix)
    }
}

#[allow(clippy::expect_used)] // Constants that every test compiles.
fn constant(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a constant pattern")
}

static MERGE_PR: LazyLock<Regex> = LazyLock::new(|| constant(r"^Merge pull request #(\d+) from "));
static SQUASH_PR: LazyLock<Regex> = LazyLock::new(|| constant(r"\((?:#|!)(\d+)\)\s*$"));
static GITLAB_MR: LazyLock<Regex> =
    LazyLock::new(|| constant(r"(?m)^See merge request [\w./-]*!(\d+)\s*$"));

/// The number of the pull request that a commit merged or was squashed from.
pub fn pull_request(subject: &str, body: &str, is_merge: bool) -> Option<String> {
    let found = if is_merge {
        MERGE_PR
            .captures(subject)
            .or_else(|| GITLAB_MR.captures(body))
    } else {
        SQUASH_PR.captures(subject)
    };
    found.and_then(|c| c.get(1)).map(|m| m.as_str().to_owned())
}

/// Turns commits into rows.
pub fn rows(commits: &[WalkedCommit], index: &CommitIndex, refs: &RefNames) -> HistoryRows {
    let mut out = HistoryRows::default();
    let mut files = BTreeSet::new();
    let mut people: BTreeMap<String, Row> = BTreeMap::new();
    let mut prs: BTreeMap<String, Row> = BTreeMap::new();
    let mut part_of: BTreeMap<(String, String), Row> = BTreeMap::new();
    for c in commits {
        let sha = c.info.id.as_str();
        out.commits.push(row([
            ("sha", sha.into()),
            ("ord", c.ord.into()),
            ("author_time", c.info.author_time.into()),
            ("committer_time", c.info.committer_time.into()),
            ("subject", (&c.info.subject).into()),
            ("merge", c.is_merge.into()),
        ]));
        let mut roles = BTreeSet::new();
        for p in &c.info.people {
            if !matches!(p.role, Role::Author | Role::CoAuthor | Role::Assistant) {
                continue;
            }
            people.insert(
                p.pid.to_string(),
                row([
                    ("pid", p.pid.as_str().into()),
                    ("name", (&p.name).into()),
                    ("kind", kind_word(p.kind).into()),
                ]),
            );
            if roles.insert((p.pid.clone(), p.role.word())) {
                out.authored.push(row([
                    ("pid", p.pid.as_str().into()),
                    ("sha", sha.into()),
                    ("role", p.role.word().into()),
                ]));
            }
        }
        let mut touched = BTreeSet::new();
        for f in c.files.iter().filter(|f| !f.is_submodule()) {
            let path = f.path.to_string();
            files.insert(path.clone());
            if let Some(old) = &f.old_path {
                files.insert(old.to_string());
                out.renamed.push(row([
                    ("from", old.to_string().into()),
                    ("to", path.clone().into()),
                    ("sha", sha.into()),
                    ("ord", c.ord.into()),
                ]));
            }
            if touched.insert(path.clone()) {
                out.touches.push(row([
                    ("sha", sha.into()),
                    ("path", path.into()),
                    ("status", f.status.letter().to_string().into()),
                ]));
            }
        }
        if let Some(number) = pull_request(&c.info.subject, &c.info.body, c.is_merge) {
            let name = refs.number(&number);
            prs.insert(
                name.clone(),
                row([
                    ("ref", (&name).into()),
                    ("number", number.parse::<i64>().unwrap_or(0).into()),
                    ("title", pr_title(c).into()),
                    ("ord", c.ord.into()),
                ]),
            );
            for member in members(c, index) {
                part_of
                    .entry((member.to_string(), name.clone()))
                    .or_insert_with(|| {
                        row([
                            ("sha", member.as_str().into()),
                            ("ref", (&name).into()),
                            ("ord", c.ord.into()),
                        ])
                    });
            }
        }
    }
    out.files = files
        .into_iter()
        .map(|p| row([("path", p.into())]))
        .collect();
    out.people = people.into_values().collect();
    out.prs = prs.into_values().collect();
    out.part_of = part_of.into_values().collect();
    out
}

/// The commits that a pull request brought in: for a squash itself, for a merge itself and all that
/// its second parent has and its first has not.
fn members(c: &WalkedCommit, index: &CommitIndex) -> Vec<CommitId> {
    let mut out = vec![c.info.id.clone()];
    let [first, second, ..] = c.info.parents.as_slice() else {
        return out;
    };
    let (Some(before), Some(branch)) = (index.ancestors(first), index.ancestors(second)) else {
        return out;
    };
    let new: Vec<u32> = (0..=branch.tip())
        .filter(|&o| branch.contains(o) && !before.contains(o))
        .collect();
    if new.len() <= PR_COMMITS_MAX {
        out.extend(new.into_iter().filter_map(|o| index.id(o)));
    }
    out
}

/// GitHub writes the pull request's title into the first line of a merge's body.
fn pr_title(c: &WalkedCommit) -> String {
    if c.is_merge {
        let title = c
            .info
            .body
            .lines()
            .find(|l| !l.trim().is_empty())
            .unwrap_or(&c.info.subject);
        title.trim().to_owned()
    } else {
        SQUASH_PR.replace(&c.info.subject, "").trim().to_owned()
    }
}

fn kind_word(kind: crate::model::PersonKind) -> &'static str {
    match kind {
        crate::model::PersonKind::Human => "human",
        crate::model::PersonKind::Agent => "agent",
        crate::model::PersonKind::Bot => "bot",
    }
}

/// A row from its cells.
pub fn row<const N: usize>(cells: [(&'static str, Value); N]) -> Row {
    cells.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pull_requests_are_read_from_merges_and_squashes() {
        assert_eq!(
            pull_request("Merge pull request #12 from a/b", "", true),
            Some("12".into())
        );
        assert_eq!(
            pull_request("Keep totals numeric (#7)", "", false),
            Some("7".into())
        );
        assert_eq!(
            pull_request("Merge branch 'x'", "See merge request g/p!9", true),
            Some("9".into())
        );
        assert_eq!(pull_request("Fix #7 properly", "", false), None);
        assert_eq!(
            pull_request("Merge pull request #12 from a/b", "", false),
            None
        );
    }
}
