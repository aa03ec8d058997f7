//! Where the words of a change meet the words of a record.

use std::collections::BTreeSet;

use super::choices::{alternatives, chosen, dependencies, tried};
use super::phrases::{Said, smallness};
use super::record::{Cue, RecordView, Sentence};
use super::values::value;
use super::view::{ChangeView, FileView, HunkView};
use super::words::{Corpus, Term, term_set};
use crate::model::Decision;
use crate::model::FileKind;

/// A meeting of one hunk and one sentence.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// 0 to 1.
    pub strength: f64,
    /// Index of the sentence in the record.
    pub sentence: Option<usize>,
    /// Index of the file in the view.
    pub file: usize,
    /// Index of the hunk in the file.
    pub hunk: usize,
    /// What meets, for the explanation.
    pub what: String,
}

/// The best meetings of each kind.
#[derive(Clone, Debug, Default)]
pub struct Meetings {
    /// A value moved away from the one that the record states.
    pub value: Option<Meeting>,
    /// A value moved to or past one that the record measured and turned down.
    pub measured: Option<Meeting>,
    /// A switch turned the other way from what the record says of it.
    pub flipped: Option<Meeting>,
    /// An option that the record turned down comes in.
    pub rejected: Option<Meeting>,
    /// Something that a forbidding sentence names comes in.
    pub forbidden: Option<Meeting>,
    /// Something that a requiring sentence names goes out.
    pub required: Option<Meeting>,
    /// A guard that the record asks for goes out.
    pub guard: Option<Meeting>,
    /// What the decision chose goes out.
    pub chosen: Option<Meeting>,
    /// The best likeness of a hunk to a sentence, whatever the sentence asks for.
    pub alike: Option<Meeting>,
}

pub(super) fn better(slot: &mut Option<Meeting>, meeting: Meeting) {
    if meeting.strength > 0.0 && slot.as_ref().is_none_or(|m| m.strength < meeting.strength) {
        *slot = Some(meeting);
    }
}

/// Finds the meetings of a change and a record.
pub fn meetings(
    view: &ChangeView,
    record: &RecordView,
    decision: &Decision,
    corpus: &Corpus,
) -> Meetings {
    let mut m = Meetings::default();
    let mut said = Said::default();
    let narrow = narrowness(record);
    let gone = everywhere(view, |h| &h.removed_terms, |h| &h.added_terms);
    let come = everywhere(view, |h| &h.added_terms, |h| &h.removed_terms);
    for (fi, file) in view.files.iter().enumerate() {
        if matches!(file.kind, FileKind::Docs | FileKind::Generated) {
            continue;
        }
        for (hi, hunk) in file
            .hunks
            .iter()
            .enumerate()
            .filter(|(_, h)| h.is_effective())
        {
            let at = Place { fi, hi, file, hunk };
            for (si, sentence) in record.sentences.iter().enumerate() {
                meet_sentence(&mut m, &at, si, sentence, record, corpus, &gone, &come);
                said.meet(&at, Some(si), sentence, record, corpus, &gone, &come);
            }
            said.meet(&at, None, &record.title, record, corpus, &gone, &come);
            alternatives(&mut m, &at, decision, record, corpus);
            dependencies(&mut m, &at, record);
            tried(&mut m, &at, decision, record);
            chosen(&mut m, &at, decision, record, corpus, &gone);
        }
    }
    for meeting in [
        &mut m.required,
        &mut m.forbidden,
        &mut m.alike,
        &mut m.value,
        &mut m.flipped,
    ]
    .into_iter()
    .flatten()
    {
        meeting.strength *= narrow;
    }
    // A phrase does not meet a long record by chance, but some phrase of a long change does.
    let chance = smallness(gone.len() + come.len());
    let scaled = |meeting: &Meeting| Meeting {
        strength: meeting.strength * chance,
        ..meeting.clone()
    };
    for (slot, phrases) in [
        (&mut m.forbidden, [&said.comes, &None]),
        (&mut m.required, [&said.goes, &said.guard]),
    ] {
        for meeting in phrases.into_iter().flatten() {
            better(slot, scaled(meeting));
        }
    }
    m.guard = said.guard.as_ref().map(scaled);
    m
}

/// A broad section has a sentence for every change: what meets it by chance counts less. 1 up to
/// fifteen sentences, about two thirds at fifty.
fn narrowness(record: &RecordView) -> f64 {
    const NARROW: f64 = 15.0;
    (NARROW / (record.sentences.len() as f64).max(NARROW)).powf(0.35)
}

/// One hunk with its place in the view.
pub(super) struct Place<'a> {
    fi: usize,
    hi: usize,
    pub(super) file: &'a FileView,
    pub(super) hunk: &'a HunkView,
}

impl Place<'_> {
    pub(super) fn meeting(&self, strength: f64, sentence: Option<usize>, what: String) -> Meeting {
        Meeting {
            strength: strength.min(1.0),
            sentence,
            file: self.fi,
            hunk: self.hi,
            what,
        }
    }
}

