//! The one way to a GitHub host: reading by REST and GraphQL, with patience; writing by REST,
//! once.
//!
//! - A request that only reads is repeated: up to three times after a fault of the network or of
//!   the host (1, 2, 4 s with jitter), and after a limit that ends within a minute, which the
//!   progress callback names. A longer limit is refused with its time of reset.
//! - A write is sent once, whatever comes back: a repeated one could be done twice.
//! - A redirect is followed on the same host only (a renamed repository), and no other host ever
//!   gets a request, let alone the token.
//! - Nothing that leaves this file (errors, logs) holds the token or a full address.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde::Serialize;
use serde::de::DeserializeOwned;
use url::Url;

use super::answer::Answer;
use super::error::{GithubError, Result, sentence};
use super::host::{Host, Surroundings};
use super::limits::{self, Limit};
use super::redact::redacted;
use super::tally::Tally;
use super::token::Token;
use crate::model::Requests;
use crate::model::safe::one_line;

/// Told in a sentence what is waited for.
pub type Notify = Arc<dyn Fn(&str) + Send + Sync>;

/// How patient the client is.
#[derive(Clone)]
pub struct Patience {
    /// How long one answer may take.
    pub answer: Duration,
    /// The first pause before a repetition; each later one is twice as long.
    pub pause: Duration,
    /// How often a failed read is repeated.
    pub repeats: u32,
    /// How long limits are waited for, all together.
    pub limits: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            // GitHub itself ends a query after ten seconds.
            answer: Duration::from_secs(15),
            pause: Duration::from_secs(1),
            repeats: 3,
            limits: Duration::from_secs(60),
        }
    }
}

/// One answer may be this large, in bytes, unpacked.
const MAX_ANSWER: usize = 32 * 1024 * 1024;

/// How many redirects are followed.
const MAX_REDIRECTS: usize = 5;

/// A connection to one GitHub host. A clone is cheap and counts with its original.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    host: Host,
    token: Option<Token>,
    patience: Patience,
    notify: Notify,
    tally: Arc<Tally>,
}

/// What a request may do after it failed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nature {
    /// Only reads: repeated.
    Read,
    /// Only reads, and a 502 or 504 means that it asked for too much.
    Query,
    /// Changes something: never repeated.
    Write,
}

/// One request, before it is sent.
struct Ask<'a> {
    method: Method,
    url: Url,
    body: Option<Vec<u8>>,
    accept: &'a str,
    /// Sent as `if-none-match`.
    known: Option<&'a str>,
    nature: Nature,
    /// For messages: `pull request ada/engine#7`.
    what: &'a str,
}

/// GitHub's own form of JSON; proxies and mocks may know the plain one alone.
const JSON: &str = "application/vnd.github+json, application/json;q=0.9";

impl Client {
    /// A client for the host. The system's proxy settings (`HTTPS_PROXY`, `NO_PROXY`, …) and its
    /// certificates hold.
    ///
    /// # Errors
    /// [`GithubError::Config`] where no TLS client can be made.
    pub fn new(
        host: Host,
        token: Option<Token>,
        patience: Patience,
        notify: Notify,
    ) -> Result<Self> {
        // The first one that is installed stays; another part may have been first.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder()
            .user_agent(concat!("rguard/", env!("CARGO_PKG_VERSION")))
            .timeout(patience.answer)
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .map_err(|e| {
                let why = sentence(&e.without_url().to_string());
                GithubError::Config(format!(
                    "No connection to {} can be prepared: {why}",
                    host.name
                ))
            })?;
        Ok(Self {
            http,
            host,
            token,
            patience,
            notify,
            tally: Arc::default(),
        })
    }

    /// The client for a host as the environment has it: its address and its token.
    ///
    /// # Errors
    /// As [`Host::find`] and [`Token::find`].
    pub async fn connect(host: &str, around: &Surroundings, notify: Notify) -> Result<Self> {
        let host = Host::find(host, around)?;
        let token = Token::find(&host, around).await?;
        Self::new(host, token, Patience::default(), notify)
    }

    /// The host.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// The token, where there is one.
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// How many requests were sent until now (repetitions included), and what was kept.
    pub fn requests(&self) -> Requests {
        self.tally.requests()
    }

    pub(super) fn tally(&self) -> &Tally {
        &self.tally
    }

    pub(super) fn notify(&self, sentence: &str) {
        (self.notify)(sentence);
    }

    /// Reads one JSON value: `get("repos/ada/engine/pulls/7", "pull request ada/engine#7")`.
    ///
    /// # Errors
    /// Any [`GithubError`].
    pub async fn get<T: DeserializeOwned>(&self, path: &str, what: &str) -> Result<T> {
        let answer = self.get_known(path, what, None).await?;
        self.parsed(&answer, what)
    }

    /// Reads again what was read before: `None` where the host says that it is unchanged (status
    /// 304). `known` is [`Answer::etag`] of then.
    ///
    /// # Errors
    /// Any [`GithubError`].
    pub async fn get_if_changed(
        &self,
        path: &str,
        what: &str,
        known: &str,
    ) -> Result<Option<Answer>> {
        let answer = self.get_known(path, what, Some(known)).await?;
        if answer.status == 304 {
            self.tally.kept(1);
            return Ok(None);
        }
        Ok(Some(answer))
    }

