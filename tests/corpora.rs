//! The comparison of what is read in repositories with tables of what they hold.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

use std::path::Path;

use serde_json::Value;
use testkit::TestRepo;
use testkit::run::Home;

fn adr(n: u32, title: &str, day: &str, status: &str) -> String {
    format!("# {n}. {title}\n\nDate: {day}\n\n## Status\n\n{status}\n\n## Decision\n\nSo we do.\n")
}

/// A repository with three records, a template, a fixture and a log of one entry.
fn shop() -> (TestRepo, String) {
    let repo = TestRepo::new();
    let queue = "docs/adr/0001-queue.md";
    repo.commit(
        &[(queue, &adr(1, "Use a queue", "2024-01-02", "Accepted"))],
        "Record the queue",
    );
    let table = adr(2, "Use a table", "2024-02-03", "Accepted");
    repo.commit(&[("docs/adr/0002-table.md", &table)], "Record the table");
    let log = "# Decisions\n\n## Pay by invoice (June 2024)\n\nCards cost more.\n\n### What it changed\n\nThe ledger waits a day.\n";
    repo.commit(
        &[
            (
                queue,
                &adr(
                    1,
                    "Use a queue",
                    "2024-01-02",
                    "Superseded by [2](0002-table.md)",
                ),
            ),
            (
                "docs/adr/template.md",
                "# N. Title\n\n## Status\n\nAccepted\n",
            ),
            (
                "tests/fixtures/docs/adr/0001-x.md",
                &adr(1, "X", "2024-01-01", "Accepted"),
            ),
            ("DECISIONS.md", log),
        ],
        "Retire the queue, and start a log",
    );
    let head = repo.head();
    (repo, head)
}

fn table(commit: &str, rows: &str) -> String {
    format!(
        "# repository: acme/shop\n# clone: repo\n# commit: {commit}\n# reads: records\nkind\tid\n{rows}"
    )
}

const RIGHT: &str = "\
record\tdocs/adr/0001-queue.md\tsuperseded\t2024-01-02\tdocs/adr/0002-table.md
record\tdocs/adr/0002-table.md\taccepted\t2024-02-03\t-
entry\tDECISIONS.md#Pay by invoice (June 2024)\tunknown\t2024-06\t-\t3
section\tDECISIONS.md#Pay by invoice (June 2024) > What it changed\tunknown\t2024-06\t-\t7
not\tdocs/adr/template.md\ta template
not\ttests/\ta fixture
";

fn compare(repo: &TestRepo, tables: &[(&str, String)], more: &[&str]) -> (String, String) {
    let home = Home::new();
    let dir = home.path().join("corpora");
    std::fs::create_dir(&dir).unwrap();
    for (name, text) in tables {
        std::fs::write(dir.join(format!("{name}.tsv")), text).unwrap();
    }
    let repos: &Path = repo.path().parent().unwrap();
    let mut args = vec!["eval", "corpora", "--corpora", dir.to_str().unwrap()];
    args.extend(["--repos", repos.to_str().unwrap()]);
    args.extend(more);
    let ran = home.run(home.path(), &args);
    assert_eq!(ran.code, 0, "{ran:?}");
    (ran.out, ran.err)
}

fn json(repo: &TestRepo, rows: &str, commit: &str, more: &[&str]) -> Value {
    let more = [&["--format", "json"], more].concat();
    let (out, _) = compare(repo, &[("shop", table(commit, rows))], &more);
    let all: Value = serde_json::from_str(&out).unwrap();
    all[0].clone()
}

#[test]
fn a_repository_that_is_read_as_its_table_says_has_no_difference() {
    let (repo, head) = shop();
    let found = json(&repo, RIGHT, &head, &[]);
    assert_eq!(found["misses"], serde_json::json!([]), "{found:#}");
    assert_eq!(found["decisions"]["record"]["found"], 2);
    assert_eq!(found["decisions"]["section"]["expected"], 1);
    assert_eq!(
        (&found["skipped"], &found["silent"]),
        (&1.into(), &0.into())
    );
}

