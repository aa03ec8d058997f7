//! Reports of other tools about supersession and citations.

use super::support::*;

#[test]
fn dotnet_adr_190_a_one_sided_supersession_holds_only_if_the_newer_is_accepted() {
    let old = (
        "docs/adr/0002-x.md",
        "# 2. X\n\n## Status\n\nAccepted\n\n## Decision\n\nWe do x.\n",
    );
    let newer = |status: &str| {
        format!(
            "# 5. Y\n\n## Status\n\n{status}\n\nSupersedes [2. X](0002-x.md)\n\n## Decision\n\nWe do y.\n"
        )
    };
    let accepted = newer("Accepted");
    let view = log(&[old, ("docs/adr/0005-y.md", &accepted)]);
    let x = find(&view, "docs/adr/0002-x.md");
    assert_eq!(
        (x.standing, x.standing_words.as_deref()),
        (Standing::Superseded, Some("Accepted"))
    );
    assert_eq!(x.superseded_by[0].why, "one-sided: 2 does not say so");
    assert_eq!(x.superseded_by[0].state, SupersessionState::Confirmed);
    let proposed = newer("Proposed");
    let view = log(&[old, ("docs/adr/0005-y.md", &proposed)]);
    let x = find(&view, "docs/adr/0002-x.md");
    assert_eq!(x.standing, Standing::Accepted);
    assert_eq!(x.superseded_by[0].state, SupersessionState::Proposed);
    assert!(x.superseded_by[0].why.contains("would be superseded by 5"));
}

#[test]
fn curie_1949_a_number_that_two_records_bear_is_ambiguous_and_resolved_to_neither() {
    let view = log(&[
        ("docs/adr/0112-cache.md", "# 112. Cache\n\nText.\n"),
        ("docs/adr/0112-queue.md", "# 112. Queue\n\nText.\n"),
        (
            "docs/adr/0113-z.md",
            "# 113. Z\n\n## Status\n\nAccepted\n\nSupersedes ADR 112\n",
        ),
    ]);
    assert_eq!(view.decisions.len(), 3);
    assert!(
        view.decisions
            .iter()
            .all(|d| d.superseded_by.is_empty() && d.supersedes.is_empty())
    );
    assert!(view.coverage.iter().any(|c| {
        c.reason
            .contains("is ambiguous: docs/adr/0112-cache.md, docs/adr/0112-queue.md")
    }));
}

#[test]
fn repowise_1293_likeness_alone_never_retires_anything() {
    let files: Vec<(String, String)> = (1..=20)
        .map(|n| (format!("docs/adr/{n:04}-cache-{n}.md"), format!("# {n}. Cache rule {n}\n\n## Status\n\nAccepted\n\n## Decision\n\nThe cache of part {n} is no longer shared; we replace it by a cache of its own.\n")))
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(a, b)| (a.as_str(), b.as_str()))
        .collect();
    let view = log(&files);
    assert!(
        view.decisions
            .iter()
            .all(|d| d.superseded_by.is_empty() && d.standing == Standing::Accepted)
    );
}
