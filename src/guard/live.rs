//! The record as of one commit, by key; commit messages are read only where a hop named them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::error::GuardError;
use crate::decisions::commits::Strength;
use crate::decisions::{DecisionLog, Folders, Mining, Moment, RepoTree};
use crate::history::{Ancestors, Repo};
use crate::judge::words::{Corpus, Term, term_set};
use crate::model::{CommitId, Coverage, Decision, DecisionId, DecisionKey, ForgeRef};
use crate::sync::{Discussions, Synced};

/// The moment at which a discussion is read.
#[derive(Clone, Copy)]
pub struct Said<'a> {
    /// What the commit has.
    pub ancestors: &'a Ancestors<'a>,
    /// The commit's committer time.
    pub time: Option<i64>,
    /// The pull request that is reviewed.
    pub under_review: Option<&'a ForgeRef>,
    /// What was taken back in history.
    pub mining: &'a Mining,
}

/// What was live at a commit.
pub struct Live {
    /// Recorded decisions, in the order of sources and lines.
    pub recorded: Vec<Arc<Decision>>,
    /// What was read and what was not.
    pub coverage: Vec<Coverage>,
    /// Which folders hold records there.
    pub folders: Folders,
    /// The terms of each recorded decision, in the same order.
    pub terms: Vec<BTreeSet<Term>>,
    by_key: HashMap<DecisionKey, Arc<Decision>>,
    by_id: HashMap<DecisionId, Arc<Decision>>,
}

impl Live {
    /// Reads what was recorded in the tree of a commit.
    ///
    /// # Errors
    /// The tree cannot be listed.
    pub fn at(
        repo: &Repo,
        log: &DecisionLog,
        synced: &Synced,
        commit: &CommitId,
        ancestors: &Ancestors<'_>,
    ) -> Result<Self, GuardError> {
        let tree = RepoTree { repo, commit };
        let contains = |ord: u32| ancestors.contains(ord);
        let moment = Moment {
            commit,
            contains: &contains,
            least: Strength::Stated,
        };
        let log = log.as_of(&tree, &synced.revisions, &Mining::default(), &moment)?;
        let (view, folders) = (log.view, log.folders);
        let recorded: Vec<Arc<Decision>> = view
            .decisions
            .into_iter()
            .map(|mut d| {
                // The same words may have been recorded first on a line of history that this commit
                // does not have: then it is not said by whom.
                let here = |c: &CommitId| ancestors.contains_sha(c);
                d.source.commit = d.source.commit.filter(here);
                d.revised_in = d.revised_in.filter(here);
                Arc::new(d)
            })
            .collect();
        let mut live = Self {
            terms: recorded.iter().map(|d| terms(d)).collect(),
            by_key: HashMap::new(),
            by_id: HashMap::new(),
            coverage: view.coverage,
            folders,
            recorded,
        };
        for d in live.recorded.clone() {
            live.insert(d);
        }
        Ok(live)
    }

    fn insert(&mut self, d: Arc<Decision>) {
        self.by_id.insert(d.id.clone(), Arc::clone(&d));
        self.by_key.insert(d.key.clone(), d);
    }

    /// Adds the decisions of messages with these keys, as far as the commit has them, without their
    /// facts: see [`Live::with_facts`].
    pub fn add_stated(
        &mut self,
        log: &DecisionLog,
        synced: &Synced,
        commit: &CommitId,
        ancestors: &Ancestors<'_>,
        keys: &HashSet<DecisionKey>,
    ) {
        let root = synced.revisions.root();
        let stated = synced
            .walked
            .mining
            .stated
            .iter()
            .filter(|s| ancestors.contains(s.ord) && keys.contains(&s.key(root)))
            .cloned()
            .collect();
        let mining = Mining {
            stated,
            reverts: synced.walked.mining.reverts.clone(),
            ..Mining::default()
        };
        let contains = |ord: u32| ancestors.contains(ord);
        let moment = Moment {
            commit,
            contains: &contains,
            least: Strength::Stated,
        };
        for d in log.stated(&synced.revisions, &mining, &moment).decisions {
            self.insert(Arc::new(d));
        }
    }

    /// Adds the decisions of discussions with these keys, as far as they were said then: on a pull
    /// request whose merge the commit has, or in an issue before the commit's time; in both cases
    /// before that time. What was said on the page under review itself is left out.
    pub fn add_discussed(
        &mut self,
        said: &Discussions,
        root: &CommitId,
        at: &Said<'_>,
        keys: &HashSet<DecisionKey>,
    ) {
        let Said {
            ancestors,
            time,
            under_review,
            mining,
        } = *at;
        let contains = |ord: u32| ancestors.contains(ord);
        for d in &said.decided {
            let merged = |m: &CommitId| ancestors.contains_sha(m);
            // A description came into force with its merge, whenever it was written.
            let is_earlier = match (time, d.said_at) {
                _ if d.is_description() => true,
                (Some(base), Some(said)) => said <= base,
                _ => false,
            };
            let is_there = d.merge.as_ref().is_none_or(merged) && is_earlier;
            let is_other = under_review.is_none_or(|p| p.key() != d.at.key());
            let is_undone = d.merge.as_ref().is_some_and(|m| {
                let title = said
                    .pulls
                    .get(&d.at.number)
                    .map_or("", |p| p.title.as_str());
                mining.is_taken_back(m, title, &contains)
            });
            if is_there && is_other && !is_undone && keys.contains(&d.key(root)) {
                self.insert(Arc::new(d.decision(root)));
            }
        }
    }

    /// Adds a decision that was found in another way.
    pub fn add(&mut self, d: Arc<Decision>) {
        self.insert(d);
    }

    /// A decision with its facts. Those of recorded ones are there already.
    pub fn with_facts(&mut self, log: &DecisionLog, d: &Arc<Decision>) -> Arc<Decision> {
        // What was said in a discussion came with its facts.
        if !d.id.as_str().starts_with("commit:") {
            return Arc::clone(d);
        }
        let mut whole = d.as_ref().clone();
        log.add_facts(&mut whole);
        let whole = Arc::new(whole);
        self.insert(Arc::clone(&whole));
        whole
    }

    /// The decision with this key.
    pub fn get(&self, key: &DecisionKey) -> Option<&Arc<Decision>> {
        self.by_key.get(key)
    }

    /// The decision with this id.
    pub fn by_id(&self, id: &DecisionId) -> Option<&Arc<Decision>> {
        self.by_id.get(id)
    }

    /// How often each term is used by what is live.
    pub fn corpus(&self) -> Corpus {
        let stated: Vec<BTreeSet<Term>> = self
            .by_key
            .values()
            .filter(|d| d.source.path.is_none())
            .map(|d| terms(d))
            .collect();
        Corpus::of(self.terms.iter().chain(&stated))
    }
}

fn terms(d: &Decision) -> BTreeSet<Term> {
    let mut set = term_set(&d.text);
    set.extend(term_set(&d.title));
    set
}
