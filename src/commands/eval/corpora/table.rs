//! The tables of what repositories hold: one file each, as `eval/corpora/README.md` describes.

use std::collections::BTreeSet;

use serde::Serialize;

/// What a repository holds at one commit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corpus {
    /// The repository, `owner/name`.
    pub repository: String,
    /// The folder of its clone.
    pub clone: String,
    /// The commit, full.
    pub commit: String,
    /// What is compared.
    pub reads: Reads,
    /// The oldest commit whose message was read, for [`Reads::Commits`].
    pub since: Option<String>,
    /// The expected decisions.
    pub rows: Vec<Row>,
    /// Doubtful ones: neither missed nor unexpected.
    pub maybe: Vec<Place>,
    /// What looks like a decision and is none.
    pub not: Vec<Place>,
}

/// Which decisions of a repository are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reads {
    /// Those that people recorded in files.
    #[default]
    Records,
    /// Those that commit messages state.
    Commits,
}

/// What kind of decision is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A file that is one decision.
    Record,
    /// An entry of a log.
    Entry,
    /// A section of an entry.
    Section,
    /// A commit's message.
    Commit,
}

impl Kind {
    /// The word for several of them.
    pub fn plural(self) -> &'static str {
        match self {
            Self::Record => "records",
            Self::Entry => "entries",
            Self::Section => "sections",
            Self::Commit => "messages",
        }
    }
}

/// One expected decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is.
    pub kind: Kind,
    /// Its id.
    pub id: String,
    /// Its standing: any of these words; none where it is left open.
    pub standing: Option<Vec<String>>,
    /// Its date: any of these, `-` for no date; none where it is left open.
    pub date: Option<Vec<String>>,
    /// The ids of its successors: any of these sets; none where they are left open.
    pub superseded_by: Option<Vec<BTreeSet<String>>>,
    /// The line of its heading.
    pub line: Option<u32>,
    /// Another id that it may bear.
    pub also: Option<String>,
}

impl Row {
    /// Its file; none for a message.
    pub fn path(&self) -> Option<&str> {
        path_of(&self.id)
    }
}

/// The file that an id lies in; none for a message.
pub fn path_of(id: &str) -> Option<&str> {
    let in_file = !id.starts_with("commit:");
    in_file.then(|| id.split('#').next().unwrap_or(id))
}

/// An id, or the beginning of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The id, or what it begins with.
    pub text: String,
    /// Whether more may follow.
    pub is_prefix: bool,
    /// Why it stands in the table.
    pub reason: String,
    /// The line of its heading.
    pub line: Option<u32>,
}

impl Place {
    fn new(id: &str, reason: &str, line: Option<u32>) -> Self {
        let star = id.strip_suffix('*');
        Self {
            text: star.unwrap_or(id).to_owned(),
            is_prefix: star.is_some() || id.ends_with('/'),
            reason: reason.to_owned(),
            line,
        }
    }

    /// Whether it means this id, or this path.
    pub fn means(&self, id: &str) -> bool {
        if self.is_prefix {
            id.starts_with(&self.text)
        } else {
            id == self.text || path_of(id) == Some(self.text.as_str())
        }
    }
}

/// Reads a table.
///
/// # Errors
/// A sentence that names the line and what is wrong with it.
pub fn parse(text: &str) -> Result<Corpus, String> {
    let mut corpus = Corpus::default();
    for (n, line) in text.lines().enumerate() {
        let at = |e: String| format!("line {}: {e}", n + 1);
        if let Some(head) = line.strip_prefix('#') {
            header(&mut corpus, head).map_err(at)?;
        } else if !line.trim().is_empty() && !line.starts_with("kind\t") {
            row(&mut corpus, line).map_err(at)?;
        }
    }
    for (what, value) in [
        ("repository", &corpus.repository),
        ("clone", &corpus.clone),
        ("commit", &corpus.commit),
    ] {
        if value.is_empty() {
            return Err(format!("its head has no `{what}`"));
        }
    }
    Ok(corpus)
}

