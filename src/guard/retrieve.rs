//! What a review asks: the graph, under former names too, and the blame of the lines that go.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use super::blame::{FileBlame, blame};
use super::error::GuardError;
use super::hops::{self, Hits, Questions};
use super::options::EventFn;
use super::review::Run;
use crate::model::{CommitId, LineRange, Progress, QueryRun, RepoPath, ReviewEvent};

/// How long to wait before the graph is asked again that moved meanwhile.
const ASK_AGAIN: [Duration; 4] = [
    Duration::ZERO,
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_millis(500),
];

impl Run<'_> {
    /// The changed files' paths at the base; for new files the paths that they get.
    pub(super) fn paths(&self) -> Vec<String> {
        let all: BTreeSet<String> = self
            .change
            .files
            .iter()
            .map(|f| f.base_path().to_string())
            .collect();
        all.into_iter().collect()
    }

    /// Asks the graph, and again while a sync moves it meanwhile.
    pub(super) async fn ask(
        &self,
        questions: &Questions,
        known: &impl Fn(u32) -> bool,
    ) -> Result<Hits, GuardError> {
        let store = &self.session.store;
        let epoch = Some(self.synced.index.epoch().to_string());
        let mut before = hops::moment(store).await?;
        for wait in ASK_AGAIN {
            let hits = self.ask_once(questions.clone(), known).await?;
            let after = hops::moment(store).await?;
            if after == before && after.epoch == epoch {
                return Ok(hits);
            }
            before = after;
            tokio::time::sleep(wait).await;
        }
        let mut hits = self.ask_once(questions.clone(), known).await?;
        hits.moved = true;
        Ok(hits)
    }

    /// Asks the graph, under former names as well.
    async fn ask_once(
        &self,
        mut questions: Questions,
        known: &impl Fn(u32) -> bool,
    ) -> Result<Hits, GuardError> {
        let store = &self.session.store;
        let renames = hops::renames(store, &questions.paths).await?;
        let mut former: HashMap<String, String> = HashMap::new();
        for r in &renames.rows {
            let all = r.ords.iter().all(|o| u32::try_from(*o).is_ok_and(known));
            if all && !questions.paths.contains(&r.former) {
                former.insert(r.former.clone(), r.path.clone());
            }
        }
        questions.paths.extend(former.keys().cloned());
        questions.paths.sort();
        let mut hits = hops::ask(store, &questions).await?;
        hits.runs.insert(0, renames.run);
        Ok(hits)
    }

    pub(super) async fn blame(
        &self,
        hits: &Hits,
        known: &impl Fn(u32) -> bool,
        asked: BTreeMap<RepoPath, Vec<LineRange>>,
        events: &mut EventFn<'_>,
    ) -> Result<Vec<FileBlame>, GuardError> {
        // The last commit of the base's history that touched a file fixes its blame.
        let last: HashMap<String, u32> = hits
            .touched
            .iter()
            .filter_map(|(path, ords)| {
                let last = ords.iter().copied().filter(|o| known(*o)).max()?;
                Some((path.clone(), last))
            })
            .collect();
        let index = Arc::clone(&self.synced.index);
        let base = self.change.base.clone();
        let key = move |path: &RepoPath| -> String {
            let last = last.get(&path.to_string()).and_then(|o| index.id(*o));
            last.unwrap_or_else(|| base.clone()).to_string()
        };
        let (send, mut receive) = tokio::sync::mpsc::unbounded_channel();
        let repo = self.resolved.repo.clone();
        let cache = self.session.blames.clone();
        let change = Arc::clone(&self.change);
        let task = tokio::task::spawn_blocking(move || {
            blame(&repo, &cache, &change, &asked, key, |done, total| {
                let _ = send.send((done, total));
            })
        });
        while let Some((done, total)) = receive.recv().await {
            events(ReviewEvent::Progress(Progress {
                phase: "blame".into(),
                done: done as u64,
                total: total as u64,
                note: "files".into(),
            }));
        }
        task.await.map_err(|e| GuardError::Broken(e.to_string()))
    }

    pub(super) async fn lines(
        &self,
        blames: &[FileBlame],
    ) -> Result<(Vec<hops::Hit>, Option<QueryRun>), GuardError> {
        let shas: BTreeSet<&CommitId> = blames
            .iter()
            .flat_map(|b| &b.removed)
            .map(|s| &s.commit)
            .collect();
        if shas.is_empty() {
            return Ok((Vec::new(), None));
        }
        let shas: Vec<CommitId> = shas.into_iter().cloned().collect();
        let (hits, run) = hops::lines(&self.session.store, &shas).await?;
        Ok((hits, Some(run)))
    }
}
