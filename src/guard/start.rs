//! A review before anything was looked at: what it is of, and what cannot be read of it.

use super::blame::FileBlame;
use super::live::Live;
use super::review::Run;
use crate::history::Completeness;
use crate::model::{Coverage, CoverageState, Review};

impl Run<'_> {
    /// The review of a change of which nothing is known but the record.
    pub(super) fn empty(&self, live: &Live) -> Review {
        let mut partial = self.talk.cut.clone();
        if self.change.incomplete {
            partial.extend(self.change.notes.iter().cloned());
        }
        match self.session.repo.completeness() {
            Completeness::Full => {}
            Completeness::Truncated { .. } => partial.push(
                "This clone is shallow: decisions and lines older than it are not known."
                    .to_owned(),
            ),
            Completeness::MissingObjects { remote } => partial.push(format!(
                "This clone is partial: contents that {remote} keeps may be missing."
            )),
        }
        Review {
            live: live.recorded.len(),
            coverage: live.coverage.clone(),
            partial,
            ..self.session.bare(&self.change, self.as_of.clone())
        }
    }
}

/// What is said of a file whose lines could not be blamed.
pub(super) fn unblamed(blame: &FileBlame) -> Option<Coverage> {
    let reason = blame.error.clone()?;
    Some(Coverage {
        path: blame.path.clone(),
        line: None,
        state: CoverageState::Partly,
        reason: format!("its lines could not be blamed: {reason}"),
    })
}
