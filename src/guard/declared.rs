//! Findings that the change itself declares: it says that it undoes the decision, which is how it
//! should be done.

use std::collections::BTreeSet;

use super::live::Live;
use super::proposed::Proposed;
use crate::model::{Authority, Finding};

/// Marks what the change declares. A message's decision goes with the record of the same commit's
/// lines: who supersedes the record has superseded what it explains.
pub(super) fn declare(findings: &mut [Finding], live: &Live, proposed: &Proposed) {
    for f in findings.iter_mut() {
        if let Some(d) = live.get(&f.decision.key) {
            f.declared_by = proposed.declares(d);
            f.declared = f.declared_by.is_some();
        }
    }
    let explained: Vec<(String, BTreeSet<String>)> = findings
        .iter()
        .filter(|f| f.declared && f.decision.authority == Authority::Recorded)
        .map(|f| (f.decision.id.to_string(), commits(f)))
        .collect();
    for f in findings.iter_mut().filter(|f| !f.declared) {
        let Some(own) = f.decision.id.as_str().strip_prefix("commit:") else {
            continue;
        };
        let by = explained.iter().find(|(_, commits)| commits.contains(own));
        if let Some((record, _)) = by {
            f.declared_by = Some(format!(
                "The change declares that it undoes {record}, which speaks of the same lines"
            ));
            f.declared = true;
        }
    }
}

/// The commits on the path to a finding.
fn commits(f: &Finding) -> BTreeSet<String> {
    let nodes = f.path.nodes.iter();
    nodes
        .filter(|n| n.label == "Commit")
        .map(|n| n.key.clone())
        .collect()
}
