//! Which commits belong to which pull request: by what the host says, never by a subject alone.

use std::collections::BTreeSet;

use rguard::graph::{Params, queries};
use rguard::model::PullState;
use serde::Deserialize;

use crate::shop::{Shop, review_in};

#[derive(Debug, Deserialize)]
struct Part {
    sha: String,
    #[serde(rename = "ref")]
    pr: String,
}

#[tokio::test(flavor = "multi_thread")]
async fn squash_merge_and_rebase_all_find_their_commits_and_a_claim_finds_none() {
    let mut shop = Shop::new("shop");
    let r = &shop.repo;
    let first = r.head();
    let squash = r.commit(&[("a.py", "a = 1\n"), ("a2.py", "a = 1\n")], "Add a (#1)");
    r.git(&["checkout", "-q", "-b", "topic"]);
    let own: Vec<String> = (0..2)
        .map(|n| r.commit(&[("b.py", &format!("b = {n}\n"))], &format!("Step {n}")))
        .collect();
    r.git(&["checkout", "-q", "main"]);
    r.git(&[
        "merge",
        "-q",
        "--no-ff",
        "-m",
        "Merge pull request #2 from x/topic",
        "topic",
    ]);
    let merge = r.head();
    let before = r.commit(&[("c.py", "c = 0\n")], "Straight to main");
    let copies = [
        r.commit(&[("d.py", "d = 1\n")], "Add d"),
        r.commit(&[("e.py", "e = 1\n")], "Add e"),
    ];
    let liar = r.commit(&[("f.py", "f = 1\n")], "Add f (#1)");
    let hopeful = r.commit(&[("g.py", "g = 1\n")], "Add g (#4)");

    let fakes = |n: usize| {
        (0..n)
            .map(|i| format!("{i:040x}").as_str().into())
            .collect()
    };
    let mut pulls = vec![
        shop.merged(1, "Add a", "", &squash, &["a.py", "a2.py"]),
        shop.merged(2, "Steps", "", &merge, &["b.py"]),
        shop.merged(3, "Add d and e", "", &copies[1], &["d.py", "e.py"]),
        shop.merged(4, "Add g", "", &hopeful, &["g.py"]),
    ];
    pulls[0].commits = fakes(3);
    pulls[1].commits = own.iter().map(|c| c.as_str().into()).collect();
    pulls[2].commits = fakes(2);
    pulls[3].state = PullState::Open;
    pulls[3].merge_commit = None;
    shop.talk.pulls = pulls;
    shop.branch("any", &[("a.py", "a = 2\n")]);

    let session = shop.session().await;
    review_in(&session, "any", Some(shop.talk.clone()), shop.cache()).await;
    let all = [
        &first, &squash, &own[0], &own[1], &merge, &before, &copies[0], &copies[1], &liar, &hopeful,
    ];
    let params = Params::new().with_texts("shas", all);
    let rows = session
        .store()
        .read::<Part>(&queries::COMMIT_PRS, params)
        .await
        .unwrap()
        .rows;
    session.close().await.unwrap();
    let found: BTreeSet<(String, String)> = rows
        .into_iter()
        .map(|p| (p.pr.rsplit('#').next().unwrap().to_owned(), p.sha))
        .collect();
    let expected: BTreeSet<(String, String)> = [
        ("1", &squash),
        ("2", &own[0]),
        ("2", &own[1]),
        ("2", &merge),
        ("3", &copies[0]),
        ("3", &copies[1]),
    ]
    .into_iter()
    .map(|(n, c)| (n.to_owned(), c.clone()))
    .collect();
    assert_eq!(found, expected);
}