    /// Reads one answer with its headers.
    ///
    /// # Errors
    /// Any [`GithubError`].
    pub async fn get_answer(&self, path: &str, what: &str) -> Result<Answer> {
        self.get_known(path, what, None).await
    }

    async fn get_known(&self, path: &str, what: &str, known: Option<&str>) -> Result<Answer> {
        self.tally.rest();
        self.read(self.rest_url(path)?, what, known).await
    }

    /// Reads a list by following the host's own links to its next pages, at most `pages` of them.
    /// The second value says whether more is there. A link to another host is not followed.
    ///
    /// # Errors
    /// Any [`GithubError`].
    pub async fn list<T: DeserializeOwned>(
        &self,
        path: &str,
        what: &str,
        pages: usize,
    ) -> Result<(Vec<T>, bool)> {
        let mut all = Vec::new();
        let mut next = Some(self.rest_url(path)?);
        let mut read = 0;
        while let Some(url) = next.take() {
            if read == pages {
                return Ok((all, true));
            }
            self.tally.rest();
            let answer = self.read(url, what, None).await?;
            all.extend(self.parsed::<Vec<T>>(&answer, what)?);
            next = match answer.next {
                // What was read is kept; nobody else is asked for the rest.
                Some(url) if !self.host.owns(&url) => return Ok((all, true)),
                other => other,
            };
            read += 1;
        }
        Ok((all, false))
    }

    async fn read(&self, url: Url, what: &str, known: Option<&str>) -> Result<Answer> {
        self.send(&Ask {
            method: Method::GET,
            url,
            body: None,
            accept: JSON,
            known,
            nature: Nature::Read,
            what,
        })
        .await
    }

    /// Sends a query that only reads, and gives the raw answer. Its `errors` are looked at by
    /// `graphql::Reply`; limits are waited for here.
    pub(super) async fn query(
        &self,
        document: &str,
        variables: &serde_json::Value,
        what: &str,
    ) -> Result<Answer> {
        if self.token.is_none() {
            return Err(GithubError::NoToken {
                host: self.host.name.clone(),
            });
        }
        let body = serde_json::json!({ "query": document, "variables": variables });
        self.tally.graphql();
        self.send(&Ask {
            method: Method::POST,
            url: self.host.graphql.clone(),
            body: Some(body.to_string().into_bytes()),
            accept: JSON,
            known: None,
            nature: Nature::Query,
            what,
        })
        .await
    }

    /// Creates something. Sent once.
    ///
    /// # Errors
    /// Any [`GithubError`]; after [`GithubError::Unreachable`] it is unknown whether it was done.
    pub async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
        what: &str,
    ) -> Result<T> {
        self.write(Method::POST, path, body, what).await
    }

    /// Changes something. Sent once.
    ///
    /// # Errors
    /// As [`Client::post`].
    pub async fn patch<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
        what: &str,
    ) -> Result<T> {
        self.write(Method::PATCH, path, body, what).await
    }

    /// Puts something in its place. Sent once.
    ///
    /// # Errors
    /// As [`Client::post`].
    pub async fn put<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
        what: &str,
    ) -> Result<T> {
        self.write(Method::PUT, path, body, what).await
    }

    async fn write<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
        what: &str,
    ) -> Result<T> {
        let body = serde_json::to_vec(body).map_err(|e| self.malformed(what, &e.to_string()))?;
        self.tally.rest();
        let answer = self
            .send(&Ask {
                method,
                url: self.rest_url(path)?,
                body: Some(body),
                accept: JSON,
                known: None,
                nature: Nature::Write,
                what,
            })
            .await?;
        self.parsed(&answer, what)
    }

    /// An address below the host's REST interface.
    fn rest_url(&self, path: &str) -> Result<Url> {
        let joined = self.host.rest.join(path.trim_start_matches('/'));
        joined
            .ok()
            .filter(|u| u.as_str().starts_with(self.host.rest.as_str()))
            .ok_or_else(|| {
                GithubError::Config(format!(
                    "“{}” is no path of the interface of {}.",
                    one_line(path),
                    self.host.name
                ))
            })
    }

    async fn send(&self, ask: &Ask<'_>) -> Result<Answer> {
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

    /// What stands between this client and a private repository.
    pub(super) fn rights(&self) -> String {
        match &self.token {
            Some(token) => format!("the token from {} may not read it", token.source),
            None => "no token was given (set GITHUB_TOKEN)".to_owned(),
        }
    }

    pub(super) fn parsed<T: DeserializeOwned>(&self, answer: &Answer, what: &str) -> Result<T> {
        // An empty answer (204) is JSON's null, so that `()` and `Option` fit.
        let body: &[u8] = match answer.body.is_empty() {
            true => b"null",
            false => &answer.body,
        };
        serde_json::from_slice(body).map_err(|e| self.malformed(what, &e.to_string()))
    }

    pub(super) fn malformed(&self, what: &str, detail: &str) -> GithubError {
        GithubError::Malformed {
            host: self.host.name.clone(),
            what: what.to_owned(),
            detail: sentence(detail),
        }
    }

    fn elsewhere(&self, what: &str) -> GithubError {
        GithubError::Elsewhere {
            host: self.host.name.clone(),
            what: what.to_owned(),
        }
    }
}
