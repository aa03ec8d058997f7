//! Edge cases 14 to 16, and what else makes or does not make a successor.

use super::support::*;

const OLD: &str = "# 2. X\n\n## Status\n\nAccepted\n\n## Decision\n\nWe do x.\n";

fn newer(status: &str) -> String {
    format!("# 5. Y\n\n## Status\n\n{status}\n\n## Decision\n\nWe do y.\n")
}

fn superseders(view: &LogView, id: &str) -> Vec<(String, SupersessionState)> {
    let by = &find(view, id).superseded_by;
    by.iter().map(|s| (s.id.to_string(), s.state)).collect()
}

#[test]
fn case_14_several_successors_chains_rings_and_targets_that_are_not_there() {
    let status = |n: u32, s: &str| {
        format!("# {n}. T{n}\n\n## Status\n\n{s}\n\n## Decision\n\nWe do t{n}.\n")
    };
    let view = log(&[
        (
            "docs/adr/0001-a.md",
            &status(1, "Superseded by [2](0002-b.md) and [3](0003-c.md)"),
        ),
        (
            "docs/adr/0002-b.md",
            &status(2, "Superseded by [4](0004-d.md)"),
        ),
        ("docs/adr/0003-c.md", &status(3, "Accepted")),
        (
            "docs/adr/0004-d.md",
            &status(4, "Accepted\n\nSupersedes [2](0002-b.md)"),
        ),
        (
            "docs/adr/0005-e.md",
            &status(5, "Superseded by [99](0099-gone.md)"),
        ),
        ("docs/adr/0006-f.md", &status(6, "Superseded")),
        (
            "docs/adr/0007-g.md",
            &status(7, "Accepted\n\nSupersedes [8](0008-h.md)"),
        ),
        (
            "docs/adr/0008-h.md",
            &status(8, "Accepted\n\nSupersedes [9](0009-i.md)"),
        ),
        (
            "docs/adr/0009-i.md",
            &status(9, "Accepted\n\nSupersedes [7](0007-g.md)"),
        ),
        (
            "docs/adr/0010-j.md",
            &status(10, "Accepted\n\nSupersedes [10](0010-j.md)"),
        ),
        (
            "docs/adr/0011-k.md",
            &status(
                11,
                "Superseded by [3](https://github.com/other/repo/blob/main/notes/0003-else.md)",
            ),
        ),
    ]);
    let of = |n: &str| superseders(&view, n);
    let sure = |id: &str| (id.to_owned(), SupersessionState::Confirmed);
    assert_eq!(
        of("docs/adr/0001-a.md"),
        [sure("docs/adr/0002-b.md"), sure("docs/adr/0003-c.md")]
    );
    assert_eq!(of("docs/adr/0002-b.md"), [sure("docs/adr/0004-d.md")]);
    assert_eq!(
        find(&view, "docs/adr/0002-b.md").superseded_by[0].why,
        "status and link"
    );
    for (id, words) in [
        ("docs/adr/0005-e.md", "names no decision that is live here"),
        ("docs/adr/0011-k.md", "names no decision"),
    ] {
        assert_eq!(find(&view, id).standing, Standing::Superseded);
        assert_eq!(of(id), []);
        assert!(covered(&view, id, words), "{:?}", view.coverage);
    }
    assert_eq!(
        (
            find(&view, "docs/adr/0006-f.md").standing,
            of("docs/adr/0006-f.md").len()
        ),
        (Standing::Superseded, 0)
    );
    for id in [
        "docs/adr/0007-g.md",
        "docs/adr/0008-h.md",
        "docs/adr/0009-i.md",
    ] {
        assert_eq!(find(&view, id).standing, Standing::Accepted, "{id}");
        assert!(covered(&view, id, "leads back to it"), "{id}");
    }
    assert_eq!(
        find(&view, "docs/adr/0010-j.md").standing,
        Standing::Accepted
    );
}

