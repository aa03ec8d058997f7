//! The reader's requests where there is a token: GraphQL.

use std::collections::BTreeMap;

use futures::StreamExt;
use serde_json::{Value, json};

use super::aliases::Found;
use super::convert::{self, seconds};
use super::documents as doc;
use super::error::{GithubError, Result};
use super::file_history::FileHistory;
use super::graphql::{QueryError, Reply};
use super::kept::{Kept, Thing};
use super::reader::{Moved, Reader};
use super::wire::{self, items};
use crate::model::{Issue, Pull};

/// How many queries are under way at once.
const AT_ONCE: usize = 2;

/// As long as fewer requests were sent, there is room for further pages and second looks: three and
/// the five of the rest (three of past ones, commits, names) are the eight of a whole review.
const EARLY: u32 = 3;

impl Reader {
    fn early(&self) -> bool {
        self.client.requests().graphql < EARLY
    }

    /// The pull request under review, with the further pages of its files, threads and comments.
    pub(super) async fn pull_by_graphql(&mut self, number: u64) -> Result<Pull> {
        let what = format!("pull request {}#{number}", self.place);
        let mut variables = self.base_variables();
        variables.insert("number".into(), json!(number));
        let reply: Reply<wire::PullData> = self
            .client
            .graphql(doc::PULL, &Value::Object(variables), &what)
            .await?;
        let missing = |reader: &Self| GithubError::NotFound {
            host: reader.place.host.clone(),
            what: what.clone(),
            rights: reader.client.rights(),
        };
        let repository = reply.data.repository.ok_or_else(|| missing(self))?;
        self.place = convert::renamed(&self.place, repository.name_with_owner.as_deref());
        let mut found = repository.pull_request.ok_or_else(|| missing(self))?;
        for error in &reply.errors {
            self.cut.push(format!(
                "A part of {what} was not answered: {}",
                super::error::sentence(&error.message)
            ));
        }
        let whole = self.further_pages(&mut found, number, &what).await && reply.errors.is_empty();
        let cut = left_out(&found, number);
        self.bounds.extend(cut.iter().cloned());
        self.keep_closed_issues(&found);
        let updated = seconds(found.updated_at.as_deref());
        let (pull, issues) = convert::pull(&self.place, found).ok_or_else(|| {
            self.client
                .malformed(&what, "the pull request has no number")
        })?;
        for issue in issues {
            self.add_issue(issue);
        }
        // What a fault left out is asked for again the next time.
        if whole {
            let kept = Kept::new(updated, Thing::Full(Box::new(pull.clone())), cut);
            self.keeper.keep(number, &kept);
        }
        Ok(pull)
    }

    /// Reads on, within the bound; says whether no fault got in between.
    async fn further_pages(
        &mut self,
        found: &mut wire::PullRequest,
        number: u64,
        what: &str,
    ) -> bool {
        fn cursor<T>(list: &Option<wire::List<T>>) -> Option<String> {
            list.as_ref().and_then(|l| l.more()).map(str::to_owned)
        }
        fn join<T>(into: &mut Option<wire::List<T>>, page: Option<wire::List<T>>) {
            if let (Some(into), Some(page)) = (into, page) {
                into.page_info = page.page_info;
                into.nodes
                    .get_or_insert_default()
                    .extend(page.nodes.unwrap_or_default());
            }
        }
        loop {
            let (files, threads) = (cursor(&found.files), cursor(&found.review_threads));
            let comments = cursor(&found.comments);
            let more = files.is_some() || threads.is_some() || comments.is_some();
            if !more || !self.early() {
                return true;
            }
            let mut variables = self.base_variables();
            variables.extend([
                ("number".to_owned(), json!(number)),
                ("withFiles".to_owned(), json!(files.is_some())),
                ("withThreads".to_owned(), json!(threads.is_some())),
                ("withComments".to_owned(), json!(comments.is_some())),
                ("files".to_owned(), json!(files)),
                ("threads".to_owned(), json!(threads)),
                ("comments".to_owned(), json!(comments)),
            ]);
            let reply: Result<Reply<wire::PullData>> = self
                .client
                .graphql(doc::MORE, &Value::Object(variables), what)
                .await;
            let page = match reply {
                Ok(reply) => reply.data.repository.and_then(|r| r.pull_request),
                Err(e) => {
                    self.cut.push(format!("Not all pages were read: {e}"));
                    return false;
                }
            };
            let Some(page) = page else { return false };
            join(&mut found.files, page.files);
            join(&mut found.review_threads, page.review_threads);
            join(&mut found.comments, page.comments);
        }
    }

