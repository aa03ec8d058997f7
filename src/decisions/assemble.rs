//! Puts the live decisions together: keys, supersessions, facts checked against the tree.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::as_of::{Log, Moment, ReadMessage, ReadSource};
use super::edges::{amended, link};
use super::identity;
use super::limits::kept_limits;
use super::mining::Mining;
use super::record::{Record, SourceKind, note};
use super::references::{Gone, Index};
use super::sidecars::Joined;
use super::supersede::{self, Times};
use super::track::RevisionIndex;
use crate::extract::{Facts, Grounding, PathIndex};
use crate::history::TreeEntry;
use crate::model::{
    Authority, BlobId, CommitId, Coverage, CoverageState, Decision, DecisionId, DecisionKey,
    LogView, Mention, MentionKind, Quote, RepoPath, Source, Standing, Supersession,
    SupersessionState,
};

/// Where a live record was read.
pub(super) enum From {
    /// A file, and the record's place in it.
    File(Arc<ReadSource>, usize),
    /// A commit's message.
    Message(Arc<ReadMessage>),
}

pub(super) struct Live {
    pub from: From,
    pub key: DecisionKey,
    pub first: Option<CommitId>,
    pub order: u64,
    /// Position of the commit that recorded what it says now.
    pub said: u64,
    pub revised: Option<CommitId>,
    pub aliases: Vec<DecisionId>,
    pub blob: Option<BlobId>,
    pub provisional: bool,
    /// Place of its file's first record among the live.
    pub shift: usize,
    /// The record with the fields of another file, where two files are one decision.
    pub joined: Option<Joined>,
}

impl Live {
    pub(super) fn record(&self) -> &Record {
        if let Some(joined) = &self.joined {
            return &joined.record;
        }
        match &self.from {
            From::File(source, i) => &source.parsed.records[*i],
            From::Message(read) => &read.record,
        }
    }

    /// The reference definitions of its text.
    pub(super) fn definitions(&self) -> HashMap<String, String> {
        super::links::definitions(&self.record().text)
    }

    pub(super) fn facts(&self) -> &Facts {
        match &self.from {
            From::File(source, i) => &source.facts()[*i],
            From::Message(read) => read.facts(),
        }
    }

    pub(super) fn path(&self) -> Option<RepoPath> {
        match &self.from {
            From::File(..) => self
                .record()
                .id
                .as_str()
                .split('#')
                .next()
                .map(RepoPath::from),
            From::Message(_) => None,
        }
    }
}

pub(super) struct Build<'a> {
    pub index: &'a RevisionIndex,
    pub at: &'a Moment<'a>,
    pub coverage: Vec<Coverage>,
    pub live: Vec<Live>,
    /// Names of the repository at its remotes, `owner/name`.
    pub remotes: Vec<String>,
    /// The texts that were read, each at its path.
    pub sources: Vec<(RepoPath, Arc<ReadSource>)>,
    /// Whether facts are left out.
    pub bare: bool,
}

