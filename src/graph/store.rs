//! One repository's graph: reads, writes, and what keeps it healthy.

use std::sync::Arc;
use std::time::{Duration, Instant};

use falkordb::{AsyncGraph, QueryResult, RowStream};
use futures::StreamExt;
use futures::future::{BoxFuture, FutureExt};
use serde::de::DeserializeOwned;

use super::config::GraphConfig;
use super::error::{GraphError, classify};
use super::link::Link;
use super::params::{Params, Row};
use super::queries::NamedQuery;
use crate::model::{GraphName, QueryRun};

/// Rows in one write. More bring nothing and hold the graph's write lock longer.
const BATCH_ROWS: usize = 1_000;
/// Bytes in one write, about.
const BATCH_BYTES: usize = 2 << 20;

/// What a read brought.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// The rows, in the server's order.
    pub rows: Vec<T>,
    /// The statement, its parameters and times.
    pub run: QueryRun,
}

/// What a write did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Written {
    /// Rows sent.
    pub rows: usize,
    /// Rows that found the nodes they name; fewer than `rows` where an end does not exist.
    pub matched: usize,
    /// Nodes created.
    pub nodes: usize,
    /// Relationships created.
    pub relationships: usize,
    /// Properties set.
    pub properties: usize,
    /// The server's own time, milliseconds.
    pub server_ms: f64,
}

/// One repository's graph. Clones share the connections and the use of the engine.
#[derive(Clone)]
pub struct Store {
    pub(super) link: Arc<Link>,
    name: GraphName,
}

impl Store {
    /// Opens the graph, attaching to the engine or starting it, or connecting to the server that
    /// the configuration names. Does not create anything in it: see [`Store::migrate`].
    ///
    /// # Errors
    /// If there is no engine, it does not start, or the server is of no use.
    pub async fn open(config: &GraphConfig, name: &GraphName) -> Result<Self, GraphError> {
        let store = Self {
            link: Arc::new(Link::open(config).await?),
            name: name.clone(),
        };
        store.settle().await?;
        Ok(store)
    }

    /// Another graph of the same engine or server, over the same connections. Where it is searched
    /// by text, [`Store::wait_for_indexes`] comes first.
    #[must_use]
    pub fn other(&self, name: &GraphName) -> Self {
        Self {
            link: self.link.clone(),
            name: name.clone(),
        }
    }

    /// The graph's name.
    pub fn name(&self) -> &GraphName {
        &self.name
    }

    /// What the user must know about the engine, once: a log that was set aside, so that the graph
    /// starts empty and must be rebuilt.
    pub async fn take_notice(&self) -> Option<String> {
        self.link.take_notice().await
    }

    /// Reads rows. They map to a struct (or a map) by column name; where the query has a single
    /// column they are that bare value, and a struct with one field does not fit.
    ///
    /// # Errors
    /// If the engine cannot be reached even after one new start, the query takes longer than the
    /// configured limit, or a row has another shape.
    pub async fn read<T: DeserializeOwned>(
        &self,
        query: &NamedQuery,
        params: Params,
    ) -> Result<Answer<T>, GraphError> {
        let (rows, run) = self.read_rows(query, &params).await?;
        decode(rows, run)
    }

