//! Finds the decision that somebody means: by id, key, number, file, former id or title.

use std::collections::HashSet;

use super::past::Past;
use super::record_names::number_of_stem;
use super::titles;
use crate::model::{Decision, DecisionId, DecisionKey, LogView, RepoPath};

/// A decision that may be meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    /// Its id.
    pub id: DecisionId,
    /// Its key.
    pub key: DecisionKey,
    /// Its title.
    pub title: String,
    /// Whether it is history: its text no longer stands in the tree.
    pub deleted: bool,
}

/// What a reference comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// This one.
    One(Meant),
    /// Several fit equally well.
    Many(Vec<Meant>),
    /// None does; these are the nearest, best first.
    None(Vec<Meant>),
}

/// Shortest prefix of a key or of a commit's id that counts.
const PREFIX: usize = 4;
/// How many near ones are told.
const NEAR: usize = 5;

/// Finds a decision among those that are live and those that history has besides. What is live comes
/// first; a way of naming counts only where every better one names nothing. In order: the id or key;
/// a former id; a number (`ADR 13`, `adr-0013`, `13`); a file or its stem; the beginning of a key,
/// an id or a commit; the title.
pub fn find(reference: &str, view: &LogView, past: &Past) -> Found {
    let wanted = reference.trim();
    let all = candidates(view, past);
    for deleted in [false, true] {
        let of: Vec<&Candidate<'_>> = all.iter().filter(|c| c.meant.deleted == deleted).collect();
        for way in WAYS {
            let hits: Vec<Meant> = of
                .iter()
                .filter(|c| way(c, wanted))
                .map(|c| c.meant.clone())
                .collect();
            match hits.len() {
                0 => {}
                1 => {
                    return hits
                        .into_iter()
                        .next()
                        .map_or(Found::None(Vec::new()), Found::One);
                }
                _ => return Found::Many(hits),
            }
        }
    }
    Found::None(near(wanted, &all))
}

struct Candidate<'a> {
    meant: Meant,
    former: Vec<&'a DecisionId>,
    is_section: bool,
}

fn candidates<'a>(view: &'a LogView, past: &'a Past) -> Vec<Candidate<'a>> {
    let mut out: Vec<Candidate<'_>> = view.decisions.iter().map(live).collect();
    let there: HashSet<&DecisionKey> = view.decisions.iter().map(|d| &d.key).collect();
    let gone = past
        .index
        .decisions()
        .iter()
        .filter(|t| !there.contains(&t.key));
    out.extend(gone.filter_map(|t| {
        let (last, _) = t.ids.last()?;
        Some(Candidate {
            meant: Meant {
                id: last.clone(),
                key: t.key.clone(),
                title: t
                    .revisions
                    .last()
                    .map(|r| r.title.clone())
                    .unwrap_or_default(),
                deleted: true,
            },
            former: t.ids.iter().map(|(id, _)| id).collect(),
            is_section: last.as_str().contains(" > "),
        })
    }));
    out
}

fn live(d: &Decision) -> Candidate<'_> {
    Candidate {
        meant: Meant {
            id: d.id.clone(),
            key: d.key.clone(),
            title: d.title.clone(),
            deleted: false,
        },
        former: d.aliases.iter().collect(),
        is_section: d.part_of.is_some(),
    }
}

type Way = fn(&Candidate<'_>, &str) -> bool;

const WAYS: &[Way] = &[
    |c, w| c.meant.id.as_str() == w || c.meant.key.as_str() == w,
    |c, w| c.former.iter().any(|id| id.as_str() == w),
    |c, w| !c.is_section && number(w).is_some_and(|n| number_of(&c.meant.id).as_ref() == Some(&n)),
    |c, w| file(&c.meant.id) == w || stem(&c.meant.id) == w || name(&c.meant.id) == w,
    |c, w| c.meant.key.as_str().starts_with(w) && w.len() >= PREFIX,
    |c, w| commit(&c.meant.id).is_some_and(|id| id.starts_with(w)) && w.len() >= PREFIX,
    |c, w| c.meant.title.to_lowercase() == w.to_lowercase(),
    |c, w| starts_with(c.meant.id.as_str(), w) || starts_with(&name(&c.meant.id), w),
    |c, w| {
        starts_with(
            c.meant.id.as_str().split_once('#').map_or("", |(_, h)| h),
            w,
        )
    },
    |c, w| starts_with(&c.meant.title, w),
];

fn starts_with(text: &str, start: &str) -> bool {
    !start.is_empty() && text.to_lowercase().starts_with(&start.to_lowercase())
}

/// The number that somebody wrote: `ADR 13`, `adr-0013`, `#13`, `13`.
fn number(written: &str) -> Option<String> {
    let bare = written.trim_start_matches('#');
    if !bare.is_empty() && bare.len() <= 6 && bare.bytes().all(|b| b.is_ascii_digit()) {
        return Some(titles::number("", bare));
    }
    let (number, len) = titles::number_at_start(written)?;
    (len == written.len()).then_some(number)
}

/// The number that an id bears: in its file's name, or before its heading.
fn number_of(id: &DecisionId) -> Option<String> {
    match id.as_str().split_once('#') {
        Some((_, heading)) => titles::number_at_start(heading).map(|(n, _)| n),
        None => number_of_stem(&stem(id)).0,
    }
}

fn file(id: &DecisionId) -> &str {
    id.as_str().split('#').next().unwrap_or_default()
}

/// The file's name; empty for what stands in no file of its own.
fn name(id: &DecisionId) -> String {
    let whole = !id.as_str().contains('#') && commit(id).is_none();
    if whole {
        RepoPath::from(file(id)).file_name()
    } else {
        String::new()
    }
}

fn stem(id: &DecisionId) -> String {
    let name = name(id);
    name.rsplit_once('.')
        .map_or(name.clone(), |(s, _)| s.to_owned())
}

fn commit(id: &DecisionId) -> Option<&str> {
    id.as_str().strip_prefix("commit:")
}

/// The candidates whose id or title shares most with what was written, best first.
fn near(wanted: &str, all: &[Candidate<'_>]) -> Vec<Meant> {
    let of = pieces(wanted);
    let mut scored: Vec<(f64, usize)> = all
        .iter()
        .enumerate()
        .map(|(i, c)| {
            let best = alike(&of, c.meant.id.as_str()).max(alike(&of, &c.meant.title));
            (if c.meant.deleted { best * 0.9 } else { best }, i)
        })
        .filter(|(score, _)| *score > 0.15)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    scored
        .into_iter()
        .take(NEAR)
        .map(|(_, i)| all[i].meant.clone())
        .collect()
}

/// Twice the common runs of three letters over all of them.
fn alike(of: &HashSet<Vec<char>>, text: &str) -> f64 {
    let other = pieces(text);
    let common = of.intersection(&other).count();
    2.0 * common as f64 / (of.len() + other.len()).max(1) as f64
}

fn pieces(text: &str) -> HashSet<Vec<char>> {
    let letters: Vec<char> = text
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect();
    letters.windows(3).map(<[char]>::to_vec).collect()
}
