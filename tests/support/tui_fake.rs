//! A backend that tells a fixture's review, for everything that draws without an application.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use super::{BASE_TIME, DAY, NOW, decisions, sha};
use crate::model::*;
use crate::tui::backend::*;

/// A backend that tells one review, keeps corrections and marks in memory, and remembers what it
/// was asked.
pub struct Fake {
    pub review: Review,
    pub decisions: Vec<Decision>,
    pub fail_review: Option<BackendError>,
    pub pause: Duration,
    pub corrections: Mutex<Vec<Correction>>,
    pub viewed: Mutex<BTreeSet<Viewed>>,
    pub asked: Mutex<Vec<String>>,
    pub panics: bool,
}

impl Fake {
    pub fn new(review: Review) -> Self {
        Self {
            review,
            decisions: decisions(),
            fail_review: None,
            pause: Duration::ZERO,
            corrections: Mutex::new(Vec::new()),
            viewed: Mutex::new(BTreeSet::new()),
            asked: Mutex::new(Vec::new()),
            panics: false,
        }
    }

    fn note(&self, what: String) {
        self.asked.lock().unwrap().push(what);
    }

    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }

    fn as_of(&self, request: &ReviewRequest) -> Result<AsOf, BackendError> {
        match &request.as_of {
            AsOfRequest::Base => Ok(self.review.as_of.clone()),
            AsOfRequest::Target => Ok(AsOf {
                commit: sha(0xee),
                time: Some(NOW),
                mode: AsOfMode::Target,
            }),
            AsOfRequest::Rev(rev) => {
                let event = self.timeline()?.into_iter().find(|e| {
                    e.commit.as_str() == rev
                        || (rev.contains('-') && e.time > BASE_TIME - 400 * DAY)
                });
                match event {
                    Some(e) => Ok(AsOf {
                        commit: e.commit,
                        time: Some(e.time),
                        mode: AsOfMode::Travel,
                    }),
                    None => Err(BackendError {
                        message: format!("There is no commit or date `{rev}` in this repository."),
                        hints: vec!["A date is written 2025-06-02.".into()],
                    }),
                }
            }
        }
    }
}

impl Backend for Fake {
    fn review(
        &self,
        request: ReviewRequest,
        events: &mut (dyn FnMut(ReviewEvent) + Send),
        cancel: &CancellationToken,
    ) -> Result<(), BackendError> {
        self.note(format!("review {:?}", request.as_of));
        assert!(!self.panics, "the fixture was told to panic");
        let as_of = self.as_of(&request)?;
        let past = as_of.mode == AsOfMode::Travel;
        let pause = || std::thread::sleep(self.pause);
        events(ReviewEvent::Change(Box::new(self.review.change.clone())));
        pause();
        events(ReviewEvent::Progress(Progress {
            phase: "decisions".into(),
            done: 2,
            total: 3,
            note: "DECISIONS.md".into(),
        }));
        let decisions = if past {
            self.decisions[2..3].to_vec()
        } else {
            self.decisions.clone()
        };
        events(ReviewEvent::Log {
            as_of: as_of.clone(),
            decisions,
            coverage: self.review.coverage.clone(),
        });
        pause();
        if let Some(e) = &self.fail_review {
            return Err(e.clone());
        }
        let mut review = self.review.clone();
        review.as_of = as_of;
        if past {
            review.findings.truncate(0);
            review.live = 17;
        }
        let said = self.corrections.lock().unwrap().clone();
        for f in &mut review.findings {
            for c in said.iter().filter(|c| c.decision == f.decision.key) {
                if c.kind == CorrectionKind::Wrong {
                    f.score *= 0.25;
                }
                f.corrections.push(c.clone());
            }
        }
        for f in &review.findings {
            if cancel.is_cancelled() {
                return Err(BackendError::new("The review was stopped."));
            }
            events(ReviewEvent::Finding(Box::new(f.clone())));
            pause();
        }
        events(ReviewEvent::Done(Box::new(review)));
        Ok(())
    }

