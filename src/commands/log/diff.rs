//! What became of the log between two moments.

use super::super::{Global, UserError};
use super::read::{Read, Reader};
use super::{LogFormat, look};
use crate::decisions::compare::{Side, compare};
use crate::model::{Authority, LogView};
use crate::report::{json, log};

/// Arguments.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// The two moments, revisions or dates, as in v1.0..v1.2 or 2026-01-01..HEAD
    #[arg(value_name = "A..B")]
    pub range: String,
    /// Also compare the decisions that commit messages state
    #[arg(long = "with-inferred")]
    pub inferred: bool,
}

/// The comparison, in its form.
pub fn run(args: &Args, format: LogFormat, global: &Global) -> Result<String, UserError> {
    let (from, to) = sides(&args.range)?;
    let reader = Reader::open(global)?;
    let mut a = reader.outline(from)?;
    let mut b = reader.outline(to)?;
    if !args.inferred {
        let recorded = |v: &mut LogView| {
            v.decisions.retain(|d| d.authority != Authority::Inferred);
        };
        recorded(&mut a.view);
        recorded(&mut b.view);
    }
    let found = compare(&reader.repo, side(&a), side(&b));
    match format {
        LogFormat::Json => json::pretty(&found).map_err(UserError::internal),
        LogFormat::Text => Ok(log::diff(&found, look(global))),
    }
}

fn side(r: &Read) -> Side<'_> {
    Side {
        moment: &r.moment,
        view: &r.view,
        past: &r.past,
    }
}

/// The two sides of `A..B`; an empty one is HEAD.
fn sides(range: &str) -> Result<(&str, &str), UserError> {
    let usage = || {
        UserError::usage(format!("“{range}” does not name two moments."))
            .hint("Write A..B, as in v1.0..v1.2 or 2026-01-01..HEAD.")
    };
    let (a, b) = range.split_once("..").ok_or_else(usage)?;
    if b.starts_with('.') || (a.is_empty() && b.is_empty()) {
        return Err(usage());
    }
    let or_head = |s: &'_ str| -> bool { s.trim().is_empty() };
    Ok((
        if or_head(a) { "HEAD" } else { a },
        if or_head(b) { "HEAD" } else { b },
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_two_moments_and_an_empty_one_is_head() {
        assert_eq!(sides("v1..v2").unwrap(), ("v1", "v2"));
        assert_eq!(sides("2026-01-01..").unwrap(), ("2026-01-01", "HEAD"));
        assert_eq!(sides("..v2").unwrap(), ("HEAD", "v2"));
        for wrong in ["v1", "v1...v2", ".."] {
            assert!(sides(wrong).is_err(), "{wrong}");
        }
    }
}
