//! The numbers behind a verdict, one a signal, and the weights that join them.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::inverse::{Undoing, WIDE, undoings, written_by};
use super::meets::{Meetings, meetings};
use super::record::RecordView;
use super::view::{ChangeView, HunkView};
use super::words::Corpus;
use crate::model::FileKind;
use crate::model::{Authority, Dossier, Guarded, LinkHow};

/// What the judge measured on one dossier, each 0 to 1.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq)]
#[serde(default)]
pub struct Features {
    /// The change takes back a commit of the decision on both sides: what it added goes, what it
    /// removed returns.
    pub inverse: f64,
    /// The change only removes what such a commit added.
    pub taken_out: f64,
    /// The share of removed lines that such a commit wrote last.
    pub written: f64,
    /// As `inverse`, for a commit that the decision explains in other words.
    pub inverse_explained: f64,
    /// As `written`, for such a commit.
    pub written_explained: f64,
    /// A value moves away from the one stated.
    pub value: f64,
    /// A value moves to or past one that was measured and turned down.
    pub measured: f64,
    /// A switch is turned.
    pub flipped: f64,
    /// A rejected option comes in.
    pub rejected: f64,
    /// Something forbidden comes in.
    pub forbidden: f64,
    /// Something required goes out.
    pub required: f64,
    /// A guard that the record asks for goes out of a small edit.
    pub guard: f64,
    /// What was chosen goes out.
    pub chosen: f64,
    /// Likeness of hunk and sentence.
    pub alike: f64,
    /// The decision names a changed file or explains a changed line.
    pub governs: f64,
    /// People wrote it down as a decision.
    pub recorded: f64,
    /// Rank in the full-text hop.
    pub text: f64,
    /// Only tests change.
    pub tests_only: f64,
    /// How large the change is: 0 for one line, 1 for 1,000 and more.
    pub size: f64,
}

impl Features {
    /// The features' names and values in the order of their declaration.
    pub fn named(&self) -> [(&'static str, f64); 19] {
        [
            ("inverse", self.inverse),
            ("taken_out", self.taken_out),
            ("written", self.written),
            ("inverse_explained", self.inverse_explained),
            ("written_explained", self.written_explained),
            ("value", self.value),
            ("measured", self.measured),
            ("flipped", self.flipped),
            ("rejected", self.rejected),
            ("forbidden", self.forbidden),
            ("required", self.required),
            ("guard", self.guard),
            ("chosen", self.chosen),
            ("alike", self.alike),
            ("governs", self.governs),
            ("recorded", self.recorded),
            ("text", self.text),
            ("tests_only", self.tests_only),
            ("size", self.size),
        ]
    }
}

/// The weights of a logistic model over [`Features`], with the thresholds of the two labels.
#[derive(Clone, Debug, Deserialize)]
pub struct Weights {
    /// The intercept.
    pub bias: f64,
    /// From here on a verdict is `contradicts`.
    pub contradicts: f64,
    /// From here on it is `related`.
    pub related: f64,
    /// One weight a feature.
    pub weights: Features,
}

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    #[allow(clippy::expect_used)] // The file is part of the program and a test reads it.
    toml::from_str(include_str!("weights.toml")).expect("weights.toml")
});

impl Weights {
    /// The weights that ship with the program.
    pub fn shipped() -> &'static Self {
        &WEIGHTS
    }

    /// The probability that the change undoes the decision, 0 to 1.
    pub fn score(&self, f: &Features) -> f64 {
        let sum: f64 = f
            .named()
            .iter()
            .zip(self.weights.named())
            .map(|((_, x), (_, w))| x * w)
            .sum();
        1.0 / (1.0 + (-(self.bias + sum)).exp())
    }
}

/// What the features were measured on, for the explanation.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The numbers.
    pub features: Features,
    /// Commits that are taken back, best first.
    pub undoings: Vec<Undoing>,
    /// Where words meet.
    pub meetings: Meetings,
    /// For a comment: how many of the lines that it stands over go, and of how many.
    pub guarded: Option<(usize, usize)>,
}

