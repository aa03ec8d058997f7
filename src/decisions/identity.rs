//! Which record of a version is which decision of the version before it.

use std::collections::{HashMap, HashSet, VecDeque};

use sha2::{Digest, Sha256};

use super::headings::same_form;
use super::record::Record;
use super::tongues;
use crate::extract::terms::{overlap, terms};
use crate::model::{CommitId, DecisionId, DecisionKey, RepoPath};

/// The share of common terms from which two texts are versions of one decision.
const ALIKE: f64 = 0.6;
/// The same where git already holds one file for the other under a new name.
const ALIKE_MOVED: f64 = 0.4;
/// The same where a title says what the other says and more: an entry that was written on.
const ALIKE_RETITLED: f64 = 0.25;

/// A record of an earlier version and the decision that it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known<'r> {
    /// The decision's place in the index.
    pub decision: u32,
    /// Its record there.
    pub record: &'r Record,
    /// The hash of its text.
    pub text: &'r str,
    /// Which of the commit's versions it stood before.
    pub file: usize,
}

/// A record of a new version.
#[derive(Clone, Copy, Debug)]
pub(super) struct New<'r> {
    /// The record.
    pub record: &'r Record,
    /// The hash of its text.
    pub text: &'r str,
    /// Which of the commit's versions it stands in.
    pub file: usize,
}

/// For each new record of a commit the known one that it continues, as a place in `known`; none is
/// used twice. `kept` says of each version whether its file kept its path.
///
/// In order, each step over what the steps before left: the same headings and text; the same text in
/// its file, then in any; the same headings, or the file of one record; the same title; in any file
/// the same headings or the same title of an entry; six tenths of all terms in common, the likest
/// first (four tenths where git sees a renamed file, a quarter where a title says the other's words and
/// goes on), then the same number, then six tenths in any
/// file; a record at the place of one of another language.
pub(super) fn continue_from(
    new: &[New<'_>],
    known: &[Known<'_>],
    kept: &[bool],
) -> Vec<Option<usize>> {
    let mut m = Matching {
        new,
        known,
        out: vec![None; new.len()],
        used: vec![false; known.len()],
    };
    let is_kept = |file: usize| kept.get(file).copied().unwrap_or(false);
    m.exact(true, |r, text| Some(format!("{}\u{1}{text}", fragment(r))));
    m.exact(true, |r, _| telling(body(r), 20));
    m.exact(false, |r, _| telling(body(r), 20));
    m.exact_in(|r, _, file| match fragment(r) {
        "" if !is_kept(file) => None,
        f => Some(f.to_owned()),
    });
    m.exact(true, |r, _| telling(same_form(&r.title), 4));
    m.exact(false, |r, _| telling(fragment(r).to_owned(), 4));
    m.exact(false, |r, _| {
        r.part_of
            .is_none()
            .then(|| telling(same_form(&r.title), 4))?
    });
    m.alike(true, |new, known| {
        let moved = !is_kept(new.file) && is_file(new.record) && is_file(known.record);
        match moved {
            true => ALIKE_MOVED,
            false if goes_on(new.record, known.record) => ALIKE_RETITLED,
            false => ALIKE,
        }
    });
    m.exact(true, |r, _| {
        r.number.clone().filter(|_| r.part_of.is_none())
    });
    m.alike(false, |_, _| ALIKE);
    m.translated();
    m.out
}

/// Whether a record that is back where another was gone is that other.
pub(super) fn is_same(new: &Record, old: &Record) -> bool {
    let title = same_form(&new.title);
    let same_title = title.chars().count() >= 4 && title == same_form(&old.title);
    same_title || overlap(&term_set(new), &term_set(old)) >= ALIKE
}

/// Whether one title begins with all of the other, under the same parent.
fn goes_on(a: &Record, b: &Record) -> bool {
    let words = |r: &Record| -> Vec<String> {
        let form = same_form(&r.title);
        form.split_whitespace().map(str::to_owned).collect()
    };
    let (a_words, b_words) = (words(a), words(b));
    let (short, long) = match a_words.len() <= b_words.len() {
        true => (a_words, b_words),
        false => (b_words, a_words),
    };
    let parent = |r: &Record| r.trail.split_last().map(|(_, above)| above.to_vec());
    short.len() >= 2 && long.starts_with(&short) && parent(a) == parent(b)
}

/// Whether a record's text is long enough to be known by it alone.
pub(super) fn is_telling(r: &Record) -> bool {
    body(r).chars().count() >= 40
}

struct Matching<'m, 'r> {
    new: &'m [New<'r>],
    known: &'m [Known<'r>],
    out: Vec<Option<usize>>,
    used: Vec<bool>,
}

