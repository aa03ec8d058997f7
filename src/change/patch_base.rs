//! Holds a patch against the base: are its old lines there, and in which scope do they stand?

use gix::bstr::ByteSlice;

use crate::history::{MAX_DIFF_BYTES, Repo, Result, fill_scopes};
use crate::model::safe::printable;
use crate::model::{ChangedFile, CommitId, FileStatus, Hunk, Line, LineKind};

/// Moves each hunk to where its old lines stand at the base, fills the scopes, and says in notes
/// (full sentences) what does not fit. A hunk that fits nowhere stays as it is written.
///
/// # Errors
/// Where the base cannot be read.
pub fn hold_against(
    repo: &Repo,
    base: &CommitId,
    files: &mut [ChangedFile],
) -> Result<Vec<String>> {
    let mut notes = Vec::new();
    for file in files {
        let shown = printable(&file.base_path().to_string()).into_owned();
        let content = match repo.blob_at_capped(base, file.base_path(), MAX_DIFF_BYTES) {
            Ok(content) => content,
            Err(e) => {
                notes.push(format!("{shown} was not compared with the base: {e}"));
                continue;
            }
        };
        match (content, file.status) {
            (None, FileStatus::Added) => {}
            (None, _) => notes.push(format!(
                "{shown} is not at the base {}: is the patch made against another commit? --base names it.",
                base.short()
            )),
            (Some(_), FileStatus::Added) => notes.push(format!(
                "The patch adds {shown}, which is already at the base {}.",
                base.short()
            )),
            (Some(content), _) => {
                let lines: Vec<&str> = content.lines().map(|l| l.to_str().unwrap_or("\u{fffd}")).collect();
                let (mut moved, mut lost) = (0, 0);
                let mut drift = 0i64;
                for hunk in &mut file.hunks {
                    match place(hunk, &lines, drift) {
                        Some(0) => {}
                        Some(by) => {
                            shift(hunk, by);
                            drift = by;
                            moved += 1;
                        }
                        None => lost += 1,
                    }
                }
                if moved > 0 {
                    notes.push(format!("{moved} hunks of {shown} stand at other lines at the base and were moved there."));
                }
                if lost > 0 {
                    notes.push(format!(
                        "{lost} hunks of {shown} do not match the base {}: their lines are shown as the patch has them.",
                        base.short()
                    ));
                }
                let base_path = file.base_path().clone();
                fill_scopes(&mut file.hunks, &content, &base_path);
            }
        }
    }
    Ok(notes)
}

/// By how many lines the hunk stands elsewhere than it says; `None` where its old lines are
/// nowhere. The nearest place wins, `drift` (the hunk before) being the first guess.
fn place(hunk: &Hunk, base: &[&str], drift: i64) -> Option<i64> {
    let old: Vec<&Line> = hunk
        .lines
        .iter()
        .filter(|l| l.kind != LineKind::Added)
        .collect();
    if old.is_empty() {
        return Some(0);
    }
    let said = i64::from(hunk.old_start) - 1;
    let last = base.len() as i64 - old.len() as i64;
    let fits = |at: i64| {
        (0..=last).contains(&at)
            && old
                .iter()
                .zip(&base[at as usize..])
                .all(|(line, text)| same(&line.text, text))
    };
    if fits(said) {
        return Some(0);
    }
    if fits(said + drift) {
        return Some(drift);
    }
    let reach = base.len() as i64;
    (1..=reach).flat_map(|d| [d, -d]).find(|d| fits(said + d))
}

/// Equal but for white space at the end, which mail and web pages lose.
fn same(a: &str, b: &str) -> bool {
    a == b || a.trim_end() == b.trim_end()
}

fn shift(hunk: &mut Hunk, by: i64) {
    let move_by = |n: u32| (i64::from(n) + by).max(0) as u32;
    hunk.old_start = move_by(hunk.old_start);
    hunk.new_start = move_by(hunk.new_start);
    for line in &mut hunk.lines {
        line.old = line.old.map(move_by);
        line.new = line.new.map(move_by);
    }
}
