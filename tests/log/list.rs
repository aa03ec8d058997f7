//! The list: as of a revision or a date, its filters, its history, its coverage.

use serde_json::json;

use crate::ferry::Ferry;
use crate::testkit::json_schema::check;

#[test]
fn the_list_names_the_commit_and_every_decision_by_source() {
    insta::assert_snapshot!(Ferry::new().text(&[]));
}

#[test]
fn a_date_is_the_last_commit_of_the_default_branch_by_the_end_of_that_day() {
    let f = Ferry::new();
    for (asked, subject, branch) in [
        ("2024-01-05", "Count the ropes again", json!("main")),
        ("2024-01-08", "Count the ropes again", json!("main")),
        ("2024-01-09", "Steer by wire", json!("main")),
        ("v1", "Count the ropes again", json!(null)),
        ("HEAD~2", "Steer by wire", json!(null)),
    ] {
        let page = f.json(&["--as-of", asked]);
        let m = &page["moment"];
        assert_eq!(
            (&m["subject"], &m["branch"]),
            (&json!(subject), &branch),
            "{asked}"
        );
        assert_eq!(
            (&m["asked"], &m["commit"]),
            (&json!(asked), &page["as_of"]),
            "{asked}"
        );
    }
    let text = f.text(&["--as-of", "2024-01-08"]);
    assert!(
        text.lines()
            .take(2)
            .collect::<String>()
            .contains("the last commit of main by 2024-01-08"),
        "{text}"
    );
}

#[test]
fn a_moment_that_is_none_says_what_can_be_written() {
    let f = Ferry::new();
    let ran = f.run(&["--as-of", "2023-12-31"]);
    assert_eq!(ran.code, 3);
    assert!(
        ran.err.contains("no commit as old as 2023-12-31"),
        "{ran:?}"
    );
    let ran = f.run(&["--as-of", "v9"]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("a date like 2025-06-02"), "{ran:?}");
}

#[test]
fn filters_leave_what_fits_all_of_them() {
    let f = Ferry::new();
    let hand = "Steer by hand";
    let wire = "Steer by wire";
    let fuel = "Fuel is counted in litres";
    let lights = "Deck lights stay amber";
    for (args, wanted) in [
        (&["--standing", "accepted"][..], &[fuel, wire][..]),
        (&["--standing", "superseded,proposed"], &[hand, lights]),
        (&["--path", "docs/adr"], &[hand, wire, lights]),
        (&["--path", "*.md"], &[fuel, hand, wire, lights]),
        (&["--path", "src/rudder.rs"], &[hand]),
        (&["--path", "src/**"], &[hand]),
        (&["--path", "src/oars.rs"], &[]),
        (&["--text", "STEER by"], &[hand, wire]),
        (&["--text", "steer", "--text", "tires"], &[wire]),
        (&["--person", "lovelace", "--path", "DECISIONS.md"], &[fuel]),
        (&["--person", "nobody"], &[]),
        (
            &["--path", "docs", "--standing", "accepted", "--text", "wire"],
            &[wire],
        ),
    ] {
        assert_eq!(f.titles(args), wanted, "{args:?}");
    }
    let text = f.text(&["--standing", "proposed"]);
    assert!(
        text.starts_with("1 of 4 recorded decisions as of "),
        "{text}"
    );
    assert!(
        f.text(&["--person", "nobody"])
            .contains("No recorded decision fits all filters.")
    );
    let ran = f.run(&["--standing", "agreed"]);
    assert!(ran.code == 64 && ran.err.contains("accepted"), "{ran:?}");
}

