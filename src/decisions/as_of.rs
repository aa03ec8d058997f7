//! The decision log as it stood at a commit.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::commits::Strength;
use super::mining::{Mining, Stated};
use super::record::{Parsed, Record, SourceKind, note};
use super::sources::{FILE_CAP, Folders, Place, is_setting};
use super::supersede::{self, Edge};
use super::track::{RevisionIndex, Version};
use super::{identity, parse};
use crate::extract::{self, Facts, Grounding, Known, Passage, PathIndex};
use crate::history::{EntryKind, Repo, Result, TreeEntry};
use crate::model::{
    Authority, BlobId, CommitId, Coverage, CoverageState, Decision, DecisionId, LogView, Mention,
    MentionKind, Quote, RepoPath, Source, Standing, Supersession, SupersessionState,
};

/// Reads one commit's tree.
pub trait TreeReader {
    /// All its files.
    ///
    /// # Errors
    /// If the tree cannot be read.
    fn files(&self) -> Result<Vec<TreeEntry>>;

    /// The content of one of them.
    ///
    /// # Errors
    /// If it cannot be read; the log goes on without it and says so.
    fn blob(&self, id: &BlobId) -> Result<Vec<u8>>;
}

/// The tree of a commit of a repository.
#[derive(Clone, Copy)]
pub struct RepoTree<'a> {
    /// The repository.
    pub repo: &'a Repo,
    /// The commit.
    pub commit: &'a CommitId,
}

impl TreeReader for RepoTree<'_> {
    fn files(&self) -> Result<Vec<TreeEntry>> {
        self.repo.tree(self.commit)
    }

    fn blob(&self, id: &BlobId) -> Result<Vec<u8>> {
        self.repo.blob(id)
    }
}

/// As of when, and what of history is before it.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The commit.
    pub commit: &'a CommitId,
    /// Whether the commit at a position of the walk is this one or an ancestor of it.
    pub contains: &'a dyn Fn(u32) -> bool,
    /// The least that a commit's message must state to be in the log.
    pub least: Strength,
}

/// The log and what the checks dropped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Log {
    /// What was live, and what was read.
    pub view: LogView,
    /// Facts that were kept and dropped.
    pub grounding: Grounding,
}

/// A source's text, read once.
pub struct ReadSource {
    parsed: Parsed,
    facts: OnceLock<Vec<Facts>>,
}

impl std::ops::Deref for ReadSource {
    type Target = Parsed;

    fn deref(&self) -> &Parsed {
        &self.parsed
    }
}

impl ReadSource {
    /// The facts of each record; files and identifiers are not checked yet.
    fn facts(&self) -> &[Facts] {
        self.facts.get_or_init(|| {
            let read = |r: &Record| {
                let passage = Passage {
                    text: &r.text,
                    first_line: r.lines.start,
                    trail: &r.trail,
                    ..Passage::default()
                };
                extract::facts(&passage, &Known::anything()).0
            };
            self.parsed.records.iter().map(read).collect()
        })
    }
}

/// Reads logs; keeps what it parsed, so that many commits of one history are read fast.
#[derive(Default)]
pub struct DecisionLog {
    cache: Mutex<Cache>,
}

#[derive(Default)]
struct Cache {
    sources: HashMap<(RepoPath, BlobId), Arc<ReadSource>>,
    order: VecDeque<(RepoPath, BlobId)>,
    bytes: usize,
    stated: HashMap<CommitId, Arc<(Record, Facts)>>,
}

/// Most bytes of source text that are kept parsed.
const CACHE_BYTES: usize = 48 << 20;

impl DecisionLog {
    /// A reader with an empty cache.
    pub fn new() -> Self {
        Self::default()
    }

