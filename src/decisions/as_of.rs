//! The decision log as it stood at a commit.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::assemble::{self, Build, From, Live};
use super::commits::Strength;
use super::lore;
use super::memory::Memory;
use super::mining::{Mining, Stated};
use super::record::{Parsed, Record, SourceKind};
use super::sources::{FILE_CAP, Folders, Place, could_hold, is_setting};
use super::track::{RevisionIndex, Version};
use super::{Reading, parse_by};
use super::{settings, siblings};
use crate::extract::{self, Facts, Grounding, Known, Passage, PathIndex};
use crate::history::{EntryKind, HistoryError, Repo, Result, TreeEntry};
use crate::model::{
    BlobId, CommitId, Coverage, CoverageState, Decision, LogView, MentionKind, RepoPath, safe,
};

/// Reads one commit's tree.
pub trait TreeReader {
    /// All its files.
    ///
    /// # Errors
    /// If the tree cannot be read.
    fn files(&self) -> Result<Vec<TreeEntry>>;

    /// The paths at which another repository is bound in. None where there can be none.
    ///
    /// # Errors
    /// If the tree cannot be read.
    fn submodules(&self) -> Result<Vec<RepoPath>> {
        Ok(Vec::new())
    }

    /// The day of the commit, by its committer's clock in UTC, where there is one.
    fn day(&self) -> Option<jiff::civil::Date> {
        None
    }

    /// The content of one of them.
    ///
    /// # Errors
    /// If it cannot be read; the log goes on without it and says so.
    fn blob(&self, id: &BlobId) -> Result<Vec<u8>>;

    /// What the repository is called at its remotes, `owner/name`, so that an address of another
    /// repository is known for one. Empty where it has none.
    fn remotes(&self) -> Vec<String> {
        Vec::new()
    }
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
    fn day(&self) -> Option<jiff::civil::Date> {
        let seconds = self.repo.commit(self.commit).ok()?.committer_time;
        let time = jiff::Timestamp::from_second(seconds).ok()?;
        Some(time.to_zoned(jiff::tz::TimeZone::UTC).date())
    }

    fn files(&self) -> Result<Vec<TreeEntry>> {
        self.repo.tree(self.commit)
    }

    fn submodules(&self) -> Result<Vec<RepoPath>> {
        self.repo.submodules(self.commit)
    }

    fn blob(&self, id: &BlobId) -> Result<Vec<u8>> {
        self.repo.blob(id)
    }

    fn remotes(&self) -> Vec<String> {
        let remotes = self.repo.remotes().into_iter();
        remotes.filter_map(|(_, url)| full_name(&url)).collect()
    }
}

/// The last two parts of a remote's address, without `.git`; none of a folder's.
fn full_name(url: &str) -> Option<String> {
    let is_far = url.contains('@') || (url.contains("://") && !url.starts_with("file:"));
    if !is_far {
        return None;
    }
    let path = url.trim_end_matches('/').trim_end_matches(".git");
    let mut parts = path.rsplit(['/', ':']);
    let (name, owner) = (parts.next()?, parts.next()?);
    Some(format!("{owner}/{name}"))
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
    /// Which folders held records.
    pub folders: Folders,
    /// The texts that were read, each at its path.
    pub sources: Vec<(RepoPath, Arc<ReadSource>)>,
}

impl Log {
    /// The coverage with every place inside of the sources that was read too: each section and row
    /// with its line, and each heading that only gathers.
    pub fn by_section(&self) -> Vec<Coverage> {
        let places = self.sources.iter().flat_map(|(p, s)| s.by_section(p));
        let mut out: Vec<Coverage> = self.view.coverage.iter().cloned().chain(places).collect();
        out.sort();
        out.dedup();
        out
    }
}

/// A source's text, read once.
#[derive(Debug)]
pub struct ReadSource {
    pub(super) parsed: Parsed,
    facts: OnceLock<Vec<Facts>>,
}

impl PartialEq for ReadSource {
    fn eq(&self, other: &Self) -> bool {
        self.parsed == other.parsed
    }
}

impl std::ops::Deref for ReadSource {
    type Target = Parsed;

    fn deref(&self) -> &Parsed {
        &self.parsed
    }
}

