//! The shapes of GitHub's GraphQL answers, as the queries ask for them. Everything may lack: a
//! deleted account, a right that is missing and a cut answer all come as null.

use std::collections::BTreeMap;

use serde::Deserialize;

/// A list behind a connection.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct List<T> {
    pub total_count: Option<u64>,
    pub page_info: Option<PageInfo>,
    pub nodes: Option<Vec<Option<T>>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct PageInfo {
    pub has_next_page: Option<bool>,
    pub has_previous_page: Option<bool>,
    pub end_cursor: Option<String>,
}

impl<T> List<T> {
    /// The cursor behind the last item, where more are to come.
    pub fn more(&self) -> Option<&str> {
        let page = self.page_info.as_ref()?;
        page.end_cursor
            .as_deref()
            .filter(|_| page.has_next_page == Some(true))
    }

    /// How many the host has, at least as many as were read.
    pub fn total(&self) -> u64 {
        let read = self.nodes.as_ref().map_or(0, Vec::len) as u64;
        self.total_count.unwrap_or(read).max(read)
    }
}

/// The items of a list that may lack altogether.
pub(super) fn items<T>(list: Option<List<T>>) -> Vec<T> {
    let nodes = list.and_then(|l| l.nodes).unwrap_or_default();
    nodes.into_iter().flatten().collect()
}

/// `data` of the query `Pull`, and of `More`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct PullData {
    pub repository: Option<PullRepository>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PullRepository {
    pub name_with_owner: Option<String>,
    pub pull_request: Option<PullRequest>,
}

/// `data` of the queries with one alias a thing.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct AliasData<T> {
    pub repository: Option<Aliases<T>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Aliases<T> {
    pub name_with_owner: Option<String>,
    #[serde(flatten)]
    pub by_alias: BTreeMap<String, Option<T>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Repository {
    pub name_with_owner: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Actor {
    #[serde(rename = "__typename")]
    pub kind: Option<String>,
    pub login: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Oid {
    pub oid: Option<String>,
}

/// A pull request: from `Pull`, `Past` or `Named`.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PullRequest {
    pub number: Option<u64>,
    pub title: Option<String>,
    pub body: Option<String>,
    /// `prState` where it stands beside an issue's.
    #[serde(alias = "prState")]
    pub state: Option<String>,
    pub is_draft: Option<bool>,
    pub merged_at: Option<String>,
    pub closed_at: Option<String>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
    pub last_edited_at: Option<String>,
    pub url: Option<String>,
    pub author: Option<Actor>,
    pub author_association: Option<String>,
    pub base_ref_name: Option<String>,
    pub base_ref_oid: Option<String>,
    pub head_ref_name: Option<String>,
    pub head_ref_oid: Option<String>,
    pub head_repository: Option<Repository>,
    pub merge_commit: Option<Oid>,
    pub changed_files: Option<u64>,
    pub files: Option<List<File>>,
    pub commits: Option<List<PullCommit>>,
    pub status_check: Option<List<PullCommit>>,
    pub closing_issues_references: Option<List<Issue>>,
    pub timeline_items: Option<List<LinkEvent>>,
    pub review_threads: Option<List<Thread>>,
    pub reviews: Option<List<Post>>,
    pub comments: Option<List<Post>>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct File {
    pub path: Option<String>,
    pub additions: Option<u32>,
    pub deletions: Option<u32>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct PullCommit {
    pub commit: Option<Commit>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Commit {
    pub oid: Option<String>,
    pub status_check_rollup: Option<Rollup>,
    pub associated_pull_requests: Option<List<Merged>>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Rollup {
    pub state: Option<String>,
}

/// A pull request of a commit.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Merged {
    pub number: Option<u64>,
    pub merged_at: Option<String>,
}

/// An event that links two things.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct LinkEvent {
    #[serde(rename = "__typename")]
    pub kind: Option<String>,
    pub source: Option<Linked>,
    pub subject: Option<Linked>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Linked {
    pub number: Option<u64>,
    pub repository: Option<Repository>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Thread {
    pub is_resolved: Option<bool>,
    pub is_outdated: Option<bool>,
    pub path: Option<String>,
    pub line: Option<u32>,
    pub start_line: Option<u32>,
    pub original_line: Option<u32>,
    pub original_start_line: Option<u32>,
    pub comments: Option<List<Post>>,
}

/// A comment or a review.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Post {
    pub url: Option<String>,
    pub body: Option<String>,
    #[serde(alias = "submittedAt")]
    pub created_at: Option<String>,
    pub last_edited_at: Option<String>,
    pub author: Option<Actor>,
    pub author_association: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Issue {
    pub number: Option<u64>,
    pub title: Option<String>,
    pub body: Option<String>,
    pub state: Option<String>,
    pub state_reason: Option<String>,
    pub closed_at: Option<String>,
    pub url: Option<String>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
    pub last_edited_at: Option<String>,
    pub author: Option<Actor>,
    pub author_association: Option<String>,
    pub repository: Option<Repository>,
    pub comments: Option<List<Post>>,
    pub timeline_items: Option<List<StateEvent>>,
}

/// A closing or a reopening.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StateEvent {
    #[serde(rename = "__typename")]
    pub kind: Option<String>,
    pub created_at: Option<String>,
    pub closer: Option<Closer>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Closer {
    pub number: Option<u64>,
    pub repository: Option<Repository>,
    pub oid: Option<String>,
}

/// What a named number is: told apart by `__typename`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "__typename")]
pub(super) enum Named {
    Issue(Box<Issue>),
    PullRequest(Box<PullRequest>),
    #[serde(other)]
    Other,
}

/// When a thing changed last.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct When {
    pub updated_at: Option<String>,
    pub head_ref_oid: Option<String>,
    pub status_check: Option<List<PullCommit>>,
}
