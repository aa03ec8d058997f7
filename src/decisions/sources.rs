//! Which paths of a tree hold decisions, which only look like it, and why.

use super::record::SourceKind;
use super::settings::{self, Settings, SettingsError};
use super::{Reading, Words};
use crate::model::RepoPath;

/// Largest file that is read, in bytes.
pub const FILE_CAP: usize = 2 * 1024 * 1024;

/// What a path is to the decision log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// It holds decisions.
    Source(SourceKind),
    /// It looks like it, and is not read, for this reason.
    Skipped(&'static str),
    /// It has nothing to do with decisions.
    Other,
}

/// The folders that a repository declares for its records, beside the usual names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folders {
    declared: Vec<String>,
    settings: Settings,
}

/// Whether a path is a settings file that names record folders.
pub fn is_setting(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    path == settings::FILE || matches!(name, ".adr-dir" | ".log4brains.yml" | ".log4brains.yaml")
}

impl Folders {
    /// Reads the settings files of a tree: path and text of each.
    ///
    /// # Errors
    /// If rguard's own settings cannot be used.
    pub fn read<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, SettingsError> {
        let mut declared = Vec::new();
        let mut settings = Settings::default();
        for (path, text) in files {
            if path == settings::FILE {
                settings = Settings::read(text)?;
                continue;
            }
            let dir = path.rsplit_once('/').map_or("", |(d, _)| d);
            if has_component(dir, FIXTURES) || has_component(dir, VENDORED) {
                continue;
            }
            if path.ends_with(".adr-dir") {
                declared.extend(text.lines().next().and_then(|l| join(dir, l.trim())));
                continue;
            }
            for line in text.lines() {
                let line = line.trim().trim_start_matches("- ");
                if let Some(value) = line.strip_prefix("adrFolder:") {
                    let value = value.split(" #").next().unwrap_or(value);
                    declared.extend(join(dir, value.trim().trim_matches(['"', '\''])));
                }
            }
        }
        declared.sort();
        declared.dedup();
        Ok(Self { declared, settings })
    }

    /// How a source of this kind is read here.
    pub fn reading(&self, kind: SourceKind) -> Reading<'_> {
        Reading {
            kind,
            words: self.settings.words(),
        }
    }

    /// The words of records, those of the repository among them.
    pub fn words(&self) -> &Words {
        self.settings.words()
    }

    /// What a path is.
    pub fn place(&self, path: &RepoPath) -> Place {
        if std::str::from_utf8(path.as_bytes()).is_err() {
            return Place::Other;
        }
        let text = path.to_string();
        let (dir, name) = text.rsplit_once('/').unwrap_or(("", &text));
        let lower = name.to_lowercase();
        let folder = self.record_folder(dir);
        let Some(kind) = kind_of(dir, &lower, folder.is_some()) else {
            return Place::Other;
        };
        if let Some(reason) = outside(&text, folder.as_ref().is_some_and(|f| f.declared)) {
            return Place::Skipped(reason);
        }
        if kind != SourceKind::Instructions && !is_markdown(&lower) {
            return Place::Skipped("only Markdown records are read");
        }
        if kind == SourceKind::Adr {
            if let Some(reason) = not_a_record(&lower) {
                return Place::Skipped(reason);
            }
            if folder.is_some_and(|f| is_asset_folder(&f.below)) {
                return Place::Skipped("it belongs to a record's attachments");
            }
        }
        Place::Source(kind)
    }

    /// The record folder that a directory lies in, and what is below it.
    fn record_folder(&self, dir: &str) -> Option<Folder> {
        for d in &self.declared {
            if dir == d
                || dir
                    .strip_prefix(d.as_str())
                    .is_some_and(|r| r.starts_with('/'))
            {
                return Some(Folder {
                    declared: true,
                    below: dir[d.len()..].trim_start_matches('/').to_owned(),
                });
            }
        }
        let parts: Vec<&str> = dir.split('/').collect();
        let at = parts.iter().position(|p| is_record_folder(p))?;
        Some(Folder {
            declared: false,
            below: parts[at + 1..].join("/"),
        })
    }
}

struct Folder {
    declared: bool,
    below: String,
}