impl Build<'_> {
    pub(super) fn cover(&mut self, path: &RepoPath, state: CoverageState, reason: &str) {
        self.coverage.push(note(path, None, state, reason));
    }

    /// Says which records give themselves a date after the day of the commit. A day more is granted:
    /// people's clocks are in other zones.
    pub(super) fn note_later(&mut self, day: jiff::civil::Date) {
        let limit = day.tomorrow().unwrap_or(day);
        let mut told = Vec::new();
        for live in &self.live {
            let record = live.record();
            let Some(date) = &record.date else { continue };
            // What is inherited is told where it stands.
            let inherited = record.part_of.is_some_and(|p| {
                let entry = self.live.get(live.shift + p);
                entry.is_some_and(|e| e.record().date.as_ref() == Some(date))
            });
            let first = super::dates::earliest(date);
            if !inherited
                && first.is_some_and(|d| d > limit)
                && let Some(path) = live.path()
            {
                let reason = format!("its date {date} is later than the commit, which is of {day}");
                told.push(note(
                    &path,
                    Some(record.lines.start),
                    CoverageState::Read,
                    reason,
                ));
            }
        }
        self.coverage.extend(told);
    }

    pub(super) fn add_source(&mut self, f: &TreeEntry, source: &Arc<ReadSource>) {
        let parsed = &source.parsed;
        self.sources.push((f.path.clone(), Arc::clone(source)));
        if !parsed.records.is_empty() {
            let partly = parsed
                .coverage
                .iter()
                .any(|c| c.state == CoverageState::Partly);
            let state = if partly {
                CoverageState::Partly
            } else {
                CoverageState::Read
            };
            let reason = if partly {
                "some of it is not read, see its lines"
            } else {
                ""
            };
            self.cover(&f.path, state, reason);
        }
        self.coverage.extend(parsed.coverage.iter().cloned());
        let shift = self.live.len();
        let rows = self
            .index
            .rows(&f.path, &f.blob)
            .filter(|rows| rows.len() == parsed.records.len());
        for (i, record) in parsed.records.iter().enumerate() {
            let known = match rows {
                Some(rows) => self.index.get(rows[i]).map(|(d, r)| (d, Some(r))),
                None => self.index.guess(&f.path, record),
            };
            let provisional = known.is_none() || self.index.is_provisional();
            let live = match known {
                Some((d, r)) => Live {
                    from: From::File(Arc::clone(source), i),
                    key: d.key.clone(),
                    first: Some(d.first.clone()),
                    order: u64::from(d.first_ord),
                    said: r.map_or(u64::MAX, |r| u64::from(r.from_ord)),
                    revised: r.map(|r| r.recorded.clone()),
                    aliases: self.aliases(&d.ids, &record.id),
                    blob: Some(f.blob.clone()),
                    provisional,
                    shift,
                    joined: None,
                },
                None => Live {
                    from: From::File(Arc::clone(source), i),
                    key: identity::provisional_key(self.index.root(), &record.id),
                    first: None,
                    order: u64::MAX,
                    said: u64::MAX,
                    revised: None,
                    aliases: Vec::new(),
                    blob: Some(f.blob.clone()),
                    provisional,
                    shift,
                    joined: None,
                },
            };
            self.live.push(live);
        }
    }

    /// No two live decisions share a key: a file that is there twice after a merge gave it to both.
    fn part_keys(&mut self) {
        let mut seen: HashSet<DecisionKey> = HashSet::new();
        for live in &mut self.live {
            if !seen.insert(live.key.clone()) {
                let id = live.record().id.to_string();
                live.key = DecisionKey(identity::short_hash(&[live.key.as_str(), &id]));
                seen.insert(live.key.clone());
            }
        }
    }

    /// The record files that history had before this commit and that are not live here.
    fn gone(&self) -> Vec<Gone> {
        let live: HashSet<&str> = self.live.iter().map(|l| l.key.as_str()).collect();
        let before = self
            .index
            .decisions()
            .iter()
            .filter(|d| (self.at.contains)(d.first_ord) && !live.contains(d.key.as_str()));
        before
            .filter_map(|d| {
                let last = d.revisions.iter().rev().find(|r| !r.until.is_empty())?;
                let id = d.ids.last()?.0.to_string();
                let commit = last.until.last()?.to_string();
                (!id.contains('#')).then_some(Gone { id, commit })
            })
            .collect()
    }

    fn aliases(&self, ids: &[(DecisionId, u32)], now: &DecisionId) -> Vec<DecisionId> {
        ids.iter()
            .filter(|(id, ord)| id != now && (self.at.contains)(*ord))
            .map(|(id, _)| id.clone())
            .collect()
    }

    pub(super) fn finish(mut self, mining: &Mining, paths: &PathIndex) -> Log {
        self.part_keys();
        let records: Vec<&Record> = self.live.iter().map(Live::record).collect();
        let times = Times {
            first: self.live.iter().map(|l| l.order).collect(),
            said: self.live.iter().map(|l| l.said).collect(),
        };
        let also: Vec<(String, usize)> = self
            .live
            .iter()
            .enumerate()
            .flat_map(|(i, live)| live.aliases.iter().map(move |id| (id.to_string(), i)))
            .collect();
        let index = Index::new(&records, &also, self.remotes.clone()).with_gone(self.gone());
        let resolved = supersede::resolve(&records, &times, &index);
        let mut grounding = Grounding::default();
        let mut out: Vec<Decision> = Vec::with_capacity(self.live.len());
        for live in &self.live {
            out.push(self.decision(live, paths, &mut grounding));
        }
        for &i in &resolved.overruled {
            out[i].standing = Standing::Superseded;
        }
        for edge in &resolved.edges {
            link(&mut out, &self.live, edge, self.at.commit);
        }
        for (i, named) in resolved.named.iter().enumerate() {
            for &t in named {
                let name = out[t].id.as_str().to_owned();
                out[i].mentions.push(Mention {
                    kind: MentionKind::Decision,
                    name,
                    line: None,
                });
            }
        }
        for amend in &resolved.amendments {
            amended(&mut out, &self.live, amend, self.at.commit);
        }
        self.take_back(mining, &mut out);
        self.pass_down(&mut out);
        kept_limits(&mut out, &self.live, &index);
        self.coverage.extend(resolved.coverage);
        self.coverage.extend(shared_numbers(&records));
        self.coverage.sort();
        self.coverage.dedup();
        Log {
            view: LogView {
                as_of: self.at.commit.clone(),
                decisions: out,
                coverage: self.coverage,
            },
            grounding,
            ..Log::default()
        }
    }

    fn decision(&self, live: &Live, paths: &PathIndex, grounding: &mut Grounding) -> Decision {
        let record = live.record();
        let mut facts = if self.bare {
            Facts::default()
        } else {
            live.facts().clone()
        };
        let path = live.path();
        let place = |q: &mut Quote| {
            q.path.clone_from(&path);
            if path.is_some() {
                q.commit = Some(self.at.commit.clone());
            }
        };
        facts.quotes_mut().for_each(place);
        let before = facts.mentions.len();
        facts
            .mentions
            .retain(|m| m.kind != MentionKind::File || !paths.resolve(&m.name).is_empty());
        grounding.dropped += before - facts.mentions.len();
        grounding.kept += facts.len();
        let authority = match live.from {
            From::File(..) => Authority::Recorded,
            From::Message(_) => Authority::Inferred,
        };
        Decision {
            id: record.id.clone(),
            key: live.key.clone(),
            aliases: live.aliases.clone(),
            title: record.title.clone(),
            date: record.date.clone(),
            standing: record.standing,
            standing_words: record.standing_words.clone(),
            authority,
            part_of: record
                .part_of
                .and_then(|p| self.live.get(live.shift + p))
                .map(|p| p.record().id.clone()),
            source: Source {
                path,
                lines: Some(record.lines),
                commit: live.first.clone(),
                url: None,
            },
            superseded_by: Vec::new(),
            supersedes: Vec::new(),
            amended_by: Vec::new(),
            amends: Vec::new(),
            people: record.people.clone(),
            alternatives: facts.alternatives,
            measurements: facts.measurements,
            experiments: facts.experiments,
            limits: facts.limits,
            constraints: facts.constraints,
            mentions: facts.mentions,
            code_links: Vec::new(),
            text: record.text.clone(),
            blob: live.blob.clone(),
            revised_in: live.revised.clone(),
            provisional: live.provisional,
        }
    }

    /// Decisions of messages that a later commit takes back.
    fn take_back(&self, mining: &Mining, out: &mut [Decision]) {
        let reverted = mining.reverted(self.at.contains);
        if reverted.is_empty() {
            return;
        }
        for d in out
            .iter_mut()
            .filter(|d| d.authority == Authority::Inferred)
        {
            let Some(revert) = d.source.commit.as_ref().and_then(|c| reverted.get(c)) else {
                continue;
            };
            d.standing = Standing::Superseded;
            d.standing_words = Some(revert.words.clone());
            d.superseded_by.push(Supersession {
                id: DecisionId(format!("commit:{}", revert.commit)),
                key: identity::key(
                    self.index.root(),
                    &revert.commit,
                    &RepoPath::from("commit"),
                    0,
                ),
                state: SupersessionState::Confirmed,
                commit: Some(revert.commit.clone()),
                date: None,
                quote: Some(Quote {
                    text: revert.words.clone(),
                    commit: Some(revert.commit.clone()),
                    ..Quote::default()
                }),
                why: "reverted".to_owned(),
            });
        }
    }

    /// A section without a standing of its own goes with its entry.
    fn pass_down(&self, out: &mut [Decision]) {
        for i in 0..out.len() {
            let live = &self.live[i];
            let record = live.record();
            let Some(parent) = record.part_of.map(|p| live.shift + p).filter(|&p| p < i) else {
                continue;
            };
            if record.own_standing || out[parent].standing != Standing::Superseded {
                continue;
            }
            out[i].standing = Standing::Superseded;
            let above = out[parent].superseded_by.clone();
            for s in above {
                if !out[i].superseded_by.iter().any(|o| o.id == s.id) {
                    out[i].superseded_by.push(s);
                }
            }
        }
    }
}

