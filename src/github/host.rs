//! Which hosts are asked, and where their interfaces are.
//!
//! Only github.com, its data-residency hosts and hosts that the user's own environment names are
//! ever asked: neither a URL on the command line nor anything in a repository can point rguard
//! elsewhere.

use std::collections::BTreeMap;

use url::Url;

use super::error::{GithubError, Result};
use crate::model::safe::one_line;

/// The environment variables that say anything about GitHub.
const NAMES: &[&str] = &[
    "GITHUB_SERVER_URL",
    "GITHUB_API_URL",
    "GITHUB_GRAPHQL_URL",
    "GH_HOST",
    "GITHUB_TOKEN",
    "GH_TOKEN",
    "GH_ENTERPRISE_TOKEN",
    "GITHUB_ENTERPRISE_TOKEN",
];

/// What the environment says about GitHub, taken once. Its `Debug` form names no value.
#[derive(Clone, Default)]
pub struct Surroundings {
    values: BTreeMap<String, String>,
    /// Whether the program `gh` may be asked for a token.
    pub ask_gh: bool,
}

impl Surroundings {
    /// Those of this process.
    pub fn from_env() -> Self {
        let values = NAMES
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), std::env::var(name).ok()?)));
        Self {
            values: values.collect(),
            ask_gh: true,
        }
    }

    /// Given ones; `gh` is not asked.
    pub fn of(values: &[(&str, &str)]) -> Self {
        let values = values.iter().map(|(k, v)| ((*k).into(), (*v).into()));
        Self {
            values: values.collect(),
            ask_gh: false,
        }
    }

    /// A variable that is set to something.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let value = self.values.get(name)?.trim();
        (!value.is_empty()).then_some(value)
    }

    /// The host that is meant where none is named: the one of `GITHUB_SERVER_URL`, else `GH_HOST`,
    /// else github.com.
    pub fn default_host(&self) -> String {
        self.server_host()
            .or_else(|| self.get("GH_HOST").map(str::to_lowercase))
            .unwrap_or_else(|| "github.com".to_owned())
    }

    /// The host of `GITHUB_SERVER_URL`.
    pub(super) fn server_host(&self) -> Option<String> {
        let url = Url::parse(self.get("GITHUB_SERVER_URL")?).ok()?;
        url.host_str().map(str::to_lowercase)
    }
}

impl std::fmt::Debug for Surroundings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Surroundings")
            .field("set", &self.values.keys().collect::<Vec<_>>())
            .field("ask_gh", &self.ask_gh)
            .finish()
    }
}

/// A GitHub host and its two interfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// The name, lower-case, as it stands in the addresses of its pages.
    pub name: String,
    /// The root of its pages, with a slash at the end.
    pub web: Url,
    /// The root of its REST interface, with a slash at the end.
    pub rest: Url,
    /// The address of its GraphQL interface.
    pub graphql: Url,
}

impl Host {
    /// Looks a host up by its name.
    ///
    /// # Errors
    /// [`GithubError::UnknownHost`] where nothing says that it is a GitHub host;
    /// [`GithubError::Config`] where the environment names an address that is not safe.
    pub fn find(name: &str, around: &Surroundings) -> Result<Self> {
        let name = name.trim().to_lowercase();
        let name = name.strip_prefix("www.").unwrap_or(&name);
        let named = |part: &str| {
            !part.is_empty()
                && !part.starts_with('-')
                && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        };
        let unknown = || GithubError::UnknownHost {
            host: one_line(name),
        };
        if !name.split('.').all(named) {
            return Err(unknown());
        }
        let server = around.server_host();
        let told = server.as_deref().unwrap_or("github.com") == name;
        let mut host = if name == "github.com" {
            Self::at(
                name,
                "https://api.github.com/",
                "https://api.github.com/graphql",
            )?
        } else if name.ends_with(".ghe.com") {
            let api = format!("https://api.{name}/");
            Self::at(name, &api, &format!("{api}graphql"))?
        } else if told
            || around
                .get("GH_HOST")
                .is_some_and(|h| h.eq_ignore_ascii_case(name))
        {
            let root = format!("https://{name}/api/");
            Self::at(name, &format!("{root}v3/"), &format!("{root}graphql"))?
        } else {
            return Err(unknown());
        };
        if told {
            if let Some(url) = around.get("GITHUB_SERVER_URL") {
                host.web = root(safe("GITHUB_SERVER_URL", url)?);
            }
            if let Some(url) = around.get("GITHUB_API_URL") {
                host.rest = root(safe("GITHUB_API_URL", url)?);
                // Both interfaces are of one server, even where only one of them is named.
                host.graphql = match host.rest.path() {
                    "/api/v3/" => joined(&host.rest, "/api/graphql"),
                    _ => joined(&host.rest, "graphql"),
                };
            }
            if let Some(url) = around.get("GITHUB_GRAPHQL_URL") {
                host.graphql = safe("GITHUB_GRAPHQL_URL", url)?;
            }
        }
        Ok(host)
    }

