//! A sync reads what is new, and nothing else.

use crate::testkit::gauge::GaugeRepo;
use crate::testkit::git;
use crate::testkit::run::Home;
use crate::{commits_read, dump, same, undisturbed};

#[test]
fn a_second_sync_changes_nothing() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let first = home.lingering(dir, &["sync"]);
    assert_eq!(commits_read(&first.out), 8);
    let before = dump(&home, dir);
    let second = home.lingering(dir, &["sync"]);
    assert_eq!(
        (second.code, second.out.as_str()),
        (0, "Up to date: 8 commits.\n")
    );
    same(&before, &dump(&home, dir));
}

#[test]
fn new_commits_alone_are_read_and_the_graph_is_that_of_one_sync() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    g.repo.git(&["checkout", "-q", "--detach"]);
    for (at, new) in [(&g.slow, 2), (&g.mail, 2), (&g.tip, 4)] {
        g.repo.git(&["branch", "-f", "main", at]);
        g.repo.git(&["checkout", "-q", "--detach", at]);
        let ran = home.lingering(dir, &["sync"]);
        assert_eq!(commits_read(&ran.out), new, "{ran:?}");
    }
    same(&undisturbed(dir), &dump(&home, dir));

    let record = g.repo.git(&["show", "main:docs/adr/0003-upload-levels.md"]);
    g.repo.git(&["checkout", "-q", "main"]);
    g.repo.git(&["mv", "src/send.rs", "src/office.rs"]);
    g.repo.commit(&[], "Name it after the office");
    let record = record.replace("keep its endpoint up", "keep its endpoint up, and does");
    g.repo.commit(
        &[("docs/adr/0003-upload-levels.md", &record)],
        "Say that the office agreed\n\nFollows ADR 3.",
    );
    g.repo.git(&["revert", "--no-edit", "HEAD~1"]);
    let ran = home.lingering(dir, &["sync"]);
    assert_eq!(commits_read(&ran.out), 3, "{ran:?}");
    assert!(ran.out.contains("changed"), "{ran:?}");
    same(&undisturbed(dir), &dump(&home, dir));
}

#[test]
fn a_revision_can_be_named_and_is_brought_in() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let side = g.branch("side", &g.mail, &[("src/x.rs", "fn x() {}\n")], "Aside");
    assert_eq!(commits_read(&home.lingering(dir, &["sync"]).out), 8);
    assert_eq!(commits_read(&home.lingering(dir, &["sync", "side"]).out), 1);
    assert!(dump(&home, dir).contains(&side));
}

#[test]
fn a_clone_that_is_deepened_gets_the_graph_of_a_whole_one() {
    let g = GaugeRepo::new();
    let home = Home::new();
    let url = format!("file://{}", g.repo.path().display());
    let clone = |name: &str, more: &[&str]| {
        let to = g.repo.beside(name);
        let args = [&["clone", "-q"], more, &[&url, to.to_str().unwrap()]].concat();
        git(g.repo.path(), &args);
        to
    };
    let shallow = clone("clone", &["--depth", "2"]);
    let ran = home.lingering(&shallow, &["sync"]);
    assert_eq!(commits_read(&ran.out), 2, "{ran:?}");
    assert!(
        ran.err.contains("shallow") || ran.err.contains("truncated"),
        "{ran:?}"
    );
    git(&shallow, &["fetch", "-q", "--unshallow"]);
    let ran = home.lingering(&shallow, &["sync"]);
    assert_eq!(commits_read(&ran.out), 8, "{ran:?}");
    let deepened = dump(&home, &shallow);
    same(&undisturbed(&clone("whole", &[])), &deepened);
}

#[test]
fn changed_words_are_read_by_and_the_graph_is_that_of_one_sync() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    let record = "# 9. Weigh at noon\n\n## Status\n\nin kraft\n\n## Decision\n\nWeigh at noon.\n";
    g.repo
        .commit(&[("docs/adr/0009-weigh.md", record)], "Weigh at noon");
    assert!(home.lingering(dir, &["sync"]).code == 0);
    for said in ["accepted", "rejected"] {
        let words = format!("[words.standing]\n{said} = [\"in kraft\"]\n");
        g.repo
            .commit(&[("rguard.toml", &words)], "Say what our words mean");
        let ran = home.lingering(dir, &["sync"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let now = dump(&home, dir);
        same(&undisturbed(dir), &now);
        let line = now
            .lines()
            .find(|l| l.contains("Weigh at noon") && l.contains(said));
        assert!(line.is_some(), "{now}");
    }
    let again = home.lingering(dir, &["sync"]);
    assert!(again.out.starts_with("Up to date"), "{again:?}");
}
