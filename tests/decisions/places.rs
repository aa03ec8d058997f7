//! Where decisions are found: settings, several files that are one decision, and what is set aside.

use super::support::*;

const YAML: &str = "title: Paint the lamps\nkep-number: 42\nauthors:\n  - \"@ada\"\nstatus: implemented\ncreation-date: 2020-1-7\nreplaces:\n  - /keps/sig-a/0007-dark\n";
const README: &str = "# KEP-42: Lamps\n\n## Summary\n\nWe use green lamps instead of blue lamps because blue blinds.\n";

#[test]
fn a_proposal_of_two_files_is_one_decision_with_the_fields_of_one_and_the_text_of_the_other() {
    let view = log(&[
        ("keps/sig-a/0042-lamps/kep.yaml", YAML),
        ("keps/sig-a/0042-lamps/README.md", README),
        (
            "keps/sig-a/0007-dark/kep.yaml",
            "title: Dark\nkep-number: 7\nstatus: implementable\n",
        ),
        (
            "keps/sig-a/0007-dark/README.md",
            "# Dark\n\n## Summary\n\nNo lamps.\n",
        ),
        (
            "keps/sig-a/0009-alone/kep.yaml",
            "title: Alone\nstatus: provisional\n",
        ),
        (
            "keps/NNNN-kep-template/kep.yaml",
            "title: T\nstatus: provisional\n",
        ),
        ("keps/README.md", "# Proposals\n"),
    ]);
    assert_eq!(
        ids(&view),
        [
            "keps/sig-a/0042-lamps/README.md",
            "keps/sig-a/0007-dark/README.md",
            "keps/sig-a/0009-alone/kep.yaml"
        ]
    );
    let d = find(&view, "keps/sig-a/0042-lamps/README.md");
    assert_eq!(
        (d.title.as_str(), d.standing),
        ("Paint the lamps", Standing::Accepted)
    );
    assert_eq!(d.date.as_deref(), Some("2020-01-07"));
    assert_eq!(d.people, ["@ada"]);
    assert!(
        d.aliases
            .iter()
            .any(|a| a.as_str().ends_with("0042-lamps/kep.yaml"))
    );
    assert_eq!(d.text.trim(), README.trim());
    assert!(
        !d.alternatives.is_empty(),
        "the facts are those of the text"
    );
    let link = &d.supersedes[0];
    assert_eq!(link.id.as_str(), "keps/sig-a/0007-dark/README.md");
    let quote = link.quote.as_ref().unwrap();
    assert_eq!(
        quote.path.as_ref().map(ToString::to_string).as_deref(),
        Some("keps/sig-a/0042-lamps/kep.yaml"),
        "the quote is placed in the file that has it"
    );
    assert!(covered(
        &view,
        "keps/NNNN-kep-template/kep.yaml",
        "template"
    ));
    assert!(covered(&view, "keps/README.md", "index"));
}

#[test]
fn translations_are_other_names_of_one_decision_and_are_told() {
    let view = log(&[
        (
            "docs/adr/0001-lamps.md",
            "# 1. Lamps\n\n## Status\n\nAccepted\n",
        ),
        (
            "docs/adr/0001-lamps.ja.md",
            "# 1. 街灯\n\n## ステータス\n\n却下\n",
        ),
        (
            "text/0042-paint.md",
            "- Start Date: 2014-05-04\n\n# Summary\n\nPaint.\n",
        ),
        ("text/0042-paint/PaintRFCko.md", "# 요약\n"),
    ]);
    assert_eq!(ids(&view), ["docs/adr/0001-lamps.md", "text/0042-paint.md"]);
    let d = find(&view, "docs/adr/0001-lamps.md");
    assert_eq!(d.standing, Standing::Accepted);
    assert!(
        d.aliases
            .iter()
            .any(|a| a.as_str() == "docs/adr/0001-lamps.ja.md")
    );
    assert!(covered(&view, "docs/adr/0001-lamps.ja.md", "translation"));
    assert!(covered(
        &view,
        "text/0042-paint/PaintRFCko.md",
        "translation"
    ));
}