    fn at(name: &str, rest: &str, graphql: &str) -> Result<Self> {
        let web = format!("https://{name}/");
        Ok(Self {
            name: name.to_owned(),
            web: safe("the host", &web)?,
            rest: safe("the host", rest)?,
            graphql: safe("the host", graphql)?,
        })
    }

    /// The address of a repository for git, without any secret.
    pub fn clone_url(&self, owner: &str, name: &str) -> String {
        format!("{}{owner}/{name}.git", self.web)
    }

    /// Whether an address lies with this host's interfaces: the only ones that get a token.
    pub(super) fn owns(&self, url: &Url) -> bool {
        url.origin() == self.rest.origin() || url.origin() == self.graphql.origin()
    }
}

/// An address that may get a token: https without user, or http to this very machine.
fn safe(what: &str, text: &str) -> Result<Url> {
    let wrong = |why: &str| {
        GithubError::Config(format!(
            "{what} names no address that rguard can use: {why}. It should look like https://github.example.org/api/v3."
        ))
    };
    let url = Url::parse(text).map_err(|e| wrong(&e.to_string()))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(wrong("it holds a user or a password"));
    }
    let here = match url.host() {
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        Some(url::Host::Domain(name)) => name == "localhost",
        None => return Err(wrong("it has no host")),
    };
    match url.scheme() {
        "https" => Ok(url),
        "http" if here => Ok(url),
        _ => Err(wrong("it is not https")),
    }
}

fn root(mut url: Url) -> Url {
    url.set_query(None);
    url.set_fragment(None);
    if !url.path().ends_with('/') {
        let path = format!("{}/", url.path());
        url.set_path(&path);
    }
    url
}

fn joined(base: &Url, path: &str) -> Url {
    base.join(path).unwrap_or_else(|_| base.clone())
}

/// Whether a word can be an owner's name.
pub fn is_owner(text: &str) -> bool {
    (1..=39).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
        && !text.starts_with('-')
}

/// Whether a word can be a repository's name.
pub fn is_repository(text: &str) -> bool {
    (1..=100).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
        && !matches!(text, "." | "..")
        && !text.starts_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn urls(name: &str, values: &[(&str, &str)]) -> (String, String, String) {
        let host = Host::find(name, &Surroundings::of(values)).unwrap();
        (host.web.into(), host.rest.into(), host.graphql.into())
    }

    #[test]
    fn each_kind_of_host_has_its_interfaces_where_github_puts_them() {
        let s = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
        let github = s(
            "https://github.com/",
            "https://api.github.com/",
            "https://api.github.com/graphql",
        );
        assert_eq!(urls("GitHub.com", &[]), github);
        assert_eq!(
            urls("www.github.com", &[("GH_HOST", "git.example.org")]),
            github
        );
        assert_eq!(
            urls("octo.ghe.com", &[]),
            s(
                "https://octo.ghe.com/",
                "https://api.octo.ghe.com/",
                "https://api.octo.ghe.com/graphql"
            )
        );
        let own = s(
            "https://git.example.org/",
            "https://git.example.org/api/v3/",
            "https://git.example.org/api/graphql",
        );
        assert_eq!(
            urls("git.example.org", &[("GH_HOST", "git.example.org")]),
            own
        );
        let action = [
            ("GITHUB_SERVER_URL", "https://git.example.org"),
            ("GITHUB_API_URL", "https://git.example.org/api/v3"),
            ("GITHUB_GRAPHQL_URL", "https://git.example.org/api/graphql"),
        ];
        assert_eq!(urls("git.example.org", &action), own);
        assert_eq!(urls("git.example.org", &action[..2]), own);
        // What the environment says of one host says nothing of another.
        assert_eq!(urls("github.com", &action), github);
    }

    #[test]
    fn no_other_host_is_asked_and_no_secret_travels_in_the_clear() {
        let none = Surroundings::of(&[]);
        for name in [
            "example.org",
            "github.com.evil.org",
            "127.0.0.1",
            "localhost",
            "ghe.com",
            "",
            "a@github.com",
            "github.com:8080",
            "a/b",
            "-x.ghe.com",
            "..ghe.com",
            "[::1]",
        ] {
            let found = Host::find(name, &none);
            assert!(
                matches!(found, Err(GithubError::UnknownHost { .. })),
                "{name}"
            );
        }
        for url in [
            "http://example.org/api/v3",
            "ftp://example.org",
            "https://me:secret@example.org/",
            "nonsense",
        ] {
            let error = Host::find("github.com", &Surroundings::of(&[("GITHUB_API_URL", url)]))
                .unwrap_err()
                .to_string();
            assert!(error.contains("GITHUB_API_URL"), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
        let around = Surroundings::of(&[("GITHUB_TOKEN", "ghp_secret")]);
        assert!(!format!("{around:?}").contains("secret"));
    }

    #[test]
    fn names_that_could_leave_their_place_are_refused() {
        assert!(is_owner("ada-lovelace") && is_repository("engine.rs"));
        assert!(!is_owner("a.b") && !is_owner("") && !is_owner("-a") && !is_owner(&"a".repeat(40)));
        for bad in ["", ".", "..", "a/b", "a b", "-x", "a?b", &"a".repeat(101)] {
            assert!(!is_repository(bad), "{bad}");
        }
    }
}
