//! One repository's graph: reads, writes, and what keeps it healthy.

use std::num::NonZeroU8;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use falkordb::{
    AsyncGraph, ConnectionStrategy, FalkorAsyncClient, FalkorClientBuilder, FalkorConnectionInfo,
    RetryPolicy,
};
use futures::StreamExt;
use futures::future::{BoxFuture, FutureExt};
use serde::de::DeserializeOwned;
use tokio::sync::RwLock;

use super::canaries;
use super::engine::{Engine, EngineOptions, EnginePaths, Notify};
use super::error::{GraphError, classify};
use super::params::{Params, Row};
use super::provision;
use super::queries::NamedQuery;
use crate::dirs::Dirs;
use crate::model::{GraphName, QueryRun};

/// Rows in one write. More bring nothing and hold the graph's write lock longer.
const BATCH_ROWS: usize = 1_000;
/// Bytes in one write, about.
const BATCH_BYTES: usize = 2 << 20;
/// How many queries can run at once, and one more.
const POOL: u8 = 9;
/// How long an engine lingers unless told otherwise.
const LINGER: Duration = Duration::from_secs(600);

/// How to reach the graph.
#[derive(Clone)]
pub struct GraphConfig {
    /// Where the engine's data, files and socket are.
    pub dirs: Dirs,
    /// A folder with the engine's two files, instead of the pinned ones.
    pub engine_dir: Option<PathBuf>,
    /// A server to use instead of the embedded engine.
    pub url: Option<String>,
    /// How long the engine stays after its last user.
    pub linger: Duration,
    /// The rguard executable that can keep a lingering engine.
    pub keeper: Option<PathBuf>,
    /// How long a read may take in the server.
    pub read_timeout: Duration,
    /// Told about what takes longer than a second.
    pub notify: Notify,
}

impl GraphConfig {
    /// The configuration of these folders and the environment: `RGUARD_ENGINE_DIR`,
    /// `RGUARD_GRAPH_URL`, `RGUARD_ENGINE_LINGER` (seconds).
    pub fn from_env(dirs: Dirs) -> Self {
        let var = |name: &str| std::env::var(name).ok().filter(|v| !v.is_empty());
        let linger = var("RGUARD_ENGINE_LINGER").and_then(|v| v.parse().ok());
        let keeper = std::env::current_exe()
            .ok()
            .filter(|p| p.file_stem().is_some_and(|n| n == "rguard"));
        Self {
            dirs,
            engine_dir: std::env::var_os("RGUARD_ENGINE_DIR")
                .filter(|v| !v.is_empty())
                .map(PathBuf::from),
            url: var("RGUARD_GRAPH_URL"),
            linger: linger.map_or(LINGER, Duration::from_secs),
            keeper,
            read_timeout: Duration::from_secs(10),
            notify: Arc::new(|_| {}),
        }
    }

    /// The embedded engine's place.
    pub fn engine_paths(&self) -> EnginePaths {
        EnginePaths::new(&self.dirs)
    }

    fn binaries(&self) -> Result<provision::Binaries, GraphError> {
        provision::provision(self.engine_dir.as_deref(), &self.dirs.cache, &self.notify)
    }
}

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
    inner: Arc<Inner>,
}

struct Inner {
    config: GraphConfig,
    name: GraphName,
    link: RwLock<Link>,
}

/// A live connection; `generation` counts how often it was made anew.
struct Link {
    client: FalkorAsyncClient,
    engine: Option<Engine>,
    generation: u64,
}

impl Store {
    /// Opens the graph, attaching to the engine or starting it, or connecting to the server that
    /// the configuration names. Does not create anything in it: see [`Store::migrate`].
    ///
    /// # Errors
    /// If there is no engine, it does not start, or the server is of no use.
    pub async fn open(config: &GraphConfig, name: &GraphName) -> Result<Self, GraphError> {
        let (client, engine) = match &config.url {
            Some(url) => (connect_url(url, config).await?, None),
            None => {
                let engine = start_engine(config.clone()).await?;
                let client = connect_socket(&engine).await?;
                (client, Some(engine))
            }
        };
        let link = Link {
            client,
            engine,
            generation: 0,
        };
        let inner = Inner {
            config: config.clone(),
            name: name.clone(),
            link: RwLock::new(link),
        };
        Ok(Self {
            inner: Arc::new(inner),
        })
    }

    /// The graph's name.
    pub fn name(&self) -> &GraphName {
        &self.inner.name
    }

    /// What the user must know about the engine, once: a log that was set aside, so that the graph
    /// starts empty and must be rebuilt.
    pub async fn take_notice(&self) -> Option<String> {
        let mut link = self.inner.link.write().await;
        link.engine.as_mut().and_then(|e| e.notice.take())
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
        let rows = rows
            .into_iter()
            .map(falkordb::Row::deserialize::<T>)
            .collect::<Result<_, _>>()
            .map_err(|e| classify(query.name, e))?;
        Ok(Answer { rows, run })
    }

