//! The offline judge: deterministic, explained, without a network.

use super::features::{Features, Measured, Weights, measure};
use super::lex::without_prose;
use super::meets::{Meeting, Meetings};
use super::record::{RecordView, Sentence};
use super::view::ChangeView;
use super::words::Corpus;
use crate::extract::{Passage, quotes_with};
use crate::model::{
    Authority, Change, Decision, Dossier, Evidence, Line, LineKind, LineRange, LinkHow, Quote,
    RepoPath, Side, Signal, Verdict, VerdictKind,
};

/// Judges the dossiers of one change.
#[derive(Debug)]
pub struct OfflineJudge {
    change: Change,
    view: ChangeView,
    corpus: Corpus,
    weights: &'static Weights,
}

impl OfflineJudge {
    /// Prepares the change once; `corpus` counts the terms of all decisions that were live.
    pub fn new(change: &Change, corpus: Corpus) -> Self {
        Self {
            change: change.clone(),
            view: ChangeView::of(change),
            corpus,
            weights: Weights::shipped(),
        }
    }

    /// The judge of a part of the change.
    pub fn of_part(&self, part: &Change) -> Self {
        Self {
            change: part.clone(),
            view: ChangeView::of_part(part, &self.change),
            corpus: self.corpus.clone(),
            weights: self.weights,
        }
    }

    /// Counts rarity by another corpus.
    pub fn recount(&mut self, corpus: Corpus) {
        self.corpus = corpus;
    }

    /// How rare each term is among the decisions.
    pub fn corpus(&self) -> &Corpus {
        &self.corpus
    }

    /// Whether the change has anything to judge: a change of wording, comments, docs and formatting
    /// has not.
    pub fn has_effect(&self) -> bool {
        self.view.effective().next().is_some()
    }

    /// Whether the change only says something in other words: all that differs stands in strings of
    /// more than one word.
    pub fn only_rewords(&self) -> bool {
        let bag = |lines: &[(u32, String)]| {
            let mut bag: Vec<String> = lines.iter().map(|(_, l)| without_prose(l)).collect();
            bag.sort_unstable();
            bag
        };
        self.view
            .effective()
            .all(|(_, h)| bag(&h.removed) == bag(&h.added))
    }

    /// The change as it is judged.
    pub fn view(&self) -> &ChangeView {
        &self.view
    }

    /// The numbers for one dossier, for evaluation and fitting.
    pub fn features(&self, dossier: &Dossier) -> Features {
        measure(
            &self.view,
            &RecordView::of(&dossier.decision),
            dossier,
            &self.corpus,
        )
        .features
    }

    /// Labels one dossier.
    pub fn judge(&self, dossier: &Dossier) -> Verdict {
        self.label(dossier, VerdictKind::Unrelated)
    }

    /// What is to be said of a dossier that is shown as related whatever its score is.
    pub fn as_related(&self, dossier: &Dossier) -> Verdict {
        self.label(dossier, VerdictKind::Related)
    }

    /// Labels one dossier, at least so.
    fn label(&self, dossier: &Dossier, least: VerdictKind) -> Verdict {
        let record = RecordView::of(&dossier.decision);
        let measured = measure(&self.view, &record, dossier, &self.corpus);
        let mut score = self.weights.score(&measured.features);
        // Mined text contradicts only by a line-level link or a file that it names.
        let goes_with_more = dossier.guarded.is_some_and(|g| g.goes_with_more());
        if goes_with_more || (dossier.decision.authority == Authority::Inferred && !dossier.governs)
        {
            score = score.min(self.weights.contradicts - 0.01);
        }
        let kind = if !self.has_effect() {
            VerdictKind::Unrelated
        } else if score >= self.weights.contradicts {
            VerdictKind::Contradicts
        } else if score >= self.weights.related {
            VerdictKind::Related
        } else {
            VerdictKind::Unrelated
        };
        let kind = kind.min(least);
        // Most candidates of a broad change end here, and nobody sees more of them than the score.
        if kind == VerdictKind::Unrelated {
            return Verdict::unrelated(score);
        }
        let alternatives = measured
            .meetings
            .rejected
            .iter()
            .flat_map(|m| {
                dossier
                    .decision
                    .alternatives
                    .iter()
                    .filter(|a| a.name == m.what)
            })
            .cloned()
            .collect();
        let experiments = self.repeated(dossier, &measured);
        let limits = self.met_limits(&dossier.decision);
        Verdict {
            kind,
            score,
            signals: self.signals(&measured),
            quotes: quotes(
                &dossier.decision,
                &record,
                &measured.meetings,
                &self.hints(),
            ),
            evidence: self.evidence(&measured),
            alternatives,
            experiments,
            limits,
        }
    }

    /// The changed lines, for the choice of quotes.
    fn hints(&self) -> Vec<&str> {
        const LINES: usize = 400;
        self.view
            .effective()
            .flat_map(|(_, h)| {
                let code = h.removed.iter().chain(&h.added).map(|(_, code)| code);
                code.chain(&h.said).map(String::as_str)
            })
            .take(LINES)
            .collect()
    }

