//! What the measured engine does wrong. Each of these is why a rule of `graph/` exists: when one of
//! them fails after an upgrade, that rule may be relaxed. Each has an engine of its own, which may
//! die of it.

use std::time::{Duration, Instant};

use rguard::graph::Store;

use crate::home::{Home, alive, signal};

struct Raw {
    store: Store,
    connection: redis::Connection,
    home: Home,
}

impl Raw {
    async fn new() -> Self {
        let home = Home::new();
        let store = home.store().await;
        let connection = connect(&home);
        Self {
            home,
            store,
            connection,
        }
    }

    fn try_query(&mut self, cypher: &str) -> redis::RedisResult<redis::Value> {
        redis::cmd("GRAPH.QUERY")
            .arg("g")
            .arg(cypher)
            .query(&mut self.connection)
    }

    /// How many rows come back.
    fn rows(&mut self, cypher: &str) -> usize {
        match self.try_query(cypher).unwrap() {
            redis::Value::Array(parts) => match &parts[1] {
                redis::Value::Array(rows) => rows.len(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        }
    }

    /// The values of the first row.
    fn row(&mut self, cypher: &str) -> Vec<redis::Value> {
        let answer = self.try_query(cypher).unwrap();
        let redis::Value::Array(parts) = answer else {
            panic!("{answer:?}")
        };
        if parts.len() < 3 {
            return Vec::new();
        }
        let redis::Value::Array(rows) = &parts[1] else {
            panic!("{parts:?}")
        };
        match rows.first() {
            Some(redis::Value::Array(row)) => row.clone(),
            _ => Vec::new(),
        }
    }

    fn int(&mut self, cypher: &str) -> i64 {
        redis::from_redis_value(self.row(cypher).remove(0)).unwrap()
    }

    fn text(&mut self, cypher: &str) -> String {
        redis::from_redis_value(self.row(cypher).remove(0)).unwrap()
    }

    fn died(&self) -> bool {
        let pid = self.home.engine_pid().unwrap();
        let start = Instant::now();
        while alive(pid) && start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(10));
        }
        !alive(pid)
    }
}

fn connect(home: &Home) -> redis::Connection {
    let socket = home.config().engine_paths().socket;
    let url = format!("unix://{}", socket.display());
    redis::Client::open(url).unwrap().get_connection().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_duplicate_under_a_unique_constraint_from_a_rewritten_log_kills_the_engine() {
    let mut raw = Raw::new().await;
    raw.try_query("CREATE INDEX FOR (n:A) ON (n.id)").unwrap();
    let _: redis::Value = redis::cmd("GRAPH.CONSTRAINT")
        .arg(&[
            "CREATE",
            "g",
            "UNIQUE",
            "NODE",
            "A",
            "PROPERTIES",
            "1",
            "id",
        ])
        .query(&mut raw.connection)
        .unwrap();
    raw.try_query("UNWIND range(0, 499) AS i CREATE (:A {id: i})")
        .unwrap();
    raw.store.rewrite_aof().await.unwrap();
    signal(raw.home.engine_pid().unwrap(), "TERM");
    assert!(raw.died());

    let again = raw.home.store().await;
    raw.connection = connect(&raw.home);
    let ready = "CALL db.constraints() YIELD status RETURN status";
    let start = Instant::now();
    while raw.text(ready) != "OPERATIONAL" && start.elapsed() < Duration::from_secs(10) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(raw.try_query("CREATE (:A {id: 0})").is_err());
    assert!(raw.died());
    drop(again);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edge_merge_with_on_match_over_a_duplicate_pair_kills_the_engine() {
    let mut raw = Raw::new().await;
    raw.try_query("CREATE (:A {k: 1}), (:A {k: 2})").unwrap();
    let merge = "UNWIND [1, 1] AS i MATCH (a:A {k: 1}), (b:A {k: 2}) MERGE (a)-[c:C]->(b) \
                 ON CREATE SET c.w = 1 ON MATCH SET c.w = c.w + 1";
    assert!(raw.try_query(merge).is_err());
    assert!(raw.died());
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_answers_that_come_without_an_error() {
    let mut raw = Raw::new().await;
    raw.try_query("CREATE (:A {k: 1}), (:A {k: 2})").unwrap();

    let lost_update = "UNWIND [1, 1] AS i MATCH (a:A {k: 1}), (b:A {k: 2}) MERGE (a)-[c:C]->(b) \
                       SET c.w = coalesce(c.w, 0) + 1";
    raw.try_query(lost_update).unwrap();
    assert_eq!(
        raw.int("MATCH ()-[c:C]->() RETURN c.w"),
        1,
        "2 would be right"
    );

    let projected = raw.rows("MATCH (n:A) RETURN n{.k, all: collect(n.k)}");
    assert_eq!(projected, 1, "2 would be right");

    assert_eq!(raw.int("RETURN 5 / 2"), 2, "as in C");
    assert_eq!(
        raw.int("CALL db.idx.fulltext.queryNodes('None', 'x') YIELD node RETURN count(node)"),
        0
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_does_not_heed_a_time_limit() {
    let mut raw = Raw::new().await;
    let answer: redis::RedisResult<redis::Value> = redis::cmd("GRAPH.QUERY")
        .arg(&[
            "g",
            "UNWIND range(1, 200000) AS i CREATE (:N {i: i})",
            "TIMEOUT",
            "1",
        ])
        .query(&mut raw.connection);
    answer.unwrap();
    assert_eq!(raw.int("MATCH (n:N) RETURN count(n)"), 200_000);
}
