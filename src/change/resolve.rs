//! Looks a target up and builds the Change.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::history::{Access, Branch, Repo, Uncommitted};
use crate::model::safe::one_line;
use crate::model::{Change, ChangedFile, CommitId, Discussion, Pull, TargetKind};

use super::error::{ChangeError, Result};
use super::patch::{self, MAX_PATCH_BYTES};
use super::patch_base::hold_against;
use super::pull_request;
use super::target::{PullRef, Target};
use super::word::named;

/// What else is said about the target.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `--base`: read the change against this revision's merge-base with the head (a patch: against
    /// the revision itself).
    pub base: Option<String>,
    /// `--remote`: the name or URL from which a pull request is fetched.
    pub remote: Option<String>,
    /// rguard's cache folder, for fetched pull requests.
    pub cache: PathBuf,
    /// The token for fetching it, where the user's git has no credentials.
    pub access: Option<Access>,
    /// What the host says of the pull request under review, where it was asked.
    pub pull: Option<Box<Pull>>,
    /// The text of a patch on standard input; where it is `None`, standard input is read.
    pub stdin: Option<Vec<u8>>,
}

/// A Change and what it was found with.
#[derive(Clone)]
pub struct Resolved {
    /// What is under review.
    pub change: Change,
    /// The repository to read it from: the given one, for a pull request with the fetched objects
    /// beside its own. Base and head are readable here, and perhaps nowhere else.
    pub repo: Repo,
    /// The branch that the change is meant for, with its tip.
    pub target: Option<Branch>,
    /// What was said about it and about the history of its files, where a host was asked.
    pub discussion: Option<Box<Discussion>>,
}

/// How many commits' messages a Change's description joins.
const MAX_MESSAGES: usize = 50;

/// Looks the target up in the repository. Only a pull request uses the network (by git); only
/// rguard's cache is written.
///
/// The base is: for a branch, its merge-base with the default branch; for a commit, its first
/// parent (for a root commit the empty id, and everything is new); for `A..B`, A where it is an
/// ancestor of B, else their merge-base; for `A...B`, the merge-base; for the index, the worktree
/// and a patch, HEAD.
///
/// # Errors
/// [`ChangeError::Nothing`] where the target is fine and holds no change; the others where it does
/// not come to one.
pub fn resolve(repo: &Repo, target: &Target, options: &Options) -> Result<Resolved> {
    let resolved = match target {
        Target::Named(word) => named(repo, word, options),
        Target::Range {
            from,
            to,
            three_dots,
        } => range(repo, from, to, *three_dots, options),
        Target::Staged => uncommitted(repo, TargetKind::Staged, options),
        Target::Worktree => uncommitted(repo, TargetKind::Worktree, options),
        Target::PatchFile(path) => {
            let text = read_file(path)?;
            patched(repo, &text, &one_line(&path.display().to_string()), options)
        }
        Target::PatchStdin => {
            let text = match &options.stdin {
                Some(text) => text.clone(),
                None => read_stdin()?,
            };
            patched(repo, &text, "-", options)
        }
        Target::Pull(pull) => pulled(repo, pull, options),
    }?;
    if resolved.change.files.is_empty() && resolved.change.notes.is_empty() {
        return Err(ChangeError::Nothing(format!(
            "Nothing to review: {} changes no file.",
            resolved.change.target
        )));
    }
    Ok(resolved)
}

pub(super) fn branch(
    repo: &Repo,
    found: Branch,
    word: &str,
    options: &Options,
) -> Result<Resolved> {
    let default = repo.default_branch();
    let target = default.clone();
    let base = match &options.base {
        Some(rev) => merge_base(repo, &repo.resolve(rev)?, &found.commit, rev, word)?,
        None => {
            let Some(target) = &default else {
                return Err(ChangeError::Usage(
                    "There is no default branch to compare with. Name a base with --base."
                        .to_owned(),
                ));
            };
            merge_base(repo, &target.commit, &found.commit, &target.name, word)?
        }
    };
    if base == found.commit {
        let against = options
            .base
            .clone()
            .or(default.map(|b| b.name))
            .unwrap_or_default();
        return Err(ChangeError::Nothing(format!(
            "Nothing to review: {} has no commit that {} lacks. A single commit is reviewed by its id, for example rguard review {}.",
            one_line(&found.name),
            one_line(&against),
            found.commit.short()
        )));
    }
    let mut change = between(repo, Some(&base), &found.commit)?;
    change.kind = TargetKind::Branch;
    change.target = one_line(word);
    let commits = repo.commits_between(Some(&base), &found.commit, 10_000)?;
    describe(repo, &mut change, &commits, &found.name)?;
    Ok(Resolved {
        change,
        repo: repo.clone(),
        target,
        discussion: None,
    })
}

