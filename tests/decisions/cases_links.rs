//! Edge cases 12, 13, 19, 23 and 29: numbers, translations, links.

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
fn case_12_numbers_are_the_same_with_or_without_zeros_and_ambiguous_where_two_bear_one() {
    for citation in [
        "ADR-1",
        "ADR-0001",
        "ADR 1",
        "adr-001",
        "decision 1",
        "0001-x.md",
        "[x](0001-x.md)",
        "#0001",
    ] {
        let view = log(&[
            ("docs/adr/0001-x.md", "# 1. X\n\n## Status\n\nAccepted\n"),
            (
                "docs/adr/0014-y.md",
                &format!("# 14. Y\n\n## Status\n\nAccepted\n\nSupersedes {citation}\n"),
            ),
        ]);
        assert_eq!(
            superseders(&view, "docs/adr/0001-x.md").len(),
            1,
            "{citation}"
        );
    }
    let p = adr_at("docs/adr/0007-x.md", "# 8. X\n\nText.\n");
    assert!(
        p.coverage
            .iter()
            .any(|c| c.reason.contains("number 8") && c.reason.contains("name 7"))
    );
    let view = log(&[
        ("docs/adr/0014-a.md", "# 14. A\n\nText.\n"),
        ("docs/adr/14-b.md", "# 14. B\n\nText.\n"),
        (
            "DECISIONS.md",
            "# L\n\n## Cite (2026-01-02)\n\n**Supersedes:** ADR 14\n\nText.\n",
        ),
    ]);
    assert!(view.decisions.iter().all(|d| {
        d.superseded_by.is_empty()
            && d.mentions
                .iter()
                .all(|m| m.kind != rguard::model::MentionKind::Decision)
    }));
    assert!(covered(
        &view,
        "DECISIONS.md",
        "is ambiguous: docs/adr/0014-a.md, docs/adr/14-b.md"
    ));
    // Packages number on their own.
    let view = log(&[
        ("a/docs/adr/0001-a.md", "# 1. A\n\nStatus: Accepted\n"),
        ("b/docs/adr/0001-b.md", "# 1. B\n\nStatus: Accepted\n"),
        (
            "b/docs/adr/0002-c.md",
            "# 2. C\n\nStatus: Accepted\n\nSupersedes: ADR-1\n",
        ),
    ]);
    assert_eq!(superseders(&view, "a/docs/adr/0001-a.md"), []);
    assert_eq!(superseders(&view, "b/docs/adr/0001-b.md").len(), 1);
}

#[test]
fn case_13_old_citations_of_a_renumbered_record_lead_to_it() {
    let repo = TestRepo::new();
    repo.commit(&[("docs/adr/0003-x.md", &OLD.replace("# 2.", "# 3."))], "X");
    repo.commit(
        &[(
            "docs/adr/0005-y.md",
            &newer("Accepted\n\nSupersedes [3. X](0003-x.md)"),
        )],
        "Y",
    );
    repo.git(&["mv", "docs/adr/0003-x.md", "docs/adr/0007-x.md"]);
    repo.commit(
        &[(
            "docs/adr/0007-x.md",
            &OLD.replace("# 2.", "# 7.")
                .replace("We do x", "We do x, and only x"),
        )],
        "Renumber and edit",
    );
    repo.commit(
        &[(
            "docs/adr/0008-z.md",
            "# 8. Z\n\nStatus: Accepted\n\nAs ADR-3 says, we do x.\n",
        )],
        "Cite by the old number",
    );
    let (git, log, past) = past_of(&repo);
    let view = at(&git, &log, &past, "HEAD");
    let x = find(&view, "docs/adr/0007-x.md");
    assert_eq!(
        x.key,
        find(&at(&git, &log, &past, "HEAD~3"), "docs/adr/0003-x.md").key
    );
    assert_eq!(x.aliases[0].as_str(), "docs/adr/0003-x.md");
    assert_eq!(
        superseders(&view, "docs/adr/0007-x.md"),
        [(
            "docs/adr/0005-y.md".to_owned(),
            SupersessionState::Confirmed
        )]
    );
    let z = find(&view, "docs/adr/0008-z.md");
    assert!(
        z.mentions.iter().any(|m| m.name == "docs/adr/0007-x.md"),
        "{:?}",
        z.mentions
    );
}

