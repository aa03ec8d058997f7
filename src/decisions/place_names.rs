//! What names of folders and files tell: which hold records, which only look like it.

/// Components of paths that hold tests, samples and templates.
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

/// Whether a folder is not the repository's own: a fixture, or vendored.
pub(super) fn is_foreign(dir: &str) -> bool {
    has_component(dir, FIXTURES) || has_component(dir, VENDORED)
}

/// Why a path is outside the repository's own record.
pub(super) fn outside(path: &str, declared: bool) -> Option<&'static str> {
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

/// A folder whose every text file is a record.
pub(super) fn is_record_folder(part: &str) -> bool {
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
            | "entscheidungen"
            | "decisiones"
            | "decisoes"
    )
}

/// A folder of proposals, whose files must show that they decide something.
pub(super) fn is_proposal_folder(part: &str) -> bool {
    matches!(
        part.to_lowercase().as_str(),
        "rfc" | "rfcs" | "kep" | "keps" | "pep" | "peps"
    )
}

pub(super) fn is_markdown(name: &str) -> bool {
    [".md", ".markdown", ".mdx"]
        .iter()
        .any(|e| name.ends_with(e))
}

/// Whether the name is that of a text whose markup is read.
pub(super) fn is_text_format(name: &str) -> bool {
    is_markdown(name)
        || [".adoc", ".asciidoc", ".rst", ".org"]
            .iter()
            .any(|e| name.ends_with(e))
}

/// A document in a form that is not read.
pub(super) fn is_other_document(name: &str) -> bool {
    [
        ".txt",
        ".html",
        ".htm",
        ".pdf",
        ".doc",
        ".docx",
        ".odt",
        ".tex",
        ".ipynb",
        ".textile",
        ".mediawiki",
        ".wiki",
    ]
    .iter()
    .any(|e| name.ends_with(e))
}

/// The lower-case stem of a file's name with dashes for blanks.
pub(super) fn stem_of(name: &str) -> String {
    let lower = name.to_lowercase();
    lower
        .rsplit_once('.')
        .map_or(lower.as_str(), |(s, _)| s)
        .replace(['_', ' '], "-")
}

pub(super) fn is_log_stem(stem: &str) -> bool {
    matches!(
        stem,
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
    )
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

/// A stem that begins with a number of three digits or more, or a date: `0007-x`, `20230531-a`.
pub(super) fn is_numbered(stem: &str) -> bool {
    has_number(stem, 3)
}

fn has_number(stem: &str, least: usize) -> bool {
    let digits = stem.bytes().take_while(u8::is_ascii_digit).count();
    let after = stem.as_bytes().get(digits);
    digits >= least && after.is_none_or(|b| matches!(b, b'-' | b'_' | b'.' | b' '))
}

/// Whether a folder is named like one record. Proposals count from 1 without leading zeros
/// (`42-lamps`); elsewhere `01-backend` is a category.
pub(super) fn is_record_name(part: &str, proposals: bool) -> bool {
    let part = part.to_lowercase();
    let bare = ["pep-", "rfc-", "kep-", "adr-"]
        .iter()
        .find_map(|p| part.strip_prefix(p));
    match bare {
        Some(rest) => has_number(rest, 1),
        None => has_number(&part, if proposals { 1 } else { 3 }),
    }
}

/// `adr-7-x`, `adr0007`.
pub(super) fn is_adr_name(stem: &str) -> bool {
    stem.strip_prefix("adr").is_some_and(|rest| {
        rest.trim_start_matches('-')
            .starts_with(|c: char| c.is_ascii_digit())
    })
}

/// `pep-0008`: the number is in the name, whatever the folder.
pub(super) fn is_pep_name(name: &str) -> bool {
    let stem = stem_of(name);
    let ext = name.rsplit('.').next().unwrap_or("");
    let Some(rest) = stem.strip_prefix("pep-") else {
        return false;
    };
    matches!(ext, "rst" | "txt" | "md")
        && (1..=5).contains(&rest.len())
        && (rest.bytes().all(|b| b.is_ascii_digit()) || rest == "nnnn" || rest == "xxxx")
}

pub(super) fn is_index_stem(stem: &str) -> bool {
    matches!(stem, "readme" | "index")
}

/// Why a file in a record folder is no record.
pub(super) fn not_a_record(name: &str) -> Option<&'static str> {
    let stem = stem_of(name);
    let bare = stem.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
    // "0012-use-a-template" is a record like any other; a template has no number, or 0.
    let counted = stem.starts_with(|c: char| c.is_ascii_digit())
        && stem
            .trim_start_matches('0')
            .starts_with(|c: char| c.is_ascii_digit());
    let is_template = matches!(bare, "template" | "adr-template")
        || !counted
            && (bare.ends_with("-template")
                || bare.starts_with("template-")
                || bare.starts_with("adr-template"))
        || bare.starts_with("nnnn")
        || bare.starts_with("xxxx")
        || stem.ends_with("-nnnn")
        || stem.ends_with("-xxxx")
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
            | "faq"
            | "contents"
            | "code-of-conduct"
    );
    is_index.then_some("it is an index, not a record")
}

