//! Which file the editor opens: the one of the worktree where that is what the screen shows, else a
//! copy of the file as of the commit.

use std::path::PathBuf;

use crate::model::{RepoPath, Side};
use crate::tui::backend::Backend;

/// A file to edit, the folder that holds it where it is a copy, and what to say afterwards.
pub type ToEdit = (PathBuf, Option<tempfile::TempDir>, Option<String>);

/// Finds the file; the error is a sentence for the user.
pub fn place_to_edit(
    backend: &dyn Backend,
    root: Option<PathBuf>,
    path: &RepoPath,
    side: Side,
) -> Result<ToEdit, String> {
    let relative: PathBuf = {
        use std::os::unix::ffi::OsStrExt as _;
        std::ffi::OsStr::from_bytes(path.as_bytes()).into()
    };
    let inside = relative
        .components()
        .all(|c| matches!(c, std::path::Component::Normal(_)));
    if !inside {
        return Err(format!("The path leaves the repository: {path}"));
    }
    let in_worktree = root.map(|r| r.join(&relative)).filter(|f| f.is_file());
    let text = backend.file(path, side);
    match (in_worktree, text) {
        (Some(file), Err(_)) => Ok((file, None, None)),
        (Some(file), Ok(text))
            if side == Side::New || std::fs::read(&file).is_ok_and(|b| b == text.as_bytes()) =>
        {
            Ok((file, None, None))
        }
        (_, Ok(text)) => {
            let dir = tempfile::tempdir().map_err(|e| format!("No temporary folder: {e}"))?;
            let file = dir.path().join(path.file_name());
            std::fs::write(&file, text).map_err(|e| format!("No temporary file: {e}"))?;
            let note = "That was a copy of the file as of the commit; changes to it are gone.";
            Ok((file, Some(dir), Some(note.into())))
        }
        (None, Err(e)) => Err(format!("The file could not be read: {}", e.message)),
    }
}
