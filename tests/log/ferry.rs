//! A ferry's record: a decision that is edited and then superseded, one that is deleted, one that is
//! renumbered.

use rguard::model::CommitId;
use serde_json::Value;

use crate::testkit::run::{Home, Ran, normal};
use crate::testkit::{TestRepo, git_at};

/// Noon of a day of January 2024.
pub fn noon(day: i64) -> i64 {
    1_704_067_200 + (day - 1) * 86_400 + 12 * 3600
}

/// The repository with its commits by day, and a home for rguard.
pub struct Ferry {
    pub repo: TestRepo,
    pub home: Home,
}

const HAND: &str = "# 1. Steer by hand

Date: 2024-01-01

## Status

Accepted

## Context

The rudder answers slowly, and four ropes hold it. See `src/rudder.rs`.

## Decision

We steer by hand. We considered a motor and rejected it because it failed 3 of 20 trials.
";

const WIRE: &str = "# 2. Steer by wire

Date: 2024-01-09

## Status

Accepted

Supersedes [1. Steer by hand](0001-steer-by-hand.md)

## Decision

We steer by wire, since the hand tires after 40 minutes.
";

const LIGHTS: &str = "# 3. Deck lights stay amber

Date: 2024-01-12

## Status

Proposed

## Decision

Deck lights stay amber, since white light blinds the watch on the bridge.
";

const LOG: &str = "# Decisions

## Fuel is counted in litres (January 2024)

**Status:** Accepted

Fuel is counted in litres because the pump shows litres and nothing else.

## The bell rings twice (January 2024)

**Status:** Accepted

The bell rings twice so that a single stroke is never taken for wind.
";

impl Ferry {
    pub fn new() -> Self {
        let ferry = Self {
            repo: TestRepo::new(),
            home: Home::new(),
        };
        let adr = |n: &str| format!("docs/adr/{n}.md");
        let r = &ferry.repo;
        r.write(&adr("0001-steer-by-hand"), HAND)
            .write("DECISIONS.md", LOG);
        r.write("src/rudder.rs", "fn turn() {}\n");
        ferry.commit(1, "Record how we steer");
        let edited = HAND.replace("four ropes hold", "nine ropes hold");
        r.write(&adr("0001-steer-by-hand"), &edited);
        ferry.commit(5, "Count the ropes again");
        r.git(&["tag", "v1"]);
        let replaced = edited.replace(
            "Accepted",
            "Superseded by [2. Steer by wire](0002-steer-by-wire.md)",
        );
        r.write(&adr("0001-steer-by-hand"), replaced)
            .write(&adr("0002-steer-by-wire"), WIRE);
        ferry.commit(9, "Steer by wire");
        let bell = LOG.find("## The bell").unwrap();
        r.write("DECISIONS.md", &LOG[..bell])
            .write(&adr("0003-deck-lights"), LIGHTS);
        ferry.commit(12, "Drop the bell, keep the lights");
        let renumbered = LIGHTS.replace("# 3.", "# 4.");
        r.git(&[
            "mv",
            "docs/adr/0003-deck-lights.md",
            "docs/adr/0004-deck-lights.md",
        ]);
        r.write(&adr("0004-deck-lights"), renumbered);
        ferry.commit(15, "Renumber the lights");
        ferry
    }

    pub fn commit(&self, day: i64, message: &str) -> CommitId {
        let dir = self.repo.path();
        git_at(dir, noon(day), &["add", "-A"]);
        git_at(dir, noon(day), &["commit", "-q", "-m", message]);
        CommitId::from(self.repo.head())
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        self.home.run(self.repo.path(), &[&["log"], args].concat())
    }

    /// What a run printed, which must end well; commit ids are those of the fixture and stay.
    pub fn text(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!(
            (ran.code, ran.err.as_str()),
            (0, ""),
            "{args:?}: {}",
            ran.out
        );
        normal(&ran.out, &[])
    }

    pub fn json(&self, args: &[&str]) -> Value {
        let out = self.run(&[args, &["--format", "json"]].concat());
        assert_eq!(out.code, 0, "{args:?}: {}", out.err);
        serde_json::from_str(&out.out).unwrap()
    }

    pub fn titles(&self, args: &[&str]) -> Vec<String> {
        let page = self.json(args);
        let list = page["decisions"].as_array().unwrap().iter();
        list.map(|d| d["title"].as_str().unwrap().to_owned())
            .collect()
    }
}
