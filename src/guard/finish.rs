//! The last steps of a review: what was declared and corrected, the order, what the target decided
//! since, and whether the premises hold.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::corrections::{apply, change_id};
use super::declared::declare;
use super::dossiers::own_commits;
use super::error::GuardError;
use super::findings::sort;
use super::live::Live;
use super::premises::{self, Ground, Moments};
use super::presence;
use super::review::Run;
use super::since::since;
use super::{proposed, related};
use crate::model::{Authority, CommitId, Decision, DecisionKey, Review};

impl Run<'_> {
    /// Premises, declarations, corrections, order, and what the target decided since.
    pub(super) async fn finish(
        &self,
        review: &mut Review,
        live: &Live,
        proposed: &proposed::Proposed,
        known: &impl Fn(u32) -> bool,
    ) -> Result<(), GuardError> {
        let session = self.session;
        declare(&mut review.findings, live, proposed);
        let corrections = session.corrections()?;
        review.coverage.extend(corrections.skipped.iter().cloned());
        apply(
            &mut review.findings,
            &corrections,
            &change_id(&self.change),
            &self.as_of,
        );
        related::limit(&mut review.findings);
        sort(&mut review.findings);
        for (i, f) in review.findings.iter_mut().enumerate() {
            f.id = format!("F{}", i + 1);
        }
        let tip_live = self.tip_live()?;
        if let Some(tip) = &tip_live {
            review.since = since(&live.recorded, &tip.recorded, &review.findings);
        }
        self.premises(review, live, tip_live.as_ref(), known).await
    }

    /// The record at the target's tip, where that is another commit than the one reviewed at.
    fn tip_live(&self) -> Result<Option<Live>, GuardError> {
        let Some(tip) = self.tip.as_ref().filter(|t| **t != self.as_of.commit) else {
            return Ok(None);
        };
        let Some(ancestors) = self.synced.index.ancestors(tip) else {
            return Ok(None);
        };
        let repo = &self.session.repo;
        Live::at(repo, &self.session.log, &self.synced, tip, &ancestors).map(Some)
    }

    /// The time of the target's tip, or of the last look at the code host, whichever is later.
    fn now(&self) -> Option<i64> {
        let index = &self.synced.index;
        let tip = self.tip.as_ref().unwrap_or(&self.as_of.commit);
        let tip = index.ord(tip).and_then(|o| index.get(o)).map(|c| c.time);
        tip.max(self.talk.said.as_ref().map(|s| s.read_at))
    }

    async fn premises(
        &self,
        review: &mut Review,
        live: &Live,
        tip: Option<&Live>,
        known: &impl Fn(u32) -> bool,
    ) -> Result<(), GuardError> {
        if review.findings.is_empty() {
            return Ok(());
        }
        let decisions: Vec<Arc<Decision>> = review
            .findings
            .iter()
            .filter_map(|f| live.get(&f.decision.key).cloned())
            .collect();
        let own = |d: &Decision| -> Vec<CommitId> { own_commits(d).into_keys().collect() };
        let all: BTreeSet<CommitId> = decisions.iter().flat_map(|d| own(d)).collect();
        let all: Vec<CommitId> = all.into_iter().collect();
        let keys: Vec<DecisionKey> = decisions.iter().map(|d| d.key.clone()).collect();
        let facts = premises::facts(&self.session.store, &all, &keys).await?;
        let of_findings: BTreeSet<CommitId> = all.iter().cloned().collect();
        let presence =
            presence::presence(&self.session.store, &of_findings, &self.synced.index).await?;
        let now = self
            .tip
            .as_ref()
            .and_then(|t| self.synced.index.ancestors(t));
        let known_now = |ord: u32| now.as_ref().is_some_and(|a| a.contains(ord));
        let merged = self
            .change
            .head
            .as_ref()
            .and_then(|h| self.synced.index.ord(h));
        for f in &mut review.findings {
            let Some(d) = decisions.iter().find(|d| d.key == f.decision.key) else {
                continue;
            };
            let same = self.tip.as_ref() == Some(&self.as_of.commit);
            let at_tip = if same {
                live.get(&d.key)
            } else {
                tip.and_then(|t| t.get(&d.key))
            };
            // What was mined stays what it was.
            let at_tip = at_tip.or((d.authority == Authority::Inferred).then_some(d));
            let index = &self.synced.index;
            let moments = Moments {
                at_base: known,
                now: &known_now,
                tip: at_tip.map(AsRef::as_ref),
                tip_known: same || tip.is_some(),
                open: (self.talk.is_open).unwrap_or(!merged.is_some_and(known_now)),
                base_time: self.as_of.time,
                now_time: self.now(),
                ord: &|c| index.ord(c),
            };
            let ground = Ground {
                facts: &facts,
                said: self.talk.said.as_ref(),
                presence: &presence,
            };
            f.premises = premises::premises(d, &own(d), &ground, &moments);
        }
        review.queries.extend(facts.runs);
        review.queries.extend(presence.runs);
        Ok(())
    }
}
