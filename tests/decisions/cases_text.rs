//! Edge cases 10, 17, 18, 20 to 22 and 27: headings, dates, languages, YAML, tables.

use super::support::*;

#[test]
fn case_10_headings_inside_fences_are_none() {
    let text = "# L\n\n## Real\n\nText.\n\n```md\n## Fake one\n\nText.\n```\n\n~~~\n## Fake two\n```\n## Fake three\n~~~\n\n````\n```\n## Fake four\n```\n````\n\n## Also real\n\nText.\n\n```\n## Never closed\n";
    let p = section_log(text);
    let titles: Vec<&str> = p.records.iter().map(|r| r.title.as_str()).collect();
    assert_eq!(titles, ["Real", "Also real"]);
    let r = adr("```\n# Fake\n```\n\n# Real\n\n## Status\n\nAccepted\n");
    assert_eq!(r.title, "Real");
}

#[test]
fn case_17_dates_in_every_form() {
    for (written, date) in [
        ("June 2026", Some("2026-06")),
        ("August 11-12 2026", Some("2026-08-11..12")),
        ("19.09.2026", Some("2026-09-19")),
        ("23-Feb-2013", Some("2013-02-23")),
        ("2020-1-7", Some("2020-01-07")),
        ("2026-01-02T10:11:12+02:00", Some("2026-01-02")),
        ("2026-01-02T10:11:12Z", Some("2026-01-02")),
        ("yyyy-mm-dd", None),
        ("99-99-9999", None),
        ("9999/99/99", None),
        ("fill me in", None),
    ] {
        let p = adr_at(
            "docs/adr/0001-x.md",
            &format!("# 1. X\n\nDate: {written}\n\n## Status\n\nAccepted\n"),
        );
        assert_eq!(p.records[0].date.as_deref(), date, "{written}");
        assert_eq!(
            p.coverage.is_empty(),
            date.is_some(),
            "{written}: {:?}",
            p.coverage
        );
    }
    // A date in a heading above several; several entries of one day.
    let p = section_log(
        "# L\n\n## 2026-05-06\n\n### Keep it\n\nText.\n\n### Drop it\n\nText.\n\n## Gate it (July 7 2026)\n\nText.\n\n## Name it (July 7 2026)\n\nText.\n",
    );
    let dates: Vec<_> = p
        .records
        .iter()
        .map(|r| r.date.as_deref().unwrap())
        .collect();
    assert_eq!(
        dates,
        ["2026-05-06", "2026-05-06", "2026-07-07", "2026-07-07"]
    );
    let unique: std::collections::HashSet<_> = p.records.iter().map(|r| &r.id).collect();
    assert_eq!(unique.len(), 4);
}

#[test]
fn case_17_a_date_later_than_the_commit_or_long_before_it_is_the_records_own() {
    let repo = TestRepo::new();
    let text = |date: &str| format!("# 1. X\n\nDate: {date}\n\n## Status\n\nAccepted\n");
    let first = repo.commit(
        &[("docs/adr/0001-x.md", &text("2031-01-01"))],
        "From the future",
    );
    repo.commit(
        &[("docs/adr/0001-x.md", &text("2019-01-01"))],
        "From the past",
    );
    let (git, log, past) = past_of(&repo);
    for (rev, date) in [(first.as_str(), "2031-01-01"), ("HEAD", "2019-01-01")] {
        // What is live is asked of the commit, never of a date.
        let view = at(&git, &log, &past, rev);
        assert_eq!(
            find(&view, "docs/adr/0001-x.md").date.as_deref(),
            Some(date)
        );
    }
}

#[test]
fn case_18_records_in_other_languages() {
    for (text, standing) in [
        (
            "# 1. Garder la file\n\n## Statut\n\nAccepté\n\n## Contexte\n\nC.\n",
            Standing::Accepted,
        ),
        (
            "# 1. Garder la file\n\nStatut : Acceptee\n\nTexte.\n",
            Standing::Accepted,
        ),
        (
            "# 1. Garder la file\n\n## Statut\n\nRemplacé par [2](0002-y.md)\n",
            Standing::Superseded,
        ),
        (
            "# 1. Die Liste bleibt\n\n## Status\n\nErsetzt durch ADR-2\n",
            Standing::Superseded,
        ),
        (
            "# 1. Mantener la cola\n\n## Estado\n\nReemplazada por [2](0002-y.md)\n",
            Standing::Superseded,
        ),
        (
            "# 1. Manter a fila\n\n## Estado\n\n🟢 Aceito\n",
            Standing::Accepted,
        ),
        (
            "# 1. Manter a fila\n\n- Status: Substituído por ADR-2\n",
            Standing::Superseded,
        ),
        (
            "# 1. キューを残す\n\n## ステータス\n\n承認済み\n",
            Standing::Accepted,
        ),
        (
            "# 1. キューを残す\n\n## ステータス\n\n却下\n",
            Standing::Rejected,
        ),
        (
            "# 1. キューを残す\n\n## ステータス\n\n置換済（ADR-2）\n",
            Standing::Superseded,
        ),
        ("# 1. 保留队列\n\n状态：已接受\n", Standing::Accepted),
        ("# 1. 保留队列\n\n- 状态：已取代\n", Standing::Superseded),
    ] {
        let view = log(&[
            ("docs/adr/0001-x.md", text),
            ("docs/adr/0002-y.md", "# 2. Y\n\n## Status\n\nAccepted\n"),
        ]);
        let d = find(&view, "docs/adr/0001-x.md");
        assert_eq!(d.standing, standing, "{text}");
        if text.contains("ADR-2") || text.contains("0002") {
            assert_eq!(d.superseded_by.len(), 1, "{text}");
        }
    }
    let p = section_log(
        "# 决策\n\n## ADR-001：选择数据库\n\n- 状态：已决定\n- 推翻条件：数据超过一台机器\n\n因为简单。\n",
    );
    assert_eq!(
        (p.records[0].number.as_deref(), p.records[0].standing),
        (Some("1"), Standing::Accepted)
    );
}

