//! Reports of other tools about supersession and citations.

use super::support::*;

#[test]
fn endjin_190_a_one_sided_supersession_holds_from_the_commit_that_recorded_it() {
    let repo = TestRepo::new();
    let old = "# 2. X\n\n## Status\n\nAccepted\n\n## Decision\n\nWe do x.\n";
    let newer = |status: &str, link: &str| {
        format!("# 5. Y\n\n## Status\n\n{status}\n\n{link}## Decision\n\nWe do y.\n")
    };
    let (old_path, new_path) = ("docs/adr/0002-x.md", "docs/adr/0005-y.md");
    let link = "Supersedes [2. X](0002-x.md)\n\n";
    repo.commit(&[(old_path, old)], "X");
    let proposed = repo.commit(&[(new_path, &newer("Proposed", link))], "Propose Y");
    let accepted = repo.commit(&[(new_path, &newer("Accepted", link))], "Accept Y");
    let undone = repo.commit(
        &[(new_path, &newer("Accepted", ""))],
        "Y does not replace X after all",
    );
    let (git, log, past) = past_of(&repo);

    let x = find(&at(&git, &log, &past, &proposed), old_path).clone();
    assert_eq!(x.standing, Standing::Accepted);
    assert_eq!(x.superseded_by[0].state, SupersessionState::Proposed);
    assert!(x.superseded_by[0].why.contains("would be superseded by 5"));

    let x = find(&at(&git, &log, &past, &accepted), old_path).clone();
    assert_eq!(
        (x.standing, x.standing_words.as_deref()),
        (Standing::Superseded, Some("Accepted"))
    );
    let s = &x.superseded_by[0];
    assert_eq!(
        (s.state, s.why.as_str()),
        (SupersessionState::Confirmed, "one-sided: 2 does not say so")
    );
    assert_eq!(s.commit.as_ref().unwrap().as_str(), accepted);
    assert_eq!(
        s.quote.as_ref().unwrap().text,
        "Supersedes [2. X](0002-x.md)"
    );

    let x = find(&at(&git, &log, &past, &undone), old_path).clone();
    assert_eq!((x.standing, x.superseded_by.len()), (Standing::Accepted, 0));
}

#[test]
fn curie_1949_stella_5175_a_number_that_two_records_bear_is_ambiguous_and_resolved_to_neither() {
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
