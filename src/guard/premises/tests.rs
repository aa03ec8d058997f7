//! Each rule, at both moments.

use super::*;
use crate::model::{ForgeRef, Issue, IssueEvent, Post, Pull, PullState};

const DAY: i64 = 86_400;
/// The decision's merge, the base and now, in days.
const MERGED: i64 = 100 * DAY;
const BASE: i64 = 200 * DAY;
const NOW: i64 = 300 * DAY;

fn at(number: u64) -> ForgeRef {
    ForgeRef {
        host: "github.com".into(),
        owner: "acme".into(),
        name: "shop".into(),
        number,
    }
}

fn issue(events: &[(i64, bool)]) -> Issue {
    Issue {
        at: at(12),
        title: "Prices of zero".into(),
        body: Post {
            at: Some(10 * DAY),
            ..Post::default()
        },
        open: events.last().is_none_or(|e| !e.1),
        events: events
            .iter()
            .map(|(at, closed)| IssueEvent {
                at: at * DAY,
                closed: *closed,
                ..IssueEvent::default()
            })
            .collect(),
        events_complete: true,
        ..Issue::default()
    }
}

/// An archive with the decision's pull request #7, the issue, and pull request #8.
fn archive(issue: Option<Issue>, other: PullState) -> Discussions {
    let mut out = Discussions::default();
    out.home = crate::model::ForgeHome::of(&at(1));
    let pull = |number: u64, state: PullState, merged: i64| Pull {
        at: at(number),
        state,
        merged_at: (state == PullState::Merged).then_some(merged),
        ..Pull::default()
    };
    out.pulls.insert(7, pull(7, PullState::Merged, MERGED));
    out.pulls.insert(8, pull(8, other, 250 * DAY));
    if let Some(i) = issue {
        out.issues.insert(i.at.key(), i);
    }
    out
}

/// The premises of a decision whose commit rests on a page.
fn look(said: &Discussions, how: &str, page: u64, open: bool) -> Vec<(String, [&'static str; 3])> {
    let mut facts = Facts::default();
    facts.pages.insert(
        "aa".into(),
        vec![RestsOn {
            sha: "aa".into(),
            pr: at(7).key(),
            page: at(page).key(),
            how: how.into(),
        }],
    );
    let known = |_: u32| true;
    let m = Moments {
        at_base: &known,
        now: &known,
        tip: None,
        tip_known: false,
        open,
        base_time: Some(BASE),
        now_time: Some(NOW),
        ord: &|_| None,
    };
    let d = Decision {
        id: "pr:7".into(),
        ..Decision::default()
    };
    pages::rest_on(&d, &["aa".into()], &facts, said, &m)
        .into_iter()
        .map(|p| {
            let words = [p.state.word(), p.at_base.word(), p.now.word()];
            assert!(p.nodes.contains(&"PR acme/shop#7".to_owned()), "{p:?}");
            (p.rule, words)
        })
        .collect()
}

#[test]
fn a_named_issue_holds_while_it_is_open_and_is_stale_once_closed() {
    let told = |events: &[(i64, bool)], open: bool| {
        look(
            &archive(Some(issue(events)), PullState::Open),
            "REFERENCES",
            12,
            open,
        )
    };
    let one = |rule: &str, state, base, now| vec![(rule.to_owned(), [state, base, now])];
    assert_eq!(told(&[], true), one("R1", "holds", "holds", "holds"));
    let since = [(250, true)];
    assert_eq!(told(&since, true), one("R8", "stale", "holds", "stale"));
    assert_eq!(told(&since, false), one("R1", "holds", "holds", "stale"));
    assert_eq!(
        told(&[(150, true)], true),
        one("R8", "stale", "stale", "stale")
    );
    let back = [(150, true), (250, false)];
    assert_eq!(told(&back, true), one("R1", "holds", "stale", "holds"));
    assert_eq!(
        told(&[(50, true)], true),
        [],
        "it was settled before the decision"
    );
    let unread = look(&archive(None, PullState::Open), "REFERENCES", 12, true);
    assert_eq!(unread, one("R1", "unknown", "unknown", "unknown"));
    let mut partly = issue(&[]);
    partly.events_complete = false;
    let partly = look(
        &archive(Some(partly), PullState::Open),
        "REFERENCES",
        12,
        false,
    );
    assert_eq!(partly, one("R1", "unknown", "unknown", "holds"));
}

#[test]
fn an_issue_that_is_said_to_be_fixed_must_be_closed() {
    let told = |events: &[(i64, bool)]| {
        look(
            &archive(Some(issue(events)), PullState::Open),
            "FIXES",
            12,
            true,
        )
    };
    let one = |state, base, now| vec![("R2".to_owned(), [state, base, now])];
    assert_eq!(told(&[]), one("stale", "stale", "stale"));
    assert_eq!(told(&[(100, true)]), one("holds", "holds", "holds"));
    assert_eq!(
        told(&[(100, true), (250, false)]),
        one("stale", "holds", "stale")
    );
    assert_eq!(told(&[(250, true)]), one("holds", "stale", "holds"));
}

#[test]
fn a_pull_request_that_is_waited_for_must_be_merged() {
    let told = |state| look(&archive(None, state), "DEPENDS_ON", 8, true);
    let one = |state, base, now| vec![("R5".to_owned(), [state, base, now])];
    assert_eq!(told(PullState::Open), one("stale", "stale", "stale"));
    assert_eq!(told(PullState::Closed), one("stale", "stale", "stale"));
    assert_eq!(told(PullState::Merged), one("holds", "stale", "holds"));
    let unread = look(&archive(None, PullState::Open), "DEPENDS_ON", 9, true);
    assert_eq!(unread, one("unknown", "unknown", "unknown"));
}

#[test]
fn people_are_quiet_only_by_what_was_read() {
    let mut said = archive(None, PullState::Open);
    said.decided = vec![crate::decisions::discussion::Discussed {
        id: "pr:7".into(),
        author: Some("Mina".into()),
        ..Default::default()
    }];
    let pull = said.pulls.get_mut(&7).unwrap();
    pull.body = Post {
        author: Some(crate::model::Actor {
            login: "mina".into(),
            bot: false,
        }),
        at: Some(90 * DAY),
        ..Post::default()
    };
    let presence = Presence::default();
    let known = |_: u32| true;
    let facts = Facts::default();
    let told = |base: i64, now: i64| {
        let m = Moments {
            at_base: &known,
            now: &known,
            tip: None,
            tip_known: false,
            open: true,
            base_time: Some(base),
            now_time: Some(now),
            ord: &|_| None,
        };
        let ground = Ground {
            facts: &facts,
            said: Some(&said),
            presence: &presence,
        };
        let d = Decision {
            id: "pr:7".into(),
            ..Decision::default()
        };
        people::absent(&d, &[], &ground, &m)
    };
    assert_eq!(told(200 * DAY, 300 * DAY), None, "less than a year");
    let stale = told(200 * DAY, 900 * DAY).unwrap();
    assert_eq!(
        (stale.at_base, stale.now),
        (PremiseState::Holds, PremiseState::Stale)
    );
    assert_eq!(stale.why, "@Mina: no activity here since 1970-04-01");
}
