//! A case's change as a patch against its base, and a commit's files in a folder, made in a scratch
//! repository that borrows the clone's objects: nothing is written into the clone.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::cases::{Case, Edit};
use crate::history::git_cli::git;
use crate::model::CommitId;

/// A repository of our own over a clone's objects.
pub struct Scratch {
    dir: TempDir,
}

impl Scratch {
    /// Makes one over the clone whose git directory is given.
    ///
    /// # Errors
    /// git's words, or the folder's.
    pub fn over(git_dir: &Path) -> Result<Self, String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        run(dir.path(), "init", &["--quiet", "."])?;
        let objects = fs::canonicalize(git_dir.join("objects")).map_err(|e| e.to_string())?;
        let info = dir.path().join(".git/objects/info");
        fs::create_dir_all(&info).map_err(|e| e.to_string())?;
        fs::write(info.join("alternates"), format!("{}\n", objects.display()))
            .map_err(|e| e.to_string())?;
        Ok(Self { dir })
    }

    /// The case's patch.
    ///
    /// # Errors
    /// A sentence that says which step does not fit the base.
    pub fn patch(&self, case: &Case) -> Result<Vec<u8>, String> {
        let at = self.dir.path();
        let change = &case.change;
        run(at, "read-tree", &[case.base.as_str()])?;
        if let Some(sha) = &change.revert {
            self.apply(&self.between(sha, &format!("{sha}^1"), &change.paths)?)?;
        }
        if let Some(sha) = &change.replay {
            self.apply(&self.between(&format!("{sha}^1"), sha, &change.paths)?)?;
        }
        for (from, to) in &change.renames {
            self.rename(from, to)?;
        }
        for path in &change.deletes {
            run(at, "update-index", &["--force-remove", "--", path])?;
        }
        for edit in &change.edits {
            self.edit(edit)?;
        }
        let tree = text(run(at, "write-tree", &[])?);
        let args = [
            "--no-color",
            "--no-ext-diff",
            "-M",
            "--binary",
            &case.base,
            &tree,
        ];
        run(at, "diff", &args)
    }

    /// A folder with the commit's files, as git checks them out. A file whose content is not here
    /// is left out of it.
    ///
    /// # Errors
    /// git's words, where it writes nothing.
    pub fn checkout(&self, commit: &CommitId) -> Result<TempDir, String> {
        let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
        run(self.dir.path(), "read-tree", &[commit.as_str()])?;
        let prefix = format!("--prefix={}/", folder.path().display());
        let done = run(
            self.dir.path(),
            "checkout-index",
            &["-a", "-q", "-f", &prefix],
        );
        let is_empty = fs::read_dir(folder.path()).is_ok_and(|mut d| d.next().is_none());
        match done {
            Err(e) if is_empty => Err(e),
            _ => Ok(folder),
        }
    }

    /// In which commits files came, or moved, up to a commit: oldest first, each after a line with
    /// the byte 1 and its id.
    ///
    /// # Errors
    /// git's words.
    pub fn additions(&self, commit: &CommitId) -> Result<Vec<u8>, String> {
        let args = [
            "--topo-order",
            "--reverse",
            "--name-status",
            "-M",
            "--diff-filter=AR",
            "--format=%x01%H",
            commit.as_str(),
        ];
        run(self.dir.path(), "log", &args)
    }

    fn between(&self, old: &str, new: &str, paths: &[String]) -> Result<Vec<u8>, String> {
        let mut args: Vec<&str> = vec![
            "--no-color",
            "--no-ext-diff",
            "--binary",
            "--full-index",
            "--no-renames",
            old,
            new,
        ];
        args.push("--");
        args.extend(paths.iter().map(String::as_str));
        run(self.dir.path(), "diff", &args)
    }

    fn apply(&self, patch: &[u8]) -> Result<(), String> {
        let file = self.dir.path().join("step.patch");
        fs::write(&file, patch).map_err(|e| e.to_string())?;
        run(self.dir.path(), "apply", &["--cached", "step.patch"]).map(drop)
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), String> {
        let list = text(run(self.dir.path(), "ls-files", &["-s", "--", from])?);
        let mut moved = false;
        for line in list.lines() {
            let Some((meta, path)) = line.split_once('\t') else {
                continue;
            };
            let mut parts = meta.split(' ');
            let (Some(mode), Some(blob)) = (parts.next(), parts.next()) else {
                continue;
            };
            let rest = path.strip_prefix(from).unwrap_or_default();
            let new = format!("{}{rest}", to.trim_end_matches('/'));
            run(
                self.dir.path(),
                "update-index",
                &["--force-remove", "--", path],
            )?;
            self.put(&new, mode, blob)?;
            moved = true;
        }
        if moved {
            Ok(())
        } else {
            Err(format!("nothing is at {from}"))
        }
    }

    fn edit(&self, edit: &Edit) -> Result<(), String> {
        let at = self.dir.path();
        match edit {
            Edit::Create { file, text } => self.write(file, "100644", text.as_bytes()),
            Edit::Replace {
                file,
                find,
                replace,
            } => {
                let list = text(run(at, "ls-files", &["-s", "--", file])?);
                let mode = list
                    .split(' ')
                    .next()
                    .filter(|m| !m.is_empty())
                    .unwrap_or("100644");
                let old = run(at, "cat-file", &["blob", &format!(":{file}")])?;
                let old = String::from_utf8(old).map_err(|_| format!("{file} is not UTF-8"))?;
                if old.matches(find.as_str()).count() != 1 {
                    return Err(format!("the text to replace does not stand once in {file}"));
                }
                self.write(
                    file,
                    mode,
                    old.replacen(find.as_str(), replace, 1).as_bytes(),
                )
            }
        }
    }

    fn write(&self, path: &str, mode: &str, bytes: &[u8]) -> Result<(), String> {
        let file = self.dir.path().join("step.blob");
        fs::write(&file, bytes).map_err(|e| e.to_string())?;
        let blob = text(run(self.dir.path(), "hash-object", &["-w", "step.blob"])?);
        self.put(path, mode, &blob)
    }

    fn put(&self, path: &str, mode: &str, blob: &str) -> Result<(), String> {
        let info = format!("{mode},{blob},{path}");
        run(
            self.dir.path(),
            "update-index",
            &["--add", "--cacheinfo", &info],
        )
        .map(drop)
    }
}

fn run(dir: &Path, subcommand: &str, args: &[&str]) -> Result<Vec<u8>, String> {
    let args: Vec<OsString> = args.iter().map(OsString::from).collect();
    git(dir, subcommand, &args).map_err(|e| e.to_string())
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8_lossy(&bytes).trim_end().to_owned()
}
