//! Whose the limits are that a decision keeps, and limits that the older record itself leaves standing.

use super::assemble::Live;
use super::links;
use super::record::{Cue, Link, LinkPlace};
use super::references::{Index, Target};
use crate::model::{Decision, DecisionId, Limit, Standing, SupersessionState};

/// Gives each limit the decision that it is from: the one that its own sentence names, else the one
/// that its decision supersedes or amends. A limit that a superseded record leaves standing where it
/// names its successor is a limit of the successor.
pub(super) fn kept_limits(out: &mut [Decision], live: &[Live], index: &Index<'_>) {
    for i in 0..out.len() {
        for n in 0..out[i].limits.len() {
            let named = named_in(&out[i].limits[n], i, live, index);
            let from = named
                .map(|t| out[t].id.clone())
                .filter(|id| *id != out[i].id);
            out[i].limits[n].from = from;
        }
        come_from_the_older(&mut out[i]);
    }
    for i in 0..out.len() {
        let [only] = out[i].superseded_by.as_slice() else {
            continue;
        };
        let sure = only.state == SupersessionState::Confirmed;
        if !sure || out[i].standing != Standing::Superseded {
            continue;
        }
        let successor = only.id.clone();
        let Some(newer) = out.iter().position(|d| d.id == successor) else {
            continue;
        };
        let (mine, rest): (Vec<Limit>, Vec<Limit>) = std::mem::take(&mut out[i].limits)
            .into_iter()
            .partition(|l| {
                l.from.is_none() && leaves_standing(live[i].record().links.as_slice(), l)
            });
        out[i].limits = rest;
        let from: DecisionId = out[i].id.clone();
        for mut limit in mine {
            limit.from = Some(from.clone());
            if !out[newer].limits.iter().any(|l| l.scope == limit.scope) {
                out[newer].limits.push(limit);
            }
        }
    }
}

/// A limit that does not say whose it was is the one older decision's.
pub(super) fn come_from_the_older(d: &mut Decision) {
    let older = match (d.supersedes.as_slice(), d.amends.as_slice()) {
        ([only], _) => only.id.clone(),
        ([], [only]) => only.id.clone(),
        _ => return,
    };
    for limit in &mut d.limits {
        limit.from.get_or_insert_with(|| older.clone());
    }
}

/// Whether the words by which a record names its successor are those of the limit, or next to them.
fn leaves_standing(links: &[Link], limit: &Limit) -> bool {
    let Some(at) = limit.quote.lines else {
        return false;
    };
    links
        .iter()
        .any(|l| l.cue == Cue::SupersededBy && l.line + 2 >= at.start && l.line <= at.end + 2)
}

/// The one decision that the words of a limit name.
fn named_in(limit: &Limit, from: usize, live: &[Live], index: &Index<'_>) -> Option<usize> {
    let defs = live[from].definitions();
    let mut found: Option<usize> = None;
    for r in links::refs(&limit.quote.text, &defs, true) {
        let link = Link {
            cue: Cue::Mentions,
            target: r.target,
            place: LinkPlace::Prose,
            line: 0,
            quote: String::new(),
        };
        match index.target(from, &link) {
            Target::One(t) if found.is_none_or(|f| f == t) => found = Some(t),
            Target::One(_) => return None,
            _ => {}
        }
    }
    found
}
