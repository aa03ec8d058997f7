//! Without a token: REST, little of it, and the review says so.

use rguard::model::PullState;
use serde_json::json;

use crate::scripted::{Fault, world};
use crate::story::{NUMBER, story};

#[tokio::test]
async fn without_a_token_ten_pull_requests_are_read_and_the_review_says_so() {
    let story = story(4, 14);
    story.github.change(|world| {
        world.close(210, "2024-01-01T03:00:00Z", None);
        world.reopen(210, "2024-01-02T00:00:00Z");
        let pull = world.pulls.get_mut(&NUMBER).unwrap();
        let posts = [
            world::post("eve", "Why zero?"),
            world::post("ada", "Because."),
        ];
        world::push(pull, "reviewThreads", world::thread("src/f0.rs", 1, &posts));
        world::push(pull, "comments", world::post("dan", "See #210 and #214"));
    });
    let (resolved, first) = story.read(story.client(false)).await.unwrap();
    assert_eq!(resolved.change.title, "Zero them all");
    assert_eq!(first.pulls.len(), 10);
    assert!(first.pulls.iter().all(|p| p.state == PullState::Merged));
    assert!(
        first
            .cut
            .iter()
            .any(|c| c.contains("history truncated: no token")),
        "{:?}",
        first.cut
    );
    let reopened = first.issues.iter().find(|i| i.at.number == 210).unwrap();
    assert_eq!(reopened.events.len(), 2);
    assert!(reopened.open);
    let thread = &first.pull.as_ref().unwrap().threads[0];
    assert_eq!(thread.posts.len(), 2);
    assert_eq!(first.requests.graphql, 0);
    assert!(first.requests.rest < 35, "{:?}", first.requests);
    let seen = story.github.take_seen();
    assert!(
        seen.iter()
            .all(|s| s.method == "GET" && s.authorization.is_none())
    );

    // The second time, one request says that nothing changed.
    let (_, second) = story.read(story.client(false)).await.unwrap();
    assert_eq!(story.github.take_seen().len(), 1);
    assert_eq!(second.pulls, first.pulls);
    assert_eq!(second.issues, first.issues);
    assert_eq!(second.pull, first.pull);

    // And the third only asks for what did.
    story.github.change(|world| {
        world.close(214, "2099-01-01T00:00:00Z", None);
        let _ = &json!(null);
    });
    let (_, third) = story.read(story.client(false)).await.unwrap();
    let paths: Vec<String> = story
        .github
        .take_seen()
        .into_iter()
        .map(|s| s.path)
        .collect();
    assert_eq!(paths.len(), 3, "{paths:?}");
    assert!(third.issues.iter().any(|i| i.at.number == 214 && !i.open));
}

#[tokio::test]
async fn the_hourly_limit_without_a_token_names_the_way_out() {
    let story = story(1, 1);
    story.github.fail([Fault::Hourly(2400)]);
    let error = story
        .read(story.client(false))
        .await
        .err()
        .unwrap()
        .to_string();
    assert!(
        error.contains("60 requests an hour") && error.contains("Set GITHUB_TOKEN"),
        "{error}"
    );
    assert!(
        error.contains("40 minutes") || error.contains("41 minutes"),
        "{error}"
    );
}

#[tokio::test]
async fn a_private_repository_is_told_apart_by_what_to_do() {
    let story = story(1, 1);
    story.github.change(|world| world.private = true);
    let error = story
        .read(story.client(false))
        .await
        .err()
        .unwrap()
        .to_string();
    assert!(
        error.contains("no token was given (set GITHUB_TOKEN)"),
        "{error}"
    );
}
