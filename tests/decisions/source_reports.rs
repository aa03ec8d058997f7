//! Reports of other tools about what is a record, and what its file's name says.

use super::support::*;

#[test]
fn adrs_163_a_record_without_a_number_is_kept() {
    let view = log(&[
        ("docs/adr/0001-a.md", "# 1. A\n\nText.\n"),
        ("docs/adr/0003-b.md", "# 3. B\n\nText.\n"),
        ("docs/adr/use-redis.md", "# Use Redis\n\nText.\n"),
    ]);
    assert_eq!(view.decisions.len(), 3);
    assert_eq!(find(&view, "docs/adr/use-redis.md").title, "Use Redis");
}

#[test]
fn backstage_15475_one_broken_record_never_hides_the_others() {
    let mut files: Vec<(String, Vec<u8>)> = (1..10)
        .map(|n| {
            (
                format!("docs/adr/000{n}-a.md"),
                format!("# {n}. A{n}\n\nText.\n").into_bytes(),
            )
        })
        .collect();
    files.push((
        "docs/adr/0010-bad.md".to_owned(),
        b"---\nstatus: [\n---\n# \xff\xfe\n".to_vec(),
    ));
    let view = log_of(&Files(files));
    assert_eq!(view.decisions.len(), 9);
    let line = view
        .coverage
        .iter()
        .find(|c| c.path.to_string() == "docs/adr/0010-bad.md")
        .unwrap();
    assert_eq!((line.state, line.line), (CoverageState::Skipped, Some(4)));
    assert!(line.reason.contains("UTF-8"));
}

#[test]
fn structurizr_231_names_that_begin_with_a_day_give_dates_and_no_numbers() {
    let view = log(&[
        ("docs/adr/20230531-a.md", "# A\n\nT.\n"),
        ("docs/adr/20230601-b.md", "# B\n\nT.\n"),
        ("docs/adr/20230601-c.md", "# C\n\nT.\n"),
    ]);
    let dates: Vec<_> = view
        .decisions
        .iter()
        .map(|d| d.date.as_deref().unwrap())
        .collect();
    assert_eq!(dates, ["2023-05-31", "2023-06-01", "2023-06-01"]);
    let keys: std::collections::HashSet<_> = view.decisions.iter().map(|d| &d.key).collect();
    assert_eq!(keys.len(), 3);
    for d in &view.decisions {
        let r = adr_at(d.id.as_str(), "# T\n\nText.\n").records.remove(0);
        assert_eq!(r.number, None);
    }
}

#[test]
fn structurizr_lite_103_numbers_of_any_width_are_read_from_the_name() {
    for (name, number) in [
        ("001-x.md", Some("1")),
        ("00012-y.md", Some("12")),
        ("ADR-7_z.md", Some("7")),
        ("notes-on-cache.md", None),
    ] {
        let r = adr_at(&format!("docs/adr/{name}"), "# Some title\n\nText.\n")
            .records
            .remove(0);
        assert_eq!(r.number.as_deref(), number, "{name}");
    }
}

#[test]
fn repowise_341_a_file_of_five_megabytes_on_one_line_is_skipped_with_its_size() {
    let long = "a decision ".repeat(5 * 1024 * 1024 / 11);
    let start = std::time::Instant::now();
    let view = log(&[
        ("docs/adr/0001-x.md", "# 1. X\n\n## Status\n\nAccepted\n"),
        ("docs/adr/0002-long.md", &long),
        ("dist/bundle.min.js", &long),
    ]);
    assert!(start.elapsed().as_secs() < 10);
    assert_eq!(ids(&view), ["docs/adr/0001-x.md"]);
    let line = view
        .coverage
        .iter()
        .find(|c| c.path.to_string().ends_with("long.md"))
        .unwrap();
    assert_eq!(line.state, CoverageState::Skipped);
    assert!(
        line.reason.contains(&long.len().to_string()),
        "{}",
        line.reason
    );
    // A bundle is code: it is no record and is not looked at.
    assert!(
        view.coverage
            .iter()
            .all(|c| !c.path.to_string().ends_with(".js"))
    );
}

#[test]
fn ruflo_2474_2475_a_dash_in_the_title_and_zeros_in_citations_do_no_harm() {
    let text = "# ADR-001 — Use X\n\n**Status:** Accepted\n\nText.\n";
    let view = log(&[
        ("docs/adr/ADR-001-use-x.md", text),
        (".claude/worktrees/w/docs/adr/ADR-001-use-x.md", text),
        (
            "docs/adr/ADR-002-y.md",
            "# ADR-002: Y\n\n**Status:** Accepted\n\nAs ADR-0001 says.\n",
        ),
    ]);
    assert_eq!(view.decisions.len(), 2);
    let x = find(&view, "docs/adr/ADR-001-use-x.md");
    assert_eq!(
        (x.title.as_str(), x.standing),
        ("Use X", Standing::Accepted)
    );
    assert!(
        find(&view, "docs/adr/ADR-002-y.md")
            .mentions
            .iter()
            .any(|m| m.name == "docs/adr/ADR-001-use-x.md")
    );
    assert!(view.coverage.iter().any(|c| c.path.to_string().starts_with(".claude") && c.state == CoverageState::Skipped));
}
