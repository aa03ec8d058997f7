//! The paths in a patch: which prefixes to take off, and which paths are refused.

use gix::bstr::ByteSlice;

use crate::model::RepoPath;

/// Prefixes that git writes before the old and the new path, by default and with mnemonic
/// prefixes; each also the other way round, as `-R` has it.
const PAIRS: &[(&[u8], &[u8])] = &[
    (b"a/", b"b/"),
    (b"i/", b"w/"),
    (b"c/", b"i/"),
    (b"c/", b"w/"),
    (b"o/", b"w/"),
    (b"1/", b"2/"),
];

/// Both paths without a known pair of prefixes, or `None` where they do not bear one.
pub(super) fn without_pair<'a>(old: &'a [u8], new: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let turned = PAIRS.iter().map(|(a, b)| (*b, *a));
    PAIRS
        .iter()
        .copied()
        .chain(turned)
        .find_map(|(a, b)| Some((old.strip_prefix(a)?, new.strip_prefix(b)?)))
}

/// Whether the `diff --git` line bears prefixes: `Some(false)` where both paths are the same as
/// they stand, `None` where the line does not tell (a rename).
pub(super) fn header_has_prefixes(line: &[u8]) -> Option<bool> {
    let rest = line
        .strip_prefix(b"diff --git ")?
        .trim_end_with(|c| c == '\r' || c == '\n');
    let middles = rest
        .iter()
        .enumerate()
        .filter(|(_, b)| **b == b' ')
        .map(|(at, _)| at);
    for at in middles {
        let (old, new) = (unquoted(&rest[..at]), unquoted(&rest[at + 1..]));
        if old == new {
            return Some(false);
        }
        if without_pair(old, new).is_some_and(|(a, b)| a == b) {
            return Some(true);
        }
    }
    None
}

fn unquoted(path: &[u8]) -> &[u8] {
    path.strip_prefix(b"\"")
        .and_then(|p| p.strip_suffix(b"\""))
        .unwrap_or(path)
}

/// For a file that only one side names (new or deleted): takes off the one prefix.
pub(super) fn without_one(path: &[u8]) -> &[u8] {
    let single = PAIRS.iter().flat_map(|(a, b)| [*a, *b]);
    single
        .into_iter()
        .find_map(|p| path.strip_prefix(p))
        .unwrap_or(path)
}

/// The path as one inside the repository, or why it is refused.
pub(super) fn inside(path: &[u8]) -> Result<RepoPath, &'static str> {
    if path.is_empty() {
        return Err("it has an empty path");
    }
    if path.contains(&0) {
        return Err("its path holds a zero byte");
    }
    if path.starts_with(b"/") || path.get(1) == Some(&b':') && path.get(2) == Some(&b'\\') {
        return Err("its path is absolute and would leave the repository");
    }
    for part in path.split(|b| *b == b'/' || *b == b'\\') {
        if part == b".." {
            return Err("its path would leave the repository");
        }
        if part.eq_ignore_ascii_case(b".git") {
            return Err("its path lies inside .git");
        }
    }
    let parts: Vec<&[u8]> = path
        .split(|b| *b == b'/')
        .filter(|p| !p.is_empty() && *p != b".")
        .collect();
    if parts.is_empty() {
        return Err("it has an empty path");
    }
    Ok(RepoPath::new(parts.join(&b'/')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_go_only_as_a_known_pair() {
        assert_eq!(
            without_pair(b"a/x.rs", b"b/x.rs"),
            Some((&b"x.rs"[..], &b"x.rs"[..]))
        );
        assert_eq!(
            without_pair(b"w/x.rs", b"i/x.rs"),
            Some((&b"x.rs"[..], &b"x.rs"[..]))
        );
        assert_eq!(without_pair(b"a/x.rs", b"a/x.rs"), None);
        assert_eq!(
            header_has_prefixes(b"diff --git a/a b.rs b/a b.rs\n"),
            Some(true)
        );
        assert_eq!(
            header_has_prefixes(b"diff --git a/x.rs a/x.rs\n"),
            Some(false)
        );
        assert_eq!(
            header_has_prefixes(b"diff --git \"a/x\\t\" \"b/x\\t\""),
            Some(true)
        );
        assert_eq!(header_has_prefixes(b"diff --git a/x b/y"), None);
    }

    #[test]
    fn a_path_that_leaves_the_repository_is_refused() {
        for path in [
            "../x",
            "a/../../x",
            "/etc/passwd",
            ".git/config",
            "a/.GIT/hooks/x",
            "",
            "C:\\x",
            "a\\..\\x",
            "/",
        ] {
            assert!(inside(path.as_bytes()).is_err(), "{path}");
        }
        assert_eq!(inside(b"./a//b").unwrap(), RepoPath::from("a/b"));
        assert_eq!(
            inside(b"a/..b/.gitignore").unwrap(),
            RepoPath::from("a/..b/.gitignore")
        );
    }
}
