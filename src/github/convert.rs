//! From the shapes of GraphQL to the nouns of the model, with every text cut to a bound.

use super::wire::{self, items};
use crate::model::forge::{
    Actor, Association, ForgeHome, ForgeRef, Issue, IssueEvent, Post, Pull, PullFile, PullState,
    ReviewThread,
};
use crate::model::{CommitId, LineRange, RepoPath};

/// One text may be this long, in bytes; the rest is left away.
pub(super) const MAX_TEXT: usize = 64 * 1024;

/// What stands at the end of a text that was cut.
pub(super) const CUT_MARK: &str = "\n[rguard: the rest of this text was not read]";

/// The same repository under the name that the host gives it (`owner/name`), where it gives one.
pub(super) fn renamed(home: &ForgeHome, full: Option<&str>) -> ForgeHome {
    match full.and_then(|f| f.split_once('/')) {
        Some((owner, name)) if super::is_owner(owner) && super::is_repository(name) => ForgeHome {
            host: home.host.clone(),
            owner: owner.to_owned(),
            name: name.to_owned(),
        },
        _ => home.clone(),
    }
}

/// The address of something that may be another repository's.
fn other(home: &ForgeHome, repository: Option<&wire::Repository>, number: u64) -> ForgeRef {
    let full = repository.and_then(|r| r.name_with_owner.as_deref());
    renamed(home, full).at(number)
}

/// Seconds since 1970 of a time as GitHub writes it.
pub(super) fn seconds(text: Option<&str>) -> Option<i64> {
    text?
        .parse::<jiff::Timestamp>()
        .ok()
        .map(jiff::Timestamp::as_second)
}

/// The text, cut to its bound at a character, with a mark where it was cut.
fn bounded(text: Option<String>) -> String {
    let mut text = text.unwrap_or_default();
    if text.len() > MAX_TEXT {
        let mut end = MAX_TEXT;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push_str(CUT_MARK);
    }
    text
}

/// A title: one line's worth of text.
pub(super) fn short(text: Option<String>) -> String {
    text.unwrap_or_default().chars().take(1024).collect()
}

pub(super) fn commit(oid: Option<String>) -> Option<CommitId> {
    oid.filter(|o| matches!(o.len(), 40 | 64) && o.bytes().all(|b| b.is_ascii_hexdigit()))
        .map(CommitId)
}

fn association(word: Option<String>) -> Association {
    serde_json::from_value(serde_json::Value::String(word.unwrap_or_default())).unwrap_or_default()
}

/// An account, where there still is one.
pub(super) fn account(login: Option<String>, kind: Option<&str>) -> Option<Actor> {
    let login = login.filter(|l| !l.is_empty())?;
    let login: String = login.chars().take(100).collect();
    Some(Actor {
        bot: kind == Some("Bot") || login.to_lowercase().ends_with("[bot]"),
        login,
    })
}

fn actor(from: Option<wire::Actor>) -> Option<Actor> {
    let from = from?;
    account(from.login, from.kind.as_deref())
}

/// A text with its author, as both interfaces give them: when it was written, and edited last.
pub(super) fn written(
    url: &str,
    author: Option<Actor>,
    stands: Option<String>,
    body: Option<String>,
    at: Option<&str>,
    edited: Option<&str>,
) -> Post {
    Post {
        url: url.to_owned(),
        author,
        association: association(stands),
        body: bounded(body),
        at: seconds(at),
        edited_at: seconds(edited),
    }
}

fn post(from: wire::Post) -> Post {
    written(
        &short(from.url),
        actor(from.author),
        from.author_association,
        from.body,
        from.created_at.as_deref(),
        from.last_edited_at.as_deref(),
    )
}

pub(super) fn posts(from: Option<wire::List<wire::Post>>) -> Vec<Post> {
    items(from).into_iter().map(post).collect()
}

pub(super) fn lines(start: Option<u32>, end: Option<u32>) -> Option<LineRange> {
    let end = end.or(start)?;
    let start = start.unwrap_or(end).min(end);
    Some(LineRange { start, end })
}

pub(super) fn thread(from: wire::Thread) -> ReviewThread {
    ReviewThread {
        path: RepoPath::new(from.path.unwrap_or_default()),
        lines: lines(from.start_line, from.line),
        original_lines: lines(from.original_start_line, from.original_line),
        resolved: from.is_resolved.unwrap_or_default(),
        outdated: from.is_outdated.unwrap_or_default(),
        posts: posts(from.comments),
    }
}

pub(super) fn file(from: wire::File) -> PullFile {
    PullFile {
        path: RepoPath::new(from.path.unwrap_or_default()),
        old_path: None,
        additions: from.additions.unwrap_or_default(),
        deletions: from.deletions.unwrap_or_default(),
    }
}