#[test]
fn case_14_a_target_in_another_package_is_found_by_its_package() {
    let text =
        |status: &str| format!("# Use it\n\n- Status: {status}\n- Date: 2026-01-02\n\nText.\n");
    let view = log(&[
        (
            "packages/web/docs/adr/20260101-use-it.md",
            &text(
                "superseded by [backend/20260101-use-it](../../../backend/docs/adr/20260101-use-it.md)",
            ),
        ),
        (
            "packages/backend/docs/adr/20260101-use-it.md",
            &text("accepted"),
        ),
        (
            "packages/cli/docs/adr/20260102-other.md",
            &text("superseded by backend/20260101-use-it"),
        ),
        (
            "packages/backend/docs/adr/20260103-last.md",
            &text("superseded by [20260101-use-it](20260101-use-it.md)"),
        ),
    ]);
    for id in [
        "packages/web/docs/adr/20260101-use-it.md",
        "packages/cli/docs/adr/20260102-other.md",
        "packages/backend/docs/adr/20260103-last.md",
    ] {
        assert_eq!(
            superseders(&view, id),
            [(
                "packages/backend/docs/adr/20260101-use-it.md".to_owned(),
                SupersessionState::Confirmed
            )],
            "{id}"
        );
    }
}

#[test]
fn case_14_an_address_in_another_repository_is_not_taken_for_a_record_of_this_one() {
    let repo = TestRepo::new();
    repo.git(&["remote", "add", "origin", "git@github.com:us/harbour.git"]);
    let text = |to: &str| newer(&format!("Accepted\n\nSupersedes [ADR 2]({to})"));
    repo.commit(
        &[
            ("docs/adr/0002-x.md", OLD),
            (
                "docs/adr/0005-y.md",
                &text("https://github.com/them/lighthouse/blob/main/docs/adr/0002-x.md"),
            ),
        ],
        "Records",
    );
    repo.commit(
        &[(
            "docs/adr/0005-y.md",
            &text("https://github.com/fork/harbour/blob/main/docs/adr/0002-x.md"),
        )],
        "Ours",
    );
    let (git, log, past) = past_of(&repo);
    let before = at(&git, &log, &past, "HEAD~1");
    assert_eq!(
        find(&before, "docs/adr/0002-x.md").standing,
        Standing::Accepted
    );
    assert!(covered(
        &before,
        "docs/adr/0005-y.md",
        "is a record of another repository"
    ));
    assert_eq!(
        find(&at(&git, &log, &past, "HEAD"), "docs/adr/0002-x.md").standing,
        Standing::Superseded
    );
}

#[test]
fn case_15_a_part_an_amendment_and_a_time_only_leave_the_standing() {
    let old = |status: &str| {
        format!("# 2. X\n\nDate: 2026-01-01\n\n## Status\n\n{status}\n\n## Decision\n\nWe do x.\n")
    };
    let with = |older: &str, status: &str| {
        log(&[
            ("docs/adr/0002-x.md", older),
            ("docs/adr/0005-y.md", &newer(status)),
        ])
    };
    for (older, status, why) in [
        (
            old("Accepted\n\nAmended by [5](0005-y.md)"),
            "Accepted",
            "amended",
        ),
        (
            old("Accepted\n\nSuperseded in part by [5](0005-y.md)"),
            "Accepted",
            "superseded in part",
        ),
        (
            old("Accepted"),
            "Accepted\n\nPartially supersedes [2](0002-x.md)",
            "superseded in part",
        ),
        (
            old("Accepted"),
            "Accepted\n\nAmends [2](0002-x.md)",
            "amended",
        ),
    ] {
        let view = with(&older, status);
        let x = find(&view, "docs/adr/0002-x.md");
        assert_eq!(
            (x.standing, x.superseded_by.len()),
            (Standing::Accepted, 0),
            "{older}{status}"
        );
        assert_eq!(x.amended_by[0].id.as_str(), "docs/adr/0005-y.md");
        assert_eq!(x.amended_by[0].why, why);
        assert!(x.amended_by[0].quote.is_some());
        assert_eq!(find(&view, "docs/adr/0005-y.md").amends[0].id, x.id);
    }
    let view = with(&old("Partially superseded by [5](0005-y.md)"), "Accepted");
    let x = find(&view, "docs/adr/0002-x.md");
    assert_eq!((x.standing, x.amended_by.len()), (Standing::Unknown, 1));
    assert!(covered(
        &view,
        "docs/adr/0002-x.md",
        "in part or for a time"
    ));
    let view = with(
        &old("Provisionally superseded by ADR-5 (2026-01-03 to 2026-01-17)"),
        "Accepted",
    );
    let x = find(&view, "docs/adr/0002-x.md");
    assert_eq!(x.standing, Standing::Unknown);
    assert_eq!(x.superseded_by[0].state, SupersessionState::Proposed);
    assert!(x.superseded_by[0].why.contains("for a time"));
    let view = with(&old("Accepted, provisional until 2026-12-31"), "Accepted");
    assert_eq!(
        find(&view, "docs/adr/0002-x.md").standing,
        Standing::Accepted
    );
}

