//! What the tests of reading share: trees in memory, and whole histories.

pub(crate) use crate::testkit::{self, TestRepo};
pub use rguard::decisions::{
    Collector, Cue, DecisionLog, Folders, Mining, Moment, Parsed, Past, Place, Record,
    RevisionIndex, SourceKind, Strength, TreeReader, parse, past,
};
pub use rguard::history::{
    CommitIndex, EntryKind, HistoryError, Merges, Repo, TreeEntry, WalkOptions, walk,
};
pub use rguard::model::{
    BlobId, CommitId, CoverageState, Decision, LogView, RepoPath, Standing, SupersessionState,
};

/// A tree in memory: paths and bytes.
pub struct Files(pub Vec<(String, Vec<u8>)>);

impl Files {
    pub fn of(files: &[(&str, &str)]) -> Self {
        Self(
            files
                .iter()
                .map(|(p, t)| ((*p).to_owned(), t.as_bytes().to_vec()))
                .collect(),
        )
    }
}

impl TreeReader for Files {
    fn files(&self) -> Result<Vec<TreeEntry>, HistoryError> {
        let entry = |(i, (path, _)): (usize, &(String, Vec<u8>))| TreeEntry {
            path: RepoPath::from(path.as_str()),
            blob: BlobId(format!("{i:040x}")),
            kind: EntryKind::File,
        };
        Ok(self.0.iter().enumerate().map(entry).collect())
    }

    fn blob(&self, id: &BlobId) -> Result<Vec<u8>, HistoryError> {
        let i = usize::from_str_radix(id.as_str(), 16).unwrap();
        Ok(self.0[i].1.clone())
    }
}

/// The log of a tree without a history.
pub fn log(files: &[(&str, &str)]) -> LogView {
    log_of(&Files::of(files))
}

pub fn log_of(files: &Files) -> LogView {
    let commit = CommitId("c".repeat(40));
    let moment = Moment {
        commit: &commit,
        contains: &|_| true,
        least: Strength::Reasoned,
    };
    let index = RevisionIndex::new(commit.clone(), false);
    DecisionLog::new()
        .as_of(files, &index, &Mining::default(), &moment)
        .unwrap()
        .view
}

pub fn adr(text: &str) -> Record {
    adr_at("docs/adr/0001-x.md", text).records.remove(0)
}

pub fn adr_at(path: &str, text: &str) -> Parsed {
    parse(SourceKind::Adr, &RepoPath::from(path), text.as_bytes())
}

pub fn section_log(text: &str) -> Parsed {
    parse(
        SourceKind::Log,
        &RepoPath::from("DECISIONS.md"),
        text.as_bytes(),
    )
}

pub fn ids(view: &LogView) -> Vec<&str> {
    view.decisions.iter().map(|d| d.id.as_str()).collect()
}

pub fn find<'a>(view: &'a LogView, id: &str) -> &'a Decision {
    view.decisions
        .iter()
        .find(|d| d.id.as_str() == id)
        .unwrap_or_else(|| panic!("{id} is not among {:?}", ids(view)))
}

#[allow(dead_code)]
/// The coverage line about a path whose reason has these words.
pub fn covered(view: &LogView, path: &str, words: &str) -> bool {
    view.coverage
        .iter()
        .any(|c| c.path.to_string() == path && c.reason.contains(words))
}

/// All of a repository's history, of HEAD and every branch.
pub fn past_of(repo: &TestRepo) -> (Repo, DecisionLog, Past) {
    let git = Repo::open(repo.path()).unwrap();
    let log = DecisionLog::new();
    let tips: Vec<CommitId> = repo
        .git(&["for-each-ref", "--format=%(objectname)", "refs/heads"])
        .lines()
        .map(CommitId::from)
        .collect();
    let head = git.head().unwrap();
    let mut all = vec![head];
    all.extend(tips);
    let past = Past::read(&git, &log, &all, |_| {}).unwrap();
    (git, log, past)
}

/// The log as of a revision of that history.
pub fn at(git: &Repo, log: &DecisionLog, past: &Past, rev: &str) -> LogView {
    let commit = git.resolve(rev).unwrap();
    past.as_of(git, log, &commit, Strength::Stated)
        .unwrap()
        .view
}

/// Two entries of a log whose words differ.
pub const QUEUE: &str = "## Queue (May 2026)\n\nThe queue stays in memory because the table locked under load.\nEvery worker reads it once.\n";
pub const CACHE: &str = "## Cache (June 2026)\n\nThe cache is gated by turns, never by time, since time drifts on small hosts.\n";
