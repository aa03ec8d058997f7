//! What rguard writes at GitHub: comments, reactions, check runs and files of a branch.
//!
//! Each write is sent once, at least a second after the last one: GitHub asks for that. Nothing here
//! decides what to say; that is done where the texts are made.

use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::client::Client;
use super::error::{GithubError, Result};
use super::host::is_owner;
use crate::model::ForgeRef;

/// Pages of comments that are looked through; a hundred comments each.
const PAGES: usize = 100;

/// A connection that writes, with a pause between two writes.
pub struct Writer {
    client: Client,
    gap: Duration,
    last: Mutex<Option<Instant>>,
}

/// A comment under a pull request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Comment {
    /// Its number.
    pub id: u64,
    /// Its page.
    pub html_url: String,
    /// Its text.
    pub body: Option<String>,
    /// Who wrote it.
    pub user: Option<User>,
}

/// An account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct User {
    /// Its name; an app's ends in `[bot]`.
    pub login: String,
}

/// A reaction to a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// Done.
    Done,
    /// Refused.
    Refused,
}

/// How a file got onto a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Put {
    /// It is new.
    New,
    /// It was there already.
    There,
    /// The branch does not exist.
    NoBranch,
    /// Another writer was faster, and nothing was written.
    Raced,
}

#[derive(Deserialize)]
struct Made {
    id: u64,
}

#[derive(Deserialize)]
struct Sha {
    sha: String,
}

#[derive(Deserialize)]
struct Viewer {
    viewer: Option<User>,
}

#[derive(Deserialize)]
struct Permission {
    #[serde(default)]
    permission: String,
}

impl Writer {
    /// One that pauses a second between writes.
    pub fn new(client: Client) -> Self {
        Self {
            client,
            gap: Duration::from_secs(1),
            last: Mutex::new(None),
        }
    }

    /// The client below it.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The account for which this token writes; the Actions' own where the host does not say.
    pub async fn own_login(&self) -> String {
        let asked = self
            .client
            .graphql::<Viewer>(
                "query { viewer { login } }",
                &json!({}),
                "the account of the token",
            )
            .await;
        let viewer = asked.ok().and_then(|reply| reply.data.viewer);
        viewer
            .map(|v| v.login)
            .filter(|login| !login.is_empty())
            .unwrap_or_else(|| "github-actions[bot]".to_owned())
    }

    /// All comments under a pull request, oldest first.
    ///
    /// # Errors
    /// Any [`GithubError`]; [`GithubError::Malformed`] where there are more than can be looked at.
    pub async fn comments(&self, at: &ForgeRef) -> Result<Vec<Comment>> {
        let path = format!("{}/issues/{}/comments?per_page=100", repo(at), at.number);
        let what = format!("the comments of {at}");
        let (comments, more) = self.client.list(&path, &what, PAGES).await?;
        match more {
            true => Err(self.client.malformed(&what, "there are too many of them")),
            false => Ok(comments),
        }
    }

    /// Adds a comment.
    ///
    /// # Errors
    /// Any [`GithubError`].
    pub async fn add_comment(&self, at: &ForgeRef, body: &str) -> Result<Comment> {
        self.pace().await;
        let path = format!("{}/issues/{}/comments", repo(at), at.number);
        let what = format!("a comment under {at}");
        self.client
            .post(&path, &json!({ "body": body }), &what)
            .await
    }

    /// Gives a comment another text.
    ///
    /// # Errors
    /// Any [`GithubError`].
    pub async fn edit_comment(&self, at: &ForgeRef, id: u64, body: &str) -> Result<Comment> {
        self.pace().await;
        let path = format!("{}/issues/comments/{id}", repo(at));
        let what = format!("the comment of rguard under {at}");
        self.client
            .patch(&path, &json!({ "body": body }), &what)
            .await
    }

    /// Puts a reaction under a comment.
    ///
    /// # Errors
    /// Any [`GithubError`].
    pub async fn react(&self, at: &ForgeRef, comment: u64, reaction: Reaction) -> Result<()> {
        self.pace().await;
        let content = match reaction {
            Reaction::Done => "+1",
            Reaction::Refused => "-1",
        };
        let path = format!("{}/issues/comments/{comment}/reactions", repo(at));
        let what = format!("a reaction under {at}");
        let body = json!({ "content": content });
        self.client
            .post::<Made>(&path, &body, &what)
            .await
            .map(drop)
    }

