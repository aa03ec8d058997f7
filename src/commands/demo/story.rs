//! Reads the demo's story: commits written down as text that a person can read and change.
//!
//! A line that begins with `%% ` is a directive; all else belongs to the one above it.
//!
//! ```text
//! %% branch NAME from OTHER
//! %% commit BRANCH
//! %% author Name <address>
//! %% date 2025-01-13T09:12:00+01:00
//! %% merge OTHER            (optional: takes over what OTHER changed since it left)
//! subject, empty line, body
//! %% write PATH             the whole file follows
//! %% edit PATH              hunks as in a patch, without numbers, parted by `@@`
//! %% move FROM TO
//! %% delete PATH
//! ```

use jiff::Timestamp;

use super::build::DemoError;

/// One step of the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A new branch at the tip of another.
    Branch {
        /// Its name.
        name: String,
        /// The other.
        from: String,
    },
    /// A commit.
    Commit(Commit),
}

/// A commit of the story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// The branch it lands on.
    pub branch: String,
    /// `Name <address>`, also the committer.
    pub author: String,
    /// Seconds since 1970 and the zone, as git writes them: `1736755920 +0100`.
    pub date: String,
    /// A branch that it merges.
    pub merge: Option<String>,
    /// Subject and body.
    pub message: String,
    /// What it does to the files.
    pub edits: Vec<Edit>,
}

/// What a commit does to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The file is this from now on.
    Write(String, String),
    /// Each hunk's old lines, which stand in the file exactly once, become its new lines.
    Change(String, Vec<Hunk>),
    /// The file has another name.
    Move(String, String),
    /// The file is gone.
    Delete(String),
}

/// Lines that become other lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hunk {
    /// As they stand.
    pub old: Vec<String>,
    /// As they will stand.
    pub new: Vec<String>,
}

/// Reads the steps of a story.
///
/// # Errors
/// [`DemoError::Story`] with the line that cannot be understood.
pub fn read(text: &str) -> Result<Vec<Step>, DemoError> {
    let mut steps: Vec<Step> = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let mut at = 0;
    while at < lines.len() {
        let directive = lines[at].strip_prefix("%% ");
        let start = at + 1;
        let mut end = start;
        while end < lines.len() && !lines[end].starts_with("%% ") {
            end += 1;
        }
        let mut body = &lines[start..end];
        while let [rest @ .., last] = body
            && last.trim().is_empty()
        {
            body = rest;
        }
        match directive {
            Some(directive) => take(&mut steps, directive, body)
                .map_err(|why| DemoError::Story { line: at + 1, why })?,
            None if lines[at].trim().is_empty() => {
                at += 1;
                continue;
            }
            None => {
                return Err(DemoError::Story {
                    line: at + 1,
                    why: "no directive above".into(),
                });
            }
        }
        at = end;
    }
    Ok(steps)
}

fn take(steps: &mut Vec<Step>, directive: &str, body: &[&str]) -> Result<(), String> {
    let (word, rest) = directive.split_once(' ').unwrap_or((directive, ""));
    match word {
        "branch" => {
            let (name, from) = rest.split_once(" from ").ok_or("no `from`")?;
            steps.push(Step::Branch {
                name: name.to_owned(),
                from: from.to_owned(),
            });
            return Ok(());
        }
        "commit" => {
            steps.push(Step::Commit(Commit {
                branch: rest.to_owned(),
                author: String::new(),
                date: String::new(),
                merge: None,
                message: String::new(),
                edits: Vec::new(),
            }));
            return Ok(());
        }
        _ => {}
    }
    let Some(Step::Commit(commit)) = steps.last_mut() else {
        return Err(format!("`{word}` outside a commit"));
    };
    match word {
        "author" => rest.clone_into(&mut commit.author),
        "date" => commit.date = date(rest)?,
        "merge" => commit.merge = Some(rest.to_owned()),
        "write" => {
            commit.edits.push(Edit::Write(rest.to_owned(), join(body)));
            return Ok(());
        }
        "edit" => {
            commit
                .edits
                .push(Edit::Change(rest.to_owned(), hunks(body)?));
            return Ok(());
        }
        "move" => {
            let (from, to) = rest.split_once(' ').ok_or("no new name")?;
            commit
                .edits
                .push(Edit::Move(from.to_owned(), to.to_owned()));
        }
        "delete" => commit.edits.push(Edit::Delete(rest.to_owned())),
        other => return Err(format!("unknown directive `{other}`")),
    }
    if !body.is_empty() {
        commit.message = join(body);
    }
    Ok(())
}

fn date(text: &str) -> Result<String, String> {
    let time: Timestamp = text.parse().map_err(|e: jiff::Error| e.to_string())?;
    let zone = text
        .get(text.len().saturating_sub(6)..)
        .unwrap_or("+00:00")
        .replace(':', "");
    Ok(format!("{} {zone}", time.as_second()))
}

fn hunks(lines: &[&str]) -> Result<Vec<Hunk>, String> {
    let mut hunks = vec![Hunk::default()];
    for line in lines {
        let Some(hunk) = hunks.last_mut() else { break };
        let rest = line.get(1..).unwrap_or("").to_owned();
        match line.as_bytes().first() {
            None | Some(b' ') => {
                hunk.old.push(rest.clone());
                hunk.new.push(rest);
            }
            Some(b'-') => hunk.old.push(rest),
            Some(b'+') => hunk.new.push(rest),
            Some(b'@') => hunks.push(Hunk::default()),
            Some(_) => return Err(format!("not a line of a hunk: {line}")),
        }
    }
    Ok(hunks)
}

fn join(lines: &[&str]) -> String {
    let mut text = lines.join("\n");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_read_with_its_edits() {
        let steps = read(
            "%% commit main\n%% author A <a@x>\n%% date 2025-01-13T09:12:00+01:00\nSubject\n\nBody\n\
             %% write a.txt\none\n\ntwo\n\n%% edit b.txt\n ctx\n-old\n+new\n@@\n+more\n\n\
             %% move c d\n%% branch topic from main\n",
        )
        .unwrap();
        let Step::Commit(commit) = &steps[0] else {
            panic!("{steps:?}")
        };
        assert_eq!(commit.message, "Subject\n\nBody\n");
        assert_eq!(commit.date, "1736755920 +0100");
        assert_eq!(
            commit.edits[0],
            Edit::Write("a.txt".into(), "one\n\ntwo\n".into())
        );
        let Edit::Change(_, hunks) = &commit.edits[1] else {
            panic!()
        };
        assert_eq!(hunks[0].old, ["ctx", "old"]);
        assert_eq!(hunks[0].new, ["ctx", "new"]);
        assert_eq!(hunks[1].new, ["more"]);
        assert_eq!(commit.edits[2], Edit::Move("c".into(), "d".into()));
        assert_eq!(
            steps[1],
            Step::Branch {
                name: "topic".into(),
                from: "main".into()
            }
        );
    }

    #[test]
    fn what_cannot_be_understood_is_named_with_its_line() {
        let wrong = read("%% commit main\n%% paint a.txt\n").unwrap_err();
        assert!(wrong.to_string().contains("line 2"), "{wrong}");
        assert!(read("stray\n").is_err());
        assert!(read("%% author A <a@x>\n").is_err());
    }
}
