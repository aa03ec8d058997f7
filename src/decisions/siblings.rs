//! What only the other files of a tree tell about a file: that it is a translation of a record, an
//! attachment of one, or a text about records that stand elsewhere.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::place_names::{
    is_adr_name, is_index_stem, is_markdown, is_record_name, language_of, stem_of,
};
use super::record::SourceKind;
use super::record_names::number_of_stem;

/// Why a file that is placed like a source is set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Aside {
    /// The reason, as a clause.
    pub reason: String,
    /// The record that it translates: its path there is another name of that one.
    pub translates: Option<String>,
}

/// The sources among these that are none, by path.
pub(super) fn aside(sources: &[(String, SourceKind)]) -> HashMap<String, Aside> {
    let mut out = HashMap::new();
    let all: HashSet<&str> = sources.iter().map(|(p, _)| p.as_str()).collect();
    for (path, kind) in sources {
        if *kind == SourceKind::Instructions {
            continue;
        }
        if let Some((original, language)) = original(path, &all) {
            let aside = Aside {
                reason: format!("it is the translation of {original} ({language})"),
                translates: Some(original),
            };
            out.insert(path.clone(), aside);
        } else if let Some(record) = record_of_folder(path, &all) {
            let aside = Aside {
                reason: format!("it belongs to the attachments of {record}"),
                translates: None,
            };
            out.insert(path.clone(), aside);
        }
    }
    notes_about_records(sources, &mut out);
    out
}

/// The texts that stand in a folder of records by name (`ADR-0001-x.md` in a folder of any name)
/// without being named like one: nobody should miss a decision in them without being told.
pub(super) fn beside(sources: &[(String, SourceKind)], others: &[String]) -> Vec<String> {
    let homes: HashSet<&str> = sources
        .iter()
        .filter(|(_, kind)| *kind == SourceKind::Adr)
        .filter_map(|(path, _)| {
            let (dir, name) = path.rsplit_once('/')?;
            is_adr_name(&stem_of(name)).then_some(dir)
        })
        .collect();
    others
        .iter()
        .filter(|path| {
            let Some((dir, name)) = path.rsplit_once('/') else {
                return false;
            };
            homes.contains(dir) && is_markdown(&name.to_lowercase())
        })
        .cloned()
        .collect()
}

/// The record that a path translates, with the language: `0001-x.de.md` beside `0001-x.md`, or
/// `docs/de/adr/0001-x.md` beside `docs/adr/0001-x.md` or `docs/en/adr/0001-x.md`.
fn original(path: &str, all: &HashSet<&str>) -> Option<(String, String)> {
    let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, ext) = name.rsplit_once('.')?;
    for (at, _) in stem.match_indices(['.', '_', '-']) {
        let (base, language) = (&stem[..at], &stem[at + 1..]);
        let Some(language) = language_of(language) else {
            continue;
        };
        for name in [format!("{base}.{ext}"), format!("{base}.en.{ext}")] {
            let candidate = join(dir, &name);
            if candidate != path && all.contains(candidate.as_str()) {
                return Some((candidate, language));
            }
        }
    }
    let parts: Vec<&str> = dir.split('/').collect();
    for (i, part) in parts.iter().enumerate() {
        let Some(language) = language_of(part).filter(|l| l != "en") else {
            continue;
        };
        let mut english = parts.clone();
        english[i] = "en";
        let mut without = parts.clone();
        without.remove(i);
        without.retain(|p| !FOLDERS.contains(&p.to_lowercase().as_str()));
        for dir in [without.join("/"), english.join("/")] {
            let candidate = join(&dir, name);
            if all.contains(candidate.as_str()) {
                return Some((candidate, language));
            }
            if let Some(named) = numbered_alike(path, &dir, all) {
                return Some((named, language));
            }
        }
    }
    None
}

/// Folders that gather translations.
const FOLDERS: &[&str] = &[
    "i18n",
    "l10n",
    "locales",
    "translations",
    "translated",
    "lang",
];

/// The one file of a folder that bears the number of this one, which is the only one of its own
/// folder to bear it: a translated name leaves nothing else in common.
fn numbered_alike(path: &str, dir: &str, all: &HashSet<&str>) -> Option<String> {
    let split = |p: &'_ str| {
        p.rsplit_once('/')
            .map_or((String::new(), p.to_owned()), |(d, n)| {
                (d.to_owned(), n.to_owned())
            })
    };
    let (own_dir, name) = split(path);
    let number = number_of_stem(&stem_of(&name)).0?;
    let bearing = |dir: &str| -> Vec<&str> {
        let fits = |p: &&&str| {
            let (d, n) = split(p);
            d == dir && number_of_stem(&stem_of(&n)).0.as_ref() == Some(&number)
        };
        all.iter().filter(fits).copied().collect()
    };
    match (bearing(&own_dir).len(), bearing(dir).as_slice()) {
        (1, [one]) => Some((*one).to_owned()),
        _ => None,
    }
}

fn join(dir: &str, name: &str) -> String {
    if dir.is_empty() {
        name.to_owned()
    } else {
        format!("{dir}/{name}")
    }
}

/// `0001-x/README.md` belongs to `0001-x.md`, where that is there.
fn record_of_folder(path: &str, all: &HashSet<&str>) -> Option<String> {
    let (dir, name) = path.rsplit_once('/')?;
    if !is_index_stem(&stem_of(name)) || !is_record_name(dir.rsplit('/').next()?, true) {
        return None;
    }
    let record = format!("{dir}.md");
    all.contains(record.as_str()).then_some(record)
}

/// The numbers that the files of one folder bear in their names.
#[derive(Default)]
struct Numbers<'a> {
    files: Vec<(&'a str, u32)>,
    distinct: BTreeSet<u32>,
    others: Vec<&'a str>,
}

