//! Reports of other tools that need a history.

use super::support::*;

#[test]
fn mempalace_224_a_deleted_record_is_history_and_not_live() {
    let repo = TestRepo::new();
    let first = repo.commit(
        &[("docs/adr/0001-a.md", "# 1. A\n\n## Status\n\nAccepted\n")],
        "A",
    );
    repo.git(&["rm", "-q", "docs/adr/0001-a.md"]);
    let gone = repo.commit(&[], "Remove");
    let (git, log, past) = past_of(&repo);
    assert_eq!(at(&git, &log, &past, "HEAD").decisions, []);
    assert_eq!(at(&git, &log, &past, &first).decisions.len(), 1);
    assert_eq!(
        past.index.decisions()[0].revisions[0].until,
        [CommitId(gone)]
    );
}