#[test]
fn each_wrong_expectation_is_reported_with_its_place() {
    let (repo, head) = shop();
    let rows = RIGHT
        .replace("superseded\t2024-01-02\tdocs/adr/0002-table.md", "accepted\t2024-01-03\t-")
        .replace("section\tDECISIONS.md#Pay by invoice (June 2024) > What it changed\tunknown\t2024-06\t-\t7\n", "")
        .replace("record\tdocs/adr/0002-table.md", "not\tdocs/adr/0002-table.md\tlisted here by mistake\nrecord\tdocs/adr/0009-gone.md");
    let text = table(&head, &rows);
    let (out, _) = compare(&repo, &[("shop", text)], &["--misses"]);
    for line in [
        "wrong standing: docs/adr/0001-queue.md (line 1): expected accepted; found superseded",
        "wrong date: docs/adr/0001-queue.md (line 1): expected 2024-01-03; found 2024-01-02",
        "wrong supersession: docs/adr/0001-queue.md (line 1): expected none; found docs/adr/0002-table.md",
        "missed: docs/adr/0009-gone.md: expected a decision; found nothing is said of it",
        "unexpected: DECISIONS.md#Pay by invoice (June 2024) > What it changed (line 7)",
        "not a decision: docs/adr/0002-table.md (line 1): expected none: listed here by mistake",
    ] {
        assert!(out.contains(line), "{line}\n{out}");
    }
    assert!(out.contains("2 of 3 found"), "{out}");
}

#[test]
fn a_repository_that_is_not_there_is_said_and_left_out() {
    let (repo, head) = shop();
    let other = table(&head, RIGHT).replace("clone: repo", "clone: elsewhere");
    let tables = [("other", other), ("shop", table(&head, RIGHT))];
    let (out, err) = compare(&repo, &tables, &[]);
    assert!(err.contains("elsewhere is not in"), "{err}");
    assert!(out.contains("4 of 4 found"), "{out}");
}

#[test]
fn the_log_of_older_commits_equals_a_checkout_of_them() {
    let (repo, head) = shop();
    let found = json(&repo, RIGHT, &head, &["--as-of", "5"]);
    let as_of = found["as_of"].as_array().unwrap();
    let counts: Vec<_> = as_of
        .iter()
        .map(|a| (a["identical"].as_u64(), a["differing"].as_u64()))
        .collect();
    assert_eq!(
        counts,
        [(Some(1), Some(0)), (Some(2), Some(0))],
        "{found:#}"
    );
}

#[test]
fn a_missing_blob_is_a_line_of_the_coverage_and_ends_nothing() {
    let (repo, head) = shop();
    let blob = repo.git(&["rev-parse", "HEAD:docs/adr/0002-table.md"]);
    let (dir, file) = blob.trim().split_at(2);
    std::fs::remove_file(repo.path().join(".git/objects").join(dir).join(file)).unwrap();
    let (out, _) = compare(&repo, &[("shop", table(&head, RIGHT))], &["--misses"]);
    assert!(out.contains("3 of 4 found"), "{out}");
    assert!(
        out.contains(
            "missed: docs/adr/0002-table.md: expected a decision; found the coverage says"
        ),
        "{out}"
    );
}

#[test]
fn cases_and_corpora_are_two_forms_of_one_command() {
    let home = Home::new();
    let ran = home.run(home.path(), &["eval"]);
    assert_eq!(ran.code, 64, "{ran:?}");
    let ran = home.run(home.path(), &["eval", "--cases", "c.yaml"]);
    assert_eq!(ran.code, 64, "{ran:?}");
    let args = ["eval", "--cases", "c.yaml", "--repos", ".", "--out", "o"];
    let ran = home.run(home.path(), &args);
    assert!(ran.err.contains("c.yaml cannot be read"), "{ran:?}");
}
