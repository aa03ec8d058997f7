//! One engine for all processes of a data folder, however they come and go.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rguard::graph::engine::{EngineState, stop};
use rguard::graph::{GraphError, NamedQuery, Params, Row, Store, Value, queries};

use crate::home::{Home, alive, kill, signal};

fn commits(prefix: &str, count: i64) -> Vec<Row> {
    (0..count)
        .map(|i| {
            Row::from([
                ("sha", Value::from(format!("{prefix}{i}"))),
                ("ord", i.into()),
            ])
        })
        .collect()
}

/// How many of the commits are there.
async fn count(store: &Store, prefixes: &[&str], each: i64) -> usize {
    let rows: Vec<Row> = prefixes.iter().flat_map(|p| commits(p, each)).collect();
    let written = store.write(&queries::UPSERT_COMMITS, rows).await.unwrap();
    written.matched - written.nodes
}

/// Another process that uses the engine: this very test program, told to be `user`.
fn another_user(home: &Home, prefix: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["process::user", "--exact", "--ignored", "--nocapture"])
        .env("RG_TEST_ROOT", home.path())
        .env("RG_TEST_PREFIX", prefix)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Returns its standard output, which has to stay open for as long as it runs.
fn wait_until_it_wrote(child: &mut Child) -> BufReader<ChildStdout> {
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.contains("wrote") {
        line.clear();
        let n = out.read_line(&mut line).unwrap();
        assert!(n > 0, "the other process ended before it wrote");
    }
    out
}

