//! Files, identifiers, commits and issues that a text names.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use crate::model::{Mention, MentionKind};

/// Most mentions of one text.
const MOST: usize = 200;

/// What a caller knows to exist.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    /// Whether a name is a file or folder of the tree (with or without extension, or a glob).
    pub file: &'a dyn Fn(&str) -> bool,
    /// Whether a name stands as an identifier in the code.
    pub identifier: &'a dyn Fn(&str) -> bool,
}

impl Known<'_> {
    /// Takes every name for granted: for callers that check later.
    pub fn anything() -> Self {
        Known {
            file: &|_| true,
            identifier: &|_| true,
        }
    }
}

static SPAN: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"`{1,2}([^`\n]{2,160}?)`{1,2}").ok());
static PATH: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[\s(\[“\x22'])((?:[\w.@~-]+/)+[\w.@*-]*[\w*]|[\w-]+(?:\.[\w-]+)*\.(?:rs|rb|py|ts|tsx|js|jsx|mjs|cjs|go|java|kt|swift|c|h|cc|cpp|hpp|cs|php|ex|exs|erl|hs|scala|clj|sh|sql|css|scss|html|erb|vue|svelte|yml|yaml|toml|json|xml|lock|ini|cfg|md|tf|proto|gradle|env))(?-u:\b)").ok()
});
static IDENTIFIER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^[A-Za-z_$@:][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*[!?]?(?:\([^()]*\))?$").ok()
});
static BARE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?-u:\b)([a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+(?:\(\))?|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?:\.\w+)*|[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?:\(\))?|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+\(\)|[a-z_]\w{2,}\(\))").ok()
});
static ISSUE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"https?://[\w.-]+/[\w.-]+/[\w.-]+/(?:issues|pull|merge_requests)/\d+|(?:[\w.-]+/[\w.-]+)?#\d{1,6}(?-u:\b)").ok()
});
static COMMIT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?-u:\b)[0-9a-f]{7,40}(?-u:\b)").ok());

/// What a text names, in order of lines, each once.
pub fn read(text: &str, first_line: u32) -> Vec<Mention> {
    let mut out: Vec<Mention> = Vec::new();
    let mut seen: HashSet<(MentionKind, String)> = HashSet::new();
    for (line, n) in text.lines().zip(first_line.max(1)..) {
        let mut add = |kind: MentionKind, name: &str| {
            if out.len() < MOST && seen.insert((kind, name.to_owned())) {
                out.push(Mention {
                    kind,
                    name: name.to_owned(),
                    line: Some(n),
                });
            }
        };
        if line.contains('`') {
            for name in all(&SPAN, line, 1) {
                span(name.trim(), &mut add);
            }
        }
        if line.contains(['/', '.']) {
            for name in all(&PATH, line, 1) {
                if is_path(name) && !line.contains(&format!("://{name}")) {
                    add(MentionKind::File, name.trim_start_matches("./"));
                }
            }
        }
        for name in all(&BARE, line, 1) {
            let name = name.trim_end_matches("()");
            if name.len() > 3 && !is_brand(name) {
                add(MentionKind::Symbol, name);
            }
        }
        if line.contains(['#', ':']) {
            for name in all(&ISSUE, line, 0) {
                add(MentionKind::Issue, name);
            }
        }
        for name in all(&COMMIT, line, 0) {
            let digits = name.bytes().any(|b| b.is_ascii_digit());
            let letters = name.bytes().any(|b| b.is_ascii_alphabetic());
            if digits && letters && is_free_or_commit(line, name) {
                add(MentionKind::Commit, name);
            }
        }
    }
    out
}

/// Whether hex digits stand for themselves or as a commit in an address, not as another part of one.
fn is_free_or_commit(line: &str, hex: &str) -> bool {
    line.split(char::is_whitespace)
        .filter(|token| token.contains(hex))
        .any(|token| !token.contains("://") || token.contains(&format!("/commit/{hex}")))
}

