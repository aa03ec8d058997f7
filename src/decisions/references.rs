//! Finds the record that a reference means: by path, address, file name, number, anchor, or the
//! words of a heading.

use std::collections::{HashMap, HashSet};

use super::headings::same_form;
use super::record::{Link, LinkPlace, Record, SourceKind};
use super::titles;
use crate::extract::terms::terms;

/// What a reference comes to.
pub(super) enum Target {
    One(usize),
    Many(Vec<usize>),
    /// A record of another repository, which is not read here.
    Elsewhere,
    None,
}

/// Ways to find a record by what people write.
pub(super) struct Index<'a> {
    records: &'a [&'a Record],
    by_path: HashMap<String, Vec<usize>>,
    by_stem: HashMap<String, Vec<usize>>,
    by_number: HashMap<String, Vec<usize>>,
    /// Numbers of former names.
    by_old_number: HashMap<String, Vec<usize>>,
    remotes: Vec<String>,
    gone: Vec<Gone>,
}

/// A record file that is no more.
pub(super) struct Gone {
    /// What it was last.
    pub id: String,
    /// A commit that took it away.
    pub commit: String,
}

impl<'a> Index<'a> {
    /// `also` gives former ids and those of translations, with the place of their record; `remotes`
    /// what the repository is called (`owner/name`).
    pub(super) fn new(
        records: &'a [&'a Record],
        also: &[(String, usize)],
        remotes: Vec<String>,
    ) -> Self {
        let mut index = Self {
            records,
            by_path: HashMap::new(),
            by_stem: HashMap::new(),
            by_number: HashMap::new(),
            by_old_number: HashMap::new(),
            remotes,
            gone: Vec::new(),
        };
        for (i, r) in records.iter().enumerate() {
            if r.kind == SourceKind::Commit {
                continue;
            }
            let path = path_of(r);
            index.by_path.entry(path.to_owned()).or_default().push(i);
            if r.kind == SourceKind::Adr {
                index.by_stem.entry(file_stem(path)).or_default().push(i);
                // A record that is its folder's file is cited by the folder.
                if let Some((dir, name)) = path.rsplit_once('/')
                    && is_of_its_folder(name)
                {
                    add(index.by_path.entry(dir.to_owned()).or_default(), i);
                    add(index.by_stem.entry(file_stem(dir)).or_default(), i);
                }
            }
            // A child's "1." is an item of its entry, not a number to cite.
            if let Some(n) = r.number.as_ref().filter(|_| r.part_of.is_none()) {
                index.by_number.entry(n.clone()).or_default().push(i);
            }
        }
        for (id, i) in also.iter().filter(|(id, _)| !id.contains('#')) {
            // What stands there now comes before what stood there.
            let path = index.by_path.entry(id.clone()).or_default();
            if path.iter().any(|&p| path_of(records[p]) == id) {
                continue;
            }
            add(path, *i);
            let stem = file_stem(id);
            if let Some(n) = super::record_names::number_of_stem(&stem).0 {
                add(index.by_old_number.entry(n).or_default(), *i);
            }
            let stems = index.by_stem.entry(stem.clone()).or_default();
            if !stems
                .iter()
                .any(|&s| file_stem(path_of(records[s])) == stem)
            {
                add(stems, *i);
            }
        }
        index
    }

    /// Adds the record files that were there once.
    pub(super) fn with_gone(mut self, gone: Vec<Gone>) -> Self {
        self.gone = gone;
        self
    }

    /// The one record that is no more and that a reference names, by its file's name or number.
    pub(super) fn gone(&self, target: &str) -> Option<&Gone> {
        let path = target.split(['#', '?']).next()?;
        let number = titles::number_at_start(path)
            .or_else(|| bare_number(path))
            .map(|(n, _)| n);
        let fits = |g: &&Gone| {
            let stem = file_stem(&g.id);
            let own = super::record_names::number_of_stem(&stem).0;
            stem == file_stem(path) || (number.is_some() && own == number)
        };
        let mut found = self.gone.iter().filter(fits);
        let one = found.next()?;
        found.next().is_none().then_some(one)
    }

    pub(super) fn target(&self, from: usize, link: &Link) -> Target {
        let written = decoded(link.target.trim().trim_matches(['<', '>']));
        let here = path_of(self.records[from]);
        let (path, anchor) = written
            .split_once('#')
            .map_or((written.as_str(), None), |(p, a)| (p, Some(a)));
        if path.is_empty() {
            return anchor.map_or(Target::None, |a| self.anchor(here, a));
        }
        if self.records[from].kind == SourceKind::Commit
            && let Some(found) = self.commit(path)
        {
            return one_or_many(&found);
        }
        let found = match path.split_once("://") {
            Some((_, address)) if self.is_elsewhere(address) => return Target::Elsewhere,
            Some((_, address)) => self.address(address),
            None => self.path(here, path),
        };
        if let Some(found) = found {
            return match anchor {
                Some(a) if found.len() > 1 => self.anchor(path_of(self.records[found[0]]), a),
                _ => one_or_many(&found),
            };
        }
        if let Some((number, len)) = titles::number_at_start(path).or_else(|| bare_number(path))
            && len >= path.len().min(12)
        {
            return self.number(from, &number);
        }
        if link.place == LinkPlace::Heading {
            return self.words(from, &written);
        }
        Target::None
    }

    /// The decisions of commits whose ids begin so.
    fn commit(&self, written: &str) -> Option<Vec<usize>> {
        let id = written.strip_prefix("commit:").unwrap_or(written);
        let is_id = (7..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_hexdigit());
        if !is_id {
            return None;
        }
        let start = format!("commit:{}", id.to_lowercase());
        let all = self.records.iter().enumerate();
        let found: Vec<usize> = all
            .filter(|(_, r)| r.id.as_str().starts_with(&start))
            .map(|(i, _)| i)
            .collect();
        (!found.is_empty()).then_some(found)
    }

    /// Whether an address names a repository of another name than this one has. A fork keeps the name.
    fn is_elsewhere(&self, address: &str) -> bool {
        let mut parts = address.split('/').skip(1);
        let (Some(_), Some(name)) = (parts.next(), parts.next()) else {
            return false;
        };
        let is_file = parts.any(|p| matches!(p, "blob" | "tree" | "raw" | "src"));
        let same = |own: &String| own.rsplit('/').next() == Some(name.trim_end_matches(".git"));
        is_file && !self.remotes.is_empty() && !self.remotes.iter().any(same)
    }

    /// The file whose whole path the address ends in, else the one that has its name.
    fn address(&self, address: &str) -> Option<Vec<usize>> {
        let address = address.split('?').next().unwrap_or(address);
        for (at, _) in address.match_indices('/') {
            if let Some(found) = self.by_path.get(&address[at + 1..]) {
                return Some(found.clone());
            }
        }
        self.by_stem.get(&file_stem(address)).cloned()
    }

    /// A path relative to the citing file or to the top, a stem, `package/stem`.
    fn path(&self, here: &str, written: &str) -> Option<Vec<usize>> {
        let dir = here.rsplit_once('/').map_or("", |(d, _)| d);
        let candidates = [join(dir, written), join("", written)];
        for c in candidates.into_iter().flatten() {
            if let Some(found) = self.by_path.get(c.as_str()) {
                return Some(found.clone());
            }
        }
        let stem = file_stem(written);
        let by_stem = self.by_stem.get(&stem)?;
        if !stem.contains('-') && !has_extension(written) {
            return None;
        }
        // Of several files of one name: those in the named folder, else those of the own folder.
        let folders: Vec<&str> = written
            .split('/')
            .rev()
            .skip(1)
            .filter(|p| !p.is_empty() && !p.starts_with('.'))
            .collect();
        let narrowed = |keep: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let fits = |i: &&usize| keep(path_of(self.records[**i]));
            by_stem.iter().filter(fits).copied().collect()
        };
        let named = narrowed(&|path| folders.iter().all(|f| path.split('/').any(|p| p == *f)));
        let near = narrowed(&|path| path.rsplit_once('/').map_or("", |(d, _)| d) == dir);
        Some(match (folders.is_empty(), named.len(), near.len()) {
            (false, 1.., _) => named,
            (true, _, 1..) => near,
            _ => by_stem.clone(),
        })
    }

    /// Records of the citing record's own folder first: packages number on their own.
    fn number(&self, from: usize, number: &str) -> Target {
        let dir = |i: usize| {
            let path = path_of(self.records[i]);
            path.rsplit_once('/').map_or("", |(d, _)| d)
        };
        let bare = number.rsplit('-').next().unwrap_or(number);
        let own_kind = || {
            // `426` in a folder of `pep-0426`, `PEP 426` in a folder of `0426`.
            let own = self.records[from].number.as_deref()?;
            let own = own.rsplit_once('-').map_or("", |(prefix, _)| prefix);
            let other = if own.is_empty() {
                bare.to_owned()
            } else {
                format!("{own}-{bare}")
            };
            self.by_number.get(&other).filter(|_| other != number)
        };
        let found = self
            .by_number
            .get(number)
            .or_else(own_kind)
            .or_else(|| self.by_old_number.get(number));
        let Some(found) = found else {
            return Target::None;
        };
        let near: Vec<usize> = found
            .iter()
            .copied()
            .filter(|&i| dir(i) == dir(from))
            .collect();
        one_or_many(if near.is_empty() { found } else { &near })
    }

    fn anchor(&self, path: &str, anchor: &str) -> Target {
        let Some(found) = self.by_path.get(path) else {
            return Target::None;
        };
        let hit: Vec<usize> = found
            .iter()
            .copied()
            .filter(|&i| slug(&self.records[i].heading) == anchor.to_lowercase())
            .collect();
        one_or_many(&hit)
    }

    /// The words of a heading in the same file: the one entry whose heading has all of them.
    fn words(&self, from: usize, written: &str) -> Target {
        let date = super::dates::first(written).map(|d| d.date);
        let bare = written.split(['(', ',']).next().unwrap_or(written);
        let want: Vec<String> = terms(bare)
            .into_iter()
            .filter(|t| {
                !matches!(
                    t.as_str(),
                    "above" | "below" | "entry" | "section" | "decision" | "later" | "file" | "top"
                )
            })
            .collect();
        if want.is_empty() {
            return Target::None;
        }
        let below = written.to_lowercase().contains("below");
        let above = written.to_lowercase().contains("above");
        let me = self.records[from];
        let list = self.by_path.get(path_of(me)).cloned().unwrap_or_default();
        let fits = |i: &usize| {
            let r = self.records[*i];
            let have: HashSet<String> = terms(&r.heading).into_iter().collect();
            let side = (!below || r.lines.start > me.lines.start)
                && (!above || r.lines.start < me.lines.start);
            let day = date.is_none() || r.date == date;
            *i != from && side && day && want.iter().all(|t| have.contains(t))
        };
        let mut hits: Vec<usize> = list.into_iter().filter(fits).collect();
        // An entry stands for its own sections.
        let parents = hits.clone();
        hits.retain(|&i| {
            self.records[i].part_of.is_none()
                || !parents.iter().any(|&p| is_parent(self.records, p, i))
        });
        one_or_many(&hits)
    }
}

