//! The whole text of a changed file on one side of the change.

use super::super::UserError;
use super::backend::head;
use crate::change::Resolved;
use crate::guard::proposed::head_text;
use crate::model::{ChangedFile, FileStatus, RepoPath, Side};

/// The text. What is not committed is made from the base and the hunks, so that it is what the diff
/// shows, even if the file has changed since.
///
/// # Errors
/// The file is not there on that side, or cannot be read.
pub fn text(resolved: &Resolved, path: &RepoPath, side: Side) -> Result<String, UserError> {
    let files = &resolved.change.files;
    let file = files
        .iter()
        .find(|f| f.path == *path || (side == Side::Old && f.base_path() == path));
    let at_base = |path: &RepoPath| resolved.repo.blob_at(&resolved.change.base, path);
    let bytes = match (side, file, head(resolved)) {
        (Side::Old, Some(f), _) => at_base(f.base_path())?,
        (Side::Old, None, _) => at_base(path)?,
        (Side::New, _, Some(head)) => resolved.repo.blob_at(head, path)?,
        (Side::New, None, None) => at_base(path)?,
        (Side::New, Some(f), None) => applied(f, at_base(f.base_path())?),
    };
    let missing = || {
        let side = match side {
            Side::Old => "before",
            Side::New => "after",
        };
        UserError::user(format!("There is no {path} {side} the change."))
    };
    let bytes = bytes.ok_or_else(missing)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn applied(file: &ChangedFile, base: Option<Vec<u8>>) -> Option<Vec<u8>> {
    match file.status {
        FileStatus::Deleted => None,
        FileStatus::Added => head_text(&[], file),
        _ => head_text(&base?, file),
    }
}
