//! What the host does wrong: nothing is lost, the message says what to do, and no token is told.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use rguard::github::{Client, GithubError, Patience};
use serde_json::{Value, json};

use crate::scripted::{Fault, TOKEN};
use crate::story::{Story, patient, story};

async fn fails(story: &Story, fault: Fault) -> GithubError {
    story.github.fail(vec![fault; 4]);
    let error = story.read(story.client(true)).await.err().unwrap();
    story.github.shared.faults.lock().unwrap().clear();
    for text in [error.to_string(), format!("{error:?}")] {
        assert!(!text.contains(TOKEN) && !text.contains("http://"), "{text}");
    }
    assert!(error.to_string().ends_with(['.', '?', ')']), "{error}");
    error
}

#[tokio::test]
async fn a_passing_fault_costs_nothing_but_time() {
    let story = story(2, 3);
    for fault in [
        Fault::Status(500),
        Fault::Status(503),
        Fault::Cut,
        Fault::Secondary(0),
        Fault::RateLimited(0),
    ] {
        let _ = std::fs::remove_dir_all(story.cache());
        // Before the first, the second and the third query alike.
        let faults = [
            Fault::None,
            fault.clone(),
            Fault::None,
            fault.clone(),
            fault.clone(),
        ];
        story.github.fail(faults);
        let (_, found) = story.read(story.client(true)).await.unwrap();
        assert_eq!((found.pulls.len(), found.issues.len()), (3, 4), "{fault:?}");
        assert_eq!(found.cut, Vec::<String>::new(), "{fault:?}");
        assert_eq!(found.requests.graphql, 3 + 3, "{fault:?}");
    }
}

#[tokio::test]
async fn a_lasting_fault_is_said_with_what_to_do() {
    let story = story(1, 1);
    for (fault, words) in [
        (Fault::Status(500), "Try again in a few minutes"),
        (Fault::Status(502), "could not answer"),
        (
            Fault::Status(401),
            "the token from GITHUB_TOKEN: it is wrong, was revoked or has expired",
        ),
        (
            Fault::Status(403),
            "scripted 403. Check the token's permissions",
        ),
        (
            Fault::Status(404),
            "does not exist, was deleted, or is private",
        ),
        (Fault::Sso, "single sign-on"),
        (Fault::Hourly(1800), "UTC (in 31 minutes)"),
        (Fault::RateLimited(1800), "UTC (in 31 minutes)"),
        (Fault::Secondary(600), "what was read until now is kept"),
        (Fault::TooMany, "many requests at once"),
        (Fault::Cut, "Check the network and the proxy"),
        (Fault::Garbage, "is not understood"),
        (Fault::Html, "no proxy in between"),
        (Fault::Elsewhere, "does not follow there"),
    ] {
        let error = fails(&story, fault.clone()).await.to_string();
        assert!(error.contains(words), "{fault:?}: {error}");
    }
}

#[tokio::test]
async fn a_fault_in_the_middle_keeps_what_was_read_and_says_what_lacks() {
    let story = story(2, 2);
    let mut faults = vec![Fault::None];
    faults.extend(vec![Fault::Hourly(1800); 1]);
    story.github.fail(faults);
    let (resolved, found) = story.read(story.client(true)).await.unwrap();
    assert_eq!(resolved.change.title, "Zero them all");
    assert!(found.pulls.is_empty());
    assert!(
        found.cut[0].starts_with("The history is truncated:"),
        "{:?}",
        found.cut
    );
    assert!(found.cut[0].contains("hourly limit"), "{:?}", found.cut);
    // The next run reads only what lacks.
    let (_, found) = story.read(story.client(true)).await.unwrap();
    assert_eq!((found.pulls.len(), found.cut.len()), (2, 0));
}

#[tokio::test]
async fn a_short_limit_is_waited_for_and_told() {
    let story = story(1, 1);
    let said = Arc::new(Mutex::new(Vec::<String>::new()));
    let ear = said.clone();
    let client = patient(
        &story.github,
        true,
        Arc::new(move |s| ear.lock().unwrap().push(s.to_owned())),
    );
    story.github.fail([Fault::Secondary(1)]);
    let start = std::time::Instant::now();
    story.read(client).await.unwrap();
    assert!(start.elapsed() >= Duration::from_secs(1));
    assert_eq!(
        *said.lock().unwrap(),
        ["github.com limits requests; going on in 1 seconds."]
    );
}

#[tokio::test]
async fn a_slow_answer_is_given_up() {
    let story = story(1, 1);
    let slow = Patience {
        answer: Duration::from_millis(100),
        pause: Duration::from_millis(1),
        repeats: 1,
        limits: Duration::ZERO,
    };
    let host = story.client(true).host().clone();
    let client = Client::new(
        host,
        story.client(true).token().cloned(),
        slow,
        Arc::new(|_| {}),
    )
    .unwrap();
    story
        .github
        .fail(vec![Fault::Slow(Duration::from_secs(2)); 2]);
    let error = story.read(client).await.err().unwrap();
    assert!(
        error.to_string().contains("did not answer in time"),
        "{error}"
    );
}

#[tokio::test]
async fn a_write_is_sent_once_whatever_comes_back() {
    let story = story(1, 1);
    let client = story.client(true);
    for fault in [
        Fault::Status(502),
        Fault::Cut,
        Fault::Secondary(0),
        Fault::Moved("/x".into()),
    ] {
        story.github.take_seen();
        story.github.fail([fault.clone()]);
        let body = json!({"body": "hello"});
        let done: Result<Value, _> = client
            .post("repos/ada/engine/issues/100/comments", &body, "a comment")
            .await;
        assert!(done.is_err(), "{fault:?}");
        assert_eq!(story.github.take_seen().len(), 1, "{fault:?}");
    }
}
