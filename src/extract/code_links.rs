//! Which files a decision speaks for, and by what right: files that it names, files where the
//! identifiers that it names stand, files of the commits that recorded it, that it cites or that cite
//! it. A commit or pull request of more than five files speaks for none of them: a decision then
//! speaks only for what it names.
//!
//! Pure: what paths, identifiers and commits there are is for the caller to know.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::mentions::{PathIndex, fits, split_lines};
use crate::model::{
    CommitId, FileKind, LineRange, LinkOrigin, Mention, MentionKind, RepoPath, file_kind,
};

/// Widest commit that speaks for its files.
pub const FILES_MAX: usize = 5;
/// Largest folder or pattern whose naming counts for its files.
const FOLDER_MAX: usize = 30;

/// A link before it is known what became of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The file, as the paths have it.
    pub path: String,
    /// The lines that are named.
    pub lines: Option<LineRange>,
    /// What it rests on.
    pub origin: LinkOrigin,
    /// 0 to 1.
    pub weight: f64,
    /// The same in words.
    pub via: String,
    /// The commit that makes it.
    pub commit: Option<CommitId>,
    /// The words of the decision that make it.
    pub named: Option<String>,
}

/// Commits that are bound to a decision as one: a commit alone, or those of a pull request.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The commit, or the last one of the pull request.
    pub commit: CommitId,
    /// How it is bound.
    pub origin: LinkOrigin,
    /// What a file of it is worth, 0 to 1.
    pub weight: f64,
    /// How, in words: `cites 1a2b3c4d`.
    pub via: String,
    /// All files that it touched.
    pub files: Vec<String>,
}

/// What is known of the repository.
pub struct Grounds<'a> {
    /// All paths that a name may mean, those of deleted files too.
    pub paths: &'a BTreeSet<String>,
    /// The same by what people call them.
    pub index: &'a PathIndex,
    /// What was proved of each identifier.
    pub names: &'a BTreeMap<String, Proof>,
}

/// What the check of an identifier proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// All parts of the name stand in each of these files.
    Together(BTreeSet<String>),
    /// Each part stands somewhere, but no file has them all; these have the last part.
    Apart(BTreeSet<String>),
    /// This part stands nowhere.
    Missing(String),
}

impl Proof {
    /// Whether every part of the name stands as an identifier.
    pub fn stands(&self) -> bool {
        !matches!(self, Self::Missing(_))
    }

    /// What was proved, for people.
    pub fn words(&self, name: &str) -> String {
        match self {
            Self::Together(_) if parts(name).len() > 1 => {
                format!("names {name}, whose parts stand there together")
            }
            Self::Together(_) => format!("names {name}"),
            Self::Apart(_) => format!("names {name}, whose parts stand apart"),
            Self::Missing(part) => format!("names {name}, but {part} stands nowhere"),
        }
    }
}

/// The links of a decision, one a file: the strongest, by path.
pub fn links(mentions: &[Mention], bound: &[Bound], g: &Grounds<'_>) -> Vec<Link> {
    let mut out: BTreeMap<String, Link> = BTreeMap::new();
    let mut keep = |link: Link| match out.get_mut(&link.path) {
        Some(known) if known.weight >= link.weight => {
            known.lines = known.lines.or(link.lines);
        }
        Some(known) => *known = link,
        None => {
            out.insert(link.path.clone(), link);
        }
    };
    for m in mentions {
        match m.kind {
            MentionKind::File => named_files(&m.name, g).into_iter().for_each(&mut keep),
            MentionKind::Symbol => named_identifier(&m.name, g).into_iter().for_each(&mut keep),
            _ => {}
        }
    }
    for b in bound {
        let code: Vec<&String> = b.files.iter().filter(|p| is_code(p)).collect();
        if b.files.len() > FILES_MAX {
            continue;
        }
        for path in &code {
            keep(Link {
                path: (*path).clone(),
                lines: None,
                origin: b.origin,
                weight: b.weight / (code.len() as f64).sqrt(),
                via: b.via.clone(),
                commit: Some(b.commit.clone()),
                named: None,
            });
        }
    }
    out.into_values().collect()
}

