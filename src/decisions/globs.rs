//! Patterns of paths, as a repository's settings write them.

use gix::bstr::ByteSlice;
use gix::glob::wildmatch;

/// A folder, a file or a pattern, relative to the top of the tree. `*` and `?` stay inside a folder,
/// `**` does not; a name without them stands for itself and for all below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glob(String);

impl Glob {
    /// Checks a pattern.
    ///
    /// # Errors
    /// What is wrong with it, in words: a broken pattern must not match more than it says.
    pub fn read(text: &str) -> Result<Self, &'static str> {
        let clean = text.trim().trim_start_matches("./").trim_end_matches('/');
        if clean.is_empty() {
            return Err("the pattern is empty");
        }
        if clean.starts_with('/') || clean.split('/').any(|p| p == "..") {
            return Err("the pattern leaves the repository");
        }
        let mut open = false;
        let mut chars = clean.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' if chars.next().is_none() => return Err("the pattern ends in a backslash"),
                '[' => open = true,
                ']' => open = false,
                '{' | '}' => return Err("braces are not part of a pattern; write two patterns"),
                _ => {}
            }
        }
        if open {
            return Err("a bracket of the pattern is not closed");
        }
        Ok(Self(clean.to_owned()))
    }

    /// Whether a path is meant.
    pub fn matches(&self, path: &str) -> bool {
        if !self.0.contains(['*', '?', '[', '\\']) {
            let rest = path.strip_prefix(self.0.as_str());
            return rest.is_some_and(|r| r.is_empty() || r.starts_with('/'));
        }
        let mode = wildmatch::Mode::NO_MATCH_SLASH_LITERAL;
        wildmatch(self.0.as_bytes().as_bstr(), path.as_bytes().as_bstr(), mode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stays_in_its_folder_and_a_plain_name_covers_what_is_below() {
        for (glob, path, want) in [
            ("notes/*.md", "notes/a.md", true),
            ("notes/*.md", "notes/deep/a.md", false),
            ("notes/**/*.md", "notes/deep/er/a.md", true),
            ("./notes/", "notes/deep/a.md", true),
            ("notes", "notes-of/a.md", false),
            ("n[ao]tes/?.md", "notes/a.md", true),
        ] {
            let g = Glob::read(glob).unwrap();
            assert_eq!(g.matches(path), want, "{glob} {path}");
        }
    }

    #[test]
    fn a_broken_pattern_is_refused() {
        for glob in ["", "  ", "/etc", "../x", "a/../../b", "[ab", "x\\", "{a,b}"] {
            assert!(Glob::read(glob).is_err(), "{glob}");
        }
    }
}
