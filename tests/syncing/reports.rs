//! Reports of other tools about what becomes of a record in the graph, and of reading that writes.

use std::collections::BTreeMap;

use crate::testkit::TestRepo;
use crate::testkit::gauge::{GaugeRepo, WAITING};
use crate::testkit::run::Home;
use crate::{dump, same};

fn record(number: u32, title: &str, words: &str) -> String {
    format!("# {number}. {title}\n\n## Status\n\nAccepted\n\n## Decision\n\n{words}\n")
}

/// The files that records govern, by the graph.
fn governed(dump: &str) -> Vec<&str> {
    dump.lines().filter(|l| l.contains("RATIONALE")).collect()
}

#[test]
fn curie_1949_occurrent_595_no_edge_is_guessed_from_a_number_that_two_records_bear() {
    let repo = TestRepo::new();
    repo.commit(
        &[
            (
                "docs/adr/0112-cache.md",
                &record(112, "Cache", "The cache is gated by turns."),
            ),
            (
                "docs/adr/0112-queue.md",
                &record(112, "Queue", "The queue stays in memory."),
            ),
            (
                "docs/adr/0113-lamps.md",
                &record(113, "Lamps", "Lamps are green."),
            ),
            ("src/a.rs", "fn a() {}\n"),
            ("src/b.rs", "fn b() {}\n"),
        ],
        "Records",
    );
    repo.commit(&[("src/a.rs", "fn a() { turn() }\n")], "Turn, see ADR 112");
    repo.commit(&[("src/b.rs", "fn b() { turn() }\n")], "Green, see ADR 113");
    let home = Home::new();
    assert_eq!(home.lingering(repo.path(), &["sync"]).code, 0);
    let graph = dump(&home, repo.path());
    let cited: Vec<&str> = governed(&graph)
        .into_iter()
        .filter(|l| l.contains("cited by"))
        .collect();
    assert!(cited.iter().any(|l| l.contains("src/b.rs")), "{cited:?}");
    assert!(cited.iter().all(|l| !l.contains("src/a.rs")), "{cited:?}");
}

