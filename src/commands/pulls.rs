//! What a pull request needs before it can be reviewed: a clone, the host's words about it, and the
//! discussion around the files that it changes.

use std::path::PathBuf;

use secrecy::SecretString;

use super::review::{Request, What};
use super::{Global, UserError};
use crate::change::{Options, PullRef, Resolved, Target, resolve};
use crate::github::{Client, GithubError, Notify, Reach, Reader, Surroundings, file_history};
use crate::history::{Access, LARGE_KB, Repo, RepoIdentity};
use crate::model::Requests;
use crate::model::safe::one_line;

/// How a host is asked about a pull request.
#[derive(clap::Args, Clone, Debug, PartialEq, Eq)]
pub struct Asking {
    /// Of a pull request: read the history of this many of its files
    #[arg(long, value_name = "N", default_value_t = Reach::default().files, hide_default_value = true)]
    pub pr_files: usize,
    /// Of a pull request: read this many months of history before its base
    #[arg(long, value_name = "N", default_value_t = Reach::default().months, hide_default_value = true)]
    pub pr_months: u32,
    /// Of a pull request: read at most this many past pull requests of its files
    #[arg(long, value_name = "N", default_value_t = Reach::default().pulls, hide_default_value = true)]
    pub pr_count: usize,
    /// Of a pull request: ask git alone, not GitHub
    #[arg(long)]
    pub offline: bool,
    /// Say on stderr how many requests were sent, and what was not read
    #[arg(long)]
    pub verbose: bool,
}

impl Default for Asking {
    fn default() -> Self {
        let reach = Reach::default();
        Self {
            pr_files: reach.files,
            pr_months: reach.months,
            pr_count: reach.pulls,
            offline: false,
            verbose: false,
        }
    }
}

impl Asking {
    fn reach(&self) -> Reach {
        Reach {
            files: self.pr_files,
            months: self.pr_months,
            pulls: self.pr_count,
        }
    }
}

/// The sentence that `--verbose` prints about requests.
pub fn counted(requests: &Requests) -> String {
    let many = |count: u32, one: &str, more: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {more}"),
    };
    format!(
        "GitHub was asked {} ({}) and {}; {} as they had been read before.",
        many(requests.graphql, "GraphQL query", "GraphQL queries"),
        many(requests.points, "point", "points"),
        many(requests.rest, "REST request", "REST requests"),
        many(requests.kept, "thing was", "things were"),
    )
}

/// Sees to a clone for the request: where it names a pull request of a repository of which the clone
/// at hand is none, rguard's own is made or refreshed, and the settings that come back name it.
///
/// # Errors
/// The host does not know the repository, or git cannot clone it.
pub async fn at_hand(
    request: &Request,
    global: &Global,
    notify: &Notify,
) -> Result<Global, UserError> {
    let What::Named(word) = &request.what else {
        return Ok(global.clone());
    };
    let Ok(Target::Pull(pull)) = Target::parse(word) else {
        return Ok(global.clone());
    };
    let (Some((owner, name)), None) = (&pull.repository, &request.remote) else {
        return Ok(global.clone());
    };
    let here = Repo::open(&global.repo).ok();
    let fits = |host: Option<&str>, owner: &str, name: &str| {
        here.as_ref()
            .is_some_and(|r| remote_of(r, host, owner, name))
    };
    if fits(pull.host.as_deref(), owner, name) || (request.asking.offline && here.is_some()) {
        return Ok(global.clone());
    }
    let around = Surroundings::from_env();
    let host = pull.host.clone().unwrap_or_else(|| around.default_host());
    let client = Client::connect(&host, &around, notify.clone())
        .await
        .map_err(told)?;
    let access = access(&client);
    let known = own_clone(global, &host, owner, name)?;
    if known.join("HEAD").is_file() {
        let url = client.host().clone_url(owner, name);
        Repo::cloned(&url, &known, access.as_ref(), false, &mut |line| {
            notify(line)
        })?;
        return Ok(Global {
            repo: known,
            ..global.clone()
        });
    }
    let what = format!("the repository {owner}/{name}");
    let found: Facts = client
        .get(&format!("repos/{owner}/{name}"), &what)
        .await
        .map_err(told)?;
    let full = found.full_name.unwrap_or_default();
    let (owner, name) = match full.split_once('/') {
        Some((o, n)) if crate::github::is_owner(o) && crate::github::is_repository(n) => (o, n),
        _ => (owner.as_str(), name.as_str()),
    };
    if fits(Some(&host), owner, name) {
        return Ok(global.clone());
    }
    let dir = own_clone(global, &host, owner, name)?;
    let size = found.size.unwrap_or_default();
    let url = client.host().clone_url(owner, name);
    if !dir.join("HEAD").is_file() {
        notify(&format!(
            "No clone of {owner}/{name} is at hand; cloning it ({} MB) into rguard's cache.",
            size.div_ceil(1024)
        ));
    }
    Repo::cloned(&url, &dir, access.as_ref(), size > LARGE_KB, &mut |line| {
        notify(line)
    })?;
    Ok(Global {
        repo: dir,
        ..global.clone()
    })
}

/// What REST says of a repository.
#[derive(serde::Deserialize)]
struct Facts {
    full_name: Option<String>,
    /// In kilobytes.
    size: Option<u64>,
}

