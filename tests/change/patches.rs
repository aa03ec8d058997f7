//! Patches as they come: with any prefix, coloured, mailed, cut off, hostile.

use std::os::unix::fs::PermissionsExt;

use rguard::change::{ChangeError, Options, patch};
use rguard::model::{Change, ChangedFile, FileStatus};

use crate::targets::look_with;
use crate::testkit::TestRepo;

/// A commit with an edit, a new file, a deletion, a rename, a mode and a binary, after a first one.
fn edited() -> TestRepo {
    let repo = TestRepo::new();
    let body: String = (1..=40).map(|i| format!("    step_{i}();\n")).collect();
    repo.commit(
        &[
            ("src/run.rs", &format!("fn run() {{\n{body}}}\n")),
            ("gone.txt", "bye\n"),
            ("from.txt", "1\n2\n3\n4\n5\n"),
            ("a/real.txt", "x\n"),
            ("bin.dat", "\0\u{1}"),
        ],
        "First",
    );
    repo.git(&["rm", "-q", "gone.txt"]);
    repo.git(&["mv", "from.txt", "to.txt"]);
    repo.write("bin.dat", b"\0\x02");
    let script = repo.path().join("a/real.txt");
    std::fs::set_permissions(script, std::fs::Permissions::from_mode(0o755)).unwrap();
    repo.commit(
        &[
            (
                "src/run.rs",
                &format!("fn run() {{\n{}}}\n", body.replace("step_20", "leap_20")),
            ),
            ("a/new.txt", "new\nno end"),
            ("tab\tname.txt", "t\n"),
        ],
        "Second thoughts\n\nBecause it failed.",
    );
    repo
}

fn read(repo: &TestRepo, text: &[u8]) -> Result<Change, ChangeError> {
    let options = Options {
        stdin: Some(text.to_vec()),
        base: Some("HEAD~1".into()),
        ..Options::default()
    };
    look_with(repo, "-", options).map(|r| r.change)
}

fn two_way(repo: &TestRepo, flags: &[&str]) -> Vec<u8> {
    repo.git_bytes(&[&["diff", "-M"], flags, &["HEAD~1", "HEAD"]].concat())
}

#[test]
fn a_patch_of_a_commit_is_the_commits_own_change() {
    let repo = edited();
    let ours = look_with(&repo, &repo.head(), Options::default())
        .unwrap()
        .change;
    let theirs = read(&repo, &two_way(&repo, &[])).unwrap();
    assert_eq!(theirs.notes, Vec::<String>::new());
    assert!(!theirs.incomplete);
    let mut files = theirs.files.clone();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    assert_eq!(files, ours.files);
    assert_eq!(files.len(), 7);
    assert_eq!(theirs.base, ours.base);
}

// dandavison/delta#215, #120, sergeyt/parse-diff#44: prefixes that are not a/ and b/.
#[test]
fn one_change_comes_out_whatever_the_prefixes_and_colours() {
    let repo = edited();
    let plain = read(&repo, &two_way(&repo, &[])).unwrap().files;
    let table: [(&str, Vec<u8>); 7] = [
        ("no prefix", two_way(&repo, &["--no-prefix"])),
        (
            "mnemonic",
            two_way(&repo, &["--src-prefix=i/", "--dst-prefix=w/"]),
        ),
        (
            "mnemonic of the index",
            two_way(&repo, &["--src-prefix=c/", "--dst-prefix=i/"]),
        ),
        (
            "turned",
            two_way(&repo, &["--src-prefix=b/", "--dst-prefix=a/"]),
        ),
        (
            "coloured",
            repo.git_bytes(&[
                "diff",
                "-M",
                "--color=always",
                "--color-moved",
                "HEAD~1",
                "HEAD",
            ]),
        ),
        (
            "with a byte order mark",
            [b"\xef\xbb\xbf", &two_way(&repo, &[])[..]].concat(),
        ),
        ("binary in full", two_way(&repo, &["--binary"])),
    ];
    for (name, text) in table {
        let change = read(&repo, &text).unwrap();
        assert_eq!(change.files, plain, "{name}");
        assert!(change.notes.is_empty(), "{name}: {:?}", change.notes);
    }
}

#[test]
fn without_prefixes_a_real_folder_named_a_keeps_its_name() {
    let repo = edited();
    let change = read(&repo, &two_way(&repo, &["--no-prefix"])).unwrap();
    let paths: Vec<String> = change.files.iter().map(|f| f.path.to_string()).collect();
    assert!(
        paths.contains(&"a/new.txt".to_owned()) && paths.contains(&"a/real.txt".to_owned()),
        "{paths:?}"
    );
    assert!(paths.contains(&"tab\tname.txt".to_owned()), "{paths:?}");
}

