//! FalkorDB: the embedded engine, the client, the schema, named queries and their runs.
//!
//! ```text
//!  provision ─► engine ─► store ◄─ params, queries (cypher/*.cypher), schema
//! ```
//!
//! A [`Store`] is one repository's graph, over the embedded engine or over a server given by its
//! address. Everything that reads or writes a graph goes through it. This room knows nothing of
//! git, and decides nothing about what a row means.

mod canaries;
mod config;
pub mod dump;
pub mod engine;
pub mod error;
mod link;
pub mod params;
pub mod provision;
pub mod queries;
pub mod schema;
mod store;

pub use canaries::without_credentials;
pub use config::GraphConfig;
pub use error::GraphError;
pub use params::{Params, Row, Value, fulltext_or};
pub use queries::NamedQuery;
pub use store::{Answer, Store, Written};
