//! Every statement starts at an index: a scan over a label makes a hop thirty times slower.

use rguard::graph::{NamedQuery, Params, Row, Value, queries};

use crate::home::Home;

/// Statements that may read a whole label, and why.
const WHOLE_LABEL: &[(&str, &str)] = &[
    ("all_files", "it asks for all of them, once a sync"),
    ("edits", "it asks for all people's edits, once a sync"),
    (
        "find_subjects",
        "once a stage that has reverts: dearer is an index that every commit pays for",
    ),
];

/// A row with every property that any statement reads.
fn row() -> Row {
    let words = queries::ALL.iter().flat_map(|q| {
        q.cypher
            .split(|c: char| !(c.is_alphanumeric() || "_.".contains(c)))
    });
    words
        .filter_map(|word| word.strip_prefix("r."))
        .filter(|name| !name.is_empty())
        .map(|name| (name, Value::from("x")))
        .collect()
}

fn params(query: &NamedQuery) -> Params {
    let mut params = Params::new();
    for name in ["paths", "names", "shas", "keys", "refs", "subjects", "pids"] {
        if query.cypher.contains(&format!("${name}")) {
            params = params.with(name, vec!["x"]);
        }
    }
    for name in ["q", "id"] {
        if query.cypher.contains(&format!("${name})"))
            || query.cypher.contains(&format!("${name}}}"))
        {
            params = params.with(name, "x");
        }
    }
    if query.cypher.contains("$rows") {
        params = params.with_rows(vec![row()]);
    }
    params
}

#[tokio::test(flavor = "multi_thread")]
async fn every_statement_starts_at_an_index_or_a_procedure() {
    let home = Home::new();
    let store = home.migrated().await;
    let mut wrong = Vec::new();
    for query in queries::ALL {
        let plan = match store.explain(query, params(query)).await {
            Ok(plan) => plan,
            Err(e) => {
                wrong.push(format!("{}: {e}", query.name));
                continue;
            }
        };
        let indexed = plan.contains("Node By Index Scan") || plan.contains("ProcedureCall");
        let scans = plan
            .lines()
            .any(|l| l.contains("Label Scan") || l.contains("All Node Scan"));
        let excused = WHOLE_LABEL.iter().any(|(name, _)| *name == query.name);
        if !excused && (!indexed || scans) {
            wrong.push(format!("{}:\n{plan}", query.name));
        }
    }
    store.close().await.unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Each statement runs, on a graph with nothing in it: a reading one through the read-only door.
#[tokio::test(flavor = "multi_thread")]
async fn every_statement_runs() {
    let home = Home::new();
    let store = home.migrated().await;
    for query in queries::ALL {
        let writes = query.cypher.contains("MERGE") || query.cypher.contains("DELETE");
        let outcome = if writes {
            store.write_one(query, params(query)).await.map(drop)
        } else {
            let answer = store.read::<serde_json::Value>(query, params(query));
            answer.await.map(drop)
        };
        assert!(outcome.is_ok(), "{}: {}", query.name, outcome.unwrap_err());
    }
    store.close().await.unwrap();
}
