//! Newtypes for everything that names something, so that a path is never taken for a commit.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! string_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The bare text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(s: &str) -> Self {
                Self(s.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(s: String) -> Self {
                Self(s)
            }
        }
    };
}

string_id! {
    /// A full commit id in hex (40 digits, 64 in a SHA-256 repository).
    CommitId
}
string_id! {
    /// A blob's object id in hex.
    BlobId
}
string_id! {
    /// A locator of a decision as of the base, for people: `docs/adr/0007-x.md`,
    /// `DECISIONS.md#Entry > Section`, `commit:<sha>`, `correction:<ulid>`.
    DecisionId
}
string_id! {
    /// A decision's stable key: 16 hex digits of a hash over the root commit, the first recording
    /// commit, and the path and ordinal there. It survives edits, moves and renumbering.
    DecisionKey
}
string_id! {
    /// The name of a repository's graph, `rationale__<owner>__<repo>` and its variants.
    GraphName
}
string_id! {
    /// A person's id: a mailmapped address, or `login:<name>`.
    PersonId
}

impl CommitId {
    /// The first eight digits, enough for a reader.
    pub fn short(&self) -> &str {
        self.0.get(..8).unwrap_or(&self.0)
    }
}

/// A path inside the repository, kept as git has it: bytes. It becomes text only when it is drawn
/// or serialised; bytes that are not UTF-8 then show as `\xNN`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct RepoPath(bstr::BString);

impl RepoPath {
    /// Wraps the bytes of a path with `/` between its parts.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bstr::BString::from(bytes.into()))
    }

    /// The path as git's bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The last part.
    pub fn file_name(&self) -> String {
        let text = self.to_string();
        text.rsplit('/').next().unwrap_or(&text).to_owned()
    }

    /// The part before the last `/`, empty at the top.
    pub fn parent(&self) -> String {
        let text = self.to_string();
        text.rsplit_once('/')
            .map(|(dir, _)| dir.to_owned())
            .unwrap_or_default()
    }

    /// The ending after the last dot of the file name, lower-case, without the dot.
    pub fn extension(&self) -> Option<String> {
        let name = self.file_name();
        name.rsplit_once('.')
            .filter(|(stem, _)| !stem.is_empty())
            .map(|(_, e)| e.to_lowercase())
    }
}

impl fmt::Display for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest: &[u8] = &self.0;
        loop {
            match std::str::from_utf8(rest) {
                Ok(text) => return f.write_str(text),
                Err(e) => {
                    let (good, bad) = rest.split_at(e.valid_up_to());
                    f.write_str(&String::from_utf8_lossy(good))?;
                    let n = e.error_len().unwrap_or(bad.len());
                    for b in &bad[..n] {
                        write!(f, "\\x{b:02X}")?;
                    }
                    rest = &bad[n..];
                }
            }
        }
    }
}

impl fmt::Debug for RepoPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}

impl From<&str> for RepoPath {
    fn from(s: &str) -> Self {
        Self::new(s.as_bytes())
    }
}

impl Serialize for RepoPath {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RepoPath {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Ok(Self::from(String::deserialize(d)?.as_str()))
    }
}

impl JsonSchema for RepoPath {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RepoPath".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

/// Lines `start..=end`, counted from 1; serialised as `[start, end]`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct LineRange {
    /// First line, from 1.
    pub start: u32,
    /// Last line, inclusive.
    pub end: u32,
}

impl LineRange {
    /// The range `start..=end`.
    pub fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Whether the line lies inside.
    pub fn contains(self, line: u32) -> bool {
        (self.start..=self.end).contains(&line)
    }
}

impl From<(u32, u32)> for LineRange {
    fn from((start, end): (u32, u32)) -> Self {
        Self { start, end }
    }
}

impl From<LineRange> for (u32, u32) {
    fn from(r: LineRange) -> Self {
        (r.start, r.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_not_utf8_is_shown_escaped_and_compared_by_bytes() {
        let path = RepoPath::new(b"dir/caf\xe9.rs".to_vec());
        assert_eq!(path.to_string(), "dir/caf\\xE9.rs");
        assert_eq!(path.as_bytes(), b"dir/caf\xe9.rs");
        assert_eq!(path.extension().as_deref(), Some("rs"));
        assert_eq!(path.parent(), "dir");
    }
}