#[test]
fn deleted_is_history_and_not_gone() {
    let f = Ferry::new();
    let page = f.json(&["--retired"]);
    let retired = page["retired"].as_array().unwrap();
    let told: Vec<(&str, &str, &str)> = retired
        .iter()
        .map(|r| {
            let by = r["removed_in"][0]["subject"].as_str().unwrap();
            (
                r["title"].as_str().unwrap(),
                r["ending"].as_str().unwrap(),
                by,
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            (
                "The bell rings twice",
                "deleted",
                "Drop the bell, keep the lights"
            ),
            ("Steer by hand", "superseded", "Steer by wire"),
        ]
    );
    assert_eq!(retired[0]["last"]["lines"], json!([9, 13]));
    // As of a commit before, it was live.
    assert!(
        f.titles(&["--as-of", "v1"])
            .contains(&"The bell rings twice".to_owned())
    );
    assert_eq!(
        f.json(&["--as-of", "v1", "--retired"])["retired"],
        json!([])
    );
    insta::assert_snapshot!(f.text(&["--retired", "--text", "bell"]));
}

#[test]
fn coverage_is_ordered_and_ends_with_its_totals() {
    let f = Ferry::new();
    f.repo.write(
        "docs/adr/template.md",
        "# N. Title\n\n## Status\n\nAccepted\n",
    );
    f.repo.write("docs/adr/0009-broken.md", b"# Broken\n\xff\n");
    f.commit(20, "Add what cannot be read");
    let text = f.text(&["--coverage"]);
    insta::assert_snapshot!(text.split("\nCoverage\n").nth(1).unwrap());
    let page = f.json(&["--coverage"]);
    let list = page["coverage"].as_array().unwrap();
    let place = |c: &serde_json::Value| {
        (
            c["path"].as_str().unwrap().to_owned(),
            c["line"].as_u64().unwrap_or(0),
        )
    };
    assert!(list.is_sorted_by_key(place), "{list:?}");
    let mut paths: Vec<&str> = list.iter().map(|c| c["path"].as_str().unwrap()).collect();
    paths.dedup();
    let files = &page["totals"]["files"];
    let sum = ["read", "partly", "skipped"]
        .map(|k| files[k].as_u64().unwrap())
        .iter()
        .sum::<u64>();
    assert_eq!(sum, paths.len() as u64);
}

#[test]
fn a_list_that_reads_no_facts_says_what_one_that_does_says() {
    let f = Ferry::new();
    for rev in ["HEAD", "v1", "HEAD~2"] {
        let plain = f.text(&["--as-of", rev, "--retired", "--coverage"]);
        // A place that all lie in makes the facts be read.
        let read = f.text(&["--as-of", rev, "--retired", "--coverage", "--path", "."]);
        let body = |t: &str| t.split_once("\n\n").unwrap().1.to_owned();
        assert_eq!(body(&plain), body(&read), "{rev}");
    }
}

#[test]
fn what_agents_were_told_is_that_of_the_moment() {
    let f = Ferry::new();
    assert!(
        f.text(&["--instructions"])
            .contains("Nothing: there is no instruction file")
    );
    f.repo.write("AGENTS.md", "# Crew\n\nNever ring once.\n");
    f.commit(20, "Tell the crew");
    f.repo.write("AGENTS.md", "# Crew\n\nRing twice.\n");
    f.commit(22, "Tell the crew better");
    let now = f.text(&["--instructions"]);
    assert!(
        now.contains("    │ Ring twice.\n") && !now.contains("Never ring once"),
        "{now}"
    );
    let then = f.json(&["--instructions", "--as-of", "2024-01-21"]);
    let told = &then["instructions"][0];
    assert_eq!(told["path"], "AGENTS.md");
    assert!(told["text"].as_str().unwrap().contains("Never ring once."));
    assert_eq!(f.json(&[])["instructions"], json!(null));
}

#[test]
fn what_is_printed_as_json_fits_the_published_schemas() {
    let f = Ferry::new();
    for (schema, args) in [
        ("log", &["--retired", "--coverage", "--instructions"][..]),
        ("log-show", &["show", "1"]),
        ("log-show", &["show", "The bell rings twice"]),
        ("log-diff", &["diff", "v1..HEAD"]),
    ] {
        let root = f.home.run(f.repo.path(), &["schema", schema]).out;
        let root = serde_json::from_str(&root).unwrap();
        check(&root, &root, &f.json(args), "$").unwrap_or_else(|e| panic!("{args:?}: {e}"));
    }
}

#[test]
fn hostile_words_of_a_record_do_not_reach_the_terminal() {
    let f = Ferry::new();
    let evil = "# 5. Paint \x1b]0;owned\x07 it\n\n## Status\n\nAccepted \x1b[31m\n\n## Decision\n\nWe paint \u{202e}it\x1b[2J because rust eats it.\n";
    f.repo.write("docs/adr/0005-paint.md", evil);
    f.commit(21, "Paint \x1b[2J it");
    for args in [
        &["--coverage"][..],
        &["show", "5"],
        &["diff", "v1..HEAD"],
        &["--retired"],
    ] {
        let text = f.text(args);
        let odd = text
            .chars()
            .find(|c| c.is_control() && *c != '\n' || *c == '\u{202e}');
        assert_eq!(odd, None, "{args:?}");
    }
}

#[test]
fn settings_that_cannot_be_understood_end_with_2_and_name_their_line() {
    let f = Ferry::new();
    f.repo
        .write("rguard.toml", "[words.standing]\nacepted = [\"aye\"]\n");
    f.commit(20, "Say it our way");
    let ran = f.run(&[]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.contains("rguard.toml:2:"), "{}", ran.err);
    assert!(ran.err.contains("acepted"), "{}", ran.err);
    // As of a commit before it the log is whole.
    assert_eq!(f.run(&["--as-of", "HEAD~1"]).code, 0);
}
