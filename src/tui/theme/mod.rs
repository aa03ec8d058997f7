//! Themes: what things mean in code, what they look like in `/themes/*.toml`.
//!
//! Code names a [`Role`]; a theme gives each role a style at every colour depth. Colour is never
//! the only sign of anything: each place that uses a role also has a glyph or a word.

mod depth;
mod load;

use ratatui::style::Style;

pub use depth::{Depth, detect_depth};
pub use load::{ThemeChoice, ThemeError, builtin, load, parse, resolve};

/// What a piece of the screen means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(usize)]
#[allow(missing_docs)] // each is named after what it means
pub enum Role {
    Text,
    Muted,
    Faint,
    Strong,
    Accent,
    Border,
    BorderFocus,
    Title,
    TitleFocus,
    Selection,
    SelectionBlur,
    Cursor,
    Contradicts,
    Related,
    Quieted,
    Holds,
    Stale,
    Unknown,
    Quote,
    Link,
    Key,
    Past,
    Banner,
    Error,
    Good,
    Match,
    AddSign,
    DelSign,
    AddLine,
    DelLine,
    AddWord,
    DelWord,
    LineNumber,
    HunkHead,
    FileHead,
    Mark,
    Bar,
    Edge,
    NodeDecision,
    NodeCommit,
    NodeFile,
    NodePerson,
    NodeOther,
    SynComment,
    SynKeyword,
    SynString,
    SynNumber,
    SynFunction,
    SynType,
    SynVariable,
    SynPunctuation,
}

impl Role {
    /// Every role with its name in a theme file.
    pub const ALL: &[(Self, &str)] = &[
        (Self::Text, "text"),
        (Self::Muted, "muted"),
        (Self::Faint, "faint"),
        (Self::Strong, "strong"),
        (Self::Accent, "accent"),
        (Self::Border, "border"),
        (Self::BorderFocus, "border-focus"),
        (Self::Title, "title"),
        (Self::TitleFocus, "title-focus"),
        (Self::Selection, "selection"),
        (Self::SelectionBlur, "selection-blur"),
        (Self::Cursor, "cursor"),
        (Self::Contradicts, "contradicts"),
        (Self::Related, "related"),
        (Self::Quieted, "quieted"),
        (Self::Holds, "holds"),
        (Self::Stale, "stale"),
        (Self::Unknown, "unknown"),
        (Self::Quote, "quote"),
        (Self::Link, "link"),
        (Self::Key, "key"),
        (Self::Past, "past"),
        (Self::Banner, "banner"),
        (Self::Error, "error"),
        (Self::Good, "good"),
        (Self::Match, "match"),
        (Self::AddSign, "add-sign"),
        (Self::DelSign, "del-sign"),
        (Self::AddLine, "add-line"),
        (Self::DelLine, "del-line"),
        (Self::AddWord, "add-word"),
        (Self::DelWord, "del-word"),
        (Self::LineNumber, "line-number"),
        (Self::HunkHead, "hunk-head"),
        (Self::FileHead, "file-head"),
        (Self::Mark, "mark"),
        (Self::Bar, "bar"),
        (Self::Edge, "edge"),
        (Self::NodeDecision, "node-decision"),
        (Self::NodeCommit, "node-commit"),
        (Self::NodeFile, "node-file"),
        (Self::NodePerson, "node-person"),
        (Self::NodeOther, "node-other"),
        (Self::SynComment, "syn-comment"),
        (Self::SynKeyword, "syn-keyword"),
        (Self::SynString, "syn-string"),
        (Self::SynNumber, "syn-number"),
        (Self::SynFunction, "syn-function"),
        (Self::SynType, "syn-type"),
        (Self::SynVariable, "syn-variable"),
        (Self::SynPunctuation, "syn-punctuation"),
    ];
}

/// A theme at one colour depth: a style for each role.
#[derive(Clone, Debug)]
pub struct Theme {
    /// Its name.
    pub name: String,
    styles: Vec<Style>,
}

impl Theme {
    /// The style of a role.
    pub fn style(&self, role: Role) -> Style {
        self.styles.get(role as usize).copied().unwrap_or_default()
    }
}
