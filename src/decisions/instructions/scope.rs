//! Which paths are agent files, and what their heads say about their reach.

use crate::decisions::front_matter;
use crate::model::{InstructionAgent, InstructionScope, InstructionWhen, RepoPath};

/// Whose agent file a path is, if it is one and stands where agents look for it.
pub fn agent_of_path(path: &RepoPath) -> Option<InstructionAgent> {
    let text = path.to_string();
    if super::is_aside(&text) {
        return None;
    }
    let (dir, name) = text.rsplit_once('/').unwrap_or(("", &text));
    agent_of(dir, &name.to_lowercase())
}

/// Whose agent file a folder and a lower-case name make, wherever that is.
pub fn agent_of(dir: &str, name: &str) -> Option<InstructionAgent> {
    let within = |folder: &str| {
        dir == folder
            || dir.starts_with(&format!("{folder}/"))
            || dir.ends_with(&format!("/{folder}"))
            || dir.contains(&format!("/{folder}/"))
    };
    match name {
        "claude.md" | "claude.local.md" => return Some(InstructionAgent::Claude),
        "agents.md" => return Some(InstructionAgent::Any),
        "gemini.md" => return Some(InstructionAgent::Gemini),
        ".cursorrules" => return Some(InstructionAgent::Cursor),
        ".windsurfrules" => return Some(InstructionAgent::Windsurf),
        ".clinerules" => return Some(InstructionAgent::Cline),
        _ => {}
    }
    if name == "copilot-instructions.md" && within(".github") {
        return Some(InstructionAgent::Copilot);
    }
    if name.ends_with(".instructions.md") && within(".github/instructions") {
        return Some(InstructionAgent::Copilot);
    }
    if name.ends_with(".mdc") && within(".cursor/rules") {
        return Some(InstructionAgent::Cursor);
    }
    if name.ends_with(".md") && within(".windsurf/rules") {
        return Some(InstructionAgent::Windsurf);
    }
    (name.ends_with(".md") && within(".clinerules")).then_some(InstructionAgent::Cline)
}

/// Folders in which agent files are kept without speaking about them.
const HOMES: &[&str] = &[
    ".claude",
    ".gemini",
    ".github",
    ".github/instructions",
    ".cursor/rules",
    ".windsurf/rules",
    ".clinerules",
];

/// The reach of an agent file with these words.
pub fn of(path: &RepoPath, agent: InstructionAgent, text: &str) -> InstructionScope {
    let mut scope = InstructionScope {
        directory: directory(&path.parent()),
        ..InstructionScope::default()
    };
    let is_rule = matches!(
        path.extension().as_deref(),
        Some("mdc") if agent == InstructionAgent::Cursor
    );
    let head = Head::read(text);
    scope.description = head.one("description");
    let applies = head.list("applyTo");
    match agent {
        InstructionAgent::Cursor if is_rule => {
            scope.globs = head.list("globs");
            scope.when = if head.one("alwaysApply").as_deref() == Some("true") {
                // What is always read is not narrowed down.
                scope.globs.clear();
                InstructionWhen::Always
            } else if scope.globs.is_empty() {
                InstructionWhen::OnRequest
            } else {
                InstructionWhen::Matching
            };
        }
        InstructionAgent::Copilot
            if path
                .file_name()
                .to_lowercase()
                .ends_with(".instructions.md") =>
        {
            scope.when = if applies.is_empty() {
                InstructionWhen::OnRequest
            } else if applies.iter().any(|g| g == "**" || g == "**/*") {
                InstructionWhen::Always
            } else {
                scope.globs = applies;
                InstructionWhen::Matching
            };
        }
        InstructionAgent::Windsurf | InstructionAgent::Cline => {
            scope.globs = head.list("globs");
            scope.globs.extend(head.list("paths"));
            scope.when = match head.one("trigger").as_deref() {
                Some("manual" | "model_decision") => InstructionWhen::OnRequest,
                _ if scope.globs.is_empty() => InstructionWhen::Always,
                _ => InstructionWhen::Matching,
            };
        }
        _ => {}
    }
    scope
}

/// The folder that a file in this folder speaks about.
fn directory(dir: &str) -> String {
    for home in HOMES {
        if dir == *home {
            return String::new();
        }
        if let Some(at) = dir.rfind(&format!("/{home}")) {
            let rest = &dir[at + 1 + home.len()..];
            if rest.is_empty() || rest.starts_with('/') {
                return dir[..at].to_owned();
            }
        }
        if dir
            .strip_prefix(home)
            .is_some_and(|rest| rest.starts_with('/') && !home.starts_with(".claude"))
        {
            return String::new();
        }
    }
    dir.to_owned()
}

/// The fields at the head of an agent file. Patterns often stand there bare (`globs: *.ts`), which is
/// no YAML: then the lines are read as they are.
struct Head {
    fields: Vec<(String, Vec<String>)>,
}

impl Head {
    fn read(text: &str) -> Self {
        let mut fields: Vec<(String, Vec<String>)> = front_matter::read(text)
            .map(|f| f.fields.into_iter().map(|e| (e.key, e.values)).collect())
            .unwrap_or_default();
        for (key, value) in bare(text) {
            match fields.iter_mut().find(|(k, _)| *k == key) {
                Some((_, values)) if values.is_empty() && !value.is_empty() => values.push(value),
                Some(_) => {}
                None => fields.push((key, vec![value])),
            }
        }
        Self { fields }
    }

