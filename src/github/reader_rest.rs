//! The reader's requests where there is no token: REST, of which 60 an hour are answered. So at most
//! ten past pull requests and ten named issues are read, and the Discussion says so.

use super::error::{GithubError, Result};
use super::file_history::FileHistory;
use super::kept::{Kept, Thing};
use super::reader::{Moved, Reader};
use super::wire_rest as wire;
use crate::model::ForgeHome;
use crate::model::Pull;

/// How many past pull requests, and how many issues, are read without a token.
const MAX_WITHOUT_TOKEN: usize = 10;

/// How many pages of changes since the last reading are worth asking for.
const MAX_PAGES: usize = 3;

/// How much earlier than our own clock the host is asked for changes, in seconds.
const CLOCKS_DIFFER: i64 = 600;

impl Reader {
    /// The pull request under review with its comments; its files and commits come by git.
    pub(super) async fn pull_by_rest(&mut self, number: u64) -> Result<Pull> {
        let what = format!("pull request {}#{number}", self.place);
        let root = rest(&self.place);
        let raw: wire::PullRequest = self
            .client
            .get(&format!("{root}/pulls/{number}"), &what)
            .await?;
        let base = raw.base.as_ref().and_then(|b| b.repo.as_ref());
        self.place =
            super::convert::renamed(&self.place, base.and_then(|r| r.full_name.as_deref()));
        let (comments, on_lines) = (raw.comments, raw.review_comments);
        let mut pull = wire::pull(&self.place, raw).ok_or_else(|| {
            self.client
                .malformed(&what, "the pull request has no number")
        })?;
        let faults = self.cut.len();
        let mut bounds = Vec::new();
        if on_lines != Some(0) {
            let path = format!("{root}/pulls/{number}/comments?per_page=100");
            let found = self.comments(&path, "review comments", &mut bounds).await;
            pull.threads = wire::threads(found);
        }
        if comments != Some(0) {
            let path = format!("{root}/issues/{number}/comments?per_page=100");
            let found = self.comments(&path, "comments", &mut bounds).await;
            pull.comments = found.into_iter().map(wire::post).collect();
        }
        let path = format!("{root}/pulls/{number}/reviews?per_page=100");
        let found = self.comments(&path, "reviews", &mut bounds).await;
        pull.reviews = found
            .into_iter()
            .map(wire::post)
            .filter(|p| !p.body.trim().is_empty())
            .collect();
        self.bounds.extend(bounds.iter().cloned());
        // What a fault left out is asked for again the next time.
        if self.cut.len() == faults {
            let kept = Kept::new(pull.updated_at, Thing::Full(Box::new(pull.clone())), bounds);
            self.keeper.keep(number, &kept);
        }
        Ok(pull)
    }

    async fn comments(
        &mut self,
        path: &str,
        name: &str,
        bounds: &mut Vec<String>,
    ) -> Vec<wire::Comment> {
        let at = self.place.at(self.number);
        match self
            .client
            .list(path, &format!("the {name} of {at}"), 2)
            .await
        {
            Ok((found, more)) => {
                if more {
                    let read = found.len();
                    bounds.push(format!("Of {at}, the first {read} {name} were read."));
                }
                found
            }
            Err(e) => {
                self.cut
                    .push(format!("The {name} of {at} were not read: {e}"));
                Vec::new()
            }
        }
    }

    /// Learns with one request (as long as little happened) what has changed since a time: whatever
    /// is not in the list of changed things is as it was.
    pub(super) async fn moved_since(&mut self, numbers: &[u64], since: i64) -> Result<()> {
        let since = jiff::Timestamp::from_second(since - CLOCKS_DIFFER)
            .map(|t| t.to_string())
            .unwrap_or_default();
        let path = format!(
            "{}/issues?state=all&sort=updated&direction=desc&per_page=100&since={since}",
            rest(&self.place)
        );
        let found = self
            .client
            .list::<wire::IssueOrPull>(&path, "what has changed", MAX_PAGES)
            .await;
        let (changed, more) = match found {
            Ok(found) => found,
            // Whether it is there at all, the next request says better.
            Err(GithubError::NotFound { .. }) => return Ok(()),
            Err(e) => return Err(e),
        };
        if more {
            return Ok(());
        }
        for number in numbers {
            let listed = changed.iter().find(|i| i.number == Some(*number));
            let kept = [true, false]
                .into_iter()
                .find_map(|full| self.keeper.thing(*number, full));
            let today = match (listed, kept) {
                (Some(item), _) => Some(Moved {
                    updated_at: super::convert::seconds(item.updated_at.as_deref()),
                    ..Moved::default()
                }),
                (
                    None,
                    Some(Kept {
                        thing: Thing::Missing,
                        ..
                    }),
                ) => None,
                (None, Some(kept)) => Some(Moved {
                    updated_at: kept.updated_at,
                    ..Moved::default()
                }),
                (None, None) => continue,
            };
            self.today.insert(*number, today);
        }
        Ok(())
    }

