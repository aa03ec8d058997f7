//! What the scripted GitHub holds: every field that GitHub has and rguard asks for, with GitHub's
//! names, so that a query for anything else is an error.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// One repository.
#[derive(Clone, Debug, Default)]
pub struct World {
    pub owner: String,
    pub name: String,
    /// Names under which it was known before.
    pub former: Vec<(String, String)>,
    /// Only a token sees it.
    pub private: bool,
    pub repository: serde_json::Map<String, Value>,
    pub pulls: BTreeMap<u64, Value>,
    pub issues: BTreeMap<u64, Value>,
    /// Commits by id, for the pull requests that they belong to.
    pub commits: BTreeMap<String, Value>,
}

impl World {
    /// An empty repository.
    pub fn new(owner: &str, name: &str) -> Self {
        let full = format!("{owner}/{name}");
        let repository = json!({
            "nameWithOwner": full,
            "isPrivate": false,
            "diskUsage": 100,
            "defaultBranchRef": {"__typename": "Ref", "name": "main"},
        });
        Self {
            owner: owner.into(),
            name: name.into(),
            repository: repository.as_object().cloned().unwrap(),
            ..Self::default()
        }
    }

    /// Whether it is known under this name; by former ones too, where asked.
    pub fn is_at(&self, owner: Option<&str>, name: Option<&str>, former: bool) -> bool {
        let same = |o: &str, n: &str| {
            owner.is_some_and(|a| a.eq_ignore_ascii_case(o))
                && name.is_some_and(|a| a.eq_ignore_ascii_case(n))
        };
        same(&self.owner, &self.name) || (former && self.former.iter().any(|(o, n)| same(o, n)))
    }

    /// A pull request or an issue.
    pub fn thing(&self, number: u64) -> Option<&Value> {
        self.pulls.get(&number).or_else(|| self.issues.get(&number))
    }

    fn full(&self) -> String {
        format!("{}/{}", self.owner, self.name)
    }

    /// Adds a pull request that was merged, and gives it to be changed further.
    pub fn pull(&mut self, number: u64, title: &str, body: &str) -> &mut Value {
        let full = self.full();
        let url = format!("https://github.com/{full}/pull/{number}");
        let pull = json!({
            "__typename": "PullRequest",
            "number": number, "title": title, "body": body, "state": "MERGED", "isDraft": false,
            "mergedAt": "2024-01-01T05:00:00Z", "closedAt": "2024-01-01T05:00:00Z",
            "createdAt": "2024-01-01T01:00:00Z", "updatedAt": "2024-01-01T05:00:00Z",
            "lastEditedAt": null, "url": url,
            "author": account("ada"), "authorAssociation": "MEMBER",
            "baseRefName": "main", "baseRefOid": null, "headRefName": "topic", "headRefOid": null,
            "headRepository": repository(&full),
            "mergeCommit": null,
            "changedFiles": 0, "files": [], "commits": [], "closingIssuesReferences": [],
            "timelineItems": [], "reviewThreads": [], "reviews": [], "comments": [],
            "repository": repository(&full),
        });
        self.pulls.insert(number, pull);
        self.pulls.get_mut(&number).unwrap()
    }

    /// Adds an open issue, and gives it to be changed further.
    pub fn issue(&mut self, number: u64, title: &str, body: &str) -> &mut Value {
        let full = self.full();
        let issue = json!({
            "__typename": "Issue",
            "number": number, "title": title, "body": body, "state": "OPEN", "stateReason": null,
            "closedAt": null, "url": format!("https://github.com/{full}/issues/{number}"),
            "createdAt": "2024-01-01T00:30:00Z", "updatedAt": "2024-01-01T00:30:00Z",
            "lastEditedAt": null, "author": account("bob"), "authorAssociation": "CONTRIBUTOR",
            "repository": repository(&full), "comments": [], "timelineItems": [],
        });
        self.issues.insert(number, issue);
        self.issues.get_mut(&number).unwrap()
    }

    /// Closes an issue (by a pull request where one is named) or reopens it.
    pub fn close(&mut self, number: u64, at: &str, by: Option<u64>) {
        let full = self.full();
        let closer = match by {
            Some(n) => {
                json!({"__typename": "PullRequest", "number": n, "repository": repository(&full)})
            }
            None => Value::Null,
        };
        let issue = self.issues.get_mut(&number).unwrap();
        issue["state"] = json!("CLOSED");
        issue["stateReason"] = json!("COMPLETED");
        issue["closedAt"] = json!(at);
        issue["updatedAt"] = json!(at);
        push(
            issue,
            "timelineItems",
            json!({"__typename": "ClosedEvent", "createdAt": at, "closer": closer}),
        );
    }

    /// Reopens an issue.
    pub fn reopen(&mut self, number: u64, at: &str) {
        let issue = self.issues.get_mut(&number).unwrap();
        issue["state"] = json!("OPEN");
        issue["stateReason"] = json!("REOPENED");
        issue["closedAt"] = Value::Null;
        issue["updatedAt"] = json!(at);
        push(
            issue,
            "timelineItems",
            json!({"__typename": "ReopenedEvent", "createdAt": at}),
        );
    }

    /// Records that merging the pull request closes the issue.
    pub fn closes(&mut self, pull: u64, issue: u64) {
        let issue = self.issues[&issue].clone();
        push(
            self.pulls.get_mut(&pull).unwrap(),
            "closingIssuesReferences",
            issue,
        );
    }

    /// Says which pull requests a commit belongs to.
    pub fn commit_of(&mut self, oid: &str, pulls: &[u64]) {
        let pulls: Vec<Value> = pulls.iter().map(|n| self.pulls[n].clone()).collect();
        let commit = json!({"__typename": "Commit", "oid": oid, "associatedPullRequests": pulls});
        self.commits.insert(oid.into(), commit);
    }
}

/// An account.
pub fn account(login: &str) -> Value {
    let kind = if login.ends_with("[bot]") {
        "Bot"
    } else {
        "User"
    };
    json!({"__typename": kind, "login": login})
}

/// A repository by its name alone.
pub fn repository(full: &str) -> Value {
    json!({"__typename": "Repository", "nameWithOwner": full})
}

/// A comment.
pub fn post(login: &str, body: &str) -> Value {
    json!({
        "__typename": "IssueComment",
        "url": format!("https://github.com/c/{login}"), "body": body,
        "createdAt": "2024-01-01T02:00:00Z", "submittedAt": "2024-01-01T02:00:00Z",
        "lastEditedAt": null, "author": account(login), "authorAssociation": "MEMBER",
    })
}

/// A changed file.
pub fn file(path: &str) -> Value {
    json!({"__typename": "PullRequestChangedFile", "path": path, "changeType": "MODIFIED", "additions": 2, "deletions": 1})
}

/// A commit of a pull request.
pub fn commit(oid: &str, checks: Option<&str>) -> Value {
    let rollup = checks.map(|c| json!({"__typename": "StatusCheckRollup", "state": c}));
    json!({"__typename": "PullRequestCommit", "commit": {"__typename": "Commit", "oid": oid, "statusCheckRollup": rollup}})
}

/// A conversation about a line.
pub fn thread(path: &str, line: u32, posts: &[Value]) -> Value {
    json!({
        "__typename": "PullRequestReviewThread",
        "isResolved": true, "isOutdated": false, "path": path, "line": line, "startLine": null,
        "originalLine": line, "originalStartLine": null, "comments": posts,
    })
}

/// Adds to a list of a thing.
pub fn push(thing: &mut Value, list: &str, value: Value) {
    thing[list].as_array_mut().unwrap().push(value);
}
