//! The hops over issues and documents, each on a decision that no other hop finds.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rguard::change::{Options, Target, resolve};
use rguard::guard::ReviewOptions;

use crate::shop::Shop;

const FETCH: &str = "ATTEMPTS = 3\n\n\ndef fetch(url):\n    return read(url, ATTEMPTS)\n";
const FETCH_MORE: &str = "ATTEMPTS = 5\n\n\ndef fetch(url):\n    return read(url, ATTEMPTS)\n";
const FETCH_AGAIN: &str = "ATTEMPTS = 9\n\n\ndef fetch(url):\n    return read(url, ATTEMPTS)\n";

/// The hops that led to each candidate, by its id.
async fn candidates(shop: &Shop, branch: &str) -> BTreeMap<String, Vec<String>> {
    let session = shop.session().await;
    let options = Options {
        cache: shop.cache(),
        ..Options::default()
    };
    let target = Target::Named(branch.to_owned());
    let resolved = resolve(session.repo(), &target, &options).unwrap();
    let seen: Arc<Mutex<BTreeMap<String, Vec<String>>>> = Arc::default();
    let told = Arc::clone(&seen);
    let options = ReviewOptions {
        discussion: Some(Arc::new(shop.talk.clone())),
        observe: Some(Arc::new(move |dossier, _, _| {
            let hops = dossier.hops.keys().cloned().collect();
            let id = dossier.decision.id.to_string();
            told.lock().unwrap().insert(id, hops);
        })),
        ..ReviewOptions::default()
    };
    let done = session.review(&resolved, &options, &mut |_| {}).await;
    done.unwrap();
    session.close().await.unwrap();
    let seen = seen.lock().unwrap();
    seen.clone()
}

/// A shop whose pull request 21 changed the fetching, with these words, and a change of the same.
fn fetching(body: &str, more: &[(&str, &str)]) -> Shop {
    let mut shop = Shop::new("shop");
    shop.repo.commit(&[("src/fetch.py", FETCH)], "Fetch pages");
    if !more.is_empty() {
        shop.repo.commit(more, "Write it down");
    }
    let mut files = vec![("src/fetch.py", FETCH_MORE)];
    let mut paths = vec!["src/fetch.py"];
    let log: String;
    if let Some((path, text)) = more.first() {
        log = format!(
            "{text}\n## Serve jam on Sundays\n\nDate: 2024-01-03\n\nGuests asked for it.\n"
        );
        files.push((path, &log));
        paths.push(path);
    }
    let squash = shop.repo.commit(&files, "Tune it (#21)");
    let pull = shop.merged(21, "Tune it", body, &squash, &paths);
    shop.talk.pulls.push(pull);
    shop.branch("again", &[("src/fetch.py", FETCH_AGAIN)]);
    shop
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_in_an_issue_is_found_over_the_pull_request_that_names_it() {
    let text = "We decided that our harbour partners get polite treatment, on purpose.";
    let mut shop = fetching("Refs #20", &[]);
    let issue = shop.issue(20, "Partners", text);
    shop.talk.issues.push(issue);
    let found = candidates(&shop, "again").await;
    assert_eq!(found.get("issue:20").unwrap(), &["issue"], "{found:?}");

    // Nothing but that link leads there.
    let mut apart = fetching("Nothing to say.", &[]);
    let issue = apart.issue(20, "Partners", text);
    apart.talk.issues.push(issue);
    let found = candidates(&apart, "again").await;
    assert!(!found.contains_key("issue:20"), "{found:?}");

    // An issue that was written after the base says nothing yet.
    shop.talk.issues[0].body.at = Some(shop.repo.now() + 86_400);
    let found = candidates(&shop, "again").await;
    assert!(!found.contains_key("issue:20"), "{found:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decision_in_a_document_is_found_over_the_pull_request_that_changed_both() {
    let log = "# Decisions\n\n## Greet guests in Danish\n\nDate: 2024-01-02\n\nMost of them come from there, so the porter greets them so.\n";
    let shop = fetching("Nothing to say.", &[("DECISIONS.md", log)]);
    let id = "DECISIONS.md#Greet guests in Danish";
    let found = candidates(&shop, "again").await;
    assert_eq!(found.get(id).unwrap(), &["doc"], "{found:?}");

    let mut apart = fetching("Nothing to say.", &[("DECISIONS.md", log)]);
    apart.talk.pulls.clear();
    let found = candidates(&apart, "again").await;
    assert!(!found.contains_key(id), "{found:?}");
}
