//! Reading a log for a command: the repository, the moment, the history, with a bar where it is slow.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

use super::super::output;
use super::super::{Global, UserError};
use crate::decisions::{DecisionLog, Past, Strength};
use crate::history::Repo;
use crate::model::{CommitId, LogMoment, LogView, Progress};

/// A repository's logs.
pub struct Reader {
    /// The repository.
    pub repo: Repo,
    /// Reads and keeps parsed sources.
    pub log: DecisionLog,
}

/// The log as of a moment.
pub struct Read {
    /// The moment.
    pub moment: LogMoment,
    /// The history up to it.
    pub past: Past,
    /// What was live then.
    pub view: LogView,
}

impl Reader {
    /// Opens the repository.
    pub fn open(global: &Global) -> Result<Self, UserError> {
        let repo = Repo::open(&global.repo)?;
        for notice in repo.notices() {
            output::note(&notice);
        }
        Ok(Self {
            repo,
            log: DecisionLog::new(),
        })
    }

    /// The log as of a revision or a date.
    pub fn read(&self, asked: &str) -> Result<Read, UserError> {
        let moment = self.repo.moment(asked)?;
        let past = self.past(&moment.commit)?;
        let view = past
            .as_of(&self.repo, &self.log, &moment.commit, Strength::Reasoned)?
            .view;
        Ok(Read { moment, past, view })
    }

    fn past(&self, commit: &CommitId) -> Result<Past, UserError> {
        let bar = bar();
        let past = Past::read(&self.repo, &self.log, std::slice::from_ref(commit), |p| {
            show(&bar, &p);
        });
        bar.finish_and_clear();
        Ok(past?)
    }
}

/// A bar that comes up only where somebody watches and the work is slow.
fn bar() -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{msg} {bar:24} {pos}/{len}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style)
}

fn show(bar: &ProgressBar, p: &Progress) {
    if bar.is_hidden() || bar.elapsed().as_millis() < 400 {
        return;
    }
    bar.set_length(p.total);
    bar.set_message(if p.phase == "history" {
        "Reading history"
    } else {
        "Reading decisions"
    });
    bar.set_position(p.done);
}
