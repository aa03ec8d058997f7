//! The questions to the graph, run at once: which decisions does it connect to these files, lines,
//! names and words?
//!
//! No query here knows the base: rows carry commit ordinals, and what the base does not know yet is
//! cut away by the caller.

use std::collections::BTreeMap;

use serde::Deserialize;
use tokio::try_join;

use super::hop_rows::{
    CommitRow, DocRow, FileRow, IssueRow, LineRow, PrRow, RankRow, SymbolRow, TextRow, TouchRow,
};
use crate::graph::{Answer, GraphError, NamedQuery, Params, Store, fulltext_or, queries};
use crate::model::{CommitId, DecisionKey, QueryRun};

/// What is asked about one change.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// Paths of the changed files at the base.
    pub paths: Vec<String>,
    /// Identifiers in the hunks.
    pub names: Vec<String>,
    /// Words for the full text, best first.
    pub words: Vec<String>,
}

/// One row that connects the change to a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The decision.
    pub key: DecisionKey,
    /// Which hop brought it.
    pub hop: Hop,
    /// The name of the query.
    pub query: &'static str,
    /// The file, the symbol or the commit on the side of the change.
    pub from: String,
    /// The commit or pull request in between, where there is one.
    pub through: Option<String>,
    /// The issue or document behind that, where there is one.
    pub over: Option<String>,
    /// Position of the commit that made the connection; the base must have it.
    pub ord: Option<u32>,
    /// How strong the connection is, 0 to 1.
    pub weight: f64,
    /// Why the edge is there (`named`, `own commit`, …).
    pub note: String,
}

/// The kinds of hops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hop {
    /// A changed line's last writer made or recorded the decision.
    Line,
    /// The decision guards the file.
    File,
    /// A commit that touched the file made the decision.
    Commit,
    /// A pull request that touched the file did.
    Pr,
    /// An issue did that such a pull request fixes or names.
    Issue,
    /// The decision stands in the changed document, or in one that came with a change of the file.
    Doc,
    /// The decision names an identifier of the hunks.
    Symbol,
    /// Words.
    Text,
    /// A comment at the base stands over the changed lines.
    Comment,
    /// Words, weighed by how much they tell as of the base.
    Near,
}

impl Hop {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::File => "file",
            Self::Commit => "commit",
            Self::Pr => "pr",
            Self::Issue => "issue",
            Self::Doc => "doc",
            Self::Symbol => "symbol",
            Self::Text => "text",
            Self::Comment => "comment",
            Self::Near => "near",
        }
    }
}

/// A change of files' names: one row of `hop_renames`.
#[derive(Clone, Debug, Deserialize)]
pub struct Rename {
    /// What it was called.
    pub former: String,
    /// What it is called.
    pub path: String,
    /// Positions of the renames in between.
    pub ords: Vec<i64>,
}

/// An edit of one of the files: one row of `editors`.
#[derive(Clone, Debug, Deserialize)]
pub struct Editor {
    /// The file.
    pub path: String,
    /// Who.
    pub pid: String,
    /// Their name.
    pub name: String,
    /// `human`, `agent` or `bot`.
    pub kind: String,
    /// `author`, `co-author`, `assistant`.
    pub role: String,
    /// Position of the commit.
    pub ord: i64,
    /// When, in seconds since 1970.
    pub author_time: i64,
}

/// What the graph said.
#[derive(Clone, Debug, Default)]
pub struct Hits {
    /// Whether the graph was written or built anew while it was asked.
    pub moved: bool,
    /// Rows that lead to decisions.
    pub hits: Vec<Hit>,
    /// Edits of the files.
    pub editors: Vec<Editor>,
    /// Positions of the commits that touched each file.
    pub touched: BTreeMap<String, Vec<u32>>,
    /// Rank of each person among all who work together.
    pub ranks: BTreeMap<String, f64>,
    /// How much each of them connects others.
    pub between: BTreeMap<String, f64>,
    /// The statements that ran.
    pub runs: Vec<QueryRun>,
}

/// A commit of at most this many files speaks for each of them; a wider one only for files that its
/// decision names.
pub const WIDE: i64 = 5;

/// Former names of the files.
///
/// # Errors
/// The graph cannot be asked.
pub async fn renames(store: &Store, paths: &[String]) -> Result<Answer<Rename>, GraphError> {
    store
        .read(
            &queries::HOP_RENAMES,
            Params::new().with_texts("paths", paths),
        )
        .await
}

/// Which writing of the graph is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Moment {
    /// The id of the last sync; it moves whenever the graph is written.
    pub sync: Option<String>,
    /// The epoch of the positions in it.
    pub epoch: Option<String>,
}

/// Which writing of the graph is there; the default where it was never finished.
///
/// # Errors
/// The graph cannot be asked.
pub async fn moment(store: &Store) -> Result<Moment, GraphError> {
    let answer = store
        .read::<Moment>(&queries::META, Params::new().with("id", "graph"))
        .await?;
    Ok(answer.rows.into_iter().next().unwrap_or_default())
}

