//! A pull request without any API: its head by git, its base by the history.
//!
//! What only GitHub knows (state, target branch, author, title) stays unknown here, and the
//! Change's notes say so.

use crate::history::{Branch, FetchedPull, Repo, RepoIdentity};
use crate::model::CommitId;
use crate::model::safe::one_line;

use super::error::{ChangeError, Result};
use super::resolve::Options;
use super::target::PullRef;

/// A pull request's head with the base against which it is read.
pub(super) struct Found {
    pub fetched: FetchedPull,
    pub base: CommitId,
    pub target: Branch,
    pub notes: Vec<String>,
}

pub(super) fn find(repo: &Repo, pull: &PullRef, options: &Options) -> Result<Found> {
    let url = url(repo, pull, options)?;
    let fetched = repo.fetch_pull(&url, pull.number, &options.cache).map_err(|e| {
        ChangeError::PullRequest(format!(
            "Pull request #{} could not be fetched from {}: {e} Check its number, the network and your git credentials.",
            pull.number,
            shown(&url)
        ))
    })?;
    let mut notes = vec![
        "Without asking GitHub, the pull request's state, author and target branch are unknown; it is read against the default branch.".to_owned(),
    ];
    let default = repo.default_branch();
    let (tip, name) = match (&fetched.default_tip, default) {
        (Some(tip), Some(branch)) => (tip.clone(), branch.name),
        (Some(tip), None) => (tip.clone(), "HEAD".to_owned()),
        (None, Some(branch)) => (branch.commit, branch.name),
        (None, None) => {
            return Err(ChangeError::PullRequest(
                "The repository has no default branch to read the pull request against.".to_owned(),
            ));
        }
    };
    let base = match &options.base {
        Some(rev) => {
            let given = fetched.repo.resolve(rev)?;
            common(&fetched.repo, &given, &fetched.head, rev)?
        }
        None if fetched.repo.is_ancestor(&fetched.head, &tip)? => {
            merged(&fetched.repo, &fetched.head, &tip, &mut notes)?
        }
        None => common(&fetched.repo, &tip, &fetched.head, &name)?,
    };
    Ok(Found {
        fetched,
        base,
        target: Branch { name, commit: tip },
        notes,
    })
}

/// Where to fetch from: `--remote`, the clone's own remote where it is the named repository, or
/// the named repository's address.
fn url(repo: &Repo, pull: &PullRef, options: &Options) -> Result<String> {
    let remotes = repo.remotes();
    if let Some(given) = &options.remote {
        let by_name = remotes.iter().find(|(name, _)| name == given);
        return Ok(by_name.map_or_else(|| given.clone(), |(_, url)| url.clone()));
    }
    let Some((owner, name)) = &pull.repository else {
        return repo.remote_url().ok_or_else(|| {
            ChangeError::PullRequest(format!(
                "This repository has no remote to fetch pull request #{} from. Name one with --remote URL.",
                pull.number
            ))
        });
    };
    let wanted = |id: &RepoIdentity| {
        id.owner.eq_ignore_ascii_case(owner)
            && id.name.eq_ignore_ascii_case(name)
            && pull
                .host
                .as_ref()
                .is_none_or(|h| h.eq_ignore_ascii_case(&id.host))
    };
    let mine = repo.remote_name();
    let mut fitting: Vec<&(String, String)> = remotes
        .iter()
        .filter(|(_, url)| RepoIdentity::from_url(url).is_some_and(|id| wanted(&id)))
        .collect();
    fitting.sort_by_key(|(name, _)| Some(name) != mine.as_ref());
    match fitting.first() {
        Some((_, url)) => Ok(url.clone()),
        None => Err(ChangeError::PullRequest(format!(
            "The pull request is of {owner}/{name}, and this clone is of {}. Run rguard in a clone of {owner}/{name}, or name its address with --remote https://{}/{owner}/{name}.",
            one_line(&repo.identity().display),
            pull.host.as_deref().unwrap_or("github.com"),
        ))),
    }
}

/// The base of a pull request that was merged: what its head shared with the branch just before.
/// The merge is the oldest commit on the branch's first-parent line that holds the head; that
/// holding is monotone along the line, so it is found by halving.
fn merged(
    repo: &Repo,
    head: &CommitId,
    tip: &CommitId,
    notes: &mut Vec<String>,
) -> Result<CommitId> {
    let line = repo.first_parents(tip)?;
    let (mut holds, mut lacks) = (0, line.len());
    while holds + 1 < lacks {
        let middle = (holds + lacks) / 2;
        match line.get(middle) {
            Some(commit) if repo.is_ancestor(head, commit)? => holds = middle,
            _ => lacks = middle,
        }
    }
    let merge = line.get(holds).unwrap_or(tip);
    if merge == head {
        notes.push(
            "The pull request was merged without a merge commit, so only its last commit is compared. --base names an earlier commit.".to_owned(),
        );
        let parents = repo.commit(head)?.parents;
        return parents.into_iter().next().ok_or_else(|| {
            ChangeError::Nothing(
                "The pull request's head is the first commit of the repository.".to_owned(),
            )
        });
    }
    notes.push(format!("The pull request was merged by {}.", merge.short()));
    let before = line.get(holds + 1).cloned().unwrap_or_else(|| head.clone());
    common(repo, &before, head, before.short())
}

fn common(repo: &Repo, a: &CommitId, b: &CommitId, name: &str) -> Result<CommitId> {
    repo.merge_base(a, b)?
        .ok_or_else(|| ChangeError::Unrelated {
            a: one_line(name),
            b: b.short().to_owned(),
            hint: "Is this a clone of the pull request's repository?".to_owned(),
        })
}

/// The address without user and password.
fn shown(url: &str) -> String {
    match url.split_once("://") {
        Some((scheme, rest)) => {
            let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
            format!(
                "{scheme}://{}/{}",
                host.rsplit('@').next().unwrap_or(host),
                one_line(path)
            )
        }
        None => one_line(url),
    }
}
