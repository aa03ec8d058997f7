//! One repository with every odd thing that git can hold.

use crate::testkit::TestRepo;

/// Renames (with and without edits, of an empty file), CRLF, no final newline, a path that is not
/// UTF-8, a link, a mode, binary content, a submodule, a merge, two roots, trailers, a mailmap.
pub fn odd() -> TestRepo {
    let repo = TestRepo::new();
    let long: String = (1..=60)
        .map(|i| format!("line {i} of the text\n"))
        .collect();
    repo.commit(
        &[
            ("src/a.txt", &long),
            ("empty.txt", ""),
            ("crlf.txt", "one\r\ntwo\r\nthree\r\n"),
        ],
        "First",
    );
    repo.commit(
        &[("src/a.txt", &long.replace("line 30 ", "line thirty ")), ("tail.txt", "no newline at the end")],
        "Change a line\n\nThe reason is long.\n\nRefs: #12\nReviewed-by: Bob <bob@example.org>\n and friends\n",
    );
    repo.git(&["mv", "empty.txt", "hollow.txt"]);
    repo.git(&["mv", "src/a.txt", "src/b.txt"]);
    repo.commit(
        &[(
            "src/b.txt",
            &long
                .replace("line 7 ", "line seven ")
                .replace("line 30 ", "line thirty "),
        )],
        "Move and edit",
    );
    repo.commit_as(
        "bob <BOB@old.example>",
        &[
            ("crlf.txt", "one\ntwo\r\nthree\r\nfour"),
            ("tail.txt", "no newline at the end\n"),
        ],
        "Line ends",
    );
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        let name = std::ffi::OsStr::from_bytes(b"caf\xe9.txt");
        std::fs::write(repo.path().join(name), "latin\nname\n").unwrap();
        std::os::unix::fs::symlink("src/b.txt", repo.path().join("link")).unwrap();
    }
    repo.write("bin.dat", [0u8, 1, 2, 0, 255]);
    repo.commit(
        &[],
        "Odd names\n\nCo-authored-by: Claude <noreply@anthropic.com>",
    );
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        use std::os::unix::fs::PermissionsExt;
        let old = repo
            .path()
            .join(std::ffi::OsStr::from_bytes(b"caf\xe9.txt"));
        std::fs::rename(old, repo.path().join("cafe.txt")).unwrap();
        std::fs::remove_file(repo.path().join("link")).unwrap();
        std::fs::set_permissions(
            repo.path().join("hollow.txt"),
            std::fs::Permissions::from_mode(0o755),
        )
        .unwrap();
    }
    repo.write("link", "now a file\n")
        .write("bin.dat", [0u8, 9, 2, 0, 255]);
    repo.commit(
        &[],
        "  Leading spaces in the subject\n\nFix: this is prose\nsecond line\n",
    );
    let tip = repo.head();
    repo.git(&[
        "update-index",
        "--add",
        "--cacheinfo",
        &format!("160000,{tip},vendor/lib"),
    ]);
    repo.git(&["commit", "-q", "-m", "Add a submodule"]);
    repo.git(&["checkout", "-q", "-b", "topic"]);
    repo.git(&["rm", "-q", "--cached", "vendor/lib"]);
    repo.commit(
        &[
            ("new/file.rs", "fn main() {\n    let x = 1;\n}\n"),
            ("src/b.txt", &long.replace("line 59 ", "line fifty-nine ")),
        ],
        "On the topic\n\nSigned-off-by: Ada <ada@example.org>\n",
    );
    repo.git(&["checkout", "-q", "main"]);
    repo.commit(&[("main.txt", "on main\n")], "On main");
    repo.git(&["merge", "-q", "--no-ff", "-m", "Merge topic", "topic"]);
    repo.git(&["checkout", "-q", "--orphan", "other"]);
    repo.git(&["rm", "-rfq", "--cached", "."]);
    repo.git(&["clean", "-fdqx"]);
    repo.commit(&[("docs/other.md", "# Another root\n")], "Second root");
    repo.git(&["checkout", "-q", "main"]);
    repo.git(&[
        "merge",
        "-q",
        "--no-ff",
        "--allow-unrelated-histories",
        "-m",
        "Join the roots",
        "other",
    ]);
    repo.commit(&[(".mailmap", "Robert Builder <bob@example.org> <bob@old.example>\n<ada@example.org> Ada Lovelace <ada@private.example>\n")], "Add a mailmap");
    repo.git(&["rm", "-q", "main.txt"]);
    repo.commit(&[], "Remove a file");
    repo
}