fn is_parent(records: &[&Record], parent: usize, child: usize) -> bool {
    let heading = same_form(&records[parent].heading);
    path_of(records[parent]) == path_of(records[child])
        && records[child].trail.iter().any(|h| same_form(h) == heading)
}

fn one_or_many(found: &[usize]) -> Target {
    match found {
        [] => Target::None,
        [one] => Target::One(*one),
        many => Target::Many(many.to_vec()),
    }
}

fn path_of(r: &Record) -> &str {
    r.id.as_str().split('#').next().unwrap_or("")
}

fn is_of_its_folder(name: &str) -> bool {
    let lower = name.to_lowercase();
    matches!(lower.as_str(), "kep.yaml" | "readme.md" | "index.md")
}

const EXTENSIONS: &[&str] = &[
    ".md",
    ".mdx",
    ".markdown",
    ".html",
    ".adoc",
    ".asciidoc",
    ".rst",
    ".org",
];

fn has_extension(path: &str) -> bool {
    let lower = path.to_lowercase();
    EXTENSIONS.iter().any(|e| lower.ends_with(e))
}

fn file_stem(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let name = path.rsplit('/').next().unwrap_or(path);
    let lower = name.to_lowercase();
    EXTENSIONS
        .iter()
        .find_map(|e| lower.strip_suffix(e))
        .unwrap_or(&lower)
        .to_owned()
}