/// What the folders between a record folder and a file say of the file.
pub(super) enum Below {
    /// Nothing.
    Plain,
    /// They belong to one record: pictures, samples, appendices.
    Attached,
    /// They are templates.
    Template,
    /// The file's own folder is named like a record: `0001-x/README.md`.
    Record,
}

/// Reads the folders below a record folder. `docs/adr/0009/` holds what belongs to record 9.
pub(super) fn below(below: &str, name: &str, proposals: bool) -> Below {
    let parts: Vec<String> = below
        .split('/')
        .filter(|p| !p.is_empty())
        .map(str::to_lowercase)
        .collect();
    let stem = stem_of(name);
    for (i, p) in parts.iter().enumerate() {
        let uncounted = p.starts_with("0000-") || !p.starts_with(|c: char| c.is_ascii_digit());
        if p.starts_with("nnnn-") || (p.ends_with("-template") && uncounted) {
            return Below::Template;
        }
        let digits = p.bytes().all(|b| b.is_ascii_digit());
        let is_year = digits && p.len() == 4 && (p.starts_with("19") || p.starts_with("20"));
        if is_year && (is_numbered(&stem) || is_adr_name(&stem)) {
            continue;
        }
        let named = is_record_name(p, proposals);
        let is_own = i + 1 == parts.len() && (is_index_stem(&stem) || name == "kep.yaml");
        if named && !digits && is_own {
            return Below::Record;
        }
        let attached = matches!(
            p.as_str(),
            "assets" | "images" | "img" | "diagrams" | "attachments" | "media" | "files"
        );
        if digits || named || attached {
            return Below::Attached;
        }
        if p == "templates" || p == "template" {
            return Below::Template;
        }
    }
    Below::Plain
}

/// The language that a part of a name stands for: `ja`, `zh-Hans`, `pt_BR`.
pub(super) fn language_of(part: &str) -> Option<String> {
    const LANGUAGES: &[&str] = &[
        "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he",
        "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "nb", "nl", "pl", "pt", "ro",
        "ru", "sk", "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh",
    ];
    let lower = part.to_lowercase().replace('_', "-");
    let (language, region) = lower
        .split_once('-')
        .map_or((lower.as_str(), None), |(l, r)| (l, Some(r)));
    let fits = LANGUAGES.contains(&language)
        && region.is_none_or(|r| r.len() == 2 || matches!(r, "hans" | "hant"));
    fits.then_some(lower)
}

/// Whether a name ends in a language: `Text.ja.md`, `TextRFCzh-Hans.md`.
pub(super) fn is_translation(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(s, _)| s);
    stem.char_indices().skip(1).any(|(i, c)| {
        let before = stem[..i].chars().next_back();
        let starts = before.is_some_and(|b| matches!(b, '.' | '_') || b.is_uppercase());
        starts && c.is_lowercase() && language_of(&stem[i..]).is_some()
    })
}

/// Joins a folder to a directory; none if it leaves the repository.
pub(super) fn join(dir: &str, folder: &str) -> Option<String> {
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
