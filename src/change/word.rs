//! A word that only the repository can explain.

use std::path::Path;

use super::error::{ChangeError, Result};
use super::resolve::{Options, Resolved, branch, commit, patched, pulled, read_file};
use super::target::{PullRef, Target};
use crate::history::{Branch, Repo};
use crate::model::safe::one_line;

/// Looks it up as a branch, a tag, a number, a revision and a file, and refuses two meanings.
pub(super) fn named(repo: &Repo, word: &str, options: &Options) -> Result<Resolved> {
    let shown = one_line(word);
    if word == "HEAD" || word == "@" {
        return match repo.head_branch() {
            Some(name) => {
                let commit = repo.head()?;
                branch(repo, Branch { name, commit }, word, options)
            }
            None => commit(repo, repo.head()?, word, options),
        };
    }
    let is_file = Path::new(word).is_file();
    let digits = word.bytes().all(|b| b.is_ascii_digit());
    let (as_branch, as_tag) = (repo.branch(word), repo.tag(word));
    let ambiguous = |first: &str, second: &str, hint: String| {
        Err(ChangeError::Ambiguous {
            word: shown.clone(),
            first: first.into(),
            second: second.into(),
            hint,
        })
    };
    match (as_branch, as_tag) {
        (Some(_), _) | (_, Some(_)) if digits && word.len() <= 6 => ambiguous(
            "a branch or tag",
            "a pull request's number",
            format!("Write refs/heads/{shown} for the branch, or #{shown} for the pull request."),
        ),
        (Some(b), Some(t)) if b.commit != t => ambiguous(
            "a branch",
            "a tag",
            format!("Write refs/heads/{shown} for the branch, or refs/tags/{shown} for the tag."),
        ),
        (Some(_), _) if is_file && !word.contains('/') && Path::new(word).extension().is_some() => {
            ambiguous(
                "a branch",
                "a file",
                format!(
                    "Write refs/heads/{shown} for the branch, or ./{shown} for a patch in the file."
                ),
            )
        }
        (Some(found), _) => branch(repo, found, word, options),
        (None, Some(found)) => commit(repo, found, word, options),
        (None, None) if digits && word.len() <= 6 => {
            let number = word.parse().unwrap_or(0);
            pulled(
                repo,
                &PullRef {
                    host: None,
                    repository: None,
                    number,
                },
                options,
            )
        }
        (None, None) => {
            if let Some(name) = word
                .strip_prefix("refs/heads/")
                .or(word.strip_prefix("refs/remotes/"))
                && let Some(found) = repo.branch(name)
            {
                return branch(repo, found, word, options);
            }
            match repo.resolve(word) {
                Ok(found) => commit(repo, found, word, options),
                Err(_) if is_file => patched(repo, &read_file(Path::new(word))?, &shown, options),
                Err(e) => Err(ChangeError::Unknown {
                    word: shown,
                    hint: unknown_hint(repo, word, &e.to_string()),
                }),
            }
        }
    }
}

impl Target {
    /// The pull request that the target names in this clone, if it does: by address, as `#7`, or by
    /// a number that is no branch and no tag.
    pub fn pull(&self, repo: &Repo) -> Option<PullRef> {
        match self {
            Self::Pull(pull) => Some(pull.clone()),
            Self::Named(word)
                if word.len() <= 6
                    && word.bytes().all(|b| b.is_ascii_digit())
                    && repo.branch(word).is_none()
                    && repo.tag(word).is_none() =>
            {
                Some(PullRef {
                    host: None,
                    repository: None,
                    number: word.parse().ok().filter(|n| *n > 0)?,
                })
            }
            _ => None,
        }
    }
}

/// What may have been meant.
fn unknown_hint(repo: &Repo, word: &str, why: &str) -> String {
    if why.contains("shallow") || why.contains("short id") {
        return why.to_owned();
    }
    let branches = repo.branches().unwrap_or_default();
    let lower = word.to_lowercase();
    let alike = branches.iter().find(|b| {
        let name = b.name.to_lowercase();
        name.contains(&lower) || lower.contains(&name)
    });
    match alike {
        Some(branch) => format!("Is {} meant?", one_line(&branch.name)),
        None => "`git branch --all` lists the branches.".to_owned(),
    }
}
