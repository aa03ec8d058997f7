//! Reading a log for a command: the repository, the moment, the history, with a bar where it is slow.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressStyle};

use super::super::output;
use super::super::{Global, UserError};
use crate::decisions::comments::listing;
use crate::decisions::{Archive, DecisionLog, Log, Past, Strength};
use crate::dirs::Dirs;
use crate::guard::graph_name;
use crate::history::Repo;
use crate::model::{CommitId, Coverage, LogMoment, LogView, Progress};

/// How a log is read at a commit.
type Way = fn(&Past, &Repo, &DecisionLog, &CommitId, Strength) -> crate::history::Result<Log>;

/// A repository's logs.
pub struct Reader {
    /// The repository.
    pub repo: Repo,
    /// Reads and keeps parsed sources.
    pub log: DecisionLog,
    archive: Archive,
}

/// The log as of a moment.
pub struct Read {
    /// The moment.
    pub moment: LogMoment,
    /// The history up to it.
    pub past: Past,
    /// What was live then.
    pub view: LogView,
    /// Every place that was read, with what was not.
    pub places: Vec<Coverage>,
}

impl Reader {
    /// Opens the repository.
    pub fn open(global: &Global) -> Result<Self, UserError> {
        let repo = Repo::open(&global.repo)?;
        for notice in repo.notices() {
            output::note(&notice);
        }
        // Without a home there is nowhere to keep anything, and nothing that must be kept.
        let archive = Dirs::from_env()
            .map_or_else(|_| Archive::none(), |dirs| Archive::new(&dirs.cache, &repo));
        Ok(Self {
            archive,
            repo,
            log: DecisionLog::new(),
        })
    }

    /// The log as of a revision or a date.
    pub fn read(&self, asked: &str) -> Result<Read, UserError> {
        self.read_by(asked, Past::as_of)
    }

    /// The same without the facts of the decisions.
    pub fn outline(&self, asked: &str) -> Result<Read, UserError> {
        self.read_by(asked, Past::outline)
    }

    fn read_by(&self, asked: &str, by: Way) -> Result<Read, UserError> {
        let moment = self.repo.moment(asked)?;
        let past = self.past(&moment.commit)?;
        let log = by(
            &past,
            &self.repo,
            &self.log,
            &moment.commit,
            Strength::Reasoned,
        )?;
        Ok(Read {
            moment,
            past,
            places: log.by_section(),
            view: log.view,
        })
    }

    /// Adds what comments in code record, as of the view's commit.
    pub fn add_comments(&self, past: &Past, view: &mut LogView) -> Result<(), UserError> {
        let cache = Dirs::from_env()
            .ok()
            .zip(graph_name(&self.repo).ok())
            .map(|(dirs, name)| listing::cache_file(&dirs.cache, name.as_str()));
        let ancestors = past.commits.ancestors(&view.as_of);
        let is_ancestor = |c: &CommitId| ancestors.as_ref().is_some_and(|a| a.contains_sha(c));
        let bar = bar();
        let found = listing::comments_at(
            &self.repo,
            &view.as_of,
            past.index.root(),
            cache.as_deref(),
            &is_ancestor,
            |p| show(&bar, &p),
        );
        bar.finish_and_clear();
        let found = found?;
        view.decisions.extend(found.decisions);
        view.coverage.extend(found.coverage);
        Ok(())
    }

    fn past(&self, commit: &CommitId) -> Result<Past, UserError> {
        let bar = bar();
        let past = self
            .archive
            .past(&self.repo, &self.log, commit, |p| show(&bar, &p));
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
    bar.set_message(match p.phase.as_str() {
        "history" => "Reading history",
        "comments" => "Reading comments",
        _ => "Reading decisions",
    });
    bar.set_position(p.done);
}