const FIXTURES: &[&str] = &[
    "test",
    "tests",
    "__tests__",
    "spec",
    "specs",
    "fixture",
    "fixtures",
    "__fixtures__",
    "testdata",
    "test-data",
    "test_data",
    "integration-tests",
    "integration_tests",
    "e2e",
    "mocks",
    "__mocks__",
    "example",
    "examples",
    "sample",
    "samples",
    "template",
    "templates",
    "boilerplate",
    "assets",
];
const VENDORED: &[&str] = &[
    "node_modules",
    "vendor",
    "vendored",
    "third_party",
    "third-party",
    "thirdparty",
    ".venv",
    "venv",
    "site-packages",
    "bower_components",
    "pods",
    "target",
    "dist",
    "build",
    "out",
    ".git",
];

fn has_component(path: &str, names: &[&str]) -> bool {
    path.split('/')
        .any(|p| names.iter().any(|n| p.eq_ignore_ascii_case(n)))
}

/// Why a path is outside the repository's own record.
fn outside(path: &str, declared: bool) -> Option<&'static str> {
    let dir = path.rsplit_once('/').map_or("", |(d, _)| d);
    if has_component(dir, &["worktrees", ".worktrees", "worktree"]) {
        return Some("it is the copy of a worktree");
    }
    if has_component(dir, VENDORED) {
        return Some("it is vendored or generated");
    }
    if !declared && has_component(dir, FIXTURES) {
        return Some("it is a fixture, an example or a template");
    }
    None
}

fn is_record_folder(part: &str) -> bool {
    let p = part.to_lowercase().replace('_', "-");
    matches!(
        p.as_str(),
        "adr"
            | "adrs"
            | "decisions"
            | "decision-records"
            | "architecture-decisions"
            | "architectural-decisions"
            | "architecture-decision-records"
            | "architectural-decision-records"
            | "design-decisions"
            | "decision-log"
    )
}

fn is_markdown(name: &str) -> bool {
    [".md", ".markdown", ".mdx"]
        .iter()
        .any(|e| name.ends_with(e))
}

fn is_text_format(name: &str) -> bool {
    is_markdown(name)
        || [".adoc", ".asciidoc", ".rst", ".org"]
            .iter()
            .any(|e| name.ends_with(e))
}

fn kind_of(dir: &str, name: &str, in_folder: bool) -> Option<SourceKind> {
    if super::instructions::agent_of(dir, name).is_some() {
        return Some(SourceKind::Instructions);
    }
    if !is_text_format(name) {
        return None;
    }
    let stem = name
        .rsplit_once('.')
        .map_or(name, |(s, _)| s)
        .replace(['_', ' '], "-");
    let is_log = matches!(
        stem.as_str(),
        "decisions"
            | "decision-log"
            | "decisions-log"
            | "decisionlog"
            | "adr"
            | "adrs"
            | "architecture-decisions"
            | "architectural-decisions"
            | "design-decisions"
            | "architecture-decision-records"
            | "decision-records"
            | "decision-record"
            | "tech-decisions"
            | "technical-decisions"
            | "entscheidungen"
            | "decisiones"
            | "decisoes"
            | "key-decisions"
            | "project-decisions"
            | "adr-log"
    );
    if is_log {
        return Some(SourceKind::Log);
    }
    if in_folder
        || (stem.starts_with("adr-") && stem[4..].starts_with(|c: char| c.is_ascii_digit()))
    {
        return Some(SourceKind::Adr);
    }
    None
}

/// Whether a path lies in a copy of a worktree, or was vendored or generated.
pub(super) fn is_copy(path: &str) -> bool {
    let dir = path.rsplit_once('/').map_or("", |(d, _)| d);
    has_component(dir, &["worktrees", ".worktrees", "worktree"]) || has_component(dir, VENDORED)
}

/// Whether a path lies among fixtures, samples or templates.
pub(super) fn is_sample(path: &str) -> bool {
    let dir = path.rsplit_once('/').map_or("", |(d, _)| d);
    let of_tests = [
        "test",
        "tests",
        "__tests__",
        "spec",
        "specs",
        "e2e",
        "assets",
    ];
    let samples: Vec<&str> = FIXTURES
        .iter()
        .filter(|f| !of_tests.contains(f))
        .copied()
        .collect();
    has_component(dir, &samples)
}

