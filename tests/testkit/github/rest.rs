//! The same world over REST, and git's files over plain HTTP.

use axum::body::Body;
use axum::http::{HeaderMap, Response};
use serde_json::{Map, Value, json};

use super::{Shared, header, plain};

/// Answers a GET.
pub fn get(shared: &Shared, path: &str, headers: &HeaderMap, signed: bool) -> Response<Body> {
    let world = shared.world.lock().unwrap().clone();
    let root = shared.root.lock().unwrap().clone();
    let missing = || plain(404, &json!({"message": "Not Found"}));
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
    let rest = match parts.as_slice() {
        ["repos", owner, name, rest @ ..] => {
            if !world.is_at(Some(owner), Some(name), true) {
                return missing();
            }
            if !world.is_at(Some(owner), Some(name), false) {
                // Renamed: the permanent address, as the real one has it.
                let to = format!("{root}/repositories/1/{}?{query}", rest.join("/"));
                let mut answer = plain(301, &json!({"message": "Moved Permanently"}));
                answer.headers_mut().insert("location", to.parse().unwrap());
                return answer;
            }
            rest
        }
        ["repositories", "1", rest @ ..] => rest,
        _ => return missing(),
    };
    if world.private && !signed {
        return missing();
    }
    let value = match rest {
        [] | [""] => json!({
            "full_name": format!("{}/{}", world.owner, world.name),
            "private": world.private,
            "size": 100,
            "default_branch": "main",
        }),
        ["pulls", n] => match world.pulls.get(&number(n)) {
            Some(pull) => rest_pull(pull),
            None => return missing(),
        },
        ["pulls", n, "comments"] => review_comments(&world.pulls[&number(n)]),
        ["pulls", n, "reviews"] => reviews(&world.pulls[&number(n)]["reviews"]),
        ["issues"] => {
            let since = query
                .split('&')
                .find_map(|p| p.strip_prefix("since="))
                .unwrap_or("");
            let since = since.replace("%3A", ":");
            let all = world.pulls.values().chain(world.issues.values());
            let mut all: Vec<Value> = all.map(rest_issue).collect();
            all.retain(|i| i["updated_at"].as_str() >= Some(since.as_str()));
            Value::Array(all)
        }
        ["issues", n] => match world.thing(number(n)) {
            Some(thing) => rest_issue(thing),
            None => return missing(),
        },
        ["issues", n, "comments"] => match world.thing(number(n)) {
            Some(thing) => comments(&thing["comments"]),
            None => return missing(),
        },
        ["issues", n, "timeline"] => timeline(&world.issues[&number(n)]),
        _ => return missing(),
    };
    paged(shared, value, rest, query, &root, headers)
}

/// One page of a list, with links to the others; any answer with its tag.
fn paged(
    shared: &Shared,
    value: Value,
    rest: &[&str],
    query: &str,
    root: &str,
    headers: &HeaderMap,
) -> Response<Body> {
    let mut link = None;
    let value = match value {
        Value::Array(all) => {
            let given = |name: &str| {
                query
                    .split('&')
                    .find_map(|p| p.strip_prefix(name)?.parse::<usize>().ok())
            };
            let size = given("per_page=")
                .unwrap_or(30)
                .min(*shared.page.lock().unwrap());
            let page = given("page=").unwrap_or(1);
            let from = ((page - 1) * size).min(all.len());
            let to = (page * size).min(all.len());
            if to < all.len() {
                let rest = rest.join("/");
                link = Some(format!(
                    "<{root}/repositories/1/{rest}?per_page={size}&page={}>; rel=\"next\"",
                    page + 1
                ));
            }
            Value::Array(all[from..to].to_vec())
        }
        other => other,
    };
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hash = DefaultHasher::new();
    value.to_string().hash(&mut hash);
    let tag = format!("W/\"{:x}\"", hash.finish());
    let mut answer = match header(headers, "if-none-match").as_deref() == Some(&tag) {
        true => Response::builder().status(304).body(Body::empty()).unwrap(),
        false => plain(200, &value),
    };
    answer.headers_mut().insert("etag", tag.parse().unwrap());
    if let Some(link) = link {
        answer.headers_mut().insert("link", link.parse().unwrap());
    }
    answer
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or(0)
}

fn user(author: &Value) -> Value {
    match author["login"].as_str() {
        Some(login) => json!({"login": login, "type": author["__typename"]}),
        None => Value::Null,
    }
}

fn lower(value: &Value) -> Value {
    value
        .as_str()
        .map_or(Value::Null, |s| json!(s.to_lowercase()))
}

