//! What people said outlives every process and every graph.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rguard::change::{Options, Target, resolve};
use rguard::graph::GraphConfig;
use rguard::guard::{NewCorrection, ReviewOptions, Session, change_id};
use rguard::history::Repo;
use rguard::model::{CorrectionKind, Review};

use crate::dump;
use crate::testkit::gauge::{GaugeRepo, WAITING};
use crate::testkit::run::Home;

/// Reviews `undo`, says `ack` to the record of the waiting, and waits to be killed.
async fn say(session: &Session) {
    let repo = session.repo().clone();
    let resolved = resolve(&repo, &Target::parse("undo").unwrap(), &Options::default()).unwrap();
    let options = ReviewOptions::default();
    let review = session
        .review(&resolved, &options, &mut |_| {})
        .await
        .unwrap();
    for f in review.standing_against() {
        let new = NewCorrection {
            kind: CorrectionKind::Ack,
            decision: f.decision.key.clone(),
            decision_id: f.decision.id.clone(),
            reason: "a trial of one week, agreed with the harbour".into(),
            change: change_id(&resolved.change),
            base: resolved.change.base.clone(),
        };
        session.correct(new).await.unwrap();
    }
}

/// Not a test by itself: corrects, says so, and waits.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "run by another test as another process"]
async fn speaker() {
    let (Some(home), Some(repo)) = (
        std::env::var_os("RG_TEST_HOME").map(PathBuf::from),
        std::env::var_os("RG_TEST_REPO"),
    ) else {
        return;
    };
    let config = GraphConfig {
        linger: std::time::Duration::ZERO,
        keeper: None,
        ..GraphConfig::from_env(Home::dirs_in(&home))
    };
    let repo = Repo::open(PathBuf::from(repo).as_path()).unwrap();
    let session = Session::open(repo, &config).await.unwrap();
    say(&session).await;
    println!("said");
    tokio::time::sleep(std::time::Duration::from_secs(600)).await;
}

fn acknowledged(review: &Review, code: i32) {
    assert_eq!(code, 0);
    let f = review
        .findings
        .iter()
        .find(|f| f.decision.id.as_str() == WAITING);
    let said = &f.unwrap().corrections;
    assert_eq!(said.len(), 1);
    assert!(
        said[0].applied && said[0].reason.contains("trial"),
        "{said:?}"
    );
}

#[test]
fn a_correction_made_just_before_everything_is_killed_is_there_afterwards() {
    let g = GaugeRepo::new();
    let (home, dir) = (Home::new(), g.repo.path());
    g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "corrections::speaker",
            "--exact",
            "--ignored",
            "--nocapture",
        ])
        .env("RG_TEST_HOME", home.path())
        .env("RG_TEST_REPO", dir)
        .env("RGUARD_ENGINE_DIR", home.config().engine_dir.unwrap())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    assert!(
        out.lines()
            .map_while(Result::ok)
            .any(|l| l.contains("said"))
    );
    let engine = home.engine_pid().unwrap().to_string();
    child.kill().unwrap();
    let sent = Command::new("kill").args(["-9", &engine]).status().unwrap();
    assert!(sent.success());
    child.wait().unwrap();

    let (code, review) = home.review(dir, &["undo"]);
    acknowledged(&review, code);
    let in_graph = |text: &str| {
        let node = text
            .lines()
            .any(|l| l.starts_with("Correction ") && l.contains("trial"));
        node && text.lines().any(|l| l.contains("-[ABOUT"))
    };
    assert!(in_graph(&dump(&home, dir)));

    // And after the graph was lost.
    assert_eq!(home.run_with_engine(dir, &["engine", "stop"]).code, 0);
    std::fs::remove_dir_all(home.config().engine_paths().data).unwrap();
    let (code, review) = home.review(dir, &["undo"]);
    acknowledged(&review, code);
    assert!(in_graph(&dump(&home, dir)));
}
