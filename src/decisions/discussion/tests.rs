//! What counts as a decision on a page, and what does not.

use super::*;
use crate::model::ReviewThread;

const WHY: &str = "A price that nobody could read must never become 0, because a free item is not one without a price.";

fn actor(login: &str) -> Option<Actor> {
    Some(Actor {
        login: login.into(),
        bot: login.ends_with("[bot]"),
    })
}

fn post(login: &str, association: Association, body: &str) -> Post {
    Post {
        url: "https://github.com/acme/shop/pull/7#discussion_r5".into(),
        author: actor(login),
        association,
        body: body.into(),
        at: Some(1_700_000_000),
        edited_at: None,
    }
}

fn pull(title: &str, body: &str) -> Pull {
    Pull {
        at: ForgeRef {
            host: "github.com".into(),
            owner: "acme".into(),
            name: "shop".into(),
            number: 7,
        },
        url: "https://github.com/acme/shop/pull/7".into(),
        title: title.into(),
        body: Post {
            url: String::new(),
            ..post("newcomer", Association::None, body)
        },
        state: PullState::Merged,
        merge_commit: Some("aa".into()),
        ..Pull::default()
    }
}

fn read(pull: &Pull) -> Vec<Discussed> {
    Reader::of([pull].into_iter(), [].into_iter(), &[]).of_pull(pull)
}

#[test]
fn a_merged_pull_request_states_its_choice_in_its_own_words() {
    let body = format!(
        "## Why\n\n{WHY}\r\n\r\nTidied a bit.\n\n- [x] I must never forget this, because it is a form.\n"
    );
    let p = pull("Keep an unknown price apart from zero", &body);
    let found = read(&p);
    assert_eq!(found.len(), 1);
    let d = &found[0];
    assert_eq!(d.id.as_str(), "pr:7");
    assert_eq!(d.text, format!("{}\n\n{WHY}", p.title));
    assert_eq!(d.url, p.url);
    let whole = d.decision(&"root".into());
    assert_eq!(whole.authority, Authority::Inferred);
    assert_eq!(whole.source.commit, Some("aa".into()));
    let mut open = p.clone();
    open.state = PullState::Open;
    assert!(read(&open).is_empty(), "it was not merged");
    let mut bot = p.clone();
    bot.body.author = actor("renovate[bot]");
    assert!(read(&bot).is_empty(), "a program wrote it");
    let routine = pull("Bump left-pad from 1 to 2", &body);
    assert!(read(&routine).is_empty(), "routine");
}

#[test]
fn a_key_outlives_the_words_and_is_of_one_repository() {
    let p = pull("Keep an unknown price apart from zero", WHY);
    let mut edited = p.clone();
    edited.body.body.push_str(" Truly.");
    edited.title = "Keep them apart".into();
    let (a, b) = (&read(&p)[0], &read(&edited)[0]);
    assert_ne!(a.text, b.text);
    assert_eq!(a.key(&"root".into()), b.key(&"root".into()));
    assert_ne!(a.key(&"root".into()), a.key(&"other".into()));
}

#[test]
fn forms_questions_and_quotes_decide_nothing() {
    let quiet = [
        "Adds a button.",
        "Should we always use zero instead of nothing, because it is simpler?",
        "> We decided to use zero, because it is simpler for all of us.",
        "```\nWe decided to use zero because it is simpler\n```",
        "<!-- We decided to use zero because it is simpler -->",
        "## How has this been tested?\n\nWe always run it, because it could break.",
        "We decided so for good.\n\n🤖 Generated with [Tool](https://x.test)",
    ];
    for body in quiet {
        assert!(read(&pull("Add a button", body)).is_empty(), "{body}");
    }
    let form = "We always follow the guide, because otherwise reviews take longer.";
    let (a, b) = (pull("Add a button", form), pull("Add a field", form));
    let both = [&a, &b];
    let reader = Reader::of(both.into_iter(), [].into_iter(), &[]);
    assert!(reader.of_pull(&a).is_empty(), "it stands in both");
    let known = Reader::of([&a].into_iter(), [].into_iter(), &[form.to_owned()]);
    assert!(known.of_pull(&a).is_empty(), "it stands in the template");
}

#[test]
fn only_people_who_belong_decide_in_threads_and_issues() {
    let said = "We decided to keep it apart, because zero is a price.";
    let with = |login: &str, association: Association| {
        let mut p = pull("Add a button", "Adds it.");
        p.threads = vec![ReviewThread {
            path: "src/price.rs".into(),
            posts: vec![post(login, association, said)],
            ..ReviewThread::default()
        }];
        read(&p)
    };
    let found = with("mina", Association::Member);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].id.as_str(), "pr:7#discussion_r5");
    assert_eq!(found[0].path, Some("src/price.rs".into()));
    assert_eq!(
        found[0].title,
        "We decided to keep it apart, because zero is a price"
    );
    assert_eq!(
        with("newcomer", Association::None).len(),
        1,
        "wrote a merged pull request"
    );
    assert!(with("passer-by", Association::None).is_empty());
    assert!(with("passer-by", Association::FirstTimer).is_empty());
    assert!(with("helper[bot]", Association::Member).is_empty());

    let issue = |body: &str, association| Issue {
        at: ForgeRef {
            number: 3,
            ..ForgeRef::default()
        },
        title: "Prices of zero".into(),
        url: "https://github.com/acme/shop/issues/3".into(),
        body: Post {
            url: String::new(),
            ..post("mina", association, body)
        },
        ..Issue::default()
    };
    let reader = Reader::default();
    let found = reader.of_issue(&issue(said, Association::Owner));
    assert_eq!((found.len(), found[0].id.as_str()), (1, "issue:3"));
    assert_eq!(found[0].title, "Prices of zero");
    assert!(reader.of_issue(&issue(said, Association::None)).is_empty());
    let wish = "It should never show zero, because that is wrong and costs us money.";
    assert!(reader.of_issue(&issue(wish, Association::Owner)).is_empty());
    let open = "We have not decided to keep it apart, because zero is a price.";
    assert!(reader.of_issue(&issue(open, Association::Owner)).is_empty());
}

#[test]
fn hostile_texts_are_read_without_harm() {
    let nasty = format!("{WHY} \u{1b}]0;x\u{7}\u{202e} {}", "a".repeat(1 << 20));
    let p = pull("Keep\u{1b}[31m it \u{202e}apart\nnow", &nasty);
    for d in read(&p) {
        assert!(!d.title.contains(['\u{1b}', '\u{202e}', '\n']));
        assert!(d.text.len() <= prose::BODY_MAX + 200);
    }
}