    /// Creates a check run and gives its number.
    ///
    /// # Errors
    /// Any [`GithubError`].
    pub async fn create_check_run(&self, at: &ForgeRef, body: &Value) -> Result<u64> {
        self.pace().await;
        let path = format!("{}/check-runs", repo(at));
        let made: Made = self.client.post(&path, body, "a check run").await?;
        Ok(made.id)
    }

    /// Adds to a check run.
    ///
    /// # Errors
    /// Any [`GithubError`].
    pub async fn add_to_check_run(&self, at: &ForgeRef, id: u64, body: &Value) -> Result<()> {
        self.pace().await;
        let path = format!("{}/check-runs/{id}", repo(at));
        self.client
            .patch::<Made>(&path, body, "a check run")
            .await
            .map(drop)
    }

    /// Whether somebody may write to the repository, asked now. What the host does not tell is no.
    ///
    /// # Errors
    /// A [`GithubError`] that says nothing about the person: limits, the network, the token.
    pub async fn may_write(&self, at: &ForgeRef, login: &str) -> Result<bool> {
        if !is_owner(login) {
            return Ok(false);
        }
        let path = format!("{}/collaborators/{login}/permission", repo(at));
        match self
            .client
            .get::<Permission>(&path, "the permission of the commenter")
            .await
        {
            Ok(p) => Ok(matches!(p.permission.as_str(), "admin" | "write")),
            Err(GithubError::NotFound { .. } | GithubError::Forbidden { .. }) => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// Base and head of a pull request as they are now.
    ///
    /// # Errors
    /// Any [`GithubError`].
    pub async fn ends_of(&self, at: &ForgeRef) -> Result<(String, String)> {
        #[derive(Deserialize)]
        struct Pull {
            base: Sha,
            head: Sha,
        }
        let path = format!("{}/pulls/{}", repo(at), at.number);
        let pull: Pull = self
            .client
            .get(&path, &format!("pull request {at}"))
            .await?;
        Ok((pull.base.sha, pull.head.sha))
    }

    /// Puts a new file onto a branch, as a commit of its own.
    ///
    /// # Errors
    /// Any [`GithubError`] but those that a [`Put`] names.
    pub async fn put_file(
        &self,
        at: &ForgeRef,
        branch: &str,
        path: &str,
        content: &str,
        message: &str,
    ) -> Result<Put> {
        self.pace().await;
        let body = json!({
            "message": message,
            "content": STANDARD.encode(content),
            "branch": branch,
        });
        let to = format!("{}/contents/{path}", repo(at));
        let what = format!("the file {path} of branch {branch}");
        match self.client.put::<Value>(&to, &body, &what).await {
            Ok(_) => Ok(Put::New),
            Err(GithubError::NotFound { .. }) => Ok(Put::NoBranch),
            Err(GithubError::Refused { status: 409, .. }) => Ok(Put::Raced),
            // A file that exists is only replaced by whoever names its old content.
            Err(GithubError::Refused {
                status: 422, said, ..
            }) if said.contains("sha") => Ok(Put::There),
            Err(e) => Err(e),
        }
    }

    /// Starts a branch that has no history with one file. `false` where somebody else just did.
    ///
    /// # Errors
    /// Any [`GithubError`].
    pub async fn start_branch(
        &self,
        at: &ForgeRef,
        branch: &str,
        path: &str,
        content: &str,
        message: &str,
    ) -> Result<bool> {
        let what = format!("the branch {branch}");
        let file = json!({"path": path, "mode": "100644", "type": "blob", "content": content});
        self.pace().await;
        let to = format!("{}/git/trees", repo(at));
        let tree: Sha = self
            .client
            .post(&to, &json!({ "tree": [file] }), &what)
            .await?;
        self.pace().await;
        let to = format!("{}/git/commits", repo(at));
        let commit = json!({"message": message, "tree": tree.sha, "parents": []});
        let commit: Sha = self.client.post(&to, &commit, &what).await?;
        self.pace().await;
        let to = format!("{}/git/refs", repo(at));
        let body = json!({"ref": format!("refs/heads/{branch}"), "sha": commit.sha});
        match self.client.post::<Value>(&to, &body, &what).await {
            Ok(_) => Ok(true),
            Err(GithubError::Refused { status: 422, .. }) => Ok(false),
            Err(e) => Err(e),
        }
    }

    /// Waits until a second has passed since the last write.
    async fn pace(&self) {
        let mut last = self.last.lock().await;
        if let Some(at) = *last {
            tokio::time::sleep(self.gap.saturating_sub(at.elapsed())).await;
        }
        *last = Some(Instant::now());
    }
}

fn repo(at: &ForgeRef) -> String {
    format!("repos/{}/{}", at.owner, at.name)
}