/// Adds to a message's decision what [`Build::decision`] would have given it without any files.
pub(super) fn add_facts(d: &mut Decision, facts: Facts) {
    d.alternatives = facts.alternatives;
    d.measurements = facts.measurements;
    d.experiments = facts.experiments;
    d.limits = facts.limits;
    d.constraints = facts.constraints;
    let named = std::mem::take(&mut d.mentions);
    d.mentions = facts.mentions;
    d.mentions.retain(|m| m.kind != MentionKind::File);
    d.mentions.extend(named);
    super::limits::come_from_the_older(d);
}

/// Numbers that several record files of one folder bear: citations of them are ambiguous.
fn shared_numbers(records: &[&Record]) -> Vec<Coverage> {
    let mut by: HashMap<(String, &str), Vec<&Record>> = HashMap::new();
    for r in records.iter().filter(|r| r.kind == SourceKind::Adr) {
        if let Some(n) = &r.number {
            let dir = RepoPath::from(r.id.as_str()).parent();
            by.entry((dir, n)).or_default().push(r);
        }
    }
    by.into_values()
        .filter(|list| list.len() > 1)
        .flat_map(|list| {
            let n = list[0].number.clone().unwrap_or_default();
            list.into_iter().map(move |r| {
                let path = RepoPath::from(r.id.as_str());
                let reason =
                    format!("number {n} is borne by several records: “ADR {n}” is ambiguous");
                note(&path, Some(1), CoverageState::Read, reason)
            })
        })
        .collect()
}
