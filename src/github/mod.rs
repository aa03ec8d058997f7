//! A GitHub host: its pull requests, issues and review threads, read into plain data
//! ([`crate::model::Discussion`]).
//!
//! [`Client`] is the only way out: it knows the host, the token, limits and repetition. Which hosts
//! are asked follows from the user's own environment alone ([`Surroundings`]). Whatever comes back
//! is hostile text: this room stores it, other rooms show it through [`crate::model::safe`].
//!
//! This room knows nothing of decisions, of the graph or of git's objects beyond what it is handed,
//! and it never prints.

mod answer;
mod client;
mod error;
mod graphql;
mod host;
mod limits;
mod redact;
mod tally;
mod token;

pub use answer::Answer;
pub use client::{Client, Notify, Patience};
pub use error::{GithubError, Result};
pub use graphql::{QueryError, Reply};
pub use host::{Host, Surroundings, is_owner, is_repository};
pub use redact::redacted;
pub use token::Token;
