//! What the guard's hops find, on a small graph with one of everything.

use std::collections::BTreeMap;

use rguard::graph::{NamedQuery, Params, Row, Store, Value, queries};
use serde_json::{Value as Json, json};

use crate::home::Home;

fn row<const N: usize>(pairs: [(&'static str, Value); N]) -> Row {
    Row::from(pairs)
}

fn t(text: &str) -> Value {
    Value::from(text)
}

async fn put(store: &Store, query: &NamedQuery, rows: Vec<Row>) {
    let sent = rows.len();
    let written = store.write(query, rows).await.unwrap();
    assert_eq!(written.matched, sent, "{}: an end is missing", query.name);
}

/// Files old.rs -> mid.rs -> new.rs and wide.rs; commits c1 (deciding), c2 (part of a pull request),
/// c3 (takes c1 back); decisions k1 (from c1), k2 (from the pull request), k3 (from an issue).
async fn small(home: &Home) -> Store {
    let s = home.migrated().await;
    let commit = |sha: &str, ord: i64| {
        row([
            ("sha", t(sha)),
            ("ord", ord.into()),
            ("author_time", (ord * 10).into()),
        ])
    };
    put(
        &s,
        &queries::UPSERT_COMMITS,
        vec![commit("c1", 1), commit("c2", 2), commit("c3", 3)],
    )
    .await;
    let paths = ["old.rs", "mid.rs", "new.rs", "wide.rs"];
    put(
        &s,
        &queries::UPSERT_FILES,
        paths.iter().map(|p| row([("path", t(p))])).collect(),
    )
    .await;
    let rename = |from: &str, to: &str, sha: &str, ord: i64| {
        row([
            ("from", t(from)),
            ("to", t(to)),
            ("sha", t(sha)),
            ("ord", ord.into()),
        ])
    };
    put(
        &s,
        &queries::LINK_RENAMED,
        vec![
            rename("old.rs", "mid.rs", "c2", 2),
            rename("mid.rs", "new.rs", "c3", 3),
        ],
    )
    .await;
    let touch = |sha: &str, path: &str| {
        row([
            ("sha", t(sha)),
            ("path", t(path)),
            ("status", t("modified")),
            ("add", 1_i64.into()),
            ("del", 0_i64.into()),
        ])
    };
    put(
        &s,
        &queries::LINK_TOUCHES,
        vec![
            touch("c1", "new.rs"),
            touch("c1", "wide.rs"),
            touch("c2", "new.rs"),
        ],
    )
    .await;
    put(
        &s,
        &queries::UPSERT_PEOPLE,
        ["ada", "bob", "cyd"]
            .iter()
            .map(|p| row([("pid", t(p)), ("name", t(p)), ("kind", t("human"))]))
            .collect(),
    )
    .await;
    let wrote = |pid: &str, sha: &str, role: &str| {
        row([("pid", t(pid)), ("sha", t(sha)), ("role", t(role))])
    };
    put(
        &s,
        &queries::LINK_AUTHORED,
        vec![
            wrote("ada", "c1", "author"),
            wrote("bob", "c2", "author"),
            wrote("ada", "c2", "co-author"),
        ],
    )
    .await;
    put(
        &s,
        &queries::UPSERT_PRS,
        vec![row([("ref", t("h/o/r#7")), ("number", 7_i64.into())])],
    )
    .await;
    put(
        &s,
        &queries::LINK_PART_OF_PR,
        vec![row([
            ("sha", t("c2")),
            ("ref", t("h/o/r#7")),
            ("ord", 5_i64.into()),
        ])],
    )
    .await;
    put(
        &s,
        &queries::LINK_PR_TOUCHES,
        vec![row([
            ("ref", t("h/o/r#7")),
            ("path", t("new.rs")),
            ("status", t("modified")),
            ("add", 1_i64.into()),
            ("del", 0_i64.into()),
        ])],
    )
    .await;
    put(
        &s,
        &queries::UPSERT_ISSUES,
        vec![row([("ref", t("h/o/r#3")), ("number", 3_i64.into())])],
    )
    .await;
    put(
        &s,
        &queries::LINK_FIXES,
        vec![row([("ref", t("h/o/r#7")), ("issue", t("h/o/r#3"))])],
    )
    .await;
    put(
        &s,
        &queries::UPSERT_DECISIONS,
        ["k1", "k2", "k3"]
            .iter()
            .map(|k| row([("key", t(k)), ("root", t("c1"))]))
            .collect(),
    )
    .await;
    put(
        &s,
        &queries::LINK_DERIVED_FROM_COMMIT,
        vec![row([("key", t("k1")), ("sha", t("c1"))])],
    )
    .await;
    put(
        &s,
        &queries::LINK_DERIVED_FROM_PR,
        vec![row([("key", t("k2")), ("ref", t("h/o/r#7"))])],
    )
    .await;
    put(
        &s,
        &queries::LINK_DERIVED_FROM_ISSUE,
        vec![row([("key", t("k3")), ("ref", t("h/o/r#3"))])],
    )
    .await;
    put(
        &s,
        &queries::UPSERT_DOCS,
        vec![row([("path", t("docs/adr/1.md"))])],
    )
    .await;
    put(
        &s,
        &queries::LINK_DERIVED_FROM_DOC,
        vec![row([("key", t("k1")), ("path", t("docs/adr/1.md"))])],
    )
    .await;
    put(
        &s,
        &queries::LINK_RATIONALE,
        vec![row([
            ("key", t("k1")),
            ("path", t("new.rs")),
            ("weight", 0.5.into()),
            ("via", t("commit")),
            ("ord", 1_i64.into()),
        ])],
    )
    .await;
    put(
        &s,
        &queries::UPSERT_SYMBOLS,
        vec![row([
            ("sid", t("new.rs#retry")),
            ("name", t("retry")),
            ("path", t("new.rs")),
        ])],
    )
    .await;
    put(
        &s,
        &queries::LINK_MENTIONS_SYMBOL,
        vec![row([
            ("key", t("k2")),
            ("sid", t("new.rs#retry")),
            ("line", 4_i64.into()),
            ("ord", 2_i64.into()),
        ])],
    )
    .await;
    let revision = |rid: &str, key: &str, title: &str, body: &str| {
        row([
            ("rid", t(rid)),
            ("key", t(key)),
            ("title", t(title)),
            ("body", t(body)),
            ("from_ord", 1_i64.into()),
        ])
    };
    put(
        &s,
        &queries::UPSERT_REVISIONS,
        vec![
            revision("k1-a", "k1", "Keep retries", "Three retries, then fail."),
            revision("k3-a", "k3", "Name things", "By what they do."),
        ],
    )
    .await;
    put(
        &s,
        &queries::LINK_HAS_REVISION,
        vec![row([("key", t("k1")), ("rid", t("k1-a"))])],
    )
    .await;
    put(
        &s,
        &queries::LINK_RECORDED_IN,
        vec![row([
            ("rid", t("k1-a")),
            ("sha", t("c2")),
            ("lines", 2_i64.into()),
        ])],
    )
    .await;
    put(
        &s,
        &queries::LINK_REVERTS,
        vec![row([
            ("sha", t("c3")),
            ("reverted", t("c1")),
            ("ord", 3_i64.into()),
            ("quote", t("This reverts")),
        ])],
    )
    .await;
    put(
        &s,
        &queries::LINK_SUPERSEDES,
        vec![row([
            ("key", t("k2")),
            ("older", t("k1")),
            ("sha", t("c2")),
            ("ord", 2_i64.into()),
            ("state", t("confirmed")),
            ("quote", t("replaces")),
        ])],
    )
    .await;
    put(
        &s,
        &queries::LINK_COLLABORATED,
        vec![
            row([("a", t("ada")), ("b", t("bob")), ("weight", 2.0.into())]),
            row([("a", t("bob")), ("b", t("cyd")), ("weight", 1.0.into())]),
        ],
    )
    .await;
    s
}

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
        [json!({"path": "new.rs", "ref": "h/o/r#7", "issue": "h/o/r#3", "key": "k3"})]
    );
    assert_eq!(
        rows(
            &s,
            &queries::HOP_DOC,
            Params::new().with_texts("paths", ["docs/adr/1.md"])
        )
        .await,
        [json!({"path": "docs/adr/1.md", "key": "k1"})]
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
