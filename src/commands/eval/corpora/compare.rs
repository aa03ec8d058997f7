//! Compares a log with the table of what its repository holds. Pure.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use super::table::{Corpus, Kind, Reads, Row, path_of};
use crate::decisions::{SourceKind, kind_of};
use crate::model::{Authority, CommitId, Coverage, CoverageState, Decision, LogView};
use crate::model::{DecisionId, SupersessionState};

/// How a log and a table agree.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Outcome {
    /// The repository, `owner/name`.
    pub repository: String,
    /// The commit.
    pub commit: String,
    /// Expected and found decisions, by their kind.
    pub decisions: BTreeMap<Kind, Count>,
    /// Expected ones that are not in the log.
    pub missed: usize,
    /// Those in the log that the table does not have.
    pub unexpected: usize,
    /// Found with another standing.
    pub wrong_standing: usize,
    /// Found with another date.
    pub wrong_date: usize,
    /// Found with other successors.
    pub wrong_supersession: usize,
    /// Templates, indexes, fixtures and copies that are in the log.
    pub not_decisions: usize,
    /// Files of the table without a decision, of which the coverage says why.
    pub skipped: usize,
    /// Files of the table without a decision, of which nothing is said.
    pub silent: usize,
    /// Found under another id than the table has, by their line.
    pub other_id: usize,
    /// Doubtful ones that are in the log.
    pub doubtful: usize,
    /// Decisions of other kinds (agents' instructions, messages, comments), which are not compared.
    pub left_out: usize,
    /// Each difference.
    pub misses: Vec<Miss>,
}

/// Expected and found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    /// How many the table has.
    pub expected: usize,
    /// How many of them are in the log.
    pub found: usize,
}

/// What a difference is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum About {
    /// An expected decision is not in the log.
    Missed,
    /// A decision in the log is not in the table.
    Unexpected,
    /// It has another standing.
    Standing,
    /// It has another date.
    Date,
    /// It has other successors.
    Supersession,
    /// What is in the log is no decision.
    NotADecision,
    /// A file was neither read nor named in the coverage.
    Silent,
}

impl About {
    /// The words for it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Missed => "missed",
            Self::Unexpected => "unexpected",
            Self::Standing => "wrong standing",
            Self::Date => "wrong date",
            Self::Supersession => "wrong supersession",
            Self::NotADecision => "not a decision",
            Self::Silent => "skipped in silence",
        }
    }
}

/// One difference.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Miss {
    /// What it is about.
    pub about: About,
    /// The decision's id, or a file.
    pub id: String,
    /// The line of the source, where it is known.
    pub line: Option<u32>,
    /// What the table has, and why.
    pub expected: String,
    /// What the log has; for a missed one what the coverage says.
    pub found: String,
}

/// Compares. `in_span` says whether a commit's message was read for the table.
pub fn compare(corpus: &Corpus, view: &LogView, in_span: &dyn Fn(&CommitId) -> bool) -> Outcome {
    let mut out = Outcome {
        repository: corpus.repository.clone(),
        commit: corpus.commit.clone(),
        ..Outcome::default()
    };
    let mut compared: Vec<&Decision> = Vec::new();
    for d in &view.decisions {
        if is_compared(corpus.reads, d, in_span) {
            compared.push(d);
        } else {
            out.left_out += 1;
        }
    }
    let matched = Matched::new(corpus, &compared);
    for (row, found) in corpus.rows.iter().zip(&matched.of_row) {
        let count = out.decisions.entry(row.kind).or_default();
        count.expected += 1;
        match found {
            Some(d) => {
                count.found += 1;
                let id = d.id.as_str();
                out.other_id += usize::from(id != row.id && row.also.as_deref() != Some(id));
                labels(row, d, &matched, &mut out);
            }
            None => missed(row, &view.coverage, &mut out),
        }
    }
    for d in compared
        .iter()
        .filter(|d| !matched.names.contains_key(&d.id))
    {
        extra(corpus, d, &mut out);
    }
    silent_places(corpus, view, &mut out);
    out.misses
        .sort_by(|a, b| (a.about, &a.id, a.line).cmp(&(b.about, &b.id, b.line)));
    out
}

fn is_compared(reads: Reads, d: &Decision, in_span: &dyn Fn(&CommitId) -> bool) -> bool {
    match reads {
        Reads::Records => {
            d.authority == Authority::Recorded && kind_of(d) != SourceKind::Instructions
        }
        Reads::Commits => {
            let commit = d.source.commit.as_ref();
            d.id.as_str().starts_with("commit:") && commit.is_some_and(in_span)
        }
    }
}

/// Which decision each row is.
struct Matched<'a> {
    of_row: Vec<Option<&'a Decision>>,
    /// The table's id of each decision that is a row.
    names: HashMap<&'a DecisionId, &'a str>,
}

impl<'a> Matched<'a> {
    /// By id, else by the other id that the table allows, else by file and line.
    fn new(corpus: &'a Corpus, compared: &[&'a Decision]) -> Self {
        let by_id: HashMap<&str, &Decision> =
            compared.iter().map(|d| (d.id.as_str(), *d)).collect();
        let mut by_line: HashMap<(String, u32), &Decision> = HashMap::new();
        for d in compared {
            if let (Some(path), Some(lines)) = (&d.source.path, d.source.lines) {
                by_line.entry((path.to_string(), lines.start)).or_insert(d);
            }
        }
        let mut names = HashMap::new();
        let of_row = corpus.rows.iter().map(|row| {
            let other = || row.also.as_deref().and_then(|id| by_id.get(id));
            let line = || {
                let path = row.path()?.to_owned();
                by_line.get(&(path, row.line?))
            };
            let found = by_id.get(row.id.as_str()).or_else(other).or_else(line);
            let d = *found?;
            names.insert(&d.id, row.id.as_str());
            Some(d)
        });
        let of_row = of_row.collect();
        Self { of_row, names }
    }

    fn name(&self, id: &DecisionId) -> String {
        let known = self.names.get(id).copied();
        known.unwrap_or(id.as_str()).to_owned()
    }
}

