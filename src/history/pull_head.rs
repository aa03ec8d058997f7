//! Brings a pull request's head here: by the git program, into rguard's own cache repository,
//! which borrows the clone's objects. The clone itself gets no ref, no object and no setting.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::error::{HistoryError, Result};
use super::git_cli::git;
use super::repo::Repo;
use crate::model::CommitId;

/// A pull request's head, fetched.
#[derive(Clone)]
pub struct FetchedPull {
    /// The clone with the fetched objects beside its own.
    pub repo: Repo,
    /// The head.
    pub head: CommitId,
    /// The tip of the remote's default branch, fetched at the same time, so that an old clone
    /// does not make the change look larger than it is.
    pub default_tip: Option<CommitId>,
}

impl Repo {
    /// Fetches `refs/pull/<number>/head` and the default branch from `url` into a bare cache
    /// repository under `cache`, and opens it together with this clone. Credentials, proxies and
    /// ssh are those of the user's git; nothing is asked on the terminal.
    ///
    /// # Errors
    /// [`HistoryError::GitProgram`] where the fetch fails.
    pub fn fetch_pull(&self, url: &str, number: u64, cache: &Path) -> Result<FetchedPull> {
        let dir = self.borrowing_repository(cache)?;
        let head = format!("refs/rguard/pull/{number}");
        let default = "refs/rguard/default";
        let fetch = [
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--no-recurse-submodules",
            "--end-of-options",
            url,
            &format!("+refs/pull/{number}/head:{head}"),
            &format!("+HEAD:{default}"),
        ];
        git(&dir, "fetch", &fetch)?;
        let repo = self.with_objects_of(&dir)?;
        Ok(FetchedPull {
            head: repo.fetched(&head)?,
            default_tip: repo.fetched(default).ok(),
            repo,
        })
    }

    /// The head as an earlier [`Repo::fetch_pull`] brought it, without the network.
    pub fn fetched_pull(&self, number: u64, cache: &Path) -> Option<FetchedPull> {
        let dir = self.cache_path(cache);
        let repo = dir.is_dir().then(|| self.with_objects_of(&dir).ok())??;
        let head = repo.fetched(&format!("refs/rguard/pull/{number}")).ok()?;
        let default_tip = repo.fetched("refs/rguard/default").ok();
        Some(FetchedPull {
            repo,
            head,
            default_tip,
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