fn named_files(name: &str, g: &Grounds<'_>) -> Vec<Link> {
    let (bare, lines) = split_lines(name);
    let link = |path: String, weight: f64| Link {
        path,
        lines,
        origin: LinkOrigin::NamedPath,
        weight,
        via: format!("names {name}"),
        commit: None,
        named: Some(name.to_owned()),
    };
    let is_pattern = bare.contains(['*', '?', '{']);
    let mut out = Vec::new();
    for found in g.index.resolve(name) {
        if g.paths.contains(found) && !is_pattern {
            out.push(link(found.to_owned(), 1.0));
            continue;
        }
        let folder = format!("{}/", found.trim_end_matches('/'));
        let inside: Vec<&String> = g
            .paths
            .range(folder.clone()..)
            .take_while(|p| p.starts_with(&folder))
            .filter(|p| !is_pattern || fits(bare, p))
            .collect();
        if inside.len() <= FOLDER_MAX {
            out.extend(inside.into_iter().map(|p| link(p.clone(), 0.4)));
        }
    }
    out
}

fn named_identifier(name: &str, g: &Grounds<'_>) -> Vec<Link> {
    let Some(proof) = g.names.get(name) else {
        return Vec::new();
    };
    let (files, share) = match proof {
        Proof::Together(files) => (files, 0.8),
        Proof::Apart(files) => (files, 0.4),
        Proof::Missing(_) => return Vec::new(),
    };
    let weight = share / (files.len().max(1) as f64).sqrt();
    files
        .iter()
        .map(|path| Link {
            path: path.clone(),
            lines: None,
            origin: LinkOrigin::Identifier,
            weight,
            via: proof.words(name),
            commit: None,
            named: Some(name.to_owned()),
        })
        .collect()
}

fn is_code(path: &str) -> bool {
    !matches!(
        file_kind(&RepoPath::from(path)),
        FileKind::Docs | FileKind::Generated
    )
}

/// The parts of a qualified name: `Foo::Bar#baz()` has `Foo`, `Bar` and `baz`.
pub fn parts(name: &str) -> Vec<&str> {
    name.trim_end_matches("()")
        .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
        .filter(|p| !p.is_empty())
        .collect()
}

/// Where the parts of names stand: filled file by file, then asked.
#[derive(Debug, Default)]
pub struct Identifiers {
    wanted: HashMap<String, BTreeSet<u32>>,
    paths: Vec<String>,
}

impl Identifiers {
    /// Will look for the parts of these names.
    pub fn of(names: &HashSet<String>) -> Self {
        let wanted = names
            .iter()
            .flat_map(|n| parts(n))
            .map(|p| (p.to_owned(), BTreeSet::new()))
            .collect();
        Self {
            wanted,
            paths: Vec::new(),
        }
    }

    /// Looks through one file.
    pub fn read(&mut self, path: &str, text: &str) {
        let at = u32::try_from(self.paths.len()).unwrap_or(u32::MAX);
        self.paths.push(path.to_owned());
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        for word in text.split(|c: char| !is_word(c)).filter(|w| !w.is_empty()) {
            if let Some(files) = self.wanted.get_mut(word) {
                files.insert(at);
            }
        }
    }

