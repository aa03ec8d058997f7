//! Corrections that reach other machines: by the branch, and by a file.

use std::path::{Path, PathBuf};

use rguard::model::{CorrectionKind, Reach, Review};

use crate::testkit::gauge::{GaugeRepo, WAITING};
use crate::testkit::git;
use crate::testkit::run::Home;

/// The gauge's repository as a remote with pull request 7, which reads as often as before, and a
/// clone of it.
pub fn remote_and_clone() -> (GaugeRepo, PathBuf) {
    let gauge = GaugeRepo::new();
    gauge.branch("undo", &gauge.tip, &[gauge.fast_again()], "Read more often");
    gauge.repo.git(&["update-ref", "refs/pull/7/head", "undo"]);
    gauge.repo.git(&["branch", "-q", "-D", "undo"]);
    let clone = clone(&gauge, "clone");
    (gauge, clone)
}

/// Another clone beside it.
pub fn clone(gauge: &GaugeRepo, name: &str) -> PathBuf {
    let clone = gauge.repo.beside(name);
    let url = format!("file://{}", gauge.repo.path().display());
    git(
        gauge.repo.path(),
        &["clone", "-q", &url, clone.to_str().unwrap()],
    );
    clone
}

/// Commits files on the remote's branch of corrections.
pub fn share(gauge: &GaugeRepo, files: &[(&str, &str)]) {
    let repo = &gauge.repo;
    if repo
        .git(&["branch", "--list", "rguard-corrections"])
        .is_empty()
    {
        repo.git(&["checkout", "-q", "--orphan", "rguard-corrections"]);
        repo.git(&["rm", "-rfq", "."]);
    } else {
        repo.git(&["checkout", "-q", "rguard-corrections"]);
    }
    repo.commit(files, "Share corrections");
    repo.git(&["checkout", "-q", "main"]);
}

/// The finding about the waiting.
pub fn about_waiting(review: &Review) -> &rguard::model::Finding {
    let found = review
        .findings
        .iter()
        .find(|f| f.decision.id.as_str() == WAITING);
    found.unwrap_or_else(|| panic!("{:?}", review.findings))
}

fn file(ulid: &str, kind: &str, key: &str, reason: &str) -> (String, String) {
    let content = serde_json::json!({
        "ulid": ulid, "kind": kind, "decision": key, "decision_id": WAITING, "reason": reason,
        "author": "maria", "time": 1_790_000_000, "change": "", "base": "", "undoes": null,
    });
    (format!("{ulid}.json"), content.to_string())
}

fn refs(clone: &Path) -> Vec<u8> {
    git(clone, &["for-each-ref"])
}

#[test]
fn a_shared_correction_counts_on_every_machine_and_writes_into_no_clone() {
    let (gauge, clone) = remote_and_clone();
    let home = Home::new();
    let (code, before) = home.review(&clone, &["7"]);
    let key = about_waiting(&before).decision.key.clone();
    assert_eq!(code, 1, "{before:?}");

    let (older, old) = file(
        "01J9AAAAAAAAAAAAAAAAAAAAAA",
        "override",
        key.as_str(),
        "ten seconds",
    );
    let (newer, new) = file(
        "01J9BBBBBBBBBBBBBBBBBBBBBB",
        "override",
        key.as_str(),
        "five seconds",
    );
    share(
        &gauge,
        &[
            (&older, &old),
            (&newer, &new),
            ("01J9CCCCCCCCCCCCCCCCCCCCCC.json", "{"),
        ],
    );

    // Another machine, which never heard of it: fetched beside the clone.
    let other = Home::new();
    let refs_before = refs(&clone);
    let (code, review) = other.review(&clone, &["7"]);
    assert_eq!(code, 0, "{review:?}");
    assert_eq!(refs(&clone), refs_before);
    let said = &about_waiting(&review).corrections;
    let told: Vec<_> = said
        .iter()
        .map(|c| {
            (
                c.reason.as_str(),
                c.kind,
                c.reach,
                c.applied,
                c.yields_to.is_some(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (
                "ten seconds",
                CorrectionKind::Override,
                Reach::Shared,
                false,
                true
            ),
            (
                "five seconds",
                CorrectionKind::Override,
                Reach::Shared,
                true,
                false
            ),
        ]
    );
    let skipped: Vec<_> = review
        .coverage
        .iter()
        .filter(|c| c.path.to_string().starts_with("rguard-corrections:"))
        .collect();
    assert_eq!(skipped.len(), 1, "{skipped:?}");
    assert!(skipped[0].reason.contains("no JSON"), "{skipped:?}");

    // A plain git fetch brings it too, without the network at the review.
    git(&clone, &["fetch", "-q"]);
    let third = Home::new();
    let (code, review) = third.review(&clone, &["origin/main..origin/main"]);
    assert_eq!((code, review.findings.len()), (0, 0));
    let listed = third.lingering(&clone, &["correct", "list"]);
    assert!(
        listed.out.contains("shared") && listed.out.contains("five seconds"),
        "{listed:?}"
    );
    assert!(listed.err.contains("01J9CCCC"), "{listed:?}");
}

#[test]
fn corrections_go_to_another_machine_by_a_file_and_stay_as_they_were() {
    let (_gauge, clone) = remote_and_clone();
    let (one, two) = (Home::new(), Home::new());
    let said = one.lingering(
        &clone,
        &["correct", "ack", "F1", "--of", "7", "-m", "a trial week"],
    );
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.out.contains("here only"), "{said:?}");

    let file = one.path().join("corrections.jsonl");
    let file = file.to_str().unwrap();
    let out = one.lingering(&clone, &["correct", "export", file]);
    assert!(
        out.code == 0 && out.out.starts_with("1 correction"),
        "{out:?}"
    );
    let exported = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, format!("{exported}\nnonsense\n{exported}")).unwrap();

    let taken = two.lingering(&clone, &["correct", "import", file]);
    assert_eq!(taken.code, 0, "{taken:?}");
    assert!(
        taken
            .out
            .starts_with("1 correction taken over, 1 known before, 1 skipped"),
        "{taken:?}"
    );
    assert!(taken.err.contains("Line 3 was skipped"), "{taken:?}");
    let again = two.lingering(&clone, &["correct", "import", file]);
    assert!(
        again.out.starts_with("0 corrections taken over"),
        "{again:?}"
    );

    let (code, review) = two.review(&clone, &["7"]);
    assert_eq!(code, 0, "{review:?}");
    let finding = about_waiting(&review);
    assert_eq!(finding.corrections.len(), 1);
    assert_eq!(finding.corrections[0].reach, Reach::Here);
    let back = two.lingering(&clone, &["correct", "export"]);
    assert_eq!(back.out, exported);
}
