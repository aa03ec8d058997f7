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
use super::sending::{Ask, Nature};
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

/// A connection to one GitHub host. A clone is cheap and counts with its original.
#[derive(Clone)]
pub struct Client {
    pub(super) http: reqwest::Client,
    pub(super) host: Host,
    pub(super) token: Option<Token>,
    pub(super) patience: Patience,
    notify: Notify,
    pub(super) tally: Arc<Tally>,
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
        let mut http = reqwest::Client::builder()
            .user_agent(concat!("rguard/", env!("CARGO_PKG_VERSION")))
            .timeout(patience.answer)
            .redirect(reqwest::redirect::Policy::none());
        if host.rest.scheme() == "http" {
            // It is this very machine, to which no proxy leads.
            http = http.no_proxy();
        }
        let http = http.build().map_err(|e| {
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

    pub(super) fn elsewhere(&self, what: &str) -> GithubError {
        GithubError::Elsewhere {
            host: self.host.name.clone(),
            what: what.to_owned(),
        }
    }
}