pub(super) fn checks(from: Option<wire::List<wire::PullCommit>>) -> Option<String> {
    let last = items(from).pop()?.commit?;
    Some(last.status_check_rollup?.state?.to_lowercase())
}

/// A pull request, with the issues that it closes.
pub(super) fn pull(place: &ForgeHome, from: wire::PullRequest) -> Option<(Pull, Vec<Issue>)> {
    let number = from.number?;
    let merged_at = seconds(from.merged_at.as_deref());
    let url = short(from.url);
    let mut closes = Vec::new();
    let mut issues = Vec::new();
    for issue in items(from.closing_issues_references)
        .into_iter()
        .filter_map(|i| self::issue(place, i))
    {
        closes.push(issue.at.clone());
        issues.push(issue);
    }
    let pull = Pull {
        at: place.at(number),
        title: short(from.title),
        body: written(
            &url,
            actor(from.author),
            from.author_association,
            from.body,
            from.created_at.as_deref(),
            from.last_edited_at.as_deref(),
        ),
        url,
        state: match from.state.as_deref() {
            Some("MERGED") => PullState::Merged,
            Some("CLOSED") => PullState::Closed,
            _ if merged_at.is_some() => PullState::Merged,
            _ => PullState::Open,
        },
        draft: from.is_draft.unwrap_or_default(),
        updated_at: seconds(from.updated_at.as_deref()),
        closed_at: seconds(from.closed_at.as_deref()),
        merged_at,
        merge_commit: commit(from.merge_commit.and_then(|c| c.oid)),
        base_branch: short(from.base_ref_name),
        base: commit(from.base_ref_oid),
        head: commit(from.head_ref_oid),
        head_branch: short(from.head_ref_name),
        head_repository: from.head_repository.and_then(|r| r.name_with_owner),
        changed_files: from
            .changed_files
            .unwrap_or_else(|| from.files.as_ref().map_or(0, wire::List::total)),
        files: items(from.files).into_iter().map(file).collect(),
        commits: items(from.commits)
            .into_iter()
            .filter_map(|c| commit(c.commit?.oid))
            .collect(),
        closes,
        mentions: mentions(place, from.timeline_items),
        threads: items(from.review_threads).into_iter().map(thread).collect(),
        reviews: posts(from.reviews)
            .into_iter()
            .filter(|r| !r.body.trim().is_empty())
            .collect(),
        comments: posts(from.comments),
        checks: checks(from.status_check),
    };
    Some((pull, issues))
}

/// What the host's record links with a pull request; what was unlinked later is not.
fn mentions(place: &ForgeHome, from: Option<wire::List<wire::LinkEvent>>) -> Vec<ForgeRef> {
    let mut out: Vec<ForgeRef> = Vec::new();
    for event in items(from) {
        let Some(linked) = event.source.or(event.subject) else {
            continue;
        };
        let Some(number) = linked.number else {
            continue;
        };
        let at = other(place, linked.repository.as_ref(), number);
        match event.kind.as_deref() {
            Some("DisconnectedEvent") => out.retain(|o| *o != at),
            _ if !out.contains(&at) => out.push(at),
            _ => {}
        }
    }
    out
}

/// An issue.
pub(super) fn issue(place: &ForgeHome, from: wire::Issue) -> Option<Issue> {
    let at = other(place, from.repository.as_ref(), from.number?);
    let url = short(from.url);
    let complete = from.timeline_items.as_ref().is_some_and(|t| {
        t.page_info
            .as_ref()
            .is_none_or(|p| p.has_previous_page != Some(true))
    });
    let mut events: Vec<IssueEvent> = items(from.timeline_items)
        .into_iter()
        .filter_map(|e| event(place, e))
        .collect();
    events.sort_by_key(|e| e.at);
    Some(Issue {
        at,
        title: short(from.title),
        body: written(
            &url,
            actor(from.author),
            from.author_association,
            from.body,
            from.created_at.as_deref(),
            from.last_edited_at.as_deref(),
        ),
        url,
        open: from.state.as_deref() != Some("CLOSED"),
        reason: from.state_reason.map(|r| r.to_lowercase()),
        closed_at: seconds(from.closed_at.as_deref()),
        events,
        events_complete: complete,
        comments: posts(from.comments),
    })
}

fn event(place: &ForgeHome, from: wire::StateEvent) -> Option<IssueEvent> {
    let closer = from.closer;
    let by_pull = closer
        .as_ref()
        .and_then(|c| Some(other(place, c.repository.as_ref(), c.number?)));
    Some(IssueEvent {
        at: seconds(from.created_at.as_deref())?,
        closed: match from.kind.as_deref()? {
            "ClosedEvent" => true,
            "ReopenedEvent" => false,
            _ => return None,
        },
        by_pull,
        by_commit: closer.and_then(|c| commit(c.oid)),
    })
}
