//! The log from what was kept on disk is the log that reading the repository gives.

use std::collections::BTreeMap;
use std::path::Path;

use rguard::decisions::{Archive, DecisionLog, Past, Strength};
use rguard::history::Repo;
use rguard::model::{CommitId, LogView};

use crate::testkit::{TestRepo, git, git_at};

/// Numbers that are the same on every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

type Files = BTreeMap<String, String>;

/// A history with branches that edit, move, delete and repeat the same records, and merges of them.
fn tangle(repo: &TestRepo, commits: usize, seed: u64) -> Vec<CommitId> {
    let mut dice = Dice(seed);
    let mut made: Vec<(CommitId, Files)> = Vec::new();
    for n in 0..commits {
        let at = made.len().saturating_sub(1 + dice.roll(4));
        let (mut parents, mut files) = match made.get(at) {
            Some((id, files)) => (vec![id.clone()], files.clone()),
            None => (Vec::new(), Files::new()),
        };
        let other = made.len().saturating_sub(1 + dice.roll(6));
        if dice.roll(4) == 0 && made.len() > 2 && other != at {
            let (id, theirs) = &made[other];
            parents.push(id.clone());
            for (path, text) in theirs {
                if dice.roll(2) == 0 {
                    files.entry(path.clone()).or_insert_with(|| text.clone());
                } else {
                    files.insert(path.clone(), text.clone());
                }
            }
        }
        change(&mut files, &mut dice);
        let message = match dice.roll(5) {
            0 => format!(
                "Keep part {n} apart\n\nWe tried to join them, because joins are fast, and every worker stalled."
            ),
            _ => format!("Step {n}"),
        };
        // Times repeat and go back at times, as they do where people commit on several machines.
        let time = 1_704_067_200 + (n as i64 - dice.roll(3) as i64) * 600;
        let id = commit(repo.path(), time, &parents, &files, &message);
        made.push((id, files));
    }
    made.into_iter().map(|(id, _)| id).collect()
}

fn change(files: &mut Files, dice: &mut Dice) {
    const LOG: &str = "DECISIONS.md";
    let topic = dice.roll(5);
    let entry = format!(
        "## Topic {topic} (May 2024)\n\nTopic {topic} rests on part{} because of reason{}.\n\n",
        dice.roll(3),
        dice.roll(2)
    );
    let adr = |n: usize| format!("docs/adr/{n:04}-matter-{n}.md");
    let record = |n: usize, dice: &mut Dice| {
        let status = [
            "Accepted",
            "Proposed",
            "Superseded by [1. Matter](0001-matter-1.md)",
        ][dice.roll(3)];
        format!(
            "# {n}. Matter {n}\n\n## Status\n\n{status}\n\n## Decision\n\nMatter {n} holds {} bars.\n",
            dice.roll(3)
        )
    };
    match dice.roll(8) {
        0 | 1 => files
            .entry(LOG.into())
            .or_insert_with(|| "# Log\n\n".into())
            .push_str(&entry),
        2 => {
            files.insert(LOG.into(), format!("# Log\n\n{entry}"));
        }
        3 => {
            files.remove(&adr(1 + topic));
        }
        4 => {
            if let Some(text) = files.remove(&adr(1 + topic)) {
                files.insert(adr(11 + topic), text);
            }
        }
        5 => {
            files.insert(
                "src/a.rs".into(),
                format!("fn f() {{ {} }}\n", dice.roll(9)),
            );
        }
        6 if dice.roll(3) == 0 => {
            files.insert(".adr-dir".into(), "notes\n".into());
            files.insert("notes/0007-note.md".into(), record(7, dice));
        }
        _ => {
            files.insert(adr(1 + topic), record(1 + topic, dice));
        }
    }
}

fn commit(dir: &Path, time: i64, parents: &[CommitId], files: &Files, message: &str) -> CommitId {
    let line = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().trim().to_owned();
    git(dir, &["read-tree", "--empty"]);
    for (path, text) in files {
        std::fs::write(dir.join("blob"), text).unwrap();
        let blob = line(git(dir, &["hash-object", "-w", "blob"]));
        git(
            dir,
            &[
                "update-index",
                "--add",
                "--cacheinfo",
                &format!("100644,{blob},{path}"),
            ],
        );
    }
    let tree = line(git(dir, &["write-tree"]));
    let mut args = vec!["commit-tree", &tree, "-m", message];
    for p in parents {
        args.extend(["-p", p.as_str()]);
    }
    let id = line(git_at(dir, time, &args));
    git(dir, &["update-ref", &format!("refs/heads/at-{id}"), &id]);
    CommitId::from(id)
}

fn view(past: &Past, repo: &Repo, log: &DecisionLog, at: &CommitId) -> LogView {
    past.as_of(repo, log, at, Strength::Stated).unwrap().view
}

#[track_caller]
fn same(archive: &Archive, repo: &Repo, at: &CommitId) {
    let fresh_log = DecisionLog::new();
    let fresh = Past::read(repo, &fresh_log, std::slice::from_ref(at), |_| {}).unwrap();
    let log = DecisionLog::new();
    let kept = archive.past(repo, &log, at, |_| {}).unwrap();
    let ids = |p: &Past| -> Vec<CommitId> { p.commits.iter().map(|(_, c)| c.id()).collect() };
    assert_eq!(ids(&kept), ids(&fresh), "{at}");
    assert_eq!(kept.mining, fresh.mining, "{at}");
    assert_eq!(kept.folders, fresh.folders, "{at}");
    assert_eq!(kept.index, fresh.index, "{at}");
    assert_eq!(
        view(&kept, repo, &log, at),
        view(&fresh, repo, &fresh_log, at),
        "{at}"
    );
}

