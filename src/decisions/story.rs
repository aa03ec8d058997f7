//! One decision's whole story: facts, revisions, what it replaced and what replaced it.

use std::collections::{HashMap, HashSet, VecDeque};

use super::as_of::DecisionLog;
use super::code_past::links_of;
use super::commits::Strength;
use super::past::Past;
use super::record::{Cue, Link};
use super::retired::{deleted, last, log_commit};
use super::track::{Revision, Time, Tracked};
use super::word_diff::word_diff;
use crate::history::{Repo, Result};
use crate::model::{
    ChainLink, CodeLink, CommitId, Decision, DecisionKey, LineRange, LogDetail, LogEntry,
    LogMoment, LogRevision, LogView, QUOTE_MAX, Quote, RepoPath, Source, Standing, Supersession,
};

/// What a story is told from.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    /// The repository.
    pub repo: &'a Repo,
    /// Reads and keeps parsed sources.
    pub log: &'a DecisionLog,
    /// The history up to the moment.
    pub past: &'a Past,
    /// The log as of the moment.
    pub view: &'a LogView,
}

impl Teller<'_> {
    /// The story of the decision with this key; `None` where neither the log nor its history has it.
    ///
    /// # Errors
    /// A tree cannot be listed.
    pub fn story(&self, key: &DecisionKey, moment: &LogMoment) -> Result<Option<LogDetail>> {
        let tracked = self.past.index.decisions().iter().find(|t| t.key == *key);
        let live = self.view.decisions.iter().find(|d| d.key == *key);
        let earlier;
        let (view, decision, gone) = match (live, tracked) {
            (Some(d), _) => (self.view, d, None),
            (None, Some(t)) => {
                let Some(then) = self.last_view(t)? else {
                    return Ok(None);
                };
                earlier = then;
                let Some(d) = earlier.decisions.iter().find(|d| d.key == *key) else {
                    return Ok(None);
                };
                (&earlier, d, deleted(self.repo, self.past, t))
            }
            (None, None) => return Ok(None),
        };
        let entry = decision
            .part_of
            .as_ref()
            .and_then(|p| view.decisions.iter().find(|d| d.id == *p));
        let children = view
            .decisions
            .iter()
            .filter(|d| d.part_of.as_ref() == Some(&decision.id));
        Ok(Some(LogDetail {
            as_of: self.view.as_of.clone(),
            moment: moment.clone(),
            text: decision.text.clone(),
            deleted: gone,
            recorded: decision
                .source
                .commit
                .as_ref()
                .and_then(|c| log_commit(self.repo, c)),
            entry: entry.map(LogEntry::from),
            children: children.map(LogEntry::from).collect(),
            links: self.links(decision)?,
            revisions: self.whole_history(tracked, decision),
            chain: self.chain(view, key),
            decision: decision.clone(),
        }))
    }

    /// The log at the last commit that had a deleted decision.
    fn last_view(&self, tracked: &Tracked) -> Result<Option<LogView>> {
        let Some(time) = last(tracked) else {
            return Ok(None);
        };
        let mut had: Vec<CommitId> = Vec::new();
        for end in time.until.iter().rev() {
            had.extend(self.repo.commit(end)?.parents);
        }
        had.push(time.from.clone());
        for commit in had.iter().filter(|c| self.past.commits.ord(c).is_some()) {
            let log = self
                .past
                .as_of(self.repo, self.log, commit, Strength::Reasoned)?;
            if log.view.decisions.iter().any(|d| d.key == tracked.key) {
                return Ok(Some(log.view));
            }
        }
        Ok(None)
    }

    /// Its revisions, oldest first. One whose fields stand in a file of their own has those of that
    /// file as well.
    fn whole_history(&self, tracked: Option<&Tracked>, decision: &Decision) -> Vec<LogRevision> {
        let named = |t: &&Tracked| {
            let last = t.ids.last().map(|(id, _)| id);
            last.is_some_and(|id| is_fields_file(id.as_str()) && decision.aliases.contains(id))
        };
        let fields = self.past.index.decisions().iter().find(named);
        let mut all: Vec<LogRevision> = tracked
            .into_iter()
            .chain(fields)
            .flat_map(|t| self.revisions(t))
            .collect();
        all.sort_by_key(|r| self.past.commits.ord(&r.from.commit));
        all
    }

    /// The revisions of one file's record, oldest first, each with what changed against the one before
    /// it.
    fn revisions(&self, tracked: &Tracked) -> Vec<LogRevision> {
        let mut before = String::new();
        tracked
            .times()
            .into_iter()
            .filter(|t| self.begins(t))
            .filter_map(|t| {
                let r = t.revision;
                let text = self.text(tracked, r);
                let words = text
                    .as_ref()
                    .map(|t| word_diff(&before, t))
                    .unwrap_or_default();
                let unread = text
                    .is_none()
                    .then(|| "its text cannot be read again".to_owned());
                if let Some(text) = text {
                    before = text;
                }
                Some(LogRevision {
                    hash: r.hash.clone(),
                    from: log_commit(self.repo, t.from)?,
                    until: t.until.to_vec(),
                    again: t.from != &r.from,
                    title: r.title.clone(),
                    standing: r.standing,
                    source: Source {
                        path: Some(r.path.clone()),
                        lines: Some(r.lines),
                        commit: Some(r.from.clone()),
                        url: None,
                    },
                    words,
                    unread,
                })
            })
            .collect()
    }

    /// Whether a time is told of: a revision that ended on one line of history and begins on another,
    /// where it never stood, did not come back.
    fn begins(&self, time: &Time<'_>) -> bool {
        let r = time.revision;
        let Some(again) = r.again.iter().find(|a| a.from == *time.from) else {
            return true;
        };
        let ends = r.until.iter().take(again.ended as usize);
        let mut known = ends.map(|end| self.repo.is_ancestor(end, time.from));
        known.any(|is| is.unwrap_or(false))
    }

    /// A revision's text: it stands in the blob, at the record of this revision.
    fn text(&self, tracked: &Tracked, r: &Revision) -> Option<String> {
        let (source, rows) = self.past.version(self.repo, self.log, &r.path, &r.blob)?;
        let at = rows.iter().position(|row| {
            self.past
                .index
                .get(*row)
                .is_some_and(|(t, rev)| t.key == tracked.key && rev.hash == r.hash)
        })?;
        Some(source.records.get(at)?.text.clone())
    }

    /// Its links to code. The records themselves are none.
    fn links(&self, d: &Decision) -> Result<Vec<CodeLink>> {
        let of_code = |d: &&Decision| d.id.as_str().starts_with("comment:");
        let recorded = self.view.decisions.iter().filter(|d| !of_code(d));
        let records: HashSet<&RepoPath> = recorded.filter_map(|d| d.source.path.as_ref()).collect();
        let mut out = links_of(self.repo, &self.past.commits, &self.view.as_of, d)?;
        out.retain(|l| !records.contains(&l.path));
        Ok(out)
    }
}

