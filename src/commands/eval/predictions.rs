//! `rguard eval --cases`: reviews labelled cases and writes one prediction a line.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde_json::json;

use super::cases::{self, Case};
use super::materialise::Scratch;
use crate::change::{Options, Target, resolve};
use crate::commands::{Exit, Global, UserError, engine, output};
use crate::guard::{ReviewOptions, Session};
use crate::history::Repo;
use crate::judge::Features;
use crate::model::{Dossier, Review, Verdict, VerdictKind};

/// Arguments of `rguard eval --cases`.
#[derive(clap::Args, Debug)]
#[group(id = "reviews")]
pub struct Args {
    /// The file of labelled cases (YAML)
    #[arg(long, value_name = "FILE")]
    pub cases: PathBuf,
    /// The folder with one clone for each repository that the cases name
    #[arg(long, value_name = "DIR")]
    pub repos: PathBuf,
    /// Where the predictions go, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Only cases whose id begins so
    #[arg(long, value_name = "PREFIX")]
    pub only: Option<String>,
    /// Also write every judged candidate with its features, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// A file cannot be read or written, or a repository or the graph cannot be opened. A case that
/// cannot be made or reviewed is reported and counts as an error at the end.
pub async fn run(args: &Args, global: &Global) -> Result<Exit, UserError> {
    let text = fs::read_to_string(&args.cases).map_err(|e| {
        UserError::user(format!("{} cannot be read", args.cases.display())).caused_by(e)
    })?;
    let all = cases::parse(&text)
        .map_err(|e| UserError::user(format!("{} is no case file: {e}", args.cases.display())))?;
    let mut by_repo: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in all {
        if args
            .only
            .as_ref()
            .is_none_or(|p| case.id.starts_with(p.as_str()))
        {
            by_repo.entry(case.repo.clone()).or_default().push(case);
        }
    }
    let mut out = create(&args.out)?;
    let trace = args
        .trace
        .as_deref()
        .map(create)
        .transpose()?
        .map(|f| Arc::new(Mutex::new(f)));
    let (mut done, mut failed) = (0, 0);
    for (name, cases) in by_repo {
        let dir = args.repos.join(&name);
        let (d, f) = repository(&dir, &cases, global, &mut out, trace.as_ref()).await?;
        done += d;
        failed += f;
    }
    out.flush().map_err(UserError::internal)?;
    output::note(&format!("{done} cases reviewed, {failed} failed"));
    Ok(if failed == 0 { Exit::OK } else { Exit::PARTIAL })
}

fn create(path: &Path) -> Result<BufWriter<File>, UserError> {
    File::create(path)
        .map(BufWriter::new)
        .map_err(|e| UserError::user(format!("{} cannot be written", path.display())).caused_by(e))
}

type Trace = Arc<Mutex<BufWriter<File>>>;

/// Reviews all cases of one repository in one session.
async fn repository(
    dir: &Path,
    cases: &[Case],
    global: &Global,
    out: &mut BufWriter<File>,
    trace: Option<&Trace>,
) -> Result<(usize, usize), UserError> {
    let repo = Repo::open(dir)?;
    let scratch = Scratch::over(repo.git_dir()).map_err(|e| {
        UserError::user(format!("No patches can be made in {}: {e}", dir.display()))
    })?;
    let config = engine::graph_config(global)?;
    let session = Session::open(repo.clone(), &config).await?;
    let (mut done, mut failed) = (0, 0);
    for case in cases {
        let start = Instant::now();
        match one(&session, &repo, &scratch, case, &config.dirs.cache, trace).await {
            Ok(review) => {
                let line = prediction(&case.id, &review);
                writeln!(out, "{line}").map_err(UserError::internal)?;
                done += 1;
                tracing::info!("{} {:.2} s", case.id, start.elapsed().as_secs_f64());
            }
            Err(e) => {
                output::note(&format!("{}: {e}", case.id));
                failed += 1;
            }
        }
    }
    session.close().await?;
    Ok((done, failed))
}

async fn one(
    session: &Session,
    repo: &Repo,
    scratch: &Scratch,
    case: &Case,
    cache: &Path,
    trace: Option<&Trace>,
) -> Result<Review, String> {
    let patch = scratch.patch(case)?;
    let options = Options {
        base: Some(case.base.clone()),
        cache: cache.to_owned(),
        stdin: Some(patch),
        ..Options::default()
    };
    let resolved = resolve(repo, &Target::PatchStdin, &options).map_err(|e| e.to_string())?;
    let mut review = ReviewOptions::default();
    if let Some(trace) = trace {
        let (trace, id) = (Arc::clone(trace), case.id.clone());
        review.observe = Some(Arc::new(move |d: &Dossier, f: &Features, v: &Verdict| {
            let line = json!({
                "case": id, "decision": d.decision.id, "title": d.decision.title,
                "features": f, "score": v.score, "hops": d.hops, "governs": d.governs,
            });
            let mut file = trace.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = writeln!(file, "{line}");
        }));
    }
    session
        .review(&resolved, &review, &mut |_| {})
        .await
        .map_err(|e| e.to_string())
}

/// A review as the scorer reads it: the change's verdict, the decisions best first, two quotes.
fn prediction(id: &str, review: &Review) -> serde_json::Value {
    let verdict = if review.standing_against().next().is_some() {
        "contradicts"
    } else if review.findings.is_empty() {
        "none"
    } else {
        "related"
    };
    let mut decisions = Vec::new();
    for f in &review.findings {
        let label = match f.verdict {
            VerdictKind::Contradicts => "contradicts",
            _ => "related",
        };
        decisions.push(json!({"id": f.decision.id, "label": label}));
        decisions.extend(f.also.iter().map(|a| json!({"id": a.id, "label": label})));
    }
    let quotes: Vec<&str> = review
        .findings
        .iter()
        .take(1)
        .flat_map(|f| &f.quotes)
        .take(2)
        .map(|q| q.text.as_str())
        .collect();
    json!({"id": id, "verdict": verdict, "decisions": decisions, "quotes": quotes})
}