/// Terms that the whole change has less of on one side than on the other.
fn everywhere(
    view: &ChangeView,
    of: impl Fn(&HunkView) -> &std::collections::BTreeMap<Term, usize>,
    other: impl Fn(&HunkView) -> &std::collections::BTreeMap<Term, usize>,
) -> BTreeSet<Term> {
    let mut balance: std::collections::BTreeMap<&Term, i64> = std::collections::BTreeMap::new();
    for (_, h) in view.effective() {
        for (t, n) in of(h) {
            *balance.entry(t).or_default() += *n as i64;
        }
        for (t, n) in other(h) {
            *balance.entry(t).or_default() -= *n as i64;
        }
    }
    balance
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(t, _)| t.clone())
        .collect()
}

/// Terms as the text spells them, for people.
pub(super) fn spelled<'a>(text: &str, terms: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = text
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|w| !w.is_empty())
        .collect();
    let mut out: Vec<&str> = Vec::new();
    for term in terms {
        let word = words
            .iter()
            .find(|w| term_set(w).contains(term))
            .copied()
            .unwrap_or(term);
        if !out.contains(&word) {
            out.push(word);
        }
    }
    out.join(", ")
}

pub(super) fn weigh<'a>(terms: impl Iterator<Item = &'a Term>, corpus: &Corpus) -> f64 {
    terms.map(|t| corpus.rarity(t)).sum()
}

#[allow(clippy::too_many_arguments)] // one meeting has that many sides; a struct would only rename them
fn meet_sentence(
    m: &mut Meetings,
    at: &Place<'_>,
    si: usize,
    s: &Sentence,
    record: &RecordView,
    corpus: &Corpus,
    gone: &BTreeSet<Term>,
    come: &BTreeSet<Term>,
) {
    let h = at.hunk;
    // The title says what each of its sentences is about.
    let about: BTreeSet<&Term> = s.terms.iter().chain(&record.title.terms).collect();
    let kept = weigh(h.kept_terms.iter().filter(|t| about.contains(t)), corpus);
    let around = weigh(
        h.around
            .iter()
            .filter(|t| about.contains(t) && !h.kept_terms.contains(*t)),
        corpus,
    );
    let removed: Vec<&Term> = h
        .removed_terms
        .keys()
        .filter(|t| gone.contains(*t) && s.terms.contains(*t))
        .collect();
    let added: Vec<&Term> = h
        .added_terms
        .keys()
        .filter(|t| come.contains(*t) && s.terms.contains(*t))
        .collect();
    let context = kept * 0.5 + around.min(2.0) * 0.3;
    let out = weigh(removed.iter().copied(), corpus);
    let into = weigh(added.iter().copied(), corpus);
    let all = out + into + context;
    better(&mut m.alike, at.meeting(all / 4.0, Some(si), String::new()));
    if s.cues.contains(&Cue::Requires) && out > 0.0 {
        let keeps: Vec<&&Term> = removed
            .iter()
            .filter(|t| !s.forbidden.contains(**t))
            .collect();
        let weight = weigh(keeps.iter().map(|t| **t), corpus);
        if weight > 0.0 {
            let what = spelled(&s.text, keeps.iter().map(|t| t.as_str()));
            better(
                &mut m.required,
                at.meeting((weight + context) / 3.0, Some(si), what),
            );
        }
    }
    if s.cues.contains(&Cue::Forbids) {
        let hits: Vec<&Term> = h
            .added_terms
            .keys()
            .filter(|t| come.contains(*t) && s.forbidden.contains(*t))
            .collect();
        let weight = weigh(hits.iter().copied(), corpus);
        if weight > 0.0 {
            let share = hits.len() as f64 / s.forbidden.len().clamp(1, 4) as f64;
            let what = spelled(&s.text, hits.iter().map(|t| t.as_str()));
            let told = weight * share.min(1.0).sqrt() * focus(h, hits.len());
            let strength = (told + context) / 3.0;
            better(&mut m.forbidden, at.meeting(strength, Some(si), what));
        }
    }
    for mv in &h.moved {
        let shared = weigh(mv.terms.iter().filter(|t| about.contains(t)), corpus)
            + weigh(
                h.around
                    .iter()
                    .filter(|t| about.contains(t) && !mv.terms.contains(*t)),
                corpus,
            )
            .min(2.0)
                * 0.3;
        value(m, at, si, s, mv, shared, corpus);
    }
}

