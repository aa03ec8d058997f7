//! With a token: what is read, in how many requests, and what is asked again.

use rguard::github::Reach;
use rguard::model::{Discussion, PullState};
use serde_json::json;

use crate::scripted::{Fault, world};
use crate::story::{NUMBER, Story, story};

fn queries(story: &Story) -> Vec<String> {
    let seen = story.github.take_seen();
    seen.iter()
        .map(|s| {
            let name = s.body.split("query ").nth(1).unwrap_or(&s.path);
            name.split(['(', '{']).next().unwrap().trim().to_owned()
        })
        .collect()
}

/// What was read, without when and at what price.
fn bare(mut of: Discussion) -> Discussion {
    of.read_at = 0;
    of.requests = Default::default();
    of
}

#[tokio::test]
async fn a_whole_review_takes_five_queries_and_a_second_one_takes_one() {
    let story = story(20, 30);
    let (resolved, first) = story.read(story.client(true)).await.unwrap();
    assert_eq!(resolved.change.files.len(), 20);
    assert_eq!(first.requests.graphql, 5);
    assert!(first.requests.graphql <= 8);
    assert_eq!(first.requests.rest, 0);
    assert_eq!(first.requests.points, 1 + 3 * 4 + 1);
    assert_eq!(first.pulls.len(), 30);
    assert_eq!(first.issues.len(), 31);
    assert_eq!(first.cut, Vec::<String>::new());
    let mut asked = queries(&story);
    asked.sort();
    assert_eq!(asked, ["Named", "Past", "Past", "Past", "Pull"]);

    let (_, second) = story.read(story.client(true)).await.unwrap();
    assert_eq!(queries(&story), ["Moved"]);
    assert_eq!((second.requests.graphql, second.requests.points), (1, 1));
    assert_eq!(second.requests.kept, 1 + 30 + 31);
    assert_eq!(bare(second), bare(first));
}

#[tokio::test]
async fn only_what_moved_is_read_again() {
    let story = story(4, 12);
    let (_, first) = story.read(story.client(true)).await.unwrap();
    assert!(first.issues.iter().all(|i| i.open));
    story.github.take_seen();
    story.github.change(|world| {
        world.close(205, "2024-03-01T00:00:00Z", Some(5));
        let pull = world.pulls.get_mut(&7).unwrap();
        pull["title"] = json!("Another title");
        pull["updatedAt"] = json!("2024-03-01T00:00:00Z");
    });
    let (_, second) = story.read(story.client(true)).await.unwrap();
    assert_eq!(queries(&story), ["Moved", "Past", "Named"]);
    let issue = second.issues.iter().find(|i| i.at.number == 205).unwrap();
    assert!(!issue.open);
    assert_eq!(
        issue.open_at(1_704_067_200 + 3600),
        Some(true),
        "it was, at the time"
    );
    assert_eq!(issue.events[0].by_pull.as_ref().unwrap().number, 5);
    let pull = second.pulls.iter().find(|p| p.at.number == 7).unwrap();
    assert_eq!(pull.title, "Another title");
    // A head that was pushed over is seen even where nothing else moved.
    story.github.change(|world| {
        world.pulls.get_mut(&NUMBER).unwrap()["headRefOid"] = json!("f".repeat(40));
    });
    let (resolved, _) = story.read(story.client(true)).await.unwrap();
    assert_eq!(queries(&story), ["Moved", "Pull"]);
    assert!(
        resolved.change.notes[0].contains("head moved"),
        "{:?}",
        resolved.change.notes
    );
}

#[tokio::test]
async fn a_change_bears_what_the_host_says_of_its_pull_request() {
    let story = story(3, 3);
    let (resolved, found) = story.read(story.client(true)).await.unwrap();
    let change = &resolved.change;
    assert_eq!(change.title, "Zero them all");
    assert_eq!(change.author.as_deref(), Some("carol"));
    assert_eq!(change.description, "Fixes #300");
    assert_eq!(change.target, "ada/engine#100");
    assert_eq!(change.base.as_str(), story.repo.head());
    assert_eq!(resolved.target.unwrap().name, "main");
    assert_eq!(change.notes, Vec::<String>::new());
    let pull = found.pull.unwrap();
    assert_eq!(pull.state, PullState::Open);
    assert_eq!(pull.checks.as_deref(), Some("failure"));
    assert_eq!(pull.closes[0].number, 300);
    assert_eq!(pull.body.author.unwrap().login, "carol");
}

