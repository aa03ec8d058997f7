//! One HTTP answer, read to its end and cut down to what is used of it.

use reqwest::header::HeaderMap;
use serde_json::Value;
use url::Url;

use super::limits::{Headers, Limit, limit};

/// One HTTP answer.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The body, unpacked.
    pub body: Vec<u8>,
    /// What to send as `if-none-match` the next time.
    pub etag: Option<String>,
    /// The address of the next page, by the `link` header.
    pub next: Option<Url>,
    /// Where a redirect leads.
    pub(super) location: Option<String>,
    /// Whether single sign-on is what lacks.
    pub(super) sso: bool,
    limits: Headers,
}

impl Answer {
    /// Sends the request and reads the answer; an error is what went wrong, without the address.
    pub(super) async fn read(
        request: reqwest::RequestBuilder,
        max: usize,
    ) -> std::result::Result<Self, String> {
        let mut response = request.send().await.map_err(why)?;
        let headers = response.headers();
        let text = |name: &str| Some(headers.get(name)?.to_str().ok()?.to_owned());
        let number = |name: &str| text(name).and_then(|v| v.trim().parse::<u64>().ok());
        let mut answer = Self {
            status: response.status().as_u16(),
            body: Vec::new(),
            etag: text("etag"),
            next: next(headers),
            location: text("location"),
            sso: headers.contains_key("x-github-sso"),
            limits: Headers {
                retry_after: number("retry-after"),
                remaining: number("x-ratelimit-remaining"),
                reset: number("x-ratelimit-reset").and_then(|n| i64::try_from(n).ok()),
                date: text("date").and_then(|d| {
                    let at = jiff::fmt::rfc2822::parse(&d).ok()?;
                    Some(at.timestamp().as_second())
                }),
            },
        };
        while let Some(chunk) = response.chunk().await.map_err(why)? {
            if answer.body.len() + chunk.len() > max {
                return Err(format!(
                    "the answer is larger than {} MB",
                    max / 1024 / 1024
                ));
            }
            answer.body.extend_from_slice(&chunk);
        }
        Ok(answer)
    }

    /// The limit that it speaks of.
    pub(super) fn limit(&self) -> Option<Limit> {
        // The words that matter stand at the beginning of a short answer.
        let head = &self.body[..self.body.len().min(64 * 1024)];
        let now = jiff::Timestamp::now().as_second();
        let words = String::from_utf8_lossy(head);
        limit(
            self.status,
            &words,
            self.limited_in_answer(),
            &self.limits,
            now,
        )
    }

    /// Whether a GraphQL error says so. The words alone could stand in anybody's title.
    fn limited_in_answer(&self) -> bool {
        let words = b"RATE_LIMITED";
        self.status == 200
            && self.body.windows(words.len()).any(|w| w == words)
            && serde_json::from_slice::<Value>(&self.body).is_ok_and(|v| {
                let errors = v.get("errors").and_then(Value::as_array);
                errors
                    .into_iter()
                    .flatten()
                    .any(|e| e.get("type").and_then(Value::as_str) == Some("RATE_LIMITED"))
            })
    }

    /// The host's own words for an error.
    pub(super) fn message(&self) -> String {
        let value: Value = serde_json::from_slice(&self.body).unwrap_or_default();
        let mut text = match value.get("message").and_then(|m| m.as_str()) {
            Some(message) => message.to_owned(),
            None => return String::new(),
        };
        let details = value.get("errors").and_then(|e| e.as_array());
        for error in details.into_iter().flatten().take(3) {
            let word = |name: &str| error.get(name).and_then(|v| v.as_str());
            if let Some(detail) = word("message").or_else(|| word("code")).or(error.as_str()) {
                text.push_str("; ");
                text.push_str(detail);
            }
        }
        text
    }
}

/// The chain of causes, without any address.
fn why(error: reqwest::Error) -> String {
    let error = error.without_url();
    if error.is_timeout() {
        return "it did not answer in time".to_owned();
    }
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text.push_str(": ");
            text.push_str(&inner_text);
        }
        cause = inner.source();
    }
    text
}

/// The `rel="next"` link of RFC 8288, as GitHub writes it.
fn next(headers: &HeaderMap) -> Option<Url> {
    for value in headers.get_all("link") {
        for link in value.to_str().ok()?.split(',') {
            let mut parts = link.split(';');
            let target = parts.next()?.trim();
            if parts.any(|p| matches!(p.trim(), "rel=\"next\"" | "rel=next")) {
                let target = target.strip_prefix('<')?.strip_suffix('>')?;
                return Url::parse(target).ok();
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_page_is_where_the_host_says() {
        let mut headers = HeaderMap::new();
        assert_eq!(next(&headers), None);
        let link = r#"<https://api.github.com/repositories/1/issues?page=1>; rel="prev", <https://api.github.com/repositories/1/issues?page=3>; rel="next""#;
        headers.insert("link", link.parse().unwrap());
        assert_eq!(
            next(&headers).unwrap().as_str(),
            "https://api.github.com/repositories/1/issues?page=3"
        );
        headers.insert("link", "nonsense, <x; rel=\"next\"".parse().unwrap());
        assert_eq!(next(&headers), None);
    }

    #[test]
    fn an_error_is_told_in_the_hosts_words() {
        let answer = Answer {
            body: br#"{"message":"Validation Failed","errors":[{"code":"missing"},"odd"]}"#
                .to_vec(),
            ..Answer::default()
        };
        assert_eq!(answer.message(), "Validation Failed; missing; odd");
        assert_eq!(Answer::default().message(), "");
    }
}