fn add(list: &mut Vec<usize>, i: usize) {
    if !list.contains(&i) {
        list.push(i);
    }
}

/// The text with `%20` and alike read; as it is where that is no text.
fn decoded(written: &str) -> String {
    if !written.contains('%') {
        return written.to_owned();
    }
    let mut out = Vec::with_capacity(written.len());
    let mut rest = written.as_bytes();
    while let Some((&b, after)) = rest.split_first() {
        let hex = after
            .get(..2)
            .filter(|_| b == b'%')
            .and_then(|h| std::str::from_utf8(h).ok())
            .and_then(|h| u8::from_str_radix(h, 16).ok());
        match hex {
            Some(byte) => {
                out.push(byte);
                rest = &after[2..];
            }
            None => {
                out.push(b);
                rest = after;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| written.to_owned())
}

fn bare_number(text: &str) -> Option<(String, usize)> {
    let digits = text.trim_start_matches('#');
    let all = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    all.then(|| (titles::number("", digits), text.len()))
}

/// The anchor that a forge gives a heading.
fn slug(heading: &str) -> String {
    titles::plain(heading)
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c),
            _ => None,
        })
        .collect()
}

/// Joins a relative link to a folder; none if it is a URL or leaves the repository.
fn join(dir: &str, link: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let mut parts: Vec<&str> = dir.split('/').filter(|p| !p.is_empty()).collect();
    for p in link.split('/') {
        match p {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            p => parts.push(p),
        }
    }
    Some(parts.join("/"))
}