#[tokio::test]
async fn a_number_in_a_subject_counts_only_where_the_host_confirms_it() {
    let story = story(2, 4);
    story.github.change(|world| {
        // Closed without a merge; merged, but neither this commit nor these files; no such thing.
        world.pulls.get_mut(&1).unwrap()["state"] = json!("CLOSED");
        world.pulls.get_mut(&1).unwrap()["mergedAt"] = json!(null);
        let other = world.pulls.get_mut(&2).unwrap();
        other["mergeCommit"] = json!(null);
        other["files"] = json!([world::file("docs/elsewhere.md")]);
        world.pulls.remove(&3);
    });
    let (_, found) = story.read(story.client(true)).await.unwrap();
    let numbers: Vec<u64> = found.pulls.iter().map(|p| p.at.number).collect();
    assert_eq!(numbers, [4]);
    assert_eq!(
        found.missing.iter().map(|m| m.number).collect::<Vec<_>>(),
        [3]
    );
}

#[tokio::test]
async fn commits_without_a_number_are_asked_for_once() {
    let story = story(1, 1);
    let rebased = story.repo.commit(
        &[("src/f0.rs", "pub const N: u64 = 77;\n")],
        "Rebased, without a number",
    );
    story.repo.git(&["update-ref", "refs/heads/topic2", "HEAD"]);
    story.repo.git(&["checkout", "-q", "-b", "later"]);
    let head = story
        .repo
        .commit(&[("src/f0.rs", "pub const N: u64 = 0;\n")], "On top");
    story
        .repo
        .git(&["update-ref", "refs/pull/100/head", "later"]);
    story.repo.git(&["checkout", "-q", "main"]);
    story.github.change(|world| {
        let pull = world.pull(44, "Rebased", "");
        world::push(pull, "files", world::file("src/f0.rs"));
        world.commit_of(&rebased, &[44]);
        world.pulls.get_mut(&NUMBER).unwrap()["headRefOid"] = json!(head);
    });
    let (_, found) = story.read(story.client(true)).await.unwrap();
    assert!(
        found.pulls.iter().any(|p| p.at.number == 44),
        "{:?}",
        found.pulls
    );
    let asked = queries(&story);
    assert!(asked.contains(&"Commits".to_owned()), "{asked:?}");
    story.read(story.client(true)).await.unwrap();
    assert_eq!(queries(&story), ["Moved"]);
}

#[tokio::test]
async fn further_pages_are_read_within_the_bound_and_what_is_left_is_said() {
    let story = story(2, 2);
    story.github.change(|world| {
        let pull = world.pulls.get_mut(&NUMBER).unwrap();
        for n in 0..120 {
            world::push(
                pull,
                "comments",
                world::post("dan", &format!("comment {n}")),
            );
        }
        let posts: Vec<_> = (0..12)
            .map(|n| world::post("eve", &format!("answer {n}")))
            .collect();
        for n in 0..70 {
            let posts = if n == 0 {
                posts.as_slice()
            } else {
                &posts[..1]
            };
            world::push(
                pull,
                "reviewThreads",
                world::thread("src/f0.rs", n + 1, posts),
            );
        }
        for n in 0..350 {
            world::push(pull, "files", world::file(&format!("many/{n}.rs")));
        }
        pull["changedFiles"] = json!(352);
    });
    let (_, found) = story.read(story.client(true)).await.unwrap();
    assert!(found.requests.graphql <= 8, "{:?}", found.requests);
    let pull = found.pull.unwrap();
    assert_eq!(
        (pull.comments.len(), pull.threads.len(), pull.files.len()),
        (120, 70, 300)
    );
    assert_eq!(found.cut, Vec::<String>::new());
    assert_eq!(
        found.bounds,
        [
            "Of pull request #100, 300 of 352 files were read.",
            "Of pull request #100, 79 of 81 answers in its review threads were read.",
        ]
    );
}

