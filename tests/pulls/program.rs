//! The whole way: the built program asks the scripted GitHub and reviews a pull request.

use rguard::model::{PremiseState, Review, VerdictKind};
use serde_json::json;

use crate::scripted::world::{self, World};
use crate::scripted::{Github, TOKEN};
use crate::shop::{PRICE_UNKNOWN, PRICE_ZERO, Shop, WHY, found, premise};
use crate::testkit::run::Ran;

/// The shop at the scripted GitHub: pull request 7 made unknown prices, and says this of issue 12;
/// pull request 100 takes them back, pull request 101 mends a word.
fn scripted(link: &str) -> (Shop, Github) {
    let shop = Shop::new("shop");
    let r = &shop.repo;
    let squash = r.commit_as(
        "Mina Okafor <mina@example.org>",
        &[("src/price.py", PRICE_UNKNOWN)],
        "Keep an unknown price apart from zero (#7)",
    );
    let mut world = World::new("acme", "shop");
    let title = "Keep an unknown price apart from zero";
    let pull = world.pull(7, title, &format!("{WHY}\r\n\r\n{link}"));
    pull["author"] = world::account("mina");
    pull["mergeCommit"] = json!({"__typename": "Commit", "oid": squash});
    pull["changedFiles"] = json!(1);
    world::push(pull, "files", world::file("src/price.py"));
    let said = world::post(
        "checker[bot]",
        "We decided to return 0 for it, because it is simpler.",
    );
    world::push(
        pull,
        "reviewThreads",
        world::thread("src/price.py", 9, &[said]),
    );
    world.issue(12, "Lamps for nothing", "Where do the zeros come from?");
    let base = r.head();
    for (number, path, text) in [
        (100, "src/price.py", PRICE_ZERO),
        (101, "README.md", "# Shop\n\nPrices and labels.\n"),
    ] {
        shop.branch("topic", &[(path, text)]);
        let head = r.git(&["rev-parse", "topic"]);
        r.git(&["update-ref", &format!("refs/pull/{number}/head"), "topic"]);
        r.git(&["branch", "-q", "-D", "topic"]);
        let pull = world.pull(number, "A change", "");
        for none in ["mergedAt", "closedAt"] {
            pull[none] = json!(null);
        }
        pull["state"] = json!("OPEN");
        pull["author"] = world::account("newcomer");
        pull["baseRefOid"] = json!(base);
        pull["headRefOid"] = json!(head);
        pull["changedFiles"] = json!(1);
        world::push(pull, "commits", world::commit(&head, None));
        world::push(pull, "files", world::file(path));
    }
    (shop, Github::start(world))
}

fn review(shop: &Shop, github: &Github, number: &str) -> Review {
    let config = shop.home.path().join("gitconfig");
    let lead = format!(
        "[url \"file://{}\"]\n\tinsteadOf = https://github.com/acme/shop.git\n",
        shop.repo.path().display()
    );
    std::fs::write(&config, lead).unwrap();
    let args = ["review", number, "--format", "json"];
    let mut command = shop.home.command_with_engine(shop.repo.path(), &args);
    command
        .env("RGUARD_ENGINE_LINGER", "120")
        .env("GIT_CONFIG_GLOBAL", &config)
        .envs(github.env());
    let ran = Ran::from(command.output().unwrap());
    assert!(!ran.err.contains(TOKEN));
    serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"))
}

#[test]
fn a_pull_request_is_held_against_what_an_earlier_one_decided() {
    let (shop, github) = scripted("Refs #12");
    let told = review(&shop, &github, "100");
    let f = found(&told, "pr:7").unwrap_or_else(|| panic!("{told:#?}"));
    assert_eq!(f.verdict, VerdictKind::Contradicts);
    assert_eq!(premise(f, "R1"), Some(PremiseState::Holds));
    assert_eq!(
        f.quotes[0].url.as_deref(),
        Some("https://github.com/acme/shop/pull/7")
    );
    assert_eq!(told.people[0].name, "Mina Okafor");
    assert_eq!(told.bus_factor.as_ref().unwrap().count, 1);
    assert_eq!(told.findings.iter().filter(|f| f.stands()).count(), 1);
    assert_eq!(review(&shop, &github, "101").findings, []);

    // The issue was closed meanwhile: the change is open, so that now decides.
    github.change(|w| w.close(12, "2024-03-01T00:00:00Z", None));
    let told = review(&shop, &github, "100");
    let f = found(&told, "pr:7").unwrap();
    let r8 = f.premises.iter().find(|p| p.rule == "R8").unwrap();
    assert_eq!(
        (r8.at_base, r8.now),
        (PremiseState::Holds, PremiseState::Stale)
    );
    github.change(|w| w.reopen(12, "2024-04-01T00:00:00Z"));
    let told = review(&shop, &github, "100");
    assert_eq!(
        premise(found(&told, "pr:7").unwrap(), "R1"),
        Some(PremiseState::Holds)
    );
}

#[test]
fn an_issue_that_the_pull_request_was_to_fix_is_stale_while_it_is_open() {
    let (shop, github) = scripted("Fixes #12");
    let told = review(&shop, &github, "100");
    let f = found(&told, "pr:7").unwrap_or_else(|| panic!("{told:#?}"));
    assert_eq!(premise(f, "R2"), Some(PremiseState::Stale));
}
