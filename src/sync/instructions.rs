//! What agents were told over the history, to rows: each version of an agent file with the commits
//! from and until which it held.

use std::collections::BTreeSet;

use super::error::SyncError;
use super::history::row;
use super::state::FileVersion;
use crate::decisions::FILE_CAP;
use crate::decisions::instructions::history::{Span, Touch, spans};
use crate::decisions::instructions::scope_of;
use crate::graph::{Row, Store, queries};
use crate::history::{CommitIndex, Repo};
use crate::model::{BlobId, RepoPath};

/// Brings the versions of agent files that were touched from place `first` on into the graph; how
/// many that are. Each is told whole, so that telling it again changes nothing.
pub(super) async fn bring(
    repo: &Repo,
    store: &Store,
    index: &CommitIndex,
    versions: &[FileVersion],
    first: usize,
) -> Result<usize, SyncError> {
    let news = versions.get(first..).unwrap_or_default();
    let mut fresh: BTreeSet<(&RepoPath, &BlobId)> = BTreeSet::new();
    for v in news {
        fresh.extend(v.blob.iter().map(|b| (&v.path, b)));
        let before = v.old_path.as_ref().unwrap_or(&v.path);
        fresh.extend(v.old_blob.iter().map(|b| (before, b)));
    }
    let touches = versions.iter().map(|v| Touch {
        ord: v.ord,
        path: &v.path,
        old_path: v.old_path.as_ref(),
        blob: v.blob.as_ref(),
        old_blob: v.old_blob.as_ref(),
    });
    let rows: Vec<Row> = spans(touches)
        .iter()
        .filter(|s| fresh.contains(&(&s.path, &s.blob)))
        .map(|s| told(repo, index, s))
        .collect();
    let count = rows.len();
    store.write(&queries::UPSERT_INSTRUCTIONS, rows).await?;
    Ok(count)
}

fn told(repo: &Repo, index: &CommitIndex, span: &Span) -> Row {
    let text = repo
        .blob_size(&span.blob)
        .ok()
        .filter(|size| *size <= FILE_CAP as u64)
        .and_then(|_| repo.blob(&span.blob).ok())
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .unwrap_or_default();
    let scope = scope_of(&span.path, span.agent, &text);
    let ids = |ords: &[u32]| -> String {
        let ids = ords.iter().filter_map(|o| index.id(*o));
        ids.map(|id| id.to_string()).collect::<Vec<_>>().join(" ")
    };
    row([
        ("iid", format!("{}@{}", span.path, span.blob).into()),
        ("path", span.path.to_string().into()),
        ("blob", span.blob.as_str().into()),
        ("agent", span.agent.word().into()),
        ("directory", scope.directory.into()),
        ("globs", scope.globs.join(" ").into()),
        ("applies", scope.when.word().into()),
        ("from_sha", ids(&span.from).into()),
        ("from_ord", span.from.first().copied().unwrap_or(0).into()),
        ("until_sha", ids(&span.until).into()),
    ])
}
