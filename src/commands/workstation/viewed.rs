//! Which files were marked as viewed: a small JSON file for each repository in the data folder.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::dirs::write_whole;
use crate::model::RepoPath;
use crate::tui::backend::Viewed;

/// Most marks that are kept; the oldest go first.
const MOST: usize = 10_000;

/// The marks of one repository.
pub struct Marks {
    path: PathBuf,
}

#[derive(Serialize, Deserialize, PartialEq)]
struct Mark {
    path: RepoPath,
    patch: String,
}

impl Marks {
    /// The marks in a file that need not exist.
    pub fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// Reads them. A file that cannot be understood counts as none: it holds nothing that could not
    /// be marked again.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn load(&self) -> io::Result<BTreeSet<Viewed>> {
        Ok(self
            .read()?
            .into_iter()
            .map(|m| Viewed {
                path: m.path,
                patch: m.patch,
            })
            .collect())
    }

    /// Sets or clears one mark, whatever other processes do meanwhile.
    ///
    /// # Errors
    /// The file cannot be written; it is as it was, then.
    pub fn set(&self, mark: Viewed, on: bool) -> io::Result<()> {
        let dir = self.path.parent().unwrap_or(&self.path);
        fs::create_dir_all(dir)?;
        let lock = File::create(self.path.with_extension("lock"))?;
        lock.lock()?;
        let mark = Mark {
            path: mark.path,
            patch: mark.patch,
        };
        let mut marks = self.read()?;
        marks.retain(|m| *m != mark);
        if on {
            marks.push(mark);
        }
        let drop = marks.len().saturating_sub(MOST);
        write_whole(&self.path, &serde_json::to_vec(&marks[drop..])?)
    }

    fn read(&self) -> io::Result<Vec<Mark>> {
        match fs::read(&self.path) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).unwrap_or_default()),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(e) => Err(e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(path: &str, patch: &str) -> Viewed {
        Viewed {
            path: path.into(),
            patch: patch.into(),
        }
    }

    #[test]
    fn marks_are_set_cleared_and_found_again() {
        let dir = tempfile::tempdir().unwrap();
        let marks = || Marks::at(dir.path().join("viewed/x.json"));
        assert!(marks().load().unwrap().is_empty());
        marks().set(mark("a", "1"), true).unwrap();
        marks().set(mark("b", "2"), true).unwrap();
        marks().set(mark("a", "1"), true).unwrap();
        marks().set(mark("b", "2"), false).unwrap();
        assert_eq!(marks().load().unwrap(), BTreeSet::from([mark("a", "1")]));
    }

    #[test]
    fn a_spoilt_file_costs_the_marks_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("x.json");
        fs::write(&file, "[{").unwrap();
        let marks = Marks::at(file);
        assert!(marks.load().unwrap().is_empty());
        marks.set(mark("a", "1"), true).unwrap();
        assert_eq!(marks.load().unwrap().len(), 1);
    }
}
