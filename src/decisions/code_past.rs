//! The code behind a decision, as of a commit: the shell around [`crate::extract::code_links`]. It
//! reads git, and nothing else.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::links::refs;
use crate::extract::code_links::{Bound, FILES_MAX, Grounds, Identifiers, Link, links};
use crate::extract::mentions::{self, PathIndex};
use crate::history::{CommitIndex, Repo, Result, WalkOptions, walk};
use crate::model::{
    CodeLink, CommitId, Decision, FileKind, LinkOrigin, LinkedFile, Mention, MentionKind, RepoPath,
    file_kind,
};

/// Files larger than this are not searched for identifiers, in bytes.
const SEARCHED_MAX: u64 = 1 << 20;

/// Reads where the parts of these names stand in the code of a commit.
///
/// # Errors
/// The tree cannot be listed; a file that cannot be read has no names.
pub fn identifiers(repo: &Repo, at: &CommitId, names: &HashSet<String>) -> Result<Identifiers> {
    let mut found = Identifiers::of(names);
    if names.is_empty() {
        return Ok(found);
    }
    for entry in repo.tree(at)? {
        let kind = file_kind(&entry.path);
        if matches!(kind, FileKind::Docs | FileKind::Generated)
            || repo.blob_size(&entry.blob).is_ok_and(|n| n > SEARCHED_MAX)
        {
            continue;
        }
        let Ok(bytes) = repo.blob(&entry.blob) else {
            continue;
        };
        if let Ok(text) = std::str::from_utf8(&bytes) {
            found.read(&entry.path.to_string(), text);
        }
    }
    Ok(found)
}

/// The commits that a text names, as far as the repository has them.
pub fn cited_commits(repo: &Repo, mentions: &[Mention]) -> Vec<CommitId> {
    let mut out = Vec::new();
    for m in mentions.iter().filter(|m| m.kind == MentionKind::Commit) {
        if let Ok(id) = repo.resolve(&m.name)
            && !out.contains(&id)
        {
            out.push(id);
        }
    }
    out
}

/// The numbers of this repository's pull requests and issues that a text names; `own` is
/// `owner/name`.
pub fn pull_requests(mentions: &[Mention], own: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for m in mentions.iter().filter(|m| m.kind == MentionKind::Issue) {
        let digits = m
            .name
            .rsplit(|c: char| !c.is_ascii_digit())
            .next()
            .unwrap_or("");
        let lead = &m.name[..m.name.len() - digits.len()];
        let foreign = lead.contains('/') && !lead.to_lowercase().contains(&own.to_lowercase());
        let number = digits.trim_start_matches('0');
        if !number.is_empty() && !foreign && !out.iter().any(|n| n == number) {
            out.push(number.to_owned());
        }
    }
    out
}

/// What history tells for one decision.
#[derive(Default)]
struct Past {
    /// Names of files that are not there any more: what became of each, newest word first.
    gone: HashMap<String, Fate>,
    /// The commits that cite the decision.
    citing: Vec<CommitId>,
    /// Commits of the pull requests that it cites.
    prs: BTreeMap<String, Vec<CommitId>>,
}

enum Fate {
    Deleted(CommitId),
    Moved(String),
}

/// The files that a decision speaks for as of a commit, strongest first: by path, folder, pattern
/// and identifier that it names, by the commit that recorded it, by commits and pull requests that it
/// cites and by commits that cite it. A name that no file has any more is followed through history,
/// to where the file went or to the commit that deleted it.
///
/// `known` holds the commits up to `at`. Their messages are read; what they changed is read only
/// where a name stands for no file, which takes as long as walking the history. Meant for one
/// decision at a time.
///
/// # Errors
/// The tree or the history cannot be read.
pub fn links_of(
    repo: &Repo,
    known: &CommitIndex,
    at: &CommitId,
    decision: &Decision,
) -> Result<Vec<CodeLink>> {
    let first = decision.source.lines.map_or(1, |l| l.start);
    // The log leaves out files that its commit does not have; here they are followed.
    let mut named = decision.mentions.clone();
    for m in mentions::read(&decision.text, first) {
        if m.kind == MentionKind::File && !named.contains(&m) {
            named.push(m);
        }
    }
    let own = repo.identity();
    let prs = pull_requests(&named, &format!("{}/{}", own.owner, own.name));
    let present: BTreeSet<String> = repo.tree(at)?.iter().map(|e| e.path.to_string()).collect();
    let files: HashSet<String> = of_kind(&named, MentionKind::File);
    let mut past = said(repo, known, at, decision, &prs);
    let here = PathIndex::of(present.iter().map(String::as_str), &files);
    if files.iter().any(|name| here.resolve(name).is_empty()) {
        past.gone = gone(repo, at)?;
    }
    let mut paths = present.clone();
    paths.extend(past.gone.keys().cloned());
    let index = PathIndex::of(paths.iter().map(String::as_str), &files);
    let symbols = of_kind(&named, MentionKind::Symbol);
    let found = identifiers(repo, at, &symbols)?;
    let names = symbols
        .iter()
        .map(|n| (n.clone(), found.prove(n, FILES_MAX)))
        .collect();
    let grounds = Grounds {
        paths: &paths,
        index: &index,
        names: &names,
    };
    let bound = bound(repo, decision, &named, &past);
    let mut out: Vec<CodeLink> = links(&named, &bound, &grounds)
        .into_iter()
        // What stands there comes before what once went by the same name.
        .filter(|l| {
            let stands = |name: &String| !here.resolve(name).is_empty();
            present.contains(&l.path) || !l.named.as_ref().is_some_and(stands)
        })
        .map(|l| settle(l, &present, &past.gone))
        .collect();
    out.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.path.cmp(&b.path)));
    let mut seen = BTreeSet::new();
    out.retain(|l| seen.insert(l.path.clone()));
    Ok(out)
}

