//! The connection to the engine or server, made anew when it is lost.

use std::num::NonZeroU8;
use std::time::Duration;

use falkordb::{
    ConnectionStrategy, FalkorAsyncClient, FalkorClientBuilder, FalkorConnectionInfo, RetryPolicy,
};
use futures::future::{BoxFuture, FutureExt};
use tokio::sync::RwLock;

use super::canaries;
use super::config::GraphConfig;
use super::engine::{Engine, MODULE_VERSION};
use super::error::{GraphError, classify};

/// How many queries can run at once, and one more.
const POOL: u8 = 9;

/// One use of the engine or server, shared by all clones of a store.
pub(super) struct Link {
    pub(super) config: GraphConfig,
    live: RwLock<Live>,
}

/// A live connection; `generation` counts how often it was made anew.
struct Live {
    client: FalkorAsyncClient,
    engine: Option<Engine>,
    generation: u64,
}

impl Link {
    pub(super) async fn open(config: &GraphConfig) -> Result<Self, GraphError> {
        let (client, engine) = match &config.url {
            Some(url) => (connect_url(url, config).await?, None),
            None => {
                let engine = start_engine(config.clone()).await?;
                (connect_socket(&engine, config).await?, Some(engine))
            }
        };
        Ok(Self {
            config: config.clone(),
            live: RwLock::new(Live {
                client,
                engine,
                generation: 0,
            }),
        })
    }

    /// The client, and the generation to name when it turns out to be dead.
    pub(super) async fn client(&self) -> (FalkorAsyncClient, u64) {
        let live = self.live.read().await;
        (live.client.clone(), live.generation)
    }

    pub(super) async fn is_embedded(&self) -> bool {
        self.live.read().await.engine.is_some()
    }

    pub(super) async fn take_notice(&self) -> Option<String> {
        let mut live = self.live.write().await;
        live.engine.as_mut().and_then(|e| e.notice.take())
    }

    pub(super) async fn info(&self) -> Result<redis::ConnectionInfo, GraphError> {
        let live = self.live.read().await;
        match (&live.engine, &self.config.url) {
            (Some(engine), _) => socket_info(engine),
            (None, Some(url)) => server_info(url),
            (None, None) => Err(GraphError::Lost("there is no engine".to_owned())),
        }
    }

    /// Makes the connection anew, starting the engine if it died. Callers that failed on the same
    /// connection do it once together. Boxed, like all that holds the client's deep futures.
    pub(super) fn revive(
        &self,
        generation: u64,
    ) -> BoxFuture<'_, Result<FalkorAsyncClient, GraphError>> {
        self.revive_unboxed(generation).boxed()
    }

    async fn revive_unboxed(&self, generation: u64) -> Result<FalkorAsyncClient, GraphError> {
        let mut live = self.live.write().await;
        if live.generation == generation {
            if let Some(engine) = live.engine.take() {
                let config = self.config.clone();
                let (engine, outcome) = blocking(move || {
                    let mut engine = engine;
                    let outcome = engine.revive(|| config.binaries());
                    Ok((engine, outcome))
                })
                .await?;
                let engine = live.engine.insert(engine);
                outcome?;
                let client = connect_socket(engine, &self.config).await?;
                live.client = client;
            } else if let Some(url) = &self.config.url {
                live.client = connect_url(url, &self.config).await?;
            }
            live.generation += 1;
        }
        Ok(live.client.clone())
    }

    pub(super) async fn close(self) -> Result<(), GraphError> {
        let Live { client, engine, .. } = self.live.into_inner();
        drop(client);
        match engine {
            Some(engine) => blocking(move || engine.leave()).await,
            None => Ok(()),
        }
    }
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
        let (paths, options) = (config.engine_paths(), config.engine_options());
        Engine::attach_or_spawn(paths, options, || config.binaries())
    })
    .await
}

/// How long a bare connection is waited for: a busy machine answers late, and the library's own
/// half second calls that dead.
pub(super) fn patience() -> redis::AsyncConnectionConfig {
    redis::AsyncConnectionConfig::new()
        .set_connection_timeout(Some(Duration::from_secs(5)))
        .set_response_timeout(Some(Duration::from_secs(30)))
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

/// Connects to our engine. One with another module than the measured one is checked like a
/// server of others.
async fn connect_socket(
    engine: &Engine,
    config: &GraphConfig,
) -> Result<FalkorAsyncClient, GraphError> {
    let client = build(socket_info(engine)?)
        .boxed()
        .await
        .map_err(|e| classify("connect", e))?;
    if engine.identity.module != Some(MODULE_VERSION) {
        let url = format!("unix://{}", engine.paths().socket.display());
        canaries::check_server(&client, &url, socket_info(engine)?, &config.dirs)
            .boxed()
            .await?;
    }
    Ok(client)
}

async fn connect_url(url: &str, config: &GraphConfig) -> Result<FalkorAsyncClient, GraphError> {
    let client = build(server_info(url)?)
        .boxed()
        .await
        .map_err(|e| GraphError::Server {
            url: canaries::without_credentials(url),
            why: format!("{e}. Check that it runs and that the address is right."),
        })?;
    canaries::check_server(&client, url, server_info(url)?, &config.dirs)
        .boxed()
        .await?;
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