fn all<'t>(re: &'static LazyLock<Option<Regex>>, line: &'t str, group: usize) -> Vec<&'t str> {
    re.as_ref().map_or_else(Vec::new, |re| {
        re.captures_iter(line)
            .filter_map(|c| c.get(group))
            .map(|m| m.as_str())
            .collect()
    })
}

/// A code span: a path, an identifier, or a call or assignment whose name is one.
fn span(name: &str, add: &mut impl FnMut(MentionKind, &str)) {
    if name.contains(' ') || name.contains("://") {
        // `foo(bar, baz)` and `cap = 40` name what comes first.
        let head = name.split(['(', ' ', '=', ':']).next().unwrap_or("");
        if head.len() > 3
            && name.contains(['(', '=', ':'])
            && matches_identifier(head)
            && !name.contains("://")
        {
            add(MentionKind::Symbol, head);
        }
        return;
    }
    if is_path(name) {
        add(MentionKind::File, name.trim_start_matches("./"));
        return;
    }
    let bare = name.split('(').next().unwrap_or(name);
    let bare = bare
        .split(['=', ','])
        .next()
        .unwrap_or(bare)
        .trim_end_matches(':');
    if bare.len() > 1 && matches_identifier(bare) {
        add(MentionKind::Symbol, bare);
    }
}

fn matches_identifier(name: &str) -> bool {
    IDENTIFIER.as_ref().is_some_and(|re| re.is_match(name))
}

/// A path by its form: with a folder, or a file name with a known extension.
fn is_path(name: &str) -> bool {
    if name.len() < 4
        || name.contains("..")
        || name.starts_with(['/', '@', '-', '$'])
        || name.ends_with("()")
    {
        return false;
    }
    if !name.contains('/') {
        let Some((stem, ext)) = name.rsplit_once('.') else {
            return false;
        };
        let known = PATH.as_ref().is_some_and(|re| re.is_match(name));
        return known && !stem.is_empty() && !ext.is_empty();
    }
    let numbers = name
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '/' | '.'));
    let words = name.split('/').filter(|p| !p.is_empty()).count();
    let shouted = name.chars().all(|c| c.is_uppercase() || c == '/');
    !numbers && !shouted && words >= 1 && name.is_ascii()
}

/// Names of products that look like identifiers.
fn is_brand(name: &str) -> bool {
    matches!(
        name,
        "GitHub"
            | "GitLab"
            | "JavaScript"
            | "TypeScript"
            | "PostgreSQL"
            | "MySQL"
            | "OpenAI"
            | "YouTube"
            | "WordPress"
            | "LinkedIn"
            | "MacOS"
            | "macOS"
            | "DevOps"
            | "GraphQL"
            | "NoSQL"
            | "OAuth"
            | "FalkorDB"
            | "MongoDB"
            | "iOS"
    )
}

/// The paths of a tree, by what people call them.
#[derive(Clone, Debug, Default)]
pub struct PathIndex {
    /// The last part of a name, with and without extension, to the paths and folders that end so.
    by_last: HashMap<String, Vec<String>>,
}