pub(super) fn commit(repo: &Repo, id: CommitId, word: &str, options: &Options) -> Result<Resolved> {
    let info = repo.commit(&id)?;
    let mut notes = Vec::new();
    let base = match (&options.base, info.parents.first()) {
        (Some(rev), _) => Some(merge_base(repo, &repo.resolve(rev)?, &id, rev, word)?),
        (None, Some(parent)) if repo.commit(parent).is_ok() => Some(parent.clone()),
        (None, Some(_)) => {
            return Err(ChangeError::Usage(format!(
                "The parent of {} is not in this shallow clone, so what it changes is unknown. git fetch --deepen=1 brings it.",
                id.short()
            )));
        }
        (None, None) => {
            notes.push(
                "This is a root commit: it has no base, and nothing was recorded before it."
                    .to_owned(),
            );
            None
        }
    };
    if info.parents.len() > 1 && options.base.is_none() {
        notes.push("This is a merge; it is compared with its first parent.".to_owned());
    }
    let mut change = between(repo, base.as_ref(), &id)?;
    change.kind = TargetKind::Commit;
    change.target = one_line(word);
    change.title = info.subject;
    change.description = info.body;
    change.author = Some(info.author.name);
    change.time = Some(info.author_time);
    change.notes.splice(0..0, notes);
    Ok(Resolved {
        change,
        repo: repo.clone(),
        target: repo.default_branch(),
        discussion: None,
    })
}

fn range(
    repo: &Repo,
    from: &str,
    to: &str,
    three_dots: bool,
    options: &Options,
) -> Result<Resolved> {
    if options.base.is_some() {
        return Err(ChangeError::Usage(
            "A range names its base itself; leave --base away.".to_owned(),
        ));
    }
    let side = |word: &str| {
        if word.is_empty() {
            "HEAD".to_owned()
        } else {
            word.to_owned()
        }
    };
    let (from, to) = (side(from), side(to));
    let word = format!("{from}{}{to}", if three_dots { "..." } else { ".." });
    let (a, b) = (repo.resolve(&from)?, repo.resolve(&to)?);
    let base = merge_base(repo, &a, &b, &from, &to)?;
    if base == b {
        return Err(ChangeError::Nothing(format!(
            "Nothing to review: {} has no commit that {} lacks.",
            one_line(&to),
            one_line(&from)
        )));
    }
    let mut change = between(repo, Some(&base), &b)?;
    change.kind = TargetKind::Range;
    change.target = one_line(&word);
    let commits = repo.commits_between(Some(&base), &b, 10_000)?;
    describe(repo, &mut change, &commits, &to)?;
    if base != a && !three_dots {
        change.notes.push(format!(
            "{} is not an ancestor of {}; the change is read against their merge-base {}.",
            one_line(&from),
            one_line(&to),
            base.short()
        ));
    }
    Ok(Resolved {
        change,
        repo: repo.clone(),
        target: repo.default_branch(),
        discussion: None,
    })
}

fn uncommitted(repo: &Repo, kind: TargetKind, options: &Options) -> Result<Resolved> {
    if options.base.is_some() {
        return Err(ChangeError::Usage(
            "--staged and --worktree are read against HEAD; leave --base away.".to_owned(),
        ));
    }
    let (found, flag, title) = match kind {
        TargetKind::Staged => (repo.staged()?, "--staged", "Staged changes"),
        _ => (repo.worktree()?, "--worktree", "Uncommitted changes"),
    };
    let Uncommitted {
        files,
        notes,
        incomplete,
    } = found;
    if files.is_empty() && !incomplete {
        let also = notes.first().map(|n| format!(" {n}")).unwrap_or_default();
        return Err(ChangeError::Nothing(match kind {
            TargetKind::Staged => format!(
                "Nothing is staged. git add stages a change; --worktree reviews what is not staged.{also}"
            ),
            _ => format!("Nothing to review: the worktree is as HEAD has it.{also}"),
        }));
    }
    let title = match repo.head_branch() {
        Some(name) => format!("{title} on {}", one_line(&name)),
        None => title.to_owned(),
    };
    let change = Change {
        base: repo.head().unwrap_or_default(),
        head: None,
        target: flag.to_owned(),
        kind,
        title,
        files,
        notes,
        incomplete,
        ..Change::default()
    };
    Ok(Resolved {
        change,
        repo: repo.clone(),
        target: repo.default_branch(),
        discussion: None,
    })
}