/// Looks a pull request up: with the host's words and the discussion around its files where the host
/// can be asked, else by git alone, with a note that says why.
///
/// # Errors
/// The host refuses in a way that only the user can mend, or git cannot fetch it.
pub async fn resolved(
    repo: &Repo,
    mut pull: PullRef,
    mut options: Options,
    asking: &Asking,
    notify: &Notify,
) -> Result<Resolved, UserError> {
    let by_git = |pull: PullRef, options: &Options, why: Option<String>| {
        let mut resolved = resolve(repo, &Target::Pull(pull), options)?;
        resolved.change.notes.extend(why);
        Ok(resolved)
    };
    let Some((host, owner, name)) = address(repo, &pull).filter(|_| !asking.offline) else {
        return by_git(pull, &options, None);
    };
    let client = match Client::connect(&host, &Surroundings::from_env(), notify.clone()).await {
        Ok(client) => client,
        Err(e @ GithubError::UnknownHost { .. }) => {
            return by_git(pull, &options, Some(e.to_string()));
        }
        Err(e) => return Err(told(e)),
    };
    options.access = access(&client);
    let mut reader = Reader::new(client, &owner, &name, &options.cache).map_err(told)?;
    let said = match reader.pull(pull.number).await {
        Ok(said) => said,
        Err(e) if passes(&e, options.access.is_some()) => {
            return by_git(pull, &options, Some(e.to_string()));
        }
        Err(e) => return Err(told(e)),
    };
    // A renamed repository: the clone's remote may bear either name.
    let now = reader.place().clone();
    if remote_of(repo, Some(&host), &now.owner, &now.name) {
        pull.repository = Some((now.owner.clone(), now.name.clone()));
        pull.host = Some(host);
    } else if !remote_of(repo, Some(&host), &owner, &name) && options.remote.is_none() {
        options.remote = repo.remote_name();
    }
    options.pull = Some(Box::new(said));
    let target = Target::Pull(pull);
    let mut resolved = resolve(repo, &target, &options)?;
    if resolved.change.incomplete && fetch_contents(&resolved, &options)? {
        resolved = resolve(repo, &target, &options)?;
    }
    let history = file_history(&resolved.repo, &resolved.change, &asking.reach())?;
    let discussion = reader.discussion(&history).await.map_err(told)?;
    let said = discussion.cut.iter().chain(&discussion.bounds);
    resolved.change.notes.extend(said.cloned());
    resolved.discussion = Some(Box::new(discussion));
    Ok(resolved)
}

/// Brings the contents that rguard's own large clone came without.
fn fetch_contents(resolved: &Resolved, options: &Options) -> Result<bool, UserError> {
    let change = &resolved.change;
    let Some(head) = &change.head else {
        return Ok(false);
    };
    if !resolved.repo.is_own(&options.cache) {
        return Ok(false);
    }
    let old = change.files.iter().filter_map(|f| f.old_path.clone());
    let paths: Vec<_> = change
        .files
        .iter()
        .map(|f| f.path.clone())
        .chain(old)
        .collect();
    let fetched =
        resolved
            .repo
            .fetch_contents(&[head, &change.base], &paths, options.access.as_ref())?;
    Ok(fetched > 0)
}

/// Where the pull request is: as it was named, else where the clone comes from.
fn address(repo: &Repo, pull: &PullRef) -> Option<(String, String, String)> {
    let identity = repo.identity();
    let host = match (&pull.host, identity.host.is_empty()) {
        (Some(host), _) => host.clone(),
        (None, false) => identity.host.clone(),
        (None, true) => return None,
    };
    let (owner, name) = match &pull.repository {
        Some(named) => named.clone(),
        None => (identity.owner, identity.name),
    };
    (!owner.is_empty()).then_some((host, owner, name))
}

fn remote_of(repo: &Repo, host: Option<&str>, owner: &str, name: &str) -> bool {
    repo.remotes().iter().any(|(_, url)| {
        RepoIdentity::from_url(url).is_some_and(|id| {
            id.owner.eq_ignore_ascii_case(owner)
                && id.name.eq_ignore_ascii_case(name)
                && host.is_none_or(|h| h.eq_ignore_ascii_case(&id.host))
        })
    })
}

/// Whether git alone may still do, with a note: the host is not there, or shows this repository to
/// nobody without a token, while the user's git may well have a key.
fn passes(e: &GithubError, with_token: bool) -> bool {
    match e {
        GithubError::Unreachable { .. }
        | GithubError::Server { .. }
        | GithubError::TooSlow { .. } => true,
        GithubError::NotFound { .. } | GithubError::NoToken { .. } => !with_token,
        _ => false,
    }
}

fn access(client: &Client) -> Option<Access> {
    let token = client.token()?;
    let root = client.host().web.as_str();
    Some(Access::new(
        root,
        SecretString::from(token.expose().to_owned()),
    ))
}

fn own_clone(global: &Global, host: &str, owner: &str, name: &str) -> Result<PathBuf, UserError> {
    let cache = super::engine::graph_config(global)?.dirs.cache;
    let part = |text: &str| text.to_lowercase();
    Ok(cache
        .join("clones")
        .join(part(host))
        .join(part(owner))
        .join(format!("{}.git", part(name))))
}

fn told(e: GithubError) -> UserError {
    UserError::config(one_line(&e.to_string())).hint(
        "With --offline, rguard reviews a pull request by git alone, in a clone of its repository.",
    )
}
