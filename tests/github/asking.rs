//! The client itself: pages, redirects, conditional requests, paths.

use serde_json::{Value, json};

use crate::scripted::{Fault, world};
use crate::story::{NUMBER, story};

#[tokio::test]
async fn a_list_is_followed_where_the_host_says_and_no_further() {
    let story = story(1, 1);
    *story.github.shared.page.lock().unwrap() = 2;
    story.github.change(|world| {
        let pull = world.pulls.get_mut(&NUMBER).unwrap();
        for n in 0..5 {
            world::push(pull, "comments", world::post("dan", &format!("c{n}")));
        }
    });
    let client = story.client(true);
    let path = "repos/ada/engine/issues/100/comments?per_page=100";
    let (all, more): (Vec<Value>, bool) = client.list(path, "comments", 10).await.unwrap();
    assert_eq!((all.len(), more), (5, false));
    let seen = story.github.take_seen();
    assert!(
        seen[1]
            .path
            .starts_with("/repositories/1/issues/100/comments?"),
        "{seen:?}"
    );
    let (some, more): (Vec<Value>, bool) = client.list(path, "comments", 2).await.unwrap();
    assert_eq!((some.len(), more), (4, true));
}

#[tokio::test]
async fn what_has_not_changed_is_not_sent_again() {
    let story = story(1, 1);
    let client = story.client(true);
    let path = "repos/ada/engine/pulls/100";
    let first = client.get_answer(path, "it").await.unwrap();
    let tag = first.etag.unwrap();
    assert!(
        client
            .get_if_changed(path, "it", &tag)
            .await
            .unwrap()
            .is_none()
    );
    assert_eq!(client.requests().kept, 1);
    story
        .github
        .change(|w| w.pulls.get_mut(&NUMBER).unwrap()["title"] = json!("New"));
    let again = client
        .get_if_changed(path, "it", &tag)
        .await
        .unwrap()
        .unwrap();
    assert_ne!(again.etag.unwrap(), tag);
}

#[tokio::test]
async fn a_redirect_stays_on_the_host() {
    let story = story(1, 1);
    let client = story.client(true);
    story
        .github
        .fail([Fault::Moved("/repos/ada/engine/pulls/1".into())]);
    let found: Value = client
        .get("repos/ada/engine/pulls/100", "it")
        .await
        .unwrap();
    assert_eq!(found["number"], 1);
    story.github.fail([Fault::Elsewhere]);
    let error = client
        .get::<Value>("repos/ada/engine/pulls/100", "it")
        .await
        .unwrap_err();
    assert!(error.to_string().contains("does not follow"), "{error}");
    // In a circle.
    let circle = Fault::Moved("/repos/ada/engine/pulls/100".into());
    story.github.fail(vec![circle; 20]);
    let error = client
        .get::<Value>("repos/ada/engine/pulls/100", "it")
        .await
        .unwrap_err();
    assert!(error.to_string().contains("circle"), "{error}");
}

#[tokio::test]
async fn a_path_cannot_leave_the_interface() {
    let story = story(1, 1);
    let client = story.client(true);
    for path in ["https://evil.example.org/x", "http://127.0.0.1:1/x"] {
        assert!(client.get::<Value>(path, "it").await.is_err(), "{path}");
    }
    assert_eq!(story.github.take_seen().len(), 0);
}
