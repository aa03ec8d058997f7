//! A branch that people share beside the code: read from the remote-tracking ref, or fetched into
//! rguard's own cache repository. The clone gets no ref and no object.

use std::path::Path;

use super::access::Access;
use super::error::{HistoryError, Result};
use super::git_cli::git_as;
use super::repo::{Repo, commit_id};
use crate::model::CommitId;

/// A shared branch as it is known here.
#[derive(Clone)]
pub struct SharedBranch {
    /// The clone, with the fetched objects beside its own where the branch was fetched.
    pub repo: Repo,
    /// The branch's tip.
    pub tip: CommitId,
}

impl Repo {
    /// Every place that knows the branch `name` of the default remote: the remote-tracking ref, and
    /// what [`Repo::fetch_shared`] brought. Both may be there, one of them older.
    pub fn shared(&self, name: &str, cache: &Path) -> Vec<SharedBranch> {
        let mut found = Vec::new();
        if let Some(remote) = self.remote_name() {
            let full = format!("refs/remotes/{remote}/{name}");
            let tip = self.home().find_reference(full.as_str()).ok();
            if let Some(tip) = tip.and_then(|mut r| r.peel_to_commit().ok().map(|c| c.id)) {
                found.push(SharedBranch {
                    repo: self.clone(),
                    tip: commit_id(tip),
                });
            }
        }
        let dir = self.cache_path(cache);
        let fetched = dir.is_dir().then(|| self.with_objects_of(&dir).ok());
        if let Some(repo) = fetched.flatten()
            && let Ok(tip) = repo.fetched(&local_ref(name))
            && found.iter().all(|b| b.tip != tip)
        {
            found.push(SharedBranch { repo, tip });
        }
        found
    }

    /// Fetches the branch `name` of the default remote into the cache repository, with the token
    /// where one is given and is for that address. `false` where there is no remote, or no such
    /// branch on it.
    ///
    /// # Errors
    /// [`HistoryError::GitProgram`] where the remote cannot be asked.
    pub fn fetch_shared(&self, name: &str, cache: &Path, access: Option<&Access>) -> Result<bool> {
        let Some(url) = self.remote_url() else {
            return Ok(false);
        };
        let dir = self.borrowing_repository(cache)?;
        let refs = format!("+refs/heads/{name}:{}", local_ref(name));
        let fetch = [
            "--quiet",
            "--no-tags",
            "--no-write-fetch-head",
            "--no-recurse-submodules",
            "--end-of-options",
            &url,
            &refs,
        ];
        let access = access.filter(|a| a.fits(&url));
        match git_as(&dir, "fetch", &fetch, access) {
            Ok(_) => Ok(true),
            // git has no other word for it, and speaks English here.
            Err(HistoryError::GitProgram { detail, .. })
                if detail.contains("couldn't find remote ref") =>
            {
                Ok(false)
            }
            Err(e) => Err(e),
        }
    }
}

fn local_ref(name: &str) -> String {
    format!("refs/rguard/shared/{name}")
}
