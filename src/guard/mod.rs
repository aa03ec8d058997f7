//! Candidates, dossiers, premises, people and corrections to a Review.
//!
//! ```text
//!  change ─► words ─► hops ─► candidates ─► dossiers ─► judge ─► findings ─► review
//!               blame ─┘ live ─┘               └ work                └ premises, corrections, since
//! ```
//!
//! The graph is asked for connections without regard to the base; what the base does not know is
//! cut away here. Git is read only at commits that the graph or blame named, and to reconstruct what
//! was live. Nothing here prints.

pub mod blame;
pub mod candidates;
mod comments;
mod corrections;
mod declared;
pub mod dossiers;
mod error;
mod explains;
pub mod findings;
mod finish;
pub mod hops;
pub mod journal;
pub mod live;
mod nearest;
pub mod people;
pub mod premises;
pub mod proposed;
mod related;
mod retrieve;
mod review;
mod session;
pub mod shared;
pub mod since;
mod timeline;
mod words;
pub mod work;

pub use corrections::change_id;
pub use error::GuardError;
pub use review::{AsOfRequest, EventFn, Observer, ReviewOptions};
pub use session::{NewCorrection, Session, graph_name, quiet};
pub use timeline::RecordEvent;
