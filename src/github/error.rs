//! Why GitHub could not be asked, or did not answer. Each text is one or two full sentences that
//! say what to do, is safe to print, and never holds a token.

use super::redact::redacted;
use crate::model::safe::one_line;

/// An error of asking a GitHub host.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GithubError {
    /// The surroundings (environment variables, a URL) do not fit together.
    #[error("{0}")]
    Config(String),
    /// The host is not known to be a GitHub host.
    #[error(
        "{host} is not github.com, and nothing here says that it is a GitHub Enterprise server. If it is, set GH_HOST={host}."
    )]
    UnknownHost {
        /// The host.
        host: String,
    },
    /// This needs a token and there is none.
    #[error(
        "{host} answers this only with a token. Set GITHUB_TOKEN (GH_ENTERPRISE_TOKEN for an enterprise server), or sign in with gh auth login."
    )]
    NoToken {
        /// The host.
        host: String,
    },
    /// The token is wrong, was revoked or has expired.
    #[error(
        "{host} does not accept the token from {source_of_token}: it is wrong, was revoked or has expired. Make a new one, or unset it to go on without."
    )]
    BadToken {
        /// The host.
        host: String,
        /// Where the token came from, as `GITHUB_TOKEN`.
        source_of_token: String,
    },
    /// The host knows nothing of this, or does not let this token see it.
    #[error(
        "{what} was not found at {host}: it does not exist, was deleted, or is private and {rights}."
    )]
    NotFound {
        /// The host.
        host: String,
        /// What was asked for.
        what: String,
        /// What stands in the way, as `no token was given`.
        rights: String,
    },
    /// The token has no right to this.
    #[error("{host} refuses {what}: {said} Check the token's permissions.")]
    Forbidden {
        /// The host.
        host: String,
        /// What was asked for.
        what: String,
        /// The host's own words, printable, with a full stop.
        said: String,
    },
    /// A limit is used up and will be for longer than rguard waits.
    #[error("{host} answers nothing more before {until}: {limit} is used up. {advice}")]
    Limited {
        /// The host.
        host: String,
        /// The time of day from when on it answers again, as `21:05:30 UTC (in 12 minutes)`.
        until: String,
        /// Which limit.
        limit: String,
        /// What to do.
        advice: String,
    },
    /// The host refuses the content of the request.
    #[error("{host} refuses {what} as it is (status {status}): {said}")]
    Refused {
        /// The host.
        host: String,
        /// What was asked for.
        what: String,
        /// The HTTP status.
        status: u16,
        /// The host's own words, printable.
        said: String,
    },
    /// The host fails.
    #[error("{host} fails with status {status} on {what}. Try again in a few minutes.")]
    Server {
        /// The host.
        host: String,
        /// The HTTP status.
        status: u16,
        /// What was asked for.
        what: String,
    },
    /// The query is too large for the host's ten seconds: ask for less at once.
    #[error(
        "{host} could not answer {what} in time. Try again with fewer pull requests (--pr-count)."
    )]
    TooSlow {
        /// The host.
        host: String,
        /// What was asked for.
        what: String,
    },
    /// Nobody answers, or the answer was cut off.
    #[error(
        "{host} cannot be reached for {what}: {detail} Check the network and the proxy settings."
    )]
    Unreachable {
        /// The host.
        host: String,
        /// What was asked for.
        what: String,
        /// The cause, printable, with a full stop.
        detail: String,
    },
    /// The answer is not what GitHub answers.
    #[error(
        "The answer of {host} to {what} is not understood: {detail} Is it a GitHub server, and is no proxy in between that answers for it?"
    )]
    Malformed {
        /// The host.
        host: String,
        /// What was asked for.
        what: String,
        /// The cause, printable, with a full stop.
        detail: String,
    },
    /// The answer leads to another host, which gets no request of ours, or a write elsewhere.
    #[error(
        "{host} redirects {what} elsewhere, and rguard does not follow there. If the repository was renamed, use its new name."
    )]
    Elsewhere {
        /// The host.
        host: String,
        /// What was asked for.
        what: String,
    },
}

/// The result of asking a GitHub host.
pub type Result<T> = std::result::Result<T, GithubError>;

/// Words from outside, made fit for an error: on one line, printable, without secrets, at most 300
/// characters, ending in a full stop.
pub(super) fn sentence(text: &str) -> String {
    let text = redacted(&one_line(text));
    let short: String = text.chars().take(300).collect();
    let short = short.trim_end();
    match short.chars().last() {
        None => "no reason is given.".to_owned(),
        Some('.' | '!' | '?') => short.to_owned(),
        Some(_) => format!("{short}."),
    }
}
