//! What a sync did.

use crate::model::{Coverage, DecisionId, Standing};

/// A decision that a sync brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewsItem {
    /// Its title.
    pub title: String,
    /// Where it stands now.
    pub id: DecisionId,
    /// Its standing now.
    pub standing: Standing,
}

/// One task of a sync. Its id is the same whenever the same work is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// `history:<tip>`, `decisions:<path>`, `commits`, `people`, `links`.
    pub id: String,
    /// How it went, in a few words.
    pub done: String,
}

/// What a sync did, for people.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SyncReport {
    /// Commits that were new.
    pub commits: usize,
    /// Commits that the graph holds now.
    pub total: usize,
    /// Decisions that were not there before.
    pub new: Vec<NewsItem>,
    /// Decisions that say something else now.
    pub changed: Vec<NewsItem>,
    /// Supersessions at the tip, `newer ⇢ older (state)`.
    pub supersessions: Vec<String>,
    /// Decisions stated by commit messages that were new.
    pub inferred: usize,
    /// The tasks that ran.
    pub tasks: Vec<Task>,
    /// What was skipped, with line and reason.
    pub coverage: Vec<Coverage>,
    /// What the user should know about clone or engine.
    pub notices: Vec<String>,
    /// Nothing was new.
    pub unchanged: bool,
}