fn of_kind(named: &[Mention], kind: MentionKind) -> HashSet<String> {
    let some = named.iter().filter(|m| m.kind == kind);
    some.map(|m| m.name.clone()).collect()
}

/// Commits and pull requests with their files.
fn bound(repo: &Repo, decision: &Decision, named: &[Mention], past: &Past) -> Vec<Bound> {
    let files = |c: &CommitId| -> Option<Vec<String>> {
        let info = repo.commit(c).ok()?;
        let changed = repo.changed(info.parents.first(), c).ok()?;
        Some(changed.iter().map(|f| f.path.to_string()).collect())
    };
    let mut out = Vec::new();
    let mut add = |commit: &CommitId, origin: LinkOrigin, weight: f64, word: &str| {
        if let Some(files) = files(commit) {
            out.push(Bound {
                commit: commit.clone(),
                origin,
                weight,
                via: format!("{word} {}", commit.short()),
                files,
            });
        }
    };
    let recorded: BTreeSet<&CommitId> = decision
        .source
        .commit
        .iter()
        .chain(&decision.revised_in)
        .collect();
    for c in recorded {
        let (weight, word) = if decision.source.path.is_none() {
            (0.7, "its own commit")
        } else {
            (0.5, "recorded with")
        };
        add(c, LinkOrigin::RecordingCommit, weight, word);
    }
    for c in cited_commits(repo, named) {
        add(&c, LinkOrigin::CitedCommit, 0.8, "cites");
    }
    for c in &past.citing {
        add(c, LinkOrigin::CitingCommit, 0.8, "cited by");
    }
    for (number, commits) in &past.prs {
        let all: BTreeSet<String> = commits.iter().filter_map(&files).flatten().collect();
        if let Some(last) = commits.last() {
            out.push(Bound {
                commit: last.clone(),
                origin: LinkOrigin::CitedCommit,
                weight: 0.6,
                via: format!("cites #{number}"),
                files: all.into_iter().collect(),
            });
        }
    }
    out
}

/// What the messages of a history say of a decision: which commits cite it, and which belong to the
/// pull requests that it cites. A commit that cannot be read says nothing.
fn said(
    repo: &Repo,
    known: &CommitIndex,
    at: &CommitId,
    decision: &Decision,
    prs: &[String],
) -> Past {
    let mut out = Past::default();
    let Some(before) = known.ancestors(at) else {
        return out;
    };
    for (ord, _) in known.iter().filter(|(ord, _)| before.contains(*ord)) {
        let Some(Ok(info)) = known.id(ord).map(|id| repo.commit(&id)) else {
            continue;
        };
        if info.parents.len() > 1 {
            continue;
        }
        let own = decision.source.commit.as_ref() == Some(&info.id);
        let cites = |r: &super::links::Ref| names(&r.target, decision);
        if !own
            && refs(&info.message(), &HashMap::new(), true)
                .iter()
                .any(cites)
        {
            out.citing.push(info.id.clone());
        }
        for n in prs {
            let subject = &info.subject;
            if subject.ends_with(&format!("(#{n})")) || subject.ends_with(&format!("(!{n})")) {
                out.prs.entry(n.clone()).or_default().push(info.id.clone());
            }
        }
    }
    out
}

/// What became of the files that a history had and its commit does not have.
fn gone(repo: &Repo, at: &CommitId) -> Result<HashMap<String, Fate>> {
    let mut out = HashMap::new();
    let mut commits = CommitIndex::new();
    let tips = std::slice::from_ref(at);
    let options = WalkOptions::default();
    walk(repo, tips, &mut commits, options, |c, _, _| {
        for f in &c.files {
            let path = f.path.to_string();
            if let Some(old) = &f.old_path {
                out.insert(old.to_string(), Fate::Moved(path.clone()));
            }
            if f.blob.is_none() {
                out.insert(path, Fate::Deleted(c.info.id.clone()));
            } else {
                // It came back.
                out.remove(&path);
            }
        }
    })?;
    Ok(out)
}

