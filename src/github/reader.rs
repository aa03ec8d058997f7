//! Reads what hangs on one pull request, in two steps, because git must be asked in between: first
//! the pull request itself ([`Reader::pull`]), which names its base; then, with the history of its
//! files ([`super::file_history`]), everything else ([`Reader::discussion`]).
//!
//! The first reading of a usual review takes five GraphQL requests: one for the pull request, three
//! for thirty past ones, one for what the texts name; at most eight with further pages and with
//! commits that name no pull request. A later one begins with one cheap request for what has moved
//! since, and asks again only for that.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::client::Client;
use super::error::{GithubError, Result};
use super::file_history::FileHistory;
use super::kept::{Keeper, Kept, LastReading, Thing};
use super::numbers::Numbers;
use crate::model::ForgeHome;
use crate::model::{CommitId, Discussion, Issue, Pull, PullState};

/// What the host says of a thing without telling it.
#[derive(Clone, Debug, Default)]
pub(super) struct Moved {
    pub updated_at: Option<i64>,
    pub head: Option<CommitId>,
    pub checks: Option<String>,
}

/// Reads one pull request's surroundings.
pub struct Reader {
    pub(super) client: Client,
    pub(super) keeper: Keeper,
    pub(super) place: ForgeHome,
    pub(super) number: u64,
    /// What the host said today of things that were read before; `None` for a missing one.
    pub(super) today: BTreeMap<u64, Option<Moved>>,
    pub(super) pull: Option<Pull>,
    pub(super) pulls: BTreeMap<u64, Pull>,
    pub(super) linked: BTreeMap<u64, Pull>,
    /// Issues of this repository, by number.
    pub(super) issues: BTreeMap<u64, Issue>,
    /// Issues of other repositories that pull requests of this one close.
    pub(super) foreign: BTreeMap<String, Issue>,
    pub(super) missing: BTreeSet<u64>,
    pub(super) cut: Vec<String>,
    pub(super) bounds: Vec<String>,
}

impl Reader {
    /// A reader of the repository `owner/name` that keeps what it reads under `cache`.
    ///
    /// # Errors
    /// [`GithubError::Config`] where the names cannot be a repository's.
    pub fn new(client: Client, owner: &str, name: &str, cache: &Path) -> Result<Self> {
        if !super::is_owner(owner) || !super::is_repository(name) {
            return Err(GithubError::Config(format!(
                "“{}/{}” is no name of a repository.",
                crate::model::safe::one_line(owner),
                crate::model::safe::one_line(name)
            )));
        }
        let place = ForgeHome {
            host: client.host().name.clone(),
            owner: owner.to_owned(),
            name: name.to_owned(),
        };
        Ok(Self {
            keeper: Keeper::new(cache, &place, client.token().is_some()),
            client,
            place,
            number: 0,
            today: BTreeMap::new(),
            pull: None,
            pulls: BTreeMap::new(),
            linked: BTreeMap::new(),
            issues: BTreeMap::new(),
            foreign: BTreeMap::new(),
            missing: BTreeSet::new(),
            cut: Vec::new(),
            bounds: Vec::new(),
        })
    }

    /// The repository, under the name that the host gives it now.
    pub fn place(&self) -> &ForgeHome {
        &self.place
    }

    /// Reads the pull request itself.
    ///
    /// # Errors
    /// Any [`GithubError`]; [`GithubError::NotFound`] where the number is an issue's or nothing's.
    pub async fn pull(&mut self, number: u64) -> Result<Pull> {
        self.number = number;
        let last: Option<LastReading> = self.keeper.read(&self.last_file());
        if let Some(last) = &last
            && self.keeper.thing(number, true).is_some()
        {
            self.look_for_moved(last).await?;
        }
        let pull = match self.unchanged(number, true) {
            Some(Kept {
                thing: Thing::Full(pull),
                cut,
                ..
            }) => {
                self.bounds.extend(cut);
                let today = self.today.get(&number).cloned().flatten();
                let mut pull = *pull;
                if let Some(today) = today.filter(|_| self.client.token().is_some()) {
                    pull.checks = today.checks;
                }
                pull
            }
            _ => match self.client.token() {
                Some(_) => self.pull_by_graphql(number).await?,
                None => self.pull_by_rest(number).await?,
            },
        };
        self.pull = Some(pull.clone());
        Ok(pull)
    }

