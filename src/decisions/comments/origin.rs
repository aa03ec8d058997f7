//! Where a comment comes from, and the decision that it is.

use serde::{Deserialize, Serialize};

use super::{CodeComment, FILE_MAX, scan};
use crate::decisions::identity;
use crate::extract::{self, Facts, Known, Passage};
use crate::history::{BlameSpan, Repo};
use crate::model::{
    Authority, BlobId, CommitId, Decision, DecisionId, LineRange, QUOTE_MAX, Quote, RepoPath,
    Source, Standing,
};

/// Where a comment was recorded first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    /// The commit that last wrote the comment's first line.
    pub commit: CommitId,
    /// The file's path in it.
    pub path: RepoPath,
    /// The comment's place among the decision comments of the file there.
    pub ordinal: usize,
    /// Who wrote it.
    pub author: String,
    /// When, as a date.
    pub date: Option<String>,
    /// Whether an older commit may have written it, which the clone does not reach.
    pub provisional: bool,
}

/// The origins of a file's comments by blame of their first lines; `None` for one that blame does
/// not reach. `spans` cover at least those lines.
pub fn origins(repo: &Repo, comments: &[CodeComment], spans: &[BlameSpan]) -> Vec<Option<Origin>> {
    let mut read: Vec<(CommitId, RepoPath, Vec<CodeComment>)> = Vec::new();
    comments
        .iter()
        .map(|c| {
            let span = spans.iter().find(|s| s.lines.contains(c.lines.start))?;
            let line = span.orig_start + (c.lines.start - span.lines.start);
            let known = read
                .iter()
                .position(|(commit, path, _)| *commit == span.commit && *path == span.orig_path);
            let at = known.unwrap_or_else(|| {
                let there = scanned(repo, &span.commit, &span.orig_path);
                read.push((span.commit.clone(), span.orig_path.clone(), there));
                read.len() - 1
            });
            let then = &read[at].2;
            let ordinal = then.iter().find(|t| t.lines.contains(line));
            let info = repo.commit(&span.commit).ok();
            Some(Origin {
                commit: span.commit.clone(),
                path: span.orig_path.clone(),
                // Where only a part of it was a decision then, its line tells it from the others.
                ordinal: ordinal.map_or(100_000 + line as usize, |t| t.ordinal),
                author: info
                    .as_ref()
                    .map_or(String::new(), |i| i.author.name.clone()),
                date: info.and_then(|i| {
                    let time = jiff::Timestamp::from_second(i.author_time).ok()?;
                    Some(time.strftime("%Y-%m-%d").to_string())
                }),
                provisional: span.older_than_clone,
            })
        })
        .collect()
}

fn scanned(repo: &Repo, commit: &CommitId, path: &RepoPath) -> Vec<CodeComment> {
    let bytes = repo.blob_at_capped(commit, path, FILE_MAX).ok().flatten();
    let text = bytes.and_then(|b| String::from_utf8(b).ok());
    text.map(|t| scan(path, &t)).unwrap_or_default()
}

/// The decision that a comment is, as of the commit `at`, where its file has this content.
pub fn decision(
    root: &CommitId,
    at: &CommitId,
    path: &RepoPath,
    blob: &BlobId,
    comment: &CodeComment,
    origin: &Origin,
) -> Decision {
    let passage = Passage {
        text: &comment.text,
        first_line: comment.lines.start,
        path: Some(path),
        commit: Some(at),
        trail: &[],
    };
    let (facts, _) = extract::facts(&passage, &Known::anything());
    let Facts {
        alternatives,
        measurements,
        experiments,
        constraints,
        ..
    } = facts;
    Decision {
        id: DecisionId(format!("comment:{path}:{}", comment.lines.start)),
        key: identity::key(root, &origin.commit, &origin.path, origin.ordinal),
        title: comment.title.clone(),
        date: origin.date.clone(),
        standing: Standing::Unknown,
        authority: Authority::Inferred,
        source: Source {
            path: Some(path.clone()),
            lines: Some(comment.lines),
            commit: Some(origin.commit.clone()),
            url: None,
        },
        people: Some(origin.author.clone())
            .filter(|a| !a.is_empty())
            .into_iter()
            .collect(),
        alternatives,
        measurements,
        experiments,
        constraints,
        text: comment.text.clone(),
        blob: Some(blob.clone()),
        revised_in: Some(origin.commit.clone()),
        provisional: origin.provisional,
        ..Decision::default()
    }
}

/// A quote of a comment's words as they stand in the file, comment marks between its lines included.
/// `None` where they do not stand there.
pub fn verbatim(lines: &[&str], quote: &Quote) -> Option<Quote> {
    let at = quote.lines?;
    let source = lines.get(at.start as usize - 1..at.end as usize)?;
    let said: Vec<&str> = quote.text.lines().map(str::trim).collect();
    let (first, last) = (said.first()?, said.last()?);
    let start = source.first()?.find(first)?;
    let joined = source.join("\n");
    let end = match source {
        [_] => start + first.len(),
        _ => joined.rfind(last)? + last.len(),
    };
    let mut text = joined.get(start..end)?.to_owned();
    if let Some((cut, _)) = text.char_indices().nth(QUOTE_MAX) {
        let cut = text[..cut].rfind(char::is_whitespace).unwrap_or(cut);
        text.truncate(cut);
    }
    let end = at.start + u32::try_from(text.matches('\n').count()).ok()?;
    Some(Quote {
        text,
        lines: Some(LineRange::new(at.start, end)),
        ..quote.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_of_a_comment_stands_byte_for_byte_in_the_file() {
        let file = "run(); // WHY: the bank\n       // books twice, so\n       // one is sent\n";
        let lines: Vec<&str> = file.lines().collect();
        let quote = Quote {
            text: "the bank\nbooks twice".into(),
            lines: Some(LineRange::new(1, 2)),
            ..Quote::default()
        };
        let found = verbatim(&lines, &quote).unwrap();
        assert_eq!(found.text, "the bank\n       // books twice");
        assert!(file.contains(&found.text));
        let gone = Quote {
            text: "not there".into(),
            ..quote
        };
        assert!(verbatim(&lines, &gone).is_none());
    }
}
