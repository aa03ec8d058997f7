//! Sends one request to its end: redirects, limits, repetition, and the error that an answer stands
//! for.

use std::time::Duration;

use reqwest::Method;
use url::Url;

use super::answer::Answer;
use super::client::Client;
use super::error::{GithubError, Result, sentence};
use super::limits::{self, Limit};
use super::redact::redacted;
use crate::model::safe::one_line;

/// What a request may do after it failed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Nature {
    /// Only reads: repeated.
    Read,
    /// Only reads, and a 502 or 504 means that it asked for too much.
    Query,
    /// Changes something: never repeated.
    Write,
}

/// One request, before it is sent.
pub(super) struct Ask<'a> {
    pub method: Method,
    pub url: Url,
    pub body: Option<Vec<u8>>,
    pub accept: &'a str,
    /// Sent as `if-none-match`.
    pub known: Option<&'a str>,
    pub nature: Nature,
    /// For messages: `pull request ada/engine#7`.
    pub what: &'a str,
}

/// One answer may be this large, in bytes, unpacked.
const MAX_ANSWER: usize = 32 * 1024 * 1024;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 5;

impl Client {
    pub(super) async fn send(&self, ask: &Ask<'_>) -> Result<Answer> {
        let (mut failed, mut waited) = (0, Duration::ZERO);
        loop {
            let last = ask.nature == Nature::Write || failed == self.patience.repeats;
            match self.redirected(ask).await {
                Ok(answer) => {
                    if let Some(limit) = answer.limit() {
                        waited += self.wait_for(ask, &limit, waited).await?;
                    } else if ask.nature == Nature::Query && matches!(answer.status, 502 | 504) {
                        return Err(GithubError::TooSlow {
                            host: self.host.name.clone(),
                            what: ask.what.to_owned(),
                        });
                    } else if answer.status >= 500 && !last {
                        failed += 1;
                        self.pause(failed).await;
                    } else {
                        return self.checked(answer, ask.what);
                    }
                }
                Err(e @ GithubError::Unreachable { .. }) if !last => {
                    tracing::debug!("{e}");
                    failed += 1;
                    self.pause(failed).await;
                }
                Err(e) => return Err(e),
            }
            // Whoever comes here sends once more.
            match ask.nature {
                Nature::Query => self.tally.graphql(),
                _ => self.tally.rest(),
            }
        }
    }

    /// Waits until the limit ends, where that is soon and the request only reads.
    async fn wait_for(&self, ask: &Ask<'_>, limit: &Limit, waited: Duration) -> Result<Duration> {
        let wait = limit.wait.max(self.patience.pause);
        if ask.nature == Nature::Write || waited.saturating_add(wait) > self.patience.limits {
            return Err(limits::refusal(
                &self.host.name,
                limit,
                self.token.is_some(),
            ));
        }
        self.notify(&format!(
            "{} limits requests; going on in {} seconds.",
            self.host.name,
            wait.as_secs().max(1)
        ));
        tokio::time::sleep(wait).await;
        Ok(wait)
    }

    async fn pause(&self, failed: u32) {
        // Jitter without a generator of random numbers: no two processes share these digits.
        let nanos = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |d| d.subsec_nanos() % 1000);
        let base = self.patience.pause * 2u32.saturating_pow(failed.saturating_sub(1));
        tokio::time::sleep(base + base * nanos / 4000).await;
    }

    /// Sends the request, and again where the same host says that it moved.
    async fn redirected(&self, ask: &Ask<'_>) -> Result<Answer> {
        let mut url = ask.url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let answer = self.once(ask, url.clone()).await?;
            let keeps_method = matches!(answer.status, 307 | 308);
            if !keeps_method && !matches!(answer.status, 301 | 302) {
                return Ok(answer);
            }
            // Of a write, only the two unmistakable forms are obeyed: others may mean “read there”.
            let follows = keeps_method || ask.nature != Nature::Write;
            match answer.location.and_then(|to| url.join(&to).ok()) {
                Some(to) if follows && self.host.owns(&to) => url = to,
                _ => return Err(self.elsewhere(ask.what)),
            }
        }
        Err(self.malformed(ask.what, "it redirects in a circle"))
    }

    async fn once(&self, ask: &Ask<'_>, url: Url) -> Result<Answer> {
        let start = std::time::Instant::now();
        let path = url.path().to_owned();
        let mut request = self
            .http
            .request(ask.method.clone(), url)
            .header("accept", ask.accept)
            .header("x-github-api-version", "2022-11-28");
        if let Some(token) = &self.token {
            request = request.bearer_auth(token.expose());
        }
        if let Some(known) = ask.known {
            request = request.header("if-none-match", known);
        }
        if let Some(body) = &ask.body {
            request = request
                .header("content-type", "application/json")
                .body(body.clone());
        }
        let answer = Answer::read(request, MAX_ANSWER).await;
        tracing::debug!(
            "{} {} -> {} in {} ms",
            ask.method,
            redacted(&one_line(&path)),
            answer
                .as_ref()
                .map_or("no answer".to_owned(), |a| a.status.to_string()),
            start.elapsed().as_millis()
        );
        answer.map_err(|why| GithubError::Unreachable {
            host: self.host.name.clone(),
            what: ask.what.to_owned(),
            detail: sentence(&why),
        })
    }

    /// The answer where it is one, else the error that it stands for.
    fn checked(&self, answer: Answer, what: &str) -> Result<Answer> {
        let host = self.host.name.clone();
        let what = what.to_owned();
        let said = || sentence(&answer.message());
        Err(match answer.status {
            200..=299 | 304 => return Ok(answer),
            401 => match &self.token {
                Some(token) => GithubError::BadToken {
                    host,
                    source_of_token: token.source.clone(),
                },
                None => GithubError::NoToken { host },
            },
            404 | 410 | 451 => GithubError::NotFound {
                host,
                what,
                rights: self.rights(),
            },
            403 => GithubError::Forbidden {
                host,
                what,
                said: match answer.sso {
                    true => "the organisation wants the token to be authorised for single sign-on."
                        .to_owned(),
                    false => said(),
                },
            },
            status @ 500.. => GithubError::Server { host, status, what },
            status => GithubError::Refused {
                host,
                status,
                what,
                said: said(),
            },
        })
    }
}
