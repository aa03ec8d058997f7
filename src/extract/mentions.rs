//! Files, identifiers, commits and issues that a text names.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use crate::model::{LineRange, Mention, MentionKind};

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
    Regex::new(r"(?:^|[\s(\[“\x22'])((?:[\w.@~-]+/)+[\w.@*-]*[\w*](?:(?::\d+(?:[-–]\d+)?|\#L\d+(?:-L?\d+)?))?|[\w-]+(?:\.[\w-]+)*\.(?:rs|rb|py|ts|tsx|js|jsx|mjs|cjs|go|java|kt|swift|c|h|cc|cpp|hpp|cs|php|ex|exs|erl|hs|scala|clj|sh|sql|css|scss|html|erb|vue|svelte|yml|yaml|toml|json|xml|lock|ini|cfg|md|tf|proto|gradle|env)(?:(?::\d+(?:[-–]\d+)?|\#L\d+(?:-L?\d+)?))?)(?-u:\b)").ok()
});
static IDENTIFIER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^[A-Za-z_$@:][\w$]*(?:(?:\.|::|#|->)[A-Za-z_$][\w$]*)*[!?]?(?:\([^()]*\))?$").ok()
});
static BARE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?-u:\b)([a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+(?:\(\))?|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+(?:\.\w+)*|[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?:\(\))?|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)+\(\)|[a-z_]\w{2,}\(\))").ok()
});
static ISSUE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"https?://[\w.-]+/[\w.-]+/[\w.-]+/(?:issues|pull|merge_requests)/\d+|(?:[\w.-]+/[\w.-]+)?#\d{1,6}(?-u:\b)|(?-u:\b)(?:PR|MR|GH|[Pp]ull [Rr]equest|[Mm]erge [Rr]equest|[Ii]ssue)[ -]#?\d{1,6}(?-u:\b)").ok()
});
static BLOB: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"https?://[\w.-]+/[\w.-]+/[\w.-]+/(?:-/)?(?:blob|tree)/[\w.-]+/(?P<p>[\w./@~-]+(?:#L\d+(?:-L?\d+)?)?)").ok()
});
static LINES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?P<p>.*?[^:#])(?::(?P<a>\d{1,7})(?:[-–:](?P<b>\d{1,7}))?|#L(?P<c>\d{1,7})(?:-L?(?P<d>\d{1,7}))?)$").ok()
});
static BOLD: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?:\*\*|__)([^*_`\n]{3,48}?)(?:\*\*|__)(.?)").ok());
static ACRONYM: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?-u:\b)[A-Z][A-Z0-9]{1,6}(?-u:\b)").ok());
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
        if line.contains("://") {
            for name in all(&BLOB, line, 1) {
                add(MentionKind::File, name);
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
    concepts(text, first_line, &mut out);
    out
}

/// Most concepts of one text.
const CONCEPTS: usize = 20;

/// Terms that the text sets apart: short bold phrases that label nothing, and acronyms.
fn concepts(text: &str, first_line: u32, out: &mut Vec<Mention>) {
    const COMMON: [&str; 22] = [
        "OK", "TODO", "NOTE", "FIXME", "HACK", "WHY", "TBD", "NB", "AND", "OR", "NOT", "MUST",
        "SHOULD", "MAY", "README", "ADR", "PR", "MR", "GH", "ID", "UTC", "US",
    ];
    let mut found: Vec<(String, u32)> = Vec::new();
    let mut fence = false;
    for (line, n) in text.lines().zip(first_line.max(1)..) {
        if line.trim_start().starts_with("```") {
            fence = !fence;
        }
        if fence {
            continue;
        }
        let bold = BOLD.as_ref().map_or_else(Vec::new, |re| {
            re.captures_iter(line)
                .filter(|c| !c[1].ends_with([':', '：', '.']) && !matches!(&c[2], ":" | "："))
                .filter_map(|c| c.get(1))
                .map(|m| m.as_str().trim())
                .filter(|w| w.split_whitespace().count() <= 4 && w.chars().any(char::is_alphabetic))
                .collect()
        });
        // A heading in capitals is no row of acronyms.
        let shouted = line
            .chars()
            .filter(|c| c.is_alphabetic())
            .all(char::is_uppercase);
        let short = if shouted {
            Vec::new()
        } else {
            all(&ACRONYM, line, 0)
        };
        let short = short
            .into_iter()
            .filter(|w| !COMMON.contains(w) && w.chars().filter(|c| c.is_alphabetic()).count() > 1);
        for name in bold.into_iter().chain(short) {
            if found.len() < CONCEPTS && !found.iter().any(|(f, _)| f.eq_ignore_ascii_case(name)) {
                found.push((name.to_owned(), n));
            }
        }
    }
    out.extend(found.into_iter().map(|(name, n)| Mention {
        kind: MentionKind::Concept,
        name,
        line: Some(n),
    }));
}