/// Not a test by itself: attaches, writes, says so, and leaves when its standard input ends.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "run by other tests as another process"]
async fn user() {
    let Ok(root) = std::env::var("RG_TEST_ROOT") else {
        return;
    };
    let prefix = std::env::var("RG_TEST_PREFIX").unwrap();
    let config = Home::config_at(std::path::Path::new(&root));
    let store = Store::open(&config, &"test".into()).await.unwrap();
    store.migrate().await.unwrap();
    store
        .write(&queries::UPSERT_COMMITS, commits(&prefix, 50))
        .await
        .unwrap();
    println!("wrote");
    let _ = std::io::stdin().read_line(&mut String::new());
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn processes_that_start_at_once_share_one_engine_and_the_last_stops_it() {
    let home = Home::new();
    let mut users: Vec<Child> = ["a", "b", "c"]
        .iter()
        .map(|p| another_user(&home, p))
        .collect();
    let _outputs: Vec<_> = users.iter_mut().map(wait_until_it_wrote).collect();
    let pid = home.engine_pid().unwrap();
    // The one that started the engine may be among the dead: the others keep it.
    users[0].kill().unwrap();
    users[0].wait().unwrap();
    let store = home.store().await;
    assert_eq!(home.engine_pid(), Some(pid));
    assert_eq!(count(&store, &["a", "b", "c"], 50).await, 150);
    for user in &mut users[1..] {
        drop(user.stdin.take());
        assert!(user.wait().unwrap().success());
    }
    assert!(alive(pid));
    store.close().await.unwrap();
    assert!(!alive(pid), "the engine outlived its last user");
}

#[tokio::test(flavor = "multi_thread")]
async fn threads_that_start_at_once_share_one_engine() {
    let home = Home::new();
    let opened = futures::future::join_all((0..6).map(|_| home.store())).await;
    let pid = home.engine_pid().unwrap();
    futures::future::join_all(opened.into_iter().map(Store::close)).await;
    assert!(!alive(pid));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_engine_comes_back_with_every_write_at_the_next_call() {
    let home = Home::new();
    let store = home.migrated().await;
    store
        .write(&queries::UPSERT_COMMITS, commits("k", 300))
        .await
        .unwrap();
    let first = home.engine_pid().unwrap();
    kill(first);

    let start = Instant::now();
    let answer = store
        .read::<serde_json::Value>(&queries::META, Params::new().with("id", "x"))
        .await;
    answer.unwrap();
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    assert_ne!(home.engine_pid(), Some(first));
    assert_eq!(count(&store, &["k"], 300).await, 300);

    kill(home.engine_pid().unwrap());
    let many = store
        .write(&queries::UPSERT_COMMITS, commits("m", 10))
        .await
        .unwrap();
    assert_eq!(many.nodes, 10, "a write that can be repeated is repeated");
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn full_text_finds_all_in_the_first_call_after_a_death() {
    let home = Home::new();
    let store = home.migrated().await;
    let revisions = (0..3_000).map(|i| {
        Row::from([
            ("rid", Value::from(format!("r{i}"))),
            ("key", "k".into()),
            ("title", "Keep the timeout".into()),
            (
                "body",
                "five seconds and no more than that ".repeat(20).into(),
            ),
        ])
    });
    store
        .write(&queries::UPSERT_REVISIONS, revisions.collect())
        .await
        .unwrap();
    kill(home.engine_pid().unwrap());
    let params = Params::new().with("q", "timeout|x");
    let found = store
        .read::<serde_json::Value>(&queries::HOP_TEXT, params)
        .await;
    assert_eq!(found.unwrap().rows.len(), 3_000);
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_is_never_made_twice() {
    static CLAIM: NamedQuery = NamedQuery {
        name: "claim",
        cypher: "MATCH (c:Commit) WHERE c.by IS NULL WITH c ORDER BY c.ord LIMIT 1 \
                 SET c.by = $by RETURN c.sha",
    };
    let home = Home::new();
    let store = home.migrated().await;
    store
        .write(&queries::UPSERT_COMMITS, commits("t", 100))
        .await
        .unwrap();
    let claims = (0..8).map(|by| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut mine = Vec::new();
            loop {
                let params = Params::new().with("by", i64::from(by));
                let answer = store
                    .write_unrepeated::<String>(&CLAIM, params)
                    .await
                    .unwrap();
                match answer.rows.into_iter().next() {
                    Some(sha) => mine.push(sha),
                    None => return mine,
                }
            }
        })
    });
    let claimed = futures::future::join_all(claims).await;
    let mut claimed: Vec<String> = claimed.into_iter().flat_map(Result::unwrap).collect();
    claimed.sort();
    assert_eq!(claimed.len(), 100);
    claimed.dedup();
    assert_eq!(claimed.len(), 100);

    kill(home.engine_pid().unwrap());
    let params = Params::new().with("by", 9_i64);
    let e = store
        .write_unrepeated::<String>(&CLAIM, params)
        .await
        .unwrap_err();
    assert!(e.is_connection(), "{e}");
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_fail_together_start_one_engine_together() {
    let home = Home::new();
    let store = home.migrated().await;
    kill(home.engine_pid().unwrap());
    let calls = (0..8)
        .map(|_| store.read::<serde_json::Value>(&queries::META, Params::new().with("id", "x")));
    for answer in futures::future::join_all(calls).await {
        answer.unwrap();
    }
    let pid = home.engine_pid().unwrap();
    store.close().await.unwrap();
    assert!(!alive(pid));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_without_its_socket_is_refused_and_can_be_stopped() {
    let home = Home::new();
    let store = home.migrated().await;
    store
        .write(&queries::UPSERT_COMMITS, commits("s", 20))
        .await
        .unwrap();
    let paths = home.config().engine_paths();
    let pid = home.engine_pid().unwrap();
    std::fs::remove_file(&paths.socket).unwrap();

    let refused = Store::open(&home.config(), &"test".into())
        .await
        .err()
        .unwrap();
    assert!(matches!(refused, GraphError::SocketGone(_)), "{refused}");
    assert!(refused.to_string().contains("rguard engine stop"));
    assert_eq!(EngineState::of(&paths).unwrap(), EngineState::SocketGone);
    assert_eq!(home.engine_pid(), Some(pid), "no second engine was started");

    assert!(stop(&paths).unwrap());
    assert!(!alive(pid));
    let again = home.store().await;
    assert_eq!(count(&again, &["s"], 20).await, 20);
    drop(store);
    again.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_does_not_answer_is_stopped_by_its_process() {
    let home = Home::new();
    let store = home.migrated().await;
    let paths = home.config().engine_paths();
    let pid = home.engine_pid().unwrap();
    signal(pid, "STOP");
    let resume = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(3));
        signal(pid, "CONT");
    });
    assert!(stop(&paths).unwrap());
    resume.join().unwrap();
    assert!(!alive(pid));
    drop(store);
}

#[tokio::test(flavor = "multi_thread")]
async fn dropping_the_last_user_without_a_word_stops_the_engine_too() {
    let home = Home::new();
    let store = home.store().await;
    let other = store.clone();
    let pid = home.engine_pid().unwrap();
    drop(store);
    assert!(alive(pid));
    drop(other);
    assert!(!alive(pid));
}
