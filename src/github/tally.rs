//! Counts requests, for `--verbose`, for the Discussion and for the tests.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::model::Requests;

/// The counters that all clones of one client share.
#[derive(Debug, Default)]
pub(super) struct Tally {
    graphql: AtomicU32,
    rest: AtomicU32,
    kept: AtomicU32,
    points: AtomicU32,
}

impl Tally {
    pub(super) fn graphql(&self) {
        self.graphql.fetch_add(1, Relaxed);
    }

    pub(super) fn rest(&self) {
        self.rest.fetch_add(1, Relaxed);
    }

    pub(super) fn kept(&self, count: u32) {
        self.kept.fetch_add(count, Relaxed);
    }

    pub(super) fn points(&self, count: u32) {
        self.points.fetch_add(count, Relaxed);
    }

    pub(super) fn requests(&self) -> Requests {
        Requests {
            graphql: self.graphql.load(Relaxed),
            rest: self.rest.load(Relaxed),
            kept: self.kept.load(Relaxed),
            points: self.points.load(Relaxed),
        }
    }
}