impl ReadSource {
    /// The facts of each record; files and identifiers are not checked yet.
    pub(super) fn facts(&self) -> &[Facts] {
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

/// A commit's message that states a decision, read once.
pub(super) struct ReadMessage {
    pub(super) record: Record,
    commit: CommitId,
    facts: OnceLock<Facts>,
}

impl ReadMessage {
    /// The facts of the message; files and identifiers are not checked yet.
    pub(super) fn facts(&self) -> &Facts {
        self.facts
            .get_or_init(|| lore::facts(&self.record.text, Some(&self.commit)))
    }
}

/// Reads logs; keeps what it parsed, so that many commits of one history are read fast.
#[derive(Default)]
pub struct DecisionLog {
    cache: Mutex<Cache>,
    memory: Memory,
}

/// What was read, and how: other settings read the same text otherwise.
#[derive(Clone, PartialEq, Eq, Hash)]
struct SourceKey {
    path: RepoPath,
    blob: BlobId,
    kind: SourceKind,
    words: Vec<String>,
}

#[derive(Default)]
struct Cache {
    sources: HashMap<SourceKey, Arc<ReadSource>>,
    order: VecDeque<SourceKey>,
    bytes: usize,
    stated: HashMap<CommitId, Arc<ReadMessage>>,
}

/// Most bytes of a settings file.
pub(super) const SETTING_MAX: usize = 64 * 1024;

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
        reading: Reading<'_>,
        path: &RepoPath,
        blob: &BlobId,
        bytes: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Option<Arc<ReadSource>> {
        let key = SourceKey {
            path: path.clone(),
            blob: blob.clone(),
            kind: reading.kind,
            words: reading.words.extra().to_vec(),
        };
        if let Some(found) = self.lock().sources.get(&key) {
            return Some(Arc::clone(found));
        }
        let bytes = bytes()?;
        let reading = Reading {
            memory: Some(&self.memory),
            ..reading
        };
        let source = Arc::new(ReadSource {
            parsed: parse_by(reading, path, &bytes),
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
            Place::Source(kind) => self.read(folders.reading(kind), path, blob, || bytes(blob)),
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
        self.read_as_of(tree, index, mining, at, false)
    }

    /// As [`DecisionLog::as_of`], without the facts of the decisions: what a list shows, and what is
    /// read in a fraction of the time.
    ///
    /// # Errors
    /// As there.
    pub fn outline(
        &self,
        tree: &dyn TreeReader,
        index: &RevisionIndex,
        mining: &Mining,
        at: &Moment<'_>,
    ) -> Result<Log> {
        self.read_as_of(tree, index, mining, at, true)
    }

    fn read_as_of(
        &self,
        tree: &dyn TreeReader,
        index: &RevisionIndex,
        mining: &Mining,
        at: &Moment<'_>,
        bare: bool,
    ) -> Result<Log> {
        let files = tree.files()?;
        let mut build = Build {
            index,
            at,
            coverage: Vec::new(),
            live: Vec::new(),
            bare,
            remotes: tree.remotes(),
            sources: Vec::new(),
        };
        let folders = Self::folders(tree, &files)?;
        self.gather(tree, &files, &folders, &mut build);
        // Listing a tree again costs time, and a repository with submodules has this file.
        if files.iter().any(|f| f.path.as_bytes() == b".gitmodules") {
            for path in tree.submodules()? {
                let inside = RepoPath::from(format!("{path}/0001-x.md").as_str());
                if matches!(folders.place(&inside), Place::Source(_)) {
                    let reason = "it is a submodule: its records are in another repository";
                    build.cover(&path, CoverageState::Skipped, reason);
                }
            }
        }
        if let Some(day) = tree.day() {
            build.note_later(day);
        }
        let sources = std::mem::take(&mut build.sources);
        self.gather_stated(mining, &mut build);
        let names: HashSet<String> = build
            .live
            .iter()
            .filter(|_| !bare)
            .flat_map(|l| &l.facts().mentions)
            .filter(|m| m.kind == MentionKind::File)
            .map(|m| m.name.clone())
            .collect();
        let paths: Vec<String> = files.iter().map(|f| f.path.to_string()).collect();
        let paths = PathIndex::of(paths.iter().map(String::as_str), &names);
        let mut log = build.finish(mining, &paths);
        log.folders = folders;
        log.sources = sources;
        Ok(log)
    }

    /// What the messages of the commit's ancestors state, without their facts: many are read where
    /// few will matter, and [`DecisionLog::add_facts`] reads those of one.
    pub fn stated(&self, index: &RevisionIndex, mining: &Mining, at: &Moment<'_>) -> LogView {
        let mut build = Build {
            index,
            at,
            coverage: Vec::new(),
            live: Vec::new(),
            bare: true,
            remotes: Vec::new(),
            sources: Vec::new(),
        };
        self.gather_stated(mining, &mut build);
        build
            .finish(mining, &PathIndex::of([], &HashSet::new()))
            .view
    }

    /// Adds the facts of the message that a decision of [`DecisionLog::stated`] was read from. What
    /// it says of files is left out: no tree was read for it.
    pub fn add_facts(&self, decision: &mut Decision) {
        let commit = decision.source.commit.as_ref();
        let read = commit.and_then(|c| self.lock().stated.get(c).cloned());
        if let Some(read) = read.filter(|_| decision.source.path.is_none()) {
            assemble::add_facts(decision, read.facts().clone());
        }
    }

    /// The places of a tree that hold decisions, by its own settings.
    ///
    /// # Errors
    /// If rguard's own settings in the tree cannot be used.
    pub fn folders(tree: &dyn TreeReader, files: &[TreeEntry]) -> Result<Folders> {
        let own = |f: &&TreeEntry| {
            let text = f.path.to_string();
            let below = text.strip_prefix(settings::FILE);
            let is_link = f.kind == EntryKind::Symlink;
            below.is_some_and(|rest| rest.starts_with('/') || (rest.is_empty() && is_link))
        };
        if let Some(odd) = files.iter().find(own) {
            let what = match odd.kind {
                EntryKind::Symlink if odd.path.to_string() == settings::FILE => "a link",
                _ => "a folder",
            };
            return Err(HistoryError::Settings {
                detail: format!("{} is {what}, and only a file is read", settings::FILE),
            });
        }
        let settings: Vec<(String, String)> = files
            .iter()
            .filter(|f| f.kind != EntryKind::Symlink)
            .map(|f| (f.path.to_string(), f))
            .filter(|(path, _)| is_setting(path))
            .filter_map(|(path, f)| match tree.blob(&f.blob) {
                Ok(bytes) if bytes.len() < SETTING_MAX => {
                    Some(Ok((path, String::from_utf8_lossy(&bytes).into_owned())))
                }
                // Without it, more or less would be read than the repository says.
                _ if path == settings::FILE => Some(Err(HistoryError::Settings {
                    detail: format!("{path} is missing from this clone or too large to be read"),
                })),
                _ => None,
            })
            .collect::<Result<_>>()?;
        let texts = settings.iter().map(|(p, t)| (p.as_str(), t.as_str()));
        Folders::read(texts).map_err(|e| HistoryError::Settings {
            detail: safe::one_line(&e.to_string()),
        })
    }

    fn gather(
        &self,
        tree: &dyn TreeReader,
        files: &[TreeEntry],
        folders: &Folders,
        build: &mut Build<'_>,
    ) {
        let mut sources: Vec<(&TreeEntry, SourceKind)> = Vec::new();
        let mut others = Vec::new();
        for f in files {
            match folders.place(&f.path) {
                Place::Other if could_hold(&f.path) => others.push(f.path.to_string()),
                Place::Other => {}
                Place::Skipped(reason) => build.cover(&f.path, CoverageState::Skipped, reason),
                Place::Source(kind) => sources.push((f, kind)),
            }
        }
        let paths: Vec<(String, SourceKind)> = sources
            .iter()
            .map(|(f, kind)| (f.path.to_string(), *kind))
            .collect();
        let aside = siblings::aside(&paths);
        let own: Vec<(String, SourceKind)> = paths
            .iter()
            .filter(|(path, _)| !aside.contains_key(path))
            .cloned()
            .collect();
        for path in siblings::beside(&own, &others) {
            let reason = "it stands beside records and is not named like one";
            build.cover(
                &RepoPath::from(path.as_str()),
                CoverageState::Skipped,
                reason,
            );
        }
        for ((f, kind), (path, _)) in sources.into_iter().zip(&paths) {
            if let Some(aside) = aside.get(path) {
                build.cover(&f.path, CoverageState::Skipped, &aside.reason);
                continue;
            }
            if f.kind == EntryKind::Symlink {
                build.cover(
                    &f.path,
                    CoverageState::Skipped,
                    "it is a link to another file",
                );
                continue;
            }
            let mut problem = None;
            let reading = folders.reading(kind);
            let source = self.read(reading, &f.path, &f.blob, || match tree.blob(&f.blob) {
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
        build.join_sidecars();
        for (path, aside) in aside {
            if let Some(original) = aside.translates {
                build.name_too(&original, &path);
            }
        }
    }

    fn gather_stated(&self, mining: &Mining, build: &mut Build<'_>) {
        self.cover_fragments(mining, build);
        let root = build.index.root().clone();
        let wanted = |s: &&Stated| s.strength >= build.at.least && (build.at.contains)(s.ord);
        for s in mining.stated.iter().filter(wanted).collect::<Vec<_>>() {
            let cached = self.lock().stated.get(&s.commit).cloned();
            let read = cached.or_else(|| {
                let record = s.mined()?.record;
                let read = Arc::new(ReadMessage {
                    record,
                    commit: s.commit.clone(),
                    facts: OnceLock::new(),
                });
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
                    said: u64::from(s.ord),
                    revised: Some(s.commit.clone()),
                    aliases: Vec::new(),
                    blob: None,
                    provisional: build.index.is_provisional(),
                    shift: 0,
                    joined: None,
                });
            }
        }
    }

    /// Counts the messages that look like decisions and state none.
    fn cover_fragments(&self, mining: &Mining, build: &mut Build<'_>) {
        let count = mining
            .dropped
            .iter()
            .filter(|ord| (build.at.contains)(**ord))
            .count();
        if count > 0 && build.at.least == Strength::Reasoned {
            let verb = if count == 1 { "names" } else { "name" };
            let reason = format!(
                "{count} of them {verb} a choice without its reason, or a part of one: no decisions"
            );
            build.cover(
                &RepoPath::from("commit messages"),
                CoverageState::Partly,
                &reason,
            );
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
