//! `rguard action review` against a GitHub of our own: one comment, a neutral check run, and what
//! happens where the token may not.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::sharing::{clone, remote_and_clone};
use crate::testkit::gauge::{GaugeRepo, WAITING};
use crate::testkit::github_writes::{Github, ME};
use crate::testkit::run::{Home, Ran};

pub const MARKER: &str = "<!-- rguard:sticky v1 key=default -->";

/// A workflow's run: a clone of the base, an event, a GitHub.
pub struct Workflow {
    pub gauge: GaugeRepo,
    pub clone: PathBuf,
    pub home: Home,
    pub github: Github,
    pub head: String,
}

impl Workflow {
    pub fn new() -> Self {
        let (gauge, clone) = remote_and_clone();
        let head = gauge.repo.git(&["rev-parse", "refs/pull/7/head"]);
        let github = Github::start(gauge.repo.path().to_owned(), &gauge.tip, &head);
        Self {
            gauge,
            clone,
            home: Home::new(),
            github,
            head,
        }
    }

    /// Gives the pull request another head: these files, on top of it or of the base.
    pub fn push(&mut self, files: &[(&str, &str)]) {
        self.head = self
            .gauge
            .branch("moved", "refs/pull/7/head", files, "Go on");
        let repo = &self.gauge.repo;
        repo.git(&["update-ref", "refs/pull/7/head", &self.head]);
        repo.git(&["branch", "-q", "-D", "moved"]);
        self.github.with(|k| k.ends.1 = self.head.clone());
    }

    /// Runs `rguard action …` on an event.
    pub fn run(&self, what: &[&str], event: &Value) -> Ran {
        self.run_at(&self.home, &self.clone, what, event)
    }

    pub fn run_at(&self, home: &Home, clone: &Path, what: &[&str], event: &Value) -> Ran {
        let file = home.path().join("event.json");
        std::fs::write(&file, event.to_string()).unwrap();
        let mut command = home.command_with_engine(clone, &[&["action"], what].concat());
        command
            .env("RGUARD_ENGINE_LINGER", "120")
            .env("GITHUB_EVENT_PATH", &file)
            .env("GITHUB_REPOSITORY", "acme/gauge")
            .env("GITHUB_SERVER_URL", "https://github.com")
            .env("GITHUB_API_URL", &self.github.url)
            .env("GITHUB_GRAPHQL_URL", format!("{}/graphql", self.github.url))
            .env("GITHUB_TOKEN", "t0ps3cret")
            .env("GITHUB_STEP_SUMMARY", home.path().join("summary.md"))
            .env("GITHUB_OUTPUT", home.path().join("output"));
        let ran = Ran::from(command.output().unwrap());
        assert!(!format!("{ran:?}").contains("t0ps3cret"), "{ran:?}");
        ran
    }

    /// The event of a pull request that was opened.
    pub fn opened(&self) -> Value {
        json!({
            "action": "opened", "number": 7,
            "pull_request": {
                "number": 7, "title": "x\n::set-output name=a::$(touch owned) `touch owned`",
                "head": {"sha": self.head, "ref": "undo"},
                "base": {"sha": self.gauge.tip, "ref": "main"},
            },
            "sender": {"login": "eve", "type": "User"},
        })
    }

    pub fn review(&self) -> Ran {
        self.run(&["review"], &self.opened())
    }

    pub fn sticky(&self) -> String {
        let ours = self.github.ours();
        let marked: Vec<_> = ours.iter().filter(|(_, b)| b.starts_with(MARKER)).collect();
        assert_eq!(marked.len(), 1, "{ours:?}");
        marked[0].1.clone()
    }
}

#[test]
fn a_review_is_one_comment_kept_up_to_date_and_a_neutral_check_run() {
    let mut w = Workflow::new();
    let ran = w.run(&["review", "--sarif", "out.sarif"], &w.opened());
    assert_eq!(ran.code, 0, "{ran:?}");
    let text = w.sticky();
    assert!(
        text.contains("1 decision stands against this change."),
        "{text}"
    );
    assert!(
        text.contains("/blob/") && text.contains("waits 40 seconds"),
        "{text}"
    );
    let checks = w.github.with(|k| k.checks.clone());
    assert_eq!(checks.len(), 1);
    let check = &checks[0][0];
    assert_eq!(
        (&check["conclusion"], &check["head_sha"]),
        (&json!("neutral"), &json!(w.head))
    );
    assert_eq!(check["output"]["annotations"][0]["path"], "src/poll.rs");
    let sarif = std::fs::read_to_string(w.clone.join("out.sarif")).unwrap();
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len(), 1);
    let output = std::fs::read_to_string(w.home.path().join("output")).unwrap();
    assert!(
        output.contains("contradictions=1\n") && output.contains("partial="),
        "{output}"
    );

    // The same again: nothing is written but the check run.
    let ran = w.review();
    assert!(ran.out.contains("says the same already"), "{ran:?}");
    assert_eq!(w.github.count("POST /repos/acme/gauge/issues"), 1);
    assert_eq!(w.github.count("PATCH"), 0);

    // Another head: the comment is changed, not added.
    w.push(&[("NOTES.md", "notes\n")]);
    assert_eq!(w.review().code, 0);
    assert!(w.sticky().contains(&w.head));
    assert_eq!(
        w.github.count("PATCH /repos/acme/gauge/issues/comments/"),
        1
    );
    assert_eq!(w.github.count("POST /repos/acme/gauge/issues"), 1);
    assert!(!w.home.path().join("summary.md").exists());
}