    async fn look_for_moved(&mut self, last: &LastReading) -> Result<()> {
        let mut numbers = vec![self.number];
        numbers.extend(last.numbers.iter().filter(|n| **n != self.number));
        match self.client.token() {
            Some(_) => self.moved(&numbers).await,
            None => self.moved_since(&numbers, last.at).await,
        }
    }

    /// Reads the past pull requests and whatever any text names, and gives all of it. What fails
    /// here is said in [`Discussion::cut`] and does not cost what was read.
    ///
    /// # Errors
    /// [`GithubError::BadToken`] alone.
    pub async fn discussion(mut self, history: &FileHistory) -> Result<Discussion> {
        self.bounds.extend(history.cut.iter().cloned());
        let done = match self.client.token() {
            Some(_) => self.rest_of_graphql(history).await,
            None => self.rest_of_rest(history).await,
        };
        match done {
            Err(e @ GithubError::BadToken { .. }) => return Err(e),
            Err(e) => self.cut.push(format!("The history is truncated: {e}")),
            Ok(()) => {}
        }
        self.remember();
        Ok(self.collected())
    }

    /// A thing as it was read before, if the host says that it has not changed since.
    pub(super) fn unchanged(&self, number: u64, full: bool) -> Option<Kept> {
        let today = self.today.get(&number)?;
        let kept = self.keeper.thing(number, full)?;
        let same = match today {
            Some(moved) => kept.updated_at.is_some() && kept.updated_at == moved.updated_at,
            None => matches!(kept.thing, Thing::Missing),
        };
        let same = same
            && match (&kept.thing, today) {
                (Thing::Full(pull), Some(moved)) => {
                    (moved.head.is_none() || pull.head == moved.head) && self.closes_here(pull)
                }
                (Thing::Past(pull), _) => self.closes_here(pull),
                _ => true,
            };
        same.then(|| {
            self.client.tally().kept(1);
            kept
        })
    }

    /// Whether all issues that it closes are of this repository: nothing says whether others moved.
    fn closes_here(&self, pull: &Pull) -> bool {
        pull.closes.iter().all(|at| self.place.holds(at))
    }

    /// Takes a thing that was kept for one that was read.
    pub(super) fn take(&mut self, number: u64, kept: Kept) {
        self.bounds.extend(kept.cut);
        match kept.thing {
            Thing::Past(pull) => drop(self.pulls.insert(number, *pull)),
            Thing::Stand(pull) => drop(self.linked.insert(number, *pull)),
            Thing::Issue(issue) => drop(self.issues.insert(number, *issue)),
            Thing::Missing => drop(self.missing.insert(number)),
            Thing::Full(_) => {}
        }
    }

    /// Keeps only the past pull requests that the host confirms: merged, and either the commit that
    /// claims it is its own or it touches one of the files.
    pub(super) fn confirm(&mut self, history: &FileHistory) {
        let claimed: BTreeMap<u64, &[CommitId]> = history
            .claims
            .iter()
            .map(|c| (c.number, c.commits.as_slice()))
            .collect();
        let mut dropped = Vec::new();
        self.pulls.retain(|number, pull| {
            let commits = claimed.get(number).copied().unwrap_or_default();
            let own = pull
                .merge_commit
                .as_ref()
                .is_some_and(|c| commits.contains(c));
            let touches = pull.files.iter().any(|f| history.paths.contains(&f.path));
            let confirmed = pull.state == PullState::Merged && (own || touches);
            if !confirmed {
                dropped.push(*number);
            }
            confirmed
        });
        for number in dropped {
            tracing::debug!(
                "pull request #{number}, which a commit's message names, is not confirmed"
            );
            let about = format!("Of pull request #{number}, ");
            self.bounds.retain(|sentence| !sentence.starts_with(&about));
        }
    }

