//! The ways in which the scripted GitHub fails.

use std::time::Duration;

use axum::body::Body;
use axum::http::Response;
use serde_json::json;

use super::plain;

/// How one request fails.
#[derive(Clone, Debug)]
pub enum Fault {
    /// It does not: for the requests before the one that is to fail.
    None,
    /// A status with GitHub's usual body.
    Status(u16),
    /// The hourly limit, reset in so many seconds, by REST's status 403.
    Hourly(i64),
    /// A secondary limit, as status 403 with `retry-after`.
    Secondary(u64),
    /// A secondary limit, as status 429 without any header.
    TooMany,
    /// The hourly limit by GraphQL: status 200 with an error.
    RateLimited(i64),
    /// Nothing comes for so long.
    Slow(Duration),
    /// The answer ends in the middle.
    Cut,
    /// The answer is no JSON.
    Garbage,
    /// A page of a proxy.
    Html,
    /// A redirect to another host.
    Elsewhere,
    /// A redirect on the same host.
    Moved(String),
    /// The organisation wants single sign-on.
    Sso,
}

impl Fault {
    /// The failing answer; `None` where it answers after all.
    pub async fn response(self, root: &str) -> Option<Response<Body>> {
        let now = jiff::Timestamp::now().as_second();
        let mut headers: Vec<(&str, String)> = Vec::new();
        let mut answer = match self {
            Self::None => return None,
            Self::Slow(time) => {
                tokio::time::sleep(time).await;
                return None;
            }
            Self::Status(status) => {
                plain(status, &json!({"message": format!("scripted {status}")}))
            }
            Self::Hourly(left) => {
                headers.push(("x-ratelimit-remaining", "0".into()));
                headers.push(("x-ratelimit-reset", (now + left).to_string()));
                plain(403, &json!({"message": "API rate limit exceeded"}))
            }
            Self::Secondary(seconds) => {
                headers.push(("retry-after", seconds.to_string()));
                plain(
                    403,
                    &json!({"message": "You have exceeded a secondary rate limit."}),
                )
            }
            Self::TooMany => plain(429, &json!({"message": "Too many requests"})),
            Self::RateLimited(left) => {
                headers.push(("x-ratelimit-remaining", "0".into()));
                headers.push(("x-ratelimit-reset", (now + left).to_string()));
                plain(
                    200,
                    &json!({"errors": [{"type": "RATE_LIMITED", "message": "API rate limit exceeded"}]}),
                )
            }
            Self::Cut => {
                let parts: [Result<&str, std::io::Error>; 2] = [
                    Ok("{\"data\":{\"repository\":{"),
                    Err(std::io::Error::other("cut")),
                ];
                let body = Body::from_stream(futures::stream::iter(parts));
                Response::new(body)
            }
            Self::Garbage => Response::new(Body::from("{\"data\": [unfinished")),
            Self::Html => {
                headers.push(("content-type", "text/html".into()));
                Response::new(Body::from("<html><body>Sign in to the proxy</body></html>"))
            }
            Self::Elsewhere => {
                headers.push(("location", "https://evil.example.org/steal".into()));
                plain(301, &json!({}))
            }
            Self::Moved(path) => {
                headers.push(("location", format!("{root}{path}")));
                plain(301, &json!({}))
            }
            Self::Sso => {
                headers.push((
                    "x-github-sso",
                    "required; url=https://github.com/orgs/x/sso".into(),
                ));
                plain(
                    403,
                    &json!({"message": "Resource protected by organization SAML enforcement."}),
                )
            }
        };
        for (name, value) in headers {
            answer.headers_mut().insert(name, value.parse().unwrap());
        }
        Some(answer)
    }
}
