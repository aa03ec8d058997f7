use super::*;

fn place(path: &str) -> Place {
    Folders::default().place(&RepoPath::from(path))
}

#[test]
fn records_logs_and_instructions_are_told_apart_by_their_path() {
    for (path, kind) in [
        ("docs/adr/0001-a.md", SourceKind::Adr),
        ("doc/architecture/decisions/0001-a.md", SourceKind::Adr),
        ("docs/decisions/use-redis.md", SourceKind::Adr),
        ("docs/adr/backend/0002-b.md", SourceKind::Adr),
        ("docs/adr/2024/0002-b.md", SourceKind::Adr),
        ("docs/adr/0003-c/README.md", SourceKind::Adr),
        ("docs/adr/0012-adopt-a-template.md", SourceKind::Adr),
        ("keps/sig-a/5978-claim-template/kep.yaml", SourceKind::Adr),
        ("docs/adr/0001-a.adoc", SourceKind::Adr),
        ("docs/adr/0001-a.rst", SourceKind::Adr),
        ("docs/adr/0001-a.org", SourceKind::Adr),
        ("docs/ADR-7_z.md", SourceKind::Adr),
        ("text/0042-lamps.md", SourceKind::Adr),
        ("rfcs/text/0042-lamps.md", SourceKind::Adr),
        ("rfcs/accepted/0042-lamps.md", SourceKind::Adr),
        ("peps/pep-0042.rst", SourceKind::Adr),
        ("pep-0042.txt", SourceKind::Adr),
        ("keps/sig-a/42-lamps/kep.yaml", SourceKind::Adr),
        ("keps/sig-a/0042-lamps/README.md", SourceKind::Adr),
        ("DECISIONS.md", SourceKind::Log),
        ("docs/decision_log.md", SourceKind::Log),
        ("pkg/adr.md", SourceKind::Log),
        ("docs/09_architecture_decisions.adoc", SourceKind::Log),
        ("CLAUDE.md", SourceKind::Instructions),
        ("web/AGENTS.md", SourceKind::Instructions),
        (".cursor/rules/a.mdc", SourceKind::Instructions),
    ] {
        assert_eq!(place(path), Place::Source(kind), "{path}");
    }
    for path in [
        "src/adr/x.rs",
        "docs/guide.md",
        "src/decisions/mod.rs",
        "docs/adr/0009/x.png",
        "text/intro.md",
        "keps/checks/42.yaml",
        "pep-0042.py",
        "config/app.yaml",
        "notes/plan.txt",
    ] {
        assert_eq!(place(path), Place::Other, "{path}");
    }
}

#[test]
fn templates_indexes_fixtures_copies_and_attachments_are_skipped_with_a_reason() {
    for path in [
        "docs/adr/template.md",
        "docs/adr/0000-template.md",
        "docs/decisions/adr-template-minimal.md",
        "0000-template.md",
        "template/adr-template.md",
        "template/0000-use-records.md",
        "docs/adr-process.md",
        "peps/contents.rst",
        "docs/adr/README.md",
        "docs/adr/ADR-TEMPLATE.md",
        "keps/a/0000-cloud-template/kep.yaml",
        "docs/adr/index.md",
        "core/integration-tests/ro/docs/adr/20200101-a.md",
        "node_modules/x/docs/adr/0001-a.md",
        ".claude/worktrees/w/docs/adr/0001-a.md",
        "docs/adr/0009/sample.md",
        "docs/adr/0009-a-choice/sample.md",
        "docs/adr/0001-a.pdf",
        "docs/adr/0001-a.txt",
        "keps/NNNN-kep-template/kep.yaml",
        "keps/README.md",
        "text/0042-lamps/appendix.md",
        "text/0042-lamps/LampsRFCzh-Hans.md",
        "peps/pep-0042/appendix.rst",
        "peps/pep-0012/pep-NNNN.rst",
    ] {
        assert!(matches!(place(path), Place::Skipped(_)), "{path}");
    }
}