    fn list(&self, key: &str) -> Vec<String> {
        let values = self.fields.iter().find(|(k, _)| k == key);
        let values = values.map(|(_, v)| v.as_slice()).unwrap_or_default();
        let mut out = Vec::new();
        for value in values {
            let value = value.trim().trim_start_matches('[').trim_end_matches(']');
            out.extend(
                split(value)
                    .map(|v| v.trim().trim_matches(['"', '\'']).to_owned())
                    .filter(|v| !v.is_empty()),
            );
        }
        out
    }

    fn one(&self, key: &str) -> Option<String> {
        let (_, values) = self.fields.iter().find(|(k, _)| k == key)?;
        let value = values.first()?.trim().trim_matches(['"', '\'']);
        (!value.is_empty()).then(|| value.to_owned())
    }
}

/// Splits at commas that stand outside braces.
fn split(value: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0i32;
    value.split(move |c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth <= 0
    })
}

/// `key: value` lines between the marks.
fn bare(text: &str) -> Vec<(String, String)> {
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    if lines.next().map(str::trim_end) != Some("---") {
        return Vec::new();
    }
    lines
        .take(60)
        .take_while(|l| !matches!(l.trim_end(), "---" | "..."))
        .filter_map(|l| l.split_once(':'))
        .filter(|(k, _)| !k.is_empty() && k.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
        .map(|(k, v)| (k.to_owned(), v.trim().to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope_of(path: &str, text: &str) -> InstructionScope {
        let path = RepoPath::from(path);
        of(&path, agent_of_path(&path).unwrap(), text)
    }

    #[test]
    fn every_kind_of_agent_file_is_known_by_its_name() {
        for (path, agent) in [
            ("CLAUDE.md", InstructionAgent::Claude),
            ("web/CLAUDE.md", InstructionAgent::Claude),
            ("AGENTS.md", InstructionAgent::Any),
            ("GEMINI.md", InstructionAgent::Gemini),
            (".cursorrules", InstructionAgent::Cursor),
            ("web/.cursor/rules/api/x.mdc", InstructionAgent::Cursor),
            (".github/copilot-instructions.md", InstructionAgent::Copilot),
            (
                ".github/instructions/a.instructions.md",
                InstructionAgent::Copilot,
            ),
            (".windsurfrules", InstructionAgent::Windsurf),
            (".clinerules", InstructionAgent::Cline),
            (".clinerules/style.md", InstructionAgent::Cline),
        ] {
            assert_eq!(agent_of_path(&RepoPath::from(path)), Some(agent), "{path}");
        }
        for path in [
            "README.md",
            "docs/agents.txt",
            "copilot-instructions.md",
            "vendor/x/AGENTS.md",
            ".claude/worktrees/w/CLAUDE.md",
            "templates/app/CLAUDE.md",
        ] {
            assert_eq!(agent_of_path(&RepoPath::from(path)), None, "{path}");
        }
    }

    #[test]
    fn a_rule_says_which_files_it_is_about_even_in_bare_patterns() {
        let s = scope_of(
            ".cursor/rules/ui.mdc",
            "---\ndescription: How views are built\nglobs: *.tsx, src/**/*.{ts,css}\nalwaysApply: false\n---\n\nText\n",
        );
        assert_eq!(s.globs, ["*.tsx", "src/**/*.{ts,css}"]);
        assert_eq!(s.when, InstructionWhen::Matching);
        assert_eq!(s.description.as_deref(), Some("How views are built"));
        assert!(s.covers(&RepoPath::from("src/a/b.ts")));
        assert!(!s.covers(&RepoPath::from("api/b.rs")));

        let s = scope_of(".cursor/rules/x.mdc", "---\nalwaysApply: true\n---\n");
        assert_eq!(s.when, InstructionWhen::Always);
        let s = scope_of(".cursor/rules/x.mdc", "---\ndescription: Deploys\n---\n");
        assert_eq!(s.when, InstructionWhen::OnRequest);
        assert!(!s.covers(&RepoPath::from("a")));

        let list = "---\nglobs:\n  - \"a/**\"\n  - \"b/**\"\n---\n";
        assert_eq!(
            scope_of(".cursor/rules/x.mdc", list).globs,
            ["a/**", "b/**"]
        );

        let s = scope_of(
            ".github/instructions/py.instructions.md",
            "---\napplyTo: '**/*.py,**/*.pyi'\n---\n",
        );
        assert_eq!(s.globs, ["**/*.py", "**/*.pyi"]);
        assert_eq!(s.directory, "");
        let all = scope_of(
            ".github/instructions/a.instructions.md",
            "---\napplyTo: '**'\n---\n",
        );
        assert_eq!((all.when, all.globs.len()), (InstructionWhen::Always, 0));
    }

    #[test]
    fn a_nested_file_speaks_about_its_folder_only() {
        let s = scope_of("web/CLAUDE.md", "# Web\n");
        assert!(s.covers(&RepoPath::from("web/a.ts")));
        assert!(!s.covers(&RepoPath::from("webby/a.ts")));
        assert_eq!(scope_of(".claude/CLAUDE.md", "").directory, "");
        assert_eq!(scope_of("pkg/.claude/CLAUDE.md", "").directory, "pkg");
        assert_eq!(
            scope_of(".claude/hooks/CLAUDE.md", "").directory,
            ".claude/hooks"
        );
        assert_eq!(scope_of("pkg/.cursor/rules/a/b.mdc", "").directory, "pkg");
    }
}
