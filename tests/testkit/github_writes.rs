//! A GitHub of the tests' own for what is written: comments, reactions, check runs, permissions, and
//! files of a branch, which it commits into a real repository. It listens on this machine only, and
//! keeps every request.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use serde_json::{Value, json};

use super::git;

/// The account for which the token writes.
pub const ME: &str = "github-actions[bot]";

/// What the host knows.
#[derive(Default)]
pub struct Known {
    /// Comments: number, writer, text.
    pub comments: Vec<(u64, String, String)>,
    /// Check runs as they were created, with what was appended.
    pub checks: Vec<Vec<Value>>,
    /// Reactions: comment, content.
    pub reactions: Vec<(u64, String)>,
    /// `admin`, `write`, `read` by login; others are answered by 404.
    pub permissions: BTreeMap<String, String>,
    /// Answers instead of the usual ones, by the beginning of `METHOD path`; each is used once, or
    /// for ever where it is marked so.
    pub instead: Vec<(String, u16, bool)>,
    /// Every request: `METHOD path?query`, body.
    pub requests: Vec<(String, Value)>,
    /// The repository into which files of a branch are committed.
    pub repository: PathBuf,
    /// Base and head of the pull request.
    pub ends: (String, String),
}

/// The running host.
pub struct Github {
    /// Its address.
    pub url: String,
    /// What it knows.
    pub known: Arc<Mutex<Known>>,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Github {
    /// Starts it for a repository whose pull request has these ends.
    pub fn start(repository: PathBuf, base: &str, head: &str) -> Self {
        let known = Arc::new(Mutex::new(Known {
            repository,
            ends: (base.to_owned(), head.to_owned()),
            ..Known::default()
        }));
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let (tell, told) = std::sync::mpsc::channel();
        let state = Arc::clone(&known);
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime.unwrap().block_on(async move {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                tell.send(listener.local_addr().unwrap()).unwrap();
                let app = Router::new().fallback(answer).with_state(state);
                let serve = axum::serve(listener, app).with_graceful_shutdown(async {
                    let _ = stopped.await;
                });
                serve.await.unwrap();
            });
        });
        Self {
            url: format!("http://{}", told.recv().unwrap()),
            known,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// Looks at what it knows.
    pub fn with<T>(&self, look: impl FnOnce(&mut Known) -> T) -> T {
        look(&mut self.known.lock().unwrap())
    }

    /// How many requests began so.
    pub fn count(&self, begin: &str) -> usize {
        self.with(|k| {
            k.requests
                .iter()
                .filter(|(r, _)| r.starts_with(begin))
                .count()
        })
    }

    /// The requests that write.
    pub fn writes(&self) -> Vec<String> {
        self.with(|k| {
            let all = k.requests.iter().map(|(r, _)| r.clone());
            all.filter(|r| !r.starts_with("GET ") && !r.contains("graphql"))
                .collect()
        })
    }

    /// The comments that this account wrote.
    pub fn ours(&self) -> Vec<(u64, String)> {
        self.with(|k| {
            let mine = k.comments.iter().filter(|(_, who, _)| who == ME);
            mine.map(|(id, _, body)| (*id, body.clone())).collect()
        })
    }
}

impl Drop for Github {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn answer(
    State(known): State<Arc<Mutex<Known>>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let mut known = known.lock().unwrap();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let request = format!("{method} {uri}");
    known.requests.push((request.clone(), body.clone()));
    let authorised = headers
        .get(header::AUTHORIZATION)
        .is_some_and(|t| t == "Bearer t0ps3cret");
    if !authorised {
        return said(401, &json!({"message": "Bad credentials"}));
    }
    if let Some(i) = known
        .instead
        .iter()
        .position(|(begin, ..)| request.starts_with(begin))
    {
        let (_, status, for_ever) = known.instead[i].clone();
        if !for_ever {
            known.instead.remove(i);
        }
        let message = match status {
            403 => "Resource not accessible by integration",
            _ => "Not today",
        };
        return said(status, &json!({ "message": message }));
    }
    let path = uri
        .path()
        .trim_start_matches("/repos/acme/gauge")
        .to_owned();
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match (method.as_str(), parts.as_slice()) {
        ("POST", ["graphql"]) => said(200, &json!({"data": {"viewer": {"login": ME}}})),
        ("GET", ["pulls", n]) => said(
            200,
            &json!({"number": n.parse::<u64>().unwrap(), "base": {"sha": known.ends.0},
                    "head": {"sha": known.ends.1}}),
        ),
        ("GET", ["issues", _, "comments"]) => page(&known, &uri, headers.get(header::HOST)),
        ("POST", ["issues", _, "comments"]) => {
            let id = known.comments.iter().map(|(id, ..)| *id).max().unwrap_or(0) + 1;
            let text = body["body"].as_str().unwrap().to_owned();
            assert!(text.chars().count() <= 65_536);
            known.comments.push((id, ME.to_owned(), text));
            said(201, &comment(known.comments.last().unwrap()))
        }
        ("PATCH", ["issues", "comments", id]) => {
            let id: u64 = id.parse().unwrap();
            match known.comments.iter_mut().find(|(n, ..)| *n == id) {
                Some(c) if c.1 == ME => {
                    c.2 = body["body"].as_str().unwrap().to_owned();
                    said(200, &comment(c))
                }
                Some(_) => said(403, &json!({"message": "Not yours"})),
                None => said(404, &json!({"message": "Not Found"})),
            }
        }
        ("POST", ["issues", "comments", id, "reactions"]) => {
            let content = body["content"].as_str().unwrap().to_owned();
            known.reactions.push((id.parse().unwrap(), content));
            said(201, &json!({"id": 1}))
        }
        ("POST", ["check-runs"]) => {
            known.checks.push(vec![body]);
            said(201, &json!({"id": known.checks.len()}))
        }
        ("PATCH", ["check-runs", id]) => {
            let id: usize = id.parse().unwrap();
            known.checks[id - 1].push(body);
            said(200, &json!({"id": id}))
        }
        ("GET", ["collaborators", login, "permission"]) => match known.permissions.get(*login) {
            Some(p) => said(200, &json!({"permission": p, "role_name": p})),
            None => said(404, &json!({"message": "Not Found"})),
        },
        ("PUT", ["contents", file]) => put(&known, file, &body),
        ("POST", ["git", "trees"]) => {
            let file = &body["tree"][0];
            let content = file["content"].as_str().unwrap().as_bytes();
            let tree = tree(&known, None, file["path"].as_str().unwrap(), content);
            said(201, &json!({"sha": tree.unwrap()}))
        }
        ("POST", ["git", "commits"]) => {
            assert_eq!(body["parents"], json!([]));
            let sha = commit(&known, body["tree"].as_str().unwrap(), None);
            said(201, &json!({ "sha": sha }))
        }
        ("POST", ["git", "refs"]) => {
            let name = body["ref"].as_str().unwrap();
            let there = git(&known.repository, &["for-each-ref", name]);
            if !there.is_empty() {
                return said(422, &json!({"message": "Reference already exists"}));
            }
            git(
                &known.repository,
                &["update-ref", name, body["sha"].as_str().unwrap()],
            );
            said(201, &json!({"ref": name}))
        }
        _ => said(404, &json!({"message": "Not Found"})),
    }
}

/// One page of comments; the next one is named by a link to another path, as GitHub does it.
fn page(known: &Known, uri: &Uri, host: Option<&axum::http::HeaderValue>) -> Response {
    let number = uri.query().unwrap_or_default().split("page=").last();
    let number: usize = match uri.query().unwrap_or_default().contains("&page=") {
        true => number.unwrap().parse().unwrap(),
        false => 1,
    };
    let all: Vec<Value> = known.comments.iter().map(comment).collect();
    let chunk: Vec<Value> = all
        .iter()
        .skip((number - 1) * 100)
        .take(100)
        .cloned()
        .collect();
    let mut response = said(200, &Value::Array(chunk));
    if all.len() > number * 100 {
        let host = host.unwrap().to_str().unwrap();
        let next = format!(
            "<http://{host}{}?per_page=100&page={}>; rel=\"next\"",
            uri.path(),
            number + 1
        );
        response
            .headers_mut()
            .insert(header::LINK, next.parse().unwrap());
    }
    response
}

fn comment((id, login, body): &(u64, String, String)) -> Value {
    let kind = if login.ends_with("[bot]") {
        "Bot"
    } else {
        "User"
    };
    json!({"id": id, "body": body, "html_url": "", "user": {"login": login, "type": kind}})
}

fn put(known: &Known, file: &str, body: &Value) -> Response {
    let name = format!("refs/heads/{}", body["branch"].as_str().unwrap());
    let tip = git(
        &known.repository,
        &["for-each-ref", "--format=%(objectname)", &name],
    );
    let tip = String::from_utf8(tip).unwrap().trim().to_owned();
    if tip.is_empty() {
        return said(
            404,
            &json!({"message": "Branch rguard-corrections not found"}),
        );
    }
    let engine = base64::engine::general_purpose::STANDARD;
    let content = engine.decode(body["content"].as_str().unwrap()).unwrap();
    match tree(known, Some(&tip), file, &content) {
        Some(tree) => {
            let sha = commit(known, &tree, Some(&tip));
            git(&known.repository, &["update-ref", &name, &sha, &tip]);
            said(
                201,
                &json!({"content": {"path": file}, "commit": {"sha": sha}}),
            )
        }
        None => said(
            422,
            &json!({"message": "Invalid request.\n\n\"sha\" wasn't supplied."}),
        ),
    }
}

/// The tree of a commit with one more file; `None` where the file is there.
fn tree(known: &Known, tip: Option<&str>, file: &str, content: &[u8]) -> Option<String> {
    let dir = tempfile::tempdir().unwrap();
    let blob = dir.path().join("blob");
    std::fs::write(&blob, content).unwrap();
    let text = |out: Vec<u8>| String::from_utf8(out).unwrap().trim().to_owned();
    let blob = text(git(
        &known.repository,
        &["hash-object", "-w", blob.to_str().unwrap()],
    ));
    let mut entries = tip.map_or(String::new(), |t| {
        text(git(&known.repository, &["ls-tree", t]))
    });
    if entries.lines().any(|l| l.ends_with(&format!("\t{file}"))) {
        return None;
    }
    entries.push_str(&format!("\n100644 blob {blob}\t{file}\n"));
    let list = dir.path().join("list");
    std::fs::write(&list, entries.trim_start()).unwrap();
    let made = std::process::Command::new("git")
        .current_dir(&known.repository)
        .arg("mktree")
        .stdin(std::fs::File::open(&list).unwrap())
        .output()
        .unwrap();
    assert!(made.status.success());
    Some(text(made.stdout))
}

fn commit(known: &Known, tree: &str, parent: Option<&str>) -> String {
    let mut args = vec!["commit-tree", "-m", "Record", tree];
    args.extend(parent.iter().flat_map(|p| ["-p", *p]));
    let out = git(&known.repository, &args);
    String::from_utf8(out).unwrap().trim().to_owned()
}

fn said(status: u16, body: &Value) -> Response {
    let status = StatusCode::from_u16(status).unwrap();
    let headers = [(header::CONTENT_TYPE, "application/json")];
    (status, headers, body.to_string()).into_response()
}
