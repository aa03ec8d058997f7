//! The decisions that commit messages state, and the commits that take others back, for all of
//! history; what of it holds at a commit is cut by ancestry later.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};

use super::commits::{self, Message, Mined, Strength};
use super::identity;
use crate::history::CommitInfo;
use crate::model::{CommitId, DecisionKey, PersonKind, RepoPath};

/// A commit whose message states a decision. It can be stored: the record is read from the message
/// again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stated {
    /// The commit.
    pub commit: CommitId,
    /// Its position in the walk.
    pub ord: u32,
    /// Its message.
    pub message: String,
    /// Who wrote it.
    pub author: String,
    /// When, as a date.
    pub date: Option<String>,
    /// How much of a decision it states.
    pub strength: Strength,
}

/// A commit that takes another back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revert {
    /// The commit.
    pub commit: CommitId,
    /// Its position in the walk.
    pub ord: u32,
    /// What its message says it reverts, as written.
    pub of: Option<String>,
    /// The subject it quotes (`Revert "…"`).
    pub subject: Option<String>,
    /// The sentence that says so, or the subject.
    pub words: String,
}

/// What the messages of a history hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Mining {
    /// Decisions, in walk order.
    pub stated: Vec<Stated>,
    /// Reverts, in walk order.
    pub reverts: Vec<Revert>,
    /// Positions of commits whose messages look like decisions and are none: they name a choice
    /// without its reason, or only a part of one.
    #[serde(default)]
    pub dropped: Vec<u32>,
}

