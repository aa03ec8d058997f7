//! How comments and strings are written, by a file's ending: the one table of it.

use super::ids::RepoPath;

/// The marks of a family of languages.
#[derive(Debug, PartialEq, Eq)]
pub struct CommentMarks {
    /// What opens a comment that ends with its line.
    pub line: &'static [&'static str],
    /// What opens and closes a comment over lines.
    pub block: &'static [(&'static str, &'static str)],
    /// Strings that stand in a comment's place where nothing is before them on their line.
    pub doc: &'static [(&'static str, &'static str)],
    /// What opens and closes a string within its line.
    pub strings: &'static [char],
    /// What opens and closes a string that may go on over lines.
    pub long_strings: &'static [(&'static str, &'static str)],
    /// Whether `/…/` may be a pattern, whose quotes open nothing.
    pub has_patterns: bool,
}

const NONE: CommentMarks = CommentMarks {
    line: &[],
    block: &[],
    doc: &[],
    strings: &['"', '\''],
    long_strings: &[],
    has_patterns: false,
};

const SLASHES: CommentMarks = CommentMarks {
    line: &["//"],
    block: &[("/*", "*/")],
    ..NONE
};

const SCRIPT: CommentMarks = CommentMarks {
    long_strings: &[("`", "`")],
    has_patterns: true,
    ..SLASHES
};

/// A lone quote in Rust opens a lifetime, so only double ones count.
const RUST: CommentMarks = CommentMarks {
    strings: &[],
    long_strings: &[("r##\"", "\"##"), ("r#\"", "\"#"), ("\"", "\"")],
    ..SLASHES
};

const GO: CommentMarks = CommentMarks {
    long_strings: &[("`", "`")],
    ..SLASHES
};

const HASH: CommentMarks = CommentMarks {
    line: &["#"],
    ..NONE
};

const PYTHON: CommentMarks = CommentMarks {
    doc: &[("\"\"\"", "\"\"\""), ("'''", "'''")],
    long_strings: &[("\"\"\"", "\"\"\""), ("'''", "'''")],
    ..HASH
};

const RUBY: CommentMarks = CommentMarks {
    block: &[("=begin", "=end")],
    ..HASH
};

const PHP: CommentMarks = CommentMarks {
    line: &["//", "#"],
    ..SLASHES
};

const STYLE: CommentMarks = CommentMarks {
    block: &[("/*", "*/")],
    ..NONE
};

const MARKUP: CommentMarks = CommentMarks {
    block: &[("<!--", "-->")],
    strings: &[],
    ..NONE
};

/// A page with scripts and styles in it.
const PAGE: CommentMarks = CommentMarks {
    line: &["//"],
    block: &[("<!--", "-->"), ("/*", "*/")],
    strings: &[],
    ..NONE
};

const ERB: CommentMarks = CommentMarks {
    block: &[("<%#", "%>"), ("<!--", "-->")],
    strings: &[],
    ..NONE
};

const SQL: CommentMarks = CommentMarks {
    line: &["--"],
    block: &[("/*", "*/")],
    ..NONE
};

const LUA: CommentMarks = CommentMarks {
    line: &["--"],
    block: &[("--[[", "]]")],
    ..NONE
};

const HASKELL: CommentMarks = CommentMarks {
    line: &["--"],
    block: &[("{-", "-}")],
    strings: &['"'],
    ..NONE
};

const LISP: CommentMarks = CommentMarks {
    line: &[";"],
    strings: &['"'],
    ..NONE
};

const PERCENT: CommentMarks = CommentMarks {
    line: &["%"],
    strings: &['"'],
    ..NONE
};

const SETTINGS: CommentMarks = CommentMarks {
    line: &["#", ";"],
    ..NONE
};

const POWERSHELL: CommentMarks = CommentMarks {
    block: &[("<#", "#>")],
    ..HASH
};

const ML: CommentMarks = CommentMarks {
    line: &["//"],
    block: &[("(*", "*)")],
    strings: &['"'],
    ..NONE
};

/// Endings and names, lower-case, with their marks.
const TABLE: &[(&[&str], &CommentMarks)] = &[
    (
        &[
            "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "cs", "java", "kt", "kts", "scala", "swift",
            "dart", "groovy", "gradle", "proto", "sol", "m", "mm", "zig", "glsl", "hlsl", "jsonc",
            "json5", "bicep", "v", "sv", "d",
        ],
        &SLASHES,
    ),
    (
        &[
            "js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "coffee",
        ],
        &SCRIPT,
    ),
    (&["rs"], &RUST),
    (&["go"], &GO),
    (&["scss", "less", "styl"], &SLASHES),
    (&["css"], &STYLE),
    (&["php"], &PHP),
    (&["py", "pyi", "pyx"], &PYTHON),
    (
        &["rb", "rake", "gemspec", "ru", "rakefile", "gemfile"],
        &RUBY,
    ),
    (
        &[
            "sh",
            "bash",
            "zsh",
            "fish",
            "yml",
            "yaml",
            "toml",
            "pl",
            "pm",
            "r",
            "ex",
            "exs",
            "tf",
            "hcl",
            "nix",
            "env",
            "jl",
            "nim",
            "cmake",
            "mk",
            "dockerfile",
            "makefile",
            "procfile",
            "justfile",
            "bzl",
            "bazel",
            "gitignore",
            "gitattributes",
            "graphql",
            "awk",
            "cfg",
            "conf",
        ],
        &HASH,
    ),
    (&["ini", "properties", "editorconfig"], &SETTINGS),
    (&["ps1", "psm1"], &POWERSHELL),
    (&["sql"], &SQL),
    (&["lua"], &LUA),
    (&["hs", "elm"], &HASKELL),
    (&["lisp", "el", "clj", "cljs", "cljc", "scm"], &LISP),
    (&["erl", "tex", "sty"], &PERCENT),
    (&["ml", "mli", "fs", "fsx"], &ML),
    (&["html", "htm", "xml", "md", "markdown"], &MARKUP),
    (&["vue", "svelte", "astro"], &PAGE),
    (&["erb"], &ERB),
    (&["json", "snap", "csv", "txt", "lock"], &NONE),
];

/// The marks for a file: by its ending, else by its whole name; `None` where neither is known.
pub fn comment_marks(path: &RepoPath) -> Option<&'static CommentMarks> {
    let name = path.file_name().to_lowercase();
    let name = name.trim_start_matches('.');
    let find = |key: &str| {
        let row = TABLE.iter().find(|(keys, _)| keys.contains(&key));
        row.map(|(_, marks)| *marks)
    };
    let ending = name.rsplit_once('.').map(|(_, e)| e);
    ending.and_then(find).or_else(|| find(name)).or_else(|| {
        // `Dockerfile.web`, `Makefile.am`.
        name.split_once('.').and_then(|(stem, _)| find(stem))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_marks_of_its_language() {
        let of = |p: &str| comment_marks(&RepoPath::from(p));
        assert_eq!(of("src/a.rs").map(|m| m.line), Some(&["//"][..]));
        assert_eq!(of("a/Dockerfile").map(|m| m.line), Some(&["#"][..]));
        assert_eq!(of("Dockerfile.web").map(|m| m.line), Some(&["#"][..]));
        assert_eq!(of("config.JSON").map(|m| m.line.len()), Some(0));
        assert!(of("a.unheard").is_none());
        assert!(of("LICENSE").is_none());
    }

    #[test]
    fn no_ending_stands_twice() {
        let mut all: Vec<&str> = TABLE.iter().flat_map(|(k, _)| k.iter().copied()).collect();
        let n = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), n);
    }
}
