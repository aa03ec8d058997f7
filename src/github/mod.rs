//! A GitHub host: its pull requests, issues and review threads, read into plain data
//! ([`crate::model::Discussion`]).
//!
//! [`Client`] is the only way out: it knows the host, the token, limits and repetition. Which hosts
//! are asked follows from the user's own environment alone ([`Surroundings`]). Whatever comes back
//! is hostile text: this room stores it, other rooms show it through [`crate::model::safe`].
//!
//! This room knows nothing of decisions, of the graph or of git's objects beyond what it is handed,
//! and it never prints.

mod aliases;
mod answer;
mod client;
mod convert;
pub mod documents;
mod error;
mod file_history;
mod graphql;
mod host;
mod kept;
mod limits;
mod numbers;
mod reader;
mod reader_graphql;
mod reader_rest;
mod redact;
mod sending;
mod tally;
mod token;
mod wire;
mod wire_rest;
mod write;

pub use answer::Answer;
pub use client::{Client, Notify, Patience};
pub use error::{GithubError, Result};
pub use file_history::{Claim, FileHistory, Reach, file_history};
pub use graphql::{QueryError, Reply};
pub use host::{Host, Surroundings, is_owner, is_repository};
pub use reader::Reader;
pub use redact::redacted;
pub use token::Token;
pub use write::{Comment, Put, Reaction, User, Writer};