#[test]
fn case_19_translations_of_one_record_are_one_decision() {
    let english = "# 1. Keep the queue\n\n## Status\n\nAccepted\n\nThe queue is kept in memory because the table was locked.\n";
    let german = "# 1. Die Warteschlange bleibt\n\n## Status\n\nAkzeptiert\n\nDie Warteschlange ist im Speicher und nicht in der Tabelle.\n";
    let japanese = "# 1. キューを残す\n\n## ステータス\n\n承認済み\n\nキューはメモリに置く。\n";
    for (paths, own) in [
        (
            [
                "docs/adr/0001-q.md",
                "docs/adr/0001-q.de.md",
                "docs/adr/0001-q.ja.md",
            ],
            "docs/adr/0001-q.md",
        ),
        (
            [
                "docs/adr/en/0001-q.md",
                "docs/adr/de/0001-q.md",
                "docs/adr/ja/0001-q.md",
            ],
            "docs/adr/en/0001-q.md",
        ),
        (
            [
                "docs/adr/0001-q.md",
                "docs/adr/translations/de/0001-q.md",
                "docs/ja/adr/0001-q.md",
            ],
            "docs/adr/0001-q.md",
        ),
        (
            [
                "docs/adr/0001-keep-it.md",
                "docs/adr/de/0001-bleibt.md",
                "docs/adr/ja/0001-nokosu.md",
            ],
            "docs/adr/0001-keep-it.md",
        ),
    ] {
        let cites = "# 2. Y\n\n## Status\n\nAccepted\n\nSupersedes [1](PATH)\n"
            .replace("PATH", paths[1].trim_start_matches("docs/adr/"));
        let view = log(&[
            (paths[0], english),
            (paths[1], german),
            (paths[2], japanese),
            ("docs/adr/0002-y.md", &cites),
        ]);
        let mut here = ids(&view);
        here.sort_unstable();
        let mut want = vec![own, "docs/adr/0002-y.md"];
        want.sort_unstable();
        assert_eq!(here, want);
        let aliases: Vec<&str> = find(&view, own)
            .aliases
            .iter()
            .map(|a| a.as_str())
            .collect();
        assert_eq!(aliases, [paths[1], paths[2]]);
        assert!(covered(
            &view,
            paths[2],
            &format!("the translation of {own} (ja)")
        ));
        assert_eq!(
            find(&view, own).standing,
            Standing::Superseded,
            "the citation of a translation is one of the record"
        );
    }
    // Two records of one number in one language are two decisions.
    let view = log(&[
        ("docs/adr/0001-a.md", english),
        ("docs/adr/en/0001-b.md", &english.replace("queue", "cache")),
    ]);
    assert_eq!(view.decisions.len(), 2);
}

#[test]
fn case_23_code_that_a_decision_names_in_any_way() {
    let view = log(&[
        ("src/store/tasks.ts", "class TaskStore { add() {} }"),
        ("src/routes/a.ts", ""),
        (
            "DECISIONS.md",
            "# L\n\n## Name code\n\n`TaskStore.add` in `store/tasks` is called by `src/routes/*.ts`; `src/gone.ts` is no more.\n",
        ),
    ]);
    let named: Vec<&str> = find(&view, "DECISIONS.md#Name code")
        .mentions
        .iter()
        .map(|m| m.name.as_str())
        .collect();
    for name in ["TaskStore.add", "store/tasks", "src/routes/*.ts"] {
        assert!(named.contains(&name), "{name}: {named:?}");
    }
}

#[test]
fn case_29_links_by_shortcode_reference_angle_brackets_and_anchor() {
    for link in [
        "[two]({{< ref \"0002-x.md\" >}})",
        "{{% relref \"0002-x\" %}}",
        "[two][2]",
        "[two]",
        "[two](<0002-x.md>)",
        "[two](0002-x.md#decision)",
        "[two](./0002-x.md \"the second\")",
        "[two](../adr/0002-x.md)",
        "[two](/docs/adr/0002-x.md)",
        "<https://example.org/o/r/blob/main/docs/adr/0002-x.md>",
        "[two](0002%2Dx.md)",
    ] {
        let text = format!(
            "# 5. Y\n\n## Status\n\nAccepted\n\nSupersedes {link}\n\n## Decision\n\nD.\n\n[2]: 0002-x.md\n[two]: <0002-x.md>\n"
        );
        let view = log(&[("docs/adr/0002-x.md", OLD), ("docs/adr/0005-y.md", &text)]);
        assert_eq!(
            find(&view, "docs/adr/0002-x.md").standing,
            Standing::Superseded,
            "{link}"
        );
    }
    let text = "# L\n\n## Queue, first (May 2026)\n\nText.\n\n## Queue, second (June 2026)\n\n**Supersedes:** [the first](#queue-first-may-2026)\n\nText.\n";
    let view = log(&[("DECISIONS.md", text)]);
    assert_eq!(
        find(&view, "DECISIONS.md#Queue, first (May 2026)").standing,
        Standing::Superseded
    );
}
