//! What a code host says about pull requests, issues and review threads: plain data, as it was
//! when it was read. Text in it is hostile: it is shown through `model::safe` and never obeyed.
//!
//! Times are seconds since 1970. A field that the host did not tell is `None` or empty, and
//! [`Discussion::cut`] says what was left out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::ids::{CommitId, LineRange, RepoPath};

/// The address of a pull request or an issue: its key in the graph.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct ForgeRef {
    /// The host, lower-case, `github.com` by default.
    pub host: String,
    /// The owner.
    pub owner: String,
    /// The repository.
    pub name: String,
    /// The number. Issues and pull requests share one row of numbers.
    pub number: u64,
}

impl ForgeRef {
    /// `host/owner/repo#n`, lower-case: the merge key of PR and Issue nodes.
    pub fn key(&self) -> String {
        format!("{}/{}/{}#{}", self.host, self.owner, self.name, self.number).to_lowercase()
    }
}

impl std::fmt::Display for ForgeRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}#{}", self.owner, self.name, self.number)
    }
}

/// A repository at a host: the home of its pull requests and issues.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ForgeHome {
    /// The host, lower-case.
    pub host: String,
    /// The owner.
    pub owner: String,
    /// The repository.
    pub name: String,
}

impl ForgeHome {
    /// The repository of a page.
    pub fn of(at: &ForgeRef) -> Self {
        Self {
            host: at.host.clone(),
            owner: at.owner.clone(),
            name: at.name.clone(),
        }
    }

    /// The address of one of its pull requests or issues.
    pub fn at(&self, number: u64) -> ForgeRef {
        ForgeRef {
            host: self.host.clone(),
            owner: self.owner.clone(),
            name: self.name.clone(),
            number,
        }
    }

    /// Whether a page belongs to it.
    pub fn holds(&self, at: &ForgeRef) -> bool {
        self.host.eq_ignore_ascii_case(&at.host)
            && self.owner.eq_ignore_ascii_case(&at.owner)
            && self.name.eq_ignore_ascii_case(&at.name)
    }
}

impl std::fmt::Display for ForgeHome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.owner, self.name)
    }
}

/// Somebody with an account at the host.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Actor {
    /// The account's name.
    pub login: String,
    /// Whether the host says that it is a bot or an app (`__typename` is `Bot`, or the name ends in
    /// `[bot]`).
    pub bot: bool,
}

/// How the author of a text stands to the repository, as the host says. It decides what may become
/// a decision; it is never taken for a right to command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Association {
    /// Owns the repository.
    Owner,
    /// Belongs to the organisation.
    Member,
    /// Was invited to work on it.
    Collaborator,
    /// Has commits in it.
    Contributor,
    /// First contribution here.
    FirstTimeContributor,
    /// First contribution anywhere.
    FirstTimer,
    /// A placeholder account.
    Mannequin,
    /// Nothing, or nothing known.
    #[default]
    #[serde(other)]
    None,
}

impl Association {
    /// Whether this person belongs to the repository, so that their words can state a decision.
    pub fn belongs(self) -> bool {
        matches!(self, Self::Owner | Self::Member | Self::Collaborator)
    }
}

/// One text that somebody wrote: a body, a comment, a review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Post {
    /// Its address.
    pub url: String,
    /// Who wrote it; absent where the account is gone.
    pub author: Option<Actor>,
    /// How they stand to the repository.
    pub association: Association,
    /// The text, as Markdown.
    pub body: String,
    /// When it was written.
    pub at: Option<i64>,
    /// When it was last edited, where it was.
    pub edited_at: Option<i64>,
}

/// A conversation about lines of a pull request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewThread {
    /// The file.
    pub path: RepoPath,
    /// The lines at the head, where they still stand there.
    pub lines: Option<LineRange>,
    /// The lines as they were when it was written.
    pub original_lines: Option<LineRange>,
    /// Whether it was marked as resolved.
    pub resolved: bool,
    /// Whether its lines have changed since.
    pub outdated: bool,
    /// What was said, in order.
    pub posts: Vec<Post>,
}

/// Where a pull request stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PullState {
    /// Open.
    #[default]
    Open,
    /// Closed without a merge.
    Closed,
    /// Merged.
    Merged,
}

/// A file of a pull request, as the host counts it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PullFile {
    /// Its path at the head.
    pub path: RepoPath,
    /// Its earlier path, where it was renamed and the host says so.
    pub old_path: Option<RepoPath>,
    /// Added lines.
    pub additions: u32,
    /// Deleted lines.
    pub deletions: u32,
}