impl Teller<'_> {
    /// All supersessions that lead to a decision and from it, oldest first.
    fn chain(&self, view: &LogView, key: &DecisionKey) -> Vec<ChainLink> {
        let by_key: HashMap<&DecisionKey, &Decision> =
            view.decisions.iter().map(|d| (&d.key, d)).collect();
        let mut found: Vec<(usize, ChainLink)> = Vec::new();
        let mut todo = VecDeque::from([key]);
        let mut seen = HashSet::from([key]);
        while let Some(at) = todo.pop_front() {
            let Some(d) = by_key.get(at) else {
                continue;
            };
            let newer = d.superseded_by.iter().map(|s| (s, true));
            let older = d.supersedes.iter().map(|s| (s, false));
            for (said, other_is_newer) in newer.chain(older) {
                if seen.insert(&said.key) {
                    todo.push_back(&said.key);
                }
                let other = by_key.get(&said.key).copied();
                let (old, new) = match other_is_newer {
                    true => (Some(*d), other),
                    false => (other, Some(*d)),
                };
                let key_of = |e: Option<&Decision>| e.map_or(&said.key, |d| &d.key).clone();
                let ends = (key_of(old), key_of(new));
                let known = found
                    .iter()
                    .any(|(_, l)| l.older.key == ends.0 && l.newer.key == ends.1);
                if !known {
                    let place = old.map_or(usize::MAX, |o| {
                        view.decisions
                            .iter()
                            .position(|d| d.key == o.key)
                            .unwrap_or(usize::MAX)
                    });
                    found.push((place, self.link(said, old, new)));
                }
            }
        }
        order(found)
    }

    /// A link with the words of both sides: those of its own record, else those that the log keeps.
    fn link(
        &self,
        said: &Supersession,
        old: Option<&Decision>,
        new: Option<&Decision>,
    ) -> ChainLink {
        let entry = |d: Option<&Decision>| d.map_or_else(|| unknown(said), LogEntry::from);
        let kept = |side: Option<&Decision>| -> Option<Quote> {
            said.quote
                .clone()
                .filter(|q| side.is_some_and(|d| stands_in(q, d)))
        };
        let older_says = old.and_then(|o| self.says(o, new, &[Cue::SupersededBy, Cue::AmendedBy]));
        let newer_says = new.and_then(|n| self.says(n, old, &[Cue::Supersedes, Cue::Amends]));
        ChainLink {
            older: entry(old),
            newer: entry(new),
            state: said.state,
            why: said.why.clone(),
            older_quote: older_says.or_else(|| kept(old)),
            newer_quote: newer_says.or_else(|| kept(new)),
            commit: said.commit.clone(),
        }
    }

    /// The line in which a decision's own record says that it replaced the other, or was replaced.
    fn says(&self, d: &Decision, other: Option<&Decision>, cues: &[Cue]) -> Option<Quote> {
        let (path, blob) = (d.source.path.as_ref()?, d.blob.as_ref()?);
        let (source, rows) = self.past.version(self.repo, self.log, path, blob)?;
        let at = rows.iter().position(|row| {
            self.past
                .index
                .get(*row)
                .is_some_and(|(t, _)| t.key == d.key)
        })?;
        let record = source.records.get(at)?;
        let links: Vec<&Link> = record
            .links
            .iter()
            .filter(|l| cues.contains(&l.cue))
            .collect();
        let link = match links.as_slice() {
            [] => return None,
            [only] => *only,
            several => {
                let other = other?;
                *several.iter().find(|l| names(&l.target, other))?
            }
        };
        let nth = link.line.checked_sub(record.lines.start)?;
        let line = record.text.lines().nth(nth as usize)?.trim();
        let text = if line.chars().count() <= QUOTE_MAX {
            line
        } else {
            link.quote.as_str()
        };
        Some(Quote {
            text: text.to_owned(),
            path: Some(path.clone()),
            lines: Some(LineRange::new(
                link.line,
                link.line + u32::try_from(text.matches('\n').count()).unwrap_or(0),
            )),
            commit: Some(self.view.as_of.clone()),
            url: None,
        })
        .filter(|q| !q.text.is_empty())
    }
}