impl Numbers<'_> {
    /// Whether they are a series of their own: hardly a gap, hardly a number twice.
    fn is_series(&self) -> bool {
        let (Some(first), Some(last)) = (self.distinct.first(), self.distinct.last()) else {
            return false;
        };
        let span = (last - first) as usize + 1;
        let n = self.distinct.len();
        n >= 2 && n * 10 >= span * 6 && self.files.len() * 10 <= n * 13
    }
}

/// Files that are named after a record (`adr-007-review.md`) beside no series of their own, while
/// another folder holds the series with that number, are texts about that record. Where a folder
/// holds several such and nothing else with a number, all of it is.
fn notes_about_records(sources: &[(String, SourceKind)], out: &mut HashMap<String, Aside>) {
    let mut folders: BTreeMap<&str, Numbers<'_>> = BTreeMap::new();
    for (path, kind) in sources {
        let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
        if *kind != SourceKind::Adr || !is_markdown(&name.to_lowercase()) {
            continue;
        }
        let stem = stem_of(name);
        let entry = folders.entry(dir).or_default();
        let number = number_of_stem(&stem).0.and_then(|n| n.parse().ok());
        match number.filter(|_| is_adr_name(&stem)) {
            Some(n) => {
                entry.files.push((path, n));
                entry.distinct.insert(n);
            }
            None => entry.others.push(path),
        }
    }
    let homes: Vec<(&str, &Numbers<'_>)> = folders
        .iter()
        .filter(|(_, f)| f.is_series())
        .map(|(dir, f)| (*dir, f))
        .collect();
    for (dir, folder) in folders.iter().filter(|(_, f)| !f.is_series()) {
        let mut about = Vec::new();
        for (path, n) in &folder.files {
            let home = homes
                .iter()
                .filter(|(h, f)| h != dir && f.distinct.contains(n))
                .max_by_key(|(_, f)| f.distinct.len());
            if let Some((home, _)) = home {
                let place = if home.is_empty() { "the top" } else { home };
                let reason = format!("it is about ADR {n}, which stands in {place}");
                about.push((*path, reason));
            }
        }
        if about.len() >= 3 && about.len() == folder.files.len() {
            let reason = "its folder holds notes about records that stand elsewhere";
            about.extend(folder.others.iter().map(|p| (*p, reason.to_owned())));
        }
        for (path, reason) in about {
            out.entry(path.to_owned()).or_insert(Aside {
                reason,
                translates: None,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reasons(paths: &[&str]) -> BTreeMap<String, String> {
        let sources: Vec<(String, SourceKind)> = paths
            .iter()
            .map(|p| ((*p).to_owned(), SourceKind::Adr))
            .collect();
        aside(&sources)
            .into_iter()
            .map(|(p, a)| (p, a.reason))
            .collect()
    }

    #[test]
    fn translations_of_one_record_are_one_decision() {
        let got = reasons(&[
            "docs/adr/0001-a.md",
            "docs/adr/0001-a.ja.md",
            "docs/adr/0001-a_zh-Hans.md",
            "docs/de/adr/0001-a.md",
            "docs/adr/0002-make-it.md",
            "docs/adr/0003-nur-deutsch.de.md",
        ]);
        let paths: Vec<&str> = got.keys().map(String::as_str).collect();
        assert_eq!(
            paths,
            [
                "docs/adr/0001-a.ja.md",
                "docs/adr/0001-a_zh-Hans.md",
                "docs/de/adr/0001-a.md"
            ]
        );
        assert_eq!(
            got["docs/adr/0001-a.ja.md"],
            "it is the translation of docs/adr/0001-a.md (ja)"
        );
    }

    #[test]
    fn texts_beside_records_that_are_not_named_like_one_are_told() {
        let sources = [("arch/ADR-001-x.md".to_owned(), SourceKind::Adr)];
        let others = ["arch/REVIEW-of-x.md", "arch/x.png", "docs/guide.md"].map(str::to_owned);
        assert_eq!(beside(&sources, &others), ["arch/REVIEW-of-x.md"]);
    }

    #[test]
    fn a_folder_named_like_a_record_beside_it_holds_its_attachments() {
        let got = reasons(&[
            "docs/adr/0001-a.md",
            "docs/adr/0001-a/README.md",
            "docs/adr/0002-b/README.md",
        ]);
        assert_eq!(
            got.keys().collect::<Vec<_>>(),
            ["docs/adr/0001-a/README.md"]
        );
    }

    #[test]
    fn texts_about_records_are_told_from_a_second_series() {
        let series: Vec<String> = (1..=9).map(|n| format!("arch/ADR-00{n}-x.md")).collect();
        let mut paths: Vec<&str> = series.iter().map(String::as_str).collect();
        paths.extend([
            "reviews/ADR-003-review.md",
            "notes/adr/adr-002-a.md",
            "notes/adr/adr-007-b.md",
            "notes/adr/adr-007-c.md",
            "notes/adr/how-we-read.md",
            "pkg/b/adr/ADR-001-y.md",
            "pkg/b/adr/ADR-002-z.md",
        ]);
        let got = reasons(&paths);
        let paths: Vec<&str> = got.keys().map(String::as_str).collect();
        assert_eq!(
            paths,
            [
                "notes/adr/adr-002-a.md",
                "notes/adr/adr-007-b.md",
                "notes/adr/adr-007-c.md",
                "notes/adr/how-we-read.md",
                "reviews/ADR-003-review.md"
            ]
        );
        assert!(got["reviews/ADR-003-review.md"].contains("ADR 3, which stands in arch"));
    }
}
