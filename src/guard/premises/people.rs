//! R6: whether the people behind a decision were active here. Commits and pull requests that were read
//! say so, and nothing else: it is never a guess about a person.

use std::collections::BTreeSet;

use super::{Ground, Moments, day, decide};
use crate::guard::presence::QUIET;
use crate::model::{CommitId, Decision, Premise, PremiseState};

/// The premise, where one of the two moments finds no activity.
pub(super) fn absent(
    d: &Decision,
    own: &[CommitId],
    ground: &Ground<'_>,
    m: &Moments<'_>,
) -> Option<Premise> {
    let (said, presence) = (ground.said, ground.presence);
    let people = presence.people_of(own, said, d);
    if people.is_empty() {
        return None;
    }
    let last = |known: &dyn Fn(u32) -> bool, time: Option<i64>| {
        let until = time?;
        people
            .iter()
            .filter_map(|p| presence.last(p, known, until, said))
            .max()
    };
    let of = |last: Option<i64>, time: Option<i64>| match (last, time) {
        (Some(last), Some(time)) if time - last > QUIET => PremiseState::Stale,
        (Some(_), Some(_)) => PremiseState::Holds,
        _ => PremiseState::Unknown,
    };
    let (then, today) = (last(m.at_base, m.base_time), last(m.now, m.now_time));
    let (at_base, now) = (of(then, m.base_time), of(today, m.now_time));
    if at_base != PremiseState::Stale && now != PremiseState::Stale {
        return None;
    }
    let since = if now == PremiseState::Stale {
        today
    } else {
        then
    }?;
    let names: BTreeSet<&str> = people.iter().map(|p| p.name.as_str()).collect();
    let names: Vec<&str> = names.into_iter().take(3).collect();
    let mut why = format!(
        "{}: no activity here since {}",
        names.join(", "),
        day(since)
    );
    if now != PremiseState::Stale {
        why.push_str(" as of the base");
    }
    let mut nodes = vec![format!("Decision {}", d.id)];
    nodes.extend(names.iter().map(|n| format!("Person {n}")));
    Some(Premise {
        rule: "R6".into(),
        state: decide(at_base, now, m.open),
        at_base,
        now,
        why,
        nodes,
    })
}
