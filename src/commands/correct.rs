//! `rguard correct`: says something about a finding or a decision, lists what was said, takes it
//! back.

mod carry;

use std::path::PathBuf;

use clap::Subcommand;

use super::open::session;
use super::output::print;
use super::review::{AsOfArg, Request, What};
use super::{Exit, Global, UserError, reviewing};
use crate::decisions::{DecisionLog, Past, Strength};
use crate::guard::{GuardError, NewCorrection, ReviewOptions, Session, change_id};
use crate::model::safe::one_line;
use crate::model::{CommitId, Correction, CorrectionKind, DecisionId, DecisionKey};

/// Arguments.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// What to say
    #[command(subcommand)]
    pub say: Say,
}

/// What can be said.
#[derive(Clone, Debug, Subcommand)]
pub enum Say {
    /// Accept a finding of one change: it stays and no longer stands against it
    Ack {
        /// The finding (`F1`), or its decision by id or key
        #[arg(value_name = "FINDING")]
        decision: String,
        /// The change: anything that `rguard review` takes
        #[arg(long, value_name = "TARGET")]
        of: String,
        /// Why
        #[arg(short = 'm', long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Say that a decision does not apply: its findings weigh a quarter from now on
    Wrong(About),
    /// Replace a decision by what you say: it no longer stands against any change
    Override(About),
    /// Take back a correction; without an id the newest one
    Undo {
        /// The correction's id, as `list` shows it
        #[arg(value_name = "ID")]
        ulid: Option<String>,
    },
    /// List what was said and not taken back, and how far each reaches
    List,
    /// Write all corrections of this repository, one a line, for `import` on another machine
    Export {
        /// Where to; `-` is stdout
        #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
        file: PathBuf,
    },
    /// Take over the corrections that `export` wrote; those that are known stay as they are
    Import {
        /// Where from; `-` is stdin
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

/// A decision and a reason.
#[derive(Clone, Debug, clap::Args)]
pub struct About {
    /// The decision by id or key; with `--of` also a finding (`F1`)
    #[arg(value_name = "DECISION")]
    pub decision: String,
    /// The change in whose review it came up
    #[arg(long, value_name = "TARGET")]
    pub of: Option<String>,
    /// Why
    #[arg(short = 'm', long, value_name = "TEXT", required = true)]
    pub reason: String,
}

/// Runs the command.
///
/// # Errors
/// There is no such decision, or the journal cannot be written.
pub async fn run(args: Args, global: &Global) -> Result<Exit, UserError> {
    let session = session(global).await?;
    let done = match args.say {
        Say::List => list(&session),
        Say::Export { file } => carry::export(&session, &file),
        Say::Import { file } => carry::import(&session, &file).await,
        Say::Undo { ulid } => undo(&session, ulid).await,
        Say::Ack {
            decision,
            of,
            reason,
        } => {
            say(
                &session,
                CorrectionKind::Ack,
                &decision,
                Some(of),
                reason,
                global,
            )
            .await
        }
        Say::Wrong(a) => {
            say(
                &session,
                CorrectionKind::Wrong,
                &a.decision,
                a.of,
                a.reason,
                global,
            )
            .await
        }
        Say::Override(a) => {
            say(
                &session,
                CorrectionKind::Override,
                &a.decision,
                a.of,
                a.reason,
                global,
            )
            .await
        }
    };
    let text = match done {
        Ok(text) => text,
        Err(e) => {
            session.close().await?;
            return Err(e);
        }
    };
    session.close().await?;
    print(&text)?;
    Ok(Exit::OK)
}

/// What a correction is about.
struct Subject {
    key: DecisionKey,
    id: DecisionId,
    title: String,
    change: String,
    base: CommitId,
}

async fn say(
    session: &Session,
    kind: CorrectionKind,
    decision: &str,
    of: Option<String>,
    reason: String,
    global: &Global,
) -> Result<String, UserError> {
    if reason.trim().is_empty() && kind != CorrectionKind::Ack {
        return Err(UserError::usage(
            "A reason is needed, so nothing was recorded.",
        ));
    }
    let subject = match of {
        Some(of) => found_in_review(session, decision, of, global).await?,
        None => found_in_log(session, decision)?,
    };
    let correction = session
        .correct(NewCorrection {
            kind,
            decision: subject.key,
            decision_id: subject.id,
            reason: reason.trim().to_owned(),
            change: subject.change,
            base: subject.base,
        })
        .await?;
    Ok(format!(
        "Recorded: {}\n          {}\nTake it back: rguard correct undo {}\n",
        line(&correction),
        one_line(&subject.title),
        correction.ulid
    ))
}

async fn found_in_review(
    session: &Session,
    decision: &str,
    of: String,
    global: &Global,
) -> Result<Subject, UserError> {
    let request = Request {
        repo: global.repo.clone(),
        graph_url: global.graph_url.clone(),
        what: match of.as_str() {
            "-" => What::Stdin,
            _ => What::Named(of),
        },
        base: None,
        remote: None,
        as_of: AsOfArg::Base,
        sync: true,
        asking: super::pulls::Asking::default(),
    };
    let notify = super::engine::graph_config(global)?.notify;
    let resolved = reviewing::resolved(session.repo(), &request, global, &notify).await?;
    let review = session
        .review(&resolved, &ReviewOptions::default(), &mut |_| {})
        .await?;
    let finding = review.findings.iter().find(|f| {
        let d = &f.decision;
        f.id.eq_ignore_ascii_case(decision)
            || d.id.as_str() == decision
            || d.key.as_str() == decision
    });
    let Some(f) = finding else {
        return Err(UserError::user(format!(
            "The review of {} has no finding “{}”.",
            one_line(&resolved.change.target),
            one_line(decision)
        ))
        .hint("`rguard review TARGET --format text` lists them."));
    };
    Ok(Subject {
        key: f.decision.key.clone(),
        id: f.decision.id.clone(),
        title: f.decision.title.clone(),
        change: change_id(&resolved.change),
        base: review.as_of.commit,
    })
}

fn found_in_log(session: &Session, decision: &str) -> Result<Subject, UserError> {
    let repo = session.repo();
    let tip = match session.target_branch() {
        Some(branch) => branch.commit,
        None => repo.head()?,
    };
    let reader = DecisionLog::new();
    let past = Past::read(repo, &reader, std::slice::from_ref(&tip), |_| {})?;
    let view = past.as_of(repo, &reader, &tip, Strength::Reasoned)?.view;
    let found = view.decisions.into_iter().find(|d| {
        d.id.as_str() == decision
            || d.key.as_str() == decision
            || d.aliases.iter().any(|a| a.as_str() == decision)
    });
    let Some(d) = found else {
        return Err(UserError::user(format!(
            "The record has no decision “{}”.",
            one_line(decision)
        ))
        .hint("`rguard log` lists them; a finding (`F1`) needs its change: `--of TARGET`."));
    };
    Ok(Subject {
        key: d.key,
        id: d.id,
        title: d.title,
        change: String::new(),
        base: tip,
    })
}

async fn undo(session: &Session, ulid: Option<String>) -> Result<String, UserError> {
    let all = session.corrections()?;
    let undone = match &ulid {
        Some(ulid) => all.in_force().into_iter().find(|c| c.ulid == *ulid),
        None => all.in_force().into_iter().next_back(),
    };
    let Some(undone) = undone else {
        let message = match ulid {
            Some(ulid) => format!("No correction {} is in force.", one_line(&ulid)),
            None => "There is no correction to take back.".to_owned(),
        };
        return Err(GuardError::NoCorrection(message).into());
    };
    session.undo(Some(&undone.ulid), &undone.change).await?;
    Ok(format!("Taken back: {}\n", line(undone)))
}

fn list(session: &Session) -> Result<String, UserError> {
    let all = session.corrections()?;
    let mut out = String::new();
    for c in all.in_force() {
        out.push_str(&format!("{}  {}\n", c.ulid, line(c)));
    }
    if out.is_empty() {
        out.push_str("Nothing was said about this repository's decisions.\n");
    }
    for skipped in &all.skipped {
        super::output::note(&format!("{}: {}.", skipped.path, skipped.reason));
    }
    for n in &all.unreadable {
        super::output::note(&format!("Line {n} of the journal could not be read."));
    }
    Ok(out)
}

/// One correction in one line.
fn line(c: &Correction) -> String {
    let day = jiff::Timestamp::from_second(c.time)
        .map(|t| t.strftime("%Y-%m-%d").to_string())
        .unwrap_or_default();
    let why = match c.reason.is_empty() {
        true => String::new(),
        false => format!("  “{}”", one_line(&c.reason)),
    };
    format!(
        "{:<8}  {day}  {:<9}  {}  {}{why}",
        c.kind.word(),
        c.reach.words(),
        one_line(&c.author),
        one_line(c.decision_id.as_str())
    )
}
