//! Who a repository is, by its remote's URL, and the name of its graph.

use gix::bstr::ByteSlice;

use super::repo::Repo;
use crate::model::{CommitId, GraphName};

/// Where a repository lives and what people call it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct RepoIdentity {
    /// The remote's host, lower-case (`github.com`); empty without a remote.
    pub host: String,
    /// The owner, or the folders above the name; empty without a remote.
    pub owner: String,
    /// The repository's own name.
    pub name: String,
    /// What people call it: `owner/name`, or the folder's name.
    pub display: String,
}

impl RepoIdentity {
    /// Reads a remote's URL in any form that git knows: `https://host/owner/name.git`,
    /// `ssh://git@host:22/owner/name`, `git@host:owner/name`. `None` for a path or `file://` URL,
    /// which says nothing about who the repository is.
    pub fn from_url(url: &str) -> Option<Self> {
        let parsed = gix::url::parse(url.trim()).ok()?;
        let host = parsed.host.as_deref()?.trim().to_lowercase();
        if parsed.scheme == gix::url::Scheme::File || host.is_empty() {
            return None;
        }
        let path = parsed.path.to_string();
        let path = path.trim_matches('/');
        let path = path.strip_suffix(".git").unwrap_or(path).trim_matches('/');
        let (owner, name) = match path.rsplit_once('/') {
            Some((owner, name)) => (owner.trim_start_matches('~').to_owned(), name.to_owned()),
            None => (String::new(), path.to_owned()),
        };
        if name.is_empty() {
            return None;
        }
        let display = if owner.is_empty() {
            name.clone()
        } else {
            format!("{owner}/{name}")
        };
        let host = match host.as_str() {
            "www.github.com" | "ssh.github.com" => "github.com".to_owned(),
            _ => host,
        };
        Some(Self {
            host,
            owner,
            name,
            display,
        })
    }

    /// A repository without a remote, by its folder's name.
    pub fn local(name: &str) -> Self {
        Self {
            host: String::new(),
            owner: String::new(),
            name: name.to_owned(),
            display: name.to_owned(),
        }
    }

    /// Whether the repository lives on github.com.
    pub fn is_github(&self) -> bool {
        self.host == "github.com"
    }

    /// The name of the graph: `rationale__<owner>__<repo>`, with `<host>__` before the owner where
    /// it is not github.com, or `rationale__local__<name>_<root, 8 hex>` without a remote. Only
    /// `[a-z0-9_.-]` stay; any other character becomes `-`.
    pub fn graph_name(&self, root: &CommitId) -> GraphName {
        let clean = |s: &str| -> String {
            s.to_lowercase()
                .chars()
                .map(|c| match c {
                    'a'..='z' | '0'..='9' | '_' | '.' | '-' => c,
                    _ => '-',
                })
                .collect()
        };
        let (owner, name) = (clean(&self.owner), clean(&self.name));
        GraphName(if self.host.is_empty() {
            format!("rationale__local__{name}_{}", root.short())
        } else if self.is_github() {
            format!("rationale__{owner}__{name}")
        } else {
            format!("rationale__{}__{owner}__{name}", clean(&self.host))
        })
    }
}

impl Repo {
    /// The name of the remote that fetches come from by default.
    pub fn remote_name(&self) -> Option<String> {
        self.home()
            .remote_default_name(gix::remote::Direction::Fetch)
            .map(|n| n.as_bstr().to_string())
    }

    /// The URL of the default remote, as configured (before `insteadOf`).
    pub fn remote_url(&self) -> Option<String> {
        let name = self.remote_name()?;
        let key = format!("remote.{name}.url");
        self.home()
            .config_snapshot()
            .string(key.as_str())
            .map(|v| v.to_string())
    }

    /// The names and URLs of all remotes.
    pub fn remotes(&self) -> Vec<(String, String)> {
        let config = self.home().config_snapshot();
        let names = self.home().remote_names();
        let urls = names.into_iter().filter_map(|name| {
            let url = config.string(format!("remote.{name}.url").as_str())?;
            Some((name.to_string(), url.to_string()))
        });
        urls.collect()
    }

    /// Who the repository is: from its remote's URL, or its folder's name.
    pub fn identity(&self) -> RepoIdentity {
        match self
            .remote_url()
            .and_then(|url| RepoIdentity::from_url(&url))
        {
            Some(identity) => identity,
            None => {
                // A linked worktree writes it as `.git/worktrees/x/../..`.
                let dir = self.common_dir();
                let dir = std::fs::canonicalize(dir).unwrap_or_else(|_| dir.to_owned());
                let inner = dir.file_name().is_some_and(|n| n == ".git");
                let named = if inner {
                    dir.parent()
                } else {
                    Some(dir.as_path())
                };
                let name = named
                    .and_then(|d| d.file_name().map(|n| n.to_string_lossy().into_owned()))
                    .unwrap_or_else(|| "repository".to_owned());
                RepoIdentity::local(name.trim_end_matches(".git"))
            }
        }
    }

    /// The name of this repository's graph; `root` is the first root commit of its history.
    pub fn graph_name(&self, root: &CommitId) -> GraphName {
        self.identity().graph_name(root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_remote_url_names_the_same_repository() {
        for url in [
            "https://github.com/Ada/Engine.git",
            "https://token@github.com/Ada/Engine",
            "git@github.com:Ada/Engine.git",
            "ssh://git@github.com/Ada/Engine.git",
            "ssh://git@ssh.github.com:443/Ada/Engine.git",
            "git://github.com/Ada/Engine/",
        ] {
            let id = RepoIdentity::from_url(url).unwrap();
            assert_eq!(
                (id.host.as_str(), id.display.as_str()),
                ("github.com", "Ada/Engine"),
                "{url}"
            );
            let root = CommitId::from("0123456789abcdef0123456789abcdef01234567");
            assert_eq!(
                id.graph_name(&root).as_str(),
                "rationale__ada__engine",
                "{url}"
            );
        }
    }

    #[test]
    fn other_hosts_and_nested_groups_keep_their_graphs_apart() {
        let root = CommitId::from("0123456789abcdef0123456789abcdef01234567");
        let id = RepoIdentity::from_url("git@gitlab.example.org:group/sub group/tool.git").unwrap();
        assert_eq!(
            id.graph_name(&root).as_str(),
            "rationale__gitlab.example.org__group-sub-group__tool"
        );
        assert_eq!(RepoIdentity::from_url("/srv/git/tool.git"), None);
        assert_eq!(RepoIdentity::from_url("file:///srv/git/tool.git"), None);
        assert_eq!(
            RepoIdentity::local("My Tool").graph_name(&root).as_str(),
            "rationale__local__my-tool_01234567"
        );
    }
}
