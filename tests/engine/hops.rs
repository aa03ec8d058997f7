//! What the guard's hops find, on a small graph with one of everything.

use std::collections::BTreeMap;

use rguard::graph::{NamedQuery, Params, Store, queries};
use serde_json::{Value as Json, json};

use crate::home::Home;
use crate::small::{row, small, t};

/// The rows of a read as sorted JSON.
async fn rows(store: &Store, query: &NamedQuery, params: Params) -> Vec<Json> {
    let found = store.read::<BTreeMap<String, Json>>(query, params).await;
    let mut rows: Vec<Json> = found.unwrap().rows.into_iter().map(|r| json!(r)).collect();
    rows.sort_by_key(Json::to_string);
    rows
}

#[tokio::test(flavor = "multi_thread")]
async fn each_hop_finds_what_it_is_for() {
    let home = Home::new();
    let s = small(&home).await;
    let new = || Params::new().with_texts("paths", ["new.rs", "absent.rs"]);

    assert_eq!(
        rows(&s, &queries::HOP_FILE, new()).await,
        [json!({"path": "new.rs", "key": "k1", "weight": 0.5, "via": "commit", "ord": 1})]
    );
    let former = rows(&s, &queries::HOP_RENAMES, new()).await;
    assert_eq!(former.len(), 2);
    assert_eq!(
        former[0],
        json!({"former": "mid.rs", "path": "new.rs", "ords": [3]})
    );
    let mut ords: Vec<i64> = serde_json::from_value(former[1]["ords"].clone()).unwrap();
    ords.sort_unstable();
    assert_eq!(
        (former[1]["former"].as_str(), ords),
        (Some("old.rs"), vec![2, 3])
    );
    assert_eq!(
        rows(&s, &queries::HOP_COMMIT, new()).await,
        [json!({"path": "new.rs", "sha": "c1", "ord": 1, "key": "k1", "files": 2})]
    );
    assert_eq!(
        rows(&s, &queries::HOP_PR, new()).await,
        [
            json!({"path": "new.rs", "ref": "h/o/r#7", "sha": "c2", "ord": 5, "key": "k2", "files": 1})
        ]
    );
    assert_eq!(
        rows(&s, &queries::HOP_ISSUE, new()).await,
        [json!({"path": "new.rs", "ref": "h/o/r#7", "ord": 5, "issue": "h/o/r#3", "key": "k3"})]
    );
    assert_eq!(
        rows(
            &s,
            &queries::HOP_DOC,
            Params::new().with_texts("paths", ["docs/adr/1.md"])
        )
        .await,
        [
            json!({"path": "docs/adr/1.md", "ref": "", "doc": "docs/adr/1.md", "key": "k1", "ord": -1})
        ]
    );
    assert_eq!(
        rows(
            &s,
            &queries::HOP_SYMBOL,
            Params::new().with_texts("names", ["retry", "x"])
        )
        .await,
        [json!({"name": "retry", "path": "new.rs", "key": "k2", "ord": 2})]
    );
    assert_eq!(
        rows(
            &s,
            &queries::HOP_LINE,
            Params::new().with_texts("shas", ["c1", "c2"])
        )
        .await,
        [
            json!({"sha": "c1", "ord": 1, "key": "k1", "how": "commit"}),
            json!({"sha": "c2", "ord": 5, "key": "k2", "how": "pr"}),
            json!({"sha": "c2", "ord": 2, "key": "k1", "how": "recorded"}),
        ]
    );
    let found = rows(
        &s,
        &queries::HOP_TEXT,
        Params::new().with("q", "retry|unknown"),
    )
    .await;
    assert_eq!((found.len(), found[0]["rid"].as_str()), (1, Some("k1-a")));
    s.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn people_links_and_times_are_found() {
    let home = Home::new();
    let s = small(&home).await;
    let new = || Params::new().with_texts("paths", ["new.rs"]);
    let editors = rows(&s, &queries::EDITORS, new()).await;
    let of: Vec<_> = editors
        .iter()
        .map(|r| (r["pid"].clone(), r["role"].clone(), r["ord"].clone()))
        .collect();
    assert_eq!(of.len(), 3);
    assert!(of.contains(&(json!("ada"), json!("co-author"), json!(2))));
    let ords = rows(&s, &queries::TOUCHERS, new()).await;
    let mut ords: Vec<i64> = serde_json::from_value(ords[0]["ords"].clone()).unwrap();
    ords.sort_unstable();
    assert_eq!(ords, [1, 2]);
    assert_eq!(
        rows(
            &s,
            &queries::REVERTED,
            Params::new().with_texts("shas", ["c1", "c2"])
        )
        .await,
        [json!({"sha": "c1", "by": "c3", "ord": 3})]
    );
    let replaced = rows(
        &s,
        &queries::SUPERSEDED_BY,
        Params::new().with_texts("keys", ["k1"]),
    )
    .await;
    assert_eq!(
        (replaced[0]["by"].as_str(), replaced[0]["state"].as_str()),
        (Some("k2"), Some("confirmed"))
    );

    let score = |rows: &[Json], pid: &str| {
        let row = rows.iter().find(|r| r["pid"] == pid).unwrap();
        row["score"].as_f64().unwrap()
    };
    let ranked = rows(&s, &queries::PAGERANK, Params::new()).await;
    assert_eq!(ranked.len(), 3);
    assert!(score(&ranked, "cyd") > 0.0);
    let between = rows(&s, &queries::BETWEENNESS, Params::new()).await;
    assert!(score(&between, "bob") >= score(&between, "ada"));
    s.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn facts_hang_on_their_decision_and_a_missing_decision_is_counted() {
    let home = Home::new();
    let s = small(&home).await;
    let fact = |key: &str| {
        row([
            ("fid", t(&format!("{key}:1"))),
            ("key", t(key)),
            ("name", t("polling")),
            ("quote", t("We tried polling.")),
        ])
    };
    let written = s
        .write(
            &queries::UPSERT_ALTERNATIVES,
            vec![fact("k1"), fact("none")],
        )
        .await
        .unwrap();
    assert_eq!(
        (
            written.rows,
            written.matched,
            written.nodes,
            written.relationships
        ),
        (2, 1, 1, 1)
    );
    assert!(
        s.dump()
            .await
            .unwrap()
            .contains("Decision \"k1\" -[HAS {}]-> Alternative \"k1:1\"")
    );
    s.close().await.unwrap();
}