static REVERTS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)(?-u:\b)this reverts commit ([0-9a-f]{7,64})(?-u:\b)").ok());
static SUBJECT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"^(?:\w+(?:\([^)]*\))?!?:\s*)?[Rr]evert:?\s+["“](.+)["”]"#).ok());

impl Mining {
    /// Takes one commit in, in walk order.
    pub fn add(&mut self, ord: u32, info: &CommitInfo) {
        let text = info.message();
        let is_merge = info.parents.len() > 1;
        self.add_revert(ord, info, &text);
        let is_bot = info
            .people
            .first()
            .is_some_and(|p| p.kind == PersonKind::Bot);
        let message = Message {
            id: &info.id,
            text: &text,
            is_merge,
            is_bot,
        };
        if commits::is_fragment(message) {
            self.dropped.push(ord);
        }
        if let Some(mined) = commits::mine(message) {
            self.stated.push(Stated {
                commit: info.id.clone(),
                ord,
                author: info.author.name.clone(),
                date: jiff::Timestamp::from_second(info.author_time)
                    .ok()
                    .map(|t| t.strftime("%Y-%m-%d").to_string()),
                strength: mined.strength,
                message: text,
            });
        }
    }

    fn add_revert(&mut self, ord: u32, info: &CommitInfo, text: &str) {
        let by_id = REVERTS.as_ref().and_then(|re| re.captures(text));
        let by_subject = SUBJECT.as_ref().and_then(|re| re.captures(&info.subject));
        if by_id.is_none() && by_subject.is_none() {
            return;
        }
        self.reverts.push(Revert {
            commit: info.id.clone(),
            ord,
            words: by_id
                .as_ref()
                .and_then(|c| c.get(0))
                .map_or_else(|| info.subject.clone(), |m| m.as_str().to_owned()),
            of: by_id.map(|c| c[1].to_lowercase()),
            subject: by_subject.map(|c| c[1].to_owned()),
        });
    }

    /// For each stated decision that is taken back among the ancestors, the revert that holds. A
    /// revert of a revert restores. `contains` says whether a position is an ancestor.
    pub fn reverted(&self, contains: &dyn Fn(u32) -> bool) -> HashMap<CommitId, &Revert> {
        let mut out: HashMap<CommitId, &Revert> = HashMap::new();
        let mut undone: HashMap<&CommitId, CommitId> = HashMap::new();
        for r in self.reverts.iter().filter(|r| contains(r.ord)) {
            let earlier = self.reverts.iter().find(|e| {
                let again = e.subject.as_deref().map(|s| format!("Revert \"{s}\""));
                e.ord < r.ord && names(r, &e.commit, again.as_deref())
            });
            if let Some(restored) = earlier.and_then(|e| undone.remove(&e.commit)) {
                out.remove(&restored);
            }
            let target = self
                .stated
                .iter()
                .rev()
                .filter(|s| s.ord < r.ord && contains(s.ord))
                .find(|s| names(r, &s.commit, s.message.lines().next()));
            if let Some(t) = target {
                undone.insert(&r.commit, t.commit.clone());
                out.insert(t.commit.clone(), r);
            }
        }
        out
    }

    /// Whether what was merged by this commit, or under this title, is taken back among the ancestors and
    /// not brought back since.
    pub fn is_taken_back(
        &self,
        merge: &CommitId,
        title: &str,
        contains: &dyn Fn(u32) -> bool,
    ) -> bool {
        let known = || self.reverts.iter().filter(|r| contains(r.ord));
        let back = known().rfind(|r| names(r, merge, Some(title)));
        back.is_some_and(|r| {
            let again = r.subject.as_deref().map(|s| format!("Revert \"{s}\""));
            !known().any(|later| later.ord > r.ord && names(later, &r.commit, again.as_deref()))
        })
    }
}

/// Whether a revert names this commit: by its id, else by its subject.
fn names(r: &Revert, commit: &CommitId, subject: Option<&str>) -> bool {
    let by_id =
        r.of.as_ref()
            .is_some_and(|of| commit.as_str().starts_with(of.as_str()));
    if by_id {
        return true;
    }
    match (&r.subject, subject) {
        (Some(quoted), Some(subject)) => {
            subject == quoted || subject.starts_with(&format!("{quoted} (#"))
        }
        _ => false,
    }
}

impl Stated {
    /// The record of its message.
    pub fn mined(&self) -> Option<Mined> {
        let mut mined = commits::mine(Message {
            id: &self.commit,
            text: &self.message,
            is_merge: false,
            is_bot: false,
        })?;
        mined.record.date.clone_from(&self.date);
        if !self.author.is_empty() {
            mined.record.people.push(self.author.clone());
        }
        Some(mined)
    }

    /// Its stable key.
    pub fn key(&self, root: &CommitId) -> DecisionKey {
        identity::key(root, &self.commit, &RepoPath::from("commit"), 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(n: u8, subject: &str, body: &str) -> CommitInfo {
        CommitInfo {
            id: CommitId(format!("{n:02x}").repeat(20)),
            subject: subject.to_owned(),
            body: body.to_owned(),
            ..CommitInfo::default()
        }
    }

    #[test]
    fn a_revert_takes_back_and_a_revert_of_it_restores() {
        let mut m = Mining::default();
        let why = "We decided so to avoid the trouble that the table always makes under load.";
        m.add(0, &info(1, "Use the queue instead of a table", why));
        m.add(
            1,
            &info(
                2,
                "Revert \"Use the queue instead of a table\"",
                &format!("This reverts commit {}.", "01".repeat(20)),
            ),
        );
        m.add(
            2,
            &info(
                3,
                "Revert \"Revert \"Use the queue instead of a table\"\"",
                &format!("This reverts commit {}.", "02".repeat(20)),
            ),
        );
        let first = CommitId("01".repeat(20));
        assert!(m.reverted(&|_| true).is_empty());
        assert!(m.reverted(&|ord| ord < 2).contains_key(&first));
        assert!(m.reverted(&|ord| ord < 1).is_empty());
        assert_eq!(m.stated.len(), 1);
    }

    #[test]
    fn a_revert_that_names_a_commit_of_another_history_is_matched_by_its_subject() {
        let mut m = Mining::default();
        m.add(0, &info(1, "Avoid the cache in specs (#12)", ""));
        m.add(
            1,
            &info(
                2,
                "Revert \"Avoid the cache in specs\"",
                "This reverts commit 99999999.",
            ),
        );
        assert_eq!(m.reverted(&|_| true).len(), 1);
        let merge = CommitId("07".repeat(20));
        assert!(m.is_taken_back(&merge, "Avoid the cache in specs", &|_| true));
        assert!(!m.is_taken_back(&merge, "Avoid the cache in specs", &|ord| ord < 1));
        assert!(!m.is_taken_back(&merge, "Something else", &|_| true));
        m.add(
            2,
            &info(3, "Revert \"Revert \"Avoid the cache in specs\"\"", ""),
        );
        assert!(!m.is_taken_back(&merge, "Avoid the cache in specs", &|_| true));
        assert!(REVERTS.is_some() && SUBJECT.is_some());
    }
}
