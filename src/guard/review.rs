//! A change to its Review: retrieve, cut as of the base, build dossiers, judge, and say what was
//! looked at.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::blame::{FileBlame, blame};
use super::candidates::{Candidate, join};
use super::corrections::{apply, change_id};
use super::declared::declare;
use super::dossiers::{build, commits, may_contradict};
use super::error::GuardError;
use super::findings::{finding, sort};
use super::hops::{self, Hits, Questions};
use super::live::Live;
use super::people::{People, rank};
use super::premises::{self, Moments};
use super::proposed;
use super::session::Session;
use super::since::since;
use super::{explains, related, words};
use crate::change::Resolved;
use crate::history::Completeness;
use crate::judge::{Features, OfflineJudge};
use crate::model::{
    AsOf, AsOfMode, Change, CommitId, Coverage, CoverageState, Decision, DecisionKey, Dossier,
    Dropped, Finding, JudgeInfo, LinkHow, Progress, QueryRun, REVIEW_SCHEMA, RepoPath, Review,
    ReviewEvent, Verdict, VerdictKind,
};
use crate::sync::Synced;

/// How a change is reviewed.
#[derive(Clone, Default)]
pub struct ReviewOptions {
    /// As of when the record is read.
    pub as_of: AsOfRequest,
    /// Do not bring the graph up to date first.
    pub no_sync: bool,
    /// Set to stop early.
    pub cancel: Arc<AtomicBool>,
    /// Shown every judged dossier with its numbers, for evaluation.
    pub observe: Option<Observer>,
}

/// Shown every judged dossier with its numbers.
pub type Observer = Arc<dyn Fn(&Dossier, &Features, &Verdict) + Send + Sync>;

/// As of when the record is to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AsOfRequest {
    /// The change's own base.
    #[default]
    Base,
    /// The tip of the target branch.
    Target,
    /// Another commit, already resolved.
    Commit(CommitId),
}

/// How long to wait before the graph is asked again that moved meanwhile.
const ASK_AGAIN: [Duration; 4] = [
    Duration::ZERO,
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_millis(500),
];

/// Told of each event of a review.
pub type EventFn<'a> = dyn FnMut(ReviewEvent) + Send + 'a;