    /// Experiments whose claim the added side shares its rare words with.
    fn repeated(&self, dossier: &Dossier, measured: &Measured) -> Vec<crate::model::Experiment> {
        let brought = measured
            .features
            .forbidden
            .max(measured.features.rejected)
            .max(measured.features.inverse);
        if brought < 0.3 {
            return Vec::new();
        }
        dossier
            .decision
            .experiments
            .iter()
            .filter(|e| {
                let claim = super::words::term_set(&e.claim);
                let weight: f64 = self
                    .view
                    .effective()
                    .flat_map(|(_, h)| h.added_terms.keys())
                    .filter(|t| claim.contains(*t))
                    .map(|t| self.corpus.rarity(t))
                    .sum();
                weight >= 1.0
            })
            .cloned()
            .collect()
    }

    /// Limits whose scope the change's words meet.
    fn met_limits(&self, decision: &Decision) -> Vec<crate::model::Limit> {
        decision
            .limits
            .iter()
            .filter(|limit| {
                let scope = super::words::term_set(&limit.scope);
                self.view.effective().any(|(_, h)| {
                    let all = h
                        .added_terms
                        .keys()
                        .chain(h.removed_terms.keys())
                        .chain(h.kept_terms.iter())
                        .chain(h.around.iter());
                    let weight: f64 = all
                        .filter(|t| scope.contains(*t))
                        .map(|t| self.corpus.rarity(t))
                        .sum();
                    weight >= 0.8
                })
            })
            .cloned()
            .collect()
    }

    fn signals(&self, measured: &Measured) -> Vec<Signal> {
        let f = &measured.features;
        let m = &measured.meetings;
        let mut out = Vec::new();
        let mut say = |name: &str, strength: f64, least: f64, why: String| {
            if strength >= least {
                out.push(Signal {
                    name: name.to_owned(),
                    strength: round(strength),
                    why,
                });
            }
        };
        if let Some(u) = measured.undoings.first() {
            let name = u.commit.short();
            say(
                "inverse-hunk",
                f.inverse,
                0.15,
                format!(
                    "The change removes {} and brings back {} as they were before {name} “{}”",
                    lines(u.removed),
                    lines(u.restored),
                    u.subject
                ),
            );
            say(
                "takes-out",
                f.taken_out,
                0.15,
                format!(
                    "The change removes {} that {name} “{}” added",
                    lines(u.removed),
                    u.subject
                ),
            );
        }
        if let Some((removed, of)) = measured.guarded {
            let told = format!("The change removes {removed} of {of} lines under this comment");
            let name = if f.taken_out > 0.15 {
                "takes-out"
            } else {
                "stands-over"
            };
            say(name, f.taken_out.max(f.written_explained * 0.3), 0.15, told);
        } else if let Some(u) = measured
            .undoings
            .iter()
            .find(|u| u.how == LinkHow::Explains)
        {
            say(
                "explained-commit",
                f.inverse_explained.max(f.written_explained * 0.6),
                0.15,
                format!(
                    "The record speaks of the same as {} “{}”, whose work the change takes back",
                    u.commit.short(),
                    u.subject
                ),
            );
        } else {
            say(
                "explained-lines",
                f.written_explained * 0.6,
                0.15,
                "The record speaks of the same as the commit that wrote the removed lines".into(),
            );
        }
        say(
            "undoes-lines",
            f.written,
            0.2,
            format!(
                "{:.0} % of the removed lines were last written by a commit of this decision",
                f.written * 100.0
            ),
        );
        let what = |m: &Option<Meeting>| m.as_ref().map_or(String::new(), |m| m.what.clone());
        say(
            "value-moved",
            f.value,
            0.3,
            format!("The record states the old value: {}", what(&m.value)),
        );
        say(
            "measured-value",
            f.measured,
            0.4,
            format!(
                "The value moves to one that was tried: {}",
                what(&m.measured)
            ),
        );
        say(
            "switch-turned",
            f.flipped,
            0.35,
            format!(
                "A switch that the record speaks of turns: {}",
                what(&m.flipped)
            ),
        );
        say(
            "rejected-alternative",
            f.rejected,
            0.3,
            format!(
                "The added side brings in “{}”, which was turned down",
                what(&m.rejected)
            ),
        );
        say(
            "forbidden-added",
            f.forbidden,
            0.35,
            format!(
                "The added side has what the record speaks against: {}",
                what(&m.forbidden)
            ),
        );
        say(
            "required-removed",
            f.required,
            0.35,
            format!(
                "The removed side had what the record asks for: {}",
                what(&m.required)
            ),
        );
        say(
            "guard-removed",
            f.guard,
            0.35,
            format!(
                "The change takes out a guard that the record speaks of: {}",
                what(&m.guard)
            ),
        );
        say(
            "chosen-removed",
            f.chosen,
            0.35,
            format!(
                "The removed side had what the decision is about: {}",
                what(&m.chosen)
            ),
        );
        out.sort_by(|a, b| b.strength.total_cmp(&a.strength));
        out
    }