    /// Learns which of the things that were read before have changed since.
    pub(super) async fn moved(&mut self, numbers: &[u64]) -> Result<()> {
        for chunk in numbers.chunks(doc::MOVED_AT_ONCE) {
            let found: Found<wire::When> =
                self.by_alias(doc::MOVED, chunk, "what has changed").await?;
            self.place = convert::renamed(&self.place, found.name.as_deref());
            for (at, when) in found.things {
                let Some(number) = chunk.get(at) else {
                    continue;
                };
                let moved = match when {
                    Ok(when) => Some(Moved {
                        updated_at: seconds(when.updated_at.as_deref()),
                        head: convert::commit(when.head_ref_oid),
                        checks: convert::checks(when.status_check),
                    }),
                    Err(Some(e)) if e.is_missing() => None,
                    Err(_) => continue,
                };
                self.today.insert(*number, moved);
            }
        }
        Ok(())
    }

    /// The past pull requests, then what the texts name.
    pub(super) async fn rest_of_graphql(&mut self, history: &FileHistory) -> Result<()> {
        let mut wanted: Vec<u64> = history.claims.iter().map(|c| c.number).collect();
        for number in self.pulls_of_commits(history).await {
            if !wanted.contains(&number) {
                wanted.push(number);
            }
        }
        wanted.retain(|n| *n != self.number);
        let unsure: Vec<u64> = wanted
            .iter()
            .copied()
            .filter(|n| !self.today.contains_key(n) && self.keeper.thing(*n, false).is_some())
            .collect();
        if !unsure.is_empty() && self.early() {
            self.moved(&unsure).await?;
        }
        wanted.retain(|number| match self.unchanged(*number, false) {
            Some(
                kept @ Kept {
                    thing: Thing::Past(_) | Thing::Missing | Thing::Issue(_),
                    ..
                },
            ) => {
                self.take(*number, kept);
                false
            }
            _ => true,
        });
        self.past(&wanted).await?;
        self.confirm(history);
        self.linked.retain(|n, _| !self.pulls.contains_key(n));
        let mut named = self.named_in_texts(doc::NAMED_AT_ONCE);
        named.retain(|number| match self.unchanged(*number, false) {
            Some(
                kept @ Kept {
                    thing: Thing::Stand(_) | Thing::Missing | Thing::Issue(_),
                    ..
                },
            ) => {
                self.take(*number, kept);
                false
            }
            _ => true,
        });
        self.named(&named).await
    }

    /// The pull requests of commits that name none. They never change once a commit is on the
    /// target branch, so they are asked for once.
    async fn pulls_of_commits(&mut self, history: &FileHistory) -> Vec<u64> {
        const FILE: &str = "commits.json";
        let mut known: BTreeMap<String, Vec<u64>> = self.keeper.read(FILE).unwrap_or_default();
        let asked: Vec<&str> = history
            .unnamed
            .iter()
            .map(|c| c.as_str())
            .filter(|c| !known.contains_key(*c))
            .take(doc::COMMITS_AT_ONCE)
            .collect();
        if !asked.is_empty() {
            let found: Result<Found<wire::Commit>> = self
                .by_alias(doc::COMMITS, &asked, "the pull requests of commits")
                .await;
            match found {
                Ok(found) => {
                    for (at, commit) in found.things {
                        let Some(oid) = asked.get(at) else { continue };
                        let pulls = commit.ok().and_then(|c| c.associated_pull_requests);
                        let merged = items(pulls).into_iter().filter(|p| p.merged_at.is_some());
                        known.insert((*oid).to_owned(), merged.filter_map(|p| p.number).collect());
                    }
                    self.keeper.write(FILE, &known);
                }
                Err(e) => self.cut.push(format!(
                    "The pull requests of commits that name none were not read: {e}"
                )),
            }
        }
        let mut numbers = Vec::new();
        for commit in &history.unnamed {
            for number in known.get(commit.as_str()).into_iter().flatten() {
                if !numbers.contains(number) {
                    numbers.push(*number);
                }
            }
        }
        numbers
    }

    async fn past(&mut self, numbers: &[u64]) -> Result<()> {
        let reader = &*self;
        let answers: Vec<_> = futures::stream::iter(numbers.chunks(doc::PAST_AT_ONCE))
            .map(|chunk| async move {
                let what = format!("{} past pull requests of {}", chunk.len(), reader.place);
                let found = reader
                    .halving::<wire::PullRequest>(doc::PAST, chunk, &what)
                    .await;
                (chunk, found)
            })
            .buffered(AT_ONCE)
            .collect()
            .await;
        for (chunk, found) in answers {
            for (at, pull) in found? {
                let Some(number) = chunk.get(at).copied() else {
                    continue;
                };
                match pull {
                    Ok(pull) => self.add_past(number, pull),
                    Err(error) => self.add_missing(number, error),
                }
            }
        }
        Ok(())
    }

