//! Processes that die in the middle.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use rguard::change::{Options, Target, resolve};
use rguard::guard::{ReviewOptions, Session};
use rguard::history::Repo;
use rguard::model::ReviewEvent;

use crate::testkit::TestRepo;
use crate::testkit::gauge::{GaugeRepo, WAITING};
use crate::testkit::many::many_commits;
use crate::testkit::run::Home;
use crate::{commits_read, dump, same, undisturbed};

const MANY: usize = 2_500;

/// The large repository and its graph.
fn many() -> (TestRepo, String) {
    let repo = many_commits(MANY);
    let dump = undisturbed(repo.path());
    (repo, dump)
}

fn begin(home: &Home, dir: &Path, args: &[&str]) -> Child {
    let mut command = home.command_with_engine(dir, args);
    command.env("RGUARD_ENGINE_LINGER", "120");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn kill_engine(home: &Home) {
    let pid = home.engine_pid().unwrap().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-9", &pid])
        .status();
    assert!(sent.unwrap().success());
}

/// Waits for the file to be there.
fn wait_for(mut found: impl FnMut() -> bool) {
    let start = Instant::now();
    while !found() {
        assert!(start.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[test]
fn a_sync_killed_in_the_middle_is_gone_on_with_and_comes_to_the_same_graph() {
    let (repo, whole) = many();
    let (home, dir) = (Home::new(), repo.path());
    let mut child = begin(&home, dir, &["sync"]);
    let repos = home.path().join("data/repos");
    let begun = || {
        let folders = std::fs::read_dir(&repos).into_iter().flatten().flatten();
        folders
            .into_iter()
            .any(|f| f.path().join("commits.idx").exists())
    };
    wait_for(begun);
    child.kill().unwrap();
    child.wait().unwrap();
    let again = home.lingering(dir, &["sync"]);
    assert_eq!(again.code, 0, "{again:?}");
    let read = commits_read(&again.out);
    assert!(read > 0 && read < MANY, "{read}");
    same(&whole, &dump(&home, dir));
    let third = home.lingering(dir, &["sync"]);
    assert!(third.out.starts_with("Up to date"), "{third:?}");
}

/// The files that a sync leaves for its next run, with their sizes: they grow with its work.
fn kept(repos: &Path) -> BTreeMap<PathBuf, u64> {
    let folders = std::fs::read_dir(repos).into_iter().flatten().flatten();
    folders
        .filter_map(|folder| std::fs::read_dir(folder.path()).ok())
        .flatten()
        .flatten()
        .filter(|file| !file.file_name().to_string_lossy().starts_with(".tmp"))
        .filter_map(|file| Some((file.path(), file.metadata().ok()?.len())))
        .collect()
}

#[test]
fn a_sync_killed_again_and_again_gets_there_all_the_same() {
    let (repo, whole) = many();
    let (home, dir) = (Home::new(), repo.path());
    let repos = home.path().join("data/repos");
    let mut deaths = 0;
    // It dies each time that it has got a step further, so however fast the machine is.
    loop {
        let before = kept(&repos);
        let mut child = begin(&home, dir, &["sync"]);
        let mut ended = None;
        wait_for(|| {
            ended = child.try_wait().unwrap();
            ended.is_some() || kept(&repos) != before
        });
        if let Some(status) = ended {
            assert!(status.success());
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        deaths += 1;
        assert!(deaths < 50, "it does not get further");
    }
    assert!(deaths >= 2, "{deaths}");
    same(&whole, &dump(&home, dir));
}

#[test]
fn a_sync_whose_engine_dies_comes_to_the_same_graph() {
    let (repo, whole) = many();
    let (home, dir) = (Home::new(), repo.path());
    let mut child = begin(&home, dir, &["sync"]);
    let repos = home.path().join("data/repos");
    wait_for(|| {
        let folders = std::fs::read_dir(&repos).into_iter().flatten().flatten();
        folders
            .into_iter()
            .any(|f| f.path().join("commits.idx").exists())
    });
    kill_engine(&home);
    // It may get over that by itself, or end with a message; the next one gets there.
    child.wait().unwrap();
    assert_eq!(home.lingering(dir, &["sync"]).code, 0);
    same(&whole, &dump(&home, dir));
}

#[test]
fn after_the_engine_was_killed_the_next_command_works() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    let (_, before) = home.review(dir, &["undo"]);
    kill_engine(&home);
    let (code, after) = home.review(dir, &["undo"]);
    assert_eq!(code, 1);
    assert_eq!(before.findings, after.findings);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_whose_engine_is_killed_in_the_middle_gets_over_it_or_says_so() {
    let g = GaugeRepo::new();
    let home = Home::new();
    g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    let repo = Repo::open(g.repo.path()).unwrap();
    let session = Session::open(repo.clone(), &home.config()).await.unwrap();
    let resolved = resolve(&repo, &Target::parse("undo").unwrap(), &Options::default()).unwrap();
    let options = ReviewOptions::default();
    let whole = session
        .review(&resolved, &options, &mut |_| {})
        .await
        .unwrap();
    let cites = |ids: Vec<&str>| ids.contains(&WAITING);
    assert!(cites(
        whole
            .findings
            .iter()
            .map(|f| f.decision.id.as_str())
            .collect()
    ));
    let mut killed = 0;
    let broken = session
        .review(&resolved, &options, &mut |event| {
            if matches!(event, ReviewEvent::Log { .. } | ReviewEvent::Progress(_)) {
                kill_engine(&home);
                killed += 1;
                // The record is read from git: the next thing is to ask the graph.
                std::thread::sleep(Duration::from_millis(20));
            }
        })
        .await;
    assert!(killed > 0);
    match broken {
        Ok(review) => assert_eq!(review.findings, whole.findings),
        Err(e) => assert!(e.to_string().contains("rguard doctor"), "{e}"),
    }
    let next = session
        .review(&resolved, &options, &mut |_| {})
        .await
        .unwrap();
    assert_eq!(next.findings, whole.findings);
    session.close().await.unwrap();
}