fn header(corpus: &mut Corpus, line: &str) -> Result<(), String> {
    let Some((name, value)) = line.split_once(':') else {
        return Ok(());
    };
    let value = value.trim().to_owned();
    match name.trim() {
        "repository" => corpus.repository = value,
        "clone" => corpus.clone = value,
        "commit" => corpus.commit = value,
        "since" => corpus.since = Some(value),
        "reads" => {
            corpus.reads = match value.as_str() {
                "records" => Reads::Records,
                "commits" => Reads::Commits,
                other => return Err(format!("`reads` is records or commits, not {other}")),
            };
        }
        _ => {}
    }
    Ok(())
}

fn row(corpus: &mut Corpus, line: &str) -> Result<(), String> {
    let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
    let cell = |i: usize| cells.get(i).copied().filter(|c| !c.is_empty());
    let id = cell(1).ok_or("it has no id")?;
    let number = cell(5).filter(|c| *c != "-");
    let line = number
        .map(|c| c.parse().map_err(|_| format!("{c} is no line number")))
        .transpose()?;
    let kind = match cells[0] {
        "record" => Kind::Record,
        "entry" => Kind::Entry,
        "section" => Kind::Section,
        "commit" => Kind::Commit,
        "maybe" => {
            corpus.maybe.push(Place::new(id, "it is doubtful", line));
            return Ok(());
        }
        "not" => {
            let reason = cell(2).ok_or("it does not say why it is no decision")?;
            corpus.not.push(Place::new(id, reason, None));
            return Ok(());
        }
        other => return Err(format!("{other} is no kind of row")),
    };
    let any = |i: usize| -> Option<Vec<String>> {
        let cell = cell(i).unwrap_or("-");
        (cell != "?").then(|| cell.split('|').map(str::to_owned).collect())
    };
    corpus.rows.push(Row {
        kind,
        id: id.to_owned(),
        standing: any(2),
        date: any(3),
        superseded_by: any(4).map(|sets| sets.iter().map(|s| ids(s)).collect()),
        line,
        also: cell(6).filter(|c| *c != "-").map(str::to_owned),
    });
    Ok(())
}

fn ids(set: &str) -> BTreeSet<String> {
    set.split(" ;; ")
        .map(str::trim)
        .filter(|id| !id.is_empty() && *id != "-")
        .map(str::to_owned)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# repository: a/b\n# clone: b\n# commit: 01\n# doubt: x: y\n";

    #[test]
    fn a_table_is_read_with_its_open_and_its_double_answers() {
        let text = format!(
            "{HEAD}kind\tid\nrecord\tdocs/adr/1.md\taccepted|unknown\t2024-01\td ;; e|-\nentry\tL.md#A > B\t?\t?\t?\t7\tL.md#B\nnot\tdocs/\ta fixture\nmaybe\tL.md#S\t-\t-\t-\t9\n"
        );
        let corpus = parse(&text).unwrap();
        let row = &corpus.rows[0];
        assert_eq!(row.standing.as_ref().unwrap().len(), 2);
        let sets = row.superseded_by.as_ref().unwrap();
        assert_eq!((sets[0].len(), sets[1].len()), (2, 0));
        let row = &corpus.rows[1];
        assert_eq!((row.standing.as_ref(), row.line), (None, Some(7)));
        assert_eq!(row.also.as_deref(), Some("L.md#B"));
        assert!(corpus.not[0].means("docs/x.md") && !corpus.not[0].means("doc"));
        assert_eq!(corpus.maybe[0].line, Some(9));
    }

    #[test]
    fn a_wrong_line_is_named() {
        let wrong = |line: &str| parse(&format!("{HEAD}{line}\n")).unwrap_err();
        assert_eq!(wrong("thing\tx"), "line 5: thing is no kind of row");
        assert_eq!(
            wrong("entry\tx\t-\t-\t-\tten"),
            "line 5: ten is no line number"
        );
        assert_eq!(
            parse("record\tx\n").unwrap_err(),
            "its head has no `repository`"
        );
    }
}
