//! A dossier to a verdict: signals and the offline judge.
//!
//! Pure: it reads nothing but the dossier, asks nobody and labels only what it is given. The same
//! dossier gives the same verdict, and each verdict says why in typed signals.

mod choices;
mod features;
mod inverse;
pub mod lex;
mod meets;
mod offline;
mod phrases;
pub mod record;
mod values;
pub mod view;
pub mod words;

pub use features::{Features, Weights};
pub use offline::{OfflineJudge, quote};
