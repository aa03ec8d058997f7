//! `rguard engine`: how the graph engine fares, and its end.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Subcommand;

use super::output::{note, print};
use super::{Exit, Global, UserError};
use crate::dirs::Dirs;
use crate::graph::engine::{EngineState, keep, stop};
use crate::graph::provision::{Origin, provision};
use crate::graph::{GraphConfig, GraphError};

/// Arguments.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What to do
    #[command(subcommand)]
    pub action: Action,
}

/// What can be done with the engine.
#[derive(Subcommand, Debug)]
pub enum Action {
    /// Say whether the engine runs, and where its data are
    Status,
    /// Stop the engine, whoever uses it; the next command starts it again
    Stop,
    /// Find or fetch the engine's files now
    Provision,
    /// Stop the engine once nobody has used it for a while (rguard starts this by itself)
    #[command(hide = true)]
    Keep {
        /// The engine's data folder
        #[arg(long)]
        data: PathBuf,
        /// Its socket
        #[arg(long)]
        socket: PathBuf,
        /// Seconds without a user
        #[arg(long)]
        linger: u64,
    },
}

/// Runs one action.
///
/// # Errors
/// If the engine cannot be looked at, stopped or found.
pub fn run(args: &Args, global: &Global) -> Result<Exit, UserError> {
    match &args.action {
        Action::Keep {
            data,
            socket,
            linger,
        } => {
            keep(data, socket, Duration::from_secs(*linger))?;
            return Ok(Exit::OK);
        }
        Action::Status => status(&graph_config(global)?)?,
        Action::Stop => {
            let stopped = stop(&graph_config(global)?.engine_paths())?;
            print(if stopped {
                "The graph engine has stopped.\n"
            } else {
                "No graph engine was running.\n"
            })?;
        }
        Action::Provision => {
            let config = graph_config(global)?;
            let explicit = config.engine_dir.as_deref();
            let found = provision(explicit, &config.dirs.cache, &config.notify)?;
            print(&format!(
                "{}\n  redis-server  {}\n  module        {}\n",
                origin(found.origin),
                found.redis.display(),
                found.module.display()
            ))?;
        }
    }
    Ok(Exit::OK)
}

fn status(config: &GraphConfig) -> Result<(), UserError> {
    let paths = config.engine_paths();
    let state = match EngineState::of(&paths)? {
        EngineState::Stopped => "stopped; the next command starts it".to_owned(),
        EngineState::Busy => "starting, or too busy to answer".to_owned(),
        EngineState::SocketGone => {
            "running without its socket; run `rguard engine stop`".to_owned()
        }
        EngineState::Running(id) => format!(
            "running (redis {}, FalkorDB module {})",
            id.redis,
            id.module.map_or("none".to_owned(), version)
        ),
    };
    let mut text = format!(
        "engine  {state}\ndata    {}\nsocket  {}\n",
        paths.data.display(),
        paths.socket.display()
    );
    if let Some((pid, redis)) = paths.server_json() {
        text.push_str(&format!("process {pid} ({})\n", redis.display()));
    }
    if let Some(url) = &config.url {
        text.push_str(&format!(
            "\nThis engine is not used now: {} is.\n",
            crate::graph::without_credentials(url)
        ));
    }
    print(&text)
}

/// `41603` as people write it.
pub(super) fn version(number: i64) -> String {
    format!(
        "{}.{}.{}",
        number / 10_000,
        number / 100 % 100,
        number % 100
    )
}

pub(super) fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Explicit => "The engine's files are those of RGUARD_ENGINE_DIR.",
        Origin::Pinned => "The engine's files are the pinned ones.",
        Origin::Installed => "The engine's files are those that the system has installed.",
    }
}

/// How the commands reach the graph: the user's folders, the environment and `--graph-url`. What
/// takes long is told on stderr, each thing once.
///
/// # Errors
/// If there is no place for rguard's own files.
pub fn graph_config(global: &Global) -> Result<GraphConfig, UserError> {
    let dirs = Dirs::from_env().map_err(|e| UserError::config(format!("{e}.")))?;
    let mut config = GraphConfig::from_env(dirs);
    if let Some(url) = &global.graph_url {
        config.url = Some(url.clone()).filter(|u| !u.is_empty());
    }
    let last = Mutex::new(String::new());
    config.notify = Arc::new(move |what| {
        if let Ok(mut last) = last.lock()
            && *last != what
        {
            what.clone_into(&mut last);
            note(&format!("{what} …"));
        }
    });
    Ok(config)
}

impl From<GraphError> for UserError {
    fn from(e: GraphError) -> Self {
        match e {
            GraphError::NoEngine { tried, way_out } => {
                Self::config(format!("There is no graph engine. {}", tried.trim_end()))
                    .hint(way_out)
            }
            GraphError::Unfit { cause, remedy } => {
                Self::config(format!("The graph engine cannot run here: {cause}")).hint(remedy)
            }
            GraphError::Query { .. } | GraphError::Decode { .. } => Self::internal(e),
            other => Self::config(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_version_reads_as_people_write_it() {
        assert_eq!(version(41603), "4.16.3");
    }
}
