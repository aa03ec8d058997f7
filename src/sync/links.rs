//! What the record at the tip says of its decisions' relations: what replaced what, and which
//! section belongs to which entry.

use std::collections::{BTreeMap, HashMap};

use super::error::SyncError;
use super::history::row;
use crate::decisions::{DecisionLog, Mining, Moment, RevisionIndex, TreeReader};
use crate::graph::Row;
use crate::history::CommitIndex;
use crate::model::{CommitId, Coverage, CoverageState, Decision, DecisionId, SupersessionState};

/// Rows and words about relations.
#[derive(Debug, Default)]
pub(super) struct Links {
    pub supersedes: Vec<Row>,
    pub part_of: Vec<Row>,
    /// For people: `newer ⇢ older (state)`.
    pub told: Vec<String>,
    /// What was not read, or only partly.
    pub coverage: Vec<Coverage>,
}

/// Reads the record at the tip.
pub(super) fn at_tip(
    log: &DecisionLog,
    tree: &dyn TreeReader,
    revisions: &RevisionIndex,
    mining: &Mining,
    index: &CommitIndex,
    tip: &CommitId,
) -> Result<Links, SyncError> {
    let Some(ancestors) = index.ancestors(tip) else {
        return Ok(Links::default());
    };
    let contains = |ord: u32| ancestors.contains(ord);
    let moment = Moment {
        commit: tip,
        contains: &contains,
        least: crate::decisions::commits::Strength::Stated,
    };
    let view = log.as_of(tree, revisions, mining, &moment)?.view;
    let by_id: HashMap<&DecisionId, &Decision> =
        view.decisions.iter().map(|d| (&d.id, d)).collect();
    let mut out = Links::default();
    let mut supersedes: BTreeMap<(&str, &str), Row> = BTreeMap::new();
    let pairs = view.decisions.iter().flat_map(|d| {
        let newer = d
            .supersedes
            .iter()
            .map(move |s| ((&d.key, &d.id), (&s.key, &s.id), s));
        let older = d
            .superseded_by
            .iter()
            .map(move |s| ((&s.key, &s.id), (&d.key, &d.id), s));
        newer.chain(older)
    });
    for (newer, older, s) in pairs {
        let ord = s.commit.as_ref().and_then(|c| index.ord(c)).unwrap_or(0);
        let state = match s.state {
            SupersessionState::Confirmed => "confirmed",
            SupersessionState::Proposed => "proposed",
        };
        let ends = (newer.0.as_str(), older.0.as_str());
        supersedes.entry(ends).or_insert_with(|| {
            out.told
                .push(format!("{} ⇢ {} ({state})", newer.1, older.1));
            row([
                ("key", ends.0.into()),
                ("older", ends.1.into()),
                ("sha", s.commit.as_ref().map(|c| c.as_str()).into()),
                ("ord", ord.into()),
                ("state", state.into()),
                ("proposed_by", (&s.why).into()),
                ("confirmed_by", "".into()),
                ("scope", "".into()),
                ("quote", s.quote.as_ref().map(|q| q.text.as_str()).into()),
                ("older_quote", "".into()),
            ])
        });
    }
    out.supersedes = supersedes.into_values().collect();
    for d in &view.decisions {
        if let Some(parent) = d.part_of.as_ref().and_then(|p| by_id.get(p)) {
            out.part_of.push(row([
                ("key", d.key.as_str().into()),
                ("parent", parent.key.as_str().into()),
            ]));
        }
    }
    out.coverage = view
        .coverage
        .into_iter()
        .filter(|c| c.state != CoverageState::Read)
        .collect();
    Ok(out)
}