    /// The numbers that the texts name and that were not read yet, the ones of the pull request
    /// under review first, at most `limit`.
    pub(super) fn named_in_texts(&mut self, limit: usize) -> Vec<u64> {
        let mut numbers = Numbers::default();
        let newest_first = self.pulls.values().rev();
        for pull in self.pull.iter().chain(newest_first) {
            for at in pull.closes.iter().chain(&pull.mentions) {
                if self.place.holds(at) {
                    if !numbers.here.contains(&at.number) {
                        numbers.here.push(at.number);
                    }
                } else {
                    numbers.elsewhere.insert(at.to_string());
                }
            }
            numbers.read(&self.place, &pull.title);
            for post in pull_posts(pull) {
                numbers.read(&self.place, &post.body);
            }
        }
        numbers
            .elsewhere
            .retain(|at| !self.foreign.contains_key(at));
        if let Some(first) = numbers.elsewhere.first() {
            self.bounds.push(format!(
                "What texts name of other repositories was not read ({} in {} {}).",
                crate::model::safe::one_line(first),
                numbers.elsewhere.len(),
                if numbers.elsewhere.len() == 1 {
                    "mention"
                } else {
                    "mentions"
                }
            ));
        }
        let mut wanted: Vec<u64> = numbers
            .here
            .into_iter()
            .filter(|n| {
                *n != self.number
                    && !self.pulls.contains_key(n)
                    && !self.linked.contains_key(n)
                    && !self.issues.contains_key(n)
                    && !self.missing.contains(n)
            })
            .collect();
        if wanted.len() > limit {
            self.bounds.push(format!(
                "{} issues and pull requests are named; the first {limit} were read.",
                wanted.len()
            ));
            wanted.truncate(limit);
        }
        wanted
    }

    fn last_file(&self) -> String {
        format!("reading-{}.json", self.number)
    }

    /// Notes what was read, for the next time.
    fn remember(&self) {
        let all = self.pulls.keys().chain(self.linked.keys());
        let all = all.chain(self.issues.keys()).chain(&self.missing);
        let last = LastReading {
            numbers: all.copied().collect(),
            at: jiff::Timestamp::now().as_second(),
        };
        self.keeper.write(&self.last_file(), &last);
    }

    fn collected(self) -> Discussion {
        let mut pulls: Vec<Pull> = self.pulls.into_values().collect();
        pulls.sort_by_key(|p| std::cmp::Reverse((p.merged_at, p.at.number)));
        let once = |all: Vec<String>| {
            let mut kept: Vec<String> = Vec::new();
            for sentence in all {
                if !kept.contains(&sentence) {
                    kept.push(sentence);
                }
            }
            kept
        };
        Discussion {
            pull: self.pull,
            pulls,
            linked: self.linked.into_values().collect(),
            issues: self
                .issues
                .into_values()
                .chain(self.foreign.into_values())
                .collect(),
            missing: self.missing.into_iter().map(|n| self.place.at(n)).collect(),
            cut: once(self.cut),
            bounds: once(self.bounds),
            read_at: jiff::Timestamp::now().as_second(),
            requests: self.client.requests(),
        }
    }
}

/// Every text of a pull request.
fn pull_posts(pull: &Pull) -> impl Iterator<Item = &crate::model::Post> {
    let threads = pull.threads.iter().flat_map(|t| &t.posts);
    std::iter::once(&pull.body)
        .chain(&pull.reviews)
        .chain(&pull.comments)
        .chain(threads)
}