    /// The newest past pull requests, then the first issues that texts name.
    pub(super) async fn rest_of_rest(&mut self, history: &FileHistory) -> Result<()> {
        let wanted: Vec<u64> = history
            .claims
            .iter()
            .map(|c| c.number)
            .filter(|n| *n != self.number)
            .take(MAX_WITHOUT_TOKEN)
            .collect();
        for number in wanted {
            match self.unchanged(number, false) {
                Some(kept) => self.take(number, kept),
                None => self.past_by_rest(number).await?,
            }
        }
        self.confirm(history);
        self.linked.retain(|n, _| !self.pulls.contains_key(n));
        let named = self.named_in_texts(usize::MAX);
        let truncated = history.claims.len() > MAX_WITHOUT_TOKEN
            || named.len() > MAX_WITHOUT_TOKEN
            || !history.unnamed.is_empty();
        if truncated {
            self.cut.push(
                "Past pull requests and issues were read in part only (history truncated: no token). Set GITHUB_TOKEN to read them all.".to_owned(),
            );
        }
        for number in named.into_iter().take(MAX_WITHOUT_TOKEN) {
            match self.unchanged(number, false) {
                Some(kept) => self.take(number, kept),
                None => self.named_by_rest(number).await?,
            }
        }
        Ok(())
    }

    async fn past_by_rest(&mut self, number: u64) -> Result<()> {
        let what = format!("pull request {}#{number}", self.place);
        let path = format!("{}/pulls/{number}", rest(&self.place));
        let found: Result<wire::PullRequest> = self.client.get(&path, &what).await;
        let thing = match found {
            Ok(raw) => match wire::pull(&self.place, raw) {
                Some(pull) => Kept::new(pull.updated_at, Thing::Past(Box::new(pull)), Vec::new()),
                None => return Ok(()),
            },
            Err(GithubError::NotFound { .. }) => Kept::new(None, Thing::Missing, Vec::new()),
            Err(e) => return Err(e),
        };
        self.keeper.keep(number, &thing);
        self.take(number, thing);
        Ok(())
    }

    async fn named_by_rest(&mut self, number: u64) -> Result<()> {
        let what = format!("issue {}#{number}", self.place);
        let path = format!("{}/issues/{number}", rest(&self.place));
        let raw: wire::IssueOrPull = match self.client.get(&path, &what).await {
            Ok(raw) => raw,
            Err(GithubError::NotFound { .. }) => {
                let kept = Kept::new(None, Thing::Missing, Vec::new());
                self.keeper.keep(number, &kept);
                self.take(number, kept);
                return Ok(());
            }
            Err(e) => return Err(e),
        };
        let updated = super::convert::seconds(raw.updated_at.as_deref());
        let thing = if let Some(pull) = wire::stand(&self.place, &raw) {
            Thing::Stand(Box::new(pull))
        } else {
            // One that is open and was not reopened was never closed.
            let quiet = raw.state.as_deref() == Some("open")
                && raw.state_reason.as_deref() != Some("reopened");
            let events = match quiet {
                true => None,
                false => {
                    let path = format!("{path}/timeline?per_page=100");
                    Some(self.client.list(&path, &what, 2).await?)
                }
            };
            match wire::issue(&self.place, raw, events) {
                Some(issue) => Thing::Issue(Box::new(issue)),
                None => return Ok(()),
            }
        };
        let kept = Kept::new(updated, thing, Vec::new());
        self.keeper.keep(number, &kept);
        self.take(number, kept);
        Ok(())
    }
}

/// The path of a repository in the REST interface.
pub(super) fn rest(home: &ForgeHome) -> String {
    format!("repos/{}/{}", home.owner, home.name)
}