#[test]
fn case_16_a_one_sided_link_in_either_direction() {
    let view = log(&[
        ("docs/adr/0002-x.md", OLD),
        (
            "docs/adr/0005-y.md",
            &newer("Accepted\n\nSupersedes [2](0002-x.md)"),
        ),
    ]);
    let x = find(&view, "docs/adr/0002-x.md");
    assert_eq!(x.standing, Standing::Superseded);
    assert!(x.superseded_by[0].why.starts_with("one-sided"));
    // The older says so, and the newer does not: what a record says of itself is enough.
    let old = OLD.replace("Accepted", "Superseded by [5](0005-y.md)");
    let view = log(&[
        ("docs/adr/0002-x.md", &old),
        ("docs/adr/0005-y.md", &newer("Accepted")),
    ]);
    assert_eq!(
        superseders(&view, "docs/adr/0002-x.md"),
        [(
            "docs/adr/0005-y.md".to_owned(),
            SupersessionState::Confirmed
        )]
    );
    // A rejected one is not retired by what came after it.
    let view = log(&[
        ("docs/adr/0002-x.md", &OLD.replace("Accepted", "Rejected")),
        (
            "docs/adr/0005-y.md",
            &newer("Accepted\n\nSupersedes [2](0002-x.md)"),
        ),
    ]);
    assert_eq!(
        find(&view, "docs/adr/0002-x.md").standing,
        Standing::Rejected
    );
    // One that was in force and is itself superseded by now did replace its predecessor.
    let view = log(&[
        ("docs/adr/0002-x.md", OLD),
        (
            "docs/adr/0005-y.md",
            &newer("Superseded\n\nSupersedes [2](0002-x.md)"),
        ),
    ]);
    assert_eq!(
        find(&view, "docs/adr/0002-x.md").standing,
        Standing::Superseded
    );
}

#[test]
fn a_limit_that_the_newer_one_keeps_is_its_own_with_scope_and_origin() {
    let view = log(&[
        ("docs/adr/0002-x.md", OLD),
        ("docs/adr/0003-z.md", &OLD.replace("# 2. X", "# 3. Z")),
        ("docs/adr/0005-y.md", &newer("Accepted\n\nSupersedes [2](0002-x.md)").replace("We do y.", "We do y. The cap still holds for the 7B model only. The rule of ADR 3 continues to apply to uploads.")),
    ]);
    let limits: Vec<(&str, Option<&str>)> = find(&view, "docs/adr/0005-y.md")
        .limits
        .iter()
        .map(|l| (l.scope.as_str(), l.from.as_ref().map(|f| f.as_str())))
        .collect();
    assert_eq!(
        limits,
        [
            ("for the 7B model only", Some("docs/adr/0002-x.md")),
            ("to uploads", Some("docs/adr/0003-z.md"))
        ]
    );
    // Where the older one says what it leaves standing, the newer one has it too.
    let old = OLD.replace(
        "Accepted",
        "Superseded by [5](0005-y.md). The cap still holds for small hosts.",
    );
    let view = log(&[
        ("docs/adr/0002-x.md", &old),
        ("docs/adr/0005-y.md", &newer("Accepted")),
    ]);
    let y = &find(&view, "docs/adr/0005-y.md").limits;
    assert_eq!(
        (y[0].scope.as_str(), y[0].from.as_ref().unwrap().as_str()),
        ("for small hosts", "docs/adr/0002-x.md")
    );
    assert_eq!(
        y[0].quote.path.as_ref().unwrap().to_string(),
        "docs/adr/0002-x.md"
    );
}

