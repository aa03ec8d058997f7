//! A pull request by git: its head, and the base against which it is read.
//!
//! Where the host was asked, its words say the target branch and the merge. Where it was not, the
//! base follows from the history, and the Change's notes say what stays unknown.

use crate::history::{Branch, FetchedPull, Repo, RepoIdentity};
use crate::model::safe::one_line;
use crate::model::{CommitId, Pull, PullState};

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
    let told = options.pull.as_deref();
    let branch = told
        .map(|p| p.base_branch.as_str())
        .filter(|b| !b.is_empty());
    let access = options.access.as_ref();
    let fetched = repo.fetch_pull(&url, pull.number, branch, &options.cache, access).map_err(|e| {
        ChangeError::PullRequest(format!(
            "Pull request #{} could not be fetched from {}: {e} Check its number, the network and your git credentials.",
            pull.number,
            shown(&url)
        ))
    })?;
    match told {
        Some(told) => told_by_host(fetched, told, options),
        None => guessed(repo, fetched, options),
    }
}

/// With the host's words: its target branch, and for a merged one the state before its merge.
fn told_by_host(fetched: FetchedPull, told: &Pull, options: &Options) -> Result<Found> {
    let repo = &fetched.repo;
    let mut notes = Vec::new();
    if told.head.as_ref().is_some_and(|h| *h != fetched.head) {
        notes.push(format!(
            "The pull request's head moved while it was read; {} is reviewed.",
            fetched.head.short()
        ));
    }
    let tip = match (&fetched.target_tip, &told.base) {
        (Some(tip), _) => tip.clone(),
        (None, Some(base)) if repo.commit(base).is_ok() => {
            notes.push(format!(
                "The target branch {} is gone; the pull request is read against the commit that it was last compared with.",
                one_line(&told.base_branch)
            ));
            base.clone()
        }
        (None, _) => {
            return Err(ChangeError::PullRequest(format!(
                "The target branch {} of the pull request is gone. Name a base with --base.",
                one_line(&told.base_branch)
            )));
        }
    };
    let target = Branch {
        name: told.base_branch.clone(),
        commit: tip.clone(),
    };
    let base = match &options.base {
        Some(rev) => {
            let given = repo.resolve(rev)?;
            common(repo, &given, &fetched.head, rev)?
        }
        None => match before_merge(repo, told, &fetched.head)? {
            Some(base) => base,
            None if repo.is_ancestor(&fetched.head, &tip)? => {
                merged(repo, &fetched.head, &tip, &mut notes)?
            }
            None => common(repo, &tip, &fetched.head, &target.name)?,
        },
    };
    Ok(Found {
        fetched,
        base,
        target,
        notes,
    })
}

/// What the head shared with the target branch just before the merge that the host names: whether
/// it was merged, squashed or rebased. `None` where it was not merged or that commit is not here.
fn before_merge(repo: &Repo, told: &Pull, head: &CommitId) -> Result<Option<CommitId>> {
    let merge = told
        .merge_commit
        .as_ref()
        .filter(|_| told.state == PullState::Merged);
    let parent = merge
        .filter(|m| *m != head)
        .and_then(|m| repo.commit(m).ok())
        .and_then(|info| info.parents.into_iter().next());
    let known = told.base.clone().filter(|b| repo.commit(b).is_ok());
    let merged = told.state == PullState::Merged;
    for before in parent.into_iter().chain(known.filter(|_| merged)) {
        if let Some(base) = repo.merge_base(&before, head)?
            && base != *head
        {
            return Ok(Some(base));
        }
    }
    Ok(None)
}

/// Without the host's words: against the default branch, with what the history shows of a merge.
fn guessed(clone: &Repo, fetched: FetchedPull, options: &Options) -> Result<Found> {
    let mut notes = vec![
        "Without asking GitHub, the pull request's state, author and target branch are unknown; it is read against the default branch.".to_owned(),
    ];
    let default = clone.default_branch();
    let (tip, name) = match (&fetched.target_tip, default) {
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
