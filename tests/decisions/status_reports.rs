//! Reports of other tools about a record's status and fields.

use super::support::*;

#[test]
fn adrs_376_the_first_status_word_of_the_first_line_decides() {
    let with = |body: &str| {
        adr(&format!(
            "# 1. X\n\n## Context\n\nC.\n\n## Decision\n\nD.\n\n## Status\n\n{body}\n"
        ))
    };
    assert_eq!(with("Accepted.").standing, Standing::Accepted);
    let amended = with("Accepted\n\nAmended by [0005](0005-y.md)");
    assert_eq!(amended.standing, Standing::Accepted);
    assert_eq!(
        amended
            .links
            .iter()
            .map(|l| (l.cue, l.target.as_str()))
            .collect::<Vec<_>>(),
        [(Cue::AmendedBy, "0005-y.md")]
    );
    let wrapped = adr_at(
        "docs/adr/1-x.md",
        "# X\n\n## Status\n\nAccepted for the core, and\nsuperseded for this layer only\n",
    );
    assert_eq!(wrapped.records[0].standing, Standing::Accepted);
    assert!(
        wrapped
            .coverage
            .iter()
            .any(|c| c.reason.contains("partial supersession?") && c.line == Some(6))
    );
    let replaced = with("Superseded by [4. X](0004-x.md)");
    assert_eq!(
        (replaced.standing, replaced.links[0].cue),
        (Standing::Superseded, Cue::SupersededBy)
    );
    assert_eq!(with("Accepted (see 0009)").standing, Standing::Accepted);
}

#[test]
fn adrs_216_deciders_as_string_list_empty_null_or_mapping_never_drop_the_record() {
    for (value, people, noted) in [
        ("ada", 1, false),
        ("[ada, bob]", 2, false),
        ("[]", 0, false),
        ("null", 0, false),
        ("{lead: ada}", 0, true),
    ] {
        let p = adr_at(
            "docs/adr/0001-x.md",
            &format!("---\nstatus: accepted\ndecision-makers: {value}\n---\n# X\n\nText.\n"),
        );
        assert_eq!(p.records[0].people.len(), people, "{value}");
        assert_eq!(!p.coverage.is_empty(), noted, "{value}");
        assert_eq!(p.records[0].standing, Standing::Accepted);
    }
}

#[test]
fn adrs_197_a_link_on_a_later_line_of_the_status_counts() {
    let view = log(&[
        (
            "docs/adr/0001-x.md",
            "# 1. X\n\n## Status\n\nSuperseded\n\nSuperseded by [3. Y](0003-y.md)\n",
        ),
        ("docs/adr/0003-y.md", "# 3. Y\n\n## Status\n\nAccepted\n"),
    ]);
    let old = find(&view, "docs/adr/0001-x.md");
    assert_eq!(old.standing, Standing::Superseded);
    assert_eq!(old.superseded_by[0].id.as_str(), "docs/adr/0003-y.md");
    assert_eq!(old.superseded_by[0].state, SupersessionState::Confirmed);
}

#[test]
fn ai_agents_3783_each_spelling_of_superseded_is_read() {
    for (text, date) in [
        ("# 1. X\n\n**Status**: Superseded by ADR-086\n", None),
        (
            "---\nstatus: superseded\nsuperseded-by: ADR-086\n---\n# X\n\nText.\n",
            None,
        ),
        (
            "# 1. X\n\n## Status\n\nSuperseded by\n[ADR-086](ADR-086-y.md) on 2026-07-20\n",
            Some("2026-07-20"),
        ),
        (
            "# 1. X\n\n## Status\n\nSuperceded by [86. Y](ADR-086-y.md)\n",
            None,
        ),
    ] {
        let view = log(&[
            ("docs/adr/0001-x.md", text),
            (
                "docs/adr/ADR-086-y.md",
                "# ADR-086: Y\n\n**Status:** Accepted\n",
            ),
        ]);
        let old = find(&view, "docs/adr/0001-x.md");
        assert_eq!(old.standing, Standing::Superseded, "{text}");
        let by = &old.superseded_by[0];
        assert_eq!(by.id.as_str(), "docs/adr/ADR-086-y.md", "{text}");
        assert_eq!(by.date.as_deref(), date, "{text}");
    }
}

#[test]
fn ai_agents_5189_a_status_inside_a_fence_is_no_status() {
    let r =
        adr("# X\n\nText.\n\n```yaml\nstatus: rejected\n```\n\n~~~\n## Status\n\nRejected\n~~~\n");
    assert_eq!((r.standing, r.standing_words), (Standing::Unknown, None));
}