#[test]
fn broken_files_of_every_kind_are_told_with_a_reason_and_hide_nothing() {
    let good = "# 1. Good\n\n## Status\n\nAccepted\n";
    let big = vec![b'x'; 5 << 20];
    let files = Files(
        [
            ("docs/adr/0001-good.md", good.as_bytes().to_vec()),
            ("docs/adr/0002-latin.md", b"# 2. Caf\xe9\n".to_vec()),
            ("docs/adr/0003-wide.md", b"\xff\xfe#\0 \0x\0".to_vec()),
            ("docs/adr/0004-nul.md", b"# 4. x\n\0\n".to_vec()),
            ("docs/adr/0005-big.md", big),
            ("docs/adr/0006-empty.md", Vec::new()),
            (
                "docs/adr/0007-matter.md",
                b"---\nstatus: [accepted\nx: @y\n---\n# 7. Broken matter\n".to_vec(),
            ),
            ("peps/pep-0008.rst", b"no header\n".to_vec()),
            ("keps/a/9-x/kep.yaml", b"- just\n- a list\n".to_vec()),
        ]
        .map(|(p, b)| (p.to_owned(), b))
        .to_vec(),
    );
    let view = log_of(&files);
    assert_eq!(
        ids(&view),
        ["docs/adr/0001-good.md", "docs/adr/0007-matter.md"]
    );
    for (path, _) in &files.0[1..] {
        let told = view.coverage.iter().find(|c| {
            c.path.to_string() == *path && c.state != CoverageState::Read && !c.reason.is_empty()
        });
        assert!(told.is_some(), "{path} in {:?}", view.coverage);
    }
}

#[test]
fn texts_about_records_are_set_aside_and_texts_beside_them_are_told() {
    let record = |n: u32| format!("# ADR-00{n}: Lamp {n}\n\n**Status**: Accepted\n");
    let files: Vec<(String, Vec<u8>)> = (1..=4)
        .map(|n| (format!("arch/ADR-00{n}-lamp.md"), record(n).into_bytes()))
        .chain(
            [
                (
                    "critique/ADR-002-debate.md",
                    "# Debate\n\n**Status**: Accepted\n",
                ),
                ("arch/REVIEW-of-lamps.md", "# Review\n\n**Status**: Done\n"),
                (
                    "notes/ADR-900-thoughts.md",
                    "# Thoughts\n\nNothing is decided.\n",
                ),
            ]
            .map(|(p, t)| (p.to_owned(), t.as_bytes().to_vec())),
        )
        .collect();
    let view = log_of(&Files(files));
    assert_eq!(view.decisions.len(), 4);
    assert!(covered(
        &view,
        "critique/ADR-002-debate.md",
        "ADR 2, which stands in arch"
    ));
    assert!(covered(&view, "arch/REVIEW-of-lamps.md", "beside records"));
    assert!(covered(
        &view,
        "notes/ADR-900-thoughts.md",
        "neither a status nor a decision"
    ));
}

#[test]
fn a_folder_that_only_an_older_commit_declares_keeps_its_keys_over_history() {
    let repo = TestRepo::new();
    let text = "# 1. Lamps\n\n## Status\n\nAccepted\n\nThe lamps are green.\n";
    let first = repo.commit(&[("why/0001-lamps.md", text)], "Lamps");
    let declared = repo.commit(&[(".adr-dir", "why\n")], "Say where");
    repo.git(&["mv", "why", "docs-adr"]);
    repo.git(&["commit", "-qm", "Move"]);
    let moved = repo.commit(&[(".adr-dir", "docs-adr\n")], "Say where now");
    let (git, log, past) = past_of(&repo);
    let before = at(&git, &log, &past, &declared);
    let after = at(&git, &log, &past, &moved);
    let (a, b) = (
        find(&before, "why/0001-lamps.md"),
        find(&after, "docs-adr/0001-lamps.md"),
    );
    assert_eq!(a.key, b.key);
    assert!(!a.provisional && !b.provisional);
    assert_eq!(a.source.commit.as_ref().unwrap().as_str(), first);
    assert!(at(&git, &log, &past, &first).decisions.is_empty());
}

#[test]
fn the_configuration_is_that_of_the_commit_and_a_broken_one_is_an_error() {
    let repo = TestRepo::new();
    let text = "# Lamps\n\n## Status\n\nAccepted\n";
    let plain = repo.commit(&[("notes/lamps.md", text)], "Lamps");
    let named = repo.commit(
        &[("rguard.toml", "[records]\nfiles = [\"notes/*.md\"]\n")],
        "Name the notes",
    );
    let broken = repo.commit(
        &[("rguard.toml", "[records]\nfiles = [\"notes/[.md\"]\n")],
        "Break it",
    );
    repo.commit(&[("rguard.toml", "")], "Mend it");
    let (git, log, past) = past_of(&repo);
    assert!(at(&git, &log, &past, &plain).decisions.is_empty());
    assert_eq!(ids(&at(&git, &log, &past, &named)), ["notes/lamps.md"]);
    assert!(at(&git, &log, &past, "HEAD").decisions.is_empty());
    let commit = git.resolve(&broken).unwrap();
    let e = past
        .as_of(&git, &log, &commit, Strength::Stated)
        .unwrap_err();
    assert!(e.to_string().contains("rguard.toml:2"), "{e}");
}