#[test]
fn a_mailed_patch_brings_its_title_author_and_reason_and_survives_crlf() {
    let repo = edited();
    let mail = repo.git_bytes(&["format-patch", "--stdout", "-M", "-1", "HEAD"]);
    let change = read(&repo, &mail).unwrap();
    assert_eq!(change.title, "Second thoughts");
    assert_eq!(change.description, "Because it failed.");
    assert_eq!(change.author.as_deref(), Some("Ada Lovelace"));
    let plain = read(&repo, &two_way(&repo, &[])).unwrap().files;
    assert_eq!(change.files, plain);
    let crlf = String::from_utf8(mail).unwrap().replace('\n', "\r\n");
    let mangled = read(&repo, crlf.as_bytes()).unwrap();
    assert_eq!(mangled.files, plain);
    let shown = repo.git_bytes(&["show", "-M", "HEAD"]);
    let change = read(&repo, &shown).unwrap();
    assert_eq!(
        (change.title.as_str(), change.author.as_deref()),
        ("Second thoughts", Some("Ada Lovelace"))
    );
}

#[test]
fn line_ends_of_a_crlf_file_are_kept() {
    let repo = TestRepo::new();
    repo.commit(&[("w.txt", "one\r\ntwo\r\n")], "One");
    repo.commit(&[("w.txt", "one\r\nTWO\r\n")], "Two");
    let change = read(&repo, &two_way(&repo, &[])).unwrap();
    assert_eq!(
        change.files,
        look_with(&repo, &repo.head(), Options::default())
            .unwrap()
            .change
            .files
    );
    assert_eq!(change.files[0].hunks[0].lines[1].text, "two\r");
}

