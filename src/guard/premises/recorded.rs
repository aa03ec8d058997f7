//! The rules that the record and history answer: R3 standing, R4 superseded, R7 reverted.

use super::{Facts, Moments, Reverted, decide};
use crate::model::{CommitId, Decision, Premise, PremiseState, Standing};

fn by_standing(standing: Standing) -> PremiseState {
    match standing {
        Standing::Accepted => PremiseState::Holds,
        Standing::Rejected | Standing::Deprecated | Standing::Superseded => PremiseState::Stale,
        Standing::Proposed | Standing::Unknown => PremiseState::Unknown,
    }
}

pub(super) fn standing(d: &Decision, m: &Moments<'_>) -> Premise {
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

pub(super) fn superseded(d: &Decision, facts: &Facts, m: &Moments<'_>) -> Option<Premise> {
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

pub(super) fn reverted(
    d: &Decision,
    own: &[CommitId],
    facts: &Facts,
    m: &Moments<'_>,
) -> Option<Premise> {
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
