//! Which record of a version is which decision of the version before it.

use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};

use super::headings::same_form;
use super::record::Record;
use crate::extract::terms::{overlap, terms};
use crate::model::{CommitId, DecisionKey, RepoPath};

/// The share of common terms from which two texts are versions of one decision.
const ALIKE: f64 = 0.6;

/// A record of an earlier version and the decision that it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'r> {
    /// The decision's place in the index.
    pub decision: u32,
    /// Its record there.
    pub record: &'r Record,
}

/// For each new record the known one that it continues, as a place in `known`; none is used twice.
/// In order: the same headings; the same text; the same title (without number, date and standing);
/// at least six tenths of all terms in common, the likest first. In the `same_file` a record file's
/// one record goes on whatever became of it.
pub(super) fn continue_from(
    new: &[Record],
    known: &[Known<'_>],
    same_file: bool,
) -> Vec<Option<usize>> {
    let mut out: Vec<Option<usize>> = vec![None; new.len()];
    let mut used: HashSet<u32> = HashSet::new();
    if let ([_], [only]) = (new, known)
        && same_file
        && new[0].part_of.is_none()
        && !new[0].id.as_str().contains('#')
        && !only.record.id.as_str().contains('#')
    {
        return vec![Some(0)];
    }
    exact(new, known, &mut out, &mut used, chain);
    exact(new, known, &mut out, &mut used, |r| {
        let body = body(r);
        if body.len() < 20 { String::new() } else { body }
    });
    exact(new, known, &mut out, &mut used, |r| {
        let title = same_form(&r.title);
        if title.len() < 4 {
            String::new()
        } else {
            title
        }
    });
    alike(new, known, &mut out, &mut used);
    out
}

fn exact(
    new: &[Record],
    known: &[Known<'_>],
    out: &mut [Option<usize>],
    used: &mut HashSet<u32>,
    form: impl Fn(&Record) -> String,
) {
    if out.iter().all(Option::is_some) {
        return;
    }
    let mut places: HashMap<String, Vec<usize>> = HashMap::new();
    for (i, k) in known.iter().enumerate() {
        if !used.contains(&k.decision) {
            let form = form(k.record);
            if !form.is_empty() {
                places.entry(form).or_default().push(i);
            }
        }
    }
    for (slot, record) in out.iter_mut().zip(new) {
        if slot.is_some() {
            continue;
        }
        let Some(list) = places.get_mut(&form(record)) else {
            continue;
        };
        if let Some(at) = list
            .iter()
            .position(|&i| !used.contains(&known[i].decision))
        {
            let i = list.remove(at);
            used.insert(known[i].decision);
            *slot = Some(i);
        }
    }
}

fn alike(new: &[Record], known: &[Known<'_>], out: &mut [Option<usize>], used: &mut HashSet<u32>) {
    let left: Vec<usize> = (0..new.len()).filter(|&i| out[i].is_none()).collect();
    let free: Vec<usize> = (0..known.len())
        .filter(|&i| !used.contains(&known[i].decision))
        .collect();
    if left.is_empty() || free.is_empty() || left.len() * free.len() > 250_000 {
        return;
    }
    let set = |r: &Record| terms(&r.text).into_iter().collect::<HashSet<String>>();
    let news: Vec<HashSet<String>> = left.iter().map(|&i| set(&new[i])).collect();
    let olds: Vec<HashSet<String>> = free.iter().map(|&i| set(known[i].record)).collect();
    let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
    for (a, n) in news.iter().enumerate() {
        for (b, o) in olds.iter().enumerate() {
            let share = overlap(n, o);
            if share >= ALIKE {
                pairs.push((share, left[a], free[b]));
            }
        }
    }
    pairs.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
    for (_, n, k) in pairs {
        if out[n].is_none() && used.insert(known[k].decision) {
            out[n] = Some(k);
        }
    }
}

/// The headings that lead to a record, as one comparable text.
fn chain(r: &Record) -> String {
    let mut all: Vec<String> = r.trail.iter().map(|h| same_form(h)).collect();
    all.push(same_form(&r.heading));
    if r.id.as_str().contains('#') {
        all.join("\u{1}")
    } else {
        // A record file's heading may change with everything else; its path is what stays.
        r.id.as_str().to_owned()
    }
}

/// A record's text without its heading line.
fn body(r: &Record) -> String {
    let text = r.text.split_once('\n').map_or("", |(_, b)| b);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Sixteen hex digits over some texts.
pub(super) fn short_hash(parts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for p in parts {
        hash.update(p.as_bytes());
        hash.update([0]);
    }
    let digest = hash.finalize();
    digest.iter().take(8).map(|b| format!("{b:02x}")).collect()
}

/// A decision's key: over the root commit, the first recording commit, and the path and ordinal
/// there.
pub fn key(root: &CommitId, first: &CommitId, path: &RepoPath, ordinal: usize) -> DecisionKey {
    DecisionKey(short_hash(&[
        root.as_str(),
        first.as_str(),
        &path.to_string(),
        &ordinal.to_string(),
    ]))
}

/// The hash of a record's text alone: line ends and the blanks at line ends do not count.
pub(super) fn text_hash(r: &Record) -> String {
    let text: Vec<&str> = r.text.lines().map(str::trim_end).collect();
    short_hash(&[&text.join("\n")])
}

/// The hash of what makes a revision: text, title and standing.
pub(super) fn revision_hash(r: &Record, text: &str) -> String {
    short_hash(&[text, &r.title, r.standing.word()])
}

#[cfg(test)]
mod tests {
    use super::super::record::SourceKind;
    use super::*;

    fn records(text: &str) -> Vec<Record> {
        super::super::parse(
            SourceKind::Log,
            &RepoPath::from("DECISIONS.md"),
            text.as_bytes(),
        )
        .records
    }

    fn matched(old: &str, new: &str) -> Vec<Option<usize>> {
        let (old, new) = (records(old), records(new));
        let known: Vec<Known<'_>> = old
            .iter()
            .zip(0..)
            .map(|(record, decision)| Known { decision, record })
            .collect();
        continue_from(&new, &known, true)
    }

    const OLD: &str = "# Log\n\n## Queue (May 2026)\n\nThe queue stays in memory because the table locked under load.\n\n### Status\n\nActive.\n\n## Cache (June 2026)\n\nThe cache is gated by turns, never by time.\n\n### Status\n\nActive.\n";

    #[test]
    fn an_edit_a_retitle_and_a_new_entry_on_top_keep_identities() {
        let new = OLD
            .replace("under load", "under heavy load")
            .replace("## Cache (June 2026)", "## 2. Cache — superseded by Queue")
            .replace(
                "# Log\n",
                "# Log\n\n## Fresh (July 2026)\n\nSomething else entirely is said in here.\n",
            );
        assert_eq!(
            matched(OLD, &new),
            [None, Some(0), Some(1), Some(2), Some(3)]
        );
    }

    #[test]
    fn a_new_heading_over_the_same_words_is_the_same_decision() {
        let new = OLD.replace("## Queue (May 2026)", "## In-memory work list");
        assert_eq!(matched(OLD, &new)[0], Some(0));
    }

    #[test]
    fn another_decision_in_the_place_of_one_is_new() {
        let new = "# Log\n\n## Lamps (May 2026)\n\nWe paint them green on the first floor only.\n";
        assert_eq!(matched(OLD, new), [None]);
    }
}