#[test]
fn a_declared_folder_counts_and_cannot_leave_the_repository() {
    let folders = Folders::read([
        (".adr-dir", "documents/choices\n"),
        ("sub/.adr-dir", "../../../etc"),
        (
            ".log4brains.yml",
            "project:\n  adrFolder: ./notes\n  packages:\n    - name: a\n      adrFolder: ./packages/a/why # x\n",
        ),
    ])
    .unwrap();
    for path in [
        "documents/choices/0001-a.md",
        "notes/20200101-b.md",
        "packages/a/why/c.md",
    ] {
        assert_eq!(
            folders.place(&RepoPath::from(path)),
            Place::Source(SourceKind::Adr),
            "{path}"
        );
    }
    assert_eq!(folders.declared.len(), 3);
}

#[test]
fn the_configuration_names_records_logs_and_what_to_leave_out() {
    let text = "[records]\nfiles = [\"choices\", \"notes/*.md\"]\nlogs = [\"docs/history.md\"]\nexclude = [\"choices/drafts\", \"docs/adr/**\"]\n";
    let f = Folders::read([("rguard.toml", text)]).unwrap();
    let place = |path: &str| f.place(&RepoPath::from(path));
    let adr = Place::Source(SourceKind::Adr);
    assert_eq!(place("choices/a/b.md"), adr);
    assert_eq!(place("notes/a.md"), adr);
    assert_eq!(place("notes/deep/a.md"), Place::Other);
    assert_eq!(place("docs/history.md"), Place::Source(SourceKind::Log));
    for path in ["choices/drafts/a.md", "docs/adr/0001-a.md", "choices/a.rs"] {
        assert!(matches!(place(path), Place::Skipped(_)), "{path}");
    }
}

#[test]
fn decision_guardian_bug_002_a_broken_pattern_is_an_error_with_its_line() {
    let text = "[records]\nfiles = [\n  \"notes/[ab.md\",\n]\n";
    let e = Folders::read([("rguard.toml", text)]).unwrap_err();
    assert_eq!(e.line, 3);
    assert!(e.to_string().starts_with("rguard.toml:3:"), "{e}");
    let sub = Folders::read([("sub/rguard.toml", text)]).unwrap();
    assert_eq!(sub, Folders::default(), "only the file at the top counts");
}

#[test]
fn of_a_folder_that_backstage_names_only_numbered_files_are_records() {
    let text = "metadata:\n  annotations:\n    backstage.io/adr-location: docs/why\n";
    let f = Folders::read([("svc/catalog-info.yaml", text)]).unwrap();
    let place = |path: &str| f.place(&RepoPath::from(path));
    assert_eq!(
        place("svc/docs/why/0001-a.md"),
        Place::Source(SourceKind::Adr)
    );
    assert!(matches!(
        place("svc/docs/why/thoughts.md"),
        Place::Skipped(_)
    ));
}

#[test]
fn history_is_read_with_the_union_of_what_its_commits_declared() {
    let text = "[records]\nfiles = [\"a\"]\nexclude = [\"docs/adr/x.md\"]\n";
    let mut all = Folders::read([("rguard.toml", text)]).unwrap();
    all.widen(&Folders::read([(".adr-dir", "b\n")]).unwrap());
    for path in ["a/1.md", "b/1.md", "docs/adr/x.md"] {
        let place = all.place(&RepoPath::from(path));
        assert!(matches!(place, Place::Source(_)), "{path}");
    }
}

#[test]
fn only_files_that_could_be_records_are_noted_on_the_way() {
    for path in [
        "x/a.md",
        "x/a.adoc",
        "keps/1-a/kep.yaml",
        ".adr-dir",
        "pep-0001.txt",
    ] {
        assert!(could_hold(&RepoPath::from(path)), "{path}");
    }
    for path in ["x/a.yaml", "x/a.txt", "src/main.rs", "docs/adr/a.png"] {
        assert!(!could_hold(&RepoPath::from(path)), "{path}");
    }
}
