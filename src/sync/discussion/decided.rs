//! Decisions of discussions into the graph, and the files that they speak for.

use std::collections::{BTreeMap, BTreeSet};

use super::{WeaveInput, put, rows};
use crate::decisions::discussion::Discussed;
use crate::extract::PathIndex;
use crate::extract::code_links::{FILES_MAX, Grounds};
use crate::graph::{Params, Row, Value, queries};
use crate::model::{CommitId, MentionKind};
use crate::sync::decide::{Told, identifier_files, names};
use crate::sync::error::SyncError;
use crate::sync::history::row;
use crate::sync::rationale::{Touched, derive};
use crate::sync::record;

/// Decisions, where they come from, and which files they speak for. `files` are all files of each pull
/// request, where they are known.
pub(super) async fn write_decisions(
    input: &WeaveInput<'_>,
    decided: &[&Discussed],
    files: &BTreeMap<String, Vec<String>>,
) -> Result<(), SyncError> {
    if decided.is_empty() {
        return Ok(());
    }
    let store = input.store;
    let told: Vec<(&Discussed, Told)> = decided
        .iter()
        .map(|d| (*d, rows::told(d, input.root, input.index)))
        .collect();
    record::write(store, rows::decisions(&told, input.root)).await?;
    let (mut from_pr, mut from_issue) = (Vec::new(), Vec::new());
    for (d, t) in &told {
        let origin = row([("key", t.key.as_str().into()), ("ref", d.at.key().into())]);
        if d.is_pull {
            &mut from_pr
        } else {
            &mut from_issue
        }
        .push(origin);
    }
    put(store, &queries::LINK_DERIVED_FROM_PR, from_pr).await?;
    put(store, &queries::LINK_DERIVED_FROM_ISSUE, from_issue).await?;
    let (rationale, mentions) = guarded(input, files, &told).await?;
    put(store, &queries::LINK_RATIONALE, rationale).await?;
    put(store, &queries::LINK_MENTIONS_FILE, mentions).await
}

/// The files that decisions speak for: those that they name, that of the conversation, and those of
/// their pull request, where it is narrow.
async fn guarded(
    input: &WeaveInput<'_>,
    files: &BTreeMap<String, Vec<String>>,
    told: &[(&Discussed, Told)],
) -> Result<(Vec<Row>, Vec<Row>), SyncError> {
    let all = input
        .store
        .read::<String>(&queries::ALL_FILES, Params::new())
        .await?;
    let paths: BTreeSet<String> = all.rows.into_iter().collect();
    let plain: Vec<Told> = told.iter().map(|(_, t)| t.clone()).collect();
    let file_names = names(&plain, MentionKind::File);
    let index = PathIndex::of(paths.iter().map(String::as_str), &file_names);
    let symbols = names(&plain, MentionKind::Symbol);
    let identifiers = if symbols.is_empty() {
        BTreeMap::new()
    } else {
        identifier_files(input.repo, input.tip, &symbols, FILES_MAX)
    };
    let grounds = Grounds {
        paths: &paths,
        index: &index,
        names: &identifiers,
    };
    let ord = |c: &CommitId| input.index.ord(c);
    let (mut rationale, mut mentions) = (Vec::new(), Vec::new());
    for (d, t) in told {
        let mut touched = Touched::default();
        // What was said in a conversation about lines is about them, not about the whole.
        if let (Some(merge), None) = (&d.merge, &d.path)
            && let Some(files) = files.get(&d.at.key())
        {
            touched.commits.insert(merge.to_string(), files.clone());
        }
        let one = [(t.clone(), Vec::new())];
        let (mut guards, mut named) = derive(&one, &BTreeMap::new(), &touched, &grounds, &ord);
        for r in &mut guards {
            if rows::text(r, "via").is_some_and(|v| v.starts_with("its own commit")) {
                r.insert(
                    "via",
                    format!("its own pull request #{}", d.at.number).into(),
                );
            }
        }
        if let Some(path) = d.path.as_ref().map(ToString::to_string) {
            guards.retain(|r| rows::text(r, "path") != Some(&path));
            guards.push(row([
                ("key", t.key.as_str().into()),
                ("path", path.into()),
                ("weight", 0.8.into()),
                (
                    "via",
                    format!("a conversation about it on #{}", d.at.number).into(),
                ),
                ("origin", "named path".into()),
                ("ord", t.first_ord.into()),
            ]));
        }
        if d.merge.is_none() {
            for r in guards.iter_mut().chain(&mut named) {
                r.insert("ord", Value::Int(-1));
            }
        }
        rationale.extend(guards);
        mentions.extend(named);
    }
    Ok((rationale, mentions))
}
