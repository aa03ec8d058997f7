//! What a review says beside its findings: people, statements, its shape, and safe words.

use rguard::graph::queries;
use rguard::model::{PersonKind, VerdictKind};

use crate::testkit::gauge::GaugeRepo;
use crate::testkit::json_schema::check;
use crate::testkit::run::Home;

#[test]
fn every_statement_that_ran_is_shown_as_it_stands_in_its_file() {
    let g = GaugeRepo::new();
    let home = Home::new();
    g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    let (_, review) = home.review(g.repo.path(), &["undo"]);
    for name in [
        "hop_file",
        "hop_commit",
        "hop_pr",
        "hop_symbol",
        "hop_text",
        "hop_line",
        "pagerank",
    ] {
        assert!(review.queries.iter().any(|q| q.name == name), "{name}");
    }
    for q in &review.queries {
        let file = queries::ALL.iter().find(|f| f.name == q.name).unwrap();
        assert_eq!(q.cypher, file.cypher, "{}", q.name);
        assert!(
            q.server_ms > 0.0 && q.client_ms >= q.server_ms,
            "{}: {} {}",
            q.name,
            q.server_ms,
            q.client_ms
        );
        for (name, _) in &q.params {
            assert!(q.cypher.contains(&format!("${name}")), "{}", q.name);
        }
        assert_eq!(
            q.params.is_empty(),
            !code(&q.cypher).contains('$'),
            "{}",
            q.name
        );
    }
    let asked = review
        .queries
        .iter()
        .find(|q| q.name == "hop_file")
        .unwrap();
    assert!(
        asked
            .params
            .values()
            .any(|v| v.to_string().contains("src/poll.rs"))
    );
    assert!(asked.rows > 0);
    // Each hop that a finding came by is one of the statements.
    for via in review.findings.iter().flat_map(|f| &f.via) {
        assert!(
            review.queries.iter().any(|q| q.name == via.query),
            "{via:?}"
        );
    }
}

/// A statement without its comments.
fn code(cypher: &str) -> String {
    let lines = cypher.lines().filter(|l| !l.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn who_to_ask_are_people_and_neither_bots_nor_agents() {
    let g = GaugeRepo::new();
    let home = Home::new();
    g.branch(
        "median",
        &g.tip,
        &[
            ("src/median.rs", "pub fn median() -> Level { todo() }\n"),
            g.mail_again(),
        ],
        "Write the median",
    );
    let (_, review) = home.review(g.repo.path(), &["median"]);
    let names: Vec<&str> = review.people.iter().map(|p| p.name.as_str()).collect();
    assert!(
        names.contains(&"Ada Lovelace") && names.contains(&"Grace Hopper"),
        "{names:?}"
    );
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(review.people.iter().all(|p| p.kind == PersonKind::Human));
    assert!(
        review
            .people
            .iter()
            .all(|p| !p.why.is_empty() && !p.name.contains('@'))
    );
    assert!(review.bus_factor.is_some());
}

#[test]
fn the_answer_fits_the_schema_that_the_program_publishes() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    g.branch(
        "undo",
        &g.mail,
        &[g.fast_again(), g.upload_now()],
        "Undo all",
    );
    let schema = home.run(dir, &["schema", "review"]);
    let schema: serde_json::Value = serde_json::from_str(&schema.out).unwrap();
    let ran = home.lingering(dir, &["review", "undo", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    check(&schema, &schema, &value, "$").unwrap();
    assert!(!value["findings"].as_array().unwrap().is_empty());
    assert!(!value["since"].as_array().unwrap().is_empty());
}

#[test]
fn hostile_words_of_the_repository_never_reach_the_terminal_raw() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let record = "# 5. Keep the \u{1b}[31mlog\u{1b}[0m \u{202e}short\u{202c}\n\n## Status\n\nAccepted\n\n\
         ## Decision\n\n`src/log.rs` must never keep more than 100 \u{1b}]0;owned\u{7}lines \u{2066}at all.\n";
    g.repo.commit_as(
        "Eve \u{1b}[2J\u{202e}live <eve@example.org>",
        &[
            ("docs/adr/0005-keep-the-log-short.md", record),
            ("src/log.rs", "pub const LINES: usize = 100;\n"),
        ],
        "Keep \u{1b}[5mthe log\u{202e} short\n\nIt must never be longer, because the disk is small.\u{7}",
    );
    g.branch(
        "long",
        "main",
        &[("src/log.rs", "pub const LINES: usize = 100000;\n")],
        "More \u{1b}[31m lines",
    );
    let (_, review) = home.review(dir, &["long"]);
    assert!(
        review
            .findings
            .iter()
            .any(|f| f.verdict == VerdictKind::Contradicts)
    );
    for args in [
        &["review", "long", "--format", "text"][..],
        &["review", "long", "--format", "markdown"],
        &["guard", "long"],
        &["log"],
        &["sync"],
    ] {
        let ran = home.lingering(dir, args);
        for text in [&ran.out, &ran.err] {
            let bad = |c: char| {
                (c.is_control() && c != '\n')
                    || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
            };
            assert!(!text.contains(bad), "{args:?}: {text:?}");
        }
    }
    // The first sync, with what is new, as well.
    let ran = Home::new().run_with_engine(dir, &["sync"]);
    assert!(
        !ran.out.contains('\u{1b}') && !ran.out.contains('\u{202e}'),
        "{ran:?}"
    );
}