#[test]
fn case_20_front_matter_in_every_shape() {
    for (matter, standing, people) in [
        (
            "status: accepted\ndecision-makers: ada",
            Standing::Accepted,
            1,
        ),
        (
            "status: accepted\ndecision-makers:\n  - ada\n  - bob",
            Standing::Accepted,
            2,
        ),
        (
            "status: \"accepted\"\nconsulted: >-\n  ada,\n  bob",
            Standing::Accepted,
            0,
        ),
        (
            "status: replaced # replaced by ADR-2",
            Standing::Superseded,
            0,
        ),
        (
            "status: accepted\ndecision-makers: @platform/team",
            Standing::Accepted,
            1,
        ),
        (
            "status: accepted\ntags: [yes, no, on]\nx: ~",
            Standing::Accepted,
            0,
        ),
        ("status:\taccepted", Standing::Accepted, 0),
        ("\u{feff}status: accepted", Standing::Accepted, 0),
        ("status: accepted\nbroken: [", Standing::Accepted, 0),
    ] {
        let text = match matter.strip_prefix('\u{feff}') {
            Some(rest) => format!("\u{feff}---\n{rest}\n---\n# X\n\nText.\n"),
            None => format!("---\n{matter}\n---\n# X\n\nText.\n"),
        };
        for text in [text.clone(), text.replace('\n', "\r\n")] {
            let view = log(&[
                ("docs/adr/0001-x.md", &text),
                ("docs/adr/0002-y.md", "# 2. Y\n\n## Status\n\nAccepted\n"),
            ]);
            let d = find(&view, "docs/adr/0001-x.md");
            assert_eq!((d.standing, d.people.len()), (standing, people), "{text:?}");
            if matter.contains('#') {
                assert_eq!(d.superseded_by.len(), 1, "the comment carries the pointer");
            }
        }
    }
    // The opening mark was lost.
    let r = adr("status: accepted\ndate: 2026-01-02\n---\n# X\n\nText.\n");
    assert_eq!(
        (r.standing, r.date.as_deref()),
        (Standing::Accepted, Some("2026-01-02"))
    );
}

#[test]
fn case_21_decisions_as_rows_of_a_table() {
    let text = "# L\n\n## All\n\n| Date | Decision | Reason |\n|---|---|---|\n| 2026-01-02 | Keep the `a \\| b` form<br>for all | It is short |\n| 2026-01-03 | Drop the cache | It drifts |\n";
    let p = section_log(text);
    let rows: Vec<&Record> = p.records.iter().filter(|r| r.date.is_some()).collect();
    let dates: Vec<_> = rows.iter().map(|r| r.date.as_deref().unwrap()).collect();
    assert_eq!(dates, ["2026-01-02", "2026-01-03"], "{:?}", p.records);
    assert!(
        rows[0].title.contains("Keep the") && !rows[0].title.contains("<br>"),
        "{}",
        rows[0].title
    );
    assert_eq!((rows[0].lines.start, rows[1].lines.start), (7, 8));
}

#[test]
fn case_22_several_decisions_in_a_section_and_one_over_several() {
    let text = "# L\n\n## Store (May 2026)\n\nThe store keeps all.\n\n### The queue\n\nIt stays in memory.\n\n### The cache\n\nIt is gated by turns.\n\n## Lamps (June 2026)\n\n### Context\n\nThe eye finds green first.\n\n### Decision\n\nLamps are green.\n\n### Status\n\nSuperseded.\n";
    let view = log(&[("DECISIONS.md", text)]);
    for child in ["The queue", "The cache"] {
        let d = find(&view, &format!("DECISIONS.md#Store (May 2026) > {child}"));
        assert_eq!(
            d.part_of.as_ref().unwrap().as_str(),
            "DECISIONS.md#Store (May 2026)"
        );
        assert_eq!(d.date.as_deref(), Some("2026-05"));
    }
    for child in ["Context", "Decision"] {
        let d = find(&view, &format!("DECISIONS.md#Lamps (June 2026) > {child}"));
        assert_eq!(
            (d.standing, d.date.as_deref()),
            (Standing::Superseded, Some("2026-06")),
            "{child}"
        );
        assert_eq!(
            d.part_of.as_ref().unwrap().as_str(),
            "DECISIONS.md#Lamps (June 2026)"
        );
    }
}

#[test]
fn case_27_folded_headers() {
    let text = "PEP: 8888\nTitle: Keep the queue\n in memory\nAuthor: Ada Lovelace <ada@example.org>,\n        Bob Babbage <bob@example.org>\nStatus: Final\nType: Standards Track\nCreated: 23-Feb-2013\nSuperseded-By:\n\nAbstract\n========\n\nThe queue stays in memory.\n";
    let p = adr_at("docs/adr/pep-8888.rst", text);
    let r = &p.records[0];
    assert_eq!(r.title, "Keep the queue in memory");
    assert_eq!(
        (r.standing, r.date.as_deref(), r.people.len()),
        (Standing::Accepted, Some("2013-02-23"), 2)
    );
}