impl PathIndex {
    /// Indexes paths, and the folders that hold them, as far as one of the names ends like them.
    pub fn of<'a>(paths: impl IntoIterator<Item = &'a str>, names: &HashSet<String>) -> Self {
        let wanted: HashSet<&str> = names.iter().map(|n| last(n)).collect();
        let mut index = Self::default();
        let mut folders: HashSet<&str> = HashSet::new();
        for path in paths {
            index.add(path, &wanted);
            let mut at = path;
            while let Some((dir, _)) = at.rsplit_once('/') {
                if !folders.insert(dir) {
                    break;
                }
                index.add(dir, &wanted);
                at = dir;
            }
        }
        index
    }

    fn add(&mut self, path: &str, wanted: &HashSet<&str>) {
        let name = last(path);
        let stem = name
            .split('.')
            .next()
            .filter(|s| !s.is_empty())
            .unwrap_or(name);
        for key in [name, stem] {
            if wanted.contains(key) {
                let list = self.by_last.entry(key.to_owned()).or_default();
                if list.last().is_none_or(|l| l != path) {
                    list.push(path.to_owned());
                }
            }
        }
    }

    /// The paths that a name stands for: those that end with it at a folder's edge, with or without
    /// extension. A glob stands for its folder. At most eight; more is no name for any of them.
    pub fn resolve(&self, name: &str) -> Vec<&str> {
        let name = name.trim_matches('/');
        let name = name.split("/*").next().unwrap_or(name);
        let found: Vec<&str> = self
            .by_last
            .get(last(name))
            .into_iter()
            .flatten()
            .filter(|p| ends_like(p, name))
            .map(String::as_str)
            .collect();
        if found.len() > 8 { Vec::new() } else { found }
    }
}

/// The last part of a name, before any glob.
fn last(name: &str) -> &str {
    let name = name.trim_matches('/');
    let name = name.split("/*").next().unwrap_or(name);
    name.rsplit('/').next().unwrap_or(name)
}

fn ends_like(path: &str, name: &str) -> bool {
    let at_edge =
        |p: &str| p == name || p.strip_suffix(name).is_some_and(|rest| rest.ends_with('/'));
    if at_edge(path) {
        return true;
    }
    let file = last(path);
    let cut = path.len() - file.len();
    file.find('.')
        .filter(|&i| i > 0)
        .is_some_and(|i| at_edge(&path[..cut + i]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str, kind: MentionKind) -> Vec<String> {
        read(text, 1)
            .into_iter()
            .filter(|m| m.kind == kind)
            .map(|m| m.name)
            .collect()
    }

    #[test]
    fn files_identifiers_issues_and_commits_are_told_apart() {
        let text = "See `src/a/b.ts`, src/tools/ssrf and dispatch.ts; `TaskStore.add`, `max_facts = 40`,\nloadConfig() and LlmStage.think. Fixed in 08353be (#12, o/r#7), and/or N/A on 1/2.\n`src/**/*.rs` https://example.org/a/b.ts";
        assert_eq!(
            named(text, MentionKind::File),
            [
                "src/a/b.ts",
                "src/tools/ssrf",
                "dispatch.ts",
                "and/or",
                "src/**/*.rs"
            ]
        );
        assert_eq!(
            named(text, MentionKind::Symbol),
            ["TaskStore.add", "max_facts", "loadConfig", "LlmStage.think"]
        );
        assert_eq!(named(text, MentionKind::Issue), ["#12", "o/r#7"]);
        assert_eq!(named(text, MentionKind::Commit), ["08353be"]);
    }

    #[test]
    fn a_name_is_resolved_at_the_edge_of_a_folder_with_or_without_extension() {
        let names: HashSet<String> = ["b.ts", "a/b", "tools/ssrf", "and/or", "src/**/*.rs", "bb"]
            .map(str::to_owned)
            .into();
        let index = PathIndex::of(["src/a/b.ts", "src/tools/ssrf.ts", "lib/xb.ts"], &names);
        assert_eq!(index.resolve("b.ts"), ["src/a/b.ts"]);
        assert_eq!(index.resolve("a/b"), ["src/a/b.ts"]);
        assert_eq!(index.resolve("tools/ssrf"), ["src/tools/ssrf.ts"]);
        assert_eq!(index.resolve("src/**/*.rs"), ["src"]);
        assert!(index.resolve("and/or").is_empty() && index.resolve("bb").is_empty());
    }

    #[test]
    fn every_pattern_builds() {
        for p in [&SPAN, &PATH, &IDENTIFIER, &BARE, &ISSUE, &COMMIT] {
            assert!(p.is_some());
        }
    }
}
