//! What was said of pull requests and issues, brought into a review.

use super::error::GuardError;
use super::session::Session;
use crate::change::Resolved;
use crate::history::RepoIdentity;
use crate::model::{CommitId, Discussion, Finding, ForgeRef, PullState};
use crate::sync::{self, Discussions, Synced, WeaveInput};

/// What a review knows of discussions.
#[derive(Clone, Debug, Default)]
pub(super) struct Talk {
    /// All that was ever read of this repository's pages.
    pub said: Option<Discussions>,
    /// The pull request under review.
    pub under_review: Option<ForgeRef>,
    /// Whether it is still open, where that is known.
    pub is_open: Option<bool>,
    /// What was not read, in full sentences.
    pub cut: Vec<String>,
}

impl Session {
    /// Weaves in what was read for this review, or what was kept of earlier ones. `write` says whether
    /// the graph may be brought up to it.
    pub(super) async fn talk(
        &self,
        resolved: &Resolved,
        synced: &Synced,
        tip: &CommitId,
        read: Option<&Discussion>,
        write: bool,
    ) -> Result<Talk, GuardError> {
        let mut talk = Talk::default();
        let read = read.filter(|d| {
            let fits = self.fits(resolved, synced, d);
            if !fits {
                talk.cut.push(
                    "What was read of pull requests is of another repository than this clone, so it is left out."
                        .to_owned(),
                );
            }
            fits
        });
        if let Some(d) = read {
            talk.cut.extend(d.cut.iter().cloned());
            talk.under_review = d.pull.as_ref().map(|p| p.at.clone());
            talk.is_open = d.pull.as_ref().map(|p| p.state == PullState::Open);
        }
        talk.said = if write {
            let input = WeaveInput {
                repo: &resolved.repo,
                store: &self.store,
                files: self.files(),
                index: &synced.index,
                root: synced.revisions.root(),
                tip,
            };
            let woven = sync::weave(input, read).await?;
            woven.map(|(said, _)| said)
        } else {
            Discussions::load(self.files())
        };
        Ok(talk)
    }

    /// Whether a discussion is this repository's: by the name of one of its remotes, or because it knows
    /// commits of this history (a clone of a renamed repository, or one without a named remote).
    fn fits(&self, resolved: &Resolved, synced: &Synced, read: &Discussion) -> bool {
        let mut pulls = read.pull.iter().chain(&read.pulls);
        let Some(first) = pulls.next() else {
            return true;
        };
        let at = &first.at;
        let named = |id: &RepoIdentity| {
            id.host.eq_ignore_ascii_case(&at.host)
                && id.owner.eq_ignore_ascii_case(&at.owner)
                && id.name.eq_ignore_ascii_case(&at.name)
        };
        let remotes = self.repo.remotes();
        let by_name = remotes
            .iter()
            .filter_map(|(_, url)| RepoIdentity::from_url(url))
            .any(|id| named(&id));
        let knows = |c: &CommitId| {
            synced.index.ord(c).is_some() || resolved.change.head.as_ref() == Some(c)
        };
        by_name
            || std::iter::once(first).chain(pulls).any(|p| {
                [&p.merge_commit, &p.base, &p.head]
                    .into_iter()
                    .flatten()
                    .any(knows)
            })
    }
}

/// Gives the quotes of what was said on a page its address, and says where the words may be newer than
/// the moment of the review.
pub(super) fn place(finding: &mut Finding, said: Option<&Discussions>, time: Option<i64>) {
    let source = &finding.decision.source;
    if source.path.is_some() {
        return;
    }
    let Some(url) = source.url.clone() else {
        return;
    };
    for quote in finding.quotes.iter_mut().filter(|q| q.path.is_none()) {
        quote.url = Some(url.clone());
        quote.commit = None;
        quote.lines = None;
    }
    let id = &finding.decision.id;
    let edited = said
        .and_then(|s| s.decided.iter().find(|d| d.id == *id))
        .and_then(|d| d.edited_at);
    if let (Some(edited), Some(time)) = (edited, time)
        && edited > time
    {
        let day = jiff::Timestamp::from_second(edited)
            .map(|t| t.strftime("%Y-%m-%d").to_string())
            .unwrap_or_default();
        finding.notes.push(format!(
            "The text was edited on {day}, after the base: it may not have said this then."
        ));
    }
}
