//! Several rguards at once.

use std::process::{Child, Stdio};

use rguard::change::{Options, Target, resolve};
use rguard::guard::{ReviewOptions, Session};
use rguard::history::Repo;
use rguard::model::{Review, ReviewEvent};
use tokio::runtime::Handle;

use crate::testkit::gauge::{GaugeRepo, UPLOAD, WAITING};
use crate::testkit::run::{Home, Ran};
use crate::{dump, same, undisturbed};

fn begin(home: &Home, g: &GaugeRepo, args: &[&str]) -> Child {
    let mut command = home.command_with_engine(g.repo.path(), args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn processes_that_start_at_once_share_one_engine_and_all_are_right() {
    let g = GaugeRepo::new();
    let home = Home::new();
    g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    g.branch("mail", &g.tip, &[g.mail_again()], "Mail the levels");
    let asked = [
        ("undo", WAITING),
        ("mail", UPLOAD),
        ("undo", WAITING),
        ("mail", UPLOAD),
    ];
    let children: Vec<(Child, &str)> = asked
        .into_iter()
        .map(|(word, id)| (begin(&home, &g, &["review", word, "--format", "json"]), id))
        .collect();
    let sync = begin(&home, &g, &["sync"]);
    for (child, id) in children {
        let ran = Ran::from(child.wait_with_output().unwrap());
        assert_eq!(ran.code, 1, "{ran:?}");
        let review: Review = serde_json::from_str(&ran.out).unwrap();
        let mut against = review.standing_against();
        assert!(against.any(|f| f.decision.id.as_str() == id), "{id}");
    }
    assert_eq!(Ran::from(sync.wait_with_output().unwrap()).code, 0);
    same(&undisturbed(g.repo.path()), &dump(&home, g.repo.path()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_whose_graph_is_built_anew_meanwhile_says_that_it_may_be_wrong() {
    let g = GaugeRepo::new();
    let home = Home::new();
    g.branch("undo", &g.tip, &[g.fast_again()], "Read more often");
    let repo = Repo::open(g.repo.path()).unwrap();
    let session = Session::open(repo.clone(), &home.config()).await.unwrap();
    let resolved = resolve(&repo, &Target::parse("undo").unwrap(), &Options::default()).unwrap();
    let options = ReviewOptions::default();
    let store = session.store().clone();
    let mut anew = Some(async move {
        store.delete_graph().await.unwrap();
        store.migrate().await.unwrap();
    });
    let mut on_event = |event| {
        if matches!(event, ReviewEvent::Log { .. }) {
            let anew = anew.take().unwrap();
            tokio::task::block_in_place(|| Handle::current().block_on(anew));
        }
    };
    let review = session.review(&resolved, &options, &mut on_event).await;
    let review = review.unwrap();
    assert!(
        review.partial[0].contains("review again"),
        "{:?}",
        review.partial
    );
    session.close().await.unwrap();
    // The next process finds that the graph lost what it had, and fills it.
    let (code, review) = home.review(g.repo.path(), &["undo"]);
    assert_eq!((code, review.partial.len()), (1, 0));
}