/// How much of a small edit the words in common make up: an edit that does one thing says it with
/// one word. 1 for a large edit, up to 2.
fn focus(h: &HunkView, hits: usize) -> f64 {
    let all = h.removed_terms.len() + h.added_terms.len();
    1.0 + (hits as f64 / all.max(1) as f64).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Change, ChangedFile, FileStatus, Hunk, Line, LineKind, RepoPath};

    /// The meetings of a decision with a change of these lines, among other decisions.
    fn meet(title: &str, text: &str, lines: &[(char, &str)]) -> Meetings {
        let lines: Vec<Line> = lines
            .iter()
            .enumerate()
            .map(|(i, (k, text))| {
                let kind = match k {
                    '-' => LineKind::Deleted,
                    '+' => LineKind::Added,
                    _ => LineKind::Context,
                };
                let n = u32::try_from(i).unwrap() + 1;
                Line {
                    kind,
                    old: (kind != LineKind::Added).then_some(n),
                    new: (kind != LineKind::Deleted).then_some(n),
                    text: (*text).to_owned(),
                    no_newline: false,
                }
            })
            .collect();
        let hunk = Hunk {
            lines,
            ..Hunk::default()
        };
        let file = ChangedFile {
            path: RepoPath::from("src/harbour.ts"),
            old_path: None,
            status: FileStatus::Modified,
            additions: 0,
            deletions: 0,
            hunks: vec![hunk],
            note: None,
        };
        let change = Change {
            files: vec![file],
            ..Change::default()
        };
        let decision = Decision {
            title: title.into(),
            text: text.into(),
            ..Decision::default()
        };
        let record = RecordView::of(&decision);
        let mut sets: Vec<_> = (0..30)
            .map(|i| term_set(&format!("page{i} user")))
            .collect();
        sets.push(record.terms.clone());
        meetings(
            &ChangeView::of(&change),
            &record,
            &decision,
            &Corpus::of(&sets),
        )
    }

    fn strength(m: &Option<Meeting>) -> f64 {
        m.as_ref().map_or(0.0, |m| m.strength)
    }

    #[test]
    fn a_forbidden_phrase_that_comes_is_nearly_proof_and_its_words_apart_are_not() {
        let text = "We avoid default exports, since two names for one thing confuse.";
        let comes = [
            ('-', "export function Berth() {}"),
            ('+', "export default function Berth() {}"),
        ];
        assert!(strength(&meet("Avoid default exports", text, &comes).forbidden) > 0.8);
        let apart = [
            ('-', "export function Berth() {}"),
            ('+', "export function Berth(berth = defaults()) {}"),
        ];
        assert!(strength(&meet("Avoid default exports", text, &apart).forbidden) < 0.8);
    }

    #[test]
    fn a_name_with_its_dot_is_met_as_a_whole() {
        let text = "The type `Dock.FC` should be avoided, as it hides children.";
        let comes = [
            ('-', "export function Berth(p: Props) {"),
            ('+', "export const Berth: Dock.FC<Props> = (p) => {"),
        ];
        let m = meet("Avoid the type Dock.FC", text, &comes);
        assert!(strength(&m.forbidden) > 0.95);
        assert!(m.forbidden.unwrap().what.to_lowercase().contains("dock"));
    }

    #[test]
    fn a_guard_that_goes_is_met_where_the_record_asks_for_it() {
        let text = "Pessimistic locking must be used whenever a berth is booked.";
        let goes = [
            ('-', "const b = Berth.lock.find(id);"),
            ('+', "const b = Berth.find(id);"),
        ];
        assert!(strength(&meet("Book berths", text, &goes).guard) > 0.8);
        let stays = [
            ('-', "const b = Berth.lock.find(id);"),
            ('+', "const b = Berth.lock.first(id);"),
        ];
        assert!(meet("Book berths", text, &stays).guard.is_none());
        let elsewhere = "Pessimistic locking must be used whenever money moves.";
        assert!(meet("Move money", elsewhere, &goes).guard.is_none());
    }

    #[test]
    fn a_switch_is_known_by_the_words_of_its_name() {
        let text =
            "We raise an exception when a translation is missing, and must not show its key.";
        let turns = [
            ('-', "raise_on_missing_translations = true"),
            ('+', "raise_on_missing_translations = false"),
        ];
        assert!(strength(&meet("Missing translations", text, &turns).flipped) > 0.7);
        let other = [
            ('-', "raise_on_full_disk = true"),
            ('+', "raise_on_full_disk = false"),
        ];
        assert!(strength(&meet("Missing translations", text, &other).flipped) < 0.7);
    }

    #[test]
    fn a_bound_that_moves_is_met_though_its_number_is_small() {
        let text = "A warning requires evidence ≥ 2, never one sighting.";
        let moves = [
            ('-', "const EVIDENCE_FLOOR = 2;"),
            ('+', "const EVIDENCE_FLOOR = 1;"),
        ];
        let bound = strength(&meet("Warn with evidence", text, &moves).value);
        let text = "A warning requires evidence, as 2 people asked for it.";
        let bare = strength(&meet("Warn with evidence", text, &moves).value);
        assert!(bound > bare + 0.2, "{bound} {bare}");
    }

    #[test]
    fn a_phrase_in_a_large_change_tells_less() {
        assert!(smallness(3) > 0.99 && smallness(100) < 0.55 && smallness(100) > 0.4);
    }
}
