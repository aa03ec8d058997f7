//! Brings a pull request's head here: by the git program, into rguard's own cache repository,
//! which borrows the clone's objects. The clone itself gets no ref, no object and no setting.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::access::Access;
use super::error::{HistoryError, Result};
use super::git_cli::{git, git_as};
use super::repo::Repo;
use crate::model::CommitId;

/// A pull request's head, fetched.
#[derive(Clone)]
pub struct FetchedPull {
    /// The clone with the fetched objects beside its own.
    pub repo: Repo,
    /// The head.
    pub head: CommitId,
    /// The tip of the target branch (the remote's default branch where none was named), fetched at
    /// the same time, so that an old clone does not make the change look larger than it is.
    pub target_tip: Option<CommitId>,
}

impl Repo {
    /// Fetches `refs/pull/<number>/head` and the target branch (the default branch where none is
    /// named) from `url` into a bare cache repository under `cache`, and opens it together with
    /// this clone. Credentials, proxies and ssh are those of the user's git; where those do not
    /// suffice, the token serves, if it is for this address. Nothing is asked on the terminal.
    ///
    /// # Errors
    /// [`HistoryError::GitProgram`] where the fetch fails. A target branch that is gone is none.
    pub fn fetch_pull(
        &self,
        url: &str,
        number: u64,
        target: Option<&str>,
        cache: &Path,
        access: Option<&Access>,
    ) -> Result<FetchedPull> {
        // One of rguard's own may be written. And one without contents must be: what it lends, a
        // borrower's git would take for whole.
        let own = self.is_own(cache);
        let dir = match own {
            true => self.git_dir().to_owned(),
            false => self.borrowing_repository(cache)?,
        };
        let partial = own && self.promisor_remote().is_some();
        let head = format!("refs/rguard/pull/{number}");
        let onto = target_ref(number, target);
        let pull = format!("+refs/pull/{number}/head:{head}");
        let from = match target {
            Some(branch) if is_branch(branch) => format!("refs/heads/{branch}"),
            _ => "HEAD".to_owned(),
        };
        let branch = format!("+{from}:{onto}");
        let fetch = |specs: &[&str]| {
            let mut args = vec![
                "--quiet",
                "--no-tags",
                "--no-write-fetch-head",
                "--no-recurse-submodules",
            ];
            match partial {
                true => args.extend(["--filter=blob:none", "--end-of-options", "origin"]),
                false => args.extend(["--end-of-options", url]),
            }
            args.extend(specs);
            // The user's own credentials first: a token beside them would be refused.
            git(&dir, "fetch", &args).or_else(|e| match access.filter(|a| a.fits(url)) {
                Some(_) => git_as(&dir, "fetch", &args, access),
                None => Err(e),
            })
        };
        if let Err(e) = fetch(&[&pull, &branch]) {
            if target.is_none() {
                return Err(e);
            }
            // A merged pull request's target branch may be gone.
            fetch(&[&pull])?;
        }
        let repo = self.with_objects_of(&dir)?;
        Ok(FetchedPull {
            head: repo.fetched(&head)?,
            target_tip: repo.fetched(&onto).ok(),
            repo,
        })
    }

    /// The head as an earlier [`Repo::fetch_pull`] brought it, without the network.
    pub fn fetched_pull(
        &self,
        number: u64,
        target: Option<&str>,
        cache: &Path,
    ) -> Option<FetchedPull> {
        let dir = self.cache_path(cache);
        let repo = dir.is_dir().then(|| self.with_objects_of(&dir).ok())??;
        let head = repo.fetched(&format!("refs/rguard/pull/{number}")).ok()?;
        let target_tip = repo.fetched(&target_ref(number, target)).ok();
        Some(FetchedPull {
            repo,
            head,
            target_tip,
        })
    }

    pub(super) fn cache_path(&self, cache: &Path) -> PathBuf {
        let clone = self.common_dir();
        let clone = std::fs::canonicalize(clone).unwrap_or_else(|_| clone.to_owned());
        let hash = Sha256::digest(clone.as_os_str().as_encoded_bytes());
        let name: String = hash.iter().take(8).map(|b| format!("{b:02x}")).collect();
        cache.join("pulls").join(name + ".git")
    }

    pub(super) fn borrowing_repository(&self, cache: &Path) -> Result<PathBuf> {
        let dir = self.cache_path(cache);
        let failed = |source| HistoryError::Cache {
            path: dir.clone(),
            source,
        };
        let clone = std::fs::canonicalize(self.common_dir()).map_err(failed)?;
        if !dir.join("HEAD").is_file() {
            std::fs::create_dir_all(&dir).map_err(failed)?;
            let format = format!("--object-format={}", self.gix.object_hash());
            git(
                &dir,
                "init",
                &["--quiet", "--bare", &format, "--template=", "."],
            )?;
        }
        // Written anew each time, in case the clone was moved or deepened.
        let info = dir.join("objects/info");
        std::fs::create_dir_all(&info).map_err(failed)?;
        let mut objects = clone.join("objects").into_os_string().into_encoded_bytes();
        objects.push(b'\n');
        std::fs::write(info.join("alternates"), objects).map_err(failed)?;
        let shallow = dir.join("shallow");
        if clone.join("shallow").is_file() {
            std::fs::copy(clone.join("shallow"), &shallow).map_err(failed)?;
        } else if shallow.is_file() {
            std::fs::remove_file(&shallow).map_err(failed)?;
        }
        Ok(dir)
    }
}

/// Where the tip of the target branch is kept.
fn target_ref(number: u64, target: Option<&str>) -> String {
    match target {
        Some(_) => format!("refs/rguard/target/{number}"),
        None => "refs/rguard/default".to_owned(),
    }
}

/// Whether the host's word for a branch is one, and cannot mean more in a refspec.
fn is_branch(name: &str) -> bool {
    !name.contains([':', '*', '^', '~', '?', '[', '\\', ' '])
        && gix::refs::FullName::try_from(format!("refs/heads/{name}")).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branchs_name_cannot_become_another_refspec() {
        for good in ["main", "release/1.0", "ümlaut"] {
            assert!(is_branch(good), "{good}");
        }
        for bad in [
            "",
            "a:refs/heads/b",
            "*",
            "a b",
            "a..b",
            "a\nb",
            "x.lock",
            "a@{1}",
            "/a",
        ] {
            assert!(!is_branch(bad), "{bad}");
        }
    }
}
