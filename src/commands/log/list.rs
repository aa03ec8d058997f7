//! The list of a log's decisions.

use clap::builder::PossibleValuesParser;

use super::super::{Global, UserError};
use super::read::{Read, Reader};
use super::{LogFormat, look};
use crate::decisions::instructions::instructions_at;
use crate::decisions::pick::Pick;
use crate::decisions::retired::retired;
use crate::model::{Authority, CoverageTotals, LogPage, RetiredDecision, Standing};
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
) -> Result<String, UserError> {
    let reader = Reader::open(global)?;
    let asked = as_of.unwrap_or("HEAD");
    // A list for people shows no facts, and only a place needs them.
    let with_facts = format == LogFormat::Json || args.pick().needs_facts();
    let Read {
        moment,
        past,
        mut view,
        places,
    } = match with_facts {
        true => reader.read(asked)?,
        false => reader.outline(asked)?,
    };
    if args.coverage {
        view.coverage = places;
    }
    if args.inferred {
        reader.add_comments(&past, &mut view)?;
    }
    let pick = args.pick();
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
        totals: CoverageTotals::of(&view.coverage),
        coverage: view.coverage,
        decisions: view.decisions,
    };
    match format {
        LogFormat::Json => json::pretty(&page).map_err(UserError::internal),
        LogFormat::Text => {
            let shown = log::Shown {
                inferred: args.inferred,
                coverage: args.coverage,
                filtered: !pick.is_all(),
            };
            Ok(log::page(&page, shown, look(global)))
        }
    }
}

/// The history that fits the filters, as far as a title and a place can tell.
fn of_interest(list: Vec<RetiredDecision>, pick: &Pick, inferred: bool) -> Vec<RetiredDecision> {
    list.into_iter()
        .filter(|r| inferred || r.last.path.is_some())
        .filter(|r| pick.lets_retired(r))
        .collect()
}
