//! A change to its Review: retrieve, cut as of the base, build dossiers, judge, and say what was
//! looked at.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::blame::FileBlame;
use super::candidates::{Candidate, join};
use super::discussed::{Talk, place};
use super::dossiers::build;
use super::error::GuardError;
use super::findings::finding;
use super::hops::{Hits, Questions};
use super::live::{Live, Said};
use super::options::{AsOfRequest, EventFn, Observer, ReviewOptions};
use super::people::{People, rank};
use super::proposed;
use super::session::Session;
use super::start::unblamed;
use super::{comments, explains, nearest, related, words};
use crate::change::Resolved;
use crate::judge::OfflineJudge;
use crate::model::{
    AsOf, AsOfMode, Change, CommitId, Decision, DecisionKey, Dossier, Dropped, Finding, JudgeInfo,
    LinkHow, Progress, REVIEW_SCHEMA, Review, ReviewEvent, Verdict, VerdictKind,
};
use crate::sync::Synced;

/// What the steps of one review share.
pub(super) struct Run<'a> {
    pub(super) session: &'a Session,
    pub(super) resolved: &'a Resolved,
    pub(super) change: Arc<Change>,
    pub(super) synced: Synced,
    pub(super) as_of: AsOf,
    pub(super) tip: Option<CommitId>,
    pub(super) talk: Talk,
    cancel: Arc<AtomicBool>,
    observe: Option<Observer>,
}

impl Session {
    /// Reviews a change. Events come as the parts are known; the last is [`ReviewEvent::Done`] with
    /// the same value that is returned.
    ///
    /// # Errors
    /// The repository or the graph cannot be read, or the user stopped it.
    pub async fn review(
        &self,
        resolved: &Resolved,
        options: &ReviewOptions,
        events: &mut EventFn<'_>,
    ) -> Result<Review, GuardError> {
        let change = Arc::new(resolved.change.clone());
        events(ReviewEvent::Change(Box::new(resolved.change.clone())));
        let tip = resolved
            .target
            .clone()
            .or_else(|| self.target_branch())
            .map(|b| b.commit);
        let (commit, mode) = match &options.as_of {
            AsOfRequest::Base => (change.base.clone(), AsOfMode::Base),
            AsOfRequest::Target => (
                tip.clone().unwrap_or_else(|| change.base.clone()),
                AsOfMode::Target,
            ),
            AsOfRequest::Commit(c) if *c == change.base => (c.clone(), AsOfMode::Base),
            AsOfRequest::Commit(c) => (c.clone(), AsOfMode::Travel),
        };
        // A root commit has no base, and nothing was recorded before it.
        if commit.as_str().is_empty() {
            let review = self.bare(
                &change,
                AsOf {
                    commit,
                    time: None,
                    mode,
                },
            );
            events(ReviewEvent::Done(Box::new(review.clone())));
            return Ok(review);
        }
        let mut tips: Vec<CommitId> = tip.iter().cloned().collect();
        tips.extend([change.base.clone(), commit.clone()]);
        tips.retain(|t| !t.as_str().is_empty());
        tips.dedup();
        if !options.no_sync {
            let mut progress = |p: Progress| events(ReviewEvent::Progress(p));
            self.sync(
                &resolved.repo,
                &tips,
                Arc::clone(&options.cancel),
                &mut progress,
            )
            .await?;
        }
        let synced = self
            .last()
            .ok_or_else(|| GuardError::NotSynced(commit.short().to_owned()))?;
        tracing::debug!("the graph is up to date");
        let time = resolved.repo.commit(&commit).ok().map(|c| c.committer_time);
        let talk = self
            .talk(
                resolved,
                &synced,
                tip.as_ref().unwrap_or(&commit),
                options
                    .discussion
                    .as_deref()
                    .or(resolved.discussion.as_deref()),
                !options.no_sync,
            )
            .await?;
        tracing::debug!("the discussions are woven in");
        let run = Run {
            session: self,
            resolved,
            change,
            synced,
            as_of: AsOf { commit, time, mode },
            tip,
            talk,
            cancel: Arc::clone(&options.cancel),
            observe: options.observe.clone(),
        };
        let review = run.run(events).await?;
        tracing::debug!("the review is complete");
        events(ReviewEvent::Done(Box::new(review.clone())));
        Ok(review)
    }
}

