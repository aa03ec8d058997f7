//! Takes secrets out of text before it is shown or logged.

use std::sync::LazyLock;

use regex::Regex;

static SECRETS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)gh[pousr]_\w+|github_pat_\w+|\bsk-[\w-]{8,}|\b(authorization|proxy-authorization)(:\s*|=)\S+(\s+\S+)?|\b(bearer|basic)\s+[\w.~+/=-]{8,}|\bx-access-token:[^@\s]+|://[^/\s@]+@",
    )
    .ok()
});

/// The text with tokens, keys, authorization headers and the userinfo of URLs replaced by
/// `[redacted]`.
pub fn redacted(text: &str) -> String {
    match &*SECRETS {
        Some(pattern) => pattern.replace_all(text, "[redacted]").into_owned(),
        None => "[redacted]".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_form_of_a_secret_is_left() {
        for (text, secret) in [
            ("token ghp_abc123DEF456 is bad", "abc123"),
            ("github_pat_11AAA_bbb", "11AAA"),
            ("key sk-proj-123456789", "123456789"),
            ("Authorization: Bearer s3cr3t.value", "s3cr3t"),
            ("authorization=basic dXNlcjpwYXNz", "dXNlcjpwYXNz"),
            ("sent bearer abcdefgh.ijkl", "abcdefgh"),
            ("https://me:pass@host/x", "pass"),
            ("https://x-access-token:gho_zzz@github.com/o/r", "zzz"),
        ] {
            let out = redacted(text);
            assert!(!out.contains(secret), "{out}");
            assert!(out.contains("[redacted]"), "{out}");
        }
        assert_eq!(redacted("a basic fix, no secret"), "a basic fix, no secret");
    }
}