    /// A source's records, from the cache or by reading its bytes.
    pub fn read(
        &self,
        kind: SourceKind,
        path: &RepoPath,
        blob: &BlobId,
        bytes: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Option<Arc<ReadSource>> {
        let key = (path.clone(), blob.clone());
        if let Some(found) = self.lock().sources.get(&key) {
            return Some(Arc::clone(found));
        }
        let bytes = bytes()?;
        let source = Arc::new(ReadSource {
            parsed: parse(kind, path, &bytes),
            facts: OnceLock::new(),
        });
        let mut cache = self.lock();
        cache.bytes += bytes.len();
        cache.order.push_back(key.clone());
        cache.sources.insert(key, Arc::clone(&source));
        while cache.bytes > CACHE_BYTES && cache.order.len() > 1 {
            let Some(oldest) = cache.order.pop_front() else {
                break;
            };
            if let Some(gone) = cache.sources.remove(&oldest) {
                let size: usize = gone.parsed.records.iter().map(|r| r.text.len()).sum();
                cache.bytes = cache.bytes.saturating_sub(size.max(1));
            }
        }
        Some(source)
    }

    /// Takes new versions into the index. `bytes` gives a blob's content.
    pub fn track(
        &self,
        index: &mut RevisionIndex,
        versions: &[Version],
        folders: &Folders,
        bytes: impl Fn(&BlobId) -> Option<Vec<u8>>,
    ) {
        index.extend(versions, |path, blob| match folders.place(path) {
            Place::Source(kind) => self.read(kind, path, blob, || bytes(blob)),
            _ => None,
        });
    }

    /// The log as of a commit: what stands in its tree, with keys from the index, and what the
    /// messages of its ancestors state.
    ///
    /// # Errors
    /// If the tree cannot be listed. A file that cannot be read is a line of the coverage.
    pub fn as_of(
        &self,
        tree: &dyn TreeReader,
        index: &RevisionIndex,
        mining: &Mining,
        at: &Moment<'_>,
    ) -> Result<Log> {
        let files = tree.files()?;
        let mut build = Build {
            index,
            at,
            coverage: Vec::new(),
            live: Vec::new(),
        };
        self.gather(tree, &files, &mut build);
        self.gather_stated(mining, &mut build);
        let names: HashSet<String> = build
            .live
            .iter()
            .flat_map(|l| &l.facts().mentions)
            .filter(|m| m.kind == MentionKind::File)
            .map(|m| m.name.clone())
            .collect();
        let paths: Vec<String> = files.iter().map(|f| f.path.to_string()).collect();
        let paths = PathIndex::of(paths.iter().map(String::as_str), &names);
        Ok(build.finish(mining, &paths))
    }

    /// The places of a tree that hold decisions, by its own settings.
    pub fn folders(tree: &dyn TreeReader, files: &[TreeEntry]) -> Folders {
        let settings: Vec<(String, String)> = files
            .iter()
            .filter(|f| f.kind != EntryKind::Symlink)
            .map(|f| (f.path.to_string(), f))
            .filter(|(path, _)| is_setting(path))
            .filter_map(|(path, f)| {
                let bytes = tree.blob(&f.blob).ok().filter(|b| b.len() < 64 * 1024)?;
                Some((path, String::from_utf8_lossy(&bytes).into_owned()))
            })
            .collect();
        Folders::read(settings.iter().map(|(p, t)| (p.as_str(), t.as_str())))
    }

    fn gather(&self, tree: &dyn TreeReader, files: &[TreeEntry], build: &mut Build<'_>) {
        let folders = Self::folders(tree, files);
        for f in files {
            let kind = match folders.place(&f.path) {
                Place::Other => continue,
                Place::Skipped(reason) => {
                    build.cover(&f.path, CoverageState::Skipped, reason);
                    continue;
                }
                Place::Source(kind) => kind,
            };
            if f.kind == EntryKind::Symlink {
                build.cover(
                    &f.path,
                    CoverageState::Skipped,
                    "it is a link to another file",
                );
                continue;
            }
            let mut problem = None;
            let source = self.read(kind, &f.path, &f.blob, || match tree.blob(&f.blob) {
                Ok(bytes) => Some(bytes),
                Err(e) => {
                    problem = Some(e.to_string());
                    None
                }
            });
            match source {
                Some(source) => build.add_source(f, &source),
                None => {
                    let reason = problem.unwrap_or_else(|| "it could not be read".to_owned());
                    build.cover(&f.path, CoverageState::Skipped, &reason);
                }
            }
        }
    }

    fn gather_stated(&self, mining: &Mining, build: &mut Build<'_>) {
        let root = build.index.root().clone();
        let wanted = |s: &&Stated| s.strength >= build.at.least && (build.at.contains)(s.ord);
        for s in mining.stated.iter().filter(wanted).collect::<Vec<_>>() {
            let cached = self.lock().stated.get(&s.commit).cloned();
            let read = cached.or_else(|| {
                let record = s.mined()?.record;
                let passage = Passage {
                    commit: Some(&s.commit),
                    ..Passage::of(&record.text)
                };
                let facts = extract::facts(&passage, &Known::anything()).0;
                let read = Arc::new((record, facts));
                self.lock()
                    .stated
                    .insert(s.commit.clone(), Arc::clone(&read));
                Some(read)
            });
            if let Some(read) = read {
                build.live.push(Live {
                    from: From::Message(read),
                    key: s.key(&root),
                    first: Some(s.commit.clone()),
                    order: u64::from(s.ord),
                    revised: Some(s.commit.clone()),
                    aliases: Vec::new(),
                    blob: None,
                    provisional: build.index.is_provisional(),
                    shift: 0,
                });
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a live record was read.
enum From {
    /// A file, and the record's place in it.
    File(Arc<ReadSource>, usize),
    /// A commit's message.
    Message(Arc<(Record, Facts)>),
}

struct Live {
    from: From,
    key: crate::model::DecisionKey,
    first: Option<CommitId>,
    order: u64,
    revised: Option<CommitId>,
    aliases: Vec<DecisionId>,
    blob: Option<BlobId>,
    provisional: bool,
    /// Place of its file's first record among the live.
    shift: usize,
}

impl Live {
    fn record(&self) -> &Record {
        match &self.from {
            From::File(source, i) => &source.parsed.records[*i],
            From::Message(read) => &read.0,
        }
    }

    fn facts(&self) -> &Facts {
        match &self.from {
            From::File(source, i) => &source.facts()[*i],
            From::Message(read) => &read.1,
        }
    }

    fn path(&self) -> Option<RepoPath> {
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

struct Build<'a> {
    index: &'a RevisionIndex,
    at: &'a Moment<'a>,
    coverage: Vec<Coverage>,
    live: Vec<Live>,
}

impl Build<'_> {
    fn cover(&mut self, path: &RepoPath, state: CoverageState, reason: &str) {
        self.coverage.push(note(path, None, state, reason));
    }

    fn add_source(&mut self, f: &TreeEntry, source: &Arc<ReadSource>) {
        let parsed = &source.parsed;
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
                    revised: r.map(|r| r.recorded.clone()),
                    aliases: self.aliases(&d.ids, &record.id),
                    blob: Some(f.blob.clone()),
                    provisional,
                    shift,
                },
                None => Live {
                    from: From::File(Arc::clone(source), i),
                    key: identity::key(self.index.root(), self.at.commit, &f.path, i),
                    first: None,
                    order: u64::MAX,
                    revised: None,
                    aliases: Vec::new(),
                    blob: Some(f.blob.clone()),
                    provisional,
                    shift,
                },
            };
            self.live.push(live);
        }
    }

    fn aliases(&self, ids: &[(DecisionId, u32)], now: &DecisionId) -> Vec<DecisionId> {
        ids.iter()
            .filter(|(id, ord)| id != now && (self.at.contains)(*ord))
            .map(|(id, _)| id.clone())
            .collect()
    }

    fn finish(mut self, mining: &Mining, paths: &PathIndex) -> Log {
        let records: Vec<&Record> = self.live.iter().map(Live::record).collect();
        let order: Vec<u64> = self.live.iter().map(|l| l.order).collect();
        let resolved = supersede::resolve(&records, &order);
        let mut grounding = Grounding::default();
        let mut out: Vec<Decision> = Vec::with_capacity(self.live.len());
        for live in &self.live {
            out.push(self.decision(live, paths, &mut grounding));
        }
        for &i in &resolved.overruled {
            out[i].standing = Standing::Superseded;
        }
        for edge in &resolved.edges {
            link(&mut out, &self.live, edge);
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
        self.take_back(mining, &mut out);
        self.pass_down(&mut out);
        for d in &mut out {
            if let [only] = d.supersedes.as_slice() {
                for limit in &mut d.limits {
                    limit.from.get_or_insert_with(|| only.id.clone());
                }
            }
        }
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
        }
    }

    fn decision(&self, live: &Live, paths: &PathIndex, grounding: &mut Grounding) -> Decision {
        let record = live.record();
        let mut facts = live.facts().clone();
        let path = live.path();
        let place = |q: &mut Quote| {
            q.path.clone_from(&path);
            if path.is_some() {
                q.commit = Some(self.at.commit.clone());
            }
        };
        facts
            .alternatives
            .iter_mut()
            .for_each(|a| place(&mut a.quote));
        facts
            .measurements
            .iter_mut()
            .for_each(|m| place(&mut m.quote));
        facts
            .experiments
            .iter_mut()
            .for_each(|e| place(&mut e.quote));
        facts.limits.iter_mut().for_each(|l| place(&mut l.quote));
        let before = facts.mentions.len();
        facts
            .mentions
            .retain(|m| m.kind != MentionKind::File || !paths.resolve(&m.name).is_empty());
        grounding.dropped += before - facts.mentions.len();
        grounding.kept += facts.mentions.len()
            + facts.alternatives.len()
            + facts.measurements.len()
            + facts.experiments.len()
            + facts.limits.len();
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
            people: record.people.clone(),
            alternatives: facts.alternatives,
            measurements: facts.measurements,
            experiments: facts.experiments,
            limits: facts.limits,
            mentions: facts.mentions,
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

/// Writes an edge on both of its ends.
fn link(out: &mut [Decision], live: &[Live], edge: &Edge) {
    let said_by = &live[edge.said_by];
    let quote = Quote {
        text: edge.quote.clone(),
        path: said_by.path(),
        lines: Some(crate::model::LineRange::new(edge.line, edge.line)),
        commit: said_by.revised.clone(),
        url: None,
    };
    let side = |d: &Decision| Supersession {
        id: d.id.clone(),
        key: d.key.clone(),
        state: edge.state,
        commit: said_by.revised.clone(),
        quote: Some(quote.clone()).filter(|q| !q.text.is_empty()),
        why: edge.why.clone(),
    };
    let (to_older, to_newer) = (side(&out[edge.newer]), side(&out[edge.older]));
    out[edge.older].superseded_by.push(to_older);
    out[edge.newer].supersedes.push(to_newer);
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

/// What kind of source a decision stands in, so that callers can weigh rules for agents lower.
pub fn kind_of(decision: &Decision) -> SourceKind {
    match &decision.source.path {
        None => SourceKind::Commit,
        Some(path) => match Folders::default().place(path) {
            Place::Source(kind) => kind,
            _ if decision.id.as_str().contains('#') => SourceKind::Log,
            _ => SourceKind::Adr,
        },
    }
}

/// How much an inferred decision's message states.
pub fn strength_of(decision: &Decision) -> Option<Strength> {
    let id = CommitId::from(decision.id.as_str().strip_prefix("commit:")?);
    let message = super::commits::Message {
        id: &id,
        text: &decision.text,
        is_merge: false,
        is_bot: false,
    };
    super::commits::mine(message).map(|m| m.strength)
}

/// Whether a file of this size is read at all.
pub fn is_readable(bytes: u64) -> bool {
    bytes <= FILE_CAP as u64
}