impl Matching<'_, '_> {
    fn exact(&mut self, own_file: bool, form: impl Fn(&Record, &str) -> Option<String>) {
        self.pair(|r, text, file| Some((form(r, text)?, own_file.then_some(file))));
    }

    fn exact_in(&mut self, form: impl Fn(&Record, &str, usize) -> Option<String>) {
        self.pair(|r, text, file| Some((form(r, text, file)?, Some(file))));
    }

    /// Pairs what has the same form, in order.
    fn pair(&mut self, form: impl Fn(&Record, &str, usize) -> Option<(String, Option<usize>)>) {
        if self.is_done() {
            return;
        }
        let mut places: HashMap<(String, Option<usize>), VecDeque<usize>> = HashMap::new();
        for (i, k) in self
            .known
            .iter()
            .enumerate()
            .filter(|(i, _)| !self.used[*i])
        {
            if let Some(form) = form(k.record, k.text, k.file) {
                places.entry(form).or_default().push_back(i);
            }
        }
        for (slot, n) in self.out.iter_mut().zip(self.new) {
            if slot.is_some() || places.is_empty() {
                continue;
            }
            let list = form(n.record, n.text, n.file).and_then(|f| places.get_mut(&f));
            if let Some(i) = list.and_then(VecDeque::pop_front) {
                self.used[i] = true;
                *slot = Some(i);
            }
        }
    }

    fn is_done(&self) -> bool {
        self.out.iter().all(Option::is_some) || self.used.iter().all(|u| *u)
    }

    fn alike(&mut self, own_file: bool, least: impl Fn(&New<'_>, &Known<'_>) -> f64) {
        let left: Vec<usize> = (0..self.new.len())
            .filter(|&i| self.out[i].is_none())
            .collect();
        let free: Vec<usize> = (0..self.known.len()).filter(|&i| !self.used[i]).collect();
        if left.is_empty() || free.is_empty() || left.len() * free.len() > 250_000 {
            return;
        }
        let news: Vec<HashSet<String>> =
            left.iter().map(|&i| term_set(self.new[i].record)).collect();
        let olds: Vec<HashSet<String>> = free
            .iter()
            .map(|&i| term_set(self.known[i].record))
            .collect();
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (&n, terms) in left.iter().zip(&news) {
            for (&k, others) in free.iter().zip(&olds) {
                let (new, known) = (&self.new[n], &self.known[k]);
                if own_file && new.file != known.file {
                    continue;
                }
                let share = overlap(terms, others);
                if share >= least(new, known) {
                    pairs.push((share, n, k));
                }
            }
        }
        pairs.sort_by(|x, y| y.0.total_cmp(&x.0).then((x.1, x.2).cmp(&(y.1, y.2))));
        for (_, n, k) in pairs {
            if self.out[n].is_none() && !self.used[k] {
                self.used[k] = true;
                self.out[n] = Some(k);
            }
        }
    }

