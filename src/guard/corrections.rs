//! What people said about findings, applied to a review.

use sha2::{Digest, Sha256};

use super::journal::Corrections;
use crate::judge::Weights;
use crate::model::{
    AsOf, AsOfMode, Change, Correction, CorrectionKind, Finding, LineKind, VerdictKind,
};

/// What `wrong` leaves of a decision's score.
const WRONG: f64 = 0.25;

/// A change's identity, whatever its base: the lines that it takes out and brings in, by file. Line
/// numbers and context are not part of it, so that it survives a rebase.
pub fn change_id(change: &Change) -> String {
    let mut hash = Sha256::new();
    for file in &change.files {
        hash.update(file.path.as_bytes());
        hash.update([0]);
        if let Some(old) = &file.old_path {
            hash.update(old.as_bytes());
        }
        hash.update([0]);
        for line in file.hunks.iter().flat_map(|h| &h.lines) {
            match line.kind {
                LineKind::Added => hash.update(b"+"),
                LineKind::Deleted => hash.update(b"-"),
                LineKind::Context => continue,
            }
            hash.update(line.text.as_bytes());
            hash.update(b"\n");
        }
    }
    hash.finalize()
        .iter()
        .take(8)
        .map(|b| format!("{b:02x}"))
        .collect()
}

/// Ties the corrections in force to the findings and lets them act: an `ack` speaks for its change,
/// `wrong` and `override` for their decision. When travelling, those made after the moment travelled
/// to are listed and do nothing.
pub fn apply(findings: &mut [Finding], corrections: &Corrections, change: &str, as_of: &AsOf) {
    for finding in findings.iter_mut() {
        for c in corrections.in_force() {
            let about = c.decision == finding.decision.key
                && (c.kind != CorrectionKind::Ack || c.change == change);
            if !about {
                continue;
            }
            let later =
                as_of.mode == AsOfMode::Travel && as_of.time.is_none_or(|moment| c.time > moment);
            finding.corrections.push(Correction {
                applied: !later,
                ..c.clone()
            });
        }
        let (ranked, newest) = overrides(&finding.corrections);
        for older in ranked {
            if let Some(c) = finding.corrections.get_mut(older) {
                c.applied = false;
                c.yields_to.clone_from(&newest);
            }
        }
        if finding
            .corrections
            .iter()
            .any(|c| c.applied && c.kind == CorrectionKind::Wrong)
        {
            finding.score = (finding.score * WRONG * 100.0).round() / 100.0;
            if finding.score < Weights::shipped().contradicts {
                finding.verdict = VerdictKind::Related;
            }
        }
    }
}

/// The places of those overrides that say something else than the newest one, which wins, and its
/// ulid. Corrections come in order of time.
fn overrides(corrections: &[Correction]) -> (Vec<usize>, Option<String>) {
    let mut all = corrections
        .iter()
        .enumerate()
        .filter(|(_, c)| c.applied && c.kind == CorrectionKind::Override)
        .rev();
    let Some((_, newest)) = all.next() else {
        return (Vec::new(), None);
    };
    let others = all.filter(|(_, c)| c.reason.trim() != newest.reason.trim());
    (others.map(|(i, _)| i).collect(), Some(newest.ulid.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ChangedFile, CommitId, FileStatus, Hunk, Line, Reach};

    fn finding() -> Finding {
        serde_json::from_value(serde_json::json!({
            "id": "F1", "verdict": "contradicts", "score": 0.8, "declared": false,
            "decision": {"id": "docs/adr/0001-a.md", "key": "k1", "title": "A", "standing": "accepted",
                "authority": "recorded", "source": {"path": null, "lines": null, "commit": null, "url": null}},
            "quotes": [], "evidence": [], "signals": [], "premises": [], "alternatives": [],
            "experiments": [], "limits": [], "superseded": [], "corrections": [], "via": [],
            "path": {"nodes": [], "edges": []}
        }))
        .unwrap()
    }

    fn correction(ulid: &str, kind: CorrectionKind, change: &str, time: i64) -> Correction {
        Correction {
            ulid: ulid.into(),
            kind,
            decision: "k1".into(),
            decision_id: "docs/adr/0001-a.md".into(),
            reason: "because".into(),
            author: "Ada".into(),
            time,
            change: change.into(),
            base: CommitId::default(),
            undoes: None,
            applied: false,
            reach: Reach::Here,
            yields_to: None,
        }
    }

    fn applied(all: Vec<Correction>, change: &str, as_of: &AsOf) -> Finding {
        let mut findings = [finding()];
        apply(
            &mut findings,
            &Corrections {
                all,
                ..Corrections::default()
            },
            change,
            as_of,
        );
        findings[0].clone()
    }

    #[test]
    fn an_ack_speaks_for_its_change_and_wrong_for_its_decision() {
        let base = AsOf::default();
        let ack = vec![correction("1", CorrectionKind::Ack, "c1", 5)];
        assert!(!applied(ack.clone(), "c1", &base).stands());
        assert!(applied(ack, "c2", &base).stands());
        let wrong = applied(
            vec![correction("1", CorrectionKind::Wrong, "c1", 5)],
            "c2",
            &base,
        );
        assert_eq!((wrong.score, wrong.verdict), (0.2, VerdictKind::Related));
    }

    #[test]
    fn of_overrides_that_disagree_both_are_shown_and_the_newest_counts() {
        let said = |ulid: &str, reason: &str| Correction {
            reason: reason.into(),
            ..correction(ulid, CorrectionKind::Override, "c1", 5)
        };
        let all = vec![said("1", "two"), said("2", "three"), said("3", "three ")];
        let f = applied(all, "c9", &AsOf::default());
        assert!(!f.stands());
        let told: Vec<_> = f
            .corrections
            .iter()
            .map(|c| (c.applied, c.yields_to.as_deref()))
            .collect();
        assert_eq!(told, [(false, Some("3")), (true, None), (true, None)]);
    }

    #[test]
    fn a_later_correction_is_listed_and_not_applied_when_travelling() {
        let past = AsOf {
            mode: AsOfMode::Travel,
            time: Some(3),
            ..AsOf::default()
        };
        let f = applied(
            vec![correction("1", CorrectionKind::Ack, "c1", 5)],
            "c1",
            &past,
        );
        assert!(f.stands() && f.corrections.len() == 1);
    }

    #[test]
    fn a_rebase_keeps_a_changes_identity_and_an_edit_does_not() {
        let change = |at: u32, text: &str| Change {
            files: vec![ChangedFile {
                path: "a.rs".into(),
                old_path: None,
                status: FileStatus::Modified,
                additions: 1,
                deletions: 0,
                hunks: vec![Hunk {
                    new_start: at,
                    lines: vec![Line {
                        kind: LineKind::Added,
                        old: None,
                        new: Some(at),
                        text: text.into(),
                        no_newline: false,
                    }],
                    ..Hunk::default()
                }],
                note: None,
            }],
            ..Change::default()
        };
        assert_eq!(change_id(&change(3, "x")), change_id(&change(90, "x")));
        assert_ne!(change_id(&change(3, "x")), change_id(&change(3, "y")));
    }
}
