//! Corrections written to a file and taken over from one: one JSON object a line.

use std::io::Read;
use std::path::Path;

use super::super::output::note;
use super::super::{ErrorKind, UserError};
use crate::dirs::write_whole;
use crate::guard::{Session, shared};
use crate::model::safe::one_line;

/// The largest file that is taken over, in bytes.
const MAX_IMPORT: u64 = 64 * 1024 * 1024;

/// Writes every correction that is known, those that were taken back included: an undo is one too.
pub(super) fn export(session: &Session, file: &Path) -> Result<String, UserError> {
    let all = session.corrections()?.all;
    let mut out = String::new();
    for c in &all {
        let content = shared::file_content(c).map_err(UserError::internal)?;
        let value: serde_json::Value =
            serde_json::from_str(&content).map_err(UserError::internal)?;
        out.push_str(&value.to_string());
        out.push('\n');
    }
    if file == Path::new("-") {
        return Ok(out);
    }
    write_whole(file, out.as_bytes()).map_err(|e| unusable(file, "written", e))?;
    Ok(format!(
        "{} written to {}.\n",
        crate::report::words::count(all.len(), "correction"),
        one_line(&file.display().to_string())
    ))
}

/// Takes over what a file holds; a line that is no correction is named and skipped.
pub(super) async fn import(session: &Session, file: &Path) -> Result<String, UserError> {
    let mut bytes = Vec::new();
    let read = match file == Path::new("-") {
        true => std::io::stdin()
            .lock()
            .take(MAX_IMPORT + 1)
            .read_to_end(&mut bytes),
        false => {
            std::fs::File::open(file).and_then(|f| f.take(MAX_IMPORT + 1).read_to_end(&mut bytes))
        }
    };
    read.map_err(|e| unusable(file, "read", e))?;
    if bytes.len() as u64 > MAX_IMPORT {
        return Err(UserError::user(format!(
            "The file is larger than {MAX_IMPORT} bytes, so nothing was taken over."
        )));
    }
    let (mut good, mut bad) = (Vec::new(), 0);
    for (n, line) in bytes.split(|b| *b == b'\n').enumerate() {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        match shared::parse_any(line) {
            Ok(c) => good.push(c),
            Err(why) => {
                bad += 1;
                note(&format!("Line {} was skipped: {}.", n + 1, one_line(&why)));
            }
        }
    }
    if good.is_empty() && bad > 0 {
        return Err(UserError::user("The file holds no correction.")
            .hint("`rguard correct export FILE` writes one."));
    }
    let new = session.import(&good).await?;
    Ok(format!(
        "{} taken over, {} known before, {bad} skipped.\n",
        crate::report::words::count(new, "correction"),
        good.len() - new
    ))
}

fn unusable(file: &Path, what: &str, e: std::io::Error) -> UserError {
    UserError::new(
        ErrorKind::User,
        format!(
            "{} could not be {what}.",
            one_line(&file.display().to_string())
        ),
    )
    .caused_by(e)
}
