//! `/rationale` in a comment: who may, what it means, how it is answered, and that it reaches other
//! machines.

use rguard::model::Reach;
use serde_json::{Value, json};

use crate::posting::Workflow;
use crate::sharing::{about_waiting, clone};
use crate::testkit::run::{Home, Ran};

fn comment(id: u64, body: &str, login: &str) -> Value {
    json!({
        "action": "created",
        "issue": {"number": 7, "title": "x", "pull_request": {"url": "https://example.org"}},
        "comment": {"id": id, "body": body, "created_at": "2026-11-30T10:00:00Z",
                    "author_association": "OWNER", "user": {"login": login, "type": "User"}},
        "sender": {"login": login, "type": "User"},
    })
}

fn say(w: &Workflow, id: u64, body: &str, login: &str) -> Ran {
    w.run(&["command"], &comment(id, body, login))
}

fn reactions(w: &Workflow) -> Vec<(u64, String)> {
    w.github.with(|k| k.reactions.clone())
}

fn branch(w: &Workflow) -> String {
    let repo = &w.gauge.repo;
    match repo
        .git(&["for-each-ref", "refs/heads/rguard-corrections"])
        .is_empty()
    {
        true => String::new(),
        false => repo.git(&["ls-tree", "--name-only", "rguard-corrections"]),
    }
}

#[test]
fn a_command_of_somebody_who_may_write_is_kept_answered_and_reaches_other_machines() {
    let w = Workflow::new();
    w.github.with(|k| {
        k.permissions.insert("maria".into(), "write".into());
    });
    assert_eq!(w.review().code, 0);
    let ran = say(
        &w,
        501,
        "/rationale ack F1 agreed with the harbour\nmore words",
        "maria",
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(reactions(&w), [(501, "+1".to_owned())]);
    assert_eq!(branch(&w).lines().count(), 1);
    let text = w.sticky();
    assert!(text.contains("acknowledged by maria"), "{text}");
    assert!(
        text.contains("ack (shared): maria: agreed with the harbour"),
        "{text}"
    );
    assert!(
        text.contains("No decision stands against this change."),
        "{text}"
    );

    // The job is run again: the same correction, and no second one.
    let again = say(
        &w,
        501,
        "/rationale ack F1 agreed with the harbour",
        "maria",
    );
    assert_eq!(again.code, 0, "{again:?}");
    assert_eq!(branch(&w).lines().count(), 1);

    // A second one goes onto the branch beside it, though another writer comes in between.
    let busy = "PUT /repos/acme/gauge/contents/";
    w.github
        .with(|k| k.instead = vec![(busy.into(), 409, false)]);
    let more = say(&w, 502, "/rationale wrong f1 only for old gauges", "maria");
    assert_eq!(more.code, 0, "{more:?}");
    assert_eq!(branch(&w).lines().count(), 2);

    let (home, other) = (Home::new(), clone(&w.gauge, "other"));
    let (code, review) = home.review(&other, &["7"]);
    assert_eq!(code, 0, "{review:?}");
    let said = &about_waiting(&review).corrections;
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(
        said.iter()
            .all(|c| c.reach == Reach::Shared && c.author == "maria")
    );
    assert_eq!(said[0].time, 1_796_032_800);
}

#[test]
fn nobody_without_write_access_commands_whatever_the_event_calls_them() {
    let w = Workflow::new();
    w.github.with(|k| {
        k.permissions.insert("reader".into(), "read".into());
    });
    for (id, login) in [(601, "stranger"), (602, "reader")] {
        let ran = say(&w, id, "/rationale override F1 five seconds", login);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.out.contains("write access"), "{ran:?}");
    }
    // Asked again: the reaction again, which GitHub keeps once, and no second reply.
    say(&w, 601, "/rationale override F1 five seconds", "stranger");
    assert!(reactions(&w).iter().all(|(_, r)| r == "-1"));
    assert_eq!(w.github.ours().len(), 2, "{:?}", w.github.ours());
    assert_eq!(branch(&w), "");
}

#[test]
fn what_is_not_meant_for_rguard_is_not_answered() {
    let w = Workflow::new();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut event = comment(1, "/rationale ack F1", "maria");
        change(&mut event);
        let ran = w.run(&["command"], &event);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.out.contains("\nNothing to do"), "{ran:?}");
    };
    with(&|e| e["action"] = json!("edited"));
    with(&|e| e["sender"]["type"] = json!("Bot"));
    with(&|e| {
        e["issue"].as_object_mut().unwrap().remove("pull_request");
    });
    with(&|e| e["comment"]["body"] = json!("I would /rationale ack F1"));
    assert_eq!(w.github.with(|k| k.requests.len()), 0);
}

#[test]
fn a_command_that_means_nothing_is_refused_with_a_reason_that_repeats_no_word_of_it() {
    let mut w = Workflow::new();
    w.github.with(|k| {
        k.permissions.insert("maria".into(), "admin".into());
    });
    assert_eq!(w.review().code, 0);
    for (id, body, why) in [
        (701, "/rationale erase F1 @everyone", "no command"),
        (702, "/rationale wrong F1", "no reason"),
        (703, "/rationale ack F9 <img src=x>", "no such finding"),
        (704, "/rationale ack ../../etc/passwd", "no such finding"),
    ] {
        let ran = say(&w, id, body, "maria");
        assert!(ran.code == 0 && ran.out.contains(why), "{ran:?}");
        let reply = w.github.ours().last().unwrap().1.clone();
        assert!(reply.contains(why) && !reply.contains("everyone") && !reply.contains("img"));
    }
    // After a push, a number may mean another finding than the one that was read.
    w.push(&[("NOTES.md", "notes\n")]);
    let ran = say(&w, 705, "/rationale ack F1", "maria");
    assert!(ran.out.contains("has moved"), "{ran:?}");
    assert_eq!(reactions(&w).last().unwrap(), &(705, "-1".to_owned()));
    let id = crate::testkit::gauge::WAITING;
    let ran = say(&w, 706, &format!("/rationale ack {id}"), "maria");
    assert_eq!(
        reactions(&w).last().unwrap(),
        &(706, "+1".to_owned()),
        "{ran:?}"
    );
}