/// What the steps of one review share.
struct Run<'a> {
    session: &'a Session,
    resolved: &'a Resolved,
    change: Arc<Change>,
    synced: Synced,
    as_of: AsOf,
    tip: Option<CommitId>,
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
        let mut tips: Vec<CommitId> = tip.iter().cloned().collect();
        tips.extend([change.base.clone(), commit.clone()]);
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
        let run = Run {
            session: self,
            resolved,
            change,
            synced,
            as_of: AsOf { commit, time, mode },
            tip,
            cancel: Arc::clone(&options.cancel),
            observe: options.observe.clone(),
        };
        let review = run.run(events).await?;
        tracing::debug!("the review is complete");
        events(ReviewEvent::Done(Box::new(review.clone())));
        Ok(review)
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
        let mut corpus = live.corpus();
        let mut judge = OfflineJudge::new(&self.change, corpus.clone());
        let mut review = self.empty(&live);
        let proposed = proposed::read(&self.change, &live.folders, |path| {
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
            words: words::words(judge.view(), &corpus),
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
            &hits.ranks,
            known,
            self.as_of.time.unwrap_or_default(),
        );
        (review.people, review.bus_factor) = (ask, bus_factor);
        if judge.has_effect() {
            let blames = self.blame(&hits, &known, events).await?;
            tracing::debug!(files = blames.len(), "the lines are blamed");
            self.check()?;
            review.coverage.extend(blames.iter().filter_map(unblamed));
            let (lines, run) = self.lines(&blames).await?;
            hits.hits.extend(lines);
            review.queries.extend(run);
            let keys: HashSet<DecisionKey> = hits.hits.iter().map(|h| h.key.clone()).collect();
            live.add_stated(&session.log, &synced, &self.as_of.commit, &ancestors, &keys);
            corpus = live.corpus();
            judge.recount(corpus.clone());
            hits.hits
                .extend(explains::hits(repo, &session.work, &blames, &live, &corpus));
            tracing::debug!("the messages are read");
            let mut candidates = join(hits.hits, known, |key| {
                live.get(key).filter(|d| d.standing.binds()).cloned()
            });
            for c in &mut candidates {
                c.decision = live.with_facts(&session.log, &c.decision);
            }
            let (findings, dropped) = self.judge(&judge, &candidates, &blames, &live, events)?;
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

    fn empty(&self, live: &Live) -> Review {
        let mut partial = Vec::new();
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
            schema: REVIEW_SCHEMA.to_owned(),
            repository: self.session.identity.display.clone(),
            change: (*self.change).clone(),
            as_of: self.as_of.clone(),
            judge: JudgeInfo {
                name: "offline".to_owned(),
                model: None,
            },
            live: live.recorded.len(),
            coverage: live.coverage.clone(),
            partial,
            ..Review::default()
        }
    }

    /// The changed files' paths at the base; for new files the paths that they get.
    fn paths(&self) -> Vec<String> {
        let all: BTreeSet<String> = self
            .change
            .files
            .iter()
            .map(|f| f.base_path().to_string())
            .collect();
        all.into_iter().collect()
    }

    /// Asks the graph, and again while a sync moves it meanwhile.
    async fn ask(
        &self,
        questions: &Questions,
        known: &impl Fn(u32) -> bool,
    ) -> Result<Hits, GuardError> {
        let store = &self.session.store;
        let epoch = Some(self.synced.index.epoch().to_string());
        let mut before = hops::moment(store).await?;
        for wait in ASK_AGAIN {
            let hits = self.ask_once(questions.clone(), known).await?;
            let after = hops::moment(store).await?;
            if after == before && after.epoch == epoch {
                return Ok(hits);
            }
            before = after;
            tokio::time::sleep(wait).await;
        }
        let mut hits = self.ask_once(questions.clone(), known).await?;
        hits.moved = true;
        Ok(hits)
    }

    /// Asks the graph, under former names as well.
    async fn ask_once(
        &self,
        mut questions: Questions,
        known: &impl Fn(u32) -> bool,
    ) -> Result<Hits, GuardError> {
        let store = &self.session.store;
        let renames = hops::renames(store, &questions.paths).await?;
        let mut former: HashMap<String, String> = HashMap::new();
        for r in &renames.rows {
            let all = r.ords.iter().all(|o| u32::try_from(*o).is_ok_and(known));
            if all && !questions.paths.contains(&r.former) {
                former.insert(r.former.clone(), r.path.clone());
            }
        }
        questions.paths.extend(former.keys().cloned());
        questions.paths.sort();
        let mut hits = hops::ask(store, &questions).await?;
        hits.runs.insert(0, renames.run);
        Ok(hits)
    }

    async fn blame(
        &self,
        hits: &Hits,
        known: &impl Fn(u32) -> bool,
        events: &mut EventFn<'_>,
    ) -> Result<Vec<FileBlame>, GuardError> {
        // The last commit of the base's history that touched a file fixes its blame.
        let last: HashMap<String, u32> = hits
            .touched
            .iter()
            .filter_map(|(path, ords)| {
                let last = ords.iter().copied().filter(|o| known(*o)).max()?;
                Some((path.clone(), last))
            })
            .collect();
        let index = Arc::clone(&self.synced.index);
        let base = self.change.base.clone();
        let key = move |path: &RepoPath| -> String {
            let last = last.get(&path.to_string()).and_then(|o| index.id(*o));
            last.unwrap_or_else(|| base.clone()).to_string()
        };
        let (send, mut receive) = tokio::sync::mpsc::unbounded_channel();
        let repo = self.resolved.repo.clone();
        let cache = self.session.blames.clone();
        let change = Arc::clone(&self.change);
        let task = tokio::task::spawn_blocking(move || {
            blame(&repo, &cache, &change, key, |done, total| {
                let _ = send.send((done, total));
            })
        });
        while let Some((done, total)) = receive.recv().await {
            events(ReviewEvent::Progress(Progress {
                phase: "blame".into(),
                done: done as u64,
                total: total as u64,
                note: "files".into(),
            }));
        }
        task.await.map_err(|e| GuardError::Broken(e.to_string()))
    }

    async fn lines(
        &self,
        blames: &[FileBlame],
    ) -> Result<(Vec<hops::Hit>, Option<QueryRun>), GuardError> {
        let shas: BTreeSet<&CommitId> = blames
            .iter()
            .flat_map(|b| &b.removed)
            .map(|s| &s.commit)
            .collect();
        if shas.is_empty() {
            return Ok((Vec::new(), None));
        }
        let shas: Vec<CommitId> = shas.into_iter().cloned().collect();
        let (hits, run) = hops::lines(&self.session.store, &shas).await?;
        Ok((hits, Some(run)))
    }

    /// Judges the candidates; a finding is told as soon as it is known.
    fn judge(
        &self,
        judge: &OfflineJudge,
        candidates: &[Candidate],
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
        let mut dropped = 0;
        for (candidate, dossier) in candidates.iter().zip(&dossiers) {
            self.check()?;
            let mut verdict = judge.judge(dossier);
            if let Some(observe) = &self.observe {
                observe(dossier, &judge.features(dossier), &verdict);
            }
            if verdict.kind == VerdictKind::Contradicts && !may_contradict(dossier) {
                verdict.kind = VerdictKind::Related;
            }
            if verdict.kind == VerdictKind::Unrelated || verdict.quotes.is_empty() {
                dropped += 1;
                continue;
            }
            let lines: Vec<(String, String, LinkHow)> = dossier
                .links
                .iter()
                .map(|l| (l.path.to_string(), l.commit.to_string(), l.how))
                .collect();
            let mut found = finding(candidate, verdict, &lines);
            self.place_quotes(&mut found);
            events(ReviewEvent::Finding(Box::new(found.clone())));
            findings.push(found);
        }
        let (findings, folded) = related::fold(findings, candidates);
        Ok((findings, dropped + folded))
    }

    /// A file's lines are counted in the tree that was read: their quotes name its commit.
    fn place_quotes(&self, finding: &mut Finding) {
        for quote in finding.quotes.iter_mut().filter(|q| q.path.is_some()) {
            quote.commit = Some(self.as_of.commit.clone());
        }
    }

    /// Premises, declarations, corrections, order, and what the target decided since.
    async fn finish(
        &self,
        review: &mut Review,
        live: &Live,
        proposed: &proposed::Proposed,
        known: &impl Fn(u32) -> bool,
    ) -> Result<(), GuardError> {
        let session = self.session;
        declare(&mut review.findings, live, proposed);
        let corrections = session.corrections()?;
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
        let own = |d: &Decision| -> Vec<CommitId> {
            let bound = commits(&Candidate {
                decision: Arc::new(d.clone()),
                hits: vec![],
                rank: 0.0,
            });
            bound.into_keys().collect()
        };
        let all: BTreeSet<CommitId> = decisions.iter().flat_map(|d| own(d)).collect();
        let all: Vec<CommitId> = all.into_iter().collect();
        let keys: Vec<DecisionKey> = decisions.iter().map(|d| d.key.clone()).collect();
        let facts = premises::facts(&self.session.store, &all, &keys).await?;
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
            // A message stays what it was.
            let at_tip = at_tip.or(d.source.path.is_none().then_some(d));
            let moments = Moments {
                at_base: known,
                now: &known_now,
                tip: at_tip.map(AsRef::as_ref),
                tip_known: same || tip.is_some(),
                open: !merged.is_some_and(known_now),
            };
            f.premises = premises::premises(d, &own(d), &facts, &moments);
        }
        review.queries.extend(facts.runs);
        Ok(())
    }
}

fn unblamed(blame: &FileBlame) -> Option<Coverage> {
    let reason = blame.error.clone()?;
    Some(Coverage {
        path: blame.path.clone(),
        line: None,
        state: CoverageState::Partly,
        reason: format!("its lines could not be blamed: {reason}"),
    })
}
