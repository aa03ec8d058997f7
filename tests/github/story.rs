//! A repository of git and the same one at the scripted GitHub.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rguard::change::{Options, Resolved, Target, resolve};
use rguard::github::{
    Client, Host, Patience, Reach, Reader, Result, Surroundings, Token, file_history,
};
use rguard::history::Repo;
use rguard::model::{Discussion, Pull};
use serde_json::json;

use crate::scripted::world::{self, World};
use crate::scripted::{Github, TOKEN};
use crate::testkit::{TestRepo, git};

/// The number of the pull request under review.
pub const NUMBER: u64 = 100;

/// Git's side, GitHub's side, and a clone.
pub struct Story {
    pub repo: TestRepo,
    pub github: Github,
    pub clone: PathBuf,
}

/// `files` files, `past` squashed pull requests that changed one each, and one open pull request
/// that changes all files. Past pull request `n` names issue `200 + n`.
pub fn story(files: u64, past: u64) -> Story {
    let repo = TestRepo::new();
    let mut world = World::new("ada", "engine");
    let path = |n: u64| format!("src/f{n}.rs");
    for n in 0..files {
        repo.write(&path(n), format!("pub const N: u64 = {n};\n"));
    }
    repo.commit(&[], "Begin");
    for n in 1..=past {
        let file = path(n % files);
        let text = format!("pub const N: u64 = {n};\npub const M: u64 = {n};\n");
        let commit = repo.commit(&[(&file, &text)], &format!("Change {n} (#{n})"));
        let pull = world.pull(
            n,
            &format!("Change {n}"),
            &format!("Because of it.\n\nRefs #{}", 200 + n),
        );
        pull["mergeCommit"] = json!({"__typename": "Commit", "oid": commit});
        world::push(pull, "files", world::file(&file));
        pull["changedFiles"] = json!(1);
        world.issue(200 + n, &format!("Issue {n}"), "It hurts.");
    }
    let base = repo.head();
    repo.git(&["checkout", "-q", "-b", "topic"]);
    for n in 0..files {
        repo.write(&path(n), "pub const N: u64 = 0;\n");
    }
    let head = repo.commit(&[], "Zero them all");
    repo.git(&["update-ref", &format!("refs/pull/{NUMBER}/head"), "topic"]);
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&["branch", "-q", "-D", "topic"]);
    world.issue(300, "All must be zero", "Please.");
    let pull = world.pull(NUMBER, "Zero them all", "Fixes #300");
    pull["state"] = json!("OPEN");
    pull["mergedAt"] = json!(null);
    pull["closedAt"] = json!(null);
    pull["author"] = world::account("carol");
    pull["baseRefOid"] = json!(base);
    pull["headRefOid"] = json!(head);
    pull["changedFiles"] = json!(files);
    world::push(pull, "commits", world::commit(&head, Some("FAILURE")));
    for n in 0..files.min(100) {
        world::push(pull, "files", world::file(&path(n)));
    }
    world.closes(NUMBER, 300);
    let clone = repo.beside("clone");
    let url = format!("file://{}", repo.path().display());
    git(repo.path(), &["clone", "-q", &url, clone.to_str().unwrap()]);
    git(
        &clone,
        &[
            "remote",
            "set-url",
            "origin",
            "https://github.com/ada/engine.git",
        ],
    );
    Story {
        repo,
        github: Github::start(world),
        clone,
    }
}

impl Story {
    /// A client of the scripted GitHub that waits hardly at all.
    pub fn client(&self, signed: bool) -> Client {
        client(&self.github, signed, &mut Vec::new())
    }

    pub fn cache(&self) -> PathBuf {
        self.repo.beside("cache")
    }

    /// Reads the pull request and its surroundings as `rguard review` does.
    pub async fn read(&self, client: Client) -> Result<(Resolved, Discussion)> {
        self.read_wide(client, &Reach::default()).await
    }

    pub async fn read_wide(&self, client: Client, reach: &Reach) -> Result<(Resolved, Discussion)> {
        let mut reader = Reader::new(client, "ada", "engine", &self.cache())?;
        let pull = reader.pull(NUMBER).await?;
        let resolved = self.resolved(pull);
        let history = file_history(&resolved.repo, &resolved.change, reach).unwrap();
        let discussion = reader.discussion(&history).await?;
        Ok((resolved, discussion))
    }

    /// The change by git with the host's words.
    pub fn resolved(&self, pull: Pull) -> Resolved {
        let options = Options {
            cache: self.cache(),
            remote: Some(format!("file://{}", self.repo.path().display())),
            pull: Some(Box::new(pull)),
            ..Options::default()
        };
        let repo = Repo::open(&self.clone).unwrap();
        let target = Target::parse(&format!("#{NUMBER}")).unwrap();
        resolve(&repo, &target, &options).unwrap()
    }
}

/// A client that waits hardly at all; what it says while it waits is not kept.
pub fn client(github: &Github, signed: bool, _: &mut Vec<String>) -> Client {
    patient(github, signed, Arc::new(|_| {}))
}

/// A client with somebody who listens.
pub fn patient(github: &Github, signed: bool, notify: rguard::github::Notify) -> Client {
    let around = Surroundings::of(&[
        ("GITHUB_SERVER_URL", "https://github.com"),
        ("GITHUB_API_URL", &github.url),
    ]);
    let host = Host::find("github.com", &around).unwrap();
    let token = signed.then(|| Token::new(TOKEN, "GITHUB_TOKEN").unwrap());
    let patience = Patience {
        answer: Duration::from_secs(5),
        pause: Duration::from_millis(5),
        repeats: 3,
        limits: Duration::from_secs(4),
    };
    Client::new(host, token, patience, notify).unwrap()
}
