//! What a decision rests on: the rules that need no GitHub (R3 standing, R4 superseded, R7
//! reverted), each as of the base and as of now.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::graph::{GraphError, Params, Store, queries};
use crate::model::{CommitId, Decision, DecisionKey, Premise, PremiseState, QueryRun, Standing};

/// A commit that was taken back: one row of `reverted`.
#[derive(Clone, Debug, Deserialize)]
pub struct Reverted {
    /// The commit.
    pub sha: String,
    /// The one that took it back.
    pub by: String,
    /// That one's position.
    pub ord: i64,
}

/// A decision that was replaced: one row of `superseded_by`.
#[derive(Clone, Debug, Deserialize)]
pub struct Replaced {
    /// The older decision.
    pub key: String,
    /// The newer one.
    pub by: String,
    /// Position of the commit that says so.
    pub ord: i64,
    /// `confirmed` or `proposed`.
    pub state: String,
}

/// What the graph knows about reverts and supersessions of the candidates.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// By commit.
    pub reverted: BTreeMap<String, Vec<Reverted>>,
    /// By the older decision's key.
    pub replaced: BTreeMap<String, Vec<Replaced>>,
    /// The statements that ran.
    pub runs: Vec<QueryRun>,
}

/// Asks for reverts of these commits and successors of these decisions.
///
/// # Errors
/// The graph cannot be asked.
pub async fn facts(
    store: &Store,
    commits: &[CommitId],
    keys: &[DecisionKey],
) -> Result<Facts, GraphError> {
    let shas = Params::new().with_texts("shas", commits.iter().map(CommitId::as_str));
    let keys = Params::new().with_texts("keys", keys.iter().map(DecisionKey::as_str));
    let (reverted, replaced) = tokio::try_join!(
        store.read::<Reverted>(&queries::REVERTED, shas),
        store.read::<Replaced>(&queries::SUPERSEDED_BY, keys),
    )?;
    let mut facts = Facts::default();
    for r in reverted.rows {
        facts.reverted.entry(r.sha.clone()).or_default().push(r);
    }
    for r in replaced.rows {
        facts.replaced.entry(r.key.clone()).or_default().push(r);
    }
    facts.runs = vec![reverted.run, replaced.run];
    Ok(facts)
}

/// When a premise is looked at: which commits are known then.
pub struct Moments<'a> {
    /// Whether the base has the commit at a position.
    pub at_base: &'a dyn Fn(u32) -> bool,
    /// Whether the target's tip has it.
    pub now: &'a dyn Fn(u32) -> bool,
    /// What the decision is at the tip, where it is still live there.
    pub tip: Option<&'a Decision>,
    /// Whether the tip's log was read at all.
    pub tip_known: bool,
    /// Whether the change is still open, so that `now` decides.
    pub open: bool,
}

/// The premises of one decision.
pub fn premises(
    decision: &Decision,
    own: &[CommitId],
    facts: &Facts,
    m: &Moments<'_>,
) -> Vec<Premise> {
    let mut out = vec![standing(decision, m)];
    out.extend(superseded(decision, facts, m));
    out.extend(reverted(decision, own, facts, m));
    out
}

fn by_standing(standing: Standing) -> PremiseState {
    match standing {
        Standing::Accepted => PremiseState::Holds,
        Standing::Rejected | Standing::Deprecated | Standing::Superseded => PremiseState::Stale,
        Standing::Proposed | Standing::Unknown => PremiseState::Unknown,
    }
}

fn standing(d: &Decision, m: &Moments<'_>) -> Premise {
    let at_base = by_standing(d.standing);
    let (now, later) = match (m.tip, m.tip_known) {
        (Some(tip), _) => (by_standing(tip.standing), Some(tip.standing)),
        (None, true) => (PremiseState::Stale, None),
        (None, false) => (PremiseState::Unknown, None),
    };
    let mut why = match d.standing {
        Standing::Unknown => "The record gives it no status".to_owned(),
        s => format!("The record says {}", s.word()),
    };
    match later {
        Some(s) if s != d.standing => why.push_str(&format!("; today it says {}", s.word())),
        None if m.tip_known => why.push_str("; today it is no longer in the record"),
        _ => {}
    }
    let nodes = vec![format!("Decision {}", d.id)];
    Premise {
        rule: "R3".into(),
        state: decide(at_base, now, m.open),
        at_base,
        now,
        why,
        nodes,
    }
}

fn superseded(d: &Decision, facts: &Facts, m: &Moments<'_>) -> Option<Premise> {
    let rows = facts.replaced.get(d.key.as_str())?;
    let state = |known: &dyn Fn(u32) -> bool| {
        let mut state = PremiseState::Holds;
        for r in rows
            .iter()
            .filter(|r| u32::try_from(r.ord).is_ok_and(known))
        {
            if r.state == "confirmed" {
                return PremiseState::Stale;
            }
            state = PremiseState::Unknown;
        }
        state
    };
    let (at_base, now) = (state(m.at_base), state(m.now));
    if at_base == PremiseState::Holds && now == PremiseState::Holds {
        return None;
    }
    let why = match (at_base, now) {
        (PremiseState::Stale, _) => "A later decision replaced it",
        (PremiseState::Holds, PremiseState::Stale) => "It was replaced after the base",
        (PremiseState::Unknown, _) => {
            "A later decision may replace it; the record still accepts it"
        }
        _ => "A decision made after the base may replace it",
    };
    let nodes = rows.iter().map(|r| format!("Decision {}", r.by)).collect();
    Some(Premise {
        rule: "R4".into(),
        state: decide(at_base, now, m.open),
        at_base,
        now,
        why: why.into(),
        nodes,
    })
}

fn reverted(d: &Decision, own: &[CommitId], facts: &Facts, m: &Moments<'_>) -> Option<Premise> {
    let rows: Vec<&Reverted> = own
        .iter()
        .filter_map(|c| facts.reverted.get(c.as_str()))
        .flatten()
        .collect();
    let state = |known: &dyn Fn(u32) -> bool| {
        let back = rows.iter().any(|r| u32::try_from(r.ord).is_ok_and(known));
        if back {
            PremiseState::Stale
        } else {
            PremiseState::Holds
        }
    };
    let (at_base, now) = (state(m.at_base), state(m.now));
    if now == PremiseState::Holds && at_base == PremiseState::Holds {
        return None;
    }
    let first = rows.first()?;
    let why = format!(
        "Its commit {} was taken back by {}",
        CommitId::from(first.sha.as_str()).short(),
        CommitId::from(first.by.as_str()).short()
    );
    let mut nodes = vec![format!("Decision {}", d.id)];
    nodes.extend(
        rows.iter()
            .map(|r| format!("Commit {}", CommitId::from(r.by.as_str()).short())),
    );
    Some(Premise {
        rule: "R7".into(),
        state: decide(at_base, now, m.open),
        at_base,
        now,
        why,
        nodes,
    })
}

fn decide(at_base: PremiseState, now: PremiseState, open: bool) -> PremiseState {
    if open { now } else { at_base }
}
