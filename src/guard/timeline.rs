//! The moments at which the record of the target branch changed, for travelling to them.

use std::collections::BTreeMap;

use super::session::Session;
use crate::decisions::Revision;
use crate::model::CommitId;

/// A commit that recorded, changed or retired decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordEvent {
    /// The commit.
    pub commit: CommitId,
    /// Its committer time in seconds since 1970.
    pub time: i64,
    /// What it did to the record, short.
    pub label: String,
}

/// What one commit did.
#[derive(Default)]
struct Deeds {
    new: Vec<String>,
    changed: Vec<String>,
    retired: Vec<String>,
}

impl Session {
    /// What became of the record on the way to a commit, oldest first. Empty before the first sync,
    /// and where the commit is not in it.
    pub fn record_events(&self, tip: &CommitId) -> Vec<RecordEvent> {
        let Some(synced) = self.last() else {
            return Vec::new();
        };
        let Some(ancestors) = synced.index.ancestors(tip) else {
            return Vec::new();
        };
        let mut deeds: BTreeMap<u32, Deeds> = BTreeMap::new();
        for d in synced.revisions.decisions() {
            let mut before: Option<&Revision> = None;
            for r in d
                .revisions
                .iter()
                .filter(|r| ancestors.contains(r.from_ord))
            {
                let at = deeds.entry(r.from_ord).or_default();
                match before {
                    None => at.new.push(r.title.clone()),
                    Some(b) if b.standing.binds() && !r.standing.binds() => {
                        at.retired
                            .push(format!("{} {}", r.title, r.standing.word()));
                    }
                    Some(_) => at.changed.push(r.title.clone()),
                }
                before = Some(r);
            }
        }
        deeds
            .into_iter()
            .filter_map(|(ord, deeds)| {
                let commit = synced.index.get(ord)?;
                Some(RecordEvent {
                    commit: commit.id(),
                    time: commit.time,
                    label: deeds.label(),
                })
            })
            .collect()
    }
}

impl Deeds {
    fn label(&self) -> String {
        let told = |what: &str, of: &[String]| match of {
            [] => None,
            [one] => Some(format!("{what}{one}")),
            [first, rest @ ..] => Some(format!("{what}{first} and {} more", rest.len())),
        };
        [
            told("new: ", &self.new),
            told("", &self.retired),
            told("changed: ", &self.changed),
        ]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_that_does_much_is_told_in_one_line() {
        let deeds = Deeds {
            new: vec!["A".into(), "B".into(), "C".into()],
            changed: vec!["E".into()],
            retired: vec!["D superseded".into()],
        };
        assert_eq!(deeds.label(), "new: A and 2 more; D superseded; changed: E");
    }
}