/// A named path without the lines that it names, and those lines: `src/a.rs:10-20`, `a.rs#L3`.
pub fn split_lines(name: &str) -> (&str, Option<LineRange>) {
    let Some(c) = LINES.as_ref().and_then(|re| re.captures(name)) else {
        return (name, None);
    };
    let number = |n: &str| c.name(n).and_then(|m| m.as_str().parse::<u32>().ok());
    let Some(first) = number("a").or_else(|| number("c")) else {
        return (name, None);
    };
    // `a.rs:10:5` is a line and a column.
    let column = c
        .name("b")
        .is_some_and(|b| name[..b.start()].ends_with(':'));
    let last = number("b").filter(|_| !column).or_else(|| number("d"));
    let last = last.filter(|l| *l >= first).unwrap_or(first);
    (
        c.name("p").map_or(name, |p| p.as_str()),
        Some(LineRange::new(first, last)),
    )
}

/// Whether a path fits a pattern: `*` within a folder, `**` across folders, `?` one character, `{a,b}`.
pub fn fits(pattern: &str, path: &str) -> bool {
    let mut re = String::from("(?:^|/)");
    let mut chars = pattern.trim_start_matches("./").chars().peekable();
    let mut open = 0;
    while let Some(c) = chars.next() {
        match c {
            '*' if chars.peek() == Some(&'*') => {
                chars.next();
                if chars.peek() == Some(&'/') {
                    chars.next();
                    re.push_str("(?:.*/)?");
                } else {
                    re.push_str(".*");
                }
            }
            '*' => re.push_str("[^/]*"),
            '?' => re.push_str("[^/]"),
            '{' => {
                open += 1;
                re.push_str("(?:");
            }
            '}' if open > 0 => {
                open -= 1;
                re.push(')');
            }
            ',' if open > 0 => re.push('|'),
            c => re.push_str(&regex::escape(&c.to_string())),
        }
    }
    re.push('$');
    open == 0 && Regex::new(&re).is_ok_and(|re| re.is_match(path))
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
    if name.starts_with("../") && is_path(name.trim_start_matches("../")) {
        add(MentionKind::File, name);
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
        let name = plain(name);
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

/// A name without lines, leading dots and globs.
fn plain(name: &str) -> &str {
    let mut name = split_lines(name).0.trim_matches('/');
    while let Some(rest) = name.strip_prefix("../").or_else(|| name.strip_prefix("./")) {
        name = rest;
    }
    name.split("/*")
        .next()
        .unwrap_or(name)
        .trim_end_matches('/')
}

/// The last part of a name, before any glob.
fn last(name: &str) -> &str {
    let name = plain(name);
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
    fn lines_of_a_file_are_named_with_it() {
        let at = |a, b| Some(LineRange::new(a, b));
        assert_eq!(split_lines("src/a.rs:10-20"), ("src/a.rs", at(10, 20)));
        assert_eq!(split_lines("src/a.rs#L10-L20"), ("src/a.rs", at(10, 20)));
        assert_eq!(split_lines("src/a.rs#L7"), ("src/a.rs", at(7, 7)));
        assert_eq!(split_lines("src/a.rs:12:5"), ("src/a.rs", at(12, 12)));
        assert_eq!(split_lines("src/a.rs"), ("src/a.rs", None));
        let text =
            "See src/a.rs:10-20, `lib/b.rb#L3` and https://x.example/o/r/blob/main/c/d.py#L4-L9.";
        assert_eq!(
            named(text, MentionKind::File),
            ["lib/b.rb#L3", "src/a.rs:10-20", "c/d.py#L4-L9"]
        );
    }

    #[test]
    fn pull_requests_are_named_in_words_as_well() {
        assert_eq!(
            named(
                "Done in PR 12 and GH-7, see pull request #9.",
                MentionKind::Issue
            ),
            ["PR 12", "GH-7", "pull request #9"]
        );
    }

    #[test]
    fn terms_that_are_set_apart_are_concepts_and_labels_are_not() {
        let text =
            "**Status:** fine\nWe use **optimistic locking** with a JWT, not an ADR. **Note**: x\n";
        assert_eq!(
            named(text, MentionKind::Concept),
            ["optimistic locking", "JWT"]
        );
    }

    #[test]
    fn a_pattern_fits_files_and_not_their_neighbours() {
        assert!(fits("app/services/**", "app/services/a/b.rb"));
        assert!(fits("src/**/*.rs", "src/x/y.rs") && fits("src/**/*.rs", "src/y.rs"));
        assert!(!fits("src/*.rs", "src/x/y.rs") && !fits("src/*.rs", "src/y.ts"));
        assert!(fits("src/{a,b}.rs", "core/src/b.rs") && !fits("src/{a,b}.rs", "src/c.rs"));
    }

    #[test]
    fn every_pattern_builds() {
        for p in [
            &SPAN,
            &PATH,
            &IDENTIFIER,
            &BARE,
            &ISSUE,
            &COMMIT,
            &BLOB,
            &LINES,
            &BOLD,
            &ACRONYM,
        ] {
            assert!(p.is_some());
        }
    }
}