    /// Boxed and not generic: the client's futures are nested so deeply that a caller's would not
    /// compile in another crate.
    fn read_rows<'a>(
        &'a self,
        query: &'a NamedQuery,
        params: &'a Params,
    ) -> BoxFuture<'a, Result<(Vec<falkordb::Row>, QueryRun), GraphError>> {
        async move {
            let limit = self.link.config.read_timeout;
            let (mut graph, generation) = self.graph().await;
            match read_once(&mut graph, query, params, limit).await {
                Err(e) if e.is_connection() => {
                    let mut graph = self.revive(generation).await?;
                    read_once(&mut graph, query, params, limit).await
                }
                done => done,
            }
        }
        .boxed()
    }

    /// Writes rows through a statement that is safe to repeat, in batches. The caller has removed
    /// duplicates (the same key, or the same pair of ends): the engine loses updates otherwise.
    ///
    /// # Errors
    /// As [`Store::read`], and if the disk is full. Batches before the failing one stay written.
    pub async fn write(&self, query: &NamedQuery, rows: Vec<Row>) -> Result<Written, GraphError> {
        let mut total = Written::default();
        let mut batch: Vec<Row> = Vec::new();
        let mut bytes = 0;
        for row in rows {
            bytes += row.iter().map(|(k, v)| k.len() + v.weight()).sum::<usize>();
            batch.push(row);
            if batch.len() == BATCH_ROWS || bytes >= BATCH_BYTES {
                total.add(self.write_batch(query, std::mem::take(&mut batch)).await?);
                bytes = 0;
            }
        }
        if !batch.is_empty() {
            total.add(self.write_batch(query, batch).await?);
        }
        Ok(total)
    }

    async fn write_batch(&self, query: &NamedQuery, rows: Vec<Row>) -> Result<Written, GraphError> {
        let count = rows.len();
        let mut written = self.write_one(query, Params::new().with_rows(rows)).await?;
        written.rows = count;
        Ok(written)
    }

    /// Runs one writing statement that is safe to repeat.
    ///
    /// # Errors
    /// As [`Store::write`].
    pub async fn write_one(
        &self,
        query: &NamedQuery,
        params: Params,
    ) -> Result<Written, GraphError> {
        let (mut graph, generation) = self.graph().await;
        match write_once(&mut graph, query, &params).await {
            Err(e) if e.is_connection() => {
                let mut graph = self.revive(generation).await?;
                write_once(&mut graph, query, &params).await
            }
            done => done,
        }
    }

    /// Runs one writing statement exactly once and returns its rows: for what must not be repeated,
    /// like a claim. After a lost connection it may or may not have been done: read what is there.
    ///
    /// # Errors
    /// As [`Store::read`], but that nothing is tried again.
    pub async fn write_unrepeated<T: DeserializeOwned>(
        &self,
        query: &NamedQuery,
        params: Params,
    ) -> Result<Answer<T>, GraphError> {
        let (mut graph, _) = self.graph().await;
        let start = Instant::now();
        let result = graph
            .query(query.cypher)
            .with_params(params.to_falkor())
            .execute()
            .boxed();
        let result = result.await.map_err(|e| classify(query.name, e))?;
        let (rows, run) = collect(result, query, &params, start).await?;
        decode(rows, run)
    }

    pub(super) async fn graph(&self) -> (AsyncGraph, u64) {
        let (client, generation) = self.link.client().await;
        (client.select_graph(&self.name), generation)
    }

    pub(super) async fn revive(&self, generation: u64) -> Result<AsyncGraph, GraphError> {
        let client = self.link.revive(generation).await?;
        self.settle().await?;
        Ok(client.select_graph(&self.name))
    }

    /// After a start indexes fill in the background, and a query finds nothing without a word.
    async fn settle(&self) -> Result<(), GraphError> {
        match self.wait_for_indexes().await {
            Err(GraphError::NoGraph) => Ok(()),
            done => done,
        }
    }

    /// Leaves the engine now, if this is the last clone. Dropping the last clone does the same and
    /// may block for the moment that a stop takes.
    ///
    /// # Errors
    /// If the engine does not end in time.
    pub async fn close(self) -> Result<(), GraphError> {
        match Arc::into_inner(self.link) {
            Some(link) => link.close().await,
            None => Ok(()),
        }
    }
}

impl Written {
    fn add(&mut self, more: Self) {
        self.rows += more.rows;
        self.matched += more.matched;
        self.nodes += more.nodes;
        self.relationships += more.relationships;
        self.properties += more.properties;
        self.server_ms += more.server_ms;
    }
}

async fn read_once(
    graph: &mut AsyncGraph,
    query: &NamedQuery,
    params: &Params,
    limit: Duration,
) -> Result<(Vec<falkordb::Row>, QueryRun), GraphError> {
    let limit = i64::try_from(limit.as_millis()).unwrap_or(i64::MAX);
    let start = Instant::now();
    let result = graph
        .ro_query(query.cypher)
        .with_params(params.to_falkor())
        .with_timeout(limit)
        .execute()
        .await
        .map_err(|e| classify(query.name, e))?;
    collect(result, query, params, start).await
}

async fn collect(
    mut result: QueryResult<RowStream>,
    query: &NamedQuery,
    params: &Params,
    start: Instant,
) -> Result<(Vec<falkordb::Row>, QueryRun), GraphError> {
    let mut rows = Vec::new();
    while let Some(row) = result.data.next().await {
        rows.push(row.map_err(|e| classify(query.name, e))?);
    }
    let run = QueryRun {
        name: query.name.to_owned(),
        cypher: query.cypher.to_owned(),
        params: params.to_json(),
        rows: rows.len(),
        server_ms: result.get_internal_execution_time().unwrap_or_default(),
        client_ms: start.elapsed().as_secs_f64() * 1e3,
    };
    Ok((rows, run))
}

fn decode<T: DeserializeOwned>(
    rows: Vec<falkordb::Row>,
    run: QueryRun,
) -> Result<Answer<T>, GraphError> {
    let rows = rows
        .into_iter()
        .map(falkordb::Row::deserialize::<T>)
        .collect::<Result<_, _>>()
        .map_err(|e| classify(&run.name, e))?;
    Ok(Answer { rows, run })
}

fn write_once<'a>(
    graph: &'a mut AsyncGraph,
    query: &'a NamedQuery,
    params: &'a Params,
) -> BoxFuture<'a, Result<Written, GraphError>> {
    write_unboxed(graph, query, params).boxed()
}

async fn write_unboxed(
    graph: &mut AsyncGraph,
    query: &NamedQuery,
    params: &Params,
) -> Result<Written, GraphError> {
    let fail = |e| classify(query.name, e);
    let mut result = graph
        .query(query.cypher)
        .with_params(params.to_falkor())
        .query_as::<i64>()
        .execute()
        .await
        .map_err(fail)?;
    let mut matched = 0;
    while let Some(n) = result.data.next().await {
        matched += n.map_err(fail)?;
    }
    let count = |n: Option<i64>| usize::try_from(n.unwrap_or_default()).unwrap_or_default();
    Ok(Written {
        rows: 0,
        matched: count(Some(matched)),
        nodes: count(result.get_nodes_created()),
        relationships: count(result.get_relationship_created()),
        properties: count(result.get_properties_set()),
        server_ms: result.get_internal_execution_time().unwrap_or_default(),
    })
}