/// Why a file in a record folder is no record.
fn not_a_record(name: &str) -> Option<&'static str> {
    let stem = name
        .rsplit_once('.')
        .map_or(name, |(s, _)| s)
        .replace('_', "-");
    let bare = stem.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
    let is_template = bare == "template"
        || bare.ends_with("-template")
        || bare.starts_with("template-")
        || bare.starts_with("adr-template")
        || stem.contains(".template");
    if is_template {
        return Some("it is a template");
    }
    let is_index = matches!(
        stem.trim_matches(['-', '.']),
        "readme"
            | "index"
            | "toc"
            | "overview"
            | "about"
            | "contributing"
            | "summary"
            | "glossary"
            | "changelog"
            | "license"
            | "table-of-contents"
            | "home"
            | "sidebar"
    );
    is_index.then_some("it is an index, not a record")
}

/// `docs/adr/0009/` and alike hold pictures and samples of a record.
fn is_asset_folder(below: &str) -> bool {
    below.split('/').filter(|p| !p.is_empty()).any(|p| {
        let lower = p.to_lowercase();
        lower.bytes().all(|b| b.is_ascii_digit())
            || matches!(
                lower.as_str(),
                "assets"
                    | "images"
                    | "img"
                    | "diagrams"
                    | "attachments"
                    | "media"
                    | "templates"
                    | "files"
            )
    })
}

/// Joins a folder to a directory; none if it leaves the repository.
fn join(dir: &str, folder: &str) -> Option<String> {
    let mut parts: Vec<&str> = dir.split('/').filter(|p| !p.is_empty()).collect();
    for p in folder.split('/') {
        match p {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            p => parts.push(p),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(path: &str) -> Place {
        Folders::default().place(&RepoPath::from(path))
    }

    #[test]
    fn records_logs_and_instructions_are_told_apart_by_their_path() {
        for (path, kind) in [
            ("docs/adr/0001-a.md", SourceKind::Adr),
            ("doc/architecture/decisions/0001-a.md", SourceKind::Adr),
            ("docs/decisions/use-redis.md", SourceKind::Adr),
            ("docs/adr/backend/0002-b.md", SourceKind::Adr),
            ("docs/ADR-7_z.md", SourceKind::Adr),
            ("DECISIONS.md", SourceKind::Log),
            ("docs/decision_log.md", SourceKind::Log),
            ("pkg/adr.md", SourceKind::Log),
            ("CLAUDE.md", SourceKind::Instructions),
            ("web/AGENTS.md", SourceKind::Instructions),
            (".cursor/rules/a.mdc", SourceKind::Instructions),
        ] {
            assert_eq!(place(path), Place::Source(kind), "{path}");
        }
        for path in [
            "src/adr/x.rs",
            "docs/guide.md",
            "src/decisions/mod.rs",
            "docs/adr/0009/x.png",
        ] {
            assert_eq!(place(path), Place::Other, "{path}");
        }
    }

    #[test]
    fn templates_indexes_fixtures_copies_and_attachments_are_skipped_with_a_reason() {
        for path in [
            "docs/adr/template.md",
            "docs/adr/0000-template.md",
            "docs/decisions/adr-template-minimal.md",
            "docs/adr/README.md",
            "docs/adr/index.md",
            "core/integration-tests/ro/docs/adr/20200101-a.md",
            "node_modules/x/docs/adr/0001-a.md",
            ".claude/worktrees/w/docs/adr/0001-a.md",
            "docs/adr/0009/sample.md",
            "docs/adr/0001-a.adoc",
        ] {
            assert!(matches!(place(path), Place::Skipped(_)), "{path}");
        }
    }

    #[test]
    fn a_declared_folder_counts_and_cannot_leave_the_repository() {
        let folders = Folders::read([
            (".adr-dir", "documents/choices\n"),
            ("sub/.adr-dir", "../../../etc"),
            (
                ".log4brains.yml",
                "project:\n  adrFolder: ./notes\n  packages:\n    - name: a\n      adrFolder: ./packages/a/why # x\n",
            ),
        ])
        .unwrap();
        for path in [
            "documents/choices/0001-a.md",
            "notes/20200101-b.md",
            "packages/a/why/c.md",
        ] {
            assert_eq!(
                folders.place(&RepoPath::from(path)),
                Place::Source(SourceKind::Adr),
                "{path}"
            );
        }
        assert_eq!(folders.declared.len(), 3);
    }
}
