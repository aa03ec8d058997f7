//! The cases that a reviewer would tell.

use rguard::graph::{Params, queries};
use rguard::model::*;
use serde::Deserialize;

use crate::shop::{PRICE_ZERO, Shop, found, post, premise};

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_price_that_becomes_zero_undoes_a_decision_whose_issue_is_open() {
    let mut shop = Shop::new("shop");
    shop.unknown_prices("Refs #12");
    let issue = shop.issue(12, "Lamps for nothing", "Where do the zeros come from?");
    shop.talk.issues.push(issue);
    shop.branch("zero", &[("src/price.py", PRICE_ZERO)]);
    shop.branch("typo", &[("README.md", "# Shop\n\nPrices and labels.\n")]);

    let review = shop.review("zero").await;
    let f = found(&review, "pr:7").unwrap_or_else(|| panic!("{:#?}", review.findings));
    assert_eq!(f.decision.id.as_str(), "pr:7");
    assert_eq!(f.verdict, VerdictKind::Contradicts);
    assert_eq!(f.decision.authority, Authority::Inferred);
    let quote = &f.quotes[0];
    assert_eq!(
        quote.url.as_deref(),
        Some("https://github.com/acme/shop/pull/7")
    );
    let said = format!(
        "{}\n{}",
        shop.talk.pulls[0].title, shop.talk.pulls[0].body.body
    );
    for q in &f.quotes {
        assert!(said.contains(&q.text), "{q:?}");
    }
    assert_eq!(premise(f, "R1"), Some(PremiseState::Holds));
    assert_eq!(premise(f, "R2"), None);
    let shown = f.premises.iter().find(|p| p.rule == "R1").unwrap();
    assert_eq!(shown.nodes, ["PR acme/shop#7", "Issue acme/shop#12"]);
    assert_eq!(review.people[0].name, "Mina Okafor");
    let bus = review.bus_factor.as_ref().unwrap();
    assert_eq!((bus.count, bus.learn.len()), (1, 1), "{bus:?}");
    assert_eq!(bus.learn[0].name, "Ines Prado");
    let weighing = f.weighing.as_ref().unwrap();
    assert!(
        weighing
            .words
            .starts_with("inferred from a pull request · "),
        "{weighing:?}"
    );

    let quiet = shop.review("typo").await;
    assert_eq!(quiet.findings, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_issue_that_was_to_be_fixed_and_is_open_makes_the_decision_stale() {
    let mut shop = Shop::new("shop");
    shop.unknown_prices("Fixes #12");
    let issue = shop.issue(12, "Lamps for nothing", "Where do the zeros come from?");
    shop.talk.issues.push(issue);
    shop.branch("zero", &[("src/price.py", PRICE_ZERO)]);
    let review = shop.review("zero").await;
    let f = found(&review, "pr:7").unwrap();
    assert_eq!(premise(f, "R2"), Some(PremiseState::Stale));
    assert_eq!(premise(f, "R1"), None);

    // The issue was closed by the merge, and nothing else changed.
    let closed_at = shop.repo.now();
    let issue = &mut shop.talk.issues[0];
    issue.open = false;
    issue.events = vec![IssueEvent {
        at: closed_at - 3_600,
        closed: true,
        ..IssueEvent::default()
    }];
    let review = shop.review("zero").await;
    let f = found(&review, "pr:7").unwrap();
    assert_eq!(premise(f, "R2"), Some(PremiseState::Holds));
}

const LIMITS: &str = "\
\"\"\"How many orders one customer may place.\"\"\"

DEFAULT_LIMIT = 20


def limit_of(settings):
    \"\"\"The limit of one customer. Nothing set means the default; 0 is set, and means none.\"\"\"
    limit = settings.get(\"order_limit\")
    if limit is None:
        return DEFAULT_LIMIT
    return limit
";

const LIMITS_OR: &str = "\
\"\"\"How many orders one customer may place.\"\"\"

DEFAULT_LIMIT = 20


def limit_of(settings):
    \"\"\"The limit of one customer.\"\"\"
    return settings.get(\"order_limit\") or DEFAULT_LIMIT
";

#[tokio::test(flavor = "multi_thread")]
async fn a_zero_that_is_set_is_not_a_setting_that_is_missing() {
    let mut shop = Shop::new("shop");
    shop.repo
        .commit(&[("src/limits.py", LIMITS_OR)], "Limit orders");
    let squash = shop.repo.commit_as(
        "Noor Haddad <noor@example.org>",
        &[("src/limits.py", LIMITS)],
        "Take an order limit of 0 as set (#9)",
    );
    let body = "An `order_limit` of 0 is explicit: it blocks a customer. We decided to test `is None` \
rather than to write `or DEFAULT_LIMIT`, because 0 is falsy and blocked customers got the default.";
    let mut pull = shop.merged(
        9,
        "Take an order limit of 0 as set",
        body,
        &squash,
        &["src/limits.py"],
    );
    pull.body.author = Some(Actor {
        login: "noor".into(),
        bot: false,
    });
    shop.talk.pulls.push(pull);
    shop.branch("or", &[("src/limits.py", LIMITS_OR)]);
    shop.branch(
        "typo",
        &[(
            "README.md",
            "# Shop\n\nPrices and labels. The limit is 0.\n",
        )],
    );
    let review = shop.review("or").await;
    let f = found(&review, "pr:9").unwrap();
    assert_eq!(f.verdict, VerdictKind::Contradicts);
    assert_eq!(review.people[0].name, "Noor Haddad");
    assert_eq!(shop.review("typo").await.findings, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_and_strangers_decide_nothing() {
    let mut shop = Shop::new("shop");
    shop.unknown_prices("Refs #12");
    let pull = &mut shop.talk.pulls[0];
    pull.body.author = Some(Actor {
        login: "helper[bot]".into(),
        bot: true,
    });
    let stranger = "We decided to return zero for each unknown price, because it is simpler.";
    let mut said = post("passer-by", Association::None, stranger, 1_704_067_400);
    said.url = format!("{}#discussion_r1", pull.url);
    pull.threads = vec![ReviewThread {
        path: "src/price.py".into(),
        posts: vec![said],
        ..ReviewThread::default()
    }];
    shop.branch("zero", &[("src/price.py", PRICE_ZERO)]);
    let review = shop.review("zero").await;
    let of_page = |f: &Finding| f.decision.id.as_str().starts_with("pr:");
    assert!(
        !review.findings.iter().any(of_page),
        "{:#?}",
        review.findings
    );
    assert!(review.people.iter().all(|p| !p.name.contains("bot")));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_said_later_is_not_known_at_the_base() {
    let mut shop = Shop::new("shop");
    // A branch from before the decision.
    shop.branch(
        "early",
        &[(
            "src/price.py",
            &PRICE_ZERO.replace("strip()", "strip(\" \")"),
        )],
    );
    shop.unknown_prices("Refs #12");
    let review = shop.review("early").await;
    assert!(found(&review, "pr:7").is_none());
    shop.branch("zero", &[("src/price.py", PRICE_ZERO)]);
    let edited = shop.repo.now() + 86_400;
    shop.talk.pulls[0].body.edited_at = Some(edited);
    let review = shop.review("zero").await;
    let f = found(&review, "pr:7").unwrap();
    assert!(f.notes[0].contains("after the base"), "{:?}", f.notes);
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_words_stay_words() {
    let mut shop = Shop::new("shop");
    let squash = shop.unknown_prices("Refs #12");
    let nasty =
        "\u{1b}]0;x\u{7}\u{202e}'}) DETACH DELETE n // \\ \" \0 @everyone <!-- </details> ```";
    let pull = &mut shop.talk.pulls[0];
    pull.title = format!("Keep prices apart {nasty}");
    pull.body.body = format!(
        "{nasty}\n\n{} \u{1b}[2J\u{202e}\0\n\n{} Refs #12",
        crate::shop::WHY,
        "x".repeat(1 << 20)
    );
    pull.files.push(PullFile {
        path: "src/'}) DETACH DELETE n //.py".into(),
        ..PullFile::default()
    });
    pull.changed_files = 2;
    pull.head_branch = nasty.into();
    let issue = shop.issue(12, nasty, nasty);
    shop.talk.issues.push(issue);
    shop.branch("zero", &[("src/price.py", PRICE_ZERO)]);
    let review = shop.review("zero").await;
    let f = found(&review, "pr:7").unwrap_or_else(|| panic!("{:#?}", review.findings));
    assert_eq!(f.decision.source.commit, Some(squash.as_str().into()));
    assert!(!f.decision.title.contains(['\u{1b}', '\u{202e}']));
    let told = serde_json::to_string(&f.premises).unwrap();
    assert!(!told.contains("\\u001b"), "{told}");
    // The graph lives on.
    assert!(!shop.review("zero").await.findings.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_taken_back_with_its_merge_is_no_decision_any_more() {
    let mut shop = Shop::new("shop");
    let squash = shop.unknown_prices("Refs #12");
    shop.branch("zero", &[("src/price.py", PRICE_ZERO)]);
    assert!(found(&shop.review("zero").await, "pr:7").is_some());
    shop.repo.commit(
        &[("src/price.py", PRICE_ZERO)],
        &format!(
            "Revert \"Keep an unknown price apart from zero (#7)\"\n\nThis reverts commit {squash}."
        ),
    );
    shop.branch(
        "round",
        &[("src/price.py", &PRICE_ZERO.replace("return 0", "return 1"))],
    );
    let review = shop.review("round").await;
    assert!(found(&review, "pr:7").is_none(), "{:#?}", review.findings);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_the_host_did_not_tell_are_read_from_the_merge() {
    let mut shop = Shop::new("shop");
    shop.unknown_prices("Refs #12");
    let pull = &mut shop.talk.pulls[0];
    (pull.files, pull.changed_files) = (Vec::new(), 0);
    shop.branch("zero", &[("src/price.py", PRICE_ZERO)]);
    let review = shop.review("zero").await;
    let f = found(&review, "pr:7").unwrap();
    assert_eq!(f.verdict, VerdictKind::Contradicts);
    assert!(
        f.via
            .iter()
            .any(|v| v.row.contains("a pull request of 1 files")),
        "{:?}",
        f.via
    );
}

#[derive(Debug, Deserialize)]
struct Guard {
    key: String,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wide_pull_request_guards_what_it_names_or_wrote_and_nothing_else() {
    let mut shop = Shop::new("shop");
    let wide = ["m1", "m2", "m3", "m4", "m5"];
    let old: Vec<(String, String)> = wide
        .iter()
        .map(|m| {
            (
                format!("src/{m}.py"),
                format!("first_{m} = 1\nlast_{m} = 1\n"),
            )
        })
        .collect();
    let list: Vec<(&str, &str)> = old.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    shop.repo.commit(&list, "Add modules");
    let mut new: Vec<(String, String)> = old
        .iter()
        .map(|(p, t)| (p.clone(), t.replace("last_", "end_")))
        .collect();
    new.push(("src/price.py".into(), crate::shop::PRICE_UNKNOWN.into()));
    let list: Vec<(&str, &str)> = new.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
    let squash = shop.repo.commit(&list, "Rework prices (#7)");
    let paths: Vec<&str> = new.iter().map(|(p, _)| p.as_str()).collect();
    let body = format!("{} See src/price.py.", crate::shop::WHY);
    let pull = shop.merged(7, "Rework prices", &body, &squash, &paths);
    shop.talk.pulls.push(pull);
    let untouched = new[0].1.replace("first_m1 = 1", "first_m1 = 0");
    shop.branch("other", &[("src/m1.py", &untouched)]);
    shop.branch("named", &[("src/price.py", PRICE_ZERO)]);
    let review = shop.review("other").await;
    assert!(
        found(&review, "pr:7").is_none_or(|f| f.verdict != VerdictKind::Contradicts),
        "{:#?}",
        review.findings
    );
    let review = shop.review("named").await;
    let f = found(&review, "pr:7").unwrap();
    assert_eq!(f.verdict, VerdictKind::Contradicts);
    let session = shop.session().await;
    let files = |path: &str| Params::new().with_texts("paths", [path]);
    for (path, guarded) in [("src/m1.py", false), ("src/price.py", true)] {
        let rows = session
            .store()
            .read::<Guard>(&queries::HOP_FILE, files(path))
            .await
            .unwrap()
            .rows;
        let is = rows.iter().any(|g| g.key == f.decision.key.as_str());
        assert_eq!(is, guarded, "{path}: {rows:?}");
    }
    session.close().await.unwrap();
    assert!(
        f.via.iter().any(|v| v.row.contains("names src/price.py")),
        "{:?}",
        f.via
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_about_lines_guards_its_file_and_every_surface_shows_it() {
    let mut shop = Shop::new("shop");
    shop.unknown_prices("Depends on #6. Refs #12.");
    let pull = &mut shop.talk.pulls[0];
    pull.body.body = "Reworks it. Depends on #6. Refs #12.".into();
    let mut said = post(
        "ines",
        Association::Member,
        "We decided to return `None` rather than 0 for an unknown price, because 0 sells lamps for nothing.",
        1_704_067_400,
    );
    said.url = format!("{}#discussion_r44", pull.url);
    pull.threads = vec![ReviewThread {
        path: "src/price.py".into(),
        posts: vec![said],
        ..ReviewThread::default()
    }];
    let mut waited = shop.merged(6, "Read suppliers", "", "", &[]);
    (waited.state, waited.merge_commit, waited.merged_at) = (PullState::Open, None, None);
    shop.talk.pulls.push(waited);
    let issue = shop.issue(12, "Lamps for nothing", "");
    shop.talk.issues.push(issue);
    shop.branch("zero", &[("src/price.py", PRICE_ZERO)]);
    let review = shop.review("zero").await;
    let f =
        found(&review, "pr:7#discussion_r44").unwrap_or_else(|| panic!("{:#?}", review.findings));
    assert_eq!(f.verdict, VerdictKind::Contradicts);
    let url = "https://github.com/acme/shop/pull/7#discussion_r44";
    assert_eq!(f.quotes[0].url.as_deref(), Some(url));
    assert_eq!(premise(f, "R5"), Some(PremiseState::Stale));
    assert_eq!(premise(f, "R1"), Some(PremiseState::Holds));
    let bus = review.bus_factor.as_ref().unwrap();
    assert_eq!(
        bus.learn[0].why,
        "reviewed 1 pull request that touches these files"
    );
    let look = rguard::report::Look {
        color: false,
        width: 200,
    };
    let text = rguard::report::text::review(&review, look);
    for words in [
        url,
        "R5 It depends on acme/shop#6, which is not merged",
        "inferred from a pull request",
        "could learn it: @ines",
    ] {
        assert!(text.contains(words), "{words}\n{text}");
    }
}
