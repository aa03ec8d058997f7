//! Where the action runs: its event, its repository, and the files through which a step speaks.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::super::UserError;
use super::super::output::print;
use super::event::Event;
use crate::github::{Surroundings, is_owner, is_repository};
use crate::model::ForgeRef;
use crate::model::safe::one_line;
use crate::report::workflow_log;

/// The largest event that is read, in bytes; GitHub's own limit is 25 MB.
const MAX_EVENT: u64 = 32 * 1024 * 1024;

/// The surroundings of a step.
pub(super) struct Stage {
    /// The event.
    pub event: Event,
    /// The host.
    pub host: String,
    owner: String,
    name: String,
    summary: Option<PathBuf>,
    output: Option<PathBuf>,
    /// Without it nothing that is printed is a command of the workflow.
    token: String,
}

impl Stage {
    /// That of this process. From here on nothing that is printed is read as a command of the
    /// workflow, whoever wrote it: errors and progress hold words from the pull request.
    pub(super) fn from_env() -> Result<Self, UserError> {
        let token = ulid::Ulid::new().to_string();
        print(&workflow_log::stop(&token))?;
        let var = |name: &str| std::env::var(name).ok().filter(|v| !v.trim().is_empty());
        let missing = |name: &str| {
            UserError::config(format!(
                "{name} is not set: `rguard action` runs in a workflow."
            ))
            .hint("To review a pull request by hand: `rguard review owner/repo#7`.")
        };
        let path = var("GITHUB_EVENT_PATH").ok_or_else(|| missing("GITHUB_EVENT_PATH"))?;
        let full = var("GITHUB_REPOSITORY").ok_or_else(|| missing("GITHUB_REPOSITORY"))?;
        let (owner, name) = full
            .split_once('/')
            .filter(|(owner, name)| is_owner(owner) && is_repository(name))
            .ok_or_else(|| {
                UserError::config(format!(
                    "GITHUB_REPOSITORY is “{}”, which is no owner/name.",
                    one_line(&full)
                ))
            })?;
        Ok(Self {
            event: read(Path::new(&path))?,
            host: Surroundings::from_env().default_host(),
            owner: owner.to_owned(),
            name: name.to_owned(),
            summary: var("GITHUB_STEP_SUMMARY").map(Into::into),
            output: var("GITHUB_OUTPUT").map(Into::into),
            token,
        })
    }

    /// Prints commands of our own making for the workflow.
    pub(super) fn commands(&self, commands: &str) -> Result<(), UserError> {
        let resume = workflow_log::resume(&self.token);
        print(&format!(
            "{resume}{commands}{}",
            workflow_log::stop(&self.token)
        ))
    }

    /// A pull request of the repository.
    pub(super) fn pull(&self, number: u64) -> ForgeRef {
        ForgeRef {
            host: self.host.clone(),
            owner: self.owner.clone(),
            name: self.name.clone(),
            number,
        }
    }

    /// Adds to the job's summary; on stdout's side nothing happens where there is none.
    pub(super) fn summarise(&self, text: &str) -> Result<bool, UserError> {
        append(self.summary.as_deref(), text)
    }

    /// Sets an output of the step. Names and values are ours and hold no line end.
    pub(super) fn output(&self, name: &str, value: &str) -> Result<(), UserError> {
        append(
            self.output.as_deref(),
            &format!("{name}={}\n", one_line(value)),
        )
        .map(drop)
    }
}

fn append(file: Option<&Path>, text: &str) -> Result<bool, UserError> {
    let Some(file) = file else {
        return Ok(false);
    };
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(file)?;
    file.write_all(text.as_bytes())?;
    Ok(true)
}

fn read(path: &Path) -> Result<Event, UserError> {
    let unusable = |why: String| {
        UserError::config(format!(
            "The event at {} cannot be used: {}",
            one_line(&path.display().to_string()),
            one_line(&why)
        ))
    };
    let size = std::fs::metadata(path)
        .map_err(|e| unusable(e.to_string()))?
        .len();
    if size > MAX_EVENT {
        return Err(unusable("it is too large.".to_owned()));
    }
    let bytes = std::fs::read(path).map_err(|e| unusable(e.to_string()))?;
    serde_json::from_slice(&bytes).map_err(|e| unusable(e.to_string()))
}