// dandavison/delta#1621, rtfpessoa/diff2html#233: a binary rename has no ---/+++ lines.
#[test]
fn a_binary_rename_after_a_text_file_has_its_own_paths() {
    let text = "diff --git a/new.txt b/new.txt\nnew file mode 100644\nindex 0000000..9daeafb\n--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1 @@\n+test\ndiff --git a/old.png b/art/new.png\nsimilarity index 100%\nrename from old.png\nrename to art/new.png\ndiff --git a/x.bin b/y.bin\nsimilarity index 60%\nrename from x.bin\nrename to y.bin\nindex 123..456 100644\nBinary files a/x.bin and b/y.bin differ\n";
    let files = patch::parse(text.as_bytes()).unwrap().files;
    let shown: Vec<(String, Option<String>, FileStatus)> = files
        .iter()
        .map(|f| {
            (
                f.path.to_string(),
                f.old_path.as_ref().map(|p| p.to_string()),
                f.status,
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("new.txt".to_owned(), None, FileStatus::Added),
            (
                "art/new.png".to_owned(),
                Some("old.png".to_owned()),
                FileStatus::Renamed
            ),
            (
                "y.bin".to_owned(),
                Some("x.bin".to_owned()),
                FileStatus::Renamed
            ),
        ]
    );
    assert!(files[1].hunks.is_empty() && files[2].note.as_deref().unwrap().contains("Binary"));
}

#[test]
fn a_plain_diff_u_is_read_too() {
    for (old, new) in [
        (
            "src/run.rs\t2024-01-01 00:00:00 +0000",
            "src/run.rs\t2024-01-02 00:00:00 +0000",
        ),
        ("before/src/run.rs", "after/src/run.rs"),
        ("a/src/run.rs", "b/src/run.rs"),
    ] {
        let text = format!(
            "Only in after: junk\n--- {old}\n+++ {new}\n@@ -1,3 +1,3 @@\n fn run() {{\n-    step_1();\n+    leap_1();\n     step_2();\n--- x.sql\n+++ x.sql\n@@ -1,2 +1,2 @@\n a\n--- dropped\n+-- kept\n"
        );
        let patch = patch::parse(text.as_bytes()).unwrap();
        let paths: Vec<String> = patch.files.iter().map(|f| f.path.to_string()).collect();
        assert_eq!(paths, ["src/run.rs", "x.sql"], "{old}");
        assert!(
            patch
                .files
                .iter()
                .all(|f| (f.additions, f.deletions) == (1, 1))
        );
        assert!(!patch.incomplete, "{:?}", patch.notes);
    }
}

#[test]
fn a_cut_off_patch_is_incomplete_and_says_where() {
    let repo = edited();
    let whole = two_way(&repo, &[]);
    let at = String::from_utf8_lossy(&whole).find("leap_20").unwrap();
    let change = read(&repo, &whole[..at + 8]).unwrap();
    assert!(change.incomplete);
    assert!(
        change.notes[0].contains("1 of ") && change.notes[0].contains("line "),
        "{:?}",
        change.notes
    );
    assert!(!change.files.is_empty());
}

#[test]
fn texts_that_are_no_patch_are_told_from_empty_ones_and_from_combined_diffs() {
    for empty in ["", "\n  \n"] {
        assert!(matches!(
            patch::parse(empty.as_bytes()),
            Err(ChangeError::Nothing(_))
        ));
    }
    let error = patch::parse(b"hello\nworld\n").unwrap_err().to_string();
    assert!(error.contains("git diff"), "{error}");
    let combined = "diff --cc a.txt\nindex 1,2..3\n--- a/a.txt\n+++ b/a.txt\n@@@ -1,1 -1,1 +1,1 @@@\n- a\n -b\n++c\n";
    let error = patch::parse(combined.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("two-way"), "{error}");
    let mixed = format!(
        "{combined}diff --git a/b.txt b/b.txt\n--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-1\n+2\n"
    );
    let patch = patch::parse(mixed.as_bytes()).unwrap();
    assert!(patch.incomplete && patch.files.len() == 1 && patch.notes[0].contains("1 of 2"));
}

#[test]
fn a_hunk_at_a_line_that_no_file_has_is_refused() {
    for start in ["4294967295", "4294967294", "9999999999"] {
        let text = format!("--- a/a.rs\n+++ b/a.rs\n@@ -{start},1 +{start},1 @@\n-1\n+2\n");
        let error = patch::parse(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("a line that no file has"), "{error}");
    }
}

#[test]
fn paths_that_leave_the_repository_are_refused_and_the_rest_is_incomplete() {
    let one = |path: &str| {
        format!("diff --git a/{path} b/{path}\n--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-1\n+2\n")
    };
    let error = patch::parse(one("../../etc/passwd").as_bytes())
        .unwrap_err()
        .to_string();
    assert!(error.contains("leave the repository"), "{error}");
    let patch = patch::parse((one("ok.txt") + &one(".git/config")).as_bytes()).unwrap();
    assert_eq!(patch.files.len(), 1);
    assert!(
        patch.incomplete && patch.notes[0].contains(".git"),
        "{:?}",
        patch.notes
    );
    let hostile = "--- /etc/passwd\n+++ /etc/passwd\n@@ -1 +1 @@\n-1\n+2\n";
    assert!(patch::parse(hostile.as_bytes()).is_err());
}

#[test]
fn hunks_are_moved_to_where_the_base_has_their_lines_and_scopes_are_filled() {
    let repo = edited();
    let of_run = |text: &[u8]| -> (ChangedFile, Vec<String>) {
        let change = read(&repo, text).unwrap();
        (
            change
                .files
                .into_iter()
                .find(|f| f.path.to_string() == "src/run.rs")
                .unwrap(),
            change.notes,
        )
    };
    let text = String::from_utf8_lossy(&two_way(&repo, &[])).into_owned();
    let (right, notes) = of_run(text.as_bytes());
    assert_eq!(right.hunks[0].scope, "fn run() {");
    assert!(notes.is_empty());
    let off = text.replace("@@ -18,7 +18,7 @@", "@@ -3,7 +3,7 @@");
    assert_ne!(off, text);
    let (moved, notes) = of_run(off.as_bytes());
    assert_eq!(moved.hunks, right.hunks);
    assert!(notes[0].contains("moved"), "{notes:?}");
    let other = text.replace("step_19", "unheard_of");
    let (lost, notes) = of_run(other.as_bytes());
    assert_eq!(lost.hunks.len(), 1);
    assert!(notes[0].contains("do not match the base"), "{notes:?}");
    let stranger = "diff --git a/no.rs b/no.rs\n--- a/no.rs\n+++ b/no.rs\n@@ -1 +1 @@\n-1\n+2\n";
    assert!(read(&repo, stranger.as_bytes()).unwrap().notes[0].contains("--base"));
}

#[test]
fn a_series_of_patches_joins_the_parts_of_one_file() {
    let repo = edited();
    repo.commit(&[("a/new.txt", "new\nwith end\n")], "Third");
    let mail = repo.git_bytes(&["format-patch", "--stdout", "-M", "-2", "HEAD"]);
    let options = Options {
        stdin: Some(mail),
        base: Some("HEAD~2".into()),
        ..Options::default()
    };
    let change = look_with(&repo, "-", options).unwrap().change;
    let new: Vec<&ChangedFile> = change
        .files
        .iter()
        .filter(|f| f.path.to_string() == "a/new.txt")
        .collect();
    assert_eq!(new.len(), 1);
    assert_eq!(
        (new[0].status, new[0].hunks.len()),
        (FileStatus::Added, 2),
        "{:?}",
        change.notes
    );
}
