//! Record files: one decision each.

use super::support::*;

#[test]
fn prose_that_names_an_older_record_of_the_same_subject_and_ends_it_only_proposes() {
    let old = "# 8. Restricted deletion\n\n## Status\n\nAccepted\n\n## Decision\n\nEvery foreign key restricts deletion of its parent row.\n";
    let new = "# 13. Permitted deletion\n\n## Context\n\n[ADR 8][ADR-8] explained the rule.\n\n## Status\n\nAccepted\n\n## Decision\n\nRows of one owner go with it.\n\n## Consequences\n\nWe no longer hold that a foreign key must always restrict deletion.\n\n[ADR-8]: https://example.org/o/r/blob/main/docs/adr/0008-restricted-deletion.md\n";
    let view = log(&[
        ("docs/adr/0008-restricted-deletion.md", old),
        ("docs/adr/0013-permitted-deletion.md", new),
    ]);
    // Both were recorded by the same unknown commit here, so neither is newer.
    assert!(
        find(&view, "docs/adr/0008-restricted-deletion.md")
            .superseded_by
            .is_empty()
    );
}

#[test]
fn hostile_input_never_panics_and_is_named() {
    let long = format!("# {}\n", "a [b](c) `d` ".repeat(400_000));
    let nested = format!("{}text\n", "> ".repeat(5_000));
    let fences = "````\n```\n# x\n~~~\n".repeat(500);
    let marks = "[".repeat(20_000);
    let cases: Vec<Vec<u8>> = vec![
        long.into_bytes(),
        b"# X\n\n\0binary\0".to_vec(),
        b"# X\n\nbad \xc3\x28 bytes".to_vec(),
        b"\xff\xfeU\x00T\x00F\x00".to_vec(),
        nested.into_bytes(),
        fences.into_bytes(),
        marks.into_bytes(),
        b"\xef\xbb\xbf# X\r\n\r\nStatus: Accepted\r\n".to_vec(),
        b"".to_vec(),
        b"---\n---\n".to_vec(),
    ];
    for bytes in cases {
        for kind in [SourceKind::Adr, SourceKind::Log, SourceKind::Instructions] {
            let p = parse(kind, &RepoPath::from("docs/adr/0001-x.md"), &bytes);
            assert!(
                !p.records.is_empty() || !p.coverage.is_empty(),
                "{:?}",
                &bytes[..bytes.len().min(40)]
            );
        }
    }
}

#[test]
fn declared_folders_hold_records_and_settings_files_are_read_at_the_commit() {
    let view = log(&[
        (".adr-dir", "why\n"),
        ("why/0001-a.md", "# 1. A\n\nText.\n"),
    ]);
    assert_eq!(view.decisions.len(), 1);
    assert_eq!(
        log(&[("why/0001-a.md", "# 1. A\n\nText.\n")])
            .decisions
            .len(),
        0
    );
    assert_eq!(
        Folders::default().place(&RepoPath::from("why/0001-a.md")),
        Place::Other
    );
}