pub(super) fn patched(repo: &Repo, text: &[u8], word: &str, options: &Options) -> Result<Resolved> {
    let mut patch = patch::parse(text)?;
    let base = match &options.base {
        Some(rev) => repo.resolve(rev)?,
        None => repo.head()?,
    };
    let mut notes = patch.notes;
    notes.extend(hold_against(repo, &base, &mut patch.files)?);
    let count = patch.files.len();
    let change = Change {
        base,
        head: None,
        target: word.to_owned(),
        kind: TargetKind::Patch,
        title: patch.title.unwrap_or_else(|| {
            format!(
                "A patch of {count} {}",
                if count == 1 { "file" } else { "files" }
            )
        }),
        description: patch.description,
        author: patch.author,
        time: None,
        files: patch.files,
        notes,
        incomplete: patch.incomplete,
    };
    Ok(Resolved {
        change,
        repo: repo.clone(),
        target: repo.default_branch(),
        discussion: None,
    })
}

pub(super) fn pulled(repo: &Repo, pull: &PullRef, options: &Options) -> Result<Resolved> {
    let found = pull_request::find(repo, pull, options)?;
    let repo = found.fetched.repo;
    let head = found.fetched.head;
    let mut change = between(&repo, Some(&found.base), &head)?;
    change.kind = TargetKind::PullRequest;
    change.target = match (&options.pull, &pull.repository) {
        (Some(told), _) => one_line(&told.at.to_string()),
        (None, Some((owner, name))) => format!("{owner}/{name}#{}", pull.number),
        (None, None) => format!("{}#{}", one_line(&repo.identity().display), pull.number),
    };
    let commits = repo.commits_between(Some(&found.base), &head, 10_000)?;
    describe(
        &repo,
        &mut change,
        &commits,
        &format!("pull request #{}", pull.number),
    )?;
    change.author = None;
    if let Some(told) = &options.pull {
        change.title.clone_from(&told.title);
        change.description.clone_from(&told.body.body);
        change.author = told.body.author.as_ref().map(|a| a.login.clone());
        change.time = told.body.at.or(change.time);
    }
    change.notes.splice(0..0, found.notes);
    Ok(Resolved {
        change,
        repo,
        target: Some(found.target),
        discussion: None,
    })
}

/// Base, head and files.
fn between(repo: &Repo, base: Option<&CommitId>, head: &CommitId) -> Result<Change> {
    let files = repo.diff(base, head, None)?;
    let unread = files.iter().filter(|f| unread(f)).count();
    let mut notes = Vec::new();
    if unread > 0 {
        notes.push(format!(
            "The contents of {unread} changed files are not in this partial clone, so their lines are not reviewed."
        ));
    }
    Ok(Change {
        base: base.cloned().unwrap_or_default(),
        head: Some(head.clone()),
        files,
        notes,
        incomplete: unread > 0,
        ..Change::default()
    })
}

fn unread(file: &ChangedFile) -> bool {
    file.note
        .as_ref()
        .is_some_and(|n| n.contains("partial clone"))
}

/// Title, description, author and time from the commits, newest first.
fn describe(repo: &Repo, change: &mut Change, commits: &[CommitId], name: &str) -> Result<()> {
    let Some(newest) = commits.first() else {
        return Ok(());
    };
    let newest = repo.commit(newest)?;
    change.author = Some(newest.author.name.clone());
    change.time = Some(newest.author_time);
    if commits.len() == 1 {
        change.title = newest.subject;
        change.description = newest.body;
        return Ok(());
    }
    change.title = format!(
        "{}: {} commits, the last: {}",
        one_line(name),
        commits.len(),
        newest.subject
    );
    let mut messages = Vec::new();
    for id in commits.iter().take(MAX_MESSAGES).rev() {
        messages.push(repo.commit(id)?.message());
    }
    change.description = messages.join("\n\n");
    Ok(())
}

fn merge_base(
    repo: &Repo,
    a: &CommitId,
    b: &CommitId,
    a_word: &str,
    b_word: &str,
) -> Result<CommitId> {
    repo.merge_base(a, b)?
        .ok_or_else(|| ChangeError::Unrelated {
            a: one_line(a_word),
            b: one_line(b_word),
            hint: match repo.notices().first() {
                Some(notice) if notice.contains("shallow") => notice.clone(),
                _ => "Review a single commit, or name a base with --base.".to_owned(),
            },
        })
}

pub(super) fn read_file(path: &Path) -> Result<Vec<u8>> {
    let failed = |source| ChangeError::File {
        path: one_line(&path.display().to_string()),
        source,
    };
    let file = std::fs::File::open(path).map_err(failed)?;
    read_capped(file).map_err(failed)
}

fn read_stdin() -> Result<Vec<u8>> {
    let failed = |source| ChangeError::File {
        path: "Standard input".to_owned(),
        source,
    };
    read_capped(std::io::stdin().lock()).map_err(failed)
}

/// One byte more than the limit at most, so that the parser can tell that there is more.
fn read_capped(from: impl Read) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    from.take(MAX_PATCH_BYTES as u64 + 1)
        .read_to_end(&mut text)?;
    Ok(text)
}