    /// What can be proved of a name. One that stands in more than `max` files points at none.
    pub fn prove(&self, name: &str, max: usize) -> Proof {
        let parts = parts(name);
        let of = |p: &str| self.wanted.get(p).filter(|f| !f.is_empty());
        if let Some(missing) = parts.iter().find(|p| of(p).is_none()) {
            return Proof::Missing((*missing).to_owned());
        }
        let mut sets = parts.iter().filter_map(|p| of(p));
        let Some(first) = sets.next() else {
            return Proof::Missing(name.to_owned());
        };
        let common = sets.fold(first.clone(), |all, f| &all & f);
        let few = |files: &BTreeSet<u32>| -> BTreeSet<String> {
            let shown = files.iter().filter(|_| files.len() <= max);
            shown
                .filter_map(|i| self.paths.get(*i as usize).cloned())
                .collect()
        };
        if !common.is_empty() {
            return Proof::Together(few(&common));
        }
        let last = parts.last().and_then(|p| of(p));
        Proof::Apart(last.map(few).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mention(kind: MentionKind, name: &str) -> Mention {
        Mention {
            kind,
            name: name.into(),
            line: None,
        }
    }

    fn of(files: &[&str], mentions: &[Mention], bound: &[Bound], ids: &Identifiers) -> Vec<Link> {
        let paths: BTreeSet<String> = files.iter().map(|f| (*f).to_owned()).collect();
        let named: HashSet<String> = mentions.iter().map(|m| m.name.clone()).collect();
        let index = PathIndex::of(files.iter().copied(), &named);
        let names = mentions
            .iter()
            .filter(|m| m.kind == MentionKind::Symbol)
            .map(|m| (m.name.clone(), ids.prove(&m.name, FILES_MAX)))
            .collect();
        links(
            mentions,
            bound,
            &Grounds {
                paths: &paths,
                index: &index,
                names: &names,
            },
        )
    }

    fn short(links: &[Link]) -> Vec<(&str, LinkOrigin, f64)> {
        links
            .iter()
            .map(|l| (l.path.as_str(), l.origin, l.weight))
            .collect()
    }

    fn bound(origin: LinkOrigin, files: usize) -> Bound {
        Bound {
            commit: "1a2b3c4d".into(),
            origin,
            weight: 0.8,
            via: "cites 1a2b3c4d".into(),
            files: (0..files).map(|n| format!("src/f{n}.rs")).collect(),
        }
    }

    #[test]
    fn paths_are_linked_with_and_without_extension_by_folder_pattern_and_lines() {
        let files = [
            "app/models/edition.rb",
            "app/services/a.rb",
            "app/services/b.js",
            "lib/x.rb",
        ];
        let named = |name: &str| {
            of(
                &files,
                &[mention(MentionKind::File, name)],
                &[],
                &Identifiers::default(),
            )
        };
        assert_eq!(
            short(&named("models/edition")),
            [("app/models/edition.rb", LinkOrigin::NamedPath, 1.0)]
        );
        assert_eq!(named("app/services/").len(), 2);
        assert_eq!(named("app/services/**").len(), 2);
        assert_eq!(
            short(&named("app/services/*.rb")),
            [("app/services/a.rb", LinkOrigin::NamedPath, 0.4)]
        );
        let lines = named("lib/x.rb:3-9")[0].lines;
        assert_eq!(lines, Some(LineRange::new(3, 9)));
        assert!(named("lib/y.rb").is_empty());
    }

    #[test]
    fn a_wide_commit_speaks_for_no_file_and_a_narrow_one_for_each() {
        let none = Identifiers::default();
        assert!(of(&[], &[], &[bound(LinkOrigin::CitedCommit, 6)], &none).is_empty());
        let four = of(&[], &[], &[bound(LinkOrigin::CitedCommit, 4)], &none);
        assert_eq!(four.len(), 4);
        assert!(four.iter().all(|l| (l.weight - 0.4).abs() < 1e-9));
        // What a wide commit's decision names it speaks for all the same.
        let named = [mention(MentionKind::File, "src/f1.rs")];
        let wide = of(
            &["src/f1.rs", "src/f2.rs"],
            &named,
            &[bound(LinkOrigin::RecordingCommit, 42)],
            &none,
        );
        assert_eq!(short(&wide), [("src/f1.rs", LinkOrigin::NamedPath, 1.0)]);
    }

    #[test]
    fn every_part_of_a_qualified_name_must_stand_and_it_is_said_what_was_proved() {
        let names = ["TaskStore.add", "Foo::Bar#baz", "Gone.add", "Bar.add"];
        let mut ids = Identifiers::of(&names.map(str::to_owned).into());
        ids.read("src/store.rs", "struct TaskStore; fn add() {}");
        ids.read("lib/foo.rb", "module Foo; class Bar; def baz");
        let files = |p: &Proof| match p {
            Proof::Together(f) | Proof::Apart(f) => f.iter().cloned().collect::<Vec<_>>(),
            Proof::Missing(_) => Vec::new(),
        };
        let proof = ids.prove("TaskStore.add", 5);
        assert_eq!(files(&proof), ["src/store.rs"]);
        assert!(proof.words("TaskStore.add").contains("together"));
        assert_eq!(files(&ids.prove("Foo::Bar#baz", 5)), ["lib/foo.rb"]);
        assert_eq!(ids.prove("Gone.add", 5), Proof::Missing("Gone".into()));
        assert!(!ids.prove("Gone.add", 5).stands());
        assert!(ids.prove("Bar.add", 5).words("Bar.add").contains("apart"));
        let link = of(&[], &[mention(MentionKind::Symbol, "Bar.add")], &[], &ids);
        assert_eq!(
            short(&link),
            [("src/store.rs", LinkOrigin::Identifier, 0.4)]
        );
        assert!(of(&[], &[mention(MentionKind::Symbol, "Gone.add")], &[], &ids).is_empty());
    }
}
