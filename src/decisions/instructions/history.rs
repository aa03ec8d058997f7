//! The versions of agent files over a history, each with the commits from and until which it was in
//! force.

use std::collections::BTreeMap;

use super::agent_of_path;
use crate::model::{BlobId, InstructionAgent, RepoPath};

/// What a commit did to a file, by the commit's position in the walk.
#[derive(Clone, Copy, Debug)]
pub struct Touch<'a> {
    /// Position of the commit.
    pub ord: u32,
    /// Path after it.
    pub path: &'a RepoPath,
    /// Path before it, where that is another.
    pub old_path: Option<&'a RepoPath>,
    /// Content after; `None` where it was deleted.
    pub blob: Option<&'a BlobId>,
    /// Content before, against the first parent.
    pub old_blob: Option<&'a BlobId>,
}

/// One version of an agent file and when it held. A version that was taken up again has several
/// beginnings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its file.
    pub path: RepoPath,
    /// Its content.
    pub blob: BlobId,
    /// Whose file it is.
    pub agent: InstructionAgent,
    /// Positions of the commits that brought it, in walk order.
    pub from: Vec<u32>,
    /// Positions of the commits that changed or removed it.
    pub until: Vec<u32>,
}

/// The versions of all agent files that these commits touched, by path and content. The same touches
/// give the same spans, in whatever portions they were found.
pub fn spans<'a>(touches: impl IntoIterator<Item = Touch<'a>>) -> Vec<Span> {
    let mut all: BTreeMap<(&RepoPath, &BlobId), Span> = BTreeMap::new();
    for t in touches {
        let before = t.old_path.unwrap_or(t.path);
        if let (Some(old), Some(agent)) = (t.old_blob, agent_of_path(before))
            && (t.blob != Some(old) || before != t.path)
        {
            add(&mut all, before, old, agent, |s| &mut s.until, t.ord);
        }
        if let (Some(new), Some(agent)) = (t.blob, agent_of_path(t.path))
            && (t.old_blob != Some(new) || before != t.path)
        {
            add(&mut all, t.path, new, agent, |s| &mut s.from, t.ord);
        }
    }
    all.into_values().collect()
}

fn add<'a>(
    all: &mut BTreeMap<(&'a RepoPath, &'a BlobId), Span>,
    path: &'a RepoPath,
    blob: &'a BlobId,
    agent: InstructionAgent,
    of: fn(&mut Span) -> &mut Vec<u32>,
    ord: u32,
) {
    let span = all.entry((path, blob)).or_insert_with(|| Span {
        path: path.clone(),
        blob: blob.clone(),
        agent,
        from: Vec::new(),
        until: Vec::new(),
    });
    let list = of(span);
    if !list.contains(&ord) {
        list.push(ord);
        list.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_holds_until_it_is_changed_moved_or_removed_and_may_come_back() {
        let (claude, web, other) = (
            RepoPath::from("CLAUDE.md"),
            RepoPath::from("web/CLAUDE.md"),
            RepoPath::from("a.rs"),
        );
        let (a, b) = (BlobId::from("aa"), BlobId::from("bb"));
        let touch = |ord, path, old_path, blob, old_blob| Touch {
            ord,
            path,
            old_path,
            blob,
            old_blob,
        };
        let touches = [
            touch(0, &claude, None, Some(&a), None),
            touch(0, &other, None, Some(&a), None),
            touch(1, &claude, None, Some(&b), Some(&a)),
            touch(2, &claude, None, Some(&a), Some(&b)),
            touch(3, &web, Some(&claude), Some(&a), Some(&a)),
            touch(4, &web, None, None, Some(&a)),
        ];
        let found: Vec<(String, &str, Vec<u32>, Vec<u32>)> = spans(touches)
            .iter()
            .map(|s| {
                let blob = if s.blob == a { "a" } else { "b" };
                (s.path.to_string(), blob, s.from.clone(), s.until.clone())
            })
            .collect();
        assert_eq!(
            found,
            [
                ("CLAUDE.md".to_owned(), "a", vec![0, 2], vec![1, 3]),
                ("CLAUDE.md".to_owned(), "b", vec![1], vec![2]),
                ("web/CLAUDE.md".to_owned(), "a", vec![3], vec![4]),
            ]
        );
    }
}