#[test]
fn a_planted_marker_is_left_alone_and_an_edited_comment_is_put_right_on_any_page() {
    let w = Workflow::new();
    w.github.with(|k| {
        k.comments
            .push((1, "eve".into(), format!("{MARKER}\nI speak for rguard")));
        for id in 2..=140 {
            k.comments.push((id, "ada".into(), "chatter".into()));
        }
        k.comments
            .push((141, ME.into(), format!("{MARKER}\nsomebody edited this")));
    });
    let ran = w.review();
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(w.github.count("POST /repos/acme/gauge/issues"), 0);
    assert!(w.sticky().contains("1 decision stands"));
    let planted = w.github.with(|k| k.comments[0].2.clone());
    assert!(planted.ends_with("I speak for rguard"));
}

/// The lines of a log that a workflow obeys: those that look like commands, outside of what stands
/// between the two lines that stop commands.
fn obeyed(ran: &Ran) -> Vec<String> {
    let (mut stopped, mut obeyed) = (None::<String>, Vec::new());
    for line in ran.out.lines() {
        match (&stopped, line.strip_prefix("::stop-commands::")) {
            (None, Some(token)) => stopped = Some(format!("::{token}::")),
            (Some(end), _) if line == end => stopped = None,
            (None, None) if line.trim_start().starts_with("::") => obeyed.push(line.to_owned()),
            _ => {}
        }
    }
    assert!(
        stopped.is_some(),
        "the log ends with commands stopped: {ran:?}"
    );
    obeyed
}

#[test]
fn a_forks_token_that_may_write_nothing_leaves_the_review_in_the_job() {
    let mut w = Workflow::new();
    // Names that would be commands if they reached the log as they are.
    w.push(&[("src/a,line=1::b.rs", "//! x\n")]);
    w.github.with(|k| {
        k.instead = vec![
            ("POST /repos/acme/gauge/issues".into(), 403, true),
            ("POST /repos/acme/gauge/check-runs".into(), 403, true),
        ];
    });
    let ran = w.review();
    assert_eq!(ran.code, 0, "{ran:?}");
    let summary = std::fs::read_to_string(w.home.path().join("summary.md")).unwrap();
    assert!(
        summary.contains("1 decision stands against this change."),
        "{summary}"
    );
    let commands = obeyed(&ran);
    assert_eq!(commands.len(), 2, "{ran:?}");
    for command in commands {
        assert!(
            command.starts_with("::warning file=src/poll.rs,line="),
            "{ran:?}"
        );
    }
    assert_eq!(w.github.writes().len(), 2, "{:?}", w.github.writes());
    assert!(!w.clone.join("owned").exists());
}

#[test]
fn a_write_that_failed_is_not_repeated_and_the_job_says_so() {
    let w = Workflow::new();
    let begin = "POST /repos/acme/gauge/issues";
    w.github
        .with(|k| k.instead = vec![(begin.into(), 502, true)]);
    let ran = w.review();
    assert_ne!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains("502"), "{ran:?}");
    assert_eq!(w.github.count(begin), 1);
    assert_eq!(w.github.with(|k| k.checks.len()), 1);
}

#[test]
fn settings_and_records_are_those_of_the_base() {
    let mut w = Workflow::new();
    let hush = "[records]\nexclude = [\"docs/**\"]\n";
    w.push(&[
        ("rguard.toml", hush),
        (WAITING, "# 1. Wait as you like\n\n## Status\n\nRejected\n"),
    ]);
    let ran = w.review();
    assert_eq!(ran.code, 0, "{ran:?}");
    let text = w.sticky();
    assert!(text.contains("waits 40 seconds"), "{text}");
    // The clone is that of the base, before and after.
    assert!(!w.clone.join("rguard.toml").exists());
}

#[test]
fn what_is_missing_around_it_is_named() {
    let w = Workflow::new();
    let empty = w.run(&["review"], &json!({"action": "created"}));
    assert_eq!(empty.code, 3, "{empty:?}");
    assert!(empty.err.contains("names no pull request"), "{empty:?}");
    let by_hand = w.run(&["review", "--pull", "7"], &json!({"action": "dispatched"}));
    assert_eq!(by_hand.code, 0, "{by_hand:?}");
    let hostile = json!({"pull_request": "x\n::error::owned"});
    let hostile = w.run(&["review"], &hostile);
    assert!(
        hostile.code == 3 && obeyed(&hostile).is_empty(),
        "{hostile:?}"
    );
    let bare = w.home.run(&w.clone, &["action", "review"]);
    assert!(
        bare.code == 3 && bare.err.contains("GITHUB_EVENT_PATH"),
        "{bare:?}"
    );
    let other = clone(&w.gauge, "other");
    assert!(other.join("src/poll.rs").is_file());
}