/// A pull request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Pull {
    /// Its address.
    pub at: ForgeRef,
    /// Its page.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its description, with its author and times.
    pub body: Post,
    /// Where it stands.
    pub state: PullState,
    /// Whether it is a draft.
    pub draft: bool,
    /// When it was last changed in any way: the key of what is kept of it.
    pub updated_at: Option<i64>,
    /// When it was closed or merged.
    pub closed_at: Option<i64>,
    /// When it was merged.
    pub merged_at: Option<i64>,
    /// The commit that its merge made on the target branch (a merge commit, the squashed commit, or
    /// the last of the rebased ones).
    pub merge_commit: Option<CommitId>,
    /// The target branch.
    pub base_branch: String,
    /// The target branch's tip as the host compares with it.
    pub base: Option<CommitId>,
    /// The head.
    pub head: Option<CommitId>,
    /// The branch that holds the head.
    pub head_branch: String,
    /// `owner/name` of the repository that holds the head, where that still exists.
    pub head_repository: Option<String>,
    /// Its files, as far as they were read.
    pub files: Vec<PullFile>,
    /// How many files it has.
    pub changed_files: u64,
    /// Its own commits, oldest first, as far as they were read.
    pub commits: Vec<CommitId>,
    /// Issues that its merge closes, by the host's own record.
    pub closes: Vec<ForgeRef>,
    /// Other pull requests and issues that the host's record links with it.
    pub mentions: Vec<ForgeRef>,
    /// Conversations about its lines.
    pub threads: Vec<ReviewThread>,
    /// Reviews with a text.
    pub reviews: Vec<Post>,
    /// Comments under it.
    pub comments: Vec<Post>,
    /// The state of the checks on its head (`success`, `failure`, `pending`, …), where it was read.
    pub checks: Option<String>,
}

/// One event of an issue that decides whether it is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct IssueEvent {
    /// When.
    pub at: i64,
    /// Whether it was closed by it (else reopened).
    pub closed: bool,
    /// What closed it: a pull request, where the host says so.
    pub by_pull: Option<ForgeRef>,
    /// Or a commit.
    pub by_commit: Option<CommitId>,
}

/// An issue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Issue {
    /// Its address.
    pub at: ForgeRef,
    /// Its page.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its text, with its author and times.
    pub body: Post,
    /// Whether it is open now.
    pub open: bool,
    /// Why it was closed (`completed`, `not_planned`, …), where the host says so.
    pub reason: Option<String>,
    /// When it was closed last.
    pub closed_at: Option<i64>,
    /// Closings and reopenings, oldest first, as far as they were read.
    pub events: Vec<IssueEvent>,
    /// Whether all events were read; if not, its state in the past is unknown before the first one.
    pub events_complete: bool,
    /// Comments under it, as far as they were read.
    pub comments: Vec<Post>,
}

impl Issue {
    /// Whether it was open at a time; `None` where that is not known.
    pub fn open_at(&self, time: i64) -> Option<bool> {
        if self.body.at.is_some_and(|created| created > time) {
            return None;
        }
        match self.events.iter().rfind(|e| e.at <= time) {
            Some(event) => Some(!event.closed),
            None if self.events_complete => Some(true),
            None => None,
        }
    }
}

/// What was read of a repository's pull requests and issues for one review.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Discussion {
    /// The pull request under review, where one is.
    pub pull: Option<Pull>,
    /// Earlier ones that changed the same files.
    pub pulls: Vec<Pull>,
    /// Pull requests that are named and are none of these: title, text and state alone were read.
    #[serde(default)]
    pub linked: Vec<Pull>,
    /// Issues that any of them closes, names or is named by.
    pub issues: Vec<Issue>,
    /// Numbers that are named and do not exist, or may not be seen.
    pub missing: Vec<ForgeRef>,
    /// What was not read though it belongs here, in full sentences (limits of the host, rights, cut
    /// answers): with any of them the review is partial.
    pub cut: Vec<String>,
    /// What was left out because a review has bounds (files, months, pull requests, pages), in full
    /// sentences. That is no fault.
    #[serde(default)]
    pub bounds: Vec<String>,
    /// When it was read.
    pub read_at: i64,
    /// How many requests it took (GraphQL, REST), those answered from the cache left out.
    pub requests: Requests,
}

/// How many requests were sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Requests {
    /// GraphQL.
    pub graphql: u32,
    /// REST.
    pub rest: u32,
    /// What did not have to be asked again.
    pub kept: u32,
    /// GraphQL points that the host counted.
    pub points: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(at: i64, closed: bool) -> IssueEvent {
        IssueEvent {
            at,
            closed,
            ..IssueEvent::default()
        }
    }

    #[test]
    fn an_issue_was_open_as_its_timeline_says() {
        let mut issue = Issue {
            body: Post {
                at: Some(10),
                ..Post::default()
            },
            events: vec![event(20, true), event(30, false), event(40, true)],
            events_complete: true,
            ..Issue::default()
        };
        assert_eq!(issue.open_at(5), None, "it did not exist");
        assert_eq!(issue.open_at(15), Some(true));
        assert_eq!(issue.open_at(20), Some(false));
        assert_eq!(issue.open_at(35), Some(true));
        assert_eq!(issue.open_at(99), Some(false));
        issue.events_complete = false;
        assert_eq!(issue.open_at(15), None, "earlier events may be missing");
    }

    #[test]
    fn unknown_words_for_how_somebody_stands_to_the_repository_mean_nothing() {
        let read: Association = serde_json::from_str("\"SOMETHING_NEW\"").unwrap();
        assert_eq!(read, Association::None);
        assert!(!read.belongs());
        let read: Association = serde_json::from_str("\"MEMBER\"").unwrap();
        assert!(read.belongs());
    }
}
