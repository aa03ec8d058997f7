//! The list of a log's decisions.

use std::path::{Component, Path};

use clap::builder::PossibleValuesParser;

use super::super::{Exit, Global, UserError};
use super::read::{Read, Reader};
use super::{LogFormat, look};
use crate::decisions::instructions::instructions_at;
use crate::decisions::pick::Pick;
use crate::decisions::retired::retired;
use crate::history::{HistoryError, Repo};
use crate::model::safe::one_line;
use crate::model::{
    Authority, Coverage, CoverageState, CoverageTotals, LogPage, LogView, RetiredDecision, Standing,
};
use crate::report::{json, log};

/// The standings in the order of the words.
const STANDINGS: [Standing; 6] = [
    Standing::Accepted,
    Standing::Proposed,
    Standing::Rejected,
    Standing::Deprecated,
    Standing::Superseded,
    Standing::Unknown,
];

/// Which decisions, and what beside them.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct Listing {
    /// Only decisions that stand in this file, folder or glob, or name something there
    #[arg(long, value_name = "PATH|GLOB")]
    pub path: Vec<String>,
    /// Only decisions of these standings
    #[arg(
        long,
        value_name = "STANDING",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(STANDINGS.map(Standing::word))
    )]
    pub standing: Vec<String>,
    /// Only decisions that this person took or recorded; part of the name is enough
    #[arg(long, value_name = "NAME")]
    pub person: Option<String>,
    /// Only decisions in which these words stand, in title, id or text
    #[arg(long, value_name = "WORDS")]
    pub text: Vec<String>,
    /// Also list what is history: deleted and superseded decisions, with the commit that ended each
    #[arg(long)]
    pub retired: bool,
    /// Also say what coding agents were told then, by their instruction files
    #[arg(long)]
    pub instructions: bool,
    /// Also say what was read and what was not, and why
    #[arg(long)]
    pub coverage: bool,
    /// Also list the decisions that commit messages state and comments in code record
    #[arg(long)]
    pub inferred: bool,
}

impl Listing {
    /// Whether anything of it was given.
    pub fn is_any(&self) -> bool {
        !self.pick().is_all() || self.retired || self.coverage || self.inferred || self.instructions
    }

    fn pick(&self) -> Pick {
        let standing = self
            .standing
            .iter()
            .filter_map(|w| STANDINGS.into_iter().find(|s| s.word() == w));
        Pick {
            paths: self.path.clone(),
            standing: standing.collect(),
            person: self.person.clone(),
            text: self.text.clone(),
        }
    }
}

/// The list, in its form.
pub fn run(
    args: &Listing,
    as_of: Option<&str>,
    format: LogFormat,
    global: &Global,
) -> Result<(String, Exit), UserError> {
    let reader = Reader::open(global)?;
    let pick = within(args.pick(), &reader.repo)?;
    let asked = as_of.unwrap_or("HEAD");
    // A list for people shows no facts, and only a place needs them.
    let with_facts = format == LogFormat::Json || pick.needs_facts();
    let Read {
        moment,
        past,
        mut view,
        places,
    } = match with_facts {
        true => reader.read(asked)?,
        false => reader.outline(asked)?,
    };
    let of_sources = view.coverage.len();
    if args.inferred {
        reader.add_comments(&past, &mut view)?;
    }
    let of_code = view.coverage.iter().skip(of_sources).cloned();
    let places: Vec<Coverage> = places.into_iter().chain(of_code).collect();
    // The numbers are those of all places, whether or not they are listed.
    let totals = CoverageTotals::of(&places);
    let missing = missing(&reader.repo, &view);
    if args.coverage {
        view.coverage = places;
    }
    let history = args.retired.then(|| retired(&reader.repo, &past, &view));
    let live = view
        .decisions
        .iter()
        .filter(|d| d.authority != Authority::Inferred)
        .count();
    pick.apply(&reader.repo, &mut view)?;
    let history = history.map(|list| of_interest(list, &pick, args.inferred));
    let told = match args.instructions {
        true => Some(instructions_at(&reader.repo, &moment.commit)?),
        false => None,
    };
    let page = LogPage {
        instructions: told,
        as_of: view.as_of,
        moment,
        live,
        retired: history,
        totals,
        coverage: view.coverage,
        decisions: view.decisions,
    };
    let exit = if missing > 0 { Exit::PARTIAL } else { Exit::OK };
    let text = match format {
        LogFormat::Json => json::pretty(&page).map_err(UserError::internal)?,
        LogFormat::Text => {
            let shown = log::Shown {
                inferred: args.inferred,
                coverage: args.coverage,
                filtered: !pick.is_all(),
                missing,
            };
            log::page(&page, shown, look(global))
        }
    };
    Ok((text, exit))
}

/// How many of the skipped files were skipped because the clone does not hold their contents.
fn missing(repo: &Repo, view: &LogView) -> usize {
    let skipped = view.coverage.iter();
    let skipped = skipped.filter(|c| c.state == CoverageState::Skipped && c.line.is_none());
    skipped
        .filter(|c| {
            let blob = repo.blob_id_at(&view.as_of, &c.path).ok().flatten();
            let size = blob.map(|b| repo.blob_size(&b));
            matches!(size, Some(Err(HistoryError::MissingObject { .. })))
        })
        .count()
}

/// The filters with their paths from the top of the repository: a person names them from the folder
/// that they are in.
fn within(mut pick: Pick, repo: &Repo) -> Result<Pick, UserError> {
    let top = repo.workdir().and_then(|d| d.canonicalize().ok());
    let here = std::env::current_dir().and_then(|d| d.canonicalize()).ok();
    for path in &mut pick.paths {
        let full = match (&top, &here) {
            (Some(top), Some(here)) if here.starts_with(top) || path.starts_with('/') => {
                from_top(path, here, top)
            }
            _ => Some(path.clone()),
        };
        let outside = || {
            UserError::usage(format!(
                "“{}” is outside of the repository.",
                one_line(path)
            ))
            .hint("Name a path inside of it.")
        };
        let full = full.ok_or_else(outside)?;
        if let Some(rest) = full.rsplit('[').next().filter(|_| full.contains('['))
            && !rest.contains(']')
        {
            let message = format!("“{}” has a bracket that is not closed.", one_line(path));
            return Err(UserError::usage(message).hint("Close it, or write \\[ for a bracket."));
        }
        *path = full;
    }
    Ok(pick)
}

/// A path or pattern, written from `here` or from the root, as one from the top; `None` outside.
fn from_top(path: &str, here: &Path, top: &Path) -> Option<String> {
    let prefix = here.strip_prefix(top).ok();
    let parts = match Path::new(path).strip_prefix(top) {
        Ok(inside) => inside.to_path_buf(),
        Err(_) if path.starts_with('/') => return None,
        // A bare pattern is one of names, wherever they are.
        Err(_) if path.contains(['*', '?']) && !path.contains('/') => {
            return Some(path.to_owned());
        }
        Err(_) => prefix?.join(path),
    };
    let mut out: Vec<&str> = Vec::new();
    for part in parts.components() {
        match part {
            Component::Normal(p) => out.push(p.to_str()?),
            Component::ParentDir => {
                out.pop()?;
            }
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    Some(if out.is_empty() {
        ".".to_owned()
    } else {
        out.join("/")
    })
}

/// The history that fits the filters, as far as a title and a place can tell.
fn of_interest(list: Vec<RetiredDecision>, pick: &Pick, inferred: bool) -> Vec<RetiredDecision> {
    list.into_iter()
        .filter(|r| inferred || r.last.path.is_some())
        .filter(|r| pick.lets_retired(r))
        .collect()
}