/// Whether a record's file holds the fields of the text beside it.
fn is_fields_file(id: &str) -> bool {
    let name = id.rsplit('/').next().unwrap_or(id);
    name.eq_ignore_ascii_case("kep.yaml")
}

/// Whether the target of a reference, as written, is this decision: by file, number or heading.
fn names(target: &str, d: &Decision) -> bool {
    let id = d.id.as_str();
    let file = d
        .source
        .path
        .as_ref()
        .map(RepoPath::file_name)
        .unwrap_or_default();
    let stem = file.split('.').next().unwrap_or_default();
    let number = |s: &str| -> String {
        let digits = s.trim_start_matches(|c: char| !c.is_ascii_digit());
        let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
        digits.trim_start_matches('0').to_owned()
    };
    let by_number = !number(target).is_empty() && number(target) == number(&file);
    id == target
        || (!id.contains('#') && !stem.is_empty() && target.contains(stem))
        || (!id.contains('#') && by_number)
        || d.title.to_lowercase().contains(&target.to_lowercase())
}

/// Older links before those that go on from them; a cycle is cut where it closes.
fn order(mut rest: Vec<(usize, ChainLink)>) -> Vec<ChainLink> {
    rest.sort_by_key(|(place, _)| *place);
    let mut out = Vec::new();
    while !rest.is_empty() {
        let first = rest
            .iter()
            .position(|(_, l)| !rest.iter().any(|(_, o)| o.newer.key == l.older.key))
            .unwrap_or(0);
        out.push(rest.remove(first).1);
    }
    out
}

/// Whether a quote's line lies in the decision's own lines.
fn stands_in(q: &Quote, d: &Decision) -> bool {
    match (&q.path, &d.source.path) {
        (Some(a), Some(b)) if a == b => match (q.lines, d.source.lines) {
            (Some(at), Some(of)) => of.contains(at.start),
            _ => true,
        },
        (None, None) => q.commit == d.source.commit || q.commit == d.revised_in,
        _ => false,
    }
}

/// The other end of a link that the log does not hold.
fn unknown(said: &Supersession) -> LogEntry {
    LogEntry {
        id: said.id.clone(),
        key: said.key.clone(),
        title: String::new(),
        date: None,
        standing: Standing::Unknown,
        authority: crate::model::Authority::Inferred,
        source: Source {
            commit: said.commit.clone(),
            ..Source::default()
        },
    }
}
