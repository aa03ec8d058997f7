//! A canonical dump of a graph, to compare two of them by hash: sorted text that does not depend on
//! internal ids or on the order of writing. Also what else concerns the graph as a whole.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use falkordb::{FalkorValue, Node};
use futures::StreamExt;

use super::error::{GraphError, classify, classify_text};
use super::params::Params;
use super::queries::NamedQuery;
use super::schema::RANGE;
use super::store::Store;

/// How long a rewrite of the log may take.
const REWRITE: Duration = Duration::from_secs(300);

impl Store {
    /// All nodes (`Label key {properties}`), then all edges (`Label key -[TYPE {properties}]-> Label
    /// key`), one a line, sorted. Without `Meta`, which says how the graph came about.
    ///
    /// # Errors
    /// If the graph cannot be read.
    pub async fn dump(&self) -> Result<String, GraphError> {
        let fail = |e| classify("dump", e);
        let (mut graph, _) = self.graph().await;
        let mut names: HashMap<i64, String> = HashMap::new();
        let mut lines = Vec::new();
        let mut nodes = graph
            .ro_query("MATCH (n) WHERE NOT n:Meta RETURN n")
            .execute()
            .await
            .map_err(fail)?;
        while let Some(row) = nodes.data.next().await {
            let node: Node = row.map_err(fail)?.try_get("n").map_err(fail)?;
            let name = name_of(&node);
            lines.push(format!("{name} {}", properties(&node.properties)));
            names.insert(node.entity_id, name);
        }
        let mut edges = graph
            .ro_query("MATCH (a)-[e]->(b) RETURN e")
            .execute()
            .await
            .map_err(fail)?;
        while let Some(row) = edges.data.next().await {
            let edge: falkordb::Edge = row.map_err(fail)?.try_get("e").map_err(fail)?;
            let end = |id: i64| names.get(&id).map_or("?", String::as_str);
            lines.push(format!(
                "{} -[{} {}]-> {}",
                end(edge.src_node_id),
                edge.relationship_type,
                properties(&edge.properties),
                end(edge.dst_node_id)
            ));
        }
        lines.sort_unstable();
        let mut text = lines.join("\n");
        text.push('\n');
        Ok(text)
    }

    /// Rewrites the engine's log to what is now in it, and waits for the end. Worth it after a bulk
    /// sync: the next start is faster. A server that rguard did not start is left alone.
    ///
    /// # Errors
    /// If the engine refuses, or does not get done in time.
    pub async fn rewrite_aof(&self) -> Result<(), GraphError> {
        if !self.link.is_embedded().await {
            return Ok(());
        }
        let fail = |e: redis::RedisError| classify_text("rewrite", e.to_string());
        let client = redis::Client::open(self.link.info().await?).map_err(fail)?;
        let mut connection = client
            .get_multiplexed_async_connection_with_config(&super::link::patience())
            .await
            .map_err(fail)?;
        let asked: redis::RedisResult<String> = redis::cmd("BGREWRITEAOF")
            .query_async(&mut connection)
            .await;
        match asked {
            // Another process asked just before: its rewrite is waited for as well.
            Err(e) if e.to_string().contains("already in progress") => {}
            other => {
                other.map_err(fail)?;
            }
        }
        let start = Instant::now();
        loop {
            let info: String = redis::cmd("INFO")
                .arg("persistence")
                .query_async(&mut connection)
                .await
                .map_err(fail)?;
            let says = |line: &str| info.lines().any(|l| l.trim_end() == line);
            if says("aof_rewrite_in_progress:0") && says("aof_rewrite_scheduled:0") {
                return if says("aof_last_bgrewrite_status:ok") {
                    Ok(())
                } else {
                    Err(GraphError::Waited(
                        "The graph's log could not be rewritten; it stays as it is.".to_owned(),
                    ))
                };
            }
            if start.elapsed() > REWRITE {
                return Err(GraphError::Waited(
                    "The graph's log is still being rewritten; it goes on by itself.".to_owned(),
                ));
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Deletes this graph. Corrections and questions live on in their journal, not here.
    ///
    /// # Errors
    /// If the engine cannot be reached. A graph that does not exist is deleted already.
    pub async fn delete_graph(&self) -> Result<(), GraphError> {
        let (mut graph, _) = self.graph().await;
        match graph.delete().await.map_err(|e| classify("delete", e)) {
            Err(GraphError::NoGraph) => Ok(()),
            done => done,
        }
    }

    /// The names of all graphs of the engine or server.
    ///
    /// # Errors
    /// If it cannot be reached.
    pub async fn list_graphs(&self) -> Result<Vec<String>, GraphError> {
        let (client, _) = self.link.client().await;
        let mut names = client
            .list_graphs()
            .await
            .map_err(|e| classify("list graphs", e))?;
        names.sort_unstable();
        Ok(names)
    }

    /// The plan of a statement, one operation a line.
    ///
    /// # Errors
    /// If it does not compile, or the graph does not exist.
    pub async fn explain(&self, query: &NamedQuery, params: Params) -> Result<String, GraphError> {
        let (mut graph, _) = self.graph().await;
        let plan = graph
            .explain(query.cypher)
            .with_params(params.to_falkor())
            .execute()
            .await
            .map_err(|e| classify(query.name, e))?;
        Ok(plan.string_representation().to_owned())
    }
}

fn name_of(node: &Node) -> String {
    let mut labels = node.labels.clone();
    labels.sort_unstable();
    let label = labels.join(":");
    let key = RANGE
        .iter()
        .find(|(l, _)| *l == label)
        .and_then(|(_, key)| node.properties.get(*key))
        .map_or_else(String::new, plain);
    format!("{label} {key}")
}

fn properties(properties: &HashMap<String, FalkorValue>) -> String {
    let sorted: BTreeMap<&str, String> = properties
        .iter()
        .map(|(name, value)| (name.as_str(), plain(value)))
        .collect();
    let parts: Vec<String> = sorted.iter().map(|(n, v)| format!("{n}: {v}")).collect();
    format!("{{{}}}", parts.join(", "))
}

fn plain(value: &FalkorValue) -> String {
    match value {
        FalkorValue::String(text) => serde_json::Value::from(text.as_str()).to_string(),
        FalkorValue::I64(i) => i.to_string(),
        FalkorValue::F64(f) => format!("{f:?}"),
        FalkorValue::Bool(b) => b.to_string(),
        FalkorValue::None => "null".to_owned(),
        FalkorValue::Array(list) => {
            let parts: Vec<String> = list.iter().map(plain).collect();
            format!("[{}]", parts.join(", "))
        }
        other => format!("{other:?}"),
    }
}
