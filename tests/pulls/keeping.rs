//! What is kept: corrections, one repository's pages for itself, and a graph that can be built anew.

use rguard::guard::{NewCorrection, change_id};
use rguard::model::{Actor, CorrectionKind, Discussion};

use crate::shop::{PRICE_ZERO, Shop, found, premise, review_in};

/// A shop with the decision about prices and a change that undoes it.
fn shop(name: &str) -> Shop {
    let mut shop = Shop::new(name);
    shop.unknown_prices("Refs #12");
    let issue = shop.issue(12, "Lamps for nothing", "Where do they come from?");
    shop.talk.issues.push(issue);
    shop.branch("zero", &[("src/price.py", PRICE_ZERO)]);
    shop
}

#[tokio::test(flavor = "multi_thread")]
async fn weaving_twice_changes_nothing_and_a_lost_graph_comes_back_without_asking() {
    let mut shop = shop("shop");
    shop.talk.pulls[0].reviews = vec![crate::shop::post(
        "checker[bot]",
        rguard::model::Association::None,
        "Looks fine.",
        1_704_067_500,
    )];
    let session = shop.session().await;
    let read = || Some(shop.talk.clone());
    let first = review_in(&session, "zero", read(), shop.cache()).await;
    let dump = session.store().dump().await.unwrap();
    for edge in ["-[REFERENCES", "-[PART_OF", "-[DERIVED_FROM"] {
        assert!(dump.contains(edge), "{edge}\n{dump}");
    }
    assert!(dump.contains("login:checker[bot]"), "programs are kept");
    assert!(first.people.iter().all(|p| !p.name.contains("checker")));
    review_in(&session, "zero", read(), shop.cache()).await;
    assert_eq!(session.store().dump().await.unwrap(), dump);
    // Without a word from the host, what was read before is known.
    let local = review_in(&session, "zero", None, shop.cache()).await;
    assert!(found(&local, "pr:7").is_some());
    session.store().delete_graph().await.unwrap();
    session.forget();
    let again = review_in(&session, "zero", None, shop.cache()).await;
    let f = found(&again, "pr:7").unwrap();
    assert!(premise(f, "R1").is_some());
    session.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_that_is_read_again_keeps_its_corrections_and_loses_old_links() {
    let mut shop = shop("shop");
    let session = shop.session().await;
    let review = review_in(&session, "zero", Some(shop.talk.clone()), shop.cache()).await;
    let f = found(&review, "pr:7").unwrap();
    let key = f.decision.key.clone();
    session
        .correct(NewCorrection {
            kind: CorrectionKind::Ack,
            decision: key.clone(),
            decision_id: f.decision.id.clone(),
            reason: "the supplier changed".into(),
            change: change_id(&review.change),
            base: review.change.base.clone(),
        })
        .await
        .unwrap();
    let pull = &mut shop.talk.pulls[0];
    pull.body.body = pull.body.body.replace("Refs #12", "Fixes #12 at last.");
    pull.updated_at = pull.updated_at.map(|t| t + 1);
    let review = review_in(&session, "zero", Some(shop.talk.clone()), shop.cache()).await;
    let f = found(&review, "pr:7").unwrap();
    assert_eq!(f.decision.key, key);
    assert!(
        f.corrections.iter().any(|c| c.applied),
        "{:?}",
        f.corrections
    );
    assert!(premise(f, "R1").is_none() && premise(f, "R2").is_some());
    let dump = session.store().dump().await.unwrap();
    assert!(dump.contains("-[ABOUT"), "{dump}");
    assert!(
        dump.contains("-[FIXES") && !dump.contains("-[REFERENCES {}]-> Issue"),
        "{dump}"
    );
    session.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_repositories_share_no_node() {
    let (a, b) = (shop("shop"), shop("stall"));
    let one = a.review("zero").await;
    // The second one in the same engine, with the first one's discussion thrown in by mistake.
    let session = {
        let repo = rguard::history::Repo::open(b.repo.path()).unwrap();
        rguard::guard::Session::open(repo, &a.home.config())
            .await
            .unwrap()
    };
    let foreign = Discussion {
        pulls: a.talk.pulls.iter().cloned().map(strange).collect(),
        ..a.talk.clone()
    };
    let wrong = review_in(&session, "zero", Some(foreign), a.cache()).await;
    assert!(found(&wrong, "pr:7").is_none());
    assert!(
        wrong
            .partial
            .iter()
            .any(|p| p.contains("another repository"))
    );
    let two = review_in(&session, "zero", Some(b.talk.clone()), a.cache()).await;
    let dump = session.store().dump().await.unwrap();
    assert!(dump.contains("github.com/acme/stall#7"));
    assert!(!dump.contains("acme/shop"), "{dump}");
    session.close().await.unwrap();
    let key = |r: &rguard::model::Review| found(r, "pr:7").unwrap().decision.key.clone();
    let again = a.review("zero").await;
    assert_eq!(key(&one), key(&again));
    let session = a.session().await;
    let dump = session.store().dump().await.unwrap();
    assert!(!dump.contains("acme/stall"));
    session.close().await.unwrap();
    drop(two);
}

/// A page whose commits are of no history here.
fn strange(mut pull: rguard::model::Pull) -> rguard::model::Pull {
    pull.merge_commit = Some("00000000000000000000000000000000000000ff".into());
    pull.body.author = Some(Actor {
        login: "mina".into(),
        bot: false,
    });
    pull
}
