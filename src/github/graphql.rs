//! GraphQL over the client: the answer's envelope, and what its errors mean.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::client::Client;
use super::error::{GithubError, Result, sentence};

/// An answer with data. Errors may stand beside it: then parts of the data are null.
#[derive(Clone, Debug)]
pub struct Reply<T> {
    /// The data.
    pub data: T,
    /// What could not be answered.
    pub errors: Vec<QueryError>,
}

/// One error of a GraphQL answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct QueryError {
    /// `NOT_FOUND`, `FORBIDDEN`, `RATE_LIMITED`, …; absent for an invalid query.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// The host's words.
    pub message: String,
    /// Where in the data: names and positions.
    pub path: Vec<Value>,
}

impl QueryError {
    /// Whether what is asked for does not exist, or may not be seen.
    pub fn is_missing(&self) -> bool {
        self.kind.as_deref() == Some("NOT_FOUND")
    }

    /// The alias below `repository` that it speaks of.
    pub fn alias(&self) -> Option<&str> {
        self.path.get(1)?.as_str()
    }

    /// Whether the host gave up for lack of time, so that a smaller question may be answered.
    fn is_slow(&self) -> bool {
        let words = self.message.to_lowercase();
        self.kind.as_deref() == Some("RESOURCE_LIMITS_EXCEEDED")
            || ["timeout", "timed out", "something went wrong"]
                .iter()
                .any(|w| words.contains(w))
    }
}

#[derive(Deserialize)]
struct Envelope {
    #[serde(default)]
    data: Option<Value>,
    #[serde(default)]
    errors: Vec<QueryError>,
}

impl Client {
    /// Sends a query that only reads. Partial errors stand in the reply; a limit is waited for or
    /// refused as for any read.
    ///
    /// # Errors
    /// [`GithubError::TooSlow`] where a smaller query may pass; any other [`GithubError`].
    pub async fn graphql<T: DeserializeOwned>(
        &self,
        document: &str,
        variables: &Value,
        what: &str,
    ) -> Result<Reply<T>> {
        let answer = self.query(document, variables, what).await?;
        let envelope: Envelope = self.parsed(&answer, what)?;
        let cost = envelope
            .data
            .as_ref()
            .and_then(|d| d.pointer("/rateLimit/cost"))
            .and_then(Value::as_u64);
        self.tally()
            .points(cost.and_then(|c| u32::try_from(c).ok()).unwrap_or(0));
        let errors = envelope.errors;
        let empty = |data: &Value| match data.as_object() {
            Some(fields) => fields.iter().all(|(k, v)| k == "rateLimit" || v.is_null()),
            None => true,
        };
        match envelope.data {
            Some(data) if errors.is_empty() || !empty(&data) => {
                if let Some(slow) = errors.iter().find(|e| e.is_slow()) {
                    tracing::debug!("a part of the answer lacks: {}", sentence(&slow.message));
                    return Err(self.too_slow(what));
                }
                let data = serde_json::from_value(data)
                    .map_err(|e| self.malformed(what, &e.to_string()))?;
                Ok(Reply { data, errors })
            }
            _ => Err(self.failed(&errors, what)),
        }
    }

    fn failed(&self, errors: &[QueryError], what: &str) -> GithubError {
        let host = self.host().name.clone();
        let what = what.to_owned();
        let Some(first) = errors.first() else {
            return self.malformed(&what, "it holds neither data nor errors");
        };
        match first.kind.as_deref() {
            Some("NOT_FOUND") => GithubError::NotFound {
                host,
                what,
                rights: self.rights(),
            },
            Some("FORBIDDEN" | "INSUFFICIENT_SCOPES") => GithubError::Forbidden {
                host,
                what,
                said: sentence(&first.message),
            },
            _ if first.is_slow() => self.too_slow(&what),
            _ => GithubError::Refused {
                host,
                what,
                status: 200,
                said: sentence(&first.message),
            },
        }
    }

    fn too_slow(&self, what: &str) -> GithubError {
        GithubError::TooSlow {
            host: self.host().name.clone(),
            what: what.to_owned(),
        }
    }
}
