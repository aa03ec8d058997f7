//! The labels and their merge keys, as indexes. A merge key's index is what makes `MERGE` both fast
//! and unique: constraints are never used, since a duplicate write under one can end the server.

use std::time::{Duration, Instant};

use futures::StreamExt;

use super::error::{GraphError, classify};
use super::store::Store;

/// Label and merge key of each kind of node, and what else is looked up by value.
pub const RANGE: &[(&str, &str)] = &[
    ("Commit", "sha"),
    ("Commit", "subject"),
    ("File", "path"),
    ("Doc", "path"),
    ("Person", "pid"),
    ("Person", "kind"),
    ("PR", "ref"),
    ("Issue", "ref"),
    ("Symbol", "sid"),
    ("Symbol", "name"),
    ("Decision", "key"),
    ("Revision", "rid"),
    ("Alternative", "fid"),
    ("Measurement", "fid"),
    ("Experiment", "fid"),
    ("Limit", "fid"),
    ("Concept", "name"),
    ("Instruction", "iid"),
    ("Correction", "ulid"),
    ("Question", "ulid"),
    ("Meta", "id"),
];

/// What else there is: what full-text search covers, and an index that makes a type of edge known,
/// since a procedure that names one which nobody wrote yet fails instead of finding nothing.
const OTHER: &[&str] = &[
    "CALL db.idx.fulltext.createNodeIndex('Revision', 'title', 'body')",
    "CREATE INDEX FOR ()-[e:COLLABORATED]-() ON (e.weight)",
];

/// How long indexes may take to fill.
const READY: Duration = Duration::from_secs(120);

impl Store {
    /// Creates the graph and all indexes that are missing, and waits until they are filled. Can run
    /// at each start.
    ///
    /// # Errors
    /// If the engine cannot be reached, or the indexes do not get ready in time.
    pub async fn migrate(&self) -> Result<(), GraphError> {
        let mut wanted: Vec<String> = RANGE
            .iter()
            .map(|(label, key)| format!("CREATE INDEX FOR (n:{label}) ON (n.{key})"))
            .collect();
        wanted.extend(OTHER.iter().map(|s| (*s).to_owned()));
        for statement in &wanted {
            match self.create_index(statement).await {
                Err(GraphError::Query { message, .. }) if message.contains("already indexed") => {}
                done => done?,
            }
        }
        self.wait_for_indexes().await
    }

    async fn create_index(&self, statement: &str) -> Result<(), GraphError> {
        let fail = |e| classify("migrate", e);
        let (mut graph, generation) = self.graph().await;
        match graph.query(statement).execute().await.map_err(fail) {
            Err(e) if e.is_connection() => {
                let mut graph = self.revive(generation).await?;
                graph.query(statement).execute().await.map_err(fail)?;
                Ok(())
            }
            Err(e) => Err(e),
            Ok(_) => Ok(()),
        }
    }

    /// Waits until every index is filled: until then a query may find nothing without a word.
    ///
    /// # Errors
    /// If they do not get ready in time.
    pub async fn wait_for_indexes(&self) -> Result<(), GraphError> {
        let fail = |e| classify("indexes", e);
        let start = Instant::now();
        loop {
            let (mut graph, _) = self.graph().await;
            let mut result = graph
                .ro_query("CALL db.indexes() YIELD status RETURN status")
                .query_as::<String>()
                .execute()
                .await
                .map_err(fail)?;
            let mut ready = true;
            while let Some(status) = result.data.next().await {
                ready &= status.map_err(fail)? == "OPERATIONAL";
            }
            if ready {
                return Ok(());
            }
            if start.elapsed() > READY {
                return Err(GraphError::Waited(format!(
                    "The indexes of {} are not ready after {} seconds. Try again later.",
                    self.name(),
                    READY.as_secs()
                )));
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