#[tokio::test]
async fn what_a_fault_left_out_is_read_the_next_time() {
    let story = story(1, 1);
    story.github.change(|world| {
        let pull = world.pulls.get_mut(&NUMBER).unwrap();
        for n in 0..120 {
            world::push(
                pull,
                "comments",
                world::post("dan", &format!("comment {n}")),
            );
        }
    });
    let mut faults = vec![Fault::None];
    faults.extend(vec![Fault::Status(500); 4]);
    story.github.fail(faults);
    let (_, found) = story.read(story.client(true)).await.unwrap();
    assert_eq!(found.pull.unwrap().comments.len(), 50);
    assert!(
        found.cut[0].contains("Not all pages were read"),
        "{:?}",
        found.cut
    );
    let (_, found) = story.read(story.client(true)).await.unwrap();
    assert_eq!(found.pull.unwrap().comments.len(), 120);
    assert_eq!(found.cut, Vec::<String>::new());
}

#[tokio::test]
async fn a_query_that_is_too_much_is_asked_in_halves_and_nothing_is_lost() {
    let story = story(5, 12);
    *story.github.shared.most_aliases.lock().unwrap() = 4;
    let (_, found) = story.read(story.client(true)).await.unwrap();
    assert_eq!(found.pulls.len(), 12);
    assert_eq!(found.issues.len(), 13);
    assert_eq!(found.cut, Vec::<String>::new());
}

#[tokio::test]
async fn the_flags_bound_what_is_read_and_the_cut_is_said() {
    let story = story(6, 12);
    let reach = Reach {
        files: 3,
        months: 18,
        pulls: 2,
    };
    let (_, found) = story.read_wide(story.client(true), &reach).await.unwrap();
    assert_eq!(found.pulls.len(), 2);
    assert!(
        found.bounds[0].contains("3 of the 6 changed files"),
        "{:?}",
        found.bounds
    );
    assert!(
        found.bounds[1].contains("the newest 2 were read. --pr-count"),
        "{:?}",
        found.bounds
    );
    let reach = Reach {
        months: 0,
        ..Reach::default()
    };
    let (_, found) = story.read_wide(story.client(true), &reach).await.unwrap();
    assert!(found.pulls.len() <= 1, "{:?}", found.pulls);
}

#[tokio::test]
async fn issues_come_with_their_times_texts_and_what_is_named_elsewhere_is_said() {
    let story = story(1, 1);
    story.github.change(|world| {
        world.close(201, "2024-01-01T03:00:00Z", Some(1));
        world.reopen(201, "2024-01-02T00:00:00Z");
        let issue = world.issues.get_mut(&201).unwrap();
        issue["lastEditedAt"] = json!("2024-01-03T00:00:00Z");
        world::push(issue, "comments", world::post("helper[bot]", "automatic"));
        let pull = world.pulls.get_mut(&NUMBER).unwrap();
        pull["body"] = json!("Fixes #300, see other/repo#5, and needs #2.");
        world.pull(2, "Not merged yet", "")["state"] = json!("OPEN");
        world.pulls.get_mut(&2).unwrap()["mergedAt"] = json!(null);
    });
    let (_, found) = story.read(story.client(true)).await.unwrap();
    let issue = found.issues.iter().find(|i| i.at.number == 201).unwrap();
    assert!(issue.open && issue.events_complete);
    assert_eq!(issue.reason.as_deref(), Some("reopened"));
    assert_eq!(
        issue.events.iter().map(|e| e.closed).collect::<Vec<_>>(),
        [true, false]
    );
    assert!(issue.body.edited_at.is_some());
    assert!(issue.comments[0].author.as_ref().unwrap().bot);
    assert_eq!(found.linked.len(), 1);
    assert_eq!(found.linked[0].state, PullState::Open);
    assert!(
        found.bounds[0].contains("other/repo#5"),
        "{:?}",
        found.bounds
    );
}

#[tokio::test]
async fn a_renamed_repository_is_read_under_its_new_name() {
    let story = story(1, 2);
    story.github.change(|world| {
        world.former.push(("ada".into(), "engine".into()));
        world.name = "motor".into();
        world.repository["nameWithOwner"] = json!("ada/motor");
    });
    for signed in [true, false] {
        let (resolved, found) = story.read(story.client(signed)).await.unwrap();
        assert_eq!(
            found.pull.unwrap().at.to_string(),
            if signed {
                "ada/motor#100"
            } else {
                "ada/engine#100"
            }
        );
        assert!(resolved.change.title == "Zero them all");
        if signed {
            assert_eq!(found.pulls.len(), 2);
        }
    }
}