#[test]
fn kept_and_read_anew_are_the_same_in_every_order() {
    for seed in [3, 11] {
        let repo = TestRepo::new();
        let commits = tangle(&repo, 36, seed);
        let git = Repo::open(repo.path()).unwrap();
        let mut orders = vec![commits.clone(), commits.iter().rev().cloned().collect()];
        let mut dice = Dice(seed + 1);
        let mut mixed = commits.clone();
        for i in (1..mixed.len()).rev() {
            mixed.swap(i, dice.roll(i + 1));
        }
        orders.push(mixed);
        for (n, order) in orders.iter().enumerate() {
            let archive = Archive::new(&repo.beside(&format!("cache-{n}")), &git);
            for at in order.iter().chain(order.iter().take(6)) {
                same(&archive, &git, at);
            }
        }
    }
}

#[test]
fn files_that_are_damaged_or_cut_off_are_made_anew() {
    let repo = TestRepo::new();
    let commits = tangle(&repo, 14, 5);
    let git = Repo::open(repo.path()).unwrap();
    let cache = repo.beside("cache");
    let archive = Archive::new(&cache, &git);
    let (last, middle) = (commits.last().unwrap(), &commits[8]);
    same(&archive, &git, last);
    let files = || -> Vec<std::path::PathBuf> {
        let dir = std::fs::read_dir(cache.join("log"))
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .path();
        std::fs::read_dir(dir)
            .unwrap()
            .map(|e| e.unwrap().path())
            .collect()
    };
    assert!(files().len() >= 2, "{:?}", files());
    for kind in 0..4 {
        for file in files() {
            let mut bytes = std::fs::read(&file).unwrap();
            let half = bytes.len() / 2;
            match kind {
                0 => bytes.iter_mut().skip(half).take(1).for_each(|b| *b ^= 1),
                1 => bytes.truncate(half),
                2 => bytes.clear(),
                _ => bytes.iter_mut().take(1).for_each(|b| *b ^= 1),
            }
            std::fs::write(&file, bytes).unwrap();
        }
        same(&archive, &git, if kind % 2 == 0 { middle } else { last });
        same(&archive, &git, last);
    }
}

#[test]
fn many_at_once_leave_nothing_wrong() {
    let repo = TestRepo::new();
    let commits = tangle(&repo, 20, 8);
    let cache = repo.beside("cache");
    std::thread::scope(|s| {
        for n in 0..4 {
            let (commits, cache, path) = (&commits, &cache, repo.path());
            s.spawn(move || {
                let git = Repo::open(path).unwrap();
                let archive = Archive::new(cache, &git);
                for i in 0..commits.len() {
                    same(&archive, &git, &commits[(i * 7 + n * 5) % commits.len()]);
                }
            });
        }
    });
}

#[test]
fn a_clone_that_is_deepened_is_read_again() {
    let repo = TestRepo::new();
    let mut text = "# Log\n".to_owned();
    for n in 0..8 {
        text.push_str(&format!(
            "\n## Topic {n} (May 2024)\n\nTopic {n} rests on part{n}.\n"
        ));
        repo.commit(&[("DECISIONS.md", &text)], &format!("Topic {n}"));
    }
    let clone = repo.beside("clone");
    let url = format!("file://{}", repo.path().display());
    git(
        repo.path(),
        &["clone", "-q", "--depth", "3", &url, clone.to_str().unwrap()],
    );
    let cache = repo.beside("cache");
    let head = CommitId::from(repo.head());
    let shallow = Repo::open(&clone).unwrap();
    same(&Archive::new(&cache, &shallow), &shallow, &head);
    git(&clone, &["fetch", "-q", "--unshallow"]);
    let whole = Repo::open(&clone).unwrap();
    same(&Archive::new(&cache, &whole), &whole, &head);
}

#[test]
fn a_changed_mailmap_is_seen_at_once() {
    let repo = TestRepo::new();
    let head = CommitId::from(repo.commit(
        &[("a.rs", "1")],
        "Keep the queue in memory\n\nWe tried a table, which caused lock waits, so that every worker stalled.\n",
    ));
    let cache = repo.beside("cache");
    let git = Repo::open(repo.path()).unwrap();
    same(&Archive::new(&cache, &git), &git, &head);
    repo.write(".mailmap", "Ada King <ada@example.org>\n");
    let git = Repo::open(repo.path()).unwrap();
    same(&Archive::new(&cache, &git), &git, &head);
}

#[test]
fn changed_words_make_what_was_kept_be_read_anew() {
    let repo = TestRepo::new();
    let cache = tempfile::tempdir().unwrap();
    let record = "# 1. Weigh\n\n## Status\n\nin kraft\n\n## Decision\n\nWeigh at noon.\n";
    repo.commit(&[("docs/adr/0001-weigh.md", record)], "Weigh at noon");
    let open = Repo::open(repo.path()).unwrap();
    let archive = Archive::new(cache.path(), &open);
    same(&archive, &open, &CommitId::from(repo.head()));
    for said in ["accepted", "rejected"] {
        let words = format!("[words.standing]\n{said} = [\"in kraft\"]\n");
        repo.commit(&[("rguard.toml", &words)], "Say what our words mean");
        let (open, head) = (
            Repo::open(repo.path()).unwrap(),
            CommitId::from(repo.head()),
        );
        same(&archive, &open, &head);
        let log = DecisionLog::new();
        let past = archive.past(&open, &log, &head, |_| {}).unwrap();
        let now = view(&past, &open, &log, &head);
        assert_eq!(now.decisions[0].standing.word(), said);
        let revisions = &past.index.decisions()[0].revisions;
        assert_eq!(revisions.len(), 1, "{revisions:?}");
    }
}
