//! A Review and a decision log as text, JSON, Markdown, SARIF and what a pull request shows, and the
//! exit code of a Review.
//!
//! The room turns finished values into strings. It computes nothing that is not in them, reads
//! nothing and writes nothing: `commands/` prints what it returns. All foreign text is made safe
//! here, for the terminal by [`crate::model::safe`], for Markdown by [`mod@escape`].

pub mod annotations;
pub mod check_run;
pub mod escape;
pub mod json;
pub mod log;
pub mod markdown;
pub mod sarif;
pub mod schema;
pub mod sticky;
pub mod style;
pub mod text;
pub mod web;
pub mod words;
pub mod workflow_log;

use crate::model::Review;

pub use style::Look;
pub use web::Web;

/// The forms in which a Review is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Cards for a person
    Text,
    /// The whole Review, for programs
    Json,
    /// For a pull request's comment
    Markdown,
    /// SARIF 2.1.0, for code scanning and editors
    Sarif,
}

/// A Review in one of the forms, ending in a line end.
///
/// # Errors
/// Only JSON can fail, on a number that it cannot hold.
pub fn render(review: &Review, format: Format, look: Look) -> Result<String, serde_json::Error> {
    Ok(match format {
        Format::Text => text::review(review, look),
        Format::Json => json::pretty(review)?,
        Format::Markdown => markdown::review(review),
        Format::Sarif => json::pretty(&sarif::log(review))?,
    })
}

/// The exit code of a printed Review: 1 if a contradiction stands against the change, else 2 if it
/// is partial (then "nothing found" may not be said), else 0.
pub fn exit_code(review: &Review) -> u8 {
    if review.standing_against().next().is_some() {
        1
    } else if words::is_partial(review) {
        2
    } else {
        0
    }
}
