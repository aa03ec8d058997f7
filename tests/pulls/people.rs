//! Who is asked, who could learn, and who is no longer here.

use rguard::model::PremiseState;

use crate::shop::{PRICE_ZERO, Shop, found, premise};

#[tokio::test(flavor = "multi_thread")]
async fn whoever_left_is_not_proposed_to_learn() {
    let shop = Shop::new("shop");
    // Ines stays for a year and more; Bo was seen on the first day only.
    shop.repo.commit_as(
        "Bo Dahl <bo@example.org>",
        &[("src/price.py", &PRICE_ZERO.replace("cents", "pence"))],
        "Say pence",
    );
    shop.repo.later(500);
    shop.repo.commit_as(
        "Ines Prado <ines@example.org>",
        &[("README.md", "# Shop\n")],
        "Shorten",
    );
    for n in 0..3 {
        shop.repo.commit_as(
            "Mina Okafor <mina@example.org>",
            &[("src/price.py", &format!("{PRICE_ZERO}\n# {n}\n"))],
            "Number it",
        );
    }
    shop.branch("zero", &[("src/price.py", PRICE_ZERO)]);
    let review = shop.review_with("zero", None).await;
    let bus = review.bus_factor.unwrap();
    assert_eq!(bus.count, 1, "{bus:?}");
    let names: Vec<&str> = bus.learn.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["Ines Prado"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_without_a_trace_for_a_year_make_a_premise_stale_in_plain_words() {
    let mut shop = Shop::new("shop");
    shop.unknown_prices("");
    shop.branch("zero", &[("src/price.py", PRICE_ZERO)]);
    let then = shop.review("zero").await;
    assert_eq!(premise(found(&then, "pr:7").unwrap(), "R6"), None);
    shop.repo.later(500);
    shop.repo.commit_as(
        "Ines Prado <ines@example.org>",
        &[("README.md", "# Shop\n")],
        "Shorten",
    );
    shop.branch("zero-now", &[("src/price.py", PRICE_ZERO)]);
    let review = shop.review("zero-now").await;
    let f = found(&review, "pr:7").unwrap();
    assert_eq!(premise(f, "R6"), Some(PremiseState::Stale));
    let r6 = f.premises.iter().find(|p| p.rule == "R6").unwrap();
    assert_eq!(
        r6.why,
        "@mina, Mina Okafor: no activity here since 2024-01-01"
    );
    let weighing = f.weighing.as_ref().unwrap();
    assert!(
        weighing
            .words
            .ends_with("no activity here by its people since 2024-01-01"),
        "{weighing:?}"
    );
}
