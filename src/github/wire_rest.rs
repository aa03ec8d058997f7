//! The shapes of GitHub's REST answers, as far as they are read without a token.

use serde::Deserialize;

use super::convert::{account, commit, lines, seconds, short, written};
use crate::model::RepoPath;
use crate::model::forge::{
    Actor, ForgeHome, Issue, IssueEvent, Post, Pull, PullState, ReviewThread,
};

#[derive(Clone, Debug, Deserialize)]
pub(super) struct User {
    pub login: Option<String>,
    #[serde(rename = "type")]
    pub kind: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Repository {
    pub full_name: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Side {
    #[serde(rename = "ref")]
    pub name: Option<String>,
    pub sha: Option<String>,
    pub repo: Option<Repository>,
}

/// A pull request of `/pulls/N`.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct PullRequest {
    pub number: Option<u64>,
    pub html_url: Option<String>,
    pub title: Option<String>,
    pub body: Option<String>,
    pub state: Option<String>,
    pub draft: Option<bool>,
    pub user: Option<User>,
    pub author_association: Option<String>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
    pub closed_at: Option<String>,
    pub merged_at: Option<String>,
    pub merge_commit_sha: Option<String>,
    pub head: Option<Side>,
    pub base: Option<Side>,
    pub changed_files: Option<u64>,
    pub comments: Option<u64>,
    pub review_comments: Option<u64>,
}

/// A comment, a review, or a review comment.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Comment {
    pub id: Option<u64>,
    pub in_reply_to_id: Option<u64>,
    pub html_url: Option<String>,
    pub body: Option<String>,
    #[serde(alias = "submitted_at")]
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
    pub user: Option<User>,
    pub author_association: Option<String>,
    pub path: Option<String>,
    pub line: Option<u32>,
    pub start_line: Option<u32>,
    pub original_line: Option<u32>,
    pub original_start_line: Option<u32>,
}

/// An issue of `/issues/N`, which may be a pull request.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct IssueOrPull {
    pub number: Option<u64>,
    pub html_url: Option<String>,
    pub title: Option<String>,
    pub body: Option<String>,
    pub state: Option<String>,
    pub state_reason: Option<String>,
    pub user: Option<User>,
    pub author_association: Option<String>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
    pub closed_at: Option<String>,
    pub draft: Option<bool>,
    pub pull_request: Option<PullLink>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct PullLink {
    pub merged_at: Option<String>,
}

/// An event of `/issues/N/timeline`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Event {
    pub event: Option<String>,
    pub created_at: Option<String>,
    pub commit_id: Option<String>,
}

fn actor(user: Option<User>) -> Option<Actor> {
    let user = user?;
    account(user.login, user.kind.as_deref())
}

pub(super) fn pull(place: &ForgeHome, from: PullRequest) -> Option<Pull> {
    let merged_at = seconds(from.merged_at.as_deref());
    let url = short(from.html_url);
    let head = from.head;
    let base = from.base;
    let side = |side: &Option<Side>| side.as_ref().and_then(|s| s.sha.clone());
    Some(Pull {
        at: place.at(from.number?),
        title: short(from.title),
        body: written(
            &url,
            actor(from.user),
            from.author_association,
            from.body,
            from.created_at.as_deref(),
            None,
        ),
        url,
        state: state(from.state.as_deref(), merged_at),
        draft: from.draft.unwrap_or_default(),
        updated_at: seconds(from.updated_at.as_deref()),
        closed_at: seconds(from.closed_at.as_deref()),
        merged_at,
        // Of an open pull request this is a trial merge that nobody has.
        merge_commit: commit(from.merge_commit_sha).filter(|_| merged_at.is_some()),
        base: commit(side(&base)),
        head: commit(side(&head)),
        base_branch: short(base.and_then(|b| b.name)),
        head_repository: head
            .as_ref()
            .and_then(|h| h.repo.as_ref()?.full_name.clone()),
        head_branch: short(head.and_then(|h| h.name)),
        changed_files: from.changed_files.unwrap_or_default(),
        ..Pull::default()
    })
}

fn state(word: Option<&str>, merged_at: Option<i64>) -> PullState {
    match (word, merged_at) {
        (_, Some(_)) => PullState::Merged,
        (Some("closed"), None) => PullState::Closed,
        _ => PullState::Open,
    }
}

pub(super) fn post(from: Comment) -> Post {
    let mut post = written(
        &short(from.html_url),
        actor(from.user),
        from.author_association,
        from.body,
        from.created_at.as_deref(),
        from.updated_at.as_deref(),
    );
    // REST says of every text when it was touched last, be it by its writing.
    post.edited_at = post.edited_at.filter(|e| Some(*e) != post.at);
    post
}

/// Review comments as the conversations that they make. Whether one was resolved, REST does not say.
pub(super) fn threads(comments: Vec<Comment>) -> Vec<ReviewThread> {
    let mut threads: Vec<(Option<u64>, ReviewThread)> = Vec::new();
    for comment in comments {
        let first = comment.in_reply_to_id;
        let known = first.and_then(|id| threads.iter().position(|(t, _)| *t == Some(id)));
        let at = match known {
            Some(at) => at,
            None => {
                let thread = ReviewThread {
                    path: RepoPath::new(comment.path.clone().unwrap_or_default()),
                    lines: lines(comment.start_line, comment.line),
                    original_lines: lines(comment.original_start_line, comment.original_line),
                    outdated: comment.line.is_none(),
                    ..ReviewThread::default()
                };
                threads.push((first.or(comment.id), thread));
                threads.len() - 1
            }
        };
        if let Some((_, thread)) = threads.get_mut(at) {
            thread.posts.push(post(comment));
        }
    }
    threads.into_iter().map(|(_, thread)| thread).collect()
}

/// A named pull request of which only the state is told here.
pub(super) fn stand(place: &ForgeHome, from: &IssueOrPull) -> Option<Pull> {
    let link = from.pull_request.clone()?;
    let from = from.clone();
    pull(
        place,
        PullRequest {
            number: from.number,
            html_url: from.html_url,
            title: from.title,
            body: from.body,
            state: from.state,
            draft: from.draft,
            user: from.user,
            author_association: from.author_association,
            created_at: from.created_at,
            updated_at: from.updated_at,
            closed_at: from.closed_at,
            merged_at: link.merged_at,
            ..PullRequest::default()
        },
    )
}

/// An issue. `events` are those of its timeline; `None` where none had to be read, because it was
/// never closed.
pub(super) fn issue(
    place: &ForgeHome,
    from: IssueOrPull,
    events: Option<(Vec<Event>, bool)>,
) -> Option<Issue> {
    let (events, more) = events.unwrap_or_default();
    let mut events: Vec<IssueEvent> = events
        .into_iter()
        .filter_map(|e| {
            let closed = match e.event.as_deref()? {
                "closed" => true,
                "reopened" => false,
                _ => return None,
            };
            Some(IssueEvent {
                at: seconds(e.created_at.as_deref())?,
                closed,
                by_pull: None,
                by_commit: commit(e.commit_id),
            })
        })
        .collect();
    events.sort_by_key(|e| e.at);
    let url = short(from.html_url);
    Some(Issue {
        at: place.at(from.number?),
        title: short(from.title),
        body: written(
            &url,
            actor(from.user),
            from.author_association,
            from.body,
            from.created_at.as_deref(),
            None,
        ),
        url,
        open: from.state.as_deref() != Some("closed"),
        reason: from.state_reason,
        closed_at: seconds(from.closed_at.as_deref()),
        events,
        events_complete: !more,
        comments: Vec::new(),
    })
}