    async fn named(&mut self, numbers: &[u64]) -> Result<()> {
        if numbers.is_empty() {
            return Ok(());
        }
        let what = format!("{} named issues of {}", numbers.len(), self.place);
        for (at, thing) in self
            .halving::<wire::Named>(doc::NAMED, numbers, &what)
            .await?
        {
            let Some(number) = numbers.get(at).copied() else {
                continue;
            };
            match thing {
                Ok(wire::Named::Issue(issue)) => {
                    let updated = seconds(issue.updated_at.as_deref());
                    if let Some(issue) = convert::issue(&self.place, *issue) {
                        let kept = Thing::Issue(Box::new(issue.clone()));
                        self.keeper
                            .keep(number, &Kept::new(updated, kept, Vec::new()));
                        self.add_issue(issue);
                    }
                }
                Ok(wire::Named::PullRequest(pull)) => {
                    let updated = seconds(pull.updated_at.as_deref());
                    if let Some((pull, _)) = convert::pull(&self.place, *pull) {
                        let kept = Thing::Stand(Box::new(pull.clone()));
                        self.keeper
                            .keep(number, &Kept::new(updated, kept, Vec::new()));
                        self.linked.insert(number, pull);
                    }
                }
                Ok(wire::Named::Other) => {}
                Err(error) => self.add_missing(number, error),
            }
        }
        Ok(())
    }

    fn add_past(&mut self, number: u64, from: wire::PullRequest) {
        let updated = seconds(from.updated_at.as_deref());
        let cut = left_out(&from, number);
        self.keep_closed_issues(&from);
        let Some((pull, issues)) = convert::pull(&self.place, from) else {
            return;
        };
        for issue in issues {
            self.add_issue(issue);
        }
        let kept = Kept::new(updated, Thing::Past(Box::new(pull)), cut);
        self.keeper.keep(number, &kept);
        self.take(number, kept);
    }

    /// A closed issue comes with its pull request, and is kept by itself.
    fn keep_closed_issues(&self, from: &wire::PullRequest) {
        let list = from.closing_issues_references.as_ref();
        for raw in list
            .and_then(|l| l.nodes.as_ref())
            .into_iter()
            .flatten()
            .flatten()
        {
            let updated = seconds(raw.updated_at.as_deref());
            let Some(issue) = convert::issue(&self.place, raw.clone()) else {
                continue;
            };
            if self.place.holds(&issue.at) {
                let kept = Kept::new(updated, Thing::Issue(Box::new(issue.clone())), Vec::new());
                self.keeper.keep(issue.at.number, &kept);
            }
        }
    }

    fn add_issue(&mut self, issue: Issue) {
        if self.place.holds(&issue.at) {
            self.issues.insert(issue.at.number, issue);
        } else {
            self.foreign.insert(issue.at.to_string(), issue);
        }
    }

    fn add_missing(&mut self, number: u64, error: Option<QueryError>) {
        match error {
            Some(e) if !e.is_missing() => self.cut.push(format!(
                "{} was not read: {}",
                self.place.at(number),
                super::error::sentence(&e.message)
            )),
            _ => {
                let kept = Kept::new(None, Thing::Missing, Vec::new());
                self.keeper.keep(number, &kept);
                self.missing.insert(number);
            }
        }
    }
}

/// What the host has of a pull request beyond what was read, in full sentences.
fn left_out(from: &wire::PullRequest, number: u64) -> Vec<String> {
    fn part<T>(list: &Option<wire::List<T>>) -> (u64, u64) {
        let read = list
            .as_ref()
            .and_then(|l| l.nodes.as_ref())
            .map_or(0, Vec::len) as u64;
        (read, list.as_ref().map_or(0, wire::List::total))
    }
    let (files, _) = part(&from.files);
    let threads = from.review_threads.as_ref().and_then(|l| l.nodes.as_ref());
    let (mut said, mut had) = (0, 0);
    for thread in threads.into_iter().flatten().flatten() {
        let (read, all) = part(&thread.comments);
        (said, had) = (said + read, had + all);
    }
    let all = [
        ("files", (files, from.changed_files.unwrap_or(files))),
        ("commits", part(&from.commits)),
        ("closed issues", part(&from.closing_issues_references)),
        ("review threads", part(&from.review_threads)),
        ("answers in its review threads", (said, had)),
        ("reviews", part(&from.reviews)),
        ("comments", part(&from.comments)),
    ];
    all.into_iter()
        .filter(|(_, (read, total))| read < total)
        .map(|(name, (read, total))| {
            format!("Of pull request #{number}, {read} of {total} {name} were read.")
        })
        .collect()
}
