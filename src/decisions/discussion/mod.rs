//! Decisions in what people say about pull requests and issues.
//!
//! Precision first. A text counts only if it was merged with its pull request, or somebody who belongs
//! to the repository wrote it; a paragraph of it only if it states a choice by the same words by which
//! a commit message does. Nothing here asks a code host or knows the graph.

pub mod mentions;
pub mod prose;
mod states;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::extract::{self, Known, Passage};
use crate::model::safe::one_line;
use crate::model::{
    Actor, Association, Authority, CommitId, Decision, DecisionId, DecisionKey, ForgeRef, Issue,
    Post, Pull, PullState, RepoPath, Source,
};
use states::{Voice, statement};

use super::identity;

/// A decision that somebody stated in a discussion. It can be stored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Discussed {
    /// `pr:7`, `issue:3`, with the post behind it where it is not the first (`pr:7#discussion_r12`).
    pub id: DecisionId,
    /// The page on which it stands.
    pub at: ForgeRef,
    /// Whether that is a pull request.
    pub is_pull: bool,
    /// The address of the post.
    pub url: String,
    /// The title of the page, or the first words of a comment.
    pub title: String,
    /// The title of a pull request and the paragraphs that state the choice, each verbatim.
    pub text: String,
    /// Who wrote it.
    pub author: Option<String>,
    /// When it came into force, in seconds since 1970: the merge, for a description.
    pub at_time: Option<i64>,
    /// When it was written.
    pub said_at: Option<i64>,
    /// When it was edited last, where it was.
    pub edited_at: Option<i64>,
    /// The commit with which it came into force, for what was said on a pull request.
    pub merge: Option<CommitId>,
    /// The file that the conversation is about.
    pub path: Option<RepoPath>,
}

impl Discussed {
    /// Its stable key: it hangs on the repository and on the place of the post, not on its words.
    pub fn key(&self, root: &CommitId) -> DecisionKey {
        let place = RepoPath::from(self.id.as_str());
        identity::key(root, &CommitId::from("discussion"), &place, 0)
    }

    /// Whether it is the description of a pull request.
    pub fn is_description(&self) -> bool {
        self.is_pull && !self.id.as_str().contains('#')
    }

    /// The same with its facts, as a decision.
    pub fn decision(&self, root: &CommitId) -> Decision {
        let (facts, _) = extract::facts(&Passage::of(&self.text), &Known::anything());
        let day = self
            .at_time
            .and_then(|t| jiff::Timestamp::from_second(t).ok());
        let mut out = Decision {
            id: self.id.clone(),
            key: self.key(root),
            title: self.title.clone(),
            date: day.map(|t| t.strftime("%Y-%m-%d").to_string()),
            authority: Authority::Inferred,
            source: Source {
                commit: self.merge.clone(),
                url: Some(self.url.clone()),
                ..Source::default()
            },
            people: self.author.iter().cloned().collect(),
            alternatives: facts.alternatives,
            measurements: facts.measurements,
            experiments: facts.experiments,
            limits: facts.limits,
            constraints: facts.constraints,
            mentions: facts.mentions,
            text: self.text.clone(),
            ..Decision::default()
        };
        let quotes = out
            .alternatives
            .iter_mut()
            .flat_map(|a| [Some(&mut a.quote), a.reason_quote.as_mut()])
            .flatten()
            .chain(out.measurements.iter_mut().map(|m| &mut m.quote))
            .chain(out.experiments.iter_mut().map(|e| &mut e.quote))
            .chain(out.limits.iter_mut().map(|l| &mut l.quote))
            .chain(out.constraints.iter_mut().map(|c| &mut c.quote));
        for quote in quotes {
            quote.lines = None;
            quote.url = Some(self.url.clone());
        }
        out
    }
}

/// What is known about who may decide, and what is no one's own words.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    /// Accounts that wrote commits on the default branch, lower-case.
    writers: BTreeSet<String>,
    /// Paragraphs of the repository's forms, and those that stand in more than one text.
    forms: BTreeSet<String>,
}

