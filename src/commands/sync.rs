//! `rguard sync`: brings the graph up to the target branch and HEAD.

use super::open::{Bar, cancel_on_interrupt, session};
use super::output::{note, print};
use super::{Exit, Global, UserError};
use crate::model::safe::one_line;
use crate::sync::{NewsItem, SyncReport};

/// Arguments of `rguard sync`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Also bring in these revisions
    #[arg(value_name = "REV")]
    pub revs: Vec<String>,
    /// Also fetch the corrections that others shared, from the default remote
    #[arg(long)]
    pub shared: bool,
}

/// Runs the command.
///
/// # Errors
/// The repository or the graph cannot be read or written.
pub async fn run(args: &Args, global: &Global) -> Result<Exit, UserError> {
    let session = session(global).await?;
    let repo = session.repo().clone();
    let mut tips: Vec<_> = session
        .target_branch()
        .into_iter()
        .map(|b| b.commit)
        .collect();
    tips.push(repo.head()?);
    for rev in &args.revs {
        tips.push(repo.resolve(rev)?);
    }
    tips.dedup();
    let bar = Bar::new();
    let cancel = cancel_on_interrupt();
    let report = session
        .sync(&repo, &tips, cancel, &mut |p| bar.show(&p))
        .await;
    bar.finish();
    let report = report?;
    if args.shared
        && let Some(sentence) = super::sharing::refresh(&repo, global).await?
    {
        note(&sentence);
    }
    for notice in &report.notices {
        note(notice);
    }
    print(&text(&report))?;
    session.close().await?;
    Ok(Exit::OK)
}

/// What the sync did, a line each.
fn text(r: &SyncReport) -> String {
    if r.unchanged {
        return format!("Up to date: {} commits.\n", r.total);
    }
    let mut out = format!("{} commits read, {} in all.\n", r.commits, r.total);
    for t in &r.tasks {
        out.push_str(&format!(
            "  {:<24} {}\n",
            one_line(&t.id),
            one_line(&t.done)
        ));
    }
    let mut list = |mark: &str, items: &[String]| {
        for item in items.iter().take(12) {
            out.push_str(&format!("  {mark} {}\n", one_line(item)));
        }
        if items.len() > 12 {
            out.push_str(&format!("  {mark} and {} more\n", items.len() - 12));
        }
    };
    let titles = |told: &[NewsItem]| told.iter().map(|t| t.title.clone()).collect::<Vec<_>>();
    list("new      ", &titles(&r.new));
    list("changed  ", &titles(&r.changed));
    list("replaces ", &r.supersessions);
    let skipped: Vec<String> = r
        .coverage
        .iter()
        .map(|c| {
            let line = c.line.map_or(String::new(), |l| format!(":{l}"));
            format!("{}{line}  {}", c.path, c.reason)
        })
        .collect();
    list("skipped  ", &skipped);
    out
}