/// Measures one dossier.
pub fn measure(
    view: &ChangeView,
    record: &RecordView,
    dossier: &Dossier,
    corpus: &Corpus,
) -> Measured {
    let undone = undoings(view, &dossier.deciding);
    let meets = meetings(view, record, &dossier.decision, corpus);
    let mut f = Features::default();
    let narrow = |u: &&Undoing| u.how == LinkHow::Own || u.width <= WIDE || u.undone > 0.5;
    let bound = |u: &&Undoing| u.how <= LinkHow::Cited && narrow(u);
    if let Some(u) = undone
        .iter()
        .filter(bound)
        .find(|u| u.replaced && u.restored > 0)
    {
        f.inverse = u.cover * (0.5 + 0.5 * u.undone);
    }
    if let Some(u) = undone
        .iter()
        .filter(bound)
        .find(|u| u.removed > 0 && u.restored == 0)
    {
        f.taken_out = u.cover * (0.3 + 0.7 * u.undone);
    }
    f.written = written_by(
        view,
        dossier,
        &[LinkHow::Own, LinkHow::Recorded, LinkHow::Cited],
    );
    let explained = |u: &&Undoing| u.how == LinkHow::Explains;
    f.inverse_explained = undone.iter().find(explained).map_or(0.0, |u| {
        u.cover
            * if u.restored > 0 {
                0.5 + 0.5 * u.undone
            } else {
                u.undone
            }
    });
    f.written_explained = written_by(view, dossier, &[LinkHow::Explains]);
    let guarded = dossier.guarded.as_ref().map(|g| guarded(view, g, &mut f));
    let of = |m: &Option<super::meets::Meeting>| m.as_ref().map_or(0.0, |m| m.strength);
    f.value = of(&meets.value);
    f.measured = of(&meets.measured);
    f.flipped = of(&meets.flipped);
    f.rejected = of(&meets.rejected);
    f.forbidden = of(&meets.forbidden);
    f.required = of(&meets.required);
    f.guard = of(&meets.guard);
    f.chosen = of(&meets.chosen);
    f.alike = of(&meets.alike);
    f.governs = f64::from(u8::from(dossier.governs));
    f.recorded = f64::from(u8::from(dossier.decision.authority == Authority::Recorded));
    f.text = dossier.hops.get("text").copied().unwrap_or(0.0);
    let lines: usize = view
        .effective()
        .map(|(_, h)| h.removed.len() + h.added.len())
        .sum();
    let outside_tests = view
        .effective()
        .any(|(file, _)| file.kind != FileKind::Test);
    f.tests_only = f64::from(u8::from(lines > 0 && !outside_tests));
    f.size = ((lines.max(1) as f64).log10() / 3.0).min(1.0);
    Measured {
        features: f,
        undoings: undone,
        meetings: meets,
        guarded,
    }
}

/// What the first line under a comment is worth among all that it stands over.
const HEAD: f64 = 0.85;

/// What the change does to the lines that a comment stands over; the view holds nothing else. Lines
/// that others take the place of were altered, which says little; lines that go without any were
/// taken out.
fn guarded(view: &ChangeView, g: &Guarded, f: &mut Features) -> (usize, usize) {
    let count = |of: fn(&HunkView) -> usize| view.effective().map(|(_, h)| of(h)).sum::<usize>();
    let removed = count(|h| h.removed.len());
    let added = count(|h| h.added.len());
    let of = g.code.max(removed).max(1);
    if removed > 0 {
        f.written_explained = 1.0;
    }
    if added == 0 {
        let head = view
            .effective()
            .flat_map(|(_, h)| &h.removed)
            .any(|(n, _)| *n == g.head);
        let share = (removed as f64 / of as f64).max(if head { HEAD } else { 0.0 });
        f.taken_out = if g.goes_with_more() { 0.0 } else { share };
    }
    (removed, of)
}
