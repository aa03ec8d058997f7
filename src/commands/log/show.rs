//! One decision's story.

use super::super::{Global, UserError};
use super::read::Reader;
use super::{LogFormat, look};
use crate::decisions::find::{Found, Meant, find};
use crate::decisions::story::Teller;
use crate::model::safe::one_line;
use crate::report::{json, log};

/// Arguments.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The decision: its id or key or the beginning of one, a number as in `ADR 13`, a file, a former
    /// id, or its title
    #[arg(required = true, value_name = "ID")]
    pub id: Vec<String>,
}

/// Most candidates that an error lists.
const LISTED: usize = 12;

/// The story, in its form.
pub fn run(
    args: &Args,
    as_of: Option<&str>,
    format: LogFormat,
    global: &Global,
) -> Result<String, UserError> {
    let reader = Reader::open(global)?;
    let mut read = reader.read(as_of.unwrap_or("HEAD"))?;
    let wanted = args.id.join(" ");
    let mut found = find(&wanted, &read.view, &read.past);
    if matches!(found, Found::None(_)) {
        // Comments in code are many files to read, so they are asked last.
        reader.add_comments(&read.past, &mut read.view)?;
        found = find(&wanted, &read.view, &read.past);
    }
    let meant = match found {
        Found::One(meant) => meant,
        Found::Many(list) => return Err(ambiguous(&wanted, &list)),
        Found::None(near) => return Err(unknown(&wanted, read.moment.commit.short(), &near)),
    };
    let teller = Teller {
        repo: &reader.repo,
        log: &reader.log,
        past: &read.past,
        view: &read.view,
    };
    let Some(story) = teller.story(&meant.key, &read.moment)? else {
        return Err(UserError::user(format!(
            "The text of {} cannot be read again from this history.",
            one_line(meant.id.as_str())
        )));
    };
    match format {
        LogFormat::Json => json::pretty(&story).map_err(UserError::internal),
        LogFormat::Text => Ok(log::detail(&story, look(global))),
    }
}

fn ambiguous(wanted: &str, list: &[Meant]) -> UserError {
    let message = format!(
        "“{}” is ambiguous: {} decisions go by it.",
        one_line(wanted),
        list.len()
    );
    let mut error = UserError::usage(message);
    for meant in list.iter().take(LISTED) {
        error = error.hint(line(meant));
    }
    if list.len() > LISTED {
        error = error.hint(format!("… and {} more.", list.len() - LISTED));
    }
    error.hint("Name one by its key.")
}

fn unknown(wanted: &str, commit: &str, near: &[Meant]) -> UserError {
    let mut error = UserError::usage(format!(
        "No decision goes by “{}” as of {commit}.",
        one_line(wanted)
    ));
    for meant in near {
        error = error.hint(format!("Near it: {}", line(meant)));
    }
    error.hint("`rguard log` lists all decisions; --as-of reads another commit.")
}

fn line(meant: &Meant) -> String {
    let deleted = if meant.deleted { " (deleted)" } else { "" };
    one_line(&format!(
        "{}  {}  {}{deleted}",
        meant.key, meant.id, meant.title
    ))
}