/// Asks all questions at once.
///
/// # Errors
/// The graph cannot be asked.
pub async fn ask(store: &Store, q: &Questions) -> Result<Hits, GraphError> {
    let paths = || Params::new().with_texts("paths", &q.paths);
    let text = fulltext_or(&q.words);
    let words = async {
        match &text {
            Some(t) => read::<TextRow>(store, &queries::HOP_TEXT, Params::new().with("q", t))
                .await
                .map(Some),
            None => Ok(None),
        }
    };
    let (file, commit, pr, issue, doc, symbol, text, editors, touched, ranks, between) = try_join!(
        read::<FileRow>(store, &queries::HOP_FILE, paths()),
        read::<CommitRow>(store, &queries::HOP_COMMIT, paths()),
        read::<PrRow>(store, &queries::HOP_PR, paths()),
        read::<IssueRow>(store, &queries::HOP_ISSUE, paths()),
        read::<DocRow>(store, &queries::HOP_DOC, paths()),
        read::<SymbolRow>(
            store,
            &queries::HOP_SYMBOL,
            Params::new().with_texts("names", &q.names)
        ),
        words,
        read::<Editor>(store, &queries::EDITORS, paths()),
        read::<TouchRow>(store, &queries::TOUCHERS, paths()),
        read::<RankRow>(store, &queries::PAGERANK, Params::new()),
        read::<RankRow>(store, &queries::BETWEENNESS, Params::new()),
    )?;
    let mut out = Hits::default();
    out.hits.extend(file.rows.into_iter().map(|r| Hit {
        key: r.key.into(),
        hop: Hop::File,
        query: queries::HOP_FILE.name,
        from: r.path,
        through: None,
        over: None,
        ord: ord(r.ord),
        weight: r.weight,
        note: r.via,
    }));
    out.hits.extend(commit.rows.into_iter().map(|r| Hit {
        key: r.key.into(),
        hop: Hop::Commit,
        query: queries::HOP_COMMIT.name,
        from: r.path,
        through: Some(r.sha),
        over: None,
        ord: ord(r.ord),
        weight: narrow(r.files),
        note: format!("a commit of {} files", r.files),
    }));
    out.hits.extend(pr.rows.into_iter().map(|r| Hit {
        key: r.key.into(),
        hop: Hop::Pr,
        query: queries::HOP_PR.name,
        from: r.path,
        through: Some(r.pr),
        over: None,
        ord: ord(r.ord),
        weight: narrow(r.files),
        note: format!("a pull request of {} files", r.files),
    }));
    out.hits.extend(issue.rows.into_iter().map(|r| Hit {
        key: r.key.into(),
        hop: Hop::Issue,
        query: queries::HOP_ISSUE.name,
        from: r.path,
        note: format!("the pull request names {}", page(&r.issue)),
        through: Some(r.pr),
        over: Some(r.issue),
        ord: ord(r.ord),
        weight: 0.6,
    }));
    out.hits.extend(doc.rows.into_iter().map(|r| {
        let here = r.pr.is_empty();
        Hit {
            key: r.key.into(),
            hop: Hop::Doc,
            query: queries::HOP_DOC.name,
            from: r.path,
            note: if here {
                "it stands in this document".to_owned()
            } else {
                format!("it stands in {}, which came with the file", r.doc)
            },
            through: (!here).then_some(r.pr),
            over: (!here).then_some(r.doc),
            ord: ord(r.ord),
            weight: 0.3,
        }
    }));
    out.hits.extend(symbol.rows.into_iter().map(|r| Hit {
        key: r.key.into(),
        hop: Hop::Symbol,
        query: queries::HOP_SYMBOL.name,
        from: r.name,
        through: None,
        over: None,
        ord: ord(r.ord),
        weight: 0.6,
        note: "it names this identifier".into(),
    }));
    let mut runs = vec![file.run, commit.run, pr.run, issue.run, doc.run, symbol.run];
    if let Some(text) = text {
        let best = text
            .rows
            .iter()
            .map(|r| r.score)
            .fold(f64::MIN_POSITIVE, f64::max);
        out.hits.extend(text.rows.into_iter().map(|r| Hit {
            key: r.key.into(),
            hop: Hop::Text,
            query: queries::HOP_TEXT.name,
            from: "words of the change".into(),
            through: None,
            over: None,
            ord: ord(r.ord),
            weight: r.score / best,
            note: "words in common".into(),
        }));
        runs.push(text.run);
    }
    for r in touched.rows {
        let ords = r
            .ords
            .into_iter()
            .filter_map(|o| u32::try_from(o).ok())
            .collect();
        out.touched.insert(r.path, ords);
    }
    out.ranks = ranks.rows.into_iter().map(|r| (r.pid, r.score)).collect();
    out.between = between.rows.into_iter().map(|r| (r.pid, r.score)).collect();
    out.editors = editors.rows;
    runs.extend([editors.run, touched.run, ranks.run, between.run]);
    out.runs = runs;
    Ok(out)
}

/// Decisions behind the commits that wrote the changed lines.
///
/// # Errors
/// The graph cannot be asked.
pub async fn lines(store: &Store, shas: &[CommitId]) -> Result<(Vec<Hit>, QueryRun), GraphError> {
    let params = Params::new().with_texts("shas", shas.iter().map(CommitId::as_str));
    let answer = read::<LineRow>(store, &queries::HOP_LINE, params).await?;
    let hits = answer
        .rows
        .into_iter()
        .map(|r| Hit {
            key: r.key.into(),
            hop: Hop::Line,
            query: queries::HOP_LINE.name,
            from: r.sha.clone(),
            through: Some(r.sha),
            over: None,
            ord: ord(r.ord),
            weight: if r.how == "pr" { 0.6 } else { 1.0 },
            note: r.how,
        })
        .collect();
    Ok((hits, answer.run))
}

async fn read<T: serde::de::DeserializeOwned>(
    store: &Store,
    query: &NamedQuery,
    params: Params,
) -> Result<Answer<T>, GraphError> {
    store.read(query, params).await
}

/// A page's key without its host.
fn page(key: &str) -> &str {
    key.split_once('/').map_or(key, |(_, rest)| rest)
}

fn ord(value: i64) -> Option<u32> {
    u32::try_from(value).ok()
}

fn narrow(files: i64) -> f64 {
    if files <= WIDE {
        1.0 / (files.max(1) as f64).sqrt()
    } else {
        0.2
    }
}
