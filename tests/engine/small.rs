//! A small graph with one of everything, for the hops.

use rguard::graph::{NamedQuery, Row, Store, Value, queries};

use crate::home::Home;

pub fn row<const N: usize>(pairs: [(&'static str, Value); N]) -> Row {
    Row::from(pairs)
}

pub fn t(text: &str) -> Value {
    Value::from(text)
}

async fn put(store: &Store, query: &NamedQuery, rows: Vec<Row>) {
    let sent = rows.len();
    let written = store.write(query, rows).await.unwrap();
    assert_eq!(written.matched, sent, "{}: an end is missing", query.name);
}

/// Files old.rs -> mid.rs -> new.rs and wide.rs; commits c1 (deciding), c2 (part of a pull request),
/// c3 (takes c1 back); decisions k1 (from c1), k2 (from the pull request), k3 (from an issue).
pub async fn small(home: &Home) -> Store {
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
        vec![row([
            ("ref", t("h/o/r#7")),
            ("number", 7_i64.into()),
            ("ord", 5_i64.into()),
        ])],
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
