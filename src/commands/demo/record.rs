//! `rguard demo record`: plays key scripts in the workstation on the demo, over the real engine and
//! without a terminal, and writes what it shows.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::build::{NAME, build_demo, set_user};
use super::{kindly, request};
use crate::commands::output::print;
use crate::commands::workstation::Workstation;
use crate::commands::{Exit, Global, UserError, engine};
use crate::dirs::Dirs;
use crate::graph::GraphConfig;
use crate::graph::provision::provision;
use crate::history::Repo;
use crate::tui::backend::{Backend, BackendError, ReviewRequest};
use crate::tui::record::{Script, record};

/// The script that is played where none is named.
const FIRST_REVIEW: &str = include_str!("../../../demo/first-review.keys");
/// Who says what is said in a recording.
const USER: &str = "Noor Haddad";

/// Arguments.
#[derive(clap::Args, Clone, Debug, PartialEq, Eq)]
pub struct Args {
    /// Key scripts; without one, that of the first review
    #[arg(value_name = "FILE")]
    pub scripts: Vec<PathBuf>,
    /// The folder to write into: a cast for each script, and its stills as text and SVG
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Runs the command.
///
/// # Errors
/// A script cannot be read, the screen does not show what it waits for, or a file cannot be written.
pub async fn run(args: Args, global: &Global) -> Result<Exit, UserError> {
    let mut scripts = Vec::new();
    for path in &args.scripts {
        let text = fs::read_to_string(path).map_err(|e| {
            UserError::user(format!("{} cannot be read.", path.display())).caused_by(e)
        })?;
        let name = path.file_stem().unwrap_or(path.as_os_str());
        scripts.push((name.to_string_lossy().into_owned(), text));
    }
    if scripts.is_empty() {
        scripts.push(("first-review".to_owned(), FIRST_REVIEW.to_owned()));
    }
    fs::create_dir_all(&args.out).map_err(|e| {
        UserError::user(format!("{} cannot be made.", args.out.display())).caused_by(e)
    })?;
    let mut text = String::new();
    for (name, script) in scripts {
        let script =
            Script::parse(&script).map_err(|e| UserError::user(format!("{name}.keys: {e}")))?;
        let said = record_one(name, script, args.out.clone(), global).await?;
        text.push_str(&said);
    }
    print(&text)?;
    Ok(Exit::OK)
}

/// Plays one script on a demo, an engine and a journal of its own, so that nothing said before shows
/// in it, and nothing said in it stays.
async fn record_one(
    name: String,
    script: Script,
    out: PathBuf,
    global: &Global,
) -> Result<String, UserError> {
    let home = tempfile::Builder::new()
        .prefix("rguard-")
        .tempdir()
        .map_err(UserError::internal)?;
    let dir = home.path().join(NAME);
    let demo = build_demo(&dir).map_err(kindly)?;
    set_user(&dir, USER).map_err(kindly)?;
    let global = Global {
        repo: dir.clone(),
        ..global.clone()
    };
    let config = engine::graph_config(&global)?;
    let config = alone(config, home.path()).await?;
    let station = Arc::new(Workstation::with_config(
        Repo::open(&dir)?,
        request(&global, demo.proposal()),
        &global,
        config,
    ));
    let played = Arc::clone(&station);
    let said = tokio::task::spawn_blocking(move || {
        // How far a first sync and start are told depends on the machine; the recording begins after.
        let warm = played.review(
            ReviewRequest::default(),
            &mut |_| {},
            &CancellationToken::new(),
        );
        let told = warm.map_err(told).and_then(|()| {
            record(&name, &script, played.as_ref(), &out)
                .map_err(|e| UserError::user(e.to_string()))
        });
        played.leave();
        let recording = told?;
        Ok::<_, UserError>(format!(
            "{}: {:.1} s, {} frames, {} stills\n",
            out.join(format!("{name}.cast")).display(),
            recording.seconds,
            recording.frames,
            recording.stills.len()
        ))
    })
    .await
    .map_err(UserError::internal)??;
    Ok(said)
}

/// The same way to the graph with everything but the engine's files in a folder.
async fn alone(mut config: GraphConfig, home: &Path) -> Result<GraphConfig, UserError> {
    if config.url.is_none() && config.engine_dir.is_none() {
        let (cache, notify) = (config.dirs.cache.clone(), config.notify.clone());
        let found = tokio::task::spawn_blocking(move || provision(None, &cache, &notify))
            .await
            .map_err(UserError::internal)??;
        let together = found.redis.parent() == found.module.parent();
        config.engine_dir = found.redis.parent().filter(|_| together).map(Into::into);
    }
    config.dirs = Dirs::under(home);
    config.linger = Duration::ZERO;
    Ok(config)
}

fn told(e: BackendError) -> UserError {
    let mut error = UserError::config(e.message);
    error.hints = e.hints;
    error
}
