//! What the review has told so far, as the panes need it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::backend::BackendError;
use super::doc::Doc;
use crate::model::{
    AsOf, Change, Coverage, Decision, DecisionKey, Finding, Instruction, JudgeInfo, LogDetail,
    PersonScore, QueryRun, Review, SinceEntry,
};

/// What the review has told so far.
#[derive(Debug, Default)]
pub struct Data {
    /// The repository's name.
    pub repository: String,
    /// What is under review, once known.
    pub change: Option<Change>,
    /// Its diff.
    pub doc: Arc<Doc>,
    /// As of when the record was read.
    pub as_of: Option<AsOf>,
    /// Who judged.
    pub judge: JudgeInfo,
    /// The findings so far, in order.
    pub findings: Vec<Finding>,
    /// What the target branch decided since.
    pub since: Vec<SinceEntry>,
    /// Titles of what the change itself adds to the record.
    pub proposed: Vec<String>,
    /// Whom to ask.
    pub people: Vec<PersonScore>,
    /// The bus factor, as a sentence with its count.
    pub bus_factor: Option<(usize, String)>,
    /// The Cypher statements that ran.
    pub queries: Vec<QueryRun>,
    /// Decisions that were live.
    pub live: usize,
    /// What was read and what not.
    pub coverage: Vec<Coverage>,
    /// Candidates that were judged unrelated.
    pub dropped: usize,
    /// Why the review is partial.
    pub partial: Vec<String>,
    /// The decision log as of the base.
    pub log: Vec<Decision>,
    /// The stories that were asked for; none yet where one is being read.
    pub stories: BTreeMap<DecisionKey, Option<Result<Box<LogDetail>, BackendError>>>,
    /// What agents were told at that commit, once asked for; none yet while it is being read.
    pub told: Option<Option<Result<Vec<Instruction>, BackendError>>>,
    /// Whether the review has ended well.
    pub done: bool,
}

impl Data {
    /// Takes the whole review in.
    pub fn finish(&mut self, review: Review) {
        if self.change.as_ref() != Some(&review.change) {
            self.doc = Arc::new(Doc::new(&review.change));
        }
        self.repository = review.repository;
        self.change = Some(review.change);
        self.as_of = Some(review.as_of);
        self.judge = review.judge;
        self.findings = review.findings;
        self.since = review.since;
        self.proposed = review
            .proposed
            .iter()
            .map(|d| super::text::one_line(&format!("{} · {}", d.title, d.id)))
            .collect();
        self.people = review.people;
        self.bus_factor = review.bus_factor.map(|b| (b.count, b.words()));
        self.queries = review.queries;
        self.live = review.live;
        self.coverage = review.coverage;
        self.dropped = review.dropped.count;
        self.partial = review.partial;
        self.done = true;
    }

    /// Puts a finding in its place; one of the same decision is replaced.
    pub fn insert(&mut self, finding: Finding) {
        self.findings
            .retain(|f| f.decision.key != finding.decision.key);
        let rank = |f: &Finding| {
            let nearest = f.nearest.unwrap_or(0);
            (nearest, f.declared, f.verdict, -f.score)
        };
        let place = self
            .findings
            .iter()
            .position(|f| {
                rank(&finding)
                    .partial_cmp(&rank(f))
                    .is_some_and(std::cmp::Ordering::is_lt)
            })
            .unwrap_or(self.findings.len());
        self.findings.insert(place, finding);
    }
}