    fn sync(
        &self,
        progress: &mut (dyn FnMut(Progress) + Send),
        cancel: &CancellationToken,
    ) -> Result<SyncSummary, BackendError> {
        self.note("sync".into());
        for (phase, total) in [("history", 1204), ("decisions", 3), ("reading", 2)] {
            for done in [total / 2, total] {
                if cancel.is_cancelled() {
                    return Ok(SyncSummary::default());
                }
                progress(Progress {
                    phase: phase.into(),
                    done,
                    total,
                    note: if phase == "reading" {
                        "worker 3: “Retire the old price list”".into()
                    } else {
                        String::new()
                    },
                });
                std::thread::sleep(self.pause);
            }
        }
        let l = |kind, text: &str, detail: &str| SyncLine {
            kind,
            text: text.into(),
            detail: detail.into(),
        };
        Ok(SyncSummary {
            lines: vec![
                l(
                    SyncKind::New,
                    "Retire the old price list",
                    "DECISIONS.md:14–31",
                ),
                l(
                    SyncKind::Proposed,
                    "it replaces “Prices come from the vendor's list”",
                    "worker 3, quoting both",
                ),
                l(SyncKind::Confirmed, "by worker 1, by another rule", ""),
                l(
                    SyncKind::StillHolds,
                    "for invoices only: “invoices keep four decimals”",
                    "",
                ),
                l(
                    SyncKind::Skipped,
                    "DECISIONS.md:402",
                    "no text under the heading",
                ),
            ],
        })
    }

    fn correct(&self, c: NewCorrection) -> Result<Correction, BackendError> {
        self.note(format!(
            "correct {} {} {:?}",
            c.kind.word(),
            c.decision,
            c.reason
        ));
        let mut all = self.corrections.lock().unwrap();
        let made = Correction {
            ulid: format!("01K{:05}", all.len() + 1),
            kind: c.kind,
            decision: c.decision,
            decision_id: c.decision_id,
            reason: c.reason,
            author: "Rin".into(),
            time: NOW,
            change: c.change,
            base: c.base,
            undoes: None,
            applied: true,
            reach: Reach::Here,
            yields_to: None,
        };
        all.push(made.clone());
        Ok(made)
    }

    fn undo(&self, ulid: Option<String>) -> Result<Option<Correction>, BackendError> {
        self.note(format!("undo {ulid:?}"));
        let mut all = self.corrections.lock().unwrap();
        let at = match ulid {
            Some(u) => all.iter().position(|c| c.ulid == u),
            None => all.len().checked_sub(1),
        };
        Ok(at.map(|i| {
            let gone = all.remove(i);
            Correction {
                kind: CorrectionKind::Undo,
                undoes: Some(gone.ulid.clone()),
                ..gone
            }
        }))
    }

    fn file(&self, path: &RepoPath, side: Side) -> Result<String, BackendError> {
        self.note(format!("file {path} {side:?}"));
        if path.to_string() == "src/billing/price.ts" {
            let text: Vec<String> = (1..=80)
                .map(|n| format!("// line {n} of the file"))
                .collect();
            return Ok(text.join("\n") + "\n");
        }
        Err(BackendError::new(format!("There is no file {path}.")))
    }

    fn timeline(&self) -> Result<Vec<TimelineEvent>, BackendError> {
        let e = |n, days, label: &str| TimelineEvent {
            commit: sha(n),
            time: BASE_TIME - days * DAY,
            label: label.into(),
        };
        Ok(vec![
            e(0xa3, 500, "ADR 3 recorded"),
            e(0xa5, 430, "ADR 5 recorded"),
            e(0xa4, 273, "#187 merged: prices per model"),
            e(0x9a, 200, "Unknown prices stay unknown ⇢ replaces ADR 3"),
            e(0xa7, 90, "ADR 7 proposed"),
            e(0xee, -1, "ADR 9 recorded"),
        ])
    }

    fn story(
        &self,
        key: &DecisionKey,
        id: &DecisionId,
        as_of: &CommitId,
    ) -> Result<LogDetail, BackendError> {
        self.note(format!("story {key} {id} {}", as_of.short()));
        let found = self.decisions.iter().find(|d| d.key == *key);
        found
            .map(|d| super::story(d, as_of))
            .ok_or_else(|| BackendError::new(format!("No file of this history records {id}.")))
    }

    fn told(&self, as_of: &CommitId) -> Result<Vec<Instruction>, BackendError> {
        self.note(format!("told {}", as_of.short()));
        Ok(super::instructions())
    }

    fn viewed(&self) -> Result<BTreeSet<Viewed>, BackendError> {
        Ok(self.viewed.lock().unwrap().clone())
    }

    fn set_viewed(&self, mark: Viewed, on: bool) -> Result<(), BackendError> {
        self.note(format!("viewed {} {on}", mark.path));
        let mut all = self.viewed.lock().unwrap();
        if on {
            all.insert(mark);
        } else {
            all.remove(&mark);
        }
        Ok(())
    }
}
