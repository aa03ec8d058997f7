//! The token for the git program. It travels in the environment alone: never in an argument (any
//! user of the machine can list those), in an address, or in a repository's configuration.

use base64::Engine;
use secrecy::{ExposeSecret, SecretString};

/// A token, and the addresses that it is for.
#[derive(Clone, Debug)]
pub struct Access {
    root: String,
    token: SecretString,
}

impl Access {
    /// A token for the addresses that begin with `root` (`https://github.com/`).
    pub fn new(root: &str, token: SecretString) -> Self {
        Self {
            root: root.to_owned(),
            token,
        }
    }

    /// Whether the address is one of those.
    pub(super) fn fits(&self, url: &str) -> bool {
        url.starts_with(&self.root)
    }

    /// The variables that make git send it.
    pub(super) fn variables(&self) -> [(&'static str, String); 3] {
        let pair = format!("x-access-token:{}", self.token.expose_secret());
        let pair = base64::engine::general_purpose::STANDARD.encode(pair);
        [
            ("GIT_CONFIG_COUNT", "1".to_owned()),
            (
                "GIT_CONFIG_KEY_0",
                format!("http.{}.extraHeader", self.root),
            ),
            ("GIT_CONFIG_VALUE_0", format!("Authorization: Basic {pair}")),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_for_its_host_alone_and_is_never_shown() {
        let access = Access::new("https://github.com/", SecretString::from("ghp_secret"));
        assert!(access.fits("https://github.com/ada/engine.git"));
        assert!(!access.fits("https://github.com.evil.org/ada/engine.git"));
        assert!(!access.fits("git@github.com:ada/engine.git"));
        assert!(!format!("{access:?}").contains("secret"));
        let [_, key, _] = access.variables();
        assert_eq!(key.1, "http.https://github.com/.extraHeader");
    }
}
