//! A decision's text to its facts: alternatives, measurements, experiments, limits, mentions; and
//! the checks that ground them.
//!
//! Everything here is offline and pure. A fact is kept only with a quote that stands verbatim in the
//! text; a number only if it stands in its quote; a file or an identifier only if the caller knows
//! it. What fails is dropped and counted in [`Grounding`].

pub mod alternatives;
mod chosen;
pub mod code_links;
pub mod constraints;
mod cues;
pub mod experiments;
pub mod grounding;
pub mod limits;
pub mod measurements;
pub mod mentions;
pub mod obligations;
mod options;
mod plausible;
pub mod quotes;
pub mod sentences;
pub mod terms;
mod versus;
mod y_statements;

pub use grounding::{Grounding, is_grounded};
pub use mentions::{Known, PathIndex};
pub use obligations::{Obligation, Polarity, obligations};
pub use quotes::{best_quotes, quotes_with};

use crate::model::{
    Alternative, CommitId, Constraint, Experiment, Limit, LineRange, Measurement, Mention, Quote,
    RepoPath,
};
use sentences::{Sentence, clip};

/// A text and where it stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passage<'a> {
    /// The text; its first line is line `first_line` of the source.
    pub text: &'a str,
    /// The source's number of the text's first line.
    pub first_line: u32,
    /// The source's file.
    pub path: Option<&'a RepoPath>,
    /// The commit at which it stands there; for a message, that commit.
    pub commit: Option<&'a CommitId>,
    /// The headings above it, outermost first.
    pub trail: &'a [String],
}

impl<'a> Passage<'a> {
    /// A text that stands nowhere in particular, from line 1.
    pub fn of(text: &'a str) -> Self {
        Self {
            text,
            first_line: 1,
            ..Self::default()
        }
    }

    /// The quote of a piece of a sentence, at most 300 characters of it.
    pub fn quote_of(&self, sentence: &Sentence<'a>, piece: &str) -> Quote {
        let skipped = (piece.as_ptr() as usize).saturating_sub(sentence.text.as_ptr() as usize);
        let Some(text) = sentence.text.get(skipped..skipped + piece.len()) else {
            return self.quote(sentence, 0);
        };
        let lines = |s: &str| u32::try_from(s.matches('\n').count()).unwrap_or(0);
        let start = sentence.lines.start + lines(&sentence.text[..skipped]);
        let part = Sentence {
            text,
            at: sentence.at + skipped,
            lines: LineRange::new(start, start + lines(text)),
            block: sentence.block,
        };
        self.quote(&part, 0)
    }

    /// The quote of a sentence: whole, or the clauses around `near` where it is too long.
    pub fn quote(&self, sentence: &Sentence<'a>, near: usize) -> Quote {
        let text = clip(sentence.text, near);
        let skipped = (text.as_ptr() as usize).saturating_sub(sentence.text.as_ptr() as usize);
        let before = sentence.text.get(..skipped).unwrap_or("");
        let count = |s: &str| u32::try_from(s.matches('\n').count()).unwrap_or(0);
        let start = self.first_line.max(1) - 1 + sentence.lines.start + count(before);
        Quote {
            text: text.to_owned(),
            path: self.path.cloned(),
            lines: Some(LineRange::new(start, start + count(text))),
            commit: self.commit.cloned(),
            url: None,
        }
    }
}

/// What a text says beside its choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// Options that were turned down.
    pub alternatives: Vec<Alternative>,
    /// Numbers that were measured.
    pub measurements: Vec<Measurement>,
    /// What was tried.
    pub experiments: Vec<Experiment>,
    /// Older constraints that still hold.
    pub limits: Vec<Limit>,
    /// What it obliges to.
    pub constraints: Vec<Constraint>,
    /// What it names.
    pub mentions: Vec<Mention>,
}

impl Facts {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.alternatives.len()
            + self.measurements.len()
            + self.experiments.len()
            + self.limits.len()
            + self.constraints.len()
            + self.mentions.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All their quotes.
    pub fn quotes_mut(&mut self) -> impl Iterator<Item = &mut Quote> {
        let alternatives = self
            .alternatives
            .iter_mut()
            .flat_map(|a| [Some(&mut a.quote), a.reason_quote.as_mut()])
            .flatten();
        alternatives
            .chain(self.measurements.iter_mut().map(|m| &mut m.quote))
            .chain(self.experiments.iter_mut().map(|e| &mut e.quote))
            .chain(self.limits.iter_mut().map(|l| &mut l.quote))
            .chain(self.constraints.iter_mut().map(|c| &mut c.quote))
    }
}

/// Reads the facts of a passage. `known` says which files and identifiers exist.
pub fn facts(passage: &Passage<'_>, known: &Known<'_>) -> (Facts, Grounding) {
    let all = sentences::sentences(passage.text);
    let mut facts = Facts {
        alternatives: alternatives::read(passage, &all),
        measurements: measurements::read(passage, &all),
        experiments: experiments::read(passage, &all),
        limits: limits::read(passage, &all),
        constraints: constraints::read(passage, &all),
        mentions: mentions::read(passage.text, passage.first_line),
    };
    let grounding = grounding::check(passage.text, &mut facts, known);
    (facts, grounding)
}