#[test]
fn repowise_2439_2434_a_wide_commit_governs_only_what_its_words_name() {
    let repo = TestRepo::new();
    let body = |n: usize, what: &str| format!("pub fn f{n}() {{\n    {what}();\n}}\n");
    let names: Vec<String> = (0..42).map(|n| format!("src/f{n}.rs")).collect();
    let texts: Vec<String> = (0..42).map(|n| body(n, "old")).collect();
    let files: Vec<(&str, &str)> = names
        .iter()
        .zip(&texts)
        .map(|(n, t)| (n.as_str(), t.as_str()))
        .collect();
    repo.commit(&files, "Start");
    let texts: Vec<String> = (0..42).map(|n| body(n, "new")).collect();
    let files: Vec<(&str, &str)> = names
        .iter()
        .zip(&texts)
        .map(|(n, t)| (n.as_str(), t.as_str()))
        .collect();
    let wide = repo.commit(&files, "Call new everywhere\n\nWe decided to keep the retry in `src/f1.rs` instead of a queue because the queue lost entries under load.\n");
    let home = Home::new();
    for (file, is_met) in [("src/f1.rs", true), ("src/f7.rs", false)] {
        repo.git(&["checkout", "-q", "-B", "topic", &wide]);
        let text = std::fs::read_to_string(repo.path().join(file)).unwrap();
        let (more, subject) = match is_met {
            true => ("pub fn retry() {\n    queue();\n}\n", "Retry by a queue"),
            false => ("pub fn two() {\n    three();\n}\n", "Add two"),
        };
        repo.commit(&[(file, &format!("{text}\n{more}"))], subject);
        let (_, review) = home.review(repo.path(), &["topic", "--base", &wide]);
        let met = review
            .findings
            .iter()
            .any(|f| f.decision.id.as_str() == format!("commit:{wide}"));
        assert_eq!(
            met,
            is_met,
            "{file}: {:?}",
            review
                .findings
                .iter()
                .map(|f| f.decision.id.to_string())
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn mem0_4536_1674_a_second_sync_adds_nothing_and_an_override_keeps_both() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    assert_eq!(home.lingering(dir, &["sync"]).code, 0);
    let before = dump(&home, dir);
    assert_eq!(home.lingering(dir, &["sync"]).code, 0);
    same(&before, &dump(&home, dir));
    g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    let against = |args: &[&str]| {
        let (code, review) = home.review(dir, args);
        (
            code,
            review
                .findings
                .iter()
                .any(|f| f.decision.id.as_str() == WAITING),
        )
    };
    assert_eq!(against(&["undo"]).0, 1);
    let said = home.lingering(
        dir,
        &[
            "correct",
            "override",
            WAITING,
            "-m",
            "The new float settles at once",
        ],
    );
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(against(&["undo"]).0, 0);
    let graph = dump(&home, dir);
    assert!(graph.contains("The new float settles at once"));
    assert!(
        before.lines().filter(|l| l.contains("0001-wait")).count()
            <= graph.lines().filter(|l| l.contains("0001-wait")).count()
    );
    assert_eq!(home.lingering(dir, &["correct", "undo"]).code, 0);
    assert_eq!(against(&["undo"]), (1, true));
}

#[test]
fn mempalace_224_a_removed_record_never_warns_and_does_as_of_before() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    g.repo.git(&["checkout", "-q", "main"]);
    g.repo.git(&["rm", "-q", WAITING]);
    let gone = g.repo.commit(&[], "Drop the record of the waiting");
    let undo = g.branch("undo", &gone, &[g.fast_again()], "Read more often");
    let (_, now) = home.review(dir, &["undo"]);
    assert!(
        now.findings
            .iter()
            .all(|f| f.decision.id.as_str() != WAITING)
    );
    let patch = g.patch("undo.patch", &gone, &undo);
    let (code, then) = home.review(dir, &[&patch, "--base", &g.tip]);
    assert_eq!(code, 1);
    assert!(
        then.findings
            .iter()
            .any(|f| f.decision.id.as_str() == WAITING)
    );
}

#[test]
fn ai_agents_3783_guard_never_warns_from_a_superseded_mandate() {
    let repo = TestRepo::new();
    let mandate =
        "Every write in `src/a.rs` takes the lock: `lock()` must never be removed from `write`.";
    let body = |head: &str| format!("{head}\n\n## Decision\n\n{mandate}\n");
    repo.commit(
        &[("src/a.rs", "pub fn write() {\n    lock();\n    put();\n}\n")],
        "Write",
    );
    repo.commit(
        &[
            ("docs/adr/ADR-001-a.md", &body("# ADR-001: Lock\n\n**Status**: Superseded by ADR-086")),
            ("docs/adr/ADR-002-b.md", &body("---\nstatus: superseded\nsuperseded-by: ADR-086\n---\n# ADR-002: Lock")),
            ("docs/adr/ADR-003-c.md", &body("# ADR-003: Lock\n\n## Status\n\nSuperseded by\n[ADR-086](ADR-086-d.md) on 2026-07-20")),
            ("docs/adr/ADR-086-d.md", "# ADR-086: One writer\n\n## Status\n\nAccepted\n\n## Decision\n\nOne thread writes.\n"),
        ],
        "Records",
    );
    let home = Home::new();
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.commit(
        &[("src/a.rs", "pub fn write() {\n    put();\n}\n")],
        "Drop the lock",
    );
    let ran = home.lingering(repo.path(), &["guard", "main..topic"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let (_, review) = home.review(repo.path(), &["topic", "--base", "main"]);
    for f in &review.findings {
        let name = f.decision.id.as_str();
        assert!(name.contains("ADR-086"), "{name}");
    }
}

#[test]
fn adrs_53_every_source_is_byte_for_byte_as_it_was_after_every_command() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    g.repo.git(&["checkout", "-q", "main"]);
    g.repo.commit(
        &[(
            "docs/adr/0009-no-end.md",
            "# 9. No line end\n\n## Status\n\nAccepted",
        )],
        "No final newline",
    );
    g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    g.repo.git(&["checkout", "-q", "main"]);
    let sources = || -> BTreeMap<String, Vec<u8>> {
        let list = g.repo.git(&["ls-files"]);
        list.lines()
            .map(|p| (p.to_owned(), std::fs::read(dir.join(p)).unwrap()))
            .collect()
    };
    let before = sources();
    for args in [
        &["sync"][..],
        &["log"],
        &["log", "--coverage", "--format", "json"],
        &["review", "undo", "--format", "text"],
        &["guard", "undo"],
        &["correct", "ack", WAITING, "--of", "undo", "-m", "a trial"],
        &["correct", "wrong", WAITING, "-m", "not here"],
        &[
            "correct",
            "override",
            WAITING,
            "-m",
            "The new float settles at once",
        ],
        &["correct", "undo"],
    ] {
        let ran = home.lingering(dir, args);
        assert!(ran.code <= 2, "{args:?}: {ran:?}");
        assert_eq!(sources(), before, "{args:?}");
    }
    assert_eq!(g.repo.git(&["status", "--porcelain"]), "");
}

#[test]
fn decision_guardian_002_010_011_a_broken_pattern_is_an_error_with_its_line_and_matches_nothing() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let (path, text) = g.fast_again();
    for settings in [
        "[records]\nfiles = [\"docs/[adr/*.md\"]\n",
        "[records]\nexclude = [\"docs/{adr\"]\n",
        "[words.standing]\naccepted = [\"--\"]\n",
    ] {
        g.repo
            .commit(&[("rguard.toml", settings)], "Say where records stand");
        g.repo.write(path, text);
        for args in [&["guard", "--worktree"][..], &["log"]] {
            let ran = home.lingering(dir, args);
            assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {ran:?}");
            assert!(ran.err.contains("rguard.toml:2:"), "{ran:?}");
        }
        g.repo.git(&["checkout", "-q", "--", "."]);
    }
}

#[test]
fn decision_guardian_004_012_what_cannot_be_read_is_told_and_hides_no_contradiction() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let (path, text) = g.fast_again();
    std::fs::write(dir.join("docs/adr/0009-bad.md"), b"# 9. \xff\n").unwrap();
    g.repo
        .commit(&[("DECISIONS.md", "")], "A broken record and an empty log");
    g.repo
        .write("README.md", "# Tide gauge\n\nReads the float.\n");
    assert_eq!(home.lingering(dir, &["guard", "--worktree"]).code, 0);
    g.repo.write(path, text);
    let (code, review) = home.review(dir, &["--worktree"]);
    assert_eq!(code, 1);
    let told = |file: &str, words: &str| {
        let mut all = review.coverage.iter();
        all.any(|c| c.path.to_string() == file && c.reason.contains(words))
    };
    assert!(
        told("docs/adr/0009-bad.md", "UTF-8"),
        "{:?}",
        review.coverage
    );
    assert!(told("DECISIONS.md", "empty"), "{:?}", review.coverage);
}
