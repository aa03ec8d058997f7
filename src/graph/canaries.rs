//! Checks of a server that rguard did not start: its version, and that the query forms on which
//! rguard relies give right answers there. Run once for each server and version.

use std::collections::BTreeMap;
use std::fs;

use falkordb::{AsyncGraph, FalkorAsyncClient, FalkorValue};
use futures::StreamExt;

use super::engine::MODULE_VERSION;
use super::error::GraphError;
use crate::dirs::Dirs;

/// The oldest module that may be tried: 4.16.
const OLDEST: i64 = 41600;

/// A form and the answer it must give. Statements before the last prepare it.
const FORMS: &[(&str, &[&str], &str)] = &[
    (
        "a node that stands twice in a batch is stored once",
        &[
            "CREATE INDEX FOR (n:A) ON (n.k)",
            "UNWIND [1, 1, 2] AS i MERGE (n:A {k: i}) SET n.v = i",
            "MATCH (n:A) RETURN toString(count(n))",
        ],
        "2",
    ),
    (
        "an edge merged twice keeps the weight that was set whole",
        &[
            "UNWIND [3, 5] AS w MATCH (a:A {k: 1}) MATCH (b:A {k: 2}) MERGE (a)-[e:W]->(b) SET e.w = 5",
            "MATCH (:A)-[e:W]->(:A) RETURN toString(count(e)) + ' ' + toString(sum(e.w))",
        ],
        "1 5.000000",
    ),
    (
        "the barrier after an indexed match keeps all rows",
        &["MATCH (f:A) WHERE f.k IN [1, 2] WITH f MATCH (f)-[:W]-(g:A) RETURN toString(count(g))"],
        "2",
    ),
    (
        "a chain is followed with the values of its edges",
        &[
            "MATCH (b:A {k: 2}) CREATE (b)-[:W {w: 7}]->(:A {k: 3})",
            "MATCH (f:A) WHERE f.k IN [3] WITH f MATCH p = (o:A)-[:W*1..12]->(f) WITH o, p ORDER BY o.k RETURN string.join(collect(toString(size(relationships(p)))), ',')",
        ],
        "2,1",
    ),
    (
        "full text finds any of the words",
        &[
            "CALL db.idx.fulltext.createNodeIndex('T', 'body')",
            "CREATE (:T {body: 'the timeout stays at five'}), (:T {body: 'nothing here'})",
            "CALL db.idx.fulltext.queryNodes('T', 'timeout|absent') YIELD node RETURN toString(count(node))",
        ],
        "1",
    ),
];

/// A server's address without a password.
pub fn without_credentials(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if at > scheme => {
            format!("{}://…@{}", &url[..scheme], &url[at + 1..])
        }
        _ => url.to_owned(),
    }
}

/// Refuses a server that is too old or answers wrongly; what passed is remembered in the cache.
pub(super) async fn check_server(
    client: &FalkorAsyncClient,
    url: &str,
    info: redis::ConnectionInfo,
    dirs: &Dirs,
) -> Result<(), GraphError> {
    let shown = without_credentials(url);
    let refuse = |why: String| GraphError::Server {
        url: shown.clone(),
        why,
    };
    let version = module_version(info)
        .await
        .map_err(|e| refuse(format!("it does not tell its modules: {e}.")))?
        .ok_or_else(|| {
            refuse("it has no graph module; use a FalkorDB server, not a plain redis.".to_owned())
        })?;
    if version < OLDEST {
        return Err(refuse(format!(
            "its module is version {version}, and {OLDEST} (4.16) or later is needed."
        )));
    }
    let passed_file = dirs.cache.join("servers.json");
    let mut passed: BTreeMap<String, i64> = fs::read(&passed_file)
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
        .unwrap_or_default();
    if passed.get(&shown) == Some(&version) {
        return Ok(());
    }
    let scratch = format!("rguard_check_{}", ulid::Ulid::new());
    let mut graph = client.select_graph(&scratch);
    let outcome = run_forms(&mut graph).await;
    let _ = graph.delete().await;
    outcome.map_err(|why| {
        refuse(format!(
            "it answers wrongly (module {version}, measured with {MODULE_VERSION}): {why}."
        ))
    })?;
    passed.insert(shown, version);
    // Only saves the next check.
    let _ = fs::create_dir_all(&dirs.cache);
    if let Ok(text) = serde_json::to_vec_pretty(&passed) {
        let _ = fs::write(&passed_file, text);
    }
    Ok(())
}

async fn module_version(info: redis::ConnectionInfo) -> redis::RedisResult<Option<i64>> {
    let client = redis::Client::open(info)?;
    let mut connection = client
        .get_multiplexed_async_connection_with_config(&super::link::patience())
        .await?;
    let modules: redis::Value = redis::cmd("MODULE")
        .arg("LIST")
        .query_async(&mut connection)
        .await?;
    Ok(super::engine::module_version(&modules))
}

/// Runs all forms in an empty graph; the first wrong one is described.
pub(super) async fn run_forms(graph: &mut AsyncGraph) -> Result<(), String> {
    for (claim, statements, expected) in FORMS {
        let mut answer = None;
        for statement in *statements {
            answer = scalar(graph, statement)
                .await
                .map_err(|e| format!("{claim}: {e}"))?;
        }
        // An index may still be filling.
        for _ in 0..50 {
            if answer.as_deref() == Some(*expected) {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            answer = match statements.last() {
                Some(last) => scalar(graph, last)
                    .await
                    .map_err(|e| format!("{claim}: {e}"))?,
                None => None,
            };
        }
        if answer.as_deref() != Some(*expected) {
            return Err(format!("{claim}: {answer:?} instead of {expected:?}"));
        }
    }
    let hostile = "quote \" ' ` back\\slash \\u0041 \r\n\t \u{1} emoji 🦀 $x }) RETURN 1 //";
    let mut result = graph
        .query("RETURN $text AS text")
        .with_param("text", FalkorValue::from(hostile))
        .query_as::<String>()
        .execute()
        .await
        .map_err(|e| e.to_string())?;
    match result.data.next().await {
        Some(Ok(text)) if text == hostile => Ok(()),
        other => Err(format!("hostile text comes back changed: {other:?}")),
    }
}

async fn scalar(graph: &mut AsyncGraph, statement: &str) -> Result<Option<String>, String> {
    let mut result = graph
        .query(statement)
        .query_as::<String>()
        .execute()
        .await
        .map_err(|e| e.to_string())?;
    match result.data.next().await {
        Some(row) => row.map(Some).map_err(|e| e.to_string()),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_never_reaches_a_message() {
        let shown = without_credentials("falkor://user:p@ss@host:6379");
        assert_eq!(shown, "falkor://…@host:6379");
        assert_eq!(
            without_credentials("unix:///run/x.sock"),
            "unix:///run/x.sock"
        );
    }
}
