//! The story as a `git fast-import` stream: the same bytes, and so the same commit ids, everywhere.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::build::DemoError;
use super::story::{Commit, Edit, Hunk, Step};

type Files = BTreeMap<String, String>;

#[derive(Clone, Default)]
struct Branch {
    files: Files,
    /// Its files when it left the other branch.
    left: Files,
    /// The number of its last commit.
    mark: Option<usize>,
}

/// The stream that makes all commits and branches of the steps.
///
/// # Errors
/// [`DemoError::Edit`] if an edit does not fit the file as it stands there.
pub fn stream(steps: &[Step]) -> Result<Vec<u8>, DemoError> {
    let mut branches: BTreeMap<String, Branch> = BTreeMap::new();
    let mut out = String::new();
    let mut mark = 0;
    for step in steps {
        match step {
            Step::Branch { name, from } => {
                let mut branch = known(&branches, from, name)?;
                branch.left = branch.files.clone();
                branches.insert(name.clone(), branch);
            }
            Step::Commit(commit) => {
                mark += 1;
                let subject = commit.message.lines().next().unwrap_or_default();
                let merged = commit
                    .merge
                    .as_ref()
                    .map(|name| known(&branches, name, subject))
                    .transpose()?;
                let branch = branches.entry(commit.branch.clone()).or_default();
                let before = branch.files.clone();
                if let Some(merged) = &merged {
                    take_over(&mut branch.files, merged);
                }
                for edit in &commit.edits {
                    apply(&mut branch.files, edit).map_err(|why| DemoError::Edit {
                        commit: subject.to_owned(),
                        why,
                    })?;
                }
                let parents = (branch.mark, merged.and_then(|m| m.mark));
                write_commit(&mut out, commit, mark, parents, &before, &branch.files);
                branch.mark = Some(mark);
            }
        }
    }
    out.push_str("done\n");
    Ok(out.into_bytes())
}

fn known(branches: &BTreeMap<String, Branch>, name: &str, who: &str) -> Result<Branch, DemoError> {
    branches.get(name).cloned().ok_or_else(|| DemoError::Edit {
        commit: who.to_owned(),
        why: format!("there is no branch {name}"),
    })
}

fn take_over(files: &mut Files, merged: &Branch) {
    for (path, text) in &merged.files {
        if merged.left.get(path) != Some(text) {
            files.insert(path.clone(), text.clone());
        }
    }
    for path in merged
        .left
        .keys()
        .filter(|p| !merged.files.contains_key(*p))
    {
        files.remove(path);
    }
}

fn apply(files: &mut Files, edit: &Edit) -> Result<(), String> {
    match edit {
        Edit::Write(path, text) => {
            files.insert(path.clone(), text.clone());
        }
        Edit::Change(path, hunks) => {
            let text = files
                .get_mut(path)
                .ok_or_else(|| format!("there is no {path}"))?;
            for hunk in hunks {
                *text = change(text, hunk).map_err(|why| format!("{path}: {why}"))?;
            }
        }
        Edit::Move(from, to) => {
            let text = files
                .remove(from)
                .ok_or_else(|| format!("there is no {from}"))?;
            files.insert(to.clone(), text);
        }
        Edit::Delete(path) => {
            files
                .remove(path)
                .ok_or_else(|| format!("there is no {path}"))?;
        }
    }
    Ok(())
}

fn change(text: &str, hunk: &Hunk) -> Result<String, String> {
    let lines: Vec<&str> = text.lines().collect();
    let size = hunk.old.len();
    let mut places = (0..=lines.len().saturating_sub(size))
        .filter(|&i| size > 0 && lines[i..i + size] == hunk.old[..]);
    let (Some(at), None) = (places.next(), places.next()) else {
        return Err(format!(
            "these lines do not stand there exactly once: {:?}",
            hunk.old
        ));
    };
    let mut new: Vec<&str> = lines[..at].to_vec();
    new.extend(hunk.new.iter().map(String::as_str));
    new.extend(&lines[at + size..]);
    Ok(new.join("\n") + "\n")
}

fn write_commit(
    out: &mut String,
    commit: &Commit,
    mark: usize,
    parents: (Option<usize>, Option<usize>),
    before: &Files,
    after: &Files,
) {
    // Writing to a String cannot fail.
    let _ = write!(
        out,
        "commit refs/heads/{}\nmark :{mark}\nauthor {author} {date}\ncommitter {author} {date}\n\
         data {}\n{}\n",
        commit.branch,
        commit.message.len(),
        commit.message,
        author = commit.author,
        date = commit.date,
    );
    if let Some(from) = parents.0 {
        let _ = writeln!(out, "from :{from}");
    }
    if let Some(merge) = parents.1 {
        let _ = writeln!(out, "merge :{merge}");
    }
    for path in before.keys().filter(|p| !after.contains_key(*p)) {
        let _ = writeln!(out, "D {path}");
    }
    for (path, text) in after {
        if before.get(path) != Some(text) {
            let _ = write!(out, "M 100644 inline {path}\ndata {}\n{text}\n", text.len());
        }
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_that_was_never_made_is_refused() {
        let step = Step::Branch {
            name: "topic".into(),
            from: "nowhere".into(),
        };
        let error = stream(&[step]).unwrap_err().to_string();
        assert!(error.contains("no branch nowhere"), "{error}");
    }

    #[test]
    fn a_hunk_that_fits_nowhere_or_twice_is_refused() {
        let hunk = |old: &str| Hunk {
            old: vec![old.into()],
            new: vec!["x".into()],
        };
        assert_eq!(change("a\nb\n", &hunk("b")).unwrap(), "a\nx\n");
        assert!(change("a\nb\n", &hunk("c")).is_err());
        assert!(change("a\na\n", &hunk("a")).is_err());
        assert!(change("a\n", &Hunk::default()).is_err());
    }
}
