//! What is written to a graph is read back as it was, through statements, batches and restarts.

use rguard::graph::{Params, Row, Value, queries};

use crate::home::Home;

fn commit(sha: &str, ord: i64) -> Row {
    Row::from([
        ("sha", Value::from(sha)),
        ("ord", ord.into()),
        ("subject", "hostile ' \" \\ \0 {}".into()),
    ])
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_written_once_and_read_with_the_statement_that_ran() {
    let home = Home::new();
    let store = home.migrated().await;
    let rows: Vec<Row> = (0..2_500).map(|i| commit(&format!("c{i:05}"), i)).collect();
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

    let answer = store
        .read::<(String, i64)>(&queries::TOUCHERS, Params::new().with("paths", vec!["a"]))
        .await
        .unwrap();
    assert!(answer.rows.is_empty());
    assert!(answer.run.cypher.starts_with("// "));
    assert_eq!(answer.run.params["paths"], serde_json::json!(["a"]));
    store.close().await.unwrap();
}
