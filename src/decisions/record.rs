//! What a parser hands back: records as they stand in one text, before history gives them keys.

use crate::model::{Coverage, CoverageState, DecisionId, LineRange, RepoPath, Standing};

/// What kind of source a record stands in. Callers weigh them differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceKind {
    /// One file, one decision.
    Adr,
    /// A file with many: every heading with prose of its own.
    Log,
    /// Rules for coding agents, read like a log.
    Instructions,
    /// A commit's message.
    Commit,
}

/// One decision as its text has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// Its locator in this version of the source.
    pub id: DecisionId,
    /// What it stands in.
    pub kind: SourceKind,
    /// The heading as written, markup included; the file's stem where a record has no heading.
    pub heading: String,
    /// The headings above it, outermost first, as written; the document's title is not among them.
    pub trail: Vec<String>,
    /// The title without number, date, standing and markup.
    pub title: String,
    /// The number it gives itself, normalised: `ADR-0013` and `13` are both `13`, `DEC-01` is `dec-1`.
    pub number: Option<String>,
    /// Its date with its own precision; inherited by a child.
    pub date: Option<String>,
    /// Its standing; inherited by a child.
    pub standing: Standing,
    /// The raw words behind the standing.
    pub standing_words: Option<String>,
    /// Whether it says so itself, rather than inheriting it.
    pub own_standing: bool,
    /// Who decided; inherited by a child.
    pub people: Vec<String>,
    /// Its entry: the nearest enclosing record, as a place in the same list.
    pub part_of: Option<usize>,
    /// Its lines in the source.
    pub lines: LineRange,
    /// Exactly those lines: line `i` of the text is line `lines.start + i` of the source.
    pub text: String,
    /// What it says about other decisions.
    pub links: Vec<Link>,
}

impl Record {
    /// A record of which only the place, the heading and the text are known: without a title, a date,
    /// a standing, people, links or an entry.
    pub fn bare(
        id: DecisionId,
        kind: SourceKind,
        heading: String,
        lines: LineRange,
        text: &str,
    ) -> Self {
        Self {
            id,
            kind,
            heading,
            trail: Vec::new(),
            title: String::new(),
            number: None,
            date: None,
            standing: Standing::Unknown,
            standing_words: None,
            own_standing: false,
            people: Vec::new(),
            part_of: None,
            lines,
            text: text.to_owned(),
            links: Vec::new(),
        }
    }
}

/// A reference to another decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What is said about it.
    pub cue: Cue,
    /// The target as written: a path, a URL, `ADR 14`, or the words of a heading.
    pub target: String,
    /// Where it stands.
    pub place: LinkPlace,
    /// The line of the source.
    pub line: u32,
    /// The words, verbatim, at most 300 characters; empty for a mere mention.
    pub quote: String,
}

/// What one decision says about another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cue {
    /// It replaces the target.
    Supersedes,
    /// The target replaced it.
    SupersededBy,
    /// It changes the target in part.
    Amends,
    /// The target changed it in part.
    AmendedBy,
    /// It names it.
    Mentions,
}

/// Where a reference stands. A field speaks for the record; prose only suggests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkPlace {
    /// A field (`Supersedes:`), the front matter, the status, or the section of links.
    Field,
    /// The heading.
    Heading,
    /// Running text.
    Prose,
}

/// What one source gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parsed {
    /// Its records, in the order of lines.
    pub records: Vec<Record>,
    /// What could not be read, and why. Empty for a source that was read whole.
    pub coverage: Vec<Coverage>,
    /// Places that were read and hold no record of their own: line, and what they are.
    pub gathers: Vec<(u32, String)>,
}

impl Parsed {
    /// The coverage with every place that was read: each record, each heading that only gathers,
    /// and what was not read whole or not at all, in the order of lines.
    pub fn by_section(&self, path: &RepoPath) -> Vec<Coverage> {
        let read = |line: u32, reason: String| note(path, Some(line), CoverageState::Read, reason);
        let mut out: Vec<Coverage> = self
            .records
            .iter()
            .map(|r| read(r.lines.start, format!("“{}” is a decision", r.title)))
            .chain(
                self.gathers
                    .iter()
                    .map(|(line, what)| read(*line, what.clone())),
            )
            .chain(self.coverage.iter().cloned())
            .collect();
        out.sort_by_key(|c| c.line);
        out
    }

    /// A source of which nothing was read.
    pub fn skipped(path: &RepoPath, line: Option<u32>, reason: impl Into<String>) -> Self {
        Self {
            coverage: vec![note(path, line, CoverageState::Skipped, reason)],
            ..Self::default()
        }
    }
}

/// One line of coverage.
pub fn note(
    path: &RepoPath,
    line: Option<u32>,
    state: CoverageState,
    reason: impl Into<String>,
) -> Coverage {
    Coverage {
        path: path.clone(),
        line,
        state,
        reason: reason.into(),
    }
}
