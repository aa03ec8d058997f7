//! Edge cases 1 to 8 and 11: how a record's status is written.

use super::support::*;

#[test]
fn case_01_a_status_after_the_decision() {
    let r = adr(
        "# 1. X\n\n## Context\n\nC.\n\n## Decision\n\nD.\n\n## Status\n\nDeprecated\n\n## Consequences\n\nE.\n",
    );
    assert_eq!(r.standing, Standing::Deprecated);
}

#[test]
fn case_02_no_status_is_unknown() {
    for text in [
        "# X\n\n## Context\n\nIt was accepted by all that we need it.\n",
        "# X\n\n## Status\n\n## Context\n\nText.\n",
        "---\ndate: 2026-01-02\nstatus:\n---\n# X\n\nText.\n",
        "# X\n\nStatus:\n\nText.\n",
    ] {
        let r = adr(text);
        assert_eq!(
            (r.standing, r.standing_words),
            (Standing::Unknown, None),
            "{text}"
        );
    }
    let log = section_log("# L\n\n## Use X\n\nText.\n");
    assert_eq!(log.records[0].standing, Standing::Unknown);
}

#[test]
fn case_03_a_status_with_prose_or_a_full_stop_behind_it() {
    for (value, standing) in [
        ("Accepted.", Standing::Accepted),
        (
            "Accepted, with reservations about superseded parts",
            Standing::Accepted,
        ),
        ("Rejected because of its cost.", Standing::Rejected),
        ("ACCEPTED!", Standing::Accepted),
        ("Proposed (not accepted yet)", Standing::Proposed),
        (
            "Active. Candidate follow-up: rejected for now",
            Standing::Accepted,
        ),
    ] {
        let r = adr(&format!(
            "# X\n\n## Status\n\n{value}\n\n## Decision\n\nD.\n"
        ));
        assert_eq!(r.standing, standing, "{value}");
        assert_eq!(r.standing_words.as_deref(), Some(value), "{value}");
        let log = section_log(&format!("# L\n\n## X\n\n**Status:** {value}\n\nText.\n"));
        assert_eq!(log.records[0].standing, standing, "{value}");
    }
}

#[test]
fn case_04_a_line_of_prose_inside_the_status_that_begins_with_superseded() {
    let view = log(&[
        (
            "docs/adr/0001-x.md",
            "# 1. X\n\n## Status\n\nAccepted\n\nsuperseded parts are marked in [2](0002-y.md)\n",
        ),
        ("docs/adr/0002-y.md", "# 2. Y\n\n## Status\n\nAccepted\n"),
    ]);
    let x = find(&view, "docs/adr/0001-x.md");
    assert_eq!((x.standing, x.superseded_by.len()), (Standing::Accepted, 0));
    assert!(covered(
        &view,
        "docs/adr/0001-x.md",
        "partial supersession?"
    ));
}

#[test]
fn case_05_front_matter_and_body_that_disagree_are_both_shown() {
    let p = adr_at(
        "docs/adr/0068-x.md",
        "---\nstatus: accepted\n---\n# X\n\n## Status\n\nDeprecated\n",
    );
    assert_eq!(p.records[0].standing, Standing::Accepted);
    assert!(
        p.coverage
            .iter()
            .any(|c| c.reason.contains("“accepted”") && c.reason.contains("“Deprecated”"))
    );
}

#[test]
fn case_06_a_status_that_wraps_over_lines() {
    let view = log(&[
        (
            "docs/adr/0001-x.md",
            "# 1. X\n\n**Status**: Superseded\nby\n[ADR-2](0002-y.md)\nsince the move\n\nText.\n",
        ),
        ("docs/adr/0002-y.md", "# 2. Y\n\n## Status\n\nAccepted\n"),
    ]);
    let x = find(&view, "docs/adr/0001-x.md");
    assert_eq!(x.standing, Standing::Superseded);
    assert_eq!(x.superseded_by[0].id.as_str(), "docs/adr/0002-y.md");
}

#[test]
fn case_07_a_status_in_bold_a_table_a_quote_or_with_a_picture() {
    for line in [
        "**Status**: Accepted",
        "**Status:** Accepted",
        "__Status__: Accepted",
        "* Status: accepted",
        "- **Status**: accepted",
        "> Status: Accepted",
        "> **Status:** Accepted",
        "| Status | Accepted |",
        "| **Status** | ✅ Accepted |",
        "Status: 🟢 Aceito",
        "Status: ✅ accepted",
        "Status: `accepted`",
        "Status: *Accepted*",
    ] {
        let head = line
            .starts_with('|')
            .then_some("| Field | Value |\n|---|---|\n");
        let r = adr(&format!(
            "# 1. X\n\n{}{line}\n\n## Decision\n\nD.\n",
            head.unwrap_or("")
        ));
        assert_eq!(r.standing, Standing::Accepted, "{line}");
    }
}

#[test]
fn case_08_a_list_of_choices_that_nobody_chose_from() {
    for value in [
        "{proposed | accepted | rejected}",
        "{proposed | rejected | accepted | deprecated | … | superseded by [ADR-0123](0123-example.md)}",
        "[proposed | accepted | deprecated]",
        "provisional|implementable|implemented",
        "proposed / accepted / rejected",
    ] {
        let p = adr_at(
            "docs/adr/0001-x.md",
            &format!("# X\n\n## Status\n\n{value}\n\nText.\n"),
        );
        assert_eq!(p.records[0].standing, Standing::Unknown, "{value}");
        assert!(p.coverage.iter().any(|c| c.line.is_some()), "{value}");
    }
    for (word, standing) in [
        ("Final", Standing::Accepted),
        ("implementable", Standing::Accepted),
        ("Draft", Standing::Proposed),
        ("provisional", Standing::Proposed),
        ("Deferred", Standing::Proposed),
        ("Withdrawn", Standing::Rejected),
        ("replaced", Standing::Superseded),
        ("April Fool!", Standing::Unknown),
    ] {
        let p = adr_at(
            "docs/adr/0001-x.md",
            &format!("# X\n\nStatus: {word}\n\nText.\n"),
        );
        assert_eq!(p.records[0].standing, standing, "{word}");
        assert_eq!(p.records[0].standing_words.as_deref(), Some(word));
        assert_eq!(
            p.coverage.is_empty(),
            standing != Standing::Unknown,
            "{word}"
        );
    }
}

#[test]
fn case_11_a_status_inside_a_code_sample_is_none() {
    for sample in [
        "```yaml\nstatus: rejected\n```",
        "~~~\n## Status\n\nRejected\n~~~",
        "````\n```\nStatus: Rejected\n```\n````",
        "    Status: Rejected",
        "<!-- Status: Rejected -->",
    ] {
        let r = adr(&format!("# X\n\nText.\n\n{sample}\n"));
        assert_eq!(
            (r.standing, r.standing_words),
            (Standing::Unknown, None),
            "{sample}"
        );
    }
}