fn labels(row: &Row, d: &Decision, matched: &Matched<'_>, out: &mut Outcome) {
    let mut miss = |about, expected: String, found: String| {
        out.misses.push(Miss {
            about,
            id: row.id.clone(),
            line: d.source.lines.map(|l| l.start).or(row.line),
            expected,
            found,
        });
    };
    let standing = d.standing.word();
    if let Some(any) = &row.standing
        && !any.iter().any(|w| w == standing)
    {
        let words = d.standing_words.as_deref().unwrap_or("");
        miss(
            About::Standing,
            any.join(" or "),
            with_words(standing, words),
        );
        out.wrong_standing += 1;
    }
    let date = d.date.as_deref().unwrap_or("-");
    if let Some(any) = &row.date
        && !any.iter().any(|w| w == date)
    {
        miss(About::Date, any.join(" or "), date.to_owned());
        out.wrong_date += 1;
    }
    let successors: BTreeSet<String> = d
        .superseded_by
        .iter()
        .filter(|s| s.state == SupersessionState::Confirmed)
        .map(|s| matched.name(&s.id))
        .collect();
    if let Some(any) = &row.superseded_by
        && !any.contains(&successors)
    {
        let all: Vec<String> = any.iter().map(list).collect();
        miss(About::Supersession, all.join(" or "), list(&successors));
        out.wrong_supersession += 1;
    }
}

fn with_words(standing: &str, words: &str) -> String {
    if words.is_empty() {
        standing.to_owned()
    } else {
        format!("{standing}, read from “{words}”")
    }
}

fn list(ids: &BTreeSet<String>) -> String {
    if ids.is_empty() {
        return "none".to_owned();
    }
    ids.iter().cloned().collect::<Vec<_>>().join(", ")
}

fn missed(row: &Row, coverage: &[Coverage], out: &mut Outcome) {
    out.missed += 1;
    let found = match row.path() {
        None => "no decision".to_owned(),
        Some(path) => match said(coverage, path, row) {
            Some(reason) => {
                out.skipped += 1;
                format!("the coverage says: {reason}")
            }
            None => {
                out.silent += 1;
                "nothing is said of it".to_owned()
            }
        },
    };
    out.misses.push(Miss {
        about: About::Missed,
        id: row.id.clone(),
        line: row.line,
        expected: "a decision".to_owned(),
        found,
    });
}

/// What the coverage says of a row that was not read: at its line, or of its whole file.
fn said(coverage: &[Coverage], path: &str, row: &Row) -> Option<String> {
    let of_file = |c: &&Coverage| {
        let its = c.path.to_string();
        its == path || row.also.as_deref() == Some(its.as_str())
    };
    let at_line = |c: &&Coverage| row.line.is_none() || c.line == row.line;
    let whole = |c: &&Coverage| c.state == CoverageState::Skipped && c.line.is_none();
    coverage
        .iter()
        .filter(|c| !c.reason.is_empty())
        .filter(of_file)
        .find(|c| at_line(c) || whole(c))
        .map(|c| c.reason.clone())
}

fn extra(corpus: &Corpus, d: &Decision, out: &mut Outcome) {
    let id = d.id.as_str();
    let line = d.source.lines.map(|l| l.start);
    let is_same_line = |l: Option<u32>| l.is_some() && l == line;
    let path = path_of(id);
    let is_maybe = |p: &super::table::Place| {
        p.means(id) && p.line.is_none()
            || p.text == id
            || is_same_line(p.line) && path == path_of(&p.text)
    };
    if corpus.maybe.iter().any(is_maybe) {
        out.doubtful += 1;
        return;
    }
    let (about, expected) = match corpus.not.iter().find(|p| p.means(id)) {
        Some(place) => {
            out.not_decisions += 1;
            (About::NotADecision, format!("none: {}", place.reason))
        }
        None => {
            out.unexpected += 1;
            (About::Unexpected, "none".to_owned())
        }
    };
    out.misses.push(Miss {
        about,
        id: id.to_owned(),
        line,
        expected,
        found: format!("a decision, “{}”", d.title),
    });
}

/// Files that the table names as no decisions and that the log leaves out: the coverage says why.
fn silent_places(corpus: &Corpus, view: &LogView, out: &mut Outcome) {
    let named: BTreeSet<String> = view.coverage.iter().map(|c| c.path.to_string()).collect();
    let read: BTreeSet<String> = view
        .decisions
        .iter()
        .filter_map(|d| d.source.path.as_ref())
        .map(ToString::to_string)
        .collect();
    for place in corpus.not.iter().filter(|p| !p.is_prefix) {
        if read.contains(&place.text) {
            continue;
        }
        if named.contains(&place.text) {
            out.skipped += 1;
            continue;
        }
        out.silent += 1;
        out.misses.push(Miss {
            about: About::Silent,
            id: place.text.clone(),
            line: None,
            expected: format!("a line of the coverage: {}", place.reason),
            found: "nothing is said of it".to_owned(),
        });
    }
}