fn rest_pull(pull: &Value) -> Value {
    let state = if pull["state"] == "OPEN" {
        "open"
    } else {
        "closed"
    };
    let count = |list: &str| pull[list].as_array().map_or(0, Vec::len);
    json!({
        "number": pull["number"], "html_url": pull["url"], "title": pull["title"],
        "body": pull["body"], "state": state, "draft": pull["isDraft"],
        "user": user(&pull["author"]), "author_association": pull["authorAssociation"],
        "created_at": pull["createdAt"], "updated_at": pull["updatedAt"],
        "closed_at": pull["closedAt"], "merged_at": pull["mergedAt"],
        "merged": !pull["mergedAt"].is_null(),
        "merge_commit_sha": pull["mergeCommit"]["oid"],
        "head": {"ref": pull["headRefName"], "sha": pull["headRefOid"],
                 "repo": {"full_name": pull["headRepository"]["nameWithOwner"]}},
        "base": {"ref": pull["baseRefName"], "sha": pull["baseRefOid"],
                 "repo": {"full_name": pull["repository"]["nameWithOwner"]}},
        "changed_files": pull["changedFiles"], "comments": count("comments"),
        "review_comments": count("reviewThreads"),
    })
}

fn rest_issue(thing: &Value) -> Value {
    let pull = thing["__typename"] == "PullRequest";
    let mut out = json!({
        "number": thing["number"], "html_url": thing["url"], "title": thing["title"],
        "body": thing["body"],
        "state": if thing["state"] == "OPEN" { "open" } else { "closed" },
        "state_reason": if pull { Value::Null } else { lower(&thing["stateReason"]) },
        "user": user(&thing["author"]), "author_association": thing["authorAssociation"],
        "created_at": thing["createdAt"], "updated_at": thing["updatedAt"],
        "closed_at": thing["closedAt"],
    });
    if pull {
        out["draft"] = thing["isDraft"].clone();
        out["pull_request"] = json!({"merged_at": thing["mergedAt"]});
    }
    out
}

fn comments(list: &Value) -> Value {
    let all = list.as_array().cloned().unwrap_or_default();
    let all = all.iter().enumerate().map(|(at, c)| rest_comment(c, at));
    Value::Array(all.map(Value::Object).collect())
}

/// A review says only when it was sent in.
fn reviews(list: &Value) -> Value {
    let mut all = comments(list);
    for review in all.as_array_mut().into_iter().flatten() {
        let review = review.as_object_mut().unwrap();
        let at = review.remove("created_at").unwrap();
        review.remove("updated_at");
        review.insert("submitted_at".into(), at);
    }
    all
}

fn rest_comment(from: &Value, id: usize) -> Map<String, Value> {
    let value = json!({
        "id": id + 1, "html_url": from["url"], "body": from["body"],
        "created_at": from["createdAt"], "updated_at": from["createdAt"],
        "user": user(&from["author"]), "author_association": from["authorAssociation"],
    });
    value.as_object().cloned().unwrap()
}

fn review_comments(pull: &Value) -> Value {
    let mut all = Vec::new();
    for thread in pull["reviewThreads"].as_array().into_iter().flatten() {
        let first = all.len();
        for post in thread["comments"].as_array().into_iter().flatten() {
            let mut comment = rest_comment(post, all.len());
            comment.insert("path".into(), thread["path"].clone());
            comment.insert("line".into(), thread["line"].clone());
            comment.insert("original_line".into(), thread["originalLine"].clone());
            if all.len() > first {
                comment.insert("in_reply_to_id".into(), json!(first + 1));
            }
            all.push(Value::Object(comment));
        }
    }
    Value::Array(all)
}

fn timeline(issue: &Value) -> Value {
    let events = issue["timelineItems"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let events = events.iter().map(|e| {
        let closed = e["__typename"] == "ClosedEvent";
        json!({
            "event": if closed { "closed" } else { "reopened" },
            "created_at": e["createdAt"],
            "commit_id": e["closer"]["oid"],
        })
    });
    // What else stands in a timeline.
    let other = json!({"event": "labeled", "created_at": "2024-01-01T00:31:00Z"});
    Value::Array(std::iter::once(other).chain(events).collect())
}

/// A file of the repository's, by git's plain protocol.
pub fn git(shared: &Shared, path: &str) -> Response<Body> {
    let git = shared.git.lock().unwrap().clone();
    let below = path.split_once(".git/").map(|(_, rest)| rest.to_owned());
    let file = git.zip(below).filter(|(_, b)| !b.contains(".."));
    match file.and_then(|(root, below)| std::fs::read(root.join(below)).ok()) {
        Some(bytes) => Response::new(Body::from(bytes)),
        None => plain(404, &json!({})),
    }
}
