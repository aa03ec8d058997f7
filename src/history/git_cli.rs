//! The only place that starts the git program: blame in a shallow clone, fetching a pull request's
//! head into rguard's own cache repository, and cloning into rguard's cache.
//!
//! Every call has the same flags and environment, so that neither the user's configuration nor a
//! repository's can run a program, ask a question or change the answer.

use std::ffi::OsStr;
use std::io::{Seek, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::access::Access;
use super::error::{HistoryError, Result};
use crate::model::safe::one_line;

/// How much of git's own words an error repeats, in characters.
const MAX_WORDS: usize = 400;

/// Variables of git's that say which repository is meant; here only the argument says it.
const REDIRECTS: &[&str] = &[
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_COMMON_DIR",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_EXTERNAL_DIFF",
    "GIT_DIFF_OPTS",
    "GIT_CONFIG",
    "GIT_CONFIG_PARAMETERS",
    "GIT_CONFIG_COUNT",
    "GIT_TRACE",
    "GIT_TRACE_CURL",
    "GIT_CURL_VERBOSE",
    "GIT_SHALLOW_FILE",
    "GIT_GRAFT_FILE",
    "GIT_REPLACE_REF_BASE",
];

/// The program with its fixed flags and environment, not yet started.
pub(crate) fn command<S: AsRef<OsStr>>(
    dir: &Path,
    subcommand: &str,
    args: &[S],
    access: Option<&Access>,
) -> Command {
    let mut command = Command::new("git");
    for name in REDIRECTS {
        command.env_remove(name);
    }
    command
        .current_dir(dir)
        .stdin(Stdio::null())
        .env("LC_ALL", "C")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_TERMINAL_PROMPT", "0")
        .env("GIT_PAGER", "cat")
        .args(["-c", "core.fsmonitor=false", "-c", "core.quotepath=off"])
        .args([
            "-c",
            "core.hooksPath=/dev/null",
            "-c",
            "gc.auto=0",
            "-c",
            "maintenance.auto=false",
        ])
        .args(["-c", "blame.ignoreRevsFile=", "-c", "diff.algorithm=myers"])
        .args(["-c", "protocol.ext.allow=never"])
        .arg(subcommand)
        .args(args);
    for (name, value) in access.map(Access::variables).into_iter().flatten() {
        command.env(name, value);
    }
    command
}

/// Runs git in `dir` and gives its standard output. The caller sees to it that no
/// argument from a user can be taken for an option (full ids only; paths after `--`).
///
/// # Errors
/// [`HistoryError::GitProgram`] with git's own words.
pub(crate) fn git<S: AsRef<OsStr>>(dir: &Path, subcommand: &str, args: &[S]) -> Result<Vec<u8>> {
    git_as(dir, subcommand, args, None)
}

/// As [`git`], with a token for the remote.
///
/// # Errors
/// As [`git`].
pub(crate) fn git_as<S: AsRef<OsStr>>(
    dir: &Path,
    subcommand: &str,
    args: &[S],
    access: Option<&Access>,
) -> Result<Vec<u8>> {
    ended(subcommand, command(dir, subcommand, args, access).output())
}

/// As [`git_as`], with something on its standard input.
///
/// # Errors
/// As [`git`].
pub(crate) fn git_with_input<S: AsRef<OsStr>>(
    dir: &Path,
    subcommand: &str,
    args: &[S],
    access: Option<&Access>,
    input: &[u8],
) -> Result<Vec<u8>> {
    // A file: a pipe could fill up while nobody reads the output.
    let file = tempfile::tempfile().and_then(|mut file| {
        file.write_all(input)?;
        file.rewind()?;
        Ok(file)
    });
    let file = file.map_err(|e| failure(subcommand, &e.to_string()))?;
    let mut command = command(dir, subcommand, args, access);
    ended(subcommand, command.stdin(file).output())
}

fn ended(subcommand: &str, out: std::io::Result<Output>) -> Result<Vec<u8>> {
    let out = out.map_err(|e| {
        let missing = e.kind() == std::io::ErrorKind::NotFound;
        failure(
            subcommand,
            &match missing {
                true => "the git program is not installed or not on the PATH.".to_owned(),
                false => e.to_string(),
            },
        )
    })?;
    match out.status.success() {
        true => Ok(out.stdout),
        false => Err(failure(subcommand, &String::from_utf8_lossy(&out.stderr))),
    }
}

/// The error with git's own words, fit to be shown.
pub(crate) fn failure(subcommand: &str, words: &str) -> HistoryError {
    let words = hide_secrets(&one_line(words));
    HistoryError::GitProgram {
        command: subcommand.to_owned(),
        detail: words.chars().take(MAX_WORDS).collect(),
    }
}

/// The text with user and password taken out of every URL in it.
pub(crate) fn hide_secrets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let (before, after) = rest.split_at(at + 3);
        out.push_str(before);
        let end = after.find(['/', ' ', '\'', '"']).unwrap_or(after.len());
        match after[..end].rfind('@') {
            Some(mark) => rest = &after[mark + 1..],
            None => rest = after,
        }
    }
    out.push_str(rest);
    out
}

/// A path as git quotes it in porcelain output (`"a\303\251\n"`), as bytes.
pub(crate) fn unquote(field: &[u8]) -> Vec<u8> {
    let Some(inner) = field
        .strip_prefix(b"\"")
        .and_then(|f| f.strip_suffix(b"\""))
    else {
        return field.to_vec();
    };
    let mut out = Vec::with_capacity(inner.len());
    let mut bytes = inner.iter().copied();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match bytes.next() {
            Some(b'n') => out.push(b'\n'),
            Some(b't') => out.push(b'\t'),
            Some(b'r') => out.push(b'\r'),
            Some(b'a') => out.push(7),
            Some(b'b') => out.push(8),
            Some(b'f') => out.push(12),
            Some(b'v') => out.push(11),
            Some(digit @ b'0'..=b'3') => {
                let mut value = digit - b'0';
                for _ in 0..2 {
                    value = value.wrapping_mul(8)
                        + bytes.next().map_or(0, |b| b.wrapping_sub(b'0') & 7);
                }
                out.push(value);
            }
            Some(other) => out.push(other),
            None => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_paths_come_back_as_bytes() {
        assert_eq!(unquote(b"plain name"), b"plain name");
        assert_eq!(unquote(br#""caf\303\251\t\"x\\""#), b"caf\xc3\xa9\t\"x\\");
    }

    #[test]
    fn a_password_in_a_url_is_never_repeated() {
        assert_eq!(
            hide_secrets(
                "fatal: unable to access 'https://me:tok@host.org/a/b': no; see http://x/y"
            ),
            "fatal: unable to access 'https://host.org/a/b': no; see http://x/y"
        );
    }

    #[test]
    fn a_failing_command_says_what_git_said() {
        let dir = tempfile::tempdir().unwrap();
        let error = git(dir.path(), "rev-parse", &["HEAD"])
            .unwrap_err()
            .to_string();
        assert!(error.contains("not a git repository"), "{error}");
    }
}
