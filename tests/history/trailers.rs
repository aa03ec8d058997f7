//! Trailers are what git says they are, message by message.

use std::io::Write;
use std::process::{Command, Stdio};

use rguard::decisions::lore;
use rguard::history::trailers;

use crate::testkit::TestRepo;

/// What `git interpret-trailers` reads in a message, as key and value.
fn by_git(repo: &TestRepo, message: &str) -> Vec<(String, String)> {
    let mut git = Command::new("git")
        .args(["interpret-trailers", "--parse", "--no-divider"])
        .current_dir(repo.path())
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = git.stdin.take().unwrap();
    input.write_all(message.as_bytes()).unwrap();
    drop(input);
    let out = git.wait_with_output().unwrap();
    assert!(out.status.success());
    let text = String::from_utf8(out.stdout).unwrap();
    let pair = |l: &str| {
        let (key, value) = l.split_once(':').unwrap_or((l, ""));
        (key.trim().to_owned(), value.trim().to_owned())
    };
    text.lines().map(pair).collect()
}

/// ariakit#7331 and hive#6606, and what else people write at the end of a message.
const MESSAGES: [(&str, &str); 14] = [
    (
        "trailers last",
        "Keep the list\n\nProse.\n\nRefs: #1\nReviewed-by: Ada <ada@example.org>\n",
    ),
    (
        "trailers, then prose",
        "Keep the list\n\nRejected: a map | slower\nRefs: #1\n\nAnd a last word.\n",
    ),
    (
        "a rule above them",
        "Keep the list\n\nProse.\n\n---\nRefs: #1\nRejected: a map | slower\n",
    ),
    (
        "a rule and a blank line above them",
        "Keep the list\n\nProse.\n\n---\n\nRefs: #1\n",
    ),
    (
        "a folded value",
        "Keep the list\n\nRejected: a map | it is slower on\n  small hosts and\n\tneeds more room\nRefs: #1\n",
    ),
    (
        "mixed case and a repeated key",
        "Keep the list\n\nrejected: a map | slower\nRejected: a tree | slower too\nREFS: #1\n",
    ),
    ("a title only", "Fix: x"),
    ("a title with a line end", "Fix: x\n"),
    (
        "a blank line among them",
        "Keep the list\n\nRefs: #1\n\nRejected: a map | slower\n",
    ),
    (
        "prose around a signature",
        "Keep the list\n\nSome words here\nSigned-off-by: Ada <ada@example.org>\n",
    ),
    (
        "prose without a signature",
        "Keep the list\n\nSome words here\nRejected: a map | slower\n",
    ),
    (
        "a footer with a blank in its key",
        "feat: read twice\n\nBREAKING CHANGE: one page more\n",
    ),
    (
        "a key with a blank before the mark",
        "Keep the list\n\nRejected : a map | slower\n",
    ),
    (
        "line ends of another system",
        "Keep the list\r\n\r\nRefs: #1\r\nRejected: a map | slower\r\n",
    ),
];

#[test]
fn ariakit_7331_and_hive_6606_trailers_are_read_exactly_as_git_reads_them() {
    let repo = TestRepo::new();
    for (what, message) in MESSAGES {
        let own: Vec<(String, String)> = trailers(message.as_bytes())
            .into_iter()
            .map(|(k, v)| (k, v.trim().to_owned()))
            .collect();
        assert_eq!(own, by_git(&repo, message), "{what}");
    }
}

#[test]
fn each_trailer_is_found_again_at_its_lines_word_for_word() {
    for (what, message) in MESSAGES {
        let placed = lore::trailers(message);
        let keys = |list: Vec<(String, String)>| -> Vec<String> {
            list.into_iter().map(|(k, _)| k).collect()
        };
        let own: Vec<String> = placed.iter().map(|t| t.key.clone()).collect();
        assert_eq!(own, keys(trailers(message.as_bytes())), "{what}");
        for t in &placed {
            let lines: Vec<&str> = message
                .lines()
                .skip(t.lines.start as usize - 1)
                .take((t.lines.end - t.lines.start + 1) as usize)
                .map(str::trim_end)
                .collect();
            assert_eq!(lines.join("\n"), t.raw, "{what}");
        }
    }
}
