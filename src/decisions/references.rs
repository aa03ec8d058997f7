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
    None,
}

/// Ways to find a record by what people write.
pub(super) struct Index<'a> {
    records: &'a [&'a Record],
    by_path: HashMap<&'a str, Vec<usize>>,
    by_stem: HashMap<String, Vec<usize>>,
    by_number: HashMap<String, Vec<usize>>,
}

impl<'a> Index<'a> {
    pub(super) fn new(records: &'a [&'a Record]) -> Self {
        let mut index = Self {
            records,
            by_path: HashMap::new(),
            by_stem: HashMap::new(),
            by_number: HashMap::new(),
        };
        for (i, r) in records.iter().enumerate() {
            if r.kind == SourceKind::Commit {
                continue;
            }
            let path = r.id.as_str().split('#').next().unwrap_or("");
            index.by_path.entry(path).or_default().push(i);
            if r.kind == SourceKind::Adr {
                index.by_stem.entry(file_stem(path)).or_default().push(i);
            }
            // A child's "1." is an item of its entry, not a number to cite.
            if let Some(n) = r.number.as_ref().filter(|_| r.part_of.is_none()) {
                index.by_number.entry(n.clone()).or_default().push(i);
            }
        }
        index
    }

    pub(super) fn target(&self, from: usize, link: &Link) -> Target {
        let written = link.target.trim();
        let here = self.records[from]
            .id
            .as_str()
            .split('#')
            .next()
            .unwrap_or("");
        let (path, anchor) = written
            .split_once('#')
            .map_or((written, None), |(p, a)| (p, Some(a)));
        if path.is_empty() {
            return anchor.map_or(Target::None, |a| self.anchor(here, a));
        }
        if let Some(found) = self.path(here, path) {
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
            return self.words(from, written);
        }
        Target::None
    }

    /// A path relative to the citing file or to the top, a URL of this file, a stem, `package/stem`.
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
        if stem.contains('-') || written.ends_with(".md") {
            return Some(by_stem.clone());
        }
        None
    }

    /// Records of the citing record's own folder first: packages number on their own.
    fn number(&self, from: usize, number: &str) -> Target {
        let Some(found) = self.by_number.get(number) else {
            return Target::None;
        };
        let dir = |i: usize| {
            let path = path_of(self.records[i]);
            path.rsplit_once('/').map_or("", |(d, _)| d)
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

fn file_stem(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or(path);
    let name = path.rsplit('/').next().unwrap_or(path);
    let lower = name.to_lowercase();
    for ext in [".md", ".mdx", ".markdown", ".html"] {
        if let Some(stem) = lower.strip_suffix(ext) {
            return stem.to_owned();
        }
    }
    lower
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
