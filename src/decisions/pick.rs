//! Which decisions of a log somebody wants to see.

use std::collections::HashSet;

use crate::extract::PathIndex;
use crate::history::{Repo, Result, TreeEntry, lies_in};
use crate::model::{Decision, LogView, MentionKind, RetiredDecision, Standing};

/// The filters of a log; all that are given must let a decision through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pick {
    /// A path, a folder or a glob: decisions that stand there, or that name something there.
    pub paths: Vec<String>,
    /// Any of these standings.
    pub standing: Vec<Standing>,
    /// Somebody who decided, or who recorded it; part of a name is enough.
    pub person: Option<String>,
    /// Words that must all stand in the title, the id or the text.
    pub text: Vec<String>,
}

impl Pick {
    /// Whether everything is let through.
    pub fn is_all(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the decisions' facts matter to it.
    pub fn needs_facts(&self) -> bool {
        !self.paths.is_empty()
    }

    /// Leaves only what the filters let through.
    ///
    /// # Errors
    /// The tree of the log's commit cannot be listed.
    pub fn apply(&self, repo: &Repo, view: &mut LogView) -> Result<()> {
        if self.is_all() {
            return Ok(());
        }
        let files = match self.needs_facts() {
            true => repo.tree(&view.as_of)?,
            false => Vec::new(),
        };
        let places = Places::of(&self.paths, &files, &view.decisions);
        view.decisions.retain(|d| {
            (self.standing.is_empty() || self.standing.contains(&d.standing))
                && self.person.as_ref().is_none_or(|p| person(repo, d, p))
                && self.text.iter().all(|w| says(d, w))
                && places.touch(d)
        });
        Ok(())
    }
}

impl Pick {
    /// Whether a decision that is history is let through, as far as its title, its standing and its
    /// last place tell; nobody's name is known of it.
    pub fn lets_retired(&self, r: &RetiredDecision) -> bool {
        let at = |w: &String| r.last.path.as_ref().is_some_and(|p| lies_in(p, w));
        (self.standing.is_empty() || self.standing.contains(&r.standing))
            && self.paths.iter().all(at)
            && self
                .text
                .iter()
                .all(|w| stands(&[&r.title, r.id.as_str()], w))
            && self.person.is_none()
    }
}

/// Whether the decision has this person, by a part of the name.
fn person(repo: &Repo, d: &Decision, wanted: &str) -> bool {
    let wanted = wanted.trim().trim_start_matches('@').to_lowercase();
    if d.people.iter().any(|p| p.to_lowercase().contains(&wanted)) {
        return true;
    }
    let recorded = d.source.commit.as_ref().and_then(|c| repo.commit(c).ok());
    recorded.is_some_and(|c| c.author.name.to_lowercase().contains(&wanted))
}

/// Whether words stand in a decision, whatever their case and the space between them.
pub fn says(d: &Decision, words: &str) -> bool {
    stands(&[&d.title, d.id.as_str(), &d.text], words)
}

fn stands(texts: &[&str], words: &str) -> bool {
    let flat = |t: &str| {
        t.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase()
    };
    let wanted = flat(words);
    texts.iter().any(|t| flat(t).contains(&wanted))
}

/// The places that were asked for, and the files that the decisions name.
struct Places<'a> {
    wanted: &'a [String],
    index: PathIndex,
}

impl<'a> Places<'a> {
    fn of(wanted: &'a [String], files: &[TreeEntry], decisions: &[Decision]) -> Self {
        let named = decisions.iter().flat_map(|d| &d.mentions);
        let names: HashSet<String> = named
            .filter(|m| m.kind == MentionKind::File)
            .map(|m| m.name.clone())
            .collect();
        let paths: Vec<String> = files.iter().map(|f| f.path.to_string()).collect();
        Self {
            wanted,
            index: PathIndex::of(paths.iter().map(String::as_str), &names),
        }
    }

    /// Whether the decision has to do with each place that was asked for.
    fn touch(&self, d: &Decision) -> bool {
        self.wanted.iter().all(|w| {
            let stands = d.source.path.as_ref().is_some_and(|p| lies_in(p, w));
            let named = d.mentions.iter().filter(|m| m.kind == MentionKind::File);
            stands
                || d.code_links.iter().any(|l| lies_in(&l.path, w))
                || named
                    .flat_map(|m| self.index.resolve(&m.name))
                    .any(|p| lies_in(&p.into(), w) || w.starts_with(&format!("{p}/")))
        })
    }
}