impl Reader {
    /// Learns from all texts that are known. `templates` are the forms that the repository hands out.
    pub fn of<'a>(
        pulls: impl Iterator<Item = &'a Pull> + Clone,
        issues: impl Iterator<Item = &'a Issue>,
        templates: &[String],
    ) -> Self {
        let writers = pulls
            .clone()
            .filter(|p| p.state == PullState::Merged)
            .filter_map(|p| person(p.body.author.as_ref()))
            .map(|login| login.to_lowercase())
            .collect();
        let mut forms: BTreeSet<String> = BTreeSet::new();
        for text in templates {
            forms.extend(paragraphs_of(text));
        }
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let bodies = pulls.map(|p| &p.body).chain(issues.map(|i| &i.body));
        for body in bodies {
            for p in paragraphs_of(&body.body) {
                *seen.entry(p).or_default() += 1;
            }
        }
        forms.extend(seen.into_iter().filter(|(_, n)| *n > 1).map(|(p, _)| p));
        Self { writers, forms }
    }

    /// The decisions that were stated on a pull request that was merged; none for another.
    pub fn of_pull(&self, pull: &Pull) -> Vec<Discussed> {
        let Some(merge) = pull
            .merge_commit
            .as_ref()
            .filter(|_| pull.state == PullState::Merged)
        else {
            return Vec::new();
        };
        if super::commits::is_routine(&pull.title) {
            return Vec::new();
        }
        let base = Discussed {
            id: DecisionId(format!("pr:{}", pull.at.number)),
            at: pull.at.clone(),
            is_pull: true,
            merge: Some(merge.clone()),
            ..Discussed::default()
        };
        let mut out = Vec::new();
        // The merge vouches for the text of whoever wrote it, but for a program's.
        if let Some(author) = person(pull.body.author.as_ref())
            && let Some(said) = statement(Voice::Pull, &pull.title, &pull.body.body, &self.forms)
        {
            let title = one_line(&pull.title);
            out.push(Discussed {
                text: format!("{}\n\n{said}", pull.title.trim()),
                title,
                url: page(&pull.url, &pull.body.url),
                author: Some(author.to_owned()),
                at_time: pull.merged_at.or(pull.body.at),
                said_at: pull.body.at,
                edited_at: pull.body.edited_at,
                ..base.clone()
            });
        }
        for thread in &pull.threads {
            let said = thread.posts.iter().filter_map(|post| {
                let d = self.of_post(Voice::Thread, post, &base)?;
                Some(Discussed {
                    path: Some(thread.path.clone()),
                    ..d
                })
            });
            out.extend(said);
        }
        let others = pull.reviews.iter().chain(&pull.comments);
        out.extend(others.filter_map(|post| self.of_post(Voice::Comment, post, &base)));
        out
    }

    /// The decisions that were stated in an issue by people who belong to the repository.
    pub fn of_issue(&self, issue: &Issue) -> Vec<Discussed> {
        let base = Discussed {
            id: DecisionId(format!("issue:{}", issue.at.number)),
            at: issue.at.clone(),
            ..Discussed::default()
        };
        let mut out = Vec::new();
        let said = self
            .may_decide(&issue.body)
            .then(|| statement(Voice::Issue, "", &issue.body.body, &self.forms))
            .flatten();
        if let Some(text) = said {
            out.push(Discussed {
                title: one_line(&issue.title),
                text,
                url: page(&issue.url, &issue.body.url),
                author: person(issue.body.author.as_ref()).map(str::to_owned),
                at_time: issue.body.at,
                said_at: issue.body.at,
                edited_at: issue.body.edited_at,
                ..base.clone()
            });
        }
        let comments = issue.comments.iter();
        out.extend(comments.filter_map(|post| self.of_post(Voice::Comment, post, &base)));
        out
    }

    fn of_post(&self, voice: Voice, post: &Post, base: &Discussed) -> Option<Discussed> {
        if !self.may_decide(post) {
            return None;
        }
        let text = statement(voice, "", &post.body, &self.forms)?;
        // Without an address of its own it has no id that would last.
        let fragment = post.url.rsplit_once('#')?.1;
        Some(Discussed {
            id: DecisionId(format!("{}#{}", base.id, one_line(fragment))),
            title: first_words(&text),
            text,
            url: post.url.clone(),
            author: person(post.author.as_ref()).map(str::to_owned),
            at_time: post.at,
            said_at: post.at,
            edited_at: post.edited_at,
            ..base.clone()
        })
    }

    /// Whether somebody's words can state a decision: they belong to the repository, or wrote commits
    /// on its default branch.
    fn may_decide(&self, post: &Post) -> bool {
        person(post.author.as_ref()).is_some_and(|login| {
            post.association.belongs()
                || post.association == Association::Contributor
                || self.writers.contains(&login.to_lowercase())
        })
    }
}

/// The account, where a person holds it.
pub fn person(author: Option<&Actor>) -> Option<&str> {
    let actor = author?;
    let login = actor.login.trim();
    let is_program = actor.bot
        || login.to_lowercase().ends_with("[bot]")
        || crate::history::is_program(login)
        || login.is_empty();
    (!is_program).then_some(login)
}

fn page(whole: &str, post: &str) -> String {
    let of = if post.is_empty() { whole } else { post };
    of.to_owned()
}

fn paragraphs_of(body: &str) -> BTreeSet<String> {
    let text = prose::normal(body);
    prose::paragraphs(&text)
        .into_iter()
        .map(|p| one_line(p.text))
        .collect()
}

/// The first sentence, short.
fn first_words(text: &str) -> String {
    const MAX: usize = 90;
    let line = one_line(text);
    let end = line
        .match_indices(['.', '!', ';'])
        .map(|(i, m)| i + m.len())
        .find(|i| line[*i..].starts_with(' ') || *i == line.len())
        .unwrap_or(line.len());
    let sentence = line[..end].trim_end_matches(['.', ';']);
    if sentence.chars().count() <= MAX {
        return sentence.to_owned();
    }
    let cut: String = sentence.chars().take(MAX).collect();
    let cut = cut.rsplit_once(' ').map_or(cut.as_str(), |(head, _)| head);
    format!("{cut}…")
}

#[cfg(test)]
mod tests;
