//! The journal of corrections: an append-only JSONL file, synced to disk before anything else
//! hears of a correction. The graph is its projection and is rebuilt from it.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::shared::Shared;
use crate::model::{Correction, CorrectionKind, Coverage};

/// One repository's journal.
#[derive(Clone, Debug)]
pub struct Journal {
    path: PathBuf,
}

/// What a journal holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corrections {
    /// All that was ever said, in order of time.
    pub all: Vec<Correction>,
    /// Lines that could not be read, from 1: a process may have died while it wrote.
    pub unreadable: Vec<usize>,
    /// Shared corrections that were skipped, and why.
    pub skipped: Vec<Coverage>,
}

impl Journal {
    /// The journal at this path; the file need not exist.
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends one correction and returns once it is on disk.
    ///
    /// # Errors
    /// The file cannot be written: nothing was recorded then.
    pub fn append(&self, correction: &Correction) -> io::Result<()> {
        if let Some(dir) = self.path.parent() {
            fs::create_dir_all(dir)?;
        }
        let mut file = OpenOptions::new()
            .create(true)
            .append(true)
            .read(true)
            .open(&self.path)?;
        file.lock()?;
        let mut line = serde_json::to_vec(correction)?;
        line.push(b'\n');
        if ends_mid_line(&mut file)? {
            line.insert(0, b'\n');
        }
        file.write_all(&line)?;
        file.sync_all()?;
        // The directory entry of a new file needs its own sync.
        if let Some(dir) = self.path.parent() {
            File::open(dir)?.sync_all()?;
        }
        Ok(())
    }

    /// Reads all corrections. A line that is no correction is counted, never lost: the file stays
    /// as it is.
    ///
    /// # Errors
    /// The file exists and cannot be read.
    pub fn load(&self) -> io::Result<Corrections> {
        let text = match fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Corrections::default()),
            Err(e) => return Err(e),
        };
        let mut out = Corrections::default();
        let mut seen = HashSet::new();
        for (n, line) in text.split(|b| *b == b'\n').enumerate() {
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            match serde_json::from_slice::<Correction>(line) {
                Ok(c) if seen.insert(c.ulid.clone()) => out.all.push(c),
                Ok(_) => {}
                Err(_) => out.unreadable.push(n + 1),
            }
        }
        out.all.sort_by(|a, b| a.ulid.cmp(&b.ulid));
        Ok(out)
    }
}

fn ends_mid_line(file: &mut File) -> io::Result<bool> {
    if file.metadata()?.len() == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0u8; 1];
    file.read_exact(&mut last)?;
    Ok(last[0] != b'\n')
}

impl Corrections {
    /// These, with those of the shared branch; one that both know is shared.
    #[must_use]
    pub fn with(mut self, shared: Shared) -> Self {
        self.all
            .retain(|c| !shared.corrections.contains_key(&c.ulid));
        self.all.extend(shared.corrections.into_values());
        self.all.sort_by(|a, b| a.ulid.cmp(&b.ulid));
        self.skipped.extend(shared.skipped);
        self
    }

    /// What stands: everything that was not undone, in order of time.
    pub fn in_force(&self) -> Vec<&Correction> {
        let mut undone: HashSet<&str> = HashSet::new();
        // From the newest back, so that an undo that was itself undone counts for nothing.
        for c in self
            .all
            .iter()
            .rev()
            .filter(|c| c.kind == CorrectionKind::Undo)
        {
            if !undone.contains(c.ulid.as_str()) {
                undone.extend(c.undoes.as_deref());
            }
        }
        self.all
            .iter()
            .filter(|c| c.kind != CorrectionKind::Undo && !undone.contains(c.ulid.as_str()))
            .collect()
    }

    /// The newest correction in force of one change, which `undo` takes back.
    pub fn latest_of(&self, change: &str) -> Option<&Correction> {
        self.in_force()
            .into_iter()
            .rev()
            .find(|c| c.change == change)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{CommitId, DecisionId, DecisionKey, Reach};

    fn correction(ulid: &str, kind: CorrectionKind, undoes: Option<&str>) -> Correction {
        Correction {
            ulid: ulid.into(),
            kind,
            decision: DecisionKey::from("k1"),
            decision_id: DecisionId::from("docs/adr/0001-a.md"),
            reason: "it no longer applies".into(),
            author: "Ada".into(),
            time: 1,
            change: "c1".into(),
            base: CommitId::default(),
            undoes: undoes.map(Into::into),
            applied: false,
            reach: Reach::Here,
            yields_to: None,
        }
    }

    #[test]
    fn a_line_cut_off_by_a_dying_process_loses_only_itself() {
        let dir = tempfile::tempdir().unwrap();
        let journal = Journal::at(dir.path().join("j/x.jsonl"));
        journal
            .append(&correction("01", CorrectionKind::Ack, None))
            .unwrap();
        let mut f = OpenOptions::new()
            .append(true)
            .open(journal.path())
            .unwrap();
        f.write_all(b"{\"ulid\":\"02\",\"ki").unwrap();
        journal
            .append(&correction("03", CorrectionKind::Wrong, None))
            .unwrap();
        let read = journal.load().unwrap();
        assert_eq!(
            read.all.iter().map(|c| c.ulid.as_str()).collect::<Vec<_>>(),
            ["01", "03"]
        );
        assert_eq!(read.unreadable, [2]);
    }

    #[test]
    fn an_undo_takes_back_and_can_be_taken_back() {
        let all = vec![
            correction("01", CorrectionKind::Ack, None),
            correction("02", CorrectionKind::Undo, Some("01")),
        ];
        let mut c = Corrections {
            all,
            ..Corrections::default()
        };
        assert!(c.in_force().is_empty());
        c.all
            .push(correction("03", CorrectionKind::Undo, Some("02")));
        assert_eq!(c.in_force().len(), 1);
        assert_eq!(c.latest_of("c1").map(|c| c.ulid.as_str()), Some("01"));
    }

    #[test]
    fn writers_at_once_lose_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.jsonl");
        std::thread::scope(|s| {
            for t in 0..4 {
                let path = path.clone();
                s.spawn(move || {
                    for i in 0..25 {
                        Journal::at(&path)
                            .append(&correction(
                                &format!("{t}-{i:02}"),
                                CorrectionKind::Ack,
                                None,
                            ))
                            .unwrap();
                    }
                });
            }
        });
        assert_eq!(Journal::at(&path).load().unwrap().all.len(), 100);
    }
}
