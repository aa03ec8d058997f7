//! The built program against the scripted GitHub.

use std::process::Command;

use rguard::model::Review;
use serde_json::json;

use crate::scripted::{Fault, TOKEN};
use crate::story::{NUMBER, Story, story};
use crate::testkit::git;
use crate::testkit::run::{Home, Ran};

/// `rguard` in a folder, with the scripted GitHub as github.com and git's addresses led to the
/// scripted repository.
fn run(
    story: &Story,
    home: &Home,
    dir: &std::path::Path,
    env: &[(&str, String)],
    args: &[&str],
) -> Ran {
    let config = home.path().join("gitconfig");
    let lead = format!(
        "[url \"file://{}\"]\n\tinsteadOf = https://github.com/ada/engine.git\n",
        story.repo.path().display()
    );
    std::fs::write(&config, lead).unwrap();
    let mut command: Command = home.command_with_engine(dir, args);
    command
        .env("RGUARD_ENGINE_LINGER", "120")
        .env("GIT_CONFIG_GLOBAL", &config)
        .env("RGUARD_LOG", "rguard=trace")
        .envs(env.iter().map(|(k, v)| (k, v)));
    let ran = Ran::from(command.output().unwrap());
    let log = std::fs::read_to_string(home.path().join("data/rguard.log")).unwrap_or_default();
    for text in [&ran.out, &ran.err, &log] {
        assert!(!text.contains(TOKEN), "the token was told: {text}");
    }
    ran
}

#[test]
fn a_number_in_a_clone_is_reviewed_with_what_github_says() {
    let story = story(4, 6);
    let home = Home::new();
    let env = story.github.env();
    let args = ["review", "100", "--format", "json", "--verbose"];
    let ran = run(&story, &home, &story.clone, &env, &args);
    assert!(
        ran.err
            .contains("GitHub was asked 3 GraphQL queries (4 points)"),
        "{ran:?}"
    );
    let review: Review = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    assert_eq!(review.change.title, "Zero them all");
    assert_eq!(review.change.author.as_deref(), Some("carol"));
    let ran = run(&story, &home, &story.clone, &env, &args);
    assert!(
        ran.err
            .contains("GitHub was asked 1 GraphQL query (1 point)"),
        "{ran:?}"
    );
}

#[test]
fn hostile_text_is_shown_inert() {
    let story = story(1, 1);
    let evil = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}txt\u{0} @everyone ```\n<!-- -->";
    let long = "x".repeat(1_000_000);
    story.github.change(|world| {
        let pull = world.pulls.get_mut(&NUMBER).unwrap();
        pull["title"] = json!(format!("Zero {evil}"));
        pull["body"] = json!(format!("{evil}\n{long}"));
        pull["headRefName"] = json!(evil);
        pull["author"]["login"] = json!(evil);
        world.pulls.get_mut(&1).unwrap()["body"] = json!(format!("{long} {evil}"));
    });
    let home = Home::new();
    for format in ["text", "markdown", "json"] {
        let args = ["review", "100", "--format", format, "--verbose"];
        let ran = run(&story, &home, &story.clone, &story.github.env(), &args);
        assert!(ran.code <= 2, "{ran:?}");
        for text in [&ran.out, &ran.err] {
            for bad in ['\u{1b}', '\u{7}', '\0'] {
                assert!(!text.contains(bad), "{format}: {bad:?}");
            }
            if format != "json" {
                assert!(!text.contains('\u{202e}'), "{format}");
            }
        }
    }
}

#[test]
fn an_expired_token_is_refused_with_what_to_do() {
    let story = story(1, 1);
    let home = Home::new();
    let mut env = story.github.env_without_token();
    env.push(("GITHUB_TOKEN", "ghp_expired999".to_owned()));
    let ran = run(
        &story,
        &home,
        &story.clone,
        &env,
        &["review", "100", "--format", "text"],
    );
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.err.contains("has expired. Make a new one"), "{ran:?}");
    assert!(ran.err.contains("--offline"), "{ran:?}");
    assert!(!ran.err.contains("expired999"), "{ran:?}");
    // Git alone still does.
    let args = ["review", "100", "--format", "json", "--offline"];
    let ran = run(&story, &home, &story.clone, &env, &args);
    let review: Review = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    assert!(
        review.change.notes[0].starts_with("Without asking GitHub"),
        "{:?}",
        review.change.notes
    );
}

#[test]
fn a_host_that_fails_leaves_git_and_a_note() {
    let story = story(1, 1);
    let home = Home::new();
    story.github.fail(vec![Fault::Cut; 4]);
    let args = ["review", "100", "--format", "json"];
    let ran = run(&story, &home, &story.clone, &story.github.env(), &args);
    let review: Review = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    let notes = review.change.notes.join("\n");
    assert!(notes.contains("cannot be reached"), "{notes}");
}

#[test]
fn without_a_clone_rguard_makes_its_own() {
    let story = story(2, 3);
    let bare = story.repo.beside("served.git");
    let url = format!("file://{}", story.repo.path().display());
    git(
        story.repo.path(),
        &["clone", "-q", "--mirror", &url, bare.to_str().unwrap()],
    );
    git(&bare, &["update-server-info"]);
    *story.github.shared.git.lock().unwrap() = Some(bare);
    let home = Home::new();
    let nowhere = home.path().join("nowhere");
    std::fs::create_dir(&nowhere).unwrap();
    let env = [
        ("GITHUB_SERVER_URL", story.github.url.clone()),
        ("GITHUB_API_URL", story.github.url.clone()),
        ("GITHUB_TOKEN", TOKEN.to_owned()),
    ];
    let args = ["review", "ada/engine#100", "--format", "json", "--verbose"];
    let ran = run(&story, &home, &nowhere, &env, &args);
    let review: Review = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    assert_eq!(review.change.title, "Zero them all");
    assert_eq!(review.change.files.len(), 2);
    assert!(
        ran.err.contains("No clone of ada/engine is at hand"),
        "{ran:?}"
    );
    let made = home.path().join("cache/clones/127.0.0.1/ada/engine.git");
    let shallow = git(&made, &["rev-parse", "--is-shallow-repository"]);
    assert_eq!(shallow, b"false\n");
    let config = std::fs::read_to_string(made.join("config")).unwrap();
    assert!(
        !config.contains(TOKEN) && !config.contains("Authorization"),
        "{config}"
    );
    // The second run uses it.
    let ran = run(&story, &home, &nowhere, &env, &args);
    assert!(!ran.err.contains("No clone"), "{ran:?}");
    assert!(ran.err.contains("GitHub was asked 1 GraphQL"), "{ran:?}");
}

#[test]
fn a_host_that_nobody_named_is_never_asked() {
    let story = story(1, 1);
    let home = Home::new();
    let nowhere = home.path().join("nowhere");
    std::fs::create_dir(&nowhere).unwrap();
    let args = [
        "review",
        "https://git.example.org/ada/engine/pull/1",
        "--format",
        "text",
    ];
    let ran = run(&story, &home, &nowhere, &story.github.env(), &args);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.err.contains("set GH_HOST=git.example.org"), "{ran:?}");
    assert_eq!(story.github.take_seen().len(), 0);
}
