//! A scripted GitHub on this machine: one repository's pull requests, issues and threads, answered
//! over GraphQL (by executing the query that is sent) and REST, with every way of failing that the
//! real one has. A field that the script does not know is an error, as it is there.
#![allow(dead_code, clippy::result_large_err)]

pub mod execute;
pub mod faults;
pub mod query;
pub mod rest;
pub mod world;

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, Response, StatusCode};
use serde_json::{Value, json};

pub use faults::Fault;
pub use world::World;

/// The token that it takes.
pub const TOKEN: &str = "ghp_scripted0123456789";

/// One request that came.
#[derive(Clone, Debug)]
pub struct Seen {
    pub method: String,
    /// The path with its query.
    pub path: String,
    pub body: String,
    pub authorization: Option<String>,
}

/// What the handlers share.
pub struct Shared {
    pub world: Mutex<World>,
    pub faults: Mutex<Vec<Fault>>,
    pub seen: Mutex<Vec<Seen>>,
    /// More aliases than these in one query time out, as a real server's ten seconds do.
    pub most_aliases: Mutex<usize>,
    /// The largest page that REST gives.
    pub page: Mutex<usize>,
    /// A repository of git, served under `/owner/name.git`.
    pub git: Mutex<Option<PathBuf>>,
    pub root: Mutex<String>,
}

/// The running server; it ends with the value.
pub struct Github {
    pub shared: Arc<Shared>,
    pub url: String,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Github {
    /// Starts it on a free port.
    pub fn start(world: World) -> Self {
        let shared = Arc::new(Shared {
            world: Mutex::new(world),
            faults: Mutex::new(Vec::new()),
            seen: Mutex::new(Vec::new()),
            most_aliases: Mutex::new(usize::MAX),
            page: Mutex::new(100),
            git: Mutex::new(None),
            root: Mutex::new(String::new()),
        });
        let (ready, address) = std::sync::mpsc::channel();
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let state = shared.clone();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(1)
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async move {
                let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
                ready.send(listener.local_addr().unwrap()).unwrap();
                let app = Router::new().fallback(answer).with_state(state);
                tokio::select! {
                    _ = async { axum::serve(listener, app).await } => {}
                    _ = stopped => {}
                }
            });
            runtime.shutdown_background();
        });
        let url = format!("http://{}", address.recv().unwrap());
        *shared.root.lock().unwrap() = url.clone();
        Self {
            shared,
            url,
            stop: Some(stop),
            thread: Some(thread),
        }
    }

    /// The environment that points rguard here for github.com, with the token.
    pub fn env(&self) -> Vec<(&'static str, String)> {
        let mut env = self.env_without_token();
        env.push(("GITHUB_TOKEN", TOKEN.to_owned()));
        env
    }

    /// The same without a token.
    pub fn env_without_token(&self) -> Vec<(&'static str, String)> {
        vec![
            ("GITHUB_SERVER_URL", "https://github.com".to_owned()),
            ("GITHUB_API_URL", self.url.clone()),
        ]
    }

    /// The next requests fail like this, one fault each.
    pub fn fail(&self, faults: impl IntoIterator<Item = Fault>) {
        self.shared.faults.lock().unwrap().extend(faults);
    }

    /// What was asked since the last call.
    pub fn take_seen(&self) -> Vec<Seen> {
        std::mem::take(&mut *self.shared.seen.lock().unwrap())
    }

    /// Changes the world.
    pub fn change(&self, change: impl FnOnce(&mut World)) {
        change(&mut self.shared.world.lock().unwrap());
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

async fn answer(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, 8 << 20).await.unwrap_or_default();
    let authorization = header(&parts.headers, "authorization");
    let path = parts
        .uri
        .path_and_query()
        .map_or("/", |p| p.as_str())
        .to_owned();
    shared.seen.lock().unwrap().push(Seen {
        method: parts.method.to_string(),
        path: path.clone(),
        body: String::from_utf8_lossy(&body).into_owned(),
        authorization: authorization.clone(),
    });
    if path.contains(".git/") {
        return rest::git(&shared, parts.uri.path());
    }
    let fault = {
        let mut faults = shared.faults.lock().unwrap();
        (!faults.is_empty()).then(|| faults.remove(0))
    };
    let root = shared.root.lock().unwrap().clone();
    if let Some(fault) = fault
        && let Some(response) = fault.response(&root).await
    {
        return response;
    }
    let signed = match authorization.as_deref() {
        None => false,
        Some(given) if given.eq_ignore_ascii_case(&format!("bearer {TOKEN}")) => true,
        Some(_) => return plain(401, &json!({"message": "Bad credentials"})),
    };
    if path == "/graphql" && parts.method == Method::POST {
        if !signed {
            let message = "This endpoint requires you to be authenticated.";
            return plain(401, &json!({ "message": message }));
        }
        return graphql(&shared, &body);
    }
    if parts.method == Method::GET {
        return rest::get(&shared, &path, &parts.headers, signed);
    }
    plain(404, &json!({"message": "Not Found"}))
}

fn graphql(shared: &Shared, body: &[u8]) -> Response<Body> {
    let Ok(asked) = serde_json::from_slice::<Value>(body) else {
        return plain(400, &json!({"message": "Problems parsing JSON"}));
    };
    let document = match query::parse(asked["query"].as_str().unwrap_or_default()) {
        Ok(document) => document,
        Err(e) => return plain(200, &json!({"errors": [{"message": e}]})),
    };
    if document.aliases() > *shared.most_aliases.lock().unwrap() {
        return plain(
            502,
            &json!({"message": "This may be the result of a timeout"}),
        );
    }
    let world = shared.world.lock().unwrap();
    plain(
        200,
        &execute::execute(&world, &document, &asked["variables"]),
    )
}

/// A JSON answer.
pub fn plain(status: u16, value: &Value) -> Response<Body> {
    Response::builder()
        .status(StatusCode::from_u16(status).unwrap())
        .header("content-type", "application/json; charset=utf-8")
        .body(Body::from(value.to_string()))
        .unwrap()
}

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_owned())
}