#[test]
fn a_status_that_goes_on_in_prose_names_no_successor_by_its_numbers() {
    let other = |n: u32| format!("# {n}. T{n}\n\n## Status\n\nAccepted\n");
    let status = "Superseded by [9](0009-j.md)\n\nThe review reached 5 accept plus 1 against, see issue 3 of 14.\n\n**Note**: ADR-8 replaces the cap of 7 by one of 2. It supersedes nothing else in 4 folders.";
    let text = format!("# 1. X\n\n## Status\n\n{status}\n");
    let names: Vec<String> = (2..10).map(|n| format!("docs/adr/000{n}-j.md")).collect();
    let others: Vec<String> = (2..10).map(other).collect();
    let mut files: Vec<(&str, &str)> = names
        .iter()
        .zip(&others)
        .map(|(n, t)| (n.as_str(), t.as_str()))
        .collect();
    files.push(("docs/adr/0001-x.md", &text));
    let view = log(&files);
    assert_eq!(
        superseders(&view, "docs/adr/0001-x.md"),
        [(
            "docs/adr/0009-j.md".to_owned(),
            SupersessionState::Confirmed
        )]
    );
    assert!(
        view.decisions
            .iter()
            .all(|d| d.id.as_str().contains("0009") || d.supersedes.is_empty()),
        "{view:?}"
    );
    for field in [
        "Supersedes: None (extends ADR-2)",
        "Supersedes: n/a, see ADR 2",
    ] {
        let text = format!("# 1. X\n\n- Status: accepted\n- {field}\n\nText.\n");
        let view = log(&[
            ("docs/adr/0001-x.md", &text),
            ("docs/adr/0002-j.md", &others[0]),
        ]);
        assert_eq!(superseders(&view, "docs/adr/0002-j.md"), [], "{field}");
    }
}

#[test]
fn what_another_record_says_in_prose_adds_no_successor() {
    let old = OLD.replace("Accepted", "Superseded by [5](0005-y.md)");
    let rules = "# CLAUDE.md\n\n## Ports\n\nSee ADR-5, which supersedes ADR-2.\n";
    let more = newer("Accepted")
        .replace("# 5. Y", "# 6. Z")
        .replace("We do y.", "This replaces ADR 2 for good.");
    let view = log(&[
        ("docs/adr/0002-x.md", &old),
        ("docs/adr/0005-y.md", &newer("Accepted")),
        ("docs/adr/0006-z.md", &more),
        ("CLAUDE.md", rules),
    ]);
    assert_eq!(
        superseders(&view, "docs/adr/0002-x.md"),
        [(
            "docs/adr/0005-y.md".to_owned(),
            SupersessionState::Confirmed
        )]
    );
}

#[test]
fn a_link_that_is_added_later_to_an_older_record_holds_from_then_on() {
    let repo = TestRepo::new();
    repo.commit(&[("docs/adr/0005-y.md", &newer("Accepted"))], "Y");
    repo.commit(
        &[("docs/adr/0006-x.md", &OLD.replace("# 2.", "# 6."))],
        "X, later",
    );
    repo.commit(
        &[(
            "docs/adr/0005-y.md",
            &newer("Accepted\n\nSupersedes [6](0006-x.md)"),
        )],
        "Y takes X in",
    );
    let (git, log, past) = past_of(&repo);
    assert_eq!(
        find(&at(&git, &log, &past, "HEAD~1"), "docs/adr/0006-x.md").standing,
        Standing::Accepted
    );
    assert_eq!(
        find(&at(&git, &log, &past, "HEAD"), "docs/adr/0006-x.md").standing,
        Standing::Superseded
    );
}

#[test]
fn a_rejected_record_with_a_successor_stays_rejected() {
    let view = log(&[
        (
            "docs/adr/0002-x.md",
            "---\nstatus: rejected\nsuperseded-by: ADR-5\n---\n# 2. X\n\nText.\n",
        ),
        ("docs/adr/0005-y.md", &newer("Accepted")),
    ]);
    assert_eq!(
        find(&view, "docs/adr/0002-x.md").standing,
        Standing::Rejected
    );
    assert_eq!(
        superseders(&view, "docs/adr/0002-x.md"),
        [(
            "docs/adr/0005-y.md".to_owned(),
            SupersessionState::Confirmed
        )]
    );
}