/// Whether a citation is of this decision: by its path, or by the number of its file.
fn names(target: &str, decision: &Decision) -> bool {
    let ids = std::iter::once(&decision.id).chain(&decision.aliases);
    ids.map(|id| id.as_str())
        .filter(|id| !id.contains(['#', ':']))
        .any(|id| {
            let file = id.rsplit('/').next().unwrap_or(id);
            let cited = target.rsplit('/').next().unwrap_or(target);
            if cited.contains('.') || cited.contains('-') && cited.len() > 12 {
                return cited == file || file.strip_suffix(".md") == Some(cited);
            }
            let digits = |s: &str| -> String {
                let all = s.chars().skip_while(|c| !c.is_ascii_digit());
                all.take_while(char::is_ascii_digit).collect()
            };
            let (a, b) = (digits(cited), digits(file));
            let numbered = file.starts_with(|c: char| c.is_ascii_digit())
                || file.to_lowercase().starts_with("adr");
            numbered
                && !a.is_empty()
                && b.len() <= 5
                && a.trim_start_matches('0') == b.trim_start_matches('0')
        })
}

/// A link with what became of its file: moves are followed to where the file stands now.
fn settle(link: Link, present: &BTreeSet<String>, gone: &HashMap<String, Fate>) -> CodeLink {
    let mut path = link.path.clone();
    let mut state = LinkedFile::Present;
    let mut steps = 0;
    while !present.contains(&path) && steps < 32 {
        steps += 1;
        match gone.get(&path) {
            Some(Fate::Moved(to)) => {
                state = LinkedFile::Moved {
                    from: RepoPath::from(link.path.as_str()),
                };
                path.clone_from(to);
            }
            Some(Fate::Deleted(by)) => {
                state = LinkedFile::Deleted {
                    by: Some(by.clone()),
                };
                break;
            }
            None => {
                state = LinkedFile::Deleted { by: None };
                break;
            }
        }
    }
    CodeLink {
        path: RepoPath::from(path.as_str()),
        lines: link.lines,
        origin: link.origin,
        weight: (link.weight * 100.0).round() / 100.0,
        via: link.via,
        state,
        commit: link.commit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_file_is_followed_and_a_deleted_one_is_not_lost() {
        let present: BTreeSet<String> = ["lib/c.rb".to_owned()].into();
        let gone: HashMap<String, Fate> = [
            ("a.rb".to_owned(), Fate::Moved("b.rb".into())),
            ("b.rb".to_owned(), Fate::Moved("lib/c.rb".into())),
            ("x.rb".to_owned(), Fate::Deleted("d1".into())),
        ]
        .into();
        let link = |path: &str| Link {
            path: path.into(),
            lines: None,
            origin: LinkOrigin::NamedPath,
            weight: 1.0,
            via: format!("names {path}"),
            commit: None,
            named: Some(path.into()),
        };
        let moved = settle(link("a.rb"), &present, &gone);
        assert_eq!(moved.path, RepoPath::from("lib/c.rb"));
        assert_eq!(
            moved.state,
            LinkedFile::Moved {
                from: "a.rb".into()
            }
        );
        let deleted = settle(link("x.rb"), &present, &gone);
        assert_eq!(
            deleted.state,
            LinkedFile::Deleted {
                by: Some("d1".into())
            }
        );
        assert_eq!(
            settle(link("lib/c.rb"), &present, &gone).state,
            LinkedFile::Present
        );
    }

    #[test]
    fn a_pull_request_is_named_by_number_and_not_for_another_repository() {
        let m = |name: &str| Mention {
            kind: MentionKind::Issue,
            name: name.into(),
            line: None,
        };
        let named = [
            m("#12"),
            m("PR 7"),
            m("o/r#9"),
            m("x/y#3"),
            m("https://h.example/o/r/pull/12"),
        ];
        assert_eq!(pull_requests(&named, "o/r"), ["12", "7", "9"]);
    }

    #[test]
    fn a_commit_cites_a_record_by_path_or_number() {
        let d = Decision {
            id: "docs/adr/0013-one-queue.md".into(),
            ..Decision::default()
        };
        assert!(
            names("docs/adr/0013-one-queue.md", &d) && names("ADR-13", &d) && names("ADR 0013", &d)
        );
        assert!(!names("ADR 1", &d) && !names("docs/adr/0012-x.md", &d));
    }
}