    fn evidence(&self, measured: &Measured) -> Vec<Evidence> {
        let mut out: Vec<Evidence> = Vec::new();
        if let Some(u) = measured.undoings.first() {
            for (path, line, old) in u.places.iter().take(40) {
                let side = if *old { Side::Old } else { Side::New };
                self.add_evidence(&mut out, path, side, *line);
            }
        }
        let m = &measured.meetings;
        let mut met: Vec<&Meeting> = [
            &m.value,
            &m.rejected,
            &m.forbidden,
            &m.required,
            &m.chosen,
            &m.measured,
            &m.flipped,
        ]
        .into_iter()
        .flatten()
        .filter(|m| m.strength >= 0.3)
        .collect();
        met.sort_by(|a, b| b.strength.total_cmp(&a.strength));
        for meeting in met.into_iter().take(3) {
            let Some(file) = self.view.files.get(meeting.file) else {
                continue;
            };
            let Some(hunk) = file.hunks.get(meeting.hunk) else {
                continue;
            };
            for (line, _) in hunk.removed.iter().take(3) {
                self.add_evidence(&mut out, &file.path, Side::Old, *line);
            }
            for (line, _) in hunk.added.iter().take(3) {
                self.add_evidence(&mut out, &file.path, Side::New, *line);
            }
        }
        out.truncate(8);
        out
    }

    /// Adds one line, joined to the evidence just before it where they are neighbours.
    fn add_evidence(&self, out: &mut Vec<Evidence>, path: &RepoPath, side: Side, line: u32) {
        let known = out
            .iter()
            .any(|e| e.path == *path && e.side == side && e.lines.contains(line));
        let Some(text) = (!known).then(|| self.line(path, side, line)).flatten() else {
            return;
        };
        match out
            .iter_mut()
            .find(|e| e.path == *path && e.side == side && e.lines.end + 1 == line)
        {
            Some(e) => {
                e.lines.end = line;
                e.text.push('\n');
                e.text.push_str(&text);
            }
            None => out.push(Evidence {
                path: path.clone(),
                side,
                lines: LineRange::new(line, line),
                text,
            }),
        }
    }

    /// A changed line as the change has it.
    fn line(&self, path: &RepoPath, side: Side, line: u32) -> Option<String> {
        let file = self.change.files.iter().find(|f| f.path == *path)?;
        let (kind, number): (LineKind, fn(&Line) -> Option<u32>) = match side {
            Side::Old => (LineKind::Deleted, |l| l.old),
            Side::New => (LineKind::Added, |l| l.new),
        };
        file.hunks
            .iter()
            .flat_map(|h| h.of(kind))
            .find(|l| number(l) == Some(line))
            .map(|l| l.text.trim_end().to_owned())
    }
}

fn lines(n: usize) -> String {
    if n == 1 {
        "1 line".to_owned()
    } else {
        format!("{n} lines")
    }
}

fn round(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}

/// Most quotes of a finding.
const QUOTES: usize = 4;

/// The sentence that says most about the changed lines, then the one behind the strongest signal,
/// then others that state the choice. An entry without words of its own has none.
fn quotes(decision: &Decision, record: &RecordView, m: &Meetings, hints: &[&str]) -> Vec<Quote> {
    let passage = Passage {
        text: &decision.text,
        first_line: decision.source.lines.map_or(1, |l| l.start),
        path: decision.source.path.as_ref(),
        commit: decision
            .revised_in
            .as_ref()
            .or(decision.source.commit.as_ref()),
        trail: &[],
    };
    let mut out: Vec<Quote> = Vec::new();
    let mut add = |q: Quote| {
        let known = out
            .iter()
            .any(|o| o.text.contains(&q.text) || q.text.contains(&o.text));
        // A record's heading says no more than the title above it; a message's subject may be all
        // that it says.
        let repeats = q.text.contains(&decision.title) && q.text.len() < decision.title.len() + 12;
        let heading =
            decision.source.path.is_some() && (q.text.trim_start().starts_with('#') || repeats);
        if !known && out.len() < QUOTES && !heading {
            out.push(q);
        }
    };
    let met = [
        &m.value,
        &m.rejected,
        &m.forbidden,
        &m.required,
        &m.measured,
        &m.flipped,
    ]
    .into_iter()
    .flatten()
    .filter(|m| m.strength >= 0.3)
    .max_by(|a, b| a.strength.total_cmp(&b.strength))
    .and_then(|m| record.sentences.get(m.sentence?));
    let met = met.map(|s| s.text.as_str());
    quotes_with(&passage, hints, met)
        .into_iter()
        .for_each(&mut add);
    out
}

/// One sentence of a decision as a quote with its place.
pub fn quote(decision: &Decision, s: &Sentence) -> Quote {
    let lines = decision.source.lines.map(|r| {
        let start = r.start + u32::try_from(s.line).unwrap_or(0);
        let end = start + u32::try_from(s.text.matches('\n').count()).unwrap_or(0);
        LineRange::new(start.min(r.end), end.min(r.end))
    });
    Quote {
        text: s.text.clone(),
        path: decision.source.path.clone(),
        lines,
        commit: decision
            .revised_in
            .clone()
            .or_else(|| decision.source.commit.clone()),
        url: decision.source.url.clone(),
    }
}
