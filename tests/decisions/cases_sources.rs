//! Edge cases 9, 24 to 26, 28 and 30: what is a record and what only looks like one.

use super::support::*;

#[test]
fn case_09_templates_readmes_and_indexes_are_no_decisions() {
    let text = "# 1. X\n\n## Status\n\nAccepted\n\nText.\n";
    for name in [
        "template.md",
        "0000-template.md",
        "adr-template.md",
        "README.md",
        "readme.md",
        "index.md",
        "0000-adr-template.md",
        "_template.md",
        "toc.md",
    ] {
        let path = format!("docs/adr/{name}");
        let view = log(&[(&path, text), ("docs/adr/0001-x.md", text)]);
        assert_eq!(ids(&view), ["docs/adr/0001-x.md"], "{name}");
        let line = view
            .coverage
            .iter()
            .find(|c| c.path.to_string() == path)
            .unwrap();
        assert!(line.state == CoverageState::Skipped && !line.reason.is_empty());
    }
}

#[test]
fn case_24_attachments_links_worktree_copies_and_fixtures_are_no_decisions() {
    let text = "# 1. X\n\n## Status\n\nAccepted\n\nText.\n";
    for path in [
        "docs/adr/0009/notes.md",
        "docs/adr/assets/a.md",
        ".claude/worktrees/w/docs/adr/0001-x.md",
        "tests/fixtures/docs/adr/0001-x.md",
        "node_modules/p/docs/adr/0001-x.md",
        "vendor/p/docs/adr/0001-x.md",
    ] {
        let view = log(&[(path, text), ("docs/adr/0009-x.md", text)]);
        assert_eq!(ids(&view), ["docs/adr/0009-x.md"], "{path}");
        assert!(
            view.coverage
                .iter()
                .any(|c| c.path.to_string() == path && c.state == CoverageState::Skipped),
            "{path}"
        );
    }
    let other = TestRepo::new();
    other.commit(&[("docs/adr/0002-y.md", text)], "Another repository");
    let repo = TestRepo::new();
    repo.write("docs/adr/0001-x.md", text);
    std::os::unix::fs::symlink("0001-x.md", repo.path().join("docs/adr/0003-same.md")).unwrap();
    repo.git(&[
        "submodule",
        "--quiet",
        "add",
        other.path().to_str().unwrap(),
        "docs/decisions",
    ]);
    repo.commit(&[], "A link and a submodule");
    let (git, log, past) = past_of(&repo);
    let view = at(&git, &log, &past, "HEAD");
    assert_eq!(ids(&view), ["docs/adr/0001-x.md"]);
    assert!(covered(
        &view,
        "docs/adr/0003-same.md",
        "a link to another file"
    ));
}

#[test]
fn case_25_an_ignored_file_counts_only_if_it_was_committed() {
    let repo = TestRepo::new();
    let text = "# 1. X\n\n## Status\n\nAccepted\n\nText.\n";
    repo.commit(
        &[(".gitignore", "docs/adr/private/\nDECISIONS.md\n")],
        "Ignore",
    );
    repo.write("docs/adr/private/0001-x.md", text);
    repo.write("DECISIONS.md", format!("# L\n\n{QUEUE}"));
    repo.git(&["add", "-f", "DECISIONS.md"]);
    repo.commit(&[], "Commit one of the two all the same");
    let (git, log, past) = past_of(&repo);
    assert_eq!(
        ids(&at(&git, &log, &past, "HEAD")),
        ["DECISIONS.md#Queue (May 2026)"]
    );
}

#[test]
fn case_28_asciidoc_restructuredtext_and_org_give_title_date_and_status() {
    for (name, text) in [
        (
            "0001-x.adoc",
            "= 1. Keep the queue\n:date: 2026-01-02\n:status: accepted\n\n== Context\n\nIt locked.\n\n== Decision\n\nThe queue stays in memory.\n",
        ),
        (
            "0001-x.adoc",
            "= Keep the queue\n\nDate: 2026-01-02\n\n== Status\n\nAccepted\n\n== Decision\n\nThe queue stays in memory.\n",
        ),
        (
            "0001-x.rst",
            "==============\nKeep the queue\n==============\n\n:Date: 2026-01-02\n:Status: Accepted\n\nDecision\n========\n\nThe queue stays in memory.\n",
        ),
        (
            "0001-x.rst",
            "Keep the queue\n##############\n\nDate: 2026-01-02\n\nStatus\n------\n\nAccepted\n\nDecision\n--------\n\nThe queue stays in memory.\n",
        ),
        (
            "0001-x.org",
            "#+TITLE: Keep the queue\n#+DATE: 2026-01-02\n#+STATUS: Accepted\n\n* Decision\n\nThe queue stays in memory.\n",
        ),
    ] {
        let path = format!("docs/adr/{name}");
        let view = log(&[(&path, text)]);
        let d = find(&view, &path);
        assert_eq!(
            (d.title.as_str(), d.date.as_deref(), d.standing),
            ("Keep the queue", Some("2026-01-02"), Standing::Accepted),
            "{text}"
        );
        assert!(text.contains(&d.text));
    }
}

#[test]
fn case_30_a_huge_log_is_read_whole() {
    let mut text = "# Log\n".to_owned();
    for n in 0..400 {
        text.push_str(&format!("\n## Entry {n} (2026-01-02)\n\nPart {n} stays apart, as reason {n} says.\n\n### Status\n\nActive.\n\n"));
    }
    let start = std::time::Instant::now();
    let view = log(&[("DECISIONS.md", &text)]);
    assert!(text.lines().count() > 1_900 && text.len() > 30_000);
    assert_eq!(
        view.decisions
            .iter()
            .filter(|d| d.part_of.is_none())
            .count(),
        400
    );
    let last = find(&view, "DECISIONS.md#Entry 399 (2026-01-02)");
    assert_eq!(last.standing, Standing::Accepted);
    assert!(
        view.coverage.iter().all(|c| c.state == CoverageState::Read),
        "{:?}",
        view.coverage
    );
    assert!(start.elapsed().as_secs() < 20);
}