impl Session {
    /// A review that holds nothing but what it is of.
    pub(super) fn bare(&self, change: &Change, as_of: AsOf) -> Review {
        Review {
            schema: REVIEW_SCHEMA.to_owned(),
            repository: self.identity.display.clone(),
            change: change.clone(),
            as_of,
            judge: JudgeInfo {
                name: "offline".to_owned(),
                model: None,
            },
            ..Review::default()
        }
    }
}

impl Run<'_> {
    async fn run(&self, events: &mut EventFn<'_>) -> Result<Review, GuardError> {
        let synced = self.synced.clone();
        let Some(ancestors) = synced.index.ancestors(&self.as_of.commit) else {
            return Err(GuardError::NotSynced(self.as_of.commit.short().to_owned()));
        };
        let known = |ord: u32| ancestors.contains(ord);
        let session = self.session;
        let repo = &self.resolved.repo;
        let mut live = Live::at(repo, &session.log, &synced, &self.as_of.commit, &ancestors)?;
        tracing::debug!(live = live.recorded.len(), "the record is read");
        events(ReviewEvent::Log {
            as_of: self.as_of.clone(),
            decisions: live.recorded.iter().map(|d| d.as_ref().clone()).collect(),
            coverage: live.coverage.clone(),
        });
        self.check()?;
        let mut judge = OfflineJudge::new(&self.change, live.corpus());
        let mut review = self.empty(&live);
        let mut proposed = proposed::read(&self.change, &live.folders, |path| {
            repo.blob_at(&self.change.base, path).ok().flatten()
        });
        review.proposed = proposed
            .records
            .iter()
            .map(|(path, record)| related::proposed_ref(path, record))
            .collect();
        let questions = Questions {
            paths: self.paths(),
            names: words::names(judge.view()),
            words: words::words(judge.view(), judge.corpus()),
        };
        let mut hits = Hits::default();
        if !questions.paths.is_empty() {
            hits = self.ask(&questions, &known).await?;
            tracing::debug!(hits = hits.hits.len(), "the graph is asked");
        }
        if hits.moved {
            review.partial.push(
                "The graph was written while it was asked, so decisions may be missing: review \
                 again."
                    .to_owned(),
            );
        }
        self.check()?;
        review.queries.append(&mut hits.runs);
        let People { ask, bus_factor } = rank(
            &hits.editors,
            &super::people::Ranks {
                central: &hits.ranks,
                between: &hits.between,
            },
            known,
            self.as_of.time.unwrap_or_default(),
        );
        (review.people, review.bus_factor) = (ask, bus_factor);
        self.propose_learners(&mut review, &hits.editors, &known)
            .await?;
        let moved = judge.view().files.iter().any(|f| f.is_moved());
        if judge.has_effect() || moved {
            let (comments, unread) = comments::touched(repo, &self.change);
            review.coverage.extend(unread);
            let asked = comments::asked(&comments);
            let blames = self.blame(&hits, &known, asked, events).await?;
            tracing::debug!(files = blames.len(), "the lines are blamed");
            self.check()?;
            review.coverage.extend(blames.iter().filter_map(unblamed));
            let (lines, run) = self.lines(&blames).await?;
            hits.hits.extend(lines);
            review.queries.extend(run);
            let keys: HashSet<DecisionKey> = hits.hits.iter().map(|h| h.key.clone()).collect();
            live.add_stated(&session.log, &synced, &self.as_of.commit, &ancestors, &keys);
            if let Some(said) = &self.talk.said {
                let at = Said {
                    ancestors: &ancestors,
                    time: self.as_of.time,
                    under_review: self.talk.under_review.as_ref(),
                    mining: &synced.walked.mining,
                };
                live.add_discussed(said, synced.revisions.root(), &at, &keys);
            }
            judge.recount(live.corpus());
            hits.hits.extend(explains::hits(
                repo,
                &session.work,
                &blames,
                &live,
                judge.corpus(),
            ));
            hits.hits.extend(nearest::hits(
                judge.view(),
                &live,
                judge.corpus(),
                &hits.hits,
            ));
            tracing::debug!("the messages are read");
            let mut candidates = join(hits.hits, known, |key| {
                live.get(key).filter(|d| d.standing.binds()).cloned()
            });
            for c in &mut candidates {
                c.decision = live.with_facts(&session.log, &c.decision);
            }
            let weights = self.weigh(&mut review, &mut candidates, &known).await?;
            let cases = comments::cases(
                &comments::Ground {
                    repo,
                    change: &self.change,
                    root: synced.revisions.root(),
                    knows: &|c| synced.index.ord(c).is_some_and(known),
                },
                &blames,
                &comments,
            );
            for case in &cases {
                live.add(Arc::clone(&case.candidate.decision));
                proposed.altered.extend(case.declared());
            }
            let (mut findings, dropped) =
                self.judge(&judge, &candidates, &cases, &blames, &live, events)?;
            for f in &mut findings {
                f.weighing = weights.get(&f.decision.key).cloned();
            }
            tracing::debug!(candidates = candidates.len(), "the candidates are judged");
            review.findings = findings;
            review.dropped = Dropped { count: dropped };
        }
        self.finish(&mut review, &live, &proposed, &known).await?;
        Ok(review)
    }

    fn check(&self) -> Result<(), GuardError> {
        if self.cancel.load(Ordering::Relaxed) {
            Err(GuardError::Cancelled)
        } else {
            Ok(())
        }
    }

    /// Judges the candidates; a finding is told as soon as it is known.
    fn judge(
        &self,
        judge: &OfflineJudge,
        candidates: &[Candidate],
        cases: &[comments::Case],
        blames: &[FileBlame],
        live: &Live,
        events: &mut EventFn<'_>,
    ) -> Result<(Vec<Finding>, usize), GuardError> {
        let repo = &self.resolved.repo;
        let entry = |d: &Decision| d.part_of.as_ref().and_then(|id| live.by_id(id)).cloned();
        let dossiers = build(
            repo,
            &self.session.work,
            &self.change,
            candidates,
            blames,
            entry,
        );
        let mut findings = Vec::new();
        let mut scores = Vec::with_capacity(dossiers.len());
        let made = |candidate: &Candidate, dossier: &Dossier, verdict: Verdict| {
            let lines: Vec<(String, String, LinkHow)> = dossier
                .links
                .iter()
                .map(|l| (l.path.to_string(), l.commit.to_string(), l.how))
                .collect();
            let mut found = finding(candidate, verdict, &lines);
            self.place_quotes(&mut found);
            found
        };
        for (candidate, dossier) in candidates.iter().zip(&dossiers) {
            self.check()?;
            let verdict = judge.judge(dossier);
            scores.push(verdict.score);
            if let Some(observe) = &self.observe {
                observe(dossier, &judge.features(dossier), &verdict);
            }
            if verdict.kind == VerdictKind::Unrelated || verdict.quotes.is_empty() {
                continue;
            }
            let found = made(candidate, dossier, verdict);
            events(ReviewEvent::Finding(Box::new(found.clone())));
            findings.push(found);
        }
        for case in cases {
            let part = judge.of_part(&case.part);
            let mut verdict = part.judge(&case.dossier);
            case.quote_verbatim(&mut verdict.quotes);
            if let Some(observe) = &self.observe {
                observe(&case.dossier, &part.features(&case.dossier), &verdict);
            }
            if verdict.kind == VerdictKind::Unrelated || verdict.quotes.is_empty() {
                continue;
            }
            let found = finding(&case.candidate, verdict, &[]);
            events(ReviewEvent::Finding(Box::new(found.clone())));
            findings.push(found);
        }
        let all: Vec<&Candidate> = candidates
            .iter()
            .chain(cases.iter().map(|c| &c.candidate))
            .collect();
        let mut findings = related::fold(findings, &all, &|c| self.synced.index.ord(c));
        let dropped = all.len() - findings.len();
        let room = if judge.has_effect() && !judge.only_rewords() {
            nearest::room(&findings)
        } else {
            0
        };
        let mut place = 1;
        for at in nearest::order(&findings, candidates, &scores) {
            if place as usize > room {
                break;
            }
            let mut verdict = judge.as_related(&dossiers[at]);
            if verdict.quotes.is_empty() {
                continue;
            }
            verdict
                .signals
                .push(nearest::signal(&candidates[at], place));
            let mut found = made(&candidates[at], &dossiers[at], verdict);
            found.nearest = Some(place);
            events(ReviewEvent::Finding(Box::new(found.clone())));
            findings.push(found);
            place += 1;
        }
        let dropped = dropped - (place as usize - 1);
        Ok((findings, dropped))
    }

    /// A file's lines are counted in the tree that was read: their quotes name its commit.
    fn place_quotes(&self, finding: &mut Finding) {
        for quote in finding.quotes.iter_mut().filter(|q| q.path.is_some()) {
            quote.commit = Some(self.as_of.commit.clone());
        }
        place(finding, self.talk.said.as_ref(), self.as_of.time);
    }
}
