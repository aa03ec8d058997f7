//! Pages into the graph: their files, who wrote and reviewed them, and what they say of each other.

use std::collections::BTreeMap;

use super::kept::Discussions;
use super::{Plan, WeaveInput, put, ref_row, rows};
use crate::graph::{Row, queries};
use crate::model::CommitId;
use crate::sync::error::SyncError;

/// The pages themselves: files, people, and what they say of each other.
pub(super) async fn write_pages(
    input: &WeaveInput<'_>,
    kept: &Discussions,
    plans: &[Plan<'_>],
) -> Result<(), SyncError> {
    let store = input.store;
    let mut links = rows::PageLinks::default();
    let (mut people, mut wrote) = (BTreeMap::new(), Vec::new());
    let (mut touches, mut adds, mut of_commits) = (Vec::new(), Vec::new(), Vec::new());
    for p in plans {
        let messages: Vec<(CommitId, String)> = p
            .commits
            .iter()
            .filter_map(|c| Some((c.clone(), input.repo.commit(c).ok()?.message())))
            .collect();
        let texts: Vec<String> = messages.iter().map(|(_, m)| m.clone()).collect();
        let said = rows::page_links(p.pull, &texts, kept);
        links.issues.extend(said.issues);
        links.fixes.extend(said.fixes);
        links.references.extend(said.references);
        links.prs.extend(said.prs);
        links.depends_on.extend(said.depends_on);
        of_commits.extend(rows::commit_links(&messages, &kept.home, kept));
        let (named, did) = rows::accounts(p.pull);
        for r in named {
            people.insert(rows::text(&r, "pid").unwrap_or_default().to_owned(), r);
        }
        wrote.extend(did);
        let (t, a) = rows::files(p);
        touches.extend(t);
        adds.extend(a);
    }
    let whole = plans.iter().filter(|p| p.whole);
    let whole = whole.map(|p| ref_row(&p.pull.at.key())).collect();
    let all = || plans.iter().map(|p| ref_row(&p.pull.at.key())).collect();
    for (query, rows) in [
        (&queries::CLEAR_PULL_LINKS, all()),
        (&queries::CLEAR_PULL_FILES, whole),
        (&queries::CLEAR_PULL_DECISIONS, all()),
        (&queries::UPSERT_PRS, dedup(links.prs)),
        (&queries::UPSERT_ISSUES, dedup(links.issues)),
        (&queries::UPSERT_ACCOUNTS, people.into_values().collect()),
        (&queries::LINK_PR_AUTHORED, wrote),
        (&queries::LINK_PR_TOUCHES, touches),
        (&queries::LINK_PR_ADDS_DOC, adds),
        (&queries::LINK_FIXES, links.fixes),
        (&queries::LINK_REFERENCES, links.references),
        (&queries::LINK_DEPENDS_ON, links.depends_on),
        (&queries::LINK_COMMIT_REFERENCES, of_commits),
    ] {
        put(store, query, rows).await?;
    }
    Ok(())
}

/// One row for each page.
fn dedup(list: Vec<Row>) -> Vec<Row> {
    let by_ref: BTreeMap<String, Row> = list
        .into_iter()
        .map(|r| (rows::text(&r, "ref").unwrap_or_default().to_owned(), r))
        .collect();
    by_ref.into_values().collect()
}
