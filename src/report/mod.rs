//! A Review and a decision log as text, JSON or Markdown, and the exit code of a Review.
//!
//! The room turns finished values into strings. It computes nothing that is not in them, reads
//! nothing and writes nothing: `commands/` prints what it returns. All foreign text is made safe
//! here, for the terminal by [`crate::model::safe`], for Markdown by [`mod@escape`].

pub mod escape;
pub mod json;
pub mod log;
pub mod markdown;
pub mod schema;
pub mod style;
pub mod text;
pub mod words;

use crate::model::Review;

pub use style::Look;

/// The forms in which a Review is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Cards for a person
    Text,
    /// The whole Review, for programs
    Json,
    /// For a pull request's comment
    Markdown,
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
