//! How much time and authorship say for a candidate: recent before old, people who are still here
//! before those who left, recorded before inferred. It orders candidates; it is no part of a verdict.

use std::collections::{BTreeMap, BTreeSet};

use super::candidates::Candidate;
use super::dossiers::own_commits;
use super::error::GuardError;
use super::presence::{Presence, QUIET, presence};
use super::review::Run;
use crate::history::CommitIndex;
use crate::model::{Authority, CommitId, Decision, DecisionKey, Review, Weighing};
use crate::sync::Discussions;

/// After so many seconds a decision's recency counts half.
const HALF_LIFE: f64 = 3.0 * 365.0 * 86_400.0;

/// The moment as of which candidates are weighed.
struct At<'a> {
    /// Whether the base has the commit at a position.
    known: &'a dyn Fn(u32) -> bool,
    /// Its committer time.
    time: Option<i64>,
    /// All commits.
    index: &'a CommitIndex,
    /// What was read of the discussions.
    said: Option<&'a Discussions>,
}

impl Run<'_> {
    /// Weighs the candidates as of the base; see [`weigh`].
    pub(super) async fn weigh(
        &self,
        review: &mut Review,
        candidates: &mut [Candidate],
        known: &impl Fn(u32) -> bool,
    ) -> Result<BTreeMap<DecisionKey, Weighing>, GuardError> {
        let index = &self.synced.index;
        let mut presence = presence(&self.session.store, &commits(candidates), index).await?;
        review.queries.append(&mut presence.runs);
        let at = At {
            known,
            time: self.as_of.time,
            index,
            said: self.talk.said.as_ref(),
        };
        Ok(weigh(candidates, &presence, &at))
    }
}

/// The commits by which candidates are weighed.
fn commits(candidates: &[Candidate]) -> BTreeSet<CommitId> {
    candidates
        .iter()
        .flat_map(|c| own_commits(&c.decision).into_keys())
        .collect()
}

/// Weighs the candidates, puts the heavier ones first and gives each its words.
fn weigh(
    candidates: &mut [Candidate],
    presence: &Presence,
    at: &At<'_>,
) -> BTreeMap<DecisionKey, Weighing> {
    let mut out = BTreeMap::new();
    for c in candidates.iter_mut() {
        let weighing = of(&c.decision, presence, at);
        c.rank *= weighing.factor;
        out.insert(c.decision.key.clone(), weighing);
    }
    candidates.sort_by(|a, b| b.rank.total_cmp(&a.rank));
    out
}

fn of(d: &Decision, presence: &Presence, at: &At<'_>) -> Weighing {
    let own: Vec<CommitId> = own_commits(d).into_keys().collect();
    let mut words = Vec::new();
    let recorded = match d.authority {
        Authority::Inferred => {
            words.push(match kind(d) {
                Some(kind) => format!("inferred from {kind}"),
                None => "inferred".to_owned(),
            });
            0.9
        }
        other => {
            words.push(other.word().to_owned());
            1.0
        }
    };
    let age = at.time.zip(made(d, &own, at)).map(|(now, made)| now - made);
    let recent = age.map_or(0.9, |age| {
        words.push(aged(age));
        0.8 + 0.2 * 0.5_f64.powf(age.max(0) as f64 / HALF_LIFE)
    });
    let people = presence.people_of(&own, at.said, d);
    let last = at.time.and_then(|until| {
        people
            .iter()
            .filter_map(|p| presence.last(p, at.known, until, at.said))
            .max()
    });
    let here = match (last, at.time) {
        (Some(last), Some(now)) if now - last > QUIET => {
            let day = jiff::Timestamp::from_second(last)
                .map(|t| t.strftime("%Y-%m-%d").to_string())
                .unwrap_or_default();
            words.push(format!("no activity here by its people since {day}"));
            0.9
        }
        (Some(_), Some(_)) => {
            words.push("its people are active here".to_owned());
            1.0
        }
        _ => 0.95,
    };
    Weighing {
        factor: (recorded * recent * here * 100.0_f64).round() / 100.0,
        words: words.join(" · "),
    }
}

fn kind(d: &Decision) -> Option<&'static str> {
    let id = d.id.as_str();
    let kinds = [
        ("pr:", "a pull request"),
        ("issue:", "an issue"),
        ("commit:", "a commit message"),
        ("comment:", "a comment in code"),
    ];
    kinds
        .into_iter()
        .find(|(mark, _)| id.starts_with(mark))
        .map(|(_, word)| word)
}

/// When the words that are live now were written.
fn made(d: &Decision, own: &[CommitId], at: &At<'_>) -> Option<i64> {
    let commit = d.revised_in.iter().chain(&d.source.commit).chain(own);
    let by_commit = commit
        .filter_map(|c| Some(at.index.get(at.index.ord(c)?)?.time))
        .next();
    by_commit.or_else(|| {
        let said = at.said?.decided.iter().find(|x| x.id == d.id)?;
        said.at_time
    })
}

/// An age in words.
fn aged(seconds: i64) -> String {
    let days = seconds.max(0) / 86_400;
    match days {
        0 => "made on the day of the base".to_owned(),
        1 => "1 day old".to_owned(),
        2..=60 => format!("{days} days old"),
        61..=729 => format!("{} months old", days / 30),
        _ => format!("{} years old", days / 365),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn candidate(id: &str, authority: Authority, rank: f64) -> Candidate {
        Candidate {
            decision: Arc::new(Decision {
                id: id.into(),
                key: id.into(),
                authority,
                ..Decision::default()
            }),
            hits: Vec::new(),
            rank,
        }
    }

    #[test]
    fn what_is_recorded_comes_before_what_is_inferred_and_says_so() {
        let mut list = [
            candidate("pr:7", Authority::Inferred, 1.0),
            candidate("docs/adr/1.md", Authority::Recorded, 1.0),
        ];
        let index = CommitIndex::new();
        let at = At {
            known: &|_| true,
            time: Some(0),
            index: &index,
            said: None,
        };
        let words = weigh(&mut list, &Presence::default(), &at);
        assert_eq!(list[0].decision.id.as_str(), "docs/adr/1.md");
        assert_eq!(words[&"pr:7".into()].words, "inferred from a pull request");
        assert_eq!(words[&"docs/adr/1.md".into()].words, "recorded");
    }

    #[test]
    fn ages_are_told_in_round_numbers() {
        let day = 86_400;
        assert_eq!(aged(10), "made on the day of the base");
        assert_eq!(aged(45 * day), "45 days old");
        assert_eq!(aged(400 * day), "13 months old");
        assert_eq!(aged(1_500 * day), "4 years old");
    }
}
