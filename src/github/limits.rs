//! Tells a limit from other refusals, and how long it holds.
//!
//! GitHub says so in four ways: status 403 or 429 with `retry-after` (secondary limits), 403 or 429
//! with `x-ratelimit-remaining: 0` and `x-ratelimit-reset` (the hourly one), the same words without
//! any header (wait a minute, says its documentation), and status 200 with an error of the type
//! `RATE_LIMITED` (GraphQL).

use std::time::Duration;

use super::error::GithubError;

/// What is waited where a limit names no time.
const UNNAMED: Duration = Duration::from_secs(60);

/// What an answer's headers say of limits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Headers {
    /// `retry-after`, in seconds.
    pub retry_after: Option<u64>,
    /// `x-ratelimit-remaining`.
    pub remaining: Option<u64>,
    /// `x-ratelimit-reset`, in seconds since 1970.
    pub reset: Option<i64>,
    /// `date`, in seconds since 1970: the host's own clock.
    pub date: Option<i64>,
}

/// A limit that is used up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    /// How long it holds.
    pub wait: Duration,
    /// Whether it is the hourly one.
    pub hourly: bool,
}

/// The limit that an answer speaks of, if it does. `local` is this machine's time, for hosts that
/// do not say theirs; `in_answer` says that an error of the type `RATE_LIMITED` stands in the body.
pub(super) fn limit(
    status: u16,
    body: &str,
    in_answer: bool,
    headers: &Headers,
    local: i64,
) -> Option<Limit> {
    let words = body.to_lowercase();
    let refused = matches!(status, 403 | 429);
    let by_words = refused
        && ["rate limit", "abuse detection"]
            .iter()
            .any(|w| words.contains(w));
    let used_up = headers.remaining == Some(0) && (refused || in_answer);
    if let Some(seconds) = headers.retry_after.filter(|_| refused || in_answer) {
        return Some(Limit {
            wait: Duration::from_secs(seconds),
            hourly: used_up,
        });
    }
    if let Some(reset) = headers.reset.filter(|_| used_up || in_answer) {
        // One second more: both times are cut to whole seconds.
        let left = reset.saturating_sub(headers.date.unwrap_or(local)).max(0);
        return Some(Limit {
            wait: Duration::from_secs(left.unsigned_abs() + 1),
            hourly: true,
        });
    }
    (status == 429 || by_words || in_answer).then_some(Limit {
        wait: UNNAMED,
        hourly: false,
    })
}

/// The refusal that names the time from when on the host answers again.
pub(super) fn refusal(host: &str, limit: &Limit, with_token: bool) -> GithubError {
    let seconds = limit.wait.as_secs();
    let left = match seconds {
        0..=90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", seconds.div_ceil(60)),
    };
    let at = jiff::Timestamp::now()
        .checked_add(jiff::SignedDuration::from_secs(
            i64::try_from(seconds)
                .unwrap_or(i64::MAX / 4)
                .min(31_536_000),
        ))
        .map(|t| t.strftime("%H:%M:%S UTC").to_string())
        .unwrap_or_else(|_| "later".to_owned());
    let (name, advice) = match (limit.hourly, with_token) {
        (true, false) => (
            "the limit of 60 requests an hour without a token",
            "Set GITHUB_TOKEN, which allows 5,000, or run the command again then.",
        ),
        (true, true) => (
            "the token's hourly limit",
            "Run the command again then; what was read until now is kept.",
        ),
        (false, _) => (
            "the limit for many requests at once",
            "Run the command again then; what was read until now is kept.",
        ),
    };
    GithubError::Limited {
        host: host.to_owned(),
        until: format!("{at} (in {left})"),
        limit: name.to_owned(),
        advice: advice.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(retry: Option<u64>, remaining: Option<u64>, reset: Option<i64>) -> Headers {
        Headers {
            retry_after: retry,
            remaining,
            reset,
            date: Some(1000),
        }
    }

    #[test]
    fn each_way_of_saying_limit_is_understood() {
        let seconds = |status, body: &str, h: &Headers| {
            limit(status, body, body.contains("RATE_LIMITED"), h, 5000)
                .map(|l| (l.wait.as_secs(), l.hourly))
        };
        let none = Headers::default();
        assert_eq!(
            seconds(403, "{}", &headers(Some(7), None, None)),
            Some((7, false))
        );
        assert_eq!(
            seconds(
                403,
                "API rate limit exceeded",
                &headers(None, Some(0), Some(1040))
            ),
            Some((41, true)),
            "by the host's clock, not ours"
        );
        assert_eq!(
            seconds(
                200,
                r#"{"errors":[{"type":"RATE_LIMITED"}]}"#,
                &headers(None, Some(0), Some(1010))
            ),
            Some((11, true))
        );
        assert_eq!(
            seconds(403, "You have exceeded a secondary rate limit", &none),
            Some((60, false))
        );
        assert_eq!(seconds(429, "", &none), Some((60, false)));
        // A right that lacks is no limit, and the last allowed answer is an answer.
        assert_eq!(
            seconds(403, "Resource not accessible by integration", &none),
            None
        );
        assert_eq!(
            seconds(200, "{}", &headers(None, Some(0), Some(1040))),
            None
        );
        assert_eq!(seconds(404, "", &headers(None, Some(0), Some(1040))), None);
    }

    #[test]
    fn a_refusal_names_the_time_and_what_to_do() {
        let limit = Limit {
            wait: Duration::from_secs(1800),
            hourly: true,
        };
        let text = refusal("github.com", &limit, false).to_string();
        assert!(
            text.contains("UTC (in 30 minutes)") && text.contains("GITHUB_TOKEN"),
            "{text}"
        );
        let far = Limit {
            wait: Duration::from_secs(u64::MAX),
            hourly: true,
        };
        assert!(
            refusal("github.com", &far, true)
                .to_string()
                .contains("hourly")
        );
    }
}
