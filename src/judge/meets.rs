//! Where the words of a change meet the words of a record.

use std::collections::BTreeSet;

use super::record::{Cue, RecordView, Sentence};
use super::view::{ChangeView, FileView, HunkView, ValueMove, number};
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
    /// What the decision chose goes out.
    pub chosen: Option<Meeting>,
    /// The best likeness of a hunk to a sentence, whatever the sentence asks for.
    pub alike: Option<Meeting>,
}

fn better(slot: &mut Option<Meeting>, meeting: Meeting) {
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
            }
            alternatives(&mut m, &at, decision, record, corpus);
            dependencies(&mut m, &at, record);
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
    m
}

/// A broad section has a sentence for every change: what meets it by chance counts less. 1 up to
/// fifteen sentences, about two thirds at fifty.
fn narrowness(record: &RecordView) -> f64 {
    const NARROW: f64 = 15.0;
    (NARROW / (record.sentences.len() as f64).max(NARROW)).powf(0.35)
}

struct Place<'a> {
    fi: usize,
    hi: usize,
    file: &'a FileView,
    hunk: &'a HunkView,
}

impl Place<'_> {
    fn meeting(&self, strength: f64, sentence: Option<usize>, what: String) -> Meeting {
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
fn spelled<'a>(text: &str, terms: impl Iterator<Item = &'a str>) -> String {
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

fn weigh<'a>(terms: impl Iterator<Item = &'a Term>, corpus: &Corpus) -> f64 {
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
    let about: BTreeSet<&Term> = s.terms.iter().chain(&record.title).collect();
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

fn value(
    m: &mut Meetings,
    at: &Place<'_>,
    si: usize,
    s: &Sentence,
    mv: &ValueMove,
    shared: f64,
    corpus: &Corpus,
) {
    let what = format!(
        "{} → {}",
        mv.old,
        if mv.new.is_empty() {
            "nothing"
        } else {
            &mv.new
        }
    );
    let new = number(&mv.new);
    let Some(old) = number(&mv.old) else {
        if shared >= 0.8 && !s.cues.is_empty() {
            better(&mut m.flipped, at.meeting(shared / 3.0, Some(si), what));
        }
        return;
    };
    let unit: String = mv
        .old
        .chars()
        .skip_while(|c| c.is_ascii_digit() || matches!(c, '_' | '.'))
        .collect();
    for stated in &s.numbers {
        let states = |v: f64| (stated.value - v).abs() < f64::EPSILON;
        let close: f64 = mv
            .terms
            .iter()
            .filter(|t| stated.near.iter().any(|n| n == *t || abbreviates(n, t)))
            .map(|t| corpus.rarity(t).max(0.4))
            .sum();
        if states(old) && new.is_none_or(|n| !states(n)) && shared + close > 0.0 {
            let same_unit = !unit.is_empty()
                && stated.unit.len() > 1
                && unit.to_lowercase().trim_end_matches('s') == stated.unit.trim_end_matches('s');
            // A bare small number stands in every record: it needs words close by.
            let telling = match (old >= 20.0, same_unit) {
                (_, true) => 0.5,
                (true, false) => 0.35,
                (false, false) => 0.0,
            };
            let strength = telling + close * 0.35 + shared / 6.0;
            better(&mut m.value, at.meeting(strength, Some(si), what.clone()));
        }
        let Some(new) = new else { continue };
        let n = stated.value;
        let between = (new <= n && n < old) || (old < n && n <= new);
        if between && close >= 0.4 && s.cues.contains(&Cue::Forbids) {
            let strength = close * 0.4 + shared / 6.0;
            better(
                &mut m.measured,
                at.meeting(strength, Some(si), format!("{what}, past {n}")),
            );
        }
    }
}

/// Whether a record's word is a short form of a term in code: `imp` of `import`.
fn abbreviates(short: &str, long: &str) -> bool {
    short.len() >= 3 && long.len() > short.len() && long.starts_with(short)
}

/// Options that were turned down and that the added side names.
fn alternatives(
    m: &mut Meetings,
    at: &Place<'_>,
    decision: &Decision,
    record: &RecordView,
    corpus: &Corpus,
) {
    for alternative in &decision.alternatives {
        let name = alternative.name.trim().to_lowercase();
        let wanted = term_set(&alternative.name);
        let words = alternative.name.split_whitespace().count();
        if wanted.is_empty() || words > 3 {
            continue;
        }
        // The option must not be what the decision is about, or what it chose.
        let own: BTreeSet<&Term> = wanted.difference(&record.title).collect();
        if own.is_empty() {
            continue;
        }
        let named = at.hunk.added_names.iter().any(|n| same_name(n, &name));
        let found = own
            .iter()
            .filter(|t| at.hunk.added_terms.contains_key(**t))
            .count();
        let share = found as f64 / own.len() as f64;
        let weight = weigh(
            own.iter()
                .copied()
                .filter(|t| at.hunk.added_terms.contains_key(*t)),
            corpus,
        );
        let manifest = matches!(at.file.kind, FileKind::Manifest | FileKind::Config);
        let strength = match (named, share) {
            (true, _) if manifest => 1.0,
            (true, _) => 0.8,
            (_, s) if s >= 1.0 => (0.35 + weight / 4.0) * if manifest { 1.2 } else { 1.0 },
            _ => 0.0,
        };
        let si = record
            .sentences
            .iter()
            .position(|s| s.text.contains(alternative.name.trim()));
        better(
            &mut m.rejected,
            at.meeting(strength, si, alternative.name.clone()),
        );
    }
}

/// How much of a small edit the words in common make up: an edit that does one thing says it with
/// one word. 1 for a large edit, up to 2.
fn focus(h: &HunkView, hits: usize) -> f64 {
    let all = h.removed_terms.len() + h.added_terms.len();
    1.0 + (hits as f64 / all.max(1) as f64).min(1.0)
}

/// Dependencies that come or go and that the record names: what was chosen goes, what was weighed
/// comes instead.
fn dependencies(m: &mut Meetings, at: &Place<'_>, record: &RecordView) {
    if at.file.kind != FileKind::Manifest {
        return;
    }
    let named = |name: &String| -> Vec<usize> {
        let says = |s: &Sentence| s.names.iter().any(|n| same_name(name, n));
        record
            .sentences
            .iter()
            .enumerate()
            .filter(|(_, s)| says(s))
            .map(|(i, _)| i)
            .collect()
    };
    let mut gone = None;
    for name in &at.hunk.removed_names {
        let said = named(name);
        if let Some(first) = said.first() {
            let strength = 0.35 + 0.12 * said.len().min(4) as f64;
            better(
                &mut m.chosen,
                at.meeting(strength, Some(*first), name.clone()),
            );
            gone = Some(name);
        }
    }
    for name in &at.hunk.added_names {
        if let Some(first) = named(name).first() {
            let strength = if gone.is_some() { 0.7 } else { 0.35 };
            better(
                &mut m.rejected,
                at.meeting(strength, Some(*first), name.clone()),
            );
        }
    }
}

/// Whether a name in code is the option's name: equal without punctuation, or with a scope or a
/// suffix such as `-driver`.
fn same_name(code: &str, option: &str) -> bool {
    let plain = |s: &str| -> String {
        s.trim_end_matches(".js")
            .chars()
            .filter(|c| c.is_alphanumeric())
            .collect()
    };
    let (c, o) = (plain(code), plain(option));
    o.len() > 2
        && (c == o || (o.len() > 4 && code.split(['-', '/', '@', '_']).any(|p| plain(p) == o)))
}

/// What the title names as chosen, removed from the whole change.
fn chosen(
    m: &mut Meetings,
    at: &Place<'_>,
    decision: &Decision,
    record: &RecordView,
    corpus: &Corpus,
    gone: &BTreeSet<Term>,
) {
    let hits: Vec<&Term> = at
        .hunk
        .removed_terms
        .keys()
        .filter(|t| gone.contains(*t) && record.title.contains(*t))
        .collect();
    if hits.is_empty() {
        return;
    }
    let manifest = at.file.kind == FileKind::Manifest;
    let named = at
        .hunk
        .removed_names
        .iter()
        .any(|n| record.title_names.contains(n));
    let weight = weigh(hits.iter().copied(), corpus);
    let strength = if manifest && named { 0.9 } else { weight / 3.0 };
    let what = spelled(&decision.title, hits.iter().map(|t| t.as_str()));
    better(&mut m.chosen, at.meeting(strength, None, what));
}