    /// Boxed and not generic: the client's futures are nested so deeply that a caller's would not
    /// compile in another crate.
    fn read_rows<'a>(
        &'a self,
        query: &'a NamedQuery,
        params: &'a Params,
    ) -> BoxFuture<'a, Result<(Vec<falkordb::Row>, QueryRun), GraphError>> {
        async move {
            let limit = self.inner.config.read_timeout;
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

    pub(super) async fn graph(&self) -> (AsyncGraph, u64) {
        let link = self.inner.link.read().await;
        (
            link.client.select_graph(self.inner.name.as_str()),
            link.generation,
        )
    }

    pub(super) async fn is_embedded(&self) -> bool {
        self.inner.link.read().await.engine.is_some()
    }

    pub(super) async fn client(&self) -> FalkorAsyncClient {
        self.inner.link.read().await.client.clone()
    }

    pub(super) async fn connection_info(&self) -> Result<redis::ConnectionInfo, GraphError> {
        let link = self.inner.link.read().await;
        match (&link.engine, &self.inner.config.url) {
            (Some(engine), _) => socket_info(engine),
            (None, Some(url)) => server_info(url),
            (None, None) => Err(GraphError::Lost("there is no engine".to_owned())),
        }
    }

    /// Makes the connection anew, starting the engine if it died. Callers that failed on the same
    /// connection do it once together.
    pub(super) fn revive(&self, generation: u64) -> BoxFuture<'_, Result<AsyncGraph, GraphError>> {
        self.revive_unboxed(generation).boxed()
    }

    async fn revive_unboxed(&self, generation: u64) -> Result<AsyncGraph, GraphError> {
        let mut link = self.inner.link.write().await;
        if link.generation == generation {
            match link.engine.take() {
                Some(engine) => {
                    let config = self.inner.config.clone();
                    let (engine, outcome) = blocking(move || {
                        let mut engine = engine;
                        let outcome = engine.revive(|| config.binaries());
                        Ok((engine, outcome))
                    })
                    .await?;
                    let client = match &outcome {
                        Ok(()) => Some(connect_socket(&engine).await),
                        Err(_) => None,
                    };
                    link.engine = Some(engine);
                    outcome?;
                    if let Some(client) = client {
                        link.client = client?;
                    }
                }
                None => {
                    if let Some(url) = &self.inner.config.url {
                        link.client = connect_url(url, &self.inner.config).await?;
                    }
                }
            }
            link.generation += 1;
        }
        Ok(link.client.select_graph(self.inner.name.as_str()))
    }

    /// Leaves the engine now, if this is the last clone. Dropping the last clone does the same and
    /// may block for the moment that a stop takes.
    ///
    /// # Errors
    /// If the engine does not end in time.
    pub async fn close(self) -> Result<(), GraphError> {
        let Some(inner) = Arc::into_inner(self.inner) else {
            return Ok(());
        };
        let Link { client, engine, .. } = inner.link.into_inner();
        drop(client);
        match engine {
            Some(engine) => blocking(move || engine.leave()).await,
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
    let fail = |e| classify(query.name, e);
    let limit = i64::try_from(limit.as_millis()).unwrap_or(i64::MAX);
    let start = Instant::now();
    let mut result = graph
        .ro_query(query.cypher)
        .with_params(params.to_falkor())
        .with_timeout(limit)
        .execute()
        .await
        .map_err(fail)?;
    let mut rows = Vec::new();
    while let Some(row) = result.data.next().await {
        rows.push(row.map_err(fail)?);
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

/// Runs blocking engine work off the async threads.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, GraphError> + Send + 'static,
) -> Result<T, GraphError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|e| GraphError::Waited(format!("Work on the graph engine was cut off: {e}.")))?
}

async fn start_engine(config: GraphConfig) -> Result<Engine, GraphError> {
    blocking(move || {
        let options = EngineOptions {
            linger: config.linger,
            keeper: config.keeper.clone(),
            notify: config.notify.clone(),
        };
        Engine::attach_or_spawn(config.engine_paths(), options, || config.binaries())
    })
    .await
}

fn socket_info(engine: &Engine) -> Result<redis::ConnectionInfo, GraphError> {
    use redis::IntoConnectionInfo;
    redis::ConnectionAddr::Unix(engine.paths().socket.clone())
        .into_connection_info()
        .map_err(|e| GraphError::Lost(e.to_string()))
}

fn server_info(url: &str) -> Result<redis::ConnectionInfo, GraphError> {
    FalkorConnectionInfo::try_from(url)
        .map(|FalkorConnectionInfo::Redis(info)| info)
        .map_err(|e| GraphError::Server {
            url: canaries::without_credentials(url),
            why: format!("{e}. Use falkor://host:port, redis://… or unix:///path."),
        })
}

async fn connect_socket(engine: &Engine) -> Result<FalkorAsyncClient, GraphError> {
    build(socket_info(engine)?)
        .boxed()
        .await
        .map_err(|e| classify("connect", e))
}

async fn connect_url(url: &str, config: &GraphConfig) -> Result<FalkorAsyncClient, GraphError> {
    let client = build(server_info(url)?)
        .boxed()
        .await
        .map_err(|e| GraphError::Server {
            url: canaries::without_credentials(url),
            why: format!("{e}. Check that it runs and that the address is right."),
        })?;
    canaries::check_server(&client, url, server_info(url)?, &config.dirs).await?;
    Ok(client)
}

async fn build(info: redis::ConnectionInfo) -> falkordb::FalkorResult<FalkorAsyncClient> {
    FalkorClientBuilder::new_async()
        .with_connection_info(FalkorConnectionInfo::Redis(info))
        .with_connection_strategy(ConnectionStrategy::Pooled {
            size: NonZeroU8::new(POOL).unwrap_or(NonZeroU8::MIN),
        })
        .with_connect_timeout(Some(Duration::from_secs(5)))
        // What may be retried is decided here, where it is known to be safe.
        .with_retry_policy(RetryPolicy::disabled())
        .build()
        .await
}
