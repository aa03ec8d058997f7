//! The user's words for what is under review.

use std::path::PathBuf;

use super::error::{ChangeError, Result};

/// A pull request by number, in this clone's repository or a named one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PullRef {
    /// The host, where a URL named it.
    pub host: Option<String>,
    /// Owner and repository, where they were named.
    pub repository: Option<(String, String)>,
    /// The number.
    pub number: u64,
}

/// What is under review, as typed and not yet looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A word that only the repository can explain: a branch, a tag, a commit, a number, a file.
    Named(String),
    /// `A..B`, or `A...B` with `three_dots`.
    Range {
        /// The older side; empty means HEAD.
        from: String,
        /// The newer side; empty means HEAD.
        to: String,
        /// Whether it was written with three dots.
        three_dots: bool,
    },
    /// The index against HEAD.
    Staged,
    /// The worktree against HEAD.
    Worktree,
    /// A patch in a file.
    PatchFile(PathBuf),
    /// A patch on standard input.
    PatchStdin,
    /// A pull request.
    Pull(PullRef),
}

/// Endings of patch files.
const PATCH_ENDINGS: &[&str] = &[".patch", ".diff", ".mbox"];

impl Target {
    /// Reads the arguments: at most one of a word, `--staged` and `--worktree`.
    ///
    /// # Errors
    /// [`ChangeError::Usage`].
    pub fn from_args(word: Option<&str>, staged: bool, worktree: bool) -> Result<Self> {
        match (word, staged, worktree) {
            (None, true, false) => Ok(Self::Staged),
            (None, false, true) => Ok(Self::Worktree),
            (Some(word), false, false) => Self::parse(word),
            (None, false, false) => Err(ChangeError::Usage(
                "Name what to review: a branch, a commit, a range, a pull request, a patch, --staged or --worktree.".to_owned(),
            )),
            _ => Err(ChangeError::Usage(
                "Give one of a target, --staged and --worktree, not several.".to_owned(),
            )),
        }
    }

    /// Reads one word by the rules of the [module](super).
    ///
    /// # Errors
    /// [`ChangeError::Usage`] for an empty word or a URL that is no pull request.
    pub fn parse(word: &str) -> Result<Self> {
        let word = word.trim();
        if word.is_empty() {
            return Err(ChangeError::Usage("The target is empty.".to_owned()));
        }
        if word == "-" {
            return Ok(Self::PatchStdin);
        }
        if word.contains("://") && !word.starts_with(":/") {
            return pull_url(word).map(Self::Pull).ok_or_else(|| {
                ChangeError::Usage(
                    "This URL names no pull request. It should look like https://github.com/owner/repo/pull/7.".to_owned(),
                )
            });
        }
        if let Some(pull) = pull_short(word) {
            return Ok(Self::Pull(pull));
        }
        let lower = word.to_lowercase();
        if PATCH_ENDINGS.iter().any(|e| lower.ends_with(e))
            || ["/", "./", "../"].iter().any(|p| word.starts_with(p))
        {
            return Ok(Self::PatchFile(PathBuf::from(word)));
        }
        // A revision may hold dots in `@{…}` or `:/…`, where they make no range.
        if !word.contains("@{") && !word.starts_with(":/") {
            for (dots, three_dots) in [("...", true), ("..", false)] {
                if let Some((from, to)) = word.split_once(dots) {
                    return Ok(Self::Range {
                        from: from.to_owned(),
                        to: to.to_owned(),
                        three_dots,
                    });
                }
            }
        }
        Ok(Self::Named(word.to_owned()))
    }
}

/// `https://host/owner/repo/pull/7` with anything behind the number. No user, no port, no other
/// scheme: what is asked later is made of these parts alone.
fn pull_url(text: &str) -> Option<PullRef> {
    let url = url::Url::parse(text).ok()?;
    let plain = url.scheme() == "https"
        && url.username().is_empty()
        && url.password().is_none()
        && url.port().is_none();
    let mut parts = url.path_segments().filter(|_| plain)?;
    let host = url.domain()?.to_lowercase();
    let (owner, repo, word, number) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    if !matches!(word, "pull" | "pulls") || !is_name(owner) || !is_name(repo) {
        return None;
    }
    Some(PullRef {
        host: Some(host.strip_prefix("www.").unwrap_or(&host).to_owned()),
        repository: Some((owner.to_owned(), repo.to_owned())),
        number: pull_number(number)?,
    })
}