    /// A file whose remaining records all changed their language, and nothing of their order.
    fn translated(&mut self) {
        let mut files: Vec<usize> = self.new.iter().map(|n| n.file).collect();
        files.dedup();
        for file in files {
            let left: Vec<usize> = (0..self.new.len())
                .filter(|&i| self.out[i].is_none() && self.new[i].file == file)
                .collect();
            let free: Vec<usize> = (0..self.known.len())
                .filter(|&i| !self.used[i] && self.known[i].file == file)
                .collect();
            if left.is_empty() || left.len() != free.len() {
                continue;
            }
            let pairs = || left.iter().copied().zip(free.iter().copied());
            let level = |r: &Record| r.trail.len();
            let same_shape = pairs().all(|(n, k)| {
                let (new, old) = (self.new[n].record, self.known[k].record);
                level(new) == level(old)
            });
            let text = |records: &mut dyn Iterator<Item = &Record>| {
                let texts: Vec<&str> = records.map(|r| r.text.as_str()).collect();
                tongues::of(&texts.join("\n"))
            };
            let was = text(&mut free.iter().map(|&k| self.known[k].record));
            let is = text(&mut left.iter().map(|&n| self.new[n].record));
            if !same_shape || was.is_none() || is.is_none() || was == is {
                continue;
            }
            for (n, k) in pairs().collect::<Vec<_>>() {
                self.used[k] = true;
                self.out[n] = Some(k);
            }
        }
    }
}

/// The headings that lead to a record; empty for the one record of a file.
fn fragment(r: &Record) -> &str {
    r.id.as_str().split_once('#').map_or("", |(_, f)| f)
}

fn is_file(r: &Record) -> bool {
    fragment(r).is_empty()
}

fn telling(form: String, least: usize) -> Option<String> {
    (form.chars().count() >= least).then_some(form)
}

fn term_set(r: &Record) -> HashSet<String> {
    terms(&r.text).into_iter().collect()
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

/// The key of a record of whose history nothing is known: the same as of every commit, as long as its
/// id is.
pub(super) fn provisional_key(root: &CommitId, id: &DecisionId) -> DecisionKey {
    DecisionKey(short_hash(&[root.as_str(), "", id.as_str()]))
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
        let texts = |all: &[Record]| all.iter().map(text_hash).collect::<Vec<_>>();
        let (before, after) = (texts(&old), texts(&new));
        let known: Vec<Known<'_>> = old
            .iter()
            .zip(&before)
            .zip(0..)
            .map(|((record, text), decision)| Known {
                decision,
                record,
                text,
                file: 0,
            })
            .collect();
        let new: Vec<New<'_>> = new
            .iter()
            .zip(&after)
            .map(|(record, text)| New {
                record,
                text,
                file: 0,
            })
            .collect();
        continue_from(&new, &known, &[true])
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
    fn an_entry_that_is_written_on_under_a_longer_title_is_the_same_decision() {
        let new = OLD.replace("## Cache (June 2026)\n\nThe cache is gated by turns, never by time.", "## Cache gate → prewarm and keys (June 2026)\n\nThe cache is gated by turns. A warm start fills every slot.");
        let old = OLD.replace("## Cache (June", "## Cache gate (June");
        assert_eq!(matched(&old, &new)[2], Some(2));
        let other = new.replace("Cache gate → prewarm", "Prewarm");
        assert_eq!(matched(&old, &other)[2], None);
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

    #[test]
    fn a_log_that_is_translated_keeps_the_identity_of_each_entry() {
        let new = "# Protokoll\n\n## Warteschlange (Mai 2026)\n\nDie Warteschlange bleibt im Speicher, weil die Tabelle unter Last gesperrt war.\n\n### Stand\n\nAktiv.\n\n## Zwischenspeicher (Juni 2026)\n\nDer Zwischenspeicher hängt an den Runden und nie an der Zeit.\n\n### Stand\n\nAktiv.\n";
        assert_eq!(matched(OLD, new), [Some(0), Some(1), Some(2), Some(3)]);
    }
}
