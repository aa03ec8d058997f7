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
mod discussed;
pub mod dossiers;
mod error;
mod explains;
pub mod findings;
mod finish;
mod hop_rows;
pub mod hops;
pub mod journal;
mod learners;
pub mod live;
mod nearest;
mod options;
pub mod people;
pub mod premises;
mod presence;
pub mod proposed;
mod related;
mod retrieve;
mod review;
mod session;
pub mod shared;
pub mod since;
mod start;
mod timeline;
mod weighing;
mod words;
pub mod work;

pub use corrections::change_id;
pub use error::GuardError;
pub use options::{AsOfRequest, EventFn, Observer, ReviewOptions};
pub use session::{NewCorrection, Session, graph_name, quiet};
pub use timeline::RecordEvent;