/// Whether a word can be an owner's or a repository's name, and nothing else in a path.
fn is_name(text: &str) -> bool {
    (1..=100).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
        && !matches!(text, "." | "..")
        && !text.starts_with('-')
}

/// `owner/repo#7` or `#7`.
fn pull_short(word: &str) -> Option<PullRef> {
    let (before, number) = word.split_once('#')?;
    let number = pull_number(number)?;
    if before.is_empty() {
        return Some(PullRef {
            host: None,
            repository: None,
            number,
        });
    }
    let (owner, repo) = before.split_once('/')?;
    (is_name(owner) && is_name(repo)).then(|| PullRef {
        host: None,
        repository: Some((owner.to_owned(), repo.to_owned())),
        number,
    })
}

fn pull_number(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|n| digits && *n > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pull(host: Option<&str>, repository: Option<(&str, &str)>, number: u64) -> Target {
        Target::Pull(PullRef {
            host: host.map(str::to_owned),
            repository: repository.map(|(o, r)| (o.to_owned(), r.to_owned())),
            number,
        })
    }

    #[test]
    fn every_form_of_a_target_is_told_apart() {
        let range = |from: &str, to: &str, three_dots| Target::Range {
            from: from.into(),
            to: to.into(),
            three_dots,
        };
        let named = |w: &str| Target::Named(w.to_owned());
        for (word, want) in [
            ("-", Target::PatchStdin),
            (
                "https://github.com/ada/engine/pull/7",
                pull(Some("github.com"), Some(("ada", "engine")), 7),
            ),
            (
                "https://github.com/ada/engine/pull/7/files?w=1#r1",
                pull(Some("github.com"), Some(("ada", "engine")), 7),
            ),
            (
                "https://git.example.org/ada/engine/pulls/7",
                pull(Some("git.example.org"), Some(("ada", "engine")), 7),
            ),
            ("ada/engine#12", pull(None, Some(("ada", "engine")), 12)),
            ("#12", pull(None, None, 12)),
            ("12", named("12")),
            ("fix.patch", Target::PatchFile("fix.patch".into())),
            ("../x/FIX.DIFF", Target::PatchFile("../x/FIX.DIFF".into())),
            ("./odd", Target::PatchFile("./odd".into())),
            ("main..topic", range("main", "topic", false)),
            ("main...topic", range("main", "topic", true)),
            ("..topic", range("", "topic", false)),
            ("v1.0..", range("v1.0", "", false)),
            ("main@{1..2}", named("main@{1..2}")),
            ("feature/a#b", named("feature/a#b")),
            ("HEAD~2", named("HEAD~2")),
        ] {
            assert_eq!(Target::parse(word).unwrap(), want, "{word}");
        }
        for word in [
            "",
            "  ",
            "https://github.com/ada/engine",
            "https://github.com/ada/engine/issues/7",
            "http://github.com/ada/engine/pull/7",
            "ssh://git@github.com/ada/engine/pull/7",
            "https://me:secret@github.com/ada/engine/pull/7",
            "https://github.com:8443/ada/engine/pull/7",
            "https://127.0.0.1/ada/engine/pull/7",
            "https://[::1]/ada/engine/pull/7",
            "https://github.com/ada/%2e%2e/pull/7",
            "https://github.com/ada/../pull/7",
            "https://github.com/a%2Fb/engine/pull/7",
            "https://github.com/ada/engine/pull/0",
            "https://github.com/ada/engine/pull/7x",
            "https://github.com/ada/engine/pull/1234567890",
        ] {
            assert!(Target::parse(word).is_err(), "{word}");
        }
        assert!(Target::from_args(Some("main"), true, false).is_err());
        assert!(Target::from_args(None, false, false).is_err());
        assert_eq!(
            Target::from_args(None, false, true).unwrap(),
            Target::Worktree
        );
    }
}
