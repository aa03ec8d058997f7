//! The command line: usage, help, exits, a reader that goes away.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use testkit::run::Home;

#[test]
fn wrong_usage_exits_64_and_says_what_is_wrong() {
    let home = Home::new();
    for args in [
        &["--no-such-flag"][..],
        &["no-such-command"],
        &["schema", "nothing"],
        &["completions"],
        &["--color", "sometimes", "schema", "log"],
        &["--log", "a=b=c", "schema", "log"],
    ] {
        let ran = home.run(home.path(), args);
        assert_eq!(ran.code, 64, "{args:?}: {ran:?}");
        assert!(ran.out.is_empty(), "{args:?}: {ran:?}");
        assert!(
            ran.err.to_lowercase().contains("error"),
            "{args:?}: {ran:?}"
        );
    }
}

#[test]
fn without_arguments_the_help_says_what_there_is() {
    let home = Home::new();
    let ran = home.run(home.path(), &[]);
    assert_eq!(ran.code, 64);
    assert!(ran.err.contains("Usage: rguard"), "{ran:?}");
}

#[test]
fn the_list_of_subcommands() {
    let home = Home::new();
    let ran = home.run(home.path(), &["--help"]);
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(ran.out.split("\n\nOptions:").next().unwrap());
}

#[test]
fn every_listed_subcommand_has_help_and_ends_its_sentences_alike() {
    let home = Home::new();
    let help = home.run(home.path(), &["--help"]).out;
    let list = help
        .split("Commands:\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    let names: Vec<&str> = list
        .lines()
        .filter(|l| l.starts_with("  ") && !l.starts_with("   "))
        .filter_map(|l| l.split_whitespace().next())
        .collect();
    assert!(names.len() >= 3, "{names:?}");
    for name in names {
        let ran = home.run(home.path(), &[name, "--help"]);
        assert_eq!(ran.code, 0, "{name}");
        let about = ran.out.lines().next().unwrap();
        assert!(
            !about.is_empty() && !about.ends_with('.'),
            "{name}: {about}"
        );
    }
}

#[test]
fn a_reader_that_goes_away_is_success() {
    let home = Home::new();
    // Long enough to fill a pipe, so that the write after the reader has left is a real one.
    let mut child = home
        .command(home.path(), &["completions", "zsh"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let err = BufReader::new(child.stderr.take().unwrap()).lines().count();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(err, 0);
}

#[test]
fn completions_and_manual_come_from_the_same_arguments() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = home.run(home.path(), &["completions", shell]);
        assert!(ran.code == 0 && ran.out.contains("completions"), "{shell}");
    }
    let page = home.run(home.path(), &["man"]).out;
    assert!(page.contains(".TH rguard 1"), "{page}");
    let dir = home.path().join("man");
    assert_eq!(
        home.run(home.path(), &["man", "--out", dir.to_str().unwrap()])
            .code,
        0
    );
    assert!(dir.join("rguard.1").is_file() && dir.join("rguard-schema.1").is_file());
}

#[test]
fn the_log_goes_to_a_file_and_never_to_the_screen() {
    let home = Home::new();
    let ran = home.run(home.path(), &["--log", "trace", "schema", "log"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(home.path().join("data/rguard.log").is_file());
    serde_json::from_str::<serde_json::Value>(&ran.out).unwrap();
}
