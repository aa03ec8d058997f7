//! Candidates, dossiers, premises, people and corrections to a Review.

pub mod journal;
