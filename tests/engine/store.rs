//! What is written to a graph is read back as it was, whatever it holds and however often it is
//! written.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use proptest::prelude::*;
use rguard::graph::{
    GraphConfig, GraphError, NamedQuery, Params, Row, Store, Value, fulltext_or, queries,
};
use serde::Deserialize;

use crate::home::{Home, signal};

static SUBJECTS: NamedQuery = NamedQuery {
    name: "subjects",
    cypher: "MATCH (c:Commit) WHERE c.sha IN $shas RETURN c.sha AS sha, c.subject AS subject",
};

fn commit(sha: &str, ord: i64, subject: &str) -> Row {
    Row::from([
        ("sha", Value::from(sha)),
        ("ord", ord.into()),
        ("subject", subject.into()),
    ])
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_written_once_in_batches_and_read_with_the_statement_that_ran() {
    let home = Home::new();
    let store = home.migrated().await;
    let rows: Vec<Row> = (0..2_500)
        .map(|i| commit(&format!("c{i:05}"), i, "s"))
        .collect();
    let first = store
        .write(&queries::UPSERT_COMMITS, rows.clone())
        .await
        .unwrap();
    assert_eq!(
        (first.rows, first.matched, first.nodes),
        (2_500, 2_500, 2_500)
    );
    let again = store.write(&queries::UPSERT_COMMITS, rows).await.unwrap();
    assert_eq!((again.matched, again.nodes), (2_500, 0));

    let params = Params::new().with_texts("paths", ["a"]);
    let answer = store
        .read::<serde_json::Value>(&queries::TOUCHERS, params)
        .await
        .unwrap();
    assert!(answer.rows.is_empty());
    assert!(answer.run.cypher.starts_with("// "));
    assert!(answer.run.client_ms >= answer.run.server_ms && answer.run.server_ms > 0.0);
    assert_eq!(answer.run.params["paths"], serde_json::json!(["a"]));
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn migrating_twice_changes_nothing() {
    let home = Home::new();
    let store = home.migrated().await;
    store
        .write(&queries::UPSERT_COMMITS, vec![commit("a", 1, "s")])
        .await
        .unwrap();
    let before = store.dump().await.unwrap();
    store.migrate().await.unwrap();
    assert_eq!(store.dump().await.unwrap(), before);
    assert_eq!(
        before,
        "Commit \"a\" {ord: 1, sha: \"a\", subject: \"s\"}\n"
    );
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edge_whose_end_is_missing_is_counted_as_unmatched() {
    let home = Home::new();
    let store = home.migrated().await;
    store
        .write(&queries::UPSERT_COMMITS, vec![commit("a", 1, "s")])
        .await
        .unwrap();
    let file = |p: &str| Row::from([("path", Value::from(p))]);
    store
        .write(&queries::UPSERT_FILES, vec![file("here")])
        .await
        .unwrap();
    let touch = |p: &str| {
        Row::from([
            ("sha", Value::from("a")),
            ("path", p.into()),
            ("status", "modified".into()),
            ("add", 1_i64.into()),
            ("del", Value::Null),
        ])
    };
    let rows = vec![touch("here"), touch("gone")];
    let written = store.write(&queries::LINK_TOUCHES, rows).await.unwrap();
    assert_eq!(
        (written.rows, written.matched, written.relationships),
        (2, 1, 1)
    );
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_and_an_edge_that_stand_twice_in_a_batch_are_stored_once() {
    let home = Home::new();
    let store = home.migrated().await;
    let person = |pid: &str| Row::from([("pid", Value::from(pid)), ("name", "n".into())]);
    let people = vec![person("a"), person("b"), person("a")];
    assert_eq!(
        store
            .write(&queries::UPSERT_PEOPLE, people)
            .await
            .unwrap()
            .nodes,
        2
    );
    let pair = |w: f64| {
        Row::from([
            ("a", Value::from("a")),
            ("b", "b".into()),
            ("weight", w.into()),
        ])
    };
    let rows = vec![pair(2.5), pair(2.5)];
    let written = store
        .write(&queries::LINK_COLLABORATED, rows)
        .await
        .unwrap();
    assert_eq!(written.relationships, 1);
    assert!(
        store
            .dump()
            .await
            .unwrap()
            .contains("COLLABORATED {weight: 2.5}")
    );
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_takes_too_long_is_ended_and_the_next_one_works() {
    static SLOW: NamedQuery = NamedQuery {
        name: "slow",
        cypher: "UNWIND range(1, 9000) AS i UNWIND range(1, 9000) AS j WITH i, j WHERE i * j = 7 \
                 RETURN count(j)",
    };
    static QUICK: NamedQuery = NamedQuery {
        name: "quick",
        cypher: "RETURN 1",
    };
    let home = Home::new();
    home.migrated().await.close().await.unwrap();
    let config = GraphConfig {
        read_timeout: Duration::from_millis(50),
        ..home.config()
    };
    let store = Store::open(&config, &"test".into()).await.unwrap();
    store.wait_for_indexes().await.unwrap();
    let e = store.read::<i64>(&SLOW, Params::new()).await.unwrap_err();
    assert!(matches!(e, GraphError::Timeout(_)), "{e}");
    assert_eq!(
        store.read::<i64>(&QUICK, Params::new()).await.unwrap().rows,
        [1]
    );
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_never_write_and_errors_name_the_query() {
    static WRITES: NamedQuery = NamedQuery {
        name: "sly",
        cypher: "CREATE (:X) RETURN 1",
    };
    static WRONG: NamedQuery = NamedQuery {
        name: "wrong",
        cypher: "RETURN 1 AS",
    };
    let home = Home::new();
    let store = home.store().await;
    let e = store.read::<i64>(&WRITES, Params::new()).await.unwrap_err();
    assert!(matches!(e, GraphError::NoGraph), "{e}");
    store.migrate().await.unwrap();
    let e = store.read::<i64>(&WRITES, Params::new()).await.unwrap_err();
    assert!(e.to_string().contains("`sly` failed"), "{e}");
    let e = store.read::<i64>(&WRONG, Params::new()).await.unwrap_err();
    assert!(e.to_string().contains("`wrong` failed"), "{e}");
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_graph_can_be_listed_deleted_and_made_again() {
    let home = Home::new();
    let store = home.migrated().await;
    assert_eq!(store.list_graphs().await.unwrap(), ["test"]);
    store.delete_graph().await.unwrap();
    store.delete_graph().await.unwrap();
    assert!(store.list_graphs().await.unwrap().is_empty());
    store.migrate().await.unwrap();
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rewritten_log_starts_with_the_same_graph_and_its_indexes() {
    let home = Home::new();
    let store = home.migrated().await;
    let revision = Row::from([
        ("rid", Value::from("r1")),
        ("key", "k1".into()),
        ("title", "Keep the timeout".into()),
        ("body", "It stays at five seconds.".into()),
    ]);
    store
        .write(&queries::UPSERT_REVISIONS, vec![revision])
        .await
        .unwrap();
    let before = store.dump().await.unwrap();
    store.rewrite_aof().await.unwrap();
    store.close().await.unwrap();

    let store = home.store().await;
    store.wait_for_indexes().await.unwrap();
    assert_eq!(store.dump().await.unwrap(), before);
    let q = fulltext_or(&["timeouts", "nothing"]).unwrap();
    #[derive(Deserialize)]
    struct Hit {
        key: String,
        score: f64,
    }
    let params = Params::new().with("q", q);
    let hits = store
        .read::<Hit>(&queries::HOP_TEXT, params)
        .await
        .unwrap()
        .rows;
    assert_eq!(hits.len(), 1);
    assert!(hits[0].key == "k1" && hits[0].score > 0.0);
    store
        .read::<serde_json::Value>(&queries::BETWEENNESS, Params::new())
        .await
        .unwrap();
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_given_by_its_address_is_checked_and_used() {
    let home = Home::new();
    let behind = home.store().await;
    let socket = home.config().engine_paths().socket;
    let other = Home::new();
    let mut config = GraphConfig {
        url: Some(format!("unix://{}", socket.display())),
        ..other.config()
    };
    config.dirs.cache = other.path().join("cache");
    for _ in 0..2 {
        let store = Store::open(&config, &"elsewhere".into()).await.unwrap();
        store.migrate().await.unwrap();
        store
            .write(&queries::UPSERT_COMMITS, vec![commit("a", 1, "s")])
            .await
            .unwrap();
        store.rewrite_aof().await.unwrap();
        store.close().await.unwrap();
    }
    assert_eq!(
        behind.list_graphs().await.unwrap(),
        ["elsewhere"],
        "the check left nothing"
    );
    assert_eq!(other.engine_pid(), None, "no engine was started beside it");
    assert!(config.dirs.cache.join("servers.json").exists());
    behind.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_not_there_is_named_without_its_password() {
    let home = Home::new();
    let config = GraphConfig {
        url: Some("falkor://user:secret@127.0.0.1:1".to_owned()),
        ..home.config()
    };
    let e = Store::open(&config, &"test".into()).await.err().unwrap();
    let text = e.to_string();
    assert!(
        text.contains("falkor://…@127.0.0.1:1") && !text.contains("secret"),
        "{text}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_long_is_told() {
    let home = Home::new();
    let said = Arc::new(Mutex::new(Vec::new()));
    let sink = said.clone();
    let config = GraphConfig {
        notify: Arc::new(move |what| sink.lock().unwrap().push(what.to_owned())),
        ..home.config()
    };
    let paths = config.engine_paths();
    paths.prepare().unwrap();
    // Something that holds the socket and never answers stands for an engine that loads.
    let listener = std::os::unix::net::UnixListener::bind(&paths.socket).unwrap();
    let socket = paths.socket.clone();
    let loading = std::thread::spawn(move || {
        let start = std::time::Instant::now();
        listener.set_nonblocking(true).unwrap();
        while start.elapsed() < Duration::from_millis(2_500) {
            if let Ok((mut stream, _)) = listener.accept() {
                use std::io::Write;
                let _ = stream.write_all(b"-LOADING Redis is loading the dataset in memory\r\n");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(listener);
        std::fs::remove_file(socket).unwrap();
    });
    let store = Store::open(&config, &"test".into()).await.unwrap();
    loading.join().unwrap();
    assert!(
        said.lock()
            .unwrap()
            .iter()
            .any(|w| w == "waiting for the graph engine")
    );
    store.close().await.unwrap();
}

/// Text that a repository may hold: all kinds of quotes, escapes, controls and scripts.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("'".to_owned()),
        Just("\"".to_owned()),
        Just("`".to_owned()),
        Just("\\".to_owned()),
        Just("\\u0041".to_owned()),
        Just("\r\n\t".to_owned()),
        Just("\0".to_owned()),
        Just("\u{1b}[31m".to_owned()),
        Just("$rows }) DETACH DELETE n //".to_owned()),
        Just("CYPHER x=1 ".to_owned()),
        any::<String>(),
    ];
    proptest::collection::vec(piece, 0..8).prop_map(|p| p.concat())
}

#[test]
fn hostile_text_comes_back_as_it_was_but_for_nul() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let home = Home::new();
    let store = runtime.block_on(home.migrated());
    let config = ProptestConfig {
        cases: 40,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    proptest!(config, |(texts in proptest::collection::vec(hostile(), 1..6))| {
        let rows: Vec<Row> = texts
            .iter()
            .enumerate()
            .map(|(i, t)| commit(&format!("h{i}"), 0, t))
            .collect();
        let shas: Vec<String> = (0..texts.len()).map(|i| format!("h{i}")).collect();
        let back: Vec<(String, String)> = runtime.block_on(async {
            store.write(&queries::UPSERT_COMMITS, rows).await.unwrap();
            let params = Params::new().with_texts("shas", &shas);
            store.read(&SUBJECTS, params).await.unwrap().rows
        });
        prop_assert_eq!(back.len(), texts.len());
        for (sha, subject) in back {
            let i: usize = sha[1..].parse().unwrap();
            prop_assert_eq!(subject, texts[i].replace('\0', ""));
        }
        if let Some(q) = fulltext_or(&texts) {
            let params = Params::new().with("q", q);
            let hits = store.read::<serde_json::Value>(&queries::HOP_TEXT, params);
            runtime.block_on(hits).unwrap();
        }
    });
    runtime.block_on(store.close()).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_answers_late_is_waited_for() {
    let home = Home::new();
    let store = home.migrated().await;
    let pid = home.engine_pid().unwrap();
    signal(pid, "STOP");
    let wake = std::thread::spawn(move || {
        // Longer than the half second after which the client library gives up by itself.
        std::thread::sleep(Duration::from_millis(1_200));
        signal(pid, "CONT");
    });
    let rewritten = store.rewrite_aof().await;
    wake.join().unwrap();
    rewritten.unwrap();
    store.close().await.unwrap();
}
