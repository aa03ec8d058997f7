//! Where the token comes from. It never stands in an argument, an address or a message.

use std::process::Stdio;
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};

use super::error::{GithubError, Result};
use super::host::{Host, Surroundings};

/// How long `gh` may take to say its token.
const GH_PATIENCE: Duration = Duration::from_secs(5);

/// A token and where it came from.
#[derive(Clone, Debug)]
pub struct Token {
    secret: SecretString,
    /// Where it came from, for messages: `GITHUB_TOKEN`, `gh auth token`.
    pub source: String,
}

impl Token {
    /// A token from a known place.
    ///
    /// # Errors
    /// [`GithubError::Config`] where it holds what no header can carry.
    pub fn new(secret: &str, source: &str) -> Result<Self> {
        let secret = secret.trim();
        if secret.is_empty() || !secret.bytes().all(|b| b.is_ascii_graphic()) {
            return Err(GithubError::Config(format!(
                "The token from {source} is empty or holds characters that no token has. Set it again."
            )));
        }
        Ok(Self {
            secret: SecretString::from(secret.to_owned()),
            source: source.to_owned(),
        })
    }

    /// The secret itself, for a header or the environment of the git program.
    pub(crate) fn expose(&self) -> &str {
        self.secret.expose_secret()
    }

    /// Looks for a token for the host: `GITHUB_TOKEN`, `GH_TOKEN` (for github.com, its
    /// data-residency hosts and the server on which an Action runs), `GH_ENTERPRISE_TOKEN`,
    /// `GITHUB_ENTERPRISE_TOKEN` (for other hosts), then `gh auth token --hostname`. A token of one
    /// kind of host is never sent to the other.
    ///
    /// # Errors
    /// [`GithubError::Config`] where a variable is set to what cannot be a token.
    pub async fn find(host: &Host, around: &Surroundings) -> Result<Option<Self>> {
        let own = host.name == "github.com"
            || host.name.ends_with(".ghe.com")
            || around.server_host().as_deref() == Some(host.name.as_str());
        let names: &[&str] = if own {
            &["GITHUB_TOKEN", "GH_TOKEN"]
        } else {
            &["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"]
        };
        for name in names {
            if let Some(value) = around.get(name) {
                return Self::new(value, name).map(Some);
            }
        }
        Ok(match around.ask_gh {
            true => from_gh(&host.name).await,
            false => None,
        })
    }
}

/// What the program `gh` says, where it is installed and signed in.
async fn from_gh(host: &str) -> Option<Token> {
    let mut command = tokio::process::Command::new("gh");
    command
        .args(["auth", "token", "--hostname", host])
        .env("GH_PROMPT_DISABLED", "1")
        .env("GH_NO_UPDATE_NOTIFIER", "1")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let out = tokio::time::timeout(GH_PATIENCE, command.output()).await;
    let out = out.ok()?.ok().filter(|o| o.status.success())?;
    Token::new(std::str::from_utf8(&out.stdout).ok()?, "gh auth token").ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn found(host: &str, values: &[(&str, &str)]) -> Option<String> {
        let around = Surroundings::of(values);
        let host = Host::find(host, &around).unwrap();
        let token = Token::find(&host, &around).await.unwrap();
        token.map(|t| format!("{} {}", t.source, t.expose()))
    }

    #[tokio::test]
    async fn each_host_gets_the_token_that_is_meant_for_it() {
        let both = [
            ("GH_TOKEN", "two"),
            ("GH_ENTERPRISE_TOKEN", "three"),
            ("GH_HOST", "git.example.org"),
        ];
        assert_eq!(found("github.com", &both).await.unwrap(), "GH_TOKEN two");
        let own = found("git.example.org", &both).await.unwrap();
        assert_eq!(own, "GH_ENTERPRISE_TOKEN three");
        let first = [("GITHUB_TOKEN", " one\n"), ("GH_TOKEN", "two")];
        assert_eq!(
            found("github.com", &first).await.unwrap(),
            "GITHUB_TOKEN one"
        );
        let foreign = [("GITHUB_TOKEN", "one"), ("GH_HOST", "git.example.org")];
        assert_eq!(found("git.example.org", &foreign).await, None);
        let action = [
            ("GITHUB_TOKEN", "one"),
            ("GITHUB_SERVER_URL", "https://git.example.org"),
        ];
        assert_eq!(
            found("git.example.org", &action).await.unwrap(),
            "GITHUB_TOKEN one"
        );
        assert_eq!(found("github.com", &[("GITHUB_TOKEN", "  ")]).await, None);
    }

    #[test]
    fn a_token_is_never_shown() {
        let token = Token::new("ghp_verysecret", "GITHUB_TOKEN").unwrap();
        assert!(!format!("{token:?}").contains("verysecret"));
        let error = Token::new("very secret", "GITHUB_TOKEN")
            .unwrap_err()
            .to_string();
        assert!(!error.contains("very secret"), "{error}");
        assert!(error.contains("GITHUB_TOKEN"), "{error}");
    }
}
