//! What a list says of its moment, of what it did not read, and of how it was asked.

use std::process::Command;

use serde_json::json;

use crate::ferry::{Ferry, noon};
use crate::testkit::git_at;
use crate::testkit::run::Ran;

const RECORD: &str = "## Status\n\nAccepted\n\n## Decision\n\nUse it.\n";

#[test]
fn a_time_counts_to_its_second_and_the_head_says_its_zone() {
    let f = Ferry::new();
    for (asked, subject) in [
        ("2024-01-05 11:00", "Record how we steer"),
        ("2024-01-05T11:59:59Z", "Record how we steer"),
        ("2024-01-05T12:00:00Z", "Count the ropes again"),
        ("2024-01-05 12:30 +0100", "Record how we steer"),
        ("2024-01-05 13:00:00+01:00", "Count the ropes again"),
        ("2024-01", "Renumber the lights"),
    ] {
        let moment = &f.json(&["--as-of", asked])["moment"];
        assert_eq!(moment["subject"], json!(subject), "{asked}");
    }
    let mut away = f
        .home
        .command(f.repo.path(), &["log", "--as-of", "2024-01-05 13:30"]);
    let ran = Ran::from(away.env("TZ", "Etc/GMT-2").output().unwrap());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let head = ran.out.lines().take(3).collect::<Vec<_>>().join(" ");
    let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(head.contains("(local time, UTC+02:00)"), "{head}");
    assert!(head.contains("Record how we steer"), "{head}");
}

#[test]
fn a_branch_without_a_commit_is_said_to_have_none() {
    let f = Ferry::new();
    let dir = f.repo.beside("unborn");
    std::fs::create_dir(&dir).unwrap();
    git_at(&dir, noon(1), &["init", "-q", "-b", "main"]);
    let ran = f.home.run(&dir, &["log"]);
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("no commit yet"), "{}", ran.err);
}

#[test]
fn files_that_were_not_read_are_counted_at_the_end_of_a_plain_list() {
    let f = Ferry::new();
    assert!(!f.text(&[]).contains("not read"));
    f.repo
        .write("docs/adr/0005-latin.md", b"# 5. Caf\xe9\n")
        .write("docs/adr/0006-wide.md", b"\xff\xfe#\0")
        .write("docs/adr/0007-nul.md", b"# 7. N\0\n");
    f.repo.write(
        "DECISIONS.md",
        "# L\n\n## One\n\nStatus: Accepted\n\n```\nx\n\n## Two\n\nStatus: Accepted\n",
    );
    f.commit(20, "Add what cannot be read");
    let text = f.text(&[]);
    let last = text.lines().last().unwrap();
    assert_eq!(
        last,
        "3 files were not read, 1 file was read in part; --coverage says why."
    );
    assert!(
        f.text(&["--coverage"])
            .contains("a code fence opened at line 7 is never closed")
    );
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_utf8_stands_in_the_coverage_with_the_reason() {
    use std::os::unix::ffi::OsStrExt;
    let f = Ferry::new();
    let name = std::ffi::OsStr::from_bytes(b"docs/adr/0008-caf\xe9.md");
    // Some file systems hold no such name.
    if std::fs::write(f.repo.path().join(name), RECORD).is_err() {
        return;
    }
    f.commit(20, "Add a name in latin letters");
    let text = f.text(&["--coverage"]);
    assert!(
        text.contains("docs/adr/0008-caf\\xE9.md  its path is not UTF-8"),
        "{text}"
    );
}

#[test]
fn records_in_a_submodule_are_said_to_be_elsewhere() {
    let f = Ferry::new();
    f.repo.write(
        ".gitmodules",
        "[submodule \"x\"]\n\tpath = docs/decisions\n\turl = ../x\n",
    );
    f.repo.git(&["add", "-A"]);
    let link = format!("160000,{},docs/decisions", f.repo.head());
    let dir = f.repo.path();
    git_at(
        dir,
        noon(20),
        &["update-index", "--add", "--cacheinfo", &link],
    );
    git_at(
        dir,
        noon(20),
        &["commit", "-q", "-m", "Bind the records in"],
    );
    let text = f.text(&["--coverage"]);
    assert!(
        text.contains("skipped  docs/decisions  it is a submodule"),
        "{text}"
    );
}

#[test]
fn a_clone_without_contents_says_so_and_ends_with_2() {
    let f = Ferry::new();
    f.repo.git(&["config", "uploadpack.allowFilter", "true"]);
    let to = f.repo.beside("partial");
    let from = format!("file://{}", f.repo.path().display());
    let cloned = Command::new("git")
        .args(["clone", "-q", "--filter=blob:none", "--no-checkout", &from])
        .arg(&to)
        .output()
        .unwrap();
    assert!(cloned.status.success(), "{cloned:?}");
    let ran = f.home.run(&to, &["log"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.out.contains("missing from this clone"), "{}", ran.out);
    assert!(ran.out.contains("--no-filter"), "{}", ran.out);
    assert!(!ran.out.contains("No file at this commit"), "{}", ran.out);
}

#[test]
fn totals_do_not_depend_on_what_is_listed() {
    let f = Ferry::new();
    let plain = f.json(&[]);
    let all = f.json(&["--coverage"]);
    assert_eq!(plain["totals"], all["totals"]);
    assert!(plain["totals"]["files"]["read"].as_u64() > Some(0));
}

#[test]
fn a_place_is_named_from_the_folder_that_one_is_in() {
    let f = Ferry::new();
    let from = |dir: &str, path: &str| {
        f.home
            .run(&f.repo.path().join(dir), &["log", "--path", path])
    };
    let top = f.text(&["--path", "docs/adr"]);
    let whole = f.repo.path().canonicalize().unwrap().join("docs/adr");
    for (dir, path) in [
        ("docs", "adr"),
        ("docs/adr", "."),
        ("docs/adr", "../adr/"),
        ("src", whole.to_str().unwrap()),
    ] {
        let ran = from(dir, path);
        assert_eq!(ran.code, 0, "{path}: {}", ran.err);
        assert_eq!(ran.out.lines().count(), top.lines().count(), "{dir} {path}");
    }
    for wrong in ["[", "../../x", "/elsewhere"] {
        let ran = from("docs", wrong);
        assert_eq!(
            (ran.code, ran.out.as_str()),
            (64, ""),
            "{wrong}: {}",
            ran.err
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_takes_nothing_is_said_to() {
    let f = Ferry::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let mut command = f.home.command(f.repo.path(), &["log"]);
    let ran = Ran::from(command.stdout(full.unwrap()).output().unwrap());
    assert_eq!(ran.code, 3);
    assert!(ran.err.contains("could not be written"), "{}", ran.err);
    assert!(!ran.err.contains("Internal"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn settings_that_are_no_file_are_not_passed_over() {
    let f = Ferry::new();
    std::os::unix::fs::symlink("README.md", f.repo.path().join("rguard.toml")).unwrap();
    f.commit(20, "Link the settings");
    let ran = f.run(&[]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(ran.err.contains("rguard.toml is a link"), "{}", ran.err);
}

#[test]
fn a_comparison_backwards_says_that_it_is_one() {
    let f = Ferry::new();
    assert!(
        f.text(&["diff", "HEAD..v1"])
            .contains("the newer of the two")
    );
    assert!(
        !f.text(&["diff", "v1..HEAD"])
            .contains("the newer of the two")
    );
}
