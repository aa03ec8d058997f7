//! The repository's own say on how its record is read: `rguard.toml` at the top of its tree.
//!
//! It is read from the tree of the commit that the log is told of, so a change cannot steer its
//! own review. A file that cannot be used is an error with its line, never a silent fallback.

use std::sync::Arc;

use serde::Deserialize;
use toml::Spanned;

use super::globs::Glob;
use super::record::SourceKind;
use super::word_table::WordTable;
use super::words::Words;

/// The file's name; only the one at the top of the tree counts.
pub const FILE: &str = "rguard.toml";

/// What a repository says about its record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// Where records stand.
    pub records: Records,
    /// The words of records, where the repository adds some of its own.
    words: Option<Arc<Words>>,
}

/// `[records]`: where records stand, beside the places that are known by their names.
///
/// ```toml
/// [records]
/// files = ["docs/choices", "notes/*.md"]   # folders or patterns: one file, one decision
/// logs = ["docs/history.md"]               # files with many decisions
/// exclude = ["docs/choices/drafts"]        # what is not read, whatever its name
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Records {
    files: Vec<Glob>,
    logs: Vec<Glob>,
    exclude: Vec<Glob>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Places {
    files: Vec<Spanned<String>>,
    logs: Vec<Spanned<String>>,
    exclude: Vec<Spanned<String>>,
}

impl Records {
    /// What the patterns say that a path is.
    pub fn named(&self, path: &str) -> Option<SourceKind> {
        let any = |list: &[Glob]| list.iter().any(|g| g.matches(path));
        if any(&self.logs) {
            return Some(SourceKind::Log);
        }
        any(&self.files).then_some(SourceKind::Adr)
    }

    /// Whether a path is left out.
    pub fn excludes(&self, path: &str) -> bool {
        self.exclude.iter().any(|g| g.matches(path))
    }

    /// Adds what another commit said; only what both leave out stays left out.
    pub fn widen(&mut self, other: &Self) {
        for (mine, theirs) in [
            (&mut self.files, &other.files),
            (&mut self.logs, &other.logs),
        ] {
            for g in theirs {
                if !mine.contains(g) {
                    mine.push(g.clone());
                }
            }
        }
        self.exclude.retain(|g| other.exclude.contains(g));
    }

    /// Checks the patterns; the place of a broken one in bytes and what is wrong with it.
    fn read(places: &Places) -> Result<Self, (usize, String)> {
        let globs = |list: &[Spanned<String>]| {
            list.iter()
                .map(|p| {
                    let fault = |why| (p.span().start, format!("“{}”: {why}", p.get_ref()));
                    Glob::read(p.get_ref()).map_err(fault)
                })
                .collect::<Result<Vec<_>, _>>()
        };
        Ok(Self {
            files: globs(&places.files)?,
            logs: globs(&places.logs)?,
            exclude: globs(&places.exclude)?,
        })
    }
}

/// Why the file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{FILE}:{line}: {reason}")]
pub struct SettingsError {
    /// The line, from 1.
    pub line: u32,
    /// What is wrong with it.
    pub reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    records: Places,
    #[serde(default)]
    words: WordTable,
}

impl Settings {
    /// Reads the text of the file.
    ///
    /// # Errors
    /// If it is no TOML, has a key that rguard does not know, or a word that cannot be used.
    pub fn read(text: &str) -> Result<Self, SettingsError> {
        let line = |at: usize| {
            let before = text.bytes().take(at);
            u32::try_from(before.filter(|&b| b == b'\n').count() + 1).unwrap_or(u32::MAX)
        };
        let file: File = toml::from_str(text).map_err(|e| SettingsError {
            line: line(e.span().map_or(0, |s| s.start)),
            reason: e.message().trim().replace('\n', " "),
        })?;
        if let Some((at, reason)) = file.words.fault() {
            let line = line(at);
            return Err(SettingsError { line, reason });
        }
        let records = Records::read(&file.records).map_err(|(at, reason)| SettingsError {
            line: line(at),
            reason,
        })?;
        let adds = file.words.all().next().is_some();
        Ok(Self {
            records,
            words: adds.then(|| Arc::new(Words::built_in().with(&file.words))),
        })
    }

    /// The words by which records are read.
    pub fn words(&self) -> &Words {
        self.words.as_deref().unwrap_or(Words::built_in())
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::Field;
    use super::*;
    use crate::model::Standing;

    #[test]
    fn a_repository_adds_words_of_its_own_and_overrules_a_built_in_one() {
        let text = "[words.standing]\naccepted = [\"in kraft\", \"open\"]\n\n[words.fields]\nstatus = [\"Lage\"]\n\n[words.months]\n1 = [\"tammikuu\"]\n";
        let s = Settings::read(text).unwrap();
        let at = |t: &str| s.words().standing_at_start(t).map(|w| w.0);
        assert_eq!(at("in kraft seit mai"), Some(Standing::Accepted));
        assert_eq!(at("open"), Some(Standing::Accepted));
        assert_eq!(at("rejected"), Some(Standing::Rejected));
        assert_eq!(s.words().field("Lage"), Some(Field::Status));
        assert_eq!(s.words().month("tammikuu"), Some(1));
        assert_eq!(Words::built_in().field("Lage"), None);
        assert_ne!(s, Settings::default());
    }

    #[test]
    fn an_empty_file_changes_nothing() {
        assert_eq!(Settings::read("").unwrap(), Settings::default());
        assert_eq!(
            Settings::read("# none\n[words]\n").unwrap(),
            Settings::default()
        );
    }

    #[test]
    fn a_broken_file_names_its_line() {
        for (text, line) in [
            ("a = \n", 1),
            ("\n[wrods]\n", 2),
            (
                "[words.standing]\naccepted = [\"x\"]\nacepted = [\"y\"]\n",
                3,
            ),
            ("[words.standing]\naccepted = \"x\"\n", 2),
            ("[words.months]\n13 = [\"x\"]\n", 2),
            ("[words.standing]\n\naccepted = [\"x\",\n\"--\"]\n", 4),
            (
                "[words.standing]\naccepted = [\"x\"]\nrejected = [\"X\"]\n",
                3,
            ),
            ("[records]\nno_such_key = 1\n", 2),
            ("[records]\nfiles = [\"notes/[ab.md\"]\n", 2),
            ("[records]\n\nlogs = [\n  \"a.md\",\n  \"../b.md\",\n]\n", 5),
            ("[records]\nexclude = \"x\"\n", 2),
        ] {
            let e = Settings::read(text).unwrap_err();
            assert_eq!(e.line, line, "{text}: {e}");
            assert!(e.to_string().starts_with("rguard.toml:"), "{e}");
        }
    }
}
