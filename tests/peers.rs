//! GitHub's side by people who are not us: its published schema and description, a mock of each, and
//! recorded answers. They need node and npm, so they stand behind the feature `peers`.
#![cfg(feature = "peers")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

#[path = "peers/place.rs"]
mod place;
#[path = "testkit/github/mod.rs"]
mod scripted;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use rguard::github::{
    Claim, Client, FileHistory, Host, Patience, Reader, Surroundings, Token, documents as doc,
};
use rguard::model::RepoPath;
use serde_json::{Value, json};

use place::{Peer, modules, node};
use scripted::{Github, World, execute, query, world};

/// All documents as they are sent, whole and cut.
fn documents() -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    all.insert("pull".to_owned(), doc::PULL.to_owned());
    all.insert("more".to_owned(), doc::MORE.to_owned());
    for (name, text, most) in [
        ("past", doc::PAST, doc::PAST_AT_ONCE),
        ("named", doc::NAMED, doc::NAMED_AT_ONCE),
        ("moved", doc::MOVED, doc::MOVED_AT_ONCE),
        ("commits", doc::COMMITS, doc::COMMITS_AT_ONCE),
    ] {
        all.insert(name.to_owned(), text.to_owned());
        for count in [1, 7, most] {
            all.insert(format!("{name}-{count}"), doc::first(text, count));
        }
    }
    all
}

#[test]
fn peer_schema_knows_every_query_and_its_price() {
    let Some(modules) = modules() else { return };
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in documents() {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let out = node(&modules, &["validate.js", dir.path().to_str().unwrap()], "");
    let found: BTreeMap<String, Value> = serde_json::from_str(&out).unwrap();
    assert_eq!(found.len(), documents().len());
    for (name, said) in &found {
        assert_eq!(said["errors"], json!([]), "{name}");
        assert!(said["nodes"].as_u64().unwrap() < 500_000, "{name}");
        // Our scripted host prices as the formula does.
        let ours = execute::price(&query::parse(&documents()[name]).unwrap());
        assert_eq!(said["points"].as_u64().unwrap(), ours.0, "{name}");
    }
    let price = |name: &str| found[name]["points"].as_u64().unwrap();
    let whole = ["pull", "more", "past", "named", "moved", "commits"].map(price);
    assert_eq!(whole, [1, 1, 4, 1, 1, 1]);
}

/// A world with something of everything.
fn rich() -> World {
    let mut world = World::new("ada", "engine");
    for n in 1..=12 {
        world.issue(200 + n, "Issue", "Text");
    }
    world.close(201, "2024-01-01T03:00:00Z", Some(1));
    for n in 1..=12 {
        let pull = world.pull(n, "Past", "Refs #203");
        let oid = format!("{n:040x}");
        pull["mergeCommit"] = json!({"__typename": "Commit", "oid": oid});
        pull["baseRefOid"] = json!(oid);
        pull["headRefOid"] = json!(oid);
        world::push(pull, "files", world::file("src/a.rs"));
        world::push(pull, "commits", world::commit(&oid, Some("SUCCESS")));
        world::push(pull, "comments", world::post("dan", "hm"));
        world::push(pull, "reviews", world::post("eve", "fine"));
        world::push(
            pull,
            "reviewThreads",
            world::thread("src/a.rs", 3, &[world::post("eve", "why?")]),
        );
    }
    world.reopen(201, "2024-01-02T03:00:00Z");
    world.closes(1, 201);
    world::push(
        world.issues.get_mut(&202).unwrap(),
        "comments",
        world::post("bot[bot]", "beep"),
    );
    let oid = "c".repeat(40);
    world.commit_of(&oid, &[1]);
    let linked = world.issues[&204].clone();
    let event = json!({"__typename": "CrossReferencedEvent", "source": linked, "subject": null});
    world::push(world.pulls.get_mut(&1).unwrap(), "timelineItems", event);
    world
}

#[test]
fn peer_schema_fits_what_the_scripted_host_answers() {
    let Some(modules) = modules() else { return };
    let world = rich();
    let mut exchanges = Vec::new();
    for (name, text) in documents() {
        if ["past", "named", "moved", "commits"].contains(&name.as_str()) {
            continue;
        }
        let mut variables = json!({
            "owner": "ada", "name": "engine", "number": 1,
            "withFiles": true, "withThreads": true, "withComments": false,
        });
        for n in 0..100 {
            variables[format!("n{n}")] = match name.starts_with("commits") {
                true => json!("c".repeat(40)),
                false if name.starts_with("past") => json!(n % 12 + 1),
                false => json!(if n % 2 == 0 { n % 12 + 1 } else { 201 + n % 12 }),
            };
        }
        let answer = execute::execute(&world, &query::parse(&text).unwrap(), &variables);
        assert!(answer.get("errors").is_none(), "{name}: {answer}");
        exchanges.push(json!({"query": text, "answer": answer}));
    }
    let asked = exchanges.len();
    let out = node(
        &modules,
        &["answers.js"],
        &Value::Array(exchanges).to_string(),
    );
    let said: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(said["faults"], json!([]));
    assert_eq!(said["count"], asked);
    // The check itself finds a wrong answer.
    let mut wrong = execute::execute(
        &world,
        &query::parse(doc::PULL).unwrap(),
        &json!({"owner": "ada", "name": "engine", "number": 1}),
    );
    wrong["data"]["repository"]["pullRequest"]["state"] = json!("SOMEHOW");
    wrong["data"]["repository"]["pullRequest"]["nonsense"] = json!(1);
    let out = node(
        &modules,
        &["answers.js"],
        &json!([{"query": doc::PULL, "answer": wrong}]).to_string(),
    );
    let said: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(said["faults"].as_array().unwrap().len(), 2, "{said}");
}

fn client(url: &str, token: Option<&str>) -> Client {
    let around = Surroundings::of(&[("GITHUB_API_URL", url)]);
    let host = Host::find("github.com", &around).unwrap();
    let patience = Patience {
        answer: Duration::from_secs(60),
        ..Patience::default()
    };
    let token = token.map(|t| Token::new(t, "GITHUB_TOKEN").unwrap());
    Client::new(host, token, patience, Arc::new(|_| {})).unwrap()
}

#[tokio::test]
async fn peer_mock_of_the_schema_is_read_without_a_fault() {
    let Some(modules) = modules() else { return };
    let mock = Peer::start(&modules, "mock.js");
    let cache = tempfile::tempdir().unwrap();
    let mut reader = Reader::new(client(&mock.url, Some("x")), "o", "r", cache.path()).unwrap();
    let pull = reader.pull(1).await.unwrap();
    assert_eq!((pull.title.as_str(), pull.at.number), ("text", 1));
    assert!(pull.head.is_some() && pull.updated_at.is_some() && !pull.threads.is_empty());
    let history = FileHistory {
        claims: vec![Claim {
            number: 2,
            commits: Vec::new(),
        }],
        unnamed: vec![rguard::model::CommitId("0".repeat(40))],
        paths: [RepoPath::new("text")].into(),
        cut: Vec::new(),
    };
    let found = reader.discussion(&history).await.unwrap();
    assert!(!found.pulls.is_empty(), "{found:?}");
    assert!(!found.issues.is_empty() && found.issues.iter().all(|i| !i.body.body.is_empty()));
    let cut: Vec<&String> = found
        .cut
        .iter()
        .filter(|c| !c.starts_with("Of pull request"))
        .collect();
    assert!(cut.is_empty(), "{cut:?}");
}

#[tokio::test]
async fn peer_recording_is_followed_to_its_last_page() {
    let Some(modules) = modules() else { return };
    let recorded = Peer::start(&modules, "pages.js");
    let client = client(&format!("{}/", recorded.url), None);
    let path = "repos/octokit-fixture-org/paginate-issues/issues?per_page=3";
    let (all, more): (Vec<Value>, bool) = client.list(path, "the recording", 10).await.unwrap();
    assert_eq!((all.len(), more), (13, false));
}

#[tokio::test]
async fn peer_description_takes_every_rest_request() {
    let Some(modules) = modules() else { return };
    let dir = tempfile::tempdir().unwrap();
    for host in ["api.github.com", "ghec", "ghes-3.19"] {
        let file = dir.path().join(host);
        node(&modules, &["subset.js", host, file.to_str().unwrap()], "");
    }
    let prism = Peer::prism(&modules, &dir.path().join("api.github.com"));
    let cache = tempfile::tempdir().unwrap();
    let mut reader = Reader::new(
        client(&prism.url, None),
        "octocat",
        "Hello-World",
        cache.path(),
    )
    .unwrap();
    let pull = reader.pull(1347).await.unwrap();
    assert!(!pull.title.is_empty() && pull.head.is_some());
    let history = FileHistory {
        claims: vec![Claim {
            number: 5,
            commits: vec![pull.head.clone().unwrap()],
        }],
        ..FileHistory::default()
    };
    let found = reader.discussion(&history).await.unwrap();
    let unread: Vec<&String> = found
        .cut
        .iter()
        .filter(|c| c.contains("not read"))
        .collect();
    assert!(unread.is_empty(), "{unread:?}");
    // A request that the description does not know is refused there, or it would prove nothing.
    let refused = client(&prism.url, None)
        .get::<Value>("repos/o/r/pulls/abc", "x")
        .await;
    assert!(refused.is_err());
}

#[tokio::test]
async fn peer_description_fits_what_the_scripted_host_answers() {
    let Some(modules) = modules() else { return };
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("api.github.com.json");
    node(
        &modules,
        &["subset.js", "api.github.com", file.to_str().unwrap()],
        "",
    );
    let github = Github::start(rich());
    let client = client(&github.url, None);
    let mut exchanges = Vec::new();
    for below in [
        "",
        "/pulls/1",
        "/pulls/1/comments",
        "/pulls/1/reviews",
        "/issues?state=all",
        "/issues/201",
        "/issues/1",
        "/issues/202/comments",
        "/issues/201/timeline",
    ] {
        let path = format!("repos/ada/engine{below}");
        let answer: Value = client.get(&path, "it").await.unwrap();
        exchanges.push(json!({"path": format!("/{path}"), "answer": answer}));
    }
    let asked = exchanges.len();
    let out = node(
        &modules,
        &["rest.js", file.to_str().unwrap()],
        &Value::Array(exchanges).to_string(),
    );
    let said: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(said["faults"], json!([]));
    assert_eq!(said["count"], asked);
}
